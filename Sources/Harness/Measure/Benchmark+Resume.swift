import Foundation
import LayoutModel
package import LayoutBenchTiming

extension Benchmark {
  /// The reason why a Run cannot be continued.
  package enum ResumeFailure: Error, Equatable, CustomStringConvertible {
    /// All its children have run.
    case complete(children: Int)
    /// It was written by a version that did not store all that resuming needs.
    case incompleteRecord
    /// Its scenes, drawn again, differ.
    case otherScenes
    /// It used another number of links.
    case otherLinks(Int)
    /// It is not a benchmark.
    case kind(String)
    /// Its samples were taken by another executable.
    case otherExecutable
    /// Its cells are of several machines.
    case severalMachines
    /// Its scenes give other cells here, or its engines are missing.
    case otherCells
    /// Its samples were taken on another machine.
    case otherMachine(String)

    /// The message behind `error:`.
    package var description: String {
      switch self {
      case .complete(let children):
        "all its \(children) children have run; --children N with a larger N adds to them"
      case .incompleteRecord:
        "it does not contain its scenes; an earlier version wrote it"
      case .kind(let kind): "a \(kind), not a benchmark's Run"
      case .severalMachines: "its cells were measured on several machines"
      case .otherCells: "some of its engines are missing (see 'peer list'), or have other cells"
      case .otherScenes: "its scenes or scripts, made again, differ from those of the file"
      case .otherLinks(let count):
        "it used \(count) \(count == 1 ? "link" : "links") of the executable; pass as many with --links"
      case .otherExecutable:
        "another build of this program measured it; builds are never mixed"
      case .otherMachine(let cpu): "it was measured on another machine (\(cpu))"
      }
    }
  }

  /// Continues a Run that ended before all its children had run.
  ///
  /// Scenes, cells, batch sizes and seeds are those of the file, so that the remaining children are
  /// those that the Run would have started.
  ///
  /// - Parameters:
  ///   - run: the Run so far.
  ///   - children: how many children it shall have in all; `nil` for as many as were planned.
  ///   - executable: this executable.
  ///   - links: as many links of it as the Run used.
  /// - Throws: `ResumeFailure`.
  package init(
    resuming run: Run, children: Int?, executable: String, links: [String]
  ) throws(ResumeFailure) {
    guard run.kind == "bench" else { throw .kind(run.kind) }
    guard let planned = run.planned else { throw .incompleteRecord }
    guard run.machines == nil else { throw .severalMachines }
    let machine = Machine.this(libraries: Registry.current.libraries)
    guard run.machine.fingerprint == machine.fingerprint else {
      throw .otherMachine(run.machine.cpu)
    }
    guard run.children.count < children ?? planned else { throw .complete(children: planned) }
    var options = try Options(of: run, executable: executable, links: links)
    options.children = children ?? planned
    // The scripts are drawn again as before: the file stores their lengths and reaches.
    options.baseline = run
    guard let verified = try? Benchmark(options), verified.hasScenes(of: run),
      verified.run.cells.map({ CellName($0) }) == run.cells.map({ CellName($0) }),
      // The frames are those that were timed, whatever the file says of its scenes.
      zip(verified.run.cells, run.cells).allSatisfy({ $0.checksum == $1.checksum })
    else { throw .otherScenes }
    self = verified
    self.run = run
    // They are of fewer children than it will be saved with.
    self.run.discardEstimates()
    self.run.planned = options.children
    self.run.interrupted = nil
    for (index, cell) in run.cells.enumerated() { requests[index].plans = cell.plans ?? 0 }
  }

  /// True if its scenes and scripts are those of a Run, which may have more.
  func hasScenes(of run: Run) -> Bool {
    let known = Dictionary((run.scenes ?? []).map { ($0.name, $0) }) { first, _ in first }
    return (self.run.scenes ?? []).allSatisfy { scene in
      known[scene.name].map { $0.scripts == scene.scripts && $0.digest == scene.digest } ?? false
    }
  }

  /// The benchmark, or one shard of it, that another Run or a plan without samples describes.
  ///
  /// Scenes, engines, phases, scripts and batch sizes are the plan's; the machine may be another
  /// one.
  ///
  /// - Parameters:
  ///   - plan: the Run, whose samples are ignored.
  ///   - options: the options of that Run, with those that are changed.
  /// - Throws: `ResumeFailure`; `SceneError`.
  package init(plan: Run, _ options: Options) throws {
    var options = options
    options.batchesFrom = plan
    self = try Benchmark(options)
    guard hasScenes(of: plan) else { throw ResumeFailure.otherScenes }
    let own = Set((run.scenes ?? []).map(\.name))
    guard
      run.cells.map({ CellName($0) })
        == plan.cells.filter({ own.contains($0.scene) }).map({ CellName($0) })
    else { throw ResumeFailure.otherCells }
    // The same executable: wherever the file is now, it was built from the plan's source.
    (run.suite, run.revision) = (plan.suite, plan.revision)
  }
}

extension Benchmark.Options {
  /// All that a Run was made from, except its samples.
  ///
  /// - Parameters:
  ///   - run: the Run, or the plan of one.
  ///   - executable: this executable, which must be the Run's.
  ///   - links: as many links of it as the Run uses.
  /// - Throws: `Benchmark.ResumeFailure`.
  package init(
    of run: Run, executable: String, links: [String]
  ) throws(Benchmark.ResumeFailure) {
    guard run.kind == "bench" else { throw .kind(run.kind) }
    guard run.layoutbenchRun == Run.version, let scenes = run.scenes else {
      throw .incompleteRecord
    }
    guard links.count == run.links ?? 1 else { throw .otherLinks(run.links ?? 1) }
    guard run.executable == Benchmark.executable(executable, links: links) else {
      throw .otherExecutable
    }
    self.init(
      scenes: scenes.map { SceneSource(file: $0.file, text: $0.text) }, executable: executable,
      command: run.command)
    if let planned = run.planned, planned > 0 { children = planned }
    rounds = run.rounds
    seed = run.seed
    batchTarget = run.batchTarget
    engines = Array(Set(run.cells.map(\.engine)))
    phases = Phase.allCases.filter { phase in
      run.cells.contains { $0.phase == phase.rawValue }
    }
    forms = Form.inOrder.filter { form in
      run.cells.contains { $0.form == form.rawValue }
    }
    self.links = links
  }
}
