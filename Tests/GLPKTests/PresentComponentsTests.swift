import Constraints
import LayoutBenchFixtures
import LayoutBenchFunctions
import LayoutBenchTiming
import LayoutModel
import Scenes
import Testing

@testable import GLPKLayout

/// Rows of labels that do not fit, and give way to each other in any shares: after a change, only the rows that
/// it concerns are solved again, and what is left open is settled.
@Suite("Components without a record")
struct PresentComponentsTests {
  /// Random rows as a scene; in some of them several labels yield at the same priority.
  private struct RandomRows {
    private var dice: SplitMix64
    private var views: [String] = []
    private var constraints: [String] = []

    var text: String { FlowTests.text("rows", 300, 400, views, constraints) }

    init(seed: UInt64) {
      dice = SplitMix64(seed: seed)
      var above: String?
      for row in 0..<2 + dice.below(4) {
        addRow("r\(row)", below: above)
        above = "r\(row)"
      }
      guard let above else { return }
      switch dice.below(4) {
      case 0: constraints.append("\(above).bottom <= superview.bottom @\(pick([1000, 700]))")
      case 1: constraints.append("r0.height == \(above).height @\(pick([1000, 300]))")
      default: break
      }
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
      elements[dice.below(elements.count)]
    }

    private mutating func addRow(_ row: String, below above: String?) {
      let labels = (0..<2 + dice.below(3)).map { "\(row)l\($0)" }
      views.append("{ id: \(row) }")
      constraints += [
        "\(row).left == superview.left", "\(row).right == superview.right",
        above.map { "\(row).top == \($0).bottom + 12" } ?? "\(row).top == superview.top",
        "\(row).height >= 44",
      ]
      for (place, label) in labels.enumerated() {
        let size = "\(20 + 10 * dice.below(22)), \(10 + 5 * dice.below(8))"
        // The same priorities leave the shares open.
        let differs = dice.below(3) == 0
        views.append(
          "{ id: \(label), intrinsic: [\(size)]"
            + (differs
              ? ", hugging: [\(251 + place), 251], compression: [\(751 + place), 751]" : "")
            + " }")
        constraints += [
          place == 0
            ? "\(label).left == \(row).left + 8"
            : "\(label).left \(pick(["==", ">="])) \(labels[place - 1]).right + 8",
          "\(label).centerY == \(row).centerY", "\(label).top >= \(row).top",
          "\(label).bottom <= \(row).bottom",
        ]
      }
      let last = labels[labels.count - 1]
      constraints.append("\(last).right \(pick(["==", "<="])) \(row).right - 8")
      if dice.below(2) == 0 {
        constraints.append("\(labels[0]).width == \(last).width @\(pick([1000, 749, 600]))")
      }
    }
  }

  @Test("rows have the frames of one linear program, whichever changes", arguments: 0..<8)
  func rows(batch: Int) throws {
    var recorded = 0
    for seed in 6 * batch..<6 * (batch + 1) {
      let text = RandomRows(seed: UInt64(seed)).text
      let passes = try LivingSystemTests.recordedPasses(of: text, seed: UInt64(seed)) {
        system, plan in
        switch system.dice.below(16) {
        case 0: system.change(&plan)
        default: system.edit(&plan)
        }
      }
      guard let passes else { return }
      recorded += passes
    }
    #expect(recorded > 6 * 20, "\(recorded) passes of 240 were recorded")
  }

