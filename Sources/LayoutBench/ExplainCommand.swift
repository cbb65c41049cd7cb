import ArgumentParser
import LayoutBenchHarness
import LayoutModel
import Scenes

/// `layoutbench explain`.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Show which constraints determine a view's frame.",
    discussion: """
      For each edge of the view, and its size: the value and the constraints that determine it, \
      first those that name the view, then those through which these act. Then the view's \
      constraints with slack, and those that lost, with the constraints to which they lost. Works \
      on linear constraints and, for a scene without constraints, on SLL rules lowered to them.

        layoutbench explain post likes                 one view
        layoutbench explain post likes --step 1        after the first step
        layoutbench explain post.yaml --format json    every view, in document order
      """)

  /// The format of printed explanations.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, json
  }

  @Argument(help: "A scene file, or the name of a built-in scene.")
  var file: String

  @Argument(help: "The name of a view; every view if none.")
  var view: String?

  @Option(help: ArgumentHelp("Explain the layout after this step (0, the first).", valueName: "n"))
  var step = 0

  @Option(help: "table or json.")
  var format = Format.table

  func run() throws {
    let source = try SceneSource.one(file)
    let scene = try source.scene()
    guard let participant = ExplainedScene.participant(for: scene) else {
      let held = scene.layouts.keys.map(\.text).sorted().joined(separator: ", ")
      throw ValidationError(
        "no engine that explains its layouts reads \(file), which has: \(held)")
    }
    let views = try chosenViews(in: scene.tree)
    guard (0...scene.steps.count).contains(step) else {
      throw ValidationError("--step takes 0 to \(scene.steps.count), the steps of \(file)")
    }
    do {
      let explained = try ExplainedScene(scene, by: participant, steps: step, views: views)
      if let view, explained.views.isEmpty {
        throw ValidationError(
          "'\(view)' is out after \(step == 0 ? "the first layout" : "step \(step)"); choose a "
            + "--step after which it is in the tree")
      }
      let output = ExplainOutput(
        scene: scene, isFile: source.text != nil, explained: explained, step: step)
      if !explained.isWithinPromise { Console.error(SolveOutput.imprecision(of: file)) }
      switch format {
      case .table: try Console.print(output.table)
      case .json: try Console.print(output.json)
      }
    } catch let failure as SolvedScene.Failure {
      throw try SolveOutput.report(failure, of: scene, by: participant, asJSON: format == .json)
    }
  }

  private func chosenViews(in tree: ViewTree) throws -> [ViewID] {
    guard let name = view else { return Array(tree.views.dropFirst()) }
    guard let known = tree.view(named: name) else {
      throw ValidationError(SolveCommand.unknown("view", name, among: tree.names))
    }
    return [known]
  }
}
