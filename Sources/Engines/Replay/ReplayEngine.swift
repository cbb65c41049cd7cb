package import LayoutModel

/// Copies the frames that each step changes from a table of two states: the cost of the stores, and
/// the floor of every scene.
package enum ReplayEngine {
  /// `replay`, on the command line and in results.
  package static let traits = {
    var traits = EngineTraits(
      name: "replay",
      summary: "copies the frames that a step changes from a table of two states: the floor",
      dialects: ["manual"])
    traits.follows = Set(Change.Kind.allCases).subtracting([.fit])
    traits.isYardstick = true
    return traits
  }()
}

/// A table of frames.
package struct ReplayLayout: ResolvedLayout {
  /// The frames after each pass.
  package let frames: [[Rect]]
  private let table: Table

  /// A table of the first and the last of some states.
  ///
  /// The first layout writes all frames of the first state. Each step writes the frames that change
  /// between its states, from the table's other state in turn; of a frame of which one number
  /// changes, that number.
  ///
  /// - Parameter states: the frames of the scene itself, and after each step; those of absent views
  ///   are not numbers.
  package init(following states: [[Rect]]) {
    // Frames of views that are absent in a state are of no importance.
    let ends = [states[0], states[states.count - 1]].map { $0.map { $0.x.isNaN ? .zero : $0 } }
    table = Table(ends, zip(states, states.dropFirst()).map { Self.runs(from: $0, to: $1) })
    var frames = [ends[0]]
    var plan = ReplayPlan(table)
    for _ in states.indices {
      var next = frames[frames.count - 1]
      next.withUnsafeMutableBufferPointer { to in to.baseAddress.map { plan.pass(into: $0) } }
      frames.append(next)
    }
    self.frames = Array(frames.dropFirst())
  }

  /// A plan that begins with the first state.
  ///
  /// - Throws: nothing.
  package func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable { ReplayPlan(table) }

  /// Frames at equal distances, or one number of each.
  fileprivate struct Run: Hashable {
    var start: Int32
    var stride: Int32
    var count: Int32
    /// The place of the number in a frame; −1 for whole frames, which have the distance 1.
    let number: Int32
    /// The place of the numbers among those of the table: of one state, then of the other.
    var numbers: Int32 = 0
    /// The number of numbers of a state there: as many as frames, or one where all are equal.
    var differing: Int32 = 0
  }

  /// The runs that a step writes.
  private static func runs(from before: [Rect], to after: [Rect]) -> [Run] {
    var runs: [Run] = []
    var whole: [Int] = []
    var ofNumber: [[Int]] = [[], [], [], []]
    for view in before.indices {
      let (old, new) = (before[view], after[view])
      let changes = [
        (old.x, new.x), (old.y, new.y), (old.width, new.width), (old.height, new.height),
      ].map { $0 != $1 && !($0.isNaN && $1.isNaN) }
      guard let number = changes.firstIndex(of: true) else { continue }
      if changes.count(where: { $0 }) == 1 {
        ofNumber[number].append(view)
      } else {
        whole.append(view)
      }
    }
    for (number, views) in ofNumber.enumerated() {
      runs += Self.runs(of: views, number: number, others: &whole)
    }
    for view in whole.sorted() {
      if let last = runs.last, last.number < 0, Int(last.start + last.count) == view {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(Run(start: Int32(view), stride: 1, count: 1, number: -1))
      }
    }
    return runs
  }

  /// Views in order as few runs, each with the distance of the next few that gives the longest.
  ///
  /// - Parameters:
  ///   - views: the views.
  ///   - number: the place of the number in a frame.
  ///   - others: receives views that lie too far apart, or are too few, for a run of numbers to take
  ///     less time than their frames.
  /// - Returns: the runs.
  private static func runs(of views: [Int], number: Int, others: inout [Int]) -> [Run] {
    var (rest, runs) = (views, [Run]())
    while let first = rest.first {
      let present = Set(rest)
      var best = Run(start: Int32(first), stride: 1, count: 1, number: Int32(number))
      for other in rest.dropFirst().prefix(3) where other - first <= 4 {
        let stride = other - first
        let count = sequence(first: first) { $0 + stride }.prefix { present.contains($0) }
          .reduce(0) { count, _ in count + 1 }
        if count > Int(best.count) { (best.stride, best.count) = (Int32(stride), Int32(count)) }
      }
      let taken = (0..<Int(best.count)).map { first + $0 * Int(best.stride) }
      if best.count < 32 { others += taken } else { runs.append(best) }
      let gone = Set(taken)
      rest.removeAll { gone.contains($0) }
    }
    return runs
  }

  /// The frames of two states one after the other, and the runs that steps write.
  ///
  /// The numbers of runs lie side by side, so that they need a quarter of the first cache.
  fileprivate final class Table: Sendable {
    let count: Int
    nonisolated(unsafe) let frames: UnsafeMutablePointer<Rect>
    nonisolated(unsafe) let numbers: UnsafeMutablePointer<Double>
    nonisolated(unsafe) let runs: UnsafeMutablePointer<Run>
    nonisolated(unsafe) let ends: UnsafeMutablePointer<Int32>

    init(_ states: [[Rect]], _ steps: [[Run]]) {
      count = states[0].count
      frames = .allocate(capacity: 2 * count)
      frames.initialize(from: states[0], count: count)
      (frames + count).initialize(from: states[1], count: count)
      var (values, known) = ([Double](), [Run: Run]())
      let all = steps.joined().map { run in
        guard run.number >= 0 else { return run }
        if let found = known[run] { return found }
        let both = states.map { state in
          (0..<run.count).map { place in
            let frame = state[Int(run.start + place * run.stride)]
            return [frame.x, frame.y, frame.width, frame.height][Int(run.number)]
          }
        }
        var found = run
        found.numbers = Int32(values.count)
        found.differing = both.allSatisfy { Set($0).count == 1 } ? 1 : run.count
        for numbers in both { values += numbers.prefix(Int(found.differing)) }
        known[run] = found
        return found
      }
      numbers = .allocate(capacity: max(1, values.count))
      numbers.initialize(from: values, count: values.count)
      runs = .allocate(capacity: max(1, all.count))
      runs.initialize(from: all, count: all.count)
      ends = .allocate(capacity: max(1, steps.count))
      var end = 0
      for (index, step) in steps.enumerated() {
        end += step.count
        (ends + index).initialize(to: Int32(end))
      }
    }

    deinit {
      frames.deallocate()
      numbers.deallocate()
      runs.deallocate()
      ends.deallocate()
    }
  }
}

