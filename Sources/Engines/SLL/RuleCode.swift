import LayoutBenchFunctions
import LayoutModel

/// A compiled value: a short sum, a multiple of one, a sum of any length, or a small flat program.
///
/// All of them give the result of evaluating the expression as written, to the last bit but for the
/// sign of a zero: a difference that is exactly 0 stays so, which decides divisions and bounds.
///
/// Frames are read as flat numbers: x, y, width, height of view v at 4 v … 4 v + 3.
struct RuleCode: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    /// At most two numbers of frames with their coefficients, and a constant that is added last: most
    /// values of rules. A coefficient of 0 stands for no number.
    case short
    /// The first number with its coefficient and the constant, times the second coefficient.
    case product
    /// The same divided by the second coefficient, which is not 0: equal shares of a size.
    case quotient
    /// Terms `first ..< second`, added from left to right.
    case sum
    /// Instructions `first ..< second`; the constant is the register of the result.
    case program
  }

  var constant = 0.0
  var firstCoefficient = 0.0
  var secondCoefficient = 0.0
  var first: Int32 = 0
  var second: Int32 = 0
  /// The rule that assigned the value, for messages.
  var rule: Int32
  var kind = Kind.short
}

/// A number of a frame with its coefficient; or a constant or provided value.
struct SumTerm: BitwiseCopyable {
  /// The number of the frames; -1 for a constant, which is the coefficient; -2 - n for provided
  /// value n.
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
  /// The rule and column of a division, for messages.
  let rule: Int32
  let column: Int32
}

/// The compiled rules of a plan: codes with the terms and instructions that they refer to.
struct RuleProgram: ~Copyable {
  var codes: Arena<RuleCode>
  var terms: Arena<SumTerm>
  var instructions: Arena<RuleInstruction>
  var registerCount = 1
  /// The number of terms of all values: those of short sums are in their codes.
  private(set) var termCount = 0

  /// The number of the code that was appended last.
  var lastCode: Int32 { Int32(truncatingIfNeeded: codes.count &- 1) }

  init(viewCount: Int) {
    codes = Arena(capacity: 4 * viewCount)
    terms = Arena()
    instructions = Arena()
  }

  /// Appends the code of the sum of all terms from an index on, which are removed where it is short.
  @inline(__always)
  mutating func append(sumOfTermsFrom start: Int, rule: Int32) {
    let count = terms.count &- start
    termCount &+= count
    if let code = Self.shortSum(terms.base + start, count, rule) {
      terms.removeAll(from: start)
      codes.append(code)
    } else {
      codes.append(
        RuleCode(
          first: Int32(truncatingIfNeeded: start), second: Int32(truncatingIfNeeded: terms.count),
          rule: rule, kind: .sum))
    }
  }

  /// Appends the code of a program with the terms from an index on.
  mutating func append(_ code: RuleCode, withTermsFrom start: Int) {
    termCount &+= terms.count &- start
    codes.append(code)
  }

  /// Makes the code of a sum of at most two numbers and a constant.
  ///
  /// The constant is the last of its terms, or either of two: then the order does not matter.
  @inline(__always)
  fileprivate static func shortSum(
    _ terms: UnsafePointer<SumTerm>, _ count: Int, _ rule: Int32
  ) -> RuleCode? {
    var (first, end) = (0, count)
    var code = RuleCode(rule: rule)
    if terms[count &- 1].number == -1 {
      end &-= 1
      code.constant = terms[end].coefficient
    } else if count == 2, terms[0].number == -1 {
      first = 1
      code.constant = terms[0].coefficient
    }
    guard end &- first <= 2 else { return nil }
    if first < end {
      guard terms[first].number >= 0 else { return nil }
      code.first = terms[first].number
      code.firstCoefficient = terms[first].coefficient
      first &+= 1
    }
    if first < end {
      guard terms[first].number >= 0 else { return nil }
      code.second = terms[first].number
      code.secondCoefficient = terms[first].coefficient
    }
    return code
  }
}

