import LayoutBenchHarness
import LayoutModel
import Scenes
import Testing
import LayoutBenchTiming

@Suite("SLL lowered to constraints")
struct LoweringTests {
  /// Engines that differ on a scene.
  static func difference(_ rules: RandomRules) -> String? {
    do {
      let scene = try SceneFile.scene(from: rules.text, file: "random.yaml")
      let check = try CrossCheck(scene)
      guard !check.holds else { return nil }
      return check.verdicts.map { "\($0.participant.label): \($0.verdict)" }
        .joined(separator: "\n")
    } catch {
      return "\(error)"
    }
  }

  @Test("a thousand random rule sets lay out alike in all engines")
  func agreement() throws {
    var compared = 0
    for seed in 0..<1000 {
      let rules = RandomRules(seed: UInt64(seed))
      if Self.difference(rules) != nil {
        let smallest = rules.shrunk { Self.difference($0) != nil }
        Issue.record(
          "seed \(seed):\n\(smallest.text)\n\(Self.difference(smallest) ?? "")")
        return
      }
      let scene = try SceneFile.scene(from: rules.text, file: "random.yaml")
      let agreeing = try CrossCheck(scene).verdicts.count {
        if case .agrees = $0.verdict { true } else { false }
      }
      if agreeing == 3 { compared += 1 }
    }
    // Some have cycles or maxima that linear constraints cannot express; most must have been
    // compared.
    #expect(compared > 600)
  }

  @Test(
    "what is not linear is refused with the rule and the reason",
    arguments: [
      ("w = %w * %w", "[b, b]", 8, "a product of two values that change"),
      ("w = 5 / %w", "[b]", 7, "a divisor that changes"),
      ("w = 5, w *= 10% * 10%", "[]", 17, "a product of two values that change"),
      ("maxw = %ll - 500", "[b]", nil, "the maximum may be below 0, where it has no effect"),
      ("w = %w * %f", "[b, 2e9]", nil, "a number beyond 1e9 points or times"),
    ] as [(String, String, Int?, String)])
  func refusals(_ rule: String, _ arguments: String, _ column: Int?, _ reason: String) throws {
    let items = arguments == "[]" ? "" : ", " + arguments.dropFirst().dropLast()
    let text = """
      layoutbench: 1
      name: refused
      root: { size: [320, 200] }
      views: [ { id: a }, { id: b, frame: [1, 2, 3, 4] } ]
      layouts: { sll: [ { a: ["\(rule)"\(items)] } ] }
      """
    let scene = try SceneFile.scene(from: text, file: "refused.yaml")
    let glpk = try #require(Participant.all(of: scene).first { $0.engine.name == "glpk" })
    let failure = try #require(throws: SolvedScene.Failure.self) {
      try SolvedScene(scene, by: glpk)
    }
    #expect(
      failure.reason == .notLinear(view: "a", rule: rule, column: column, reason: reason))
    // Verification leaves the engine out and does not fail because of it.
    let check = try CrossCheck(scene)
    #expect(check.holds)
  }
}

@Suite("SLL after resizes")
struct ResizeTests {
  /// A plan that is resized keeps frames as functions of the root's size; a fresh one runs the
  /// rules.
  @Test("a resized plan gives the frames of a fresh one", arguments: 0..<300)
  func agreement(seed: Int) throws {
    let text = RandomRules(seed: UInt64(seed) + 5000).text
    var scene = try SceneFile.scene(from: text, file: "random.yaml")
    let engine = try #require(Engines.named("sll:incremental"))
    var resized: LayoutSession
    do {
      resized = try LayoutSession(engine.resolve(scene, dialect: "sll"), tree: scene.tree)
    } catch is LayoutError {
      return  // A cycle.
    }
    var dice = SplitMix64(seed: UInt64(seed))
    let change = try #require(scene.steps.last?.change)
    for round in 0..<16 {
      // Sizes that repeat, sizes at the limits of clamps, and 0.
      let sides = (0..<2).map { _ in Double(Int.random(in: 0...12, using: &dice) * 40) }
      let size = Size(width: sides[0], height: sides[1])
      resized.apply(.resize(size))
      if round == 8 {
        resized.apply(change)
        scene.apply(change)
      }
      try resized.layOut()
      scene.tree.rootSize = size
      var fresh = try LayoutSession(engine.resolve(scene, dialect: "sll"), tree: scene.tree)
      try fresh.layOut()
      for (frame, expected) in zip(resized.frames, fresh.frames) {
        #expect(frame.isClose(to: expected, within: 1e-9), "\(size)\n\(text)")
      }
    }
  }
}
