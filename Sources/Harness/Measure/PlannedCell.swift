import LayoutBenchTiming
import LayoutModel

/// A cell that a scene offers: an engine, on the dialect that it prefers, in a phase.
struct PlannedCell {
  let phase: Phase
  let participant: Participant
  let standing: VerifiedScene.Standing

  /// Changes that the phase makes and the engine's plans do not follow: it makes a new plan for them.
  var isRebuilt: Bool {
    let needed: Set<Change.Kind> =
      switch phase {
      case .build, .layout: []
      case .resize: [.resize]
      case .edit: [.content]
      case .churn: [.addition, .removal]
      }
    return !participant.engine.traits.follows.isSuperset(of: needed)
  }
}

extension VerifiedScene {
  /// The cells of some phases, each engine once.
  ///
  /// - Parameters:
  ///   - phases: the phases.
  ///   - isSelected: whether an engine takes part.
  /// - Returns: phase by phase.
  func cells(
    of phases: [Phase], where isSelected: (any LayoutEngine) -> Bool = { _ in true }
  ) -> [PlannedCell] {
    var cells: [PlannedCell] = []
    for phase in phases where offers(phase) {
      var taken: Set<String> = []
      for participant in participants
      where isSelected(participant.engine) && isPresent(participant, in: phase) {
        guard taken.insert(participant.engine.name).inserted,
          let standing = standing(of: participant.label, in: phase)
        else { continue }
        cells.append(PlannedCell(phase: phase, participant: participant, standing: standing))
      }
    }
    return cells
  }
}
