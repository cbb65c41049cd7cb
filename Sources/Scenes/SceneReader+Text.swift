import LayoutModel

extension SceneReader {
  /// Reads `text:` of a view: its string, or a mapping with its measures.
  func text(of node: SourceNode) throws(SceneError) -> Text {
    if node.text != nil { return Text(try string(node)) }
    let fields = try fields(
      of: node, in: "'text'", required: ["string"],
      optional: ["advance", "line", "ascent", "lines"])
    var text = Text(try string(required(fields, "string", of: node)))
    if let node = fields["advance"] { text.advance = try positive(node, what: "an advance") }
    if let node = fields["line"] { text.line = try positive(node, what: "a line's height") }
    if let node = fields["ascent"] {
      text.ascent = try number(node)
    } else {
      text.ascent = min(text.ascent, text.line)
    }
    guard text.ascent <= text.line else {
      throw error(fields["ascent"] ?? node, .ascent(text.ascent, line: text.line))
    }
    if let node = fields["lines"] {
      guard let most = try Int(exactly: number(node)), (0...1_000_000).contains(most) else {
        throw error(node, .whole(node.text ?? "", what: "'lines'", from: 0, to: 1_000_000))
      }
      text.mostLines = most
    }
    try checkSize(of: text, node)
    return text
  }

  /// Checks that a text is no larger than 1e9 points.
  func checkSize(of text: Text, _ node: SourceNode) throws(SceneError) {
    let size = text.naturalSize
    guard size.width <= 1e9, size.height <= 1e9 else {
      throw error(node, .absurd(NumberText.write(max(size.width, size.height))))
    }
  }

  /// The characters of a text.
  func string(_ node: SourceNode) throws(SceneError) -> String {
    guard let string = node.text, node.isQuoted || (string != "~" && string != "null") else {
      throw error(
        node, .expected("a text, in quotes if it is not plain", found: node.summary))
    }
    // U+2028 and U+2029 end a line elsewhere.
    let control = string.unicodeScalars.first {
      $0.properties.generalCategory == .control && $0 != "\n"
        || (0x2028...0x2029).contains($0.value)
    }
    if let control { throw error(node, .controlCharacter(control.value)) }
    return string
  }

  private func positive(_ node: SourceNode, what: String) throws(SceneError) -> Double {
    let value = try number(node)
    guard value > 0 else { throw error(node, .notPositive(node.text ?? "", what: what)) }
    return value
  }
}
