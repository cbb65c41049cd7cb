import Constraints
import LayoutBenchFixtures
import LayoutBenchTiming
import LayoutModel
import Scenes
import Testing

@testable import GLPKLayout

@Suite("Flows")
struct FlowTests {
  /// The frames of the first layout, and the counts.
  static func layout(
    of text: String, _ method: SolveMethod
  ) throws -> (frames: [Rect], counters: [String: Int]) {
    let scene = try SceneFile.scene(from: text, file: "flow.yaml")
    let written = try ConstraintsDialect().read(scene).constraints()
    var plan = try StagedPlan(written, in: scene.tree, method: method)
    var frames = scene.tree.startFrames
    var span = frames.mutableSpan
    try plan.pass(into: &span)
    let counters = plan.counters().map { ($0.name, $0.value) }
    return (frames, Dictionary(uniqueKeysWithValues: counters))
  }

  static func scene(width: Int, views: [String], _ constraints: [String]) -> String {
    let pinned = views.flatMap { ["\($0).top == superview.top", "\($0).height == 10"] }
    return """
      layoutbench: 1
      name: flow
      root: { size: [\(width), 200] }
      views: [\(views.map { "{ id: \($0) }" }.joined(separator: ", "))]
      layouts:
        constraints:
      \((pinned + constraints).map { "    - \"\($0)\"" }.joined(separator: "\n"))
      """
  }

  /// Holds the layout against that of one linear program.
  static func check(_ text: String) throws -> [String: Int] {
    let (frames, counters) = try layout(of: text, .stages)
    let (expected, _) = try layout(of: text, .plain)
    for (one, other) in zip(frames, expected) {
      #expect(one.deviation(from: other) <= 1e-6, "\(one) instead of \(other)")
    }
    return counters
  }

  @Test("differences of edges need no linear program, as widths and places and however deep")
  func edges() throws {
    let text = Self.scene(
      width: 300, views: ["a", "b", "c"],
      [
        "a.left == superview.left + 10", "b.left >= a.right + 5", "c.left >= b.right + 5",
        "c.right <= superview.right - 10", "a.width >= 150 @750", "a.width <= 150 @251",
        "b.width >= 120 @750", "b.width <= 120 @250", "c.width >= 100 @749",
        "c.width <= 100 @250", "b.left == a.right + 5 @500", "c.left == b.right + 5 @500",
      ])
    let counters = try Self.check(text)
    #expect(counters["components by tableau"] == 0)
    #expect(counters["components by simplex"] == 0)
    #expect(counters["components by flow"] == 1)
  }

  @Test("required differences that contradict each other by rounding alone are none")
  func rounding() throws {
    let text = Self.scene(
      width: 300, views: ["a", "b", "m"],
      [
        "m.width == 10", "a.left == superview.left + 100000",
        "m.left == superview.left + 100000.1", "a.right >= m.left",
        "b.left == superview.left", "b.width <= 0.1", "a.width <= b.width", "a.width == 5 @500",
        "b.width == 7 @500",
      ])
    let counters = try Self.check(text)
    #expect(counters["plain solves"] == 0)
  }

  @Test("two points near each other are not one: what is between them is open")
  func ties() throws {
    let text = Self.scene(
      width: 1000, views: ["a", "g", "h"],
      [
        "a.width == 10", "g.width == 10", "h.width == 10",
        "a.left == superview.left + 899.9999 @500", "a.left == superview.right - 100 @500",
        "g.left == superview.left + 5 @500", "g.left == superview.left + 8 @500",
        "h.left == superview.left + 1 @500", "h.left == superview.left + 3 @500",
        "g.left == h.left + 20 @400", "g.left >= a.left - 3000", "g.left <= a.left + 3000",
      ])
    let counters = try Self.check(text)
    // Once as a component, once with what settles it.
    #expect(counters["components by flow"] == 2)
    #expect(try abs(Self.layout(of: text, .stages).frames[1].x - 899.9999) < 1e-6)
  }

  /// A scene file of entries of views and of constraints.
  static func text(
    _ name: String, _ width: Int, _ height: Int, _ views: [String], _ constraints: [String]
  ) -> String {
    """
    layoutbench: 2
    name: \(name)
    root: { size: [\(width), \(height)] }
    views: [\(views.joined(separator: ", "))]
    layouts:
      constraints:
    \(constraints.map { "    - \"\($0)\"" }.joined(separator: "\n"))
    """
  }

  /// Changes a system that is not solved by substitution, each fourth time by a change of any kind.
  private static func change(_ scene: Scene, _ seed: UInt64) throws -> CoreWork {
    try LivingSystemTests.change(
      scene, seed, times: 20, .all.subtracting([.greedy, .optimistic]), against: []
    ) { $0 % 4 == 0 }
  }

