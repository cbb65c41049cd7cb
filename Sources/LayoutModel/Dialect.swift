/// The name of a dialect: a key of `layouts` in a scene file.
///
/// Each dialect's module declares its own, as in `extension DialectName { static let flow: Self =
/// "flow" }`.
public struct DialectName: Hashable, Comparable, Sendable, Codable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name as scene files, the command line and results write it.
  public let text: String

  /// The dialect of that name.
  public init(_ text: String) { self.text = text }

  /// The dialect of that name.
  public init(stringLiteral text: String) { self.text = text }

  /// Reads the name from a single value.
  ///
  /// - Throws: `DecodingError` where the value is no text.
  public init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  /// Writes the name as a single value.
  ///
  /// - Throws: `EncodingError`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// The name itself.
  public var description: String { text }

  /// Alphabetical order.
  public static func < (one: Self, other: Self) -> Bool { one.text < other.text }
}

/// A notation for layouts in scene files: reads, writes and shows entries, and removes views.
///
/// A dialect needs `name`, `summary` and `read`; everything else has a default that is right where
/// each entry is a text, a list or a mapping that names its views as words.
public protocol Dialect<Layout>: Sendable {
  /// A scene's layout, read and checked.
  associatedtype Layout

  /// The key under `layouts` in a scene file.
  var name: DialectName { get }

  /// A description of the dialect, in a line for `layoutbench list dialects`.
  var summary: String { get }

  /// Reads a scene's layout in this dialect, whole.
  ///
  /// - Parameter scene: a scene that has such a layout: `scene.layouts[name]`, a list of entries.
  /// - Returns: the layout with views resolved to their ids.
  /// - Throws: `SceneError` for every mistake, with its place in the file.
  func read(_ scene: Scene) throws(SceneError) -> Layout

  /// A layout's entries as YAML, one per line, so that they can be written back to a scene file.
  func write(_ layout: SourceNode) -> [String]

  /// A layout's entries as a report shows them, a line or more each; by default as `write` returns
  /// them.
  func text(_ layout: SourceNode) -> [String]

  /// The layout without a view and its subviews.
  ///
  /// By default removes each entry, and each item of an entry's lists, that contains one of their
  /// names as a word.
  ///
  /// - Parameters:
  ///   - view: the view that is removed.
  ///   - scene: the scene that still contains the view.
  /// - Returns: the layout of the other views.
  /// - Throws: `SceneError` for what is wrong with the layout.
  func without(_ view: ViewID, of scene: Scene) throws(SceneError) -> SourceNode

  /// An entry with another priority, for steps that change it.
  ///
  /// - Parameters:
  ///   - entry: an entry of a layout.
  ///   - priority: the priority, above 0 to 1000.
  ///   - scene: the scene.
  /// - Returns: the entry; unchanged by default: entries have no priority.
  /// - Throws: `SceneError` if this entry can have no priority.
  func entry(
    _ entry: SourceNode, withPriority priority: Double, of scene: Scene
  ) throws(SceneError) -> SourceNode

  /// The kinds of changes that alter the meaning of the scene's entries, other than by removing
  /// those that name an absent view.
  ///
  /// - Returns: the kinds; none by default.
  func rewriting(_ scene: Scene) -> Set<Change.Kind>

  /// The layout as Swift that lays out `View`s with the dialect's library.
  ///
  /// - Returns: the source; `nil`, the default, where there is no such library.
  /// - Throws: `SceneError` for what is wrong with the layout.
  func program(of scene: Scene) throws(SceneError) -> String?

  /// A random scene file from a seed, for `layoutbench fuzz`.
  ///
  /// - Returns: the file's text; `nil`, the default, where the dialect generates none.
  func random(seed: UInt64) -> String?
}

extension Dialect {
  /// The entries in flow style.
  public func write(_ layout: SourceNode) -> [String] { (layout.items ?? []).map(\.yamlEntry) }

  /// The entries as `write` returns them.
  public func text(_ layout: SourceNode) -> [String] { write(layout) }

  /// The layout without the entries and items that name the view or a view in it.
  ///
  /// - Throws: nothing.
  public func without(_ view: ViewID, of scene: Scene) throws(SceneError) -> SourceNode {
    let layout = scene.layouts[name] ?? .emptyList
    return layout.without(itemsNaming: scene.tree.names(in: view))
      ?? SourceNode(.sequence([]), at: layout.position)
  }

  /// The entry unchanged.
  ///
  /// - Throws: nothing.
  public func entry(
    _ entry: SourceNode, withPriority priority: Double, of scene: Scene
  ) throws(SceneError) -> SourceNode { entry }

