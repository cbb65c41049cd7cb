import Foundation
import LayoutModel
import LayoutBenchTiming

/// A child process of a run: verifies, then finds batch sizes or takes samples.
package struct Child {
  /// Plans that are kept for a batch may take this many bytes.
  ///
  /// They lie in the core's own cache then, as a plan does that was just made: with tens of megabytes the
  /// passes of quick engines measure the memory, and what others of the host do to it.
  static let planMemory = 512 << 10
  /// Making the plans of a batch may take this long, nanoseconds: fewer passes then.
  static let planTime = 50_000_000.0
  /// A pass that takes longer is cut off, nanoseconds.
  static let longestPass = VerifiedScene.longestPass * 1e9
  /// A cycle that takes longer gets 2 states, nanoseconds.
  static let longestCycle = 50_000_000.0

  /// The variable of random length that its parent gives it.
  static let padding = "LAYOUTBENCH_PADDING"

  private let request: ChildRequest
  private let write: (ChildAnswer) -> Void
  private var cells: [TimedCell?] = []
  private var core: QuietCore

  /// Reads a request from standard input and answers on standard output.
  ///
  /// - Throws: what is wrong with the request.
  package static func run() throws {
    Interrupts.ignore()
    // Where the heap's blocks lie makes some per cent in some cells, the same in each process that asks
    // for the same: so it is drawn, too.
    let padding = [UInt8](
      repeating: 1, count: ProcessInfo.processInfo.environment[Self.padding]?.utf8.count ?? 0)
    defer { padding.withUnsafeBytes { Clock.sink(Double($0.count)) } }
    let input = FileHandle.standardInput.readDataToEndOfFile()
    let request = try JSONDecoder().decode(ChildRequest.self, from: input)
    let encoder = JSONEncoder()
    var child = Child(request: request) { answer in
      guard var line = try? encoder.encode(answer) else { return }
      line.append(0x0A)
      // A parent that is gone wants no answer.
      guard (try? FileHandle.standardOutput.write(contentsOf: line)) != nil else { exit(1) }
    }
    try child.answer()
  }

  private init(request: ChildRequest, write: @escaping (ChildAnswer) -> Void) {
    self.request = request
    self.write = write
    let own: Double
    switch request.task {
    // What all children do depends on what the one finds that looks for batch sizes.
    case .calibrate: own = CoreReading.quietOfLongerTime
    case .measure: own = CoreReading.quiet
    // What counts does not wait.
    case .count: own = .infinity
    }
    core = QuietCore(
      known: request.quiet, own: own, patience: request.patience ?? QuietCore.patience)
  }

  private mutating func answer() throws {
    let machine = Machine.this(libraries: Registry.current.libraries)
    write(
      .hello(
        version: ChildRequest.version,
        build: Build(
          configuration: Benchmark.configuration, swift: machine.swift, libc: machine.libc,
          libraries: machine.libraries)))
    if request.task == .count, !Instructions.areCounted { Allocations.track() }
    try prepare()
    switch request.task {
    case .calibrate: calibrate()
    case .measure: measure()
    case .count: count()
    }
    guard request.task != .count else { return write(.done(floor: 0)) }
    core.wait()
    let floor = Stopwatch.floor()
    write(.done(floor: floor, quiet: core.reading, waited: Double(core.waited) / 1e9))
  }

  /// Reads and verifies the scenes; tells of each cell that is not timed.
  private mutating func prepare() throws {
    // What is not timed needs no scene.
    let wanted = Set(request.cells.filter { $0.engine != "-" }.map(\.scene))
    var verified: [String: VerifiedScene] = [:]
    var scenes: [Int: Scene] = [:]
    var mistakes: [Int: SceneError] = [:]
    for index in wanted {
      do throws(SceneError) {
        scenes[index] = try request.scenes[index].scene()
      } catch {
        // A parent of another revision may know scenes that this one does not.
        mistakes[index] = error
      }
    }
    for (index, cell) in request.cells.enumerated() {
      guard cell.engine != "-", let scene = scenes[cell.scene] else {
        if cell.engine != "-", let mistake = mistakes[cell.scene] {
          write(
            .cell(
              index, outcome: .unsupported, reason: "\(mistake)", passes: 0, cycle: cell.cycle,
              checksum: nil))
        }
        cells.append(nil)
        continue
      }
      let key = "\(cell.scene)/\(cell.cycle)"
      let found =
        try verified[key]
        ?? VerifiedScene(
          scene, phases: Array(Set(request.cells.map(\.phase))), cycle: cell.cycle,
          among: participants(ofScene: cell.scene), churned: request.churned[cell.scene])
      verified[key] = found
      cells.append(timedCell(index, cell, found))
    }
  }

  /// The engines that are timed on a scene.
  private func participants(ofScene scene: Int) -> [Participant] {
    var participants: [Participant] = []
    for cell in request.cells where cell.scene == scene {
      guard let engine = Engines.named(cell.engine),
        !participants.contains(where: {
          $0.engine.name == cell.engine && $0.dialect == cell.dialect
        })
      else { continue }
      participants.append(Participant(engine: engine, dialect: cell.dialect))
    }
    return participants
  }

  private func timedCell(
    _ index: Int, _ cell: ChildRequest.CellRequest, _ scene: VerifiedScene
  ) -> TimedCell? {
    func refuse(_ outcome: Outcome, _ reason: String) -> TimedCell? {
      write(
        .cell(
          index, outcome: outcome, reason: reason, passes: 0, cycle: cell.cycle, checksum: nil))
      return nil
    }
    let participant = scene.participants.first {
      $0.engine.name == cell.engine && $0.dialect == cell.dialect
    }
    guard let participant, let standing = scene.standing(of: participant.label, in: cell.phase)
    else { return refuse(.unsupported, "\(cell.engine) has no dialect for this scene") }
    let reason = standing.verdict.reason(file: scene.scene.file, label: participant.label)
    if let reason { return refuse(standing.verdict.outcome, reason) }
    do throws(LayoutError) {
      return try TimedCell(cell, of: scene, participant, states: standing.states)
    } catch {
      return refuse(.noSolution, error.message(file: scene.scene.file))
    }
  }

  // MARK: - Batch sizes

  private mutating func calibrate() {
    for (index, cell) in cells.enumerated() {
      guard let cell else { continue }
      let cycle = cell.request.phase.isCycle ? cell.request.cycle : 1
      do throws(LayoutError) {
        write(try calibrated(index, cell, cycle: cycle))
      } catch {
        write(
          .cell(
            index, outcome: .noSolution, reason: error.message(file: ""), passes: 0,
            cycle: cell.request.cycle, checksum: nil))
      }
    }
  }

  /// Doubles the passes until a batch lasts long enough, and takes as much of it as is needed; each probe
  /// five times, the shortest counts.
  private mutating func calibrated(
    _ index: Int, _ cell: TimedCell, cycle: Int
  ) throws(LayoutError) -> ChildAnswer {
    var limit = Int.max
    if !cell.request.phase.isCycle, let bytes = try cell.planBytes(), bytes > 0 {
      limit = max(1, Self.planMemory / bytes)
    }
    var passes = cycle
    // What of the last batch is enough.
    var share = 1.0
    while true {
      var least = Double.infinity
      let start = Clock.now
      _ = try cell.batch(passes: passes)
      let duration = Double(Clock.now - start)
      for _ in 0..<5 {
        core.wait()
        least = min(least, Double(try cell.batch(passes: passes).nanoseconds))
        if least / Double(passes) > Self.longestPass { break }
      }
      if least / Double(passes) > Self.longestPass {
        return .cell(
          index, outcome: .cutOff, reason: "a pass takes more than 2 s", passes: 0,
          cycle: cell.request.cycle, checksum: nil)
      }
      if cycle == 8, passes == 8, least > Self.longestCycle {
        return .cell(
          index, outcome: .timed, reason: nil, passes: 2, cycle: 2, checksum: nil)
      }
      share = min(1, Double(request.batchTarget) / least, Self.planTime / duration)
      if share < 1 || passes >= limit { break }
      passes = min(passes * 2, max(cycle, limit / cycle * cycle))
    }
    // Two Runs find as similar numbers as their times are: a power of two would be the same or twice it.
    passes = max(1, Int((Double(passes) * share / Double(cycle)).rounded(.up))) * cycle
    return .cell(
      index, outcome: .timed, reason: nil, passes: passes, cycle: cell.request.cycle,
      checksum: cell.checksum(passes: passes))
  }

  // MARK: - Counters

  private func count() {
    let kind: Probe.Kind = Instructions.areCounted ? .instructions : .memory
    for (index, cell) in cells.enumerated() {
      guard let cell, !cell.isReplay else { continue }
      do throws(LayoutError) {
        let counters = try cell.counters(Probe(kind: kind, cell: index))
        if kind == .memory { write(.counted(index, counters)) }
      } catch {
        write(.drifted(index, reason: error.message(file: "")))
      }
    }
  }

  // MARK: - Samples

  private mutating func measure() {
    for (index, cell) in cells.enumerated() {
      guard let cell else { continue }
      write(
        .cell(
          index, outcome: .timed, reason: nil, passes: cell.request.passes,
          cycle: cell.request.cycle, checksum: cell.checksum(passes: cell.request.passes)))
    }
    // Two batches that are not recorded.
    for _ in 0..<2 {
      for index in cells.indices { _ = sample(index) }
    }
    for round in 0..<request.rounds {
      var random = SplitMix64(seed: request.seed, child: request.child, round: round)
      var answer: (cells: [Int], samples: [Double], switched: [Bool], shared: [Bool]) = (
        [], [], [], []
      )
      for index in order(&random) {
        let wasShared = core.wait()
        guard let (value, wasSwitched) = sample(index) else { continue }
        answer.cells.append(index)
        answer.samples.append(value)
        answer.switched.append(wasSwitched)
        answer.shared.append(wasShared || core.isShared)
      }
      write(
        .round(
          cells: answer.cells, samples: answer.samples, switched: answer.switched,
          shared: answer.shared))
    }
  }

  /// Blocks of one scene and phase in a drawn order, engines in a drawn order within each: what is
  /// compared lies within milliseconds.
  private func order(_ random: inout SplitMix64) -> [Int] {
    var blocks: [[Int]] = []
    var known: [String: Int] = [:]
    for (index, cell) in request.cells.enumerated() {
      let key = "\(cell.scene)/\(cell.phase.rawValue)"
      if let block = known[key] {
        blocks[block].append(index)
      } else {
        known[key] = blocks.count
        blocks.append([index])
      }
    }
    blocks.shuffle(using: &random)
    return blocks.flatMap { $0.shuffled(using: &random) }
  }

  private mutating func sample(_ index: Int) -> (Double, Bool)? {
    guard let cell = cells[index] else { return nil }
    let passes = cell.request.passes
    do throws(LayoutError) {
      let batch = try cell.batch(passes: passes)
      guard cell.isRight(batch, passes: passes) else {
        write(
          .drifted(
            index,
            reason: "the frames of a batch sum up to \(batch.checksum), not to "
              + "\(cell.checksum(passes: passes))"))
        cells[index] = nil
        return nil
      }
      var nanoseconds = Double(batch.nanoseconds)
      if let slowdown = request.slowdown, slowdown.engine == cell.request.engine {
        nanoseconds += Stopwatch.spin(for: nanoseconds * slowdown.share)
      }
      return (nanoseconds / Double(passes), batch.wasSwitched)
    } catch {
      write(.drifted(index, reason: error.message(file: "")))
      cells[index] = nil
      return nil
    }
  }
}
