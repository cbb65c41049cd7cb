import ArgumentParser
import Foundation
import LayoutBenchReports
import LayoutBenchTiming

/// `layoutbench report`.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Show recorded Runs as a table, a page, Markdown, a picture or data.",
    discussion: """
      Every statistic is computed again from the samples in the file. 'html' is one file that \
      loads nothing from the network; 'markdown' with -o puts its charts beside it; 'csv' has a \
      row per cell, with --samples a row per sample; 'junit' a test case per cell. Of several Runs \
      the last is described in full and compared with the first.

        layoutbench report run.json
        layoutbench report run.json -o run.html
        layoutbench report before.json after.json -o change.md
      """)

  /// The format of a report.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, markdown, comment, csv, json, html, junit, svg

    /// The endings of files, and the formats that they have.
    static let endings: [String: Format] = [
      "": .table, "txt": .table, "md": .markdown, "csv": .csv, "json": .json, "html": .html,
      "htm": .html, "xml": .junit, "svg": .svg,
    ]

    /// True if it shows one Run only.
    var isForOne: Bool { self == .table || self == .svg || self == .comment }
  }

  @Argument(
    help: "Run files, as 'bench' saves them, the oldest first; or a comparison, as 'ab' does.")
  var files: [String]

  @Option(
    help: """
      \(Format.allCases.map(\.rawValue).joined(separator: ", ")); by default what the output's name \
      ends in, else a table.
      """)
  var format: Format?

  @Flag(help: "With the table, also counts per pass: allocations, memory, the engines' counts.")
  var counters = false

  @Flag(help: "With json, without line breaks and indents.")
  var compact = false

  @Flag(help: "With csv, a row for each sample instead of each cell.")
  var samples = false

  @Option(
    help: ArgumentHelp("A file of claims to test instead of the built-in ones.", valueName: "json"))
  var claims: String?

  @Option(name: [.short, .long], help: "The file to write; standard output if none.")
  var output: String?

  func validate() throws {
    guard !files.isEmpty else { throw ValidationError("report takes a Run file") }
    let format = try chosenFormat()
    if compact, format != .json { throw ValidationError("--compact is for --format json") }
    if format.isForOne, files.count > 1 {
      throw ValidationError(
        "--format \(format.rawValue) shows one Run, \(files.count) are given; "
          + "html and markdown compare several")
    }
    if samples, format != .csv { throw ValidationError("--samples is for --format csv") }
    if counters, format != .table { throw ValidationError("--counters is for --format table") }
    if output?.isEmpty == true { throw ValidationError("--output takes a file") }
  }

  /// The format that was asked for, by its name or by the output's.
  private func chosenFormat() throws -> Format {
    if let format { return format }
    guard let output, Console.isPlainFile(output) else { return .table }
    let ending = (output as NSString).pathExtension.lowercased()
    guard let format = Format.endings[ending] else {
      let known = Format.endings.keys.sorted().filter { !$0.isEmpty }.map { ".\($0)" }
      throw ValidationError(
        "--output takes a file that ends in \(known.joined(separator: ", ")), not .\(ending), "
          + "unless --format is given")
    }
    return format
  }

  func run() throws {
    let format = try chosenFormat()
    // Claims that cannot be read are reported, whether this format shows them or not.
    let claims = try readClaims()
    let records = try files.map { file in
      WholeFile.protect(file)
      return try RunFile.record(file)
    }
    if case .comparison(let comparison)? = records.first {
      return try write(comparison, as: format)
    }
    let runs = try zip(files, records).map { file, record in
      try Self.reported(record, file, from: output)
    }
    guard let main = runs.last?.run else { return }
    switch format {
    case .table:
      try Console.report(RunTable(main, hasCounters: counters).text + "\n", to: output)
    case .svg: try Console.report(RunChart(main).svg, to: output)
    case .json: try Console.write(json(of: runs.map(\.run)), to: output)
    case .csv: try Console.report(RunCSV(runs, hasSamples: samples).text, to: output)
    case .junit: try Console.report(RunJUnit(runs).text, to: output)
    case .comment: try Console.report(RunMarkdown(runs).comment, to: output)
    case .html:
      let builder = ReportBuilder(
        runs, exhibits: SceneExhibits.all(of: main), claims: claims, phases: SceneExhibits.phases)
      guard let report = builder?.report else { return }
      try Console.report(HTMLWriter(report).text, to: output)
    case .markdown:
      let markdown = RunMarkdown(runs, claims: claims)
      try Self.write(markdown, to: output)
    }
  }

  /// Writes the comparison of `ab` or `bench --baseline`.
  private func write(_ comparison: Comparison, as format: Format) throws {
    guard let known = ComparisonOutput.Format(rawValue: format.rawValue), files.count == 1 else {
      throw ValidationError(
        "a comparison is shown alone, as table, markdown, junit or json; for html pass the Runs "
          + "of both sides")
    }
    try Console.report(try ComparisonOutput.text(comparison, as: known) + "\n", to: output)
  }

  /// Writes Markdown; if the output is a file, with its charts in a folder next to it.
  private static func write(_ markdown: RunMarkdown, to output: String?) throws {
    guard let output, Console.isPlainFile(output) else {
      return try Console.report(markdown.text, to: output)
    }
    let url = URL(fileURLWithPath: output)
    let name = url.deletingPathExtension().lastPathComponent
    // File systems take 255 bytes.
    let folder = (name.utf8.count > 240 ? Escaping.fileName(name) : name) + "-charts"
    let (text, charts) = markdown.text(chartsIn: folder)
    for chart in charts {
      let path = url.deletingLastPathComponent().appendingPathComponent(folder)
        .appendingPathComponent(chart.name).path
      try Console.report(chart.svg, to: path)
    }
    try Console.report(text, to: output)
  }

  /// A Run, with the path by which a report in `output` links it.
  ///
  /// - Throws: `RunFile.Failure` for a comparison, and for a Run that has no cells.
  private static func reported(
    _ record: RunFile.Record, _ file: String, from output: String?
  ) throws(RunFile.Failure) -> ReportedRun {
    guard case .run(let run) = record else {
      throw .notARun(file, reason: "it is a comparison of two Runs, which is shown alone")
    }
    guard !run.cells.isEmpty else { throw .notARun(file, reason: "it has no cells") }
    return ReportedRun(file: link(to: file, from: output), run)
  }

  /// The path by which a report in `output` links a file.
  private static func link(to file: String, from output: String?) -> String {
    guard let output else { return file }
    let target = URL(fileURLWithPath: file).standardizedFileURL.pathComponents
    let base = URL(fileURLWithPath: output).standardizedFileURL.deletingLastPathComponent()
      .pathComponents
    let shared = zip(target, base).prefix { $0 == $1 }.count
    // Two files that share no folder but the root may move apart.
    guard shared > 1 else { return file }
    let up = Array(repeating: "..", count: base.count - shared)
    return (up + target.dropFirst(shared)).joined(separator: "/")
  }

  private func readClaims() throws -> [Claim] {
    guard let claims else { return Claim.builtIn }
    WholeFile.protect(claims)
    let data: Data
    do {
      data = try WholeFile.contents(of: claims)
    } catch let failure as WholeFile.Failure {
      throw ClaimsError(file: claims, reason: failure.description)
    } catch {
      throw RunFile.Failure.notFound(claims)
    }
    do {
      return try Claim.read(data)
    } catch {
      throw ClaimsError(file: claims, reason: "\(error)")
    }
  }

  private func json(of runs: [Run]) throws -> String {
    let texts = try runs.map { try RunFile.text(of: $0, isPretty: !compact) }
    return texts.count == 1 ? texts[0] + "\n" : "[\n\(texts.joined(separator: ",\n"))\n]\n"
  }
}

/// The error for a file without claims.
struct ClaimsError: Error, CustomStringConvertible {
  let file: String
  let reason: String

  var description: String { "\(file): error: not a file of claims: \(reason)" }
}
