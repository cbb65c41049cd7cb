import ArgumentParser
import GLPKLayout
import Harness
import LayoutModel
import Scenes

/// `layoutbench solve`.
struct SolveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "solve",
    abstract: "Lay out a scene and print every view's frame.",
    discussion: """
      Frames are in points in the superview's coordinates, y downward. Without --engine and \
      --layout they are chosen by what the file holds: constraints with glpk, else SLL rules with \
      sll, else LayoutKit calls. What yields or is left open is told on standard error.
      """)

  /// How frames are printed.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, json, svg
  }

  @Argument(help: "A scene file, or the name of a built-in scene.")
  var file: String

  @Option(help: "Who lays it out: \(Engines.everyone.map(\.name).joined(separator: ", ")).")
  var engine: String?

  @Option(help: "The dialect: sll, constraints, layoutkit or manual.")
  var layout: String?

  @Option(help: "table, json or svg.")
  var format = Format.table

  @Flag(help: "Say how much work each layout took, where the engine counts it.")
  var counters = false

  @Flag(help: "Say what each stage of glpk came to and how long it took.")
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
    } catch let failure as SolvedScene.Failure {
      throw try SolveOutput.report(failure, of: scene, by: participant, asJSON: format == .json)
    }
  }

  private func validated() throws -> (engine: (any LayoutEngine)?, dialect: Dialect?) {
    var chosen: (engine: (any LayoutEngine)?, dialect: Dialect?)
    if let engine {
      guard let known = Engines.named(engine) else {
        throw ValidationError(Self.unknown("engine", engine, among: Engines.everyone.map(\.name)))
      }
      chosen.engine = known
    }
    if trace {
      guard chosen.engine?.name ?? "glpk" == "glpk" else {
        throw ValidationError("--trace is for the stages of glpk; leave --engine out, or say glpk")
      }
      chosen.engine = GLPKEngine(isTraced: true)
    }
    if let layout {
      guard let known = Dialect(rawValue: layout) else {
        throw ValidationError(
          Self.unknown("dialect", layout, among: Dialect.allCases.map(\.rawValue)))
      }
      chosen.dialect = known
    }
    return chosen
  }

  static func unknown(_ what: String, _ word: String, among known: [String]) -> String {
    let nearest = Spelling.nearest(to: word, among: known)
    return "no \(what) '\(word)'"
      + (nearest.map { "; did you mean '\($0)'?" } ?? ": \(known.joined(separator: ", "))")
  }

  private func participant(
    for scene: Scene, _ chosen: (engine: (any LayoutEngine)?, dialect: Dialect?)
  ) throws -> Participant {
    let preferred: [Dialect] = [.constraints, .sll, .layoutkit, .manual]
    let engines = chosen.engine.map { [$0] } ?? Engines.everyone
    let able = Participant.all(of: scene, among: engines)
      .filter { chosen.dialect == nil || $0.dialect == chosen.dialect }
    for dialect in preferred {
      if let participant = able.first(where: { $0.dialect == dialect }) { return participant }
    }
    let held = scene.layouts.keys.map(\.rawValue).sorted().joined(separator: ", ")
    let who = [engine.map { "engine '\($0)'" }, layout.map { "dialect '\($0)'" }]
      .compactMap(\.self).joined(separator: " with ")
    throw ValidationError(
      who.isEmpty
        ? "no engine can lay out \(file), which holds: \(held)"
        : "\(who) cannot lay out \(file), which holds: \(held)")
  }
}
