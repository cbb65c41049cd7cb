import ArgumentParser
import LayoutBenchHarness
import LayoutBenchReports
import LayoutModel
import Scenes

/// `layoutbench conform`.
struct ConformCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conform",
    abstract: "Check that an engine can be timed: one line per check.",
    discussion: """
      Runs the engine on the built-in scenes and the files given. Checks its frames against other \
      engines and expectations, plans after changes against new plans, two plans side by side, the \
      errors for invalid entries and, with valgrind, the instructions of the first and the last of \
      64 plans and programs. Exit status 1 if a check fails.

        layoutbench conform \(Engines.pair.split(separator: ",").last ?? "")
        layoutbench conform mine my-scenes
      """)

  @Argument(help: "The engine.")
  var engine: String

  @Argument(help: "Scene files and folders of them, beside the built-in scenes.")
  var files: [String] = []

  @Option(help: .hidden)
  var count: String?

  @Option(help: .hidden)
  var form = Form.plan.rawValue

  func run() throws {
    guard let chosen = Engines.named(engine) else {
      throw ValidationError(
        SolveCommand.unknown("engine", engine, among: Engines.everyone.map(\.name)))
    }
    let sources = try Registry.current.scenes + (files.isEmpty ? [] : SceneSource.all(files))
    let scenes = try sources.map { try $0.scene() }
    if let count {
      guard let scene = scenes.first(where: { $0.name == count }), let form = Form(rawValue: form)
      else { return }
      return try Conformance.count(
        chosen, as: form, on: scene, among: scenes.filter { $0.name != count })
    }
    let found = Conformance(chosen, on: scenes) { scene, form in
      Conformance.instructions(
        CellSelection.executable,
        ["conform", engine] + files + ["--count", scene.name, "--form", form.rawValue])
    }
    var table = TextTable([("\(engine)", .left), ("result", .left), ("details", .left)])
    for line in found.lines {
      switch line.result {
      case .holds(let what): table.add([line.name, "passes", what])
      case .fails(let why): table.add([line.name, "FAILS", why])
      case .notChecked(let why): table.add([line.name, "not checked", why])
      }
    }
    try Console.print(table.text)
    if !found.holds { throw ExitCode.checkDidNotHold }
  }
}
