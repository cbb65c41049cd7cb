package import LayoutModel

extension DialectName {
  /// Boxes with CSS declarations, for browsers and for flexbox engines of other authors.
  package static let css: DialectName = "css"
}

/// A box of a layout in CSS.
package struct CSSBox: Sendable {
  /// The view whose frame it is; `nil` for a box that is no view.
  package let view: ViewID?
  /// The index of the box that contains it; -1 for the root's.
  package let parent: Int
  /// Its declarations, in the order written: property and value.
  package let style: [(property: String, value: String)]
  /// The index of its entry in the layout; -1 for the root's if it has none.
  let entry: Int
}

/// The `css` dialect of a scene file: a box for each view, and further boxes between them.
///
/// Names and structure are checked here; the peer interprets the declarations, and a browser is the
/// reference. An axis without a size in the style has that of the view's content.
package struct CSSDialect: Dialect {
  /// `css`.
  package let name = DialectName.css

  /// For `layoutbench list dialects`.
  package let summary = "boxes with CSS, for peers: browsers, Yoga, Taffy"

  /// The dialect.
  package init() {}

  /// The keys of an entry that does not have its box's name as its only key.
  private static let keys: Set<String> = ["box", "view", "in", "style"]

  /// Reads the boxes: the root's first, each after the box that contains it.
  ///
  /// - Throws: `SceneError` with a `CSSMistake`.
  package func read(_ scene: Scene) throws(SceneError) -> [CSSBox] {
    let tree = scene.tree
    var boxes = [CSSBox(view: .root, parent: -1, style: [], entry: -1)]
    var places = ["root": 0]
    func mistake(_ mistake: CSSMistake, _ node: SourceNode) -> SceneError {
      SceneError(file: scene.file, position: node.position, mistake: mistake)
    }
    for (index, node) in (scene.layouts[name]?.items ?? []).enumerated() {
      let entry: Entry
      do throws(CSSMistake) { entry = try Entry(node) } catch { throw mistake(error, node) }
      let style: [(String, String)]
      do throws(CSSMistake) { style = try Self.declarations(entry.style) } catch {
        throw mistake(error, node)
      }
      if entry.name == "root" {
        guard boxes.count == 1, boxes[0].entry < 0, entry.parent == nil, entry.isView else {
          throw mistake(.rootIsFirst, node)
        }
        boxes[0] = CSSBox(view: .root, parent: -1, style: style, entry: index)
        continue
      }
      guard places[entry.name] == nil else { throw mistake(.twice(entry.name), node) }
      let view = tree.view(named: entry.name)
      guard entry.isView == (view != nil) else {
        throw mistake(
          entry.isView
            ? .noView(entry.name, nearest: Spelling.nearest(to: entry.name, among: tree.names))
            : .isView(entry.name), node)
      }
      let superview = view.map { tree.name(of: tree.superview(of: $0) ?? .root) }
      guard let outer = entry.parent ?? superview else {
        throw mistake(.standsNowhere(entry.name), node)
      }
      guard let parent = places[outer] else { throw mistake(.noBox(outer), node) }
      if let view {
        // Frames are relative to the superview, so its box must contain this one.
        let above = tree.superview(of: view) ?? .root
        var around = parent
        while around > 0, boxes[around].view == nil || boxes[around].view != above {
          around = boxes[around].parent
        }
        guard boxes[around].view == above else {
          throw mistake(.outside(entry.name, tree.name(of: above)), node)
        }
      }
      places[entry.name] = boxes.count
      boxes.append(CSSBox(view: view, parent: parent, style: style, entry: index))
    }
    let known = Set(boxes.compactMap(\.view))
    if let missing = tree.views.first(where: { !known.contains($0) }) {
      throw mistake(
        .viewWithoutBox(tree.name(of: missing)), scene.layouts[name] ?? .emptyList)
    }
    return boxes
  }

  /// The layout without a view's box and all boxes in it.
  ///
  /// - Throws: `SceneError` for what is wrong with the layout.
  package func without(_ view: ViewID, of scene: Scene) throws(SceneError) -> SourceNode {
    let layout = scene.layouts[name] ?? .emptyList
    let boxes = try read(scene)
    var isGone = [Bool](repeating: false, count: boxes.count)
    var gone: Set<Int> = []
    for (place, box) in boxes.enumerated().dropFirst() {
      let isOwn = box.view.map { scene.tree.contains(view, $0) } ?? false
      isGone[place] = isOwn || isGone[box.parent]
      if isGone[place] { gone.insert(box.entry) }
    }
    let kept = (layout.items ?? []).enumerated().filter { !gone.contains($0.offset) }
    return SourceNode(.sequence(kept.map(\.element)), at: layout.position)
  }

  /// An entry, its names not yet looked up.
  private struct Entry {
    let name: String
    let isView: Bool
    let parent: String?
    let style: String

    init(_ node: SourceNode) throws(CSSMistake) {
      guard let fields = node.entries else { throw .notAnEntry(node.summary) }
      if fields.count == 1, !CSSDialect.keys.contains(fields[0].key) {
        (name, isView) = (fields[0].key, true)
        if let text = fields[0].value.text {
          (parent, style) = (nil, text)
          return
        }
        guard let inner = fields[0].value.entries else {
          throw .notAnEntry(fields[0].value.summary)
        }
        (parent, style) = try Self.place(inner, ["in", "style"])
        return
      }
      guard let first = fields.first(where: { $0.key == "box" || $0.key == "view" }),
        let text = first.value.text
      else { throw .notAnEntry(node.summary) }
      (name, isView) = (text, first.key == "view")
      (parent, style) = try Self.place(fields, [first.key, "in", "style"])
    }

    private static func place(
      _ fields: [SourceNode.Entry], _ known: Set<String>
    ) throws(CSSMistake) -> (parent: String?, style: String) {
      if let stranger = fields.first(where: { !known.contains($0.key) }) {
        throw .unknownKey(stranger.key, allowed: known.sorted())
      }
      func text(_ key: String) throws(CSSMistake) -> String? {
        guard let value = fields.first(where: { $0.key == key })?.value else { return nil }
        guard let text = value.text else { throw .notAText(key, found: value.summary) }
        return text
      }
      return (try text("in"), try text("style") ?? "")
    }
  }

  /// The declarations of a style.
  private static func declarations(
    _ style: String
  ) throws(CSSMistake) -> [(property: String, value: String)] {
    var found: [(property: String, value: String)] = []
    for part in style.split(separator: ";") {
      let text = part.trimmed
      if text.isEmpty { continue }
      guard let colon = text.firstIndex(of: ":") else { throw .notADeclaration(text) }
      let property = text[..<colon].trimmed
      let value = text[text.index(after: colon)...].trimmed
      let isName = property.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
      // Refuses values that fetch something from elsewhere or end the declaration.
      let isHarmless =
        !value.contains { "{}<>\\\"'@:".contains($0) } && !value.lowercased().contains("url(")
      guard isName, isHarmless, !property.isEmpty, !value.isEmpty else {
        throw .notADeclaration(text)
      }
      guard !found.contains(where: { $0.property == property }) else {
        throw .declaredTwice(property)
      }
      found.append((property, value))
    }
    return found
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}

/// The mistakes in the `css` dialect.
enum CSSMistake: SceneMistake, Equatable {
  /// An entry does not have the form of one.
  case notAnEntry(String)
  /// A key that entries do not have.
  case unknownKey(String, allowed: [String])
  /// The value of a key is no text.
  case notAText(String, found: String)
  /// The root's box is not the first one, or is in another.
  case rootIsFirst
  /// A name has two boxes.
  case twice(String)
  /// No view of that name.
  case noView(String, nearest: String?)
  /// A box that is no view has the name of one.
  case isView(String)
  /// A box that is no view is in no other box.
  case standsNowhere(String)
  /// No box of that name comes before.
  case noBox(String)
  /// A box is not within that of the superview.
  case outside(String, String)
  /// A view without a box.
  case viewWithoutBox(String)
  /// Not `property: value`.
  case notADeclaration(String)
  /// A property is declared twice.
  case declaredTwice(String)

  /// The message after `error:`.
  var description: String {
    switch self {
    case .notAnEntry(let found):
      "an entry of css is 'VIEW: \"style\"', 'VIEW: { in: BOX, style: \"…\" }' or "
        + "'{ box: NAME, in: BOX, style: \"…\" }', not \(found)"
    case .unknownKey(let key, let allowed):
      "unknown key '\(key.shortened(to: 40))' in an entry of css; known are \(allowed.joined(separator: ", "))"
    case .notAText(let key, let found): "'\(key)' of css must be a text, not \(found)"
    case .rootIsFirst: "the root's box comes first and has no 'in'"
    case .twice(let name): "'\(name.shortened(to: 40))' already has a box"
    case .noView(let name, let nearest):
      "no view '\(name.shortened(to: 40))' in this scene; a box without a view is '{ box: NAME, … }'"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .isView(let name):
      "'\(name.shortened(to: 40))' is a view: write '{ view: \(name.shortened(to: 40)), … }'"
    case .standsNowhere(let name):
      "the box '\(name.shortened(to: 40))' has no parent: add 'in'"
    case .noBox(let name): "no box '\(name.shortened(to: 40))' before this one"
    case .outside(let name, let superview):
      "the box of '\(name.shortened(to: 40))' is not inside that of its superview '\(superview.shortened(to: 40))'"
    case .viewWithoutBox(let name): "view '\(name.shortened(to: 40))' has no box in css"
    case .notADeclaration(let text):
      "'\(text.shortened(to: 40))' is not 'property: value' of CSS"
    case .declaredTwice(let property): "'\(property.shortened(to: 40))' is declared twice"
    }
  }
}
