import LayoutModel

/// 6. Every number of a frame as a column of one linear program, for constraints that conflict
/// within rounding, or whose basis is too inaccurate.
enum PlainStage {
  static func run(_ system: inout ConstraintSystem) throws(LayoutError) -> StageOutcome {
    system.work.fallbacks += 1
    if system.plain == nil {
      system.plain = try PlainPlan(
        system.written.present(in: system.rows), in: system.tree,
        hasFixedContent: system.hasFixedContent,
        isExact: system.method == .exact)
    }
    return .solved("every number becomes a column of one linear program")
  }
}
