import LayoutBenchTiming
import LayoutModel

/// A cell of a scene: an engine in a form, on the dialect that it prefers, in a phase.
struct PlannedCell {
  let phase: Phase
  let participant: Participant
  let verdict: Verdict

  /// True if the layout has entries that apply at some sizes of the root only.
  let hasSizes: Bool
  /// True if steps activate entries of the layout.
  let isSwitched: Bool
  /// The changes that the engine's plans of the scene follow.
  let followed: Set<Change.Kind>

  /// True if changes of the phase make a new plan: those that the engine's plans do not follow, and
  /// sizes at which other entries apply.
  var isRebuilt: Bool {
    if hasSizes, [.resize, .session, .fit].contains(phase) { return true }
    if isSwitched, phase == .session { return true }
    let needed: Set<Change.Kind> =
      switch phase {
      case .first, .cold, .fit: []
      case .resize: [.resize]
      case .edit, .type, .bind: [.content]
      case .churn: [.removal, .addition]
      case .session: [.resize, .content, .removal, .addition]
      }
    return !followed.isSuperset(of: needed)
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
        var taken: Set<String> = []
        for participant in participants
        where participant.form == form && isSelected(participant.engine) {
          guard taken.insert(participant.engine.name).inserted,
            let verdict = standing(of: participant.label, in: phase)
          else { continue }
          cells.append(
            PlannedCell(
              phase: phase, participant: participant, verdict: verdict,
              hasSizes: scene.variations[participant.dialect]?.hasSizes == true,
              isSwitched: scene.variations[participant.dialect] != nil
                && !scene.switchedEntries.isEmpty,
              followed: participant.followed(of: scene)))
        }
      }
    }
    return cells
  }
}
