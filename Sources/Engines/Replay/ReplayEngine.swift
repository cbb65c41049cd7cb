package import LayoutModel

/// Copies the verified frames of the next state from a table: the least that any engine must do, and the
/// yardstick where a scene has no hand-written layout.
package struct ReplayEngine: LayoutEngine {
  /// `replay`, on the command line and in results.
  package static let traits = {
    var traits = EngineTraits(
      name: "replay",
      summary:
        "copies verified frames from a table: the yardstick where nobody wrote a scene by hand",
      dialects: ["manual"])
    traits.follows = Set(Change.Kind.allCases)
    traits.isYardstick = true
    return traits
  }()

  /// The same for every table.
  package var traits: EngineTraits { Self.traits }
  /// All frames of each state, the first layout's first.
  private let states: [[Rect]]

  /// An engine for one scene.
  ///
  /// - Parameter states: all frames of each state, the first layout's first.
  package init(states: [[Rect]]) { self.states = states }

  /// Its own, whatever the scene is written in.
  package func dialects(of scene: Scene) -> [DialectName] { traits.dialects }

  /// The table.
  ///
  /// - Throws: nothing.
  package func resolve(
    _ scene: Scene, dialect: DialectName
  ) throws(SceneError) -> any ResolvedLayout {
    ReplayLayout(states: states)
  }
}

/// A table of frames.
package struct ReplayLayout: ResolvedLayout {
  private let states: [[Rect]]

  /// A table of frames, the first layout's first.
  package init(states: [[Rect]]) { self.states = states }

  /// A plan that begins with the first state.
  ///
  /// - Throws: nothing.
  package func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    ReplayPlan(states: states)
  }
}

/// Each change leads to the next state, whatever it is.
package struct ReplayPlan: LayoutPlan, ~Copyable {
  private let states: [[Rect]]
  private var state = 0

  init(states: [[Rect]]) { self.states = states }

  package mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    let source = states[state]
    for index in source.indices { frames[index] = source[index] }
  }

  package mutating func resize(to size: Size) { advance() }

  package mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) { advance() }

  private mutating func advance() { state = state + 1 < states.count ? state + 1 : 0 }
}
