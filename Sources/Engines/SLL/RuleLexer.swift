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
package enum RuleOperator: UInt8, BitwiseCopyable, Sendable {
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
  ///
  /// - Parameters:
  ///   - mark: `^` for a closure, `@` for an object, `nil` for a plain argument.
  ///   - name: the letters.
  ///   - axis: what its prefix says; only percentages have one.
  init?(mark: UInt8?, name: ArraySlice<UInt8>, axis: PercentageAxis) {
    let source: Source =
      mark == UInt8(ascii: "^") ? .closure : mark == UInt8(ascii: "@") ? .object : .number
    if name.count == 1, let letter = name.first {
      switch letter {
      case UInt8(ascii: "f") where axis == .ofRule: kind = .length(source)
      case UInt8(ascii: "p"): kind = .percentage(source, axis)
      case UInt8(ascii: "w") where mark == nil && axis == .ofRule: kind = .size(.horizontal)
      case UInt8(ascii: "h") where mark == nil && axis == .ofRule: kind = .size(.vertical)
      default: return nil
      }
      return
    }
    guard mark == nil, axis == .ofRule, let line = RuleAttribute(name: name),
      case .line = line.target
    else { return nil }
    kind = .line(line)
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
    let name = name()
    let letter = bytes[start]
    if name.count == 1, letter == UInt8(ascii: "H") || letter == UInt8(ascii: "V"),
      index < bytes.count, bytes[index] == UInt8(ascii: ":")
    {
      index += 1
      return try prefixed(letter == UInt8(ascii: "H") ? .horizontal : .vertical, from: start)
    }
    if let attribute = RuleAttribute(name: name) { return .attribute(attribute) }
    if name.elementsEqual("nil".utf8) { return .nothing }
    let text = String(decoding: name, as: UTF8.self)
    let nearest = Spelling.nearest(to: text, among: RuleAttribute.names + ["nil"])
    throw Failure(reason: .unknownAttribute(text, nearest: nearest), place: start)
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
    var mark: UInt8?
    if index < bytes.count, bytes[index] == UInt8(ascii: "^") || bytes[index] == UInt8(ascii: "@") {
      mark = bytes[index]
      index += 1
    }
    let word = name()
    let prefixName = prefix == .horizontal ? "H:" : "V:"
    guard !word.isEmpty else {
      throw Failure(
        reason: prefix == .ofRule ? .lonePercent : .lonePrefix(prefixName), place: start)
    }
    if let specifier = Specifier(mark: mark, name: word, axis: prefix) { return specifier }
    if prefix != .ofRule, Specifier(mark: mark, name: word, axis: .ofRule) != nil {
      throw Failure(reason: .lonePrefix(prefixName), place: start)
    }
    let text =
      "%" + (mark.map { String(decoding: [$0], as: UTF8.self) } ?? "")
      + String(decoding: word, as: UTF8.self)
    let nearest = Spelling.nearest(to: text, among: Specifier.names)
    throw Failure(reason: .unknownSpecifier(text, nearest: nearest), place: start)
  }

  private mutating func name() -> ArraySlice<UInt8> {
    let start = index
    while index < bytes.count, Self.isLetter(bytes[index]) || Self.isDigit(bytes[index]) {
      index += 1
    }
    return bytes[start..<index]
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
    let value: Double
    if let exact = Self.exactNumber(bytes[start..<index]) {
      value = exact
    } else {
      value = try longNumber(from: start)
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

  /// A number whose digits and power of ten are exact in a `Double`, which makes their quotient the
  /// nearest one; `nil` for longer ones.
  private static func exactNumber(_ text: ArraySlice<UInt8>) -> Double? {
    var digits = 0
    var places: Int?
    var isNegative = false
    guard text.count <= 16 else { return nil }
    for byte in text {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "+"): break
      case UInt8(ascii: "."): places = 0
      default:
        digits = digits * 10 + Int(byte - 0x30)
        places = places.map { $0 + 1 }
      }
    }
    guard digits < 1 << 53 else { return nil }
    var power = 1.0
    for _ in 0..<(places ?? 0) { power *= 10 }
    let value = Double(digits) / power
    return isNegative ? -value : value
  }

  private func longNumber(from start: Int) throws(Failure) -> Double {
    var text = String(decoding: bytes[start..<index], as: UTF8.self)
    if text.hasSuffix(".") { text.removeLast() }
    guard let value = Double(text), value.isFinite else {
      throw Failure(reason: .numberTooLarge(text), place: start)
    }
    return value
  }

  private func digit(at place: Int) -> Bool { place < bytes.count && Self.isDigit(bytes[place]) }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }
}
