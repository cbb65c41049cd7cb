import Constraints
import LayoutBenchFixtures
import GLPKLayout
import LayoutBenchHarness
import LayoutModel
import Scenes
import LayoutBenchSuite
import Testing
import LayoutBenchTiming

@Suite("Optimality")
struct OptimalityTests {
  /// The check's linear programs do not tell a millionth of a millionth from rounding: `glpk:exact`
  /// is the judge of that scene.
  private static let beyondRounding = "cancelled-costs.yaml"

  static let sceneFiles = (Fixtures.scenes + Fixtures.suite).filter {
    $0.name != beyondRounding && (try? $0.scene())?.layouts[.constraints] != nil
  }

  @Test("every scene file is laid out as section 2 says", arguments: sceneFiles)
  func answers(to file: Fixtures.File) throws {
    let proof = try SceneProof(file.scene())
    #expect(proof.fault == nil)
    #expect(!proof.states.isEmpty)
  }

  @Test("generated scenes are", arguments: SceneGenerator.all.map(\.name))
  func generated(_ name: String) throws {
    let generator = try #require(SceneGenerator.all.first { $0.name == name })
    let proof = try SceneProof(generator.scene(views: 20))
    #expect(proof.fault == nil)
    #expect(!proof.states.isEmpty)
  }

  /// The fault of the engine's answer to a random scene; `nil` if there is none.
  static func fault(_ constraints: RandomConstraints) -> String? {
    do {
      let scene = try SceneFile.scene(from: constraints.text, file: "random.yaml")
      return try SceneProof(scene).fault
    } catch {
      return "\(error)"
    }
  }

  /// A thousand scenes; set `LAYOUTBENCH_SYSTEMS=10000` for more.
  @Test("random scenes are", arguments: 0..<20)
  func random(batch: Int) throws {
    let share = LivingSystemTests.count("SYSTEMS", 1000) / 20
    for seed in share * batch..<share * (batch + 1) {
      let constraints = RandomConstraints(seed: UInt64(seed))
      guard Self.fault(constraints) != nil else { continue }
      let smallest = constraints.shrunk { Self.fault($0) != nil }
      Issue.record("seed \(seed):\n\(smallest.text)\n\(Self.fault(smallest) ?? "")")
      return
    }
  }

  // MARK: - The check can fail

  /// True if the optimality check refuses frames as the answer to a state.
  private func refuses(
    _ frames: [Rect], _ state: SceneProof.State, ambiguous: [String]? = nil
  ) throws -> Bool {
    try OptimalityCheck(state.constraints, in: state.tree)
      .objection(to: frames, ambiguous: ambiguous) != nil
  }

