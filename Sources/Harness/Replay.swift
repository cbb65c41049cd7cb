import LayoutModel

/// Copies the verified frames of the next state from a table: the least that any engine must do, and the
/// yardstick where a scene has no hand-written layout.
struct ReplayEngine: LayoutEngine {
  let name = "replay"
  let summary = "copies verified frames from a table: the yardstick without a hand-written layout"
  /// The root's size and all frames of each state.
  let states: [(root: Size, frames: [Rect])]

  func dialects(of scene: Scene) -> [Dialect] { [.manual] }

  func resolve(_ scene: Scene, dialect: Dialect) throws(SceneError) -> any ResolvedLayout {
    ReplayLayout(states: states)
  }
}

struct ReplayLayout: ResolvedLayout {
  let states: [(root: Size, frames: [Rect])]

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable { ReplayPlan(states: states) }
}

struct ReplayPlan: LayoutPlan, ~Copyable {
  let states: [(root: Size, frames: [Rect])]
  var state = 0

  init(states: [(root: Size, frames: [Rect])]) { self.states = states }

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    let source = states[state].frames
    for index in source.indices { frames[index] = source[index] }
  }

  mutating func resize(to size: Size) {
    // States follow each other; only a jump takes a search.
    let next = state + 1 < states.count ? state + 1 : 0
    if states[next].root == size {
      state = next
    } else {
      state = states.firstIndex { $0.root == size } ?? 0
    }
  }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {}
}

/// Does nothing: what the timing loop itself costs.
struct EmptyPlan: LayoutPlan, ~Copyable {
  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {}
  mutating func resize(to size: Size) {}
  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {}
}