  /// A table with columns as wide as their widest cell, beside which notes give way; each edge of a
  /// column is that of the first row's, at a distance that may differ.
  static func table(seed: UInt64) -> String {
    var dice = SplitMix64(seed: seed)
    let (rows, columns) = (2 + dice.below(5), 2 + dice.below(3))
    var views: [String] = []
    var constraints: [String] = []
    func pick<Element>(_ elements: [Element]) -> Element { elements[dice.below(elements.count)] }
    let priority = [pick([600, 700, 1000]), pick([240, 260, 490])]
    for row in 0..<rows {
      var before = "superview.left + \(pick([0, 4, 8]))"
      for column in 0..<columns {
        let cell = "c\(row)x\(column)"
        let isLast = column == columns - 1
        let width = 10 + dice.below(isLast ? 200 : 120)
        let fields = isLast ? ", hugging: [200, 250], compression: [\(pick([500, 740])), 750]" : ""
        views.append("{ id: \(cell), intrinsic: [\(width), 20]\(fields) }")
        constraints.append("\(cell).top == superview.top + \(30 * row)")
        constraints.append("\(cell).left == \(before)")
        if row > 0, !isLast { constraints.append("\(cell).width == c0x\(column).width") }
        before = "\(cell).right + \(pick([6, 12]))"
        if isLast {
          let end = pick([
            "right == superview.right - 8 @\(priority[0])", "right <= superview.right - 8",
            "right == c0x\(column).right @\(priority[1])",
          ])
          constraints.append("\(cell).\(end)")
        }
      }
    }
    return Self.text("table", pick([160, 240, 320, 480]), 300, views, constraints)
  }

  @Test("tables are differences of the edges of their columns", arguments: 0..<UInt64(4))
  func tables(batch: UInt64) throws {
    var flows = 0
    for seed in 10 * batch..<10 * (batch + 1) {
      let scene = try SceneFile.scene(from: Self.table(seed: seed), file: "table.yaml")
      let work = try Self.change(scene, seed)
      flows += work.flows
      #expect(work.tableaux + work.programs == 0, "\(seed) needed a program")
    }
    #expect(flows > 100, "\(flows) components were solved as flows")
  }

  /// Rows of labels at both edges of a screen, perhaps with one in the middle that begins at the first
  /// one's end: what stands between them is a sum of widths, and labels of a side are as wide as each other.
  static func facingRows(seed: UInt64) -> String {
    var dice = SplitMix64(seed: seed)
    func pick<Element>(_ elements: [Element]) -> Element { elements[dice.below(elements.count)] }
    let rows = 2 + dice.below(5)
    var views: [String] = []
    var constraints: [String] = []
    for row in 0..<rows {
      let hasMiddle = dice.below(2) == 0
      let sides = [
        ("a", "left", "superview.left"), ("b", "right", "superview.right"),
        ("m", "left", "a\(row).right + 4"),
      ]
      for (side, edge, place) in sides.prefix(hasMiddle ? 3 : 2) {
        let id = "\(side)\(row)"
        let (hugging, compression) = (pick([48, 250, 251]), pick([740, 749, 750, 751]))
        let priorities = "hugging: [\(hugging), 250], compression: [\(compression), 750]"
        views.append("{ id: \(id), intrinsic: [\(20 + dice.below(200)), 20], \(priorities) }")
        constraints.append("\(id).top == superview.top + \(30 * row)")
        constraints.append("\(id).\(edge) == \(place)")
        if row > 0, side != "m", dice.below(4) > 0 {
          constraints.append("\(id).width == \(side)0.width")
        }
      }
      let (relation, priority) = (pick(["==", ">=", "<="]), pick(["", " @600", " @252"]))
      let last = hasMiddle ? "m\(row)" : "a\(row)"
      constraints.append("b\(row).left >= \(last).right")
      constraints.append("b\(row).left \(relation) \(last).right + \(pick([6, 12]))\(priority)")
      if hasMiddle, dice.below(4) == 0 {
        constraints.append("m\(row).centerX == superview.centerX @\(pick([500, 1000]))")
      }
    }
    // A circle of an odd number of sums has no signs.
    if dice.below(4) == 0 { constraints.append("a0.width == b0.width @\(pick([300, 700]))") }
    return Self.text("rows", pick([160, 240, 320, 480]), 300, views, constraints)
  }

