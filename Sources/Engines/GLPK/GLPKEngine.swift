internal import Constraints
public import LayoutModel

/// Lays a scene out by its linear constraints, solved by GLPK level after level of priority.
///
/// Source: Auto Layout, of seeds 002 and 004; which layout is right: `auto-layout.md` 2.
public struct GLPKEngine: LayoutEngine {
  /// `glpk`, on the command line and in results.
  public let name = "glpk"

  /// For `layoutbench list engines`.
  public let summary = "linear constraints in Auto Layout's manner, solved exactly with GLPK"

  /// The engine.
  public init() {}

  /// `constraints`, where the scene has them.
  public func dialects(of scene: Scene) -> [Dialect] {
    scene.layouts[.constraints] == nil ? [] : [.constraints]
  }

  /// Reads equations and checks visual formats.
  ///
  /// - Throws: `SceneError`: a `NotationMistake` or a `ConstraintEntryMistake`.
  public func resolve(
    _ scene: Scene, dialect: Dialect
  ) throws(SceneError) -> any ResolvedLayout {
    GLPKLayout(tree: scene.tree, dialect: try ConstraintDialect(scene))
  }
}

/// The constraints of a scene, read and checked.
struct GLPKLayout: ResolvedLayout {
  let tree: ViewTree
  let dialect: ConstraintDialect

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    try GLPKPlan(dialect.constraints(), in: tree)
  }
}
