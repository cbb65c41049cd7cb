import LayoutModel

/// 3. Substitution alone, as if every constraint could hold.
enum OptimisticStage {
  static func run(_ system: inout ConstraintSystem) -> StageOutcome {
    guard system.core == nil else {
      return .passedOn("not every constraint could hold at another size")
    }
    guard system.shortcuts.contains(.optimistic) else { return .passedOn("switched off") }
    system.work.eliminations += 1
    guard
      let solved = SolvedLayout.optimistic(
        system.rows, in: system.tree, of: system.parameters, at: system.point)
    else { return .passedOn("not every constraint can hold, or something is left open") }
    system.layout = solved
    system.work.optimistic += 1
    return .solved("every constraint can hold: the layout, by substitution alone")
  }
}
