import LayoutBenchFunctions
import LayoutModel

/// A division by zero.
struct RuleFailure: Error {
  let division: RuleInstruction
}

extension OrderedRules {
  /// The frame of a step's view, from the frames that it reads.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - numbers: x, y, width, height of all views.
  ///   - check: stays 0 where every value is finite, else becomes NaN.
  /// - Returns: the frame, points.
  /// - Throws: `RuleFailure`.
  @inline(__always)
  func frame(
    _ step: UnsafePointer<ViewStep>, _ numbers: UnsafeMutablePointer<Double>,
    _ check: inout Double
  ) throws(RuleFailure) -> Rect {
    let start = given[step.pointee.view]
    let (x, width) = try layOut(step.pointee.horizontal, start.x, start.width, numbers, &check)
    let (y, height) = try layOut(step.pointee.vertical, start.y, start.height, numbers, &check)
    check += x * 0 + y * 0 + width * 0 + height * 0
    return Rect(x: x, y: y, width: width, height: height)
  }

  /// Lays out one axis: size, clamp, place (docs/sll.md, Laying out one view).
  @inline(__always)
  private func layOut(
    _ step: AxisStep, _ givenStart: Double, _ givenSize: Double,
    _ numbers: UnsafeMutablePointer<Double>, _ check: inout Double
  ) throws(RuleFailure) -> (start: Double, size: Double) {
    var size = givenSize
    var last = givenStart
    if step.lineCount > 0 { last = try value(step.last, numbers) }
    if step.lineCount == 2 {
      let first = try value(step.first, numbers)
      check += first * 0
      size = Self.distance(step.firstLine, first, step.lastLine, last)
    } else if step.size >= 0 {
      size = try value(step.size, numbers)
    }
    check += size * 0 + last * 0
    if step.minimum >= 0 {
      let minimum = try value(step.minimum, numbers)
      check += minimum * 0
      if minimum >= 0, size < minimum { size = minimum }
    }
    if step.maximum >= 0 {
      let maximum = try value(step.maximum, numbers)
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

  /// The size that two lines determine.
  static func distance(
    _ firstLine: RuleAttribute.Line, _ first: Double, _ lastLine: RuleAttribute.Line, _ last: Double
  ) -> Double {
    switch (firstLine, lastLine) {
    case (.start, .end): last - first
    case (.end, .start): first - last
    case (.start, .centre): 2 * (last - first)
    case (.centre, .start): 2 * (first - last)
    case (.centre, .end): 2 * (last - first)
    case (.end, .centre): 2 * (first - last)
    default: 0
    }
  }

  @inline(__always)
  private func value(
    _ index: Int32, _ numbers: UnsafeMutablePointer<Double>
  ) throws(RuleFailure) -> Double {
    let code = program.codes.base + Int(index)
    switch code.pointee.kind {
    case .constant: return code.pointee.constant
    case .sum: return sum(code.pointee.start, code.pointee.end, numbers)
    case .program: return try run(code.pointee, numbers)
    }
  }

  @inline(__always)
  private func sum(
    _ start: Int32, _ end: Int32, _ numbers: UnsafeMutablePointer<Double>
  ) -> Double {
    // Starting at minus 0 leaves every first term unchanged.
    var sum = -0.0
    var index = Int(start)
    let last = Int(end)
    while index < last {
      let term = program.terms[index]
      index &+= 1
      if term.number >= 0 {
        sum += term.coefficient * numbers[Int(term.number)]
      } else if term.number == -1 {
        sum += term.coefficient
      } else {
        sum += term.coefficient * provided[-2 - term.number]
      }
    }
    return sum
  }

  private func run(
    _ code: RuleCode, _ numbers: UnsafeMutablePointer<Double>
  ) throws(RuleFailure) -> Double {
    for index in Int(code.start)..<Int(code.end) {
      let instruction = program.instructions[index]
      guard let operation = instruction.operation else {
        registers[instruction.target] = sum(
          instruction.first, instruction.second, numbers)
        continue
      }
      let second = registers[instruction.second]
      if operation == .divide, second == 0 { throw RuleFailure(division: instruction) }
      registers[instruction.target] = operation.apply(
        registers[instruction.first], second)
    }
    return registers[Int(code.constant)]
  }

  // MARK: - Blame

  func divisionByZero(_ failure: RuleFailure) -> LayoutError {
    let rule = rules[Int(failure.division.rule)]
    return .divisionByZero(
      view: names[rule.view.index], rule: rule.text, column: Int(failure.division.column))
  }

  /// The code of the rule that decides an axis in which finite values give a frame, or a size
  /// before it is clamped, that is not finite; -1 where no rule does, `nil` where all is finite.
  private static func blamed(_ step: ViewStep, _ frame: Rect) -> Int32? {
    for (axis, start, size) in [
      (step.horizontal, frame.x, frame.width), (step.vertical, frame.y, frame.height),
    ] where !(start.isFinite && size.isFinite) || axis.lineCount == 2 {
      if start.isFinite, size.isFinite, axis.minimum < 0, axis.maximum < 0 { continue }
      if axis.last >= 0 { return axis.last }
      if axis.size >= 0 { return axis.size }
    }
    return frame.isFinite ? nil : -1
  }

  /// The first view, in order, with a value or frame that is not finite.
  func culprit(
    _ numbers: UnsafeMutablePointer<Double>, among positions: Range<Int>
  ) -> LayoutError {
    for position in positions {
      let step = steps[position]
      let view = names[Int(step.view)]
      for axis in [step.horizontal, step.vertical] {
        for code in [axis.last, axis.first, axis.size, axis.minimum, axis.maximum] where code >= 0 {
          guard let number = try? value(code, numbers), !number.isFinite else { continue }
          let rule = program.codes[code].rule
          return .notFinite(view: view, rule: rules[Int(rule)].text)
        }
      }
      let first = 4 * Int(step.view)
      let frame = Rect(
        x: numbers[first], y: numbers[first + 1], width: numbers[first + 2],
        height: numbers[first + 3])
      if let blamed = Self.blamed(step, frame) {
        let rule = blamed < 0 ? nil : rules[Int(program.codes[blamed].rule)].text
        return .notFinite(view: view, rule: rule)
      }
    }
    return .notFinite(view: "root", rule: nil)
  }
}
