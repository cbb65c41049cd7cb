import Constraints
import LayoutBenchFunctions
import LayoutModel

/// A view that contains all that constraints changed, with the views in it, such as a cell of a list:
/// it is laid out by itself, and whatever its new size moves is moved.
///
/// Everything outside depends on the view through its size alone. Where the size changes by d, numbers
/// outside are found that may change by a multiple of d each such that every constraint outside says
/// the same as before. Both systems then share no violation, so that the best layout of the whole is the
/// best one of the view, and the former one outside with these numbers moved.
struct EnclosedPart {
  /// A number outside that moves.
  struct Move {
    let number: FrameNumber
    /// Points for each point that the size grows.
    let factor: Double
  }

  /// The view and those in it, without the view's place.
  let part: LayoutPart
  /// Its sizes that may change, each with all numbers that move with it.
  let sizes: [(size: RootUnknown, moves: [Move])]
}

extension Dependence {
  /// The most views above each other that are tried: a deep tree costs no more for each view.
  private static var mostLevels: Int { 8 }

  /// Returns parts that contain all that depends on some unknowns, but for what they move.
  ///
  /// - Parameters:
  ///   - seeds: the unknowns.
  ///   - rows: the present constraints.
  ///   - tree: the views.
  ///   - parameters: the parameters that frames are functions of.
  ///   - form: returns the former value of an unknown.
  /// - Returns: the parts; `nil` where some unknown depends on others in another way, or few depend on
  ///   them at all.
  mutating func enclosedParts(
    of seeds: [RootUnknown], _ rows: borrowing ConstraintRows, in tree: ViewTree,
    _ parameters: Parameters, _ form: (RootUnknown) -> AffineNumber
  ) -> [EnclosedPart]? {
    guard !isPartSmall(of: seeds, rows, in: tree, atMost: tree.count / 2),
      var views = enclosingViews(of: seeds, rows, in: tree)
    else { return nil }
    var found: [(view: Int, sizes: [(RootUnknown, [EnclosedPart.Move])])] = []
    var moved: [RootUnknown] = []
    for _ in 0..<Self.mostLevels where found.isEmpty {
      var search = MoveSearch(views, definers.count, rows.rows.count)
      found = []
      for view in views {
        guard let sizes = moves(with: view, &search, rows, in: tree) else {
          // Another constraint depends on its size: the next view that encloses it may not matter.
          found = []
          guard add(Int(tree.superviews[view]), to: &views, rows, in: tree) else { return nil }
          break
        }
        found.append((view, sizes))
      }
      moved = search.moved
    }
    guard !found.isEmpty else { return nil }
    // Nothing fails from here on: the given numbers are those of the present constraints.
    var parts: [EnclosedPart] = []
    for (view, sizes) in found {
      let roles = Arena<Role>(repeating: .none, count: definers.count)
      let isTouched = Arena<Bool>(repeating: false, count: rows.rows.count)
      for inner in tree.indices(in: ViewID(view)).dropFirst() {
        for side in 0..<4 where side & 1 != rows.flatSide {
          let unknown = RootUnknown(view: inner, side: side)
          roles[unknown] = .concerned
          forEachRow(of: unknown) { isTouched[$0] = true }
        }
      }
      for (size, _) in sizes {
        roles[size] = .concerned
        forEachRow(of: size) { row in
          if isOfSizes(of: view, row, rows) { isTouched[row] = true }
        }
      }
      let places = isTouched.indices.filter { isTouched[$0] }
      for unknown in roles.indices where roles[unknown] == .concerned { definers[unknown] = .none }
      for place in places { define(by: place, rows) }
      parts.append(
        EnclosedPart(
          part: layoutPart(roles, places, rows, in: tree, parameters, form), sizes: sizes))
    }
    forget(moved, rows)
    defineFurther(rows)
    return parts
  }

  /// Calls a function with each row that contains an unknown.
  @inline(__always)
  func forEachRow(of unknown: RootUnknown, _ visit: (RowNumber) -> Void) {
    var use = firstUses[unknown]
    while use >= 0 {
      visit(uses[use].row)
      use = uses[use].next
    }
  }

  /// Discards that numbers which move, and others that these determine, are given.
  private mutating func forget(_ moved: [RootUnknown], _ rows: borrowing ConstraintRows) {
    var pending = moved
    var again: [RowNumber] = []
    while let unknown = pending.popLast() {
      if !definers[unknown].isNone {
        again.append(definers[unknown])
        definers[unknown] = .none
      }
      forEachRow(of: unknown) { row in
        rows.forEachUnknown(of: rows.rows[Int(row.index)]) { other in
          if definers[other] == row { pending.append(other) }
        }
      }
    }
    for row in again { define(by: Int(row.index), rows) }
  }

  // MARK: - Views that enclose a change

