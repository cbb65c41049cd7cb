package import LayoutBenchTiming

/// A comparison as JUnit: one test case per cell; a cell that fails the comparison is a failure.
package struct ComparisonJUnit {
  private let comparison: Comparison

  /// JUnit of a comparison.
  package init(_ comparison: Comparison) { self.comparison = comparison }

  /// The file.
  package var text: String {
    var suites: [(name: String, cases: [JUnit.Case])] = []
    for cell in comparison.cells {
      if suites.last?.name != cell.name.scene { suites.append((cell.name.scene, [])) }
      let sentence = ComparisonTable.sentence(cell)
      let result: JUnit.Result =
        cell.isFailure
        ? .failed(sentence) : cell.verdict == .undecided ? .skipped(sentence) : .passed
      suites[suites.count - 1].cases.append(
        JUnit.Case("\(cell.name.phase), \(cell.name.engine)", result))
    }
    suites += comparison.changedScenes.map { scene in
      (scene, [JUnit.Case("scene", .skipped("the scene changed: its cells were not compared"))])
    }
    if comparison.comparesNothing, !comparison.isInterrupted {
      let reason = ComparisonTable.verdict(of: comparison)
      suites.append(("comparison", [JUnit.Case("cells of both sides", .failed(reason))]))
    }
    return JUnit("layoutbench", suites: suites).text
  }
}
