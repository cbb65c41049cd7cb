import ArgumentParser
import Foundation
import LayoutBenchHarness
import LayoutBenchReports
import LayoutBenchTiming

/// `layoutbench baseline`.
struct BaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Manage the Runs that later Runs are compared with: one file per machine.",
    discussion: """
      A baseline is a Run with thresholds, in FOLDER/FINGERPRINT.json. 'bench --baseline FOLDER' \
      uses the one of this machine or, if the folder has none, another, and then compares exact \
      counts only.

        layoutbench bench -o run.json
        layoutbench baseline update run.json
        layoutbench bench --baseline Results/baselines
      """,
    subcommands: [UpdateCommand.self, ListBaselinesCommand.self])

  /// `layoutbench baseline update`.
  struct UpdateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "update",
      abstract: "Replace the baseline of a machine by Runs; its thresholds are kept.")

    @Argument(help: "Run files of one clean release build; their children are joined.")
    var runs: [String]

    @Option(help: "The folder of the baselines.")
    var directory = Baselines.folder

    @Flag(help: "Print what would change, and write nothing.")
    var dryRun = false

    func run() throws {
      let runs = try runs.map { path in
        let run = try RunFile.read(path)
        if let reason = run.baselineRefusal {
          throw RunFile.Failure.noBaseline(path, reason: reason)
        }
        return run
      }
      var baseline: Run
      do {
        baseline = try Run.merged(runs)
      } catch {
        throw ValidationError("\(error)")
      }
      let path = "\(directory)/\(baseline.machine.fingerprint).json"
      let old =
        FileManager.default.fileExists(atPath: path) && Console.isPlainFile(path)
        ? try Baselines.read(path, mayBeReplaced: true) : nil
      baseline.thresholds = old?.thresholds ?? .baseline
      try Console.print(BaselineChanges(from: old, to: baseline, path: path).text)
      guard !dryRun else { return }
      try RunFile.write(baseline, to: path)
      Console.error("saved \(path)")
    }
  }

  /// `layoutbench baseline list`.
  struct ListBaselinesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Show the baselines of a folder.")

    @Argument(help: "The folder of the baselines.")
    var directory = Baselines.folder

    func run() throws {
      let paths = try Baselines.files(in: directory)
      guard !paths.isEmpty else { throw Baselines.missing(directory) }
      let here = Machine.this(libraries: Registry.current.libraries).fingerprint
      var table = TextTable([
        ("machine", .left), ("revision", .left), ("taken", .left), ("cells", .right),
        ("children", .right), ("threshold", .right), ("file", .left),
      ])
      for path in paths {
        let run = try Baselines.read(path)
        let thresholds = run.thresholds ?? .baseline
        let mark = run.machine.fingerprint == here ? " (this one)" : ""
        table.add([
          "\(run.machine.cpu), \(run.machine.cores) cores\(mark)",
          run.revision.map { String($0.commit.prefix(12)) } ?? "",
          String(run.id.prefix(10)), "\(run.cells.count { $0.outcome == .timed })",
          "\(run.children.count)",
          "\(Quantity.fixed(100 * thresholds.usual, decimals: 0)) %"
            + (thresholds.exceptions.isEmpty ? "" : " +\(thresholds.exceptions.count)"),
          path,
        ])
      }
      try Console.print(table.text)
    }
  }
}

/// Baselines on disk.
enum Baselines {
  /// The default folder of baselines.
  static let folder = "Results/baselines"

  /// Reads a baseline and checks its thresholds.
  ///
  /// - Throws: `RunFile.Failure`.
  static func read(
    _ path: String, mayBeReplaced: Bool = false
  ) throws(RunFile.Failure) -> Run {
    let run = try RunFile.read(path, mayBeReplaced: mayBeReplaced)
    if let mistake = run.thresholds?.mistake { throw .notARun(path, reason: mistake) }
    return run
  }

