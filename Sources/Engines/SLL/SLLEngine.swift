public import LayoutModel

/// Lays a scene out by its SLL rules: each view once, after the views that its rules name.
///
/// Source: COSLayout, of seeds 000 and 001.
public struct SLLEngine: LayoutEngine {
  /// `sll`, on the command line and in results.
  public let name = "sll"

  /// For `layoutbench list engines`.
  public let summary = "topological: COSLayout's Simple Layout Language, each view laid out once"

  /// The engine.
  public init() {}

  /// `sll`, where the scene has it.
  public func dialects(of scene: Scene) -> [Dialect] {
    scene.layouts[.sll] == nil ? [] : [.sll]
  }

  /// Reads the entries and checks every rule with its arguments.
  ///
  /// - Throws: `SceneError`: a `RuleMistake`, or an `SLLEntryMistake`.
  public func resolve(
    _ scene: Scene, dialect: Dialect
  ) throws(SceneError) -> any ResolvedLayout {
    SLLLayout(tree: scene.tree, rules: try CheckedRules(scene))
  }
}

/// A rule of a scene, with the view that it is added to and its arguments.
package struct RuleEntry: Sendable {
  let view: ViewID
  let rule: String
  let arguments: [RuleArgument]
}

/// The rules of a scene as text that has been checked, for whoever makes something else of them.
package struct CheckedRules: Sendable {
  private let tree: ViewTree
  private let entries: [RuleEntry]

  /// Reads and checks the rules of a scene.
  ///
  /// - Throws: `SceneError`.
  package init(_ scene: Scene) throws(SceneError) {
    tree = scene.tree
    entries = try SLLDialect(scene).entries()
  }

  /// What the views hold after all rules, in the order in which they stand; the text is parsed now.
  package func state() -> RuleState {
    var state = RuleState(viewCount: tree.count)
    for entry in entries {
      guard let rule = try? RuleParser.parse(entry.rule, view: "") else {
        preconditionFailure("rules are checked when the scene is read")
      }
      state.add(rule, arguments: entry.arguments, text: entry.rule, to: entry.view)
    }
    return state
  }
}

/// The rules of a scene, checked; their text is parsed again for each plan, as programs do that
/// carry rules as strings.
struct SLLLayout: ResolvedLayout {
  let tree: ViewTree
  let rules: CheckedRules

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    try SLLPlan(rules.state(), in: tree)
  }
}
