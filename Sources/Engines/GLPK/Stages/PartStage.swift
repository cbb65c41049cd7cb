import LayoutBenchFunctions
import LayoutModel

/// 1. The previous layout; only unknowns whose constraints changed since are solved again.
enum PartStage {
  static func run(_ system: inout ConstraintSystem) -> StageOutcome {
    if system.takePresence() { return .solved("the same constraints were there before") }
    guard !system.concerned.isEmpty else { return .passedOn("no constraint was added or removed") }
    var solved = SolvedLayout()
    swap(&solved, &system.former)
    let changed = system.takeChanged()
    defer { system.forgetGone() }
    guard solved.holds(at: system.point), solved.conditionCount <= 8 * system.tree.count else {
      return .passedOn("the previous layout is not valid at this size")
    }
    guard solved.moveCount < SolvedLayout.mostMoves else {
      return .passedOn("numbers have moved so often that rounding errors could add up")
    }
    let tree = system.tree
    do throws(CoreFailure) {
      // Where something was left open, more than one layout outside is best: nothing moves.
      var part = part(of: changed, isSmall: !solved.isOpen, solved, &system)
      if part == nil, !solved.isOpen {
        let parts = system.dependence?.enclosedParts(
          of: changed, system.rows, in: tree, system.parameters, { solved.number($0, in: tree) })
        if let parts {
          guard let counts = try layOut(parts, in: &solved, &system) else {
            return .passedOn("what moves would be too small, or a part leaves something open")
          }
          system.layout = solved
          return .solved(
            system.trace.isOn
              ? "\(counts.views) views are affected by the changed constraints, \(counts.moves) "
                + "numbers move" : "")
        }
        part = self.part(of: changed, isSmall: false, solved, &system)
      }
      guard let part else { return .passedOn("most views are affected") }
      guard let found = try layout(part, &system) else {
        return .passedOn("frames violate a required constraint")
      }
      solved.adopt(found, as: part.numbers)
      system.layout = solved
      return .solved(
        system.trace.isOn
          ? "\(part.tree.count - 1) views are affected by the changed constraints" : "")
    } catch {
      // Errors name constraints of the whole system.
      return .passedOn("the part has no layout")
    }
  }

  /// Finds all that depends on a change; `nil` where it is too much.
  private static func part(
    of changed: [RootUnknown], isSmall: Bool, _ solved: borrowing SolvedLayout,
    _ system: inout ConstraintSystem
  ) -> LayoutPart? {
    let tree = system.tree
    return system.dependence?.part(
      of: changed, isSmall: isSmall, system.rows, in: tree, system.parameters,
      { solved.number($0, in: tree) })
  }

  /// Lays out the views that enclose the change, and moves what their sizes move.
  ///
  /// - Returns: the number of views that are laid out and of numbers that move; `nil` where the former layout is of
  ///   no use any more.
  /// - Throws: `CoreFailure`.
  private static func layOut(
    _ parts: [EnclosedPart], in solved: inout SolvedLayout, _ system: inout ConstraintSystem
  ) throws(CoreFailure) -> (views: Int, moves: Int)? {
    let tree = system.tree
    var counts = (views: 0, moves: 0)
    for enclosed in parts {
      let olds = enclosed.sizes.map { solved.number($0.size, in: tree) }
      guard let found = try layout(enclosed.part, &system), !found.isOpen else { return nil }
      solved.adopt(found, as: enclosed.part.numbers)
      counts.views += enclosed.part.tree.count - 1
      for (old, (size, moves)) in zip(olds, enclosed.sizes) {
        let growth = solved.number(size, in: tree) - old
        guard solved.move(moves, by: growth, at: system.point) else { return nil }
        counts.moves += moves.count
      }
    }
    return solved.holds(at: system.point) ? counts : nil
  }

  /// Solves a part.
  ///
  /// - Returns: its layout; `nil` where frames violate a required constraint.
  /// - Throws: `CoreFailure`.
  private static func layout(
    _ part: LayoutPart, _ system: inout ConstraintSystem
  ) throws(CoreFailure) -> SolvedLayout? {
    system.work.eliminations += 1
    if system.shortcuts.contains(.optimistic),
      let found = SolvedLayout.optimistic(
        part.rows, in: part.tree, of: part.parameters, at: system.point)
    {
      system.work.optimistic += 1
      return found
    }
    var core = try ConstraintCore(
      part.rows, in: part.tree, of: ParameterNumbers(part.parameters), at: system.point)
    let found = try core.layout(
      part.rows, in: part.tree, part.parameters, at: system.point, system.shortcuts)
    system.count(core.work, core.iterations, core.solves)
    return found
  }
}
