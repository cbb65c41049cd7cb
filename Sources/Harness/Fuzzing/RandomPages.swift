import LayoutBenchTiming

/// Random pages of an app: cards with pictures of a ratio and texts, rows of a form, bars of buttons, and pages
/// whose spacings are preferred; what people write, in random order and with random numbers.
package struct RandomPages: RandomScene {
  private struct Node {
    let name: String
    /// 0 in the root.
    let depth: Int
    let fields: [String]
  }

  private var views: [Node] = []
  private var entries: [String] = []
  private var steps: [(text: String, view: String)] = []
  /// The bottom edge below which the next section begins.
  private var above = "superview.top"

  package init(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    let sections = Int.random(in: 1...4, using: &dice)
    for section in 0..<sections {
      switch Int.random(in: 0..<5, using: &dice) {
      case 0, 1: addCard(section, &dice)
      case 2: addForm(section, &dice)
      case 3: addBar(section, &dice)
      default: addHero(section, &dice)
      }
    }
    switch Int.random(in: 0..<3, using: &dice) {
    case 0: entries.append("\(above) <= superview.bottom - 10 @900")
    case 1: entries.append("\(above) == superview.bottom - 10 @200")
    default: break
    }
    addSteps(&dice)
  }

  // MARK: - Sections

  /// A card with a picture, and texts beside or below it.
  private mutating func addCard(_ section: Int, _ dice: inout SplitMix64) {
    let (card, picture) = ("card\(section)", "picture\(section)")
    let (title, body) = ("title\(section)", "body\(section)")
    add(card, 0)
    let side = Int.random(in: 3...9, using: &dice) * 10
    let ratio = ["1", "0.5625", "0.75", "1.2"].randomElement(using: &dice) ?? "1"
    let hasContent = Int.random(in: 0..<3, using: &dice) == 0
    add(picture, 1, hasContent ? ["intrinsic: [\(side), \(side - 10)]"] : [])
    for text in [title, body] { add(text, 1, [Self.text(&dice)]) }
    fill(card, 8)
    let isBeside = Int.random(in: 0..<2, using: &dice) == 0
    entries += [
      "\(picture).leading == \(card).leading + 10", "\(picture).top == \(card).top + 10",
    ]
    // 1 The picture's width, then its height.
    let isWide = !isBeside && Int.random(in: 0..<2, using: &dice) == 0
    if isWide {
      entries.append("\(picture).trailing == \(card).trailing - 10")
    } else if !hasContent {
      let attribute = ["width", "height"].randomElement(using: &dice) ?? "width"
      entries.append("\(picture).\(attribute) == \(side)")
    }
    let priority = ["", "", " @999", " @600"].randomElement(using: &dice) ?? ""
    entries.append("\(picture).height == \(picture).width * \(ratio)\(priority)")
    // 2 The texts.
    let start = isBeside ? "\(picture).trailing + 12" : "\(card).leading + 10"
    let top = isBeside ? "\(card).top + 10" : "\(picture).bottom + 8"
    let relation = ["<=", "=="].randomElement(using: &dice) ?? "=="
    entries += [
      "\(title).leading == \(start)", "\(title).top == \(top)",
      "\(title).trailing \(relation) \(card).trailing - 10",
      "\(body).leading == \(title).leading", "\(body).top == \(title).bottom + 4",
      "\(body).trailing == \(card).trailing - 10",
    ]
    if isBeside {
      entries += [
        "\(card).bottom >= \(picture).bottom + 10", "\(card).bottom >= \(body).bottom + 10",
        "\(card).height == 0 @100",
      ]
    } else {
      entries.append("\(card).bottom == \(body).bottom + 10")
    }
  }

  /// Rows of a label and a field; all labels are as wide as the widest.
  private mutating func addForm(_ section: Int, _ dice: inout SplitMix64) {
    let form = "form\(section)"
    add(form, 0)
    fill(form, 0)
    var edge = "\(form).top"
    let rows = Int.random(in: 2...4, using: &dice)
    for row in 0..<rows {
      let (label, field) = ("label\(section)\(row)", "field\(section)\(row)")
      let width = Int.random(in: 2...12, using: &dice) * 10
      add(
        label, 1, ["intrinsic: [\(width), 20]", "hugging: [251, 250]", "compression: [751, 750]"])
      add(field, 1, ["intrinsic: [\(width / 2 + 20), 30]"])
      entries += [
        "\(label).leading == \(form).leading + 16", "\(label).centerY == \(field).centerY",
        "\(field).leading == \(label).trailing + 8", "\(field).top == \(edge) + 6",
        "\(field).trailing == \(form).trailing - 16",
      ]
      if row > 0 { entries.append("\(label).width == label\(section)0.width") }
      if Int.random(in: 0..<3, using: &dice) == 0 { entries.append("\(field).height >= 44 @800") }
      edge = "\(field).bottom"
    }
    entries.append("\(form).bottom == \(edge) + 6")
  }

  /// Buttons side by side: equally wide, or with a spacer that takes what is left.
  private mutating func addBar(_ section: Int, _ dice: inout SplitMix64) {
    let bar = "bar\(section)"
    add(bar, 0)
    fill(bar, 0)
    let count = Int.random(in: 2...4, using: &dice)
    let isEqual = Int.random(in: 0..<2, using: &dice) == 0
    let buttons = (0..<count).map { "button\(section)\($0)" }
    for (place, button) in buttons.enumerated() {
      let width = Int.random(in: 3...12, using: &dice) * 10
      add(button, 1, ["intrinsic: [\(width), 30]"])
      entries += ["\(button).centerY == \(bar).centerY", "\(button).top >= \(bar).top + 5"]
      if place > 0, isEqual { entries.append("\(button).width == \(buttons[0]).width") }
    }
    let format = buttons.map { "[\($0)]" }
    let space = Int.random(in: 0...2, using: &dice) * 8
    let (first, last) = (format[0], format[1...].joined(separator: "-\(space)-"))
    entries.append("vfl H:|-16-\(first)-\(isEqual ? "\(space)" : "(>=\(space))")-\(last)-16-|")
    entries.append("\(bar).height == \(["44", "60"].randomElement(using: &dice) ?? "44")")
  }

  /// A picture in the middle that shrinks, with preferred spacings around it.
  private mutating func addHero(_ section: Int, _ dice: inout SplitMix64) {
    let (image, text) = ("image\(section)", "caption\(section)")
    let sides = (0..<2).map { _ in Int.random(in: 6...40, using: &dice) * 10 }
    add(
      image, 0,
      ["intrinsic: [\(sides[0]), \(sides[1])]", "hugging: [249, 249]", "compression: [249, 249]"])
    add(text, 0, [Self.text(&dice)])
    let ratio = ["1", "1.2", "0.8"].randomElement(using: &dice) ?? "1"
    let priority = ["", " @500", " @700"].randomElement(using: &dice) ?? ""
    entries += [
      "\(image).top >= \(above) + 8", "\(image).top == \(above) + 24 @250",
      "\(image).centerX == superview.centerX", "\(image).leading >= superview.leading + 20",
      "\(image).leading == superview.leading + 20 @750",
      "\(image).width == \(image).height * \(ratio)\(priority)", "\(image).height >= 40 @990",
      "\(text).top == \(image).bottom + 12", "\(text).leading >= superview.leading + 20",
      "\(text).trailing <= superview.trailing - 20", "\(text).centerX == superview.centerX",
    ]
    above = "\(text).bottom"
  }

  // MARK: - Parts

  private mutating func add(_ name: String, _ depth: Int, _ fields: [String] = []) {
    views.append(Node(name: name, depth: depth, fields: fields))
  }

  /// Puts a section below the one before, as wide as the page but for a margin.
  private mutating func fill(_ view: String, _ margin: Int) {
    entries += [
      "\(view).leading == superview.leading + \(margin)",
      "\(view).trailing == superview.trailing - \(margin)", "\(view).top == \(above) + \(margin)",
    ]
    above = "\(view).bottom"
  }

  private static func text(_ dice: inout SplitMix64) -> String {
    "text: { string: \(words(&dice)), advance: 7, line: 17, ascent: 13 }"
  }

  /// A text of some words, in quotes.
  private static func words(_ dice: inout SplitMix64) -> String {
    let words = (0..<Int.random(in: 1...30, using: &dice)).map { _ in
      String(repeating: "x", count: Int.random(in: 1...9, using: &dice))
    }
    return "\"\(words.joined(separator: " "))\""
  }

  private mutating func addSteps(_ dice: inout SplitMix64) {
    for _ in 0..<Int.random(in: 2...6, using: &dice) {
      let view = views.randomElement(using: &dice)
      guard let view else { return }
      switch Int.random(in: 0..<4, using: &dice) {
      case 0:
        let sides = [
          Int.random(in: 220...460, using: &dice), Int.random(in: 300...900, using: &dice),
        ]
        steps.append(("resize: [\(sides[0]), \(sides[1])]", ""))
      case 1 where view.fields.contains { $0.hasPrefix("text:") }:
        steps.append(("{ view: \(view.name), text: \(Self.words(&dice)) }", view.name))
      case 2 where view.fields.contains { $0.hasPrefix("intrinsic:") }:
        let width = Int.random(in: 0...12, using: &dice) * 10
        steps.append(("{ view: \(view.name), intrinsic: [\(width), 30] }", view.name))
      case 3 where view.depth > 0:
        steps.append(("remove: \(view.name)", view.name))
        steps.append(("add: \(view.name)", view.name))
      default: break
      }
    }
  }

  /// The scene file.
  package var text: String {
    var lines = ["layoutbench: 2", "name: random", "root: { size: [320, 568] }", "views:"]
    for (place, view) in views.enumerated() {
      let indent = String(repeating: "    ", count: view.depth)
      lines.append("\(indent)  - id: \(view.name)")
      lines += view.fields.map { "\(indent)    \($0)" }
      let isNextDeeper = place + 1 < views.count && views[place + 1].depth > view.depth
      if isNextDeeper { lines.append("\(indent)    children:") }
    }
    lines += ["layouts:", "  constraints:" + (entries.isEmpty ? " []" : "")]
    lines += entries.map { entry in
      entry.hasPrefix("vfl ") ? "    - vfl: \"\(entry.dropFirst(4))\"" : "    - \"\(entry)\""
    }
    if !steps.isEmpty { lines += ["steps:"] + steps.map { "  - \($0.text)" } }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Every scene that is smaller by one part.
  package var smaller: [RandomPages] {
    var all: [RandomPages] = []
    func add(_ change: (inout RandomPages) -> Void) { all.append(changed(change)) }
    // Without a view that has none within it, and all that names it.
    for (place, view) in views.enumerated() where views.count > 1 {
      guard place + 1 == views.count || views[place + 1].depth <= view.depth else { continue }
      add { other in
        other.views.remove(at: place)
        other.entries.removeAll {
          $0.contains("\(view.name).") || $0.contains("[\(view.name)]")
        }
        other.steps.removeAll { $0.view == view.name }
      }
    }
    for index in entries.indices { add { $0.entries.remove(at: index) } }
    // A removal and the return stay together.
    for (index, step) in steps.enumerated() {
      if step.text.hasPrefix("remove:") {
        add { $0.steps.removeSubrange(index...index + 1) }
      } else if !step.text.hasPrefix("add:") {
        add { $0.steps.remove(at: index) }
      }
    }
    return all
  }
}
