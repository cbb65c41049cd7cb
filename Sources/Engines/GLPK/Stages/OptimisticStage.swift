import LayoutModel

/// 3. Substitution alone, as if every constraint could hold.
enum OptimisticStage {
  static func run(_ system: inout ConstraintSystem) -> StageOutcome {
    guard system.core == nil else {
      return .passedOn("not every constraint could hold at another size")
    }
    guard system.shortcuts.contains(.optimistic) else { return .passedOn("switched off") }
    // After two failures another is likely; the next stage is right whether or not all can hold.
    if system.failedOptimism >= 2 {
      system.failedOptimism &+= 1
      if system.failedOptimism % 8 != 0 {
        return .passedOn("not every constraint could hold lately")
      }
    }
    system.work.eliminations += 1
    guard
      let solved = SolvedLayout.optimistic(
        system.rows, in: system.tree, of: system.parameters, at: system.point)
    else {
      system.failedOptimism = max(1, system.failedOptimism &+ 1)
      return .passedOn("not every constraint can hold, or something is left open")
    }
    system.failedOptimism = 0
    system.layout = solved
    system.work.optimistic += 1
    return .solved("every constraint can hold: the layout, by substitution alone")
  }
}
