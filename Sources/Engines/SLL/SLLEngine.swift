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
    let entries = try SLLDialect(scene).entries()
    return SLLLayout(tree: scene.tree, entries: entries)
  }
}

/// A rule of a scene, with the view that it is added to and its arguments.
struct RuleEntry {
  let view: ViewID
  let rule: String
  let arguments: [RuleArgument]
}

/// The rules of a scene, checked; their text is parsed again for each plan, as programs do that
/// carry rules as strings.
struct SLLLayout: ResolvedLayout {
  let tree: ViewTree
  let entries: [RuleEntry]

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    var state = RuleState(viewCount: tree.count)
    for entry in entries {
      guard let rule = try? RuleParser.parse(entry.rule, view: "") else {
        preconditionFailure("rules are checked when the scene is read")
      }
      state.add(rule, arguments: entry.arguments, text: entry.rule, to: entry.view)
    }
    return try SLLPlan(state, in: tree)
  }
}