  /// The sizes of a view that may change, with what moves with each.
  ///
  /// - Returns: them; `nil` where a constraint would not say the same.
  private func moves(
    with view: Int, _ search: inout MoveSearch, _ rows: borrowing ConstraintRows, in tree: ViewTree
  ) -> [(RootUnknown, [EnclosedPart.Move])]? {
    var sizes: [(RootUnknown, [EnclosedPart.Move])] = []
    for axis in 0..<2 where axis != rows.flatSide {
      let size = RootUnknown(view: view, side: 2 + axis)
      guard definers[size].isNone else { continue }
      guard search.move(with: size, of: view, self, rows, in: tree) else { return nil }
      sizes.append((size, search.moves))
    }
    return sizes
  }

  /// The smallest views outside of which no constraint contains a number within that changes.
  private func enclosingViews(
    of seeds: [RootUnknown], _ rows: borrowing ConstraintRows, in tree: ViewTree
  ) -> [Int]? {
    var found: [Int] = []
    for seed in seeds {
      // The place of an enclosing view is no part of it.
      let isWithin = seed.side > 1 && definers[seed].isNone
      let view = isWithin ? seed.view : Int(tree.superviews[seed.view])
      guard add(view, to: &found, rows, in: tree) else { return nil }
    }
    return found
  }

  /// Adds the smallest view that contains a view and encloses what changes in it.
  ///
  /// - Returns: whether there is one, and all of them are a small part of the whole.
  private func add(
    _ view: Int, to found: inout [Int], _ rows: borrowing ConstraintRows, in tree: ViewTree
  ) -> Bool {
    if found.contains(where: { tree.contains(ViewID($0), ViewID(view)) }) { return true }
    var view = view
    var levels = 0
    while view > 0, !isClosed(view, rows, in: tree) {
      view = Int(tree.superviews[view])
      levels += 1
      guard levels < Self.mostLevels else { return false }
    }
    guard view > 0, found.count < 8 else { return false }
    found.removeAll { tree.contains(ViewID(view), ViewID($0)) }
    found.append(view)
    return found.reduce(0) { $0 + tree.indices(in: ViewID($1)).count } * 3 <= tree.count
  }

  /// True if constraints with a number of a view's descendants name no others but given ones, and
  /// do not depend on the view's place, unless that is given.
  private func isClosed(
    _ view: Int, _ rows: borrowing ConstraintRows, in tree: ViewTree
  ) -> Bool {
    let inner = tree.indices(in: ViewID(view))
    guard 3 * inner.count <= tree.count else { return false }
    var isClosed = true
    for other in inner.dropFirst() where isClosed {
      for side in 0..<4 where side & 1 != rows.flatSide {
        forEachRow(of: RootUnknown(view: other, side: side)) { row in
          guard isClosed else { return }
          var sums = SIMD2<Double>(0, 0)
          rows.forEachTerm(of: rows.rows[Int(row.index)]) { unknown, coefficient in
            if inner.contains(unknown.view) {
              if unknown.side < 2 { sums[unknown.side] += coefficient }
            } else if definers[unknown].isNone || definers[unknown] == row {
              isClosed = false
            }
          }
          for axis in 0..<2 where abs(sums[axis]) > 1e-9 {
            if definers[RootUnknown(view: view, side: axis)].isNone { isClosed = false }
          }
        }
      }
    }
    return isClosed
  }

  /// True if a row is about a view's sizes and given numbers alone.
  func isOfSizes(of view: Int, _ row: RowNumber, _ rows: borrowing ConstraintRows) -> Bool {
    var isSo = true
    rows.forEachUnknown(of: rows.rows[Int(row.index)]) { unknown in
      let isOwnSize = unknown.view == view && unknown.side > 1
      if !isOwnSize, definers[unknown].isNone || definers[unknown] == row { isSo = false }
    }
    return isSo
  }
}

extension ConstraintRows {
  /// The axis in which every number is 0: 0 for x, 1 for y, -1 for none.
  var flatSide: Int { flatAxis.map { $0 == .horizontal ? 0 : 1 } ?? -1 }
}

/// A search for the numbers that move with a size, so that every constraint says the same.
private struct MoveSearch: ~Copyable {
  /// The enclosing views.
  private let views: [Int]
  /// Points by which each number moves for each point that the size grows.
  private let factors: Arena<Double>
  private let isPending: Arena<Bool>
  private var pending = Arena<RowNumber>(capacity: 64)
  /// The numbers that move with the last size.
  private var own: [RootUnknown] = []
  /// The numbers that move with any size.
  private(set) var moved: [RootUnknown] = []
  /// The numbers of frames that move with the last size.
  private(set) var moves: [EnclosedPart.Move] = []

  init(_ views: [Int], _ unknownCount: Int, _ rowCount: Int) {
    self.views = views
    factors = Arena(repeating: 0, count: unknownCount)
    isPending = Arena(repeating: false, count: rowCount)
  }

