public import LayoutModel

/// A plan with the frames that it writes.
public struct LayoutSession: ~Copyable {
  private var plan: any LayoutPlan & ~Copyable
  /// Every view's frame after the last layout, by index; before it the given frames.
  public private(set) var frames: [Rect]

  /// Makes a plan.
  ///
  /// - Throws: `LayoutError`.
  public init(_ layout: any ResolvedLayout, tree: ViewTree) throws(LayoutError) {
    plan = try layout.plan()
    frames = tree.startFrames
  }

  /// Lays out.
  ///
  /// - Throws: `LayoutError`; the frames are then as they were.
  public mutating func layOut() throws(LayoutError) {
    var written = frames
    var span = written.mutableSpan
    try plan.pass(into: &span)
    frames = written
  }

  /// Changes what the next layout starts from.
  public mutating func apply(_ change: Change) { plan.apply(change) }

  /// What the last layout found out beyond the frames.
  ///
  /// - Throws: `LayoutError.solverFailed`.
  public mutating func findings() throws(LayoutError) -> Findings { try plan.findings() }

  /// How much work has been done since the plan was made.
  public mutating func counters() -> [Counter] { plan.counters() }

  /// What was done since this was asked last, where the engine was told to remember it.
  public mutating func stages() -> [Stage] { plan.stages() }
}

/// A layout that came of a scene's first layout or of one of its steps.
public struct SolvedState: Sendable {
  /// The root's size, points.
  public let root: Size
  /// Every view's frame, by index.
  public let frames: [Rect]
  /// Violations and ambiguities.
  public let findings: Findings
  /// The work that this layout took; for the first one, what making the plan took besides.
  public let counters: [Counter]
  /// The stages of this layout, where the engine was told to remember them.
  public let stages: [Stage]
}

/// A scene laid out by one engine, through all its steps.
public struct SolvedScene: Sendable {
  /// The engine and dialect.
  public let participant: Participant
  /// The first layout and one for each step.
  public let states: [SolvedState]

  /// Why a scene has no layout, and in which.
  public struct Failure: Error {
    /// The step that brought it about, from 1; `nil` for the first layout.
    public let step: Int?
    /// The reason.
    public let reason: LayoutError
  }

  /// Lays a scene out, with all its steps.
  ///
  /// - Throws: `SceneError` for what is wrong with the dialect's text, `Failure` where there is no
  ///   layout.
  public init(_ scene: Scene, by participant: Participant) throws {
    let layout = try participant.engine.resolve(scene, dialect: participant.dialect)
    try self.init(
      scene, by: participant, layout: layout, changes: scene.steps.map(\.change))
  }

  /// Lays a scene out, with any changes in turn.
  ///
  /// - Throws: `Failure` where there is no layout.
  init(
    _ scene: Scene, by participant: Participant, layout: any ResolvedLayout, changes: [Change],
    withFindings: Bool = true
  ) throws(Failure) {
    self.participant = participant
    var states: [SolvedState] = []
    var step: Int?
    do throws(LayoutError) {
      var session = try LayoutSession(layout, tree: scene.tree)
      try session.layOut()
      var root = scene.tree.rootSize
      var before: [Counter] = []
      func append(_ session: inout LayoutSession) throws(LayoutError) {
        let stages = session.stages()
        let counters = session.counters()
        let work = counters.enumerated().map { index, counter in
          Counter(counter.name, counter.value - (before.isEmpty ? 0 : before[index].value))
        }
        before = counters
        states.append(
          SolvedState(
            root: root, frames: session.frames,
            findings: withFindings ? try session.findings() : Findings(), counters: work,
            stages: stages))
      }
      try append(&session)
      for (index, change) in changes.enumerated() {
        step = index + 1
        session.apply(change)
        if case .resize(let size) = change { root = size }
        try session.layOut()
        try append(&session)
      }
    } catch {
      throw Failure(step: step, reason: error)
    }
    self.states = states
  }
}
