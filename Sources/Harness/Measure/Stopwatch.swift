import LayoutBenchTiming
import LayoutModel

/// Times batches: everything that a program does while it runs is inside the clock, and nothing
/// else.
enum Stopwatch {
  /// The result of a batch.
  struct Batch {
    /// The time of all plans, nanoseconds.
    let nanoseconds: UInt64
    /// The part of it that made the plans, of `first`; nanoseconds.
    var building: UInt64?
    /// The first plan whose sum over frames differs from the verified one, with both sums.
    let drift: (found: Double, expected: Double)?
    let wasSwitched: Bool
  }

  /// Callbacks of another harness that measures the same batch, called just outside both readings
  /// of the clock.
  struct Bracket {
    let start: () -> Void
    let stop: () -> Void
  }

  /// The contribution of a frame to the sum over frames: each number has its own weight.
  @inline(__always)
  static func share(of frame: Rect) -> Double {
    frame.x + 2 * frame.y + 4 * frame.width + 8 * frame.height
  }

  /// The sums that a batch must give, within a tolerance in points.
  struct Expected {
    let sums: [Double]
    let tolerance: Double

    @inline(__always)
    func holds(_ sum: Double, _ index: Int) -> Bool { abs(sum - sums[index]) <= tolerance }
  }

  /// A batch of `first`: plans made from nothing, and the first pass of each.
  ///
  /// The sum of plan k is that of one view, `1 + k mod views`.
  static func first(
    _ layout: any ResolvedLayout, _ set: PlanSet, _ expected: Expected,
    within bracket: Bracket? = nil
  ) throws(LayoutError) -> Batch {
    let before = Clock.involuntarySwitches
    var drift: (Double, Double)?
    var view = 0
    bracket?.start()
    let start = Clock.now
    for _ in 0..<set.capacity { set.plans.append(try layout.plan()) }
    let middle = Clock.now
    for plan in 0..<set.capacity {
      var span = MutableSpan(_unsafeElements: set.frames(of: plan))
      try set.plans.base[plan].pass(into: &span)
      let sum = share(of: span[view + 1])
      if !expected.holds(sum, view) { drift = (sum, expected.sums[view]) }
      view += 1
      if view == expected.sums.count { view = 0 }
    }
    let end = Clock.now
    bracket?.stop()
    return Batch(
      nanoseconds: end - start, building: middle - start, drift: drift,
      wasSwitched: before != Clock.involuntarySwitches)
  }

  /// A batch of a script: each plan, which has run once, goes through all steps.
  static func script(
    _ lines: ScriptLines, _ set: PlanSet, _ expected: Expected, within bracket: Bracket? = nil
  ) throws(LayoutError) -> Batch {
    let before = Clock.involuntarySwitches
    var drift: (Double, Double)?
    bracket?.start()
    let start = Clock.now
    for plan in 0..<set.capacity {
      var span = MutableSpan(_unsafeElements: set.frames(of: plan))
      let sum = try run(lines, &set.plans.base[plan], &span)
      if !expected.holds(sum, 0) { drift = (sum, expected.sums[0]) }
    }
    let end = Clock.now
    bracket?.stop()
    return Batch(
      nanoseconds: end - start, drift: drift, wasSwitched: before != Clock.involuntarySwitches)
  }

  /// Takes a plan through a script.
  ///
  /// - Returns: the sum over one view's frame after each step.
  @inline(__always)
  static func run<Plan: LayoutPlan & ~Copyable>(
    _ lines: ScriptLines, _ plan: inout Plan, _ frames: inout MutableSpan<Rect>
  ) throws(LayoutError) -> Double {
    var sum = 0.0
    for width in lines.widths { sum += try fit(width, &plan) }
    guard lines.widths.isEmpty else { return sum }
    var next = 0
    for step in lines.ends.indices {
      let end = lines.ends[step]
      while next < end {
        lines.apply(next, to: &plan)
        next += 1
      }
      try plan.pass(into: &frames)
      sum += share(of: frames[lines.views[step]])
    }
    return sum
  }

  /// The contribution of the least size at a width to the sum over frames.
  @inline(__always)
  private static func fit<Plan: LayoutPlan & ~Copyable>(
    _ width: Double, _ plan: inout Plan
  ) throws(LayoutError) -> Double {
    share(of: Rect(x: 0, y: 0, width: width, height: try plan.fittingHeight(width: width) ?? .nan))
  }

  /// Takes a plan through a script with the clock read after each step.
  ///
  /// - Returns: nanoseconds of each step.
  static func steps<Plan: LayoutPlan & ~Copyable>(
    _ lines: ScriptLines, _ plan: inout Plan, _ frames: inout MutableSpan<Rect>
  ) throws(LayoutError) -> [Double] {
    var times = [Double](repeating: 0, count: lines.ends.count)
    for (step, width) in lines.widths.enumerated() {
      let start = Clock.now
      Clock.sink(try fit(width, &plan))
      times[step] = Double(Clock.now - start)
    }
    guard lines.widths.isEmpty else { return times }
    var next = 0
    var sum = 0.0
    var before = Clock.now
    for step in lines.ends.indices {
      while next < lines.ends[step] {
        lines.apply(next, to: &plan)
        next += 1
      }
      try plan.pass(into: &frames)
      sum += share(of: frames[lines.views[step]])
      let now = Clock.now
      times[step] = Double(now - before)
      before = now
    }
    Clock.sink(sum)
    return times
  }

