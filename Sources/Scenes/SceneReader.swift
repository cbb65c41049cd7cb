import LayoutModel

/// Turns the nodes of a scene file into a `Scene`: the contract of the format, key by key.
struct SceneReader {
  let file: String
  /// The known dialects; `nil` where any name may be one.
  private let dialects: [DialectName]?
  private var version = 1
  /// The names of entries.
  private var names: Set<String> = []
  /// The names of absent views: those absent at first, as the steps read so far have changed them.
  private var absent: Set<String> = []
  /// The views in file order, and the index of each among these.
  private var entries: [ViewEntry] = []
  private var numbers: [String: Int] = [:]
  /// The numbers of the root's subviews.
  private var tops: [Int] = []

  /// A view in the file.
  private struct ViewEntry {
    let id: String
    let position: SourcePosition
    let traits: ViewTraits
    /// The text that it shows.
    let text: Text?
    /// The numbers of its subviews.
    var children: [Int] = []
  }

  init(file: String, dialects: [DialectName]?) {
    self.file = file
    self.dialects = dialects
  }

  // MARK: - The file

  mutating func scene(from document: SourceNode) throws(SceneError) -> Scene {
    let fields = try fields(
      of: document, in: "the scene", required: ["layoutbench", "name", "root", "views", "layouts"],
      optional: ["summary", "cells", "numbers", "expect", "steps"])
    if let version = fields["layoutbench"] {
      guard let text = version.text, text == "1" || text == "2" else {
        throw error(version, .version(version.text ?? version.summary))
      }
      self.version = text == "1" ? 1 : 2
      for key in ["cells", "numbers"] {
        if let node = fields[key] { try checkVersion2(key, node) }
      }
    }
    let name = try name(required(fields, "name", of: document))
    let summary = try fields["summary"].map { (node) throws(SceneError) in try text(node) }
    var tree = try root(required(fields, "root", of: document))
    try readViews(required(fields, "views", of: document), within: nil)
    let added = try readAddedViews(fields["steps"])
    addViews(to: &tree)
    if let node = fields["numbers"] { try readNumbers(node, of: &tree) }
    var layouts = try layouts(required(fields, "layouts", of: document))
    for node in added { try append(node, to: &layouts) }
    let outAtFirst = Set(absent.compactMap { tree.view(named: $0) })
    var variations: [DialectName: Variations] = [:]
    // In file order, so that the first of several mistakes is reported.
    for (dialect, layout) in layouts.sorted(by: { $0.value.position.line < $1.value.position.line })
    {
      if version < 2 {
        try checkVersion1(dialect, layout)
      } else {
        guard let varying = try self.variations(layout) else { continue }
        variations[dialect] = varying
        layouts[dialect] = SourceNode(
          .sequence(
            varying.holding(at: tree.rootSize, Variations.Switches()).map {
              varying.entries[$0].node
            }), at: layout.position)
      }
    }
    names = variations.values.reduce(into: []) { $0.formUnion($1.names) }
    let expected = try expectation(fields["expect"], in: tree)
    let cells = try fields["cells"].map { (node) throws(SceneError) in
      try view(named: text(node), at: node.position, in: tree)
    }
    var steps: [Step] = []
    if let node = fields["steps"] {
      var present = tree
      for item in try list(node, "a list of steps") {
        steps.append(try step(item, in: &present))
      }
    }
    var scene = Scene(
      file: file, name: name, summary: summary, tree: tree, layouts: layouts, expected: expected,
      steps: steps)
    scene.cells = cells
    scene.variations = variations
    scene.absent = outAtFirst
    return scene
  }

  private func root(_ node: SourceNode) throws(SceneError) -> ViewTree {
    let fields = try fields(
      of: node, in: "root", required: ["size"], optional: ["direction", "margins"])
    let size = try size(required(fields, "size", of: node), what: "root.size")
    var direction = LayoutDirection.leftToRight
    if let word = fields["direction"] {
      guard let known = try LayoutDirection(rawValue: text(word)) else {
        throw error(
          word, .unknownWord(word.text ?? "", allowed: LayoutDirection.allCases.map(\.rawValue)))
      }
      direction = known
    }
    let margins = try fields["margins"].map { (node) throws(SceneError) in try insets(node) }
    return ViewTree(
      rootSize: size, direction: direction, rootMargins: margins ?? EdgeInsets(all: 8))
  }

