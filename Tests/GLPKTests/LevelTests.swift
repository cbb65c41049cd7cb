import Constraints
import LayoutBenchFixtures
import LayoutBenchHarness
import LayoutBenchSuite
import LayoutBenchTiming
import LayoutModel
import Scenes
import Testing

@testable import GLPKLayout

/// Components that are solved level after level.
@Suite("Levels")
struct LevelTests {
  /// The frames, and the counters after the first layout, where small components are solved level
  /// after level too; once every state of the engine has passed the independent check.
  private static func layout(
    of scene: Scene
  ) throws -> (frames: [Rect], counters: [String: Int]) {
    let proof = try SceneProof(scene)
    #expect(proof.fault == nil)
    let state = try #require(proof.states.first)
    let written = try ConstraintsDialect().read(scene).constraints()
    var plan = try StagedPlan(
      written, in: scene.tree, shortcuts: Shortcuts.all.union(.smallLevels).subtracting(.flows))
    var frames = scene.tree.startFrames
    var span = frames.mutableSpan
    try plan.pass(into: &span)
    for (one, other) in zip(frames, state.frames) { #expect(one.deviation(from: other) <= 1e-6) }
    let counters = plan.counters().map { ($0.name, $0.value) }
    return (frames, Dictionary(uniqueKeysWithValues: counters))
  }

  @Test(
    "screens need no linear program where bounds imply each other",
    arguments: [
      "messagekit-chat", "linkedin-layoutkit-skills", "linkedin-layoutkit-feed-item",
      "linkedin-feed-item-stack", "apple-guide-dynamic-stack", "apple-guide-equal-white-space",
      "material-settings", "dereguide-data-list", "dereguide-options", "yoga-huge-nested",
    ])
  func screens(name: String) throws {
    let file = try #require(Suite.files.first { $0.name == "\(name).yaml" })
    let scene = try SceneFile.scene(from: file.text, file: file.name)
    let counters = try Self.layout(of: scene).counters
    #expect(counters["components by tableau"] == 0)
    #expect(counters["components by simplex"] == 0)
    #expect(counters["simplex iterations"] == 0)
  }

  @Test("the label gives way to the count, and a third number follows")
  func implied() throws {
    let scene = try SceneFile.scene(
      from: """
        layoutbench: 1
        name: implied
        root: { size: [320, 40] }
        views:
          - { id: name, intrinsic: [300, 20], compression: [749, 750], hugging: [249, 250] }
          - { id: count, intrinsic: [60, 20], hugging: [251, 250] }
        layouts:
          constraints:
            - "H:|-10-[name]-10-[count]"
            - "count.right <= superview.right - 10"
            - "name.top == superview.top"
            - "count.top == superview.top"
        """, file: "implied.yaml")
    let (frames, counters) = try Self.layout(of: scene)
    #expect(counters["components by tableau"] == 0)
    #expect(counters["components by simplex"] == 0)
    #expect(frames[1] == Rect(x: 10, y: 0, width: 230, height: 20))
    #expect(frames[2] == Rect(x: 250, y: 0, width: 60, height: 20))
  }

  /// Sums of three to five widths that must hold, wishes on single widths and limits of sums.
  private static func longEqualities(_ seed: UInt64) throws -> Scene {
    var dice = SplitMix64(seed: seed)
    let count = 4 + dice.below(8)
    let views = (0..<count).map { index in
      let traits = dice.below(3) == 0 ? "" : ", intrinsic: [\(10 + dice.below(200)), 20]"
      return "  - { id: v\(index)\(traits) }"
    }
    func sum(_ length: Int) -> String {
      var places = Array(0..<count)
      var terms: [String] = []
      for _ in 0..<min(length, count) {
        let place = places.remove(at: dice.below(places.count))
        let factor = ["1", "1", "2", "0.5"][dice.below(4)]
        terms.append(
          "\(terms.isEmpty ? "" : dice.below(3) == 0 ? "- " : "+ ")\(factor) * v\(place).width")
      }
      return terms.joined(separator: " ")
    }
    var rules: [String] = []
    for _ in 0..<1 + dice.below(count / 2) {
      rules.append("\(sum(3 + dice.below(3))) == \(dice.below(300))")
    }
    for _ in 0..<dice.below(4) {
      let relation = ["<=", ">="][dice.below(2)]
      rules.append("\(sum(1 + dice.below(4))) \(relation) \(dice.below(500))")
    }
    for _ in 0..<dice.below(6) {
      let relation = ["==", "<=", ">="][dice.below(3)]
      let priority = [250, 500, 750][dice.below(3)]
      rules.append("\(sum(1 + dice.below(2))) \(relation) \(dice.below(300)) @\(priority)")
    }
    return try SceneFile.scene(
      from: """
        layoutbench: 1
        name: pivots
        root: { size: [320, 200] }
        views:
        \(views.joined(separator: "\n"))
        layouts:
          constraints:
        \(rules.map { "    - { linear: \"\($0)\" }" }.joined(separator: "\n"))
        """, file: "pivots.yaml")
  }

  @Test("long equalities as pivots give what a linear program gives")
  func pivots() throws {
    var (solved, withoutProgram) = (0, 0)
    for seed in 0..<UInt64(300) {
      let scene = try Self.longEqualities(seed)
      let proof = try SceneProof(scene)
      #expect(proof.fault == nil, "seed \(seed)")
      #expect(proof.states.count + proof.conflicts == 1)
      guard proof.conflicts == 0 else { continue }
      solved += 1
      if try Self.layout(of: scene).counters["simplex iterations"] == 0 { withoutProgram += 1 }
    }
    // Most of them have a layout, and many of these need no linear program.
    #expect(solved > 150)
    #expect(withoutProgram > 40)
  }
}
