import Constraints
import LayoutBenchFunctions
import LayoutModel

/// The dependences between the numbers of frames.
///
/// A number is *given* where a required equality determines it from the root's numbers and others
/// that are given: it stays the same whatever else changes. Numbers that are not given depend on
/// each other where a constraint contains both; so do the places of a view and its superview,
/// relative to which open numbers are settled. A given number depends only on those that determine
/// it.
///
/// Parts that do not depend on each other are laid out separately: each level sums violations, and
/// a sum is least where its parts are.
struct Dependence: ~Copyable {
  /// A constraint in the list of an unknown.
  struct Use: BitwiseCopyable {
    var row: RowNumber
    var next: Int32
  }

  /// The constraint that determines each unknown; `none` where it is not given.
  private let definers: Arena<RowNumber>
  /// The first of the constraints that contain each unknown.
  private let firstUses: Arena<Int32>
  private var uses = Arena<Use>(capacity: 64)
  /// The first of the uses that can be reused.
  private var freeUse: Int32 = -1
  /// The first subview of each view, and the next one of the same superview; 0 where there is none.
  private let firstSubviews: Arena<Int32>
  private let nextSubviews: Arena<Int32>
  /// Unknowns that are still to be visited.
  private var queue = Arena<RootUnknown>(capacity: 64)

  /// Finds the given numbers.
  init(_ rows: borrowing ConstraintRows, in tree: ViewTree) {
    definers = Arena(repeating: .none, count: 4 * tree.count)
    firstUses = Arena(repeating: -1, count: 4 * tree.count)
    firstSubviews = Arena(repeating: 0, count: tree.count)
    nextSubviews = Arena(repeating: 0, count: tree.count)
    for view in stride(from: tree.count - 1, to: 0, by: -1) {
      let superview = tree.superviews[view]
      nextSubviews[view] = firstSubviews[superview]
      firstSubviews[superview] = Int32(view)
    }
    for row in rows.rows.indices { add(row, rows) }
    for row in rows.rows.indices { define(by: row, rows) }
    defineFurther(rows)
  }

  // MARK: - Changes

  /// Adds the places of the rows that contain a view's numbers to a list, some of them twice.
  func appendRows(of view: ViewID, to places: inout [Int]) {
    for side in 0..<4 {
      var use = firstUses[RootUnknown(view: view.index, side: side)]
      while use >= 0 {
        places.append(Int(uses[use].row.index))
        use = uses[use].next
      }
    }
  }

  /// Adds the unknowns that a constraint affects to a list; none where it names the root only.
  ///
  /// - Parameters:
  ///   - row: the constraint, before it is removed or taken out, or after it was added.
  ///   - rows: all constraints.
  ///   - unknowns: the list.
  func appendConcerned(
    by row: Int, _ rows: borrowing ConstraintRows, to unknowns: inout [RootUnknown]
  ) {
    let number = RowNumber(row)
    var defined: RootUnknown?
    var isAnyOpen = false
    rows.forEachUnknown(of: rows.rows[row]) { unknown in
      if definers[unknown] == number, defined == nil { defined = unknown }
      if definers[unknown].isNone { isAnyOpen = true }
    }
    if let defined { return unknowns.append(defined) }
    rows.forEachUnknown(of: rows.rows[row]) { unknown in
      if !isAnyOpen || definers[unknown].isNone { unknowns.append(unknown) }
    }
  }

  /// Records a constraint that was added.
  mutating func add(_ row: Int, _ rows: borrowing ConstraintRows) {
    rows.forEachUnknown(of: rows.rows[row]) { unknown in
      let use = Use(row: RowNumber(row), next: firstUses[unknown])
      if freeUse >= 0 {
        firstUses[unknown] = freeUse
        freeUse = uses[freeUse].next
        uses[firstUses[unknown]] = use
      } else {
        firstUses[unknown] = Int32(uses.count)
        uses.append(use)
      }
    }
  }

  /// Removes the records of a constraint that is about to be removed or taken out.
  mutating func remove(_ row: Int, _ rows: borrowing ConstraintRows) {
    rows.forEachUnknown(of: rows.rows[row]) { unknown in
      if definers[unknown] == RowNumber(row) { definers[unknown] = .none }
      var (before, use): (Int32, Int32) = (-1, firstUses[unknown])
      while uses[use].row != RowNumber(row) { (before, use) = (use, uses[use].next) }
      if before < 0 {
        firstUses[unknown] = uses[use].next
      } else {
        uses.base[Int(before)].next = uses[use].next
      }
      uses.base[Int(use)].next = freeUse
      freeUse = use
    }
  }

  // MARK: - Given numbers

