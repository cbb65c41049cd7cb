import LayoutModel

/// A stack in a scene file: an entry of `constraints` that represents many.
///
///     - stack: { in: row, views: [icon, title], axis: horizontal, spacing: 8,
///                after: { icon: 12 } }
struct StackEntry {
  private let container: ViewID
  private let views: [ViewID]
  private let hidden: Set<Int>
  private let gapsAfter: [Int: Double]
  private let stack: Stack

  /// The value of `stack:`; `nil` where the entry is no stack.
  static func fields(of entry: SourceNode) -> SourceNode? {
    // A stack may have a name and a condition beside it.
    entry.entries?.first { $0.key == "stack" }?.value
  }

  /// Returns true if a stack shares its room by its views' contents.
  static func isProportional(_ stack: SourceNode) -> Bool {
    stack.entries?.first { $0.key == "distribution" }?.value.text
      == Stack.Distribution.fillProportionally.rawValue
  }

  /// The entry without some views; `nil` where the container is among these.
  static func without(_ gone: Set<String>, _ stack: SourceNode) -> SourceNode? {
    func isGone(_ node: SourceNode) -> Bool { node.text.map { gone.contains($0) } ?? false }
    var fields: [SourceNode.Entry] = []
    for field in stack.entries ?? [] {
      var value = field.value
      switch field.key {
      case "in": if isGone(value) { return nil }
      case "views", "hidden":
        value = SourceNode(
          .sequence((value.items ?? []).filter { !isGone($0) }), at: value.position)
      case "after":
        value = SourceNode(
          .mapping((value.entries ?? []).filter { !gone.contains($0.key) }), at: value.position)
      default: break
      }
      fields.append(.init(key: field.key, keyPosition: field.keyPosition, value: value))
    }
    let rest = SourceNode(.mapping(fields), at: stack.position)
    return SourceNode(
      .mapping([.init(key: "stack", keyPosition: stack.position, value: rest)]),
      at: stack.position)
  }

  /// Reads the entry.
  ///
  /// - Throws: `SceneError`.
  init(_ node: SourceNode, in scene: Scene) throws(SceneError) {
    guard let fields = node.entries else {
      throw Self.error(.stack("a mapping", found: node.summary), node, scene)
    }
    let known = [
      "in", "views", "axis", "distribution", "alignment", "spacing", "after", "margins", "hidden",
    ]
    for field in fields where !known.contains(field.key) {
      let nearest = Spelling.nearest(to: field.key, among: known)
      throw SceneError(
        file: scene.file, position: field.keyPosition,
        mistake: ConstraintEntryMistake.unknownKey(field.key, nearest: nearest))
    }
    func field(_ key: String) -> SourceNode? { fields.first { $0.key == key }?.value }
    let tree = scene.tree
    func view(_ node: SourceNode) throws(SceneError) -> ViewID {
      guard let view = node.text.flatMap({ tree.view(named: $0) }) else {
        throw Self.error(.stack("the name of a view", found: node.summary), node, scene)
      }
      return view
    }
    guard let holder = field("in") else {
      throw Self.error(
        .stack("'in:', the view that contains the others", found: "none"), node, scene)
    }
    let container = try view(holder)
    var views: [ViewID] = []
    if let list = field("views") {
      guard let items = list.items else {
        throw Self.error(.stack("a list of views", found: list.summary), list, scene)
      }
      for item in items {
        let one = try view(item)
        guard tree.superview(of: one) == container, !views.contains(one) else {
          throw Self.error(
            .stack("subviews of '\(tree.name(of: container))', each once", found: item.summary),
            item, scene)
        }
        views.append(one)
      }
    } else {
      views = tree.views.filter { tree.superview(of: $0) == container }
    }
    func place(_ node: SourceNode, named name: String) throws(SceneError) -> Int {
      guard let place = views.firstIndex(where: { tree.name(of: $0) == name }) else {
        throw Self.error(.stack("a view of the stack", found: "'\(name)'"), node, scene)
      }
      return place
    }
    func word<Word: RawRepresentable & CaseIterable>(
      _ key: String, _ usual: Word
    ) throws(SceneError) -> Word where Word.RawValue == String {
      guard let node = field(key) else { return usual }
      guard let word = node.text.flatMap({ Word(rawValue: $0) }) else {
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        throw Self.error(.stack("one of \(words)", found: node.summary), node, scene)
      }
      return word
    }
    func number(_ node: SourceNode) throws(SceneError) -> Double {
      guard let number = node.text.flatMap({ try? NumberText.parse($0) }) else {
        throw Self.error(.stack("a number", found: node.summary), node, scene)
      }
      return number
    }
    var stack = Stack()
    stack.axis = try word("axis", StackAxis.horizontal) == .horizontal ? .horizontal : .vertical
    stack.distribution = try word("distribution", .fill)
    stack.alignment = try word("alignment", .fill)
    if let node = field("spacing") { stack.spacing = try number(node) }
    if let node = field("margins") {
      guard let answer = node.text, ["yes", "no", "true", "false"].contains(answer) else {
        throw Self.error(.stack("'margins: yes' or 'no'", found: node.summary), node, scene)
      }
      stack.usesMargins = answer == "yes" || answer == "true"
    }
    var gaps: [Int: Double] = [:]
    if let node = field("after") {
      guard let entries = node.entries else {
        throw Self.error(.stack("a mapping from views to gaps", found: node.summary), node, scene)
      }
      for entry in entries {
        gaps[try place(entry.value, named: entry.key)] = try number(entry.value)
      }
    }
    var hidden: Set<Int> = []
    for item in field("hidden")?.items ?? [] {
      hidden.insert(try place(item, named: item.text ?? item.summary))
    }
    self.container = container
    self.views = views
    self.stack = stack
    self.hidden = hidden
    gapsAfter = gaps
  }

