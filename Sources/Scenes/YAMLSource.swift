import LayoutModel
import Yams

/// YAML text as a tree of `SourceNode`, every node with its place.
struct YAMLSource {
  private let file: String
  private let bytes: [UInt8]
  private var lineStarts: [Int] = [0]
  /// Where the last look-up of a column ended: nodes come in document order.
  private var cursor = (line: 0, column: 1, byte: 0)

  /// Reads one document.
  ///
  /// - Throws: `SceneError` for what is no YAML, and for anchors, aliases and duplicate keys.
  static func read(_ text: String, file: String) throws(SceneError) -> SourceNode {
    let parser: Parser
    let node: Node?
    do {
      parser = try Parser(yaml: text, encoding: .utf8)
      node = try parser.singleRoot()
    } catch let error as YamlError {
      throw Self.translated(error, file: file)
    } catch {
      throw SceneError(file: file, position: nil, mistake: FormatMistake.syntax("\(error)"))
    }
    guard let node else {
      throw SceneError(
        file: file, position: SourcePosition(line: 1, column: 1),
        mistake: FormatMistake.expected("a scene", found: "an empty file"))
    }
    var source = YAMLSource(file: file, text: text)
    // Nodes hold their anchors weakly: the parser owns them.
    defer { withExtendedLifetime(parser) {} }
    return try source.convert(node)
  }

  private init(file: String, text: String) {
    self.file = file
    bytes = Array(text.utf8)
    for (index, byte) in bytes.enumerated() where byte == 0x0A { lineStarts.append(index + 1) }
  }

  private mutating func convert(_ node: Node) throws(SceneError) -> SourceNode {
    let position = SourcePosition(
      line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
    switch node {
    case .scalar(let scalar):
      try refuse(scalar.anchor, at: position)
      let offset = offset(of: scalar, at: position)
      let isQuoted = scalar.style == .singleQuoted || scalar.style == .doubleQuoted
      return SourceNode(
        .scalar(scalar.string, offset: offset), at: position, isQuoted: isQuoted)
    case .sequence(let sequence):
      try refuse(sequence.anchor, at: position)
      var items: [SourceNode] = []
      items.reserveCapacity(sequence.count)
      for item in sequence { items.append(try convert(item)) }
      return SourceNode(.sequence(items), at: position)
    case .mapping(let mapping):
      try refuse(mapping.anchor, at: position)
      var entries: [SourceNode.Entry] = []
      entries.reserveCapacity(mapping.count)
      for (key, value) in mapping {
        let name = try convert(key)
        guard let text = name.text else {
          throw SceneError(
            file: file, position: name.position, mistake: FormatMistake.keyIsNoText)
        }
        entries.append(
          SourceNode.Entry(key: text, keyPosition: name.position, value: try convert(value)))
      }
      return SourceNode(.mapping(entries), at: position)
    case .alias(let alias):
      throw SceneError(
        file: file, position: position, mistake: FormatMistake.anchor("*\(alias.anchor.rawValue)"))
    }
  }

  private func refuse(_ anchor: Anchor?, at position: SourcePosition) throws(SceneError) {
    guard let anchor else { return }
    throw SceneError(
      file: file, position: position, mistake: FormatMistake.anchor("&\(anchor.rawValue)"))
  }

  /// How far the text stands behind the scalar's position: 0 plain, 1 quoted, `nil` where the file
  /// does not hold the text as it is read.
  private mutating func offset(of scalar: Node.Scalar, at position: SourcePosition) -> Int? {
    guard let start = byte(at: position) else { return nil }
    let quote = start < bytes.count && (bytes[start] == 0x22 || bytes[start] == 0x27) ? 1 : 0
    let text = scalar.string.utf8
    guard start + quote + text.count <= bytes.count,
      bytes[(start + quote)..<(start + quote + text.count)].elementsEqual(text)
    else { return nil }
    return quote
  }

  private mutating func byte(at position: SourcePosition) -> Int? {
    guard position.line >= 1, position.line <= lineStarts.count else { return nil }
    if cursor.line != position.line || cursor.column > position.column {
      cursor = (position.line, 1, lineStarts[position.line - 1])
    }
    while cursor.column < position.column {
      guard cursor.byte < bytes.count else { return nil }
      cursor.byte += 1
      while cursor.byte < bytes.count, bytes[cursor.byte] & 0xC0 == 0x80 { cursor.byte += 1 }
      cursor.column += 1
    }
    return cursor.byte
  }

  private static func translated(_ error: YamlError, file: String) -> SceneError {
    func at(_ mark: Mark, _ mistake: FormatMistake) -> SceneError {
      let position = SourcePosition(line: max(1, mark.line), column: max(1, mark.column))
      return SceneError(file: file, position: position, mistake: mistake)
    }
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      if problem.contains("undefined alias") {
        return at(mark, .anchor("*"))
      }
      return at(mark, .syntax(problem))
    case .duplicatedKeysInMapping(let keys, let context):
      return at(context.mark, .duplicateKey((keys.first ?? "").shortened(to: 40)))
    case .reader(let problem, _, _, _):
      return SceneError(file: file, position: nil, mistake: FormatMistake.syntax(problem))
    case .dataCouldNotBeDecoded:
      return SceneError(file: file, position: nil, mistake: FormatMistake.encoding)
    default:
      return SceneError(
        file: file, position: nil,
        mistake: FormatMistake.syntax("\(error)".shortened(to: 200)))
    }
  }
}
