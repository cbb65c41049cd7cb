import ArgumentParser
import Foundation
import LayoutBenchHarness

/// The command line, with every subcommand.
struct Tool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layoutbench",
    abstract: "Compare the cost of constraint solvers and topological layout engines.",
    discussion: """
      A scene file (YAML or JSON) contains one layout in one or more dialects: SLL rules, \
      linear constraints, \
      LayoutKit calls. Engines lay it out; 'verify' proves that their frames agree, 'bench' times \
      them, but never an engine whose frames are wrong.

        layoutbench bench --quick                 a first look: time every engine on eight scenes
        layoutbench solve post.yaml               print the frames of a scene
        layoutbench explain post likes            show which constraints determine a frame
        layoutbench verify Benchmarks/Suite       compare the frames of all engines
        layoutbench fuzz --count 10000            compare them on random scenes
        layoutbench report RUN.json --format html a page of a recorded run, with its charts
        layoutbench history Results               how ratios moved over recorded runs
        layoutbench profile post/resize/\(Engines.example)       the functions that a cell spends its time in

      Exit status: 0 success, 1 a check failed, 2 a scene has no layout, \
      64 wrong usage, 65 a file that cannot be read as a scene, 66 no such file, \
      71 too few files or too \
      little memory, 74 a result that cannot be written, 130 interrupted.
      """,
    version: Version.number,
    subcommands: [
      SolveCommand.self, ExplainCommand.self, FitCommand.self, VerifyCommand.self,
      BenchCommand.self,
      ABCommand.self, BaselineCommand.self, MergeCommand.self, SelftestCommand.self,
      TruthCommand.self,
      ReportCommand.self,
      HistoryCommand.self, PublishCommand.self, ProfileCommand.self,
      FuzzCommand.self, RenderCommand.self,
      ConvertCommand.self, SceneCommand.self, ListCommand.self, NewCommand.self,
      ConformCommand.self, PeerCommand.self, CheckCommand.self, ChildCommand.self,
    ])
}

extension Tool {
  /// Arguments in which a negative number is part of the option before it: the parser would take it for an
  /// option of its own, and tell that a value is missing.
  ///
  /// - Parameter arguments: those of the process, without its own name.
  /// - Returns: `--count=-1` for `--count` and `-1`.
  static func withNegativeNumbers(_ arguments: [String]) -> [String] {
    arguments.reduce(into: []) { joined, argument in
      let isNegative = argument.hasPrefix("-") && argument.dropFirst().first?.isNumber == true
      if isNegative, let option = joined.last, option.hasPrefix("--"), !option.contains("=") {
        joined[joined.count - 1] = option + "=" + argument
      } else {
        joined.append(argument)
      }
    }
  }

  /// Throws where the first argument is no command: the parser would call it unexpected.
  ///
  /// - Parameter arguments: those of the process, without its own name.
  /// - Throws: `LateUsageError` with the nearest command.
  static func checkCommand(_ arguments: [String]) throws {
    let words = arguments.first == "help" ? Array(arguments.dropFirst()) : arguments
    guard let word = words.first, !word.hasPrefix("-") else { return }
    let names = configuration.subcommands.filter { $0.configuration.shouldDisplay }
      .compactMap { $0.configuration.commandName }
    guard !names.contains(word), !["help", "child"].contains(word) else { return }
    throw LateUsageError(
      error: ValidationError(SolveCommand.unknown("command", word, among: names)), command: self)
  }
}
