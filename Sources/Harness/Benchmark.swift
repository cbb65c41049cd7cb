import Foundation
import LayoutModel
import Scenes
public import Timing

/// A benchmark: verifies, finds batch sizes, and takes samples in child processes.
public struct Benchmark {
  /// How many children a Run has, and each side of a comparison in its first step, if nothing is said.
  public static let usualChildren = 40

  /// How a benchmark is run.
  public struct Options: Sendable {
    /// The scenes; sizes of one generator in rising order.
    public var scenes: [SceneSource]
    /// Engines, by name; empty for all.
    public var engines: [String] = []
    /// Phases.
    public var phases = Phase.allCases
    /// How many child processes.
    public var children = Benchmark.usualChildren
    /// Samples of a cell in each child.
    public var rounds = 10
    /// What all randomness comes from.
    public var seed: UInt64 = 1
    /// How long a batch shall last, nanoseconds.
    public var batchTarget = 500_000
    /// Whether it is asked how long the cells take, which costs three plans for each.
    public var estimatesDurations = false
    /// Whether instructions are counted too, under valgrind.
    public var countsInstructions = false
    /// What it will be compared with, so that it does as many passes; `nil` of most.
    public var baseline: Run?
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
    /// A child is about to run, from 1; the widest interval of a ratio so far, where there are any.
    case child(Int, of: Int, widest: Double?)
  }

  /// The Run so far.
  public private(set) var run: Run
  private var options: Options
  private var requests: [ChildRequest.CellRequest] = []
  /// Engines that were cut off on a generator's scene, and so on its larger ones.
  private var slow: [String: Set<String>] = [:]
  /// The view of each scene that comes and goes, where one can.
  private var churned: [String?] = []
  /// What `CoreReading` told of a core without neighbours; `nil` before the first child.
  private var quiet: Double?
  /// How long its children may still wait for such a core, seconds.
  private var patience = QuietCore.patience
  /// How long a sample of each cell takes, roughly, and a child's verification; seconds.
  private var durations: (samples: [Double], verification: Double) = ([], 0)

  /// How long each cell will take, and the whole benchmark; rough, in seconds.
  public var estimatedSeconds: (cells: [Double], all: Double) {
    let times = Double(options.rounds + 2) * Double(options.children)
    let cells = durations.samples.map { $0 * times }
    // The children that find batch sizes and count do some ten samples' work.
    let others = durations.samples.reduce(0, +) * 20 + 3 * (durations.verification + 0.1)
    return (
      cells,
      cells.reduce(0, +) + others
        + Double(options.children) * (durations.verification + 0.05)
    )
  }

  /// A benchmark whose scenes have been verified before.
  init(
    _ run: Run, options: Options, requests: [ChildRequest.CellRequest], churned: [String?]
  ) {
    self.run = run
    self.options = options
    self.requests = requests
    self.churned = churned
    self.run.planned = options.children
    self.run.interrupted = nil
  }

  /// Reads and verifies the scenes; nothing is timed yet.
  ///
  /// - Throws: `SceneError`.
  public init(_ options: Options) throws {
    self.options = options
    run = Run(
      id: Self.newID(), command: options.command, seed: options.seed,
      batchTarget: options.batchTarget, rounds: options.rounds,
      revision: Self.revision(of: options.executable),
      executable: Self.executable(options.executable), machine: .this(glpk: Engines.glpk),
      cells: [])
    run.planned = options.children
    run.scenes = []
    for (index, source) in options.scenes.enumerated() {
      let scene = try source.scene()
      try add(scene, index: index, isGenerated: source.text == nil)
      run.scenes?.append(
        Run.SceneRecord(
          name: scene.name, file: source.file, text: source.text, churned: churned[index],
          digest: Machine.fingerprint(of: [source.text ?? SceneWriter.text(of: scene)])))
    }
  }

  /// What is known of an executable.
  static func executable(_ path: String) -> Run.Executable {
    Run.Executable(configuration: configuration, sha256: FileDigest.sha256(of: path))
  }

  /// Takes another executable for the children.
  mutating func use(_ executable: String) {
    options.executable = executable
    // Its loop may lie elsewhere, and read otherwise.
    (quiet, patience) = (nil, QuietCore.patience)
    run.executable = Self.executable(executable)
    run.revision = Self.revision(of: executable)
    for index in run.cells.indices {
      (run.cells[index].counters, run.cells[index].unsteady) = (nil, nil)
    }
  }

  /// Takes another seed for all randomness.
  mutating func use(seed: UInt64) {
    options.seed = seed
    run.seed = seed
  }

  /// Forgets what was measured, not batch sizes and counts.
  mutating func forgetSamples() {
    (run.children, run.floor) = ([], [])
    for index in run.cells.indices {
      (run.cells[index].samples, run.cells[index].switched) = ([], [])
      run.cells[index].shared = nil
    }
  }

