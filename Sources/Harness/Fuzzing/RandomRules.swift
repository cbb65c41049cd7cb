import LayoutModel
import SLL
import LayoutBenchSuite
import LayoutBenchTiming

/// A random rule set as a scene file, so that a failure can be read and replayed.
package struct RandomRules: RandomScene {
  private var views: [(name: String, depth: Int)] = []
  /// The texts that some views show, by the view's index.
  private var texts: [Int: String] = [:]
  private var entries: [String] = []
  private var steps: [String] = []

  package init(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    let count = Int.random(in: 1...7, using: &dice)
    for index in 0..<count {
      let deepest = (views.last?.depth ?? -1) + 1
      views.append(("v\(index)", Int.random(in: 0...min(deepest, 3), using: &dice)))
    }
    for index in views.indices where Int.random(in: 0..<6, using: &dice) > 0 {
      for _ in 0..<Int.random(in: 1...2, using: &dice) {
        entries.append(Self.entry(for: index, views: views, &dice))
      }
    }
    for _ in 0..<2 {
      let sides = (0..<2).map { _ in Int.random(in: 0...400, using: &dice) }
      steps.append("  - resize: [\(sides[0]), \(sides[1])]")
    }
    let changed = Int.random(in: 0..<count, using: &dice)
    let width = Int.random(in: 0...90, using: &dice)
    // In every other group of 10 seeds views show texts.
    if seed / 10 % 2 == 1 {
      for index in views.indices where Bool.random(using: &dice) {
        texts[index] = DrawnText.string(
          characters: Int.random(in: 1...60, using: &dice), &dice)
      }
    }
    if texts[changed] == nil {
      steps.append("  - { view: v\(changed), intrinsic: [\(width), ~] }")
    } else {
      let words = DrawnText.string(characters: width, &dice)
      steps.append("  - { view: v\(changed), text: \"\(words)\" }")
    }
  }

  /// A rule of one view; it names only views before it, so cycles are rare.
  private static func entry(
    for index: Int, views: [(name: String, depth: Int)], _ dice: inout SplitMix64
  ) -> String {
    var arguments: [String] = []
    func value(_ dice: inout SplitMix64, isHorizontal: Bool) -> String {
      switch Int.random(in: 0..<6, using: &dice) {
      case 0, 1: return "\(Int.random(in: -20...90, using: &dice))"
      case 2: return "\(["10", "25", "50", "33.3"].randomElement(using: &dice) ?? "50")%"
      case 3: return "\(isHorizontal ? "V" : "H"):20%"
      default:
        let names =
          isHorizontal
          ? ["ll", "lr", "rr", "rl", "cl", "cr", "w"] : ["tt", "tb", "bb", "bt", "ct", "h"]
        arguments.append(
          index == 0 || Int.random(in: 0..<4, using: &dice) == 0
            ? "root" : views[Int.random(in: 0..<index, using: &dice)].name)
        return "%\(names.randomElement(using: &dice) ?? "w")"
      }
    }
    func expression(_ dice: inout SplitMix64, isHorizontal: Bool) -> String {
      let first = value(&dice, isHorizontal: isHorizontal)
      switch Int.random(in: 0..<6, using: &dice) {
      case 0: return "\(first) + \(value(&dice, isHorizontal: isHorizontal))"
      case 1: return "\(first) - \(value(&dice, isHorizontal: isHorizontal))"
      case 2: return "(\(first)) * \(["0.5", "2", "-1"].randomElement(using: &dice) ?? "2")"
      case 3: return "(\(first) + 5) / 3"
      default: return first
      }
    }
    let horizontal = ["ll", "lr", "rr", "rl", "cl", "cr", "w", "minw", "maxw"]
    let vertical = ["tt", "tb", "bb", "bt", "ct", "cb", "h", "minh", "maxh"]
    var statements: [String] = []
    for _ in 0..<Int.random(in: 1...4, using: &dice) {
      let isHorizontal = Bool.random(using: &dice)
      let name = (isHorizontal ? horizontal : vertical).randomElement(using: &dice) ?? "ll"
      let sign = Int.random(in: 0..<5, using: &dice) == 0 ? "+=" : "="
      statements.append("\(name) \(sign) \(expression(&dice, isHorizontal: isHorizontal))")
    }
    let items = ["\"\(statements.joined(separator: ", "))\""] + arguments
    return "    - \(views[index].name): [\(items.joined(separator: ", "))]"
  }

  /// The scene file.
  package var text: String {
    let version = texts.isEmpty ? 1 : 2
    var lines = ["layoutbench: \(version)", "name: random", "root: { size: [320, 200] }", "views:"]
    for (index, view) in views.enumerated() {
      let indent = String(repeating: "    ", count: view.depth)
      lines.append("\(indent)  - id: \(view.name)")
      if let text = texts[index] {
        lines.append("\(indent)    text: \"\(text)\"")
      } else {
        lines.append("\(indent)    frame: [\(index), \(2 * index), \(30 + index), 20]")
      }
      if index + 1 < views.count, views[index + 1].depth > view.depth {
        lines.append("\(indent)    children:")
      }
    }
    lines +=
      ["layouts:", "  \(DialectName.sll):" + (entries.isEmpty ? " []" : "")] + entries + ["steps:"]
      + steps
    return lines.joined(separator: "\n") + "\n"
  }

  /// Every scene that is smaller by one part.
  package var smaller: [RandomRules] {
    var all = entries.indices.map { index in changed { $0.entries.remove(at: index) } }
    if steps.count > 1 {
      all += steps.indices.map { index in changed { $0.steps.remove(at: index) } }
    }
    return all
  }
}
