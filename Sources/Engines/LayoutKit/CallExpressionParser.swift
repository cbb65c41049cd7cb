import LayoutModel

/// The value of an entry of a list, or of the number of a call.
enum CallValue {
  case number(CallItem)
  /// A number of shares.
  case flexible(CallItem)
  /// A view or holder without an attribute, by the number of its rectangle.
  case rect(Int32)
  /// A rectangle kept by `let`, by its number.
  case keptRect(Int32)
}

/// The meaning of names at a step.
struct CallScope {
  /// The slot of a number that was kept, or the number of a kept rectangle or a holder.
  enum Meaning {
    case number(Int32)
    case rect(Int32)
    case holder(Int32)
  }

  var names: [String: Meaning] = [:]
  /// The nesting depth of the `layout`.
  var depth = 0
  /// The number of the maker's rectangle.
  var maker: Int32
}

/// Reads `make.w * 0.3`, `side`, `avatar.right + 10`, `flexible * 2` into numbers.
struct CallExpressionParser {
  private enum Kind { case number, flexible, rect(Int32), keptRect(Int32) }

  private let text: String
  private let tree: ViewTree
  private let scope: CallScope
  private var scanner: TextScanner
  private var depth = 0
  /// Terms in postfix order: operands before their operation.
  private var terms: [CallTerm] = []

  /// Reads a value.
  ///
  /// - Throws: `CallMistake`.
  static func value(
    of text: String, in tree: ViewTree, scope: CallScope, at position: SourcePosition,
    draft: inout CallDraft
  ) throws(CallMistake) -> CallValue {
    var parser = CallExpressionParser(text: text, tree: tree, scope: scope)
    let kind = try parser.sum()
    parser.scanner.skipSpace()
    guard parser.scanner.byte == nil else {
      throw parser.mistake("an operator or the end")
    }
    switch kind {
    case .rect(let rect): return .rect(rect)
    case .keptRect(let rect): return .keptRect(rect)
    case .number: return .number(parser.item(.known, or: .worked, in: &draft, position))
    case .flexible:
      return .flexible(parser.item(.flexible, or: .workedFlexible, in: &draft, position))
    }
  }

  private init(text: String, tree: ViewTree, scope: CallScope) {
    self.text = text
    self.tree = tree
    self.scope = scope
    scanner = TextScanner(text)
  }

  /// A number that is written, or the slot of one that the terms compute.
  private func item(
    _ known: CallItem.Kind, or worked: CallItem.Kind, in draft: inout CallDraft,
    _ position: SourcePosition
  ) -> CallItem {
    if terms.count == 1, terms[0].operation == .number {
      return CallItem(known, amount: terms[0].amount)
    }
    if terms.count == 1, terms[0].operation == .slot {
      return CallItem(worked, index: terms[0].index)
    }
    return CallItem(worked, index: draft.append(terms, text, at: position))
  }

  // MARK: - Grammar

