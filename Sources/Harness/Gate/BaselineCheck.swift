package import LayoutBenchTiming

/// A benchmark compared with a Run of another day by each cell's ratio to the yardstick.
///
/// Cells that look slower are measured again in fresh children; on another machine only counts
/// decide.
package struct BaselineCheck {
  /// The comparison as far as it is measured.
  package private(set) var comparison: Comparison
  private let baseline: Run
  private var benchmark: Benchmark

  /// Compares a benchmark that has been carried out.
  ///
  /// - Parameters:
  ///   - benchmark: all its children have run.
  ///   - baseline: the Run that it is compared with.
  package init(_ benchmark: Benchmark, baseline: Run) {
    self.benchmark = benchmark
    self.baseline = baseline
    comparison = Comparison(
      id: benchmark.run.id, method: .baseline, command: benchmark.run.command,
      screening: .init(base: baseline, head: benchmark.run))
    comparison.warnings = benchmark.run.warnings
    comparison.timesNotCompared =
      benchmark.run.children.isEmpty
      ? "only exact counts were requested"
      : baseline.refusal(asBaselineFor: benchmark.run)
    comparison.screen(thresholds: baseline.thresholds ?? .baseline)
  }

  /// Measures cells that look slower again.
  ///
  /// - Parameter progress: called before each child with its number and how many cells are open.
  /// - Throws: `ChildProcessFailure`.
  package mutating func remeasure(progress: (Int, Int) -> Void) throws {
    let suspects = comparison.suspects()
    guard !suspects.isEmpty else { return }
    benchmark.forgetSamples()
    var pace = Remeasurement(of: suspects)
    var open = Set(suspects)
    while !open.isEmpty, let step = pace.nextStep {
      let timed = open.union(yardsticks(of: open))
      for _ in 0..<step {
        guard let child = pace.nextChild() else { break }
        progress(child, open.count)
        try benchmark.measure(child: 1000 + child, only: timed)
      }
      comparison.remeasured = .init(base: baseline, head: benchmark.run)
      open = open.filter { !comparison.isSettled($0) }
    }
    benchmark.computeEstimates()
    comparison.remeasured = .init(base: baseline, head: benchmark.run)
    if Interrupts.came {
      comparison.warnings.append(
        Run.Warning(code: "interrupted", text: "interrupted: not all children have run"))
    }
    comparison.decide()
  }

  /// The yardstick's cells of the same scenes and phases.
  private func yardsticks(of names: Set<CellName>) -> [CellName] {
    names.flatMap { name in
      benchmark.run.yardsticks.map { CellName(scene: name.scene, phase: name.phase, engine: $0) }
    }
  }
}
