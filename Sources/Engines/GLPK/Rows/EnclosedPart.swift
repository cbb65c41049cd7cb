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
  /// The view's sizes that may change, each with all numbers that move with it.
  let sizes: [(size: RootUnknown, moves: [Move])]
}

extension Dependence {
  /// Returns parts that contain all that depends on some unknowns, but for what they move.
  ///
  /// - Parameters:
  ///   - changed: the unknowns, from `update`.
  ///   - rows: the present constraints.
  ///   - tree: the views.
  ///   - parameters: the parameters that frames are functions of.
  ///   - form: returns the former value of a number.
  /// - Returns: the parts; `nil` where some number depends on the change in another way.
  func enclosedParts(
    of changed: [RootUnknown], _ rows: borrowing ConstraintRows, in tree: ViewTree,
    _ parameters: Parameters, _ form: (RootUnknown) -> AffineNumber
  ) -> [EnclosedPart]? {
    var search = EnclosedPartSearch(changed, rows, in: tree)
    return search.parts(of: changed, self, rows, parameters, form)
  }
}

/// A search for the views that enclose a change, and for what moves with their sizes.
private struct EnclosedPartSearch: ~Copyable {
  /// The most enclosing views.
  private static let mostViews = 8
  /// The most views above a change that are tried.
  private static let mostLevels = 8

  private let tree: ViewTree
  private let isChanged: Arena<Bool>
  /// The enclosing views, each with its descendants.
  private var views: [Range<Int>] = []
  /// True for the constraints that are laid out with an enclosing view.
  private let isOfPart: Arena<Bool>
  /// Points by which each number moves for each point that a size grows.
  private let factors: Arena<Double>
  /// The numbers that have such a factor.
  private var moved: [RootUnknown] = []
  /// True for the views that contain the enclosing view whose layout is begun.
  private let isAbove: Arena<Bool>
  private let isPending: Arena<Bool>
  private var pending = Arena<RowNumber>(capacity: 64)

  /// Begins a search.
  ///
  /// - Parameters:
  ///   - changed: all numbers that constraints which were added or removed affect, and those that were given by
  ///     them or are now.
  ///   - rows: the present constraints.
  ///   - tree: the views.
  init(_ changed: [RootUnknown], _ rows: borrowing ConstraintRows, in tree: ViewTree) {
    self.tree = tree
    isChanged = Arena(repeating: false, count: 4 * tree.count)
    for unknown in changed { isChanged[unknown] = true }
    isOfPart = Arena(repeating: false, count: rows.rows.count)
    factors = Arena(repeating: 0, count: 4 * tree.count)
    isAbove = Arena(repeating: false, count: tree.count)
    isPending = Arena(repeating: false, count: rows.rows.count)
  }

  /// Finds parts that contain all that depends on the changed numbers, but for what they move.
  ///
  /// - Parameters:
  ///   - changed: these numbers.
  ///   - dependence: the given numbers of the present constraints.
  ///   - rows: the present constraints.
  ///   - parameters: the parameters that frames are functions of.
  ///   - form: returns the former value of a number.
  /// - Returns: the parts; `nil` where some number depends on the change in another way.
  mutating func parts(
    of changed: [RootUnknown], _ dependence: borrowing Dependence,
    _ rows: borrowing ConstraintRows, _ parameters: Parameters,
    _ form: (RootUnknown) -> AffineNumber
  ) -> [EnclosedPart]? {
    for unknown in changed {
      // A view's place is no part of its own layout; nor is a size that other given numbers may depend on.
      let isOwn = unknown.side > 1 && dependence.definers[unknown].isNone
      let view = isOwn ? unknown.view : Int(tree.superviews[unknown.view])
      guard enclose(view, dependence) else { return nil }
    }
    for _ in 0..<Self.mostLevels {
      var parts: [EnclosedPart] = []
      var failed: Range<Int>?
      for view in views where failed == nil {
        if let part = part(view, dependence, rows, parameters, form) {
          parts.append(part)
        } else {
          failed = view
        }
      }
      guard let failed else { return parts }
      // Another constraint depends on its size: that of the next view that encloses it may not matter.
      isOfPart.base.update(repeating: false, count: isOfPart.count)
      guard enclose(Int(tree.superviews[failed.lowerBound]), dependence) else { return nil }
    }
    return nil
  }

  // MARK: - Enclosing views

