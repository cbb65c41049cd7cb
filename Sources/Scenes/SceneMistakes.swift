public import LayoutModel

/// A mistake in a scene file outside its dialects.
public enum FormatMistake: SceneMistake, Equatable {
  /// The file is no YAML.
  case syntax(String)
  /// The file is not UTF-8.
  case encoding
  /// The file is too large for a scene.
  case tooLarge(bytes: Int, limit: Int)
  /// Anchors and aliases are refused.
  case anchor(String)
  /// A key occurs twice in one mapping.
  case duplicateKey(String, first: SourcePosition)
  /// A second document: a file contains one scene.
  case secondDocument
  /// Lists or mappings are nested too deep.
  case nestedTooDeep
  /// A key is not plain text.
  case keyIsNoText
  /// A key is unknown.
  case unknownKey(String, in: String, nearest: String?)
  /// A required key is missing.
  case missingKey(String, in: String)
  /// A value is not of the expected kind.
  case expected(String, found: String)
  /// A text does not have the form of a number.
  case notANumber(String)
  /// A number is beyond `Double`, or not a number.
  case notFinite(String)
  /// A number is beyond 1e9 points.
  case absurd(String)
  /// A number that must not be below zero.
  case negative(String, what: String)
  /// A number that must be above zero.
  case notPositive(String, what: String)
  /// A baseline below its line.
  case ascent(Double, line: Double)
  /// A text contains a control character.
  case controlCharacter(UInt32)
  /// A view with a text also has a size, a frame or baselines.
  case sizeBesideText(String)
  /// A step gives another text to a view that shows none, or another content to one that does.
  case otherContent(String, hasText: Bool)
  /// A priority outside (0, 1000].
  case priority(String)
  /// A number that must be whole and in a range.
  case whole(String, what: String, from: Int, to: Int)
  /// A list has the wrong length.
  case count(wanted: Int, found: Int, what: String)
  /// The format version is not supported.
  case version(String)
  /// A key that files of version 1 do not have.
  case needsVersion2(String)
  /// A range is empty.
  case emptyRange
  /// A step removes a view that is absent already.
  case alreadyOut(String)
  /// A frame is expected for a view that is absent, or within one that is.
  case outHere(String, because: String)
  /// A step names the root, which has no content and cannot be removed.
  case rootStays
  /// A step adds a view that is not absent.
  case notOut(String)
  /// No entry has that name.
  case unknownEntry(String, nearest: String?)
  /// A number has the name of a view, or one that dialects reserve.
  case numberName(String)
  /// A step names a number that the scene does not have.
  case unknownNumber(String, nearest: String?)
  /// A view among the children of another names a parent.
  case parentWithinChildren
  /// The view's parent is not among the views before it.
  case unknownParent(String)
  /// A name or id with other characters than allowed.
  case badName(String, what: String, allowed: String)
  /// An id is reserved by the format.
  case reservedName(String)
  /// Two views have the same id.
  case duplicateView(String, first: SourcePosition)
  /// No view has that id.
  case unknownView(String, nearest: String?)
  /// A step that is not exactly one change.
  case stepChange
  /// A word that is none of those allowed.
  case unknownWord(String, allowed: [String])
  /// `layouts` without a dialect.
  case noLayout(known: [String])

