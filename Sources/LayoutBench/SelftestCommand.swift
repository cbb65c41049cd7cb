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
    abstract: "Measure the gate itself: how often it cries wolf, and how often it sees one.",
    discussion: """
      False alarms are looked for by comparing this executable with itself. For its power, one engine \
      after the other loses a share of each batch inside the clock on one side, one scene at a time.

        layoutbench selftest
        layoutbench selftest --power 3 --scenes post --engines \(Engines.pair)
        layoutbench selftest --false-alarms 5 .build/links/*

      Exit status: 1 where more than 1 cell in 480 is called slower without a reason, or fewer than \
      95 % of the slowdowns are found.
      """)

  @Argument(help: "Links of one build, used in turn; this executable if none.")
  var executables: [String] = []

  @Option(help: ArgumentHelp("Comparisons of the executable with itself.", valueName: "n"))
  var falseAlarms: Int?

  @Option(help: ArgumentHelp("A slowdown to look for, in percent.", valueName: "percent"))
  var power: Double?

  @OptionGroup var cells: CellSelection

  @Option(help: "What is printed: table, markdown or json.")
  var format = Format.table

  @Option(name: [.short, .long], help: "The file to write; standard output if none.")
  var output: String?

  @Flag(help: "No progress on standard error.")
  var quiet = false

  @Flag(help: "Test a debug build all the same.")
  var allowDebug = false

  /// How the result is printed.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, markdown, json
  }

  func validate() throws {
    if let falseAlarms, !(0...1000).contains(falseAlarms) {
      throw ValidationError("--false-alarms takes 0 to 1000")
    }
    if let power, !(0.1...1000).contains(power) {
      throw ValidationError("--power takes a percentage from 0.1 on")
    }
  }

  func run() throws {
    if Benchmark.configuration == "debug", !allowDebug {
      throw ValidationError(
        "this is a debug build: build with '-c release', or say --allow-debug")
    }
    for path in executables where !FileManager.default.isExecutableFile(atPath: path) {
      throw RunFile.Failure.notFound(path)
    }
    Interrupts.count()
    var test = SelfTest()
    var line = ProgressLine(isQuiet: quiet)
    do {
      try perform(&test) { line.show($0) }
    } catch let error as ChildProcessFailure {
      line.clear()
      throw ChildError(description: "error: \(error)")
    }
    line.clear()
    guard test.unchangedCells > 0 || !test.injections.isEmpty else {
      Console.error("interrupted before anything was measured")
      throw ExitCode.interrupted
    }
    let text =
      switch format {
      case .table: SelfTestOutput(test).table
      case .markdown: SelfTestOutput(test).markdown
      case .json: try RunFile.text(of: test)
      }
    try Console.write(text + "\n", to: output)
    if Interrupts.came { throw ExitCode.interrupted }
    if !test.holds { throw ExitCode.checkDidNotHold }
  }

  private func perform(_ test: inout SelfTest, show: (String) -> Void) throws {
    let links = executables.isEmpty ? [CellSelection.executable] : executables
    let isEither = falseAlarms == nil && power == nil
    let (options, _) = try cells.options(usualSuite: "quick")
    let whole = try Benchmark(options)
    guard whole.run.cells.contains(where: { $0.outcome == .timed }) else {
      throw ValidationError("these scenes, engines and phases leave nothing to time")
    }
    let count = falseAlarms ?? (isEither ? 1 : 0)
    for number in 0..<count where !Interrupts.came {
      try test.lookForFalseAlarms(whole, executables: links) {
        show("comparison \(number + 1) of \(count) with itself: \($0.text)")
      }
    }
    guard let percent = power ?? (isEither ? 5 : nil) else { return }
    for source in options.scenes where !Interrupts.came {
      var own = options
      own.scenes = [source]
      let benchmark = try Benchmark(own)
      let names = Set(
        benchmark.run.cells.filter {
          $0.outcome == .timed && $0.engine != Registry.copier.name.description
        }.map(\.engine))
      for engine in names.sorted() where !Interrupts.came {
        try test.inject(
          into: benchmark, engine: engine, share: percent / 100, executables: links
        ) { show("\(source.file), \(engine) slower by \(percent) %: \($0.text)") }
      }
    }
  }
}

/// The result of a self-test, for people.
struct SelfTestOutput {
  private let test: SelfTest

  init(_ test: SelfTest) { self.test = test }

  /// The lines: what, how many, how often, with bounds.
  private var rows: [[String]] {
    var rows: [[String]] = []
    if let rate = test.falseAlarmRate {
      rows.append([
        "false alarms", "\(test.unchangedCells) unchanged cells", "\(test.falseAlarms.count)",
        "\(share(rate.value)) (\(share(rate.low ?? 0)) … \(share(rate.high ?? 1)))",
        "at most 1 in 480",
      ])
    }
    if let power = test.power, let slowdown = test.slowdown {
      rows.append([
        "slowdowns of \(share(slowdown)) found", "\(test.injections.count) injected",
        "\(test.injections.count { $0.isFound })",
        "\(share(power.value)) (\(share(power.low ?? 0)) … \(share(power.high ?? 1)))",
        "at least 95 %",
      ])
    }
    return rows
  }

  private var remarks: [String] {
    var lines: [String] = []
    if test.comparisons > 0 {
      lines.append(
        "\(test.comparisons) \(test.comparisons == 1 ? "comparison" : "comparisons") of the "
          + "executable with itself")
    }
    if !test.injections.isEmpty {
      let times = test.injections.map(\.seconds).sorted()
      lines.append(
        "a scene was compared in \(Int(times[times.count / 2])) s (median), "
          + "\(Int(times[times.count - 1])) s (longest)")
    }
    if test.load.count == 2 { lines.append("load average \(test.load[0]) … \(test.load[1])") }
    lines += test.falseAlarms.map { "false alarm: \($0)" }
    lines += test.injections.filter { !$0.isFound }.map {
      "not found: \($0.name): \($0.verdict.rawValue)"
        + ($0.shift.map { ", \(Quantity.ratio($0)) as long" } ?? "")
    }
    return lines
  }

  var table: String {
    var table = TextTable([
      ("self-test", .left), ("tries", .right), ("", .right), ("rate, 95 % bounds", .left),
      ("target", .left),
    ])
    for row in rows { table.add(row) }
    return ([table.text, ""] + remarks + [test.holds ? "the targets are met" : "FAILED"])
      .joined(separator: "\n")
  }

  var markdown: String {
    let head = ["| self-test | tries | | rate, 95 % bounds | target |", "|---|---:|---:|---|---|"]
    let body = rows.map { "| " + $0.joined(separator: " | ") + " |" }
    return (head + body + [""] + remarks.map { "- \($0)" }).joined(separator: "\n")
  }

  private func share(_ value: Double) -> String {
    let percent = 100 * value
    return "\(Quantity.fixed(percent, decimals: percent == percent.rounded() ? 0 : 1)) %"
  }
}
