import Constraints
import Conversion
public import GLPKLayout
public import LayoutModel

/// A layout of a scene by `glpk`, at its beginning or after some of its steps, to be explained.
public struct ExplainedScene: Sendable {
  /// The engine with the dialect: `constraints`, or `sll` lowered to them.
  public let participant: Participant
  /// The views with the content sizes and the root's size of that layout, points.
  public let tree: ViewTree
  /// Every view's frame, by index, points.
  public let frames: [Rect]
  private let constraints: [LinearConstraint]

  /// Who lays a scene out; `nil` where it holds neither constraints nor SLL rules.
  public static func participant(for scene: Scene) -> Participant? {
    let engine = GLPKEngine()
    return engine.dialects(of: scene).first.map { Participant(engine: engine, dialect: $0) }
  }

  /// Lays a scene out and applies its first steps.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - participant: as `participant(for:)` gives it.
  ///   - steps: how many of the scene's steps are applied, from 0 to all.
  /// - Throws: `SceneError`, `SolvedScene.Failure`.
  public init(_ scene: Scene, by participant: Participant, steps: Int) throws {
    self.participant = participant
    let layout = try participant.engine.resolve(scene, dialect: participant.dialect)
    var tree = scene.tree
    var frames: [Rect] = []
    var constraints: [LinearConstraint] = []
    var step: Int?
    do throws(LayoutError) {
      var hasFixedContent = false
      if participant.dialect == .sll {
        let lowered = try Self.lowered(scene)
        (constraints, tree, hasFixedContent) = (lowered.constraints, lowered.tree, true)
      }
      var session = try LayoutSession(layout, tree: scene.tree)
      try session.layOut()
      for (index, change) in scene.steps.prefix(steps).map(\.change).enumerated() {
        step = index + 1
        session.apply(change)
        Self.apply(change, to: &tree, hasFixedContent: hasFixedContent)
        try session.layOut()
      }
      frames = session.frames
    } catch {
      throw SolvedScene.Failure(step: step, reason: error)
    }
    if participant.dialect == .constraints {
      constraints = try ConstraintDialect(scene).constraints()
    }
    self.tree = tree
    self.frames = frames
    self.constraints = constraints
  }

  private static func lowered(_ scene: Scene) throws(LayoutError) -> LoweredRules {
    do {
      return try LowerableRules(scene).lowered()
    } catch let error as LayoutError {
      throw error
    } catch {
      throw .solverFailed("\(error)")
    }
  }

  private static func apply(_ change: Change, to tree: inout ViewTree, hasFixedContent: Bool) {
    switch change {
    case .resize(let size): tree.rootSize = size
    case .intrinsic(let view, let size):
      for axis in Axis.allCases {
        // A lowered view has a content size where its rules ask for one, and in no other axis.
        let isFixed = hasFixedContent && (tree[view].intrinsic[axis] == nil || size[axis] == nil)
        if !isFixed { tree[view].intrinsic[axis] = size[axis] }
      }
    }
  }

  /// Prepares what there is to say about the layout.
  ///
  /// - Throws: `LayoutError.solverFailed`.
  public func explanation() throws(LayoutError) -> Explanation {
    do {
      return try Explanation(constraints, in: tree, frames: frames)
    } catch {
      throw .solverFailed("\(error)")
    }
  }
}
