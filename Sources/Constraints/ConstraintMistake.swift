public import LayoutModel

/// A constraint that cannot be made, whichever notation it was written in.
public enum ConstraintMistake: SceneMistake, Equatable {
  /// A width or height against a line.
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
      return "\(item) is a location; times 0 it would stand against a bare constant"
    case .notFinite(let text): return "'\(text)' is not a finite number"
    case .absurd(let text): return "'\(text)' is beyond 1e9 points, which no layout holds"
    case .priority(let value):
      return "a priority is above 0 and at most 1000, found \(NumberText.write(value))"
    }
  }
}

extension LinearConstraint {
  /// The rules of pairing (`NSLayoutConstraint` throws for the same pairs).
  static func checkLegality(
    _ first: Item, _ second: Item?, multiplier: Double, constant: Double, in tree: ViewTree
  ) throws(ConstraintMistake) {
    guard multiplier.isFinite else { throw .notFinite("\(multiplier)") }
    guard constant.isFinite else { throw .notFinite("\(constant)") }
    guard abs(constant) <= NumberText.largestMagnitude else { throw .absurd("\(constant)") }
    guard abs(multiplier) <= NumberText.largestMagnitude else { throw .absurd("\(multiplier)") }
    guard let second else {
      guard first.attribute.isSize else {
        throw .locationNeedsView(first.name(in: tree), superview: suggestion(first, constant))
      }
      return
    }
    guard first.attribute.isSize == second.attribute.isSize else {
      throw .sizeWithLocation(first.name(in: tree), second.name(in: tree))
    }
    if first.attribute.isSize { return }
    guard first.attribute.axis == second.attribute.axis else {
      throw .axes(first.name(in: tree), second.name(in: tree))
    }
    let senses = [first.attribute.sense, second.attribute.sense]
    guard !(senses.contains(.physical) && senses.contains(.reading)) else {
      throw .sides(first.name(in: tree), second.name(in: tree))
    }
    guard multiplier != 0 else { throw .multiplierZero(first.name(in: tree)) }
  }

  private static func suggestion(_ item: Item, _ constant: Double) -> String? {
    guard item.view != .root else { return nil }
    let base = "superview.\(item.attribute.rawValue)"
    if constant == 0 { return base }
    return "\(base) \(constant < 0 ? "-" : "+") \(NumberText.write(abs(constant)))"
  }
}

extension LinearConstraint.Item {
  /// `view.attribute`.
  func name(in tree: ViewTree) -> String { "\(tree.name(of: view)).\(attribute.rawValue)" }
}
