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
    let tree = system.tree
    let part = system.dependence?.part(
      of: seeds, system.rows, in: tree, system.parameters, { solved.number($0, in: tree) })
    guard let part else {
      system.dependence = nil
      return .passedOn("most views are affected")
    }
    system.work.eliminations += 1
    if system.shortcuts.contains(.optimistic),
      let found = SolvedLayout.optimistic(
        part.rows, in: part.tree, of: part.parameters, at: system.point)
    {
      solved.adopt(found, as: part.numbers)
      system.work.optimistic += 1
    } else {
      do throws(CoreFailure) {
        var core = try ConstraintCore(
          part.rows, in: part.tree, of: ParameterNumbers(part.parameters), at: system.point)
        let found = try core.layout(
          part.rows, in: part.tree, part.parameters, at: system.point, system.shortcuts)
        system.count(core.work, core.iterations, core.solves)
        guard let found else { return .passedOn("frames violate a required constraint") }
        solved.adopt(found, as: part.numbers)
      } catch {
        // Errors name constraints of the whole system.
        return .passedOn("the part has no layout")
      }
    }
    system.layout = solved
    return .solved(
      system.trace.isOn
        ? "\(part.tree.count - 1) views are affected by the changed constraints" : "")
  }
}
