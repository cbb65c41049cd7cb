import LayoutModel

/// Compiles the `layoutkit` steps of a scene into flat code.
struct CallCompiler {
  private static let callKeys = [
    "size", "width", "height", "sizeToFit", "xPlace", "yPlace", "xLeft", "xRight", "xCenter",
    "yTop",
    "yBottom", "yCenter", "center", "xEqual", "yEqual", "equal", "xFlexibleValue",
    "yFlexibleValue", "insetBounds", "resetBounds", "layout", "holder",
  ]
  private static let modifiers = ["ref", "let", "steps"]
  private static let aliases = ["insetEdges": "insetBounds"]
  private static let reserved = ["root", "superview", "flexible", "make"]
  private static let deepest = 200

  private let scene: Scene
  private var code = CallCode()

  init(_ scene: Scene) { self.scene = scene }

  /// Compiles all steps.
  ///
  /// - Throws: `SceneError` at the offending scalar.
  mutating func compile() throws(SceneError) -> CallCode {
    guard let layout = scene.layouts[.layoutkit] else { return code }
    var scope = CallScope()
    try compile(steps: layout, call: "layoutkit", &scope)
    code.longestList = max(1, code.longestList)
    return code
  }

  private mutating func compile(
    steps: SourceNode, call: String, _ scope: inout CallScope
  ) throws(SceneError) {
    guard let items = steps.items else {
      throw error(.notOneCall(found: steps.summary), steps)
    }
    guard !items.isEmpty else { throw error(.emptyList(call), steps) }
    for item in items { try compile(item, &scope) }
  }

  // MARK: - A step

  private struct Call {
    let name: String
    /// The name as the scene has it, which may be an alias.
    let written: String
    let node: SourceNode
    let keyPosition: SourcePosition
    let reference: SourceNode?
    let kept: SourceNode?
    let steps: SourceNode?
    let stepsPosition: SourcePosition?
  }

  private mutating func compile(
    _ node: SourceNode, _ scope: inout CallScope
  ) throws(SceneError) {
    let call = try call(node)
    let isMakerCall = ["insetBounds", "resetBounds", "holder", "layout"].contains(call.name)
    if let reference = call.reference, isMakerCall {
      throw error(.noReference(call.written), reference)
    }
    if let kept = call.kept,
      !["xFlexibleValue", "yFlexibleValue", "insetBounds"].contains(call.name)
    {
      throw error(.noValue(call.name), kept)
    }
    if let place = call.stepsPosition, call.name != "layout" {
      throw SceneError(
        file: scene.file, position: place,
        mistake: CallMistake.unknownKey("steps", call: call.written, nearest: nil))
    }
    var area = CallCode.Bounds.maker(scope.maker)
    if let reference = call.reference {
      area = .frame(try readableView(reference, scope))
    }
    switch call.name {
    case "size": try size(call, scope)
    case "width": try length(.horizontal, call, area, scope)
    case "height": try length(.vertical, call, area, scope)
    case "sizeToFit":
      let targets = try targets(call.node, call.name, scope)
      code.steps.append(.sizeToFit(targets))
    case "xPlace": try place(.horizontal, call, area, scope)
    case "yPlace": try place(.vertical, call, area, scope)
    case "xFlexibleValue": try flexibleValue(.horizontal, call, area, &scope)
    case "yFlexibleValue": try flexibleValue(.vertical, call, area, &scope)
    case "insetBounds": try inset(call, &scope)
    case "resetBounds": try reset(call, scope)
    case "layout": try layout(call, scope)
    case "holder": try holder(call, &scope)
    default: try align(call, area, scope)
    }
  }

