public import LayoutModel

extension DialectName {
  /// Linear constraints: equations and visual format.
  public static let constraints: DialectName = "constraints"
}

/// The `constraints` dialect of a scene file.
public struct ConstraintsDialect: Dialect {
  /// `constraints`.
  public let name = DialectName.constraints

  /// For `layoutbench list dialects`.
  public let summary = "linear constraints in Auto Layout's manner: equations and visual format"

  /// The dialect.
  public init() {}

  /// Reads equations and checks visual formats.
  ///
  /// - Throws: `SceneError`: a `NotationMistake` or a `ConstraintEntryMistake`.
  public func read(_ scene: Scene) throws(SceneError) -> WrittenConstraints {
    try WrittenConstraints(scene)
  }

  /// Returns an equation with another priority.
  ///
  /// - Throws: `SceneError` for a visual format, which has a priority for each of its parts.
  public func entry(
    _ entry: SourceNode, withPriority priority: Double, of scene: Scene
  ) throws(SceneError) -> SourceNode {
    func equation(_ node: SourceNode) -> SourceNode? {
      guard let text = node.text, !WrittenConstraints.isVisualFormat(text) else { return nil }
      let bare = text.prefix { $0 != "@" }.trimmingSpaces
      return SourceNode(
        .scalar("\(bare) @\(NumberText.write(priority))", offset: nil), at: node.position)
    }
    if let changed = equation(entry) { return changed }
    if let fields = entry.entries, fields.count == 1, fields[0].key == "linear",
      let changed = equation(fields[0].value)
    {
      let field = SourceNode.Entry(
        key: "linear", keyPosition: fields[0].keyPosition, value: changed)
      return SourceNode(.mapping([field]), at: entry.position)
    }
    throw SceneError(
      file: scene.file, position: entry.position, mistake: ConstraintEntryMistake.manyPriorities)
  }

  /// Returns the entries without the constraints that name the view or one inside it; a stack
  /// closes the gap.
  ///
  /// - Throws: `SceneError` for mistakes in the constraints.
  public func without(_ view: ViewID, of scene: Scene) throws(SceneError) -> SourceNode {
    let position = scene.layouts[name]?.position ?? SourceNode.emptyList.position
    let tree = scene.tree
    var kept: [SourceNode] = []
    for item in scene.layouts[name]?.items ?? [] {
      if let stack = StackEntry.fields(of: item) {
        if let rest = StackEntry.without(tree.names(in: view), stack) { kept.append(rest) }
        continue
      }
      var all: [LinearConstraint] = []
      try WrittenConstraints.statement(item, in: scene).append(to: &all, in: tree)
      let staying = all.filter { constraint in
        !constraint.difference(in: tree).terms.contains { tree.contains(view, $0.unknown.view) }
          && !constraint.names(view, in: tree)
      }
      kept +=
        staying.count == all.count
        ? [item] : staying.map { $0.sceneNode(in: tree, at: item.position) }
    }
    return SourceNode(.sequence(kept), at: position)
  }

  /// Returns the changes that alter all constraints of a stack: a view removed or added and, where
  /// it shares room by contents, new content.
  public func rewriting(_ scene: Scene) -> Set<Change.Kind> {
    var kinds: Set<Change.Kind> = []
    for item in scene.written(in: name)?.items ?? [] {
      guard let stack = StackEntry.fields(of: item) else { continue }
      kinds.formUnion([.removal, .addition])
      if StackEntry.isProportional(stack) { kinds.insert(.content) }
    }
    return kinds
  }
}

extension LinearConstraint {
  /// Returns true if it names a view or one inside it, even where the view's numbers cancel out.
  fileprivate func names(_ view: ViewID, in tree: ViewTree) -> Bool {
    guard case .items(let first, let second, _, _) = form else { return false }
    return tree.contains(view, first.view) || second.map { tree.contains(view, $0.view) } == true
  }

  /// The constraint as an entry of `constraints`.
  package func sceneNode(in tree: ViewTree, at position: SourcePosition) -> SourceNode {
    let text = SourceNode(.scalar(equation(in: tree), offset: nil), at: position)
    guard case .linear = form else { return text }
    let entry = SourceNode.Entry(key: "linear", keyPosition: position, value: text)
    return SourceNode(.mapping([entry]), at: position)
  }
}

