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
  private let table: Table

  /// A table of frames.
  ///
  /// - Parameters:
  ///   - states: two states, or one; the first layout writes all frames of the first.
  ///   - steps: the frames that each step writes: those of the other state, in turn.
  package init(states: [[Rect]], steps: [[Range<Int>]]) {
    table = Table(states: states, steps: steps)
  }

  /// A plan that begins with the first state.
  ///
  /// - Throws: nothing.
  package func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable { ReplayPlan(table) }

  /// The frames of two states one after the other, and the runs of frames that steps write.
  fileprivate final class Table: Sendable {
    let count: Int
    nonisolated(unsafe) let frames: UnsafeMutablePointer<Rect>
    nonisolated(unsafe) let runs: UnsafeMutablePointer<(start: Int32, count: Int32)>
    nonisolated(unsafe) let ends: UnsafeMutablePointer<Int32>

    init(states: [[Rect]], steps: [[Range<Int>]]) {
      count = states[0].count
      frames = .allocate(capacity: 2 * count)
      frames.initialize(from: states[0], count: count)
      (frames + count).initialize(from: states[states.count - 1], count: count)
      let all = steps.joined().map { (start: Int32($0.lowerBound), count: Int32($0.count)) }
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
    let from = table.frames + ((step & 1) == 0 ? table.count : 0)
    frames.withUnsafeMutableBufferPointer { target in
      guard let to = target.baseAddress else { return }
      guard step >= 0 else {
        to.update(from: from, count: table.count)
        return
      }
      let end = table.ends[step]
      while run < end {
        let (start, count) = table.runs[Int(run)]
        var view = Int(start)
        let last = view + Int(count)
        // Runs are short: a call that copies memory would take longer than the copy.
        while view < last {
          to[view] = from[view]
          view += 1
        }
        run += 1
      }
    }
    step += 1
  }

  package mutating func resize(to size: Size) {}

  package mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {}

  package func counters() -> [Counter] {
    var written = step >= 0 ? table.count - 1 : 0
    for place in 0..<Int(run) {
      let (start, count) = table.runs[place]
      written += Int(count) - (start == 0 ? 1 : 0)
    }
    return [Counter("frames written", written)]
  }

  // Otherwise it would measure the text, whose frame it knows.
  package mutating func edit(_ view: ViewID, text: Text) {}
}