  private func call(_ node: SourceNode) throws(SceneError) -> Call {
    guard let entries = node.entries else { throw error(.notOneCall(found: node.summary), node) }
    var found: SourceNode.Entry?
    for entry in entries where !Self.modifiers.contains(entry.key) {
      let name = Self.aliases[entry.key] ?? entry.key
      guard Self.callKeys.contains(name) else {
        let nearest = Spelling.nearest(
          to: entry.key, among: Self.callKeys + Self.modifiers)
        throw SceneError(
          file: scene.file, position: entry.keyPosition,
          mistake: CallMistake.unknownCall(entry.key, nearest: nearest))
      }
      if let first = found {
        throw SceneError(
          file: scene.file, position: entry.keyPosition,
          mistake: CallMistake.notOneCall(found: "'\(first.key)' and '\(entry.key)'"))
      }
      found = entry
    }
    guard let found else { throw error(.notOneCall(found: "no call"), node) }
    func modifier(_ key: String) -> SourceNode? { entries.first { $0.key == key }?.value }
    return Call(
      name: Self.aliases[found.key] ?? found.key, written: found.key, node: found.value,
      keyPosition: found.keyPosition, reference: modifier("ref"), kept: modifier("let"),
      steps: modifier("steps"),
      stepsPosition: entries.first { $0.key == "steps" }?.keyPosition)
  }

  // MARK: - Sizes

  private mutating func size(_ call: Call, _ scope: CallScope) throws(SceneError) {
    let fields = try fields(call.node, call: "size", required: ["views", "to"])
    let views = try targets(fields["views"] ?? call.node, "size", scope)
    let to = fields["to"] ?? call.node
    guard let sides = to.items else {
      throw error(.count(call: "size", wanted: 2, found: 1), to)
    }
    guard sides.count == 2 else {
      throw error(.count(call: "size", wanted: 2, found: sides.count), to)
    }
    let width = try number(sides[0], scope)
    let height = try number(sides[1], scope)
    code.steps.append(.size(views, width, height))
  }

  private mutating func length(
    _ axis: Axis, _ call: Call, _ area: CallCode.Bounds, _ scope: CallScope
  ) throws(SceneError) {
    let fields = try fields(call.node, call: call.name, required: ["views", "to"])
    let views = try targets(
      fields["views"] ?? call.node, call.name, scope, alsoPlaceholders: true)
    let to = fields["to"] ?? call.node
    if to.items != nil {
      let values = try items(to, call.name, scope)
      code.steps.append(.setEach(axis, views, values, area))
    } else {
      let length = try number(to, scope)
      code.steps.append(.setAll(axis, views, length))
    }
  }

  // MARK: - Places

  private mutating func place(
    _ axis: Axis, _ call: Call, _ area: CallCode.Bounds, _ scope: CallScope
  ) throws(SceneError) {
    guard let entries = call.node.entries else {
      let list = try items(call.node, call.name, scope, placed: true)
      return code.steps.append(.place(axis, list, .none, area))
    }
    for entry in entries where !["items", "fixedFirst", "fixedLast"].contains(entry.key) {
      throw unknownKey(entry, call: call.name, known: ["items", "fixedFirst", "fixedLast"])
    }
    func field(_ key: String) -> SourceNode? { entries.first { $0.key == key }?.value }
    guard let list = field("items") else { throw error(.placeKeys(call.name), call.node) }
    let anchor: CallCode.Anchor
    switch (field("fixedFirst"), field("fixedLast")) {
    case (let first?, nil): anchor = .first(try readableRect(first, scope))
    case (nil, let last?): anchor = .last(try readableRect(last, scope))
    default: throw error(.placeKeys(call.name), call.node)
    }
    let placed = try items(list, call.name, scope, placed: true)
    code.steps.append(.place(axis, placed, anchor, area))
  }

