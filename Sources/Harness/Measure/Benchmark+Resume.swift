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
    /// Its scenes, drawn again, are others.
    case otherScenes
    /// It used another number of links.
    case otherLinks(Int)
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
      case .otherScenes: "its scenes or scripts, made again, are not those of the file"
      case .otherLinks(let count):
        "its children used \(count) \(count == 1 ? "link" : "links") of the executable; give as many by --links"
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
  ///   - links: as many links of it as the Run used.
  /// - Throws: `ResumeFailure`.
  package init(
    resuming run: Run, children: Int?, executable: String, links: [String]
  ) throws(ResumeFailure) {
    guard run.kind == "bench" else { throw .kind(run.kind) }
    guard run.layoutbenchRun == Run.version else { throw .incompleteRecord }
    guard let scenes = run.scenes, let planned = run.planned else { throw .incompleteRecord }
    let machine = Machine.this(libraries: Registry.current.libraries)
    guard run.machine.fingerprint == machine.fingerprint else {
      throw .otherMachine(run.machine.cpu)
    }
    let own = Self.executable(executable, links: links)
    guard run.executable == own else { throw .otherExecutable }
    guard run.children.count < children ?? planned else { throw .complete(children: planned) }
    var options = Options(
      scenes: scenes.map { SceneSource(file: $0.file, text: $0.text) }, executable: executable,
      command: run.command)
    options.children = children ?? planned
    options.rounds = run.rounds
    options.seed = run.seed
    options.batchTarget = run.batchTarget
    options.engines = Array(Set(run.cells.map(\.engine)))
    options.phases = Phase.allCases.filter { phase in
      run.cells.contains { $0.phase == phase.rawValue }
    }
    options.forms = Form.inOrder.filter { form in
      run.cells.contains { $0.form == form.rawValue }
    }
    guard links.count == run.links ?? 1 else { throw .otherLinks(run.links ?? 1) }
    options.links = links
    // The scripts are drawn again as they were: the file says how long they are, and how far they reach.
    options.baseline = run
    guard let verified = try? Benchmark(options),
      verified.run.scenes?.map(\.scripts) == run.scenes?.map(\.scripts),
      verified.run.scenes?.map(\.digest) == run.scenes?.map(\.digest),
      verified.run.cells.map({ CellName($0) }) == run.cells.map({ CellName($0) })
    else { throw .otherScenes }
    self = verified
    self.run = run
    self.run.planned = options.children
    self.run.interrupted = nil
    for (index, cell) in run.cells.enumerated() { requests[index].plans = cell.plans ?? 0 }
  }
}
