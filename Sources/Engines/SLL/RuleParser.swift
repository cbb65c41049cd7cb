import LayoutModel

/// What a rule does, as postfix code over a stack of values, in the order in which it acts.
enum RuleAction: Equatable {
  case pushNumber(Double)
  case pushPercentage(Double, PercentageAxis)
  case pushNothing
  case pushAttribute(RuleAttribute)
  /// The value of an argument, by its number.
  case pushArgument(Specifier, Int)
  /// Takes two values, pushes one; the column is the operator's.
  case operate(RuleOperator, column: Int)
  /// Leaves the value on the stack; `+=` and its kin read the old value now.
  case assign(RuleAttribute, RuleOperator?, column: Int)
  /// Ends a statement: drops its value.
  case drop
}

/// A rule that has been read: what it does, and what its arguments must be.
struct ParsedRule {
  var actions: [RuleAction] = []
  /// Each specifier in order, with its column and the bytes of its text.
  var specifiers: [(specifier: Specifier, column: Int, text: Range<Int>)] = []
}

/// Reads a rule.
///
///     rule      = statement { "," statement }
///     statement = [ expr ]
///     expr      = attribute ( "=" | "+=" | "-=" | "*=" | "/=" ) expr | sum
///     sum       = product { ( "+" | "-" ) product }
///     product   = atom { ( "*" | "/" ) atom }
///     atom      = number | percentage | specifier | attribute | "nil" | "(" expr ")"
struct RuleParser {
  static let deepest = 200

  private let view: String
  private let rule: String
  /// The column of each byte, where there are characters of more than one.
  private let columns: [Int]
  private var lexer: RuleLexer
  private var token = RuleToken(kind: .end, start: 0, end: 0)
  private var depth = 0
  private var parsed = ParsedRule()
  /// Assignments of chains that are being read, the outermost first.
  private var pending: [RuleAction] = []

  /// Reads a rule as a whole.
  ///
  /// - Throws: `RuleMistake` with the column that the specification names.
  static func parse(_ rule: String, view: String) throws(RuleMistake) -> ParsedRule {
    var parser = RuleParser(view: view, rule: rule, lexer: RuleLexer(rule))
    try parser.advance()
    try parser.statements()
    return parser.parsed
  }

  private init(view: String, rule: String, lexer: RuleLexer) {
    self.view = view
    self.rule = rule
    self.lexer = lexer
    columns = Self.columns(of: lexer.bytes)
  }

