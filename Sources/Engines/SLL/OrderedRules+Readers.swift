import LayoutBenchFunctions
import LayoutModel

extension OrderedRules {
  /// Finds the views that each step reads.
  func linkReaders() -> LinkedEdges {
    var edges = LinkedEdges(viewCount: viewCount)
    for position in steps.indices { link(steps[position], &edges) }
    return edges
  }

  /// Adds the edges of a step, one for each view that it reads.
  func link(_ step: ViewStep, _ edges: inout LinkedEdges) {
    for axis in [step.horizontal, step.vertical] {
      for code in [axis.last, axis.first, axis.size, axis.minimum, axis.maximum] where code >= 0 {
        forEachTerm(of: program.codes[code]) { number in
          guard number >= 0, !edges.isNewest(number >> 2, of: step.view) else { return }
          edges.add(from: number >> 2, to: step.view)
        }
      }
    }
  }

  private func forEachTerm(of code: RuleCode, _ body: (Int32) -> Void) {
    switch code.kind {
    case .short:
      if code.firstCoefficient != 0 { body(code.first) }
      if code.secondCoefficient != 0 { body(code.second) }
    case .product, .quotient: if code.firstCoefficient != 0 { body(code.first) }
    case .sum: for index in code.first..<code.second { body(program.terms[index].number) }
    case .program:
      for place in code.first..<code.second {
        let instruction = program.instructions[place]
        guard instruction.operation == nil else { continue }
        for index in instruction.first..<instruction.second { body(program.terms[index].number) }
      }
    }
  }
}
