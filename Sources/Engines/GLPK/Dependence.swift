import Constraints
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
  /// So often are all constraints looked at: what is not told by then is not worth it.
  private static let mostPasses = 12

  /// The constraint that determines each unknown; -1 of what is not given.
  private let definers: Arena<Int32>

  /// Finds what is given.
  init(_ rows: borrowing ConstraintRows, in tree: ViewTree) {
    definers = Arena(repeating: -1, count: 4 * tree.count)
    define(by: rows.rows.indices, rows)
  }

  /// What constraints are about to determine, of which one is taken away or has come, or says
  /// something else.
  ///
  /// - Parameters:
  ///   - row: the constraint, before it goes or after it has come.
  ///   - rows: all constraints.
  /// - Returns: unknowns of which other constraints speak then; none where it speaks of the root only.
  func concerned(by row: Int, _ rows: borrowing ConstraintRows) -> [Int32] {
    let unknowns = rows.unknowns(ofRow: row)
    if let defined = unknowns.first(where: { definers[$0] == row }) { return [defined] }
    let open = unknowns.filter { definers[$0] < 0 }
    return open.isEmpty ? unknowns : open
  }

  /// Forgets what a constraint determines, which goes; the last one gets its number.
  func remove(_ row: Int, _ rows: borrowing ConstraintRows) {
    for unknown in rows.unknowns(ofRow: row) where definers[unknown] == row {
      definers[unknown] = -1
    }
    let last = rows.rows.count - 1
    for unknown in rows.unknowns(ofRow: last) where definers[unknown] == last {
      definers[unknown] = Int32(row)
    }
  }

  /// Finds what constraints determine, in whatever order they stand.
  private func define(
    by places: some BidirectionalCollection<Int>, _ rows: borrowing ConstraintRows
  ) {
    let list = rows.rows.span
    Self.passes(over: places) { place in
      let row = list[unchecked: place]
      guard row.relation == .equal, row.isRequired, row.count > 0 else { return false }
      var open = -1
      for index in 0..<Int(row.count) {
        let unknown = row.unknowns[index]
        guard unknown > 3, definers[unknown] < 0 else { continue }
        guard open < 0 else { return false }
        open = index
      }
      guard open >= 0, abs(row.coefficients[open]) > 1e-3 else { return false }
      definers[row.unknowns[open]] = Int32(place)
      return true
    }
  }

  /// Visits places to and fro until none has an effect.
  ///
  /// - Returns: whether that was so in the end.
  @discardableResult
  private static func passes(
    over places: some BidirectionalCollection<Int>, _ visit: (Int) -> Bool
  ) -> Bool {
    for pass in 0..<mostPasses {
      var isEffective = false
      if pass & 1 == 0 {
        for place in places where visit(place) { isEffective = true }
      } else {
        for place in places.reversed() where visit(place) { isEffective = true }
      }
      if !isEffective { return true }
    }
    return false
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
  /// - Returns: `nil` where it is most of the whole; nothing is known then of what depends on what.
  func part(
    of seeds: [Int32], _ rows: borrowing ConstraintRows, in tree: ViewTree,
    _ parameters: Parameters, _ form: (Int32) -> AffineNumber
  ) -> LayoutPart? {
    // 1 The unknowns.
    let roles = Arena<Role>(repeating: .none, count: definers.count)
    for seed in seeds { roles[seed] = .concerned }
    guard spread(roles, rows, in: tree) else { return nil }
    var count = 0
    for unknown in roles.indices where roles[unknown] == .concerned {
      definers[unknown] = -1
      count += 1
    }
    // What is kept is worth less than what is copied then.
    guard 4 * count <= 3 * roles.count else { return nil }
    // 2 Their constraints, and what else these speak of.
    var places: [Int] = []
    let list = rows.rows.span
    for place in list.indices where isTouched(list[unchecked: place], rows, roles) {
      places.append(place)
      rows.forEachUnknown(of: list[unchecked: place]) { unknown in
        if roles[unknown] == .none { roles[unknown] = .given }
      }
    }
    define(by: places, rows)
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

  /// Finds all that depends on what is concerned.
  ///
  /// - Returns: whether it was found.
  private func spread(
    _ roles: borrowing Arena<Role>, _ rows: borrowing ConstraintRows, in tree: ViewTree
  ) -> Bool {
    let list = rows.rows.span
    let count = list.count
    return Self.passes(over: 0..<count + tree.count) { place in
      var isEffective = false
      guard place < count else {
        let view = place - count
        let superview = tree.superviews[view]
        guard superview > 0 else { return false }
        for side in 0..<Int32(2) {
          let (own, other) = (4 * Int32(view) + side, 4 * superview + side)
          if roles[other] == .concerned, roles[own] == .none {
            roles[own] = .concerned
            isEffective = true
          } else if roles[own] == .concerned, roles[other] == .none, definers[other] < 0 {
            roles[other] = .concerned
            isEffective = true
          }
        }
        return isEffective
      }
      let row = list[unchecked: place]
      guard isTouched(row, rows, roles) else { return false }
      rows.forEachUnknown(of: row) { unknown in
        guard roles[unknown] == .none, definers[unknown] < 0 || definers[unknown] == place
        else { return }
        roles[unknown] = .concerned
        isEffective = true
      }
      return isEffective
    }
  }

  /// Whether a constraint speaks of what is concerned.
  @inline(__always)
  private func isTouched(
    _ row: ConstraintRows.Row, _ rows: borrowing ConstraintRows, _ roles: borrowing Arena<Role>
  ) -> Bool {
    guard row.count > 0 else {
      return rows.longForms[Int(row.unknowns.x)].contains { roles[$0.unknown] == .concerned }
    }
    for index in 0..<Int(row.count) where roles[row.unknowns[index]] == .concerned { return true }
    return false
  }
}
