/// The reason why a scene that can be read has no layout: exit status 2.
public enum LayoutError: Error, Equatable, Sendable {
  /// The reason why one view of a cycle waits for the next.
  public struct Dependency: Equatable, Sendable {
    /// The view that waits.
    public let view: String
    /// The view that it waits for.
    public let dependsOn: String
    /// The rule that makes it wait, or `superview`.
    public let reason: String

    /// `view` waits for `dependsOn` because of `reason`.
    public init(view: String, dependsOn: String, reason: String) {
      self.view = view
      self.dependsOn = dependsOn
      self.reason = reason
    }
  }

  /// One of the constraints of a conflict.
  public struct ConflictingConstraint: Equatable, Sendable {
    /// The constraint as messages write it.
    public let text: String
    /// The line of the scene file that it comes from; `nil` for an implied one.
    public let line: Int?
    /// The file and line of the Swift code that made it, `Screens/Post.swift:12`; `nil` for others.
    public var place: String?

    /// A constraint of a conflict.
    public init(text: String, line: Int?) {
      self.text = text
      self.line = line
    }
  }

  /// Views wait for each other; every view of one cycle, in order.
  case dependencyCycle([Dependency])
  /// A rule divides by zero.
  case divisionByZero(view: String, rule: String, column: Int)
  /// A rule's value or a view's frame is not finite; the rule where one is to blame.
  case notFinite(view: String, rule: String?)
  /// A rule names a view that no longer exists or is in another tree.
  case viewNotInTree(view: String, rule: String, named: String)
  /// A constraint or a view's content is invalid; the sentence says why.
  case badConstraint(String)
  /// An expression of a step is not finite.
  case expressionNotFinite(String, position: SourcePosition)
  /// Required constraints exclude each other: an irreducible set, and the one that would be
  /// dropped.
  case unsatisfiable([ConflictingConstraint], dropped: String?)
  /// A rule that linear constraints cannot express: its view, its place and the reason.
  case notLinear(view: String, rule: String, column: Int?, reason: String)
  /// A constraint that no order of views can satisfy, or a view that no constraints determine, and
  /// the reason.
  case notTopological(String, line: Int?, reason: String)
  /// The engine cannot express something that the scene asks for: the text after "cannot state", as
  /// in "'equal': widths cannot be compared".
  case cannotState(String)
  /// A text's height and the width that follows from it do not settle: its last three heights,
  /// points.
  case cannotSettle(view: String, heights: [Double])
  /// The solver failed without an answer; the sentence says why.
  case solverFailed(String)
  /// The process of an engine ended or sent an invalid answer; the sentence says how.
  case crashed(String)
  /// The process of an engine gave no answer in time.
  case outOfTime(String)
  /// The process of an engine reports a time that cannot be right; the sentence says why.
  case badClock(String)

  /// True if the engine's dialect cannot express the scene, which is no failure.
  public var isUnstated: Bool {
    switch self {
    case .notLinear, .notTopological, .cannotState: true
    default: false
    }
  }

  /// The lines that are printed.
  ///
  /// - Parameters:
  ///   - file: the scene file, as the user named it.
  ///   - step: the number of the step that caused it, from 1; `nil` for the first layout.
  /// - Returns: one line or several, without a line break at the end.
  public func message(file: String, step: Int? = nil) -> String {
    let head = "\(file): error: " + (step.map { "step \($0): " } ?? "")
    switch self {
    case .dependencyCycle(let cycle):
      let names = cycle.map(\.view) + cycle.prefix(1).map(\.view)
      let reasons = cycle.map { link in
        "\n    \(link.view) waits for \(link.dependsOn): \(link.reason)"
      }
      return head + "views wait for each other: \(names.joined(separator: " -> "))"
        + reasons.joined()
    case .divisionByZero(let view, let rule, let column):
      return head
        + "view \(view), rule \"\(rule.shortened(to: 120))\", column \(column): division by zero\n"
        + caretExcerpt(rule, column: column)
    case .notFinite(let view, let rule?):
      return head + "view \(view), rule \"\(rule.shortened(to: 120))\": the value is not finite"
    case .notFinite(let view, nil):
      return head + "view \(view): its frame is not finite"
    case .viewNotInTree(let view, let rule, let named):
      return head
        + "view \(view), rule \"\(rule.shortened(to: 120))\": the view '\(named)' is not in the tree "
        + "that is laid out"
    case .badConstraint(let reason): return head + reason
    case .expressionNotFinite(let text, let position):
      return "\(file):\(position): error: " + (step.map { "step \($0): " } ?? "")
        + "'\(text.shortened(to: 120))' is not finite"
    case .unsatisfiable(let constraints, let dropped):
      let width = constraints.map(\.text.count).max() ?? 0
      var lines = constraints.map { constraint in
        let space = String(repeating: " ", count: width - constraint.text.count + 3)
        let place = constraint.place ?? constraint.line.map { "\(file):\($0)" }
        return "\n    " + constraint.text + (place.map { space + $0 } ?? "")
      }
      // A long chain is understood from its ends.
      if lines.count > 24 {
        lines.replaceSubrange(12..<lines.count - 8, with: ["\n    … and \(lines.count - 20) more"])
      }
      return head + "the required constraints exclude each other:" + lines.joined()
        + (dropped.map { "\ndropping this one would resolve the conflict: \($0)" } ?? "")
    case .notLinear(let view, let rule, let column, let reason):
      let place = column.map { ", column \($0)" } ?? ""
      return head
        + "view \(view), rule \"\(rule.shortened(to: 120))\"\(place): not linear: \(reason)"
        + (column.map { "\n" + caretExcerpt(rule, column: $0) } ?? "")
    case .notTopological(let what, let line, let reason):
      return "\(file)\(line.map { ":\($0)" } ?? ""): error: \(what): \(reason)"
    case .cannotState(let what): return "\(file): cannot state \(what)"
    case .cannotSettle(let view, let heights):
      let turns = heights.suffix(2).map { NumberText.write($0) }
      let change =
        heights.first == heights.last
        ? "the height alternates between \(turns.joined(separator: " and ")) points"
        : "the height still changes after many rounds, in the last from "
          + "\(turns.joined(separator: " to ")) points"
      return head
        + "the width and height of '\(view)' do not converge: \(change); give it a width that does "
        + "not depend on its height"
    case .solverFailed(let reason):
      return head + "the solver gave no answer: \(reason)"
    case .crashed(let reason), .outOfTime(let reason), .badClock(let reason): return head + reason
    }
  }
}

extension LayoutError {
  /// The same error; of a conflict without the places in Swift source.
  package var withoutPlaces: LayoutError {
    guard case .unsatisfiable(let lines, let dropped) = self else { return self }
    return .unsatisfiable(lines.map { .init(text: $0.text, line: $0.line) }, dropped: dropped)
  }
}

extension LayoutError: CustomStringConvertible {
  /// The lines that are printed, without a file, for a program that catches the error.
  public var description: String {
    let text = message(file: "")
    for head in [": error: ", ": "] where text.hasPrefix(head) {
      return String(text.dropFirst(head.count))
    }
    return text
  }
}