  /// Only one layout is right, so that any other answer is wrong.
  @Test("a number that is off by a hundredth is refused", arguments: 0..<10)
  func perturbed(batch: Int) throws {
    for seed in 25 * batch..<25 * (batch + 1) {
      let constraints = RandomConstraints(seed: UInt64(seed))
      guard constraints.kind != .scaled else { continue }
      var dice = SplitMix64(seed: UInt64(seed))
      let scene = try SceneFile.scene(from: constraints.text, file: "random.yaml")
      for state in try SceneProof(scene).states {
        let view = Int.random(in: 1..<state.frames.count, using: &dice)
        let largest = state.frames.reduce(0) { $0 + $1.deviation(from: .zero) }
        let amount = (largest < 1000 ? 0.001 : 0.01) * (Bool.random(using: &dice) ? 1 : -1)
        var frames = state.frames
        switch Int.random(in: 0..<4, using: &dice) {
        case 0: frames[view].x += amount
        case 1: frames[view].y += amount
        case 2: frames[view].width += amount
        default: frames[view].height += amount
        }
        #expect(
          try refuses(frames, state), "seed \(seed), view \(view), \(frames)\n\(constraints.text)")
      }
    }
  }

  @Test("two frames in each other's place are refused", arguments: 0..<5)
  func swapped(batch: Int) throws {
    var count = 0
    for seed in 20 * batch..<20 * (batch + 1) {
      let constraints = RandomConstraints(seed: UInt64(seed))
      guard constraints.kind != .scaled else { continue }
      let scene = try SceneFile.scene(from: constraints.text, file: "random.yaml")
      for state in try SceneProof(scene).states {
        let (first, second) = (1, state.frames.count - 1)
        var frames = state.frames
        frames.swapAt(first, second)
        guard frames[first].deviation(from: frames[second]) > 0.01 else { continue }
        count += 1
        #expect(try refuses(frames, state), "seed \(seed)\n\(constraints.text)")
      }
    }
    #expect(count > 10)
  }

  @Test("the layout without a priority is refused where it is another", arguments: 0..<5)
  func dropped(batch: Int) throws {
    var count = 0
    for seed in 20 * batch..<20 * (batch + 1) {
      let constraints = RandomConstraints(seed: UInt64(seed))
      guard constraints.kind != .scaled, let priority = constraints.priorities.last else {
        continue
      }
      let scene = try SceneFile.scene(from: constraints.text, file: "random.yaml")
      let less = constraints.dropping(priority: priority)
      let other = try SceneFile.scene(from: less.text, file: "random.yaml")
      for (state, lesser) in zip(try SceneProof(scene).states, try SceneProof(other).states) {
        guard zip(state.frames, lesser.frames).contains(where: { $0.deviation(from: $1) > 0.01 })
        else { continue }
        count += 1
        #expect(
          try refuses(lesser.frames, state), "seed \(seed), @\(priority)\n\(constraints.text)")
      }
    }
    #expect(count > 5)
  }

  /// One scene for each stage, with the answer, a wrong answer, and the message about it.
  @Test(
    "the stage is named that a layout fails",
    arguments: [
      ("a.width == 100", [0, 0, 90, 0], "a.width == 100 is violated, by 10"),
      (
        "a.width == 100 @500", [0, 0, 90, 0],
        "priority 500 could be improved, by 1 for each point that a would move"
      ),
      (
        "a.width >= 100 @500", [0, 0, 110, 0],
        "inequalities could be closer to equality, by 1 for each point that a would move"
      ),
      (
        "a.width == 100", [0, 3, 100, 0],
        "a.top is settled at a wrong value, by 1 for each point that a would move"
      ),
      ("a.width == 100", [0, 0, 100, .nan], "frames are missing or not finite"),
      ("a.width == 100", [0, 0, 100, -1], "a.height >= 0 (implied) is violated, by 1"),
    ] as [(String, [Double], String)])
  func stages(_ constraint: String, _ frame: [Double], _ message: String) throws {
    let (check, root) = try Self.oneView(constraint)
    let wrong = Rect(x: frame[0], y: frame[1], width: frame[2], height: frame[3])
    #expect(try check.objection(to: [root, wrong])?.description == message)
    #expect(try check.objection(to: [root])?.stage == .numbers)
    #expect(try check.objection(to: [wrong, root])?.stage != nil)
  }

  @Test("a report of ambiguity that says too little or too much is refused")
  func reports() throws {
    let (check, root) = try Self.oneView("a.width == 100")
    let right = [root, Rect(x: 0, y: 0, width: 100, height: 0)]
    let open = ["a.left", "a.top", "a.height"]
    #expect(try check.objection(to: right, ambiguous: open) == nil)
    #expect(
      try check.objection(to: right, ambiguous: Array(open.dropLast()))?.stage
        == .unreported("a.height"))
    #expect(
      try check.objection(to: right, ambiguous: open + ["a.width"])?.stage
        == .misreported("a.width"))
  }

  private static func oneView(_ constraint: String) throws -> (check: OptimalityCheck, root: Rect) {
    let text = """
      layoutbench: 1
      name: one
      root: { size: [320, 200] }
      views: [ { id: a } ]
      layouts: { constraints: [ "\(constraint)" ] }
      """
    let scene = try SceneFile.scene(from: text, file: "one.yaml")
    return (
      OptimalityCheck(try WrittenConstraints(scene).constraints(), in: scene.tree),
      Rect(x: 0, y: 0, width: 320, height: 200)
    )
  }
}