/// The constraints of a scene file, read and checked.
///
/// Equations are read when the scene is: they represent compiled code. Visual formats are checked
/// then, and parsed again whenever constraints are made, as programs do that store them as strings.
public struct WrittenConstraints: Sendable {
  /// A visual format with its metrics and options.
  package struct Format: Sendable {
    /// The format.
    package let text: String
    /// The numbers that it may name.
    package let metrics: [String: Double]
    let options: FormatOptions
    let position: SourcePosition

    /// The options, as the argument of a call.
    package var optionList: [FormatOption] { options.list }
  }

  /// An entry: a constraint, or a format that represents several.
  package enum Statement: Sendable {
    /// An equation, read.
    case constraint(LinearConstraint)
    /// A visual format, checked.
    case format(Format)

    /// Appends the constraints that it represents; a format is parsed now.
    fileprivate func append(to constraints: inout [LinearConstraint], in tree: ViewTree) {
      switch self {
      case .constraint(let constraint): constraints.append(constraint)
      case .format(let format):
        do {
          try VisualFormat.append(
            from: format.text, in: tree, metrics: format.metrics, options: format.options,
            at: format.position, to: &constraints)
        } catch {
          preconditionFailure("formats are checked when the scene is read")
        }
      }
    }
  }

  private let tree: ViewTree
  /// The entries, in file order.
  package private(set) var statements: [Statement] = []
  /// The equations whose constant is one of the scene's numbers, those of one number together.
  package private(set) var namedConstants: [NamedConstant] = []
  /// The items of each entry without its text and place; `nil` for a format or a sum of unknowns.
  package private(set) var pairs: [LinearConstraint.Pair?] = []

  /// Reads and checks the entries of a scene.
  ///
  /// - Throws: `SceneError`: a `NotationMistake` or a `ConstraintEntryMistake`.
  public init(_ scene: Scene) throws(SceneError) {
    tree = scene.tree
    for item in scene.layouts[.constraints]?.items ?? [] {
      if item.entries?.count == 1, let stack = StackEntry.fields(of: item) {
        statements += try StackEntry(stack, in: scene).constraints(at: stack, in: scene)
          .map { .constraint($0) }
      } else {
        var constant: NamedConstant?
        statements.append(try Self.statement(item, in: scene, &constant))
        constant?.statement = statements.count - 1
        if let constant { namedConstants.append(constant) }
      }
    }
    countConstraints()
    pairs = statements.map { statement in
      guard case .constraint(let constraint) = statement else { return nil }
      return LinearConstraint.Pair(constraint)
    }
  }

  /// Finds the places of the named constants among all constraints, of which a format makes several.
  private mutating func countConstraints() {
    guard !namedConstants.isEmpty else { return }
    var (count, statement) = (0, 0)
    for index in namedConstants.indices {
      while statement < namedConstants[index].statement {
        var made: [LinearConstraint] = []
        statements[statement].append(to: &made, in: tree)
        count += made.count
        statement += 1
      }
      namedConstants[index].constraint = count
    }
    namedConstants.sort { ($0.number, $0.statement) < ($1.number, $1.statement) }
  }

  /// Reads an entry that is a format.
  ///
  /// - Returns: the constraint that the entry is instead.
  package func read(
    statement place: Int, by formats: inout CheckedFormats
  ) -> LinearConstraint? {
    switch statements[place] {
    case .constraint(let constraint): return constraint
    case .format(let format):
      formats.read(format)
      return nil
    }
  }

  /// The constraints that were written, in file order; formats are parsed now.
  public func constraints() -> [LinearConstraint] {
    var constraints: [LinearConstraint] = []
    constraints.reserveCapacity(statements.count)
    for statement in statements { statement.append(to: &constraints, in: tree) }
    return constraints
  }

  /// Parses the visual formats, and drops what they stand for.
  ///
  /// - Returns: whether there are any.
  package func parseFormats() -> Bool {
    var made: [LinearConstraint] = []
    var isAny = false
    for case .format(let format) in statements {
      isAny = true
      made.removeAll(keepingCapacity: true)
      Statement.format(format).append(to: &made, in: tree)
    }
    return isAny
  }

