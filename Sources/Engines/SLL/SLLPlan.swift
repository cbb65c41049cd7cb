import LayoutBenchFunctions
import LayoutModel

/// COSLayout's algorithm: each pass evaluates every rule, once, in topological order.
struct SLLPlan: LayoutPlan, ~Copyable {
  private var rules: OrderedRules

  init(_ rules: consuming OrderedRules) { self.rules = rules }

  mutating func resize(to size: Size) { _ = rules.resize(to: size) }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    rules.given[view.index] = rules.start(of: view, with: intrinsic)
  }

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    rules.work.passes &+= 1
    let failure = frames.withUnsafeMutableBufferPointer { frames -> LayoutError? in
      guard let base = frames.baseAddress else { return nil }
      return rules.layOutAll(base)
    }
    if let failure { throw failure }
  }

  mutating func counters() -> [Counter] { rules.work.counters }
}
