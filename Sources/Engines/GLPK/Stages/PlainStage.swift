import LayoutModel

/// 5. Every number of a frame as a column of one linear program, for constraints that conflict
/// within rounding, or whose basis is too inaccurate.
enum PlainStage {
  static func run(_ system: inout ConstraintSystem) throws(LayoutError) -> StageOutcome {
    system.work.fallbacks += 1
    if system.plain == nil {
      system.plain = try PlainPlan(
        system.written, in: system.tree, hasFixedContent: system.hasFixedContent)
    }
    return .solved("every number becomes a column of one linear program")
  }
}
