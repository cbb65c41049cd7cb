import LayoutModel

/// An entry of a list, or the number of a call, as its text says.
enum CallValue {
  case number(CallGraph.Value)
  /// So many shares.
  case flexible(CallGraph.Value)
  /// A view or holder standing by itself, by the address of its rectangle.
  case rect(Int32)
  /// A rectangle kept by `let`.
  case keptRect(CallGraph.Sides)
}

/// What names mean where a step stands.
struct CallScope {
  /// A number or rectangle that was kept, or a holder by its address.
  enum Meaning {
    case number(CallGraph.Value)
    case rect(CallGraph.Sides)
    case holder(Int32)
  }

  var names: [String: Meaning] = [:]
  /// How deep the `layout` is nested.
  var depth = 0
  /// The address of the maker's rectangle.
  var maker: Int32
}

/// Reads `make.w * 0.3`, `side`, `avatar.right + 10`, `flexible * 2` into numbers.
struct CallExpressionParser {
  private enum Kind { case number, flexible, rect(Int32), keptRect(CallGraph.Sides) }

  /// A part of the expression, operands before what they are operands of.
  private enum Part {
    case number(Double)
    case kept(CallGraph.Value)
    case cell(Int32)
    case attribute(Int32, RectAttribute)
    case operation(CallGraph.Operation)
  }

  private let text: String
  private let bytes: [UInt8]
  private let tree: ViewTree
  private let scope: CallScope
  private var index = 0
  private var depth = 0
  private var parts: [Part] = []

  /// Reads a value.
  ///
  /// - Throws: `CallMistake`.
  static func value(
    of text: String, in tree: ViewTree, scope: CallScope, at position: SourcePosition,
    graph: inout CallGraph
  ) throws(CallMistake) -> CallValue {
    var parser = CallExpressionParser(text: text, tree: tree, scope: scope)
    let kind = try parser.sum()
    parser.skipSpace()
    guard parser.index == parser.bytes.count else {
      throw parser.mistake("an operator or the end")
    }
    switch kind {
    case .rect(let rect): return .rect(rect)
    case .keptRect(let rect): return .keptRect(rect)
    case .number: return .number(parser.number(in: &graph, position))
    case .flexible: return .flexible(parser.number(in: &graph, position))
    }
  }

  private init(text: String, tree: ViewTree, scope: CallScope) {
    self.text = text
    self.tree = tree
    self.scope = scope
    bytes = Array(text.utf8)
  }

  /// The number that the parts come to.
  private func number(
    in graph: inout CallGraph, _ position: SourcePosition
  ) -> CallGraph.Value {
    var stack: [CallGraph.Value] = []
    for part in parts {
      switch part {
      case .number(let value): stack.append(graph.known(value))
      case .kept(let value): stack.append(value)
      case .cell(let address): stack.append(graph[address])
      case .attribute(let rect, let attribute):
        stack.append(graph.attribute(attribute, of: rect))
      case .operation(.negate):
        guard let number = stack.popLast() else { continue }
        stack.append(graph.negate(number))
      case .operation(let operation):
        guard let other = stack.popLast(), let one = stack.popLast() else { continue }
        switch operation {
        case .add: stack.append(graph.add(one, other))
        case .subtract: stack.append(graph.subtract(one, other))
        case .multiply: stack.append(graph.multiply(one, other))
        default: stack.append(graph.divide(one, other))
        }
      }
    }
    let value = stack.first ?? graph.known(0)
    graph.check(value, text, position)
    return value
  }

  // MARK: - Grammar

  private mutating func sum() throws(CallMistake) -> Kind {
    var kind = try product()
    while true {
      skipSpace()
      guard let byte, byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") else { return kind }
      index += 1
      try wantNumber(kind)
      try wantNumber(try product())
      parts.append(.operation(byte == UInt8(ascii: "+") ? .add : .subtract))
      kind = .number
    }
  }

  private mutating func product() throws(CallMistake) -> Kind {
    var kind = try factor()
    while true {
      skipSpace()
      guard let byte, byte == UInt8(ascii: "*") || byte == UInt8(ascii: "/") else { return kind }
      index += 1
      let other = try factor()
      let isProduct = byte == UInt8(ascii: "*")
      switch (kind, other) {
      case (.flexible, .number) where isProduct, (.number, .flexible) where isProduct:
        kind = .flexible
      default:
        try wantNumber(kind)
        try wantNumber(other)
        kind = .number
      }
      parts.append(.operation(isProduct ? .multiply : .divide))
    }
  }

