import Conversion
import LayoutBenchFixtures
import LayoutBenchHarness
import LayoutModel
import Scenes
import Testing

@Suite("Scenes written in another dialect")
struct ConversionTests {
  /// The frames of all layouts of a scene by the engine of that name, in that dialect.
  static func frames(_ scene: Scene, _ engine: String, _ dialect: DialectName) throws -> [[Rect]] {
    let participant = try #require(
      Participant.all(of: scene).first { $0.engine.name == engine && $0.dialect == dialect })
    return try SolvedScene(scene, by: participant).states.map(\.frames)
  }

  /// Writes a converted scene and reads it back.
  static func reread(_ converted: ConvertedScene) throws -> Scene {
    let text = SceneWriter.text(
      of: converted.scene, layouts: [(converted.dialect, converted.entries)])
    return try SceneFile.scene(from: text, file: "converted.yaml")
  }

  static func expectSame(_ first: [[Rect]], _ second: [[Rect]], _ comment: Comment) {
    #expect(first.count == second.count)
    for (one, other) in zip(first, second) {
      for (frame, expected) in zip(one, other) {
        #expect(frame.isClose(to: expected, within: 1e-6), comment)
      }
    }
  }

  @Test(
    "a lowered scene file solves to the frames of its rules, over all steps", arguments: 0..<200)
  func lowering(seed: Int) throws {
    let text = RandomRules(seed: UInt64(seed)).text
    let scene = try SceneFile.scene(from: text, file: "random.yaml")
    let converted: ConvertedScene
    do {
      converted = try ConvertedScene(loweringRulesOf: scene)
    } catch is LayoutError {
      return  // A cycle, or a maximum that may be below 0.
    }
    let lowered = try Self.reread(converted)
    #expect(lowered.name == "random.constraints")
    Self.expectSame(
      try Self.frames(lowered, "glpk", "constraints"), try Self.frames(scene, "sll", "sll"),
      "\(text)")
  }

  @Test(
    "published scenes convert both ways to the same frames",
    arguments: Fixtures.suite.filter { !["conflicting-edges.yaml"].contains($0.name) })
  func published(_ file: Fixtures.File) throws {
    let scene = try file.scene()
    if scene.layouts["sll"] != nil {
      // A maximum that may be below 0 is not linear.
      if let lowered = try? ConvertedScene(loweringRulesOf: scene) {
        #expect(try CrossCheck(Self.reread(lowered)).holds)
      }
    }
    guard let converted = try? ConvertedScene(orderingConstraintsOf: scene) else {
      // Our own scenes can be ordered, with one exception.
      #expect(!file.path.contains("/scenes/") || file.name == "cell.yaml")
      return
    }
    let ordered = try Self.reread(converted)
    #expect(try CrossCheck(ordered).holds)
    Self.expectSame(
      try Self.frames(ordered, "sll", "sll"), try Self.frames(scene, "glpk", "constraints"),
      "\(file.name)")
  }

  @Test(
    "entries that hold at some sizes are converted with these, both ways",
    arguments: [("sll", "constraints"), ("constraints", "sll"), ("constraints", "constraints")])
  func variations(from: String, to: String) throws {
    let scene = try Fixtures.scene("variations.yaml")
    let conversion = try #require(
      Registry.current.conversions.first { $0.from.text == from && $0.to.text == to })
    let converted = try conversion(scene)
    let text = SceneWriter.text(
      of: converted.scene, layouts: [(conversion.to, converted.entries)])
    #expect(text.contains("when: { width: [0, 400] }"))
    let reread = try SceneFile.scene(from: text, file: "converted.yaml")
    #expect(reread.steps.count == scene.steps.count)
    #expect(try CrossCheck(reread).holds, "\(text)")
  }

  @Test("text that changes the direction of writing is visible in what is written, and read again")
  func directions() throws {
    let words = "\u{2067}\u{5E9}\u{5DC}\u{5D5}\u{5DD}\u{2069} end \u{202E}x\u{202C} \u{85}"
    let quoted = SourceNode.quoted(words)
    #expect(
      quoted.unicodeScalars.allSatisfy {
        !(0x202A...0x202E).contains($0.value) && !(0x2066...0x2069).contains($0.value)
      })
    let text = """
      layoutbench: 2
      name: directions
      summary: \(quoted)
      root: { size: [300, 300] }
      views:
        - id: a
      layouts:
        sll:
          - a: "ll = tt = 0, w = h = 10"
      """
    let scene = try SceneFile.scene(from: text, file: "directions.yaml")
    #expect(scene.summary == words)
  }

  @Test("named entries keep their names as equations, and are refused as rules")
  func names() throws {
    let scene = try Fixtures.scene("activation.yaml")
    let converted = try ConvertedScene(unfoldingConstraintsOf: scene)
    #expect(try CrossCheck(Self.reread(converted)).holds)
    let conversion = try #require(Registry.current.conversions.first { $0.to.text == "sll" })
    #expect(throws: SceneError.self) { try conversion(scene) }
  }

  @Test("conditions that divide the root's sizes into very many regions are refused at once")
  func manyRegions() throws {
    var text = "layoutbench: 2\nname: when\nroot: { size: [600, 600] }\nviews:\n"
    for index in 0..<120 { text += "  - id: v\(index)\n" }
    text += "layouts:\n  sll:\n"
    for index in 0..<120 {
      text +=
        "    - { when: { width: [\(100 + index), \(300 + index)], height: [\(50 + index), "
        + "\(300 + index)] }, v\(index): \"ll = tt = 0, w = h = 10\" }\n"
    }
    let scene = try SceneFile.scene(from: text, file: "when.yaml")
    let convert = try #require(
      Registry.current.conversions.first { $0.from.text == "sll" && $0.to.text == "constraints" })
    let error = #expect(throws: SceneError.self) { try convert(scene) }
    #expect(error?.description.contains("regions") == true, "\(String(describing: error))")
  }

  @Test("a stack that a step changes is not written as the equations of its beginning")
  func changingStack() throws {
    let scene = try Fixtures.scene("stack-changes.yaml")
    #expect(throws: SceneError.self) { try ConvertedScene(unfoldingConstraintsOf: scene) }
    var still = scene
    still.steps.removeAll { $0.change.kind != .resize }
    let converted = try ConvertedScene(unfoldingConstraintsOf: still)
    #expect(converted.entries.allSatisfy { !$0.contains("stack") })
  }

  @Test("margins, baselines, other axes and right-to-left become rules that say the same")
  func attributes() throws {
    for direction in ["ltr", "rtl"] {
      let text = """
        layoutbench: 1
        name: attributes
        root: { size: [320, 200], direction: \(direction), margins: [1, 2, 3, 4] }
        views:
          - { id: a, margins: [5, 6, 7, 8], children: [ { id: c, intrinsic: [30, 10] } ] }
          - { id: b, intrinsic: [50, 20], baseline: [15, 4] }
          - { id: d, baseline: [9, 2] }
        layouts:
          constraints:
            - a.leading == superview.leadingMargin + 3
            - root.trailingMargin == a.trailing + 50
            - a.top == superview.topMargin
            - a.height == 0.5 * a.width - 1
            - c.trailing == superview.trailingMargin
            - c.centerY == superview.centerYWithinMargins
            - b.leading == c.leading + 7
            - a.bottom == b.firstBaseline - 6
            - d.lastBaseline == b.lastBaseline
            - d.height == 40
            - d.right == b.left
            - d.left == superview.left
        steps:
          - resize: [480, 300]
          - { view: b, intrinsic: [60, 30] }
        """
      let scene = try SceneFile.scene(from: text, file: "attributes.yaml")
      let ordered = try Self.reread(ConvertedScene(orderingConstraintsOf: scene))
      Self.expectSame(
        try Self.frames(ordered, "sll", "sll"), try Self.frames(scene, "glpk", "constraints"),
        "\(direction)")
    }
  }

  @Test(
    "what no order can say is refused with the constraint that stands in the way",
    arguments: [
      ("a.width >= 5", "a.width >= 5: an inequality; a rule gives one value"),
      ("a.width == 5 @750", "a.width == 5 @750: a priority; a rule always applies"),
      ("linear: a.width == b.width", "a.width == b.width: a sum over several views"),
      (
        "a.width == b.width",
        "a.width == b.width: views that wait for each other: a and b"
      ),
    ])
  func refusals(_ entry: String, _ message: String) throws {
    let text = """
      layoutbench: 1
      name: refused
      root: { size: [320, 200] }
      views: [ { id: a }, { id: b } ]
      layouts:
        constraints:
          - \(entry)
          - a.left == superview.left
          - b.left == a.right
          - b.right == superview.right
          - "V:|[a(5)]"
          - "V:|[b(5)]"
      """
    let scene = try SceneFile.scene(from: text, file: "refused.yaml")
    let error = try #require(throws: LayoutError.self) {
      try ConvertedScene(orderingConstraintsOf: scene)
    }
    #expect(error.message(file: "refused.yaml") == "refused.yaml:7: error: \(message)")
  }
}
