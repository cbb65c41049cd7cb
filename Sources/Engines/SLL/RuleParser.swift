import LayoutBenchFunctions
import LayoutModel
import Synchronization

/// An action of a rule, which is postfix code over a stack of values, in the order of execution.
enum RuleAction: BitwiseCopyable {
  case pushNumber(Double)
  case pushPercentage(Double, PercentageAxis)
  case pushNothing
  case pushAttribute(RuleAttribute)
  /// The value of the next argument.
  case pushArgument(Specifier)
  /// Takes two values, pushes one; the column is the operator's.
  case operate(RuleOperator, column: Int32)
  /// Leaves the value on the stack; `+=` and its kin read the old value now.
  case assign(RuleAttribute, RuleOperator?, column: Int32)
  /// Ends a statement: drops its value.
  case drop
}

/// A specifier in a rule, with its place.
struct SpecifierUse: BitwiseCopyable {
  let specifier: Specifier
  let column: Int
  /// The bytes of its text.
  let start: Int
  let end: Int
}

/// Reads rules, one after the other, into memory that it reuses.
///
///     rule      = statement { "," statement }
///     statement = [ expr ]
///     expr      = attribute ( "=" | "+=" | "-=" | "*=" | "/=" ) expr | sum
///     sum       = product { ( "+" | "-" ) product }
///     product   = atom { ( "*" | "/" ) atom }
///     atom      = number | percentage | specifier | attribute | "nil" | "(" expr ")"
struct RuleParser: ~Copyable {
  static let deepest = 200

  /// A rule that was read: its ranges in the lists below.
  private struct Known {
    var text = ""
    var actions = 0..<0
    var specifiers = 0..<0
    /// The value of `epoch` when it was read: rules of former ones are forgotten.
    var epoch = 0
  }

  /// The number of places for known rules, a power of two.
  private static let placeCount = 128
  /// With more actions than these, all known rules are forgotten.
  private static let mostActions = 4096

  /// The last rule.
  private var rule = Known()
  /// Rules by a hash of their text: lists have the same ones again and again.
  ///
  /// A later rule takes the place of an earlier one.
  private var known: [Known] = []
  private var epoch = 0
  private var actions = Arena<RuleAction>(capacity: 64)
  private var specifiers = Arena<SpecifierUse>(capacity: 16)
  /// Memory for those who run the actions: values, and the arguments that replace specifiers.
  var stack = Arena<Int32>(capacity: 32)
  var arguments = Arena<RuleArgument>(capacity: 16)
  private var lexer = RuleLexer()
  private var depth = 0
  /// Assignments of chains that are being read, the outermost first.
  private var pending = Arena<RuleAction>(capacity: 16)

  private struct Failure: Error {
    let column: Int
    let reason: RuleMistake.Reason
  }

  /// Reads a rule as a whole.
  ///
  /// - Throws: `RuleMistake` with the column in the rule (docs/sll.md, Errors).
  mutating func parse(_ rule: String, view: @autoclosure () -> String) throws(RuleMistake) {
    arguments.removeAll()
    let place = Self.place(of: rule)
    if !known.isEmpty, known[place].epoch == epoch, known[place].text == rule, !rule.isEmpty {
      self.rule = known[place]
      return
    }
    if known.isEmpty || actions.count > Self.mostActions {
      known = Array(repeating: Known(), count: Self.placeCount)
      actions.removeAll()
      specifiers.removeAll()
    }
    let (firstAction, firstSpecifier) = (actions.count, specifiers.count)
    pending.removeAll()
    depth = 0
    lexer.begin(rule)
    do throws(Failure) {
      try advance()
      try statements()
    } catch {
      self.rule = Known(
        text: rule, actions: firstAction..<firstAction,
        specifiers: firstSpecifier..<specifiers.count)
      throw RuleMistake(view: view(), rule: rule, column: error.column, reason: error.reason)
    }
    self.rule = Known(
      text: rule, actions: firstAction..<actions.count,
      specifiers: firstSpecifier..<specifiers.count, epoch: epoch)
    known[place] = self.rule
  }