  // MARK: - Entries

  fileprivate static func statement(
    _ node: SourceNode, in scene: Scene
  ) throws(SceneError) -> Statement {
    var constant: NamedConstant?
    return try statement(node, in: scene, &constant)
  }

  /// Reads an entry, and the number that its constant is, where it is named.
  private static func statement(
    _ node: SourceNode, in scene: Scene, _ constant: inout NamedConstant?
  ) throws(SceneError) -> Statement {
    if let text = node.text {
      if isVisualFormat(text) {
        return try format(text, at: node, metrics: [:], options: FormatOptions(), in: scene)
      }
      do {
        let read = try EquationParser.namedConstraint(
          from: text, in: scene.tree, at: node.position)
        constant = read.constant
        return .constraint(read.constraint)
      } catch {
        throw placed(error, in: node, scene)
      }
    }
    guard let fields = node.entries else {
      throw mistake(.notAConstraint(found: node.summary), at: node.position, scene)
    }
    if let linear = fields.first(where: { $0.key == "linear" }) {
      try check(fields, known: ["linear"], scene)
      guard let text = linear.value.text else {
        throw mistake(
          .notAText("linear", found: linear.value.summary), at: linear.value.position, scene)
      }
      do {
        return .constraint(
          try EquationParser.linearConstraint(from: text, in: scene.tree, at: node.position))
      } catch {
        throw placed(error, in: linear.value, scene)
      }
    }
    guard let vfl = fields.first(where: { $0.key == "vfl" }) else {
      if let first = fields.first, first.key == "H" || first.key == "V" {
        throw mistake(.spaceAfterAxis(first.key), at: node.position, scene)
      }
      try check(fields, known: ["vfl", "metrics", "options", "linear", "stack"], scene)
      throw mistake(.notAConstraint(found: node.summary), at: node.position, scene)
    }
    try check(fields, known: ["vfl", "metrics", "options"], scene)
    guard let text = vfl.value.text else {
      throw mistake(.notAText("vfl", found: vfl.value.summary), at: vfl.value.position, scene)
    }
    let metrics = try metrics(fields.first { $0.key == "metrics" }?.value, scene)
    let options = try options(
      fields.first { $0.key == "options" }?.value,
      isHorizontal: VisualFormat.isHorizontal(text), scene)
    return try format(text, at: vfl.value, metrics: metrics, options: options, in: scene)
  }

  fileprivate static func isVisualFormat(_ text: String) -> Bool {
    text.isEmpty || ["H:", "V:", "|", "["].contains { text.hasPrefix($0) }
      || ["H|", "V|", "H[", "V["].contains { text.hasPrefix($0) }
  }

  private static func format(
    _ text: String, at node: SourceNode, metrics: [String: Double], options: FormatOptions,
    in scene: Scene
  ) throws(SceneError) -> Statement {
    do {
      _ = try VisualFormat.constraints(
        from: text, in: scene.tree, metrics: metrics, options: options)
    } catch {
      throw placed(error, in: node, scene)
    }
    return .format(
      Format(text: text, metrics: metrics, options: options, position: node.position))
  }

  private static func metrics(
    _ node: SourceNode?, _ scene: Scene
  ) throws(SceneError) -> [String: Double] {
    guard let node else { return [:] }
    guard let entries = node.entries else {
      throw mistake(.metrics(found: node.summary), at: node.position, scene)
    }
    var metrics: [String: Double] = [:]
    for entry in entries {
      guard let text = entry.value.text, let number = try? NumberText.parse(text) else {
        throw mistake(
          .metricNumber(entry.key, found: entry.value.summary), at: entry.value.position, scene)
      }
      metrics[entry.key] = number
    }
    return metrics
  }

  private static func options(
    _ node: SourceNode?, isHorizontal: Bool, _ scene: Scene
  ) throws(SceneError) -> FormatOptions {
    var options = FormatOptions()
    guard let node else { return options }
    guard let items = node.items else {
      throw mistake(.optionList(found: node.summary), at: node.position, scene)
    }
    for item in items {
      guard let name = item.text else {
        throw mistake(.optionList(found: item.summary), at: item.position, scene)
      }
      do throws(FormatOptionMistake) {
        try options.insert(name, isHorizontal: isHorizontal)
      } catch {
        throw SceneError(file: scene.file, position: item.position, mistake: error)
      }
    }
    return options
  }

