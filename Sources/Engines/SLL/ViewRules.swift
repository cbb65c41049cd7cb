import LayoutBenchFunctions
public import LayoutModel

/// A number that an object gives in each layout: for `%@f` and `%@p`.
///
/// Source: COSLayout's `COSCGFloatProtocol`.
public protocol RuleNumber: AnyObject {
  /// Points, or hundredths of the superview's width or height.
  var ruleNumber: Double { get }
}

extension View {
  /// The view's SLL rules, and the layout of its descendants.
  ///
  ///     avatar.sll.addRule("ll = tt = 10, w = h = 30")
  ///     name.sll.addRule("ll = %rl + 10, ct = %ct", avatar, avatar)
  ///     try screen.sll.layout()
  public var sll: ViewRules {
    let key = ObjectIdentifier(ViewRules.self)
    if let rules = attachment(key) { return unsafeDowncast(rules, to: ViewRules.self) }
    let rules = ViewRules(of: self)
    attach(rules, key)
    return rules
  }
}

/// The SLL rules of one view.
///
/// Rules may be added, replaced and reset at any time; they take effect in the next layout. Source:
/// COSLayout (docs/sll.md).
public final class ViewRules {
  /// The source of a number that is requested in each layout.
  enum Provider {
    case closure((View) -> Double)
    case object(any RuleNumber)
  }

  /// A view that a rule names, for as long as it lives.
  struct Named {
    let reference: ViewReference
    /// The number of the rule that names it, for messages.
    let rule: Int32
  }

  /// A number that is requested, and the rule that does so.
  struct Asked {
    let provider: Provider
    let rule: String
  }

  /// More rules than these are run as they are added, so that those without effect are dropped.
  private static let mostWritten = 16

  private unowned let view: View
  /// The rules as they were added, until a change needs their values: most views have one.
  @exclusivity(unchecked) private var firstWritten: WrittenRule?
  @exclusivity(unchecked) private var moreWritten: [WrittenRule] = []
  /// Their arguments, one after the other; references to views are retained.
  @exclusivity(unchecked) private var arguments = Arena<WrittenArgument>(capacity: 4)
  /// The values of all rules, once something needs them; views and provided values are numbers in
  /// the lists below.
  @exclusivity(unchecked) private var values: Placed<RuleState>?
  @exclusivity(unchecked) private(set) var named: [Named] = []
  @exclusivity(unchecked) private(set) var providers: [Asked] = []
  /// The text of each rule by its number, where there are values.
  @exclusivity(unchecked) private var texts: [String] = []
  @exclusivity(unchecked) private var compactCount = 64
  @exclusivity(unchecked) private var tree: RuleTree?

  init(of view: View) { self.view = view }

  deinit { removeArguments(from: 0) }

  /// True if a rule has been added.
  var isRuled: Bool { firstWritten != nil || values != nil }

  /// True if all rules are kept as they were added.
  var areWritten: Bool { firstWritten != nil }

  /// The number of rules whose texts are kept.
  var ruleCount: Int {
    firstWritten == nil ? texts.count : 1 + moreWritten.count
  }

  /// The text of a rule by its number, where there are values.
  func text(of rule: Int32) -> String { texts[Int(rule)] }

  /// Adds a rule, which takes effect in the next layout.
  ///
  /// - Parameters:
  ///   - rule: statements such as `ll = %rl + 10, ct = 50%`.
  ///   - arguments: one for each format specifier, in order: a `View` for `%tt … %cr`, `%w`, `%h`;
  ///     an `Int`, `Double` or other number for `%f` and `%p`; a closure `(View) -> Double` for
  ///     `%^f` and `%^p`, which gets this view; an object of `RuleNumber` for `%@f` and `%@p`.
  ///     Lengths are points, percentages hundredths.
  /// - Throws: `RuleMistake`; the view's rules are then unchanged.
  public func addRule(_ rule: String, _ arguments: Any...) throws(RuleMistake) {
    try addRule(rule, arguments: arguments)
  }

