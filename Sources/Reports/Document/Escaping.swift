import LayoutBenchTiming

/// Escapes text from any source for each format.
///
/// All work is on Unicode scalars: `<` with a combining mark is one character, and still begins a
/// tag.
package enum Escaping {
  /// Escapes text for an element or an attribute of HTML, SVG and XML.
  package static func markup(_ text: String) -> String {
    guard text.utf8.contains(where: { isSpecial($0) }) else { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      // XML allows no other control characters, in any spelling.
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Escapes text for an attribute that keeps its line breaks.
  package static func attribute(_ text: String) -> String {
    markup(text).replacing("\n", with: "&#10;")
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x26 || byte == 0x27 || byte == 0x3C || byte == 0x3E || byte == 0x22
      || byte == 0xEF
  }

  /// Escapes text for Markdown, tables included.
  package static func markdown(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "|", "`", "*", "_", "[", "]", "\\", "~":
        result += "\\"
        result.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || scalar.properties.isWhitespace: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Code between backticks in Markdown, fit for a table.
  package static func markdownCode(_ text: String) -> String {
    let line = text.unicodeScalars.map { scalar in
      switch scalar {
      case "`": "'"
      case "|": "\\|"
      case _ where scalar.value < 0x20: " "
      default: String(scalar)
      }
    }.joined()
    return "`\(line)`"
  }

  /// Escapes text for terminals, and for logs that a machine reads.
  ///
  /// Control characters, escape sequences and those that change the direction of writing become
  /// `\u{1B}`; line breaks and tabs stay. What GitHub would take for a command gets a backslash: a
  /// line that begins with `::`, and `##[` anywhere in a line.
  package static func terminal(_ text: String) -> String {
    // By Unicode scalars: CR LF is a single character, and so is '[' with an accent.
    let result = visible(text).unicodeScalars
    let (colons, marker) = ("::".unicodeScalars, "##[".unicodeScalars)
    guard result.contains(colons) || result.contains(marker) else { return String(result) }
    return result.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let isCommand = line.drop { $0 == " " || $0 == "\t" || $0 == "\r" }.starts(with: colons)
      let safe = String(line.replacing(marker, with: "#\\#[".unicodeScalars))
      return isCommand ? "\\" + safe : safe
    }.joined(separator: "\n")
  }

  /// Escapes text for files that people print: control characters, escape sequences and those that
  /// change the direction of writing become `\u{1B}`; line breaks and tabs stay.
  package static func visible(_ text: String) -> String {
    func isHidden(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x09, 0x0A: false
      case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: true
      default: false
      }
    }
    guard text.unicodeScalars.contains(where: isHidden) else { return text }
    var result = ""
    let scalars = text.unicodeScalars
    for index in scalars.indices {
      let scalar = scalars[index]
      // A CSV file's lines end so.
      let isLineEnd =
        scalar == "\r" && scalars.index(after: index) < scalars.endIndex
        && scalars[scalars.index(after: index)] == "\n"
      if isHidden(scalar), !isLineEnd {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A field of a CSV file (RFC 4180).
  ///
  /// A text that a spreadsheet would take for a formula gets a leading apostrophe, as users type
  /// it.
  package static func csv(_ text: String) -> String {
    var text = text
    if let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first),
      Double(text) == nil
    {
      text = "'" + text
    }
    let needsQuotes = text.unicodeScalars.contains { ",\"\n\r".unicodeScalars.contains($0) }
    return needsQuotes ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
  }

  /// A name fit for files and anchors: letters, digits, `-`, `.` and `_`.
  package static func fileName(_ text: String) -> String {
    let name = String(
      text.unicodeScalars.map { scalar -> Character in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_": Character(scalar)
        default: "-"
        }
      })
    // File systems take 255 bytes, and something may be added.
    guard name.count <= 120 else {
      var digest = Digest()
      digest.add(text.utf8)
      return "\(name.prefix(100))-\(digest.text)"
    }
    return name.allSatisfy { $0 == "." } ? "-" : name
  }

  /// A word of a command line, quoted where a shell would split or expand it.
  package static func shell(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.unicodeScalars.allSatisfy { scalar in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "/", ",", ":", "=", "+", "%": true
        default: false
        }
      }
    return isPlain ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }
}
