import LayoutBenchFunctions
import LayoutModel

/// Names the rule that has no finite value, or divides by zero.
extension OrderedRules {
  func divisionByZero(_ failure: RuleFailure) -> LayoutError {
    let rule = rules[Int(failure.division.rule)]
    return .divisionByZero(
      view: names[rule.view.index], rule: rule.text, column: Int(failure.division.column))
  }

  /// The code of the rule that decides an axis in which finite values give a frame, or a size
  /// before it is clamped, that is not finite; -1 where no rule does, `nil` where all is finite.
  private static func blamed(
    _ step: ViewStep, _ frame: Rect, _ evaluation: RuleEvaluation
  ) -> Int32? {
    for (axis, start, size) in [
      (step.horizontal, frame.x, frame.width), (step.vertical, frame.y, frame.height),
    ] {
      if axis.lineCount == 2, let last = try? evaluation.value(axis.last),
        let first = try? evaluation.value(axis.first),
        !((last - first) * Double(axis.direction)).isFinite
      {
        return axis.last
      }
      guard !(start.isFinite && size.isFinite) else { continue }
      if axis.last >= 0 { return axis.last }
      if axis.size >= 0 { return axis.size }
    }
    return frame.isFinite ? nil : -1
  }

  /// The first view, in order, with a value or frame that is not finite.
  func culprit(
    _ numbers: UnsafeMutablePointer<Double>, among positions: Range<Int>
  ) -> LayoutError {
    let evaluation = evaluation(of: numbers)
    for position in positions {
      let step = steps[position]
      let view = names[Int(step.view)]
      for axis in [step.horizontal, step.vertical] {
        for code in [axis.last, axis.first, axis.size, axis.minimum, axis.maximum] where code >= 0 {
          guard let number = try? evaluation.value(code), !number.isFinite else { continue }
          let rule = program.codes[code].rule
          return .notFinite(view: view, rule: rules[Int(rule)].text)
        }
      }
      let first = 4 * Int(step.view)
      let frame = Rect(
        x: numbers[first], y: numbers[first + 1], width: numbers[first + 2],
        height: numbers[first + 3])
      if let blamed = Self.blamed(step, frame, evaluation) {
        let rule = blamed < 0 ? nil : rules[Int(program.codes[blamed].rule)].text
        return .notFinite(view: view, rule: rule)
      }
    }
    return .notFinite(view: "root", rule: nil)
  }
}
