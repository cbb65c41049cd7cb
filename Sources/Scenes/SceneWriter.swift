public import LayoutModel

/// Writes scenes as scene files.
public enum SceneWriter {
  /// The text of a scene file that reads back as this scene.
  ///
  /// - Parameters:
  ///   - scene: the scene; its `layouts` are not written.
  ///   - layouts: the entries of each dialect, one per line, in YAML.
  /// - Returns: the file.
  public static func text(of scene: Scene, layouts: [(dialect: DialectName, entries: [String])])
    -> String
  {
    // The indentation of deeply nested views would be longer than their content.
    let isFlat = (scene.tree.depths.max() ?? 0) > deepest
    let isCSS = layouts.contains { $0.dialect.text == "css" }
    // Version 2 reads all that version 1 does, so a constraint that only mentions a stack may have it.
    let hasStack = layouts.contains { layout in
      layout.dialect.text == "constraints" && layout.entries.contains { $0.contains("stack") }
    }
    let version = needsVersion2(scene) || isFlat || isCSS || hasStack ? 2 : 1
    var lines = ["layoutbench: \(version)", "name: \(scene.name)"]
    if let summary = scene.summary { lines.append("summary: \(SourceNode.quoted(summary))") }
    lines.append(root(scene.tree))
    lines.append("views:" + (scene.tree.count == 1 ? " []" : ""))
    for view in scene.tree.views.dropFirst() {
      lines += self.view(
        view, in: scene.tree, isFlat: isFlat, isOut: scene.absent.contains(view))
    }
    if let cells = scene.cells { lines.append("cells: \(scene.tree.name(of: cells))") }
    if scene.tree.numbers.count > 0 {
      lines.append("numbers:")
      for (name, value) in zip(scene.tree.numbers.names, scene.tree.numbers.values) {
        lines.append("  \(name): \(NumberText.write(value))")
      }
    }
    lines.append("layouts:")
    for (dialect, entries) in layouts {
      lines.append("  \(dialect):" + (entries.isEmpty ? " []" : ""))
      lines += entries.map { "    - \($0)" }
    }
    if !scene.expected.frames.isEmpty {
      lines.append("expect:")
      lines += scene.expected.frames.map { "  \(expectation($0, in: scene.tree))" }
    }
    if !scene.steps.isEmpty {
      lines.append("steps:")
      for step in scene.steps {
        lines += self.step(step, in: scene.tree, version: version)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func needsVersion2(_ scene: Scene) -> Bool {
    scene.cells != nil || !scene.tree.texts.isEmpty || !scene.variations.isEmpty
      || !scene.absent.isEmpty || scene.tree.numbers.count > 0
      || scene.steps.contains {
        switch $0.change {
        case .resize, .intrinsic: false
        case .text, .removal, .addition, .activation, .priority, .number, .fit: true
        }
      }
  }

  /// The depth beyond which views are written as a flat list.
  private static let deepest = 50

  private static func root(_ tree: ViewTree) -> String {
    var text = "root: { size: \(NumberText.list([tree.rootSize.width, tree.rootSize.height]))"
    if tree.direction == .rightToLeft { text += ", direction: rtl" }
    if tree[.root].margins != EdgeInsets(all: 8) {
      text += ", margins: \(list(tree[.root].margins))"
    }
    return text + " }"
  }

  /// The lines of a view, one for each of its properties.
  ///
  /// A view with subviews ends in `children:`; in a flat list a view in another one names its
  /// parent instead.
  private static func view(
    _ view: ViewID, in tree: ViewTree, isFlat: Bool, isOut: Bool
  ) -> [String] {
    let depth = isFlat ? 1 : Int(tree.depths[view.index])
    let indent = String(repeating: "    ", count: depth - 1)
    let traits = tree[view]
    let plain = ViewTraits()
    var fields: [String] = []
    if isFlat, let superview = tree.superview(of: view), superview != .root {
      fields.append("parent: \(tree.name(of: superview))")
    }
    if isOut { fields.append("out: yes") }
    let text = tree.texts[view]
    if let text { fields.append("text: \(self.text(text))") }
    if text == nil, traits.intrinsic != plain.intrinsic {
      fields.append(
        "intrinsic: [\(number(traits.intrinsic.horizontal)), \(number(traits.intrinsic.vertical))]")
    }
    if traits.hugging != plain.hugging {
      fields.append(
        "hugging: \(NumberText.list([traits.hugging.horizontal, traits.hugging.vertical]))")
    }
    if traits.compression != plain.compression {
      let pair = [traits.compression.horizontal, traits.compression.vertical]
      fields.append("compression: \(NumberText.list(pair))")
    }
    if let frame = traits.givenFrame { fields.append("frame: \(NumberText.write(frame))") }
    if text == nil, traits.firstBaseline != 0 || traits.lastBaseline != 0 {
      fields.append("baseline: \(NumberText.list([traits.firstBaseline, traits.lastBaseline]))")
    }
    if traits.margins != plain.margins { fields.append("margins: \(list(traits.margins))") }
    let hasChildren =
      view.index + 1 < tree.count
      && tree.superviews[view.index + 1] == Int32(view.index)
    if hasChildren, !isFlat { fields.append("children:") }
    return ["\(indent)  - id: \(tree.name(of: view))"] + fields.map { "\(indent)    \($0)" }
  }

  private static func text(_ text: Text) -> String {
    let plain = Text("")
    var fields = ["string: \(SourceNode.quoted(text.string))"]
    if text.advance != plain.advance { fields.append("advance: \(number(text.advance))") }
    if text.line != plain.line { fields.append("line: \(number(text.line))") }
    if text.ascent != min(plain.ascent, text.line) {
      fields.append("ascent: \(number(text.ascent))")
    }
    if text.mostLines > 0 { fields.append("lines: \(text.mostLines)") }
    return fields.count == 1
      ? SourceNode.quoted(text.string) : "{ \(fields.joined(separator: ", ")) }"
  }

  private static func step(_ step: Step, in tree: ViewTree, version: Int) -> [String] {
    var lines: [String]
    // In version 2 a step's `~` leaves the axis unchanged.
    func number(_ value: Double?) -> String {
      value.map { NumberText.write($0) } ?? (version == 1 ? "~" : "none")
    }
    switch step.change {
    case .resize(let size): lines = ["  - resize: \(NumberText.list([size.width, size.height]))"]
    case .intrinsic(let view, let size):
      lines = [
        "  - view: \(tree.name(of: view))",
        "    intrinsic: [\(number(size.horizontal)), \(number(size.vertical))]",
      ]
    case .text(let view, let text):
      lines = [
        "  - view: \(tree.name(of: view))", "    text: \(SourceNode.quoted(text.string))",
      ]
    case .removal(let view): lines = ["  - remove: \(tree.name(of: view))"]
    case .addition(let view): lines = ["  - add: \(tree.name(of: view))"]
    case .activation(let name, let isActive):
      lines = ["  - \(isActive ? "activate" : "deactivate"): \(name)"]
    case .priority(let name, let priority):
      lines = ["  - priority: [\(name), \(NumberText.write(priority))]"]
    case .number(let place, let value):
      lines = ["  - number: [\(tree.numbers.names[place]), \(NumberText.write(value))]"]
    case .fit(let width):
      lines = ["  - fit: \(NumberText.write(width))"]
      if let size = step.expected.frames.first?.frame.size {
        lines.append("    size: \(NumberText.list([size.width, size.height]))")
      }
      return lines
    }
    if !step.expected.frames.isEmpty {
      lines.append("    expect:")
      lines += step.expected.frames.map { "      \(expectation($0, in: tree))" }
    }
    return lines
  }

  private static func expectation(_ entry: Expectation.Entry, in tree: ViewTree) -> String {
    "\(tree.name(of: entry.view)): \(NumberText.write(entry.frame))"
  }

  private static func number(_ value: Double?) -> String {
    value.map { NumberText.write($0) } ?? "~"
  }

  private static func list(_ insets: EdgeInsets) -> String {
    NumberText.list([insets.top, insets.left, insets.bottom, insets.right])
  }
}

extension SceneWriter {
  /// The text of a scene file that reads back as this scene, its layouts included.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - dialects: the dialects that the scene may be written in, in the order in which they are
  ///     written.
  /// - Returns: the file, with one entry of a layout per line.
  public static func text(of scene: Scene, dialects: [any Dialect]) -> String {
    let layouts = dialects.compactMap { dialect in
      scene.written(in: dialect.name).map {
        (dialect: dialect.name, entries: dialect.write($0))
      }
    }
    return text(of: scene, layouts: layouts)
  }
}
