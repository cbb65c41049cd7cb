import LayoutModel

/// A value made ready: a constant, a sum of frames' numbers, or a small flat program.
///
/// All three give what the expression gives when it is evaluated as it stands, to the last bit: a
/// difference that is exactly 0 stays so, which decides divisions and bounds.
///
/// Frames are read as flat numbers: x, y, width, height of view v at 4 v … 4 v + 3.
struct RuleCode {
  enum Kind: UInt8 {
    case constant
    /// Terms `start ..< end`, added from left to right.
    case sum
    /// Instructions `start ..< end`.
    case program
  }

  var kind: Kind
  var start: Int32
  var end: Int32
  /// The value of a constant; the register of a program's result.
  var constant: Double
  /// The rule that holds the value, for messages.
  var rule: Int32

  static let none = RuleCode(kind: .constant, start: 0, end: 0, constant: 0, rule: -1)
}

/// A number of a frame with its coefficient, or a constant.
struct SumTerm {
  /// The number of the frames; -1 for a constant, which is the coefficient.
  let number: Int32
  let coefficient: Double
}

/// One step of a program: a sum, or an operation on two registers.
struct RuleInstruction {
  /// `nil` loads a sum: terms `first ..< second`.
  let operation: RuleOperator?
  let target: Int32
  let first: Int32
  let second: Int32
  /// Where a division stands, for messages.
  let rule: Int32
  let column: Int32
}

/// Turns values into code: sums where a value is one, programs where it is not.
struct RuleCompiler {
  /// Longer sums are computed by a program, so that those of shared values cannot grow with N².
  private static let longestSum = 12

  private(set) var codes: [RuleCode] = []
  private(set) var terms: [SumTerm] = []
  private(set) var instructions: [RuleInstruction] = []
  private(set) var registerCount = 0

  private let values: [RuleValue]
  private let tree: ViewTree
  private var search: ValueSearch
  private var sums: [Int32: [SumTerm]] = [:]
  private var registers: [Int32: Int32] = [:]

  init(_ state: RuleState, in tree: ViewTree) {
    values = state.values
    self.tree = tree
    search = ValueSearch(count: values.count)
  }

  /// Compiles a held value for the axis of its rule.
  ///
  /// - Returns: the number of its code.
  mutating func code(for value: Int32, rule: Int32, axis: Axis, superview: ViewID) -> Int32 {
    search.collect(from: value, in: values)
    sums.removeAll(keepingCapacity: true)
    registers.removeAll(keepingCapacity: true)
    // Operands have lower numbers than results, so a walk in rising order needs no recursion.
    let nodes = search.found.count == 1 ? search.found : search.found.sorted()
    let first = Int32(instructions.count)
    for node in nodes {
      if let sum = sum(of: node, axis: axis, superview: superview) {
        sums[node] = sum
      } else {
        emit(node, superview: superview)
      }
    }
    if let sum = sums[value] {
      instructions.removeSubrange(Int(first)...)
      let start = Int32(terms.count)
      if let constant = Self.constant(sum) {
        codes.append(
          RuleCode(kind: .constant, start: start, end: start, constant: constant, rule: rule))
      } else {
        terms += sum
        codes.append(
          RuleCode(kind: .sum, start: start, end: Int32(terms.count), constant: 0, rule: rule))
      }
    } else {
      let last = registers[value] ?? 0
      codes.append(
        RuleCode(
          kind: .program, start: first, end: Int32(instructions.count), constant: Double(last),
          rule: rule))
    }
    registerCount = max(registerCount, registers.count)
    return Int32(codes.count - 1)
  }

  // MARK: - Sums

