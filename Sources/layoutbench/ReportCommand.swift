import ArgumentParser
import Foundation
import Reports
import Timing

/// `layoutbench report`.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Show a recorded Run as a table, Markdown, a picture or JSON.",
    discussion: "Every statistic is computed anew from the samples in the file.")

  /// How the Run is shown.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, markdown, svg, json
  }

  @Argument(help: "A Run file, as 'bench' saves it.")
  var file: String

  @Option(help: "table, markdown, svg or json.")
  var format = Format.table

  @Flag(help: "With the table, also what a pass takes: allocations, memory, the engines' counts.")
  var counters = false

  @Option(name: [.short, .long], help: "The file to write; standard output if none.")
  var output: String?

  func run() throws {
    let run = try RunFile.read(file)
    let text: String
    switch format {
    case .table: text = RunTable(run, hasCounters: counters).text + "\n"
    case .markdown: text = RunMarkdown(run).text
    case .svg: text = RunChart(run).svg
    case .json: text = try RunFile.text(of: run, isPretty: true) + "\n"
    }
    try Console.write(text, to: output)
  }
}
