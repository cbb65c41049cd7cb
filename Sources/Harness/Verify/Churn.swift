import LayoutBenchTiming
import LayoutModel

/// A view that comes and goes, as cells of a list do.
struct Churn {
  /// The view's name.
  let view: String
  /// The scene without it, what it holds, and all that names them; it expects the frames that the
  /// other views have with it.
  let without: Scene

  /// How many views are tried.
  private static let attempts = 4

  /// A scene without one of its views.
  ///
  /// `nil` where the scene has no such view, or nothing else.
  ///
  /// - Parameters:
  ///   - view: the view's name.
  ///   - scene: the scene.
  ///   - frames: its verified frames.
  /// - Throws: `SceneError` for what is wrong with the text of a dialect.
  init?(_ view: String, of scene: Scene, frames: [Rect]) throws(SceneError) {
    guard let id = scene.tree.view(named: view), id != .root else { return nil }
    var without = try scene.without(id, dialects: Registry.current.dialects)
    guard without.tree.count > 1 else { return nil }
    let nowhere = SourcePosition(line: 1, column: 1)
    without.expected = Expectation(
      frames: without.tree.views.dropFirst().compactMap { other in
        scene.tree.view(named: without.tree.name(of: other)).map {
          Expectation.Entry(view: other, frame: frames[$0.index], position: nowhere)
        }
      })
    self.view = view
    self.without = without
  }

  /// The views that are tried, in this order: the last ones of the root, then the last ones of all.
  static func candidates(of scene: Scene) -> [String] {
    let views = scene.tree.views.dropFirst().reversed()
    let own = views.filter { scene.tree.superview(of: $0) == .root }
    let others = views.filter { scene.tree.superview(of: $0) != .root }
    return (own.prefix(attempts) + others.prefix(attempts)).map { scene.tree.name(of: $0) }
  }

  /// The first view without which every participant that can say so leaves the others where they are.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - frames: its verified frames.
  ///   - participants: those that are right on the whole scene.
  /// - Returns: `nil` where the others depend on whichever view goes.
  /// - Throws: `SceneError` for what is wrong with the text of a dialect.
  static func first(
    of scene: Scene, frames: [Rect], among participants: [Participant]
  ) throws(SceneError) -> Churn? {
    for view in candidates(of: scene) {
      guard let churn = try Churn(view, of: scene, frames: frames) else { continue }
      let outcomes = participants.map { churn.standing(of: $0).verdict.outcome }
      guard outcomes.contains(.timed), !outcomes.contains(.wrong) else { continue }
      return churn
    }
    return nil
  }

  /// What comes of a participant when the view is gone.
  ///
  /// Calls that lost an item may mean nothing any more; that is no fault of the engine.
  func standing(of participant: Participant) -> VerifiedScene.Standing {
    guard participant.engine.dialects(of: without).contains(participant.dialect),
      let check = try? CrossCheck(without, participants: [participant]),
      let verdict = check.verdicts.first?.verdict
    else { return cannotState(participant) }
    switch verdict {
    case .agrees:
      return .init(
        verdict: verdict,
        states: check.solved[participant.label].map { [$0.states[0].frames] } ?? [])
    case .differs(let difference):
      return .init(verdict: .differsLater("without view \(view): \(difference.text)"))
    default: return cannotState(participant)
    }
  }

  private func cannotState(_ participant: Participant) -> VerifiedScene.Standing {
    .init(
      verdict: .cannotStateLater(
        "\(participant.label) cannot lay the scene out without view \(view)"))
  }
}