  private mutating func sum() throws(CallMistake) -> Kind {
    var kind = try product()
    while true {
      scanner.skipSpace()
      guard let byte = scanner.byte, byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") else {
        return kind
      }
      scanner.index += 1
      try wantNumber(kind)
      // In two statements: the receiver of a call is kept while its arguments are evaluated, and
      // would be copied.
      let other = try product()
      try wantNumber(other)
      terms.append(CallTerm(operation: byte == UInt8(ascii: "+") ? .add : .subtract))
      kind = .number
    }
  }

  private mutating func product() throws(CallMistake) -> Kind {
    var kind = try factor()
    while true {
      scanner.skipSpace()
      guard let byte = scanner.byte, byte == UInt8(ascii: "*") || byte == UInt8(ascii: "/") else {
        return kind
      }
      scanner.index += 1
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
      terms.append(CallTerm(operation: isProduct ? .multiply : .divide))
    }
  }

  private mutating func factor() throws(CallMistake) -> Kind {
    scanner.skipSpace()
    depth += 1
    defer { depth -= 1 }
    guard depth <= 200 else { throw .nestedTooDeep }
    guard let byte = scanner.byte else { throw mistake("a number, a name or '('") }
    switch byte {
    case UInt8(ascii: "-"):
      scanner.index += 1
      let operand = try factor()
      try wantNumber(operand)
      terms.append(CallTerm(operation: .negate))
      return .number
    case UInt8(ascii: "("):
      scanner.index += 1
      let kind = try sum()
      scanner.skipSpace()
      guard scanner.byte == UInt8(ascii: ")") else { throw mistake("')'") }
      scanner.index += 1
      return kind
    default: break
    }
    if TextScanner.isDigit(byte) || byte == UInt8(ascii: ".") {
      terms.append(CallTerm(operation: .number, amount: try number()))
      return .number
    }
    guard TextScanner.isLetter(byte) else { throw mistake("a number, a name or '('") }
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
    let name = scanner.word(alsoHyphen: true)
    let hasAttribute = scanner.byte == UInt8(ascii: ".")
    if name == "make" {
      guard hasAttribute else { throw mistake("'make.w' or 'make.h'") }
      scanner.index += 1
      let side = scanner.word(alsoHyphen: false)
      guard !side.isEmpty else { throw mistake("an attribute: 'w' or 'h'") }
      switch side {
      case "w": terms.append(CallTerm(operation: .width, index: scope.maker))
      case "h": terms.append(CallTerm(operation: .height, index: scope.maker))
      default: throw .unknownAttribute(side, nearest: nil)
      }
      return .number
    }
    if name == "flexible" {
      guard !hasAttribute else { throw mistake("an operator: 'flexible' has no attributes") }
      terms.append(CallTerm(operation: .number, amount: 1))
      return .flexible
    }
    if name == "superview" { throw .superview }
    let rect: Int32
    switch (scope.names[name], tree.view(named: name)) {
    case (.number(let kept), _):
      guard !hasAttribute else { throw mistake("an operator: '\(name)' is a number") }
      terms.append(CallTerm(operation: .slot, index: kept))
      return .number
    case (.rect(let kept), _): return .keptRect(kept)
    case (.holder(let holder), _): rect = holder
    case (nil, let view?): rect = Int32(view.index)
    case (nil, nil):
      let known = tree.names + scope.names.keys.sorted() + ["flexible", "make"]
      throw .unknownName(name, nearest: Spelling.nearest(to: name, among: known))
    }
    guard hasAttribute else { return .rect(rect) }
    scanner.index += 1
    let word = scanner.word(alsoHyphen: false)
    guard !word.isEmpty else { throw mistake("an attribute") }
    guard let attribute = RectAttribute(rawValue: word) else {
      let nearest = Spelling.nearest(to: word, among: RectAttribute.allCases.map(\.rawValue))
      throw .unknownAttribute(word, nearest: nearest)
    }
    terms.append(CallTerm(operation: attribute.operand, index: rect))
    return .number
  }

  // MARK: - Characters

  private mutating func number() throws(CallMistake) -> Double {
    let start = scanner.index
    while let byte = scanner.byte,
      TextScanner.isDigit(byte) || TextScanner.isLetter(byte) || byte == 0x2E
    { scanner.index += 1 }
    if scanner.index > start, scanner.bytes[scanner.index - 1] | 0x20 == 0x65,
      let byte = scanner.byte, byte == 0x2B || byte == 0x2D
    {
      scanner.index += 1
      while let byte = scanner.byte, TextScanner.isDigit(byte) { scanner.index += 1 }
    }
    let number = scanner.text(from: start)
    do {
      return try NumberText.parse(number)
    } catch .form {
      scanner.index = start
      throw mistake("a number")
    } catch .notFinite {
      throw .notFinite(number)
    } catch {
      throw .absurd(number)
    }
  }

  private func mistake(_ expected: String) -> CallMistake {
    let column = scanner.column(of: scanner.index)
    return .expression(text, column: column, expected: expected)
  }
}

/// Attributes of a rectangle that an expression may read.
enum RectAttribute: String, CaseIterable, Sendable {
  case left, right, top, bottom, width, height, centerX, centerY

  /// The operand of an expression that reads it.
  var operand: CallTerm.Operation {
    switch self {
    case .left: .left
    case .right: .right
    case .top: .top
    case .bottom: .bottom
    case .width: .width
    case .height: .height
    case .centerX: .centerX
    case .centerY: .centerY
    }
  }
}