  /// Reads the numbers that statements name.
  private func readNumbers(
    _ node: SourceNode, of tree: inout ViewTree
  ) throws(SceneError) {
    guard let fields = node.entries else {
      throw error(node, .expected("a name and a value for each number", found: node.summary))
    }
    for field in fields {
      let name = field.key
      guard Self.isIdentifier(name), !name.contains("-") else {
        throw SceneError(
          file: file, position: field.keyPosition,
          mistake: FormatMistake.badName(
            name, what: "a number's name",
            allowed: "a letter or '_', then letters, digits and '_'"))
      }
      guard tree.view(named: name) == nil,
        !["root", "superview", "flexible", "make", "nil", "null"].contains(name)
      else {
        throw SceneError(
          file: file, position: field.keyPosition, mistake: FormatMistake.numberName(name))
      }
      tree.numbers.add(name, try number(field.value))
    }
  }

  // MARK: - Views

  /// Reads a list of views: those of the screen, or the children of one.
  private mutating func readViews(
    _ node: SourceNode, within superview: Int?
  ) throws(SceneError) {
    for item in try list(node, "a list of views") {
      let fields = try fields(
        of: item, in: "a view", required: ["id"],
        optional: Self.viewKeys + ["parent", "out"])
      var parent = superview
      if let node = fields["parent"] {
        try checkVersion2("parent", node)
        guard superview == nil else { throw error(node, .parentWithinChildren) }
        parent = try self.parent(node)
      }
      let id = try readView(item, fields, within: parent)
      if let node = fields["out"] {
        try checkVersion2("out", node)
        if try truth(node) { absent.insert(id) }
      }
    }
  }

  private static let viewKeys = [
    "intrinsic", "hugging", "compression", "frame", "baseline", "margins", "children", "text",
  ]

  /// Reads a view and the views in it.
  private mutating func readView(
    _ item: SourceNode, _ fields: [String: SourceNode], within superview: Int?
  ) throws(SceneError) -> String {
    let idNode = try required(fields, "id", of: item)
    let id = try identifier(idNode)
    if let first = numbers[id] {
      throw error(idNode, .duplicateView(id, first: entries[first].position))
    }
    let number = entries.count
    var text: Text?
    if let node = fields["text"] {
      try checkVersion2("text", node)
      for key in ["intrinsic", "frame", "baseline"] {
        if let other = fields[key] { throw error(other, .sizeBesideText(key)) }
      }
      text = try self.text(of: node)
    }
    entries.append(
      ViewEntry(id: id, position: idNode.position, traits: try traits(fields), text: text))
    numbers[id] = number
    if let superview { entries[superview].children.append(number) } else { tops.append(number) }
    if let children = fields["children"] { try readViews(children, within: number) }
    return id
  }

  /// Reads the views that steps add; they are absent until then.
  ///
  /// - Returns: their layouts.
  private mutating func readAddedViews(_ steps: SourceNode?) throws(SceneError) -> [SourceNode] {
    var layouts: [SourceNode] = []
    for step in steps?.items ?? [] {
      guard let node = step.entries?.first(where: { $0.key == "add" })?.value, node.entries != nil
      else { continue }
      try checkVersion2("add", node)
      let fields = try fields(
        of: node, in: "'add'", required: ["id", "to"], optional: Self.viewKeys + ["layouts"])
      let superview = try parent(required(fields, "to", of: node))
      absent.insert(try readView(node, fields, within: superview))
      if let layout = fields["layouts"] { layouts.append(layout) }
    }
    return layouts
  }

  /// Adds the entries that come with a step's new view to the scene's layouts.
  private func append(
    _ node: SourceNode, to layouts: inout [DialectName: SourceNode]
  ) throws(SceneError) {
    let fields = try fields(
      of: node, in: "'layouts' of 'add'", required: [],
      optional: layouts.keys.map(\.text).sorted())
    for (name, entries) in fields {
      let more = try list(entries, "a list, the entries of '\(name)'")
      guard let layout = layouts[DialectName(name)] else { continue }
      layouts[DialectName(name)] = SourceNode(
        .sequence((layout.items ?? []) + more), at: layout.position)
    }
  }

  /// The number of the view that `parent` names; `nil` for the root.
  private func parent(_ node: SourceNode) throws(SceneError) -> Int? {
    let name = try text(node)
    guard name != "root" else { return nil }
    guard let number = numbers[name] else { throw error(node, .unknownParent(name)) }
    return number
  }

