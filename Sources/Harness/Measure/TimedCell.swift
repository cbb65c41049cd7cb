import LayoutBenchTiming
import LayoutModel

/// A cell in a child process: takes samples, and stores the sums over frames that they must give.
final class TimedCell {
  let phase: Phase
  let isCopier: Bool
  private let layout: any ResolvedLayout
  private let viewCount: Int
  let lines: ScriptLines?
  private let expected: Stopwatch.Expected
  /// Batches that another process times.
  private let elsewhere: (any BatchesElsewhere)?

  /// Plans that are kept for a batch may take this many bytes.
  static let planMemory = 4 << 20
  /// Making the plans of a batch may take this long, nanoseconds: fewer plans then.
  static let planTime = 50_000_000.0

  /// The number of passes of one plan in a batch.
  var passes: Int { lines?.ends.count ?? 1 }

  /// Prepares a cell whose engine is right: compares the frames of every state with the verified
  /// ones.
  ///
  /// - Parameters:
  ///   - phase: the phase.
  ///   - layout: the engine's layout.
  ///   - exactness: how closely the engine reproduces its frames.
  ///   - tree: the views.
  ///   - script: the script of the phase, where it has one.
  ///   - states: the verified frames: of the scene itself, and after each step.
  ///   - seed: the seed that draws the views whose frames are summed up.
  /// - Throws: `TimedCellFailure` where the frames differ.
  init(
    _ phase: Phase, _ layout: any ResolvedLayout, _ exactness: Exactness, in tree: ViewTree,
    _ script: Script?, _ states: [[Rect]], seed: UInt64
  ) throws(TimedCellFailure) {
    self.phase = phase
    self.layout = layout
    viewCount = tree.count
    isCopier = false
    let own: [[Rect]]
    do throws(ScriptFailure) {
      own = try (script ?? Script()).states(
        of: layout, in: tree, script?.absences(in: tree) ?? [])
    } catch {
      throw .noLayout(error.error)
    }
    let remote = layout as? any TimedElsewhere
    try Self.compare(own, with: states, in: tree, within: remote?.grid ?? 0)
    let steps = script?.count ?? 0
    let tolerance: Double =
      switch exactness {
      case .bitwise: 0
      case .within(let points): 15 * points * Double(max(1, steps))
      }
    (lines, expected) = Self.sums(script, own, tolerance, seed)
    guard let remote else {
      elsewhere = nil
      return
    }
    do throws(LayoutError) {
      elsewhere = try remote.batches(
        of: script.map { script in (0..<script.count).map { Array(script.step($0)) } } ?? [],
        phase: phase.rawValue, views: lines?.views ?? [])
    } catch {
      throw .noLayout(error)
    }
  }

  /// Compares the frames of states with the verified ones, within the grid of an engine that rounds.
  private static func compare(
    _ own: [[Rect]], with states: [[Rect]], in tree: ViewTree, within grid: Double
  ) throws(TimedCellFailure) {
    if let (state, view) = Agreement.difference(from: states, of: own, within: grid) {
      throw .wrong(
        state: state, view: tree.names[view], found: own[state][view],
        expected: states[state][view])
    }
  }

  /// A cell of the copier.
  ///
  /// - Parameters:
  ///   - phase: the phase.
  ///   - states: the verified frames: of the scene itself, and after each step.
  ///   - script: the script of the phase, where it has one.
  ///   - seed: the seed that draws the views whose frames are summed up.
  init(copying phase: Phase, _ states: [[Rect]], _ script: Script?, seed: UInt64) {
    self.phase = phase
    isCopier = true
    elsewhere = nil
    viewCount = states[0].count
    let copied: [[Rect]]
    (layout, copied) = Registry.copies(following: states)
    (lines, expected) = Self.sums(script, copied, 0, seed)
  }

