import ArgumentParser
import Foundation
import LayoutBenchHarness
import LayoutModel
import Scenes
import LayoutBenchTiming

/// The cells that a command measures: scenes, engines and phases, from names, a suite and patterns.
struct CellSelection: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A suite of scenes: \(SuiteSource.names.joined(separator: ", ")), or a file.",
      valueName: "name"))
  var suite: String?

  @Option(help: "Scene names, with * and ?, separated by commas; ! excludes.")
  var scenes: String?

  @Option(
    help: "Engines, with * and ?, separated by commas; ! excludes. The yardstick always runs.")
  var engines: String?

  @OptionGroup var peers: PeerOptions

  @Option(help: "Phases: \(Phase.allCases.map(\.rawValue).joined(separator: ", ")); ! excludes.")
  var phases: String?

  @Option(help: "Forms: program, plan, or both (default); ! excludes.")
  var form: String?

  @Option(
    help: ArgumentHelp(
      "The seed of all random choices, including scripts (drawn for each Run).",
      valueName: "n"))
  var seed: UInt64?

  /// The path of this executable, wherever it was started from.
  static var executable: String { Bundle.main.executablePath ?? CommandLine.arguments[0] }

  /// The options of the chosen cells, with the method's numbers of children and rounds.
  ///
  /// - Parameters:
  ///   - sources: scenes that were named; `nil` for those of a suite.
  ///   - usualSuite: the default suite.
  /// - Returns: the options, and their suite.
  /// - Throws: `ValidationError`, `SceneError`, `SceneFileError`.
  func options(
    of sources: [SceneSource]? = nil, usualSuite: String = "default"
  ) throws -> (options: Benchmark.Options, suite: SuiteFile?) {
    let chosen = sources == nil ? try SuiteSource(suite ?? usualSuite) : nil
    let phases = phases ?? chosen?.suite.phases
    let engines = try peers.adding(to: engines ?? chosen?.suite.engines)
    let engineNames = try Selection(engines).apply(
      to: Engines.choice(for: engines).map(\.name), what: "engine")
    let phaseNames = try Selection(phases ?? Self.usualPhases).apply(
      to: Phase.allCases.map(\.rawValue), what: "phase")
    let formNames = try Selection(form ?? chosen?.suite.forms).apply(
      to: Form.inOrder.map(\.rawValue), what: "form")
    // A program's own scenes are added to the default suite.
    let own = suite == nil ? Registry.current.ownScenes : []
    let sources = try sources ?? (chosen?.scenes() ?? []) + own
    let names = try sources.map { try $0.scene().name }
    let wanted = Set(try Selection(scenes).apply(to: names, what: "scene"))
    var seen: Set<String> = []
    for name in names where wanted.contains(name) && !seen.insert(name).inserted {
      throw ValidationError(
        "two of these scenes are named '\(name)'; a Run identifies scenes by name")
    }
    var options = Benchmark.Options(
      scenes: zip(names, sources).filter { wanted.contains($0.0) }.map(\.1),
      executable: Self.executable, command: Array(CommandLine.arguments.dropFirst()))
    options.engines = engineNames
    options.phases = phaseNames.compactMap { Phase(rawValue: $0) }
    options.forms = formNames.compactMap { Form(rawValue: $0) }
    options.suite = chosen.map {
      URL(fileURLWithPath: $0.name).deletingPathExtension().lastPathComponent
    }
    // Drawn after the executables were built, so that no engine can contain the answers beforehand.
    options.seed = seed ?? UInt64.random(in: 1...0xFFFF_FFFF)
    options.rounds = chosen?.suite.rounds ?? options.rounds
    return (options, chosen?.suite)
  }

  /// The phases that are timed by default.
  private static let usualPhases = Phase.usual.map(\.rawValue).joined(separator: ",")

  /// The links in a folder that children use in turn; by default this executable alone.
  ///
  /// - Throws: `ValidationError` where a folder contains none.
  static func paths(ofLinks links: String?) throws -> [String] {
    guard let links else { return [executable] }
    let folder = URL(fileURLWithPath: links)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: links)) ?? []
    let paths = names.sorted().map { folder.appendingPathComponent($0).standardizedFileURL.path }
      .filter { FileManager.default.isExecutableFile(atPath: $0) }
    guard !paths.isEmpty else {
      throw ValidationError("no executables in '\(links)'; 'make links' makes them")
    }
    return paths
  }

  /// Selects and verifies the cells.
  ///
  /// - Parameters:
  ///   - usualSuite: the default suite.
  ///   - shard: the part of the scenes; `nil` for all.
  ///   - countsInstructions: whether instructions are counted too.
  /// - Returns: a benchmark with something to time.
  /// - Throws: `ValidationError` where no cell is left, `SceneError`, `SceneFileError`.
  func benchmark(
    usualSuite: String = "default", shard: Run.Shard? = nil, countsInstructions: Bool = false
  ) throws -> Benchmark {
    var (options, _) = try options(usualSuite: usualSuite)
    options.countsInstructions = countsInstructions
    options.shard = shard
    let benchmark = try Benchmark(options)
    guard benchmark.run.cells.contains(where: { $0.outcome == .timed }) else {
      throw ValidationError(benchmark.run.nothingToTime)
    }
    return benchmark
  }
}
