import Foundation
import LayoutModel
public import Timing

/// A benchmark: verifies, finds batch sizes, and takes samples in child processes.
public struct Benchmark {
  /// How a benchmark is run.
  public struct Options: Sendable {
    /// The scenes; sizes of one generator in rising order.
    public var scenes: [SceneSource]
    /// Engines, by name; empty for all.
    public var engines: [String] = []
    /// Phases.
    public var phases = Phase.allCases
    /// How many child processes.
    public var children = 20
    /// Samples of a cell in each child.
    public var rounds = 10
    /// What all randomness comes from.
    public var seed: UInt64 = 1
    /// How long a batch shall last, nanoseconds.
    public var batchTarget = 500_000
    /// This executable.
    public var executable: String
    /// The command line, for the record.
    public var command: [String]

    /// The defaults of the method.
    public init(scenes: [SceneSource], executable: String, command: [String]) {
      self.scenes = scenes
      self.executable = executable
      self.command = command
    }
  }

  /// Where a benchmark stands, for a progress line.
  public enum Progress: Sendable {
    /// Batch sizes are being found.
    case calibrating(cells: Int)
    /// Work and memory are being counted.
    case counting
    /// A child is about to run, from 1.
    case child(Int, of: Int)
  }

  /// The Run so far.
  public private(set) var run: Run
  private let options: Options
  private var requests: [ChildRequest.CellRequest] = []
  /// Engines that were cut off on a generator's scene, and so on its larger ones.
  private var slow: [String: Set<String>] = [:]

  /// Reads and verifies the scenes; nothing is timed yet.
  ///
  /// - Throws: `SceneError`.
  public init(_ options: Options) throws {
    self.options = options
    run = Run(
      id: Self.newID(), command: options.command, seed: options.seed,
      batchTarget: options.batchTarget, rounds: options.rounds,
      revision: Self.revision(of: options.executable),
      executable: .init(configuration: Self.configuration), machine: .this(glpk: Engines.glpk),
      cells: [])
    for (index, source) in options.scenes.enumerated() {
      try add(try source.scene(), index: index, isGenerated: source.text == nil)
    }
  }