  /// The views that are summed up, and the sums that they give.
  ///
  /// The view of a step is drawn among those whose frame it changes, so that a pass that writes
  /// nothing, or the answer of another step, is caught.
  private static func sums(
    _ script: Script?, _ states: [[Rect]], _ tolerance: Double, _ seed: UInt64
  ) -> (ScriptLines?, Stopwatch.Expected) {
    guard let script else {
      let sums = states[0].dropFirst().map { Stopwatch.share(of: $0) }
      return (nil, Stopwatch.Expected(sums: sums, tolerance: tolerance))
    }
    var random = SplitMix64(seed: seed, child: script.count, round: -4)
    var views: [Int] = []
    var sum = 0.0
    for step in 0..<script.count {
      let (before, after) = (states[step], states[step + 1])
      // The answer to a request for the least size is stored as the root's frame.
      let told = script.kinds[step] == .fit ? 0..<1 : 1..<after.count
      let present = told.filter { !after[$0].x.isNaN }
      let changed = present.filter { !before[$0].isSame(as: after[$0]) }
      let view = (changed.isEmpty ? present : changed).randomElement(using: &random) ?? 0
      views.append(view)
      sum += Stopwatch.share(of: after[view])
    }
    return (
      ScriptLines(script, views: views), Stopwatch.Expected(sums: [sum], tolerance: tolerance)
    )
  }

  // MARK: - Time

  /// Takes one sample.
  ///
  /// - Throws: `LayoutError`.
  func batch(
    plans: Int, within bracket: Stopwatch.Bracket? = nil
  ) throws(LayoutError) -> Stopwatch.Batch {
    if let elsewhere { return try batch(plans: plans, elsewhere) }
    guard let lines else {
      let set = PlanSet(capacity: plans, viewCount: viewCount)
      return try Stopwatch.first(layout, set, expected, within: bracket)
    }
    let set = try PlanSet(of: layout, count: plans, viewCount: viewCount)
    return try Stopwatch.script(lines, set, expected, within: bracket)
  }

  /// Takes a sample in another process: of a first layout the sum is over all views of the last
  /// plan, otherwise over the steps of every plan.
  private func batch(
    plans: Int, _ elsewhere: any BatchesElsewhere
  ) throws(LayoutError) -> Stopwatch.Batch {
    let (nanoseconds, sum, wasSwitched) = try elsewhere.batch(plans: plans)
    let right =
      lines == nil ? expected.sums.reduce(0, +) : expected.sums[0] * Double(plans)
    let count = Double(lines == nil ? expected.sums.count : plans)
    let isRight = abs(sum - right) <= max(expected.tolerance, 0.015) * count
    return Stopwatch.Batch(
      nanoseconds: nanoseconds, drift: isRight ? nil : (sum, right), wasSwitched: wasSwitched)
  }

  /// Times a plan and its first pass, and then compares the frames with the verified ones.
  ///
  /// - Parameters:
  ///   - layout: the engine's layout.
  ///   - tree: the views.
  ///   - verified: reads the verified frames of the scene itself.
  /// - Returns: nanoseconds, and whether the process was interrupted.
  /// - Throws: `TimedCellFailure` where there is no layout or the frames differ; errors of `verified`.
  static func coldPass(
    of layout: any ResolvedLayout, in tree: ViewTree, verified: () throws -> [Rect]
  ) throws -> (nanoseconds: Double, wasSwitched: Bool) {
    let set = PlanSet(capacity: 1, viewCount: tree.count)
    let before = Clock.involuntarySwitches
    let start = Clock.now
    do throws(LayoutError) {
      try set.makeAndRun(layout, 0)
    } catch {
      throw TimedCellFailure.noLayout(error)
    }
    let nanoseconds = Double(Clock.now - start)
    let wasSwitched = before != Clock.involuntarySwitches
    try compare([Array(set.frames(of: 0))], with: [try verified()], in: tree, within: 0)
    return (nanoseconds, wasSwitched)
  }

  /// Checks the clock of another process against ours, where all its work is inside: a first
  /// layout.
  ///
  /// - Throws: `LayoutError` where it counts less than 0.8 of the elapsed time.
  func checkClock(plans: Int) throws(LayoutError) {
    guard let elsewhere, lines == nil else { return }
    var plans = max(1, plans)
    for _ in 0..<8 {
      var share = 0.0
      var longest = 0.0
      for _ in 0..<3 {
        let start = Clock.now
        let own = Double(try elsewhere.batch(plans: plans).nanoseconds)
        let whole = Double(Clock.now - start)
        share = max(share, own / whole)
        longest = max(longest, whole)
      }
      if share >= 0.8 { return }
      guard longest < 20e6, plans < Self.mostPlansElsewhere else {
        throw .badClock(
          "the peer's clock measures \(NumberText.write((share * 100).rounded() / 100)) of the elapsed time"
        )
      }
      plans *= 4
    }
  }

