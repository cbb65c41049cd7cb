import ArgumentParser
import Foundation
import LayoutBenchReports
import LayoutBenchTiming

/// The options for saving and printing a comparison, and its exit status.
struct ComparisonOutput: ParsableArguments {
  @Option(
    name: [.short, .long],
    help: "Save the comparison: a file that ends in .json, or a folder. Not saved if absent.")
  var output: String?

  @Option(help: "What to print: table, markdown, comment (at most 10 KB), junit or json.")
  var format = Format.table

  @Flag(help: "Also fail if a cell is undecided or on one side only.")
  var strict = false

  @Option(help: "When to colour the verdict: auto, always or never.")
  var color = Console.Color.auto

  @Flag(help: "No progress on standard error.")
  var quiet = false

  /// The format of a printed comparison.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, markdown, comment, junit, json
  }

  /// The path at which it is saved; `nil` where it is not.
  func savePath(for id: String) -> String? {
    output.map { $0.hasSuffix(".json") ? $0 : "\($0)/\(id)-comparison.json" }
  }

  /// A comparison in a format.
  static func text(
    _ comparison: Comparison, as format: Format, isStrict: Bool = false
  ) throws -> String {
    switch format {
    case .table: ComparisonTable(comparison, isStrict: isStrict).text
    case .markdown: ComparisonMarkdown(comparison, isStrict: isStrict).text
    case .comment: ComparisonComment(comparison, isStrict: isStrict).text
    case .junit: ComparisonJUnit(comparison).text
    case .json: try RunFile.text(of: comparison)
    }
  }

  /// Prints a comparison, with annotations in a job on GitHub, and fails where the comparison
  /// fails.
  ///
  /// - Throws: `ExitCode`, `OutputError`.
  func show(_ comparison: Comparison, savedAt path: String?) throws {
    try Self.show(
      comparison, as: format, color: color, isStrict: strict, savedAt: quiet ? nil : path)
  }

  /// Prints a comparison and its path, and fails where the comparison fails.
  ///
  /// - Throws: `ExitCode`, `OutputError`.
  static func show(
    _ comparison: Comparison, as format: Format, color: Console.Color, isStrict: Bool,
    savedAt path: String?
  ) throws {
    let text = try text(comparison, as: format, isStrict: isStrict)
    if format == .table, color.isOn {
      // The verdict begins with a word; the colour only makes it easier to see.
      let verdict = ComparisonTable.verdict(of: comparison, isStrict: isStrict)
      let code = comparison.fails(isStrict: isStrict) ? 31 : 32
      let rest = Escaping.terminal(String(text.dropFirst(verdict.count)))
      try Console.write(
        Data("\u{1B}[\(code)m\(Escaping.terminal(verdict))\u{1B}[0m\(rest)\n".utf8), to: nil)
    } else {
      try Console.print(text)
    }
    if let path { Console.error("saved \(path)") }
    GitHub.tell(comparison)
    if comparison.isInterrupted { throw ExitCode.interrupted }
    if comparison.fails(isStrict: isStrict) { throw ExitCode.checkDidNotHold }
  }
}

/// Additional output for a job on GitHub: annotations and the job's summary.
enum GitHub {
  /// Writes both in such a job; a summary that cannot be written has no effect.
  static func tell(_ comparison: Comparison) {
    let environment = ProcessInfo.processInfo.environment
    guard environment["GITHUB_ACTIONS"] == "true" else { return }
    for cell in comparison.failures {
      Console.messages("::error title=LayoutBench::\(escaped(ComparisonTable.sentence(cell)))\n")
    }
    for cell in comparison.cells where cell.verdict == .undecided {
      Console.messages("::warning title=LayoutBench::\(escaped(ComparisonTable.sentence(cell)))\n")
    }
    guard let path = environment["GITHUB_STEP_SUMMARY"],
      let handle = FileHandle(forWritingAtPath: path)
    else { return }
    defer { try? handle.close() }
    _ = try? handle.seekToEnd()
    let text = Escaping.visible(ComparisonMarkdown(comparison).text)
    try? handle.write(contentsOf: Data((text + "\n").utf8))
  }

  private static func escaped(_ text: String) -> String {
    Escaping.terminal(text).unicodeScalars.map { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: String(scalar)
      }
    }.joined()
  }
}