  /// How the executable was built.
  public static var configuration: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }

  private mutating func add(_ scene: Scene, index: Int, isGenerated: Bool) throws {
    let generator = isGenerated ? scene.name.prefix { $0 != "-" } : ""
    let verified = try VerifiedScene(
      scene, phases: options.phases, cycle: 8, among: participants(of: scene),
      slow: slow[String(generator)] ?? [])
    if isGenerated { slow[String(generator), default: []].formUnion(verified.slow) }
    // A phase that changes what the scene does not have has no cell.
    for phase in options.phases where !phase.isCycle || verified.cycles[phase] != nil {
      var taken: Set<String> = []
      for participant in verified.participants {
        let engine = participant.engine.name
        // Each engine is timed on the dialect that it prefers.
        guard isSelected(engine), taken.insert(engine).inserted else { continue }
        var cell = Cell(
          scene: scene.name, views: scene.tree.count - 1, phase: phase.rawValue, engine: engine,
          dialect: participant.dialect.rawValue)
        switch verified.standing(of: participant.label, in: phase) {
        case .right: break
        case .wrong(let reason): (cell.outcome, cell.reason) = (.wrong, reason)
        case .noSolution(let reason): (cell.outcome, cell.reason) = (.noSolution, reason)
        case .unsupported(let reason): (cell.outcome, cell.reason) = (.unsupported, reason)
        case .cutOff(let reason): (cell.outcome, cell.reason) = (.cutOff, reason)
        case nil: cell.outcome = .unsupported
        }
        run.cells.append(cell)
        requests.append(
          ChildRequest.CellRequest(
            scene: index, phase: phase, engine: engine, dialect: participant.dialect.rawValue,
            passes: 0, cycle: 8))
      }
      for engine in Engines.everyone where isSelected(engine.name) && !taken.contains(engine.name) {
        // The yardstick's place is taken by `replay` where nobody wrote the scene by hand.
        guard engine.name != "manual", engine.dialects(of: scene).isEmpty else { continue }
        run.cells.append(
          Cell(
            scene: scene.name, views: scene.tree.count - 1, phase: phase.rawValue,
            engine: engine.name, dialect: "-", outcome: .unsupported,
            reason: "\(engine.name) has no dialect for this scene"))
        requests.append(
          ChildRequest.CellRequest(
            scene: index, phase: phase, engine: engine.name, dialect: "-", passes: 0, cycle: 8))
      }
    }
  }

  /// Who is verified: the yardstick and the engines that are timed, each on the dialect it prefers; all
  /// engines where those have nothing to be held against.
  private func participants(of scene: Scene) -> [Participant] {
    let all = Participant.all(of: scene, among: Engines.everyone)
    var taken: Set<String> = []
    let timed = all.filter { isSelected($0.engine.name) && taken.insert($0.engine.name).inserted }
    let isChecked =
      timed.count > 1 || !scene.expected.frames.isEmpty
    return isChecked
      ? timed
      : timed
        + Participant.all(of: scene).filter { other in
          !timed.contains { $0.label == other.label }
        }
  }

  private func isSelected(_ engine: String) -> Bool {
    (options.engines.isEmpty && Engines.all.contains { $0.name == engine })
      || options.engines.contains(engine)
      || Run.yardsticks.contains(engine)
  }

  // MARK: - Children

  /// Runs all children, or those until Control-C.
  ///
  /// - Parameters:
  ///   - progress: called before each child.
  ///   - save: called after each child with the Run so far.
  /// - Throws: what `save` throws; `ChildProcess.Failure`.
  public mutating func measure(
    progress: (Progress) -> Void, save: (Run) throws -> Void
  ) throws {
    let process = ChildProcess(executable: options.executable)
    let load = Machine.load ?? 0
    progress(.calibrating(cells: run.cells.count))
    apply(try process.run(request(.calibrate, child: 0)), child: nil)
    // Twice: what is exact is the same in both.
    progress(.counting)
    for child in 0..<2 where !Interrupts.came {
      apply(try process.run(request(.count, child: child)), child: nil)
    }
    for child in 1...max(1, options.children) {
      if Interrupts.came {
        run.interrupted = true
        break
      }
      progress(.child(child, of: options.children))
      let before = Machine.load
      let started = Self.timestamp()
      let answers = try process.run(request(.measure, child: child))
      let loads = [before, Machine.load].compactMap(\.self)
      run.children.append(
        Run.Child(started: started, load: loads.count == 2 ? loads : nil))
      apply(answers, child: run.children.count - 1)
      warn(load: load)
      // Estimates can be computed from the samples at any time; the samples cannot be had again.
      try save(run)
    }
    if Interrupts.came { run.interrupted = true }
    run.computeEstimates()
  }

  private func request(_ task: ChildRequest.Task, child: Int) -> ChildRequest {
    var cells = requests
    // What is not timed is not asked for again.
    for index in cells.indices where run.cells[index].outcome != .timed {
      cells[index].engine = "-"
    }
    return ChildRequest(
      task: task, seed: options.seed, child: child, rounds: options.rounds,
      batchTarget: options.batchTarget,
      scenes: options.scenes, cells: cells)
  }

  private mutating func apply(_ answers: [ChildAnswer], child: Int?) {
    if child != nil {
      for index in run.cells.indices where run.cells[index].outcome == .timed {
        run.cells[index].samples.append([])
        run.cells[index].switched.append([])
      }
    }
    for answer in answers {
      switch answer {
      case .hello: break
      case .cell(let index, let outcome, let reason, let passes, let cycle, let checksum):
        guard run.cells[index].outcome == .timed else { continue }
        run.cells[index].outcome = outcome
        run.cells[index].reason = reason
        run.cells[index].passes = passes
        run.cells[index].checksum =
          checksum.map { String(format: "%a", $0) } ?? run.cells[index].checksum
        requests[index].passes = passes
        requests[index].cycle = cycle
      case .round(let cells, let samples, let switched):
        guard let child else { continue }
        for (place, index) in cells.enumerated() where run.cells[index].outcome == .timed {
          if switched[place] {
            run.cells[index].switched[child].append(run.cells[index].samples[child].count)
          }
          run.cells[index].samples[child].append(samples[place])
        }
      case .counted(let index, let counters): count(counters, index)
      case .drifted(let index, let reason):
        run.cells[index].outcome = .drifted
        run.cells[index].reason = reason
      case .done(let floor):
        if child != nil { run.floor.append(floor) }
      }
    }
  }

  /// Takes a cell's counts; those that differ from what another child counted are unsteady.
  private mutating func count(_ counters: [String: Double], _ index: Int) {
    guard run.cells[index].outcome == .timed else { return }
    guard let known = run.cells[index].counters else {
      run.cells[index].counters = counters
      return
    }
    let unsteady = Set(known.keys).union(counters.keys).filter { known[$0] != counters[$0] }
    if !unsteady.isEmpty { run.cells[index].unsteady = unsteady.sorted() }
  }

  private mutating func warn(load: Double) {
    run.warnings = []
    func add(_ code: String, _ text: String) {
      run.warnings.append(Run.Warning(code: code, text: text))
    }
    if load > Double(run.machine.cores) {
      add("load", "load average \(load) on \(run.machine.cores) cores before the run")
    }
    if Clock.resolution > 1000 { add("clock", "the clock's step is \(Clock.resolution) ns") }
    let samples = run.cells.reduce(0) { $0 + $1.samples.reduce(0) { $0 + $1.count } }
    let switched = run.cells.reduce(0) { $0 + $1.switched.reduce(0) { $0 + $1.count } }
    if switched * 10 > samples {
      add("switched", "the thread was switched out in \(switched) of \(samples) samples")
    }
    if run.executable.configuration == "debug" {
      add("debug", "a debug build: the times say nothing of the engines")
    }
    if run.children.count < Statistics.fewestForInterval {
      add(
        "children",
        "\(run.children.count) children; intervals take \(Statistics.fewestForInterval)")
    }
  }

  // MARK: - Names

  private static func timestamp() -> String {
    Date().formatted(.iso8601)
  }

  private static func newID() -> String {
    let time = timestamp().replacing(":", with: "-")
    let end = String(UInt32.random(in: 0x1000...0xFFFF), radix: 16)
    return "\(time)-\(end)"
  }

  /// The revision of the checkout that holds the executable, where git knows one.
  private static func revision(of executable: String) -> Run.Revision? {
    func git(_ arguments: String...) -> String? {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments =
        ["git", "-C", URL(fileURLWithPath: executable).deletingLastPathComponent().path]
        + arguments
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      guard (try? process.run()) != nil else { return nil }
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { return nil }
      return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
    guard let commit = git("rev-parse", "HEAD"), !commit.isEmpty else { return nil }
    return Run.Revision(
      commit: commit, dirty: !(git("status", "--porcelain") ?? "").isEmpty)
  }
}
