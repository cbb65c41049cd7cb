import LayoutBenchTiming
import LayoutModel

/// A cell in a child process: takes samples, and knows the sum that they must give.
final class TimedCell {
  let request: ChildRequest.CellRequest
  private let scene: VerifiedScene
  private let participant: Participant
  private let layout: any ResolvedLayout
  private let states: [[Rect]]
  /// Whether it copies frames that others worked out: it has no work to count.
  var isReplay: Bool { Registry.isCopier(participant.engine) }
  /// The changes of the phase, as the clock wants them.
  private let sizes: [Size]
  private let contents: [(view: ViewID, size: IntrinsicSize)]
  private var plan: (any LayoutPlan & ~Copyable)?
  private var frames: [Rect]
  private var comingAndGoing: ComingAndGoing?

  /// What `churn` goes through: the scene without a view, and with it.
  private struct ComingAndGoing {
    let layouts: [any ResolvedLayout]
    let starts: [[Rect]]
    let plans: Plans
    var frames: [[Rect]]
    /// Whether both plans are kept, as only the yardstick's are.
    let isKept: Bool
  }

  /// Prepares a cell whose engine was found right.
  ///
  /// - Throws: `LayoutError`.
  init(
    _ request: ChildRequest.CellRequest, of scene: VerifiedScene, _ participant: Participant,
    states: [[Rect]]
  ) throws(LayoutError) {
    self.request = request
    self.scene = scene
    self.participant = participant
    guard let layout = scene.layout(of: participant, in: request.phase) else {
      throw .solverFailed("the layout was lost")
    }
    self.layout = layout
    self.states = states
    frames = scene.scene.tree.startFrames
    let changes = scene.cycles[request.phase]?.changes ?? []
    sizes = changes.compactMap { if case .resize(let size) = $0 { size } else { nil } }
    contents = changes.compactMap {
      if case .intrinsic(let view, let size) = $0 { (view, size) } else { nil }
    }
    if request.phase == .churn {
      try startChurn()
    } else if request.phase.isCycle {
      try start()
    }
  }

  /// Two plans that have run.
  private func startChurn() throws(LayoutError) {
    guard let without = scene.layoutWithoutView(of: participant.label), let churn = scene.churn
    else {
      throw .solverFailed("the scene without a view was lost")
    }
    var own = ComingAndGoing(
      layouts: [without, layout],
      starts: [churn.without.tree.startFrames, scene.scene.tree.startFrames],
      plans: Plans(capacity: 2), frames: [], isKept: isReplay)
    own.frames = own.starts
    for state in 0..<2 {
      own.plans.append(try own.layouts[state].plan())
      var span = own.frames[state].mutableSpan
      try own.plans.base[state].pass(into: &span)
    }
    comingAndGoing = own
  }

  /// A batch of `churn`.
  private func churnBatch(
    passes: Int, within bracket: Stopwatch.Bracket? = nil
  ) throws(LayoutError) -> Stopwatch.Batch {
    guard var own = comingAndGoing else { throw .solverFailed("the plans were lost") }
    comingAndGoing = nil
    let batch = try Stopwatch.churn(
      own.plans, of: own.isKept ? nil : own.layouts, starts: own.starts, frames: &own.frames,
      passes: passes, within: bracket)
    comingAndGoing = own
    return batch
  }

  private var changes: [Change] { scene.cycles[request.phase]?.changes ?? [] }

  /// A plan that has been through the whole cycle once.
  private func start() throws(LayoutError) {
    var fresh: any LayoutPlan & ~Copyable = try layout.plan()
    var written = frames
    var span = written.mutableSpan
    try fresh.pass(into: &span)
    for change in changes {
      fresh.apply(change)
      try fresh.pass(into: &span)
    }
    frames = written
    plan = consume fresh
  }

  /// The sum that a batch of so many passes must give.
  func checksum(passes: Int) -> Double {
    switch request.phase {
    case .resize, .edit: Stopwatch.resizeChecksum(states, passes: passes)
    case .churn: Stopwatch.churnChecksum(states, passes: passes)
    case .layout: Stopwatch.resizeChecksum(states, passes: passes)
    case .build: Stopwatch.buildChecksum(states[0])
    }
  }

  /// Whether a batch gave the sum that it must.
  func isRight(_ batch: Stopwatch.Batch, passes: Int) -> Bool {
    let expected = checksum(passes: passes)
    switch participant.engine.traits.exactness {
    case .bitwise: return batch.checksum == expected
    case .within(let points):
      let count = request.phase == .build ? frames.count : passes
      return abs(batch.checksum - expected) <= points * Double(count)
    }
  }

  /// Takes one sample.
  ///
  /// - Throws: `LayoutError`.
  func batch(
    passes: Int, within bracket: Stopwatch.Bracket? = nil
  ) throws(LayoutError) -> Stopwatch.Batch {
    switch request.phase {
    case .build:
      return try Stopwatch.build(
        layout, start: scene.scene.tree.startFrames, passes: passes, within: bracket)
    case .layout:
      return try Stopwatch.layout(
        layout, start: scene.scene.tree.startFrames, passes: passes, within: bracket)
    case .resize, .edit:
      guard var taken = plan.take() else { throw .solverFailed("the plan was lost") }
      let batch =
        request.phase == .resize
        ? try Stopwatch.resize(
          &taken, frames: &frames, sizes: sizes, passes: passes, within: bracket)
        : try Stopwatch.edit(
          &taken, frames: &frames, contents: contents, passes: passes, within: bracket)
      plan = consume taken
      return batch
    case .churn: return try churnBatch(passes: passes, within: bracket)
    }
  }

