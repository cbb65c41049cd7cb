import LayoutBenchTiming
import LayoutModel

/// A cell of a scene: an engine in a form, on the dialect that it prefers, in a phase.
struct PlannedCell {
  let phase: Phase
  let participant: Participant
  let verdict: Verdict

  /// True if changes of the phase make a new plan: those that the engine's plans do not follow, and
  /// sizes at which other entries apply.
  let isRebuilt: Bool

  init(
    _ phase: Phase, _ participant: Participant, _ verdict: Verdict, changes: Set<Change.Kind>,
    in scene: Scene
  ) {
    (self.phase, self.participant, self.verdict) = (phase, participant, verdict)
    let variations = scene.variations[participant.dialect]
    let isSized = variations?.hasSizes == true && [.resize, .session, .fit].contains(phase)
    let isSwitched = variations != nil && !scene.switchedEntries.isEmpty && phase == .session
    // Where a height is requested nothing changes; other entries are in `isSwitched`.
    let needed = changes.subtracting([.fit, .activation, .priority])
    let inPlace = participant.appliedInPlace(of: scene)
    isRebuilt = isSized || isSwitched || !inPlace.isSuperset(of: needed)
  }
}

extension VerifiedScene {
  /// The cells of some phases, each engine once in each form; programs first.
  ///
  /// - Parameters:
  ///   - phases: the phases.
  ///   - isSelected: whether an engine takes part.
  /// - Returns: form by form, phase by phase.
  func cells(
    of phases: [Phase], where isSelected: (any LayoutEngine) -> Bool = { _ in true }
  ) -> [PlannedCell] {
    var cells: [PlannedCell] = []
    for form in Form.inOrder {
      for phase in phases where offers(phase) {
        let changes = Set((scriptSets[phase] ?? []).flatMap { $0.script.changes.map(\.kind) })
        var taken: Set<String> = []
        for participant in participants
        where participant.form == form && isSelected(participant.engine) {
          guard taken.insert(participant.engine.name).inserted,
            let verdict = standing(of: participant.label, in: phase)
          else { continue }
          cells.append(
            PlannedCell(phase, participant, verdict, changes: changes, in: scene))
        }
      }
    }
    return cells
  }
}
