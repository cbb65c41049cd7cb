import LayoutModel

/// 4. Substitution alone, as if every constraint could hold.
enum OptimisticStage {
  static func run(_ system: inout ConstraintSystem) -> StageOutcome {
    guard system.core == nil else {
      return .passedOn("at another size, not every constraint could be satisfied")
    }
    guard system.shortcuts.contains(.optimistic) else { return .passedOn("switched off") }
    // After two failures another is likely; the next stage is right whether or not all can hold.
    if system.failedOptimism >= 2 {
      system.failedOptimism &+= 1
      if system.failedOptimism % 8 != 0 {
        return .passedOn("recently, not every constraint could be satisfied")
      }
    }
    system.work.eliminations += 1
    guard
      let solved = SolvedLayout.optimistic(
        system.rows, in: system.tree, of: system.parameters, at: system.point)
    else {
      system.failedOptimism = max(1, system.failedOptimism &+ 1)
      return .passedOn("not every constraint can be satisfied, or a number is ambiguous")
    }
    system.failedOptimism = 0
    system.layout = solved
    system.work.optimistic += 1
    return .solved("every constraint is satisfied, by substitution alone")
  }
}
