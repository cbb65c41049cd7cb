package import LayoutModel

/// A layout of a scene, at its beginning or after some of its steps, with the reasons for its
/// frames.
package struct ExplainedScene: Sendable {
  /// The engine with the dialect.
  package let participant: Participant
  /// The root's size of that layout, points.
  package let root: Size
  /// False if a number is too large for the precision that engines are held to.
  package let isWithinPromise: Bool
  /// The explanations of the requested views that are there.
  package let views: [ViewExplanation]

  /// The first engine that can explain a scene; `nil` where none can.
  package static func participant(for scene: Scene) -> Participant? {
    Participant.preferred(of: scene, among: Engines.all.filter(\.traits.explains)).first
  }

  /// Lays a scene out, applies its first steps, and requests the reasons.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - participant: the result of `participant(for:)`.
  ///   - steps: how many of the scene's steps are applied, from 0 to all.
  ///   - views: which views are explained.
  /// - Throws: `SceneError`, `SolvedScene.Failure`, `LayoutError.solverFailed`.
  package init(
    _ scene: Scene, by participant: Participant, steps: Int, views: [ViewID]
  ) throws {
    self.participant = participant
    let layout = try participant.resolve(scene)
    var root = scene.tree.rootSize
    var absent = scene.absent
    var step: Int?
    do throws(LayoutError) {
      var session = try LayoutSession(layout, tree: scene.tree)
      try session.layOut()
      for (index, change) in scene.steps.prefix(steps).map(\.change).enumerated() {
        step = index + 1
        session.apply(change)
        if case .resize(let size) = change { root = size }
        change.update(absent: &absent)
        try session.layOut()
      }
      let out = scene.tree.indices(in: absent)
      let present = views.filter { !out.contains($0.index) }
      guard let explanations = try session.explanations(of: present) else {
        throw LayoutError.cannotState("the reasons for its frames")
      }
      self.views = explanations
      isWithinPromise = Agreement.isWithinPromise(session.frames, in: scene.tree)
    } catch {
      throw SolvedScene.Failure(step: step, reason: error)
    }
    self.root = root
  }
}