  private mutating func align(
    _ call: Call, _ area: CallCode.Bounds, _ scope: CallScope
  ) throws(SceneError) {
    let views = try targets(call.node, call.name, scope)
    switch call.name {
    case "xLeft": code.steps.append(.align(.horizontal, .start, views, area))
    case "xRight": code.steps.append(.align(.horizontal, .end, views, area))
    case "xCenter": code.steps.append(.align(.horizontal, .centre, views, area))
    case "yTop": code.steps.append(.align(.vertical, .start, views, area))
    case "yBottom": code.steps.append(.align(.vertical, .end, views, area))
    case "yCenter": code.steps.append(.align(.vertical, .centre, views, area))
    case "xEqual": code.steps.append(.equal(.horizontal, views, area))
    case "yEqual": code.steps.append(.equal(.vertical, views, area))
    case "equal":
      code.steps.append(.equal(.horizontal, views, area))
      code.steps.append(.equal(.vertical, views, area))
    default:
      code.steps.append(.align(.horizontal, .centre, views, area))
      code.steps.append(.align(.vertical, .centre, views, area))
    }
  }

  // MARK: - Values and makers

  private mutating func flexibleValue(
    _ axis: Axis, _ call: Call, _ area: CallCode.Bounds, _ scope: inout CallScope
  ) throws(SceneError) {
    guard let kept = call.kept else {
      throw SceneError(
        file: scene.file, position: call.keyPosition,
        mistake: CallMistake.valueNotKept(call.name))
    }
    let list = try items(call.node, call.name, scope)
    let name = try newName(kept, scope)
    let slot = Int32(code.keptNumberCount)
    code.keptNumberCount += 1
    scope.names[name] = .number(slot)
    code.steps.append(.flexibleValue(slot, axis, list, area))
  }

  private mutating func inset(_ call: Call, _ scope: inout CallScope) throws(SceneError) {
    let keys = ["edge", "top", "left", "bottom", "right"]
    guard let entries = call.node.entries, !entries.isEmpty else {
      throw error(.missingKey("edge", call: call.name), call.node)
    }
    var sides: [String: CallCode.Number] = [:]
    for entry in entries {
      guard keys.contains(entry.key) else {
        throw unknownKey(entry, call: call.written, known: keys)
      }
      guard entry.key != "edge" || entries.count == 1 else {
        throw SceneError(
          file: scene.file, position: entry.keyPosition,
          mistake: CallMistake.edgeAndSides(call.written))
      }
      sides[entry.key] = try number(entry.value, scope)
    }
    let rest = sides["edge"] ?? CallCode.Number(constant: 0)
    var keep: Int32 = -1
    if let kept = call.kept {
      let name = try newName(kept, scope)
      keep = Int32(code.keptRectCount)
      code.keptRectCount += 1
      scope.names[name] = .rect(keep)
    }
    code.steps.append(
      .inset(
        maker: scope.maker, top: sides["top"] ?? rest, left: sides["left"] ?? rest,
        bottom: sides["bottom"] ?? rest, right: sides["right"] ?? rest, keep: keep))
  }

  private mutating func reset(_ call: Call, _ scope: CallScope) throws(SceneError) {
    if call.node.items != nil {
      let sides = try rectangle(call.node, call.name, scope)
      return code.steps.append(.resetToRect(maker: scope.maker, sides))
    }
    guard !Self.isNothing(call.node), call.node.text != nil,
      case .keptRect(let kept) = try value(call.node, scope)
    else {
      throw error(
        .viewWanted(
          found: call.node.summary, allowed: "a rectangle kept by 'let', or four numbers"),
        call.node)
    }
    code.steps.append(.resetToKept(maker: scope.maker, kept))
  }

  private mutating func layout(_ call: Call, _ scope: CallScope) throws(SceneError) {
    guard let steps = call.steps else {
      throw error(.missingKey("steps", call: call.name), call.node)
    }
    var inner = scope
    inner.maker += 1
    guard Int(inner.maker) < Self.deepest else { throw error(.nestedTooDeep, call.node) }
    code.makerCount = max(code.makerCount, Int(inner.maker) + 1)
    if call.node.items != nil {
      let sides = try rectangle(call.node, call.name, scope)
      code.steps.append(.makerOfRect(maker: inner.maker, sides))
    } else {
      let view = try readableView(call.node, scope)
      code.steps.append(.makerOfView(maker: inner.maker, view))
    }
    try compile(steps: steps, call: "steps", &inner)
  }

