import LayoutBenchTiming
import LayoutModel

/// A cell that a scene offers: an engine, on the dialect that it prefers, in a phase.
struct PlannedCell {
  let phase: Phase
  let participant: Participant
  let standing: VerifiedScene.Standing

  /// Whether each change of the phase makes a new plan: those that the engine's plans do not follow, and
  /// in `churn` every one, since a plan has the views that it was made with.
  var isRebuilt: Bool {
    let follows = participant.engine.traits.follows
    return switch phase {
    case .build, .layout: false
    case .resize: !follows.contains(.resize)
    case .edit: !follows.contains(.content)
    case .churn: !Registry.isCopier(participant.engine)
    }
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