  /// The maximum number of plans that another process is asked for.
  static let mostPlansElsewhere = 1 << 16

  /// True if another process times it.
  var isElsewhere: Bool { elsewhere != nil }

  /// Nanoseconds of each step of a script, of a plan that has run.
  ///
  /// - Throws: `LayoutError`.
  func steps() throws(LayoutError) -> [Double] {
    if let elsewhere { return try elsewhere.stepTimes() }
    guard let lines else { return [] }
    let set = try PlanSet(of: layout, count: 1, viewCount: viewCount)
    var span = MutableSpan(_unsafeElements: set.frames(of: 0))
    return try Stopwatch.steps(lines, &set.plans.base[0], &span)
  }

  /// Plans per second that are made and laid out, on one thread and on two; `nil` where one fails.
  ///
  /// - Parameters:
  ///   - plans: plans in a batch.
  ///   - other: the layout of another reading of the scene, for the second thread: it shares nothing
  ///     with the first.
  /// - Returns: both rates, each the best of five that were taken in turn.
  func throughput(plans: Int, beside other: any ResolvedLayout) -> [Double]? {
    let (layouts, viewCount) = ([layout, other], viewCount)
    var rates = [0.0, 0]
    for _ in 0..<5 {
      for threads in [1, 2] {
        let start = Clock.now
        let counts = Threads.run(threads) { thread in
          var count = 0
          // Long enough that starting a thread does not matter.
          while Clock.now - start < 10_000_000 {
            let set = PlanSet(capacity: plans, viewCount: viewCount)
            for plan in 0..<plans {
              guard (try? set.makeAndRun(layouts[thread], plan)) != nil else { return -1 }
            }
            count += plans
          }
          return count
        }
        guard counts.allSatisfy({ $0 >= 0 }) else { return nil }
        let rate = Double(counts.reduce(0, +)) / (Double(Clock.now - start) / 1e9)
        rates[threads - 1] = max(rates[threads - 1], rate)
      }
    }
    return rates
  }

  /// Nanoseconds that a plan takes to read its texts; `nil` where it reads none.
  ///
  /// - Parameter plans: plans in a batch.
  /// - Returns: the least of 20 batches: interference only adds.
  func parsing(plans: Int) -> Double? {
    guard elsewhere == nil, layout.parse() else { return nil }
    return (0..<20).map { _ in
      let start = Clock.now
      for _ in 0..<plans { _ = layout.parse() }
      return Double(Clock.now - start) / Double(plans)
    }.min()
  }

  // MARK: - Counters

  /// The counts per pass, or of `first` per plan: allocations, and the engine's own counts.
  ///
  /// - Parameter probe: the counter.
  /// - Returns: the counts by name.
  /// - Throws: `LayoutError`.
  func counters(_ probe: Probe) throws(LayoutError) -> [String: Double] {
    if let elsewhere { return try elsewhere.counts() }
    // Work that a process does only once is done before.
    _ = try batch(plans: 1)
    guard let lines else { return try firstCounters(probe) }
    let set = try PlanSet(of: layout, count: 1, viewCount: viewCount)
    var span = MutableSpan(_unsafeElements: set.frames(of: 0))
    var failure: LayoutError?
    probe.begin()
    do throws(LayoutError) {
      Clock.sink(try Stopwatch.run(lines, &set.plans.base[0], &span))
    } catch {
      failure = error
    }
    var found = probe.end(over: passes)
    if let failure { throw failure }
    for (name, count) in try ownCounts(lines) { found[name] = count }
    return found
  }

