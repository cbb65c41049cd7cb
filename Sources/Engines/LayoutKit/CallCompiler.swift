import LayoutModel

/// Resolves the `layoutkit` steps of a scene to a list of calls.
struct CallCompiler {
  private static let callKeys = [
    "size", "width", "height", "sizeToFit", "heightToFit", "xPlace", "yPlace", "xLeft", "xRight",
    "xCenter",
    "yTop", "yBottom", "yCenter", "center", "xEqual", "yEqual", "equal", "xFlexibleValue",
    "yFlexibleValue", "insetBounds", "resetBounds", "layout", "holder",
  ]
  private static let modifiers = ["ref", "let", "steps"]
  private static let aliases = ["insetEdges": "insetBounds"]
  static let reserved = ["root", "superview", "flexible", "make"]
  private static let deepest = 200

  let scene: Scene
  var draft: CallDraft
  /// Rectangles below this number are frames.
  var viewCount: Int32 { Int32(scene.tree.count) }

  private init(_ scene: Scene) {
    self.scene = scene
    draft = CallDraft(viewCount: scene.tree.count)
  }

  /// Resolves all steps.
  ///
  /// - Parameters:
  ///   - scene: the scene of the steps.
  ///   - tree: the views as they are now; those of the scene if none are given.
  /// - Returns: the calls.
  /// - Throws: `SceneError` at the offending scalar.
  static func list(of scene: Scene, in tree: ViewTree? = nil) throws(SceneError) -> CallList {
    var compiler = CallCompiler(scene)
    if let layout = scene.layouts[.layoutkit] {
      var scope = CallScope(maker: compiler.newMaker(boundsOf: 0))
      for name in scene.tree.numbers.names {
        scope.names[name] = .number(compiler.draft.newSlot())
      }
      try compiler.compile(steps: layout, call: "layoutkit", &scope)
    }
    return CallList(compiler.draft, in: tree ?? scene.tree)
  }

  private mutating func newMaker(boundsOf view: Int32) -> Int32 {
    let maker = draft.newRect()
    draft.append(.bounds, area: maker, other: view)
    return maker
  }

  private mutating func compile(
    steps: SourceNode, call: String, _ scope: inout CallScope
  ) throws(SceneError) {
    guard let items = steps.items else {
      // A single step without a list is valid as a step: the missing list is the mistake.
      let isStep = steps.entries != nil
      throw error(
        isStep
          ? .notAList(call: call, found: steps.summary) : .notOneCall(found: steps.summary), steps)
    }
    guard !items.isEmpty else { throw error(.emptyList(call), steps) }
    for item in items { try compile(item, &scope) }
  }

  // MARK: - A step

