import LayoutModel
import Synchronization

/// A layout whose plans do not follow every change, or whose entries do not always apply: each such
/// change makes a new plan, inside the clock.
struct RebuildingLayout: ResolvedLayout {
  let participant: Participant
  let scene: Scene
  let layout: any ResolvedLayout
  private let known: KnownLayouts

  init(participant: Participant, scene: Scene, layout: any ResolvedLayout) {
    self.participant = participant
    self.scene = scene
    self.layout = layout
    known = KnownLayouts(participant, scene)
  }

  func parse() -> Bool { layout.parse() }

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    try RebuildingPlan(known, layout)
  }
}

/// The states of a scene that have been read, for all plans: reading corresponds to compiled code
/// in an application.
final class KnownLayouts: Sendable {
  /// A state of the scene, read.
  final class Known: Sendable {
    let state: RebuildingPlan.State
    let layout: any ResolvedLayout
    /// The number in the whole scene of each view, where some are out.
    let numbers: [Int]?
    /// The number of each view of the whole scene, where some are out; -1 of those.
    let places: [Int]?

    init(
      state: RebuildingPlan.State, layout: any ResolvedLayout, numbers: [Int]?, places: [Int]?
    ) {
      self.state = state
      self.layout = layout
      self.numbers = numbers
      self.places = places
    }
  }

  let participant: Participant
  let scene: Scene
  /// The changes that plans follow.
  let followed: Set<Change.Kind>
  /// The entries of the layout, where some do not always apply.
  let variations: Variations?
  private let known = Mutex<[Known]>([])

  init(_ participant: Participant, _ scene: Scene) {
    self.participant = participant
    self.scene = scene
    followed = participant.followed(of: scene)
    variations = scene.variations[participant.dialect]
  }

  /// The scene in a state, read.
  ///
  /// - Throws: `LayoutError`.
  func layout(in state: RebuildingPlan.State) throws(LayoutError) -> Known {
    if let found = known.withLock({ $0.first { $0.state == state } }) { return found }
    var changed = scene
    // The layouts in other dialects would be changed for nothing.
    changed.layouts = scene.layouts.filter { $0.key == participant.dialect }
    changed.apply(.resize(state.root))
    for content in state.contents {
      let size = IntrinsicSize(content.size.width, content.size.height)
      changed.apply(.intrinsic(content.view, size))
      changed.apply(.intrinsic(content.view, content.intrinsic))
    }
    for (view, text) in state.texts { changed.apply(.text(view, text)) }
    for (place, value) in state.numbers { changed.apply(.number(place, value)) }
    do throws(SceneError) {
      let dialects = Registry.current.dialects
      if let entries = state.entries, let variations,
        let dialect = Registry.current.dialect(participant.dialect)
      {
        changed.layouts[participant.dialect] = try variations.layout(
          of: entries, state.switches, in: dialect, of: scene)
      }
      for view in state.absent {
        // It may have gone with a view that contains it.
        guard let id = changed.tree.view(named: scene.tree.name(of: view)) else { continue }
        changed = try changed.without(id, dialects: dialects)
      }
      let layout = try participant.engine.resolve(changed, dialect: participant.dialect)
      let numbers =
        state.absent.isEmpty
        ? nil : changed.tree.names.compactMap { scene.tree.view(named: $0)?.index }
      var places: [Int]?
      if let numbers {
        var all = [Int](repeating: -1, count: scene.tree.count)
        for (own, view) in numbers.enumerated() { all[view] = own }
        places = all
      }
      let found = Known(state: state, layout: layout, numbers: numbers, places: places)
      known.withLock { $0.append(found) }
      return found
    } catch {
      if let mistake = error.mistake as? CannotState { throw .cannotState(mistake.what) }
      throw .solverFailed("\(error)")
    }
  }
}