  /// Adds the views that were read to the tree in document order, at any depth.
  private func addViews(to tree: inout ViewTree) {
    var pending = tops.reversed().map { (number: $0, superview: ViewID.root) }
    while let (number, superview) = pending.popLast() {
      let entry = entries[number]
      guard let view = tree.add(entry.id, to: superview, traits: entry.traits) else { continue }
      if let text = entry.text { tree.setText(text, of: view) }
      pending += entry.children.reversed().map { ($0, view) }
    }
  }

  private func checkVersion2(_ key: String, _ node: SourceNode) throws(SceneError) {
    guard version >= 2 else { throw error(node, .needsVersion2(key)) }
  }

  private func traits(_ fields: [String: SourceNode]) throws(SceneError) -> ViewTraits {
    var traits = ViewTraits()
    if let node = fields["intrinsic"] { traits.intrinsic = try intrinsic(node) }
    if let node = fields["hugging"] { traits.hugging = try priorities(node, what: "hugging") }
    if let node = fields["compression"] {
      traits.compression = try priorities(node, what: "compression")
    }
    if let node = fields["frame"] {
      let frame = try rect(node, what: "frame")
      if version >= 2, min(frame.width, frame.height) < 0 {
        throw error(
          node, .negative(NumberText.write(min(frame.width, frame.height)), what: "a size"))
      }
      traits.givenFrame = frame
    }
    if let node = fields["baseline"] {
      let offsets = try numbers(node, count: 2, what: "baseline")
      (traits.firstBaseline, traits.lastBaseline) = (offsets[0], offsets[1])
    }
    if let node = fields["margins"] { traits.margins = try insets(node) }
    return traits
  }

