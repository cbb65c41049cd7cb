import LayoutModel

/// 2. The layout as sums of all that may change: only numbers that depend on what changed since are
/// computed again.
///
/// A record costs several eliminations, so that it is made only where one quantity after the other
/// changes, and later each time that the one before was of little use; where the same one changes
/// again and again, functions of it are cheaper still.
enum RecordedStage {
  /// The repeats of a change after which functions of that quantity are found.
  private static let mostRepeats = 2

  static func run(_ system: inout ConstraintSystem) -> StageOutcome {
    guard system.shortcuts.contains(.optimistic), system.failedOptimism == 0 else {
      return .passedOn("not every constraint can be satisfied")
    }
    if system.repeats == 0 { system.switches &+= 1 }
    guard system.repeats < mostRepeats else {
      return .passedOn("the same quantity has changed again")
    }
    if system.recorded == nil {
      guard system.switches > system.patience else {
        return .passedOn("too few changes so far")
      }
      system.work.eliminations += 1
      system.recorded = RecordedLayout.record(system.rows, in: system.tree)
      guard system.recorded != nil else {
        system.giveUpRecords()
        return .passedOn("a number is left open")
      }
    }
    guard system.recorded?.update() == true else {
      system.discardRecord()
      return .passedOn("a constraint would be violated")
    }
    system.recordedSolves &+= 1
    return .solved("what depends on the changes is computed again")
  }
}