  /// Expects the frames of a new plan.
  private static func expectFresh(
    _ frames: [Rect], _ tree: ViewTree, _ written: [LinearConstraint], _ change: String
  ) throws {
    var fresh = try StagedPlan(written, in: tree)
    var expected = tree.startFrames
    try fresh.pass(into: &expected)
    #expect(
      zip(frames, expected).allSatisfy { $0.isClose(to: $1, within: 1e-6) },
      "\(change): \(frames), fresh \(expected)")
  }

  @Test("a change elsewhere does not solve a row again that leaves something open")
  func otherRows() throws {
    var views: [String] = []
    var constraints: [String] = []
    for row in 0..<8 {
      let top = row == 0 ? "superview.top" : "r\(row - 1).bottom + 12"
      views.append("{ id: r\(row) }")
      constraints += [
        "r\(row).left == superview.left", "r\(row).right == superview.right",
        "r\(row).top == \(top)", "r\(row).bottom == r\(row)l0.bottom",
        "r\(row)l2.right == r\(row).right",
      ]
      for label in 0..<3 {
        let left = label == 0 ? "r\(row).left" : "r\(row)l\(label - 1).right + 8"
        views.append("{ id: r\(row)l\(label), intrinsic: [\(row < 4 ? 150 : 60), 20] }")
        constraints += ["r\(row)l\(label).left == \(left)", "r\(row)l\(label).top == r\(row).top"]
      }
    }
    let scene = try SceneFile.scene(
      from: FlowTests.text("rows", 300, 600, views, constraints), file: "scene.yaml")
    let written = try ConstraintsDialect().read(scene).constraints()
    var plan = try StagedPlan(written, in: scene.tree)
    var frames = scene.tree.startFrames
    try plan.pass(into: &frames)
    let label = try #require(scene.tree.names.firstIndex(of: "r7l0"))
    var solves: [Int] = []
    for change in 0..<6 {
      let before = plan.work.solves
      plan.edit(ViewID(label), intrinsic: IntrinsicSize(Double(60 + change), 20))
      try plan.pass(into: &frames)
      solves.append(plan.work.solves - before)
      try Self.expectFresh(frames, plan.tree, written, "change \(change)")
    }
    // One row takes 6 to 8 runs, all of them 48.
    #expect(solves.dropFirst(2).allSatisfy { $0 <= 12 }, "\(solves)")
  }

  @Test("a number that has one best value at one point is settled where it has several")
  func tiedNumbers() throws {
    let views = ["b", "x", "y", "z", "w"].map {
      "{ id: \($0), intrinsic: [\($0 == "b" ? 100 : 10), 20] }"
    }
    // Which of x, y and z has one best width depends on b.
    let constraints = [
      "b.left == superview.left", "x.left == superview.left", "y.left == x.right",
      "z.left == y.right", "z.right >= superview.left + 10", "z.right <= superview.left + 600",
      "w.left == z.right - 230",
      "x.width == 100 @500", "x.width == b.width @500", "y.width == 50 @500",
      "y.width == 150 @500", "z.width == 50 @500", "z.width == 150 @500",
    ]
    let scene = try SceneFile.scene(
      from: FlowTests.text("tied", 700, 100, views, constraints), file: "scene.yaml")
    let written = try ConstraintsDialect().read(scene).constraints()
    var plan = try StagedPlan(written, in: scene.tree)
    var frames = scene.tree.startFrames
    try plan.pass(into: &frames)
    let label = try #require(scene.tree.names.firstIndex(of: "b"))
    for width in [100.0, 101, 99, 100, 200, 100, 160, 40, 200, 100, 300] {
      plan.edit(ViewID(label), intrinsic: IntrinsicSize(width, 20))
      try plan.pass(into: &frames)
      try Self.expectFresh(frames, plan.tree, written, "\(width)")
    }
  }

  @Test("the multiples of inputs in outputs are what these change by", arguments: 0..<20)
  func multiples(seed: UInt64) throws {
    var dice = SplitMix64(seed: seed)
    let inputCount = 8
    let recorder = Placed(LinearRecorder(inputCount: inputCount))
    let record = recorder.address
    var numbers = (0..<inputCount).map { record.pointee.input($0, 1, record) }
    for _ in 0..<30 {
      let (one, other) = (numbers[dice.below(numbers.count)], numbers[dice.below(numbers.count)])
      numbers.append(one * Double(dice.below(7) - 3) + other * 2 + RecordedNumber(5))
    }
    // Never fulfilled: an unchecked update does not look at it.
    record.pointee.require(.notNegative, numbers[0] * -1 + RecordedNumber(-1))
    var outputs = Arena<RecordedNumber>(capacity: 8)
    for number in numbers.suffix(8) { outputs.append(number) }
    var graph = record.pointee.graph(outputs: outputs)
    graph.updateUnchecked()
    let found = graph.multiples(of: 2..<inputCount)
    let all = try #require(found)
    let before = (0..<8).map { graph.output($0) }
    for input in 2..<inputCount {
      graph.set(input, to: 4)
      graph.updateUnchecked()
      for output in 0..<8 {
        let multiple = all[output].first { $0.input == input }?.coefficient ?? 0
        #expect(abs(graph.output(output) - before[output] - 3 * multiple) < 1e-6)
      }
      graph.set(input, to: 1)
    }
    let isRight = graph.update()
    #expect(!isRight)
  }
}