  private mutating func holder(_ call: Call, _ scope: inout CallScope) throws(SceneError) {
    guard let entries = call.node.entries else {
      throw error(.notRectangles(found: call.node.summary), call.node)
    }
    guard !entries.isEmpty else { throw error(.emptyList(call.name), call.node) }
    var added = scope
    for entry in entries {
      let sides = try rectangle(entry.value, call.name, scope)
      let name = try newName(entry.key, at: entry.keyPosition, added)
      let holder = Int32(code.holderCount)
      code.holderCount += 1
      added.names[name] = .holder(holder)
      code.steps.append(.holder(holder, sides))
    }
    scope = added
  }

  // MARK: - Entries

  private static func isNothing(_ node: SourceNode) -> Bool {
    !node.isQuoted && (node.text == "~" || node.text == "null" || node.text == "")
  }

  private func list(_ node: SourceNode, _ call: String) throws(SceneError) -> [SourceNode] {
    guard node.entries == nil else {
      throw error(.notAList(call: call, found: node.summary), node)
    }
    let items = node.items ?? [node]
    guard !items.isEmpty else { throw error(.emptyList(call), node) }
    return items
  }

  /// Views that a call sets.
  private mutating func targets(
    _ node: SourceNode, _ call: String, _ scope: CallScope, alsoPlaceholders: Bool = false
  ) throws(SceneError) -> CallCode.Slice {
    let allowed = alsoPlaceholders ? "views, holders and '~'" : "views"
    let start = Int32(code.targets.count)
    for item in try list(node, call) {
      if alsoPlaceholders, Self.isNothing(item) {
        code.targets.append(-1)
        continue
      }
      guard let text = item.text, text != "flexible", !Self.isNothing(item),
        case .rect(let rect) = try value(item, scope),
        alsoPlaceholders || rect < scene.tree.count
      else { throw error(.viewWanted(found: item.summary, allowed: allowed), item) }
      guard rect != 0 else { throw error(.root, item) }
      code.targets.append(rect)
    }
    return CallCode.Slice(start: start, end: Int32(code.targets.count))
  }

  /// Numbers, views, holders and flexibles.
  private mutating func items(
    _ node: SourceNode, _ call: String, _ scope: CallScope, placed: Bool = false
  ) throws(SceneError) -> CallCode.Slice {
    var items: [CallCode.Item] = []
    for item in try list(node, call) {
      if Self.isNothing(item) { throw error(.numberWanted(found: item.summary), item) }
      switch try value(item, scope) {
      case .number(let number): items.append(.length(number))
      case .flexible(let share): items.append(.flexible(share))
      case .rect(let rect):
        guard rect != 0 || !placed else { throw error(.root, item) }
        items.append(.rect(rect))
      case .keptRect: throw error(.numberWanted(found: item.summary), item)
      }
    }
    return slice(of: items)
  }

  private mutating func slice(of items: [CallCode.Item]) -> CallCode.Slice {
    let start = Int32(code.items.count)
    code.items += items
    code.longestList = max(code.longestList, items.count)
    return CallCode.Slice(start: start, end: Int32(code.items.count))
  }

  /// Four numbers: x, y, width, height.
  private mutating func rectangle(
    _ node: SourceNode, _ call: String, _ scope: CallScope
  ) throws(SceneError) -> CallCode.Slice {
    guard let sides = node.items, sides.count == 4 else {
      throw error(.count(call: call, wanted: 4, found: node.items?.count ?? 1), node)
    }
    var items: [CallCode.Item] = []
    for side in sides { items.append(.length(try number(side, scope))) }
    return slice(of: items)
  }