/// Turns values into code: sums where a value is one, programs where it is not.
struct RuleCompiler: ~Copyable {
  /// Longer sums are computed by a program, so that those of shared values cannot grow with N².
  private static let longestSum = 12

  /// Terms `start ..< end` of `scratch`; none where a value is no sum.
  struct Sum: BitwiseCopyable {
    var start: Int
    var end: Int
    var count: Int { end &- start }
  }

  private var search = ValueSearch()
  /// The sums of the value that is being compiled.
  private var scratch = Arena<SumTerm>(capacity: 64)
  /// The least number among the values of the expression.
  private var least: Int32 = 0
  /// The sum of each value of the expression, by number from `least` on.
  private var sums = Arena<Sum>()
  /// Registers of values that have one; -1 for the others.
  private var registers = Arena<Int32>()
  private var usedRegisters: Int32 = 0

  /// Compiles an assigned value for the axis of its rule.
  ///
  /// - Returns: the number of its code.
  @inline(__always)
  mutating func code(
    for held: RuleState.HeldValue, axis: Axis, superview: ViewID, _ state: borrowing RuleState,
    in tree: ViewTree, into program: inout RuleProgram
  ) -> Int32 {
    let start = program.terms.count
    switch state.values[held.value] {
    case .number(let number):
      program.codes.append(RuleCode(constant: number, rule: held.rule))
      return program.lastCode
    case .operation(let operation, let first, let second, _, _):
      guard
        addSimple(
          operation, state.values[first], state.values[second], axis, superview, tree,
          to: &program.terms)
      else {
        return expression(
          held, axis: axis, superview: superview, state, in: tree, into: &program)
      }
    case .fromFarSide(let side, let value):
      program.terms.append(Self.size(of: superview, side, 1))
      let inner = state.values[value]
      if case .number(let number) = inner {
        program.terms.append(SumTerm(number: -1, coefficient: -number))
      } else {
        let isSimple =
          inner.isSingle && Self.add(inner, axis, superview, tree, to: &program.terms)
          && program.terms.count == start + 2
        guard isSimple else {
          program.terms.removeAll(from: start)
          return expression(
            held, axis: axis, superview: superview, state, in: tree, into: &program)
        }
        Self.scale(&program.terms, from: start + 1, by: -1)
      }
    default: _ = Self.add(state.values[held.value], axis, superview, tree, to: &program.terms)
    }
    program.append(sumOfTermsFrom: start, rule: held.rule)
    return program.lastCode
  }

  /// Writes a sum or difference of two values without operands of their own, the second of one
  /// term.
  @inline(__always)
  private func addSimple(
    _ operation: RuleOperator, _ first: RuleValue, _ second: RuleValue, _ axis: Axis,
    _ superview: ViewID, _ tree: ViewTree, to terms: inout Arena<SumTerm>
  ) -> Bool {
    guard operation == .add || operation == .subtract, first.isSingle, second.isSingle else {
      return false
    }
    if case .number = first, case .number = second { return false }
    let start = terms.count
    _ = Self.add(first, axis, superview, tree, to: &terms)
    let middle = terms.count
    _ = Self.add(second, axis, superview, tree, to: &terms)
    guard terms.count == middle + 1 else {
      terms.removeAll(from: start)
      return false
    }
    if operation == .subtract { Self.scale(&terms, from: middle, by: -1) }
    return true
  }

