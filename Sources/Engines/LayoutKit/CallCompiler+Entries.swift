import LayoutModel

// Entries of lists, numbers, names and keys, as a scene writes them.
extension CallCompiler {
  static func isNothing(_ node: SourceNode) -> Bool {
    !node.isQuoted && (node.text == "~" || node.text == "null" || node.text == "")
  }

  func list(_ node: SourceNode, _ call: String) throws(SceneError) -> [SourceNode] {
    guard node.entries == nil else {
      throw error(.notAList(call: call, found: node.summary), node)
    }
    let items = node.items ?? [node]
    guard !items.isEmpty else { throw error(.emptyList(call), node) }
    return items
  }

  /// Views that a call sets.
  mutating func targets(
    _ node: SourceNode, _ call: String, _ scope: CallScope
  ) throws(SceneError) -> [Int32] {
    var targets: [Int32] = []
    for item in try list(node, call) {
      let target = try target(item, scope, allowed: "views")
      guard target < viewCount else {
        throw error(.viewWanted(found: item.summary, allowed: "views"), item)
      }
      targets.append(target)
    }
    return targets
  }

  /// Views and holders that a call sets, and placeholders: -1.
  mutating func targetsAndPlaceholders(
    _ node: SourceNode, _ call: String, _ scope: CallScope
  ) throws(SceneError) -> [Int32] {
    var targets: [Int32] = []
    for item in try list(node, call) {
      targets.append(
        Self.isNothing(item)
          ? -1 : try target(item, scope, allowed: "views, holders and '~'"))
    }
    return targets
  }

  private mutating func target(
    _ node: SourceNode, _ scope: CallScope, allowed: String
  ) throws(SceneError) -> Int32 {
    guard let text = node.text, text != "flexible", !Self.isNothing(node),
      case .rect(let rect) = try value(node, scope)
    else { throw error(.viewWanted(found: node.summary, allowed: allowed), node) }
    guard rect != 0 else { throw error(.root, node) }
    return rect
  }

  /// Numbers, views, holders and flexibles.
  mutating func items(
    _ node: SourceNode, _ call: String, _ scope: CallScope, placed: Bool = false
  ) throws(SceneError) -> [CallItem] {
    var items: [CallItem] = []
    for item in try list(node, call) {
      if Self.isNothing(item) { throw error(.numberWanted(found: item.summary), item) }
      switch try value(item, scope) {
      case .number(let number), .flexible(let number): items.append(number)
      case .rect(let rect):
        guard rect != 0 || !placed else { throw error(.root, item) }
        items.append(CallItem(.rect, index: rect))
      case .keptRect: throw error(.numberWanted(found: item.summary), item)
      }
    }
    return items
  }

  /// A rectangle as four numbers: x, y, width, height.
  mutating func rect(
    _ node: SourceNode, _ call: String, _ scope: CallScope
  ) throws(SceneError) -> [CallItem] {
    guard let sides = node.items, sides.count == 4 else {
      throw error(.count(call: call, wanted: 4, found: node.items?.count ?? 1), node)
    }
    var items: [CallItem] = []
    for side in sides { items.append(try number(side, scope)) }
    return items
  }

  mutating func number(
    _ node: SourceNode, _ scope: CallScope
  ) throws(SceneError) -> CallItem {
    if Self.isNothing(node) { throw error(.numberWanted(found: node.summary), node) }
    switch try value(node, scope) {
    case .number(let number): return number
    case .flexible: throw error(.flexibleForNumber(node.text ?? ""), node)
    case .rect, .keptRect: throw error(.numberWanted(found: node.summary), node)
    }
  }

  mutating func value(
    _ node: SourceNode, _ scope: CallScope
  ) throws(SceneError) -> CallValue {
    guard let text = node.text else { throw error(.numberWanted(found: node.summary), node) }
    do {
      return try CallExpressionParser.value(
        of: text, in: scene.tree, scope: scope, at: node.position, draft: &draft)
    } catch {
      if case .expression(_, let column, _) = error {
        throw SceneError(
          file: scene.file, position: node.position(ofColumn: column), mistake: error)
      }
      throw self.error(error, node)
    }
  }

  /// A view whose frame is read: `root` too.
  mutating func readableView(
    _ node: SourceNode, _ scope: CallScope
  ) throws(SceneError) -> Int32 {
    guard let text = node.text, text != "flexible", !Self.isNothing(node),
      case .rect(let rect) = try value(node, scope), rect < viewCount
    else { throw error(.viewWanted(found: node.summary, allowed: "a view"), node) }
    return rect
  }

  mutating func readableRect(
    _ node: SourceNode, _ scope: CallScope
  ) throws(SceneError) -> Int32 {
    guard node.text != nil, !Self.isNothing(node), case .rect(let rect) = try value(node, scope)
    else {
      throw error(.viewWanted(found: node.summary, allowed: "a view or holder"), node)
    }
    return rect
  }

  // MARK: - Names and keys

  func newName(_ node: SourceNode, _ scope: CallScope) throws(SceneError) -> String {
    guard let name = node.text else { throw error(.noName(found: node.summary), node) }
    return try newName(name, at: node.position, scope)
  }

  func newName(
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

  func fields(
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

  func unknownKey(
    _ entry: SourceNode.Entry, call: String, known: [String]
  ) -> SceneError {
    let nearest = Spelling.nearest(to: entry.key, among: known)
    return SceneError(
      file: scene.file, position: entry.keyPosition,
      mistake: CallMistake.unknownKey(entry.key, call: call, nearest: nearest))
  }

  func error(_ mistake: CallMistake, _ node: SourceNode) -> SceneError {
    SceneError(file: scene.file, position: node.position, mistake: mistake)
  }
}