  /// True for a letter or `_`, then letters, digits, `_` and `-`.
  private static func isIdentifier(_ text: String) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool {
      (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
    }
    func isMore(_ byte: UInt8) -> Bool {
      isLetter(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
    }
    return text.utf8.first.map(isLetter) == true && text.utf8.allSatisfy(isMore)
  }

  private func identifier(_ node: SourceNode) throws(SceneError) -> String {
    let id = try text(node)
    guard Self.isIdentifier(id) else {
      throw error(
        node,
        .badName(
          id, what: "an id", allowed: "a letter or '_', then letters, digits, '_' and '-'"))
    }
    guard !["root", "superview", "flexible"].contains(id) else {
      throw error(node, .reservedName(id))
    }
    return id
  }

  private func name(_ node: SourceNode) throws(SceneError) -> String {
    let name = try text(node)
    let allowed = name.utf8.allSatisfy { byte in
      (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x5F || byte == 0x2E
    }
    guard !name.isEmpty, allowed else {
      throw error(
        node, .badName(name, what: "a scene's name", allowed: "letters, digits, '-', '_' and '.'"))
    }
    return name
  }

  // MARK: - Layouts, expectations, steps

  private func layouts(_ node: SourceNode) throws(SceneError) -> [DialectName: SourceNode] {
    let known = dialects?.map(\.text) ?? node.entries?.map(\.key) ?? []
    let fields = try fields(of: node, in: "layouts", required: [], optional: known)
    var layouts: [DialectName: SourceNode] = [:]
    for name in known {
      guard let layout = fields[name] else { continue }
      _ = try list(layout, "a list, the entries of '\(name)'")
      layouts[DialectName(name)] = layout
    }
    guard !layouts.isEmpty else { throw error(node, .noLayout(known: known)) }
    return layouts
  }

  /// Refuses entries that only version 2 has.
  private func checkVersion1(
    _ dialect: DialectName, _ layout: SourceNode
  ) throws(SceneError) {
    if dialect.text == "css" { try checkVersion2("css", layout) }
    for item in layout.items ?? [] {
      guard let fields = item.entries else { continue }
      for field in fields {
        let isCondition = fields.count > 1 && Self.conditionKeys.contains(field.key)
        if isCondition || (dialect.text == "constraints" && field.key == "stack") {
          try checkVersion2(field.key, field.value)
        }
      }
    }
  }

  private static let conditionKeys = ["name", "when", "active"]

  private func expectation(
    _ node: SourceNode?, in tree: ViewTree
  ) throws(SceneError) -> Expectation {
    guard let node else { return Expectation() }
    guard let entries = node.entries else {
      throw error(node, .expected("a mapping from view ids to frames", found: node.summary))
    }
    var frames: [Expectation.Entry] = []
    for entry in entries {
      let view = try view(named: entry.key, at: entry.keyPosition, in: tree)
      if let out = holder(of: view, in: tree) {
        throw SceneError(
          file: file, position: entry.keyPosition,
          mistake: FormatMistake.outHere(entry.key, because: tree.name(of: out)))
      }
      let frame = try rect(entry.value, what: "a frame")
      frames.append(
        Expectation.Entry(view: view, frame: frame, position: entry.value.position))
    }
    return Expectation(frames: frames)
  }

  /// The entries of a layout with their conditions; `nil` where no entry has one.
  private func variations(_ layout: SourceNode) throws(SceneError) -> Variations? {
    var entries: [(node: SourceNode, condition: EntryCondition?)] = []
    for item in layout.items ?? [] { entries.append(try entry(item)) }
    guard entries.contains(where: { $0.condition != nil }) else { return nil }
    return Variations(entries: entries, position: layout.position)
  }

  /// Separates an entry from the keys that state when it applies.
  private func entry(
    _ item: SourceNode
  ) throws(SceneError) -> (node: SourceNode, condition: EntryCondition?) {
    let keys = Self.conditionKeys
    // In a mapping with one key, the key is the name of a view or of a call.
    guard let fields = item.entries, fields.count > 1,
      fields.contains(where: { keys.contains($0.key) })
    else { return (item, nil) }
    var condition = EntryCondition()
    for field in fields {
      switch field.key {
      case "name": condition.name = try text(field.value)
      case "active": condition.isActive = try truth(field.value)
      case "when":
        let bounds = try self.fields(
          of: field.value, in: "'when'", required: [], optional: ["width", "height"])
        condition.widths = try bounds["width"].map { (node) throws(SceneError) in
          try range(node)
        }
        condition.heights = try bounds["height"].map { (node) throws(SceneError) in
          try range(node)
        }
      default: break
      }
    }
    let rest = fields.filter { !keys.contains($0.key) }
    guard let first = rest.first else {
      throw error(item, .expected("an entry besides its name", found: "nothing"))
    }
    if rest.count == 1, first.key == "is" { return (first.value, condition) }
    return (SourceNode(.mapping(rest), at: item.position), condition)
  }

  private func truth(_ node: SourceNode) throws(SceneError) -> Bool {
    switch try text(node) {
    case "yes", "true": return true
    case "no", "false": return false
    case let word: throw error(node, .unknownWord(word, allowed: ["yes", "no"]))
    }
  }

  /// Lengths from the first number up to the second, which is excluded; `~` is no bound.
  private func range(_ node: SourceNode) throws(SceneError) -> Range<Double> {
    let items = try list(node, "[from, to]")
    guard items.count == 2 else {
      throw error(node, .count(wanted: 2, found: items.count, what: "a range"))
    }
    let low = items[0].text == "~" ? 0 : try notNegative(items[0], what: "a length")
    let high = items[1].text == "~" ? .infinity : try notNegative(items[1], what: "a length")
    guard low < high else { throw error(node, .emptyRange) }
    return low..<high
  }

  /// Reads a step; `tree` is the state after the steps before it.
  private mutating func step(
    _ node: SourceNode, in tree: inout ViewTree
  ) throws(SceneError) -> Step {
    let kinds = [
      "resize", "view", "activate", "deactivate", "priority", "remove", "add", "number", "fit",
    ]
    let fields = try fields(
      of: node, in: "a step", required: [],
      optional: kinds + ["intrinsic", "text", "expect", "size"])
    let present = kinds.filter { fields[$0] != nil }
    guard present.count == 1, let value = fields[present[0]],
      (present[0] == "view") == (fields["intrinsic"] != nil || fields["text"] != nil),
      fields["intrinsic"] == nil || fields["text"] == nil,
      present[0] == "fit" ? fields["expect"] == nil : fields["size"] == nil
    else { throw error(node, .stepChange) }
    if !["resize", "view"].contains(present[0]) { try checkVersion2(present[0], value) }
    let change: Change
    switch present[0] {
    case "resize":
      tree.rootSize = try size(value, what: "resize")
      change = .resize(tree.rootSize)
    case "view":
      let view = try viewOfStep(value, in: tree)
      guard (fields["text"] != nil) == (tree.texts[view] != nil) else {
        throw error(
          fields["text"] ?? fields["intrinsic"] ?? node,
          .otherContent(tree.name(of: view), hasText: tree.texts[view] != nil))
      }
      if let node = fields["text"], var text = tree.texts[view] {
        text.string = try string(node)
        try checkSize(of: text, node)
        tree.setText(text, of: view)
        change = .text(view, text)
        break
      }
      var size = try intrinsic(try required(fields, "intrinsic", of: node), isStep: true)
      if version >= 2 { size = kept(size, try required(fields, "intrinsic", of: node), tree[view]) }
      tree[view].intrinsic = size
      change = .intrinsic(view, size)
    case "remove":
      let view = try viewOfStep(value, in: tree)
      guard holder(of: view, in: tree) == nil else {
        throw error(value, .alreadyOut(tree.name(of: view)))
      }
      absent.insert(tree.name(of: view))
      change = .removal(view)
    case "add":
      // A view that a step adds is already among the views.
      let name = value.entries?.first { $0.key == "id" }?.value ?? value
      let view = try viewOfStep(name, in: tree)
      guard absent.remove(tree.name(of: view)) != nil else {
        throw error(value, .notOut(tree.name(of: view)))
      }
      change = .addition(view)
    case "priority":
      let items = try list(value, "[name, priority]")
      guard items.count == 2 else {
        throw error(value, .count(wanted: 2, found: items.count, what: "priority"))
      }
      let priority = try number(items[1])
      guard priority > 0, priority <= 1000 else {
        throw error(items[1], .priority(items[1].text ?? ""))
      }
      change = .priority(try nameOfEntry(items[0]), priority)
    case "number":
      let items = try list(value, "[name, value]")
      guard items.count == 2 else {
        throw error(value, .expected("[name, value]", found: "\(items.count) entries"))
      }
      let name = try text(items[0])
      guard let place = tree.numbers.place(of: name) else {
        throw error(
          items[0],
          .unknownNumber(name, nearest: Spelling.nearest(to: name, among: tree.numbers.names)))
      }
      change = .number(place, try number(items[1]))
    case "fit":
      let width = try notNegative(value, what: "a width")
      var expected = Expectation()
      if let node = fields["size"] {
        let size = try self.size(node, what: "size")
        let frame = Rect(x: 0, y: 0, width: size.width, height: size.height)
        expected.frames = [.init(view: .root, frame: frame, position: node.position)]
      }
      return Step(change: .fit(width: width), expected: expected, position: node.position)
    default: change = .activation(try nameOfEntry(value), present[0] == "activate")
    }
    let expected = try expectation(fields["expect"], in: tree)
    return Step(change: change, expected: expected, position: node.position)
  }

  /// The absent view that makes a view absent, itself or one that contains it; `nil` if it is
  /// present.
  private func holder(of view: ViewID, in tree: ViewTree) -> ViewID? {
    guard !absent.isEmpty else { return nil }
    var next: ViewID? = view
    while let one = next {
      if absent.contains(tree.name(of: one)) { return one }
      next = tree.superview(of: one)
    }
    return nil
  }

  private func viewOfStep(_ node: SourceNode, in tree: ViewTree) throws(SceneError) -> ViewID {
    let view = try view(named: text(node), at: node.position, in: tree)
    guard view != .root else { throw error(node, .rootStays) }
    return view
  }

  private func nameOfEntry(_ node: SourceNode) throws(SceneError) -> String {
    let name = try text(node)
    guard names.contains(name) else {
      throw error(
        node, .unknownEntry(name, nearest: Spelling.nearest(to: name, among: names.sorted())))
    }
    return name
  }

  /// A step's content size: `~` leaves an axis unchanged.
  private func kept(
    _ size: IntrinsicSize, _ node: SourceNode, _ traits: ViewTraits
  ) -> IntrinsicSize {
    func side(_ axis: Axis, _ place: Int) -> Double? {
      let word = node.items?[place].text
      return word == "~" || word == "null" ? traits.intrinsic[axis] : size[axis]
    }
    return IntrinsicSize(side(.horizontal, 0), side(.vertical, 1))
  }

  private func view(
    named name: String, at position: SourcePosition, in tree: ViewTree
  ) throws(SceneError) -> ViewID {
    if let view = tree.view(named: name) { return view }
    let nearest = Spelling.nearest(to: name, among: tree.names)
    throw SceneError(
      file: file, position: position, mistake: FormatMistake.unknownView(name, nearest: nearest))
  }

  // MARK: - Values

  private func intrinsic(
    _ node: SourceNode, isStep: Bool = false
  ) throws(SceneError) -> IntrinsicSize {
    let items = try list(node, "[width, height]")
    guard items.count == 2 else {
      throw error(node, .count(wanted: 2, found: items.count, what: "intrinsic"))
    }
    var sizes: [Double?] = []
    for item in items {
      if item.text == "~" || item.text == "null"
        || (isStep && version >= 2 && item.text == "none")
      {
        sizes.append(nil)
      } else if isStep, item.text == "none" {
        throw error(item, .needsVersion2("none"))
      } else {
        sizes.append(try notNegative(item, what: "an intrinsic size"))
      }
    }
    return IntrinsicSize(sizes[0], sizes[1])
  }

  private func priorities(
    _ node: SourceNode, what: String
  ) throws(SceneError) -> AxisPair<Double> {
    let items = try list(node, "[horizontal, vertical]")
    guard items.count == 2 else {
      throw error(node, .count(wanted: 2, found: items.count, what: what))
    }
    var values: [Double] = []
    for item in items {
      let value = try number(item)
      guard value > 0, value <= 1000 else { throw error(item, .priority(item.text ?? "")) }
      values.append(value)
    }
    return AxisPair(values[0], values[1])
  }

  private func size(_ node: SourceNode, what: String) throws(SceneError) -> Size {
    let items = try list(node, "[width, height]")
    guard items.count == 2 else {
      throw error(node, .count(wanted: 2, found: items.count, what: what))
    }
    return Size(
      width: try notNegative(items[0], what: "a width"),
      height: try notNegative(items[1], what: "a height"))
  }

  private func rect(_ node: SourceNode, what: String) throws(SceneError) -> Rect {
    let sides = try numbers(node, count: 4, what: what)
    return Rect(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
  }

  private func insets(_ node: SourceNode) throws(SceneError) -> EdgeInsets {
    let sides = try numbers(node, count: 4, what: "margins")
    return EdgeInsets(top: sides[0], left: sides[1], bottom: sides[2], right: sides[3])
  }

  private func numbers(
    _ node: SourceNode, count: Int, what: String
  ) throws(SceneError) -> [Double] {
    let items = try list(node, "a list of \(count) numbers")
    guard items.count == count else {
      throw error(node, .count(wanted: count, found: items.count, what: what))
    }
    var values: [Double] = []
    for item in items { values.append(try number(item)) }
    return values
  }

  private func notNegative(_ node: SourceNode, what: String) throws(SceneError) -> Double {
    let value = try number(node)
    guard value >= 0 else { throw error(node, .negative(node.text ?? "", what: what)) }
    return value
  }

  func number(_ node: SourceNode) throws(SceneError) -> Double {
    guard let text = node.text else {
      throw error(node, .expected("a number", found: node.summary))
    }
    do {
      return try NumberText.parse(text)
    } catch .form {
      throw error(node, .notANumber(text))
    } catch .notFinite {
      throw error(node, .notFinite(text))
    } catch {
      throw self.error(node, .absurd(text))
    }
  }

  func text(_ node: SourceNode) throws(SceneError) -> String {
    guard let text = node.text, node.isQuoted || !["", "~", "null"].contains(text) else {
      throw error(
        node, .expected("a text", found: node.text == nil ? node.summary : "nothing"))
    }
    return text
  }

  func list(_ node: SourceNode, _ what: String) throws(SceneError) -> [SourceNode] {
    guard let items = node.items else {
      throw error(node, .expected(what, found: node.summary))
    }
    return items
  }

  /// The entries of a mapping, after checking that every key is known and every required key is
  /// present.
  func fields(
    of node: SourceNode, in place: String, required: [String], optional: [String]
  ) throws(SceneError) -> [String: SourceNode] {
    guard let entries = node.entries else {
      throw error(node, .expected("a mapping, \(place)", found: node.summary))
    }
    var fields: [String: SourceNode] = [:]
    for entry in entries {
      guard required.contains(entry.key) || optional.contains(entry.key) else {
        let nearest = Spelling.nearest(to: entry.key, among: required + optional)
        throw SceneError(
          file: file, position: entry.keyPosition,
          mistake: FormatMistake.unknownKey(entry.key, in: place, nearest: nearest))
      }
      fields[entry.key] = entry.value
    }
    for key in required where fields[key] == nil {
      throw error(node, .missingKey(key, in: place))
    }
    return fields
  }

  func required(
    _ fields: [String: SourceNode], _ key: String, of node: SourceNode
  ) throws(SceneError) -> SourceNode {
    guard let value = fields[key] else { throw error(node, .missingKey(key, in: "this")) }
    return value
  }

  func error(_ node: SourceNode, _ mistake: FormatMistake) -> SceneError {
    SceneError(file: file, position: node.position, mistake: mistake)
  }
}
