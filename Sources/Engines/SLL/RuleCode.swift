import LayoutModel

/// A value made ready: a constant, a sum of frames' numbers, or a small flat program.
///
/// All three give what the expression gives when it is evaluated as it stands, to the last bit: a
/// difference that is exactly 0 stays so, which decides divisions and bounds.
///
/// Frames are read as flat numbers: x, y, width, height of view v at 4 v … 4 v + 3.
struct RuleCode: BitwiseCopyable {
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
struct SumTerm: BitwiseCopyable {
  /// The number of the frames; -1 for a constant, which is the coefficient.
  let number: Int32
  let coefficient: Double
}

/// One step of a program: a sum, or an operation on two registers.
struct RuleInstruction: BitwiseCopyable {
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

  /// A sum in `scratch`.
  private struct Sum {
    var start: Int
    var end: Int
    var count: Int { end - start }
  }

  private let values: [RuleValue]
  private let tree: ViewTree
  private var search: ValueSearch
  /// The sums of the value that is being compiled.
  private var scratch: [SumTerm] = []
  private var sums: [Sum]
  /// Registers of nodes that have one; -1 of the others.
  private var registers: [Int32]
  private var usedRegisters: Int32 = 0

  init(_ state: RuleState, in tree: ViewTree) {
    values = state.values
    self.tree = tree
    search = ValueSearch(count: values.count)
    sums = Array(repeating: Sum(start: 0, end: 0), count: values.count)
    registers = Array(repeating: -1, count: values.count)
  }

  /// Compiles a held value for the axis of its rule.
  ///
  /// - Returns: the number of its code.
  mutating func code(for value: Int32, rule: Int32, axis: Axis, superview: ViewID) -> Int32 {
    scratch.removeAll(keepingCapacity: true)
    let isSum: Bool
    let first = Int32(instructions.count)
    if values[Int(value)].isSingle {
      isSum = addSum(of: value, axis: axis, superview: superview)
    } else {
      // Operands have lower numbers than results, so a walk in rising order needs no recursion.
      search.collect(from: value, in: values)
      let nodes = search.found.sorted()
      usedRegisters = 0
      for node in nodes {
        registers[Int(node)] = -1
        sums[Int(node)] = Sum(start: 0, end: 0)
        if !addSum(of: node, axis: axis, superview: superview) { emit(node, superview: superview) }
      }
      isSum = sums[Int(value)].count > 0
    }
    guard isSum else {
      codes.append(
        RuleCode(
          kind: .program, start: first, end: Int32(instructions.count),
          constant: Double(registers[Int(value)]), rule: rule))
      registerCount = max(registerCount, Int(usedRegisters))
      return Int32(codes.count - 1)
    }
    instructions.removeLast(instructions.count - Int(first))
    let start = Int32(terms.count)
    let sum = sums[Int(value)]
    if let constant = constant(sum) {
      codes.append(
        RuleCode(kind: .constant, start: start, end: start, constant: constant, rule: rule))
    } else {
      terms += scratch[sum.start..<sum.end]
      codes.append(
        RuleCode(kind: .sum, start: start, end: Int32(terms.count), constant: 0, rule: rule))
    }
    return Int32(codes.count - 1)
  }

  // MARK: - Sums

  /// Writes a node's sum into `scratch`.
  ///
  /// - Returns: whether it is one.
  private mutating func addSum(of node: Int32, axis: Axis, superview: ViewID) -> Bool {
    let start = scratch.count
    switch values[Int(node)].kind {
    case .number(let number): scratch.append(SumTerm(number: -1, coefficient: number))
    case .percentage(let number, let own):
      scratch.append(size(of: superview, own.axis(inRuleOf: axis), number / 100))
    case .size(let side, let view): scratch.append(size(of: view, side, 1))
    case .line(let attribute, let view): addLine(attribute, of: view, in: superview)
    case .fromFarSide(let side, let value):
      let inner = sums[Int(value)]
      guard inner.count == 1 else { return false }
      scratch.append(size(of: superview, side, 1))
      add(inner, times: -1)
    case .operation(let operation, let first, let second, _, _):
      guard add(operation, sums[Int(first)], sums[Int(second)]) else { return false }
    }
    sums[Int(node)] = Sum(start: start, end: scratch.count)
    return true
  }

