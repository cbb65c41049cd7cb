import LayoutBenchTiming
package import LayoutModel
internal import Scenes

/// Random scenes, each checked against results that are known to be right.
package enum Fuzz {
  /// The dialect and contents of a random scene.
  package struct Kind: Sendable, Equatable {
    /// Its name on the command line.
    package let name: String
    /// The first fault of a seed's scene, and the smallest scene that fails; `nil` if none fails.
    fileprivate let fault: @Sendable (UInt64, [any LayoutEngine]) -> (text: String, reason: String)?

    /// Constraints of all kinds, checked for optimality without a solver, and compared between
    /// engines.
    package static let constraints = Kind(name: "constraints") { seed, engines in
      // Every other group of 10 seeds adds stacks, entries that are switched, and views that come
      // and go.
      var knobs = RandomConstraints.Knobs()
      knobs.hasVariations = seed / 10 % 2 == 1
      return Fuzz.smallest(RandomConstraints(seed: seed, knobs: knobs)) { scene in
        // Values of very different magnitude round differently: not compared between engines.
        Fuzz.fault(ofProof: scene.text)
          ?? (scene.kind == .scaled ? nil : Fuzz.difference(scene.text, engines))
      }
    }

    /// Rules, compared between the engines that read them, also as constraints.
    package static let rules = Kind(name: "rules") { seed, engines in
      Fuzz.smallest(RandomRules(seed: seed)) { Fuzz.difference($0.text, engines) }
    }

    /// The same name.
    package static func == (one: Kind, other: Kind) -> Bool { one.name == other.name }

    /// The kinds that are made smaller when one fails.
    static let ours = [constraints, rules]

    /// Every kind: ours, and those of dialects that generate scenes.
    package static var all: [Kind] {
      ours
        + Registry.current.dialects.filter { $0.random(seed: 0) != nil }.map { dialect in
          Kind(name: dialect.name.text) { seed, engines in
            guard let text = dialect.random(seed: seed),
              let reason = Fuzz.difference(text, engines)
            else { return nil }
            return (text, reason)
          }
        }
    }
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

  /// Makes the scene of a seed, and returns its fault.
  ///
  /// - Parameters:
  ///   - kind: the kind of scene.
  ///   - seed: the seed that the scene is made from.
  ///   - engines: the engines that take part.
  /// - Returns: the failure, with the scene made as small as it can be; `nil` where nothing is
  ///   wrong.
  package static func failure(
    of kind: Kind, seed: UInt64, engines: [any LayoutEngine] = Engines.everyone
  ) -> Failure? {
    kind.fault(seed, engines).map {
      Failure(kind: kind.name, seed: seed, text: $0.text, reason: $0.reason)
    }
  }

  private static func smallest<Random: RandomScene>(
    _ scene: Random, _ fault: (Random) -> String?
  ) -> (text: String, reason: String)? {
    guard fault(scene) != nil else { return nil }
    let smallest = scene.shrunk { fault($0) != nil }
    return (smallest.text, fault(smallest) ?? "it fails at times")
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

  /// The first difference between engines on a scene.
  private static func difference(_ text: String, _ engines: [any LayoutEngine]) -> String? {
    do {
      let check = try CrossCheck(scene(text), engines: engines)
      // No engine that takes part reads the scene: there is nothing to compare.
      guard !check.verdicts.isEmpty else { return nil }
      if check.holds {
        guard !check.wrongPeers.isEmpty, try isDetermined(check) else { return nil }
      } else if check.verdicts.allSatisfy(\.participant.engine.traits.isPeer) {
        return nil
      }
      return check.verdicts.compactMap { participant, verdict in
        guard !verdict.isRight, verdict.outcome != .cannotState else { return nil }
        return verdict.reason(file: "random.yaml", label: participant.label).map {
          "\(participant.label): \($0)"
        }
      }.joined(separator: "\n")
    } catch {
      return "\(error)"
    }
  }
}
