public import LayoutModel
internal import Scenes

/// Random scenes, each held against what is known to be right.
public enum Fuzz {
  /// What a random scene is made of.
  public enum Kind: String, CaseIterable, Sendable {
    /// Constraints of all kinds: `glpk` against `glpk:plain` and the check of optimality, which is no
    /// solver.
    case constraints
    /// SLL rules: `sll` against `glpk`, which gets them lowered to constraints.
    case rules
  }

  /// A scene that failed.
  public struct Failure: Sendable {
    /// What it was made of.
    public let kind: Kind
    /// What it came from.
    public let seed: UInt64
    /// The smallest scene file that was found to fail as well.
    public let text: String
    /// What is wrong with that.
    public let reason: String
  }

  /// Makes the scene of a seed, and says what is wrong with it.
  ///
  /// - Parameters:
  ///   - kind: what it is made of.
  ///   - seed: what it comes from.
  ///   - engines: who takes part.
  /// - Returns: the failure, with the scene made as small as it can be; `nil` where all is right.
  public static func failure(
    of kind: Kind, seed: UInt64, engines: [any LayoutEngine] = Engines.everyone
  ) -> Failure? {
    switch kind {
    case .constraints:
      failure(RandomConstraints(seed: seed), kind, seed) { scene in
        // Numbers of all sizes have digits of all sizes: those are for the check only.
        scene.kind == .scaled
          ? fault(ofConstraints: scene.text)
          : fault(ofConstraints: scene.text) ?? difference(scene.text, engines)
      }
    case .rules:
      failure(RandomRules(seed: seed), kind, seed) { difference($0.text, engines) }
    }
  }

  private static func failure<Random: RandomScene>(
    _ scene: Random, _ kind: Kind, _ seed: UInt64, _ fault: (Random) -> String?
  ) -> Failure? {
    guard fault(scene) != nil else { return nil }
    let smallest = scene.shrunk { fault($0) != nil }
    return Failure(
      kind: kind, seed: seed, text: smallest.text, reason: fault(smallest) ?? "it fails at times")
  }

  /// What the check of optimality has against what `glpk` makes of a scene's constraints.
  private static func fault(ofConstraints text: String) -> String? {
    do {
      return try SceneProof(SceneFile.scene(from: text, file: "random.yaml")).fault
    } catch {
      return "\(error)"
    }
  }

  /// Where engines differ on a scene.
  private static func difference(_ text: String, _ engines: [any LayoutEngine]) -> String? {
    do {
      let scene = try SceneFile.scene(from: text, file: "random.yaml")
      let check = try CrossCheck(scene, engines: engines)
      guard !check.holds else { return nil }
      return check.verdicts.compactMap { participant, verdict in
        switch verdict {
        case .agrees, .leftOut: nil
        case .differs(let difference):
          "\(participant.label): \(VerifiedScene.text(of: difference))"
        case .noLayout(let failure):
          "\(participant.label): "
            + failure.reason.message(file: "random.yaml", step: failure.step)
        }
      }.joined(separator: "\n")
    } catch {
      return "\(error)"
    }
  }
}
