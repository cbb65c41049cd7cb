import Foundation
package import LayoutBenchTiming

extension Benchmark {
  /// Runs all children, or those until Control-C.
  ///
  /// - Parameters:
  ///   - progress: called before each child.
  ///   - save: called after each child with the Run so far.
  /// - Throws: what `save` throws; `ChildProcessFailure`.
  package mutating func measure(
    progress: (Progress) -> Void, save: (Run) throws -> Void
  ) throws {
    let load = max(Machine.load ?? 0, run.children.first?.load?.first ?? 0)
    if options.children > 0 {
      readVector()
      // Copied before anybody can replace them.
      for link in options.links { _ = try program(link) }
    }
    // A Run that goes on has both already.
    if run.children.isEmpty {
      do {
        try prepare(progress)
      } catch let failure as ChildProcessFailure {
        // A second Control-C has ended the child.
        guard Interrupts.came else { throw failure }
      }
      if !Interrupts.came { try save(run) }
    }
    let middle = (run.children.count + options.children) / 2
    for child in run.children.count + 1..<max(run.children.count, options.children) + 1
    where !Interrupts.came {
      progress(.child(child, of: options.children, widest: run.widestInterval))
      try measure(child: child)
      guard run.children.count == child else { break }
      if child == middle || child == options.children { readVector() }
      warn(load: load)
      // Estimates can be computed from the samples at any time; the samples cannot be taken again.
      try save(run)
    }
    if Interrupts.came { run.interrupted = true }
    run.computeEstimates()
  }

  /// Finds batch sizes, and counts.
  private mutating func prepare(_ progress: (Progress) -> Void) throws {
    progress(.calibrating(cells: run.cells.count))
    if options.children > 0 {
      try calibrate()
      if let known = options.batchesFrom ?? options.baseline { adopt(batchesOf: known) }
    }
    progress(.counting)
    try count()
    if options.children > 0, !Interrupts.came { try timeSteps() }
  }

  /// Finds batch sizes, and nothing else: the input of shards that are measured elsewhere.
  ///
  /// - Parameter progress: called before the first child.
  /// - Throws: `ChildProcessFailure`.
  package mutating func plan(progress: (Progress) -> Void) throws {
    for link in options.links { _ = try program(link) }
    progress(.calibrating(cells: run.cells.count))
    do {
      try calibrate()
    } catch let failure as ChildProcessFailure {
      // A second Control-C has ended the child.
      guard Interrupts.came else { throw failure }
    }
    if let known = options.batchesFrom { adopt(batchesOf: known) }
    if Interrupts.came { run.interrupted = true }
  }

  private mutating func readVector() { run.vectors = (run.vectors ?? []) + [.now] }

  /// Finds how many plans a batch of each cell has, in children that are not counted.
  ///
  /// - Throws: `ChildProcessFailure`.
  mutating func calibrate() throws {
    for scene in scenes.indices where !Interrupts.came {
      try ask(.calibrate, scene, child: 0)
    }
  }

  /// Takes the batch sizes of another Run, so that both Runs do as much before each sample.
  mutating func adopt(batchesOf run: Run) {
    let known = Dictionary(run.cells.map { (CellName($0), $0) }) { first, _ in first }
    for index in self.run.cells.indices where self.run.cells[index].outcome == .timed {
      guard let cell = known[CellName(self.run.cells[index])], cell.outcome == .timed,
        let plans = cell.plans, plans > 0, cell.views == self.run.cells[index].views
      else { continue }
      setPlans(plans, index)
    }
  }

  private mutating func setPlans(_ plans: Int, _ index: Int) {
    let script = scenes[sceneOfCell[index]].sets[0].scripts[run.cells[index].phase]
    run.cells[index].plans = plans
    run.cells[index].passes = plans * (script?.count ?? 1)
    requests[index].plans = plans
  }

  /// Counts work and memory, twice: exact counts are the same in both.
  ///
  /// - Throws: `ChildProcessFailure`.
  mutating func count() throws {
    for child in 0..<2 {
      for scene in scenes.indices where !Interrupts.came { try ask(.count, scene, child: child) }
    }
    if options.countsInstructions, !Interrupts.came { try countInstructions() }
  }