  /// Forgets all rules, and keeps the memory.
  mutating func forget() {
    epoch += 1
    actions.removeAll()
    specifiers.removeAll()
  }

  /// The place of a rule among those that are known.
  private static func place(of rule: String) -> Int {
    func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
      let bytes = UnsafeRawBufferPointer(bytes)
      var hash = UInt64(bytes.count)
      var offset = 0
      func add(_ word: UInt64) {
        hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 29
      }
      while offset + 8 <= bytes.count {
        add(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        offset += 8
      }
      while offset < bytes.count {
        add(UInt64(bytes[offset]))
        offset += 1
      }
      return hash
    }
    var text = rule
    return Int(truncatingIfNeeded: text.withUTF8(hash)) & (placeCount - 1)
  }

  /// The actions of the last rule.
  var lastActions: UnsafeBufferPointer<RuleAction> {
    UnsafeBufferPointer(start: actions.base + rule.actions.lowerBound, count: rule.actions.count)
  }

  /// The arguments that the last rule takes, in order.
  var lastSpecifiers: UnsafeBufferPointer<SpecifierUse> {
    UnsafeBufferPointer(
      start: specifiers.base + rule.specifiers.lowerBound, count: rule.specifiers.count)
  }

  /// Checks the number of arguments against that of the last rule's specifiers.
  ///
  /// - Throws: `RuleMistake`.
  func check(argumentCount given: Int, rule: String, view: String) throws(RuleMistake) {
    let wanted = lastSpecifiers.count
    guard given != wanted else { return }
    guard given < wanted else {
      throw RuleMistake(
        view: view, rule: rule, column: nil,
        reason: .argumentTooMany(wanted: wanted, given: given))
    }
    let use = lastSpecifiers[given]
    throw RuleMistake(
      view: view, rule: rule, column: use.column,
      reason: .argumentMissing(specifier: text(of: use), wanted: wanted, given: given))
  }

  /// The text of a specifier of the last rule.
  func text(of use: SpecifierUse) -> String {
    String(decoding: Array(rule.text.utf8)[use.start..<use.end], as: UTF8.self)
  }

  // MARK: - Grammar

  private mutating func statements() throws(Failure) {
    while true {
      if lexer.kind != .comma, lexer.kind != .end {
        if let bare = try expression() {
          // A statement that is nothing but an attribute assigns 0 to it.
          actions.append(.drop)
          actions.append(.pushNumber(0))
          actions.append(.assign(bare, nil, column: 1))
        }
        actions.append(.drop)
      }
      switch lexer.kind {
      case .comma: try advance()
      case .end: return
      case .close: throw mistake(.closingParenthesisTooMany)
      default: throw mistake(.operatorMissing(found: found))
      }
    }
  }

  /// - Returns: the attribute, where the expression is nothing else.
  private mutating func expression() throws(Failure) -> RuleAttribute? {
    let base = pending.count
    while lexer.kind == .attribute {
      let attribute = lexer.attribute
      try advance()
      guard lexer.kind == .assignment else {
        let bare = try sum(startingWith: attribute)
        return try finish(from: base) ? nil : bare
      }
      let column = Int32(truncatingIfNeeded: lexer.column(of: lexer.start))
      pending.append(.assign(attribute, lexer.operation, column: column))
      try advance()
    }
    let bare = try sum(startingWith: nil)
    return try finish(from: base) ? nil : bare
  }

  /// Appends the chain's assignments, the last one first.
  ///
  /// - Returns: whether there are any.
  private mutating func finish(from base: Int) throws(Failure) -> Bool {
    if lexer.kind == .assignment { throw mistake(.assignmentToExpression) }
    guard pending.count > base else { return false }
    while pending.count > base { actions.append(pending.removeLast()) }
    return true
  }

