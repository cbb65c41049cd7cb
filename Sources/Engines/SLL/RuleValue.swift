public import LayoutModel

/// A value of a rule, unevaluated: a node of an arena in which operands stand before results.
///
/// Values are shared, not copied: an attribute on the right yields the node last assigned to it.
package struct RuleValue {
  package enum Kind {
    case number(Double)
    /// Hundredths of the superview's width or height.
    case percentage(Double, PercentageAxis)
    /// A line of a view, in the coordinates of the rule's superview.
    case line(RuleAttribute, of: ViewID)
    /// A view's width or height.
    case size(Axis, of: ViewID)
    /// The superview's width or height minus another value.
    case fromFarSide(Axis, Int32)
    /// Two values and an operation, with its rule and column for messages.
    case operation(RuleOperator, Int32, Int32, rule: Int32, column: Int32)
  }

  package let kind: Kind

  /// Whether it has no operands.
  var isSingle: Bool {
    switch kind {
    case .fromFarSide, .operation: false
    default: true
    }
  }
}

/// The rules of all views as they stand after every rule was added in order.
package struct RuleState {
  /// A line that a view holds.
  package struct HeldLine {
    package let line: RuleAttribute.Line
    package let value: Int32
    /// The rule that assigned it.
    package let rule: Int32
  }

  /// A size or bound that a view holds.
  package struct HeldValue {
    package let value: Int32
    package let rule: Int32
  }

  /// What a view holds along one axis.
  package struct HeldAxis {
    /// The line that was assigned before the last one.
    package var older: HeldLine?
    /// The line that was assigned last.
    package var last: HeldLine?
    package var size: HeldValue?
    package var minimum: HeldValue?
    package var maximum: HeldValue?

    /// Calls `body` with everything held, whether it has an effect or not.
    func forEach(_ body: (HeldValue) -> Void) {
      if let older { body(HeldValue(value: older.value, rule: older.rule)) }
      if let last { body(HeldValue(value: last.value, rule: last.rule)) }
      if let size { body(size) }
      if let minimum { body(minimum) }
      if let maximum { body(maximum) }
    }

    /// Takes a line out, and puts it in anew as the last where it has a value; of three the oldest
    /// goes.
    mutating func assign(_ line: RuleAttribute.Line, _ value: HeldLine?) {
      if last?.line == line {
        last = older
        older = nil
      } else if older?.line == line {
        older = nil
      }
      guard let value else { return }
      if last != nil { older = last }
      last = value
    }
  }

  /// What a view holds.
  package struct HeldRules {
    package var axes = AxisPair(HeldAxis(), HeldAxis())
  }

  private static let nameCount = RuleAttribute.allCases.count

  package private(set) var values: [RuleValue] = []
  /// The views that have had a rule added, by index.
  package private(set) var held: [HeldRules?]
  /// Every rule's view and text, for messages.
  package private(set) var rules: [(view: ViewID, text: String)] = []
  private var stack: [Int32?] = []
  /// The value last assigned to each name of each view; -1 where there is none.
  private var named: [Int32]

  init(viewCount: Int) {
    held = Array(repeating: nil, count: viewCount)
    named = Array(repeating: -1, count: viewCount * Self.nameCount)
  }

  /// Runs a rule that has been checked.
  mutating func add(_ rule: ParsedRule, arguments: [RuleArgument], text: String, to view: ViewID) {
    let ruleNumber = Int32(rules.count)
    rules.append((view, text))
    var state = held[view.index] ?? HeldRules()
    stack.removeAll(keepingCapacity: true)
    for action in rule.actions {
      switch action {
      case .pushNumber(let number): stack.append(node(.number(number)))
      case .pushPercentage(let number, let axis): stack.append(node(.percentage(number, axis)))
      case .pushNothing: stack.append(nil)
      case .pushAttribute(let attribute):
        stack.append(value(named: attribute, of: view))
      case .pushArgument(let specifier, let index):
        stack.append(value(of: specifier, arguments[index]))
      case .operate(let operation, let column):
        let second = stack.removeLast()
        let first = stack.removeLast()
        stack.append(operate(operation, first, second, rule: ruleNumber, column: column))
      case .assign(let attribute, let operation, let column):
        var assigned = stack.removeLast()
        if let operation {
          let old = value(named: attribute, of: view)
          assigned = operate(operation, old, assigned, rule: ruleNumber, column: column)
        }
        assign(assigned, to: attribute, of: view, &state, rule: ruleNumber)
        stack.append(assigned)
      case .drop: stack.removeLast()
      }
    }
    held[view.index] = state
  }

  private mutating func node(_ kind: RuleValue.Kind) -> Int32 {
    values.append(RuleValue(kind: kind))
    return Int32(values.count - 1)
  }

  /// What a name yields on the right: 0 where it was never assigned or was reset.
  private mutating func value(named attribute: RuleAttribute, of view: ViewID) -> Int32 {
    let value = named[view.index * Self.nameCount + Int(attribute.rawValue)]
    return value < 0 ? node(.number(0)) : value
  }

  /// Where one operand is `nil` the other stands as it is.
  private mutating func operate(
    _ operation: RuleOperator, _ first: Int32?, _ second: Int32?, rule: Int32, column: Int
  ) -> Int32? {
    guard let first else { return second }
    guard let second else { return first }
    return node(.operation(operation, first, second, rule: rule, column: Int32(column)))
  }

  private mutating func value(of specifier: Specifier, _ argument: RuleArgument) -> Int32 {
    switch (specifier.kind, argument) {
    case (.line(let attribute), .view(let view)): node(.line(attribute, of: view))
    case (.size(let axis), .view(let view)): node(.size(axis, of: view))
    case (.length, .number(let number)): node(.number(number))
    case (.percentage(_, let axis), .number(let number)): node(.percentage(number, axis))
    default: preconditionFailure("arguments are checked before a rule acts")
    }
  }

  /// Assigns to a line, size or bound; `nil` resets it (`sll.md` 4 and 5).
  private mutating func assign(
    _ value: Int32?, to attribute: RuleAttribute, of view: ViewID, _ state: inout HeldRules,
    rule: Int32
  ) {
    let axis = attribute.axis
    let names = view.index * Self.nameCount
    named[names + Int(attribute.rawValue)] = value ?? -1
    let held = value.map { HeldValue(value: $0, rule: rule) }
    switch attribute.target {
    case .size: state.axes[axis].size = held
    case .minimum: state.axes[axis].minimum = held
    case .maximum: state.axes[axis].maximum = held
    case .line(let line, let isFar):
      var near = value
      if isFar {
        near = value.map { node(.fromFarSide(axis, $0)) }
        named[names + Int(attribute.near.rawValue)] = near ?? -1
      }
      state.axes[axis].assign(
        line, near.map { HeldLine(line: line, value: $0, rule: rule) })
    }
  }
}

/// What stands for a format specifier.
public enum RuleArgument: Hashable, Sendable {
  /// For `%tt … %cr`, `%w`, `%h`.
  case view(ViewID)
  /// For `%f`, `%p` and, in scene files, those of closures and objects: points or hundredths.
  case number(Double)
}
