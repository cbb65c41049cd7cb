package import LayoutModel

/// An engine with a dialect of a scene that it can lay out.
package struct Participant: Sendable {
  /// The engine.
  package let engine: any LayoutEngine
  /// The dialect.
  package let dialect: DialectName

  /// An engine with a dialect.
  package init(engine: any LayoutEngine, dialect: DialectName) {
    self.engine = engine
    self.dialect = dialect
  }

  /// The engine's name, with the dialect where that is not the engine's own: `sll`, `glpk (sll)`.
  package var label: String {
    engine.traits.dialects.first == dialect ? engine.name : "\(engine.name) (\(dialect))"
  }

  /// Every engine with every dialect of a scene that it can lay out.
  package static func all(
    of scene: Scene, among engines: [any LayoutEngine] = Engines.all
  ) -> [Participant] {
    engines.flatMap { engine in
      engine.dialects(of: scene).map { Participant(engine: engine, dialect: $0) }
    }
  }

  /// Every engine with the dialect that it prefers.
  package static func preferred(
    of scene: Scene, among engines: [any LayoutEngine] = Engines.all
  ) -> [Participant] {
    engines.compactMap { engine in
      engine.dialects(of: scene).first.map { Participant(engine: engine, dialect: $0) }
    }
  }

  /// Reads the scene for this engine; where its plans do not follow changes of sizes, they are made anew.
  ///
  /// - Throws: `SceneError`.
  func resolve(_ scene: Scene) throws(SceneError) -> any ResolvedLayout {
    let layout = try engine.resolve(scene, dialect: dialect)
    guard !engine.traits.follows.isSuperset(of: [.resize, .content]) else { return layout }
    return RebuildingLayout(participant: self, scene: scene, layout: layout)
  }
}

/// A layout whose plans do not follow every change: each such change makes a new plan, inside the clock.
struct RebuildingLayout: ResolvedLayout {
  let participant: Participant
  let scene: Scene
  let layout: any ResolvedLayout

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    RebuildingPlan(
      participant: participant, scene: scene, plan: try layout.plan())
  }
}

/// A plan that is made anew for changes that the engine's plans do not follow.
struct RebuildingPlan: LayoutPlan, ~Copyable {
  private let participant: Participant
  private var scene: Scene
  private var plan: any LayoutPlan & ~Copyable
  private var isOutdated = false

  init(
    participant: Participant, scene: Scene, plan: consuming any LayoutPlan & ~Copyable
  ) {
    self.participant = participant
    self.scene = scene
    self.plan = plan
  }

  mutating func resize(to size: Size) {
    scene.tree.rootSize = size
    if participant.engine.traits.follows.contains(.resize) {
      plan.resize(to: size)
    } else {
      isOutdated = true
    }
  }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    let traits = scene.tree[view]
    scene.tree[view].intrinsic = intrinsic
    if var frame = traits.givenFrame {
      frame.size = frame.size.replaced(by: intrinsic)
      scene.tree[view].givenFrame = frame
    }
    if participant.engine.traits.follows.contains(.content) {
      plan.edit(view, intrinsic: intrinsic)
    } else {
      isOutdated = true
    }
  }

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    if isOutdated {
      let layout: any ResolvedLayout
      do throws(SceneError) {
        layout = try participant.engine.resolve(scene, dialect: participant.dialect)
      } catch {
        throw .solverFailed("\(error)")
      }
      plan = try layout.plan()
      isOutdated = false
    }
    try plan.pass(into: &frames)
  }

  mutating func counters() -> [Counter] { plan.counters() }

  mutating func findings() throws(LayoutError) -> Findings { try plan.findings() }
}
