import ArgumentParser
import LayoutBenchHarness
import LayoutBenchReports
import LayoutBenchTiming

/// `layoutbench truth`.
struct TruthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "truth",
    abstract: "Measure the same layouts in variants whose results must not differ.",
    discussion: """
      Each scene is measured unchanged; unchanged again, which shows the measurement's own \
      spread; with one equation written as visual format; as a program whose constraints are made \
      by the calls of each front end; with siblings in the opposite order; with scripts of another \
      seed; and with each cell alone. The largest factor of each kind is printed with its cell: \
      times are no more certain than that. The cost of reading another notation, in 'first' and \
      'cold', belongs to that notation and is listed separately.

        layoutbench truth --links .build/links
        layoutbench truth --suite full --variants again,order --children 3
        layoutbench truth --scenes 'post,feed-100' --instructions --limit 1.05
        layoutbench truth --suite full --instructions -o truth.json

      Exit status: 1 if a factor is above the limit.
      """)

  @OptionGroup var cells: CellSelection

  @Option(help: ArgumentHelp("Child processes of each variant, 1 to 1000 (6).", valueName: "n"))
  var children = 6

  @Option(
    help: ArgumentHelp(
      "Variants, with * and ?, separated by commas; ! excludes. All by default.",
      valueName: "names"))
  var variants: String?

  @Option(
    help: ArgumentHelp("Links that children use in turn: a folder of them.", valueName: "folder"))
  var links: String?

  @Flag(help: "Count instructions, which needs valgrind, and time nothing.")
  var instructions = false

  @Option(
    help: ArgumentHelp("Fail if a factor is above this, 1 or more.", valueName: "factor"))
  var limit: Double?

  @Option(
    name: .shortAndLong,
    help: "The JSON file that is saved after each scene; none if absent.")
  var output: String?

  @Flag(help: "No progress on standard error.")
  var quiet = false

  func validate() throws {
    guard (1...1000).contains(children) else { throw ValidationError("--children takes 1 to 1000") }
    if let limit, !(limit >= 1) { throw ValidationError("--limit takes a factor of 1 or more") }
    _ = try chosenVariants()
    if instructions, let obstacle = Instructions.obstacle {
      throw ValidationError("instructions cannot be counted: \(obstacle)")
    }
  }

  private func chosenVariants() throws -> [Truth.Variant] {
    let names = try Selection(variants).apply(
      to: Truth.Variant.allCases.map(\.rawValue), what: "variant")
    return Truth.Variant.allCases.filter { names.contains($0.rawValue) }
  }

  func run() throws {
    let variants = try chosenVariants()
    Interrupts.count()
    var (options, _) = try cells.options()
    options.children = instructions ? 0 : children
    options.countsInstructions = instructions
    options.links = try CellSelection.paths(ofLinks: links)
    let reservation = try output.map { try RunFile.reserve($0) }
    defer { reservation?.end() }
    var truth = Truth()
    var line = ProgressLine(isQuiet: quiet)
    do {
      for source in options.scenes where !Interrupts.came {
        try truth.measure(source, options, variants: variants) { line.show($0) }
        if let output {
          try RunFile.write(truth.record(countsInstructions: instructions), to: output)
        }
      }
    } catch let failure as ChildProcessFailure {
      line.clear()
      throw ChildError(description: "error: \(failure)")
    }
    line.clear()
    try Console.print(Self.table(of: truth, instructions: instructions))
    if Interrupts.came { throw ExitCode.interrupted }
    guard let limit else { return }
    let above = truth.factors.filter { factor in
      guard !factor.isReading, let value = instructions ? factor.instructions : factor.time else {
        return false
      }
      return Truth.Factor.away(value) > limit
    }
    for factor in above {
      Console.error("\(factor.variant.rawValue): \(factor.cell): above \(limit)")
    }
    if !above.isEmpty { throw ExitCode.checkDidNotHold }
  }

  /// For each variant the median factor, and the largest with its cell.
  private static func table(of truth: Truth, instructions: Bool) -> String {
    var table = TextTable([
      ("variant", .left), ("cells", .right), ("median", .right), ("95 %", .right),
      ("largest", .right), ("of", .left),
    ])
    for one in truth.record(countsInstructions: instructions).variants {
      table.add([
        one.variant + (one.isReading ? ", to read" : ""), "\(one.cells)",
        Quantity.fixed(one.median, decimals: 3), Quantity.fixed(one.of95Percent, decimals: 3),
        Quantity.fixed(one.largest, decimals: 3), "\(one.cell)",
      ])
    }
    let what = instructions ? "instructions" : "times"
    let missing =
      truth.missing.isEmpty ? [] : ["missing: \(truth.missing.joined(separator: "; "))"]
    let note =
      "factors between \(what) of the same cell"
      + (instructions ? "" : ", as multiples of the yardstick's")
      + ", the larger divided by the smaller"
    return ([table.text, note] + missing).joined(separator: "\n")
  }
}
