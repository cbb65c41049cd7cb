public import LayoutModel

/// A constraint's text that cannot be read, with the place in it.
public struct NotationMistake: SceneMistake, Equatable {
  /// The notation that was read.
  public enum Notation: String, Sendable {
    case equation = "equation"
    case linear = "linear constraint"
    case visualFormat = "visual format"
  }

  /// The reason why the text cannot be read.
  public enum Reason: Error, Equatable, Sendable {
    /// Something else is required here.
    case expected(String)
    /// A single `=`, `<`, `>` or another sign.
    case unknownRelation
    /// A name that no view has.
    case unknownView(String, nearest: String?)
    /// A name that no attribute has.
    case unknownAttribute(String, nearest: String?)
    /// `superview` on the left, or of the root.
    case noSuperview(String)
    /// A text that is not a number.
    case notANumber(String)
    /// A number beyond `Double`.
    case notFinite(String)
    /// A number beyond 1e9.
    case absurd(String)
    /// A division by 0.
    case divisionByZero(String)
    /// Text after the end of the constraint.
    case trailing
    /// A constraint that is read but cannot be made.
    case constraint(ConstraintMistake)
    /// Any other reason, in words of its own.
    case words(String)
  }

  /// A number as equations and formats write it: digits follow a point.
  static func number(_ text: String) throws(Reason) -> Double {
    guard !text.hasSuffix("."), !text.contains(".e"), !text.contains(".E") else {
      throw .notANumber(text)
    }
    do {
      return try NumberText.parse(text)
    } catch .form {
      throw .notANumber(text)
    } catch .notFinite {
      throw .notFinite(text)
    } catch {
      throw .absurd(text)
    }
  }

  /// The notation that was read.
  public let notation: Notation
  /// The whole text.
  public let text: String
  /// The character where reading stopped, from 1.
  public let column: Int
  /// The reason why the text cannot be read.
  public let reason: Reason

  /// The message behind `error:`.
  public var description: String { "\(notation.rawValue): \(why)" }

  /// The text with a caret.
  public var excerpt: String? { caretExcerpt(text, column: column) }

  private var why: String {
    func hint(_ nearest: String?) -> String { nearest.map { "; did you mean '\($0)'?" } ?? "" }
    return switch reason {
    case .expected(let what): "expected \(what)"
    case .unknownRelation: "unknown relation: it must be ==, >= or <="
    case .unknownView(let name, let nearest):
      "no view named '\(name.shortened(to: 40))'" + hint(nearest)
    case .unknownAttribute(let name, let nearest):
      "unknown attribute '\(name.shortened(to: 40))'" + hint(nearest)
    case .noSuperview(let what): what
    case .notANumber(let text): "'\(text.shortened(to: 40))' is not a number"
    case .notFinite(let text): "'\(text.shortened(to: 40))' is not a finite number"
    case .absurd(let text):
      "'\(text.shortened(to: 40))' is beyond the limit of 1e9 points"
    case .divisionByZero(let text): "division by zero or nearly zero ('\(text)')"
    case .trailing: "the constraint should end here; no further arithmetic is allowed"
    case .constraint(let mistake): mistake.description
    case .words(let text): text
    }
  }
}