  /// The words of `axis:`.
  private enum StackAxis: String, CaseIterable { case horizontal, vertical }

  /// The constraints that it represents.
  ///
  /// - Throws: `SceneError`.
  func constraints(at node: SourceNode, in scene: Scene) throws(SceneError) -> [LinearConstraint] {
    do throws(ConstraintMistake) {
      let tree = scene.tree
      let rules = try stack.rules(
        contents: views.map { tree.intrinsicSize(of: $0)[stack.axis] }, hidden: hidden,
        gapsAfter: gapsAfter)
      var constraints: [LinearConstraint] = []
      for rule in rules {
        constraints.append(try constraint(rule, at: node.position, in: tree))
      }
      return constraints
    } catch {
      throw SceneError(file: scene.file, position: node.position, mistake: error)
    }
  }

  private func constraint(
    _ rule: Stack.Rule, at position: SourcePosition, in tree: ViewTree
  ) throws(ConstraintMistake) -> LinearConstraint {
    func item(_ view: Int?, _ attribute: Attribute) -> LinearConstraint.Item {
      LinearConstraint.Item(view.map { views[$0] } ?? container, attribute)
    }
    switch rule {
    case .line(
      let one, let line, let relation, let other, let otherLine, let multiplier,
      let constant, let priority):
      return try LinearConstraint(
        item(one, line), relation, item(other, otherLine), multiplier: multiplier,
        constant: constant, priority: Priority(priority), position: position, in: tree)
    case .size(let one, let size, let relation, let constant, let priority):
      return try LinearConstraint(
        item(one, size), relation, nil, constant: constant, priority: Priority(priority),
        position: position, in: tree)
    case .equalGaps(let one, let two, let three):
      // (three.near - two.far) - (two.near - one.far); from right to left the first is the last.
      let isMirrored = stack.axis == .horizontal && tree.direction == .rightToLeft
      let (first, last) = isMirrored ? (three, one) : (one, three)
      return LinearConstraint(
        linear: form([(last, 1, 0), (two, -2, -1), (first, 1, 1)]), .equal, priority: .required,
        origin: .visualFormat, position: position)
    case .equalCentres(let one, let two, let three):
      return LinearConstraint(
        linear: form([(three, 1, 0.5), (two, -2, -1), (one, 1, 0.5)]), .equal,
        priority: try Priority(Stack.centering), origin: .visualFormat, position: position)
    }
  }

  /// A sum over near edges and sizes.
  private func form(_ terms: [(view: Int, near: Double, size: Double)]) -> LinearForm {
    let isRow = stack.axis == .horizontal
    var form = LinearForm()
    for term in terms {
      form.add(Unknown(views[term.view], isRow ? .left : .top), term.near)
      form.add(Unknown(views[term.view], isRow ? .width : .height), term.size)
    }
    return form
  }

  private static func error(
    _ mistake: ConstraintEntryMistake, _ node: SourceNode, _ scene: Scene
  ) -> SceneError {
    SceneError(file: scene.file, position: node.position, mistake: mistake)
  }
}
