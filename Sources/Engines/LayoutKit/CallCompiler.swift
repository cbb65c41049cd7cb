import LayoutModel

/// Compiles the `layoutkit` steps of a scene into the numbers that they come to.
struct CallCompiler {
  private static let callKeys = [
    "size", "width", "height", "sizeToFit", "xPlace", "yPlace", "xLeft", "xRight", "xCenter",
    "yTop", "yBottom", "yCenter", "center", "xEqual", "yEqual", "equal", "xFlexibleValue",
    "yFlexibleValue", "insetBounds", "resetBounds", "layout", "holder",
  ]
  private static let modifiers = ["ref", "let", "steps"]
  private static let aliases = ["insetEdges": "insetBounds"]
  static let reserved = ["root", "superview", "flexible", "make"]
  private static let deepest = 200

  let scene: Scene
  var graph: CallGraph

  init(_ scene: Scene) {
    self.scene = scene
    graph = CallGraph(scene.tree)
  }

  /// Compiles all steps.
  ///
  /// - Throws: `SceneError` at the offending scalar.
  mutating func compile() throws(SceneError) -> CallGraph {
    guard let layout = scene.layouts[.layoutkit] else { return graph }
    var scope = CallScope(maker: graph.allocate(graph.bounds(of: 0)))
    try compile(steps: layout, call: "layoutkit", &scope)
    return graph
  }

