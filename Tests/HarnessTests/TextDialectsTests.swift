import Foundation
import LayoutBenchFixtures
import LayoutBenchHarness
import LayoutBenchSuite
import LayoutBenchTiming
import LayoutModel
import Scenes
import Testing

/// Random columns of texts, written in every dialect.
@Suite("Texts in every dialect")
struct TextDialectsTests {
  /// A column of texts, each of its natural width, of one that is given, or as wide as the screen
  /// allows.
  private struct Column {
    private var dice: SplitMix64
    private var views: [String] = []
    private var rules: [String] = []
    private var constraints: [String] = []
    /// Calls: the sizes, then the places across, then the column.
    private var sizes: [String] = []
    private var places: [String] = []
    private var column: [String] = []
    private var steps: [String] = []

    var text: String {
      func lines(_ lines: [String]) -> String {
        lines.map { "    - \($0)" }.joined(separator: "\n")
      }
      return """
        layoutbench: 2
        name: column
        root: { size: [\(width), 400] }
        views:
        \(lines(views))
        layouts:
          sll:
        \(lines(rules))
          constraints:
        \(lines(constraints.map { "\"\($0)\"" }))
          layoutkit:
        \(lines(sizes + places + ["yPlace: [\(column.joined(separator: ", "))]"]))
        steps:
        \(lines(steps))
        """
    }

    private let width: Int

    init(seed: UInt64) {
      dice = SplitMix64(seed: seed)
      width = 120 + dice.below(400)
      let count = 1 + dice.below(4)
      for number in 1...count { addText(number) }
      for _ in 0..<2 { steps.append("{ resize: [\(90 + dice.below(500)), 400] }") }
      steps.append("{ view: t\(1 + dice.below(count)), text: \"\(words())\" }")
      steps.append("{ resize: [\(90 + dice.below(500)), 300] }")
    }

    private mutating func words() -> String {
      DrawnText.string(characters: dice.below(140), &dice)
    }

    private mutating func addText(_ number: Int) {
      let (name, gap, left) = ("t\(number)", dice.below(20), dice.below(40))
      let advance = 4 + dice.below(9)
      views.append(
        "{ id: \(name), text: { string: \"\(words())\", advance: \(advance), "
          + "line: \(12 + dice.below(12)), ascent: 10, lines: \(dice.below(4)) } }")
      let above = number == 1 ? "superview.top" : "t\(number - 1).bottom"
      constraints.append("\(name).left == superview.left + \(left)")
      constraints.append("\(name).top == \(above) + \(gap)")
      var rule = number == 1 ? "tt = \(gap)" : "tt = %bt + \(gap)"
      switch dice.below(3) {
      case 0:
        // As wide as the screen allows.
        let right = dice.below(30)
        rule += ", ll = \(left), rr = \(right)"
        constraints.append("\(name).right == superview.right - \(right)")
        sizes.append("width: { views: [\(name)], to: make.w - \(left + right) }")
        sizes.append("heightToFit: [\(name)]")
      case 1:
        let given = 20 + dice.below(200)
        rule += ", ll = \(left), w = \(given)"
        constraints.append("\(name).width == \(given)")
        sizes.append("width: { views: [\(name)], to: \(given) }")
        sizes.append("heightToFit: [\(name)]")
      default:
        rule += ", ll = \(left)"
        sizes.append("sizeToFit: [\(name)]")
      }
      rules.append(
        number == 1 ? "\(name): \"\(rule)\"" : "\(name): [\"\(rule)\", t\(number - 1)]")
      places.append("xPlace: [\(left), \(name)]")
      column += ["\(gap)", name]
    }
  }

  /// `LAYOUTBENCH_TEXTS=10000 swift test --filter TextDialects` for more.
  static let count =
    ProcessInfo.processInfo.environment["LAYOUTBENCH_TEXTS"].flatMap { Int($0) } ?? 400

  @Test("rules, constraints and calls give the same frames", arguments: 0..<4)
  func agree(batch: Int) throws {
    for seed in Self.count / 4 * batch..<Self.count / 4 * (batch + 1) {
      let text = Column(seed: UInt64(seed)).text
      let scene = try SceneFile.scene(from: text, file: "column.yaml")
      let check = try CrossCheck(scene, engines: Engines.everyone)
      #expect(check.holds, "seed \(seed)\n\(text)")
      let plans = check.verdicts.filter { $0.participant.form == .plan && $0.verdict.isRight }
      #expect(
        Set(plans.map(\.participant.dialect)) == ["sll", "constraints", "layoutkit"],
        "seed \(seed): \(plans.map(\.participant.label))\n\(text)")
      guard check.holds else { return }
    }
  }
}