  /// No kinds of changes.
  public func rewriting(_ scene: Scene) -> Set<Change.Kind> { [] }

  /// No source.
  public func program(of scene: Scene) throws(SceneError) -> String? { nil }

  /// No random scenes.
  public func random(seed: UInt64) -> String? { nil }
}

extension ViewTree {
  /// The names of a view and of all views in it.
  public func names(in view: ViewID) -> Set<String> {
    Set(views.filter { contains(view, $0) }.map { name(of: $0) })
  }
}

extension SourceNode {
  /// An empty list that is at no particular place of a file.
  public static var emptyList: SourceNode {
    SourceNode(.sequence([]), at: SourcePosition(line: 1, column: 1))
  }

  /// The node without the list items that contain one of the names as a word; `nil` where nothing
  /// is left.
  ///
  /// A mapping is removed as a whole if one of its values is.
  ///
  /// - Parameters:
  ///   - gone: names that must not occur.
  ///   - keysAreNames: whether a mapping's key may be such a name.
  /// - Returns: the rest.
  public func without(itemsNaming gone: Set<String>, keysAreNames: Bool = true) -> SourceNode? {
    switch content {
    case .scalar(let text, _):
      return Self.contains(text, oneOf: gone) ? nil : self
    case .sequence(let items):
      let kept = items.compactMap {
        $0.without(itemsNaming: gone, keysAreNames: keysAreNames)
      }
      return kept.isEmpty && !items.isEmpty ? nil : SourceNode(.sequence(kept), at: position)
    case .mapping(let entries):
      var kept: [Entry] = []
      for entry in entries {
        guard !(keysAreNames && gone.contains(entry.key)),
          let value = entry.value.without(itemsNaming: gone, keysAreNames: keysAreNames)
        else { return nil }
        kept.append(Entry(key: entry.key, keyPosition: entry.keyPosition, value: value))
      }
      return SourceNode(.mapping(kept), at: position)
    }
  }

  /// True if a text contains one of the names as a word.
  private static func contains(_ text: String, oneOf names: Set<String>) -> Bool {
    // Texts in ASCII, nearly all of them, need no look at the properties of characters.
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      let words = text.split { !($0.isLetter || $0.isNumber || "_-".contains($0)) }
      return words.contains { names.contains(String($0)) }
    }
    var start = text.utf8.startIndex
    while start < text.utf8.endIndex {
      let rest = text.utf8[start...]
      let end = rest.firstIndex { !isInWord($0) } ?? rest.endIndex
      if start < end, names.contains(String(text[start..<end])) { return true }
      start = end < rest.endIndex ? rest.index(after: end) : end
    }
    return false
  }

  /// True if an ASCII character is a part of a word.
  private static func isInWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
    default: false
    }
  }

  /// The node as YAML on one line, its key bare where it has a single one: an entry of a layout.
  public var yamlEntry: String {
    guard let entries, entries.count == 1 else { return yaml }
    let field = Self.field(entries[0])
    return field.hasPrefix("?") ? yaml : field
  }

  /// The node as YAML on one line, in flow style.
  public var yaml: String {
    switch content {
    case .scalar(let text, _): return isQuoted ? Self.quoted(text) : Self.scalar(text)
    case .sequence(let items): return "[\(items.map(\.yaml).joined(separator: ", "))]"
    case .mapping(let entries):
      return "{ \(entries.map(Self.field).joined(separator: ", ")) }"
    }
  }

  /// A key and its value.
  ///
  /// YAML reads a key of more than 1,024 characters only after a `?`.
  private static func field(_ entry: Entry) -> String {
    let key = scalar(entry.key)
    return "\(key.unicodeScalars.count > 1_000 ? "? " : "")\(key): \(entry.value.yaml)"
  }

  /// A text without quotes where YAML reads it as it is, otherwise between quotes.
  private static func scalar(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.~".unicodeScalars.contains($0)
    }
    let isNumber = (try? NumberText.parse(text)) != nil
    return isPlain && !text.isEmpty && !text.hasPrefix("-") || isNumber ? text : quoted(text)
  }

  /// A text between quotes, as YAML and JSON read it.
  public static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": quoted += "\\\\"
      case "\"": quoted += "\\\""
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      // Control characters, what changes the direction of writing, and what YAML takes for a line
      // break or the mark of an encoding.
      case _ where scalar.value < 0x20, "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{202E}",
        "\u{2066}"..."\u{2069}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    // A job on GitHub would take it for a command.
    return quoted.replacing("##[", with: "#\\u0023[") + "\""
  }
}