  // MARK: - Mistakes

  private static func check(
    _ fields: [SourceNode.Entry], known: [String], _ scene: Scene
  ) throws(SceneError) {
    for field in fields where !known.contains(field.key) {
      guard !["name", "when", "active"].contains(field.key) else {
        throw mistake(.conditionAlone(field.key), at: field.keyPosition, scene)
      }
      let nearest = Spelling.nearest(to: field.key, among: known)
      throw mistake(.unknownKey(field.key, nearest: nearest), at: field.keyPosition, scene)
    }
  }

  private static func placed(
    _ mistake: NotationMistake, in node: SourceNode, _ scene: Scene
  ) -> SceneError {
    SceneError(
      file: scene.file, position: node.position(ofColumn: mistake.column), mistake: mistake)
  }

  private static func mistake(
    _ mistake: ConstraintEntryMistake, at position: SourcePosition, _ scene: Scene
  ) -> SceneError {
    SceneError(file: scene.file, position: position, mistake: mistake)
  }
}

/// A constraint whose constant is one of the scene's numbers.
package struct NamedConstant: Hashable, Sendable {
  /// The place of the number in `ViewTree.numbers`.
  package let number: Int
  /// 1, or -1 where the number is subtracted.
  package let sign: Double
  /// The place of the statement.
  package fileprivate(set) var statement = 0
  /// The place among all constraints.
  package fileprivate(set) var constraint = 0

  init(number: Int, sign: Double) {
    self.number = number
    self.sign = sign
  }
}

extension [NamedConstant] {
  /// The uses of a number, in a list in which those of one number are together.
  package func uses(of number: Int) -> ArraySlice<NamedConstant> {
    uses(of: number) { $0.number }
  }
}

/// An entry of `constraints` that is no constraint.
public enum ConstraintEntryMistake: SceneMistake, Equatable {
  /// Neither text nor a mapping with `vfl:` or `linear:`.
  case notAConstraint(found: String)
  /// `- H: [a]` is a mapping in YAML.
  case spaceAfterAxis(String)
  /// A key that such an entry does not have.
  case unknownKey(String, nearest: String?)
  /// A name or a condition without an entry.
  case conditionAlone(String)
  /// The value of the key is not a text.
  case notAText(String, found: String)
  /// `metrics` that are no mapping.
  case metrics(found: String)
  /// A metric that is no number.
  case metricNumber(String, found: String)
  /// A stack that cannot be read.
  case stack(String, found: String)
  /// A visual format or a stack that is to get a priority.
  case manyPriorities
  /// `options` that are no list of names.
  case optionList(found: String)

  /// The message behind `error:`.
  public var description: String {
    switch self {
    case .notAConstraint(let found):
      "an entry of 'constraints' is an equation, a visual format, or a mapping with 'vfl:', "
        + "'linear:' or 'stack:'; found \(found)"
    case .spaceAfterAxis(let axis):
      "'\(axis): ' with a space is a mapping in YAML; write the format without white space, "
        + "as in '- \(axis):[a]'"
    case .unknownKey(let key, let nearest):
      "unknown key '\(key.shortened(to: 40))' in a constraint"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .conditionAlone(let key):
      "'\(key)' needs an entry beside it: 'is:' with an equation or a visual format, 'vfl:', "
        + "'linear:' or 'stack:'"
    case .notAText(let key, let found): "'\(key)' takes a text, found \(found)"
    case .metrics(let found): "'metrics' maps names to numbers, found \(found)"
    case .metricNumber(let name, let found):
      "the metric '\(name.shortened(to: 40))' must be a finite number, found \(found)"
    case .stack(let wanted, let found): "a stack takes \(wanted); found \(found)"
    case .manyPriorities:
      "a step changes the priority of this entry, but each part of a visual format or a stack has "
        + "its own; write it as equations"
    case .optionList(let found): "'options' is a list of names, found \(found)"
    }
  }
}

extension Substring {
  /// The text without spaces at its end.
  fileprivate var trimmingSpaces: Substring {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
