import ArgumentParser
import Conversion
import Harness
import LayoutModel
import Scenes

/// `layoutbench convert`.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write a scene in another dialect, to the same frames.",
    discussion: """
      SLL rules become linear constraints; clamps become optional constraints on levels of their \
      own. Constraints that are equalities without a cycle become SLL rules. What the other dialect \
      cannot say is refused with the rule or constraint and the reason (exit status 2).

        layoutbench convert post --to constraints -o post-constraints.yaml
        layoutbench verify post-constraints.yaml
      """)

  /// The dialects that a scene can be written in.
  enum Target: String, ExpressibleByArgument, CaseIterable {
    case constraints, sll
  }

  @Argument(help: "A scene file, or the name of a built-in scene.")
  var file: String

  @Option(name: .customLong("to"), help: "constraints or sll.")
  var target: Target

  @Option(name: [.short, .long], help: "The file to write; standard output if none.")
  var output: String?

  func run() throws {
    let scene = try SceneSource.one(file).scene()
    let source: Dialect = target == .constraints ? .sll : .constraints
    guard scene.layouts[source] != nil else {
      throw ValidationError("\(file) has no layout in '\(source.rawValue)' to convert from")
    }
    do {
      let converted =
        target == .constraints
        ? try ConvertedScene(loweringRulesOf: scene)
        : try ConvertedScene(orderingConstraintsOf: scene)
      let text = SceneWriter.text(
        of: converted.scene, layouts: [(converted.dialect, converted.entries)])
      try Console.write(text, to: output)
    } catch let error as LayoutError {
      Console.error(error.message(file: scene.file))
      throw ExitCode.noLayout
    }
  }
}
