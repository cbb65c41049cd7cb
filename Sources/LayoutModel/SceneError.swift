/// A mistake in a scene file: one case for each, in an enum of the module that reads it.
public protocol SceneMistake: Error, CustomStringConvertible {
  /// Lines to print below the message: the text and a caret under the place; none by default.
  var excerpt: String? { get }
}

extension SceneMistake {
  /// No excerpt.
  public var excerpt: String? { nil }
}

/// A file that cannot be read as a scene: exit status 65.
public struct SceneError: Error, CustomStringConvertible {
  /// The file, as the user named it.
  public let file: String
  /// The place in the file, where there is one.
  public let position: SourcePosition?
  /// The mistake.
  public let mistake: any SceneMistake

  /// A mistake at a place.
  public init(file: String, position: SourcePosition?, mistake: any SceneMistake) {
    self.file = file
    self.position = position
    self.mistake = mistake
  }

  /// The line that is printed, in the form that compilers use and editors jump to.
  ///
  ///     post.yaml:14:25: error: no view 'avatr' in this scene; did you mean 'avatar'?
  public var description: String {
    // A line break in a name would begin a line of its own.
    let file = file.split(whereSeparator: \.isNewline).joined(separator: "\\n")
    let place = position.map { "\(file):\($0)" } ?? file
    let line = "\(place): error: \(mistake)"
    return mistake.excerpt.map { "\(line)\n\($0)" } ?? line
  }
}

/// The error of an engine that reads the dialect but cannot express something that the scene asks
/// for.
///
/// Thrown by `resolve` as the mistake of a `SceneError`. The engine is left out for that scene,
/// with a message such as "kiwi cannot state 'equal': widths cannot be compared".
public struct CannotState: SceneMistake, Equatable {
  /// The message's text after "cannot state": the property that the engine cannot express.
  public let what: String

  /// The message's text after "cannot state": the property that the engine cannot express.
  public init(_ what: String) { self.what = what }

  /// The message after `error:`.
  public var description: String { "cannot state \(what)" }
}

/// Text with a caret under one of its characters, for errors in rules and formats.
///
/// - Parameters:
///   - text: the rule or format; long ones are cut around the column.
///   - column: the character above the caret, from 1; the end is `count + 1`.
/// - Returns: two lines.
public func caretExcerpt(_ text: String, column: Int) -> String {
  let reach = 60
  let characters = Array(text.unicodeScalars)
  let caret = min(max(column - 1, 0), characters.count)
  let start = max(0, caret - reach)
  let end = min(characters.count, caret + reach)
  let lead = start > 0 ? "…" : ""
  let shown = String(String.UnicodeScalarView(characters[start..<end])).printable
  let tail = end < characters.count ? "…" : ""
  let indent = String(repeating: " ", count: lead.count + caret - start)
  return "\(lead)\(shown)\(tail)\n\(indent)^"
}