  /// Makes a constraint determine the only one of its unknowns that is not given.
  private mutating func define(by place: Int, _ rows: borrowing ConstraintRows) {
    let row = rows.rows[place]
    guard row.relation == .equal, row.isRequired, row.count > 0 else { return }
    var open = -1
    for index in 0..<Int(row.count) {
      let unknown = RootUnknown(row.unknowns[index])
      guard !unknown.isOfRoot, definers[unknown].isNone else { continue }
      guard open < 0 else { return }
      open = index
    }
    // With a small coefficient, the constraint determines it too inexactly.
    guard open >= 0, abs(row.coefficients[open]) > 1e-3 else { return }
    definers[row.unknowns[open]] = RowNumber(place)
    queue.append(RootUnknown(row.unknowns[open]))
  }

  /// Finds the numbers that newly given ones determine.
  private mutating func defineFurther(_ rows: borrowing ConstraintRows) {
    while let unknown = queue.popLast() {
      var use = firstUses[unknown]
      while use >= 0 {
        define(by: Int(uses[use].row.index), rows)
        use = uses[use].next
      }
    }
  }

  // MARK: - Parts

  /// The role of an unknown in a part.
  private enum Role: UInt8, BitwiseCopyable {
    case none, concerned, given
  }

  /// Returns all that depends on some unknowns, as a layout of its own.
  ///
  /// - Parameters:
  ///   - seeds: the unknowns.
  ///   - rows: the present constraints.
  ///   - tree: the views.
  ///   - parameters: the parameters that frames are functions of.
  ///   - form: returns the value of an unknown that the part does not change.
  /// - Returns: the part; `nil` where it is most of the whole.
  mutating func part(
    of seeds: [RootUnknown], _ rows: borrowing ConstraintRows, in tree: ViewTree,
    _ parameters: Parameters, _ form: (RootUnknown) -> AffineNumber
  ) -> LayoutPart? {
    // 1 The unknowns and their constraints.
    let roles = Arena<Role>(repeating: .none, count: definers.count)
    let isTouched = Arena<Bool>(repeating: false, count: rows.rows.count)
    let count = spread(seeds, roles, isTouched, rows, in: tree)
    let places = isTouched.indices.filter { isTouched[$0] }
    // 2 The given numbers, and the others that the constraints contain.
    for unknown in roles.indices where roles[unknown] == .concerned { definers[unknown] = .none }
    for place in places { define(by: place, rows) }
    defineFurther(rows)
    // Keeping the small rest would save less than copying this part costs.
    guard 4 * count <= 3 * roles.count else { return nil }
    for place in places {
      rows.forEachUnknown(of: rows.rows[place]) { unknown in
        if roles[unknown] == .none { roles[unknown] = .given }
      }
    }
    // 3 Their views, and the places that theirs are relative to.
    var views: [Int32] = [0]
    for view in stride(from: Int32(tree.count) - 1, to: 0, by: -1) {
      var isAny = false
      for side in 0..<Int32(4) {
        let role = roles[4 * view + side]
        if role != .none { isAny = true }
        guard role == .concerned, side < 2 else { continue }
        let place = 4 * tree.superviews[Int(view)] + side
        if place > 3, roles[place] == .none { roles[place] = .given }
      }
      if isAny { views.append(view) }
    }
    views[1...].reverse()
    return LayoutPart(views, places, of: rows, in: tree, parameters) { unknown in
      switch roles[unknown] {
      case .concerned: nil
      case .given: form(unknown)
      case .none: AffineNumber()
      }
    }
  }

  /// Finds all that depends on some unknowns, and the constraints that contain it.
  ///
  /// - Returns: the number of these unknowns.
  private mutating func spread(
    _ seeds: [RootUnknown], _ roles: borrowing Arena<Role>, _ isTouched: borrowing Arena<Bool>,
    _ rows: borrowing ConstraintRows, in tree: ViewTree
  ) -> Int {
    var count = 0
    for seed in seeds { count += concern(seed, roles) }
    while let unknown = queue.popLast() {
      var use = firstUses[unknown]
      while use >= 0 {
        let row = uses[use].row
        use = uses[use].next
        guard !isTouched[row] else { continue }
        isTouched[row] = true
        rows.forEachUnknown(of: rows.rows[Int(row.index)]) { other in
          guard definers[other].isNone || definers[other] == row else { return }
          count += concern(other, roles)
        }
      }
      // Frames and the settling of open numbers are relative to the superview's place.
      guard unknown.side < 2 else { continue }
      let place = RootUnknown(view: Int(tree.superviews[unknown.view]), side: unknown.side)
      if !place.isOfRoot, definers[place].isNone { count += concern(place, roles) }
      var subview = firstSubviews[unknown.view]
      while subview > 0 {
        count += concern(.init(view: Int(subview), side: unknown.side), roles)
        subview = nextSubviews[subview]
      }
    }
    return count
  }

  /// Adds an unknown to the part.
  ///
  /// - Returns: 1 where it was not yet in it.
  private mutating func concern(_ unknown: RootUnknown, _ roles: borrowing Arena<Role>) -> Int {
    guard roles[unknown] == .none else { return 0 }
    roles[unknown] = .concerned
    queue.append(unknown)
    return 1
  }
}
