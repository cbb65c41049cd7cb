import ArgumentParser
import LayoutBenchTiming

/// `layoutbench check`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check that recorded Runs are complete and unmodified.",
    discussion: """
      Checks that every number is in its range, that no samples are missing, and that scenes, \
      cells and children have the digests recorded in the Run. 'report', 'history', 'baseline' and \
      'bench --resume' check the same when they read a Run. Besides, that the file has no unknown \
      key, and that its times, ratios and means are those that its samples give: other commands \
      ignore what is written there, and compute them. The digests detect damage and edits; they are \
      not a signature.

        layoutbench check Results/reference.json
      """)

  @Argument(help: "Runs, or comparisons of Runs.")
  var files: [String]

  func run() throws {
    var failure: (any Error)?
    for file in files {
      do {
        try Console.print("\(file): \(Self.contents(of: file))")
      } catch let error as RunFile.Failure {
        // The other files are still checked.
        Console.error("\(error)")
        failure = failure ?? error
      }
    }
    guard let failure else { return }
    throw Reported(failure)
  }

  private static func contents(of file: String) throws(RunFile.Failure) -> String {
    let run: Run
    switch try RunFile.check(file) {
    case .comparison(let comparison):
      return "whole: a comparison of \(comparison.cells.count) cells"
    case .run(let found): run = found
    }
    let samples = run.cells.reduce(0) { $0 + $1.samples.reduce(0) { $0 + $1.count } }
    return "whole: \(run.cells.count) cells, \(run.children.count) children, \(samples) samples"
      + (run.seal == nil ? ", without digests (an earlier version wrote it)" : "")
  }
}