  /// Adds a rule with its arguments in an array.
  ///
  /// - Parameters:
  ///   - rule: the rule.
  ///   - arguments: one for each format specifier, in order.
  /// - Throws: `RuleMistake`; the view's rules are then unchanged.
  public func addRule(_ rule: String, arguments: [Any]) throws(RuleMistake) {
    let kept = KeptParser.take()
    defer { kept.giveBack() }
    try kept.parser.parse(rule, view: view.name)
    if kept.parser.lastSpecifiers.count != arguments.count {
      try kept.parser.check(argumentCount: arguments.count, rule: rule, view: view.name)
    }
    let (argumentCount, providerCount) = (self.arguments.count, providers.count)
    for (index, argument) in arguments.enumerated() {
      let use = kept.parser.lastSpecifiers[index]
      do throws(ArgumentMistake) {
        self.arguments.append(
          try value(of: argument, for: use.specifier, kept.parser.text(of: use), in: rule))
      } catch {
        removeArguments(from: argumentCount)
        providers.removeLast(providers.count - providerCount)
        throw RuleMistake(
          view: view.name, rule: rule, column: use.column, reason: error.reason)
      }
    }
    if let state = values?.address {
      run(kept.parser.lastRule, from: 0, kept, in: state)
      self.arguments.removeAll()
      compactWhereMany(state)
    } else if firstWritten == nil {
      firstWritten = kept.parser.lastRule
    } else {
      moreWritten.append(kept.parser.lastRule)
      if ruleCount > Self.mostWritten { _ = allValues(kept) }
    }
    view.log?.rewritten.append(view.index)
  }

  private func removeArguments(from start: Int) {
    for index in start..<arguments.count {
      if case .view(let reference) = arguments[index] { reference.release() }
    }
    arguments.removeAll(from: start)
  }

  // MARK: - Rules and their values

  /// The values of all rules, valid as long as this object lives.
  func allValues(_ kept: KeptParser) -> UnsafeMutablePointer<RuleState> {
    if let values { return values.address }
    let values = Placed(RuleState(viewCount: 1, valueCount: 16))
    self.values = values
    forEachWritten { run($0, from: $1, kept, in: values.address) }
    firstWritten = nil
    moreWritten = []
    // Their references are in `named`.
    arguments = Arena(capacity: 4)
    return values.address
  }

  /// Runs a rule, and takes its arguments over.
  private func run(
    _ rule: WrittenRule, from start: Int, _ kept: KeptParser,
    in state: UnsafeMutablePointer<RuleState>
  ) {
    kept.parser.arguments.removeAll()
    for index in start..<start + rule.argumentCount {
      switch arguments[index] {
      case .number(let number): kept.parser.arguments.append(.number(number))
      case .provided(let number): kept.parser.arguments.append(.provided(number))
      case .view(let reference):
        named.append(Named(reference: reference.takeRetainedValue(), rule: Int32(texts.count)))
        kept.parser.arguments.append(.view(ViewID(named.count - 1)))
      }
    }
    let given = UnsafeBufferPointer(
      start: kept.parser.arguments.base, count: kept.parser.arguments.count)
    state.pointee.add(
      rule.actions, &kept.parser.stack, given, rule: Int32(texts.count), to: .root)
    texts.append(rule.text)
  }

  /// Drops values without effect, where there are many.
  private func compactWhereMany(_ state: UnsafeMutablePointer<RuleState>) {
    guard state.pointee.values.count > compactCount else { return }
    state.pointee.compact()
    compactCount = max(64, 4 * state.pointee.values.count)
    forgetUnused(in: state)
  }

  /// Calls `body` with every rule as it was added, and the place of its first argument; there are
  /// none once there are values.
  func forEachWritten(_ body: (WrittenRule, Int) -> Void) {
    guard let firstWritten else { return }
    body(firstWritten, 0)
    var place = firstWritten.argumentCount
    for index in moreWritten.indices {
      body(moreWritten[index], place)
      place += moreWritten[index].argumentCount
    }
  }

  /// The arguments of all rules as they were added.
  var writtenArguments: UnsafeBufferPointer<WrittenArgument> {
    UnsafeBufferPointer(start: arguments.base, count: arguments.count)
  }

  private struct ArgumentMistake: Error { let reason: RuleMistake.Reason }

