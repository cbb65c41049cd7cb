import ArgumentParser
import Foundation
import LayoutBenchHarness
import LayoutBenchReports
import LayoutBenchTiming

/// `layoutbench profile`.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Show the functions that a cell spends its time in, and draw a flame graph.",
    discussion: """
      The cell's script is run as 'bench' runs it, and watched only inside the clock: by Linux's perf \
      where it is installed and the kernel grants it, else by valgrind's callgrind, which counts \
      instructions. The graph is written as SVG; a file that ends in .folded gets the stacks as text, \
      a line each, which other tools for flame graphs read.

        layoutbench profile post/resize/\(Engines.example)
        layoutbench profile my-screen.yaml/first/\(Engines.example) -o first.svg
      """)

  @Argument(help: "The cell: SCENE/PHASE/ENGINE, or SCENE/FORM/PHASE/ENGINE.")
  var cell: String

  @Option(help: "perf or callgrind; the first that can be used here if none is named.")
  var tool: Profile.Tool?

  @Option(help: ArgumentHelp("How long perf watches, seconds.", valueName: "s"))
  var seconds = 3.0

  @Option(help: ArgumentHelp("Functions to print, 1 to 1000.", valueName: "n"))
  var top = 25

  @Option(name: [.short, .long], help: "The file for the graph, .svg or .folded (CELL.svg).")
  var output: String?

  @Flag(help: "Profile a debug build anyway.")
  var allowDebug = false

  @Flag(help: "No progress on standard error.")
  var quiet = false

  func validate() throws {
    guard seconds >= 0.1, seconds <= 600 else {
      throw ValidationError("--seconds takes 0.1 to 600")
    }
    guard (1...1000).contains(top) else { throw ValidationError("--top takes 1 to 1000") }
    if let output, !output.hasSuffix(".svg"), !output.hasSuffix(".folded") {
      throw ValidationError("--output takes a file that ends in .svg or .folded")
    }
  }

  func run() throws {
    if Benchmark.configuration == "debug", !allowDebug {
      throw ValidationError("this is a debug build: build with '-c release', or use --allow-debug")
    }
    var path = try CellPath(cell)
    let tool = try usableTool()
    let options = try path.options()
    let file =
      output
      ?? "\(Escaping.fileName(path.description.replacing("/", with: "-"))).svg"
    let reservation = try RunFile.reserve(file)
    defer { reservation.end() }
    Interrupts.count()
    var line = ProgressLine(isQuiet: quiet)
    var benchmark = try Benchmark(options)
    let cell = try path.cell(in: benchmark.run)
    guard let index = benchmark.run.cells.firstIndex(of: cell) else { throw ExitCode.failure }
    line.show("\(tool.rawValue) watches \(path)", isImportant: true)
    let profile: Profile
    do {
      profile = try benchmark.profile(cell: index, by: tool, seconds: seconds)
    } catch let failure as ChildProcessFailure {
      line.clear()
      throw ChildError(description: "error: \(failure)")
    }
    line.clear()
    if file.hasSuffix(".svg") {
      let title = "\(path): \(Quantity.short(profile.count)) \(tool.unit) of \(tool.rawValue)"
      let chart = ReportChart(
        id: "profile", title: title, picture: FlameGraph(profile.stacks, unit: tool.unit),
        numbers: ReportTable([]))
      try Console.write(chart.svg(isStandalone: true), to: file)
    } else {
      try Console.write(profile.folded, to: file)
    }
    try Console.print(profile.table(of: path.description, most: top))
    if !quiet { Console.error("saved \(file)") }
  }

  /// The tool that was named, or the first that can be used here.
  ///
  /// - Throws: `ValidationError` with the reasons where none can.
  private func usableTool() throws -> Profile.Tool {
    var reasons: [String] = []
    for tool in tool.map({ [$0] }) ?? Profile.Tool.allCases {
      guard let obstacle = tool.obstacle else { return tool }
      reasons.append("\(tool.rawValue): \(obstacle)")
    }
    throw ValidationError("no profiler can be used here: \(reasons.joined(separator: "; "))")
  }
}

extension Profile.Tool: ExpressibleByArgument {}

extension Profile {
  /// The sum over all stacks.
  fileprivate var count: Double { stacks.reduce(0) { $0 + $1.count } }

  /// A stack a line: calls with semicolons between them, a space, the count.
  fileprivate var folded: String {
    stacks.map { stack in
      stack.calls.map { $0.replacing(";", with: ":") }.joined(separator: ";")
        + " \(Quantity.fixed(stack.count, decimals: 0))\n"
    }.joined()
  }

  /// The functions by their own share, with what they and all that they call take.
  fileprivate func table(of cell: String, most: Int) -> String {
    var own: [String: Double] = [:]
    var whole: [String: Double] = [:]
    for stack in stacks {
      if let last = stack.calls.last { own[last, default: 0] += stack.count }
      for name in Set(stack.calls) { whole[name, default: 0] += stack.count }
    }
    func share(_ value: Double) -> String {
      "\(Quantity.fixed(100 * value / count, decimals: 1)) %"
    }
    var table = TextTable([("own", .right), ("with calls", .right), ("function", .left)])
    let order = whole.keys.sorted { one, other in
      let (a, b) = (own[one] ?? 0, own[other] ?? 0)
      return a != b ? a > b : (whole[one] ?? 0, other) > (whole[other] ?? 0, one)
    }
    for name in order.prefix(most) {
      table.add([share(own[name] ?? 0), share(whole[name] ?? 0), name])
    }
    var lines = [
      "\(cell): \(Quantity.short(count)) \(tool.unit) of \(tool.rawValue)", "", table.text,
    ]
    if order.count > most { lines.append("… \(order.count - most) functions more: --top") }
    return lines.joined(separator: "\n")
  }
}
