import Constraints
public import LayoutModel
import SLL

/// A scene converted to another dialect, with the same frames.
public struct ConvertedScene: Sendable {
  /// The views and steps as the new dialect needs them; expectations unchanged.
  public let scene: Scene
  /// The dialect.
  public let dialect: DialectName
  /// Its entries, in YAML.
  public let entries: [String]

  init(scene: Scene, dialect: DialectName, entries: [String]) {
    (self.scene, self.dialect, self.entries) = (scene, dialect, entries)
  }

  /// Lowers a scene's SLL rules to constraints.
  ///
  /// - Throws: `SceneError`, `LayoutError`.
  public init(loweringRulesOf scene: Scene) throws {
    try self.init(scene, from: SLLDialect()) { try ConvertedScene(loweringHeldRulesOf: $0) }
  }

  /// Lowers rules that all apply.
  private init(loweringHeldRulesOf scene: Scene) throws {
    let lowered = try LoweredRules(scene)
    var converted = scene
    // The name differs from that of the scene for which hand-written frames may exist.
    converted.name += ".constraints"
    converted.tree = lowered.tree
    converted.tree.numbers = NamedNumbers()
    // A size that a rule gives is no content size, and no step makes it one; an axis that a step
    // leaves open keeps its given size.
    var current = lowered.tree
    converted.steps = scene.steps.map { step in
      guard case .intrinsic(let view, let given) = step.change else { return step }
      let size = current[view].intrinsic.replaced(by: given)
      current[view].intrinsic = size
      return Step(
        change: .intrinsic(view, size), expected: step.expected, position: step.position)
    }
    self.scene = converted
    dialect = .constraints
    entries = lowered.constraints.map { $0.sceneEntry(in: lowered.tree) }
  }

  /// Writes each constraint of a scene as an equation, including those that visual formats and
  /// stacks stand for.
  ///
  /// - Throws: `SceneError`.
  public init(unfoldingConstraintsOf scene: Scene) throws {
    try Self.checkRewriting(scene, ConstraintsDialect())
    let items =
      scene.variations[.constraints]?.entries
      ?? (scene.layouts[.constraints]?.items ?? []).map { ($0, nil) }
    var entries: [String] = []
    for (node, condition) in items {
      var one = scene
      one.layouts[.constraints] = SourceNode(.sequence([node]), at: node.position)
      let written = try WrittenConstraints(one)
      // An equation already, with the name of its constant.
      if !written.namedConstants.isEmpty, let text = node.text {
        let named = Variations(entries: [(node, condition)], position: node.position)
        entries.append(condition == nil ? text : named.written.items?.first?.yaml ?? "")
        continue
      }
      entries += written.constraints().map { constraint in
        let equation = constraint.sceneNode(in: scene.tree, at: node.position)
        guard condition != nil else { return constraint.sceneEntry(in: scene.tree) }
        let named = Variations(entries: [(equation, condition)], position: node.position)
        return named.written.items?.first?.yaml ?? ""
      }
    }
    self.entries = entries
    dialect = .constraints
    var converted = scene
    converted.name += ".equations"
    self.scene = converted
  }

  /// Finds an order in which each view's constraints determine it, and writes them as SLL rules.
  ///
  /// - Throws: `SceneError`, `LayoutError.notTopological` with the constraint that prevents it.
  public init(orderingConstraintsOf scene: Scene) throws {
    try self.init(scene, from: ConstraintsDialect()) {
      try ConvertedScene(orderingHeldConstraintsOf: $0)
    }
  }

  /// Orders constraints that all apply.
  private init(orderingHeldConstraintsOf scene: Scene) throws {
    var ordering = Ordering(try WrittenConstraints(scene).constraints(), in: scene.tree)
    entries = try ordering.entries()
    dialect = .sll
    var converted = scene
    converted.name += ".sll"
    converted.tree.numbers = NamedNumbers()
    // The content size of a view becomes its given size, whatever frame it had.
    for step in scene.steps {
      guard case .intrinsic(let view, let size) = step.change else { continue }
      for axis in Axis.allCases where size[axis] == nil && scene.tree[view].intrinsic[axis] != nil {
        throw LayoutError.notTopological(
          "the step at \(step.position)", line: step.position.line,
          reason: "it removes a content size, while a rule's given size would stay")
      }
    }
    for view in scene.tree.views where scene.tree[view].intrinsic != IntrinsicSize(nil, nil) {
      converted.tree[view].givenFrame = nil
    }
    self.scene = converted
  }
}

extension LinearConstraint {
  /// The constraint as an entry of `constraints`.
  func sceneEntry(in tree: ViewTree) -> String {
    if case .linear = form { return "linear: \(equation(in: tree))" }
    return equation(in: tree)
  }
}
