import ArgumentParser
import LayoutBenchHarness
import LayoutBenchReports
import LayoutModel
import Scenes

/// `layoutbench conform`.
struct ConformCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conform",
    abstract: "Say in a line each what holds of an engine, so that it can be timed.",
    discussion: """
      The engine lays out every scene that it reads, and the files that are named besides: frames \
      against the other engines and what scenes expect, plans that follow changes against new ones, \
      two plans beside each other, entries that are nonsense, and with valgrind the instructions of \
      the first and the last of 64 plans. Exit status 1 where something does not hold.

        layoutbench conform \(Engines.pair.split(separator: ",").last ?? "")
        layoutbench conform mine my-scenes
      """)

  @Argument(help: "The engine.")
  var engine: String

  @Argument(help: "Scene files and folders of them, beside the built-in scenes.")
  var files: [String] = []

  @Flag(help: .hidden)
  var count = false

  func run() throws {
    guard let chosen = Engines.named(engine) else {
      throw ValidationError(
        SolveCommand.unknown("engine", engine, among: Engines.everyone.map(\.name)))
    }
    let sources = try Registry.current.scenes + (files.isEmpty ? [] : SceneSource.all(files))
    let scenes = try sources.map { try $0.scene() }
    if count {
      guard let scene = Conformance.sceneToCount(chosen, among: scenes) else { return }
      return try Conformance.count(chosen, on: scene)
    }
    let found = Conformance(chosen, on: scenes) {
      guard Conformance.sceneToCount(chosen, among: scenes) != nil else { return nil }
      return Conformance.instructions(
        CellSelection.executable, ["conform", engine] + files + ["--count"])
    }
    var table = TextTable([("\(engine)", .left), ("result", .left), ("on what, or why", .left)])
    for line in found.lines {
      switch line.result {
      case .holds(let what): table.add([line.name, "holds", what])
      case .fails(let why): table.add([line.name, "FAILS", why])
      case .notChecked(let why): table.add([line.name, "not checked", why])
      }
    }
    try Console.print(table.text)
    if !found.holds { throw ExitCode.checkDidNotHold }
  }
}
