import LayoutBenchFunctions
import LayoutModel

/// Views and constraints that are laid out separately from all others, with numbers of their own.
struct LayoutPart {
  /// The root and the views, without names.
  let tree: ViewTree
  /// The constraints.
  let rows: ConstraintRows
  /// The parameters that frames are functions of.
  let parameters: Parameters
  /// The number in the whole of each number of a frame; `none` for those that are not laid out
  /// here.
  let numbers: [FrameNumber]

  /// Copies views and constraints from the whole.
  ///
  /// - Parameters:
  ///   - views: the root and the views, in document order.
  ///   - places: the constraints' places.
  ///   - rows: all constraints.
  ///   - whole: all views.
  ///   - parameters: the parameters that frames of the whole are functions of.
  ///   - given: returns the value of an unknown that is not laid out here; `nil` for one that is.
  init(
    _ views: [Int32], _ places: [Int], of rows: borrowing ConstraintRows, in whole: ViewTree,
    _ parameters: Parameters, _ given: (RootUnknown) -> AffineNumber?
  ) {
    let own = Arena<Int32>(repeating: 0, count: whole.count)
    for (place, view) in views.enumerated() { own[view] = Int32(place) }
    var tree = whole.part(
      views, superviews: views.map { $0 == 0 ? -1 : own[whole.superviews[Int($0)]] })
    var numbers = [FrameNumber](repeating: .none, count: 4 * views.count)
    var others: [ConstraintRows.Given] = []
    others.reserveCapacity(2 * views.count)
    for place in views.indices.dropFirst() {
      for side in 0..<4 {
        let unknown = RootUnknown(view: Int(views[place]), side: side)
        if let form = given(unknown) {
          others.append(.init(unknown: RootUnknown(view: place, side: side), form: form))
        } else {
          numbers[4 * place + side] = FrameNumber(unknown.index)
        }
      }
      let size = tree.intrinsicSize(of: ViewID(place))
      let own = IntrinsicSize(
        numbers[4 * place + 2].isNone ? nil : size.horizontal,
        numbers[4 * place + 3].isNone ? nil : size.vertical)
      if own != size { tree.setIntrinsicSize(own, of: ViewID(place)) }
    }
    self.tree = tree
    self.rows = rows.part(places, given: others) {
      RootUnknown(view: Int(own[$0.view]), side: $0.side)
    }
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
