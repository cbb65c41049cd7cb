import Foundation
import Harness
import LayoutModel
import Scenes
import Suite
import Testing

/// An engine of which something was changed so that it is wrong: its rules are not those of the scene.
private struct Mutant: LayoutEngine {
  enum Fault: String, CaseIterable {
    case wrongSign, droppedClamp, otherSide, staleReference
  }

  let original: any LayoutEngine
  let fault: Fault

  var name: String { original.name }
  var summary: String { original.summary }

  func dialects(of scene: Scene) -> [Dialect] { original.dialects(of: scene) }

  func resolve(_ scene: Scene, dialect: Dialect) throws(SceneError) -> any ResolvedLayout {
    var changed = scene
    changed.layouts[dialect] = scene.layouts[dialect].map(mutated)
    return try original.resolve(changed, dialect: dialect)
  }

  /// The entries of a dialect, each rule's text changed.
  private func mutated(_ node: SourceNode) -> SourceNode {
    switch node.content {
    case .scalar(let text, let offset):
      return SourceNode(.scalar(mutated(text), offset: offset), at: node.position)
    case .sequence(let items):
      return SourceNode(.sequence(items.map(mutated)), at: node.position)
    case .mapping(let entries):
      return SourceNode(
        .mapping(
          entries.map {
            SourceNode.Entry(key: $0.key, keyPosition: $0.keyPosition, value: mutated($0.value))
          }), at: node.position)
    }
  }

  private func mutated(_ text: String) -> String {
    switch fault {
    case .wrongSign: text.replacing(" + ", with: " - ")
    case .droppedClamp:
      text.replacing("minw = ", with: "minw = 0 * ").replacing("minh = ", with: "minh = 0 * ")
    case .otherSide: text.replacing("%rl", with: "%ll")
    case .staleReference: text.replacing("%bt", with: "%tt")
    }
  }
}

@Suite("Fuzzing", .timeLimit(.minutes(2)))
struct FuzzTests {
  @Test("random scenes hold", arguments: Fuzz.Kind.allCases)
  func clean(_ kind: Fuzz.Kind) {
    for seed in 700..<740 { #expect(Fuzz.failure(of: kind, seed: UInt64(seed)) == nil) }
  }

  @Test(
    "an engine that is wrong is found soon, with a small scene", arguments: Mutant.Fault.allCases)
  private func found(_ fault: Mutant.Fault) throws {
    let engines: [any LayoutEngine] = Engines.all.map {
      $0.name == "sll" ? Mutant(original: $0, fault: fault) : $0
    }
    let start = ContinuousClock.now
    let failure = try #require(
      (0..<400).lazy.compactMap { Fuzz.failure(of: .rules, seed: $0, engines: engines) }.first)
    // In a debug build.
    #expect(start.duration(to: .now) < .seconds(10))
    #expect(failure.reason.contains("view v"))
    let scene = try SceneFile.scene(from: failure.text, file: "found.yaml")
    #expect(try !CrossCheck(scene, engines: engines).holds)
    #expect(try CrossCheck(scene).holds)
    // One rule is most often all that it takes, and what that refers to.
    #expect(failure.text.split(separator: "\n").filter { $0.contains(": [\"") }.count <= 3)
  }

  @Test(
    "so does the cross-check of the published scenes",
    arguments: [Mutant.Fault.wrongSign, .otherSide])
  private func verified(_ fault: Mutant.Fault) throws {
    let engines: [any LayoutEngine] = Engines.all.map {
      $0.name == "sll" ? Mutant(original: $0, fault: fault) : $0
    }
    let scene = try #require(SceneGenerator.scene(named: "feed-20"))
    let check = try CrossCheck(scene, engines: engines)
    #expect(!check.holds)
    #expect(
      check.verdicts.contains { participant, verdict in
        if case .differs = verdict { participant.label == "sll" } else { false }
      })
  }
}
