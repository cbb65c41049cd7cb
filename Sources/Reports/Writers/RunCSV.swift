import LayoutBenchTiming

/// Runs as CSV (RFC 4180): one row per cell with all estimates, or one row per sample.
package struct RunCSV: Sendable {
  private let runs: [ReportedRun]
  private let hasSamples: Bool

  /// CSV of Runs.
  ///
  /// - Parameters:
  ///   - runs: the Runs.
  ///   - hasSamples: whether there is a row for each sample instead of each cell.
  package init(_ runs: [ReportedRun], hasSamples: Bool = false) {
    self.runs = runs
    self.hasSamples = hasSamples
  }

  private static let names = ["run", "scene", "views", "phase", "engine", "dialect"]

  /// The file.
  ///
  /// Lines end in CR LF; numbers have all their digits, times are nanoseconds.
  package var text: String { hasSamples ? samples : cells }

  private static func head(_ run: Run, _ cell: Cell) -> String {
    [run.id, cell.scene, "\(cell.views)", cell.part, cell.engine, cell.dialect]
      .map(Escaping.csv).joined(separator: ",")
  }

  private var samples: String {
    var text =
      (Self.names + ["child", "round", "nanoseconds", "switched_out", "core_shared"])
      .joined(separator: ",") + "\r\n"
    for run in runs.map(\.run) {
      for cell in run.cells {
        let head = Self.head(run, cell)
        for (child, samples) in cell.samples.enumerated() {
          let switched = child < cell.switched.count ? Set(cell.switched[child]) : []
          let shared = cell.shared(inChild: child).map { Set($0) }
          for (round, sample) in samples.enumerated() {
            let isShared = shared.map { $0.contains(round) ? "1" : "0" } ?? ""
            text +=
              "\(head),\(child),\(round),\(sample),\(switched.contains(round) ? 1 : 0),\(isShared)\r\n"
          }
        }
      }
    }
    return text
  }

  private var cells: String {
    let counters = Set(runs.flatMap { $0.run.cells.flatMap { ($0.counters ?? [:]).keys } }).sorted()
    let columns =
      Self.names + [
        "outcome", "reason", "notes", "deviation", "passes", "children", "samples", "time_ns",
        "time_low", "time_high", "ratio", "ratio_low", "ratio_high", "to", "suspect", "unsteady",
      ] + counters.map { "counter: \($0)" }
    var text = columns.map(Escaping.csv).joined(separator: ",") + "\r\n"
    for run in runs.map(\.run) {
      for cell in run.cells {
        func number(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }
        var fields: [String] = [
          cell.outcome.rawValue, cell.reason ?? "", (cell.notes ?? []).joined(separator: "; "),
          number(cell.deviation), "\(cell.passes)", "\(cell.samples.count { !$0.isEmpty })",
          "\(cell.samples.reduce(0) { $0 + $1.count })", number(cell.time?.value),
          number(cell.time?.low), number(cell.time?.high), number(cell.ratio?.value),
          number(cell.ratio?.low), number(cell.ratio?.high), cell.ratio?.to ?? "",
          cell.suspect == true ? "1" : "0",
          (cell.unsteady ?? []).joined(separator: "; "),
        ]
        fields += counters.map { number(cell.counters?[$0]) }
        text += "\(Self.head(run, cell)),\(fields.map(Escaping.csv).joined(separator: ","))\r\n"
      }
    }
    return text
  }
}
