import ArgumentParser
import Foundation
import LayoutBenchHarness
import LayoutBenchReports
import LayoutBenchTiming

/// `layoutbench history`.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Print and draw how cells moved over the Runs of a folder.",
    discussion: """
      Reads every Run in the folder, the oldest first, and shows the ratio to the yardstick of each \
      cell that is asked for, Run by Run; the means of all scenes where none is named. Files that are \
      no Runs are told of and left out.

        layoutbench history Results
        layoutbench history Results --scenes post --phases 'resize,edit'
        layoutbench history Results --scenes 'chain-*' --engines \(Engines.pair) --format html -o history.html
      """)

  /// How the trend is shown.
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
    let runs = try read()
    let history = History(runs)
    let engines = try Selection(engines).apply(to: history.engines, what: "engine")
    let phases = try Selection(phases).apply(to: history.phases, what: "phase")
    let trends: [History.Trend]
    if let scenes {
      let names = try Selection(scenes).apply(to: history.scenes, what: "scene")
      trends = history.trends(scenes: names, engines: engines, phases: phases)
    } else {
      trends = history.meanTrends(engines: engines, phases: phases)
    }
    guard !trends.isEmpty else {
      throw ValidationError(
        scenes == nil
          ? "the Runs in \(folder) have no scene in common: name some with --scenes"
          : "no Run in \(folder) has a ratio for these scenes, engines and phases")
    }
    let report = history.report(trends)
    switch format {
    case .table: try Console.write(history.table(trends) + "\n", to: output)
    case .markdown: try Console.write(MarkdownWriter(report).text, to: output)
    case .html: try Console.write(HTMLWriter(report).text, to: output)
    case .json: try Console.write(history.json(trends) + "\n", to: output)
    case .svg:
      guard trends.count == 1 else {
        throw ValidationError(
          "--format svg draws one scene and phase, these are \(trends.count): "
            + trends.prefix(4).map(\.title).joined(separator: "; ")
            + (trends.count > 4 ? "; …" : ""))
      }
      try Console.write(trends[0].chart(of: runs).svg(isStandalone: true), to: output)
    }
  }

  /// The folder's Runs by their ids, which begin with the time.
  private func read() throws -> [ReportedRun] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      throw RunFile.Failure.notFound(folder)
    }
    guard isFolder.boolValue else { throw ValidationError("\(folder) is no folder") }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw RunFile.Failure.notARun(folder, reason: "the folder cannot be read")
    }
    var runs: [ReportedRun] = []
    for name in names.sorted() where name.hasSuffix(".json") {
      do {
        let path = (folder as NSString).appendingPathComponent(name)
        // Whatever else lies there is passed over.
        guard case .run(let run) = try RunFile.record(path), run.shard == nil else { continue }
        runs.append(ReportedRun(file: name, run))
      } catch RunFile.Failure.notARun(_, reason: "no 'layoutbenchRun'") {
        continue
      } catch {
        Console.error("left out: \(error)")
      }
    }
    guard !runs.isEmpty else {
      throw RunFile.Failure.notARun(folder, reason: "there is no Run in this folder")
    }
    return runs.sorted { $0.run.id < $1.run.id }
  }
}
