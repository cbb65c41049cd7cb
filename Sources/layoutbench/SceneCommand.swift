import ArgumentParser
import Harness
import LayoutModel
import Scenes
import Suite

/// `layoutbench scene`.
struct SceneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scene",
    abstract: "Print a built-in scene as a scene file.",
    discussion: """
      'layoutbench list scenes' names them. Those whose size is a parameter take --views.

        layoutbench scene post > my-post.yaml
        layoutbench scene chain --views 100 -o chain.yaml
      """)

  @Argument(help: "The name of a built-in scene, such as post or chain.")
  var name: String

  @Option(help: ArgumentHelp("Views of a generated scene (1000).", valueName: "n"))
  var views: Int?

  @Option(name: [.short, .long], help: "The file to write; standard output if none.")
  var output: String?

  func run() throws {
    if let generator = SceneGenerator.all.first(where: { $0.name == name }) {
      let views = views ?? SceneSource.usualSize
      guard (1...SceneGenerator.largest).contains(views) else {
        throw ValidationError("--views takes 1 to \(SceneGenerator.largest)")
      }
      return try Console.write(SceneWriter.text(of: generator.scene(views: views)), to: output)
    }
    guard views == nil else {
      throw ValidationError(
        "--views is for generated scenes: " + SceneGenerator.all.map(\.name).joined(separator: ", ")
      )
    }
    if let file = SceneSource.files.first(where: { $0.file == name || $0.file == name + ".yaml" }) {
      return try Console.write(file.text ?? "", to: output)
    }
    if let scene = SceneGenerator.scene(named: name) {
      return try Console.write(SceneWriter.text(of: scene), to: output)
    }
    let names = SceneSource.files.map { $0.file.replacing(".yaml", with: "") }
    throw ValidationError(
      SolveCommand.unknown("scene", name, among: names + SceneGenerator.all.map(\.name)))
  }
}