  /// The plan's own counts per pass, of another plan than that whose instructions and memory are
  /// counted: to count frames may take more work than to write them.
  private func ownCounts(_ lines: ScriptLines) throws(LayoutError) -> [(String, Double)] {
    let set = try PlanSet(of: layout, count: 1, viewCount: viewCount)
    set.plans.base[0].beginCounting()
    let before = set.plans.base[0].counters()
    var span = MutableSpan(_unsafeElements: set.frames(of: 0))
    Clock.sink(try Stopwatch.run(lines, &set.plans.base[0], &span))
    return zip(set.plans.base[0].counters(), before).map { counter, old in
      (counter.name, Double(counter.value - old.value) / Double(passes))
    }
  }

  private func firstCounters(_ probe: Probe) throws(LayoutError) -> [String: Double] {
    // Each plan needs the same memory.
    let plans = probe.kind == .memory ? 1 : Probe.plans(ofViews: viewCount)
    let set = PlanSet(capacity: plans, viewCount: viewCount)
    var failure: LayoutError?
    probe.begin()
    do throws(LayoutError) {
      for plan in 0..<plans { try set.makeAndRun(layout, plan) }
    } catch {
      failure = error
    }
    var found = probe.end(over: plans)
    if let failure { throw failure }
    for counter in set.plans.base[0].counters() { found[counter.name] = Double(counter.value) }
    return found
  }

  /// Bytes that a plan keeps after it has run, its own frames included; `nil` where the system
  /// cannot count them.
  ///
  /// - Throws: `LayoutError`.
  func planBytes() throws(LayoutError) -> Int? {
    if let elsewhere {
      return try elsewhere.counts()["retained bytes"].flatMap { Int(exactly: $0.rounded()) }
    }
    let count = 4
    let before = Clock.heapBytes
    let set = try PlanSet(of: layout, count: count, viewCount: viewCount)
    let after = Clock.heapBytes
    return withExtendedLifetime(set) {
      guard let before, let after else { return nil }
      return max(0, after - before) / count + Plans.stride
    }
  }
}

/// The error for a cell that cannot be timed.
enum TimedCellFailure: Error {
  /// A frame is another than the verified one, in a state from 0, which is the scene itself.
  case wrong(state: Int, view: String, found: Rect, expected: Rect)
  /// A state has no layout.
  case noLayout(LayoutError)

  /// The outcome of the cell.
  var outcome: Outcome {
    switch self {
    case .wrong: .wrong
    case .noLayout(.crashed): .crashed
    case .noLayout(.outOfTime): .cutOff
    case .noLayout(.badClock): .drifted
    case .noLayout(let error) where error.isUnstated: .cannotState
    case .noLayout: .noSolution
    }
  }

  /// The reason, in words.
  ///
  /// - Parameter file: the scene file, as the user named it.
  /// - Returns: a line.
  func reason(file: String) -> String {
    switch self {
    case .wrong(let state, let view, let found, let expected):
      (state == 0 ? "" : "step \(state): ")
        + "view \(view) is \(NumberText.write(found)), verified was \(NumberText.write(expected))"
    case .noLayout(let error): error.message(file: file)
    }
  }
}

/// Bytes of all that a plan needs to live, even if others may share it: read from its source each
/// time.
enum RetainedBytes {
  /// The bytes of one plan that has run.
  ///
  /// - Parameters:
  ///   - source: the scene.
  ///   - make: reads a scene, and makes the layout that its plans are made from.
  /// - Returns: `nil` where memory cannot be counted.
  /// - Throws: `SceneError`, `LayoutError`.
  static func of(
    _ source: SceneSource, _ make: (Scene) throws(SceneError) -> any ResolvedLayout
  ) throws -> Double? {
    guard Allocations.areCounted else { return nil }
    let count = 4
    let plans = Plans(capacity: count)
    var frames: [Rect] = []
    // The first one allocates what a process needs only once.
    for number in 0...count {
      if number == 1 { Allocations.begin() }
      let scene = try source.scene()
      let layout = try make(scene)
      if number == 0 {
        _ = try layout.plan()
        frames = Array(repeating: .unknown, count: scene.tree.count)
        continue
      }
      plans.append(try layout.plan())
      var span = frames.mutableSpan
      try plans.base[number - 1].pass(into: &span)
    }
    let live = Allocations.end().live
    return withExtendedLifetime(plans) { Double(live) / Double(count) }
  }
}