  /// Adds the smallest view that contains a view and encloses all that changes in it.
  ///
  /// - Returns: whether there is one, and all of them are a small part of the whole.
  private mutating func enclose(_ view: Int, _ dependence: borrowing Dependence) -> Bool {
    if views.contains(where: { $0.contains(view) }) { return true }
    var view = view
    for _ in 0..<Self.mostLevels {
      guard view > 0 else { return false }
      let inner = tree.indices(in: ViewID(view))
      guard 3 * inner.count <= tree.count else { return false }
      if dependence.isClosed(inner, in: tree) {
        views.removeAll { inner.contains($0.lowerBound) }
        views.append(inner)
        return views.count <= Self.mostViews
          && views.reduce(0) { $0 + $1.count } * 3 <= tree.count
      }
      view = Int(tree.superviews[view])
    }
    return false
  }

  /// The sizes of an enclosing view that its own layout determines.
  private func openSizes(
    of view: Int, _ dependence: borrowing Dependence, _ rows: borrowing ConstraintRows
  ) -> [RootUnknown] {
    var sizes: [RootUnknown] = []
    for side in 2..<4 {
      let size = RootUnknown(view: view, side: side)
      guard !rows.flat.contains(size) else { continue }
      if dependence.definers[size].isNone { sizes.append(size) }
    }
    return sizes
  }

  /// Returns the constraints that are laid out with a view: those with a number in it, and those of its own sizes.
  private func takeRows(
    of views: Range<Int>, _ sizes: [RootUnknown], _ dependence: borrowing Dependence,
    _ rows: borrowing ConstraintRows
  ) -> [Int] {
    var places: [Int] = []
    func add(_ row: RowNumber) {
      guard !isOfPart[row] else { return }
      isOfPart[row] = true
      places.append(Int(row.index))
    }
    for view in views.dropFirst() {
      for side in 0..<4 {
        let unknown = RootUnknown(view: view, side: side)
        if !rows.flat.contains(unknown) { dependence.forEachRow(of: unknown, add) }
      }
    }
    for size in sizes {
      dependence.forEachRow(of: size) { row in
        var isOfSizes = true
        rows.forEachUnknown(of: rows.rows[Int(row.index)]) { unknown in
          // Given numbers stay as they were, unless they have changed themselves.
          guard !sizes.contains(unknown) else { return }
          if dependence.definers[unknown].isNone || isChanged[unknown] { isOfSizes = false }
        }
        if isOfSizes { add(row) }
      }
    }
    return places.sorted()
  }

  /// The layout of a view by itself, with what its sizes move.
  ///
  /// - Returns: it; `nil` where a constraint outside would not say the same.
  private mutating func part(
    _ views: Range<Int>, _ dependence: borrowing Dependence, _ rows: borrowing ConstraintRows,
    _ parameters: Parameters, _ form: (RootUnknown) -> AffineNumber
  ) -> EnclosedPart? {
    markAbove(views.lowerBound, true)
    defer { markAbove(views.lowerBound, false) }
    let sizes = openSizes(of: views.lowerBound, dependence, rows)
    let places = takeRows(of: views, sizes, dependence, rows)
    var found: [(RootUnknown, [EnclosedPart.Move])] = []
    for size in sizes {
      // What stands before it may stay, or what stands behind it.
      let moves =
        moves(with: size, of: views, isItselfMoved: false, dependence, rows)
        ?? moves(with: size, of: views, isItselfMoved: true, dependence, rows)
      guard let moves else { return nil }
      found.append((size, moves))
    }
    var all: [Int32] = [0]
    all += views.map { Int32($0) }
    for place in places {
      rows.forEachUnknown(of: rows.rows[place]) { unknown in
        guard !views.contains(unknown.view) else { return }
        all.append(Int32(unknown.view))
      }
    }
    // Those outside have given numbers in constraints of the view's sizes.
    if all.count > views.count + 1 { all = Set(all).sorted() }
    let part = LayoutPart(all, places, of: rows, in: tree, parameters) { unknown in
      if rows.flat.contains(unknown) { return AffineNumber() }
      let isWithin = views.dropFirst().contains(unknown.view) || sizes.contains(unknown)
      return isWithin ? nil : form(unknown)
    }
    return EnclosedPart(part: part, sizes: found)
  }

  private func markAbove(_ view: Int, _ mark: Bool) {
    var above = Int(tree.superviews[view])
    while above >= 0 {
      isAbove[above] = mark
      above = Int(tree.superviews[above])
    }
  }

  // MARK: - Numbers that move