  /// Whether it was ended before all children had run.
  var isInterrupted: Bool {
    get { run.interrupted == true }
    set { run.interrupted = newValue ? true : nil }
  }

  /// Computes the Run's estimates from its samples.
  mutating func computeEstimates() { run.computeEstimates() }

  /// How the executable was built.
  public static var configuration: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }

  private mutating func add(_ scene: Scene, index: Int, isGenerated: Bool) throws {
    let start = Clock.now
    defer { durations.verification += Double(Clock.now - start) / 1e9 }
    let generator = isGenerated ? scene.name.prefix { $0 != "-" } : ""
    let verified = try VerifiedScene(
      scene, phases: options.phases, cycle: 8, among: participants(of: scene),
      slow: slow[String(generator)] ?? [])
    if isGenerated { slow[String(generator), default: []].formUnion(verified.slow) }
    // A phase that changes what the scene does not have has no cell.
    churned.append(verified.churn?.view)
    for phase in options.phases where verified.offers(phase) {
      var taken: Set<String> = []
      for participant in verified.participants {
        let engine = participant.engine.name
        // Each engine is timed on the dialect that it prefers.
        guard isSelected(engine), taken.insert(engine).inserted,
          verified.isPresent(participant, in: phase)
        else { continue }
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
        cell.deviation = verified.deviation(of: participant.label, in: phase)
        if isGenerated { cell.parameters = ["n": cell.views] }
        if phase == .churn, let view = verified.churn?.view {
          cell.notes = (engine == "replay" ? [] : ["rebuilds"]) + ["view \(view) comes and goes"]
        }
        run.cells.append(cell)
        durations.samples.append(
          cell.outcome == .timed && options.estimatesDurations
            ? verified.sampleSeconds(
              of: participant.label, in: phase, batch: Double(options.batchTarget) / 1e9) : 0)
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
        durations.samples.append(0)
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
  /// - Throws: what `save` throws; `ChildProcessFailure`.
  public mutating func measure(
    progress: (Progress) -> Void, save: (Run) throws -> Void
  ) throws {
    let load = max(Machine.load ?? 0, run.children.first?.load?.first ?? 0)
    // A Run that goes on knows both.
    if needsPreparation {
      let baseline = options.baseline.flatMap { baseline in
        BaselineCheck.refusal(of: baseline, for: run) == nil ? baseline : nil
      }
      progress(.calibrating(cells: run.cells.count))
      if options.children > 0 {
        try calibrate()
        if let baseline { adopt(batchesOf: baseline) }
      }
      if let known = options.baseline { adopt(cyclesOf: known) }
      progress(.counting)
      try count()
      if !Interrupts.came { try save(run) }
    }
    for child in run.children.count + 1..<max(run.children.count, options.children) + 1 {
      if Interrupts.came {
        run.interrupted = true
        break
      }
      progress(.child(child, of: options.children, widest: run.widestInterval))
      try measure(child: child)
      warn(load: load)
      // Estimates can be computed from the samples at any time; the samples cannot be had again.
      try save(run)
    }
    if Interrupts.came { run.interrupted = true }
    run.computeEstimates()
  }

  /// Whether batch sizes are not known yet.
  private var needsPreparation: Bool {
    run.cells.contains { $0.outcome == .timed && $0.passes == 0 }
  }

  /// Finds how many passes a batch of each cell has, in a child that is not counted.
  ///
  /// - Throws: `ChildProcessFailure`.
  mutating func calibrate() throws {
    apply(
      try ChildProcess(executable: options.executable).run(request(.calibrate, child: 0)),
      child: nil)
  }

  /// Takes the batch sizes of a Run on this machine, so that what is compared does as many passes.
  mutating func adopt(batchesOf run: Run) {
    let known = Dictionary(run.cells.map { (CellName($0), $0) }) { first, _ in first }
    for index in self.run.cells.indices where self.run.cells[index].outcome == .timed {
      guard let cell = known[CellName(self.run.cells[index])], cell.outcome == .timed,
        cell.passes > 0, cell.views == self.run.cells[index].views
      else { continue }
      self.run.cells[index].passes = cell.passes
      self.run.cells[index].cycle = cell.cycle
      requests[index].passes = cell.passes
      requests[index].cycle = cell.cycle ?? 8
    }
  }

  /// Takes the lengths of a Run's cycles: counts are means over a cycle, and only those over the same
  /// states can be compared.
  private mutating func adopt(cyclesOf run: Run) {
    let known = Dictionary(run.cells.map { (CellName($0), $0) }) { first, _ in first }
    for index in self.run.cells.indices where requests[index].phase.isCycle {
      guard let cell = known[CellName(self.run.cells[index])], cell.outcome == .timed else {
        continue
      }
      let cycle = cell.cycle ?? 8
      let passes = (requests[index].passes + cycle - 1) / cycle * cycle
      (requests[index].cycle, self.run.cells[index].cycle) = (cycle, cycle)
      (requests[index].passes, self.run.cells[index].passes) = (passes, passes)
    }
  }

  /// Counts work and memory, twice: what is exact is the same in both.
  ///
  /// - Throws: `ChildProcessFailure`.
  mutating func count() throws {
    for child in 0..<2 where !Interrupts.came {
      apply(
        try ChildProcess(executable: options.executable).run(request(.count, child: child)),
        child: nil)
    }
    if options.countsInstructions, !Interrupts.came { try countInstructions() }
  }

  /// Counts instructions under valgrind, twice.
  private mutating func countInstructions() throws {
    for _ in 0..<2 where !Interrupts.came {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("layoutbench-\(UInt64.random(in: 0 ... .max))")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      // valgrind does not read the debugging information of every compiler.
      let bare = folder.appendingPathComponent("layoutbench").path
      let isBare = Tool.output(["strip", "--strip-debug", "-o", bare, options.executable]) != nil
      _ = try ChildProcess(executable: isBare ? bare : options.executable).run(
        request(.count, child: 0), under: Instructions.command(writingTo: folder.path))
      for (index, count) in Probe.instructions(in: folder.path)
      where run.cells.indices.contains(index) && run.cells[index].outcome == .timed {
        let name = CounterComparison.instructions
        guard let known = run.cells[index].counters?[name] else {
          run.cells[index].counters?[name] = count
          continue
        }
        if !CounterComparison.areSame(known, count) {
          run.cells[index].unsteady = (run.cells[index].unsteady ?? []) + [name]
        }
      }
    }
  }

  /// Takes the samples of one child more.
  ///
  /// - Parameters:
  ///   - child: its number, from which its randomness comes.
  ///   - links: links of the executable that are used in turn, where there are several.
  ///   - only: the cells that it times; `nil` for all.
  ///   - slowdown: time that is lost on purpose, for the self-test.
  /// - Throws: `ChildProcessFailure`.
  mutating func measure(
    child: Int, links: [String] = [], only: Set<CellName>? = nil,
    slowdown: ChildRequest.Slowdown? = nil
  ) throws {
    let before = Machine.load
    let processors = ProcessorTime.now
    let started = Self.timestamp()
    var request = request(.measure, child: child)
    request.slowdown = slowdown
    for (index, cell) in run.cells.enumerated() where only?.contains(CellName(cell)) == false {
      request.cells[index].engine = "-"
    }
    let link = links.isEmpty ? nil : child % links.count
    let start = Clock.now
    let answers = try ChildProcess(
      executable: link.map { links[$0] } ?? options.executable
    ).run(request)
    let seconds = Double(Clock.now - start) / 1e9
    let loads = [before, Machine.load].compactMap(\.self)
    run.children.append(
      Run.Child(
        started: started, load: loads.count == 2 ? loads : nil,
        steal: ProcessorTime.steal(since: processors), executable: links.count > 1 ? link : nil))
    apply(answers, child: run.children.count - 1, seconds: seconds)
  }

  private func request(_ task: ChildRequest.Task, child: Int) -> ChildRequest {
    var cells = requests
    // What is not timed is not asked for again.
    for index in cells.indices where run.cells[index].outcome != .timed {
      cells[index].engine = "-"
    }
    return ChildRequest(
      task: task, seed: options.seed, child: child, rounds: options.rounds,
      batchTarget: options.batchTarget, quiet: quiet, patience: patience,
      scenes: options.scenes, churned: churned, cells: cells)
  }

  /// Takes what a child answered.
  ///
  /// - Parameters:
  ///   - answers: all of it.
  ///   - child: its place among those that were timed; `nil` where nothing was.
  ///   - seconds: how long it took.
  private mutating func apply(_ answers: [ChildAnswer], child: Int?, seconds: Double = 0) {
    if child != nil {
      for index in run.cells.indices where run.cells[index].outcome == .timed {
        // Where a child did not look, that is not known of any.
        if run.cells[index].shared?.count ?? 0 == run.cells[index].samples.count {
          run.cells[index].shared = (run.cells[index].shared ?? []) + [[]]
        }
        run.cells[index].samples.append([])
        run.cells[index].switched.append([])
      }
    }
    for answer in answers {
      switch answer {
      case .hello(_, let build):
        // Another executable may be another build.
        guard let build else { continue }
        run.executable.configuration = build.configuration
        (run.machine.swift, run.machine.libc, run.machine.glpk) = (
          build.swift, build.libc, build.glpk
        )
      case .cell(let index, let outcome, let reason, let passes, let cycle, let checksum):
        guard run.cells[index].outcome == .timed else { continue }
        run.cells[index].outcome = outcome
        run.cells[index].reason = reason
        run.cells[index].passes = passes
        if requests[index].phase.isCycle { run.cells[index].cycle = cycle }
        run.cells[index].checksum =
          checksum.map { String(format: "%a", $0) } ?? run.cells[index].checksum
        requests[index].passes = passes
        requests[index].cycle = cycle
      case .round(let cells, let samples, let switched, let shared):
        guard let child else { continue }
        for (place, index) in cells.enumerated() where run.cells[index].outcome == .timed {
          let number = run.cells[index].samples[child].count
          if switched[place] { run.cells[index].switched[child].append(number) }
          if let shared {
            if shared[place] { run.cells[index].shared?[child].append(number) }
          } else {
            run.cells[index].shared = nil
          }
          run.cells[index].samples[child].append(samples[place])
        }
      case .counted(let index, let counters): count(counters, index)
      case .drifted(let index, let reason):
        run.cells[index].outcome = .drifted
        run.cells[index].reason = reason
      case .done(let floor, let quiet, let waited):
        if child != nil { run.floor.append(floor) }
        let worked = max(0, seconds - (waited ?? 0))
        patience += QuietCore.patiencePerSecond * worked - (waited ?? 0)
        if let quiet { self.quiet = min(self.quiet ?? quiet, quiet) }
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

  /// Writes down what casts doubt on the numbers.
  mutating func warn(load: Double) {
    run.warnings = []
    func add(_ code: String, _ text: String) {
      run.warnings.append(Run.Warning(code: code, text: text))
    }
    if load > Double(run.machine.cores) {
      add("load", "load average \(load) on \(run.machine.cores) cores before the run")
    }
    if Clock.resolution > 1000 { add("clock", "the clock's step is \(Clock.resolution) ns") }
    let (samples, switched, shared) = run.sampleCounts
    if switched * 10 > samples {
      add("switched", "the thread was switched out in \(switched) of \(samples) samples")
    }
    if let shared, shared * 10 > samples {
      add(
        "shared",
        "somebody else used the processor core beside \(shared) of \(samples) samples, though they "
          + "waited for a quiet moment; ratios of two Runs may differ by more than their intervals")
    }
    let steals = run.children.compactMap(\.steal)
    if let steal = steals.max(), steal > 0.01 {
      add(
        "steal",
        "others of the host took up to \(Int((100 * steal).rounded(.up))) % of the processors' time "
          + "in a child")
    }
    // The same few instructions each time: where they take longer, somebody shares the processor.
    if run.floor.count >= Statistics.fewestForInterval {
      let slow = Statistics.quantile(0.9, of: run.floor)
      let quick = Statistics.quantile(0.1, of: run.floor)
      if slow > 1.15 * quick {
        let ends = [quick, slow].map { String(format: "%.2f", $0) }
        add(
          "speed",
          "an empty plan took \(ends[0]) ns in some children and \(ends[1]) in others: the processor "
            + "is shared or changes its speed, so ratios of two Runs may differ by as much; compare "
            + "builds by 'ab'")
      }
    }
    if let governor = run.machine.governor, governor != "performance" {
      add("governor", "the processor's frequency is governed by '\(governor)'")
    }
    if run.executable.configuration == "debug" {
      add("debug", "a debug build: the times say nothing of the engines")
    }
    if !run.children.isEmpty, run.children.count < Statistics.fewestForInterval {
      add(
        "children",
        "\(run.children.count) children; intervals take \(Statistics.fewestForInterval)")
    }
  }

  // MARK: - Names

  static func timestamp() -> String {
    Date().formatted(.iso8601)
  }

  static func newID() -> String {
    let time = timestamp().replacing(":", with: "-")
    let end = String(UInt32.random(in: 0x1000...0xFFFF), radix: 16)
    return "\(time)-\(end)"
  }

  /// The revision of the checkout that holds the executable, where git knows one.
  private static func revision(of executable: String) -> Run.Revision? {
    let folder = URL(fileURLWithPath: executable).deletingLastPathComponent().path
    guard let commit = Tool.output(["git", "-C", folder, "rev-parse", "HEAD"]), !commit.isEmpty
    else { return nil }
    // Results that were written meanwhile are no change of what was measured.
    let sources = [":/Sources", ":/Benchmarks", ":/Package.swift"]
    let changes =
      Tool.output(["git", "-C", folder, "status", "--porcelain", "--"] + sources) ?? ""
    return Run.Revision(commit: commit, dirty: !changes.isEmpty)
  }
}
