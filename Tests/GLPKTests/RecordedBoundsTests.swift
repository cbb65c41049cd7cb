import Constraints
import LayoutBenchFixtures
import LayoutBenchTiming
import LayoutModel
import Scenes
import Testing

@testable import GLPKLayout

/// Edges that stand where the longest of many labels puts them: a change of any label is recorded,
/// whichever is the longest then.
@Suite("Recorded bounds")
struct RecordedBoundsTests {
  /// Rows of a label and a field; each label ends at one of a few common edges.
  private struct Form {
    private var dice: SplitMix64
    private var views = ""
    private var constraints: [String] = []

    /// - Parameters:
    ///   - seed: the seed of what is drawn.
    ///   - rows: the number of rows.
    ///   - isPlain: whether each bound is a required one below an edge, so that all may hold.
    init(seed: UInt64, rows: Int, isPlain: Bool) {
      dice = SplitMix64(seed: seed)
      // The label that stands for each edge.
      var edges: [String] = []
      for row in 1...rows {
        let (label, field) = ("label\(row)", "field\(row)")
        views += "  - { id: \(label), intrinsic: [\(10 + 5 * dice.below(20)), 17] }\n"
        views += "  - { id: \(field), intrinsic: [null, 22] }\n"
        constraints.append("\(label).top == superview.top + \(26 * row)")
        constraints.append("\(field).centerY == \(label).centerY")
        constraints.append("\(field).left == \(label).right + 8")
        constraints.append("\(field).right == superview.right - 20")
        if edges.count < 3, edges.isEmpty || dice.below(4) == 0 {
          edges.append(label)
        } else {
          constraints.append("\(label).right == \(edges[dice.below(edges.count)]).right")
        }
        bound(label, isPlain)
      }
    }

    private mutating func bound(_ label: String, _ isPlain: Bool) {
      let gap = dice.below(30)
      constraints.append("\(label).left >= superview.left + \(gap)")
      guard !isPlain else { return }
      switch dice.below(9) {
      case 0: constraints.append("\(label).right <= superview.right - \(60 + gap)")
      case 1: constraints.append("\(label).right >= superview.right * 0.25 + \(gap)")
      case 2:
        constraints.append("\(label).left >= superview.left + 40 @\(200 + 100 * dice.below(7))")
      case 3:
        constraints.append("\(label).right <= superview.right * 0.5 @\(200 + 100 * dice.below(7))")
      case 4: constraints.append("\(label).right >= \(label).left * 1.5")
      case 5: constraints.append("\(label).left <= superview.right * 0.2 @\(300 + dice.below(2))")
      default: break
      }
    }

    var text: String {
      """
      layoutbench: 2
      name: form
      root: { size: [400, 600] }
      views:
      \(views)
      layouts:
        constraints:
      \(constraints.map { "    - \"\($0)\"" }.joined(separator: "\n"))
      """
    }
  }

  @Test("edges that bounds decide have the frames of one linear program", arguments: 0..<UInt64(8))
  func edges(batch: UInt64) throws {
    var recorded = 0
    for seed in 20 * batch..<20 * (batch + 1) {
      let text = Form(seed: seed, rows: 3 + Int(seed % 9), isPlain: false).text
      let passes = try LivingSystemTests.recordedPasses(of: text, seed: seed) { system, plan in
        switch system.dice.below(14) {
        case 0: system.toggle(&plan)
        case 1: system.change(&plan)
        // Several at once, as new data in all rows.
        case 2: for _ in 0..<6 { system.edit(&plan) }
        default: system.edit(&plan)
        }
      }
      guard let passes else { return }
      recorded += passes
    }
    #expect(recorded > 100, "\(recorded) passes were recorded")
  }

  @Test("whichever label is the longest, nothing is solved again", arguments: 0..<UInt64(10))
  func longest(seed: UInt64) throws {
    let text = Form(seed: seed, rows: 40, isPlain: true).text
    let scene = try SceneFile.scene(from: text, file: "form.yaml")
    var system = try LivingSystemTests.System(scene, seed)
    var plan = try StagedPlan(system.written, in: system.tree)
    var frames = system.tree.startFrames
    var eliminations = 0
    for change in 0..<200 {
      let label = ViewID(1 + 2 * system.dice.below(40))
      let size = IntrinsicSize(Double(10 + system.dice.below(100)), 17)
      system.tree.setIntrinsicSize(size, of: label)
      plan.edit(label, intrinsic: size)
      _ = LivingSystemTests.answer(&plan, system.tree, &frames)
      // The first changes find out that one quantity after the other changes.
      if change == 5 { eliminations = plan.work.eliminations }
    }
    #expect(plan.work.eliminations == eliminations)
    var fresh = try StagedPlan(system.written, in: system.tree)
    var others = system.tree.startFrames
    let (one, other) = (
      LivingSystemTests.answer(&plan, system.tree, &frames),
      LivingSystemTests.answer(&fresh, system.tree, &others)
    )
    #expect(one.agrees(with: other), "seed \(seed): \(one), fresh \(other)")
  }
}
