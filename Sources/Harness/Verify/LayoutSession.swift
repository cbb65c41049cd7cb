package import LayoutModel

/// A plan with the frames that it writes.
package struct LayoutSession: ~Copyable {
  private var plan: any LayoutPlan & ~Copyable
  /// Every view's frame after the last layout, by index; before it NaN.
  ///
  /// After a request for the least height, the root's frame has that height; NaN where the engine
  /// reports none.
  package private(set) var frames: [Rect]
  /// The width at which the next layout reports the least height instead.
  private var fittingWidth: Double?
  /// The root's frame of the last layout, while the answer to such a request replaces it.
  private var rootFrame: Rect?

  /// Makes a plan.
  ///
  /// - Throws: `LayoutError`.
  package init(_ layout: any ResolvedLayout, tree: ViewTree) throws(LayoutError) {
    plan = try layout.plan()
    frames = [Rect](repeating: .unknown, count: tree.count)
  }

  /// Lays out.
  ///
  /// - Throws: `LayoutError`; the frames are then unchanged.
  package mutating func layOut() throws(LayoutError) {
    if let width = fittingWidth.take() {
      rootFrame = rootFrame ?? frames[0]
      let height = try plan.fittingHeight(width: width)
      frames[0] = height.map { Rect(x: 0, y: 0, width: width, height: $0) } ?? .unknown
      return
    }
    if let rootFrame = rootFrame.take() { frames[0] = rootFrame }
    var written = frames
    var span = written.mutableSpan
    try plan.pass(into: &span)
    frames = written
  }

  /// Applies a change for the next layout.
  package mutating func apply(_ change: Change) {
    if case .fit(let width) = change { fittingWidth = width }
    plan.apply(change)
  }

  /// The least height that contains the scene at a width, points; `nil` where the engine does not
  /// support it.
  ///
  /// - Throws: `LayoutError`.
  package mutating func fittingHeight(width: Double) throws(LayoutError) -> Double? {
    try plan.fittingHeight(width: width)
  }

  /// The findings of the last layout beyond the frames.
  ///
  /// - Throws: `LayoutError.solverFailed`.
  package mutating func findings() throws(LayoutError) -> Findings { try plan.findings() }

  /// The reasons for the frames of views; `nil` where the engine does not explain.
  ///
  /// - Throws: `LayoutError.solverFailed`.
  package mutating func explanations(
    of views: [ViewID]
  ) throws(LayoutError) -> [ViewExplanation]? {
    try plan.explanations(of: views, at: frames)
  }

  /// The work that has been done since the plan was made.
  package mutating func counters() -> [Counter] { plan.counters() }

  /// The stages since the last call, where the engine was set to record them.
  package mutating func stages() -> [Stage] { plan.stages() }
}

/// The state of a scene's first layout or of one of its steps.
package struct SolvedState: Sendable {
  /// The root's size, points.
  package let root: Size
  /// Every view's frame, by index; NaN of views that are out.
  package let frames: [Rect]
  /// Violations and ambiguities.
  package let findings: Findings
  /// The work of this layout; for the first one, the work of making the plan as well.
  package let counters: [Counter]
  /// The stages of this layout, where the engine was set to record them.
  package let stages: [Stage]
}

/// A scene laid out by one engine, through all its steps.
package struct SolvedScene: Sendable {
  /// The engine and dialect.
  package let participant: Participant
  /// The first layout and one for each step.
  package let states: [SolvedState]

  /// The reason why a scene has no layout, and the step.
  package struct Failure: Error {
    /// The step after which there is none, from 1; `nil` for the first layout.
    package let step: Int?
    /// The reason.
    package let reason: LayoutError
  }

  /// Lays a scene out, with all its steps.
  ///
  /// - Throws: `SceneError` for a mistake in the dialect's text, `Failure` where there is no
  ///   layout.
  package init(_ scene: Scene, by participant: Participant) throws {
    let layout = try participant.resolve(scene)
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
      var absent = scene.absent
      func append(
        _ session: inout LayoutSession, isFit: Bool = false
      ) throws(LayoutError) {
        let stages = session.stages()
        let counters = session.counters()
        let work = counters.map { counter in
          let past = before.first { $0.name == counter.name }?.value ?? 0
          return Counter(counter.name, counter.value - past)
        }
        before = counters
        var frames = session.frames
        for view in scene.tree.indices(in: absent) { frames[view] = .unknown }
        states.append(
          SolvedState(
            root: isFit && frames[0].isFinite ? frames[0].size : root, frames: frames,
            // A request for the least height finds nothing about frames.
            findings: withFindings && !isFit ? try session.findings() : Findings(), counters: work,
            stages: stages))
      }
      try append(&session)
      for (index, change) in changes.enumerated() {
        step = index + 1
        session.apply(change)
        if case .resize(let size) = change { root = size }
        change.update(absent: &absent)
        try session.layOut()
        try append(&session, isFit: change.kind == .fit)
      }
    } catch {
      throw Failure(step: step, reason: error)
    }
    self.states = states
  }
}
