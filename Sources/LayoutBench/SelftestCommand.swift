import ArgumentParser
import Foundation
import LayoutBenchHarness
import LayoutModel
import LayoutBenchReports
import LayoutBenchTiming

/// `layoutbench selftest`.
struct SelftestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "selftest",
    abstract: "Measure the gate itself: its rates of false alarms and of detection.",
    discussion: """
      To find false alarms, one half of the links of a build is compared with the other half. To \
      measure detection, the links are compared with builds whose code was changed, and these with \
      the links: each folder that --changed names contains links of one. Instruction counts, which need valgrind, \
      determine how much slower a cell should be. '.ci/mutants' makes such builds.

        layoutbench selftest .build/links/*
        layoutbench selftest .build/links/* --splits 20
        layoutbench selftest .build/links/* --splits 0 --changed loop-5 loop-20

      Exit status: 1 if more than 1 in 480 unchanged cells is called slower, if fewer than 95 % of \
      the cells with 10 % more instructions are, or if any cell with less than 2 % more is.
      """)

  @Argument(help: "Links: executables of one build, functions in different orders ('make links').")
  var links: [String]

  @Option(
    help: ArgumentHelp("Comparisons of one half of the links with the other.", valueName: "n"))
  var splits = 1

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Folders with links of changed builds.", valueName: "folder"))
  var changed: [String] = []

  @OptionGroup var cells: CellSelection

  @Option(
    help: ArgumentHelp(
      "One part of the scenes, such as 2/4, for machines that share the work; needs --seed.",
      valueName: "i/n"))
  var shard: Run.Shard?

  @Option(help: ArgumentHelp("Children per side in the first step, 8 to 1000.", valueName: "n"))
  var children = Benchmark.usualChildren

  @Option(help: "What to print: table, markdown or json.")
  var format = Format.table

  @Option(
    name: [.short, .long],
    help: "The JSON file that is saved after each comparison; none if absent.")
  var output: String?

  @Flag(help: "No progress on standard error.")
  var quiet = false

  @Flag(help: "Allow a debug build.")
  var allowDebug = false

  /// The format of the printed result.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, markdown, json
  }

  func validate() throws {
    guard (0...1000).contains(splits) else { throw ValidationError("--splits takes 0 to 1000") }
    guard (8...1000).contains(children) else {
      throw ValidationError("--children takes 8 to 1000: fewer give no interval")
    }
    guard shard == nil || cells.seed != nil else {
      throw ValidationError("--shard needs --seed, so that all shards have the same scripts")
    }
    guard splits > 0 || !changed.isEmpty else {
      throw ValidationError("--splits 0 leaves nothing to do without --changed")
    }
    guard splits == 0 || links.count >= 2 else {
      throw ValidationError("two halves need two links; 'make links' makes six")
    }
    if !changed.isEmpty, let obstacle = Instructions.obstacle {
      throw ValidationError("instructions cannot be counted: \(obstacle)")
    }
  }

  func run() throws {
    if Benchmark.configuration == "debug", !allowDebug {
      throw ValidationError(
        "this is a debug build: build with '-c release', or use --allow-debug")
    }
    for path in links where !FileManager.default.isExecutableFile(atPath: path) {
      throw RunFile.Failure.notFound(path)
    }
    // A file that cannot be read is reported before the measurement.
    let builds = try changed.map { folder in
      (
        name: URL(fileURLWithPath: folder).lastPathComponent,
        links: try CellSelection.paths(ofLinks: folder)
      )
    }
    let reservation = try output.map { try RunFile.reserve($0) }
    defer { reservation?.end() }
    Interrupts.count()
    var test = SelfTest()
    var line = ProgressLine(isQuiet: quiet)
    do {
      try perform(&test, builds) { line.show($0) }
    } catch let error as ChildProcessFailure {
      line.clear()
      throw ChildError(description: "error: \(error)")
    }
    line.clear()
    guard test.unchangedCells > 0 || !test.changed.isEmpty else {
      Console.error("interrupted before anything was measured")
      throw ExitCode.interrupted
    }
    switch format {
    case .table: try Console.print(SelfTestOutput(test).table)
    case .markdown: try Console.print(SelfTestOutput(test).markdown)
    case .json: try Console.print(RunFile.text(of: test))
    }
    if Interrupts.came { throw ExitCode.interrupted }
    if !test.holds { throw ExitCode.checkDidNotHold }
  }

  private func perform(
    _ test: inout SelfTest, _ builds: [(name: String, links: [String])], show: (String) -> Void
  ) throws {
    func save(_ test: SelfTest) throws {
      if let output { try RunFile.write(test, to: output) }
    }
    if splits > 0 {
      let benchmark = try cells.benchmark(usualSuite: "quick", shard: shard)
      for number in 0..<splits where !Interrupts.came {
        try test.split(benchmark, links: links, children: children) {
          show("split \(number + 1) of \(splits): \($0.text)")
        }
        try save(test)
      }
    }
    guard !builds.isEmpty else { return }
    let benchmark = try cells.benchmark(usualSuite: "quick", shard: shard, countsInstructions: true)
    for (number, build) in builds.enumerated() where !Interrupts.came {
      try test.compare(
        benchmark, base: links, head: build.links, change: build.name, children: children
      ) { show("\(build.name), \(number + 1) of \(builds.count): \($0.text)") }
      try save(test)
    }
  }
}

