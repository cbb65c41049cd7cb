import CYaml
import LayoutModel

// The parser underneath Yams. Yams' own tree resolves aliases before they can be refused, reports
// no place for a duplicate key, and takes 10 s for 10 MB; the parser's events have none of these
// problems.

/// YAML text as a tree of `SourceNode`, every node with its place.
///
/// Anchors, aliases and duplicate keys are refused at their place, before they have any effect.
struct YAMLSource {
  /// A list or mapping that has begun and not ended.
  private struct Open {
    let position: SourcePosition
    let isMapping: Bool
    var items: [SourceNode] = []
    var entries: [SourceNode.Entry] = []
    var key: (text: String, position: SourcePosition)?
    var keys: [String: SourcePosition] = [:]
  }

  private let file: String
  private let bytes: UnsafeBufferPointer<UInt8>
  private var stack: [Open] = []
  private var document: SourceNode?

  /// Reads one document.
  ///
  /// - Throws: `SceneError` for invalid YAML, anchors, aliases and duplicate keys.
  static func read(_ text: String, file: String) throws(SceneError) -> SourceNode {
    var text = SurrogatePairs.joined(in: text)
    let result = text.withUTF8 { bytes -> Result<SourceNode, SceneError> in
      var source = YAMLSource(file: file, bytes: bytes)
      do throws(SceneError) {
        return .success(try source.parse())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private init(file: String, bytes: UnsafeBufferPointer<UInt8>) {
    self.file = file
    self.bytes = bytes
  }

  // MARK: - Events

  private mutating func parse() throws(SceneError) -> SourceNode {
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else {
      throw error(.syntax("memory ran out"), nil)
    }
    defer { yaml_parser_delete(&parser) }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(&parser, &event) == 1 else { throw failure(of: parser) }
      defer { yaml_event_delete(&event) }
      if event.type == YAML_STREAM_END_EVENT { break }
      try take(event)
    }
    guard let document else {
      throw error(
        .expected("a scene", found: "an empty file"), SourcePosition(line: 1, column: 1))
    }
    return document
  }

  private mutating func take(_ event: yaml_event_t) throws(SceneError) {
    let position = Self.position(event.start_mark)
    switch event.type {
    case YAML_DOCUMENT_START_EVENT:
      guard document == nil else { throw error(.secondDocument, position) }
    case YAML_ALIAS_EVENT:
      throw error(.anchor("*" + Self.text(event.data.alias.anchor)), position)
    case YAML_SCALAR_EVENT:
      try refuse(event.data.scalar.anchor, position)
      try add(scalar(event, at: position))
    case YAML_SEQUENCE_START_EVENT:
      try refuse(event.data.sequence_start.anchor, position)
      try begin(Open(position: position, isMapping: false))
    case YAML_MAPPING_START_EVENT:
      try refuse(event.data.mapping_start.anchor, position)
      try begin(Open(position: position, isMapping: true))
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      guard let ended = stack.popLast() else { return }
      try add(
        SourceNode(
          ended.isMapping ? .mapping(ended.entries) : .sequence(ended.items), at: ended.position))
    default: break
    }
  }

  private mutating func begin(_ open: Open) throws(SceneError) {
    if let parent = stack.last, parent.isMapping, parent.key == nil {
      throw error(.keyIsNoText, open.position)
    }
    stack.append(open)
  }

  private mutating func add(_ node: SourceNode) throws(SceneError) {
    let last = stack.count - 1
    guard last >= 0 else { return document = node }
    guard stack[last].isMapping else { return stack[last].items.append(node) }
    if let key = stack[last].key {
      stack[last].entries.append(
        SourceNode.Entry(key: key.text, keyPosition: key.position, value: node))
      stack[last].key = nil
      return
    }
    let text = node.text ?? ""
    if let first = stack[last].keys.updateValue(node.position, forKey: text) {
      throw error(.duplicateKey(text, first: first), node.position)
    }
    stack[last].key = (text, node.position)
  }

  // MARK: - Scalars

  private func scalar(_ event: yaml_event_t, at position: SourcePosition) -> SourceNode {
    let scalar = event.data.scalar
    let value = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    let isQuoted =
      scalar.style == YAML_SINGLE_QUOTED_SCALAR_STYLE
      || scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE
    // A scalar that is as long in the file as it is read has no escapes, folds or further lines.
    let width = Int(event.end_mark.column) - Int(event.start_mark.column) - (isQuoted ? 2 : 0)
    let length = value.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    let isVerbatim = event.start_mark.line == event.end_mark.line && width == length
    return SourceNode(
      .scalar(
        String(decoding: value, as: UTF8.self), offset: isVerbatim ? (isQuoted ? 1 : 0) : nil),
      at: position, isQuoted: isQuoted)
  }

  // MARK: - Mistakes

  private func refuse(
    _ anchor: UnsafeMutablePointer<UInt8>?, _ position: SourcePosition
  ) throws(SceneError) {
    if let anchor { throw error(.anchor("&" + Self.text(anchor)), position) }
  }

  private static func text(_ characters: UnsafeMutablePointer<UInt8>?) -> String {
    characters.map { String(cString: $0) } ?? ""
  }

  private static func position(_ mark: yaml_mark_t) -> SourcePosition {
    SourcePosition(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }

  private func error(_ mistake: FormatMistake, _ position: SourcePosition?) -> SceneError {
    SceneError(file: file, position: position, mistake: mistake)
  }

  private func failure(of parser: yaml_parser_t) -> SceneError {
    let problem = parser.problem.map { String(cString: $0) } ?? "memory ran out"
    if parser.error == YAML_READER_ERROR {
      let place = BytePlace.position(of: Int(parser.problem_offset), in: bytes)
      return error(.syntax(problem), place)
    }
    if problem.contains("nesting level") {
      return error(.nestedTooDeep, Self.position(parser.mark))
    }
    return error(.syntax(Self.plain(problem)), Self.position(parser.problem_mark))
  }

  /// The parser's message with the usual remedy.
  private static func plain(_ problem: String) -> String {
    switch problem {
    case "found character that cannot start any token":
      problem + "; indent with spaces, and quote a text that begins with it"
    case "did not find expected comment or line break", "did not find expected '-' indicator":
      problem + "; quote a text that begins with '|', '>' or '['"
    default: problem
    }
  }
}

/// Lines and columns of bytes.
enum BytePlace {
  /// The line and column of a byte; columns count characters.
  static func position(
    of offset: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> SourcePosition {
    var line = 1
    var column = 1
    for byte in bytes.prefix(max(0, offset)) {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return SourcePosition(line: line, column: column)
  }
}

/// Converts JSON's two escapes for a character beyond the basic plane to the single one of YAML.
enum SurrogatePairs {
  /// The text with `\ud83d\ude00` as `\U0001F600`; unchanged where there is none.
  static func joined(in text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    var copied = 0
    while index + 11 < bytes.count {
      guard bytes[index] == 0x5C else {
        index += 1
        continue
      }
      // A backslash escapes the next character.
      guard let high = unit(bytes, index), (0xD800..<0xDC00).contains(high),
        let low = unit(bytes, index + 6), (0xDC00..<0xE000).contains(low)
      else {
        index += 2
        continue
      }
      let scalar = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)
      let digits = String(scalar, radix: 16)
      result += bytes[copied..<index]
      result += Array(("\\U" + String(repeating: "0", count: 8 - digits.count) + digits).utf8)
      index += 12
      copied = index
    }
    guard copied > 0 else { return text }
    return String(decoding: result + bytes[copied...], as: UTF8.self)
  }

  private static func unit(_ bytes: [UInt8], _ index: Int) -> UInt32? {
    guard index + 5 < bytes.count, bytes[index] == 0x5C, bytes[index + 1] == 0x75 else {
      return nil
    }
    return UInt32(String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16)
  }
}