  /// The files in a folder.
  ///
  /// - Throws: `RunFile.Failure` where there is no such folder.
  static func files(in folder: String) throws -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw missing(folder)
    }
    // A pipe in the folder would be waited for.
    return names.filter { $0.hasSuffix(".json") }.sorted().map { "\(folder)/\($0)" }
      .filter { Console.isPlainFile($0) }
  }

  /// The error for a baseline that does not exist.
  static func missing(_ path: String) -> RunFile.Failure {
    .noSuchBaseline(path)
  }

  /// The baseline at a path: a file; or in a folder the file of this machine, otherwise the newest
  /// one.
  ///
  /// - Throws: `RunFile.Failure`.
  static func find(_ path: String) throws -> Run {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw missing(path)
    }
    guard isFolder.boolValue else {
      return try read(path)
    }
    let own = "\(path)/\(Machine.this(libraries: Registry.current.libraries).fingerprint).json"
    if try files(in: path).contains(own) { return try read(own) }
    let others = try files(in: path).map { try read($0) }
    guard let newest = others.max(by: { $0.id < $1.id }) else { throw missing(path) }
    return newest
  }
}

/// The changes that an update of a baseline makes.
struct BaselineChanges {
  let text: String

  init(from old: Run?, to new: Run, path: String) {
    let cells = new.cells.count { $0.outcome == .timed }
    guard let old else {
      text =
        "\(path): a first baseline: \(cells) cells, \(new.children.count) children; threshold "
        + "\(Quantity.fixed(100 * Thresholds.baseline.usual, decimals: 0)) %"
      return
    }
    var comparison = Comparison(
      id: new.id, method: .baseline, command: [], screening: .init(base: old, head: new))
    comparison.timesNotCompared = old.refusal(asBaselineFor: new)
    comparison.screen(thresholds: new.thresholds ?? .baseline)
    var lines = [
      "\(path): \(old.revision?.commit.prefix(12) ?? "?") → "
        + "\(new.revision?.commit.prefix(12) ?? "?"), \(cells) cells, "
        + "\(new.children.count) children"
    ]
    for cell in comparison.cells {
      let isMoved =
        cell.screening.map { abs($0.value - 1) > cell.threshold } ?? false
      guard isMoved || !cell.counters.isEmpty || cell.verdict == .wrong else { continue }
      lines.append("  " + ComparisonTable.sentence(cell))
    }
    lines += ComparisonTable.lines("  removed", comparison.onlyInBase)
    lines += ComparisonTable.lines("  added", comparison.onlyInHead)
    for scene in comparison.changedScenes { lines.append("  changed scene: \(scene)") }
    if lines.count == 1 { lines.append("  no cell changed beyond its threshold") }
    for (name, cells) in comparison.lostCounters {
      lines.append(
        "  no longer counted, and no longer compared: \(name) of \(Quantity.plural(cells, "cell"))"
          + (name == CounterComparison.instructions ? "; 'bench --instructions' counts them" : ""))
    }
    lines += Self.risen(comparison.cells)
    text = lines.joined(separator: "\n")
  }

  /// The counts that rose most, at the end, where they are seen: what is accepted here, no later
  /// gate tells.
  private static func risen(_ cells: [ComparedCell]) -> [String] {
    let risen = cells.flatMap { cell in
      cell.counters.filter { $0.base > 0 && $0.head > $0.base }.map {
        (cell: cell.name, change: $0)
      }
    }.sorted { $0.change.head / $0.change.base > $1.change.head / $1.change.base }
    guard !risen.isEmpty else { return [] }
    return ["\(Quantity.plural(risen.count, "count")) rose, most of all:"]
      + risen.prefix(3).map { cell, change in
        "  \(cell): \(change.name) \(Quantity.count(change.base)) → "
          + "\(Quantity.count(change.head)), \(Quantity.change(change.head / change.base))"
      }
  }
}