  private func value(
    of argument: Any, for specifier: Specifier, _ text: @autoclosure () -> String,
    in rule: String
  ) throws(ArgumentMistake) -> WrittenArgument {
    func mistake(_ takes: String) -> ArgumentMistake {
      ArgumentMistake(
        reason: .argumentType(
          specifier: text(), takes: takes, found: Self.summary(of: argument)))
    }
    let source: Specifier.Source
    switch specifier.kind {
    case .line, .size:
      guard let other = Self.view(argument) else { throw mistake("a view") }
      return .view(.passRetained(other.reference))
    case .length(let kind), .percentage(let kind, _): source = kind
    }
    switch source {
    case .number:
      guard let number = Self.number(argument) else { throw mistake("a number") }
      guard number.isFinite else {
        throw ArgumentMistake(
          reason: .argumentNotFinite(specifier: text(), found: Self.summary(of: argument)))
      }
      return .number(number)
    case .closure:
      guard let closure = argument as? (View) -> Double else {
        throw mistake("a closure (View) -> Double")
      }
      providers.append(Asked(provider: .closure(closure), rule: rule))
    case .object:
      guard let object = argument as? any RuleNumber else {
        throw mistake("an object of RuleNumber")
      }
      providers.append(Asked(provider: .object(object), rule: rule))
    }
    return .provided(Int32(providers.count - 1))
  }

  private static func view(_ argument: Any) -> View? {
    // A cast of `Any` is a search at run time, a comparison of types is not.
    func opened<Argument>(_ argument: Argument) -> View? {
      guard Argument.self == View.self else { return nil }
      return withUnsafePointer(to: argument) { UnsafeRawPointer($0).load(as: View.self) }
    }
    return _openExistential(argument, do: opened) ?? (argument as? View)
  }

  private static func number(_ argument: Any) -> Double? {
    switch argument {
    case let number as Double: number
    case let number as any BinaryInteger: Double(number)
    case let number as any BinaryFloatingPoint: Double(number)
    default: nil
    }
  }

  private static func summary(of argument: Any) -> String {
    switch argument {
    case let view as View: "view '\(view.name)'"
    case is any BinaryInteger, is any BinaryFloatingPoint: "\(argument)"
    case is (View) -> Double: "a closure"
    default: "a value of type \(type(of: argument))"
    }
  }

  /// Removes views, closures, objects and texts that no value refers to any more.
  private func forgetUnused(in state: UnsafeMutablePointer<RuleState>) {
    let (named, providers, texts) = (named, providers, texts)
    var (newNamed, newProviders, newTexts): ([Named], [Asked], [String]) = ([], [], [])
    var views: [Int: Int] = [:]
    var provided: [Int32: Int32] = [:]
    var rules: [Int32: Int32] = [:]
    func renumbered(_ rule: Int32) -> Int32 {
      if let number = rules[rule] { return number }
      newTexts.append(texts[Int(rule)])
      rules[rule] = Int32(newTexts.count - 1)
      return Int32(newTexts.count - 1)
    }
    state.pointee.renumber { view in
      if let number = views[view] { return number }
      newNamed.append(
        Named(reference: named[view].reference, rule: renumbered(named[view].rule)))
      views[view] = newNamed.count - 1
      return newNamed.count - 1
    } provided: { index in
      if let number = provided[index] { return number }
      newProviders.append(providers[Int(index)])
      provided[index] = Int32(newProviders.count - 1)
      return Int32(newProviders.count - 1)
    } rule: {
      renumbered($0)
    }
    (self.named, self.providers, self.texts) = (newNamed, newProviders, newTexts)
  }

  // MARK: - Layout

  /// Lays out all views inside this one by their rules, each after those that its rules name.
  ///
  /// This view's own frame does not change. Frames that have not changed since the last layout, and
  /// do not depend on a change, are not computed again.
  ///
  /// - Throws: `LayoutError.dependencyCycle` with every view of one cycle and the rules that make
  ///   it, `divisionByZero`, `notFinite`, `viewNotInTree`; all frames are then as they were.
  public func layout() throws(LayoutError) {
    let tree = self.tree ?? RuleTree(root: view)
    self.tree = tree
    tree.evaluatesEveryRule = evaluatesEveryRule
    try tree.layout()
  }

  /// True if each layout of this view evaluates every rule, as COSLayout does; false by default,
  /// where only those run that a change affects.
  ///
  /// The frames are the same.
  public var evaluatesEveryRule = false

  /// The work of this view's layouts: exact counts of views visited, rules evaluated, orderings
  /// found.
  public var counters: [Counter] {
    tree.map { $0.work.counters + $0.textCounters } ?? RuleWork().counters
  }
}
