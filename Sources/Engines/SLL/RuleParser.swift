import LayoutBenchFunctions
import LayoutModel
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

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

/// Memory for the actions of rules that were read.
///
/// They stay where they were written until nothing refers to the page, so that views of any thread
/// may run them while rules are added behind them.
final class RulePage {
  static let smallest = 128
  static let largest = 1024

  @exclusivity(unchecked) private var actions: Arena<RuleAction>
  let capacity: Int

  /// A page for a number of actions.
  init(capacity: Int) {
    self.capacity = capacity
    actions = Arena(capacity: capacity)
  }

  func hasRoom(for count: Int) -> Bool { actions.count + count <= capacity }

  /// Copies a rule's actions, for which there is room.
  func add(_ new: borrowing Arena<RuleAction>) -> UnsafeBufferPointer<RuleAction> {
    let start = actions.count
    for index in new.indices { actions.append(new[index]) }
    return UnsafeBufferPointer(start: actions.base + start, count: new.count)
  }
}

/// A rule that was read, with the page that keeps its actions.
struct WrittenRule {
  let text: String
  private let page: RulePage
  private let first: UnsafePointer<RuleAction>?
  private let actionCount: Int32
  private let specifierCount: Int32

  fileprivate init(
    _ text: String, _ actions: UnsafeBufferPointer<RuleAction>, argumentCount: Int,
    in page: RulePage
  ) {
    self.text = text
    self.page = page
    first = actions.baseAddress
    actionCount = Int32(truncatingIfNeeded: actions.count)
    specifierCount = Int32(truncatingIfNeeded: argumentCount)
  }

  /// The number of arguments that it takes.
  var argumentCount: Int { Int(specifierCount) }

  /// Its actions, valid as long as this value lives.
  var actions: UnsafeBufferPointer<RuleAction> {
    UnsafeBufferPointer(start: first, count: Int(actionCount))
  }
}

/// An argument of a rule as it was added.
enum WrittenArgument: BitwiseCopyable {
  case view(Unmanaged<ViewReference>)
  /// Points or hundredths.
  case number(Double)
  /// The number of a value that is requested in each layout.
  case provided(Int32)
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

  /// A rule that was read, in the present page.
  private struct Known {
    var text = ""
    var actions = UnsafeBufferPointer<RuleAction>(start: nil, count: 0)
    /// The places of its specifiers.
    var specifiers = 0..<0
    /// The value of `epoch` when it was read: rules of former ones are forgotten.
    var epoch = 0
  }

  /// The number of places for known rules, a power of two.
  private static let placeCount = 128

  /// The last rule.
  private var rule = Known()
  /// Rules by a hash of their text: lists have the same ones again and again.
  ///
  /// A later rule takes the place of an earlier one.
  private var known: [Known] = []
  /// It changes with the page.
  private var epoch = 0
  private var page = RulePage(capacity: RulePage.smallest)
  /// The actions of the rule that is being read.
  private var actions = Arena<RuleAction>(capacity: 64)
  /// The specifiers of all known rules, and of the one that is being read.
  private var specifiers = Arena<SpecifierUse>(capacity: 32)
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
    if known.isEmpty { known = Array(repeating: Known(), count: Self.placeCount) }
    var firstSpecifier = specifiers.count
    actions.removeAll()
    pending.removeAll()
    depth = 0
    lexer.begin(rule)
    do throws(Failure) {
      try advance()
      try statements()
    } catch {
      specifiers.removeAll(from: firstSpecifier)
      self.rule = Known(text: rule)
      throw RuleMistake(view: view(), rule: rule, column: error.column, reason: error.reason)
    }
    if !page.hasRoom(for: actions.count) {
      beginPage(of: max(actions.count, min(4 * page.capacity, RulePage.largest)))
      specifiers.removeAll(upTo: firstSpecifier)
      firstSpecifier = 0
    }
    self.rule = Known(
      text: rule, actions: page.add(actions), specifiers: firstSpecifier..<specifiers.count,
      epoch: epoch)
    known[place] = self.rule
  }

  /// Begins another page; rules in the present one are forgotten.
  private mutating func beginPage(of capacity: Int) {
    page = RulePage(capacity: capacity)
    epoch += 1
  }

  /// Forgets all rules.
  mutating func forget() {
    rule = Known()
    specifiers.removeAll()
    beginPage(of: RulePage.smallest)
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
  var lastActions: UnsafeBufferPointer<RuleAction> { rule.actions }

  /// The arguments that the last rule takes, in order.
  var lastSpecifiers: UnsafeBufferPointer<SpecifierUse> {
    UnsafeBufferPointer(
      start: specifiers.base + rule.specifiers.lowerBound, count: rule.specifiers.count)
  }

  /// The last rule, for as long as it is kept.
  var lastRule: WrittenRule {
    WrittenRule(rule.text, rule.actions, argumentCount: rule.specifiers.count, in: page)
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
///
/// Groups of threads have their own, so that two threads seldom wait for each other; where two of a
/// group add rules at once, the group has two.
final class KeptParser: Sendable {
  private final class Group: Sendable { let spare = Mutex<[KeptParser]>([]) }

  // Whoever takes the object has it alone.
  @exclusivity(unchecked) nonisolated(unsafe) var parser = RuleParser()
  private static let groups = (0..<8).map { _ in Group() }
  private let group: Int

  private init(_ group: Int) { self.group = group }

  /// A parser that nobody uses: the one that the thread's group was given back last, or a new one.
  static func take() -> KeptParser {
    let group = ThreadNumber.current & (groups.count - 1)
    return groups[group].spare.withLock { $0.popLast() } ?? KeptParser(group)
  }

  /// Gives the parser back.
  func giveBack() { Self.groups[group].spare.withLock { $0.append(self) } }
}

/// A number of the present thread, which others may share.
private enum ThreadNumber {
  static var current: Int {
    #if canImport(Glibc)
      let thread = UInt(pthread_self())
    #else
      let thread = UInt(bitPattern: pthread_self())
    #endif
    // The addresses of threads differ by multiples of their stacks' size.
    return Int(truncatingIfNeeded: (thread &* 0x9E37_79B9_7F4A_7C15) >> 40)
  }
}

/// The texts of rules that were added to views on the present thread: most are read once.
///
/// For benchmarks: `@_spi(Benchmarks) import SLL`.
@_spi(Benchmarks) public enum RuleTexts {
  /// Forgets them, as if none had been added: a benchmark measures the first screen that has them.
  public static func forget() {
    let kept = KeptParser.take()
    kept.parser.forget()
    kept.giveBack()
  }

  /// Reads a text as it is read where a rule is added; one with a mistake is skipped.
  public static func read(_ text: String) {
    let kept = KeptParser.take()
    try? kept.parser.parse(text, view: "")
    kept.giveBack()
  }
}
