import LayoutBenchFunctions
import LayoutModel

/// Cuts a rule into tokens, one at a time: `kind` and the properties below describe the present
/// one.
struct RuleLexer: ~Copyable {
  /// The kind of a token; `value`, `attribute`, `operation`, `axis` and `specifier` have its
  /// details.
  enum Kind: UInt8, BitwiseCopyable {
    case attribute, nothing, number, percentage, specifier
    /// `=`, or with an operation `+=` and its kin.
    case assignment
    case operation
    case open, close, comma, end

    /// True if a `+` or `-` behind it is an operator and no sign.
    var isOperand: Bool { rawValue <= Kind.specifier.rawValue || self == .close }
  }

  struct Failure: Error {
    let reason: RuleMistake.Reason
    /// The byte of the mistake.
    let place: Int
  }

  /// The rule, and a zero behind it.
  private var bytes = Arena<UInt8>(capacity: 256)
  private var index = 0
  /// True if every byte is a character.
  private var isASCII = true
  private var counted = (byte: 0, column: 1)
  private(set) var kind = Kind.end
  /// The index of the token's first byte.
  private(set) var start = 0
  private(set) var value = 0.0
  private(set) var attribute = RuleAttribute.tt
  private(set) var operation: RuleOperator?
  private(set) var axis = PercentageAxis.ofRule
  private(set) var specifier = Specifier(.length(.number))

  /// Begins with a rule; nothing is read yet.
  mutating func begin(_ rule: String) {
    bytes.removeAll()
    let count = rule.utf8.count
    bytes.grow(to: count + 1, filling: 0)
    let base = bytes.base
    let wasCopied: Void? = rule.utf8.withContiguousStorageIfAvailable { text in
      if let first = text.baseAddress { base.update(from: first, count: count) }
    }
    if wasCopied == nil { for (place, byte) in rule.utf8.enumerated() { bytes[place] = byte } }
    var union: UInt8 = 0
    for place in 0..<count { union |= base[place] }
    isASCII = union < 0x80
    counted = (0, 1)
    index = 0
    kind = .end
  }

  /// The rule's length in bytes.
  var count: Int { bytes.count - 1 }

  /// The index behind the present token's last byte.
  var end: Int { index }

