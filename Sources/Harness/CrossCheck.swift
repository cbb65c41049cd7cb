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
    /// The scene is not for it, which is no failure: a rule that linear constraints cannot say.
    case leftOut(LayoutError)
  }

  /// The scene.
  public let scene: Scene
  /// Who laid it out, with what came of it.
  public let verdicts: [(participant: Participant, verdict: Verdict)]
  /// The layouts of those that found one, by label.
  let solved: [String: SolvedScene]
  /// Engines that can run none of the scene's dialects.
  public let leftOut: [String]

  /// Whether at least two layouts, or one and an expectation, were compared.
  public var isComparison: Bool {
    taking > 1 || (expectsAnything && taking > 0)
  }

  /// How many took part.
  private var taking: Int {
    verdicts.count {
      if case .leftOut = $0.verdict { false } else { true }
    }
  }

  /// Whether an engine laid the scene out at all, no frames differ, and every engine, or none, found a
  /// layout.
  public var holds: Bool {
    taking > 0 && !verdicts.contains { isDifferent($0.verdict) } && !isDivided
  }

  /// Whether every engine says that the scene has no layout.
  public var hasNoLayout: Bool {
    taking > 0 && verdicts.count { isFailure($0.verdict) } == taking
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
    verdicts.contains { isFailure($0.verdict) } && !hasNoLayout
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
    try self.init(
      scene, participants: Participant.all(of: scene, among: engines), engines: engines)
  }

  /// Checks a scene by some engines and dialects only.
  ///
  /// - Throws: `SceneError` for what is wrong with the text of a dialect.
  init(
    _ scene: Scene, participants: [Participant], engines: [any LayoutEngine] = []
  ) throws(SceneError) {
    self.scene = scene
    leftOut = engines.map(\.name).filter { name in
      !participants.contains { $0.engine.name == name }
    }
    var solutions: [(participant: Participant, result: Result<SolvedScene, SolvedScene.Failure>)] =
      []
    for participant in participants {
      let layout = try participant.engine.resolve(scene, dialect: participant.dialect)
      do throws(SolvedScene.Failure) {
        let solved = try SolvedScene(
          scene, by: participant, layout: layout, changes: scene.steps.map(\.change),
          withFindings: false)
        solutions.append((participant, .success(solved)))
      } catch {
        solutions.append((participant, .failure(error)))
      }
    }
    verdicts = Self.verdicts(of: solutions, scene)
    var solved: [String: SolvedScene] = [:]
    for (participant, result) in solutions { solved[participant.label] = try? result.get() }
    self.solved = solved
  }

  private typealias Solution = (
    participant: Participant, result: Result<SolvedScene, SolvedScene.Failure>
  )

  /// Holds every engine's frames against the expectations; those that keep them, against each other.
  private static func verdicts(
    of solutions: [Solution], _ scene: Scene
  ) -> [(participant: Participant, verdict: Verdict)] {
    var verdicts = solutions.map { participant, result -> (Participant, Verdict) in
      switch result {
      case .failure(let failure): (participant, verdict(of: failure))
      case .success(let own): (participant, expectationVerdict(own, scene))
      }
    }
    var groups: [[(index: Int, solved: SolvedScene)]] = []
    for index in verdicts.indices {
      guard case .agrees = verdicts[index].1, let own = try? solutions[index].result.get() else {
        continue
      }
      let place = groups.firstIndex { difference(own, from: $0[0].solved, scene) == nil }
      if let place { groups[place].append((index, own)) } else { groups.append([(index, own)]) }
    }
    let right = majority(of: groups.map { $0.map(\.solved.participant.dialect) })
    for (number, group) in groups.enumerated() {
      guard groups.count > 1, number != right else {
        for (index, own) in group {
          guard case .agrees(let deviation) = verdicts[index].1 else { continue }
          verdicts[index].1 = .agrees(
            deviation: group.reduce(deviation) { max($0, largestDeviation(own, $1.solved)) })
        }
        continue
      }
      let judges = right.map { groups[$0] } ?? groups.first { $0[0].index != group[0].index }
      guard let judge = judges?.first?.solved else { continue }
      for (index, own) in group {
        if let difference = difference(own, from: judge, scene) {
          verdicts[index].1 = .differs(difference)
        }
      }
    }
    return verdicts.map { (participant: $0.0, verdict: $0.1) }
  }

  /// The group that more than half of the dialects stand for, each counted once whoever laid it out;
  /// `nil` where there is no such group or two.
  static func majority(of groups: [[Dialect]]) -> Int? {
    let count = Set(groups.joined()).count
    let large = groups.indices.filter { 2 * Set(groups[$0]).count > count }
    return large.count == 1 ? large[0] : nil
  }

  private static func verdict(of failure: SolvedScene.Failure) -> Verdict {
    if case .notLinear = failure.reason { return .leftOut(failure.reason) }
    return .noLayout(failure)
  }

  private static func expectationVerdict(_ own: SolvedScene, _ scene: Scene) -> Verdict {
    var deviation = 0.0
    for (index, expected) in ([scene.expected] + scene.steps.map(\.expected)).enumerated() {
      for entry in expected.frames {
        let found = own.states[index].frames[entry.view.index]
        guard found.isClose(to: entry.frame, within: tolerance) else {
          return .differs(
            Difference(
              step: index == 0 ? nil : index, view: scene.tree.name(of: entry.view),
              reference: "expect (\(scene.file):\(entry.position))", expected: entry.frame,
              found: found))
        }
        deviation = max(deviation, found.deviation(from: entry.frame))
      }
    }
    return .agrees(deviation: deviation)
  }

  /// The first view, in the first layout or step, whose frame is another.
  private static func difference(
    _ own: SolvedScene, from other: SolvedScene, _ scene: Scene
  ) -> Difference? {
    for (index, (state, reference)) in zip(own.states, other.states).enumerated() {
      for view in scene.tree.views {
        let (found, expected) = (state.frames[view.index], reference.frames[view.index])
        guard !found.isClose(to: expected, within: tolerance) else { continue }
        return Difference(
          step: index == 0 ? nil : index, view: scene.tree.name(of: view),
          reference: other.participant.label, expected: expected, found: found)
      }
    }
    return nil
  }

  private static func largestDeviation(_ own: SolvedScene, _ other: SolvedScene) -> Double {
    var deviation = 0.0
    for (state, reference) in zip(own.states, other.states) {
      for (found, expected) in zip(state.frames, reference.frames) {
        deviation = max(deviation, found.deviation(from: expected))
      }
    }
    return deviation
  }
}
