import ArgumentParser
import Foundation

/// The command line, with every subcommand.
struct Tool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layoutbench",
    abstract: "What a constraint solver costs next to a topological layout engine, on one layout.",
    discussion: """
      A scene file (YAML or JSON) holds one layout in one or more dialects: SLL rules, \
      linear constraints, \
      LayoutKit calls. Engines lay it out; 'verify' proves that their frames agree, 'bench' times \
      them, and never an engine that gets a scene wrong.

        layoutbench bench --quick                 a first look: time every engine on seven scenes
        layoutbench solve post.yaml               print the frames of a scene
        layoutbench explain post likes            say which constraints make a frame what it is
        layoutbench verify Benchmarks/Suite       hold all engines' frames against each other
        layoutbench fuzz --count 10000            hold them against each other on random scenes
        layoutbench report RUN.json --format html a page of a recorded run, with its charts
        layoutbench history Results               how ratios moved over recorded runs

      Exit status: 0 done and all held, 1 a check did not hold, 2 a scene has no layout, \
      64 wrong usage, 65 a file that cannot be read as a scene, 66 no such file, \
      74 a result that cannot be written, 130 interrupted.
      """,
    version: Version.number,
    subcommands: [
      SolveCommand.self, ExplainCommand.self, FitCommand.self, VerifyCommand.self,
      BenchCommand.self,
      ABCommand.self, BaselineCommand.self, MergeCommand.self, SelftestCommand.self,
      TruthCommand.self,
      ReportCommand.self,
      HistoryCommand.self,
      FuzzCommand.self, RenderCommand.self,
      ConvertCommand.self, SceneCommand.self, ListCommand.self, NewCommand.self,
      ConformCommand.self, PeerCommand.self, CheckCommand.self, ChildCommand.self,
    ])
}
