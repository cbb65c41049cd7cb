import LayoutModel

/// Which numbers of frames depend on each other.
///
/// Two do where a constraint speaks of both, and so do a view's place and its superview's: what is
/// open is settled between these. The root's numbers are given and join nothing. Where nothing joins
/// two parts each is laid out alone, since violations are summed on each level, and settling goes number by number.
struct Dependence: ~Copyable {
  /// Each unknown's way to the one that stands for its part.
  private let parents: Arena<Int32>

  /// Joins what the constraints between the views of a tree join.
  init(_ rows: borrowing ConstraintRows, in tree: ViewTree) {
    parents = Arena(repeating: 0, count: 4 * tree.count)
    for unknown in parents.indices { parents[unknown] = Int32(unknown) }
    for index in rows.rows.indices { join(rows.rows[index], of: rows) }
    for view in 1..<max(1, tree.count) { joinPlaces(of: view, in: tree) }
  }

  /// Joins the numbers that a constraint speaks of.
  ///
  /// Taking one away needs no word: parts that have come apart are told apart when they are laid out.
  @inline(__always)
  func join(_ row: ConstraintRows.Row, of rows: borrowing ConstraintRows) {
    var first: Int32 = -1
    rows.forEachUnknown(of: row) { unknown in
      if first < 0 {
        first = find(unknown)
      } else {
        first = join(first, find(unknown))
      }
    }
  }

  private func joinPlaces(of view: Int, in tree: ViewTree) {
    let superview = tree.superviews[view]
    guard superview > 0 else { return }
    for side in 0..<Int32(2) {
      _ = join(find(4 * Int32(view) + side), find(4 * superview + side))
    }
  }

  /// Joins two that stand for their parts.
  @inline(__always)
  private func join(_ one: Int32, _ other: Int32) -> Int32 {
    let (low, high) = (min(one, other), max(one, other))
    parents[high] = low
    return low
  }

  @inline(__always)
  private func find(_ unknown: Int32) -> Int32 {
    var unknown = unknown
    while true {
      let parent = parents[unknown]
      guard parent != unknown else { return unknown }
      let above = parents[parent]
      parents[unknown] = above
      unknown = above
    }
  }

  // MARK: - Parts

  /// All that depends on some unknowns, as a layout of its own.
  ///
  /// - Parameters:
  ///   - seeds: the unknowns.
  ///   - rows: the present constraints.
  ///   - tree: the views.
  ///   - parameters: what frames are functions of.
  /// - Returns: `nil` where it is most of the whole.
  func part(
    of seeds: [Int32], _ rows: borrowing ConstraintRows, in tree: ViewTree,
    _ parameters: Parameters
  ) -> LayoutPart? {
    // 1 The unknowns, as they were joined at any time.
    let isSeed = Arena<Bool>(repeating: false, count: parents.count)
    for seed in seeds { isSeed[find(seed)] = true }
    let isConcerned = Arena<Bool>(repeating: false, count: parents.count)
    for unknown in 4..<Int32(parents.count) { isConcerned[unknown] = isSeed[find(unknown)] }
    var views: [Int32] = [0]
    var count = 0
    for view in 1..<tree.count {
      var isAny = false
      for unknown in 4 * view..<4 * view + 4 where isConcerned[unknown] {
        parents[unknown] = Int32(unknown)
        count += 1
        isAny = true
      }
      if isAny { views.append(Int32(view)) }
    }
    // 2 Their constraints, and what these join now.
    var places: [Int32] = []
    let list = rows.rows.span
    for index in list.indices {
      let first = rows.firstUnknown(of: list[unchecked: index])
      guard first >= 0, isConcerned[first] else { continue }
      places.append(Int32(index))
      join(list[unchecked: index], of: rows)
    }
    for view in views.dropFirst() { joinPlaces(of: Int(view), in: tree) }
    // What is kept is worth less than what is copied then.
    guard 4 * count <= 3 * parents.count else { return nil }
    return LayoutPart(views, places, of: rows, in: tree, parameters) { isConcerned[$0] }
  }
}

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
  ///   - isConcerned: whether a number of the whole is laid out here.
  fileprivate init(
    _ views: [Int32], _ places: [Int32], of rows: borrowing ConstraintRows, in whole: ViewTree,
    _ parameters: Parameters, _ isConcerned: (Int32) -> Bool
  ) {
    let own = Arena<Int32>(repeating: 0, count: whole.count)
    for (place, view) in views.enumerated() { own[view] = Int32(place) }
    var tree = whole.part(
      views, superviews: views.map { $0 == 0 ? -1 : own[whole.superviews[Int($0)]] })
    var numbers = [Int32](repeating: -1, count: 4 * views.count)
    var others: [Int32] = []
    for (place, view) in views.enumerated().dropFirst() {
      for side in 0..<Int32(4) {
        if isConcerned(4 * view + side) {
          numbers[4 * place + Int(side)] = 4 * view + side
        } else {
          others.append(Int32(4 * place) + side)
        }
      }
      var size = tree.intrinsicSize(of: ViewID(place))
      if numbers[4 * place + 2] < 0 { size.horizontal = nil }
      if numbers[4 * place + 3] < 0 { size.vertical = nil }
      tree.setIntrinsicSize(size, of: ViewID(place))
    }
    self.tree = tree
    self.rows = rows.part(places, without: others) { 4 * own[$0 >> 2] + $0 & 3 }
    self.numbers = numbers
    switch parameters {
    case .rootSize: self.parameters = .rootSize
    case .content(let view):
      let place = own[view.index]
      self.parameters = place > 0 ? .content(ViewID(Int(place))) : .none
    case .constant(let row):
      self.parameters = places.firstIndex(of: Int32(row)).map { .constant($0) } ?? .none
    }
  }
}
