import LayoutModel
import Timing

/// A cell in a child process: takes samples, and knows the sum that they must give.
final class TimedCell {
  let request: ChildRequest.CellRequest
  private let scene: VerifiedScene
  private let label: String
  private let layout: any ResolvedLayout
  private let states: [[Rect]]
  private let isExact: Bool
  /// The changes of the phase, as the clock wants them.
  private let sizes: [Size]
  private let contents: [(view: ViewID, size: IntrinsicSize)]
  private var plan: (any LayoutPlan & ~Copyable)?
  private var frames: [Rect]

  /// Prepares a cell whose engine was found right.
  ///
  /// - Throws: `LayoutError`.
  init(
    _ request: ChildRequest.CellRequest, of scene: VerifiedScene, label: String,
    layout: any ResolvedLayout, states: [[Rect]]
  ) throws(LayoutError) {
    self.request = request
    self.scene = scene
    self.label = label
    self.layout = layout
    self.states = states
    // A solver's answers may differ in their last digits by the way it came.
    isExact = !request.engine.hasPrefix("glpk")
    frames = scene.scene.tree.startFrames
    let changes = scene.cycles[request.phase]?.changes ?? []
    sizes = changes.compactMap { if case .resize(let size) = $0 { size } else { nil } }
    contents = changes.compactMap {
      if case .intrinsic(let view, let size) = $0 { (view, size) } else { nil }
    }
    if request.phase.isCycle { try start() }
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
    case .layout: Stopwatch.resizeChecksum(states, passes: passes)
    case .build: Stopwatch.buildChecksum(states[0])
    }
  }

  /// Whether a batch gave the sum that it must.
  func isRight(_ batch: Stopwatch.Batch, passes: Int) -> Bool {
    let expected = checksum(passes: passes)
    if isExact { return batch.checksum == expected }
    let count = request.phase == .build ? frames.count : passes
    return abs(batch.checksum - expected) <= 0.001 * Double(count)
  }

  /// Takes one sample.
  ///
  /// - Throws: `LayoutError`.
  func batch(passes: Int) throws(LayoutError) -> Stopwatch.Batch {
    switch request.phase {
    case .build:
      return try Stopwatch.build(layout, start: scene.scene.tree.startFrames, passes: passes)
    case .layout:
      return try Stopwatch.layout(layout, start: scene.scene.tree.startFrames, passes: passes)
    case .resize, .edit:
      guard var taken = plan.take() else { throw .solverFailed("the plan was lost") }
      let batch =
        request.phase == .resize
        ? try Stopwatch.resize(&taken, frames: &frames, sizes: sizes, passes: passes)
        : try Stopwatch.edit(&taken, frames: &frames, contents: contents, passes: passes)
      plan = consume taken
      return batch
    }
  }

  /// Bytes that one plan keeps, where the system tells.
  func planBytes() throws(LayoutError) -> Int? {
    guard let before = Clock.heapBytes else { return nil }
    let plans = Plans(capacity: 4)
    for _ in 0..<4 { plans.append(try layout.plan()) }
    guard let after = Clock.heapBytes else { return nil }
    return withExtendedLifetime(plans) { max(0, after - before) / 4 }
  }
}
