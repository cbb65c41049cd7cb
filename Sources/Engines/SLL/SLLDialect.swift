import LayoutBenchFunctions
public import LayoutModel

extension DialectName {
  /// Rules of COSLayout's Simple Layout Language.
  public static let sll: DialectName = "sll"
}

/// The `sll` dialect of a scene file: a view's id, a rule, an argument for each specifier.
public struct SLLDialect: Dialect {
  /// `sll`.
  public let name = DialectName.sll

  /// For `layoutbench list dialects`.
  public let summary = "rules of COSLayout's Simple Layout Language, with their arguments"

  /// The dialect.
  public init() {}

  /// Reads the entries and checks every rule with its arguments.
  ///
  /// - Throws: `SceneError`: a `RuleMistake`, or an `SLLEntryMistake`.
  public func read(_ scene: Scene) throws(SceneError) -> CheckedRules { try CheckedRules(scene) }

  /// Returns the rules of the remaining views that take no removed view as an argument.
  ///
  /// - Throws: nothing.
  public func without(_ view: ViewID, of scene: Scene) throws(SceneError) -> SourceNode {
    let layout = scene.layouts[name] ?? .emptyList
    let gone = scene.tree.names(in: view)
    let kept = (layout.items ?? []).filter { item in
      guard let rule = item.entries?.first else { return true }
      return !gone.contains(rule.key)
        && !(rule.value.items ?? []).dropFirst().contains { gone.contains($0.text ?? "") }
    }
    return SourceNode(.sequence(kept), at: layout.position)
  }
}

/// Reads the entries of an `sll` layout.
struct RuleEntryReader: ~Copyable {
  private let scene: Scene
  private var parser = RuleParser()
  private var texts: [RuleText] = []
  private var arguments: [[RuleArgument]] = []

  init(_ scene: Scene) { self.scene = scene }

  /// Every rule with its arguments, in the order in which they are added.
  ///
  /// - Throws: `SceneError`: a `RuleMistake` or an `SLLEntryMistake`.
  mutating func rules() throws(SceneError) -> ([RuleText], [[RuleArgument]]) {
    for item in scene.layouts[.sll]?.items ?? [] { try add(item) }
    return (texts, arguments)
  }

  private mutating func add(_ node: SourceNode) throws(SceneError) {
    guard let fields = node.entries, fields.count == 1, let field = fields.first else {
      throw error(SLLEntryMistake.notOneView(found: node.summary), at: node.position)
    }
    guard let view = scene.tree.view(named: field.key) else {
      let nearest = Spelling.nearest(to: field.key, among: scene.tree.names)
      throw error(
        SLLEntryMistake.unknownView(field.key, nearest: nearest), at: field.keyPosition)
    }
    guard view != .root else { throw error(SLLEntryMistake.root, at: field.keyPosition) }
    if let rule = field.value.string {
      return try add(rule, to: view, at: field.value, arguments: [])
    }
    guard let items = field.value.items, let first = items.first, let rule = first.string else {
      throw error(
        SLLEntryMistake.noRule(view: field.key, found: field.value.summary),
        at: field.value.position)
    }
    try add(rule, to: view, at: first, arguments: Array(items.dropFirst()))
  }

  /// Adds a rule, checked as a whole: syntax, then number and types of its arguments.
  private mutating func add(
    _ rule: String, to view: ViewID, at node: SourceNode, arguments given: [SourceNode]
  ) throws(SceneError) {
    let name = scene.tree.name(of: view)
    do throws(RuleMistake) {
      try parser.parse(rule, view: name)
      try parser.check(argumentCount: given.count, rule: rule, view: name)
    } catch {
      // An argument too many has a position of its own.
      let wanted = parser.lastSpecifiers.count
      let place =
        error.column.map { node.position(ofColumn: $0) }
        ?? (given.count > wanted ? given[wanted].position : node.position)
      throw self.error(error, at: place)
    }
    var values: [RuleArgument] = []
    for (index, argument) in given.enumerated() {
      let use = parser.lastSpecifiers[index]
      do throws(ArgumentFailure) {
        values.append(try value(of: argument, for: use.specifier, parser.text(of: use)))
      } catch {
        throw self.error(
          RuleMistake(view: name, rule: rule, column: use.column, reason: error.reason),
          at: argument.position)
      }
    }
    texts.append(RuleText(view: view, text: rule))
    self.arguments.append(values)
  }

  private struct ArgumentFailure: Error { let reason: RuleMistake.Reason }

  private func value(
    of argument: SourceNode, for specifier: Specifier, _ text: String
  ) throws(ArgumentFailure) -> RuleArgument {
    if specifier.takesView {
      guard let name = argument.text else {
        throw ArgumentFailure(
          reason: .argumentType(specifier: text, takes: "a view", found: argument.summary))
      }
      guard let view = scene.tree.view(named: name) else {
        if (try? NumberText.parse(name)) != nil {
          throw ArgumentFailure(
            reason: .argumentType(specifier: text, takes: "a view", found: argument.summary))
        }
        let nearest = Spelling.nearest(to: name, among: scene.tree.names)
        throw ArgumentFailure(
          reason: .argumentView(specifier: text, name: name, nearest: nearest))
      }
      return .view(view)
    }
    guard let number = argument.text else {
      throw ArgumentFailure(
        reason: .argumentType(specifier: text, takes: "a number", found: argument.summary))
    }
    if let named = scene.tree.numbers.place(of: number) {
      guard specifier.takesClosure else {
        throw ArgumentFailure(reason: .argumentNamed(specifier: text, name: number))
      }
      return .provided(Int32(named))
    }
    do {
      return .number(try NumberText.parse(number, largest: .greatestFiniteMagnitude))
    } catch .form {
      throw ArgumentFailure(
        reason: .argumentType(specifier: text, takes: "a number", found: argument.summary))
    } catch {
      throw ArgumentFailure(
        reason: .argumentNotFinite(specifier: text, found: argument.summary))
    }
  }

  private func error(_ mistake: any SceneMistake, at position: SourcePosition) -> SceneError {
    SceneError(file: scene.file, position: position, mistake: mistake)
  }
}

/// An entry of `sll` that is no rule of a view.
public enum SLLEntryMistake: SceneMistake, Equatable {
  /// An entry must be a mapping with one key.
  case notOneView(found: String)
  /// No view of that id.
  case unknownView(String, nearest: String?)
  /// The root has no superview, so it takes no rules.
  case root
  /// The value of the view's key is no rule.
  case noRule(view: String, found: String)

  /// The message behind `error:`.
  public var description: String {
    switch self {
    case .notOneView(let found):
      "an entry of 'sll' is one view's id and its rule, as in '- avatar: ll = 5'; found \(found)"
    case .unknownView(let name, let nearest):
      "no view '\(name.shortened(to: 40))' in this scene"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .root: "root has no superview, so it takes no rules"
    case .noRule(let view, let found):
      "view \(view) needs a rule, or a list of a rule and its arguments; found \(found)"
    }
  }
}