  /// Times each step of sessions by itself, and plans of `first` on one thread and on two.
  private mutating func timeSteps() throws {
    for scene in scenes.indices where !Interrupts.came {
      try ask(.steps, scene, child: 0)
    }
  }

  /// Counts instructions under valgrind in three children, whose heaps begin at different places.
  private mutating func countInstructions() throws {
    var found: [Int: [String: [Double]]] = [:]
    for child in 0..<3 {
      for scene in scenes.indices where !Interrupts.came {
        let folder = FileManager.default.temporaryDirectory
          .appendingPathComponent("layoutbench-\(UInt64.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        guard let request = request(.count, scene, child: child) else { continue }
        _ = try countUnderValgrind(request, in: folder)
        let counts: [String: Double]
        do {
          counts = try Instructions.counts(in: folder.path)
        } catch {
          throw ChildProcessFailure(
            description: "the counts of valgrind cannot be read: \(error.localizedDescription)")
        }
        for (index, name, count) in Probe.instructions(of: counts) {
          found[index, default: [:]][name, default: []].append(count)
        }
      }
    }
    for (index, counts) in found
    where run.cells.indices.contains(index) && run.cells[index].outcome == .timed {
      for (name, children) in counts.sorted(by: { $0.key < $1.key }) {
        take(children.sorted(), as: name, of: index)
      }
    }
  }

  /// Stores the median of the children's counts; it is unsteady where no neighbour is equal.
  private mutating func take(_ counts: [Double], as name: String, of index: Int) {
    let median = counts[counts.count / 2]
    run.cells[index].counters?[name] = median
    let isSteady = zip(counts, counts.dropFirst()).contains {
      ($0 == median || $1 == median) && CounterComparison.areSame($0, $1)
    }
    if counts.count > 1, !isSteady {
      run.cells[index].unsteady = (run.cells[index].unsteady ?? []) + [name]
    }
  }

  /// Runs a child under callgrind.
  ///
  /// - Parameters:
  ///   - request: the task of the child.
  ///   - folder: where the counts are written.
  ///   - flags: options of callgrind beside the usual ones.
  /// - Returns: the child's answers.
  /// - Throws: `ChildProcessFailure`.
  func countUnderValgrind(
    _ request: ChildRequest, in folder: URL, _ flags: [String] = []
  ) throws -> [ChildAnswer] {
    // valgrind does not read the debugging information of every compiler.
    let bare = folder.appendingPathComponent("layoutbench").path
    let program = try program(nil).path
    let isBare = OtherProgram.output(["strip", "--strip-debug", "-o", bare, program]) != nil
    return try ChildProcess(executable: isBare ? bare : program, patience: 3600).run(
      request, under: Instructions.command(writingTo: folder.path) + flags)
  }

  /// Takes the samples of another child of each scene, scenes in a drawn order.
  ///
  /// - Parameters:
  ///   - child: its number, from which its randomness comes.
  ///   - only: the cells that it times; `nil` for all.
  /// - Throws: `ChildProcessFailure`.
  mutating func measure(child: Int, only: Set<CellName>? = nil) throws {
    let former = run
    do {
      try measureWhole(child: child, only: only)
    } catch {
      // Samples of a part of the scenes do not count. Control-C is no error.
      run = former
      guard Interrupts.came else { throw error }
    }
  }

  /// The error that ends a round of children after Control-C.
  private struct Interruption: Error {}

  private mutating func measureWhole(child: Int, only: Set<CellName>?) throws {
    let before = Machine.load
    let processors = ProcessorTime.now
    let started = Self.timestamp()
    let index = run.children.count
    let link = index % options.links.count
    beginChild(
      Run.Child(
        started: started, load: nil, executable: options.links.count > 1 ? link : nil,
        // A process that runs another file is an error.
        sha256: try program(options.links[link]).sha256))
    var random = SplitMix64(seed: options.seed, child: child, round: -6)
    for scene in scenes.indices.shuffled(using: &random) {
      guard !Interrupts.came else { throw Interruption() }
      try ask(
        .measure, scene, child: child, link: options.links[link], sample: index, only: only)
      // A process is cold once: each such cell has one of its own.
      for cell in requests where cell.phase == .cold && sceneOfCell[cell.number] == scene {
        let name = CellName(run.cells[cell.number])
        guard only?.contains(name) != false else { continue }
        guard !Interrupts.came else { throw Interruption() }
        try ask(
          .cold, scene, child: child, link: options.links[link], sample: index, only: [name])
      }
    }
    let loads = [before, Machine.load].compactMap(\.self)
    run.children[index].load = loads.count == 2 ? loads : nil
    run.children[index].steal = ProcessorTime.steal(since: processors)
  }

  /// Adds a child without samples.
  mutating func beginChild(_ child: Run.Child) {
    run.children.append(child)
    for cell in run.cells.indices where run.cells[cell].outcome == .timed {
      run.cells[cell].samples.append([])
      run.cells[cell].switched.append([])
      // A Run without these lists has none for its earlier children either.
      let before = run.cells[cell].samples.count - 1
      run.cells[cell].shared =
        (run.cells[cell].shared ?? Array(repeating: [], count: before)) + [[]]
      if run.cells[cell].phase == "first" {
        run.cells[cell].building =
          (run.cells[cell].building ?? Array(repeating: [], count: before)) + [[]]
      }
    }
  }

  /// Runs a child on a scene, and stores its answers.
  private mutating func ask(
    _ task: ChildRequest.Task, _ scene: Int, child: Int, link: String? = nil, sample: Int? = nil,
    only: Set<CellName>? = nil
  ) throws {
    guard let request = request(task, scene, child: child, sample: sample, only: only) else {
      return
    }
    let program = try program(link)
    let start = Clock.now
    // The child may wait for a quiet core meanwhile.
    let answers = try ChildProcess(
      executable: program.path, identity: program.identity,
      patience: patience(scene) + request.patience
    ).run(request)
    let seconds = Double(Clock.now - start) / 1e9
    if task == .calibrate { calibration[scene] = seconds }
    apply(answers, child: sample, seconds: seconds)
  }

  /// The maximum of a child's silence, seconds: batches of all cells of its scene take as long as
  /// they took when their sizes were found, or in the earlier children of a Run that goes on.
  private func patience(_ scene: Int) -> Double {
    if let seconds = calibration[scene] { return 60 + 20 * seconds }
    let batches = run.cells.indices.filter { sceneOfCell[$0] == scene }.compactMap { index in
      run.cells[index].samples.joined().max().map { $0 * Double(run.cells[index].passes) }
    }
    guard !batches.isEmpty else { return ChildProcess.usualPatience }
    // Sizes are found by about ten batches of each cell.
    return min(86_400, 60 + 200 * batches.reduce(0, +) / 1e9)
  }

  /// The copy of the program that children run.
  func program(_ link: String?) throws -> ExecutableCopy {
    let path = link ?? options.executable
    let place = options.links.firstIndex(of: path)
    let digest = place.flatMap { run.executable.links?[$0] }
    return try folder.copy(
      of: path, digest: path == options.executable ? run.executable.sha256 : digest)
  }

  /// The request for a scene; `nil` where none of its cells is timed.
  ///
  /// - Parameters:
  ///   - task: the child's task.
  ///   - scene: the place of the scene.
  ///   - child: the child's number, from which its randomness comes.
  ///   - sample: the place of its samples, which determines its scripts; `nil` for the first.
  ///   - only: the cells of interest; `nil` for all.
  /// - Returns: the request.
  func request(
    _ task: ChildRequest.Task, _ scene: Int, child: Int, sample: Int? = nil,
    only: Set<CellName>? = nil
  ) -> ChildRequest? {
    let cells = requests.filter { cell in
      sceneOfCell[cell.number] == scene && run.cells[cell.number].outcome == .timed
        && only?.contains(CellName(run.cells[cell.number])) != false
        && (task != .steps || cell.phase == .session || cell.phase == .first)
        && (task == .cold) == (cell.phase == .cold)
    }
    // Children of one link take the same set.
    let (sets, links) = (scenes[scene].sets, options.links.count)
    let set = sets[sample.map { (links > 1 ? $0 % links : $0) % sets.count } ?? 0]
    guard !cells.isEmpty, let frames = set.frames else { return nil }
    let quiet = run.quiet ?? Run.Quiet()
    return ChildRequest(
      task: task, seed: options.seed, child: child, rounds: options.rounds,
      batchTarget: options.batchTarget, readings: quiet.readings,
      // A Run waits at most a tenth of its time.
      patience: task == .count
        ? 0 : max(0, QuietCore.patienceShare * (quiet.seconds + 1) - quiet.waited),
      // A process that lays out once needs no scripts.
      scene: scenes[scene].source, frames: frames, scripts: task == .cold ? [:] : set.scripts,
      cells: cells)
  }

  /// Stores the answers of a child.
  ///
  /// - Parameters:
  ///   - answers: all its answers.
  ///   - child: the place of its samples; `nil` where nothing is timed.
  ///   - seconds: how long it took.
  mutating func apply(_ answers: [ChildAnswer], child: Int?, seconds: Double = 0) {
    for answer in answers {
      switch answer {
      case .hello(_, let build):
        // Another executable may be another build.
        guard let build else { continue }
        run.executable.configuration = build.configuration
        (run.machine.swift, run.machine.libc, run.machine.libraries) = (
          build.swift, build.libc, build.libraries
        )
      case .refused(let index, let outcome, let reason): refuse(index, outcome, reason)
      case .drifted(let index, let reason): refuse(index, .drifted, reason)
      case .batch(let index, let plans):
        if run.cells.indices.contains(index) { setPlans(plans, index) }
      case .round(let samples):
        guard let child else { continue }
        for sample in samples where run.cells.indices.contains(sample.cell) {
          take(sample, child)
        }
      case .steps(let index, let times):
        if run.cells.indices.contains(index) { run.cells[index].steps = Cell.Steps(times) }
      case .throughput(let index, let rates):
        if run.cells.indices.contains(index) { run.cells[index].throughput = rates }
      case .parsing(let index, let time):
        if run.cells.indices.contains(index) { run.cells[index].parsing = time }
      case .counted(let index, let counters): count(counters, index)
      case .done(let floor, let readings, let waited):
        if child != nil, floor > 0 { run.floor.append(floor) }
        var quiet = run.quiet ?? Run.Quiet()
        if !readings.isEmpty { quiet.readings = readings.suffix(QuietCore.readingCount) }
        quiet.waited += waited
        quiet.seconds += seconds
        run.quiet = quiet
      }
    }
  }

  private mutating func refuse(_ index: Int, _ outcome: Outcome, _ reason: String) {
    guard run.cells.indices.contains(index), run.cells[index].outcome == .timed else { return }
    run.cells[index].outcome = outcome
    run.cells[index].reason = reason
  }

  private mutating func take(_ sample: Sample, _ child: Int) {
    let index = sample.cell
    guard run.cells[index].outcome == .timed else { return }
    let number = run.cells[index].samples[child].count
    if sample.wasSwitched { run.cells[index].switched[child].append(number) }
    if sample.wasShared { run.cells[index].shared?[child].append(number) }
    if let building = sample.building { run.cells[index].building?[child].append(building) }
    run.cells[index].samples[child].append(sample.time)
  }

  /// Stores a cell's counts; those that differ from the counts of another child are unsteady.
  private mutating func count(_ counters: [String: Double], _ index: Int) {
    guard run.cells.indices.contains(index), run.cells[index].outcome == .timed else { return }
    guard let known = run.cells[index].counters else {
      run.cells[index].counters = counters
      return
    }
    let unsteady = Set(known.keys).union(counters.keys).filter { known[$0] != counters[$0] }
    if !unsteady.isEmpty { run.cells[index].unsteady = unsteady.sorted() }
  }
}
