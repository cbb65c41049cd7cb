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
    SLLLayout(
      tree: scene.tree, rules: try CheckedRules(scene), start: scene.tree.startFrames)
  }
}

/// The rules of a scene as text that has been checked, for whoever makes something else of them.
package struct CheckedRules: Sendable {
  private let viewCount: Int
  private let texts: [RuleText]
  /// Each rule's arguments, by number.
  private let arguments: [[RuleArgument]]
  /// How much room the values of all rules take.
  private let valueCount: Int

  /// Reads and checks the rules of a scene.
  ///
  /// - Throws: `SceneError`.
  package init(_ scene: Scene) throws(SceneError) {
    viewCount = scene.tree.count
    var dialect = SLLDialect(scene)
    (texts, arguments) = try dialect.rules()
    valueCount = dialect.actionCount
  }

  /// What the views hold after all rules, in the order in which they stand; the text is parsed now.
  package func state() -> RuleState {
    var state = RuleState(viewCount: viewCount, rules: texts, valueCount: valueCount)
    var parser = RuleParser()
    for (number, rule) in texts.enumerated() {
      do throws(RuleMistake) {
        try parser.parse(rule.text, view: "")
      } catch {
        preconditionFailure("rules are checked when the scene is read")
      }
      state.add(parser, arguments[number], rule: Int32(number), to: rule.view)
    }
    return state
  }
}

/// The rules of a scene, checked; their text is parsed again for each plan, as programs do that
/// carry rules as strings.
struct SLLLayout: ResolvedLayout {
  let tree: ViewTree
  let rules: CheckedRules
  /// The frames before any layout.
  let start: [Rect]

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    try SLLPlan(rules.state(), in: tree, start: start)
  }
}
