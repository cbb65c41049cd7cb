import Constraints
import GLPKLayout
import LayoutBenchHarness
import LayoutModel
import Scenes
import Testing

@Suite("Explanations")
struct ExplanationTests {
  /// Engine and explanation detect ambiguity in different ways.
  @Test(
    "every number has its reasons, and is ambiguous where the engine says so", arguments: 0..<10)
  func reasons(batch: Int) throws {
    for seed in 5 * batch..<5 * (batch + 1) {
      let constraints = RandomConstraints(seed: UInt64(seed) + 7000)
      guard constraints.kind != .scaled else { continue }
      let scene = try SceneFile.scene(from: constraints.text, file: "random.yaml")
      for state in try SceneProof(scene).states {
        var explanation = try Explanation(state.constraints, in: state.tree, frames: state.frames)
        for view in state.tree.views.dropFirst() {
          let name = state.tree.name(of: view)
          for edge in try explanation.edges(of: view) {
            #expect(edge.isAmbiguous == !edge.settled.isEmpty)
            #expect(
              edge.isAmbiguous || !(edge.determinedBy + edge.through).isEmpty,
              "seed \(seed), \(name).\(edge.name)")
            guard edge.name != "right", edge.name != "bottom" else { continue }
            #expect(
              edge.isAmbiguous == state.ambiguous.contains("\(name).\(edge.name)"),
              "seed \(seed), \(name).\(edge.name)\n\(constraints.text)")
          }
          for loss in explanation.losses(of: view) {
            #expect(
              loss.isImpossible == (loss.to + loss.tradedAgainst).isEmpty,
              "seed \(seed), \(loss.reason.text)\n\(constraints.text)")
          }
        }
      }
    }
  }

  @Test("a constraint that can never hold has lost to no other")
  func impossible() throws {
    let text = """
      layoutbench: 1
      name: one
      root: { size: [320, 200] }
      views: [ { id: a } ]
      layouts: { constraints: [ "a.width >= a.width + 20 @750", "a.width == 5 @750" ] }
      """
    let scene = try SceneFile.scene(from: text, file: "one.yaml")
    let constraints = try WrittenConstraints(scene).constraints()
    let frames = [
      Rect(x: 0, y: 0, width: 320, height: 200), Rect(x: 0, y: 0, width: 5, height: 0),
    ]
    let losses = try Explanation(constraints, in: scene.tree, frames: frames).losses(of: ViewID(1))
    #expect(losses.map(\.isImpossible) == [true])
    #expect(losses.map(\.amount) == [20])
  }

  /// A column of views, each at least one point below the one before, and wishes that all lose.
  private static func column(of count: Int) throws -> Scene {
    let views = (0..<count).map { "  - { id: v\($0), intrinsic: [20, 10] }" }
    let rules = (0..<count).flatMap { index in
      [
        index == 0 ? "v0.top >= superview.top" : "v\(index).top >= v\(index - 1).bottom + 1",
        "v\(index).left == superview.left", "v\(index).bottom <= superview.top + 5 @500",
      ]
    }
    return try SceneFile.scene(
      from: """
        layoutbench: 1
        name: column
        root: { size: [320, 20000] }
        views:
        \(views.joined(separator: "\n"))
        layouts:
          constraints:
        \(rules.map { "    - \($0)" }.joined(separator: "\n"))
        """, file: "column.yaml")
  }

  @Test("an explanation ends within its steps, and says what it did not look for")
  func limit() throws {
    let scene = try Self.column(of: 40)
    let state = try #require(SceneProof(scene).states.first)
    func explained(steps: Int) throws -> (edges: [Explanation.Edge], losses: [Explanation.Loss]) {
      var explanation = try Explanation(
        state.constraints, in: state.tree, frames: state.frames, steps: steps)
      var all: (edges: [Explanation.Edge], losses: [Explanation.Loss]) = ([], [])
      for view in state.tree.views.dropFirst() {
        all.edges += try explanation.edges(of: view)
        all.losses += explanation.losses(of: view)
      }
      return all
    }
    let whole = try explained(steps: Explanation.mostSteps)
    for edge in whole.edges { #expect(edge.isLookedFor) }
    #expect(whole.losses.count == 40)
    for loss in whole.losses { #expect(loss.isLookedFor && !loss.to.isEmpty) }
    for steps in [0, 1_000_000, 10_000_000] {
      let part = try explained(steps: steps)
      #expect(part.edges.map(\.value) == whole.edges.map(\.value))
      #expect(part.losses.map(\.amount) == whole.losses.map(\.amount))
      let isWhole = part.edges.allSatisfy(\.isLookedFor)
      #expect(!isWhole)
      for (one, other) in zip(part.edges, whole.edges) where one.isLookedFor {
        #expect(one.determinedBy == other.determinedBy)
      }
    }
  }
}
