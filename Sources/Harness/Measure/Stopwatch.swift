import LayoutModel
import LayoutBenchTiming

/// Times batches of passes: what stands inside the clock, and nothing else.
enum Stopwatch {
  /// Nanoseconds of a batch, and the sum over its frames.
  struct Batch {
    let nanoseconds: UInt64
    let checksum: Double
    let wasSwitched: Bool
  }

  /// Another harness that measures the same batch: told just outside both readings of the clock.
  struct Bracket {
    let start: () -> Void
    let stop: () -> Void
  }

  /// What pass number k adds of view `k mod views`: each number counts differently.
  @inline(__always)
  static func share(of frame: Rect) -> Double {
    frame.x + 2 * frame.y + 4 * frame.width + 8 * frame.height
  }

  /// A batch of `resize`: the next size of the cycle, one pass.
  static func resize<Plan: LayoutPlan & ~Copyable>(
    _ plan: inout Plan, frames: inout [Rect], sizes: [Size], passes: Int,
    within bracket: Bracket? = nil
  ) throws(LayoutError) -> Batch {
    let last = frames.count - 1
    let before = Clock.involuntarySwitches
    var span = frames.mutableSpan
    let cycle = sizes.span
    var sum = 0.0
    var state = 0
    var view = 0
    bracket?.start()
    let start = Clock.now
    for _ in 0..<passes {
      plan.resize(to: cycle[state])
      try plan.pass(into: &span)
      state += 1
      if state == cycle.count { state = 0 }
      view += 1
      sum += share(of: span[view])
      if view == last { view = 0 }
    }
    let end = Clock.now
    bracket?.stop()
    Clock.sink(sum)
    return Batch(
      nanoseconds: end - start, checksum: sum, wasSwitched: before != Clock.involuntarySwitches)
  }

  /// A batch of `edit`: the next content size of the cycle, one pass.
  static func edit<Plan: LayoutPlan & ~Copyable>(
    _ plan: inout Plan, frames: inout [Rect], contents: [(view: ViewID, size: IntrinsicSize)],
    passes: Int, within bracket: Bracket? = nil
  ) throws(LayoutError) -> Batch {
    let last = frames.count - 1
    let before = Clock.involuntarySwitches
    var span = frames.mutableSpan
    let cycle = contents.span
    var sum = 0.0
    var state = 0
    var view = 0
    bracket?.start()
    let start = Clock.now
    for _ in 0..<passes {
      plan.edit(cycle[state].view, intrinsic: cycle[state].size)
      try plan.pass(into: &span)
      state += 1
      if state == cycle.count { state = 0 }
      view += 1
      sum += share(of: span[view])
      if view == last { view = 0 }
    }
    let end = Clock.now
    bracket?.stop()
    Clock.sink(sum)
    return Batch(
      nanoseconds: end - start, checksum: sum, wasSwitched: before != Clock.involuntarySwitches)
  }

  /// A batch of `churn`: a layout without a view, then with it again, and so on.
  ///
  /// Two plans have run, without the view and with it. `layouts` are what each is made of anew for
  /// each pass, from the frames before any layout, `starts`; `nil` where both plans are kept.
  static func churn(
    _ plans: Plans, of layouts: [any ResolvedLayout]?, starts: [[Rect]], frames: inout [[Rect]],
    passes: Int, within bracket: Bracket? = nil
  ) throws(LayoutError) -> Batch {
    let before = Clock.involuntarySwitches
    var sum = 0.0
    var state = 0
    // Each state has its own number of views.
    var views = (0, 0)
    let last = (starts[0].count - 1, starts[1].count - 1)
    bracket?.start()
    let start = Clock.now
    for _ in 0..<passes {
      if let layouts {
        plans.base[state] = try layouts[state].plan()
        for index in starts[state].indices { frames[state][index] = starts[state][index] }
      }
      var span = frames[state].mutableSpan
      try plans.base[state].pass(into: &span)
      if state == 0 {
        views.0 = views.0 == last.0 ? 1 : views.0 + 1
        sum += share(of: span[views.0])
      } else {
        views.1 = views.1 == last.1 ? 1 : views.1 + 1
        sum += share(of: span[views.1])
      }
      state = 1 - state
    }
    let end = Clock.now
    bracket?.stop()
    Clock.sink(sum)
    return Batch(
      nanoseconds: end - start, checksum: sum, wasSwitched: before != Clock.involuntarySwitches)
  }

