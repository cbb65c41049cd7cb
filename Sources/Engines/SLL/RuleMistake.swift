public import LayoutModel

/// A rule that is refused, with the place in it; its view is left unchanged.
public struct RuleMistake: SceneMistake, Equatable {
  /// The reason why the rule is refused.
  public enum Reason: Equatable, Sendable {
    /// A character that starts no token.
    case unknownCharacter(Character)
    /// A `%` with nothing behind it.
    case lonePercent
    /// `H:` or `V:` without a percentage that touches it.
    case lonePrefix(String)
    /// A word that is no attribute.
    case unknownAttribute(String, nearest: String?)
    /// `%` and a word that is no specifier.
    case unknownSpecifier(String, nearest: String?)
    /// A value is required here.
    case valueMissing(found: String)
    /// An operator or a comma is required here.
    case operatorMissing(found: String)
    /// `)` is required here.
    case closingParenthesisMissing(found: String)
    /// A `)` that closes nothing.
    case closingParenthesisTooMany
    /// Nothing between parentheses.
    case emptyParentheses
    /// The left side is no bare attribute.
    case assignmentToExpression
    /// A number beyond `Double`.
    case numberTooLarge(String)
    /// Parentheses more than 200 deep.
    case nestedTooDeep
    /// A specifier without an argument.
    case argumentMissing(specifier: String, wanted: Int, given: Int)
    /// More arguments than specifiers.
    case argumentTooMany(wanted: Int, given: Int)
    /// An argument that the specifier does not take.
    case argumentType(specifier: String, takes: String, found: String)
    /// A view that does not exist.
    case argumentView(specifier: String, name: String, nearest: String?)
    /// An argument that is not finite.
    case argumentNotFinite(specifier: String, found: String)
    /// One of the scene's numbers for a specifier whose value is fixed when the rule is added.
    case argumentNamed(specifier: String, name: String)
  }

  /// The view whose rule it is.
  public let view: String
  /// The whole rule.
  public let rule: String
  /// The character of the mistake, from 1.
  public let column: Int?
  /// The reason why the rule is refused.
  public let reason: Reason

  /// `view a, rule "ll = foo", column 6: unknown attribute 'foo'`.
  public var description: String {
    let place = column.map { ", column \($0)" } ?? ""
    return "view \(view), rule \"\(rule.shortened(to: 120))\"\(place): \(why)"
  }

  /// The rule with a caret.
  public var excerpt: String? { column.map { caretExcerpt(rule, column: $0) } }

  private var why: String {
    func hint(_ nearest: String?) -> String { nearest.map { "; did you mean '\($0)'?" } ?? "" }
    return switch reason {
    case .unknownCharacter(let character): "the character '\(character)' has no meaning here"
    case .lonePercent: "'%' must directly follow a number or precede a specifier's name"
    case .lonePrefix(let prefix):
      "'\(prefix)' must directly precede a percentage, such as \(prefix)50% or \(prefix)%p"
    case .unknownAttribute(let name, let nearest):
      "unknown attribute '\(name.shortened(to: 40))'" + hint(nearest)
    case .unknownSpecifier(let name, let nearest):
      "unknown specifier '\(name.shortened(to: 40))'" + hint(nearest)
    case .valueMissing(let found):
      "a value is missing before \(found): a number, a percentage, a specifier or an attribute"
    case .operatorMissing(let found): "an operator or a comma is missing before \(found)"
    case .closingParenthesisMissing(let found): "')' is missing before \(found)"
    case .closingParenthesisTooMany: "')' has no matching '('"
    case .emptyParentheses: "a value is missing between '(' and ')'"
    case .assignmentToExpression:
      "only a bare attribute can be assigned to; inside an expression, put the assignment in "
        + "parentheses"
    case .numberTooLarge(let text): "'\(text.shortened(to: 40))' is too large for a number"
    case .nestedTooDeep: "parentheses are nested more than 200 deep"
    case .argumentMissing(let specifier, let wanted, let given):
      "\(specifier) has no argument: the rule takes \(wanted), found \(given)"
    case .argumentTooMany(let wanted, let given):
      "too many arguments: the rule takes \(wanted), found \(given)"
    case .argumentType(let specifier, let takes, let found):
      "\(specifier) takes \(takes), found \(found)"
    case .argumentView(let specifier, let name, let nearest):
      "\(specifier) takes a view; no view '\(name.shortened(to: 40))'" + hint(nearest)
    case .argumentNotFinite(let specifier, let found):
      "\(specifier) takes a finite number, found \(found)"
    case .argumentNamed(let specifier, let name):
      "\(specifier) takes a number; '\(name.shortened(to: 40))' may change: write %^f or %^p"
    }
  }
}