  // MARK: - Counters

  /// What a pass takes, or for `build` a plan: allocations, and the engine's own counts.
  ///
  /// Passes are counted over the second whole cycle: the first one warms.
  ///
  /// - Parameter probe: what counts.
  /// - Returns: the counts by name.
  /// - Throws: `LayoutError`.
  func counters(_ probe: Probe) throws(LayoutError) -> [String: Double] {
    switch request.phase {
    case .build: try plansCounters(probe)
    case .layout: try firstPassCounters(probe)
    case .resize, .edit: try cycleCounters(probe)
    case .churn: try churnCounters(probe)
    }
  }

  /// Counts what `body` does, also where it fails.
  private func counted(
    _ probe: Probe, over passes: Int, _ body: () throws(LayoutError) -> Void
  ) throws(LayoutError) -> [String: Double] {
    probe.begin()
    do throws(LayoutError) {
      try body()
    } catch {
      probe.end(over: passes)
      throw error
    }
    return probe.end(over: passes)
  }

  /// A view out and in again, twice; the second time counts.
  private func churnCounters(_ probe: Probe) throws(LayoutError) -> [String: Double] {
    var found: [String: Double] = [:]
    for _ in 0..<2 {
      found = try counted(probe, over: 2) { () throws(LayoutError) in
        _ = try churnBatch(passes: 2)
      }
      // Both plans are new: all that they counted was done now.
      guard let own = comingAndGoing, !own.isKept else { continue }
      for state in 0..<2 {
        for counter in own.plans.base[state].counters() {
          found[counter.name, default: 0] += Double(counter.value) / 2
        }
      }
    }
    return found
  }

  private func plansCounters(_ probe: Probe) throws(LayoutError) -> [String: Double] {
    var found: [String: Double] = [:]
    // The first plan fills what is shared by all.
    for _ in 0..<2 {
      let plans = Plans(capacity: 1)
      found = try counted(probe, over: 1) { () throws(LayoutError) in
        plans.append(try layout.plan())
      }
      for counter in plans.base[0].counters() { found[counter.name] = Double(counter.value) }
    }
    if probe.kind == .memory, let bytes = try retainedBytes() { found["retained bytes"] = bytes }
    return found
  }

  private func firstPassCounters(_ probe: Probe) throws(LayoutError) -> [String: Double] {
    var found: [String: Double] = [:]
    for _ in 0..<2 {
      let plans = Plans(capacity: 1)
      plans.append(try layout.plan())
      let before = plans.base[0].counters()
      var written = scene.scene.tree.startFrames
      found = try counted(probe, over: 1) { () throws(LayoutError) in
        var span = written.mutableSpan
        try plans.base[0].pass(into: &span)
      }
      add(plans.base[0].counters(), since: before, over: 1, to: &found)
    }
    return found
  }

  private func cycleCounters(_ probe: Probe) throws(LayoutError) -> [String: Double] {
    guard var taken = plan.take() else { throw .solverFailed("the plan was lost") }
    var found: [String: Double] = [:]
    var failure: LayoutError?
    for _ in 0..<2 {
      let before = taken.counters()
      var span = frames.mutableSpan
      probe.begin()
      do throws(LayoutError) {
        for change in changes {
          taken.apply(change)
          try taken.pass(into: &span)
        }
      } catch {
        failure = error
      }
      found = probe.end(over: changes.count)
      add(taken.counters(), since: before, over: changes.count, to: &found)
    }
    plan = consume taken
    if let failure { throw failure }
    return found
  }

  private func add(
    _ counters: [Counter], since before: [Counter], over passes: Int,
    to found: inout [String: Double]
  ) {
    for (counter, old) in zip(counters, before) {
      found[counter.name] = Double(counter.value - old.value) / Double(passes)
    }
  }

  /// What some plans keep, as the calls count it and as the heap tells.
  ///
  /// - Throws: `LayoutError`.
  private func memory(
    ofPlans count: Int
  ) throws(LayoutError) -> (counted: Allocations, onHeap: Int?) {
    let plans = Plans(capacity: count)
    let before = Clock.heapBytes
    Allocations.begin()
    do throws(LayoutError) {
      for _ in 0..<count { plans.append(try layout.plan()) }
    } catch {
      _ = Allocations.end()
      throw error
    }
    let counted = Allocations.end()
    let after = Clock.heapBytes
    return withExtendedLifetime(plans) {
      guard let before, let after else { return (counted, nil) }
      return (counted, after - before)
    }
  }

  /// Bytes that a plan keeps: what the heap holds more with 16 of them.
  ///
  /// - Throws: `LayoutError`.
  private func retainedBytes() throws(LayoutError) -> Double? {
    let count = 16
    let (counted, onHeap) = try memory(ofPlans: count)
    guard Allocations.areCounted, let onHeap else { return nil }
    // Two ways of counting: the allocator's, and that of the calls.
    let held = Double(counted.held)
    guard abs(Double(onHeap) - held) <= max(0.05 * held, 4096) else { return nil }
    return Double(counted.live) / Double(count)
  }

  /// Bytes that one plan keeps, where the system tells.
  func planBytes() throws(LayoutError) -> Int? {
    let count = 4
    let (counted, onHeap) = try memory(ofPlans: count)
    // What the system says of its heap leaves out blocks that wait to be used again.
    guard let held = Allocations.areCounted ? counted.held : onHeap.map({ max(0, $0) }) else {
      return nil
    }
    return held / count + Plans.stride
  }
}
