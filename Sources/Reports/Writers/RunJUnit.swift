import Timing

/// Runs as JUnit: a test suite a scene, a test case a cell; what is wrong or drifted has failed.
public struct RunJUnit: Sendable {
  private let runs: [ReportedRun]

  /// JUnit of Runs.
  public init(_ runs: [ReportedRun]) { self.runs = runs }

  /// The file.
  public var text: String {
    let cells = runs.flatMap(\.run.cells)
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      "<testsuites name=\"layoutbench\" \(Self.counts(cells))>",
    ]
    for entry in runs {
      for scene in entry.scenes {
        let cells = entry.cells(of: scene)
        let name = runs.count > 1 ? "\(entry.run.id): \(scene)" : scene
        lines.append("  <testsuite name=\"\(Escaping.markup(name))\" \(Self.counts(cells))>")
        lines += cells.map { Self.line(of: $0, in: name) }
        lines.append("  </testsuite>")
      }
    }
    return (lines + ["</testsuites>"]).joined(separator: "\n") + "\n"
  }

  private static func counts(_ cells: [Cell]) -> String {
    "tests=\"\(cells.count)\" failures=\"\(cells.count { isFailure($0) })\" "
      + "skipped=\"\(cells.count { !isFailure($0) && $0.outcome != .timed })\""
  }

  private static func isFailure(_ cell: Cell) -> Bool {
    cell.outcome == .wrong || cell.outcome == .drifted
  }

  private static func line(of cell: Cell, in suite: String) -> String {
    let seconds = (cell.time?.value ?? 0) * 1e-9
    let head =
      "    <testcase classname=\"\(Escaping.markup(suite))\" "
      + "name=\"\(Escaping.markup("\(cell.phase), \(RunTable.label(cell))"))\" "
      + "time=\"\(Quantity.fixed(seconds, decimals: 12))\""
    guard cell.outcome != .timed else { return head + "/>" }
    let text = Escaping.markup(
      cell.outcome.rawValue + (cell.reason.map { ": \($0)" } ?? ""))
    let element = isFailure(cell) ? "failure" : "skipped"
    return head + "><\(element) message=\"\(text)\"/></testcase>"
  }
}