  @inline(__always)
  private mutating func sum(
    startingWith first: RuleAttribute?
  ) throws(Failure) -> RuleAttribute? {
    var bare = try product(startingWith: first)
    while lexer.kind == .operation, let operation = lexer.operation,
      operation == .add || operation == .subtract
    {
      let column = Int32(truncatingIfNeeded: lexer.column(of: lexer.start))
      try advance()
      _ = try product(startingWith: nil)
      actions.append(.operate(operation, column: column))
      bare = nil
    }
    return bare
  }

  private mutating func product(
    startingWith first: RuleAttribute?
  ) throws(Failure) -> RuleAttribute? {
    var bare = first
    if let first {
      actions.append(.pushAttribute(first))
    } else {
      bare = try atom()
    }
    while lexer.kind == .operation, let operation = lexer.operation,
      operation == .multiply || operation == .divide
    {
      let column = Int32(truncatingIfNeeded: lexer.column(of: lexer.start))
      try advance()
      _ = try atom()
      actions.append(.operate(operation, column: column))
      bare = nil
    }
    return bare
  }

  @inline(__always)
  private mutating func atom() throws(Failure) -> RuleAttribute? {
    var bare: RuleAttribute?
    switch lexer.kind {
    case .number: actions.append(.pushNumber(lexer.value))
    case .percentage: actions.append(.pushPercentage(lexer.value, lexer.axis))
    case .nothing: actions.append(.pushNothing)
    case .specifier:
      actions.append(.pushArgument(lexer.specifier))
      specifiers.append(
        SpecifierUse(
          specifier: lexer.specifier, column: lexer.column(of: lexer.start), start: lexer.start,
          end: lexer.end))
    case .attribute:
      bare = lexer.attribute
      actions.append(.pushAttribute(lexer.attribute))
    case .open: return try parentheses()
    case .close where depth == 0: throw mistake(.closingParenthesisTooMany)
    default: throw mistake(.valueMissing(found: found))
    }
    try advance()
    return bare
  }

  private mutating func parentheses() throws(Failure) -> RuleAttribute? {
    depth += 1
    guard depth <= Self.deepest else { throw mistake(.nestedTooDeep) }
    try advance()
    if lexer.kind == .close { throw mistake(.emptyParentheses) }
    let bare = try expression()
    guard lexer.kind == .close else {
      switch lexer.kind {
      case .comma, .end: throw mistake(.closingParenthesisMissing(found: found))
      default: throw mistake(.operatorMissing(found: found))
      }
    }
    depth -= 1
    try advance()
    return bare
  }

  // MARK: - Tokens

  @inline(__always)
  private mutating func advance() throws(Failure) {
    do throws(RuleLexer.Failure) {
      try lexer.advance()
    } catch {
      throw Failure(column: lexer.column(of: error.place), reason: error.reason)
    }
  }

  private var found: String {
    guard lexer.kind != .end else { return "the end" }
    let text = lexer.text(lexer.start..<lexer.end)
    return lexer.kind == .specifier ? text : "'\(text.shortened(to: 40))'"
  }

  private mutating func mistake(_ reason: RuleMistake.Reason) -> Failure {
    Failure(column: lexer.column(of: lexer.start), reason: reason)
  }
}

/// A parser whose memory is kept for the rules that programs add one by one.
final class KeptParser: Sendable {
  // Whoever takes the object has it alone.
  @exclusivity(unchecked) nonisolated(unsafe) var parser = RuleParser()
  private static let spare = Mutex<KeptParser?>(nil)

  /// A parser that nobody uses: the one that was given back last, or a new one.
  static func take() -> KeptParser { spare.withLock { $0.take() } ?? KeptParser() }

  /// Gives the parser back.
  func giveBack() { Self.spare.withLock { $0 = self } }
}

/// The texts of rules that were added to views, which are read once in a process.
package enum RuleTexts {
  /// Forgets them all, as if the process had added none: a benchmark measures the first screen that
  /// has them.
  package static func forget() {
    let kept = KeptParser.take()
    kept.parser.forget()
    kept.giveBack()
  }
}
