import Foundation
import LayoutModel
package import LayoutBenchTiming

extension Benchmark {
  /// Why a Run cannot go on.
  package enum ResumeFailure: Error, Equatable, CustomStringConvertible {
    /// All its children have run.
    case complete(children: Int)
    /// It was written by a version that did not keep what is needed.
    case incompleteRecord
    /// It is no benchmark.
    case kind(String)
    /// Its samples come of another executable.
    case otherExecutable
    /// Its samples were taken on another machine.
    case otherMachine(String)

    /// The message behind `error:`.
    package var description: String {
      switch self {
      case .complete(let children):
        "all its \(children) children have run; --children N with a larger N adds to them"
      case .incompleteRecord:
        "it does not hold its scenes; it was written by an earlier version"
      case .kind(let kind): "a \(kind), not a benchmark's Run"
      case .otherExecutable:
        "its samples come of another build of this program; they cannot be mixed"
      case .otherMachine(let cpu): "it was taken on another machine (\(cpu))"
      }
    }
  }

  /// Goes on with a Run that was ended before all its children had run.
  ///
  /// Scenes, cells, batch sizes and seeds are those of the file, so that the children that are left are
  /// those that would have come.
  ///
  /// - Parameters:
  ///   - run: the Run so far.
  ///   - children: how many children it shall have in all; `nil` for as many as it was to have.
  ///   - executable: this executable.
  /// - Throws: `ResumeFailure`.
  package init(resuming run: Run, children: Int?, executable: String) throws(ResumeFailure) {
    guard run.kind == "bench" else { throw .kind(run.kind) }
    guard let scenes = run.scenes, let planned = run.planned else { throw .incompleteRecord }
    let machine = Machine.this(libraries: Registry.current.libraries)
    guard run.machine.fingerprint == machine.fingerprint else {
      throw .otherMachine(run.machine.cpu)
    }
    let own = Self.executable(executable)
    guard run.executable == own else { throw .otherExecutable }
    guard run.children.count < children ?? planned else { throw .complete(children: planned) }
    var options = Options(
      scenes: scenes.map { SceneSource(file: $0.file, text: $0.text) }, executable: executable,
      command: run.command)
    options.children = children ?? planned
    options.rounds = run.rounds
    options.seed = run.seed
    options.batchTarget = run.batchTarget
    var requests: [ChildRequest.CellRequest] = []
    for cell in run.cells {
      guard let scene = scenes.firstIndex(where: { $0.name == cell.scene }),
        let phase = Phase(rawValue: cell.phase)
      else { throw .incompleteRecord }
      requests.append(
        ChildRequest.CellRequest(
          scene: scene, phase: phase, engine: cell.engine, dialect: DialectName(cell.dialect),
          passes: cell.passes, cycle: cell.cycle ?? 8))
    }
    self.init(run, options: options, requests: requests, churned: scenes.map(\.churned))
  }
}
