package import LayoutBenchFunctions
package import LayoutModel

/// A value of a rule, unevaluated: a node of an arena in which operands come before results.
///
/// Values are shared, not copied: an attribute on the right yields the node last assigned to it.
package enum RuleValue: BitwiseCopyable {
  case number(Double)
  /// Hundredths of the superview's width or height.
  case percentage(Double, PercentageAxis)
  /// A line of a view, in the coordinates of the rule's superview.
  case line(RuleAttribute, of: ViewID)
  /// A view's width or height.
  case size(Axis, of: ViewID)
  /// The value of a closure or object in each layout: its number among the provided values.
  case provided(Int32)
  /// The superview's width or height minus another value.
  case fromFarSide(Axis, Int32)
  /// Two values and an operation, with its rule and column for messages.
  case operation(RuleOperator, Int32, Int32, rule: Int32, column: Int32)

  /// True if it has no operands.
  var isSingle: Bool {
    switch self {
    case .fromFarSide, .operation: false
    default: true
    }
  }
}

/// A rule's view and text, for messages.
package struct RuleText: Sendable {
  /// The view of the rule.
  package let view: ViewID
  /// The text as written.
  package let text: String
}

/// The rules of all views after every rule was added in order.
package struct RuleState: ~Copyable {
  /// A value that was assigned to a view, and the rule that did so; -1 where there is none.
  package struct HeldValue: BitwiseCopyable {
    /// The number of the value.
    package var value: Int32 = -1
    /// The number of the rule.
    package var rule: Int32 = -1

    /// True if there is a value.
    package var isHeld: Bool { value >= 0 }
  }

  /// A line that was assigned to a view.
  package struct HeldLine: BitwiseCopyable {
    /// The line.
    package var line = RuleAttribute.Line.start
    /// Its value.
    package var held = HeldValue()

    /// True if there is one.
    package var isHeld: Bool { held.isHeld }
  }

  /// The assigned lines, size and bounds of a view along one axis.
  package struct HeldAxis: BitwiseCopyable {
    /// The line that was assigned before the last one.
    package var older = HeldLine()
    /// The line that was assigned last.
    package var last = HeldLine()
    /// The size rule.
    package var size = HeldValue()
    /// The lower bound of the size.
    package var minimum = HeldValue()
    /// The upper bound of the size.
    package var maximum = HeldValue()

    /// True if a maximum has an effect: one below 0 has none.
    ///
    /// A maximum whose terms cancel out, such as `20% - %rr` of a view with `rr = 20%`, is 0 but
    /// for rounding, whose sign is chance: down to −1e-9 points it counts as 0.
    @inline(__always)
    package static func counts(maximum: Double) -> Bool { maximum >= -1e-9 }

    /// Removes a line, and adds it again as the last where it has a value; of three the oldest is
    /// removed.
    mutating func assign(_ line: RuleAttribute.Line, _ held: HeldValue) {
      if last.isHeld, last.line == line {
        last = older
        older = HeldLine()
      } else if older.isHeld, older.line == line {
        older = HeldLine()
      }
      guard held.isHeld else { return }
      if last.isHeld { older = last }
      last = HeldLine(line: line, held: held)
    }
  }

  /// The assigned values of a view.
  package struct HeldRules: BitwiseCopyable {
    /// True if a rule was added to the view.
    package var isRuled = false
    /// The horizontal axis.
    package var horizontal = HeldAxis()
    /// The vertical axis.
    package var vertical = HeldAxis()

    /// One of the two axes.
    package subscript(axis: Axis) -> HeldAxis {
      @inline(__always) get { axis == .horizontal ? horizontal : vertical }
      @inline(__always) set {
        if axis == .horizontal { horizontal = newValue } else { vertical = newValue }
      }
    }

    mutating func forEachValue(_ body: (inout HeldValue) -> Void) {
      func visit(_ axis: inout HeldAxis) {
        if axis.older.isHeld { body(&axis.older.held) }
        if axis.last.isHeld { body(&axis.last.held) }
        if axis.size.isHeld { body(&axis.size) }
        if axis.minimum.isHeld { body(&axis.minimum) }
        if axis.maximum.isHeld { body(&axis.maximum) }
      }
      visit(&horizontal)
      visit(&vertical)
    }
  }

  private static let nameCount = 18

  /// All values, operands before results.
  package private(set) var values: Arena<RuleValue>
  /// The assigned values of each view, by index.
  package private(set) var held: Arena<HeldRules>
  /// Every rule's view and text, by number.
  package internal(set) var rules: [RuleText]
  /// The value last assigned to each name of each view; -1 where there is none.
  private var named: Arena<Int32>

  /// Makes a state without rules.
  ///
  /// - Parameters:
  ///   - viewCount: the number of views.
  ///   - rules: the rules that will be added, by number.
  ///   - valueCount: the number of values that they have, or somewhat more.
  init(viewCount: Int, rules: [RuleText] = [], valueCount: Int = 0) {
    values = Arena(capacity: valueCount)
    held = Arena(repeating: HeldRules(), count: viewCount)
    named = Arena(repeating: -1, count: viewCount * Self.nameCount)
    self.rules = rules
  }

  /// Runs a rule that has been read and checked.
  ///
  /// - Parameters:
  ///   - actions: the rule's actions.
  ///   - stack: memory for values.
  ///   - arguments: one for each specifier, of the right kind.
  ///   - rule: the rule's number.
  ///   - view: the view of the rule.
  mutating func add(
    _ actions: UnsafeBufferPointer<RuleAction>, _ stack: inout Arena<Int32>,
    _ arguments: UnsafeBufferPointer<RuleArgument>, rule: Int32, to view: ViewID
  ) {
    stack.removeAll()
    held.base[view.index].isRuled = true
    var argument = 0
    for action in actions {
      switch action {
      case .pushNumber(let number): stack.append(node(.number(number)))
      case .pushPercentage(let number, let axis):
        stack.append(node(.percentage(number, axis)))
      case .pushNothing: stack.append(-1)
      case .pushAttribute(let attribute):
        stack.append(value(named: attribute, of: view))
      case .pushArgument(let specifier):
        stack.append(value(of: specifier, arguments[argument], rule: rule))
        argument += 1
      case .operate(let operation, let column):
        let second = stack.removeLast()
        let first = stack.removeLast()
        stack.append(operate(operation, first, second, rule: rule, column: column))
      case .assign(let attribute, let operation, let column):
        var assigned = stack.removeLast()
        if let operation {
          let old = value(named: attribute, of: view)
          assigned = operate(operation, old, assigned, rule: rule, column: column)
        }
        assign(assigned, to: attribute, of: view, rule: rule)
        stack.append(assigned)
      case .drop: _ = stack.removeLast()
      }
    }
  }

  @inline(__always)
  private mutating func node(_ value: RuleValue) -> Int32 {
    values.append(value)
    return Int32(truncatingIfNeeded: values.count &- 1)
  }

  /// The value of a name on the right: 0 where it was never assigned or was reset.
  private mutating func value(named attribute: RuleAttribute, of view: ViewID) -> Int32 {
    let value = named[view.index * Self.nameCount + Int(attribute.rawValue)]
    return value < 0 ? node(.number(0)) : value
  }

  /// Makes an operation; where one operand is `nil`, -1, the result is the other.
  private mutating func operate(
    _ operation: RuleOperator, _ first: Int32, _ second: Int32, rule: Int32, column: Int32
  ) -> Int32 {
    guard first >= 0 else { return second }
    guard second >= 0 else { return first }
    return node(.operation(operation, first, second, rule: rule, column: column))
  }

  @inline(__always)
  private mutating func value(
    of specifier: Specifier, _ argument: RuleArgument, rule: Int32
  ) -> Int32 {
    switch (specifier.kind, argument) {
    case (.line(let attribute), .view(let view)): return node(.line(attribute, of: view))
    case (.size(let axis), .view(let view)): return node(.size(axis, of: view))
    case (.length, .number(let number)): return node(.number(number))
    case (.percentage(_, let axis), .number(let number)): return node(.percentage(number, axis))
    case (.length, .provided(let number)): return node(.provided(number))
    case (.percentage(_, let axis), .provided(let number)):
      let count = node(.provided(number))
      let hundredth = node(.percentage(1, axis))
      return node(.operation(.multiply, count, hundredth, rule: rule, column: 1))
    default: preconditionFailure("arguments are checked before a rule acts")
    }
  }

  // MARK: - Copies

  /// Copies the rules of the only view of another state.
  ///
  /// - Parameters:
  ///   - source: a state of one view, whose values name views and closures by numbers of its own.
  ///   - view: the view here.
  ///   - numbers: memory for the numbers that values have here.
  ///   - viewAt: the view of a number.
  ///   - provided: the provided value of a number.
  ///   - rule: the rule of a number.
  /// - Throws: the error that `viewAt` throws.
  mutating func take(
    _ source: borrowing RuleState, as view: ViewID, _ numbers: inout Arena<Int32>,
    viewAt: (Int) throws(LayoutError) -> ViewID, provided: (Int32) -> Int32,
    rule: (Int32) -> Int32
  ) throws(LayoutError) {
    var copies = source.held[0]
    // The assigned values and their operands are used; operands come before results.
    let (isUnused, isUsed) = (Int32(-1), Int32(-2))
    numbers.removeAll()
    numbers.grow(to: source.values.count, filling: isUnused)
    let places = numbers.base
    copies.forEachValue { places[Int($0.value)] = isUsed }
    for index in source.values.indices.reversed() where places[index] == isUsed {
      switch source.values[index] {
      case .fromFarSide(_, let operand): places[Int(operand)] = isUsed
      case .operation(_, let first, let second, _, _):
        places[Int(first)] = isUsed
        places[Int(second)] = isUsed
      default: break
      }
    }
    for index in source.values.indices where places[index] == isUsed {
      let value: RuleValue
      switch source.values[index] {
      case .line(let attribute, let other):
        value = .line(attribute, of: try viewAt(other.index))
      case .size(let axis, let other): value = .size(axis, of: try viewAt(other.index))
      case .provided(let index): value = .provided(provided(index))
      case .fromFarSide(let axis, let operand):
        value = .fromFarSide(axis, places[Int(operand)])
      case .operation(let operation, let first, let second, let number, let column):
        value = .operation(
          operation, places[Int(first)], places[Int(second)], rule: rule(number), column: column)
      case let other: value = other
      }
      places[index] = node(value)
    }
    copies.forEachValue {
      $0.rule = rule($0.rule)
      $0.value = places[Int($0.value)]
    }
    held[view.index] = copies
  }

  /// Gives views, provided values and rules other numbers.
  mutating func renumber(
    _ view: (Int) -> Int, provided: (Int32) -> Int32, rule: (Int32) -> Int32
  ) {
    for index in values.indices {
      switch values[index] {
      case .line(let attribute, let other):
        values[index] = .line(attribute, of: ViewID(view(other.index)))
      case .size(let axis, let other): values[index] = .size(axis, of: ViewID(view(other.index)))
      case .provided(let number): values[index] = .provided(provided(number))
      case .operation(let operation, let first, let second, let number, let column):
        values[index] = .operation(operation, first, second, rule: rule(number), column: column)
      case .number, .percentage, .fromFarSide: break
      }
    }
    for index in held.indices { held.base[index].forEachValue { $0.rule = rule($0.rule) } }
  }

  /// Removes the values that no rule assigns and no name refers to any more.
  mutating func compact() {
    var numbers: [Int32: Int32] = [:]
    var search = ValueSearch()
    var kept = Arena<RuleValue>(capacity: values.count / 2)
    var roots: [Int32] = []
    for view in held.indices { held.base[view].forEachValue { roots.append($0.value) } }
    for index in named.indices where named[index] >= 0 { roots.append(named[index]) }
    for root in roots where numbers[root] == nil {
      search.collect(from: root, in: values)
      search.sortFound()
      for index in search.found.indices {
        let number = search.found[index]
        guard numbers[number] == nil else { continue }
        switch values[number] {
        case .fromFarSide(let axis, let operand):
          kept.append(.fromFarSide(axis, numbers[operand] ?? 0))
        case .operation(let operation, let first, let second, let rule, let column):
          kept.append(
            .operation(
              operation, numbers[first] ?? 0, numbers[second] ?? 0, rule: rule, column: column))
        case let value: kept.append(value)
        }
        numbers[number] = Int32(kept.count - 1)
      }
    }
    for view in held.indices {
      held.base[view].forEachValue { $0.value = numbers[$0.value] ?? 0 }
    }
    for index in named.indices where named[index] >= 0 {
      named[index] = numbers[named[index]] ?? -1
    }
    values = kept
  }

  /// Assigns to a line, size or bound; -1 resets it (docs/sll.md, What a view keeps).
  private mutating func assign(
    _ value: Int32, to attribute: RuleAttribute, of view: ViewID, rule: Int32
  ) {
    let axis = attribute.axis
    let names = view.index * Self.nameCount
    named[names + Int(attribute.rawValue)] = value
    let held = HeldValue(value: value, rule: rule)
    let holder = self.held.base + view.index
    switch attribute.target {
    case .size: holder.pointee[axis].size = held
    case .minimum: holder.pointee[axis].minimum = held
    case .maximum: holder.pointee[axis].maximum = held
    case .line(let line, let isFar):
      var near = value
      if isFar {
        if value >= 0 { near = node(.fromFarSide(axis, value)) }
        named[names + Int(attribute.near.rawValue)] = near
      }
      holder.pointee[axis].assign(line, HeldValue(value: near, rule: rule))
    }
  }
}

/// An argument for a format specifier.
package enum RuleArgument: Hashable, BitwiseCopyable, Sendable {
  /// For `%tt … %cr`, `%w`, `%h`.
  case view(ViewID)
  /// For `%f`, `%p` and, in scene files, those of closures and objects that are given as a number:
  /// points or hundredths.
  case number(Double)
  /// For `%^f`, `%@f`, `%^p`, `%@p`: the number of a value that is requested in each layout; in
  /// scene files, for `%^f` and `%^p`, the place of one of the scene's numbers.
  case provided(Int32)
}
