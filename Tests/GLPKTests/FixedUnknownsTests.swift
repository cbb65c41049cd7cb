import Constraints
import LayoutBenchFixtures
import LayoutBenchTiming
import LayoutModel
import Scenes
import Testing

@testable import GLPKLayout

/// Rows of labels, most of whose numbers are where each is best by itself, and rows that are too narrow.
@Suite("Fixed unknowns")
struct FixedUnknownsTests {
  /// A page of rows of labels.
  ///
  /// - Parameters:
  ///   - count: the number of rows.
  ///   - dice: decides contents, priorities and limits; `nil` for rows that are alike and wide enough.
  ///   - size: the root's size, points.
  /// - Returns: the scene.
  /// - Throws: `SceneError`.
  private static func page(
    rows count: Int, _ dice: inout SplitMix64?, _ size: (width: Int, height: Int)
  ) throws -> Scene {
    func below(_ limit: Int, else usual: Int = 0) -> Int { dice?.below(limit) ?? usual }
    var views = ""
    var rules = [
      "page.left == superview.left", "page.right == superview.right",
      "page.top == superview.top + 16", "page.bottom <= superview.bottom - 16",
    ]
    for row in 0..<count {
      let labels = 2 + below(4, else: 3)
      views += "      - id: row\(row)\n        children:\n"
      rules += ["row\(row).left == superview.left", "row\(row).right == superview.right"]
      rules.append(
        row == 0 ? "row0.top == superview.top" : "row\(row).top == row\(row - 1).bottom + 12")
      rules.append("row\(row).height >= \([44, 44, 20, 0][below(4)])")
      var before = "superview.left"
      for label in 0..<labels {
        let name = "l\(row)x\(label)"
        let width = below(2) == 0 ? 20 + below(90, else: 30) : 24
        let (hugging, compression) = (250 + below(3, else: label), 750 - below(3, else: label))
        views += """
                    - { id: \(name), intrinsic: [\(width), \(14 + below(30))], \
          hugging: [\(hugging), \(250 + below(2))], compression: [\(compression), 750] }

          """
        rules.append("\(name).left == \(before) + 8")
        before = "\(name).right"
        rules.append("\(name).centerY == superview.centerY")
        rules += ["\(name).top >= superview.top", "\(name).bottom <= superview.bottom"]
        if label > 0, below(4, else: 1) == 0 {
          rules.append("\(name).width == l\(row)x\(label - 1).width @749")
        }
      }
      rules.append("\(before) \(["==", "<="][below(2)]) superview.right - 8")
    }
    rules.append("row\(count - 1).bottom == superview.bottom")
    if below(3, else: 1) == 0 { rules.append("page.bottom == superview.bottom - 16 @700") }
    return try SceneFile.scene(
      from: """
        layoutbench: 2
        name: page
        root: { size: [\(size.width), \(size.height)] }
        views:
          - id: page
            children:
        \(views)layouts:
          constraints:
        \(rules.map { "    - \"\($0)\"" }.joined(separator: "\n"))
        steps:
          - resize: [\(size.width + 60), \(size.height - 70)]
          - resize: [\(size.width - 90), \(size.height + 40)]
        """, file: "page.yaml")
  }

  @Test("random pages pass the independent check", arguments: 0..<UInt64(120))
  func random(seed: UInt64) throws {
    var dice: SplitMix64? = SplitMix64(seed: seed)
    let size = (240 + (dice?.below(160) ?? 0), 440 + (dice?.below(200) ?? 0))
    let scene = try Self.page(rows: 2 + (dice?.below(5) ?? 0), &dice, size)
    let proof = try SceneProof(scene)
    #expect(proof.fault == nil, "seed \(seed): \(proof.fault ?? "")")
    #expect(proof.states.count == 3)
  }

  @Test("labels in rows that are high enough are in no linear program")
  func high() throws {
    var dice: SplitMix64?
    let scene = try Self.page(rows: 8, &dice, (400, 700))
    let proof = try SceneProof(scene)
    #expect(proof.fault == nil)
    var plan = try StagedPlan(
      try ConstraintsDialect().read(scene).constraints(), in: scene.tree)
    var frames = scene.tree.startFrames
    var span = frames.mutableSpan
    try plan.pass(into: &span)
    let counters = Dictionary(
      uniqueKeysWithValues: plan.counters().map { ($0.name, $0.value) })
    #expect(counters["components by simplex"] == 0)
    #expect((counters["simplex iterations"] ?? 100) <= 8)
  }

  @Test("a page that becomes too low for its rows has no layout")
  func low() throws {
    var dice: SplitMix64?
    let scene = try Self.page(rows: 8, &dice, (400, 700))
    var plan = try StagedPlan(
      try ConstraintsDialect().read(scene).constraints(), in: scene.tree)
    var frames = scene.tree.startFrames
    func pass() throws(LayoutError) {
      var span = frames.mutableSpan
      try plan.pass(into: &span)
    }
    try pass()
    // Eight rows of 44 points, seven distances of 12, and 16 above and below.
    for height in [500.0, 468, 467, 400, 468] {
      plan.resize(to: Size(width: 400, height: height))
      do throws(LayoutError) {
        try pass()
        #expect(height >= 468)
      } catch {
        guard case .unsatisfiable = error else { throw error }
        #expect(height < 468)
      }
    }
  }
}