  /// Writes the sum of an operation, where it is one that gives the same number to the last bit.
  private mutating func add(_ operation: RuleOperator, _ one: Sum, _ other: Sum) -> Bool {
    guard one.count > 0, other.count > 0 else { return false }
    if let first = constant(one), let second = constant(other) {
      guard operation != .divide || second != 0 else { return false }
      scratch.append(SumTerm(number: -1, coefficient: operation.apply(first, second)))
      return true
    }
    switch operation {
    case .add, .subtract:
      // Only one term at a time is added from left to right as the expression says.
      guard other.count == 1, one.count < Self.longestSum else { return false }
      add(one, times: 1)
      add(other, times: operation == .add ? 1 : -1)
    case .multiply:
      if let factor = constant(other), Self.isExact(factor) {
        add(one, times: factor)
      } else if let factor = constant(one), Self.isExact(factor) {
        add(other, times: factor)
      } else {
        return false
      }
    case .divide:
      guard let divisor = constant(other), Self.isExact(divisor) else { return false }
      add(one, times: 1 / divisor)
    }
    return true
  }

  private mutating func add(_ sum: Sum, times factor: Double) {
    for index in sum.start..<sum.end {
      let term = scratch[index]
      scratch.append(SumTerm(number: term.number, coefficient: term.coefficient * factor))
    }
  }

  private func constant(_ sum: Sum) -> Double? {
    guard sum.count == 1, scratch[sum.start].number < 0 else { return nil }
    return scratch[sum.start].coefficient
  }

  /// Whether multiplying by a number loses no digits: a power of 2 of common size.
  private static func isExact(_ factor: Double) -> Bool {
    factor.significand == 1 && abs(factor.exponent) < 64
  }

  private func size(of view: ViewID, _ axis: Axis, _ coefficient: Double) -> SumTerm {
    SumTerm(
      number: Int32(view.index * 4 + (axis == .horizontal ? 2 : 3)), coefficient: coefficient)
  }

  /// A line of a view in the coordinates of a superview (`sll.md` 4).
  private mutating func addLine(
    _ attribute: RuleAttribute, of view: ViewID, in superview: ViewID
  ) {
    guard case .line(let line, let isFar) = attribute.target else { return }
    let axis = attribute.axis
    let origin = Int32(axis == .horizontal ? 0 : 1)
    let factor: Double = isFar ? -1 : 1
    let start = scratch.count
    if isFar { scratch.append(size(of: superview, axis, 1)) }
    let common = tree.commonAncestor(view, superview)
    for (from, sign) in [(view, factor), (superview, -factor)] {
      var current = from
      while current != common, let above = tree.superview(of: current) {
        scratch.append(SumTerm(number: Int32(current.index * 4) + origin, coefficient: sign))
        current = above
      }
    }
    switch line {
    case .start: break
    case .end: scratch.append(size(of: view, axis, factor))
    case .centre: scratch.append(size(of: view, axis, 0.5 * factor))
    }
    if scratch.count == start { scratch.append(SumTerm(number: -1, coefficient: 0)) }
  }

  // MARK: - Programs

  private mutating func emit(_ node: Int32, superview: ViewID) {
    switch values[Int(node)].kind {
    case .operation(let operation, let first, let second, let rule, let column):
      let one = register(of: first)
      let other = register(of: second)
      append(operation, to: node, one, other, rule: rule, column: column)
    case .fromFarSide(let side, let value):
      let start = scratch.count
      scratch.append(size(of: superview, side, 1))
      let one = load(Sum(start: start, end: scratch.count))
      let other = register(of: value)
      append(.subtract, to: node, one, other, rule: -1, column: 0)
    default: preconditionFailure("numbers, percentages, lines and sizes are sums")
    }
  }

  private mutating func append(
    _ operation: RuleOperator, to node: Int32, _ first: Int32, _ second: Int32, rule: Int32,
    column: Int32
  ) {
    let target = newRegister()
    registers[Int(node)] = target
    instructions.append(
      RuleInstruction(
        operation: operation, target: target, first: first, second: second, rule: rule,
        column: column))
  }

  private mutating func register(of node: Int32) -> Int32 {
    if registers[Int(node)] < 0 { registers[Int(node)] = load(sums[Int(node)]) }
    return registers[Int(node)]
  }

  private mutating func load(_ sum: Sum) -> Int32 {
    let start = Int32(terms.count)
    terms += scratch[sum.start..<sum.end]
    let target = newRegister()
    instructions.append(
      RuleInstruction(
        operation: nil, target: target, first: start, second: Int32(terms.count), rule: -1,
        column: 0))
    return target
  }

  private mutating func newRegister() -> Int32 {
    usedRegisters += 1
    return usedRegisters - 1
  }
}
