public import Constraints
public import LayoutModel
internal import LinearSolver

/// Lays a scene out by its linear constraints, solved by GLPK level after level of priority.
///
/// Source: Auto Layout, and the visual format language that Apple documents for it.
public struct GLPKEngine: LayoutEngine {
  /// `glpk`, or `glpk:plain`.
  public let traits: EngineTraits
  private let isPlain: Bool
  private let isTraced: Bool
  private let conversions: [any ConstraintConversion]

  /// The engine.
  ///
  /// - Parameters:
  ///   - isPlain: whether every number of a frame is a column of GLPK, without shortcuts:
  ///     `glpk:plain`, the oracle of the other.
  ///   - conversions: other dialects that are read as constraints; the plain engine reads its own
  ///     only.
  public init(isPlain: Bool = false, conversions: [any ConstraintConversion] = []) {
    self.init(isPlain: isPlain, conversions: conversions, isTraced: false)
  }

  private init(isPlain: Bool, conversions: [any ConstraintConversion], isTraced: Bool) {
    self.isPlain = isPlain
    self.isTraced = isTraced
    self.conversions = isPlain ? [] : conversions
    var traits = EngineTraits(
      name: EngineName("glpk", variant: isPlain ? "plain" : nil),
      summary: isPlain
        ? "the same as one linear program in GLPK: a column per number of a frame, no shortcuts"
        : "linear constraints as in Auto Layout: by substitution, and by GLPK where that fails",
      dialects: [.constraints] + self.conversions.map(\.dialect))
    // The last digits of a solver's answer may depend on the layouts before.
    traits.exactness = .within(0.001)
    traits.follows = [.resize, .content, .constant, .addition, .removal]
    if !isPlain { traits.forms = [.plan, .program] }
    traits.libraries = ["GLPK": glpkVersion]
    traits.explains = !isPlain
    traits.onlyWhereNamed = isPlain
    self.traits = traits
  }

  /// Returns the engine with plans that record their stages; `nil` for the plain one.
  public func traced() -> (any LayoutEngine)? {
    isPlain ? nil : GLPKEngine(isPlain: false, conversions: conversions, isTraced: true)
  }

  /// Reads equations and checks visual formats, or reads what is converted to them.
  ///
  /// - Throws: `SceneError`.
  public func resolve(
    _ scene: Scene, dialect: DialectName
  ) throws(SceneError) -> any ResolvedLayout {
    guard let conversion = conversions.first(where: { $0.dialect == dialect }) else {
      return GLPKLayout(
        try ConstraintsDialect().read(scene), in: scene.tree, isPlain: isPlain, isTraced: isTraced)
    }
    let layout = ConvertedLayout(layout: try conversion.read(scene), isTraced: isTraced)
    return scene.tree.texts.isEmpty ? layout : TextLayout(layout, in: scene.tree)
  }
}

/// A layout in another dialect, read and checked; converted for each plan.
struct ConvertedLayout: ResolvedLayout {
  let layout: any ConvertibleLayout
  let isTraced: Bool

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    let (tree, constraints) = try layout.converted()
    return try StagedPlan(constraints, in: tree, hasFixedContent: true, isTraced: isTraced)
  }
}

/// The constraints of a scene, read and checked; their rows are filled for each plan.
struct GLPKLayout: ResolvedLayout {
  let tree: ViewTree
  let written: WrittenConstraints
  let isPlain: Bool
  let isTraced: Bool

  init(_ written: WrittenConstraints, in tree: ViewTree, isPlain: Bool, isTraced: Bool) {
    self.written = written
    self.tree = tree
    self.isPlain = isPlain
    self.isTraced = isTraced
  }

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    var plan = ConstraintsPlan(
      written.constraints(), in: tree, isPlain: isPlain, isTraced: isTraced)
    try plan.prepare()
    return plan
  }
}
