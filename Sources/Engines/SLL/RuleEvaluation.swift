import LayoutBenchFunctions
import LayoutModel

/// A division by zero.
struct RuleFailure: Error {
  let division: RuleInstruction
}

/// The memory that the evaluation of steps reads, as pointers that are valid until rules change.
///
/// A few words that are passed in registers: the compiler copies the rules themselves, some 300
/// bytes, for each call that only reads them.
struct RuleEvaluation: BitwiseCopyable {
  let codes: UnsafePointer<RuleCode>
  let terms: UnsafePointer<SumTerm>
  let instructions: UnsafePointer<RuleInstruction>
  let registers: UnsafeMutablePointer<Double>
  let given: UnsafePointer<Rect>
  let provided: UnsafePointer<Double>
  /// x, y, width, height of all views.
  let numbers: UnsafeMutablePointer<Double>

  /// The frame of a step's view, from the frames that it reads.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - check: stays 0 where every value is finite, else becomes NaN.
  /// - Returns: the frame, points.
  /// - Throws: `RuleFailure`.
  @inline(__always)
  func frame(
    _ step: UnsafePointer<OrderedRules.ViewStep>, _ check: inout SIMD4<Double>
  ) throws(RuleFailure) -> Rect {
    // Without a call, all that a loop over steps needs stays in registers.
    switch step.pointee.codes {
    case .short: return frame(step, &check) { shortValue($0) }
    case .multiples: return multipleFrame(step, &check)
    case .any: return try longFrame(step, &check)
    }
  }

  @inline(never)
  private func multipleFrame(
    _ step: UnsafePointer<OrderedRules.ViewStep>, _ check: inout SIMD4<Double>
  ) -> Rect {
    frame(step, &check) { multipleValue($0) }
  }

  @inline(never)
  private func longFrame(
    _ step: UnsafePointer<OrderedRules.ViewStep>, _ check: inout SIMD4<Double>
  ) throws(RuleFailure) -> Rect {
    try frame(step, &check) { index throws(RuleFailure) in try value(index) }
  }

  @inline(__always)
  private func frame<Failure: Error>(
    _ step: UnsafePointer<OrderedRules.ViewStep>, _ check: inout SIMD4<Double>,
    _ value: (Int32) throws(Failure) -> Double
  ) throws(Failure) -> Rect {
    let start = given + Int(step.pointee.view)
    var (x, width) = (start.pointee.x, start.pointee.width)
    var (y, height) = (start.pointee.y, start.pointee.height)
    let unboundedWidth = try layOut(step.pointee.horizontal, &x, &width, &check, value)
    let unboundedHeight = try layOut(step.pointee.vertical, &y, &height, &check, value)
    // A size that is finite before it is bounded is so afterwards, and lines are finite where they
    // give a finite start.
    check += SIMD4(x, y, unboundedWidth, unboundedHeight) * 0
    return Rect(x: x, y: y, width: width, height: height)
  }

  /// Lays out one axis: size, clamp, place (docs/sll.md, Laying out one view).
  ///
  /// - Returns: the size before it is clamped.
  @inline(__always)
  private func layOut<Failure: Error>(
    _ step: OrderedRules.AxisStep, _ start: inout Double, _ size: inout Double,
    _ check: inout SIMD4<Double>, _ value: (Int32) throws(Failure) -> Double
  ) throws(Failure) -> Double {
    var last = start
    if step.lineCount > 0 { last = try value(step.last) }
    if step.lineCount == 2 {
      // Multiplying by ±1 or ±2 is exact.
      size = (last - (try value(step.first))) * Double(step.direction)
    } else if step.size >= 0 {
      size = try value(step.size)
    }
    let unbounded = size
    if step.minimum >= 0 {
      let minimum = try value(step.minimum)
      check[0] += minimum * 0
      if minimum >= 0, size < minimum { size = minimum }
    }
    if step.maximum >= 0 {
      let maximum = try value(step.maximum)
      check[0] += maximum * 0
      if RuleState.HeldAxis.counts(maximum: maximum), size > maximum { size = maximum }
    }
    if size < 0 { size = 0 }
    guard step.lineCount > 0 else { return unbounded }
    switch step.lastLine {
    case .start: start = last
    case .end: start = last - size
    case .centre: start = last - size / 2
    }
    return unbounded
  }

  /// The value of a code.
  ///
  /// - Throws: `RuleFailure`.
  func value(_ index: Int32) throws(RuleFailure) -> Double {
    let code = codes + Int(index)
    return switch code.pointee.kind {
    case .short, .product, .quotient: multipleValue(index)
    case .sum: sum(code.pointee.first, code.pointee.second)
    case .program: try run(code.pointee)
    }
  }

  /// The value of a code that is a short sum.
  @inline(__always)
  private func shortValue(_ index: Int32) -> Double {
    let code = codes + Int(index)
    // Only the sign of a zero differs from adding no more than there is.
    return code.pointee.firstCoefficient * numbers[Int(code.pointee.first)]
      + code.pointee.secondCoefficient * numbers[Int(code.pointee.second)]
      + code.pointee.constant
  }

  /// The value of a code that is a short sum, or a multiple of one.
  @inline(__always)
  private func multipleValue(_ index: Int32) -> Double {
    let code = codes + Int(index)
    guard code.pointee.kind != .short else { return shortValue(index) }
    let sum =
      code.pointee.firstCoefficient * numbers[Int(code.pointee.first)] + code.pointee.constant
    let factor = code.pointee.secondCoefficient
    return code.pointee.kind == .product ? sum * factor : sum / factor
  }

  @inline(__always)
  private func sum(_ start: Int32, _ end: Int32) -> Double {
    // Starting at minus 0 leaves every first term unchanged.
    var sum = -0.0
    var index = Int(start)
    let last = Int(end)
    while index < last {
      let term = terms[index]
      index &+= 1
      if term.number >= 0 {
        sum += term.coefficient * numbers[Int(term.number)]
      } else if term.number == -1 {
        sum += term.coefficient
      } else {
        sum += term.coefficient * provided[Int(-2 - term.number)]
      }
    }
    return sum
  }

  private func run(_ code: RuleCode) throws(RuleFailure) -> Double {
    for index in Int(code.first)..<Int(code.second) {
      let instruction = instructions[index]
      guard let operation = instruction.operation else {
        registers[Int(instruction.target)] = sum(instruction.first, instruction.second)
        continue
      }
      let second = registers[Int(instruction.second)]
      if operation == .divide, second == 0 { throw RuleFailure(division: instruction) }
      registers[Int(instruction.target)] = operation.apply(
        registers[Int(instruction.first)], second)
    }
    return registers[Int(code.constant)]
  }
}
