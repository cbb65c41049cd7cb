import Foundation
import LayoutModel
import LayoutBenchTiming

/// A child process of a Run: one scene, all its engines, forms and phases.
package struct Child {
  /// A plan and pass that take longer are cut off, nanoseconds.
  static let longestPass = VerifiedScene.longestPass * 1e9
  /// The maximum duration of a batch that is run once more before each sample, nanoseconds.
  static let longestWarming: UInt64 = 2_000_000
  /// A plan and its first pass that take less are short, nanoseconds.
  static let shortPlan = 250_000.0
  /// The fewest short plans in a batch.
  static let fewestShortPlans = 8

  /// The environment variable of random length that its parent sets.
  static let padding = "LAYOUTBENCH_PADDING"

  /// The environment variable with its parent's process number: the child ends when the parent
  /// does.
  static let parent = "LAYOUTBENCH_PARENT"

  private let request: ChildRequest
  private let write: (ChildAnswer) -> Void
  /// The cells that are timed, in the order of the request.
  private var cells: [TimedCell?] = []
  private var layouts: [String: any ResolvedLayout] = [:]
  private var core: QuietCore

  /// Reads a request from standard input and answers on standard output.
  ///
  /// - Throws: an error where the request cannot be read or answered.
  package static func run() throws {
    Interrupts.ignore()
    let environment = ProcessInfo.processInfo.environment
    if let parent = environment[Self.parent].flatMap({ Int32($0) }) {
      Interrupts.endWithParent(parent)
    }
    // The position of the heap's blocks changes some cells by some per cent, and is the same in
    // each process that makes the same requests: therefore it is drawn, too.
    let padding = [UInt8](
      repeating: 1, count: environment[Self.padding]?.utf8.count ?? 0)
    defer { padding.withUnsafeBytes { Clock.sink(Double($0.count)) } }
    let input = FileHandle.standardInput.rest
    let request = try JSONDecoder().decode(ChildRequest.self, from: input)
    // An engine that keeps allocating is ended before the system chooses a process to end. A peer's
    // process has the same limit for itself.
    Interrupts.limitMemory(to: Supervision.mostMemory)
    let encoder = JSONEncoder()
    var child = Child(request: request) { answer in
      guard var line = try? encoder.encode(answer) else { return }
      line.append(0x0A)
      // A parent that has ended needs no answer.
      guard (try? FileHandle.standardOutput.write(contentsOf: line)) != nil else { exit(1) }
    }
    try child.answer()
  }

  private init(request: ChildRequest, write: @escaping (ChildAnswer) -> Void) {
    self.request = request
    self.write = write
    core = QuietCore(readings: request.readings, patience: request.patience)
  }

  private mutating func answer() throws {
    let machine = Machine.this(libraries: Registry.current.libraries)
    write(
      .hello(
        version: ChildRequest.version,
        build: Build(
          configuration: Benchmark.configuration, swift: machine.swift, libc: machine.libc,
          libraries: machine.libraries, identity: .own)))
    if request.task == .count, !Instructions.areCounted { Allocations.track() }
    let scene: Scene
    do throws(SceneError) {
      scene = try request.scene.scene().beginning(dialects: Registry.current.dialects)
    } catch {
      // A parent of another revision may have scenes that this one does not.
      for cell in request.cells {
        write(.refused(cell.number, outcome: .unsupported, reason: "\(error)"))
      }
      return write(.done(floor: 0, readings: [], waited: 0))
    }
    try resolve(scene)
    if request.task == .cold {
      try measureCold(scene)
      return write(.done(floor: 0, readings: [], waited: 0))
    }
    try prepare(scene)
    switch request.task {
    case .calibrate: calibrate()
    case .measure: measure()
    case .steps: timeSteps()
    case .count: count(scene)
    case .profile: try profile()
    case .cold: break
    }
    guard request.task != .count else { return write(.done(floor: 0, readings: [], waited: 0)) }
    core.wait()
    let floor = Stopwatch.floor()
    write(.done(floor: floor, readings: core.readings, waited: Double(core.waited) / 1e9))
  }

  // MARK: - Before the clock

  private func participant(_ cell: ChildRequest.CellRequest) -> Participant? {
    guard let engine = Engines.named(cell.engine),
      let own = Registry.current.engine(engine, in: cell.form)
    else { return nil }
    return Participant(engine: own, dialect: cell.dialect, form: cell.form)
  }

  private mutating func resolve(_ scene: Scene) throws(SceneError) {
    for cell in request.cells {
      guard let participant = participant(cell), layouts[participant.label] == nil else { continue }
      do throws(SceneError) {
        layouts[participant.label] = try participant.resolve(scene)
      } catch {
        guard error.mistake is CannotState else { throw error }
      }
    }
  }

  /// Compares the frames of every engine with those that the parent has verified.
  private mutating func prepare(_ scene: Scene) throws {
    let scripts = Dictionary(
      uniqueKeysWithValues: request.scripts.compactMap { name, script in
        Phase(rawValue: name).map { ($0, script) }
      })
    let frames = try FrameFile(request.frames, scripts: scripts, viewCount: scene.tree.count)
    for cell in request.cells {
      let script = scripts[cell.phase]
      let states = script == nil ? [frames.first] : frames.states[cell.phase] ?? []
      if Registry.isCopier(cell.engine) {
        cells.append(TimedCell(copying: cell.phase, states, script, seed: request.seed))
        continue
      }
      guard let participant = participant(cell), let layout = layouts[participant.label] else {
        write(
          .refused(
            cell.number, outcome: .unsupported,
            reason: "\(cell.engine) cannot lay this scene out"))
        cells.append(nil)
        continue
      }
      do throws(TimedCellFailure) {
        cells.append(
          try TimedCell(
            cell.phase, layout, participant.engine.traits.exactness, in: scene.tree, script,
            states, seed: request.seed))
      } catch {
        write(
          .refused(
            cell.number, outcome: error.outcome, reason: error.reason(file: scene.file)))
        cells.append(nil)
      }
    }
  }

  // MARK: - Cold

  /// Times the first plan and pass of this process: the request has one cell only.
  ///
  /// The verified frames are read after the clock has stopped: nothing may be warm before.
  private func measureCold(_ scene: Scene) throws {
    guard let cell = request.cells.first, let participant = participant(cell),
      let layout = layouts[participant.label]
    else { return }
    do {
      let pass = try TimedCell.coldPass(of: layout, in: scene.tree) {
        try FrameFile.first(request.frames, viewCount: scene.tree.count)
      }
      let sample = Sample(
        cell: cell.number, time: pass.nanoseconds, building: nil, wasSwitched: pass.wasSwitched,
        wasShared: false)
      write(.round([sample]))
    } catch let failure as TimedCellFailure {
      write(
        .refused(cell.number, outcome: failure.outcome, reason: failure.reason(file: scene.file)))
    }
  }

  // MARK: - Batch sizes

  private mutating func calibrate() {
    for (index, cell) in cells.enumerated() {
      guard let cell else { continue }
      let number = request.cells[index].number
      do throws(LayoutError) {
        let plans = try calibrated(cell)
        if let plans { try cell.checkClock(plans: plans) }
        write(
          plans.map { .batch(number, plans: $0) }
            ?? .refused(number, outcome: .cutOff, reason: "a pass takes more than 2 s"))
      } catch {
        let failure = TimedCellFailure.noLayout(error)
        write(.refused(number, outcome: failure.outcome, reason: error.message(file: "")))
      }
    }
  }

  /// Doubles the plans until a batch lasts long enough, and takes as many as are needed; `nil`
  /// where one takes too long.
  ///
  /// The first plan of a batch finds the heap in another state than those after it: one more or
  /// fewer must not matter, so that short batches of first layouts have several.
  private mutating func calibrated(_ cell: TimedCell) throws(LayoutError) -> Int? {
    var limit = cell.isElsewhere ? TimedCell.mostPlansElsewhere : Int.max
    if let bytes = try cell.planBytes(), bytes > 0 {
      limit = max(1, TimedCell.planMemory / bytes)
    }
    var plans = 1
    while true {
      var least = Double.infinity
      let start = Clock.now
      _ = try cell.batch(plans: plans)
      let duration = Double(Clock.now - start)
      for _ in 0..<3 {
        core.wait()
        least = min(least, max(1, Double(try cell.batch(plans: plans).nanoseconds)))
        if least > Self.longestPass * Double(cell.passes) { return nil }
        if least > 10_000_000 { break }
      }
      let share = min(1, Double(request.batchTarget) / least, TimedCell.planTime / duration)
      guard share >= 1, plans < limit else {
        let needed = Int((Double(plans) * share).rounded(.up))
        let isShort = least / Double(plans) < Self.shortPlan
        let fewest = cell.passes == 1 && isShort ? Self.fewestShortPlans : 1
        return max(1, min(limit, max(needed, fewest)))
      }
      plans = min(plans * 2, limit)
    }
  }

  // MARK: - Counters

  private func count(_ scene: Scene) {
    let kind: Probe.Kind = Instructions.areCounted ? .instructions : .memory
    for (index, cell) in cells.enumerated() {
      guard let cell else { continue }
      let asked = request.cells[index]
      if cell.isElsewhere {
        if kind == .memory, cell.phase == .first,
          let counts = try? cell.counters(Probe(kind: kind, cell: 0))
        {
          write(.counted(asked.number, counts))
        }
        continue
      }
      do {
        var counters = try cell.counters(Probe(kind: kind, cell: asked.number))
        guard kind == .memory else {
          if cell.phase == .first, !cell.isCopier { try countResolving(asked, scene) }
          continue
        }
        if cell.phase == .first, !cell.isCopier, let participant = participant(asked),
          let bytes = try RetainedBytes.of(
            request.scene, { (scene) throws(SceneError) in try participant.resolve(scene) })
        {
          counters["retained bytes"] = bytes
        }
        write(.counted(asked.number, counters))
      } catch let error as LayoutError {
        write(.drifted(asked.number, reason: error.message(file: "")))
      } catch {
        write(.drifted(asked.number, reason: "\(error)"))
      }
    }
  }

  /// Counts the instructions outside the clock: those of reading the source's statements, several
  /// times.
  private func countResolving(_ cell: ChildRequest.CellRequest, _ scene: Scene) throws {
    guard let participant = participant(cell) else { return }
    _ = try participant.resolve(scene)
    let readings = Probe.plans(ofViews: scene.tree.count)
    var layouts: [any ResolvedLayout] = []
    layouts.reserveCapacity(readings)
    Instructions.begin()
    for _ in 0..<readings { layouts.append(try participant.resolve(scene)) }
    Instructions.end("\(cell.number) over \(readings) outside")
    withExtendedLifetime(layouts) {}
  }

  // MARK: - Profile

  /// Runs batches of the cell for some seconds, watched inside the clock only; under valgrind one batch,
  /// which is the same in every run.
  private mutating func profile() throws {
    guard let asked = request.cells.first, let cell = cells.first ?? nil else { return }
    guard !cell.isElsewhere else {
      return write(
        .refused(asked.number, outcome: .unsupported, reason: "it runs in a process of its own"))
    }
    if Instructions.areCounted {
      _ = try cell.counters(Probe(kind: .instructions, cell: asked.number))
      return
    }
    guard let profiler = request.profiler, let plans = try calibrated(cell) else { return }
    let channel = try profiler.open()
    let bracket = Stopwatch.Bracket(
      start: { channel.watch(true) }, stop: { channel.watch(false) })
    var watched = 0.0
    let limit = Clock.now + UInt64(20 * profiler.seconds * 1e9)
    while watched < profiler.seconds * 1e9, Clock.now < limit {
      watched += Double(try cell.batch(plans: plans, within: bracket).nanoseconds)
    }
  }

  // MARK: - Samples

  private mutating func measure() {
    // Batches that are not recorded.
    var durations: [UInt64] = []
    for index in cells.indices {
      let start = Clock.now
      _ = sample(index)
      durations.append(Clock.now - start)
    }
    for round in 0..<request.rounds {
      var random = SplitMix64(seed: request.seed, child: request.child, round: round)
      var samples: [Sample] = []
      for index in order(&random) {
        let wasShared = core.wait()
        // Another that is not recorded, so that no figure depends on the engine that ran before; a
        // long one is its own.
        if durations[index] < Self.longestWarming { _ = sample(index) }
        guard var sample = sample(index) else { continue }
        let isShared = core.isShared()
        sample.wasShared = wasShared || isShared
        samples.append(sample)
      }
      write(.round(samples))
    }
  }

  /// Phases in a drawn order, engines in a drawn order within each: samples that are compared lie
  /// within milliseconds.
  private func order(_ random: inout SplitMix64) -> [Int] {
    let blocks = Dictionary(grouping: request.cells.indices) { index in
      "\(request.cells[index].form) \(request.cells[index].phase)"
    }
    return blocks.sorted { $0.key < $1.key }.shuffled(using: &random).flatMap {
      $0.value.shuffled(using: &random)
    }
  }

  private mutating func sample(_ index: Int) -> Sample? {
    guard let cell = cells[index] else { return nil }
    let asked = request.cells[index]
    let plans = max(1, asked.plans)
    do throws(LayoutError) {
      let batch = try cell.batch(plans: plans)
      if let drift = batch.drift {
        write(
          .drifted(
            asked.number,
            reason: "the frames of a plan add up to \(drift.found), not to \(drift.expected)"))
        cells[index] = nil
        return nil
      }
      let passes = Double(plans * cell.passes)
      return Sample(
        cell: asked.number, time: Double(batch.nanoseconds) / passes,
        building: batch.building.map { Double($0) / passes }, wasSwitched: batch.wasSwitched,
        wasShared: false)
    } catch {
      let outcome = TimedCellFailure.noLayout(error).outcome
      let isEnd = outcome == .crashed || outcome == .cutOff
      write(
        isEnd
          ? .refused(asked.number, outcome: outcome, reason: error.message(file: ""))
          : .drifted(asked.number, reason: error.message(file: "")))
      cells[index] = nil
      return nil
    }
  }

  /// The layout of another reading of the scene.
  private func independentLayout(_ cell: ChildRequest.CellRequest) -> (any ResolvedLayout)? {
    guard let participant = participant(cell), let scene = try? request.scene.scene() else {
      return nil
    }
    return try? participant.resolve(scene)
  }

  /// Times each step of the sessions by itself: the least of four times, because interference only
  /// adds.
  ///
  /// Of `first` it counts how many plans per second one thread makes, and two, and times the reading
  /// of texts.
  private mutating func timeSteps() {
    for (index, cell) in cells.enumerated() {
      if let cell, cell.phase == .first, !cell.isCopier, !cell.isElsewhere,
        let other = independentLayout(request.cells[index]),
        let rates = cell.throughput(plans: max(1, request.cells[index].plans), beside: other)
      {
        write(.throughput(request.cells[index].number, rates))
      }
      if let cell, cell.phase == .first,
        let time = cell.parsing(plans: max(1, request.cells[index].plans))
      {
        write(.parsing(request.cells[index].number, time))
      }
      guard let cell, cell.phase == .session else { continue }
      var least: [Double] = []
      for _ in 0..<4 {
        core.wait()
        guard let times = try? cell.steps() else { break }
        least = least.isEmpty ? times : zip(least, times).map { min($0, $1) }
      }
      write(.steps(request.cells[index].number, least))
    }
  }
}
