import ArgumentParser
import Foundation
import LayoutBenchHarness
import LayoutModel
import LayoutBenchReports
import Scenes
import LayoutBenchTiming

/// `layoutbench ab`.
struct ABCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ab",
    abstract: "Measure two builds side by side and report what became slower.",
    discussion: """
      Exact counts are compared first: any rise fails, regardless of the times. Then children of \
      both builds are timed in turn. A cell that looks more than 2 % slower is measured again in \
      new children, and is 'slower' if its whole 99 % interval lies above the threshold. The \
      position of code in memory also changes times: pass several links of each build ('make \
      links'), which children use in turn, or let --rev make them.

        layoutbench ab old/layoutbench --against new/layoutbench --scenes post
        layoutbench ab old/links/* --against new/links/*
        layoutbench ab --rev main

      Exit status: 0 nothing became slower, 1 something did, a count rose or frames are wrong.
      """)

  @Argument(help: "Executables of the base: one, or several links of it.")
  var base: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: "Executables of the other side (this one, unless --rev is given).")
  var against: [String] = []

  @Option(
    help: ArgumentHelp(
      "Build this revision and the commit checked out here, in git worktrees, and compare them.",
      valueName: "revision"))
  var rev: String?

  @Option(help: ArgumentHelp("The number of links that --rev makes of each build.", valueName: "n"))
  var links = 6

  @OptionGroup var cells: CellSelection

  @Option(help: ArgumentHelp("Children per side in the first step, 8 to 1000.", valueName: "n"))
  var children = Benchmark.usualChildren

  @Option(help: ArgumentHelp("How much slower a cell may become, in percent.", valueName: "p"))
  var threshold = 2.0

  @Option(
    help: ArgumentHelp(
      "How much a count may rise, in percent: 'allocations=2,bytes allocated=3'.",
      valueName: "counts"
    ))
  var tolerance: String?

  @Flag(help: "Also count instructions; needs valgrind, and takes a minute or more.")
  var instructions = false

  @Flag(help: "Also measure again the cells that look faster.")
  var improvements = false

  @OptionGroup var output: ComparisonOutput

  @Flag(help: "Allow debug builds.")
  var allowDebug = false

  func validate() throws {
    guard (8...1000).contains(children) else {
      throw ValidationError("--children takes 8 to 1000: fewer give no interval")
    }
    guard threshold > 0, threshold <= 1000 else {
      throw ValidationError("--threshold takes a percentage above 0")
    }
    _ = try tolerances()
    if instructions, let obstacle = Instructions.obstacle {
      throw ValidationError("instructions cannot be counted: \(obstacle)")
    }
    guard (1...50).contains(links) else { throw ValidationError("--links takes 1 to 50") }
    guard (rev == nil) != base.isEmpty else {
      throw ValidationError("name the executables of the base, or a revision with --rev")
    }
    if rev != nil, !against.isEmpty {
      throw ValidationError("--rev builds both sides; --against goes with executables")
    }
  }

  /// The tolerances of `--tolerance`, as shares.
  ///
  /// - Throws: `ValidationError` for an entry that is not a name with a percentage.
  private func tolerances() throws -> [String: Double]? {
    guard let tolerance else { return nil }
    var tolerances: [String: Double] = [:]
    for entry in tolerance.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = entry.split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
      guard parts.count == 2, !parts[0].isEmpty, let percent = Double(parts[1]),
        (0...1000).contains(percent)
      else {
        throw ValidationError(
          "--tolerance takes counts with percentages, 'allocations=2,bytes allocated=3', not "
            + "'\(entry)'")
      }
      tolerances[parts[0]] = percent / 100
    }
    return tolerances
  }

  func run() throws {
    if Benchmark.configuration == "debug", !allowDebug {
      throw ValidationError(
        "this is a debug build: build with '-c release', or use --allow-debug")
    }
    Interrupts.count()
    if let rev {
      let builds = try RevisionBuild(rev, links: links, isQuiet: output.quiet)
      defer { builds.remove() }
      return try compare(base: builds.base, head: builds.head)
    }
    for path in base + against where !FileManager.default.isExecutableFile(atPath: path) {
      throw RunFile.Failure.notFound(path)
    }
    try compare(base: base, head: against.isEmpty ? [CellSelection.executable] : against)
  }

  private func compare(base: [String], head: [String]) throws {
    let benchmark = try cells.benchmark(countsInstructions: instructions)
    var options = SideBySide.Options(
      base: base.map(Self.absolute), head: head.map(Self.absolute))
    options.thresholds = Thresholds(usual: threshold / 100, counters: try tolerances())
    options.screening = children
    options.improvements = improvements
    options.allowsDebug = allowDebug
    var line = ProgressLine(isQuiet: output.quiet)
    defer { line.clear() }
    let path = output.savePath(for: benchmark.run.id)
    let reservation = try path.map { try RunFile.reserve($0) }
    defer { reservation?.end() }
    let comparison: Comparison
    do {
      var sides = try SideBySide(benchmark, options: options) { line.show($0.text) }
      try sides.run { progress in
        line.show(progress.text)
      } save: { comparison in
        if let path { try RunFile.write(comparison, to: path) }
      }
      comparison = sides.comparison
    } catch let failure as RunFile.Failure {
      throw failure
    } catch let failure as DebugBuild {
      line.clear()
      throw ValidationError("\(failure)")
    } catch {
      throw ChildError(
        description: "error: \(error); a build of an earlier revision may lack some of these "
          + "cells; choose with --scenes, --engines and --phases")
    }
    line.clear()
    if let path { try RunFile.write(comparison, to: path) }
    try output.show(comparison, savedAt: path)
  }

  private static func absolute(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }
}

extension SideBySide.Progress {
  /// The progress line.
  var text: String {
    switch self {
    case .preparing: "finding batch sizes, counting work"
    case .screening(let pair, let count): "pair \(pair) of \(count)"
    case .remeasuring(let pair, let cells):
      "measuring \(cells) \(cells == 1 ? "cell" : "cells") again: pair \(pair)"
    }
  }
}
