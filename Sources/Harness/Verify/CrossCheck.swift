import Foundation
import LayoutBenchTiming
package import LayoutModel

/// Lays a scene out by every engine that can, and compares the frames with each other and with the
/// scene's expectations, over the first layout and all steps.
package struct CrossCheck: Sendable {
  /// Frames may differ by this many points up to 1 point, and relatively above.
  package static let tolerance = Agreement.tolerance

  /// The scene.
  package let scene: Scene
  /// The participants, each with its verdict.
  package let verdicts: [(participant: Participant, verdict: Verdict)]
  /// The layouts of those that found one, by label.
  let solved: [String: SolvedScene]
  /// The layouts as the engines have read them, by label.
  let layouts: [String: any ResolvedLayout]

  /// True if at least two layouts, or one and an expectation, were compared.
  package var isComparison: Bool {
    taking > 1 || (expectsAnything && taking > 0)
  }

  /// All but peers, which decide nothing.
  package var own: [(participant: Participant, verdict: Verdict)] {
    verdicts.filter { !$0.participant.engine.traits.isPeer }
  }

  /// The peers that are not right, though they accept the scene.
  package var wrongPeers: [String] {
    verdicts.filter {
      let isSame = hasNoLayout && $0.verdict.outcome == .noSolution
      return $0.participant.engine.traits.isPeer && !$0.verdict.isRight && !isSame
        && $0.verdict.outcome != .cannotState
    }.map(\.participant.label)
  }

  /// The number of engines that took part.
  private var taking: Int { own.count { $0.verdict.outcome != .cannotState } }

  /// True if an engine laid the scene out at all, no frames differ, and every engine, or none,
  /// found a layout.
  package var holds: Bool {
    taking > 0 && !own.contains { $0.verdict.outcome == .wrong } && !isDivided
  }

  /// True if every engine reports that the scene has no layout.
  package var hasNoLayout: Bool { taking > 0 && failures == taking }

  /// The largest difference that was still agreement, points.
  package var deviation: Double {
    verdicts.reduce(0) { largest, entry in
      if case .agrees(let deviation) = entry.verdict { return max(largest, deviation) }
      return largest
    }
  }

  /// True if no frame is too large for the precision that engines are held to.
  package var isWithinPromise: Bool {
    solved.values.allSatisfy {
      $0.states.allSatisfy { Agreement.isWithinPromise($0.frames, in: scene.tree) }
    }
  }

  private var expectsAnything: Bool {
    !scene.expected.frames.isEmpty || scene.steps.contains { !$0.expected.frames.isEmpty }
  }

  private var failures: Int { own.count { $0.verdict.outcome == .noSolution } }

  private var isDivided: Bool { failures > 0 && !hasNoLayout }

  private static let turn = NSLock()

  /// Checks a scene.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - engines: those that take part.
  /// - Throws: `SceneError` for a mistake in the text of a dialect.
  package init(
    _ scene: Scene, engines: [any LayoutEngine] = Engines.all
  ) throws(SceneError) {
    try self.init(scene, participants: Participant.all(of: scene, among: engines))
    // Where engines differ, one that computes with rational numbers decides who is right.
    let judges = Registry.current.judges.filter { judge in
      !engines.contains { $0.name == judge.name }
        && !Participant.all(of: scene, among: [judge]).isEmpty
    }
    guard !judges.isEmpty, own.contains(where: { $0.verdict.outcome == .wrong }) else { return }
    let all = engines + judges
    let judged = try CrossCheck(scene, participants: Participant.all(of: scene, among: all))
    // It has nothing to say where its dialect states another layout than the others.
    let isDecided = judged.verdicts.contains { participant, verdict in
      verdict.isRight && judges.contains { $0.name == participant.engine.name }
    }
    if isDecided { self = judged }
  }

  /// Checks a scene by some engines and dialects only.
  ///
  /// - Throws: `SceneError` for a mistake in the text of a dialect.
  init(_ scene: Scene, participants: [Participant]) throws(SceneError) {
    self.scene = scene
    var verdicts: [(participant: Participant, verdict: Verdict)] = []
    var solved: [String: SolvedScene] = [:]
    var layouts: [String: any ResolvedLayout] = [:]
    for participant in participants {
      let layout: any ResolvedLayout
      do throws(SceneError) {
        layout = try participant.resolve(scene)
      } catch {
        guard let mistake = error.mistake as? CannotState else { throw error }
        verdicts.append((participant, .cannotState(.cannotState(mistake.what))))
        continue
      }
      layouts[participant.label] = layout
      guard participant.canBeTold(scene.steps.map(\.change), of: scene) else {
        verdicts.append(
          (participant, .cannotState(.cannotState("steps that change the constraints"))))
        continue
      }
      // One after the other: a peer that ends in one scene does not fail another one.
      if participant.engine.traits.isPeer { Self.turn.lock() }
      defer { if participant.engine.traits.isPeer { Self.turn.unlock() } }
      do throws(SolvedScene.Failure) {
        let own = try SolvedScene(
          scene, by: participant, layout: layout, changes: scene.steps.map(\.change),
          withFindings: false)
        solved[participant.label] = own
        let isPeer = participant.engine.traits.isPeer
        verdicts.append(
          (participant, isPeer ? .agrees(deviation: 0) : Self.verdict(of: own, expectedIn: scene)))
      } catch {
        verdicts.append((participant, Verdict(error)))
      }
    }
    // At least one engine must report a height that is expected.
    for (index, step) in scene.steps.enumerated()
    where step.change.kind == .fit && !step.expected.frames.isEmpty && !solved.isEmpty {
      guard solved.values.allSatisfy({ $0.states[index + 1].frames[0].x.isNaN }) else { continue }
      verdicts = verdicts.map { participant, verdict in
        (
          participant,
          verdict.isRight
            ? .cannotState(.cannotState("the fitting height of step \(index + 1)")) : verdict
        )
      }
    }
    self.solved = solved
    self.layouts = layouts
    self.verdicts = Self.judged(Self.agreed(verdicts, solved, scene), solved, layouts, scene)
  }

  /// Compares the engines that meet the expectations with each other.
  private static func agreed(
    _ verdicts: [(participant: Participant, verdict: Verdict)], _ solved: [String: SolvedScene],
    _ scene: Scene
  ) -> [(participant: Participant, verdict: Verdict)] {
    var verdicts = verdicts
    let places = verdicts.indices.filter {
      verdicts[$0].verdict.isRight && !verdicts[$0].participant.engine.traits.isPeer
    }
    let agreement = Agreement(
      places.compactMap { place in
        let participant = verdicts[place].participant
        return solved[participant.label].map {
          Agreement.Entry(
            label: participant.label, dialect: participant.dialect, states: $0.states.map(\.frames),
            isExact: Registry.current.judges.contains { $0.name == participant.engine.name })
        }
      })
    let (dissents, deviations) = (agreement.dissents, agreement.deviations)
    for (number, place) in places.enumerated() {
      if let dissent = dissents[number] {
        verdicts[place].verdict = .differs(
          Difference(
            step: dissent.state == 0 ? nil : dissent.state, view: scene.tree.names[dissent.view],
            reference: dissent.judge, expected: dissent.expected, found: dissent.found))
      } else if case .agrees(let deviation) = verdicts[place].verdict {
        verdicts[place].verdict = .agrees(deviation: max(deviation, deviations[number]))
      }
    }
    return verdicts
  }

  /// Compares peers with an engine that is right.
  private static func judged(
    _ verdicts: [(participant: Participant, verdict: Verdict)], _ solved: [String: SolvedScene],
    _ layouts: [String: any ResolvedLayout], _ scene: Scene
  ) -> [(participant: Participant, verdict: Verdict)] {
    let judge = verdicts.first { $0.verdict.isRight && !$0.participant.engine.traits.isPeer }
    let states = judge.flatMap { solved[$0.participant.label]?.states.map(\.frames) }
    return verdicts.map { participant, verdict in
      guard participant.engine.traits.isPeer, let own = solved[participant.label] else {
        return (participant, verdict)
      }
      guard let judge, let states else {
        return (participant, .nothingToDo("only peers lay the scene out"))
      }
      let found = own.states.map(\.frames)
      let grid = (layouts[participant.label] as? any TimedElsewhere)?.grid ?? 0
      guard let (state, view) = Agreement.difference(from: states, of: found, within: grid) else {
        return (participant, .agrees(deviation: Agreement.deviation(states, found)))
      }
      let isRounding = GridSizes.areRounded(found[state], of: states[state], grid)
      guard !isRounding else {
        return (participant, .cannotState(.cannotState(offGrid(grid))))
      }
      return (
        participant,
        .differs(
          Difference(
            step: state == 0 ? nil : state, view: scene.tree.names[view],
            reference: judge.participant.label, expected: states[state][view],
            found: found[state][view]))
      )
    }
  }

  /// The reason why an engine that rounds cannot have some frames.
  static func offGrid(_ grid: Double) -> String {
    "frames that do not lie on its grid of \(NumberText.write(grid)) points"
  }

  private static func verdict(of own: SolvedScene, expectedIn scene: Scene) -> Verdict {
    var deviation = 0.0
    for (index, expected) in ([scene.expected] + scene.steps.map(\.expected)).enumerated() {
      for entry in expected.frames {
        let found = own.states[index].frames[entry.view.index]
        // Not every engine reports the least size.
        if entry.view == .root, found.x.isNaN { continue }
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
}