  /// The sum that a batch of `churn` must give: every other pass has the view, and views of its own
  /// to sum over.
  static func churnChecksum(_ states: [[Rect]], passes: Int) -> Double {
    (0..<passes).reduce(0) { sum, pass in
      let frames = states[pass % 2]
      return sum + share(of: frames[1 + pass / 2 % (frames.count - 1)])
    }
  }

  /// The sum that a batch of `resize` or `edit` must give.
  static func resizeChecksum(_ states: [[Rect]], passes: Int) -> Double {
    guard let last = states.first.map({ $0.count - 1 }), last > 0 else { return 0 }
    var sum = 0.0
    var view = 0
    for pass in 0..<passes {
      view += 1
      sum += share(of: states[pass % states.count][view])
      if view == last { view = 0 }
    }
    return sum
  }

  /// A batch of `layout`: the first pass of plans that were never run.
  static func layout(
    _ resolved: any ResolvedLayout, start: [Rect], passes: Int, within bracket: Bracket? = nil
  ) throws(LayoutError) -> Batch {
    let plans = Plans(capacity: passes)
    for _ in 0..<passes { plans.append(try resolved.plan()) }
    var frames = start
    let last = frames.count - 1
    let before = Clock.involuntarySwitches
    var span = frames.mutableSpan
    var sum = 0.0
    var view = 0
    bracket?.start()
    let start = Clock.now
    for pass in 0..<passes {
      try plans.base[pass].pass(into: &span)
      view += 1
      sum += share(of: span[view])
      if view == last { view = 0 }
    }
    let end = Clock.now
    bracket?.stop()
    Clock.sink(sum)
    return Batch(
      nanoseconds: end - start, checksum: sum, wasSwitched: before != Clock.involuntarySwitches)
  }

  /// A batch of `build`, scene to plan.
  ///
  /// The sum is that of the last plan's first pass, run after the clock has stopped.
  static func build(
    _ resolved: any ResolvedLayout, start: [Rect], passes: Int, within bracket: Bracket? = nil
  ) throws(LayoutError) -> Batch {
    let plans = Plans(capacity: passes)
    let before = Clock.involuntarySwitches
    bracket?.start()
    let begin = Clock.now
    for _ in 0..<passes { plans.append(try resolved.plan()) }
    let end = Clock.now
    bracket?.stop()
    let wasSwitched = before != Clock.involuntarySwitches
    var frames = start
    var span = frames.mutableSpan
    try plans.base[passes - 1].pass(into: &span)
    let checksum = buildChecksum(frames)
    Clock.sink(checksum)
    return Batch(nanoseconds: end - begin, checksum: checksum, wasSwitched: wasSwitched)
  }

  /// The sum that a batch of `build` must give.
  static func buildChecksum(_ frames: [Rect]) -> Double {
    frames.dropFirst().reduce(0) { $0 + share(of: $1) }
  }

  /// Loses time on purpose.
  ///
  /// - Parameter nanoseconds: how much at least.
  /// - Returns: how much it was.
  static func spin(for nanoseconds: Double) -> Double {
    let start = Clock.now
    var passed = 0.0
    repeat { passed = Double(Clock.now - start) } while passed < nanoseconds
    return passed
  }

  /// The cost of the loop itself: a plan that does nothing, nanoseconds a pass.
  static func floor() -> Double {
    var plan = EmptyPlan()
    var frames = [Rect](repeating: .zero, count: 2)
    let sizes = (1...8).map { Size(width: Double($0), height: 480) }
    var least = Double.infinity
    let passes = 100_000
    for _ in 0..<5 {
      guard
        let batch = try? resize(&plan, frames: &frames, sizes: sizes, passes: passes)
      else { break }
      least = min(least, Double(batch.nanoseconds) / Double(passes))
    }
    return least
  }
}

/// Plans that are freed together, after the clock.
final class Plans {
  /// What a plan takes here besides its own memory, bytes.
  static let stride = MemoryLayout<any LayoutPlan & ~Copyable>.stride

  let base: UnsafeMutablePointer<any LayoutPlan & ~Copyable>
  private var count = 0

  init(capacity: Int) {
    base = .allocate(capacity: max(1, capacity))
  }

  func append(_ plan: consuming any LayoutPlan & ~Copyable) {
    (base + count).initialize(to: plan)
    count += 1
  }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }
}

/// Does nothing: what the timing loop itself costs.
private struct EmptyPlan: LayoutPlan, ~Copyable {
  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {}
  mutating func resize(to size: Size) {}
  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {}
}