  /// The message after `error:`.
  public var description: String {
    switch self {
    case .syntax(let problem): "not YAML: \(problem)"
    case .encoding: "not text: the file is not UTF-8"
    case .tooLarge(let bytes, let limit):
      "\(bytes) bytes; a scene file has at most \(limit)"
    case .anchor(let name):
      "anchors and aliases are refused ('\(name.shortened(to: 40))'); write the value out"
    case .duplicateKey(let key, let first):
      "the key '\(key.shortened(to: 40))' occurs twice in this mapping; the first is at \(first)"
    case .secondDocument: "a second document; a file contains one scene"
    case .nestedTooDeep: "lists and mappings are nested more than 1,000 deep"
    case .keyIsNoText: "a key must be plain text"
    case .unknownKey(let key, let place, let nearest):
      "unknown key '\(key.shortened(to: 40))' in \(place)" + Self.hint(nearest)
    case .missingKey(let key, let place): "\(place) needs the key '\(key)'"
    case .expected(let what, let found): "expected \(what), found \(found)"
    case .notANumber(let text): "'\(text.shortened(to: 40))' is not a number"
    case .notFinite(let text): "'\(text.shortened(to: 40))' is not a finite number"
    case .absurd(let text):
      "'\(text.shortened(to: 40))' is beyond the limit of 1e9 points"
    case .negative(let text, let what):
      "\(what) must not be negative, found \(text.shortened(to: 40))"
    case .notPositive(let text, let what):
      "\(what) is above 0, found \(text.shortened(to: 40))"
    case .ascent(let ascent, let line):
      "'ascent' is at most the line's height of \(NumberText.write(line)), found "
        + NumberText.write(ascent)
    case .controlCharacter(let value):
      "a text has no control characters except line breaks; found U+"
        + String(repeating: "0", count: 4 - String(value, radix: 16).count)
        + String(value, radix: 16, uppercase: true)
    case .sizeBesideText(let key):
      "a view with a text has the text's size and baselines; leave out '\(key)'"
    case .otherContent(let name, let hasText):
      hasText
        ? "'\(name.shortened(to: 40))' shows a text; change it with 'text'"
        : "'\(name.shortened(to: 40))' shows no text; change its content with 'intrinsic'"
    case .priority(let text):
      "a priority is above 0 and at most 1000, found \(text.shortened(to: 40))"
    case .whole(let text, let what, let least, let most):
      "\(what) is a whole number from \(least) to \(most), found \(text.shortened(to: 40))"
    case .count(let wanted, let found, let what):
      "\(what) takes \(wanted) numbers, found \(found)"
    case .version(let text):
      "this program reads formats 1 and 2, the file has '\(text.shortened(to: 40))'"
    case .needsVersion2(let key): "'\(key)' needs 'layoutbench: 2'"
    case .emptyRange: "a range goes from one number up to a larger one; '~' is no bound"
    case .alreadyOut(let name): "'\(name.shortened(to: 40))' is already out"
    case .outHere(let name, let holder):
      "'\(name.shortened(to: 40))' is not in the tree"
        + (name == holder ? "" : ", because '\(holder.shortened(to: 40))' is out")
        + "; a step must add it first"
    case .rootStays: "the root cannot be removed and has no content; 'resize' changes its size"
    case .notOut(let name):
      "'\(name.shortened(to: 40))' is not out; 'add' returns a removed view or adds a new one"
    case .unknownEntry(let name, let nearest):
      "no entry is named '\(name.shortened(to: 40))'"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .numberName(let name):
      "'\(name.shortened(to: 40))' is the id of a view or reserved; give the number another name"
    case .unknownNumber(let name, let nearest):
      "no number '\(name.shortened(to: 40))' among the scene's 'numbers'" + Self.hint(nearest)
    case .parentWithinChildren:
      "'parent' is for views in the flat list; this one is among the 'children' of its parent"
    case .unknownParent(let name):
      "no view '\(name.shortened(to: 40))' before this one; a view comes after its parent"
    case .badName(let name, let what, let allowed):
      "'\(name.shortened(to: 40))' cannot be \(what): \(allowed)"
    case .reservedName(let name):
      "'\(name.shortened(to: 40))' is reserved; give the view another id"
    case .duplicateView(let name, let first):
      "a second view '\(name.shortened(to: 40))'; the first is at \(first)"
    case .unknownView(let name, let nearest):
      "no view '\(name.shortened(to: 40))' in this scene" + Self.hint(nearest)
    case .stepChange:
      "a step is one change: 'resize: [width, height]', 'view:' with 'intrinsic:', or with 'layoutbench: 2' "
        + "'view:' with 'text:', 'activate:', 'deactivate:', 'priority: [name, priority]', 'remove:', 'add:', 'number: [name, value]' or 'fit: width'"
    case .unknownWord(let word, let allowed):
      "'\(word.shortened(to: 40))' is not one of \(allowed.joined(separator: ", "))"
    case .noLayout(let known):
      "a scene needs at least one layout"
        + (known.isEmpty
          ? "" : ": \(known.dropLast().joined(separator: ", ")) or \(known[known.count - 1])")
    }
  }

  private static func hint(_ nearest: String?) -> String {
    nearest.map { "; did you mean '\($0)'?" } ?? ""
  }
}
