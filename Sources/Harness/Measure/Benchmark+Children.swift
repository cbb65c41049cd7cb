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
    // A Run that goes on knows both.
    if needsPreparation {
      let baseline = options.baseline.flatMap { baseline in
        baseline.refusal(asBaselineFor: run) == nil ? baseline : nil
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
  mutating func apply(_ answers: [ChildAnswer], child: Int?, seconds: Double = 0) {
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
        (run.machine.swift, run.machine.libc, run.machine.libraries) = (
          build.swift, build.libc, build.libraries
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
}
