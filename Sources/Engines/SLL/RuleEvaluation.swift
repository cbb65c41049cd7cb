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
    _ step: UnsafePointer<OrderedRules.ViewStep>, _ check: inout Double
  ) throws(RuleFailure) -> Rect {
    let start = given[Int(step.pointee.view)]
    let (x, width) = try layOut(step.pointee.horizontal, start.x, start.width, &check)
    let (y, height) = try layOut(step.pointee.vertical, start.y, start.height, &check)
    check += x * 0 + y * 0 + width * 0 + height * 0
    return Rect(x: x, y: y, width: width, height: height)
  }

  /// Lays out one axis: size, clamp, place (docs/sll.md, Laying out one view).
  @inline(__always)
  private func layOut(
    _ step: OrderedRules.AxisStep, _ givenStart: Double, _ givenSize: Double,
    _ check: inout Double
  ) throws(RuleFailure) -> (start: Double, size: Double) {
    var size = givenSize
    var last = givenStart
    if step.lineCount > 0 { last = try value(step.last) }
    if step.lineCount == 2 {
      let first = try value(step.first)
      check += first * 0
      size = OrderedRules.distance(step.firstLine, first, step.lastLine, last)
    } else if step.size >= 0 {
      size = try value(step.size)
    }
    check += size * 0 + last * 0
    if step.minimum >= 0 {
      let minimum = try value(step.minimum)
      check += minimum * 0
      if minimum >= 0, size < minimum { size = minimum }
    }
    if step.maximum >= 0 {
      let maximum = try value(step.maximum)
      check += maximum * 0
      if RuleState.HeldAxis.counts(maximum: maximum), size > maximum { size = maximum }
    }
    if size < 0 { size = 0 }
    guard step.lineCount > 0 else { return (givenStart, size) }
    return switch step.lastLine {
    case .start: (last, size)
    case .end: (last - size, size)
    case .centre: (last - size / 2, size)
    }
  }

  /// The value of a code.
  ///
  /// - Throws: `RuleFailure`.
  @inline(__always)
  func value(_ index: Int32) throws(RuleFailure) -> Double {
    let code = codes + Int(index)
    switch code.pointee.kind {
    case .constant: return code.pointee.constant
    case .sum: return sum(code.pointee.start, code.pointee.end)
    case .program: return try run(code.pointee)
    }
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
    for index in Int(code.start)..<Int(code.end) {
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
