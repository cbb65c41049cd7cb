internal import Constraints
internal import Conversion
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

  /// `constraints`, and `sll`, whose rules are lowered to constraints.
  public func dialects(of scene: Scene) -> [Dialect] {
    [.constraints, .sll].filter { scene.layouts[$0] != nil }
  }

  /// Reads equations and checks visual formats, or reads and checks SLL rules.
  ///
  /// - Throws: `SceneError`.
  public func resolve(
    _ scene: Scene, dialect: Dialect
  ) throws(SceneError) -> any ResolvedLayout {
    if dialect == .sll {
      return LoweredLayout(rules: try LowerableRules(scene))
    }
    return GLPKLayout(tree: scene.tree, dialect: try ConstraintDialect(scene))
  }
}

/// The SLL rules of a scene, read and checked; lowered for each plan.
struct LoweredLayout: ResolvedLayout {
  let rules: LowerableRules

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    let lowered = try rules.lowered()
    return try GLPKPlan(lowered.constraints, in: lowered.tree, hasFixedContent: true)
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