  private mutating func factor() throws(CallMistake) -> Kind {
    skipSpace()
    depth += 1
    defer { depth -= 1 }
    guard depth <= 200 else { throw .nestedTooDeep }
    guard let byte else { throw mistake("a number, a name or '('") }
    switch byte {
    case UInt8(ascii: "-"):
      index += 1
      try wantNumber(try factor())
      parts.append(.operation(.negate))
      return .number
    case UInt8(ascii: "("):
      index += 1
      let kind = try sum()
      skipSpace()
      guard self.byte == UInt8(ascii: ")") else { throw mistake("')'") }
      index += 1
      return kind
    default: break
    }
    if Self.isDigit(byte) || byte == UInt8(ascii: ".") {
      parts.append(.number(try number()))
      return .number
    }
    guard Self.isLetter(byte) else { throw mistake("a number, a name or '('") }
    return try name()
  }

  private func wantNumber(_ kind: Kind) throws(CallMistake) {
    switch kind {
    case .number: return
    case .flexible: throw .flexibleForNumber(text)
    case .rect, .keptRect: throw .numberWanted(found: "'\(text.shortened(to: 40))'")
    }
  }

  private mutating func name() throws(CallMistake) -> Kind {
    let name = word(alsoHyphen: true)
    let hasAttribute = byte == UInt8(ascii: ".")
    if name == "make" {
      guard hasAttribute else { throw mistake("'make.w' or 'make.h'") }
      index += 1
      let side = word(alsoHyphen: false)
      guard !side.isEmpty else { throw mistake("an attribute: 'w' or 'h'") }
      switch side {
      case "w": parts.append(.cell(scope.maker + 2))
      case "h": parts.append(.cell(scope.maker + 3))
      default: throw .unknownAttribute(side, nearest: nil)
      }
      return .number
    }
    if name == "flexible" {
      guard !hasAttribute else { throw mistake("an operator: 'flexible' has no attributes") }
      parts.append(.number(1))
      return .flexible
    }
    if name == "superview" { throw .superview }
    let rect: Int32
    switch (scope.names[name], tree.view(named: name)) {
    case (.number(let kept), _):
      guard !hasAttribute else { throw mistake("an operator: '\(name)' is a number") }
      parts.append(.kept(kept))
      return .number
    case (.rect(let kept), _): return .keptRect(kept)
    case (.holder(let holder), _): rect = holder
    case (nil, let view?): rect = Int32(4 * view.index)
    case (nil, nil):
      let known = tree.names + scope.names.keys.sorted() + ["flexible", "make"]
      throw .unknownName(name, nearest: Spelling.nearest(to: name, among: known))
    }
    guard hasAttribute else { return .rect(rect) }
    index += 1
    let word = word(alsoHyphen: false)
    guard !word.isEmpty else { throw mistake("an attribute") }
    guard let attribute = RectAttribute(rawValue: word) else {
      let nearest = Spelling.nearest(to: word, among: RectAttribute.allCases.map(\.rawValue))
      throw .unknownAttribute(word, nearest: nearest)
    }
    parts.append(.attribute(rect, attribute))
    return .number
  }

  // MARK: - Characters

  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }

  private mutating func word(alsoHyphen: Bool) -> String {
    let start = index
    while let byte, Self.isLetter(byte) || Self.isDigit(byte) || (alsoHyphen && byte == 0x2D) {
      index += 1
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func number() throws(CallMistake) -> Double {
    let start = index
    while let byte, Self.isDigit(byte) || Self.isLetter(byte) || byte == 0x2E { index += 1 }
    if index > start, bytes[index - 1] | 0x20 == 0x65, let byte, byte == 0x2B || byte == 0x2D {
      index += 1
      while let byte = self.byte, Self.isDigit(byte) { index += 1 }
    }
    let number = String(decoding: bytes[start..<index], as: UTF8.self)
    do {
      return try NumberText.parse(number)
    } catch .form {
      index = start
      throw mistake("a number")
    } catch .notFinite {
      throw .notFinite(number)
    } catch {
      throw .absurd(number)
    }
  }

  private func mistake(_ expected: String) -> CallMistake {
    let column = String(decoding: bytes[..<index], as: UTF8.self).count + 1
    return .expression(text, column: column, expected: expected)
  }
}