  /// Appends the code of a value or short sum that is multiplied or divided by a number, the same code
  /// that `expression` makes of any value: equal shares of a size are most of those with more than two
  /// operands.
  ///
  /// - Returns: whether the operation is one of these.
  private func appendMultiple(
    _ operation: RuleOperator, _ first: RuleValue, _ second: RuleValue, rule: Int32, _ axis: Axis,
    _ superview: ViewID, _ state: borrowing RuleState, _ tree: ViewTree,
    to program: inout RuleProgram
  ) -> Bool {
    guard operation == .multiply || operation == .divide else { return false }
    var (value, factor) = (first, second)
    if operation == .multiply, case .number = first { swap(&value, &factor) }
    guard case .number(let factor) = factor, operation == .multiply || factor != 0 else {
      return false
    }
    let start = program.terms.count
    switch value {
    case .number, .fromFarSide: return false
    case .operation(let inner, let one, let other, _, _):
      let isSimple = addSimple(
        inner, state.values[one], state.values[other], axis, superview, tree, to: &program.terms)
      guard isSimple else { return false }
    default: _ = Self.add(value, axis, superview, tree, to: &program.terms)
    }
    let count = program.terms.count - start
    let isConstant = !(start..<program.terms.count).contains { program.terms[$0].number != -1 }
    guard !isConstant, count <= Self.longestSum else {
      program.terms.removeAll(from: start)
      return false
    }
    if Self.isExact(factor) {
      let factor = operation == .multiply ? factor : 1 / factor
      Self.scale(&program.terms, from: start, by: factor)
      program.append(sumOfTermsFrom: start, rule: rule)
      return true
    }
    let sum = RuleProgram.shortSum(program.terms.base + start, count, rule)
    defer { program.terms.removeAll(from: start) }
    guard let code = sum.flatMap({ Self.multiple(of: $0, operation, factor) }) else {
      return false
    }
    // The factor is a term, too.
    program.terms.append(SumTerm(number: -1, coefficient: factor))
    program.append(code, withTermsFrom: start)
    return true
  }

  /// Returns a short sum times a factor, or divided by it; `nil` where it has two numbers.
  private static func multiple(
    of sum: RuleCode, _ operation: RuleOperator, _ factor: Double
  ) -> RuleCode? {
    guard sum.secondCoefficient == 0 else { return nil }
    var code = sum
    code.secondCoefficient = factor
    code.kind = operation == .multiply ? .product : .quotient
    return code
  }

  @inline(__always)
  private static func scale(_ terms: inout Arena<SumTerm>, from start: Int, by factor: Double) {
    for index in start..<terms.count {
      let term = terms[index]
      terms[index] = SumTerm(number: term.number, coefficient: term.coefficient * factor)
    }
  }

  // MARK: - Values without operands

  /// Writes the sum of a value that has no operands.
  ///
  /// - Returns: whether it is such a value.
  @inline(__always)
  private static func add(
    _ value: RuleValue, _ axis: Axis, _ superview: ViewID, _ tree: ViewTree,
    to terms: inout Arena<SumTerm>
  ) -> Bool {
    switch value {
    case .number(let number): terms.append(SumTerm(number: -1, coefficient: number))
    case .percentage(let number, let own):
      terms.append(size(of: superview, own.axis(inRuleOf: axis), number / 100))
    case .size(let side, let view): terms.append(size(of: view, side, 1))
    case .provided(let number): terms.append(SumTerm(number: -2 - number, coefficient: 1))
    case .line(let attribute, let view): addLine(attribute, of: view, in: superview, tree, &terms)
    case .fromFarSide, .operation: return false
    }
    return true
  }

  @inline(__always)
  private static func size(of view: ViewID, _ axis: Axis, _ coefficient: Double) -> SumTerm {
    let side = axis == .horizontal ? 2 : 3
    return SumTerm(
      number: Int32(truncatingIfNeeded: view.index &* 4 &+ side), coefficient: coefficient)
  }