/// The result of a self-test, for users.
struct SelfTestOutput {
  private let test: SelfTest

  init(_ test: SelfTest) { self.test = test }

  private static let head = ["self-test", "cells", "called slower", "rate, 95 % bounds", "target"]

  /// The lines: name, cells, found cells, their rate with bounds.
  private var rows: [[String]] {
    var rows: [[String]] = []
    func add(_ name: String, _ cells: Int, _ found: Int, _ rate: Estimate, _ target: String) {
      rows.append([
        name, "\(cells)", "\(found)",
        "\(Self.share(rate.value)) (\(Self.share(rate.low ?? 0)) … \(Self.share(rate.high ?? 1)))",
        target,
      ])
    }
    if let rate = test.falseAlarmRate {
      add(
        "one half of the links against the other, \(test.splits) times", test.unchangedCells,
        test.falseAlarms.count, rate, "at most 1 in 480")
    }
    for one in test.classes {
      guard let power = one.power else { continue }
      let (name, target) =
        switch one.from {
        case ..<1: ("changed builds, cells without more instructions", "at most 1 in 480")
        case ..<1.02: ("0.5 to 2 % more instructions", "none")
        case ..<1.1:
          ("\(Self.share(one.from - 1)) to \(Self.share(one.to - 1)) more", "")
        default: ("10 % more, and above", "at least 95 %")
        }
      add(name, one.cells.count, one.found, power, target)
    }
    if let power = test.powerOfFaster {
      add(
        "a tenth fewer, and below: called faster", test.faster.count,
        test.faster.count { $0.isFoundFaster }, power, "")
    }
    return rows
  }

  private var remarks: [String] {
    var lines = test.falseAlarms.map { "false alarm: \($0)" }
    if test.load.count == 2 { lines.append("load average \(test.load[0]) … \(test.load[1])") }
    for cell in test.changed where cell.isFound != (cell.instructions >= 1.02) {
      guard cell.isFound || cell.instructions >= 1.05 else { continue }
      let more = Quantity.fixed(100 * (cell.instructions - 1), decimals: 1)
      lines.append(
        "\(cell.change): \(cell.name): \(more) % more instructions, \(cell.verdict.rawValue)"
          + (cell.shift.map { ", \(Quantity.ratio($0)) as long" } ?? ""))
    }
    return lines
  }

  var table: String {
    var table = TextTable([
      (Self.head[0], .left), (Self.head[1], .right), (Self.head[2], .right), (Self.head[3], .left),
      (Self.head[4], .left),
    ])
    for row in rows { table.add(row) }
    return ([table.text, ""] + remarks + [test.holds ? "the targets are met" : "FAILED"])
      .joined(separator: "\n")
  }

  var markdown: String {
    let head = ["| " + Self.head.joined(separator: " | ") + " |", "|---|---:|---:|---|---|"]
    let body = rows.map { "| " + $0.joined(separator: " | ") + " |" }
    return (head + body + [""] + remarks.map { "- \($0)" }).joined(separator: "\n")
  }

  private static func share(_ value: Double) -> String {
    let percent = (1000 * value).rounded() / 10
    return "\(Quantity.fixed(percent, decimals: percent == percent.rounded() ? 0 : 1)) %"
  }
}
