public import LayoutModel

/// Reads the `sll` entries of a scene file: a view's id, a rule, an argument for each specifier.
struct SLLDialect {
  private let scene: Scene

  init(_ scene: Scene) { self.scene = scene }

  func entries() throws(SceneError) -> [RuleEntry] {
    var entries: [RuleEntry] = []
    for item in scene.layouts[.sll]?.items ?? [] { entries.append(try entry(item)) }
    return entries
  }

  private func entry(_ node: SourceNode) throws(SceneError) -> RuleEntry {
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
      return try entry(view, rule, at: field.value, arguments: [])
    }
    guard let items = field.value.items, let first = items.first, let rule = first.string else {
      throw error(
        SLLEntryMistake.noRule(view: field.key, found: field.value.summary),
        at: field.value.position)
    }
    return try entry(view, rule, at: first, arguments: Array(items.dropFirst()))
  }

  /// A rule checked as a whole: syntax, then number and types of its arguments.
  private func entry(
    _ view: ViewID, _ rule: String, at node: SourceNode, arguments: [SourceNode]
  ) throws(SceneError) -> RuleEntry {
    let name = scene.tree.name(of: view)
    let parsed: ParsedRule
    do {
      parsed = try RuleParser.parse(rule, view: name)
    } catch {
      throw self.error(error, at: position(in: node, error.column))
    }
    func text(_ bytes: Range<Int>) -> String {
      String(decoding: Array(rule.utf8)[bytes], as: UTF8.self)
    }
    func mistake(_ reason: RuleMistake.Reason, _ column: Int?) -> RuleMistake {
      RuleMistake(view: name, rule: rule, column: column, reason: reason)
    }
    let wanted = parsed.specifiers.count
    if arguments.count > wanted {
      throw error(
        mistake(.argumentTooMany(wanted: wanted, given: arguments.count), nil),
        at: arguments[wanted].position)
    }
    if arguments.count < wanted {
      let (_, column, bytes) = parsed.specifiers[arguments.count]
      throw error(
        mistake(
          .argumentMissing(specifier: text(bytes), wanted: wanted, given: arguments.count), column),
        at: position(in: node, column))
    }
    var values: [RuleArgument] = []
    for ((specifier, column, bytes), argument) in zip(parsed.specifiers, arguments) {
      do {
        values.append(try value(of: argument, for: specifier, text(bytes)))
      } catch {
        throw self.error(mistake(error.reason, column), at: argument.position)
      }
    }
    return RuleEntry(view: view, rule: rule, arguments: values)
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

  private func position(in node: SourceNode, _ column: Int?) -> SourcePosition {
    column.map { node.position(ofColumn: $0) } ?? node.position
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
  /// Behind the view stands no rule.
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