  /// Writes a line of a view in the coordinates of a superview (docs/sll.md, %-references).
  @inline(__always)
  private static func addLine(
    _ attribute: RuleAttribute, of view: ViewID, in superview: ViewID, _ tree: ViewTree,
    _ terms: inout Arena<SumTerm>
  ) {
    guard case .line(let line, let isFar) = attribute.target else { return }
    let axis = attribute.axis
    let origin = axis == .horizontal ? 0 : 1
    let factor: Double = isFar ? -1 : 1
    let start = terms.count
    if isFar { terms.append(size(of: superview, axis, 1)) }
    if Int(tree.superviews[view.index]) == superview.index {
      terms.append(
        SumTerm(
          number: Int32(truncatingIfNeeded: view.index &* 4 &+ origin), coefficient: factor))
    } else if view != superview {
      tree.forEachOnConversionPath(from: view, to: superview) { other, sign in
        terms.append(
          SumTerm(
            number: Int32(truncatingIfNeeded: other &* 4 &+ origin), coefficient: sign * factor))
      }
    }
    switch line {
    case .start: break
    case .end: terms.append(size(of: view, axis, factor))
    case .centre: terms.append(size(of: view, axis, 0.5 * factor))
    }
    if terms.count == start { terms.append(SumTerm(number: -1, coefficient: 0)) }
  }

  // MARK: - Expressions

  /// Compiles a value with operands of any depth.
  private mutating func expression(
    _ held: RuleState.HeldValue, axis: Axis, superview: ViewID, _ state: borrowing RuleState,
    in tree: ViewTree, into program: inout RuleProgram
  ) -> Int32 {
    if case .operation(let operation, let first, let second, _, _) = state.values[held.value],
      appendMultiple(
        operation, state.values[first], state.values[second], rule: held.rule, axis, superview,
        state, tree, to: &program)
    {
      return program.lastCode
    }
    scratch.removeAll()
    let firstInstruction = program.instructions.count
    let firstTerm = program.terms.count
    // Operands have lower numbers than results, so a walk in rising order needs no recursion.
    search.collect(from: held.value, in: state.values)
    search.sortFound()
    least = search.found[0]
    let span = Int(held.value - least) + 1
    sums.grow(to: span, filling: Sum(start: 0, end: 0))
    registers.grow(to: span, filling: -1)
    usedRegisters = 0
    for index in search.found.indices {
      let node = search.found[index] - least
      registers[node] = -1
      sums[node] = Sum(start: 0, end: 0)
      let start = scratch.count
      if addSum(of: state.values[node + least], axis, superview, tree) {
        sums[node] = Sum(start: start, end: scratch.count)
      } else {
        emit(node, state.values[node + least], superview, into: &program)
      }
    }
    let sum = sums[held.value - least]
    if sum.count > 0 {
      program.instructions.removeAll(from: firstInstruction)
      program.terms.removeAll(from: firstTerm)
      for index in sum.start..<sum.end { program.terms.append(scratch[index]) }
      program.append(sumOfTermsFrom: firstTerm, rule: held.rule)
    } else if let code = multiple(firstInstruction, rule: held.rule, of: program) {
      program.append(code, withTermsFrom: firstTerm)
      program.instructions.removeAll(from: firstInstruction)
      program.terms.removeAll(from: firstTerm)
    } else {
      program.append(
        RuleCode(
          constant: Double(registers[held.value - least]), first: Int32(firstInstruction),
          second: Int32(program.instructions.count), rule: held.rule, kind: .program),
        withTermsFrom: firstTerm)
      program.registerCount = max(program.registerCount, Int(usedRegisters))
    }
    return program.lastCode
  }

  /// Writes a value's sum into `scratch`.
  ///
  /// - Returns: whether the value is a sum.
  private mutating func addSum(
    of value: RuleValue, _ axis: Axis, _ superview: ViewID, _ tree: ViewTree
  ) -> Bool {
    switch value {
    case .fromFarSide(let side, let operand):
      let inner = sums[operand - least]
      guard inner.count == 1 else { return false }
      scratch.append(Self.size(of: superview, side, 1))
      add(inner, times: -1)
      return true
    case .operation(let operation, let first, let second, _, _):
      return add(operation, sums[first - least], sums[second - least])
    default: return Self.add(value, axis, superview, tree, to: &scratch)
    }
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
      // Only a single term on the right is added in the order of the expression.
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
    guard sum.count == 1, scratch[sum.start].number == -1 else { return nil }
    return scratch[sum.start].coefficient
  }

