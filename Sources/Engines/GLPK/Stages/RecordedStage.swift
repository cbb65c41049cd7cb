import LayoutModel

/// 2. The layout as sums of all that may change: only numbers that depend on what changed since are
/// computed again.
///
/// At a change of a content or a constant without a record, one is made that costs less than a layout:
/// of the components of the layout before it, or of equalities that determine one number each. Any other
/// costs about two layouts without one, so that it is made only where one quantity after
/// the other changes, and later each time that the one before was of no use; where the same one
/// changes again and again, functions of it are cheaper still.
enum RecordedStage {
  /// The repeats of a change after which functions of that quantity are found.
  private static let mostRepeats = 2
  /// The same where a record is at hand: functions cost as much as this many passes by it.
  private static let mostRecordedRepeats = 8
  /// The same for contents and constants, on which less depends than on the root's size: functions of
  /// few views cost little.
  private static func mostRecordedEdits(viewCount: Int) -> Int {
    min(128, max(8, 3 * viewCount / 2))
  }

  static func run(_ system: inout ConstraintSystem) -> StageOutcome {
    guard system.shortcuts.isSuperset(of: [.single, .greedy]) else {
      return .passedOn("switched off")
    }
    if system.repeats == 0 { system.switches &+= 1 }
    let most =
      system.parameters == .rootSize
      ? mostRecordedRepeats : mostRecordedEdits(viewCount: system.tree.count)
    if system.repeats < most, system.updateRecord() {
      system.recordUses &+= 1
      return solved()
    }
    if system.discardUntriedRecord() { return .passedOn("components alone are not enough") }
    guard system.repeats < mostRepeats else {
      return .passedOn("the same quantity has changed again")
    }
    guard system.recorded != nil || system.switches > system.patience else {
      // A first layout is found sooner without a record.
      if system.hasHadLayout, system.parameters != .rootSize, propagate(&system) {
        return solved()
      }
      return .passedOn("too few changes so far")
    }
    if system.takeRecordOfBefore() { return solved() }
    // Where other constraints yield than before, others will again.
    if system.recorded?.isPerfect == false { system.hasFlipped = true }
    // The next record finds this layout as well.
    system.keepRecord()
    guard record(&system) else {
      system.discardAttempt()
      return .passedOn("the layout is right at these sizes only")
    }
    return solved()
  }

  /// True if every constraint may hold: a linear program of everything takes longer than to find out.
  private static func isHopeful(_ system: borrowing ConstraintSystem) -> Bool {
    system.shortcuts.contains(.optimistic) && system.failedOptimism < 2
  }

  private static func solved() -> StageOutcome {
    .solved("what depends on the changes is computed again")
  }

  /// Records the present layout.
  ///
  /// - Returns: whether there is a record, up to date.
  private static func record(_ system: inout ConstraintSystem) -> Bool {
    // Where the same equalities did not hold a moment ago, no other record of them is right.
    if isHopeful(system), !system.hasPropagation {
      if propagate(&system) { return true }
      system.work.eliminations += 1
      system.recorded = RecordedLayout.record(system.rows, in: system.tree)
      if system.updateRecord() { return true }
    }
    var shortcuts = system.shortcuts
    // Once levels had to trade, they will again.
    if !system.needsPrograms { shortcuts.insert(.smallLevels) }
    if !system.isIndivisible {
      if record(&system, shortcuts, system.hasFlipped ? .always : .ofSeveral) { return true }
      guard system.recorded?.isDivided ?? system.hasFlipped else { return false }
    }
    // Where there is no layout at all, the next one may be divided again.
    system.isIndivisible = record(&system, shortcuts, .never)
    return system.isIndivisible
  }

  /// Records the layout in which every equality holds, where each determines one number.
  ///
  /// One that fails is not tried again until constraints come or go.
  ///
  /// - Returns: whether there is a record, up to date.
  private static func propagate(_ system: inout ConstraintSystem) -> Bool {
    guard isHopeful(system), !system.isPropagationFutile else { return false }
    system.recorded = RecordedLayout.propagate(system.rows, in: system.tree)
    if system.updateRecord() { return true }
    system.recorded = nil
    system.isPropagationFutile = true
    return false
  }

  private static func record(
    _ system: inout ConstraintSystem, _ shortcuts: Shortcuts, _ division: RecordedLayout.Division
  ) -> Bool {
    system.work.eliminations += 1
    var done = (work: CoreWork(), iterations: 0, solves: 0)
    system.recorded = RecordedLayout.recordYielding(
      system.rows, in: system.tree, shortcuts, division,
      ofAll: isHopeful(system) ? .withoutPrograms : [], joining: system.joined
    ) { done = ($0, $1, $2) }
    system.count(done.work, done.iterations, done.solves)
    return system.updateRecord()
  }
}
