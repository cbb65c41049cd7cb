import ArgumentParser
import LayoutBenchHarness
import LayoutBenchTiming
import LayoutModel
import Scenes

/// One cell as it is named on the command line: `post/resize/sll`, or with its form `post/plan/resize/sll`.
///
/// The scene may be a file: `screens/login.yaml/first/glpk`. Without a form it is a program's cell, or a
/// plan's where the engine has no program.
struct CellPath: CustomStringConvertible {
  /// The scene: a built-in name or a file.
  let scene: String
  private(set) var form: Form
  private let isFormChosen: Bool
  let phase: Phase
  let engine: String

  /// Reads a cell's name.
  ///
  /// - Throws: `ValidationError` with the part that is unknown.
  init(_ text: String) throws {
    var parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 3, let engine = parts.popLast(), let name = parts.popLast() else {
      throw ValidationError(
        "'\(text)' is no cell: name one as SCENE/PHASE/ENGINE, such as post/resize/\(Engines.example)"
      )
    }
    guard let phase = Phase(rawValue: name) else {
      throw ValidationError(
        SolveCommand.unknown("phase", name, among: Phase.allCases.map(\.rawValue)))
    }
    var form: Form?
    if parts.count > 1, let own = parts.last.flatMap({ Form(rawValue: $0) }) {
      form = own
      parts.removeLast()
    }
    (self.scene, self.form, self.phase, self.engine) =
      (parts.joined(separator: "/"), form ?? .program, phase, engine)
    isFormChosen = form != nil
  }

  var description: String { "\(scene)/\(form.rawValue)/\(phase.rawValue)/\(engine)" }

  /// The benchmark of this cell; the yardstick runs beside it.
  ///
  /// - Throws: `SceneError`, `SceneFileError`, `ValidationError` for an unknown engine.
  mutating func options() throws -> Benchmark.Options {
    guard let known = Engines.named(engine) else {
      throw ValidationError(
        SolveCommand.unknown("engine", engine, among: Engines.everyone.map(\.name)))
    }
    if !isFormChosen, Registry.current.engine(known, in: .program) == nil { form = .plan }
    var options = Benchmark.Options(
      scenes: [try SceneSource.one(scene)], executable: CellSelection.executable,
      command: Array(CommandLine.arguments.dropFirst()))
    (options.engines, options.phases, options.forms) = ([engine], [phase], [form])
    return options
  }

  /// The cell in a Run of these options.
  ///
  /// - Throws: `ValidationError` with the reason where it was not timed.
  func cell(in run: Run) throws -> Cell {
    guard
      let cell = run.cells.first(where: { $0.engine == engine && $0.form == form.rawValue })
    else {
      throw ValidationError(
        "there is no cell \(self): 'layoutbench bench \(scene) --list' shows those there are")
    }
    guard cell.outcome != .noSolution else {
      Console.error("\(self): \(cell.reason ?? cell.outcome.rawValue)")
      throw ExitCode.noLayout
    }
    guard cell.outcome == .timed else {
      throw ValidationError(
        "\(self) is not timed: \(cell.outcome.rawValue)\(cell.reason.map { ": \($0)" } ?? "")")
    }
    return cell
  }
}