  @Test("sums of two numbers are differences where one is negated", arguments: 0..<UInt64(4))
  func sums(batch: UInt64) throws {
    var (flows, others) = (0, 0)
    for seed in 25 * batch..<25 * (batch + 1) {
      let scene = try SceneFile.scene(from: Self.facingRows(seed: seed), file: "rows.yaml")
      let work = try Self.change(scene, seed)
      flows += work.flows
      others += work.tableaux + work.programs
    }
    #expect(flows > 100, "\(flows) components were solved as flows, \(others) in other ways")
    #expect(flows > others, "\(flows) components were solved as flows, \(others) in other ways")
  }

  @Test("of many numbers that are tied to each other, those alone are settled that are open")
  func oneOpen() throws {
    var views: [String] = []
    var constraints: [String] = []
    for row in 0..<30 {
      views.append(
        "{ id: a\(row), intrinsic: [\(60 + row % 7 * 9), 20], hugging: [\(250 + row % 3), 250], "
          + "compression: [\(748 + row % 4), 750] }")
      views.append(
        "{ id: b\(row), intrinsic: [\(50 + row % 5 * 21), 20], hugging: [\(249 + row % 4), 250] }")
      for side in ["a", "b"] {
        constraints.append("\(side)\(row).top == superview.top + \(24 * row)")
      }
      constraints.append("a\(row).left == superview.left + 8")
      constraints.append("b\(row).right == superview.right - 8")
      constraints.append("b\(row).left >= a\(row).right + 8")
      constraints.append("b\(row).left == a\(row).right + 8 @300")
      if row > 0 { constraints.append("a\(row).width == a0.width") }
    }
    views.append("{ id: m, intrinsic: [10, 10] }")
    constraints.append("m.top == superview.top")
    constraints.append("m.left >= a5.right + 1")
    constraints.append("m.right <= superview.right - 9")
    let counters = try Self.check(Self.text("open", 320, 800, views, constraints))
    // Once as a component, once with what settles it.
    #expect(counters["components by flow"] == 2)
    #expect(counters["components by simplex"] == 0)
  }

  /// Cells of a list that are alike, but for contents and, here and there, a priority or a label: in each
  /// a row of labels that give way to each other, and a column of which the longest sets the width.
  static func cells(seed: UInt64) -> String {
    var dice = SplitMix64(seed: seed)
    func pick<Element>(_ elements: [Element]) -> Element { elements[dice.below(elements.count)] }
    let (count, labels, isMixed) = (6 + dice.below(8), 3 + dice.below(3), dice.below(2) == 0)
    let usual = [pick([48, 250, 251]), pick([740, 749, 750])]
    let gap = pick([4, 8])
    var views: [String] = []
    var constraints: [String] = []
    for cell in 0..<count {
      let id = "c\(cell)"
      var children: [String] = []
      constraints.append("\(id).left == superview.left")
      constraints.append("\(id).right == superview.right")
      constraints.append("\(id).height == 30")
      constraints.append(cell == 0 ? "c0.top == superview.top" : "\(id).top == c\(cell - 1).bottom")
      let own = isMixed && dice.below(4) == 0 ? labels - 1 : labels
      var before = "\(id).left + \(gap)"
      for label in 0..<own {
        let name = "\(id)l\(label)"
        let isOther = isMixed && dice.below(6) == 0
        let hugging = isOther ? pick([200, 260]) : usual[0] + label
        let compression = isOther ? pick([700, 751]) : usual[1] + label % 2
        children.append(
          "{ id: \(name), intrinsic: [\(10 + dice.below(120)), 10], hugging: [\(hugging), 250], "
            + "compression: [\(compression), 750] }")
        constraints.append("\(name).top == \(id).top + \(2 * label)")
        constraints.append("\(name).left \(label == 0 ? "==" : ">=") \(before)")
        if label > 0 { constraints.append("\(name).left == \(before) @\(pick([500, 500, 499]))") }
        if label == 2 { constraints.append("\(name).right >= \(id)l0.right + 50 @600") }
        before = "\(name).right + \(gap)"
      }
      constraints.append("\(id)l\(own - 1).right <= \(id).right - \(gap)")
      views.append("{ id: \(id), children: [\(children.joined(separator: ", "))] }")
    }
    return Self.text("cells", pick([160, 240, 320, 480]), 400, views, constraints)
  }

  @Test("cells that are alike share a network, whatever is in them", arguments: 0..<UInt64(4))
  func cells(batch: UInt64) throws {
    var flows = 0
    for seed in 5 * batch..<5 * (batch + 1) {
      let text = Self.cells(seed: seed)
      _ = try Self.check(text)
      flows += try Self.change(SceneFile.scene(from: text, file: "cells.yaml"), seed).flows
    }
    #expect(flows > 50, "\(flows) components were solved as flows")
  }
}