  /// Some bytes of the rule as text.
  func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(start: bytes.base, count: count)[range], as: UTF8.self)
  }

  /// The column of a byte, from 1; Unicode scalars are counted, from the byte of the last call on.
  @inline(__always)
  mutating func column(of byte: Int) -> Int {
    isASCII ? byte &+ 1 : countedColumn(of: byte)
  }

  private mutating func countedColumn(of byte: Int) -> Int {
    if byte < counted.byte { counted = (0, 1) }
    for place in counted.byte..<min(byte, count) where bytes[place] & 0xC0 != 0x80 {
      counted.column += 1
    }
    counted.byte = min(byte, count)
    return counted.column
  }

  /// Reads the next token.
  ///
  /// - Throws: `Failure`.
  @inline(__always)
  mutating func advance() throws(Failure) {
    let wasOperand = kind.isOperand
    var byte = bytes[index]
    while byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A {
      index &+= 1
      byte = bytes[index]
    }
    start = index
    if Self.isLetter(byte) { return try word() }
    if Self.isDigit(byte) { return try number(prefix: .ofRule) }
    switch byte {
    case UInt8(ascii: "+"): try operation(.add, wasOperand)
    case UInt8(ascii: "-"): try operation(.subtract, wasOperand)
    case UInt8(ascii: "*"): operation(.multiply)
    case UInt8(ascii: "/"): operation(.divide)
    case UInt8(ascii: "="):
      operation = nil
      take(.assignment)
    case UInt8(ascii: "("): take(.open)
    case UInt8(ascii: ")"): take(.close)
    case UInt8(ascii: ","): take(.comma)
    case UInt8(ascii: "%"): try specifier(prefix: .ofRule, from: index)
    default: try rare(byte)
    }
  }

  @inline(__always)
  private mutating func take(_ kind: Kind) {
    index &+= 1
    self.kind = kind
  }

  private mutating func rare(_ byte: UInt8) throws(Failure) {
    if byte == 0, index == count {
      kind = .end
      return
    }
    if byte == 0x2E, Self.isDigit(bytes[index + 1]) { return try number(prefix: .ofRule) }
    if byte == 0xC3, bytes[index + 1] == 0x97 {
      index += 1
      return operation(.multiply)
    }
    throw Failure(reason: .unknownCharacter(text(index..<count).first ?? "?"), place: index)
  }

  /// Reads `+`, `+=`, or the sign of the number that it touches.
  private mutating func operation(_ kind: RuleOperator, _ wasOperand: Bool) throws(Failure) {
    if !wasOperand, isNumber(at: index + 1) { return try number(prefix: .ofRule) }
    operation(kind)
  }

  private mutating func operation(_ kind: RuleOperator) {
    operation = kind
    take(.operation)
    if bytes[index] == UInt8(ascii: "=") { take(.assignment) }
  }

  private func isNumber(at place: Int) -> Bool {
    Self.isDigit(bytes[place])
      || (bytes[place] == 0x2E && Self.isDigit(bytes[place + 1]))
  }

  // MARK: - Words

  /// Takes a word's bytes; four of them fit in one number, more give 0.
  @inline(__always)
  private mutating func name() -> UInt32 {
    let first = index
    var packed: UInt32 = 0
    var byte = bytes[index]
    while Self.isLetter(byte) || Self.isDigit(byte) {
      packed = packed &<< 8 | UInt32(byte)
      index &+= 1
      byte = bytes[index]
    }
    return index - first > 4 ? 0 : packed
  }

  @inline(__always)
  private mutating func word() throws(Failure) {
    let packed = name()
    if let attribute = RuleAttribute(packed: packed) {
      self.attribute = attribute
      kind = .attribute
      return
    }
    try otherWord(packed)
  }

  private mutating func otherWord(_ packed: UInt32) throws(Failure) {
    switch packed {
    case 0x6E_69_6C: kind = .nothing
    case 0x48 where bytes[index] == UInt8(ascii: ":"): try prefixed(.horizontal)
    case 0x56 where bytes[index] == UInt8(ascii: ":"): try prefixed(.vertical)
    default:
      let text = text(start..<index)
      let nearest = Spelling.nearest(to: text, among: RuleAttribute.names + ["nil"])
      throw Failure(reason: .unknownAttribute(text, nearest: nearest), place: start)
    }
  }

  /// Reads the percentage that must directly follow `H:` or `V:`.
  private mutating func prefixed(_ axis: PercentageAxis) throws(Failure) {
    index += 1
    let lone = Failure(reason: .lonePrefix(axis == .horizontal ? "H:" : "V:"), place: start)
    let byte = bytes[index]
    if byte == UInt8(ascii: "%") { return try specifier(prefix: axis, from: start) }
    let hasSign = byte == 0x2B || byte == 0x2D
    guard isNumber(at: hasSign ? index + 1 : index) else { throw lone }
    try number(prefix: axis)
    guard kind == .percentage else { throw lone }
  }

  private mutating func specifier(
    prefix: PercentageAxis, from start: Int
  ) throws(Failure) {
    index += 1
    var mark: UInt8 = 0
    if bytes[index] == UInt8(ascii: "^") || bytes[index] == UInt8(ascii: "@") {
      mark = bytes[index]
      index += 1
    }
    let first = index
    // A word begins with no digit.
    let packed = Self.isDigit(bytes[index]) ? 0 : name()
    kind = .specifier
    if let specifier = Specifier(mark: mark, packed: packed, axis: prefix) {
      self.specifier = specifier
      return
    }
    let prefixName = prefix == .horizontal ? "H:" : "V:"
    guard index > first else {
      throw Failure(
        reason: prefix == .ofRule ? .lonePercent : .lonePrefix(prefixName), place: start)
    }
    if prefix != .ofRule, Specifier(mark: mark, packed: packed, axis: .ofRule) != nil {
      throw Failure(reason: .lonePrefix(prefixName), place: start)
    }
    let sign = mark == 0 ? "" : String(decoding: [mark], as: UTF8.self)
    let text = "%" + sign + text(first..<index)
    let nearest = Spelling.nearest(to: text, among: Specifier.names)
    throw Failure(reason: .unknownSpecifier(text, nearest: nearest), place: start)
  }

  // MARK: - Numbers

  /// Returns a power of ten, exact for exponents as small as those in use.
  @inline(__always)
  private static func power(ofTen exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<exponent { power *= 10 }
    return power
  }

  /// Reads `[sign] digits [. digits]` with `f` or `%` directly behind.
  private mutating func number(prefix: PercentageAxis) throws(Failure) {
    let first = index
    let isNegative = bytes[index] == 0x2D
    if isNegative || bytes[index] == 0x2B { index &+= 1 }
    var digits = 0
    var places = 0
    let firstDigit = index
    while Self.isDigit(bytes[index]) {
      digits = digits &* 10 &+ Int(bytes[index] &- 0x30)
      index &+= 1
    }
    if bytes[index] == 0x2E {
      index &+= 1
      let point = index
      while Self.isDigit(bytes[index]) {
        digits = digits &* 10 &+ Int(bytes[index] &- 0x30)
        index &+= 1
      }
      places = index - point
    }
    if index - firstDigit <= 16, digits < 1 << 53 {
      // Digits and power of ten are exact, so their quotient is the nearest number.
      value = Double(digits)
      if places > 0 { value /= Self.power(ofTen: places) }
      if isNegative { value = -value }
    } else {
      value = try longNumber(from: first)
    }
    if bytes[index] == UInt8(ascii: "%") {
      index &+= 1
      axis = prefix
      kind = .percentage
      return
    }
    kind = .number
    let isSuffix = bytes[index] | 0x20 == UInt8(ascii: "f")
    let next = isSuffix ? bytes[index + 1] : 0
    if isSuffix, !Self.isLetter(next), !Self.isDigit(next) { index &+= 1 }
  }

  private func longNumber(from start: Int) throws(Failure) -> Double {
    var text = text(start..<index)
    if text.hasSuffix(".") { text.removeLast() }
    guard let value = Double(text), value.isFinite else {
      throw Failure(reason: .numberTooLarge(text), place: start)
    }
    return value
  }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 <= 9 }

  @inline(__always)
  private static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte == 0x5F
  }
}
