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

/// Layouts that compute only what depends on a change again.
@Suite("Recorded layouts")
struct RecordedLayoutTests {
  /// A screen of the suite.
  private static func screen(_ name: String) throws -> Scene {
    let file = try #require(Suite.files.first { $0.name == "\(name).yaml" })
    return try SceneFile.scene(from: file.text, file: file.name)
  }

  /// A sum as the test computes it: multiples of two earlier values and a constant.
  private struct Sum {
    let first: (value: Int, factor: Double)
    let second: (value: Int, factor: Double)
    let constant: Double
  }

  @Test("a graph's outputs are those of all sums computed anew", arguments: 0..<UInt64(60))
  func graph(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    let inputCount = 1 + dice.below(6)
    var inputs = (0..<inputCount).map { _ in Double(dice.below(100)) }
    var sums: [Sum] = []
    let factors = [1, -1, 0.5, 2, 0]
    for index in 0..<dice.below(40) {
      func term() -> (Int, Double) { (dice.below(inputCount + index), factors[dice.below(5)]) }
      sums.append(
        Sum(first: term(), second: term(), constant: Double(dice.below(3) * dice.below(9))))
    }
    func values() -> [Double] {
      sums.reduce(into: inputs) { values, sum in
        values.append(
          values[sum.first.value] * sum.first.factor + values[sum.second.value]
            * sum.second.factor + sum.constant)
      }
    }
    let recorder = Placed(LinearRecorder(inputCount: inputCount))
    var numbers = inputs.enumerated().map {
      recorder.address.pointee.input($0, $1, recorder.address)
    }
    for sum in sums {
      numbers.append(
        numbers[sum.first.value] * sum.first.factor + numbers[sum.second.value]
          * sum.second.factor + RecordedNumber(sum.constant))
    }
    // The outputs are the numbers of frames, four each.
    let chosen = (0..<8).map { _ in dice.below(numbers.count) }
    var outputs = Arena<RecordedNumber>()
    for number in chosen { outputs.append(numbers[number]) }
    var graph = recorder.address.pointee.graph(outputs: outputs)
    var frames = [Rect](repeating: .unknown, count: 2)
    for round in 0..<20 {
      let isRight = graph.update()
      #expect(isRight)
      let (known, before) = (values(), frames)
      let count = frames.withUnsafeMutableBufferPointer { frames in
        frames.baseAddress.map { graph.write($0, all: false) } ?? 0
      }
      let numbers = frames.flatMap { [$0.x, $0.y, $0.width, $0.height] }
      for (output, number) in chosen.enumerated() {
        #expect(abs(numbers[output] - known[number]) <= 1e-6 * (1 + abs(known[number])))
        let value = graph.output(output)
        #expect(value == numbers[output])
      }
      #expect(round == 0 || count == zip(frames, before).filter { $0 != $1 }.count)
      let input = dice.below(inputCount)
      inputs[input] = Double(dice.below(100))
      graph.set(input, to: inputs[input])
    }
  }

  @Test("a difference of numbers that move together does not depend on them")
  func simplified() {
    let recorder = Placed(LinearRecorder(inputCount: 2))
    let top = recorder.address.pointee.input(0, 5, recorder.address)
    let height = recorder.address.pointee.input(1, 3, recorder.address)
    let bottom = top + height * 2 + RecordedNumber(4)
    for difference in [bottom - top, top * -1 + bottom] {
      let own = recorder.address.pointee.simplified(difference, sumsFrom: 0)
      #expect(own.root == height.root && own.value(at: .zero) == 10)
      // The bottom is known as a whole there.
      let whole = recorder.address.pointee.simplified(difference, sumsFrom: 1)
      #expect(whole.root == difference.root && whole.value(at: .zero) == 10)
    }
    let sum = bottom + top
    #expect(recorder.address.pointee.simplified(sum, sumsFrom: 0).root == sum.root)
  }

  @Test("a requirement that no longer holds is told")
  func requirements() {
    let recorder = Placed(LinearRecorder(inputCount: 2))
    let one = recorder.address.pointee.input(0, 5, recorder.address)
    let other = recorder.address.pointee.input(1, 3, recorder.address)
    recorder.address.pointee.require(.notNegative, one + other * -1)
    #expect((one + RecordedNumber(-5)).vanishing(at: nil) == .everywhere)
    var graph = recorder.address.pointee.graph(outputs: Arena<RecordedNumber>())
    var answers = [graph.update()]
    for value in [5.0, 6] {
      graph.set(1, to: value)
      answers.append(graph.update())
    }
    #expect(answers == [true, true, false])
    var second = recorder.address.pointee.graph(outputs: Arena<RecordedNumber>())
    answers = [second.update()]
    second.set(0, to: 4)
    answers.append(second.update())
    #expect(answers == [true, false])
  }