  private struct Step {
    let name: String
    /// The name as written in the scene, which may be an alias.
    let written: String
    let node: SourceNode
    let keyPosition: SourcePosition
    let reference: SourceNode?
    let kept: SourceNode?
    let steps: SourceNode?
    /// The width of `sizeToFit`.
    let width: SourceNode?
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
    draft.counts.calls += 1
    var area = scope.maker
    if let reference = call.reference { area = try readableView(reference, scope) }
    switch call.name {
    case "size": try size(call, scope)
    case "width": try length(.horizontal, call, area, scope)
    case "height": try length(.vertical, call, area, scope)
    case "sizeToFit":
      let views = try targets(call.node, call.name, scope)
      guard let width = call.width else { return draft.append(.sizeToFit, targets: views) }
      draft.append(.sizeToFitWidth, targets: views, items: [try number(width, scope)])
    case "heightToFit":
      draft.append(.heightToFit, targets: try targets(call.node, call.name, scope))
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

  private func call(_ node: SourceNode) throws(SceneError) -> Step {
    guard let entries = node.entries else { throw error(.notOneCall(found: node.summary), node) }
    var found: SourceNode.Entry?
    let isFit = entries.contains { $0.key == "sizeToFit" }
    for entry in entries
    where !Self.modifiers.contains(entry.key) && !(isFit && entry.key == "width") {
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
    return Step(
      name: Self.aliases[found.key] ?? found.key, written: found.key, node: found.value,
      keyPosition: found.keyPosition, reference: modifier("ref"), kept: modifier("let"),
      steps: modifier("steps"), width: isFit ? modifier("width") : nil,
      stepsPosition: entries.first { $0.key == "steps" }?.keyPosition)
  }

  // MARK: - Sizes

  private mutating func size(_ call: Step, _ scope: CallScope) throws(SceneError) {
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
    draft.append(.size, targets: views, items: [width, height])
  }

  private mutating func length(
    _ axis: Axis, _ call: Step, _ area: Int32, _ scope: CallScope
  ) throws(SceneError) {
    let fields = try fields(call.node, call: call.name, required: ["views", "to"])
    let views = try targetsAndPlaceholders(fields["views"] ?? call.node, call.name, scope)
    let to = fields["to"] ?? call.node
    guard to.items == nil else {
      let values = try items(to, call.name, scope)
      // As in the library, views without a value stay unchanged; unused values still take room.
      let paired = Array(views.prefix(values.count))
      return draft.append(.lengths, axis, area: area, targets: paired, items: values)
    }
    draft.append(.length, axis, area: area, targets: views, items: [try number(to, scope)])
  }

  // MARK: - Places

  private mutating func place(
    _ axis: Axis, _ call: Step, _ area: Int32, _ scope: CallScope
  ) throws(SceneError) {
    guard let entries = call.node.entries else {
      let list = try items(call.node, call.name, scope, placed: true)
      return place(list, .place, axis, area)
    }
    for entry in entries where !["items", "fixedFirst", "fixedLast"].contains(entry.key) {
      throw unknownKey(entry, call: call.name, known: ["items", "fixedFirst", "fixedLast"])
    }
    func field(_ key: String) -> SourceNode? { entries.first { $0.key == key }?.value }
    guard let list = field("items") else { throw error(.placeKeys(call.name), call.node) }
    let operation: Call.Operation
    let fixed: Int32
    switch (field("fixedFirst"), field("fixedLast")) {
    case (let first?, nil): (operation, fixed) = (.placeAfter, try readableRect(first, scope))
    case (nil, let last?): (operation, fixed) = (.placeBefore, try readableRect(last, scope))
    default: throw error(.placeKeys(call.name), call.node)
    }
    let placed = try items(list, call.name, scope, placed: true)
    place(placed, operation, axis, area, fixed: fixed)
  }

  private mutating func place(
    _ items: [CallItem], _ operation: Call.Operation, _ axis: Axis, _ area: Int32,
    fixed: Int32 = 0
  ) {
    draft.append(operation, axis, area: area, other: fixed, items: items)
    draft.counts.viewsSet += items.count { $0.kind == .rect }
  }

  private mutating func align(
    _ call: Step, _ area: Int32, _ scope: CallScope
  ) throws(SceneError) {
    let views = try targets(call.node, call.name, scope)
    let (operation, axis): (Call.Operation, Axis) =
      switch call.name {
      case "xLeft": (.alignStart, .horizontal)
      case "xRight": (.alignEnd, .horizontal)
      case "xCenter": (.alignCentre, .horizontal)
      case "yTop": (.alignStart, .vertical)
      case "yBottom": (.alignEnd, .vertical)
      case "yCenter": (.alignCentre, .vertical)
      case "xEqual": (.fill, .horizontal)
      case "yEqual": (.fill, .vertical)
      case "equal": (.equal, .horizontal)
      default: (.center, .horizontal)
      }
    draft.append(operation, axis, area: area, targets: views)
  }

  // MARK: - Values and makers

  private mutating func flexibleValue(
    _ axis: Axis, _ call: Step, _ area: Int32, _ scope: inout CallScope
  ) throws(SceneError) {
    guard let kept = call.kept else {
      throw SceneError(
        file: scene.file, position: call.keyPosition,
        mistake: CallMistake.valueNotKept(call.name))
    }
    let list = try items(call.node, call.name, scope)
    let name = try newName(kept, scope)
    let slot = draft.newSlot()
    draft.append(.flexibleValue, axis, area: area, other: slot, items: list)
    scope.names[name] = .number(slot)
  }

  private mutating func inset(_ call: Step, _ scope: inout CallScope) throws(SceneError) {
    let keys = ["edge", "top", "left", "bottom", "right"]
    guard let entries = call.node.entries, !entries.isEmpty else {
      throw error(.missingKey("edge", call: call.name), call.node)
    }
    var sides: [String: CallItem] = [:]
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
    let rest = sides["edge"] ?? CallItem(.known)
    if let kept = call.kept {
      let old = draft.newRect()
      scope.names[try newName(kept, scope)] = .rect(old)
      draft.append(.copy, area: old, other: scope.maker)
    }
    draft.append(
      .inset, area: scope.maker,
      items: [
        sides["top"] ?? rest, sides["left"] ?? rest, sides["bottom"] ?? rest,
        sides["right"] ?? rest,
      ])
  }

  private mutating func reset(_ call: Step, _ scope: CallScope) throws(SceneError) {
    if call.node.items != nil {
      let sides = try rect(call.node, call.name, scope)
      return draft.append(.set, area: scope.maker, items: sides)
    }
    guard !Self.isNothing(call.node), call.node.text != nil,
      case .keptRect(let kept) = try value(call.node, scope)
    else {
      throw error(
        .viewWanted(
          found: call.node.summary, allowed: "a rectangle kept by 'let', or four numbers"),
        call.node)
    }
    draft.append(.copy, area: scope.maker, other: kept)
  }

  private mutating func layout(_ call: Step, _ scope: CallScope) throws(SceneError) {
    guard let steps = call.steps else {
      throw error(.missingKey("steps", call: call.name), call.node)
    }
    var inner = scope
    inner.depth += 1
    guard inner.depth < Self.deepest else { throw error(.nestedTooDeep, call.node) }
    if call.node.items != nil {
      let sides = try rect(call.node, call.name, scope)
      inner.maker = draft.newRect()
      draft.append(.set, area: inner.maker, items: sides)
    } else {
      inner.maker = newMaker(boundsOf: try readableView(call.node, scope))
    }
    try compile(steps: steps, call: "steps", &inner)
  }

  private mutating func holder(_ call: Step, _ scope: inout CallScope) throws(SceneError) {
    guard let entries = call.node.entries else {
      throw error(.notRectangles(found: call.node.summary), call.node)
    }
    guard !entries.isEmpty else { throw error(.emptyList(call.name), call.node) }
    var holders: [Int32] = []
    for entry in entries {
      let sides = try rect(entry.value, call.name, scope)
      let holder = draft.newRect()
      draft.append(.set, area: holder, items: sides)
      holders.append(holder)
    }
    for (entry, holder) in zip(entries, holders) {
      scope.names[try newName(entry.key, at: entry.keyPosition, scope)] = .holder(holder)
    }
  }
}
