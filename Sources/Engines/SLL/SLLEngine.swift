public import LayoutModel

/// Lays a scene out by its SLL rules: each view once, after the views that its rules name.
///
/// Source: COSLayout.
public struct SLLEngine: LayoutEngine {
  /// `sll`, or `sll:incremental`.
  public let traits: EngineTraits
  private let isIncremental: Bool

  /// The engine.
  ///
  /// - Parameter isIncremental: whether passes evaluate only what a change touches, as the library does;
  ///   by default each pass evaluates every rule, which is COSLayout's algorithm.
  public init(isIncremental: Bool = false) {
    self.isIncremental = isIncremental
    traits = EngineTraits(
      name: EngineName("sll", variant: isIncremental ? "incremental" : nil),
      summary: isIncremental
        ? "the same rules, only those that a change touches; frames kept as functions of the root's "
          + "size where that pays"
        : "topological: COSLayout's Simple Layout Language, every rule once in each pass",
      dialects: [.sll])
  }

  /// Reads the entries and checks every rule with its arguments.
  ///
  /// - Throws: `SceneError`: a `RuleMistake`, or an `SLLEntryMistake`.
  public func resolve(
    _ scene: Scene, dialect: DialectName
  ) throws(SceneError) -> any ResolvedLayout {
    SLLLayout(
      tree: scene.tree, rules: try SLLDialect().read(scene), start: scene.tree.startFrames,
      isIncremental: isIncremental)
  }
}

/// The rules of a scene as text that has been checked, for whoever makes something else of them.
public struct CheckedRules: Sendable {
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
    var reader = RuleEntryReader(scene)
    (texts, arguments) = try reader.rules()
    valueCount = reader.actionCount
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
  /// Whether a pass evaluates only what a change touches.
  let isIncremental: Bool

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    let ordered = try OrderedRules(rules.state(), in: tree, start: start)
    return isIncremental ? IncrementalPlan(ordered) : SLLPlan(ordered)
  }
}
