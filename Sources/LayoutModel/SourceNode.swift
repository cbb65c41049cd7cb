/// A line and a column of a scene file, both from 1; columns count Unicode scalars.
public struct SourcePosition: Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int

  /// The place at `line`, `column`.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// `LINE:COLUMN`, as compilers write it.
  public var description: String { "\(line):\(column)" }
}

/// A node of a scene file as it was written, with its place; dialects are read from these.
public struct SourceNode: Hashable, Sendable {
  /// A key of a mapping and its value.
  public struct Entry: Hashable, Sendable {
    /// The key's text.
    public let key: String
    /// The key's place.
    public let keyPosition: SourcePosition
    /// The value.
    public let value: SourceNode

    /// An entry of a mapping.
    public init(key: String, keyPosition: SourcePosition, value: SourceNode) {
      self.key = key
      self.keyPosition = keyPosition
      self.value = value
    }
  }

  /// The kinds of node.
  public enum Content: Hashable, Sendable {
    /// A scalar's text, and the distance of its first character from the node's position.
    ///
    /// `offset` is `nil` where columns of the text cannot be computed from the position: escapes,
    /// folded or literal blocks, several lines.
    case scalar(String, offset: Int?)
    /// A list.
    case sequence([SourceNode])
    /// Keys with values, in the order written; no key twice.
    case mapping([Entry])
  }

  /// The place where the node begins.
  public let position: SourcePosition
  /// The kind of node, with its contents.
  public let content: Content
  /// True for a scalar that was written between quotes.
  public let isQuoted: Bool

  /// A node at `position`.
  public init(_ content: Content, at position: SourcePosition, isQuoted: Bool = false) {
    self.content = content
    self.position = position
    self.isQuoted = isQuoted
  }

  /// The text of a scalar.
  public var text: String? {
    guard case .scalar(let text, _) = content else { return nil }
    return text
  }

  /// The text of a scalar that YAML reads as a string; `nil` for any other node.
  ///
  /// Such a scalar is quoted, or neither empty nor a number, a truth value or null.
  public var string: String? {
    guard let text else { return nil }
    let others = ["", "~", "null", "true", "false"]
    let isOther = others.contains(text.lowercased()) || (try? NumberText.parse(text)) != nil
    return isQuoted || !isOther ? text : nil
  }

  /// The items of a list.
  public var items: [SourceNode]? {
    guard case .sequence(let items) = content else { return nil }
    return items
  }

  /// The entries of a mapping.
  public var entries: [Entry]? {
    guard case .mapping(let entries) = content else { return nil }
    return entries
  }

  /// The place of a character of a scalar's text, or that of the node where it cannot be computed.
  ///
  /// - Parameter column: the character, from 1.
  /// - Returns: its place in the file.
  public func position(ofColumn column: Int) -> SourcePosition {
    guard case .scalar(_, let offset?) = content else { return position }
    return SourcePosition(line: position.line, column: position.column + offset + column - 1)
  }

  /// A description of the node for a message: `'50'`, `a list`, `a mapping`.
  public var summary: String {
    switch content {
    case .scalar(let text, _): "'\(text.shortened(to: 40))'"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}

extension StringProtocol {
  /// The text for a message: one line, no control characters, cut after `limit` characters with `…`
  /// in place of the rest.
  public func shortened(to limit: Int) -> String {
    let head = String(String.UnicodeScalarView(unicodeScalars.prefix(limit)))
    let isWhole = unicodeScalars.dropFirst(limit).isEmpty
    return head.printable + (isWhole ? "" : "…")
  }

  /// The text with a space in place of every control character.
  public var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.isHarmless ? $0 : " " }))
  }
}

extension Unicode.Scalar {
  /// True unless it is a control character or changes the writing direction.
  fileprivate var isHarmless: Bool {
    value >= 0x20 && !(0x7F...0x9F).contains(value) && !(0x2028...0x202E).contains(value)
      && !(0x2066...0x2069).contains(value)
  }
}
