package import LayoutModel

/// Copies the frames that each step changes from a table of two states: the cost of the stores, and the
/// floor of every scene.
package enum ReplayEngine {
  /// `replay`, on the command line and in results.
  package static let traits = {
    var traits = EngineTraits(
      name: "replay",
      summary: "copies the frames that a step changes from a table of two states: the floor",
      dialects: ["manual"])
    traits.follows = Set(Change.Kind.allCases)
    traits.isYardstick = true
    return traits
  }()
}

/// A table of frames.
package struct ReplayLayout: ResolvedLayout {
  private let states: [[Rect]]
  private let steps: [[Range<Int>]]

  /// A table of frames.
  ///
  /// - Parameters:
  ///   - states: two states, or one; the first layout writes all frames of the first.
  ///   - steps: the frames that each step writes: those of the other state, in turn.
  package init(states: [[Rect]], steps: [[Range<Int>]]) {
    self.states = states
    self.steps = steps
  }

  /// A plan that begins with the first state.
  ///
  /// - Throws: nothing.
  package func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    ReplayPlan(states: states, steps: steps)
  }
}

/// Each pass leads to the next step, whatever has changed.
package struct ReplayPlan: LayoutPlan, ~Copyable {
  private let states: [[Rect]]
  private let steps: [[Range<Int>]]
  private var step = -1

  init(states: [[Rect]], steps: [[Range<Int>]]) {
    self.states = states
    self.steps = steps
  }

  package mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    let state = states[(step + 1) % states.count]
    state.withUnsafeBufferPointer { source in
      frames.withUnsafeMutableBufferPointer { target in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        if step < 0 {
          to.update(from: from, count: source.count)
        } else {
          for run in steps[step] {
            (to + run.lowerBound).update(from: from + run.lowerBound, count: run.count)
          }
        }
      }
    }
    step += 1
  }

  package mutating func resize(to size: Size) {}

  package mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {}
}
