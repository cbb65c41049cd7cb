import Constraints
import LayoutBenchFixtures
import LayoutBenchFunctions
import LayoutBenchSuite
import LayoutBenchTiming
import LayoutModel
import Scenes
import Testing

@testable import GLPKLayout
@testable import LayoutBenchHarness

/// Lists of cells, whose components are recorded one by one, and what joins them again.
@Suite("Recorded blocks")
struct RecordedBlocksTests {
  /// A random list of cells as a scene.
  private struct RandomList {
    private var dice: SplitMix64
    private var views: [String] = []
    private var constraints: [String] = []
    let cellCount: Int

    var text: String {
      """
      layoutbench: 2
      name: list
      root: { size: [320, 400] }
      views:
        - id: list
          children:
      \(views.map { "      \($0)" }.joined(separator: "\n"))
        - { id: beside, intrinsic: [40, 20] }
      layouts:
        constraints:
      \(constraints.map { "    - \"\($0)\"" }.joined(separator: "\n"))
      """
    }

    init(seed: UInt64) {
      dice = SplitMix64(seed: seed)
      cellCount = 2 + dice.below(5)
      constraints = ["H:|-0-[list]-0-|", "list.top == superview.top + 4"]
      for cell in 1...cellCount { addCell(cell) }
      addEnd()
      constraints.append("beside.left == superview.left")
      // A view elsewhere that is aligned with a cell joins the two coordinates.
      let aligned = ["list.top", "c\(1 + dice.below(cellCount)).top", "c1.bottom"][dice.below(3)]
      constraints.append("beside.top == \(aligned)")
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
      elements[dice.below(elements.count)]
    }

    private mutating func content() -> String {
      "intrinsic: [\(10 * (1 + dice.below(30))), \(5 * (1 + dice.below(12)))]"
    }

    private mutating func addCell(_ number: Int) {
      let (cell, a, b, c) = ("c\(number)", "a\(number)", "b\(number)", "d\(number)")
      views.append("- id: \(cell)")
      views.append("  children:")
      views.append("    - { id: \(a), \(content()) }")
      // Mostly different priorities: what is open is one system with all that it is settled with.
      let priorities = dice.below(8) == 0 ? "" : ", hugging: [251, 251], compression: [751, 751]"
      views.append("    - { id: \(b), \(content())\(priorities) }")
      views.append("    - { id: \(c), \(content()) }")
      constraints.append("H:|-0-[\(cell)]-0-|")
      constraints.append(
        number == 1
          ? "\(cell).top == superview.top"
          : "\(cell).top == c\(number - 1).bottom + \(dice.below(9))")
      constraints.append("\(cell).height == 0 @50")
      // Across: one label gives way to the other.
      constraints.append("H:|-8-[\(a)]-(>=4)-[\(b)]-8-|")
      if dice.below(2) == 0 { constraints.append("\(a).width >= \(b).width @\(pick([300, 760]))") }
      constraints.append(pick(["H:|-8-[\(c)]-8-|", "H:|-8-[\(c)]-(>=8)-|"]))
      // Down: a column, or two of which the higher one decides.
      switch dice.below(4) {
      case 0:
        constraints.append("V:|-4-[\(a)]-2-[\(c)]-4-|")
        constraints.append("\(b).top == \(a).top")
      case 1:
        constraints.append("V:|-4-[\(a)]-(>=2)-[\(c)]-4-|")
        constraints.append("V:|-4-[\(b)]-(>=6)-[\(c)]")
      case 2:
        constraints.append("V:|-(>=4)-[\(a)]-(>=4)-|")
        constraints.append("V:|-(>=4)-[\(b)]-(>=4)-|")
        constraints.append("\(a).centerY == superview.centerY")
        constraints.append("\(b).centerY == \(a).centerY")
        constraints.append("V:|-(>=0)-[\(c)]-0-|")
      default:
        constraints.append("V:|-4-[\(a)]-(>=2)-[\(b)]-(3@749)-[\(c)]-4-|")
      }
      if dice.below(3) == 0 {
        constraints.append("\(cell).height >= 44 @\(pick([1000, 900, 60]))")
      }
    }

    /// The end of the list: free, or limits that join the cells.
    private mutating func addEnd() {
      let last = "c\(cellCount)"
      switch dice.below(6) {
      case 0: constraints.append("list.height == 300")
      case 1: constraints.append("list.bottom == \(last).bottom")
      case 2:
        constraints.append("list.bottom == \(last).bottom")
        constraints.append("list.bottom <= superview.bottom @\(pick([1000, 740, 200]))")
      case 3:
        constraints.append("list.bottom == superview.bottom")
        constraints.append("\(last).bottom <= superview.bottom @\(pick([1000, 999]))")
      case 4:
        constraints.append("list.bottom == \(last).bottom")
        constraints.append("c1.height == \(last).height @\(pick([1000, 500]))")
      default:
        constraints.append("list.height == 0 @50")
      }
    }
  }

