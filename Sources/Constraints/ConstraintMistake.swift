public import LayoutModel

/// A constraint that cannot be made, whichever notation it was written in.
public enum ConstraintMistake: SceneMistake, Equatable {
  /// A width or height compared with a line: an edge, a centre or a baseline.
  case sizeWithLocation(String, String)
  /// A horizontal line against a vertical one.
  case axes(String, String)
  /// Left or right against leading or trailing.
  case sides(String, String)
  /// A line against a bare constant.
  case locationNeedsView(String, superview: String?)
  /// A line times 0.
  case multiplierZero(String)
  /// A number that is not finite.
  case notFinite(String)
  /// A length beyond 1e9 points.
  case absurd(String)
  /// A priority outside (0, 1000].
  case priority(Double)
  /// A superview is needed where a view has none.
  case noSuperview(String)
  /// Two views of different trees.
  case noCommonSuperview(String, String)
  /// A view that a constraint names is gone.
  case viewGone(String)
  /// A constraint cannot become required, or cease to be, while it is active.
  case priorityWhileActive(String)
  /// The multiplier of an active constraint is fixed.
  case multiplierWhileActive(String)
  /// A call on several views got fewer.
  case fewViews(call: String, wanted: Int, found: Int)
  /// A call does not take this axis, edge or attribute.
  case unfit(call: String, what: String)
  /// A call that only has a meaning within `autoSetPriority`.
  case outsidePriority(call: String)
  /// A statement of a maker that names attributes and nothing to compare them with.
  case noRelation(String)
  /// A visual format that cannot be read, with its excerpt.
  case format(String)

  /// The message behind `error:`.
  public var description: String {
    switch self {
    case .sizeWithLocation(let first, let second):
      let size = first.hasSuffix("width") || first.hasSuffix("height") ? first : second
      let location = size == first ? second : first
      return "\(first) with \(second): \(size) is a size, \(location) a location; "
        + "they cannot be compared"
    case .axes(let first, let second):
      return "\(first) with \(second): one is horizontal, the other vertical"
    case .sides(let first, let second):
      return "\(first) with \(second): left and right cannot be compared with leading and trailing"
    case .locationNeedsView(let item, let suggestion):
      return "\(item) is a location and needs a view on the right"
        + (suggestion.map { ": write '\($0)'" } ?? "")
    case .multiplierZero(let item):
      return "\(item) is a location; multiplier 0 leaves only a constant to compare it with"
    case .notFinite(let text): return "'\(text)' is not a finite number"
    case .absurd(let text): return "'\(text)' is beyond the limit of 1e9 points"
    case .priority(let value):
      return "a priority is above 0 and at most 1000, found \(NumberText.write(value))"
    case .noSuperview(let item): return "\(item): the view has no superview"
    case .noCommonSuperview(let first, let second):
      return "\(first) with \(second): the views have no common superview"
    case .viewGone(let text): return "\(text): a view of this constraint no longer exists"
    case .priorityWhileActive(let text):
      return "\(text): an active constraint cannot change to or from required; deactivate it first"
    case .multiplierWhileActive(let text):
      return "\(text): the multiplier of an active constraint is fixed; deactivate it first"
    case .fewViews(let call, let wanted, let found):
      return "\(call) takes \(wanted) \(wanted == 1 ? "view" : "views") or more, found \(found)"
    case .unfit(let call, let what): return "\(call) does not take \(what)"
    case .outsidePriority(let call):
      return "\(call) takes its priority from an autoSetPriority block around it, found none"
    case .noRelation(let item):
      return "\(item) is compared with nothing: a statement needs equalTo, or another relation"
    case .format(let text): return text
    }
  }
}

extension LinearConstraint {
  /// Checks the rules of pairing.
  static func checkLegality(
    _ first: Item, _ second: Item?, multiplier: Double, constant: Double, in tree: ViewTree
  ) throws(ConstraintMistake) {
    try Pairing(
      first: first.attribute, second: second?.attribute, multiplier: multiplier,
      constant: constant
    ).check(hasSuperview: first.view != .root) { isFirst in
      isFirst ? first.name(in: tree) : second?.name(in: tree) ?? ""
    }
  }
}

/// A pair of attributes with its numbers, not yet checked.
struct Pairing {
  let first: Attribute
  let second: Attribute?
  let multiplier: Double
  let constant: Double

  /// Checks the rules of pairing (`NSLayoutConstraint` throws for the same pairs).
  ///
  /// - Parameters:
  ///   - hasSuperview: whether the first view has a superview, for the message.
  ///   - name: returns the first or second item, for the message.
  /// - Throws: `ConstraintMistake`.
  func check(
    hasSuperview: @autoclosure () -> Bool, _ name: (_ isFirst: Bool) -> String
  ) throws(ConstraintMistake) {
    // Nearly all: two lines of one kind, without a factor.
    if let second, multiplier == 1, first.pairs(with: second),
      abs(constant) <= NumberText.largestMagnitude
    {
      return
    }
    guard multiplier.isFinite else { throw .notFinite("\(multiplier)") }
    try Self.check(constant: constant)
    guard abs(multiplier) <= NumberText.largestMagnitude else { throw .absurd("\(multiplier)") }
    guard let second else {
      guard first.isSize else {
        throw .locationNeedsView(name(true), superview: hasSuperview() ? suggestion : nil)
      }
      return
    }
    guard first.isSize == second.isSize else { throw .sizeWithLocation(name(true), name(false)) }
    if first.isSize { return }
    guard first.axis == second.axis else { throw .axes(name(true), name(false)) }
    let (one, other) = (first.sense, second.sense)
    let areMixed =
      one == .physical && other == .reading || one == .reading && other == .physical
    guard !areMixed else {
      throw .sides(name(true), name(false))
    }
    guard multiplier != 0 else { throw .multiplierZero(name(true)) }
  }

  /// Checks a constant alone.
  ///
  /// - Throws: `ConstraintMistake`.
  static func check(constant: Double) throws(ConstraintMistake) {
    guard constant.isFinite else { throw .notFinite("\(constant)") }
    guard abs(constant) <= NumberText.largestMagnitude else { throw .absurd("\(constant)") }
  }

  private var suggestion: String {
    let base = "superview.\(first.rawValue)"
    if constant == 0 { return base }
    return "\(base) \(constant < 0 ? "-" : "+") \(NumberText.write(abs(constant)))"
  }
}
extension LinearConstraint.Item {
  /// `view.attribute`.
  func name(in tree: ViewTree) -> String { "\(tree.name(of: view)).\(attribute.rawValue)" }
}
