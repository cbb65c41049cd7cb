import LayoutModel

/// A look at the outermost lines before the file is parsed, so that nonsense of any size is answered
/// at once and at its place.
///
/// In block style every line that begins in column 1 is a key of the scene, a comment, a document
/// mark, or the entry of a list; anything else cannot become a scene.
enum Outline {
  static let keys = ["layoutbench", "name", "summary", "root", "views", "layouts", "expect", "steps"]

  /// Looks only at files past this size: smaller ones get the parser's own words.
  static let smallest = 1 << 20

  static func check(_ text: String, file: String) throws(SceneError) {
    var text = text
    let failure: (line: Int, word: String)? = text.withUTF8 { bytes in
      guard bytes.count >= smallest else { return nil }
      let first = bytes.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
      return first == 0x7B ? flow(bytes) : block(bytes)
    }
    guard let failure else { return }
    throw SceneError(
      file: file, position: SourcePosition(line: failure.line, column: 1),
      mistake: FormatMistake.expected(
        "a key of the scene: \(keys.joined(separator: ", "))", found: "'\(failure.word)'"))
  }

  private static func block(_ bytes: UnsafeBufferPointer<UInt8>) -> (line: Int, word: String)? {
    var line = 1
    var start = 0
    var hasVersion = false
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x0A { end += 1 }
      switch bytes[start] {
      case 0x20, 0x23, 0x2D, 0x0A, 0x0D, 0x2E, 0x25, 0x09, 0x5D, 0x7D: break
      default:
        let stop = min(end, start + 40)
        let word = String(decoding: bytes[start..<stop], as: UTF8.self)
        let key = word.prefix { $0 != ":" && $0 != " " }
          .trimmingQuotes
        guard keys.contains(key) else { return (line, word) }
        hasVersion = hasVersion || key == "layoutbench"
      }
      start = end + 1
      line += 1
    }
    return hasVersion ? nil : (1, "no 'layoutbench:' on any line")
  }

  /// JSON of a scene names its version before anything as long as this.
  private static func flow(_ bytes: UnsafeBufferPointer<UInt8>) -> (line: Int, word: String)? {
    let mark = Array("layoutbench".utf8)
    let end = bytes.count - mark.count
    var index = 0
    while index <= end {
      if bytes[index] == mark[0], bytes[index..<(index + mark.count)].elementsEqual(mark) {
        return nil
      }
      index += 1
    }
    return (1, "no 'layoutbench' in the file")
  }
}

extension Substring {
  fileprivate var trimmingQuotes: String {
    guard let first, first == "\"" || first == "'" else { return String(self) }
    return String(dropFirst().prefix { $0 != first })
  }
}