  /// Finds the numbers that move with a size of an enclosing view.
  ///
  /// - Returns: whether there are such; they are in `moves`.
  mutating func move(
    with size: RootUnknown, of view: Int, _ dependence: borrowing Dependence,
    _ rows: borrowing ConstraintRows, in tree: ViewTree
  ) -> Bool {
    own = []
    moves = []
    let inner = tree.indices(in: ViewID(view))
    factors[size] = 1
    append(size, dependence)
    var isFound = true
    while isFound, let row = pending.popLast() {
      isPending[row] = false
      isFound = balance(row, size, inner, dependence, rows, in: tree)
    }
    while let row = pending.popLast() { isPending[row] = false }
    if isFound {
      moves.reserveCapacity(own.count)
      for unknown in own {
        var factor = factors[unknown]
        if unknown.side < 2 {
          factor -= factors[.init(view: Int(tree.superviews[unknown.view]), side: unknown.side)]
        }
        guard factor != 0 else { continue }
        moves.append(.init(number: FrameNumber(unknown.index), factor: factor))
      }
      moved += own
      moved.append(size)
    }
    factors[size] = 0
    for unknown in own { factors[unknown] = 0 }
    return isFound
  }

  private mutating func append(_ unknown: RootUnknown, _ dependence: borrowing Dependence) {
    var use = dependence.firstUses[unknown]
    while use >= 0 {
      let row = dependence.uses[use].row
      use = dependence.uses[use].next
      guard !isPending[row] else { continue }
      isPending[row] = true
      pending.append(row)
    }
  }

  /// Moves a number so that a row says the same as before, where it does not.
  ///
  /// - Returns: whether it does.
  private mutating func balance(
    _ number: RowNumber, _ size: RootUnknown, _ inner: Range<Int>,
    _ dependence: borrowing Dependence, _ rows: borrowing ConstraintRows, in tree: ViewTree
  ) -> Bool {
    let row = rows.rows[Int(number.index)]
    let factors = factors.base
    func factor(_ unknown: RootUnknown) -> Double { factors[Int(unknown.index)] }
    // Most constraints are about what moves as a whole. Terms that a row does not have are 0.
    if row.count > 0, row.unknowns.x != size.index, row.unknowns.y != size.index,
      row.unknowns.z != size.index, row.unknowns.w != size.index
    {
      let (unknowns, coefficients) = (row.unknowns, row.coefficients)
      let sum =
        coefficients.x * factors[Int(unknowns.x)] + coefficients.y * factors[Int(unknowns.y)]
        + coefficients.z * factors[Int(unknowns.z)] + coefficients.w * factors[Int(unknowns.w)]
      if sum == 0 { return true }
    }
    // The number that can move: a place, or else a size of a view that contains the enclosing one.
    var (sum, scale, count) = (0.0, 0.0, 0)
    var found = Term<RootSide>(unknown: .none, coefficient: 0)
    var (isPlace, isInner) = (false, false)
    rows.forEachTerm(of: row) { unknown, coefficient in
      if inner.dropFirst().contains(unknown.view) { isInner = true }
    }
    if !isInner { isInner = dependence.isOfSizes(of: inner.lowerBound, number, rows) }
    rows.forEachTerm(of: row) { unknown, coefficient in
      let moved = factor(unknown)
      // The view itself accounts for its own size in the constraints within it.
      if moved != 0, !(isInner && unknown == size) {
        sum += coefficient * moved
        scale += abs(coefficient * moved)
      }
      guard moved == 0, !inner.contains(unknown.view),
        dependence.definers[unknown].isNone || dependence.definers[unknown] == number
      else { return }
      let isAbove = tree.contains(ViewID(unknown.view), ViewID(inner.lowerBound))
      let isOfPlace = unknown.side < 2
      // What encloses another change is laid out by itself; its place may move.
      let isFree = views.allSatisfy {
        !tree.contains(ViewID($0), ViewID(unknown.view)) || $0 == unknown.view && isOfPlace
      }
      guard isFree, isAbove != isOfPlace else { return }
      if isOfPlace, !isPlace { (isPlace, count) = (true, 0) }
      guard isOfPlace == isPlace else { return }
      count += 1
      found = Term(unknown: unknown, coefficient: coefficient)
    }
    guard abs(sum) > 1e-9 * scale else { return true }
    guard row.isRequired, row.relation == .equal, count == 1, abs(found.coefficient) > 1e-3 else {
      return false
    }
    return move(found.unknown, by: -sum / found.coefficient, dependence, in: tree)
  }

  /// Moves a number; with a place, those of all views within.
  private mutating func move(
    _ unknown: RootUnknown, by factor: Double, _ dependence: borrowing Dependence,
    in tree: ViewTree
  ) -> Bool {
    guard unknown.side < 2 else {
      let content = tree.intrinsicSize(of: ViewID(unknown.view))
      guard (unknown.side == 2 ? content.horizontal : content.vertical) == nil else { return false }
      factors[unknown] = factor
      own.append(unknown)
      append(unknown, dependence)
      return true
    }
    for view in tree.indices(in: ViewID(unknown.view)) {
      let place = RootUnknown(view: view, side: unknown.side)
      guard factors[place] == 0 else { return false }
      // The inner layout of this one may depend on its place.
      if views.contains(view), !dependence.definers[place].isNone { return false }
      factors[place] = factor
      own.append(place)
      append(place, dependence)
    }
    return true
  }
}