  private mutating func number(
    _ node: SourceNode, _ scope: CallScope
  ) throws(SceneError) -> CallCode.Number {
    if Self.isNothing(node) { throw error(.numberWanted(found: node.summary), node) }
    switch try value(node, scope) {
    case .number(let number): return number
    case .flexible: throw error(.flexibleForNumber(node.text ?? ""), node)
    case .rect, .keptRect: throw error(.numberWanted(found: node.summary), node)
    }
  }

  private mutating func value(
    _ node: SourceNode, _ scope: CallScope
  ) throws(SceneError) -> CallValue {
    guard let text = node.text else { throw error(.numberWanted(found: node.summary), node) }
    do {
      return try CallExpressionParser.value(
        of: text, in: scene.tree, scope: scope, at: node.position, code: &code)
    } catch {
      if case .expression(_, let column, _) = error {
        throw SceneError(
          file: scene.file, position: node.position(ofColumn: column), mistake: error)
      }
      throw self.error(error, node)
    }
  }

  /// A view whose frame is read: `root` too.
  private mutating func readableView(
    _ node: SourceNode, _ scope: CallScope
  ) throws(SceneError) -> Int32 {
    guard let text = node.text, text != "flexible", !Self.isNothing(node),
      case .rect(let rect) = try value(node, scope), rect < scene.tree.count
    else { throw error(.viewWanted(found: node.summary, allowed: "a view"), node) }
    return rect
  }

  private mutating func readableRect(
    _ node: SourceNode, _ scope: CallScope
  ) throws(SceneError) -> Int32 {
    guard node.text != nil, !Self.isNothing(node), case .rect(let rect) = try value(node, scope)
    else {
      throw error(.viewWanted(found: node.summary, allowed: "a view or holder"), node)
    }
    return rect
  }

  // MARK: - Names and keys

  private func newName(_ node: SourceNode, _ scope: CallScope) throws(SceneError) -> String {
    guard let name = node.text else { throw error(.noName(found: node.summary), node) }
    return try newName(name, at: node.position, scope)
  }

  private func newName(
    _ name: String, at position: SourcePosition, _ scope: CallScope
  ) throws(SceneError) -> String {
    let isTaken =
      scene.tree.view(named: name) != nil || scope.names[name] != nil
      || Self.reserved.contains(name)
    let letters = name.utf8.allSatisfy { byte in
      (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
        || byte == 0x2D || (0x30...0x39).contains(byte)
    }
    let first = name.utf8.first ?? 0x30
    let mistake: CallMistake? =
      isTaken
      ? .nameTaken(name)
      : !letters || (0x30...0x39).contains(first) || first == 0x2D ? .badName(name) : nil
    if let mistake {
      throw SceneError(file: scene.file, position: position, mistake: mistake)
    }
    return name
  }

  private func fields(
    _ node: SourceNode, call: String, required: [String]
  ) throws(SceneError) -> [String: SourceNode] {
    guard let entries = node.entries else {
      throw error(.missingKey(required[0], call: call), node)
    }
    var fields: [String: SourceNode] = [:]
    for entry in entries {
      guard required.contains(entry.key) else {
        throw unknownKey(entry, call: call, known: required)
      }
      fields[entry.key] = entry.value
    }
    for key in required where fields[key] == nil {
      throw error(.missingKey(key, call: call), node)
    }
    return fields
  }

  private func unknownKey(
    _ entry: SourceNode.Entry, call: String, known: [String]
  ) -> SceneError {
    let nearest = Spelling.nearest(to: entry.key, among: known)
    return SceneError(
      file: scene.file, position: entry.keyPosition,
      mistake: CallMistake.unknownKey(entry.key, call: call, nearest: nearest))
  }

  private func error(_ mistake: CallMistake, _ node: SourceNode) -> SceneError {
    SceneError(file: scene.file, position: node.position, mistake: mistake)
  }
}
