import ArgumentParser
import LayoutBenchHarness
import LayoutBenchTiming

/// `layoutbench merge`.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Join the shards of a benchmark into one Run.",
    discussion: """
      All shards must be present, complete, and measured with the same executable; the error for a \
      missing one names the command that measures it. Shards may come from several machines: each \
      cell then records its machine, ratios to the yardstick are within a machine, and times and \
      means are omitted.

        layoutbench bench --suite full --plan-only -o plan.json
        layoutbench bench --plan plan.json --shard 1/2 -o shard-1.json
        layoutbench bench --plan plan.json --shard 2/2 -o shard-2.json
        layoutbench merge shard-*.json -o Results/full.json
      """)

  @Argument(help: "Run files, each one shard.")
  var shards: [String]

  @Option(name: [.short, .long], help: "The file for the whole Run.")
  var output: String

  @Flag(help: "Do not print what was written.")
  var quiet = false

  func run() throws {
    let runs = try shards.map { (path: $0, run: try RunFile.read($0)) }
    let whole: Run
    do {
      whole = try Run.joined(runs, id: Benchmark.newID())
    } catch {
      throw RunFile.Failure.cannotMerge(error.description)
    }
    try RunFile.write(whole, to: output)
    guard !quiet else { return }
    let machines = whole.machines.map { ", \($0.count) machines: ratios only" } ?? ""
    Console.error(
      "saved \(output): \(runs.count) shards, \(whole.scenes?.count ?? 0) scenes, "
        + "\(whole.cells.count) cells\(machines)")
  }
}
