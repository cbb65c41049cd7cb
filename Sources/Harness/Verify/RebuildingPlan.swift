import LayoutModel

/// A layout whose plans do not follow every change: each such change makes a new plan, inside the clock.
struct RebuildingLayout: ResolvedLayout {
  let participant: Participant
  let scene: Scene
  let layout: any ResolvedLayout

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    RebuildingPlan(participant: participant, scene: scene, plan: try layout.plan())
  }
}

/// A plan that is made anew for changes that the engine's plans do not follow.
///
/// The scene is read once for each state: reading stands for compiled code, and costs nothing when a
/// state comes again.
struct RebuildingPlan: LayoutPlan, ~Copyable {
  /// The sizes that differ from the scene's.
  private struct State: Equatable {
    var root: Size
    /// Each edited view with its content size, and the size that it is given, in the order of first edits.
    var contents: [Content] = []
    /// Views that are out, in the order in which they went.
    var absent: [ViewID] = []
  }

  private struct Content: Equatable {
    let view: ViewID
    var intrinsic: IntrinsicSize
    var size: Size
  }

  /// A state of the scene, read.
  private struct Known {
    let state: State
    let layout: any ResolvedLayout
    /// The number in the whole scene of each view, where some are out.
    let numbers: [Int]?
  }

  private let participant: Participant
  private let scene: Scene
  private var plan: any LayoutPlan & ~Copyable
  private var state: State
  private var known: [Known] = []
  /// The number in the whole scene of each view of the present plan, where some are out.
  private var numbers: [Int]?
  /// The frames of such a plan.
  private var ownFrames: [Rect] = []
  private var isOutdated = false
  /// The counts of the plans before, once somebody has asked for counts.
  private var earlier: [Counter]?

  init(
    participant: Participant, scene: Scene, plan: consuming any LayoutPlan & ~Copyable
  ) {
    self.participant = participant
    self.scene = scene
    self.plan = plan
    state = State(root: scene.tree.rootSize)
  }

  mutating func resize(to size: Size) {
    state.root = size
    if participant.engine.traits.follows.contains(.resize) {
      plan.resize(to: size)
    } else {
      isOutdated = true
    }
  }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    if let place = state.contents.firstIndex(where: { $0.view == view }) {
      state.contents[place].intrinsic = intrinsic
      state.contents[place].size = state.contents[place].size.replaced(by: intrinsic)
    } else {
      let size = scene.tree[view].startFrame.size.replaced(by: intrinsic)
      state.contents.append(Content(view: view, intrinsic: intrinsic, size: size))
    }
    if participant.engine.traits.follows.contains(.content) {
      plan.edit(view, intrinsic: intrinsic)
    } else {
      isOutdated = true
    }
  }

  mutating func remove(_ view: ViewID) {
    state.absent.append(view)
    if follows([.removal, .addition]) { plan.remove(view) } else { isOutdated = true }
  }

  mutating func restore(_ view: ViewID) {
    state.absent.removeAll { $0 == view }
    if follows([.removal, .addition]) { plan.restore(view) } else { isOutdated = true }
  }

  private func follows(_ kinds: Set<Change.Kind>) -> Bool {
    participant.engine.traits.follows.isSuperset(of: kinds)
  }

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    if isOutdated {
      if earlier != nil { earlier = counters() }
      let known = try present()
      plan = try known.layout.plan()
      numbers = known.numbers
      if let numbers {
        ownFrames = [Rect](repeating: .unknown, count: numbers.count)
      } else {
        for view in frames.indices { frames[view] = .unknown }
      }
      isOutdated = false
    }
    guard let numbers else { return try plan.pass(into: &frames) }
    var span = ownFrames.mutableSpan
    try plan.pass(into: &span)
    for (own, view) in numbers.enumerated() { frames[view] = ownFrames[own] }
  }

  /// The scene in its present state, read.
  private mutating func present() throws(LayoutError) -> Known {
    if let found = known.first(where: { $0.state == state }) { return found }
    var changed = scene
    changed.apply(.resize(state.root))
    for content in state.contents {
      let size = IntrinsicSize(content.size.width, content.size.height)
      changed.apply(.intrinsic(content.view, size))
      changed.apply(.intrinsic(content.view, content.intrinsic))
    }
    do throws(SceneError) {
      let dialects = Registry.current.dialects
      for view in state.absent {
        // It may have gone with a view that holds it.
        guard let id = changed.tree.view(named: scene.tree.name(of: view)) else { continue }
        changed = try changed.without(id, dialects: dialects)
      }
      let layout = try participant.engine.resolve(changed, dialect: participant.dialect)
      let numbers =
        state.absent.isEmpty
        ? nil
        : changed.tree.names.compactMap { scene.tree.view(named: $0)?.index }
      known.append(Known(state: state, layout: layout, numbers: numbers))
    } catch {
      if let mistake = error.mistake as? CannotState { throw .cannotState(mistake.what) }
      throw .solverFailed("\(error)")
    }
    return known[known.count - 1]
  }

  mutating func counters() -> [Counter] {
    let before = earlier ?? []
    earlier = before
    return plan.counters().map { counter in
      let past = before.first { $0.name == counter.name }?.value ?? 0
      return Counter(counter.name, past + counter.value)
    }
  }

  mutating func findings() throws(LayoutError) -> Findings { try plan.findings() }

  mutating func stages() -> [Stage] { plan.stages() }

  mutating func explanations(
    of views: [ViewID], at frames: [Rect]
  ) throws(LayoutError) -> [ViewExplanation]? {
    try plan.explanations(of: views, at: frames)
  }
}

extension Scene {
  /// Makes a change part of the scene.
  ///
  /// Where a content size is not given, the size that a view is given stays.
  mutating func apply(_ change: Change) {
    switch change {
    case .resize(let size): tree.rootSize = size
    case .intrinsic(let view, let size):
      var frame = tree[view].startFrame
      frame.size = frame.size.replaced(by: size)
      tree[view].givenFrame = frame
      tree[view].intrinsic = size
    // A scene has all its views; it is `without` that leaves some out.
    case .removal, .addition: break
    }
  }
}
