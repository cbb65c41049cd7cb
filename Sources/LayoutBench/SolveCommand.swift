import ArgumentParser
import LayoutBenchHarness
import LayoutModel
import Scenes

/// `layoutbench solve`.
struct SolveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "solve",
    abstract: "Lay out a scene and print every view's frame.",
    discussion: """
      Frames are in points in the superview's coordinates, y downward. Without --engine and \
      --layout, an engine that reports violations and ambiguities runs on its own dialect, or else \
      the first engine that reads the file. Violations and ambiguities go to standard error.
      """)

  /// The format of printed frames.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, json, svg
  }

  @Argument(help: "A scene file, or the name of a built-in scene.")
  var file: String

  @Option(help: "The engine: \(Engines.everyone.map(\.name).joined(separator: ", ")).")
  var engine: String?

  @Option(help: "The dialect: \(Self.dialects.joined(separator: ", ")).")
  var layout: String?

  @Option(help: "table, json or svg.")
  var format = Format.table

  @Flag(help: "Print how much work each layout took, if the engine counts it.")
  var counters = false

  @Flag(help: "Print what each stage did and how long it took, if the engine has stages.")
  var trace = false

  func run() throws {
    let selection = try validated()
    let scene = try SceneSource.one(file).scene()
    let participant = try participant(for: scene, selection)
    do {
      let solved = try SolvedScene(scene, by: participant)
      let output = SolveOutput(
        scene: scene, solved: solved, hasCounters: counters, hasStages: trace)
      switch format {
      case .table: try Console.print(output.table)
      case .json: try Console.print(output.json)
      case .svg: try Console.print(output.svg)
      }
      if format == .table, let remarks = output.remarks { Console.error(remarks) }
      if let warning = output.warning { Console.error(warning) }
    } catch let failure as SolvedScene.Failure {
      throw try SolveOutput.report(failure, of: scene, by: participant, asJSON: format == .json)
    }
  }

  private func validated() throws -> (engine: (any LayoutEngine)?, dialect: DialectName?) {
    var chosen: (engine: (any LayoutEngine)?, dialect: DialectName?)
    if let engine {
      guard let known = Engines.named(engine) else {
        throw ValidationError(Self.unknown("engine", engine, among: Engines.everyone.map(\.name)))
      }
      chosen.engine = known
    }
    if let layout {
      guard Self.dialects.contains(layout) else {
        throw ValidationError(Self.unknown("dialect", layout, among: Self.dialects))
      }
      chosen.dialect = DialectName(layout)
    }
    return chosen
  }

  /// The dialects that engines read.
  private static var dialects: [String] {
    var seen: Set<DialectName> = []
    return (Registry.current.dialects.map(\.name) + Engines.everyone.flatMap(\.traits.dialects))
      .filter { seen.insert($0).inserted }.map(\.text)
  }

  static func unknown(_ what: String, _ word: String, among known: [String]) -> String {
    let nearest = Spelling.nearest(to: word, among: known)
    return "no \(what) '\(word)'"
      + (nearest.map { "; did you mean '\($0)'?" } ?? ": \(known.joined(separator: ", "))")
  }

  private func participant(
    for scene: Scene, _ chosen: (engine: (any LayoutEngine)?, dialect: DialectName?)
  ) throws -> Participant {
    let engines = chosen.engine.map { [$0] } ?? Engines.everyone
    let able = Participant.all(of: scene, among: engines)
      .filter { chosen.dialect == nil || $0.dialect == chosen.dialect }
    let isOwn = { (participant: Participant) in
      participant.engine.traits.dialects.first == participant.dialect
    }
    let own = able.filter { isOwn($0) && !$0.engine.traits.isYardstick }
    let best =
      own.first { $0.engine.traits.explains } ?? own.first ?? able.first { isOwn($0) } ?? able.first
    if let best {
      guard trace else { return best }
      guard let traced = best.engine.traced() else {
        throw ValidationError(
          "--trace is for engines with stages: "
            + Engines.everyone.filter { $0.traced() != nil }.map(\.name).joined(separator: ", "))
      }
      return Participant(engine: traced, dialect: best.dialect)
    }
    let held = scene.layouts.keys.map(\.text).sorted().joined(separator: ", ")
    let who = [engine.map { "engine '\($0)'" }, layout.map { "dialect '\($0)'" }]
      .compactMap(\.self).joined(separator: " with ")
    throw ValidationError(
      who.isEmpty
        ? "no engine can lay out \(file), which has: \(held)"
        : "\(who) cannot lay out \(file), which has: \(held)")
  }
}
