extension SLLPlan {
  /// Finds whom each step reads.
  func linkReaders() -> LinkedEdges {
    var edges = LinkedEdges(viewCount: viewCount)
    let marks = Arena<Int32>(repeating: -1, count: viewCount)
    for position in steps.indices { link(steps[position], marks, &edges) }
    return edges
  }

  /// Adds the edges of a step, each once.
  ///
  /// - Parameters:
  ///   - step: the step of the reader.
  ///   - marks: the last reader of each view.
  ///   - edges: where they are added.
  func link(_ step: ViewStep, _ marks: borrowing Arena<Int32>, _ edges: inout LinkedEdges) {
    for axis in [step.horizontal, step.vertical] {
      for code in [axis.last, axis.first, axis.size, axis.minimum, axis.maximum] where code >= 0 {
        forEachTerm(of: program.codes[code]) { number in
          guard number >= 0, marks[number >> 2] != step.view else { return }
          marks[number >> 2] = step.view
          edges.add(from: number >> 2, to: step.view)
        }
      }
    }
  }

  private func forEachTerm(of code: RuleCode, _ body: (Int32) -> Void) {
    switch code.kind {
    case .constant: return
    case .sum: for index in code.start..<code.end { body(program.terms[index].number) }
    case .program:
      for place in code.start..<code.end {
        let instruction = program.instructions[place]
        guard instruction.operation == nil else { continue }
        for index in instruction.first..<instruction.second { body(program.terms[index].number) }
      }
    }
  }
}
