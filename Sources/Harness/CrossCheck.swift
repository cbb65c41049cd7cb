public import LayoutModel

/// Lays a scene out by every engine that can, and holds the frames against each other and against what
/// the scene expects, over the first layout and all steps.
public struct CrossCheck: Sendable {
  /// Frames may differ by this many points up to 1 point, and relatively above.
  public static let tolerance = 1e-6

  /// Two frames of one view that should be one.
  public struct Difference: Sendable {
    /// The step after which they differ, from 1; `nil` for the first layout.
    public let step: Int?
    /// The view's name.
    public let view: String
    /// Who laid it out otherwise: an engine, or `expect` with its place in the file.
    public let reference: String
    /// The frame there, points.
    public let expected: Rect
    /// The frame found, points.
    public let found: Rect
  }

  /// What came of one engine.
  public enum Verdict: Sendable {
    /// Its frames are those of the others and those expected; the largest difference, points.
    case agrees(deviation: Double)
    /// They are not.
    case differs(Difference)
    /// It found no layout.
    case noLayout(SolvedScene.Failure)
  }

  /// The scene.
  public let scene: Scene
  /// Who laid it out, with what came of it.
  public let verdicts: [(participant: Participant, verdict: Verdict)]
  /// Engines that can run none of the scene's dialects.
  public let leftOut: [String]

  /// Whether at least two layouts, or one and an expectation, were compared.
  public var isComparison: Bool { verdicts.count > 1 || expectsAnything }

  /// Whether no frames differ and every engine, or none, found a layout.
  public var holds: Bool { !verdicts.contains { isDifferent($0.verdict) } && !isDivided }

  /// Whether every engine says that the scene has no layout.
  public var hasNoLayout: Bool {
    !verdicts.isEmpty && verdicts.allSatisfy { isFailure($0.verdict) }
  }

  /// The largest difference that was still agreement, points.
  public var deviation: Double {
    verdicts.reduce(0) { largest, entry in
      if case .agrees(let deviation) = entry.verdict { return max(largest, deviation) }
      return largest
    }
  }

  private var expectsAnything: Bool {
    !scene.expected.frames.isEmpty || scene.steps.contains { !$0.expected.frames.isEmpty }
  }

  private var isDivided: Bool {
    verdicts.contains { isFailure($0.verdict) } && !verdicts.allSatisfy { isFailure($0.verdict) }
  }

  private func isFailure(_ verdict: Verdict) -> Bool {
    if case .noLayout = verdict { return true }
    return false
  }

  private func isDifferent(_ verdict: Verdict) -> Bool {
    if case .differs = verdict { return true }
    return false
  }

  /// Checks a scene.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - engines: those that take part.
  /// - Throws: `SceneError` for what is wrong with the text of a dialect.
  public init(
    _ scene: Scene, engines: [any LayoutEngine] = Engines.all
  ) throws(SceneError) {
    self.scene = scene
    let participants = Participant.all(of: scene, among: engines)
    leftOut = engines.map(\.name).filter { name in
      !participants.contains { $0.engine.name == name }
    }
    var solutions: [(participant: Participant, result: Result<SolvedScene, SolvedScene.Failure>)] =
      []
    for participant in participants {
      let layout = try participant.engine.resolve(scene, dialect: participant.dialect)
      do throws(SolvedScene.Failure) {
        let solved = try SolvedScene(
          scene, by: participant, layout: layout, changes: scene.steps.map(\.change))
        solutions.append((participant, .success(solved)))
      } catch {
        solutions.append((participant, .failure(error)))
      }
    }
    let solved = solutions.compactMap { try? $0.result.get() }
    verdicts = solutions.map { participant, result in
      switch result {
      case .failure(let failure): (participant, .noLayout(failure))
      case .success(let own): (participant, Self.verdict(own, among: solved, scene))
      }
    }
  }

  /// Holds an engine's frames against the expectations, then against every other engine's.
  ///
  /// A frame that the scene expects is judged by that alone: who gets it right does not differ.
  private static func verdict(
    _ own: SolvedScene, among solved: [SolvedScene], _ scene: Scene
  ) -> Verdict {
    var deviation = 0.0
    let expectations = [scene.expected] + scene.steps.map(\.expected)
    for (index, state) in own.states.enumerated() {
      let step = index == 0 ? nil : index
      var settled: Set<ViewID> = []
      for entry in expectations[index].frames {
        settled.insert(entry.view)
        let found = state.frames[entry.view.index]
        guard found.isClose(to: entry.frame, within: tolerance) else {
          return .differs(
            Difference(
              step: step, view: scene.tree.name(of: entry.view),
              reference: "expect (\(scene.file):\(entry.position))", expected: entry.frame,
              found: found))
        }
        deviation = max(deviation, found.deviation(from: entry.frame))
      }
      for other in solved where other.participant.label != own.participant.label {
        for view in scene.tree.views where !settled.contains(view) {
          let expected = other.states[index].frames[view.index]
          let found = state.frames[view.index]
          guard found.isClose(to: expected, within: tolerance) else {
            return .differs(
              Difference(
                step: step, view: scene.tree.name(of: view), reference: other.participant.label,
                expected: expected, found: found))
          }
          deviation = max(deviation, found.deviation(from: expected))
        }
      }
    }
    return .agrees(deviation: deviation)
  }
}