  /// Finds the numbers that move with a size of an enclosing view.
  ///
  /// - Parameters:
  ///   - size: the size.
  ///   - views: the view and its descendants.
  ///   - isItselfMoved: whether the view moves rather than others.
  ///   - dependence: the given numbers.
  ///   - rows: the constraints.
  /// - Returns: them; `nil` where there are none such that every constraint outside says the same.
  private mutating func moves(
    with size: RootUnknown, of views: Range<Int>, isItselfMoved: Bool,
    _ dependence: borrowing Dependence, _ rows: borrowing ConstraintRows
  ) -> [EnclosedPart.Move]? {
    moved = []
    move(size, by: 1, dependence)
    var isFound = true
    while isFound, let row = pending.popLast() {
      isPending[row] = false
      isFound = balance(row, views, isItselfMoved: isItselfMoved, dependence, rows)
    }
    while let row = pending.popLast() { isPending[row] = false }
    var moves: [EnclosedPart.Move] = []
    if isFound {
      moves.reserveCapacity(moved.count)
      for unknown in moved.dropFirst() {
        var factor = factors[unknown]
        if unknown.side < 2 {
          factor -= factors[.init(view: Int(tree.superviews[unknown.view]), side: unknown.side)]
        }
        if factor != 0 {
          moves.append(.init(number: FrameNumber(unknown.index), factor: factor))
        }
      }
    }
    for unknown in moved { factors[unknown] = 0 }
    return isFound ? moves : nil
  }

  /// Moves a number so that a constraint says the same as before, where it does not.
  ///
  /// - Returns: whether it does.
  private mutating func balance(
    _ number: RowNumber, _ views: Range<Int>, isItselfMoved: Bool,
    _ dependence: borrowing Dependence, _ rows: borrowing ConstraintRows
  ) -> Bool {
    let row = rows.rows[Int(number.index)]
    // The number that can move: the view's own place, that of another, or else a size of one that contains it.
    var (sum, scale, count) = (0.0, 0.0, 0)
    var found = Term<RootSide>(unknown: .none, coefficient: 0)
    var rank = 0
    rows.forEachTerm(of: row) { unknown, coefficient in
      let factor = factors[unknown]
      sum += coefficient * factor
      scale += abs(coefficient * factor)
      guard factor == 0, dependence.definers[unknown].isNone else { return }
      let isPlace = unknown.side < 2
      let termRank: Int
      if unknown.view == views.lowerBound {
        termRank = isPlace && isItselfMoved ? 3 : 0
      } else if isAbove[unknown.view] {
        termRank = isPlace ? 0 : 1
      } else {
        termRank = isPlace ? 2 : 0
      }
      guard termRank > 0, termRank >= rank else { return }
      count = termRank > rank ? 1 : count + 1
      rank = termRank
      found = Term(unknown: unknown, coefficient: coefficient)
    }
    guard abs(sum) > 1e-9 * scale else { return true }
    guard row.isRequired, row.relation == .equal, count == 1, abs(found.coefficient) > 1e-3 else {
      return false
    }
    let factor = -sum / found.coefficient
    guard rank > 1 else {
      let content = tree.intrinsicSize(of: ViewID(found.unknown.view))
      guard (found.unknown.side == 2 ? content.horizontal : content.vertical) == nil else {
        return false
      }
      move(found.unknown, by: factor, dependence)
      return true
    }
    return movePlace(found.unknown, by: factor, dependence, rows)
  }

  /// Moves a view with all views in it.
  ///
  /// - Returns: whether none of these has moved or stays where it is.
  private mutating func movePlace(
    _ unknown: RootUnknown, by factor: Double, _ dependence: borrowing Dependence,
    _ rows: borrowing ConstraintRows
  ) -> Bool {
    let views = tree.indices(in: ViewID(unknown.view))
    let isClosed = dependence.isClosed(views, in: tree)
    for view in isClosed ? views.prefix(1) : views {
      let place = RootUnknown(view: view, side: unknown.side)
      guard factors[place] == 0, dependence.definers[place].isNone else { return false }
      move(place, by: factor, dependence) { row in
        // What is within a closed view is the same wherever it is.
        guard isClosed else { return true }
        var isWithin = false
        rows.forEachUnknown(of: rows.rows[Int(row.index)]) { other in
          if views.dropFirst().contains(other.view) { isWithin = true }
        }
        return !isWithin
      }
    }
    return true
  }

  /// Gives a number its factor; the constraints that contain it must be balanced.
  private mutating func move(
    _ unknown: RootUnknown, by factor: Double, _ dependence: borrowing Dependence,
    where isOutside: (RowNumber) -> Bool = { _ in true }
  ) {
    factors[unknown] = factor
    moved.append(unknown)
    dependence.forEachRow(of: unknown) { row in
      guard !isPending[row], !isOfPart[row], isOutside(row) else { return }
      isPending[row] = true
      pending.append(row)
    }
  }
}
