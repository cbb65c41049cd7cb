import ArgumentParser
import LayoutBenchHarness
import LayoutModel
import Scenes
import LayoutBenchSuite

/// `layoutbench scene`.
struct SceneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scene",
    abstract: "Print a built-in scene as a scene file.",
    discussion: """
      'layoutbench list scenes' names them. Those whose size is a parameter take --views. 'random' \
      makes constraints from a seed, which also decides what no option sets.

        layoutbench scene post > my-post.yaml
        layoutbench scene chain --views 100 -o chain.yaml
        layoutbench scene post --swift \(Registry.current.dialects[0].name)
        layoutbench scene random --seed 12 --views 30 --depth 4 --inequalities 0.3 --optional 0.8
      """)

  @Argument(help: "The name of a built-in scene, such as post or chain.")
  var name: String

  @Option(help: ArgumentHelp("Views of a generated scene (1000) or a random one.", valueName: "n"))
  var views: Int?

  @Option(help: "The seed of a random scene (0).")
  var seed: UInt64?

  @Option(help: ArgumentHelp("The greatest depth of views in a random scene.", valueName: "n"))
  var depth: Int?

  @Option(
    help: ArgumentHelp(
      "The share of inequalities among a random scene's constraints.", valueName: "0…1"))
  var inequalities: Double?

  @Option(
    help: ArgumentHelp(
      "The share of optional constraints, of many priorities, in a random scene.",
      valueName: "0…1"))
  var optional: Double?

  @Option(
    help: ArgumentHelp(
      "Print it as a Swift program that lays out views with the library of a dialect: \(Self.programs).",
      valueName: "dialect"))
  var swift: String?

  private static let programs = Registry.current.dialects.map(\.name)
    .filter { name in Engines.all.contains { $0.traits.dialects.contains(name) } }
    .map(\.text).joined(separator: ", ")

  @Option(name: [.short, .long], help: "The file to write; standard output if none.")
  var output: String?

  private func random() throws -> String {
    var knobs = RandomConstraints.Knobs()
    if let views, !(1...10_000).contains(views) {
      throw ValidationError("--views takes 1 to 10000 for a random scene")
    }
    if let depth, !(1...100).contains(depth) { throw ValidationError("--depth takes 1 to 100") }
    for share in [inequalities, optional].compactMap(\.self) where !(0...1).contains(share) {
      throw ValidationError("--inequalities and --optional take shares from 0 to 1")
    }
    (knobs.views, knobs.depth) = (views, depth)
    (knobs.inequalities, knobs.optional) = (inequalities, optional)
    return RandomConstraints(seed: seed ?? 0, knobs: knobs).text
      .replacing("name: random", with: "name: random-\(seed ?? 0)")
  }

  /// The program form of a scene, as Swift source.
  private func program(_ dialect: String) throws -> String {
    guard let known = Registry.current.dialect(DialectName(dialect)) else {
      throw ValidationError(
        SolveCommand.unknown(
          "dialect", dialect, among: Registry.current.dialects.map(\.name.text)))
    }
    let sources = try SceneSource.all([name], sizes: [views ?? SceneSource.usualSize])
    let scene = try sources[0].scene().beginning(dialects: Registry.current.dialects)
    guard scene.layouts[known.name] != nil else {
      throw ValidationError("'\(scene.name)' is not written in \(dialect)")
    }
    guard let text = try known.program(of: scene) else {
      throw ValidationError("\(dialect) has no library that programs call")
    }
    guard scene.variations[known.name] != nil else { return text }
    return "// The entries that apply at first; at other sizes, or after a step, others do.\n"
      + text
  }

  func run() throws {
    if let swift { return try Console.write(program(swift), to: output) }
    if name == "random" { return try Console.write(random(), to: output) }
    guard seed == nil, depth == nil, inequalities == nil, optional == nil else {
      throw ValidationError("--seed, --depth, --inequalities and --optional are for 'random'")
    }
    if let generator = SceneGenerator.all.first(where: { $0.name == name }) {
      let views = views ?? SceneSource.usualSize
      guard (1...SceneGenerator.largest).contains(views) else {
        throw ValidationError("--views takes 1 to \(SceneGenerator.largest)")
      }
      return try Console.write(
        SceneWriter.text(
          of: generator.scene(views: views), dialects: Registry.current.dialects), to: output)
    }
    guard views == nil else {
      throw ValidationError(
        "--views is for generated scenes: " + SceneGenerator.all.map(\.name).joined(separator: ", ")
      )
    }
    if let file = SceneSource.file(named: name) {
      return try Console.write(file.text ?? "", to: output)
    }
    if let scene = SceneGenerator.scene(named: name) {
      return try Console.write(
        SceneWriter.text(of: scene, dialects: Registry.current.dialects), to: output)
    }
    let names = SceneSource.builtInFiles.map { $0.file.replacing(".yaml", with: "") }
    let nearest = Spelling.nearest(
      to: name, among: names + SceneGenerator.all.map(\.name) + ["random"])
    throw ValidationError(
      "no built-in scene '\(name)'"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "; 'layoutbench list scenes' names them"))
  }
}
