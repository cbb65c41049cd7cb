internal import Constraints
internal import Conversion
public import LayoutModel

/// Lays a scene out by its linear constraints, solved by GLPK level after level of priority.
///
/// Source: Auto Layout, of seeds 002 and 004; which layout is right: `auto-layout.md` 2.
public struct GLPKEngine: LayoutEngine {
  /// `glpk`, or `glpk:plain`, on the command line and in results.
  public var name: String { isPlain ? "glpk:plain" : "glpk" }

  /// For `layoutbench list engines`.
  public var summary: String {
    isPlain
      ? "the same, every number a column of GLPK and no shortcuts: what linear programming costs "
        + "without the art"
      : "linear constraints in Auto Layout's manner: substitution, and GLPK where that does not do"
  }

  /// Whether every number of a frame is a column of GLPK, without shortcuts.
  public let isPlain: Bool

  /// Whether plans remember what their stages came to and how long they took.
  public let isTraced: Bool

  /// The engine.
  ///
  /// - Parameters:
  ///   - isPlain: whether it is `glpk:plain`, the oracle of the other.
  ///   - isTraced: whether plans remember their stages.
  public init(isPlain: Bool = false, isTraced: Bool = false) {
    self.isPlain = isPlain
    self.isTraced = isTraced
  }

  /// `constraints`, and `sll`, whose rules are lowered to constraints; the plain way knows the former.
  public func dialects(of scene: Scene) -> [Dialect] {
    let known: [Dialect] = isPlain ? [.constraints] : [.constraints, .sll]
    return known.filter { scene.layouts[$0] != nil }
  }

  /// Reads equations and checks visual formats, or reads and checks SLL rules.
  ///
  /// - Throws: `SceneError`.
  public func resolve(
    _ scene: Scene, dialect: Dialect
  ) throws(SceneError) -> any ResolvedLayout {
    if dialect == .sll {
      return LoweredLayout(rules: try LowerableRules(scene), isTraced: isTraced)
    }
    return GLPKLayout(
      try ConstraintDialect(scene), in: scene.tree, isPlain: isPlain, isTraced: isTraced)
  }
}

/// The SLL rules of a scene, read and checked; lowered for each plan.
struct LoweredLayout: ResolvedLayout {
  let rules: LowerableRules
  let isTraced: Bool

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    let lowered = try rules.lowered()
    return try StagedPlan(
      lowered.constraints, in: lowered.tree, hasFixedContent: true, isTraced: isTraced)
  }
}

/// The constraints of a scene, read and checked.
struct GLPKLayout: ResolvedLayout {
  let tree: ViewTree
  let dialect: ConstraintDialect
  let isPlain: Bool
  let isTraced: Bool
  /// The rows of the constraints, where no format is read again for each plan.
  private let rows: ConstraintRows?

  init(_ dialect: ConstraintDialect, in tree: ViewTree, isPlain: Bool, isTraced: Bool) {
    self.dialect = dialect
    self.tree = tree
    self.isPlain = isPlain
    self.isTraced = isTraced
    rows = dialect.fixed.map { ConstraintRows($0, in: tree) }
  }

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    if isPlain { return try GLPKPlan(dialect.constraints(), in: tree) }
    return try StagedPlan(
      dialect.constraints(), rows: rows, in: tree, isTraced: isTraced)
  }
}
