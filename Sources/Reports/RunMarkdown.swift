public import Timing

/// A Run as Markdown, fit for a README or a pull request.
public struct RunMarkdown {
  private let run: Run

  /// Markdown of a Run.
  public init(_ run: Run) { self.run = run }

  /// A table of all cells, one row a scene and phase, and how they were measured.
  public var text: String {
    var lines = ["# LayoutBench: \(run.id)", ""]
    lines += table + [""]
    if !growthTable.isEmpty { lines += growthTable + [""] }
    lines.append(
      "Each cell: time a pass, and in bold its ratio to the yardstick (\(yardsticks)). \(run.children.count) child processes × \(run.rounds) rounds; the time is "
        + "the median over children of each one's lower quartile; ± is the half width of the 95 % "
        + "interval over children.")
    lines.append("")
    if let floor = Statistics.overChildren(run.floor) {
      lines.append("- Floor: an empty plan takes \(Quantity.time(floor)) a pass; not subtracted.")
    }
    lines.append(
      "- \(run.machine.cpu), \(run.machine.cores) cores, \(run.machine.system), Swift "
        + "\(run.machine.swift)" + (run.machine.glpk.map { ", GLPK \($0)" } ?? "")
        + ", \(run.executable.configuration) build.")
    if let revision = run.revision {
      lines.append(
        "- Revision \(revision.commit.prefix(12))\(revision.dirty ? ", with changes" : "").")
    }
    lines.append(
      "- Again: `layoutbench \(run.command.joined(separator: " "))` (seed \(run.seed)).")
    for warning in run.warnings { lines.append("- Warning: \(warning.text).") }
    if run.interrupted == true { lines.append("- Interrupted: not all children have run.") }
    for cell in run.cells where cell.outcome != .timed && cell.outcome != .unsupported {
      lines.append(
        "- \(cell.scene), \(cell.phase), \(RunTable.label(cell)): **\(cell.outcome.rawValue)**"
          + (cell.reason.map { ": \($0)" } ?? "") + ".")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The yardsticks that ratios are to, in words.
  private var yardsticks: String {
    let words = [
      "manual": "`manual`: the same frames written by hand",
      "replay": "`replay`: verified frames copied from a table",
    ]
    let used = Set(run.cells.compactMap(\.ratio?.to))
    return Run.yardsticks.filter { used.contains($0) }.compactMap { words[$0] }
      .joined(separator: "; ")
  }

  /// The table alone.
  public var table: [String] {
    let engines = run.engineNames
    var lines = [
      "| scene | phase | " + engines.joined(separator: " | ") + " |",
      "|---|---|" + String(repeating: "---:|", count: engines.count),
    ]
    for scene in run.sceneNames {
      // A phase that changes what the scene does not have has no row.
      let phases = run.phaseNames.filter { phase in
        run.cells.contains { $0.scene == scene && $0.phase == phase }
      }
      for (index, phase) in phases.enumerated() {
        let cells = engines.map { engine in
          text(
            of: run.cells.first {
              $0.scene == scene && $0.phase == phase && $0.engine == engine
            })
        }
        lines.append(
          "| \(index == 0 ? Self.escaped(scene) : "") | \(Self.escaped(phase)) | "
            + cells.joined(separator: " | ") + " |")
      }
    }
    for phase in run.phaseNames {
      let row = run.geometricMeans.filter { $0.phase == phase }
      guard let scenes = row.first?.scenes else { continue }
      let cells = engines.map { engine in
        row.first { $0.engine == engine }.map { "**\(Quantity.withSpread($0.ratio))×**" } ?? "–"
      }
      lines.append(
        "| mean of \(scenes) | \(Self.escaped(phase)) | " + cells.joined(separator: " | ") + " |")
    }
    return lines
  }

  /// How times grow, where there are sizes enough; empty otherwise.
  public var growthTable: [String] {
    guard let growth = run.growth else { return [] }
    var lines = [
      "| growth | phase | engine | exponent | 95 % | three largest | views |",
      "|---|---|---|---:|---|---:|---|",
    ]
    for entry in growth {
      let ends = [entry.exponent.low, entry.exponent.high].compactMap(\.self)
        .map(Quantity.exponent).joined(separator: " … ")
      let (generator, phase) = (Self.escaped(entry.generator), Self.escaped(entry.phase))
      lines.append(
        "| \(generator) | \(phase) | \(Self.escaped(entry.engine)) "
          + "| **\(Quantity.exponent(entry.exponent.value))** | \(ends) "
          + "| \(Quantity.exponent(entry.largest)) "
          + "| \(entry.sizes[0]) … \(entry.sizes[entry.sizes.count - 1]) |")
    }
    return lines
  }

  /// A name that may come from anywhere, so that it stays a name.
  private static func escaped(_ name: String) -> String {
    String(
      name.map { character in
        character.isNewline || character == "|" || character == "<" || character == "`"
          || (character.asciiValue ?? 0x20) < 0x20 ? "_" : character
      })
  }

  private func text(of cell: Cell?) -> String {
    guard let cell, cell.outcome != .unsupported else { return "–" }
    guard cell.outcome == .timed, let time = cell.time else { return cell.outcome.rawValue }
    guard let ratio = cell.ratio, cell.engine != ratio.to else { return Quantity.time(time) }
    let isOwn = RunTable.label(cell) == cell.engine
    return
      "\(isOwn ? "" : "(\(cell.dialect)) ")\(Quantity.time(time)) **\(Quantity.number(ratio.estimate))×**\(Self.spread(ratio))"
  }

  private static func spread(_ ratio: Cell.Ratio) -> String {
    guard let low = ratio.low, let high = ratio.high else { return "" }
    let half = Estimate(value: (high - low) / 2)
    return " ±\(Quantity.fixed(half.value, decimals: Quantity.decimals(of: ratio.estimate)))"
  }
}