  @Test(
    "quantities that change in turn give the frames of a fresh plan",
    arguments: [
      "feed-30", "form-12", "cells-20", "chain-12", "nest-8", "equal-12", "grid-9",
    ])
  func changes(name: String) throws {
    let scene = try #require(SceneGenerator.scene(named: name))
    var isRecorded = false
    for seed in 0..<UInt64(3) { isRecorded = try changes(scene, seed) || isRecorded }
    #expect(isRecorded || ["form-12", "grid-9"].contains(name))
  }

  @Test(
    "screens in which constraints yield are recorded, with the frames of linear programs alone",
    arguments: [
      "messagekit-chat", "linkedin-feed-item", "apple-guide-nested-stacks",
      "jetnews-home", "dereguide-units", "css-holy-grail", "reply-mail-list",
      "material-date-picker", "yoga-profile",
    ])
  func screens(name: String) throws {
    let scene = try Self.screen(name)
    var system = try LivingSystemTests.System(scene, 1)
    var plan = try StagedPlan(system.written, in: system.tree, isTraced: true)
    var frames = system.tree.startFrames
    var recorded = 0
    for change in 0..<60 {
      system.edit(&plan)
      let living = LivingSystemTests.answer(&plan, system.tree, &frames)
      let fresh = LivingSystemTests.fresh(system.written, system.tree, [])
      #expect(living.agrees(with: fresh), "change \(change): \(living), fresh \(fresh)")
      if plan.stages().last?.name == "recorded" { recorded += 1 }
      #expect(
        try LivingSystemTests.findingsAgree(&plan, system.written, system.tree),
        "change \(change): other findings")
    }
    #expect(recorded > 6, "\(recorded) of 60 passes were recorded")
  }

  @Test(
    "a flow is solved again where its points change, without another elimination",
    arguments: ["web-12", "web-20", "zigzag-20"])
  func flows(name: String) throws {
    let scene = try #require(SceneGenerator.scene(named: name))
    var system = try LivingSystemTests.System(scene, 7)
    var plan = try StagedPlan(system.written, in: system.tree, isTraced: true)
    var frames = system.tree.startFrames
    var recorded = 0
    let first = plan.work
    for change in 0..<40 {
      system.change(&plan)
      let living = LivingSystemTests.answer(&plan, system.tree, &frames)
      let fresh = LivingSystemTests.fresh(system.written, system.tree, [])
      #expect(living.agrees(with: fresh), "change \(change): \(living), fresh \(fresh)")
      if plan.stages().last?.name == "recorded" { recorded += 1 }
    }
    let eliminations = plan.work.eliminations - first.eliminations
    let flows = plan.work.core.flows - first.core.flows
    #expect(recorded > 10, "\(recorded) of 40 passes were recorded")
    #expect(flows > eliminations, "\(flows) flows, \(eliminations) eliminations")
  }

  /// A row whose widths yield, some of them as well as others, beside bounds that leave nothing.
  private static let row = """
    layoutbench: 2
    name: row
    root: { size: [320, 200] }
    views:
      - { id: a, intrinsic: [80, 20] }
      - { id: b, intrinsic: [90, 20], hugging: [251, 250] }
      - { id: c, intrinsic: [120, 20], compression: [740, 750] }
    layouts:
      constraints:
        - a.left == superview.left
        - a.top == superview.top
        - b.top == a.top
        - c.top == a.top
        - a.right <= b.left - 8
        - b.left == a.right + 8 @500
        - b.right <= c.left - 8
        - c.left == b.right + 8 @500
        - c.right <= superview.right
        - c.right == superview.right @400
        - a.width >= 40
        - b.width >= 40
        - c.width >= 40
        - a.width <= 1000000000
        - b.right == superview.left + 150 @300
    """

  @Test(
    "a flow follows conflicts, open numbers and large constants", arguments: 0..<UInt64(12))
  func row(seed: UInt64) throws {
    let shortcuts = Shortcuts.all.subtracting(.greedy)
    var system = try LivingSystemTests.System(
      SceneFile.scene(from: Self.row, file: "row.yaml"), seed)
    var plan = try StagedPlan(system.written, in: system.tree, shortcuts: shortcuts)
    var frames = system.tree.startFrames
    var flows = plan.work.core.flows
    for change in 0..<60 {
      for _ in 0...system.dice.below(2) {
        if system.dice.below(3) == 0 { system.change(&plan) } else { system.edit(&plan) }
      }
      let living = LivingSystemTests.answer(&plan, system.tree, &frames)
      let fresh = LivingSystemTests.fresh(system.written, system.tree, [])
      #expect(living.agrees(with: fresh), "change \(change): \(living), fresh \(fresh)")
    }
    flows = plan.work.core.flows - flows
    #expect(flows > 10, "\(flows) components were solved as flows")
  }

  /// Returns whether a record gave the frames at least once.
  private func changes(_ scene: Scene, _ seed: UInt64) throws -> Bool {
    var system = try LivingSystemTests.System(scene, seed)
    var plan = try StagedPlan(system.written, in: system.tree, isTraced: true)
    var frames = system.tree.startFrames
    var isRecorded = false
    for change in 0..<120 {
      // Now and then constraints go and come, which another record must know.
      if change % 40 == 39 {
        system.toggle(&plan)
        system.toggle(&plan)
      }
      system.change(&plan)
      let living = LivingSystemTests.answer(&plan, system.tree, &frames)
      let fresh = LivingSystemTests.fresh(system.written, system.tree)
      #expect(living.agrees(with: fresh), "change \(change): \(living), fresh \(fresh)")
      guard living.agrees(with: fresh), case .frames = living else { continue }
      #expect(
        try LivingSystemTests.findingsAgree(&plan, system.written, system.tree),
        "change \(change): other findings")
      if plan.stages().last?.name == "recorded" { isRecorded = true }
    }
    return isRecorded
  }

  @Test("constants and sizes of random systems change in turn", arguments: 0..<40)
  func random(batch: Int) throws {
    for seed in 10 * batch..<10 * (batch + 1) {
      guard RandomConstraints(seed: UInt64(seed)).kind != .scaled else { continue }
      var system = try LivingSystemTests.System(seed: UInt64(seed))
      var plan = try StagedPlan(system.written, in: system.tree)
      var frames = system.tree.startFrames
      for change in 0..<25 {
        system.change(&plan)
        let living = LivingSystemTests.answer(&plan, system.tree, &frames)
        let fresh = LivingSystemTests.fresh(system.written, system.tree, [])
        #expect(
          living.agrees(with: fresh), "seed \(seed), change \(change): \(living), fresh \(fresh)")
        guard living.agrees(with: fresh) else { break }
      }
    }
  }

  @Test("constraints that yield in turn are solved once for each set of them that yields")
  func turns() throws {
    let scene = try Self.screen("linkedin-feed-item")
    let written = try WrittenConstraints(scene).constraints()
    var tree = scene.tree
    var plan = try StagedPlan(written, in: tree)
    var frames = tree.startFrames
    let views = try ["posterHeadline", "contentImage"].map { try #require(tree.view(named: $0)) }
    var eliminations: [Int] = []
    for round in 0..<5 {
      for width in [40.0, 700] {
        for view in views {
          let size = IntrinsicSize(width, tree.intrinsicSize(of: view).vertical)
          tree.setIntrinsicSize(size, of: view)
          plan.edit(view, intrinsic: size)
          let living = LivingSystemTests.answer(&plan, tree, &frames)
          let fresh = LivingSystemTests.fresh(written, tree, [])
          #expect(living.agrees(with: fresh), "round \(round): \(living), fresh \(fresh)")
        }
      }
      eliminations.append(plan.work.eliminations)
    }
    #expect(eliminations[1] >= 3, "too few different layouts: \(eliminations)")
    #expect(eliminations[4] == eliminations[2], "\(eliminations)")
  }

  @Test("the first change of a content solves the components that it concerns, and no others")
  func firstChange() throws {
    let scene = try Self.screen("linkedin-feed-list")
    let written = try WrittenConstraints(scene).constraints()
    var tree = scene.tree
    var plan = try StagedPlan(written, in: tree)
    var frames = tree.startFrames
    func solved() -> Int {
      let work = plan.work.core
      return work.single + work.greedy + work.tableaux + work.programs
    }
    _ = LivingSystemTests.answer(&plan, tree, &frames)
    let first = solved()
    let view = try #require(tree.views.last { tree.intrinsicSize(of: $0).horizontal != nil })
    let size = IntrinsicSize(
      (tree.intrinsicSize(of: view).horizontal ?? 0) + 3, tree.intrinsicSize(of: view).vertical)
    tree.setIntrinsicSize(size, of: view)
    plan.edit(view, intrinsic: size)
    let living = LivingSystemTests.answer(&plan, tree, &frames)
    #expect(living.agrees(with: LivingSystemTests.fresh(written, tree, [])))
    #expect(first > 20 && 5 * (solved() - first) < first, "\(first), then \(solved() - first)")
  }

  @Test("the content of a cell costs the numbers that depend on it", arguments: [20, 200])
  func cost(count: Int) throws {
    let scene = try #require(SceneGenerator.scene(named: "form-\(count)"))
    var plan = try StagedPlan(WrittenConstraints(scene).constraints(), in: scene.tree)
    var frames = scene.tree.startFrames
    func written(_ height: Double, of view: ViewID) throws -> Int {
      let before = plan.work.framesWritten
      plan.edit(view, intrinsic: IntrinsicSize(nil, height).filled(from: scene.tree, view))
      var span = frames.mutableSpan
      try plan.pass(into: &span)
      return plan.work.framesWritten - before
    }
    let last = Array(scene.tree.views.suffix(2))
    for height in 20..<26 {
      for view in last { _ = try written(Double(height), of: view) }
    }
    #expect(try written(40, of: last[0]) <= 4)
  }
}

extension IntrinsicSize {
  /// The same with the width that a view's content has in a tree.
  fileprivate func filled(from tree: ViewTree, _ view: ViewID) -> IntrinsicSize {
    let known = tree.intrinsicSize(of: view)
    return IntrinsicSize(known.horizontal, known.vertical == nil ? nil : vertical)
  }
}
