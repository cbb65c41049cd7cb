import LayoutBenchTiming

/// Runs as JUnit: one test suite per scene, one test case per cell; wrong and drifted cells have
/// failed.
package struct RunJUnit: Sendable {
  private let runs: [ReportedRun]

  /// JUnit of Runs.
  package init(_ runs: [ReportedRun]) { self.runs = runs }

  /// The file.
  package var text: String {
    JUnit(
      "layoutbench",
      suites: runs.flatMap { entry in
        entry.scenes.map { scene in
          (
            runs.count > 1 ? "\(entry.run.id): \(scene)" : scene,
            entry.cells(of: scene).map { cell in
              JUnit.Case(
                "\(cell.part), \(entry.run.label(of: cell))",
                seconds: (cell.time?.value ?? 0) * 1e-9, Self.result(of: cell))
            }
          )
        }
      }
    ).text
  }

  private static func result(of cell: Cell) -> JUnit.Result {
    let reason = cell.outcome.rawValue + (cell.reason.map { ": \($0)" } ?? "")
    switch cell.outcome {
    case .timed: return .passed
    case .wrong, .drifted: return .failed(reason)
    default: return .skipped(reason)
    }
  }
}
