public import LayoutModel

/// A step of `layoutkit` that is refused.
public enum CallMistake: SceneMistake, Equatable {
  /// A step is a mapping with one call.
  case notOneCall(found: String)
  /// No such call.
  case unknownCall(String, nearest: String?)
  /// A key that the call does not have.
  case unknownKey(String, call: String, nearest: String?)
  /// A key that the call needs.
  case missingKey(String, call: String)
  /// A view, holder or name that is not there.
  case unknownName(String, nearest: String?)
  /// An attribute that is not there.
  case unknownAttribute(String, nearest: String?)
  /// A list without entries.
  case emptyList(String)
  /// Something else where only views are allowed.
  case viewWanted(found: String, allowed: String)
  /// A flexible where a number is required.
  case flexibleForNumber(String)
  /// Something else where a number is required.
  case numberWanted(found: String)
  /// Another count of numbers.
  case count(call: String, wanted: Int, found: Int)
  /// `xPlace` as a mapping.
  case placeKeys(String)
  /// `let` on a call without a value.
  case noValue(String)
  /// A value that no `let` keeps.
  case valueNotKept(String)
  /// A name that is taken.
  case nameTaken(String)
  /// A name that cannot be one.
  case badName(String)
  /// A call on a maker's bounds has no reference view.
  case noReference(String)
  /// The root's frame belongs to the scene.
  case root
  /// `superview` has no meaning here.
  case superview
  /// A number that is not finite.
  case notFinite(String)
  /// A number beyond 1e9.
  case absurd(String)
  /// An expression that does not parse, with the character where it stops, from 1.
  case expression(String, column: Int, expected: String)
  /// Layouts nested too deep.
  case nestedTooDeep
  /// `edge` beside sides of their own.
  case edgeAndSides(String)
  /// `holder` without a mapping.
  case notRectangles(found: String)
  /// A list or mapping where a name is required.
  case noName(found: String)
  /// A mapping where a list is required.
  case notAList(call: String, found: String)

  /// The message behind `error:`.
  public var description: String {
    func hint(_ nearest: String?) -> String { nearest.map { "; did you mean '\($0)'?" } ?? "" }
    func short(_ text: String) -> String { text.shortened(to: 40) }
    return switch self {
    case .notOneCall(let found):
      "a step is one call, as in '- xLeft: [icon]'; found \(found)"
    case .unknownCall(let name, let nearest): "no call '\(short(name))'" + hint(nearest)
    case .unknownKey(let key, let call, let nearest):
      "'\(call)' has no key '\(short(key))'" + hint(nearest)
    case .missingKey(let key, let call): "'\(call)' needs the key '\(key)'"
    case .unknownName(let name, let nearest):
      "no view, holder or kept value '\(short(name))'" + hint(nearest)
    case .unknownAttribute(let name, let nearest):
      "no attribute '\(short(name))'" + hint(nearest)
    case .emptyList(let call): "'\(call)' has an empty list"
    case .viewWanted(let found, let allowed): "\(found) is not allowed here, only \(allowed)"
    case .flexibleForNumber(let text): "'\(short(text))': a number is required here, not flexible"
    case .numberWanted(let found): "expected a number, found \(found)"
    case .count(let call, let wanted, let found):
      "'\(call)' takes \(wanted) numbers, found \(found)"
    case .placeKeys(let call):
      "'\(call)' as a mapping has 'items' and exactly one of 'fixedFirst', 'fixedLast'"
    case .noValue(let call): "'\(call)' has no value that 'let' could keep"
    case .valueNotKept(let call): "the value of '\(call)' is discarded: add 'let: name'"
    case .nameTaken(let name): "the name '\(short(name))' is taken"
    case .badName(let name):
      "'\(short(name))' cannot be a name: a letter or '_', then letters, digits, '_' and '-'"
    case .noReference(let call): "'\(call)' has no reference view; leave 'ref' out"
    case .root: "root's frame belongs to the scene; it can be read, not placed or sized"
    case .superview: "'superview' has no meaning here"
    case .notFinite(let text): "'\(short(text))' is not a finite number"
    case .absurd(let text): "'\(short(text))' is beyond the limit of 1e9 points"
    case .expression(let text, let column, let expected):
      "expression '\(short(text))', column \(column): expected \(expected)"
    case .edgeAndSides(let call): "'\(call)' takes 'edge' or single sides, not both"
    case .notRectangles(let found):
      "'holder' takes names with rectangles, as in '{ gap: [0, 0, 8, 0] }'; found \(found)"
    case .noName(let found): "expected a name, found \(found)"
    case .notAList(let call, let found): "'\(call)' takes a list; found \(found)"
    case .nestedTooDeep: "layouts or parentheses are nested more than 200 deep"
    }
  }

  /// An expression with a caret.
  public var excerpt: String? {
    guard case .expression(let text, let column, _) = self else { return nil }
    return caretExcerpt(text, column: column)
  }
}
