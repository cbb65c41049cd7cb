import LayoutModel

/// JSON whose keys stay in their given order, because people read it too.
indirect enum JSONText {
  case text(String)
  case number(Double)
  case truth(Bool)
  case list([JSONText])
  case object([(String, JSONText)])

  /// Pretty-printed, lists of numbers on one line.
  func written(indent: String = "") -> String {
    switch self {
    case .text(let text): SourceNode.quoted(text)
    case .number(let number): NumberText.write(number)
    case .truth(let isTrue): isTrue ? "true" : "false"
    case .list(let items): Self.enclosed("[", items.map { ("", $0) }, "]", indent)
    case .object(let entries):
      Self.enclosed("{", entries.map { ("\(SourceNode.quoted($0.0)): ", $0.1) }, "}", indent)
    }
  }

  private static func enclosed(
    _ open: String, _ items: [(String, JSONText)], _ close: String, _ indent: String
  ) -> String {
    guard !items.isEmpty else { return open + close }
    let isFlat = items.allSatisfy { entry in
      if case .number = entry.1 { return true }
      return false
    }
    if isFlat, open == "[" {
      return open + items.map { $0.1.written() }.joined(separator: ", ") + close
    }
    let inner = indent + "  "
    let lines = items.map { "\(inner)\($0.0)\($0.1.written(indent: inner))" }
    return "\(open)\n\(lines.joined(separator: ",\n"))\n\(indent)\(close)"
  }
}