  private static func columns(of bytes: [UInt8]) -> [Int] {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return [] }
    var columns: [Int] = []
    columns.reserveCapacity(bytes.count + 1)
    var column = 0
    for byte in bytes {
      if byte & 0xC0 != 0x80 { column += 1 }
      columns.append(column)
    }
    return columns + [column + 1]
  }

  // MARK: - Grammar

  private mutating func statements() throws(RuleMistake) {
    while true {
      if token.kind != .comma, token.kind != .end {
        let bare = try expression()
        if let bare {
          // A statement that is nothing but an attribute assigns 0 to it.
          parsed.actions.append(.drop)
          parsed.actions.append(.pushNumber(0))
          parsed.actions.append(.assign(bare, nil, column: 1))
        }
        parsed.actions.append(.drop)
      }
      switch token.kind {
      case .comma: try advance()
      case .end: return
      case .close: throw mistake(.closingParenthesisTooMany)
      default: throw mistake(.operatorMissing(found: found))
      }
    }
  }

  /// - Returns: the attribute, where the expression is nothing else.
  private mutating func expression() throws(RuleMistake) -> RuleAttribute? {
    let base = pending.count
    while case .attribute(let attribute) = token.kind {
      try advance()
      guard case .assignment(let operation) = token.kind else {
        let bare = try sum(startingWith: attribute)
        return try finish(from: base) ? nil : bare
      }
      pending.append(.assign(attribute, operation, column: column(of: token.start)))
      try advance()
    }
    let bare = try sum(startingWith: nil)
    return try finish(from: base) ? nil : bare
  }

  /// Runs the chain's assignments, the last one first.
  ///
  /// - Returns: whether there are any.
  private mutating func finish(from base: Int) throws(RuleMistake) -> Bool {
    if case .assignment = token.kind { throw mistake(.assignmentToExpression) }
    guard pending.count > base else { return false }
    while pending.count > base { parsed.actions.append(pending.removeLast()) }
    return true
  }

  private mutating func sum(
    startingWith first: RuleAttribute?
  ) throws(RuleMistake) -> RuleAttribute? {
    var bare = try product(startingWith: first)
    while case .operation(let operation) = token.kind, operation == .add || operation == .subtract {
      let place = column(of: token.start)
      try advance()
      _ = try product(startingWith: nil)
      parsed.actions.append(.operate(operation, column: place))
      bare = nil
    }
    return bare
  }

  private mutating func product(
    startingWith first: RuleAttribute?
  ) throws(RuleMistake) -> RuleAttribute? {
    var bare: RuleAttribute?
    if let first {
      parsed.actions.append(.pushAttribute(first))
      bare = first
    } else {
      bare = try atom()
    }
    while case .operation(let operation) = token.kind,
      operation == .multiply || operation == .divide
    {
      let place = column(of: token.start)
      try advance()
      _ = try atom()
      parsed.actions.append(.operate(operation, column: place))
      bare = nil
    }
    return bare
  }

  private mutating func atom() throws(RuleMistake) -> RuleAttribute? {
    switch token.kind {
    case .number(let value): parsed.actions.append(.pushNumber(value))
    case .percentage(let value, let axis): parsed.actions.append(.pushPercentage(value, axis))
    case .nothing: parsed.actions.append(.pushNothing)
    case .specifier(let specifier):
      parsed.actions.append(.pushArgument(specifier, parsed.specifiers.count))
      parsed.specifiers.append((specifier, column(of: token.start), token.start..<token.end))
    case .attribute(let attribute):
      parsed.actions.append(.pushAttribute(attribute))
      try advance()
      return attribute
    case .open: return try parentheses()
    case .close where depth == 0: throw mistake(.closingParenthesisTooMany)
    default: throw mistake(.valueMissing(found: found))
    }
    try advance()
    return nil
  }

  private mutating func parentheses() throws(RuleMistake) -> RuleAttribute? {
    depth += 1
    guard depth <= Self.deepest else { throw mistake(.nestedTooDeep) }
    try advance()
    if token.kind == .close { throw mistake(.emptyParentheses) }
    let bare = try expression()
    guard token.kind == .close else {
      switch token.kind {
      case .comma, .end: throw mistake(.closingParenthesisMissing(found: found))
      default: throw mistake(.operatorMissing(found: found))
      }
    }
    depth -= 1
    try advance()
    return bare
  }

  // MARK: - Tokens

  private mutating func advance() throws(RuleMistake) {
    do {
      token = try lexer.next()
    } catch {
      throw RuleMistake(
        view: view, rule: rule, column: column(of: error.place), reason: error.reason)
    }
  }

  private var found: String { found(token) }

  private func found(_ token: RuleToken) -> String {
    guard token.kind != .end else { return "the end" }
    let text = String(decoding: lexer.bytes[token.start..<token.end], as: UTF8.self)
    if case .specifier = token.kind { return text }
    return "'\(text.shortened(to: 40))'"
  }

  /// Unicode scalars are counted.
  private func column(of byte: Int) -> Int {
    columns.isEmpty ? byte + 1 : columns[min(byte, lexer.bytes.count)]
  }

  private func mistake(_ reason: RuleMistake.Reason) -> RuleMistake {
    RuleMistake(view: view, rule: rule, column: column(of: token.start), reason: reason)
  }
}