  static let lists = LivingSystemTests.count("LISTS", 80)

  @Test(
    "cells that are recorded one by one have the frames of one linear program", arguments: 0..<8)
  func lists(batch: Int) throws {
    var recorded = 0
    for seed in Self.lists / 8 * batch..<Self.lists / 8 * (batch + 1) {
      let text = RandomList(seed: UInt64(seed)).text
      let passes = try LivingSystemTests.recordedPasses(of: text, seed: UInt64(seed)) {
        system, plan in
        switch system.dice.below(12) {
        case 0: system.toggle(&plan)
        case 1: system.change(&plan)
        default: system.edit(&plan)
        }
      }
      guard let passes else { return }
      recorded += passes
    }
    #expect(recorded > Self.lists / 8 * 10, "\(recorded) passes were recorded")
  }

  @Test("only required constraints about changed numbers can be violated by a change")
  func changedNumbers() throws {
    var (kept, violated) = (0, 0)
    for seed in 0..<UInt64(300) where RandomConstraints(seed: seed).kind != .scaled {
      var system = try LivingSystemTests.System(seed: seed)
      let tree = system.tree
      var plan = try StagedPlan(system.written, in: tree)
      var frames = tree.startFrames
      let rows = ConstraintRows(system.written, in: tree)
      guard case .frames = LivingSystemTests.answer(&plan, tree, &frames),
        rows.hold(in: frames, tree)
      else { continue }
      // A graph whose inputs are the numbers of the frames.
      var numbers = frames.flatMap { [$0.x, $0.y, $0.width, $0.height] }
      let recorder = Placed(LinearRecorder(inputCount: numbers.count))
      var outputs = Arena<RecordedNumber>()
      for (input, value) in numbers.enumerated() {
        outputs.append(recorder.address.pointee.input(input, value, recorder.address))
      }
      var graph = recorder.address.pointee.graph(outputs: outputs)
      var isRight = graph.update()
      #expect(isRight)
      graph.forgetChanges()
      let uses = RequiredUses(rows, in: tree)
      #expect(uses.isAbout(rows))
      guard !uses.areTooMany else { continue }
      for _ in 0..<20 {
        let (before, beforeNumbers) = (frames, numbers)
        for _ in 0...system.dice.below(2) {
          let number = 4 + system.dice.below(numbers.count - 4)
          numbers[number] += Double(1 + system.dice.below(50))
          graph.set(number, to: numbers[number])
        }
        for view in frames.indices {
          frames[view] = Rect(
            x: numbers[4 * view], y: numbers[4 * view + 1], width: numbers[4 * view + 2],
            height: numbers[4 * view + 3])
        }
        isRight = graph.update()
        #expect(isRight)
        let (few, all) = (uses.hold(rows, in: tree, graph), rows.hold(in: frames, tree))
        #expect(few == all, "seed \(seed)")
        if all { kept += 1 } else { violated += 1 }
        (frames, numbers) = (before, beforeNumbers)
        for number in numbers.indices { graph.set(number, to: numbers[number]) }
        isRight = graph.update()
        graph.forgetChanges()
      }
    }
    #expect(kept > 100 && violated > 100, "\(kept) kept, \(violated) violated")
  }

  @Test("a fitting size after edits is that of a fresh plan", arguments: 0..<UInt64(40))
  func fitting(seed: UInt64) throws {
    let text = RandomList(seed: seed).text
    var system = try LivingSystemTests.System(
      SceneFile.scene(from: text, file: "list.yaml"), seed)
    var plan = ConstraintsPlan(system.written, in: system.tree)
    let views = system.tree.views.filter {
      system.tree.intrinsicSize(of: $0) != IntrinsicSize(nil, nil)
    }
    for change in 0..<25 {
      let view = views[system.dice.below(views.count)]
      // Often one axis alone, so that the size of the other stays.
      var size = system.tree.intrinsicSize(of: view)
      if system.dice.below(3) > 0 { size.horizontal = Double(10 * (1 + system.dice.below(30))) }
      if system.dice.below(3) == 0 { size.vertical = Double(5 * (1 + system.dice.below(12))) }
      system.tree.setIntrinsicSize(size, of: view)
      plan.edit(view, intrinsic: size)
      var fresh = ConstraintsPlan(system.written, in: system.tree)
      for target in [Size(width: 0, height: 0), Size(width: 320, height: 0)] {
        let level = target.width > 0 && seed % 2 == 0 ? Priority.required : .fittingSizeLevel
        let (one, other) = (
          try plan.fittingSize(nextTo: target, level, .fittingSizeLevel),
          try fresh.fittingSize(nextTo: target, level, .fittingSizeLevel)
        )
        #expect(
          abs(one.width - other.width) <= 1e-6 && abs(one.height - other.height) <= 1e-6,
          "seed \(seed), change \(change): \(one), fresh \(other)")
      }
    }
  }
}