  private mutating func compile(
    steps: SourceNode, call: String, _ scope: inout CallScope
  ) throws(SceneError) {
    guard let items = steps.items else {
      // One step without the list is a step, and so not what is wrong.
      let isStep = steps.entries != nil
      throw error(
        isStep
          ? .notAList(call: call, found: steps.summary) : .notOneCall(found: steps.summary), steps)
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
    graph.counts.calls += 1
    var area = scope.maker
    if let reference = call.reference { area = try readableView(reference, scope) }
    switch call.name {
    case "size": try size(call, scope)
    case "width": try length(.horizontal, call, area, scope)
    case "height": try length(.vertical, call, area, scope)
    case "sizeToFit":
      let views = try targets(call.node, call.name, scope)
      for view in views { graph.fit(view / 4) }
      graph.counts.viewsSet += views.count
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
    for view in views { (graph[view + 2], graph[view + 3]) = (width, height) }
    graph.counts.viewsSet += views.count
  }

  private mutating func length(
    _ axis: Axis, _ call: Call, _ area: Int32, _ scope: CallScope
  ) throws(SceneError) {
    let fields = try fields(call.node, call: call.name, required: ["views", "to"])
    let views = try targetsAndPlaceholders(fields["views"] ?? call.node, call.name, scope)
    let to = fields["to"] ?? call.node
    let side = 2 + Int32(axis.rawValue)
    if to.items != nil {
      let values = try items(to, call.name, scope)
      let value = share(values, axis, room: graph[area + side])
      for (view, item) in zip(views, values) {
        let length = length(of: item, axis, flexible: value)
        guard let view else { continue }
        graph[view + side] = length
        graph.counts.viewsSet += 1
      }
    } else {
      let length = try number(to, scope)
      for view in views {
        guard let view else { continue }
        graph[view + side] = length
        graph.counts.viewsSet += 1
      }
    }
  }

  // MARK: - Places

  private mutating func place(
    _ axis: Axis, _ call: Call, _ area: Int32, _ scope: CallScope
  ) throws(SceneError) {
    guard let entries = call.node.entries else {
      let list = try items(call.node, call.name, scope, placed: true)
      return place(list, axis, nil, area)
    }
    for entry in entries where !["items", "fixedFirst", "fixedLast"].contains(entry.key) {
      throw unknownKey(entry, call: call.name, known: ["items", "fixedFirst", "fixedLast"])
    }
    func field(_ key: String) -> SourceNode? { entries.first { $0.key == key }?.value }
    guard let list = field("items") else { throw error(.placeKeys(call.name), call.node) }
    let anchor: Anchor
    switch (field("fixedFirst"), field("fixedLast")) {
    case (let first?, nil): anchor = .first(try readableRect(first, scope))
    case (nil, let last?): anchor = .last(try readableRect(last, scope))
    default: throw error(.placeKeys(call.name), call.node)
    }
    let placed = try items(list, call.name, scope, placed: true)
    place(placed, axis, anchor, area)
  }

  private mutating func align(
    _ call: Call, _ area: Int32, _ scope: CallScope
  ) throws(SceneError) {
    let views = try targets(call.node, call.name, scope)
    graph.counts.viewsSet += views.count
    // What is set may be what the others are aligned with.
    let bounds = graph[rect: area]
    for view in views {
      switch call.name {
      case "xLeft": align(view, .start, bounds, .horizontal)
      case "xRight": align(view, .end, bounds, .horizontal)
      case "xCenter": align(view, .centre, bounds, .horizontal)
      case "yTop": align(view, .start, bounds, .vertical)
      case "yBottom": align(view, .end, bounds, .vertical)
      case "yCenter": align(view, .centre, bounds, .vertical)
      case "xEqual": (graph[view], graph[view + 2]) = (bounds.x, bounds.width)
      case "yEqual": (graph[view + 1], graph[view + 3]) = (bounds.y, bounds.height)
      case "equal": graph[rect: view] = bounds
      default:
        align(view, .centre, bounds, .horizontal)
        align(view, .centre, bounds, .vertical)
      }
    }
  }

  private mutating func align(_ view: Int32, _ side: Side, _ bounds: CallGraph.Sides, _ axis: Axis)
  {
    let view = view + Int32(axis.rawValue)
    let (start, room) =
      axis == .horizontal ? (bounds.x, bounds.width) : (bounds.y, bounds.height)
    graph[view] = graph.start(side, of: graph[view + 2], from: start, room: room)
  }

  // MARK: - Values and makers

  private mutating func flexibleValue(
    _ axis: Axis, _ call: Call, _ area: Int32, _ scope: inout CallScope
  ) throws(SceneError) {
    guard let kept = call.kept else {
      throw SceneError(
        file: scene.file, position: call.keyPosition,
        mistake: CallMistake.valueNotKept(call.name))
    }
    let list = try items(call.node, call.name, scope)
    let name = try newName(kept, scope)
    scope.names[name] = .number(share(list, axis, room: graph[area + 2 + Int32(axis.rawValue)]))
  }

  private mutating func inset(_ call: Call, _ scope: inout CallScope) throws(SceneError) {
    let keys = ["edge", "top", "left", "bottom", "right"]
    guard let entries = call.node.entries, !entries.isEmpty else {
      throw error(.missingKey("edge", call: call.name), call.node)
    }
    var sides: [String: CallGraph.Value] = [:]
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
    let rest = sides["edge"] ?? graph.known(0)
    let old = graph[rect: scope.maker]
    if let kept = call.kept { scope.names[try newName(kept, scope)] = .rect(old) }
    graph[rect: scope.maker] = graph.inset(
      old, sides["top"] ?? rest, sides["left"] ?? rest, sides["bottom"] ?? rest,
      sides["right"] ?? rest)
  }

  private mutating func reset(_ call: Call, _ scope: CallScope) throws(SceneError) {
    if call.node.items != nil {
      graph[rect: scope.maker] = try rect(call.node, call.name, scope)
      return
    }
    guard !Self.isNothing(call.node), call.node.text != nil,
      case .keptRect(let kept) = try value(call.node, scope)
    else {
      throw error(
        .viewWanted(
          found: call.node.summary, allowed: "a rectangle kept by 'let', or four numbers"),
        call.node)
    }
    graph[rect: scope.maker] = kept
  }

  private mutating func layout(_ call: Call, _ scope: CallScope) throws(SceneError) {
    guard let steps = call.steps else {
      throw error(.missingKey("steps", call: call.name), call.node)
    }
    var inner = scope
    inner.depth += 1
    guard inner.depth < Self.deepest else { throw error(.nestedTooDeep, call.node) }
    let bounds =
      call.node.items != nil
      ? try rect(call.node, call.name, scope)
      : graph.bounds(of: try readableView(call.node, scope))
    inner.maker = graph.allocate(bounds)
    try compile(steps: steps, call: "steps", &inner)
  }

  private mutating func holder(_ call: Call, _ scope: inout CallScope) throws(SceneError) {
    guard let entries = call.node.entries else {
      throw error(.notRectangles(found: call.node.summary), call.node)
    }
    guard !entries.isEmpty else { throw error(.emptyList(call.name), call.node) }
    var holders: [Int32] = []
    for entry in entries {
      holders.append(graph.allocate(try rect(entry.value, call.name, scope)))
    }
    for (entry, holder) in zip(entries, holders) {
      scope.names[try newName(entry.key, at: entry.keyPosition, scope)] = .holder(holder)
    }
  }
}