/// A plan in which each pass writes the next step, whatever has changed.
package struct ReplayPlan: LayoutPlan, ~Copyable {
  private let table: ReplayLayout.Table
  private var step = -1
  private var run: Int32 = 0

  fileprivate init(_ table: ReplayLayout.Table) { self.table = table }

  package mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    frames.withUnsafeMutableBufferPointer { target in
      if let to = target.baseAddress { pass(into: to) }
    }
  }

  @inline(__always)
  fileprivate mutating func pass(into to: UnsafeMutablePointer<Rect>) {
    let isOther = (step & 1) == 0
    step += 1
    guard step > 0 else { return to.update(from: table.frames, count: table.count) }
    let from = table.frames + (isOther ? table.count : 0)
    let places = UnsafeMutableRawPointer(to).assumingMemoryBound(to: Double.self)
    let end = table.ends[step - 1]
    while run < end {
      let next = table.runs[Int(run)]
      let count = Int(next.count)
      run += 1
      // Runs are short: a call that copies memory would take longer than the copy.
      guard next.number >= 0 else {
        for view in Int(next.start)..<Int(next.start) + count { to[view] = from[view] }
        continue
      }
      var numbers = table.numbers + Int(next.numbers) + (isOther ? Int(next.differing) : 0)
      let step = next.differing == 1 ? 0 : 1
      let gap = 4 * Int(next.stride)
      var place = places + 4 * Int(next.start) + Int(next.number)
      // Four at a time: otherwise counting takes longer than copying.
      for _ in 0..<count / 4 {
        place[0] = numbers[0]
        place[gap] = numbers[step]
        place[2 * gap] = numbers[2 * step]
        place[3 * gap] = numbers[3 * step]
        place += 4 * gap
        numbers += 4 * step
      }
      for _ in 0..<count % 4 {
        place[0] = numbers[0]
        place += gap
        numbers += step
      }
    }
  }

  package mutating func resize(to size: Size) {}

  package mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {}

  package func counters() -> [Counter] {
    var written = step >= 0 ? table.count - 1 : 0
    for place in 0..<Int(run) {
      let run = table.runs[place]
      written += Int(run.count) - (run.start == 0 ? 1 : 0)
    }
    return [Counter("frames written", written)]
  }

  // Otherwise it would measure the text, whose frame it knows.
  package mutating func edit(_ view: ViewID, text: Text) {}
}
