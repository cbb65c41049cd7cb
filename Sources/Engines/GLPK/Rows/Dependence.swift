import Constraints
import LayoutBenchFunctions
import LayoutModel

/// Which numbers of frames depend on which.
///
/// A number is *given* where a required equality determines it from the root's numbers and others that
/// are given: all else may change and it stays. Numbers that are not given depend on each other where
/// a constraint speaks of both; so do the places of a view and its superview, between which what is
/// open is settled. What is given depends on what it is determined from, and on nothing else.
///
/// Parts that do not depend on each other are laid out apart: each level sums violations, and a sum is
/// least where its parts are.
struct Dependence: ~Copyable {
  /// A constraint in the list of an unknown.
  struct Use: BitwiseCopyable {
    var row: RowNumber
    var next: Int32
  }

  /// The constraint that determines each unknown; `none` of what is not given.
  private let definers: Arena<RowNumber>
  /// The first of the constraints that speak of each unknown.
  private let firstUses: Arena<Int32>
  private var uses = Arena<Use>(capacity: 64)
  /// The first of the uses that are free again.
  private var freeUse: Int32 = -1
  /// The first subview of each view, and the next one of the same superview; 0 where there is none.
  private let firstSubviews: Arena<Int32>
  private let nextSubviews: Arena<Int32>
  /// Unknowns that are still to be looked at.
  private var queue = Arena<RootUnknown>(capacity: 64)

  /// Finds what is given.
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

  /// The rows that speak of a view's numbers, the last first.
  func rows(of view: ViewID) -> [Int] {
    var rows: Set<Int> = []
    for side in 0..<4 {
      var use = firstUses[RootUnknown(view: view.index, side: side)]
      while use >= 0 {
        rows.insert(Int(uses[use].row.index))
        use = uses[use].next
      }
    }
    return rows.sorted(by: >)
  }

  /// What a constraint has a say in: one that has come, is about to go, or says something else.
  ///
  /// - Parameters:
  ///   - row: the constraint, before it goes or after it has come.
  ///   - rows: all constraints.
  /// - Returns: unknowns; none where it speaks of the root only.
  func concerned(by row: Int, _ rows: borrowing ConstraintRows) -> [RootUnknown] {
    let unknowns = rows.unknowns(ofRow: row)
    if let defined = unknowns.first(where: { definers[$0] == RowNumber(row) }) { return [defined] }
    let open = unknowns.filter { definers[$0].isNone }
    return open.isEmpty ? unknowns : open
  }

  /// Notes a constraint that has come.
  mutating func add(_ row: Int, _ rows: borrowing ConstraintRows) {
    for unknown in rows.unknowns(ofRow: row) {
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

  /// Forgets a constraint that is about to go; the last one gets its number.
  mutating func remove(_ row: Int, _ rows: borrowing ConstraintRows) {
    for unknown in rows.unknowns(ofRow: row) {
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
    let last = rows.rows.count - 1
    guard row != last else { return }
    for unknown in rows.unknowns(ofRow: last) {
      if definers[unknown] == RowNumber(last) { definers[unknown] = RowNumber(row) }
      var use = firstUses[unknown]
      while uses[use].row != RowNumber(last) { use = uses[use].next }
      uses.base[Int(use)].row = RowNumber(row)
    }
  }

  // MARK: - What is given

  /// Has a constraint determine the only unknown that is not given of those that it speaks of.
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
    // What a small multiple of it says is not trusted.
    guard open >= 0, abs(row.coefficients[open]) > 1e-3 else { return }
    definers[row.unknowns[open]] = RowNumber(place)
    queue.append(RootUnknown(row.unknowns[open]))
  }

  /// Draws the conclusions of what is newly given.
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

  /// What an unknown is to a part.
  private enum Role: UInt8, BitwiseCopyable {
    case none, concerned, given
  }

  /// All that depends on some unknowns, as a layout of its own.
  ///
  /// - Parameters:
  ///   - seeds: the unknowns.
  ///   - rows: the present constraints.
  ///   - tree: the views.
  ///   - parameters: what frames are functions of.
  ///   - form: what an unknown is that the part does not change.
  /// - Returns: `nil` where it is most of the whole.
  mutating func part(
    of seeds: [RootUnknown], _ rows: borrowing ConstraintRows, in tree: ViewTree,
    _ parameters: Parameters, _ form: (RootUnknown) -> AffineNumber
  ) -> LayoutPart? {
    // 1 The unknowns and their constraints.
    let roles = Arena<Role>(repeating: .none, count: definers.count)
    let isTouched = Arena<Bool>(repeating: false, count: rows.rows.count)
    let count = spread(seeds, roles, isTouched, rows, in: tree)
    let places = isTouched.indices.filter { isTouched[$0] }
    // 2 What is given, and what else the constraints speak of.
    for unknown in roles.indices where roles[unknown] == .concerned { definers[unknown] = .none }
    for place in places { define(by: place, rows) }
    defineFurther(rows)
    // What is kept is worth less than what is copied then.
    guard 4 * count <= 3 * roles.count else { return nil }
    for place in places {
      rows.forEachUnknown(of: rows.rows[place]) { unknown in
        if roles[unknown] == .none { roles[unknown] = .given }
      }
    }
    // 3 Their views, and what their places are relative to.
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

  /// Finds all that depends on some unknowns, and the constraints that speak of it.
  ///
  /// - Returns: how many unknowns that are.
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
      // Frames are relative to the superview's place, and what is open is settled so.
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

  /// Has an unknown laid out in the part.
  ///
  /// - Returns: 1 where it was not yet so.
  private mutating func concern(_ unknown: RootUnknown, _ roles: borrowing Arena<Role>) -> Int {
    guard roles[unknown] == .none else { return 0 }
    roles[unknown] = .concerned
    queue.append(unknown)
    return 1
  }
}
