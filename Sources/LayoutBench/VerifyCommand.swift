import ArgumentParser
import LayoutBenchHarness
import LayoutModel
import Scenes
import LayoutBenchTiming

/// `layoutbench verify`.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Compare every engine's frames with the others' and with those that a scene expects.",
    discussion: """
      Each scene is laid out by every engine that can run one of its dialects, through all its \
      steps; oracles, which are slow, lay out scenes of up to \(mostForOracle) views, and \
      up to \(5 * mostForOracle) where only one other engine can. Frames may \
      differ by 1e-6 points, relatively above 1 point. Exit status 1 if frames \
      differ, 2 if every engine reports that a scene has no layout. Engines of other authors, \
      'peer:*', are compared with the built-in ones, and change the status with --strict only.
      """)

  /// The number of views of the largest scene that oracles lay out.
  private static let mostForOracle = 300

  @Argument(
    help: "Scene files, folders of them, or names of built-in scenes; all built-in ones if none.")
  var files: [String] = []

  @Option(help: "Engines, with * and ?, separated by commas; ! excludes.")
  var engines: String?

  @OptionGroup var peers: PeerOptions

  @Flag(help: "Exit status 1 also if an engine of other authors is wrong.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Numbers of views for named generators, such as chain (1000).",
      valueName: "n,n…"))
  var sizes: String?

  @Option(
    help: ArgumentHelp(
      "One part of the scenes, such as 2/4, for machines that share the work.", valueName: "i/n"
    ))
  var shard: Run.Shard?

  @Option(help: "table, json or junit.")
  var format = Format.table

  @Option(name: [.short, .long], help: "The file to write; standard output if none.")
  var output: String?

  @Flag(help: "No progress on standard error.")
  var quiet = false

  /// The format of the printed result.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, json, junit
  }

  func run() throws {
    let all = try SceneSource.all(files, sizes: try SceneSource.counts(sizes))
    let sources = all.indices.filter { shard?.holds($0) ?? true }.map { all[$0] }
    guard !sources.isEmpty else {
      throw ValidationError("\(all.count) scenes make at most \(all.count) shards")
    }
    var line = ProgressLine(isQuiet: quiet)
    let chosen = try chosenEngines()
    let results = Workers.map(count: sources.count) { index in
      Result { try Self.check(sources[index], by: chosen) }
    } wait: { done in
      line.show("\(done) of \(sources.count) scenes")
    }
    line.clear()
    var checks: [CrossCheck] = []
    var mistakes: [SceneError] = []
    for result in results {
      do {
        checks.append(try result.get())
      } catch let mistake as SceneError {
        mistakes.append(mistake)
      }
    }
    guard mistakes.isEmpty else {
      for mistake in mistakes { Console.error("\(mistake)") }
      throw ExitCode.notAScene
    }
    let found = VerifyOutput(checks: checks)
    let text =
      switch format {
      case .table: found.table
      case .json: found.json
      case .junit: found.junit
      }
    try Console.report(text + "\n", to: output)
    if format == .table || output != nil {
      for check in checks { for line in VerifyOutput.details(of: check) { Console.error(line) } }
    }
    let absent = peers.names.filter { name in
      !checks.contains { $0.verdicts.contains { $0.participant.engine.name == name } }
    }
    for name in absent { Console.error("\(name) took part in none of these scenes") }
    if strict, !absent.isEmpty { throw ExitCode.checkDidNotHold }
    if checks.contains(where: { !$0.holds || strict && !$0.wrongPeers.isEmpty }) {
      throw ExitCode.checkDidNotHold
    }
    if checks.contains(where: \.hasNoLayout) { throw ExitCode.noLayout }
  }

  /// The engines that were named; `nil` for all.
  private func chosenEngines() throws -> [any LayoutEngine]? {
    guard let engines = try peers.adding(to: engines) else { return nil }
    let selection = Selection(engines)
    Registry.admit(selection.bare)
    let names = try selection.apply(to: Engines.everyone.map(\.name), what: "engine")
    let chosen = Engines.everyone.filter { names.contains($0.name) }
    // Peers are compared with the built-in engines.
    guard chosen.allSatisfy(\.traits.isPeer) else { return chosen }
    return Engines.all + chosen
  }

  private static func check(
    _ source: SceneSource, by chosen: [any LayoutEngine]?
  ) throws -> CrossCheck {
    let scene = try source.scene()
    if let chosen { return try CrossCheck(scene, engines: chosen) }
    // An oracle takes minutes for thousands of views; where no other engine can lay the scene out
    // its limit is higher.
    let others = Set(Participant.all(of: scene).map(\.engine.traits.name.base))
    let most = others.count == 1 ? 5 * mostForOracle : mostForOracle
    let engines = scene.tree.count <= most ? Engines.everyone : Engines.all
    return try CrossCheck(scene, engines: engines)
  }
}
