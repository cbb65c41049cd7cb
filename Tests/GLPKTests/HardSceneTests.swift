import LayoutBenchFixtures
import GLPKLayout
import LayoutBenchHarness
import LayoutModel
import Scenes
import Testing
import LayoutBenchTiming

/// The scenes that are hard for a linear program.
@Suite("Hard scenes", .timeLimit(.minutes(8)))
struct HardSceneTests {
  struct Hard: Sendable, CustomTestStringConvertible {
    let name: String
    var views: [String]
    var constraints: [String] = []
    var sizes: [String]

    var testDescription: String { name }

    var text: String {
      """
      layoutbench: 1
      name: hard
      root: { size: \(sizes[0]) }
      views:
      \(views.map { "  - \($0)" }.joined(separator: "\n"))
      layouts:
        constraints:
      \(constraints.map { "    - \"\($0)\"" }.joined(separator: "\n"))
      steps:
      \(sizes.dropFirst().map { "  - resize: \($0)" }.joined(separator: "\n"))
      """
    }
  }

  static let scenes = [
    row("a row that equal labels must fill", hugging: false, compression: false),
    row("a row that labels fill in turn", hugging: true, compression: false),
    row("a row that squeezes labels in turn, and below nothing", hugging: true, compression: true),
    grid("a grid of equal rows and columns", isDistinct: false),
    grid("a grid whose contents matter more or less", isDistinct: true),
    alternating, dense, tied, shares,
  ]

  static func row(_ name: String, hugging: Bool, compression: Bool) -> Hard {
    let count = 24
    var hard = Hard(
      name: name, views: [], sizes: ["[2000, 90]", "[1400, 90]", "[700, 90]", "[150, 90]"])
    for index in 0..<count {
      var traits = "intrinsic: [\(30 + index % 7), 20]"
      if hugging { traits += ", hugging: [\(250 + index), 250]" }
      if compression { traits += ", compression: [\(700 + index), 750]" }
      hard.views.append("{ id: a\(index), \(traits) }")
      hard.constraints += [
        index == 0
          ? "a0.left == superview.left + 8" : "a\(index).left == a\(index - 1).right + 8 @1000",
        "a\(index).top == superview.top",
      ]
    }
    hard.constraints.append("a\(count - 1).right == superview.right @900")
    return hard
  }

  static func grid(_ name: String, isDistinct: Bool) -> Hard {
    let side = 6
    var hard = Hard(name: name, views: [], sizes: ["[360, 200]", "[500, 90]", "[100, 300]"])
    for index in 0..<side * side {
      let (row, column) = (index / side, index % side)
      let hugging = isDistinct ? ", hugging: [\(200 + index), \(300 + index)]" : ""
      hard.views.append(
        "{ id: c\(index), intrinsic: [\(20 + index * 37 % 50), \(10 + index * 53 % 20)]\(hugging) }"
      )
      if column > 0 {
        hard.constraints += [
          "c\(index).left == c\(index - 1).right + 4", "c\(index).top == c\(index - 1).top",
          "c\(index).height == c\(index - 1).height",
        ]
      } else {
        hard.constraints.append("c\(index).left == superview.left + 4")
        hard.constraints.append(
          "c\(index).top == " + (row == 0 ? "superview.top + 4" : "c\(index - side).bottom + 4"))
      }
      if row > 0 { hard.constraints.append("c\(index).width == c\(index - side).width") }
    }
    hard.constraints += [
      "c\(side - 1).right == superview.right - 4 @999",
      "c\(side * side - 1).bottom == superview.bottom - 4 @999",
    ]
    return hard
  }

  /// A chain of inequalities that pull to alternating sides.
  static var alternating: Hard {
    var hard = Hard(name: "alternating inequalities", views: [], sizes: ["[400, 90]", "[90, 90]"])
    for index in 0..<60 {
      hard.views.append("{ id: a\(index) }")
      hard.constraints += [
        "a\(index).width == 10", "a\(index).height == 10", "a\(index).top == superview.top",
        "a\(index).centerX == superview.centerX + \(index * 91 % 500) @\(100 + index % 3)",
      ]
      guard index > 0 else { continue }
      let isRising = index % 2 == 1
      hard.constraints.append(
        "a\(index).left \(isRising ? ">=" : "<=") a\(index - 1).left "
          + "\(isRising ? "+" : "-") \(index * 7 % 13)")
    }
    return hard
  }

  /// Many more constraints than unknowns, between random views.
  static var dense: Hard {
    var dice = SplitMix64(seed: 7)
    var hard = Hard(name: "dense", views: [], sizes: ["[400, 90]", "[90, 300]"])
    let count = 12
    hard.views = (0..<count).map { "{ id: a\($0) }" }
    let kinds = [("left", "right"), ("top", "bottom"), ("width", "width"), ("height", "height")]
    for _ in 0..<150 {
      let (one, other) = (dice.below(count), dice.below(count))
      guard one != other else { continue }
      let kind = kinds[dice.below(4)]
      hard.constraints.append(
        "a\(one).\(kind.0) \(["==", ">=", "<="][dice.below(3)]) a\(other).\(kind.1) "
          + "* \(["1", "1", "0.5", "2"][dice.below(4)]) + \(dice.below(200)) "
          + "@\(100 + 200 * dice.below(5))")
    }
    return hard
  }

  /// Views that only depend on each other.
  static var tied: Hard {
    var hard = Hard(name: "many numbers open together", views: [], sizes: ["[400, 90]", "[9, 9]"])
    hard.views = (0..<40).map { "{ id: a\($0) }" }
    for index in 1..<40 {
      hard.constraints += [
        "a\(index).left == a\(index - 1).right + 3", "a\(index).width >= a\(index - 1).width",
      ]
    }
    return hard
  }

  /// Breakpoints that move with the root, so that their order changes.
  static var shares: Hard {
    var hard = Hard(
      name: "shares of the root against contents", views: [],
      sizes: ["[320, 200]", "[400, 200]", "[800, 200]", "[100, 200]"])
    for index in 0..<30 {
      hard.views.append("{ id: a\(index), intrinsic: [\(40 + 9 * index), 20] }")
      hard.constraints += [
        "a\(index).width <= superview.width * 0.\(1 + index % 9)",
        "a\(index).width >= superview.width * 0.05 + \(index) @800",
        "a\(index).left == superview.left", "a\(index).top == superview.top + \(index)",
      ]
    }
    return hard
  }

  @Test("each ends soon, and right by the independent check", arguments: scenes)
  func solved(_ hard: Hard) throws {
    let scene = try SceneFile.scene(from: hard.text, file: "hard.yaml")
    let proof = try SceneProof(scene)
    #expect(proof.fault == nil)
    #expect(proof.states.count == hard.sizes.count)
    var session = try LayoutSession(
      GLPKEngine().resolve(scene, dialect: "constraints"), tree: scene.tree)
    try session.layOut()
    let counters = Dictionary(
      uniqueKeysWithValues: session.counters().map { ($0.name, $0.value) })
    #expect(counters["plain solves"] == 0)
    // The bound: a few pivots for each number of each view, twice where something is settled.
    let numbers = 4 * hard.views.count
    #expect(try #require(counters["simplex iterations"]) <= 8 * numbers)
  }
}
