import ArgumentParser
import LayoutBenchHarness
import LayoutModel
import LayoutBenchReports
import Scenes
import LayoutBenchSuite

/// `layoutbench list`.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show the built-in scenes, the suites, the engines, the dialects and the phases.")

  /// The kind of things to list.
  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case scenes, suites, engines, dialects, phases
  }

  @Argument(help: "scenes, suites, engines, dialects or phases; all if none is named.")
  var kind: Kind?

  @Option(
    help: ArgumentHelp(
      "Show the scenes of this suite: \(SuiteSource.names.joined(separator: ", ")), or a file.",
      valueName: "name"))
  var suite: String?

  func validate() throws {
    guard suite == nil || kind == nil || kind == .scenes else {
      throw ValidationError("--suite is for 'list scenes'")
    }
  }

  func run() throws {
    if let suite { return try Console.print(table(of: SuiteSource(suite).scenes()).text) }
    var parts: [String] = []
    for kind in kind.map({ [$0] }) ?? Kind.allCases {
      switch kind {
      case .scenes: parts.append(try scenes())
      case .suites: parts.append(try suites())
      case .engines: parts.append(engines)
      case .dialects: parts.append(dialects)
      case .phases: parts.append(phases)
      }
    }
    try Console.print(parts.joined(separator: "\n\n"))
  }

  private func scenes() throws -> String {
    var generators = TextTable([("of any size", .left), ("what it is", .left)])
    for generator in SceneGenerator.all {
      generators.add(["\(generator.name)-N", generator.summary])
    }
    return try table(of: Registry.current.scenes).text + "\n\n" + generators.text
  }

  private func table(of sources: [SceneSource]) throws -> TextTable {
    var table = TextTable([
      ("source", .left), ("scene", .left), ("views", .right), ("dialects", .left),
      ("what it is", .left),
    ])
    let origins = Dictionary(Suite.files.map { ($0.name, $0.source) }) { first, _ in first }
    var last: String?
    let scenes = Workers.map(count: sources.count) { place in
      Result { try sources[place].scene() }
    } wait: { _ in
    }
    for (source, scene) in zip(sources, scenes) {
      let scene = try scene.get()
      let origin =
        switch origins[source.file] {
        case let known?: known ?? "ours"
        // A program with engines of its own brings scenes along.
        case nil: source.text == nil ? "generated" : "own"
        }
      let dialects = Registry.current.dialects.map(\.name).filter { scene.layouts[$0] != nil }
      table.add([
        origin == last ? "" : origin, scene.name, "\(scene.tree.count - 1)",
        dialects.map(\.text).joined(separator: ", "), scene.summary ?? "",
      ])
      last = origin
    }
    return table
  }

  private func suites() throws -> String {
    var table = TextTable([
      ("suite", .left), ("scenes", .right), ("children", .right), ("what it is for", .left),
    ])
    for name in SuiteSource.names {
      let source = try SuiteSource(name)
      table.add([
        name, "\(try source.scenes().count)", "\(source.suite.children ?? Benchmark.usualChildren)",
        source.suite.summary ?? "",
      ])
    }
    return table.text
  }

  private var engines: String {
    var table = TextTable([("engine", .left), ("how it lays out", .left)])
    for engine in Engines.everyone + Registry.current.judges {
      table.add([engine.name, engine.traits.summary])
    }
    let copier = Registry.copier
    table.add([copier.name.description, copier.summary])
    return table.text
  }

  private var dialects: String {
    var table = TextTable([("dialect", .left), ("read by", .left), ("what it is", .left)])
    for dialect in Registry.current.dialects {
      let engines = Engines.everyone.filter { $0.traits.dialects.contains(dialect.name) }
      table.add([
        dialect.name.text,
        engines.isEmpty
          ? "peers only: 'layoutbench peer list'"
          : engines.map(\.name).joined(separator: ", "), dialect.summary,
      ])
    }
    return table.text
  }

  private var phases: String {
    var table = TextTable([("phase", .left), ("what is timed", .left)])
    for phase in Phase.allCases { table.add([phase.rawValue, phase.summary]) }
    return table.text
  }
}
