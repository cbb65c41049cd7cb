import LayoutModel

/// One token of a rule.
struct RuleToken: Equatable {
  enum Kind: Equatable {
    case attribute(RuleAttribute)
    case nothing
    case number(Double)
    case percentage(Double, PercentageAxis)
    case specifier(Specifier)
    case assignment(RuleOperator?)
    case operation(RuleOperator)
    case open, close, comma, end
  }

  let kind: Kind
  /// Where its first byte stands.
  let start: Int
  /// Behind its last byte.
  let end: Int

  /// Whether a `+` or `-` behind it is an operator and no sign.
  var isOperand: Bool {
    switch kind {
    case .attribute, .nothing, .number, .percentage, .specifier, .close: true
    default: false
    }
  }
}

/// The four arithmetic operators.
package enum RuleOperator: UInt8, Sendable {
  case add, subtract, multiply, divide

  func apply(_ first: Double, _ second: Double) -> Double {
    switch self {
    case .add: first + second
    case .subtract: first - second
    case .multiply: first * second
    case .divide: first / second
    }
  }
}

/// A value given by an argument (seed 001, "COSLayout support 20 format specifiers").
struct Specifier: Equatable {
  enum Kind: Equatable {
    /// A line of a view, in the coordinates of the rule's superview.
    case line(RuleAttribute)
    /// A view's width or height.
    case size(Axis)
    /// A number, a closure's or an object's: points.
    case length(Source)
    /// The same in hundredths of the superview.
    case percentage(Source, PercentageAxis)
  }

  /// What the argument is.
  enum Source: Equatable { case number, closure, object }

  let kind: Kind

  var takesView: Bool {
    switch kind {
    case .line, .size: true
    default: false
    }
  }

  static let names =
    ["tt", "tb", "ll", "lr", "bb", "bt", "rr", "rl", "ct", "cl", "cb", "cr", "w", "h"]
    .map { "%\($0)" } + ["%f", "%p", "%^f", "%^p", "%@f", "%@p"]

  /// The specifier of a name without its `%`.
  init?(name: String, axis: PercentageAxis) {
    switch name {
    case "w": kind = .size(.horizontal)
    case "h": kind = .size(.vertical)
    case "f": kind = .length(.number)
    case "^f": kind = .length(.closure)
    case "@f": kind = .length(.object)
    case "p": kind = .percentage(.number, axis)
    case "^p": kind = .percentage(.closure, axis)
    case "@p": kind = .percentage(.object, axis)
    default:
      guard let line = RuleAttribute(name: name), case .line = line.target else { return nil }
      kind = .line(line)
    }
    if axis != .ofRule, case .percentage = kind { return }
    if axis != .ofRule { return nil }
  }
}

/// Cuts a rule into tokens, one at a time.
struct RuleLexer {
  struct Failure: Error {
    let reason: RuleMistake.Reason
    /// The byte that is meant.
    let place: Int
  }

  let bytes: [UInt8]
  private var index = 0
  private var afterOperand = false

  init(_ rule: String) { bytes = Array(rule.utf8) }

  mutating func next() throws(Failure) -> RuleToken {
    while index < bytes.count, [0x20, 0x09, 0x0D, 0x0A].contains(bytes[index]) { index += 1 }
    let start = index
    let kind = try scan()
    let token = RuleToken(kind: kind, start: start, end: index)
    afterOperand = token.isOperand
    return token
  }

  private mutating func scan() throws(Failure) -> RuleToken.Kind {
    guard index < bytes.count else { return .end }
    let byte = bytes[index]
    if Self.isDigit(byte) || (byte == 0x2E && digit(at: index + 1)) {
      return try number(prefix: .ofRule)
    }
    if Self.isLetter(byte) { return try word() }
    switch byte {
    case UInt8(ascii: "+"): return try operation(.add)
    case UInt8(ascii: "-"): return try operation(.subtract)
    case UInt8(ascii: "*"): return try operation(.multiply)
    case UInt8(ascii: "/"): return try operation(.divide)
    case 0xC3 where index + 1 < bytes.count && bytes[index + 1] == 0x97:
      index += 1
      return try operation(.multiply)
    case UInt8(ascii: "="):
      index += 1
      return .assignment(nil)
    case UInt8(ascii: "("):
      index += 1
      return .open
    case UInt8(ascii: ")"):
      index += 1
      return .close
    case UInt8(ascii: ","):
      index += 1
      return .comma
    case UInt8(ascii: "%"): return .specifier(try specifier(prefix: .ofRule, from: index))
    default:
      let rest = String(decoding: bytes[index...], as: UTF8.self)
      throw Failure(reason: .unknownCharacter(rest.first ?? "?"), place: index)
    }
  }

