import ArgumentParser
import LayoutBenchHarness

/// `layoutbench child`: a process of a benchmark, which communicates in JSON.
struct ChildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "child", abstract: "A child process of 'bench'.", shouldDisplay: false)

  func run() throws { try Child.run() }
}
