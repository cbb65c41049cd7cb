import LayoutBenchHarness
import LayoutBenchReports
import LayoutBenchTiming

/// The tables of `bench --list` and `--dry-run`: the chosen cells.
enum CellTable {
  /// The chosen cells, before any engine has run.
  static func chosen(_ run: Run) -> String {
    var table = TextTable([("scene", .left), ("phase", .left), ("engine", .left)])
    let cells = run.cells.filter { $0.outcome == .timed }
    for cell in cells { table.add([cell.scene, cell.part, cell.engine]) }
    return table.text
      + "\n\n\(Quantity.plural(cells.count, "cell")), less the phases in which no frame of a scene "
      + "moves; --dry-run verifies them and estimates the time"
  }

  private static func text(_ seconds: Double) -> String {
    seconds < 100 ? "\(Int(seconds.rounded(.up))) s" : "\(Int((seconds / 60).rounded(.up))) min"
  }

  /// The outcome and the estimated duration of each cell, and the duration of all.
  static func standings(of benchmark: Benchmark) -> String {
    var table = TextTable([
      ("scene", .left), ("phase", .left), ("engine", .left), ("frames", .left),
      ("seconds", .right),
    ])
    let (cells, all) = benchmark.estimatedSeconds
    for (cell, seconds) in zip(benchmark.run.cells, cells) {
      let isTimed = cell.outcome == .timed
      table.add([
        cell.scene, cell.part, cell.engine, isTimed ? "right" : cell.outcome.rawValue,
        isTimed ? Quantity.fixed(seconds, decimals: 1) : "",
      ])
    }
    let timed = benchmark.run.cells.count { $0.outcome == .timed }
    return table.text + "\n\n\(timed) cells to time, about \(text(all)) with verification"
  }
}
