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

  private unowned let view: View
  /// The view's rules; their views and provided values are numbers in the lists below.
  @exclusivity(unchecked) private(set) var state = RuleState(viewCount: 1, valueCount: 16)
  @exclusivity(unchecked) private(set) var named: [Named] = []
  @exclusivity(unchecked) private(set) var providers: [Asked] = []
  /// The text of each rule by its number.
  @exclusivity(unchecked) private(set) var texts: [String] = []
  @exclusivity(unchecked) private var compactCount = 64
  @exclusivity(unchecked) private var tree: RuleTree?

  init(of view: View) { self.view = view }

  /// True if a rule has been added.
  var isRuled: Bool { state.held[0].isRuled }

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
    if texts.isEmpty { reserve() }
    let (namedCount, providerCount) = (named.count, providers.count)
    for (index, argument) in arguments.enumerated() {
      let use = kept.parser.lastSpecifiers[index]
      do throws(ArgumentMistake) {
        kept.parser.arguments.append(
          try value(of: argument, for: use.specifier, kept.parser.text(of: use), in: rule))
      } catch {
        named.removeLast(named.count - namedCount)
        providers.removeLast(providers.count - providerCount)
        throw RuleMistake(
          view: view.name, rule: rule, column: use.column, reason: error.reason)
      }
    }
    let values = UnsafeBufferPointer(
      start: kept.parser.arguments.base, count: kept.parser.arguments.count)
    state.add(&kept.parser, values, rule: Int32(texts.count), to: .root)
    texts.append(rule)
    if state.values.count > compactCount {
      state.compact()
      compactCount = max(64, 4 * state.values.count)
      forgetUnused()
    }
    view.log?.rewritten.append(view.index)
  }

  /// Makes room for the few rules that most views have.
  private func reserve() {
    texts.reserveCapacity(4)
    named.reserveCapacity(4)
  }

  private struct ArgumentMistake: Error { let reason: RuleMistake.Reason }

  private func value(
    of argument: Any, for specifier: Specifier, _ text: @autoclosure () -> String,
    in rule: String
  ) throws(ArgumentMistake) -> RuleArgument {
    func mistake(_ takes: String) -> ArgumentMistake {
      ArgumentMistake(
        reason: .argumentType(
          specifier: text(), takes: takes, found: Self.summary(of: argument)))
    }
    let source: Specifier.Source
    switch specifier.kind {
    case .line, .size:
      guard let other = Self.view(argument) else { throw mistake("a view") }
      named.append(Named(reference: other.reference, rule: Int32(texts.count)))
      return .view(ViewID(named.count - 1))
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
  private func forgetUnused() {
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
    state.renumber { view in
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
