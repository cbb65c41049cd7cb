import ArgumentParser
import Foundation
import LayoutBenchHarness
import LayoutModel
import Scenes

/// `layoutbench render`.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draw a scene's frames as SVG, or as PNG.",
    discussion: """
      Views are coloured by their depth and labelled with their names and sizes. With several \
      engines, views that differ from those of the first engine are drawn over them with dashed \
      lines; without --engines, those of every engine that differs. A file that ends in .png is \
      made by 'rsvg-convert' (Debian: librsvg2-bin).

        layoutbench render post > post.svg
        layoutbench render mine.yaml --engines \(Engines.pair) --step 1 -o mine.png
      """)

  @Argument(help: "A scene file, or the name of a built-in scene.")
  var file: String

  @Option(help: "Engines, with * and ?, separated by commas; ! excludes.")
  var engines: String?

  @Option(help: ArgumentHelp("Draw the layout after this step (0, the first).", valueName: "n"))
  var step = 0

  @Option(
    name: [.short, .long], help: "A file that ends in .svg or .png; standard output if none.")
  var output: String?

  func validate() throws {
    guard let output else { return }
    if output.isEmpty { throw ValidationError("--output takes a file") }
    let suffix = URL(fileURLWithPath: output).pathExtension.lowercased()
    guard ["", "svg", "png"].contains(suffix) else {
      throw ValidationError("--output takes a file that ends in .svg or .png, not .\(suffix)")
    }
  }

  func run() throws {
    let scene = try SceneSource.one(file).scene()
    guard (0...scene.steps.count).contains(step) else {
      throw ValidationError("--step takes 0 to \(scene.steps.count) for this scene")
    }
    let names = try Selection(engines).apply(
      to: Engines.choice(for: engines).map(\.name), what: "engine")
    let participants = names.compactMap { Engines.named($0) }.flatMap { engine in
      engine.dialects(of: scene).prefix(1).map { Participant(engine: engine, dialect: $0) }
    }
    guard !participants.isEmpty else {
      throw ValidationError("none of these engines can lay out \(file)")
    }
    var root = scene.tree.rootSize
    var layers: [SceneDrawing.Layer] = []
    var failure: (SolvedScene.Failure, Participant)?
    var failures: [String] = []
    var isWithinPromise = true
    for participant in participants {
      do {
        let state = try SolvedScene(scene, by: participant).states[step]
        root = state.root
        isWithinPromise =
          isWithinPromise && Agreement.isWithinPromise(state.frames, in: scene.tree)
        // An engine that agrees with the first adds nothing to the drawing.
        if let first = layers.first, Agreement.holds(first.frames, state.frames) { continue }
        layers.append(.init(label: participant.label, frames: state.frames))
      } catch let error as SolvedScene.Failure {
        failure = failure ?? (error, participant)
        failures.append(
          "\(participant.label): \(error.reason.message(file: file, step: error.step))")
      }
    }
    if layers.isEmpty, let (error, participant) = failure {
      throw try SolveOutput.report(error, of: scene, by: participant, asJSON: false)
    }
    for failure in failures { Console.error(failure) }
    if !isWithinPromise { Console.error(SolveOutput.imprecision(of: file)) }
    // With the current words of texts.
    let present = scene.sized(by: scene.steps.prefix(step).map(\.change))
    try write(SceneDrawing(scene: present, root: root, layers: layers).svg + "\n")
  }

  private func write(_ svg: String) throws {
    guard let output, output.lowercased().hasSuffix(".png") else {
      return try Console.report(svg, to: output)
    }
    // From a file: a program that does not exist reads no pipe.
    let source = FileManager.default.temporaryDirectory
      .appendingPathComponent("layoutbench-\(UInt64.random(in: 0 ... .max)).svg")
    defer { try? FileManager.default.removeItem(at: source) }
    try Console.write(svg, to: source.path)
    let outcome = OtherProgram.run(["rsvg-convert", "--zoom", "2", source.path], within: 120)
    guard let outcome, outcome.status == 0 else {
      throw OutputError(
        path: output,
        reason: outcome?.status == 127
          ? "'rsvg-convert' is not installed (Debian: apt install librsvg2-bin); .svg needs no tool"
          : outcome?.messages.trimmingCharacters(in: .whitespacesAndNewlines)
            ?? "'rsvg-convert' cannot be started")
    }
    guard outcome.output.starts(with: [0x89, 0x50, 0x4E, 0x47]) else {
      throw OutputError(path: output, reason: "'rsvg-convert' wrote no PNG")
    }
    try Console.write(outcome.output, to: output)
  }
}