  /// `+`, `+=`, or the sign of the number that it touches.
  private mutating func operation(_ kind: RuleOperator) throws(Failure) -> RuleToken.Kind {
    let isSign = (kind == .add || kind == .subtract) && !afterOperand && touchesNumber
    if isSign { return try number(prefix: .ofRule) }
    index += 1
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return .operation(kind) }
    index += 1
    return .assignment(kind)
  }

  private var touchesNumber: Bool {
    digit(at: index + 1)
      || (index + 1 < bytes.count && bytes[index + 1] == 0x2E && digit(at: index + 2))
  }

  private mutating func word() throws(Failure) -> RuleToken.Kind {
    let start = index
    let text = name()
    if (text == "H" || text == "V"), index < bytes.count, bytes[index] == UInt8(ascii: ":") {
      index += 1
      return try prefixed(text == "H" ? .horizontal : .vertical, from: start)
    }
    if text == "nil" { return .nothing }
    guard let attribute = RuleAttribute(name: text) else {
      let nearest = Spelling.nearest(to: text, among: RuleAttribute.names + ["nil"])
      throw Failure(reason: .unknownAttribute(text, nearest: nearest), place: start)
    }
    return .attribute(attribute)
  }

  /// What follows `H:` or `V:`, which must be a percentage that touches it.
  private mutating func prefixed(
    _ axis: PercentageAxis, from start: Int
  ) throws(Failure) -> RuleToken.Kind {
    let prefix = axis == .horizontal ? "H:" : "V:"
    let lone = Failure(reason: .lonePrefix(prefix), place: start)
    guard index < bytes.count else { throw lone }
    if bytes[index] == UInt8(ascii: "%") {
      return .specifier(try specifier(prefix: axis, from: start))
    }
    let hasSign = bytes[index] == 0x2B || bytes[index] == 0x2D
    let first = hasSign ? index + 1 : index
    guard digit(at: first) || (first < bytes.count && bytes[first] == 0x2E && digit(at: first + 1))
    else { throw lone }
    guard case .percentage(let value, _) = try number(prefix: axis) else { throw lone }
    return .percentage(value, axis)
  }

  private mutating func specifier(
    prefix: PercentageAxis, from start: Int
  ) throws(Failure) -> Specifier {
    index += 1
    var text = ""
    if index < bytes.count, bytes[index] == UInt8(ascii: "^") || bytes[index] == UInt8(ascii: "@") {
      text = String(decoding: [bytes[index]], as: UTF8.self)
      index += 1
    }
    let word = name()
    guard !word.isEmpty else {
      let prefixName = prefix == .horizontal ? "H:" : "V:"
      throw Failure(
        reason: prefix == .ofRule ? .lonePercent : .lonePrefix(prefixName), place: start)
    }
    text += word
    if let specifier = Specifier(name: text, axis: prefix) { return specifier }
    if prefix != .ofRule, Specifier(name: text, axis: .ofRule) != nil {
      let name = prefix == .horizontal ? "H:" : "V:"
      throw Failure(reason: .lonePrefix(name), place: start)
    }
    let nearest = Spelling.nearest(to: "%" + text, among: Specifier.names)
    throw Failure(reason: .unknownSpecifier("%" + text, nearest: nearest), place: start)
  }

  private mutating func name() -> String {
    let start = index
    while index < bytes.count, Self.isLetter(bytes[index]) || Self.isDigit(bytes[index]) {
      index += 1
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// `[sign] digits [. digits]` with `f` or `%` touching.
  private mutating func number(prefix: PercentageAxis) throws(Failure) -> RuleToken.Kind {
    let start = index
    if bytes[index] == 0x2B || bytes[index] == 0x2D { index += 1 }
    while digit(at: index) { index += 1 }
    if index < bytes.count, bytes[index] == 0x2E {
      index += 1
      while digit(at: index) { index += 1 }
    }
    var text = String(decoding: bytes[start..<index], as: UTF8.self)
    if text.hasSuffix(".") { text.removeLast() }
    guard let value = Double(text), value.isFinite else {
      throw Failure(reason: .numberTooLarge(text), place: start)
    }
    guard index < bytes.count else { return .number(value) }
    if bytes[index] == UInt8(ascii: "%") {
      index += 1
      return .percentage(value, prefix)
    }
    let isSuffix = bytes[index] | 0x20 == UInt8(ascii: "f")
    let isLast =
      index + 1 >= bytes.count
      || !(Self.isLetter(bytes[index + 1]) || digit(at: index + 1))
    if isSuffix, isLast { index += 1 }
    return .number(value)
  }

  private func digit(at place: Int) -> Bool { place < bytes.count && Self.isDigit(bytes[place]) }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }
}
