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
    /// At most two, in the order in which they were assigned.
    package var lines: [HeldLine] = []
    package var size: HeldValue?
    package var minimum: HeldValue?
    package var maximum: HeldValue?

    /// Everything held, whether it has an effect or not.
    package var all: [HeldValue] {
      lines.map { HeldValue(value: $0.value, rule: $0.rule) }
        + [size, minimum, maximum].compactMap { $0 }
    }
  }

  /// What a view holds, and the values last assigned to its names.
  package struct HeldRules {
    package var axes = AxisPair(HeldAxis(), HeldAxis())
    var named = [Int32?](repeating: nil, count: RuleAttribute.allCases.count)
  }

  package private(set) var values: [RuleValue] = []
  /// The views that have had a rule added, by index.
  package private(set) var held: [HeldRules?]
  /// Every rule's view and text, for messages.
  package private(set) var rules: [(view: ViewID, text: String)] = []
  private var stack: [Int32?] = []

  init(viewCount: Int) {
    held = Array(repeating: nil, count: viewCount)
  }

  /// Runs a rule that has been checked.
  mutating func add(_ rule: ParsedRule, arguments: [RuleArgument], text: String, to view: ViewID) {
    let ruleNumber = Int32(rules.count)
    rules.append((view, text))
    var state = held[view.index] ?? HeldRules()
    held[view.index] = nil
    stack.removeAll(keepingCapacity: true)
    for action in rule.actions {
      switch action {
      case .pushNumber(let number): stack.append(node(.number(number)))
      case .pushPercentage(let number, let axis): stack.append(node(.percentage(number, axis)))
      case .pushNothing: stack.append(nil)
      case .pushAttribute(let attribute):
        stack.append(state.named[Int(attribute.rawValue)] ?? node(.number(0)))
      case .pushArgument(let specifier, let index):
        stack.append(value(of: specifier, arguments[index]))
      case .operate(let operation, let column):
        let second = stack.removeLast()
        let first = stack.removeLast()
        stack.append(operate(operation, first, second, rule: ruleNumber, column: column))
      case .assign(let attribute, let operation, let column):
        var assigned = stack.removeLast()
        if let operation {
          let old = state.named[Int(attribute.rawValue)] ?? node(.number(0))
          assigned = operate(operation, old, assigned, rule: ruleNumber, column: column)
        }
        assign(assigned, to: attribute, of: &state, rule: ruleNumber)
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
    _ value: Int32?, to attribute: RuleAttribute, of state: inout HeldRules, rule: Int32
  ) {
    let axis = attribute.axis
    state.named[Int(attribute.rawValue)] = value
    let held = value.map { HeldValue(value: $0, rule: rule) }
    switch attribute.target {
    case .size: state.axes[axis].size = held
    case .minimum: state.axes[axis].minimum = held
    case .maximum: state.axes[axis].maximum = held
    case .line(let line, let isFar):
      var near = value
      if isFar {
        near = value.map { node(.fromFarSide(axis, $0)) }
        state.named[Int(attribute.near.rawValue)] = near
      }
      state.axes[axis].lines.removeAll { $0.line == line }
      guard let near else { return }
      state.axes[axis].lines.append(HeldLine(line: line, value: near, rule: rule))
      if state.axes[axis].lines.count > 2 { state.axes[axis].lines.removeFirst() }
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