  private func sum(of node: Int32, axis: Axis, superview: ViewID) -> [SumTerm]? {
    switch values[Int(node)].kind {
    case .number(let number): return [SumTerm(number: -1, coefficient: number)]
    case .percentage(let number, let own):
      let side: Axis =
        own == .horizontal ? .horizontal : own == .vertical ? .vertical : axis
      return [size(of: superview, side, number / 100)]
    case .size(let side, let view): return [size(of: view, side, 1)]
    case .line(let attribute, let view): return line(attribute, of: view, in: superview)
    case .fromFarSide(let side, let value):
      guard let inner = sums[value], inner.count == 1 else { return nil }
      return [size(of: superview, side, 1)] + Self.scaled(inner, by: -1)
    case .operation(let operation, let first, let second, _, _):
      guard let one = sums[first], let other = sums[second] else { return nil }
      if let first = Self.constant(one), let second = Self.constant(other) {
        guard operation != .divide || second != 0 else { return nil }
        return [SumTerm(number: -1, coefficient: operation.apply(first, second))]
      }
      switch operation {
      case .add, .subtract:
        // Only one term at a time is added from left to right as the expression says.
        guard other.count == 1, one.count < Self.longestSum else { return nil }
        return one + Self.scaled(other, by: operation == .add ? 1 : -1)
      case .multiply:
        if let factor = Self.constant(other), Self.isExact(factor) {
          return Self.scaled(one, by: factor)
        }
        if let factor = Self.constant(one), Self.isExact(factor) {
          return Self.scaled(other, by: factor)
        }
        return nil
      case .divide:
        guard let divisor = Self.constant(other), Self.isExact(divisor) else { return nil }
        return Self.scaled(one, by: 1 / divisor)
      }
    }
  }

  private static func constant(_ sum: [SumTerm]) -> Double? {
    sum.count == 1 && sum[0].number < 0 ? sum[0].coefficient : nil
  }

  /// Whether multiplying by a number loses no digits: a power of 2 of common size.
  private static func isExact(_ factor: Double) -> Bool {
    factor.significand == 1 && abs(factor.exponent) < 64
  }

  private static func scaled(_ sum: [SumTerm], by factor: Double) -> [SumTerm] {
    sum.map { SumTerm(number: $0.number, coefficient: $0.coefficient * factor) }
  }

  private func size(of view: ViewID, _ axis: Axis, _ coefficient: Double) -> SumTerm {
    SumTerm(
      number: Int32(view.index * 4 + (axis == .horizontal ? 2 : 3)), coefficient: coefficient)
  }

  /// A line of a view in the coordinates of a superview (`sll.md` 4).
  private func line(
    _ attribute: RuleAttribute, of view: ViewID, in superview: ViewID
  ) -> [SumTerm]? {
    guard case .line(let line, let isFar) = attribute.target else { return nil }
    let axis = attribute.axis
    let origin = Int32(axis == .horizontal ? 0 : 1)
    let common = tree.commonAncestor(view, superview)
    var sum: [SumTerm] = []
    for (start, sign) in [(view, 1.0), (superview, -1.0)] {
      var current = start
      while current != common, let above = tree.superview(of: current) {
        sum.append(SumTerm(number: Int32(current.index * 4) + origin, coefficient: sign))
        current = above
      }
    }
    switch line {
    case .start: break
    case .end: sum.append(size(of: view, axis, 1))
    case .centre: sum.append(size(of: view, axis, 0.5))
    }
    if isFar { sum = [size(of: superview, axis, 1)] + Self.scaled(sum, by: -1) }
    return sum.isEmpty ? [SumTerm(number: -1, coefficient: 0)] : sum
  }

  // MARK: - Programs

  private mutating func emit(_ node: Int32, superview: ViewID) {
    switch values[Int(node)].kind {
    case .operation(let operation, let first, let second, let rule, let column):
      let one = register(of: first)
      let other = register(of: second)
      append(operation, to: node, one, other, rule: rule, column: column)
    case .fromFarSide(let side, let value):
      let one = load([size(of: superview, side, 1)])
      let other = register(of: value)
      append(.subtract, to: node, one, other, rule: -1, column: 0)
    default: preconditionFailure("numbers, percentages, lines and sizes are sums")
    }
  }

  private mutating func append(
    _ operation: RuleOperator, to node: Int32, _ first: Int32, _ second: Int32, rule: Int32,
    column: Int32
  ) {
    let target = newRegister(for: node)
    instructions.append(
      RuleInstruction(
        operation: operation, target: target, first: first, second: second, rule: rule,
        column: column))
  }

  private mutating func register(of node: Int32) -> Int32 {
    if let known = registers[node] { return known }
    guard let sum = sums[node] else { return 0 }
    let register = load(sum)
    registers[node] = register
    return register
  }

  private mutating func load(_ sum: [SumTerm]) -> Int32 {
    let start = Int32(terms.count)
    terms += sum
    // A key of its own: the value may be no node.
    let target = newRegister(for: -Int32(registers.count) - 1)
    instructions.append(
      RuleInstruction(
        operation: nil, target: target, first: start, second: Int32(terms.count), rule: -1,
        column: 0))
    return target
  }

  private mutating func newRegister(for node: Int32) -> Int32 {
    let register = Int32(registers.count)
    registers[node] = register
    return register
  }
}