/// A plan that is made again for changes that the engine's plans do not follow.
struct RebuildingPlan: LayoutPlan, ~Copyable {
  /// The sizes that differ from the scene's, and the views that are out.
  struct State: Equatable, Sendable {
    var root: Size
    /// Each edited view with its content size, and the size that it is given, in the order of first
    /// edits.
    var contents: [Content] = []
    /// The texts that views show now.
    var texts: [ViewID: Text] = [:]
    /// The values of named numbers that steps have set, by place.
    var numbers: [Int: Double] = [:]
    /// Views that are out, in the order of their numbers.
    var absent: [ViewID] = []
    /// The entries that apply, where some do not always.
    var entries: [Int]?
    /// The states of named entries that steps have set.
    var switches = Variations.Switches()
  }

  struct Content: Equatable, Sendable {
    let view: ViewID
    var intrinsic: IntrinsicSize
    var size: Size
  }

  private let known: KnownLayouts
  private let follows: Set<Change.Kind>
  private var plan: any LayoutPlan & ~Copyable
  private var state: State
  /// Contents that the plans follow, by view.
  private var followed: [Int: Content] = [:]
  /// The scene of the current plan, where some views are out.
  private var present: KnownLayouts.Known?
  /// The frames of such a plan.
  private var ownFrames: [Rect] = []
  private var isOutdated = false
  /// True if the plan is a new one, which has not laid out yet.
  private var isNew = false
  /// True if plans count what they do not count while they are timed.
  private var isCounting = false
  /// The counts of the plans before, once counts were requested.
  private var earlier: [Counter]?

  /// A plan of the scene in its first state.
  ///
  /// - Throws: `LayoutError`.
  init(_ known: KnownLayouts, _ layout: any ResolvedLayout) throws(LayoutError) {
    self.known = known
    follows = known.followed
    var state = State(root: known.scene.tree.rootSize, absent: known.scene.absent.sorted())
    state.entries = known.variations?.holding(at: state.root, state.switches)
    if state.absent.isEmpty {
      plan = try layout.plan()
    } else {
      let found = try known.layout(in: state)
      plan = try found.layout.plan()
      present = found
      ownFrames = [Rect](repeating: .unknown, count: found.numbers?.count ?? 0)
    }
    self.state = state
  }

  mutating func resize(to size: Size) {
    state.root = size
    if follows.contains(.resize) { plan.resize(to: size) } else { isOutdated = true }
    checkEntries()
  }

  mutating func activate(_ name: String, _ isActive: Bool) {
    state.switches.active[name] = isActive
    checkEntries()
  }

  mutating func prioritise(_ name: String, _ priority: Double) {
    guard known.variations != nil else { return }
    state.switches.priorities[name] = priority
    isOutdated = true
  }

