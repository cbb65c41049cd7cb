import Constraints
import LayoutBenchSuite
import LayoutBenchTiming
import LayoutModel

/// Random constraints as a scene file, so that a failure can be read and replayed.
package struct RandomConstraints: RandomScene {
  /// A difficulty that a scene has.
  package enum Kind: Int, CaseIterable {
    /// All attributes, relations, multipliers and priorities.
    case mixed
    /// Repeated and redundant constraints of few, round numbers.
    case degenerate
    /// Many required constraints, so that most exclude each other.
    case crowded
    /// Few constraints, most of them inequalities.
    case open
    /// Constants from 1e-3 to 1e7, multipliers from 1e-3 to 1e3.
    case scaled
  }

  private struct Node {
    var name: String
    var depth: Int
    var fields: [String]

    var hasText: Bool { fields.contains { $0.hasPrefix("text:") } }
  }

  package let kind: Kind
  private let knobs: Knobs
  private var root: String
  private var views: [Node] = []
  private var entries: [Entry] = []
  private var steps: [Step] = []

  /// An entry, and when it applies.
  private struct Entry {
    /// In YAML, on one line.
    var text: String
    /// The name by which steps refer to it.
    var name: String?
    var isActive = true
    /// The range of widths at which it applies, in YAML.
    var widths: String?

    var line: String {
      guard name != nil || widths != nil else { return text }
      var fields = name.map { ["name: \($0)"] } ?? []
      if !isActive { fields.append("active: no") }
      if let widths { fields.append("when: { width: \(widths) }") }
      fields.append(text.hasPrefix("stack:") ? text : "is: \(text)")
      return "{ \(fields.joined(separator: ", ")) }"
    }
  }

  /// A step, and the entry that it names.
  private struct Step {
    var text: String
    var entry: String?
  }

  package init(seed: UInt64) { self.init(seed: seed, knobs: Knobs()) }

  /// Settings of a scene that are not left to the seed.
  package struct Knobs {
    /// The number of views.
    package var views: Int?
    /// The greatest depth of the views; at 1 all are in the root.
    package var depth: Int?
    /// The share of the constraints that are inequalities, from 0 to 1.
    package var inequalities: Double?
    /// The share of the constraints that are optional, from 0 to 1.
    package var optional: Double?
    /// True adds stacks, entries that apply at some widths or once a step activates them, and steps
    /// that take views out and put them back.
    package var hasVariations = false

    /// All left to the seed.
    package init() {}
  }

  /// The scene of a seed, with some settings.
  package init(seed: UInt64, knobs: Knobs) {
    self.knobs = knobs
    var dice = SplitMix64(seed: seed)
    kind = Kind.allCases[Int(seed % UInt64(Kind.allCases.count))]
    let isMirrored = Int.random(in: 0..<3, using: &dice) == 0
    root = "root: { size: [320, 200]\(isMirrored ? ", direction: rtl" : "") }"
    let drawn = Int.random(in: 2...6, using: &dice)
    let count = knobs.views ?? drawn
    let depth = (knobs.depth ?? 4) - 1
    for index in 0..<count {
      let deepest = (views.last?.depth ?? -1) + 1
      views.append(
        Node(
          name: "v\(index)", depth: Int.random(in: 0...min(deepest, depth), using: &dice),
          fields: Self.fields(kind, &dice)))
    }
    let perView =
      switch kind {
      case .mixed, .scaled: 3
      case .degenerate: 4
      case .crowded: 3
      case .open: 1
      }
    for _ in 0..<Int.random(in: count...(perView * count + 1), using: &dice) {
      entries.append(Entry(text: entry(&dice)))
      if kind == .degenerate, Int.random(in: 0..<3, using: &dice) == 0,
        let again = entries.randomElement(using: &dice)
      {
        entries.append(again)
      }
    }
    // Every other group of seeds pins every view, whatever the other constraints leave open.
    if seed / UInt64(Kind.allCases.count) % 2 == 0 {
      for view in views.map(\.name) {
        for attribute in ["left", "top"] {
          entries.append(
            Entry(text: "\"\(view).\(attribute) == superview.\(attribute) + 7 @0.5\""))
        }
        for attribute in ["width", "height"] {
          entries.append(Entry(text: "\"\(view).\(attribute) == 30 @0.25\""))
        }
      }
    }
    let sides = (0..<2).map { _ in Int.random(in: 0...40, using: &dice) * 10 }
    steps.append(Step(text: "resize: [\(sides[0]), \(sides[1])]"))
    let changed = Int.random(in: 0..<count, using: &dice)
    let width = Int.random(in: 0...9, using: &dice) * 10
    steps.append(Step(text: "{ view: v\(changed), intrinsic: [\(width), ~] }"))
    if knobs.hasVariations { vary(&dice) }
  }

  // MARK: - Variations

  /// Adds stacks, conditions, and steps that change which entries apply and which views are there.
  private mutating func vary(_ dice: inout SplitMix64) {
    for place in views.indices where Int.random(in: 0..<4, using: &dice) == 0 {
      let characters = Int.random(in: 1...60, using: &dice)
      views[place].fields.removeAll { field in
        field.hasPrefix("intrinsic") || field.hasPrefix("baseline") || field.contains("1000")
      }
      let words = DrawnText.string(characters: characters, &dice)
      views[place].fields.insert("text: \"\(words)\"", at: 0)
    }
    for place in steps.indices {
      let changed = views.first { steps[place].text.hasPrefix("{ view: \($0.name),") }
      if let changed { steps[place].text = contentStep(changed, &dice) }
    }
    let holders = views.indices.filter { !subviews(of: $0).isEmpty }.map { Optional($0) } + [nil]
    for _ in 0..<Int.random(in: 0...2, using: &dice) {
      let holder = holders.randomElement(using: &dice) ?? nil
      entries.append(Entry(text: stack(in: holder, &dice)))
    }
    for place in entries.indices where Int.random(in: 0..<4, using: &dice) == 0 {
      switch Int.random(in: 0..<3, using: &dice) {
      case 0:
        let edge = Int.random(in: 0...40, using: &dice) * 10
        entries[place].widths = Bool.random(using: &dice) ? "[\(edge), ~]" : "[~, \(edge + 10)]"
      case 1: entries[place].name = "e\(place)"
      default: (entries[place].name, entries[place].isActive) = ("e\(place)", false)
      }
    }
    var absent: [String] = []
    for _ in 0..<Int.random(in: 2...6, using: &dice) {
      let named = entries.filter { $0.name != nil }.randomElement(using: &dice)
      let view = views.randomElement(using: &dice)?.name ?? "v0"
      switch Int.random(in: 0..<6, using: &dice) {
      case 0:
        let sides = (0..<2).map { _ in Int.random(in: 0...40, using: &dice) * 10 }
        steps.append(Step(text: "resize: [\(sides[0]), \(sides[1])]"))
      case 1:
        guard let changed = views.first(where: { $0.name == view }) else { continue }
        steps.append(Step(text: contentStep(changed, &dice)))
      case 2:
        guard let named, !named.text.hasPrefix("stack:") else { continue }
        let priority = [100, 250, 500, 750, 1000].randomElement(using: &dice) ?? 500
        steps.append(Step(text: "priority: [\(named.name ?? ""), \(priority)]", entry: named.name))
      case 3:
        guard let named else { continue }
        let verb = Bool.random(using: &dice) ? "activate" : "deactivate"
        steps.append(Step(text: "\(verb): \(named.name ?? "")", entry: named.name))
      default:
        if let gone = absent.popLast() {
          steps.append(Step(text: "add: \(gone)"))
        } else {
          absent.append(view)
          steps.append(Step(text: "remove: \(view)"))
        }
      }
    }
  }

  /// A step that gives a view another content.
  private func contentStep(_ view: Node, _ dice: inout SplitMix64) -> String {
    if view.hasText {
      let characters = Int.random(in: 1...60, using: &dice)
      return "{ view: \(view.name), text: \"\(DrawnText.string(characters: characters, &dice))\" }"
    }
    let height = Int.random(in: 0...9, using: &dice) * 10
    return "{ view: \(view.name), intrinsic: [none, \(height)] }"
  }

  /// The direct subviews of a view, or of the root.
  private func subviews(of holder: Int?) -> [Int] {
    guard let holder else { return views.indices.filter { views[$0].depth == 0 } }
    return views.indices.dropFirst(holder + 1)
      .prefix { views[$0].depth > views[holder].depth }
      .filter { views[$0].depth == views[holder].depth + 1 }
  }

  /// A stack of the subviews of a view, or of the root.
  private func stack(in holder: Int?, _ dice: inout SplitMix64) -> String {
    var names = subviews(of: holder).map { views[$0].name }
    if Bool.random(using: &dice) { names.shuffle(using: &dice) }
    let isRow = Bool.random(using: &dice)
    var fields = ["in: \(holder.map { views[$0].name } ?? "root")"]
    fields.append("views: [\(names.joined(separator: ", "))]")
    fields.append("axis: \(isRow ? "horizontal" : "vertical")")
    let distribution = Stack.Distribution.allCases.randomElement(using: &dice) ?? .fill
    fields.append("distribution: \(distribution.rawValue)")
    let alignments = isRow ? ["fill", "top", "center", "bottom"] : ["fill", "leading", "center"]
    fields.append("alignment: \(alignments.randomElement(using: &dice) ?? "fill")")
    fields.append("spacing: \(Int.random(in: 0...4, using: &dice) * 4)")
    if let one = names.randomElement(using: &dice), Int.random(in: 0..<3, using: &dice) == 0 {
      fields.append("after: { \(one): 12 }")
    }
    if Int.random(in: 0..<3, using: &dice) == 0 { fields.append("margins: yes") }
    if let one = names.randomElement(using: &dice), Int.random(in: 0..<4, using: &dice) == 0 {
      fields.append("hidden: [\(one)]")
    }
    return "stack: { \(fields.joined(separator: ", ")) }"
  }

  private static func fields(_ kind: Kind, _ dice: inout SplitMix64) -> [String] {
    var fields: [String] = []
    func priorities(_ dice: inout SplitMix64) -> String {
      let values = kind == .crowded ? [250, 750, 1000] : [20, 250, 500, 750, 999.5]
      let pair = (0..<2).map { _ in values.randomElement(using: &dice) ?? 250 }
      return NumberText.list(pair)
    }
    if Int.random(in: 0..<2, using: &dice) == 0 {
      let sizes = (0..<2).map { _ in
        Int.random(in: 0..<4, using: &dice) == 0
          ? "~" : "\(Int.random(in: 0...12, using: &dice) * 10)"
      }
      fields.append("intrinsic: [\(sizes[0]), \(sizes[1])]")
      if Bool.random(using: &dice) { fields.append("hugging: \(priorities(&dice))") }
      if Bool.random(using: &dice) { fields.append("compression: \(priorities(&dice))") }
    }
    if Int.random(in: 0..<4, using: &dice) == 0 { fields.append("margins: [3, 5, 7, 11]") }
    if Int.random(in: 0..<4, using: &dice) == 0 { fields.append("baseline: [9, 4]") }
    return fields
  }

  // MARK: - Entries

  private static let vertical = [
    "top", "bottom", "centerY", "firstBaseline", "lastBaseline", "topMargin", "bottomMargin",
    "centerYWithinMargins",
  ]
  private static let physical = ["left", "right", "leftMargin", "rightMargin"]
  private static let reading = ["leading", "trailing", "leadingMargin", "trailingMargin"]
  private static let neutral = ["centerX", "centerXWithinMargins"]

  /// An equation between two items that may be paired, or of a size and a constant.
  private func entry(_ dice: inout SplitMix64) -> String {
    func pick(_ names: [String]) -> String { names.randomElement(using: &dice) ?? "" }
    let family =
      switch Int.random(in: 0..<6, using: &dice) {
      case 0, 1: ["width", "height"]
      case 2, 3: Self.vertical
      case 4: Self.physical + Self.neutral
      default: Self.reading + Self.neutral
      }
    let isSize = family.contains("width")
    let first = Int.random(in: 0..<views.count, using: &dice)
    var relations = ["==", "==", ">=", "<="]
    if kind == .open { relations = ["==", ">=", "<=", ">=", "<="] }
    if let share = knobs.inequalities {
      relations = Double.random(in: 0..<1, using: &dice) < share ? [">=", "<="] : ["=="]
    }
    var text = "\(views[first].name).\(pick(family)) \(pick(relations)) "
    let constant = self.constant(&dice)
    if isSize, Int.random(in: 0..<3, using: &dice) > 0 {
      text += NumberText.write(abs(constant))
    } else {
      let others = ["superview", "superview", "root"] + views.map(\.name)
      text += "\(pick(others)).\(pick(family))"
      let multiplier = self.multiplier(&dice)
      if multiplier != 1 { text += " * \(NumberText.write(multiplier))" }
      if constant != 0 {
        text += " \(constant < 0 ? "-" : "+") \(NumberText.write(abs(constant)))"
      }
    }
    return "\"\(text)\(priority(&dice))\""
  }

  private func constant(_ dice: inout SplitMix64) -> Double {
    switch kind {
    case .degenerate: return [0, 0, 10, 20].randomElement(using: &dice) ?? 0
    case .scaled:
      // No constant is beyond the greatest number that engines are held to.
      let power = Double(Int.random(in: -3...5, using: &dice))
      var number = Double(Int.random(in: -9...9, using: &dice))
      for _ in 0..<Int(abs(power)) { number = power < 0 ? number / 10 : number * 10 }
      return number
    default: return Double(Int.random(in: -10...20, using: &dice)) * 5
    }
  }

  private func multiplier(_ dice: inout SplitMix64) -> Double {
    switch kind {
    case .degenerate, .open: return [1, 1, 1, 2].randomElement(using: &dice) ?? 1
    case .scaled:
      return [1, 1, 0.001, 0.02, 0.3, 7, 50, 1000, -4].randomElement(using: &dice) ?? 1
    default: return [1, 1, 1, 0.5, 2, -1, 1.5, 0.3].randomElement(using: &dice) ?? 1
    }
  }

  private func priority(_ dice: inout SplitMix64) -> String {
    var isRequired = Int.random(in: 0..<4, using: &dice) < (kind == .crowded ? 3 : 1)
    if let share = knobs.optional { isRequired = Double.random(in: 0..<1, using: &dice) >= share }
    guard !isRequired else { return "" }
    let values = kind == .degenerate ? [500, 750] : [1, 100, 250, 333.5, 500, 750, 750, 999]
    return " @\(NumberText.write(values.randomElement(using: &dice) ?? 500))"
  }

  // MARK: - The file

  /// The scene file.
  package var text: String {
    var lines = ["layoutbench: \(knobs.hasVariations ? 2 : 1)", "name: random", root, "views:"]
    for (index, view) in views.enumerated() {
      let indent = String(repeating: "    ", count: view.depth)
      lines.append("\(indent)  - id: \(view.name)")
      lines += view.fields.map { "\(indent)    \($0)" }
      if index + 1 < views.count, views[index + 1].depth > view.depth {
        lines.append("\(indent)    children:")
      }
    }
    lines += ["layouts:", "  constraints:" + (entries.isEmpty ? " []" : "")]
    lines += entries.map { "    - \($0.line)" }
    if !steps.isEmpty { lines += ["steps:"] + steps.map { "  - \($0.text)" } }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The priorities that entries name.
  package var priorities: [String] {
    Set(
      entries.compactMap {
        $0.text.split(separator: "@").dropFirst().first.map { String($0.dropLast()) }
      }
    ).sorted()
  }

  /// The scene without the constraints of one priority.
  package func dropping(priority: String) -> RandomConstraints {
    var other = self
    other.entries.removeAll { $0.text.hasSuffix("@\(priority)\"") }
    return other
  }

  /// Drops steps that take out a view that is already out, or put back a view that is there: scene
  /// files have no such steps.
  private mutating func dropIdleSteps() {
    var absent: Set<Substring> = []
    steps.removeAll { step in
      let words = step.text.split(separator: " ")
      switch words[0] {
      case "remove:": return !absent.insert(words[1]).inserted
      case "add:": return absent.remove(words[1]) == nil
      default: return false
      }
    }
  }

  /// Every scene that is smaller by one part.
  package var smaller: [RandomConstraints] {
    var all: [RandomConstraints] = []
    func add(_ change: (inout RandomConstraints) -> Void) { all.append(changed(change)) }
    // A view without descendants, with all that names it.
    for index in views.indices.dropFirst() {
      let isLeaf = index + 1 == views.count || views[index + 1].depth <= views[index].depth
      guard isLeaf else { continue }
      let name = views[index].name
      add { other in
        other.views.remove(at: index)
        let gone = other.entries.filter { $0.text.contains(name) }.compactMap(\.name)
        other.entries.removeAll { $0.text.contains(name) }
        other.steps.removeAll { step in
          step.text.contains(name) || step.entry.map(gone.contains) ?? false
        }
        other.dropIdleSteps()
      }
    }
    for index in entries.indices {
      add { other in
        let entry = other.entries.remove(at: index)
        other.steps.removeAll { $0.entry != nil && $0.entry == entry.name }
      }
      if entries[index].widths != nil { add { $0.entries[index].widths = nil } }
    }
    for index in steps.indices {
      add { other in
        other.steps.remove(at: index)
        other.dropIdleSteps()
      }
    }
    for (index, view) in views.enumerated() {
      // Steps change the string of a text, so it stays.
      for field in view.fields.indices where !view.fields[field].hasPrefix("text:") {
        add { $0.views[index].fields.remove(at: field) }
      }
    }
    return all
  }
}
