/// A program in Swift that makes a scene's views, lays them out by a library and prints their
/// frames.
package struct SwiftSource {
  private let tree: ViewTree
  private let imports: [String]
  private var statements: [String] = []
  /// The name of each view's constant, by the view's number.
  private var names: [String] = []

  private static let keywords: Set = [
    "as", "break", "case", "class", "continue", "default", "defer", "do", "else", "enum",
    "extension", "holder",
    "fallthrough", "false", "for", "func", "guard", "if", "import", "in", "init", "inout", "is",
    "let",
    "make", "nil", "operator", "private", "protocol", "public", "repeat", "return", "self",
    "static",
    "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
    "views", "where", "while", "constraints",
  ]

  /// A program for the views of a scene, which imports some libraries.
  package init(_ tree: ViewTree, imports: [String]) {
    self.tree = tree
    self.imports = imports
    var taken = Self.keywords
    for name in tree.names {
      var identifier = Self.identifier(name)
      // Calls keep numbers in constants of these names.
      let isNumber =
        identifier.hasPrefix("number") && identifier.dropFirst(6).allSatisfy(\.isNumber)
      if isNumber, identifier.count > 6 { identifier += "_" }
      while !taken.insert(identifier).inserted { identifier += "_" }
      names.append(identifier)
    }
  }

  /// The words of a name in camel case, without the characters that no identifier has.
  private static func identifier(_ name: String) -> String {
    let words = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let text = words.enumerated().map { place, word in
      place == 0 ? String(word) : word.prefix(1).uppercased() + word.dropFirst()
    }.joined()
    return text.first.map { $0.isNumber } ?? true ? "v" + text : text
  }

  /// The name of a view's constant.
  package func name(of view: ViewID) -> String { names[view.index] }

  /// Adds a line after the declarations of the views.
  package mutating func add(_ line: String) { statements.append(line) }

  /// A number as a Swift literal.
  package static func number(_ number: Double) -> String { NumberText.write(number) }

  /// A text as a Swift literal.
  package static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "\"": literal += "\\\(scalar)"
      case _ where scalar.properties.generalCategory == .control,
        _ where scalar.properties.generalCategory == .format:
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  /// The whole program.
  package var text: String {
    var lines = imports.sorted().map { "import \($0)" } + [""]
    for view in tree.views { lines += declaration(of: view) }
    lines += [""] + statements + [""]
    lines.append("for view in [\(names.dropFirst().joined(separator: ", "))] {")
    lines.append("  let frame = view.frame")
    lines.append("  print(view.name, frame.x + 0, frame.y + 0, frame.width, frame.height)")
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  /// The call that makes a text, with the arguments that differ from the defaults.
  private static func call(_ text: Text) -> String {
    let usual = Text("")
    var arguments = [literal(text.string)]
    if text.advance != usual.advance { arguments.append("advance: \(number(text.advance))") }
    if text.line != usual.line { arguments.append("line: \(number(text.line))") }
    if text.ascent != usual.ascent { arguments.append("ascent: \(number(text.ascent))") }
    if text.mostLines > 0 { arguments.append("mostLines: \(text.mostLines)") }
    return "Text(\(arguments.joined(separator: ", ")))"
  }

  private func declaration(of view: ViewID) -> [String] {
    let traits = tree[view]
    let name = name(of: view)
    var arguments = [Self.literal(tree.name(of: view))]
    let frame =
      view == .root
      ? Rect(x: 0, y: 0, width: tree.rootSize.width, height: tree.rootSize.height)
      : traits.givenFrame
    if let frame {
      let sides = [
        ("x", frame.x), ("y", frame.y), ("width", frame.width), ("height", frame.height),
      ]
      let text = sides.map { "\($0.0): \(Self.number($0.1))" }.joined(separator: ", ")
      arguments.append("frame: Rect(\(text))")
    }
    let text = tree.texts[view]
    if text == nil, traits.intrinsic != IntrinsicSize(nil, nil) {
      let sides = [traits.intrinsic.horizontal, traits.intrinsic.vertical].map {
        $0.map(Self.number) ?? "nil"
      }
      arguments.append("intrinsicContentSize: IntrinsicSize(\(sides.joined(separator: ", ")))")
    }
    var lines = ["let \(name) = View(\(arguments.joined(separator: ", ")))"]
    let usual = ViewTraits()
    func pair(_ pair: AxisPair<Double>) -> String {
      "AxisPair(\(Self.number(pair.horizontal)), \(Self.number(pair.vertical)))"
    }
    if traits.hugging != usual.hugging { lines.append("\(name).hugging = \(pair(traits.hugging))") }
    if traits.compression != usual.compression {
      lines.append("\(name).compression = \(pair(traits.compression))")
    }
    if traits.margins != usual.margins {
      let (top, left) = (Self.number(traits.margins.top), Self.number(traits.margins.left))
      let (bottom, right) = (Self.number(traits.margins.bottom), Self.number(traits.margins.right))
      lines.append(
        "\(name).layoutMargins = EdgeInsets(top: \(top), left: \(left), bottom: \(bottom), right: \(right))"
      )
    }
    if let text { lines.append("\(name).text = \(Self.call(text))") }
    if text == nil, traits.firstBaseline != 0 || traits.lastBaseline != 0 {
      lines.append(
        "\(name).baselines = (\(Self.number(traits.firstBaseline)), \(Self.number(traits.lastBaseline)))"
      )
    }
    if view == .root, tree.direction == .rightToLeft {
      lines.append("\(name).direction = .rightToLeft")
    }
    if let superview = tree.superview(of: view) {
      lines.append("\(self.name(of: superview)).addSubview(\(name))")
    }
    return lines
  }
}
