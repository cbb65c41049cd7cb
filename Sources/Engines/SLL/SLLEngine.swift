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
  /// - Parameter isIncremental: whether passes evaluate only what a change touches, as the library
  ///   does; by default each pass evaluates every rule, which is COSLayout's algorithm.
  public init(isIncremental: Bool = false) {
    self.isIncremental = isIncremental
    var traits = EngineTraits(
      name: EngineName("sll", variant: isIncremental ? "incremental" : nil),
      summary: isIncremental
        ? "the same rules, only those that a change affects; frames kept as functions of the "
          + "root's size where that saves work"
        : "topological: COSLayout's Simple Layout Language, every rule once per pass",
      dialects: [.sll])
    traits.forms = [.plan, .program]
    traits.follows = [.resize, .content, .constant, .removal, .addition]
    self.traits = traits
  }

  /// Reads the entries and checks every rule with its arguments.
  ///
  /// - Throws: `SceneError`: a `RuleMistake`, or an `SLLEntryMistake`.
  public func resolve(
    _ scene: Scene, dialect: DialectName
  ) throws(SceneError) -> any ResolvedLayout {
    let layout = SLLLayout(
      tree: scene.tree, rules: try SLLDialect().read(scene), isIncremental: isIncremental)
    return scene.tree.texts.isEmpty ? layout : TextLayout(layout, in: scene.tree)
  }
}

/// The rules of a scene as checked text, for engines and conversions.
public struct CheckedRules: Sendable {
  private let viewCount: Int
  private let texts: [RuleText]
  /// Each rule's arguments, by number.
  private let arguments: [[RuleArgument]]
  /// The first values of the scene's numbers.
  let numbers: [Double]

  /// Each rule as it is written: its view, its text and its arguments.
  package var statements: [(view: ViewID, text: String, arguments: [RuleArgument])] {
    zip(texts, arguments).map { ($0.view, $0.text, $1) }
  }

  /// Reads and checks the rules of a scene.
  ///
  /// - Throws: `SceneError`.
  package init(_ scene: Scene) throws(SceneError) {
    viewCount = scene.tree.count
    var reader = RuleEntryReader(scene)
    (texts, arguments) = try reader.rules()
    numbers = scene.tree.numbers.values
  }

  /// Returns the views whose rules take one of the scene's numbers, with the number's place; those
  /// of one number together.
  func namedUses() -> [(number: Int32, view: Int32)] {
    var uses: [(number: Int32, view: Int32)] = []
    for (rule, arguments) in zip(texts, arguments) {
      for case .provided(let number) in arguments {
        uses.append((number, Int32(rule.view.index)))
      }
    }
    uses.sort { $0 < $1 }
    return uses
  }

  /// Returns the values of all views after all rules, in file order; the text is parsed now.
  ///
  /// - Parameters:
  ///   - isFixed: whether the scene's numbers keep their first values.
  ///   - isPresent: whether a view takes part; rules of others, and those that name one, are
  ///     excluded.
  /// - Returns: the state.
  package func state(
    withFixedNumbers isFixed: Bool = false, where isPresent: (ViewID) -> Bool = { _ in true }
  ) -> RuleState {
    var state = RuleState(viewCount: viewCount, rules: texts, valueCount: 8 * texts.count)
    var parser = RuleParser()
    for (number, rule) in texts.enumerated() where holds(number, isPresent) {
      do throws(RuleMistake) {
        try parser.parse(rule.text, view: "")
      } catch {
        preconditionFailure("rules are checked when the scene is read")
      }
      var own = arguments[number]
      if isFixed {
        own = own.map {
          if case .provided(let place) = $0 { .number(numbers[Int(place)]) } else { $0 }
        }
      }
      own.withUnsafeBufferPointer {
        state.add(parser.lastActions, &parser.stack, $0, rule: Int32(number), to: rule.view)
      }
    }
    return state
  }

  /// Reads the text of every rule.
  package func parse() {
    var parser = RuleParser()
    for rule in texts {
      // Rules are checked when the scene is read.
      try? parser.parse(rule.text, view: "")
    }
  }

  private func holds(_ number: Int, _ isPresent: (ViewID) -> Bool) -> Bool {
    guard isPresent(texts[number].view) else { return false }
    return arguments[number].allSatisfy { argument in
      if case .view(let view) = argument { isPresent(view) } else { true }
    }
  }

  /// Returns for each view whether a view outside it names it or one inside it.
  func namedFromOutside(in tree: ViewTree) -> [Bool] {
    var isNamed = [Bool](repeating: false, count: tree.count)
    for (rule, arguments) in zip(texts, arguments) {
      for case .view(var named) in arguments {
        while named != .root, !tree.contains(named, rule.view) {
          isNamed[named.index] = true
          guard let superview = tree.superview(of: named) else { break }
          named = superview
        }
      }
    }
    return isNamed
  }
}

/// The rules of a scene, checked.
///
/// Their text is parsed again for each plan, as programs do that store rules as strings.
struct SLLLayout: ResolvedLayout {
  let tree: ViewTree
  let rules: CheckedRules
  /// True if a pass evaluates only what a change affects.
  let isIncremental: Bool

  func parse() -> Bool {
    rules.parse()
    return true
  }

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    let ordered = try OrderedRules(
      rules.state(), in: tree, start: tree.startFrames, provided: rules.numbers)
    let absent = AbsentViews(of: rules, in: tree)
    return isIncremental
      ? IncrementalPlan(ordered, absent: absent) : SLLPlan(ordered, absent: absent)
  }
}
