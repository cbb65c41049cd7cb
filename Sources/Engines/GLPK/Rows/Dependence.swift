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
  let definers: Arena<RowNumber>
  /// The first of the constraints that contain each unknown.
  private let firstUses: Arena<Int32>
  private var uses = Arena<Use>(capacity: 64)
  /// The first of the uses that can be reused.
  private var freeUse: Int32 = -1
  /// The first subview of each view, and the next one of the same superview; 0 where there is none.
  private let firstSubviews: Arena<Int32>
  private let nextSubviews: Arena<Int32>
  /// The least depth of a view that encloses all that one of a view's constraints is about.
  ///
  /// It is 0 where that depends on the place in the root, and the largest number where nothing above the view's
  /// superview matters. Constraints count that were there when the present layout was found, too.
  private let reaches: Arena<Int32>
  /// Views whose reach includes constraints that are gone.
  private var outdated: [Int] = []
  private let isOutdated: Arena<Bool>
  /// Unknowns that are still to be visited.
  private var queue = Arena<RootUnknown>(capacity: 64)

  /// Finds the given numbers.
  init(_ rows: borrowing ConstraintRows, in tree: ViewTree) {
    definers = Arena(repeating: .none, count: 4 * tree.count)
    firstUses = Arena(repeating: -1, count: 4 * tree.count)
    firstSubviews = Arena(repeating: 0, count: tree.count)
    nextSubviews = Arena(repeating: 0, count: tree.count)
    reaches = Arena(repeating: .max, count: tree.count)
    isOutdated = Arena(repeating: false, count: tree.count)
    for view in stride(from: tree.count - 1, to: 0, by: -1) {
      let superview = tree.superviews[view]
      nextSubviews[view] = firstSubviews[superview]
      firstSubviews[superview] = Int32(view)
    }
    for row in rows.rows.indices { add(row, rows, in: tree) }
    for row in rows.rows.indices { define(by: row, rows) }
    defineFurther(rows)
  }

  // MARK: - Changes

  /// Adds the places of the rows that contain a view's numbers to a list, some of them twice.
  func appendRows(of view: ViewID, to places: inout [Int]) {
    for side in 0..<4 {
      forEachRow(of: RootUnknown(view: view.index, side: side)) { places.append(Int($0.index)) }
    }
  }

  /// Calls a function with each constraint that contains an unknown.
  @inline(__always)
  func forEachRow(of unknown: RootUnknown, _ visit: (RowNumber) -> Void) {
    var use = firstUses[unknown]
    while use >= 0 {
      visit(uses[use].row)
      use = uses[use].next
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
  mutating func add(_ row: Int, _ rows: borrowing ConstraintRows, in tree: ViewTree) {
    let reach = reach(of: row, rows, in: tree)
    rows.forEachUnknown(of: rows.rows[row]) { unknown in
      lowerReach(of: unknown.view, to: reach, in: tree)
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
  mutating func remove(_ row: Int, _ rows: borrowing ConstraintRows, in tree: ViewTree) {
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
    let reach = reach(of: row, rows, in: tree)
    rows.forEachUnknown(of: rows.rows[row]) { unknown in
      guard reaches[unknown.view] == reach, !isOutdated[unknown.view] else { return }
      isOutdated[unknown.view] = true
      outdated.append(unknown.view)
    }
  }

  // MARK: - Views that enclose all that their constraints are about

  /// The most levels above a view at which a constraint's other views are looked for.
  private static var mostLevels: Int { 16 }

  /// True if constraints with a number of a view's descendants name these and the view alone, and stay the same
  /// wherever the view is.
  ///
  /// - Parameters:
  ///   - views: the view and its descendants.
  ///   - tree: the views.
  /// - Returns: whether they do.
  func isClosed(_ views: Range<Int>, in tree: ViewTree) -> Bool {
    let depth = tree.depths[views.lowerBound]
    for view in views.dropFirst() where reaches[view] < depth { return false }
    return true
  }

  /// The depth of the lowest view that encloses all that a constraint is about, itself perhaps one of these.
  ///
  /// It is 0 where the constraint depends on the place in the root, or its views are far apart.
  private func reach(of row: Int, _ rows: borrowing ConstraintRows, in tree: ViewTree) -> Int32 {
    var sums = SIMD2<Double>(0, 0)
    var scale = 0.0
    var top = -1
    var levels = 0
    rows.forEachTerm(of: rows.rows[row]) { unknown, coefficient in
      if unknown.side < 2 {
        sums[unknown.side] += coefficient
        scale += abs(coefficient)
      }
      guard top >= 0 else { return top = unknown.view }
      var other = unknown.view
      while other != top, levels < Self.mostLevels {
        if tree.depths[other] >= tree.depths[top] {
          other = Int(tree.superviews[other])
        } else {
          top = Int(tree.superviews[top])
        }
        levels += 1
      }
    }
    guard top >= 0, levels < Self.mostLevels, abs(sums.x) <= 1e-12 * scale,
      abs(sums.y) <= 1e-12 * scale
    else { return 0 }
    return tree.depths[top]
  }

  /// Lowers a view's reach, unless nothing above its superview matters for it.
  @inline(__always)
  private func lowerReach(of view: Int, to reach: Int32, in tree: ViewTree) {
    if reach < tree.depths[view] - 1 { reaches[view] = min(reaches[view], reach) }
  }

  /// Forgets constraints that are gone, once no layout depends on them.
  mutating func forgetGone(_ rows: borrowing ConstraintRows, in tree: ViewTree) {
    for view in outdated {
      isOutdated[view] = false
      reaches[view] = .max
      for side in 0..<4 {
        forEachRow(of: RootUnknown(view: view, side: side)) { row in
          lowerReach(of: view, to: reach(of: Int(row.index), rows, in: tree), in: tree)
        }
      }
    }
    outdated.removeAll(keepingCapacity: true)
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
    while let unknown = queue.popLast() { defineByRows(of: unknown, rows) }
  }

  private mutating func defineByRows(of unknown: RootUnknown, _ rows: borrowing ConstraintRows) {
    var use = firstUses[unknown]
    while use >= 0 {
      define(by: Int(uses[use].row.index), rows)
      use = uses[use].next
    }
  }

  /// Finds the given numbers again, after constraints were added and removed.
  ///
  /// - Parameters:
  ///   - seeds: the unknowns that these constraints affect.
  ///   - rows: the present constraints.
  /// - Returns: the seeds, and all numbers that were given by them or are now.
  mutating func update(_ seeds: [RootUnknown], _ rows: borrowing ConstraintRows) -> [RootUnknown] {
    let isChanged = Arena<Bool>(repeating: false, count: definers.count)
    var changed: [RootUnknown] = []
    changed.reserveCapacity(2 * seeds.count)
    func change(_ unknown: RootUnknown) {
      guard !isChanged[unknown] else { return }
      isChanged[unknown] = true
      changed.append(unknown)
    }
    // What is given by a number that may not be given any more may not be so either.
    for seed in seeds { change(seed) }
    var next = 0
    while next < changed.count {
      let unknown = changed[next]
      next += 1
      definers[unknown] = .none
      forEachRow(of: unknown) { row in
        rows.forEachUnknown(of: rows.rows[Int(row.index)]) { other in
          if definers[other] == row { change(other) }
        }
      }
    }
    for index in changed.indices { defineByRows(of: changed[index], rows) }
    while let unknown = queue.popLast() {
      change(unknown)
      defineByRows(of: unknown, rows)
    }
    return changed
  }

  // MARK: - Parts

  /// The role of an unknown in a part.
  private enum Role: UInt8, BitwiseCopyable {
    case none, concerned, given
  }

  /// Returns all that depends on some unknowns, as a layout of its own.
  ///
  /// - Parameters:
  ///   - seeds: the unknowns, from `update`.
  ///   - isSmall: whether only a part is wanted that is not worth a search for enclosing views.
  ///   - rows: the present constraints.
  ///   - tree: the views.
  ///   - parameters: the parameters that frames are functions of.
  ///   - form: returns the value of an unknown that the part does not change.
  /// - Returns: the part; `nil` where it is larger, or most of the whole.
  mutating func part(
    of seeds: [RootUnknown], isSmall: Bool, _ rows: borrowing ConstraintRows, in tree: ViewTree,
    _ parameters: Parameters, _ form: (RootUnknown) -> AffineNumber
  ) -> LayoutPart? {
    // 1 The unknowns and their constraints.
    let roles = Arena<Role>(repeating: .none, count: definers.count)
    let isTouched = Arena<Bool>(repeating: false, count: rows.rows.count)
    // Keeping a small rest would save less than copying the part costs.
    let limit = isSmall ? roles.count / 8 : 3 * roles.count / 4
    let count = spread(seeds, roles, isTouched, rows, in: tree, atMost: limit)
    guard count <= limit else { return nil }
    // 2 The other numbers that the constraints contain.
    let places = isTouched.indices.filter { isTouched[$0] }
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
  /// - Returns: the number of these unknowns; where it exceeds a limit, a part of them.
  private mutating func spread(
    _ seeds: [RootUnknown], _ roles: borrowing Arena<Role>, _ isTouched: borrowing Arena<Bool>,
    _ rows: borrowing ConstraintRows, in tree: ViewTree, atMost limit: Int
  ) -> Int {
    var count = 0
    for seed in seeds { count += concern(seed, roles) }
    while let unknown = queue.popLast() {
      guard count <= limit else {
        queue.removeAll()
        break
      }
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
