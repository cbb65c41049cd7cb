public import Constraints
public import LayoutModel
internal import LinearSolver

/// Lays a scene out by its linear constraints, solved by GLPK level after level of priority.
///
/// Source: Auto Layout, and the visual format language that Apple documents for it.
public struct GLPKEngine: LayoutEngine {
  /// The way in which constraints are solved.
  public enum Method: Sendable {
    /// By substitution, and by GLPK where that fails: `glpk`.
    case stages
    /// Every number of a frame is a column of GLPK, without shortcuts: `glpk:plain`, the oracle of
    /// `glpk`. It reads constraints only.
    case plain
    /// The same without rounding: `glpk:exact`, the judge of both, for small scenes. It reads
    /// constraints only.
    case exact
  }

  /// `glpk`, `glpk:plain` or `glpk:exact`.
  public let traits: EngineTraits
  private let method: SolveMethod
  private let isTraced: Bool
  private let conversions: [any ConstraintConversion]

  /// The engine.
  ///
  /// - Parameters:
  ///   - method: the way in which constraints are solved.
  ///   - conversions: other dialects that are read as constraints, by stages only.
  public init(_ method: Method = .stages, conversions: [any ConstraintConversion] = []) {
    let method: SolveMethod =
      switch method {
      case .stages: .stages
      case .plain: .plain
      case .exact: .exact
      }
    self.init(method, conversions: conversions, isTraced: false)
  }

  private init(
    _ method: SolveMethod, conversions: [any ConstraintConversion], isTraced: Bool
  ) {
    self.method = method
    self.isTraced = isTraced
    self.conversions = method == .stages ? conversions : []
    var traits = EngineTraits(
      name: method.name, summary: method.summary,
      dialects: [.constraints] + self.conversions.map(\.dialect))
    // The last digits of a solver's answer may depend on the layouts before.
    traits.exactness = .within(0.001)
    traits.follows = [.resize, .content, .constant, .addition, .removal]
    traits.converted = Set(self.conversions.map(\.dialect))
    if method == .stages { traits.forms = [.plan, .program] }
    traits.libraries = method == .exact ? ["GMP": gmpVersion] : ["GLPK": glpkVersion]
    traits.explains = method == .stages
    traits.onlyWhereNamed = method != .stages
    traits.checksScripts = method == .plain
    self.traits = traits
  }

  /// Returns the engine with plans that record their stages; `nil` where there is one stage only.
  public func traced() -> (any LayoutEngine)? {
    method == .stages ? GLPKEngine(method, conversions: conversions, isTraced: true) : nil
  }

  /// Reads equations and checks visual formats, or reads what is converted to them.
  ///
  /// - Throws: `SceneError`.
  public func resolve(
    _ scene: Scene, dialect: DialectName
  ) throws(SceneError) -> any ResolvedLayout {
    guard let conversion = conversions.first(where: { $0.dialect == dialect }) else {
      return GLPKLayout(
        try ConstraintsDialect().read(scene), in: scene.tree, method: method, isTraced: isTraced)
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
  let method: SolveMethod
  let isTraced: Bool

  init(_ written: WrittenConstraints, in tree: ViewTree, method: SolveMethod, isTraced: Bool) {
    self.written = written
    self.tree = tree
    self.method = method
    self.isTraced = isTraced
  }

  func parse() -> Bool { written.parseFormats() }

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    let rows = ConstraintRows(written, in: tree)
    var plan = ConstraintsPlan(
      ConstraintList(written, count: rows.rows.count), rows: rows, in: tree, method: method,
      isTraced: isTraced, named: written.namedConstants)
    try plan.prepare()
    return plan
  }
}

extension SolveMethod {
  /// The name of the engine that uses it.
  fileprivate var name: EngineName {
    switch self {
    case .stages: EngineName("glpk")
    case .plain: EngineName("glpk", variant: "plain")
    case .exact: EngineName("glpk", variant: "exact")
    }
  }

  fileprivate var summary: String {
    switch self {
    case .stages:
      "linear constraints as in Auto Layout: by substitution, and by GLPK where that fails"
    case .plain:
      "the same as one linear program in GLPK: a column per number of a frame, no shortcuts"
    case .exact: "the same linear program in exact arithmetic: the judge of small scenes"
    }
  }
}
