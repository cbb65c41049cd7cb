import LayoutBenchFunctions
import LayoutModel

/// COSLayout's algorithm: each pass evaluates every rule, once, in topological order.
struct SLLPlan: LayoutPlan, ~Copyable {
  private var rules: OrderedRules
  private var absent: AbsentViews
  /// True if a view that others name was removed or restored since the last pass.
  private var isReordered = false

  init(_ rules: consuming OrderedRules, absent: AbsentViews) {
    self.rules = rules
    self.absent = absent
  }

  mutating func resize(to size: Size) { _ = rules.resize(to: size) }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    rules.given[view.index] = rules.start(of: view, with: intrinsic)
  }

  mutating func set(number: Int, to value: Double) { rules.provided[number] = value }

  mutating func remove(_ view: ViewID) {
    if absent.set(view, goes: true, in: &rules, { _ in }) { isReordered = true }
  }

  mutating func restore(_ view: ViewID) {
    if absent.set(view, goes: false, in: &rules, { _ in }) { isReordered = true }
  }

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    if isReordered {
      rules = try absent.reordered(rules)
      isReordered = false
    }
    rules.work.passes &+= 1
    let failure = frames.withUnsafeMutableBufferPointer { frames -> LayoutError? in
      guard let base = frames.baseAddress else { return nil }
      return rules.layOutAll(base)
    }
    if let failure { throw failure }
  }

  mutating func counters() -> [Counter] { rules.work.counters }
}
