import ArgumentParser
import Foundation
import LayoutBenchHarness
import LayoutBenchReports
import LayoutBenchTiming

/// `layoutbench history`.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Show how cells moved over recorded Runs; measure the commits of a range.",
    discussion: """
        layoutbench history Results
        layoutbench history show Results --help      the options of the line above
        layoutbench history run v1.0..HEAD --every 4
        layoutbench history run v1.0..HEAD --bisect post/resize/\(Engines.example)
      """,
    subcommands: [HistoryShowCommand.self, HistoryRunCommand.self],
    defaultSubcommand: HistoryShowCommand.self)
}

/// `layoutbench history show`.
struct HistoryShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print and draw how the ratios of cells changed over the Runs of a folder.",
    discussion: """
      Reads every Run in the folder, the oldest first, and shows the ratio to the yardstick of each \
      chosen cell, Run by Run; without --scenes, the means of all scenes. Each machine has trends of \
      its own. Comparisons that 'history run' saved are shown commit by commit, with the \
      commits at which a cell became slower or faster. Other files are left out.

        layoutbench history Results
        layoutbench history Results --scenes post --phases 'resize,edit'
        layoutbench history Results --scenes 'chain-*' --engines \(Engines.pair) --format html -o history.html
      """)

  /// The form of the output.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, markdown, json, html, svg
  }

  @Argument(help: "A folder of Run files.")
  var folder: String

  @Option(help: "Scene names, with * and ?, separated by commas; ! excludes. Their means if none.")
  var scenes: String?

  @Option(help: "Engines, with * and ?, separated by commas; ! excludes.")
  var engines: String?

  @Option(help: "Phases, with * and ?, separated by commas; ! excludes.")
  var phases: String?

  @Option(help: "\(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = Format.table

  @Option(name: [.short, .long], help: "The file to write; standard output if none.")
  var output: String?

  func run() throws {
    let (runs, series) = try Self.read(folder)
    let histories = History.byMachine(runs)
    // A machine need not have measured all that another one has.
    let engines = try Selection(engines).apply(
      to: History.union(histories.map(\.engines)), what: "engine")
    let phases = try Selection(patterns(of: phases)).apply(
      to: History.union(histories.map(\.phases)), what: "phase")
    let scenes = try self.scenes.map {
      try Selection($0).apply(to: History.union(histories.map(\.scenes)), what: "scene")
    }
    var trends: [History.Trend] = []
    var tables: [String] = series.map(\.table)
    for history in histories {
      let own =
        scenes.map { history.trends(scenes: $0, engines: engines, phases: phases) }
        ?? history.meanTrends(engines: engines, phases: phases)
      trends += own
      if !own.isEmpty { tables.append(history.table(own)) }
    }
    guard !trends.isEmpty || !series.isEmpty else {
      throw ValidationError(
        self.scenes == nil
          ? "the Runs in \(folder) have no scene in common: name some with --scenes"
          : "no Run in \(folder) has a ratio for these scenes, engines and phases")
    }
    let report = History.report(trends, of: runs, series)
    switch format {
    case .table: try Console.report(tables.joined(separator: "\n\n") + "\n", to: output)
    case .markdown: try Console.report(MarkdownWriter(report).text, to: output)
    case .html: try Console.report(HTMLWriter(report).text, to: output)
    case .json: try Console.report(History.json(trends, series) + "\n", to: output)
    case .svg:
      guard trends.count == 1 else {
        throw ValidationError(
          "--format svg draws one scene and phase, these are \(trends.count): "
            + trends.prefix(4).map(\.title).joined(separator: "; ")
            + (trends.count > 4 ? "; …" : ""))
      }
      try Console.report(trends[0].chart.svg(isStandalone: true), to: output)
    }
  }

  /// Phases without a form are those of both forms: `resize` is `*resize`.
  private func patterns(of phases: String?) -> String? {
    phases.map { phases in
      phases.split(separator: ",", omittingEmptySubsequences: false).map { item in
        let name = item.trimmingCharacters(in: .whitespaces)
        let isExcluded = name.hasPrefix("!")
        let phase = isExcluded ? String(name.dropFirst()) : name
        guard Phase(rawValue: phase) != nil else { return name }
        return (isExcluded ? "!*" : "*") + phase
      }.joined(separator: ",")
    }
  }

  /// The folder's Runs by their ids, which begin with the time, and the commits that `history run` measured.
  ///
  /// - Parameter folder: the folder.
  /// - Returns: both, in order.
  /// - Throws: `RunFile.Failure` where it cannot be read or has neither; `ValidationError` of a file.
  static func read(_ folder: String) throws -> (runs: [ReportedRun], series: [CommitSeries]) {
    var runs: [ReportedRun] = []
    var comparisons: [Comparison] = []
    for path in try files(in: folder) {
      let name = URL(fileURLWithPath: path).lastPathComponent
      do {
        switch try RunFile.record(path) {
        // A part of a benchmark, a plan and counts alone have no place in a trend of times.
        case .run(let run) where run.shard == nil && !run.children.isEmpty:
          runs.append(ReportedRun(file: name, run))
        case .run: continue
        case .comparison(let comparison): comparisons.append(comparison)
        }
      } catch RunFile.Failure.notARun(_, reason: "no 'layoutbenchRun'") {
        continue
      } catch {
        Console.error("left out: \(error)")
      }
    }
    let series = CommitSeries.all(in: comparisons)
    guard !runs.isEmpty || !series.isEmpty else {
      throw RunFile.Failure.notARun(folder, reason: "there is no Run in this folder")
    }
    return (runs.sorted { $0.run.id < $1.run.id }, series)
  }

  /// The JSON files of a folder, by name.
  ///
  /// - Throws: `RunFile.Failure`, `ValidationError` where it is a file.
  static func files(in folder: String) throws -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      throw RunFile.Failure.notFound(folder)
    }
    guard isFolder.boolValue else { throw ValidationError("\(folder) is no folder") }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw RunFile.Failure.notARun(folder, reason: "the folder cannot be read")
    }
    // A pipe in the folder would be waited for.
    return names.sorted().filter { $0.hasSuffix(".json") }.map {
      (folder as NSString).appendingPathComponent($0)
    }.filter { Console.isPlainFile($0) }
  }
}
