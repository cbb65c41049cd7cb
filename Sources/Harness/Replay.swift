import LayoutModel

/// Copies the verified frames of the next state from a table: the least that any engine must do, and the
/// yardstick where a scene has no hand-written layout.
struct ReplayEngine: LayoutEngine {
  let name = "replay"
  let summary = "copies verified frames from a table: the yardstick without a hand-written layout"
  /// All frames of each state, the first layout's first.
  let states: [[Rect]]

  func dialects(of scene: Scene) -> [Dialect] { [.manual] }

  func resolve(_ scene: Scene, dialect: Dialect) throws(SceneError) -> any ResolvedLayout {
    ReplayLayout(states: states)
  }
}

struct ReplayLayout: ResolvedLayout {
  let states: [[Rect]]

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable { ReplayPlan(states: states) }
}

/// Each change leads to the next state, whatever it is.
struct ReplayPlan: LayoutPlan, ~Copyable {
  let states: [[Rect]]
  var state = 0

  init(states: [[Rect]]) { self.states = states }

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    let source = states[state]
    for index in source.indices { frames[index] = source[index] }
  }

  mutating func resize(to size: Size) { advance() }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) { advance() }

  private mutating func advance() { state = state + 1 < states.count ? state + 1 : 0 }
}

/// Does nothing: what the timing loop itself costs.
struct EmptyPlan: LayoutPlan, ~Copyable {
  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {}
  mutating func resize(to size: Size) {}
  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {}
}
