import LayoutBenchFunctions
import LayoutModel

/// 1. The previous layout; only unknowns whose constraints changed since are solved again.
enum PartStage {
  static func run(_ system: inout ConstraintSystem) -> StageOutcome {
    if system.takePresence() { return .solved("the same constraints were there before") }
    guard !system.concerned.isEmpty else { return .passedOn("no constraint was added or removed") }
    var solved = SolvedLayout()
    swap(&solved, &system.former)
    let seeds = system.concerned
    system.concerned = []
    guard solved.holds(at: system.point), solved.conditionCount <= 8 * system.tree.count else {
      system.dependence = nil
      return .passedOn("the previous layout is not valid at this size")
    }
    if let (views, moves) = moveOthers(of: seeds, &solved, &system) {
      system.layout = solved
      return .solved(
        system.trace.isOn
          ? "\(views) views are affected by the changed constraints, \(moves) numbers move" : "")
    }
    let tree = system.tree
    let part = system.dependence?.part(
      of: seeds, system.rows, in: tree, system.parameters, { solved.number($0, in: tree) })
    guard let part else {
      system.dependence = nil
      return .passedOn("most views are affected")
    }
    do throws(CoreFailure) {
      guard let found = try layout(part, &system) else {
        return .passedOn("frames violate a required constraint")
      }
      solved.adopt(found, as: part.numbers)
    } catch {
      // Errors name constraints of the whole system.
      return .passedOn("the part has no layout")
    }
    system.layout = solved
    return .solved(
      system.trace.isOn
        ? "\(part.tree.count - 1) views are affected by the changed constraints" : "")
  }

  /// Lays out the views that enclose the change, and moves what their sizes move.
  ///
  /// - Returns: the number of views that are laid out and of numbers that move; `nil`, with nothing
  ///   changed, where something else depends on the change.
  private static func moveOthers(
    of seeds: [RootUnknown], _ solved: inout SolvedLayout, _ system: inout ConstraintSystem
  ) -> (views: Int, moves: Int)? {
    let tree = system.tree
    // Where something was left open, more than one layout outside is best.
    guard !solved.isOpen, solved.moveCount < SolvedLayout.mostMoves,
      let parts = system.dependence?.enclosedParts(
        of: seeds, system.rows, in: tree, system.parameters, { solved.number($0, in: tree) })
    else { return nil }
    var moved = solved.copy()
    var counts = (views: 0, moves: 0)
    for enclosed in parts {
      let olds = enclosed.sizes.map { moved.number($0.size, in: tree) }
      guard let found = try? layout(enclosed.part, &system), !found.isOpen else { return nil }
      moved.adopt(found, as: enclosed.part.numbers)
      for (old, (size, moves)) in zip(olds, enclosed.sizes) {
        let growth = moved.number(size, in: tree) - old
        guard !growth.isZero else { continue }
        moved.move(moves, by: growth)
        counts.moves += moves.count
      }
      counts.views += enclosed.part.tree.count - 1
    }
    guard moved.holds(at: system.point) else { return nil }
    solved = moved
    return counts
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
