// An engine that gives the frames of `sll`, and lies in the way that LAYOUTBENCH_LIE names.
//
// `.ci/liars` shows that each lie is found.
import Foundation
import LayoutBench
import LayoutBenchHarness
import LayoutModel
import SLL
import Synchronization

/// A way to seem faster.
enum Lie: String {
  /// Lays out before the clock, and copies the frames in the first pass.
  case early
  /// Keeps the last eight answers of all plans.
  case table
  /// Writes every second frame.
  case half
}

struct Liar: LayoutEngine {
  let traits = EngineTraits(
    name: "liar", summary: "lies in the way that LAYOUTBENCH_LIE names", dialects: [.sll])
  let lie = ProcessInfo.processInfo.environment["LAYOUTBENCH_LIE"].flatMap { Lie(rawValue: $0) }

  func resolve(_ scene: Scene, dialect: DialectName) throws(SceneError) -> any ResolvedLayout {
    guard let engine = Engines.named("sll") else { fatalError("no sll") }
    let layout = try engine.resolve(scene, dialect: dialect)
    guard lie == .early else { return LiarLayout(layout: layout, lie: lie, first: []) }
    var frames = [Rect](repeating: .zero, count: scene.tree.count)
    do throws(LayoutError) {
      var plan: any LayoutPlan & ~Copyable = try layout.plan()
      var span = frames.mutableSpan
      try plan.pass(into: &span)
    } catch {
      frames = []
    }
    return LiarLayout(layout: layout, lie: lie, first: frames)
  }
}

struct LiarLayout: ResolvedLayout {
  let layout: any ResolvedLayout
  let lie: Lie?
  let first: [Rect]
  let known = Answers()

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    guard first.isEmpty else {
      return LiarPlan(layout: layout, plan: nil, lie: lie, first: first, known: known)
    }
    return LiarPlan(
      layout: layout, plan: try layout.plan(), lie: lie, first: first, known: known)
  }
}

/// The last answers of a layout's plans.
final class Answers: Sendable {
  let list = Mutex<[(change: Change, frames: [Rect])]>([])
}

struct LiarPlan: LayoutPlan, ~Copyable {
  let layout: any ResolvedLayout
  /// Made with the first change, where the first frames are known.
  var plan: (any LayoutPlan & ~Copyable)?
  let lie: Lie?
  let first: [Rect]
  let known: Answers
  var last: Change?
  var passes = 0

  init(
    layout: any ResolvedLayout, plan: consuming (any LayoutPlan & ~Copyable)?, lie: Lie?,
    first: [Rect], known: Answers
  ) {
    self.layout = layout
    self.plan = plan
    self.lie = lie
    self.first = first
    self.known = known
  }

  private mutating func make() {
    if plan == nil { plan = try? layout.plan() }
  }

  mutating func resize(to size: Size) {
    make()
    last = .resize(size)
    plan?.resize(to: size)
  }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    make()
    last = .intrinsic(view, intrinsic)
    plan?.edit(view, intrinsic: intrinsic)
  }

  mutating func edit(_ view: ViewID, text: Text) {
    make()
    plan?.edit(view, text: text)
  }

  mutating func remove(_ view: ViewID) {
    make()
    plan?.remove(view)
  }

  mutating func restore(_ view: ViewID) {
    make()
    plan?.restore(view)
  }

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    passes += 1
    if plan == nil {
      for index in first.indices { frames[index] = first[index] }
      return
    }
    if lie == .table, let last,
      let hit = known.list.withLock({ $0.first { $0.change == last } })
    {
      for index in hit.frames.indices { frames[index] = hit.frames[index] }
      return
    }
    if lie == .half, passes > 1 {
      var whole = frames.indices.map { frames[$0] }
      var span = whole.mutableSpan
      try plan?.pass(into: &span)
      for index in stride(from: 0, to: whole.count, by: 2) { frames[index] = whole[index] }
      return
    }
    try plan?.pass(into: &frames)
    guard lie == .table, let last else { return }
    let answer = (last, frames.indices.map { frames[$0] })
    known.list.withLock { list in
      if list.count == 8 { list.removeFirst() }
      list.append(answer)
    }
  }
}

LayoutBench.run(engines: [Liar()], dialects: [])