  /// The cost of the loop itself: a plan that does nothing, nanoseconds per pass.
  static func floor() -> Double {
    let steps = 10_000
    var script = Script()
    for step in 0..<steps {
      script.append([.resize(Size(width: Double(step + 1), height: 480))], .resize)
    }
    let lines = ScriptLines(script, views: Array(repeating: 1, count: steps))
    let layout = EmptyLayout()
    var least = Double.infinity
    for _ in 0..<20 {
      guard let set = try? PlanSet(of: layout, count: 1, viewCount: 2),
        let batch = try? Self.script(lines, set, Expected(sums: [0], tolerance: .infinity))
      else { break }
      least = min(least, Double(batch.nanoseconds) / Double(steps))
    }
    return least
  }

}

/// A script as flat arrays for the timing loop, with the view whose frame enters the sum after each
/// step.
struct ScriptLines {
  /// A change that is read without counting references: to copy a `Change` costs as much as to
  /// write a dozen frames.
  private enum Line {
    case resize(Size)
    case intrinsic(ViewID, IntrinsicSize)
    case removal(ViewID)
    case addition(ViewID)
    case number(Int, Double)
    case other(Change)

    init(_ change: Change) {
      self =
        switch change {
        case .resize(let size): .resize(size)
        case .intrinsic(let view, let size): .intrinsic(view, size)
        case .removal(let view): .removal(view)
        case .addition(let view): .addition(view)
        case .number(let number, let value): .number(number, value)
        case .text, .activation, .priority, .fit: .other(change)
        }
    }
  }

  private let lines: [Line]
  let ends: [Int]
  let views: [Int]
  /// The widths at which the least height is requested; empty except in the phase that requests
  /// nothing else.
  let widths: [Double]

  init(_ script: Script, views: [Int]) {
    widths = script.changes.compactMap { if case .fit(let width) = $0 { width } else { nil } }
    lines = script.changes.map(Line.init)
    ends = script.ends
    self.views = views
  }

  /// Applies a change of the script.
  @inline(__always)
  func apply<Plan: LayoutPlan & ~Copyable>(_ place: Int, to plan: inout Plan) {
    switch lines[place] {
    case .resize(let size): plan.resize(to: size)
    case .intrinsic(let view, let size): plan.edit(view, intrinsic: size)
    case .removal(let view): plan.remove(view)
    case .addition(let view): plan.restore(view)
    case .number(let number, let value): plan.set(number: number, to: value)
    case .other(let change): plan.apply(change)
    }
  }
}

/// Plans with their own frames that are made before the clock starts, and freed after it stops.
final class PlanSet {
  let plans: Plans
  /// The maximum number of plans.
  let capacity: Int
  private let viewCount: Int
  private let memory: UnsafeMutablePointer<Rect>

  /// Allocates frames that no layout has written, for a number of plans.
  init(capacity: Int, viewCount: Int) {
    plans = Plans(capacity: capacity)
    self.capacity = capacity
    self.viewCount = viewCount
    memory = .allocate(capacity: capacity * viewCount)
    memory.initialize(repeating: .unknown, count: capacity * viewCount)
  }

  /// Plans that have run once.
  ///
  /// - Throws: `LayoutError`.
  convenience init(
    of layout: any ResolvedLayout, count: Int, viewCount: Int
  ) throws(LayoutError) {
    self.init(capacity: count, viewCount: viewCount)
    for plan in 0..<count { try makeAndRun(layout, plan) }
  }

  deinit { memory.deallocate() }

  /// Makes the next plan, and runs one pass.
  ///
  /// - Throws: `LayoutError`.
  func makeAndRun(_ layout: any ResolvedLayout, _ plan: Int) throws(LayoutError) {
    plans.append(try layout.plan())
    var span = MutableSpan(_unsafeElements: frames(of: plan))
    try plans.base[plan].pass(into: &span)
  }

  /// The frames of a plan.
  @inline(__always)
  func frames(of plan: Int) -> UnsafeMutableBufferPointer<Rect> {
    UnsafeMutableBufferPointer(start: memory + plan * viewCount, count: viewCount)
  }
}

/// Plans that are freed together, after the clock stops.
final class Plans {
  /// The bytes that a plan takes here besides its own memory.
  static let stride = MemoryLayout<any LayoutPlan & ~Copyable>.stride

  let base: UnsafeMutablePointer<any LayoutPlan & ~Copyable>
  private var count = 0

  init(capacity: Int) {
    base = .allocate(capacity: max(1, capacity))
  }

  @inline(__always)
  func append(_ plan: consuming any LayoutPlan & ~Copyable) {
    (base + count).initialize(to: plan)
    count += 1
  }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }
}

/// A layout that does nothing: the cost of the timing loop itself.
private struct EmptyLayout: ResolvedLayout {
  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable { EmptyPlan() }
}

private struct EmptyPlan: LayoutPlan, ~Copyable {
  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {}
  mutating func resize(to size: Size) {}
  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {}
}
