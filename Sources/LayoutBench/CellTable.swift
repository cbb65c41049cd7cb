import LayoutBenchHarness
import LayoutBenchReports
import LayoutBenchTiming

/// The tables of `bench --list` and `--dry-run` about the chosen cells.
enum CellTable {
  /// The estimated duration of each cell, and of all.
  static func durations(of benchmark: Benchmark) -> String {
    var table = TextTable([
      ("scene", .left), ("phase", .left), ("engine", .left), ("seconds", .right),
    ])
    let (cells, all) = benchmark.estimatedSeconds
    for (cell, seconds) in zip(benchmark.run.cells, cells) {
      table.add([
        cell.scene, cell.part, cell.engine,
        cell.outcome == .timed ? Quantity.fixed(seconds, decimals: 1) : cell.outcome.rawValue,
      ])
    }
    let timed = benchmark.run.cells.count { $0.outcome == .timed }
    return table.text + "\n\n\(timed) cells to time, about \(text(all)) with verification"
  }

  private static func text(_ seconds: Double) -> String {
    seconds < 100 ? "\(Int(seconds.rounded(.up))) s" : "\(Int((seconds / 60).rounded(.up))) min"
  }

  /// A table of which cells have right frames.
  static func standings(of run: Run) -> String {
    var table = TextTable([
      ("scene", .left), ("phase", .left), ("engine", .left), ("frames", .left),
    ])
    for cell in run.cells {
      table.add([
        cell.scene, cell.part, cell.engine,
        cell.outcome == .timed ? "right" : cell.outcome.rawValue,
      ])
    }
    return table.text
  }
}
