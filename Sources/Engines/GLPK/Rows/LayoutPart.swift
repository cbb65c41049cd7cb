import LayoutBenchFunctions
import LayoutModel

/// Views and constraints that are laid out apart from all others, with numbers of their own.
struct LayoutPart {
  /// The root and the views, without names.
  let tree: ViewTree
  /// The constraints.
  let rows: ConstraintRows
  /// What frames are functions of.
  let parameters: Parameters
  /// The number in the whole of each number of a frame; -1 of those that are not laid out here.
  let numbers: [Int32]

  /// Takes views and constraints out of the whole.
  ///
  /// - Parameters:
  ///   - views: the root and the views, in document order.
  ///   - places: the constraints' places.
  ///   - rows: all constraints.
  ///   - whole: all views.
  ///   - parameters: what frames of the whole are functions of.
  ///   - given: what an unknown is that is not laid out here; `nil` of one that is.
  init(
    _ views: [Int32], _ places: [Int], of rows: borrowing ConstraintRows, in whole: ViewTree,
    _ parameters: Parameters, _ given: (Int32) -> AffineNumber?
  ) {
    let own = Arena<Int32>(repeating: 0, count: whole.count)
    for (place, view) in views.enumerated() { own[view] = Int32(place) }
    var tree = whole.part(
      views, superviews: views.map { $0 == 0 ? -1 : own[whole.superviews[Int($0)]] })
    var numbers = [Int32](repeating: -1, count: 4 * views.count)
    var others: [ConstraintRows.Given] = []
    others.reserveCapacity(2 * views.count)
    for place in views.indices.dropFirst() {
      for side in 0..<4 {
        let unknown = 4 * views[place] + Int32(side)
        if let form = given(unknown) {
          others.append(.init(unknown: Int32(4 * place + side), form: form))
        } else {
          numbers[4 * place + side] = unknown
        }
      }
      let size = tree.intrinsicSize(of: ViewID(place))
      let own = IntrinsicSize(
        numbers[4 * place + 2] < 0 ? nil : size.horizontal,
        numbers[4 * place + 3] < 0 ? nil : size.vertical)
      if own != size { tree.setIntrinsicSize(own, of: ViewID(place)) }
    }
    self.tree = tree
    self.rows = rows.part(places, given: others) { 4 * own[$0 >> 2] + $0 & 3 }
    self.numbers = numbers
    switch parameters {
    case .rootSize: self.parameters = .rootSize
    case .content(let view):
      let place = own[view.index]
      self.parameters = place > 0 ? .content(ViewID(Int(place))) : .none
    case .constant(let row):
      self.parameters = places.firstIndex(of: row).map { .constant($0) } ?? .none
    }
  }
}