  /// Marks the plan as outdated where other entries apply than before.
  private mutating func checkEntries() {
    guard let variations = known.variations else { return }
    let holding = variations.holding(at: state.root, state.switches)
    guard holding != state.entries else { return }
    state.entries = holding
    isOutdated = true
  }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    guard follows.contains(.content) else {
      isOutdated = true
      if let place = state.contents.firstIndex(where: { $0.view == view }) {
        state.contents[place].intrinsic = intrinsic
        state.contents[place].size = state.contents[place].size.replaced(by: intrinsic)
      } else {
        let size = known.scene.tree[view].startFrame.size.replaced(by: intrinsic)
        state.contents.append(Content(view: view, intrinsic: intrinsic, size: size))
      }
      return
    }
    let size = followed[view.index]?.size ?? known.scene.tree[view].startFrame.size
    followed[view.index] = Content(
      view: view, intrinsic: intrinsic, size: size.replaced(by: intrinsic))
    if present == nil { plan.edit(view, intrinsic: intrinsic) } else { isOutdated = true }
  }

  mutating func edit(_ view: ViewID, text: Text) {
    state.texts[view] = text
    if follows.contains(.content), present == nil {
      plan.edit(view, text: text)
    } else {
      isOutdated = true
    }
  }

  mutating func set(number: Int, to value: Double) {
    state.numbers[number] = value
    if follows.contains(.constant) {
      plan.set(number: number, to: value)
    } else {
      isOutdated = true
    }
  }

  mutating func remove(_ view: ViewID) {
    state.absent.append(view)
    state.absent.sort()
    if canFollow([.removal, .addition]) { plan.remove(view) } else { isOutdated = true }
  }

  mutating func restore(_ view: ViewID) {
    state.absent.removeAll { $0 == view }
    if canFollow([.removal, .addition]) { plan.restore(view) } else { isOutdated = true }
  }

  private func canFollow(_ kinds: Set<Change.Kind>) -> Bool {
    known.variations == nil && known.scene.absent.isEmpty && follows.isSuperset(of: kinds)
  }

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    try update()
    if isNew {
      isNew = false
      if let numbers = present?.numbers {
        ownFrames = [Rect](repeating: .unknown, count: numbers.count)
      } else {
        for view in frames.indices { frames[view] = .unknown }
      }
    }
    guard let numbers = present?.numbers else { return try plan.pass(into: &frames) }
    var written: [Rect] = []
    swap(&written, &ownFrames)
    defer { swap(&written, &ownFrames) }
    var span = written.mutableSpan
    try plan.pass(into: &span)
    for (own, view) in numbers.enumerated() { frames[view] = written[own] }
  }

  /// Makes a new plan where the current one is of another state.
  private mutating func update() throws(LayoutError) {
    guard isOutdated else { return }
    if earlier != nil { earlier = counters() }
    try renew()
    (isOutdated, isNew) = (false, true)
  }

  /// Makes a plan for the current state: of the scene without the views that are out, with the
  /// changes that a plan follows; otherwise of the scene in exactly this state.
  private mutating func renew() throws(LayoutError) {
    var read = State(
      root: known.scene.tree.rootSize, absent: state.absent, entries: state.entries,
      switches: state.switches)
    if !follows.contains(.resize) { read.root = state.root }
    if !follows.contains(.content) { (read.contents, read.texts) = (state.contents, state.texts) }
    if !follows.contains(.constant) { read.numbers = state.numbers }
    let found = try known.layout(in: read)
    plan = try found.layout.plan()
    if isCounting { plan.beginCounting() }
    present = found.numbers == nil ? nil : found
    if follows.contains(.resize), state.root != read.root { plan.resize(to: state.root) }
    for (place, value) in state.numbers where follows.contains(.constant) {
      plan.set(number: place, to: value)
    }
    for (view, text) in state.texts where follows.contains(.content) {
      let own = found.places.map { $0[view.index] } ?? view.index
      if own >= 0 { plan.edit(ViewID(own), text: text) }
    }
    for content in followed.values {
      let own = found.places.map { $0[content.view.index] } ?? content.view.index
      guard own >= 0 else { continue }
      let size = IntrinsicSize(content.size.width, content.size.height)
      plan.edit(ViewID(own), intrinsic: size)
      // An axis without content keeps the size that the view is given.
      if content.intrinsic != size { plan.edit(ViewID(own), intrinsic: content.intrinsic) }
    }
  }

  mutating func beginCounting() {
    isCounting = true
    plan.beginCounting()
  }

  mutating func counters() -> [Counter] {
    let before = earlier ?? []
    earlier = before
    return plan.counters().map { counter in
      let past = before.first { $0.name == counter.name }?.value ?? 0
      return Counter(counter.name, past + counter.value)
    }
  }

  mutating func fittingHeight(width: Double) throws(LayoutError) -> Double? {
    let size = state.root
    // The entries that apply at that width.
    guard known.variations != nil else {
      try update()
      return try plan.fittingHeight(width: width)
    }
    resize(to: Size(width: width, height: size.height))
    defer { resize(to: size) }
    try update()
    return try plan.fittingHeight(width: width)
  }

  mutating func findings() throws(LayoutError) -> Findings { try plan.findings() }

  mutating func stages() -> [Stage] { plan.stages() }

  mutating func explanations(
    of views: [ViewID], at frames: [Rect]
  ) throws(LayoutError) -> [ViewExplanation]? {
    guard let numbers = present?.numbers, let places = present?.places else {
      return try plan.explanations(of: views, at: frames)
    }
    let own = views.map { ViewID(places[$0.index]) }
    return try plan.explanations(of: own, at: numbers.map { frames[$0] })?.map {
      ViewExplanation(
        view: ViewID(numbers[$0.view.index]), edges: $0.edges, slack: $0.slack, losses: $0.losses)
    }
  }
}
