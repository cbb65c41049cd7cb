import LayoutBenchFunctions
import LayoutModel

extension OrderedRules {
  /// Computes all frames as functions of the root's size, with the clamps that act at its present
  /// one.
  ///
  /// - Returns: whether that is possible.
  func fill(_ functions: inout FrameFunctions) -> Bool {
    let root = given[0].size
    for view in 1..<max(1, viewCount) where positions[view] < 0 {
      let frame = given[view]
      for (side, value) in [frame.x, frame.y, frame.width, frame.height].enumerated() {
        functions[4 * view + side] = AffineNumber(constant: value)
      }
    }
    for index in steps.indices {
      let step = steps[index]
      let view = Int(step.view)
      let start = given[view]
      guard
        let (x, width) = place(step.horizontal, start.x, start.width, &functions, root),
        let (y, height) = place(step.vertical, start.y, start.height, &functions, root),
        x.isTame, y.isTame, width.isTame, height.isTame
      else { return false }
      functions[4 * view] = x
      functions[4 * view + 1] = y
      functions[4 * view + 2] = width
      functions[4 * view + 3] = height
    }
    return true
  }

  /// Computes one axis of a view: size, clamp, place, as in a pass.
  private func place(
    _ step: AxisStep, _ givenStart: Double, _ givenSize: Double, _ functions: inout FrameFunctions,
    _ root: Size
  ) -> (start: AffineNumber, size: AffineNumber)? {
    var size = AffineNumber(constant: givenSize)
    var last = AffineNumber(constant: givenStart)
    if step.lineCount > 0 {
      guard let value = value(step.last, functions) else { return nil }
      last = value
    }
    if step.lineCount == 2 {
      guard let first = value(step.first, functions) else { return nil }
      size = (last - first) * Double(step.direction)
    } else if step.size >= 0 {
      guard let value = value(step.size, functions) else { return nil }
      size = value
    }
    if step.minimum >= 0 {
      guard let minimum = value(step.minimum, functions),
        let counts = functions.isNotNegative(minimum, at: root)
      else { return nil }
      if counts {
        guard let isKept = functions.isNotNegative(size - minimum, at: root) else { return nil }
        if !isKept { size = minimum }
      }
    }
    if step.maximum >= 0 {
      guard let maximum = value(step.maximum, functions),
        let counts = functions.isNotNegative(maximum, at: root)
      else { return nil }
      if counts {
        guard let isKept = functions.isNotNegative(maximum - size, at: root) else { return nil }
        if !isKept { size = maximum }
      }
    }
    guard let isSize = functions.isNotNegative(size, at: root) else { return nil }
    if !isSize { size = AffineNumber() }
    guard step.lineCount > 0 else { return (last, size) }
    return switch step.lastLine {
    case .start: (last, size)
    case .end: (last - size, size)
    case .centre: (last - size * 0.5, size)
    }
  }

  /// The form of a code, or `nil` where it is not affine, divides by zero, or passes through
  /// numbers so large that they may not be finite at another size.
  private func value(_ index: Int32, _ functions: borrowing FrameFunctions) -> AffineNumber? {
    let code = program.codes[index]
    switch code.kind {
    case .short: return sum(code, functions)
    case .product, .quotient:
      var first = code
      first.secondCoefficient = 0
      guard let sum = sum(first, functions) else { return nil }
      let factor = code.secondCoefficient
      let result = sum * (code.kind == .product ? factor : 1 / factor)
      return result.isTame ? result : nil
    case .sum: return sum(code.first, code.second, functions)
    case .program:
      for index in Int(code.first)..<Int(code.second) {
        let instruction = program.instructions[index]
        guard let result = result(of: instruction, functions), result.isTame else { return nil }
        functions.registers[instruction.target] = result
      }
      return functions.registers[Int(code.constant)]
    }
  }

  private func result(
    of instruction: RuleInstruction, _ functions: borrowing FrameFunctions
  ) -> AffineNumber? {
    guard let operation = instruction.operation else {
      return sum(instruction.first, instruction.second, functions)
    }
    let one = functions.registers[instruction.first]
    let other = functions.registers[instruction.second]
    switch operation {
    case .add: return one + other
    case .subtract: return one - other
    case .multiply:
      guard one.isConstant || other.isConstant else { return nil }
      return other.isConstant ? one * other.constant : other * one.constant
    case .divide:
      guard other.isConstant, other.constant != 0 else { return nil }
      return one * (1 / other.constant)
    }
  }

  private func sum(_ code: RuleCode, _ functions: borrowing FrameFunctions) -> AffineNumber? {
    var sum = AffineNumber(constant: code.constant)
    var areTame = true
    func add(_ number: Int32, _ coefficient: Double) {
      guard coefficient != 0 else { return }
      let part = functions[Int(number)] * coefficient
      sum = sum + part
      areTame = areTame && part.isTame && sum.isTame
    }
    add(code.first, code.firstCoefficient)
    add(code.second, code.secondCoefficient)
    return areTame ? sum : nil
  }

  private func sum(
    _ start: Int32, _ end: Int32, _ functions: borrowing FrameFunctions
  ) -> AffineNumber? {
    var sum = AffineNumber()
    for index in Int(start)..<Int(end) {
      let term = program.terms[index]
      if term.number >= 0 {
        let part = functions[Int(term.number)] * term.coefficient
        guard part.isTame else { return nil }
        sum = sum + part
      } else {
        let factor = term.number == -1 ? 1 : provided[-2 - term.number]
        sum = sum + AffineNumber(constant: term.coefficient * factor)
      }
      guard sum.isTame else { return nil }
    }
    return sum
  }
}