  /// Returns true if multiplying by a number loses no digits: a power of 2 of common size.
  private static func isExact(_ factor: Double) -> Bool {
    factor.significand == 1 && abs(factor.exponent) < 64
  }

  // MARK: - Programs

  /// Makes the code of a program that multiplies or divides a number of a frame, and a constant, by
  /// another constant.
  ///
  /// - Parameters:
  ///   - start: the program's first instruction.
  ///   - rule: the rule that assigned the value.
  ///   - program: the instructions and terms.
  /// - Returns: the code; `nil` where it is another program.
  private func multiple(
    _ start: Int, rule: Int32, of program: borrowing RuleProgram
  ) -> RuleCode? {
    guard program.instructions.count == start + 3 else { return nil }
    var (one, other) = (program.instructions[start], program.instructions[start + 1])
    let last = program.instructions[start + 2]
    guard one.operation == nil, other.operation == nil, last.first == one.target,
      last.second == other.target, let operation = last.operation
    else { return nil }
    func isConstant(_ load: RuleInstruction) -> Bool {
      load.second == load.first + 1 && program.terms[load.first].number == -1
    }
    // Factors are the same in either order, to the last bit.
    if operation == .multiply, isConstant(one) { swap(&one, &other) }
    guard operation == .multiply || operation == .divide, isConstant(other) else { return nil }
    let factor = program.terms[other.first].coefficient
    let sum = RuleProgram.shortSum(
      program.terms.base + Int(one.first), Int(one.second - one.first), rule)
    guard operation == .multiply || factor != 0 else { return nil }
    return sum.flatMap { Self.multiple(of: $0, operation, factor) }
  }

  private mutating func emit(
    _ node: Int32, _ value: RuleValue, _ superview: ViewID, into program: inout RuleProgram
  ) {
    switch value {
    case .operation(let operation, let first, let second, let rule, let column):
      let one = register(of: first - least, &program)
      let other = register(of: second - least, &program)
      append(operation, to: node, one, other, rule: rule, column: column, &program)
    case .fromFarSide(let side, let operand):
      let start = scratch.count
      scratch.append(Self.size(of: superview, side, 1))
      let one = load(Sum(start: start, end: scratch.count), &program)
      let other = register(of: operand - least, &program)
      append(.subtract, to: node, one, other, rule: -1, column: 0, &program)
    default: preconditionFailure("values without operands are sums")
    }
  }

  private mutating func append(
    _ operation: RuleOperator, to node: Int32, _ first: Int32, _ second: Int32, rule: Int32,
    column: Int32, _ program: inout RuleProgram
  ) {
    let target = newRegister()
    registers[node] = target
    program.instructions.append(
      RuleInstruction(
        operation: operation, target: target, first: first, second: second, rule: rule,
        column: column))
  }

  private mutating func register(of node: Int32, _ program: inout RuleProgram) -> Int32 {
    if registers[node] >= 0 { return registers[node] }
    let loaded = load(sums[node], &program)
    registers[node] = loaded
    return loaded
  }

  private mutating func load(_ sum: Sum, _ program: inout RuleProgram) -> Int32 {
    let start = Int32(program.terms.count)
    for index in sum.start..<sum.end { program.terms.append(scratch[index]) }
    let target = newRegister()
    program.instructions.append(
      RuleInstruction(
        operation: nil, target: target, first: start, second: Int32(program.terms.count), rule: -1,
        column: 0))
    return target
  }

  private mutating func newRegister() -> Int32 {
    usedRegisters += 1
    return usedRegisters - 1
  }
}
