import LayoutBenchTiming
package import LayoutModel
internal import Scenes

/// Random scenes, each checked against results that are known to be right.
package enum Fuzz {
  /// The dialect and contents of a random scene.
  package struct Kind: Sendable, Equatable {
    /// Its name on the command line.
    package let name: String
    /// Checks the scene of a seed; the text is that of the smallest scene that fails.
    fileprivate let check:
      @Sendable (UInt64, [any LayoutEngine]) -> (text: String, finding: Finding)

    /// Constraints of all kinds, checked for optimality without a solver, and compared between
    /// engines.
    package static let constraints = Kind(name: "constraints") { seed, engines in
      // Every other group of 10 seeds adds stacks, entries that are switched, and views that come
      // and go.
      var knobs = RandomConstraints.Knobs()
      knobs.hasVariations = seed / 10 % 2 == 1
      return Fuzz.smallest(RandomConstraints(seed: seed, knobs: knobs)) { scene in
        // Values of very different magnitude round differently: an exact engine judges.
        scene.kind == .scaled
          ? Fuzz.finding(ofScaled: scene.text, engines)
          : Finding(Fuzz.fault(ofProof: scene.text) ?? Fuzz.difference(scene.text, engines))
      }
    }

    /// Differences of edges, checked for optimality without a solver, and compared between engines.
    package static let differences = Kind(name: "differences") { seed, engines in
      Fuzz.smallest(RandomDifferences(seed: seed)) { scene in
        Finding(Fuzz.fault(ofProof: scene.text) ?? Fuzz.difference(scene.text, engines))
      }
    }

    /// Pages of an app, checked for optimality without a solver, and compared between engines.
    package static let pages = Kind(name: "pages") { seed, engines in
      Fuzz.smallest(RandomPages(seed: seed)) { scene in
        Finding(Fuzz.fault(ofProof: scene.text) ?? Fuzz.difference(scene.text, engines))
      }
    }

    /// Constraints whose numbers differ much in magnitude, which are every fifth of the others too,
    /// checked against exact frames.
    package static let scaled = Kind(name: "scaled") { seed, engines in
      Fuzz.smallest(RandomConstraints(seed: 5 &* seed &+ 4)) {
        Fuzz.finding(ofScaled: $0.text, engines)
      }
    }

    /// Rules, compared between the engines that read them, also as constraints.
    package static let rules = Kind(name: "rules") { seed, engines in
      Fuzz.smallest(RandomRules(seed: seed)) { Finding(Fuzz.difference($0.text, engines)) }
    }

    /// The same name.
    package static func == (one: Kind, other: Kind) -> Bool { one.name == other.name }

    /// The kinds that are made smaller when one fails.
    static let ours = [constraints, differences, pages, scaled, rules]

    /// Every kind: ours, and those of dialects that generate scenes.
    package static var all: [Kind] {
      ours
        + Registry.current.dialects.filter { $0.random(seed: 0) != nil }.map { dialect in
          Kind(name: dialect.name.text) { seed, engines in
            guard let text = dialect.random(seed: seed) else { return ("", .notJudged) }
            return (text, Finding(Fuzz.difference(text, engines)))
          }
        }
    }
  }

  /// The result of a check of a scene.
  fileprivate enum Finding {
    /// No fault was found.
    case right
    /// There is nothing to hold the frames against: required constraints conflict, if only by a
    /// rounding, or the exact frames are beyond the greatest number of the promise.
    case notJudged
    case fault(String)

    init(_ fault: String?) { self = fault.map { .fault($0) } ?? .right }

    var fault: String? { if case .fault(let reason) = self { reason } else { nil } }
  }

  /// A scene that failed.
  package struct Failure: Sendable {
    /// The name of the kind that the scene was made of.
    package let kind: String
    /// The seed that the scene was made from.
    package let seed: UInt64
    /// The smallest scene file that was found to fail as well.
    package let text: String
    /// The fault of that scene file.
    package let reason: String
  }

  /// Makes the scene of a seed, and checks it.
  ///
  /// - Parameters:
  ///   - kind: the kind of scene.
  ///   - seed: the seed that the scene is made from.
  ///   - engines: the engines that take part.
  /// - Returns: the failure, with the scene made as small as it can be, or `nil` where nothing is
  ///   wrong; and whether the frames were held against anything.
  package static func check(
    _ kind: Kind, seed: UInt64, engines: [any LayoutEngine] = Engines.everyone
  ) -> (failure: Failure?, isJudged: Bool) {
    let (text, finding) = kind.check(seed, engines)
    switch finding {
    case .right: return (nil, true)
    case .notJudged: return (nil, false)
    case .fault(let reason):
      return (Failure(kind: kind.name, seed: seed, text: text, reason: reason), true)
    }
  }

  private static func smallest<Random: RandomScene>(
    _ scene: Random, _ check: (Random) -> Finding
  ) -> (text: String, finding: Finding) {
    let finding = check(scene)
    guard let fault = finding.fault else { return (scene.text, finding) }
    // A smaller scene may have another fault: what begins with a peer that differs stays so.
    let isOfPeer = fault.hasPrefix("peer:")
    let smallest = scene.shrunk { check($0).fault?.hasPrefix("peer:") == isOfPeer }
    return (smallest.text, .fault(check(smallest).fault ?? "it fails at times"))
  }

  private static func scene(_ text: String) throws(SceneError) -> Scene {
    try SceneFile.scene(
      from: text, file: "random.yaml", dialects: Registry.current.dialects.map(\.name))
  }

  /// The first fault that a check without a solver finds in a scene's layouts.
  private static func fault(ofProof text: String) -> String? {
    do {
      let scene = try scene(text)
      for (dialect, proof) in Registry.current.proofs where scene.layouts[dialect] != nil {
        if let fault = try proof(scene) { return fault }
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// True if a scene has only one layout, as far as an engine can detect; otherwise a peer may
  /// find another one.
  private static func isDetermined(_ check: CrossCheck) throws -> Bool {
    let judge = check.verdicts.first { participant, verdict in
      verdict.isRight && participant.engine.traits.explains && !participant.engine.traits.isPeer
    }
    guard let judge else { return true }
    return try SolvedScene(check.scene, by: judge.participant).states.allSatisfy {
      $0.findings.ambiguous.isEmpty
    }
  }

  /// The first fault of a scene whose numbers differ much in magnitude: a difference from exact
  /// frames that are not beyond the greatest number of the promise, or a conflict that is none.
  private static func finding(ofScaled text: String, _ engines: [any LayoutEngine]) -> Finding {
    do {
      let scene = try scene(text)
      let judges = Participant.all(of: scene, among: Registry.current.judges)
      guard let judge = judges.first else { return Finding(fault(ofProof: text)) }
      let right: [[Rect]]
      do {
        right = try frames(of: scene, by: judge)
      } catch is SolvedScene.Failure {
        return .notJudged
      }
      guard right.allSatisfy({ Agreement.isWithinPromise($0, in: scene.tree) }) else {
        return .notJudged
      }
      var compared = 0
      for participant in Participant.all(of: scene, among: engines)
      where !participant.engine.traits.isPeer && participant.label != judge.label {
        let found: [[Rect]]
        do {
          guard participant.canBeTold(scene.steps.map(\.change), of: scene) else { continue }
          found = try frames(of: scene, by: participant)
        } catch let error as SceneError where error.mistake is CannotState {
          continue
        } catch let failure as SolvedScene.Failure {
          guard Verdict(failure).outcome != .cannotState else { continue }
          return .fault("\(participant.label): \(failure.reason); \(judge.label): \(right)")
        }
        for (state, (one, other)) in zip(right, found).enumerated() {
          guard let view = Agreement.difference(one, other) else { continue }
          return .fault(
            "\(participant.label), state \(state), view \(scene.tree.names[view]): \(other[view]); "
              + "\(judge.label): \(one[view])")
        }
        compared += 1
      }
      return compared > 0 ? .right : .notJudged
    } catch {
      return .fault("\(error)")
    }
  }

  /// The first fault of a scene that may state anything: a frame that is not finite, or two
  /// evaluations of the same rules that differ.
  ///
  /// - Parameter scene: the scene; every engine of this process that reads it lays it out, or
  ///   refuses it with an error.
  /// - Returns: the number of engines that laid it out, and the fault, if one was found.
  package static func outcome(ofHostile scene: Scene) -> (laidOut: Int, fault: String?) {
    var laidOut = 0
    var others: [DialectName: (label: String, states: [[Rect]])] = [:]
    for participant in Participant.all(of: scene, forms: [.plan])
    where !participant.engine.traits.isPeer {
      guard let states = try? frames(of: scene, by: participant) else { continue }
      // An absent view's frame is unknown.
      let isAnyAbsent =
        !scene.absent.isEmpty || scene.steps.contains { $0.change.kind == .removal }
      let areNumbers = states.joined().allSatisfy { frame in
        frame.isFinite
          || isAnyAbsent && frame.x.isNaN && frame.y.isNaN && frame.width.isNaN
            && frame.height.isNaN
      }
      guard areNumbers else { return (laidOut, "\(participant.label): a frame is not finite") }
      laidOut += 1
      // Engines that detect ambiguity settle it; huge numbers settle differently.
      guard !participant.engine.traits.explains else { continue }
      guard let first = others[participant.dialect] else {
        others[participant.dialect] = (participant.label, states)
        continue
      }
      for (state, (one, other)) in zip(first.states, states).enumerated()
      where Agreement.isWithinPromise(one, in: scene.tree) {
        guard let view = Agreement.difference(one, other) else { continue }
        let reason =
          "state \(state), view \(scene.tree.names[view]): \(first.label): \(one[view]); "
          + "\(participant.label): \(other[view])"
        return (laidOut, reason)
      }
    }
    return (laidOut, nil)
  }

  /// Lays a scene out, through all its steps.
  private static func frames(of scene: Scene, by participant: Participant) throws -> [[Rect]] {
    try SolvedScene(
      scene, by: participant, layout: participant.resolve(scene),
      changes: scene.steps.map(\.change), withFindings: false
    ).states.map(\.frames)
  }

  /// The first difference between engines on a scene.
  private static func difference(_ text: String, _ engines: [any LayoutEngine]) -> String? {
    do {
      let check = try CrossCheck(scene(text), engines: engines)
      // No engine that takes part reads the scene: there is nothing to compare.
      guard !check.verdicts.isEmpty else { return nil }
      if check.holds {
        guard !check.wrongPeers.isEmpty, try isDetermined(check) else { return nil }
      } else if check.own.isEmpty {
        return nil
      }
      // Where ours report that there is no layout, a peer that has one comes first.
      let peers = check.verdicts.filter(\.participant.engine.traits.isPeer)
      let verdicts = check.hasNoLayout ? peers + check.own : check.verdicts
      let reasons = verdicts.compactMap { participant, verdict -> String? in
        guard !verdict.isRight, verdict.outcome != .cannotState else { return nil }
        return verdict.reason(file: "random.yaml", label: participant.label).map {
          "\(participant.label): \($0)"
        }
      }
      // Nobody who takes part can state it: no fault.
      return reasons.isEmpty ? nil : reasons.joined(separator: "\n")
    } catch {
      return "\(error)"
    }
  }
}
