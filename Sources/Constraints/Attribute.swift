public import LayoutModel

/// A line or a size of a view that constraints refer to (Auto Layout Guide, "Attributes").
public enum Attribute: String, CaseIterable, BitwiseCopyable, Sendable {
  case left, right, top, bottom, leading, trailing, width, height, centerX, centerY
  case firstBaseline, lastBaseline
  case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin
  case centerXWithinMargins, centerYWithinMargins

  /// The way a horizontal line is named: by the side, by reading direction, or neither.
  enum Sense { case physical, reading, neutral }

  /// The last baseline, by its original name.
  public static let baseline = Attribute.lastBaseline

  /// The axis it measures along.
  @inlinable public var axis: Axis {
    switch self {
    case .left, .right, .leading, .trailing, .width, .centerX, .leftMargin, .rightMargin,
      .leadingMargin, .trailingMargin, .centerXWithinMargins:
      .horizontal
    default: .vertical
    }
  }

  /// Returns true if both are sizes, or lines of one axis that are named in the same way.
  func pairs(with other: Attribute) -> Bool {
    isSize == other.isSize && (isSize || axis == other.axis && sense == other.sense)
  }

  /// True for a width or height, false for a line.
  @inlinable public var isSize: Bool { self == .width || self == .height }

  /// True if it follows the reading direction: leading, trailing and their margins.
  package var isReading: Bool { sense == .reading }

  var sense: Sense {
    switch self {
    case .left, .right, .leftMargin, .rightMargin: .physical
    case .leading, .trailing, .leadingMargin, .trailingMargin: .reading
    default: .neutral
    }
  }

  /// The left or right attribute that a leading or trailing one is in a reading direction.
  func physical(in direction: LayoutDirection) -> Attribute {
    let isLeftToRight = direction == .leftToRight
    return switch self {
    case .leading: isLeftToRight ? .left : .right
    case .trailing: isLeftToRight ? .right : .left
    case .leadingMargin: isLeftToRight ? .leftMargin : .rightMargin
    case .trailingMargin: isLeftToRight ? .rightMargin : .leftMargin
    default: self
    }
  }
}

extension Attribute {
  /// Returns the distance of a line from the view's left or top: a share of its size, and an offset
  /// in points (docs/constraints.md, Attributes).
  ///
  /// - Parameters:
  ///   - traits: the view's margins and baselines.
  ///   - direction: the reading direction.
  /// - Returns: 0 and 0 for left and top, and for sizes.
  package func line(
    of traits: ViewTraits, in direction: LayoutDirection
  ) -> (share: Double, offset: Double) {
    switch physical(in: direction) {
    case .right, .bottom: (1, 0)
    case .centerX, .centerY: (0.5, 0)
    case .firstBaseline: (0, traits.firstBaseline)
    case .lastBaseline: (1, -traits.lastBaseline)
    case .leftMargin: (0, traits.margins.left)
    case .rightMargin: (1, -traits.margins.right)
    case .topMargin: (0, traits.margins.top)
    case .bottomMargin: (1, -traits.margins.bottom)
    case .centerXWithinMargins: (0.5, (traits.margins.left - traits.margins.right) / 2)
    case .centerYWithinMargins: (0.5, (traits.margins.top - traits.margins.bottom) / 2)
    default: (0, 0)
    }
  }
}

/// The comparison between the two sides of a constraint.
public enum Relation: String, CaseIterable, BitwiseCopyable, Sendable {
  case equal = "=="
  case greaterThanOrEqual = ">="
  case lessThanOrEqual = "<="

  /// Returns the amount by which two sides violate it, given the left one minus the right one.
  package func violation(of difference: Double) -> Double {
    switch self {
    case .equal: abs(difference)
    case .greaterThanOrEqual: max(0, -difference)
    case .lessThanOrEqual: max(0, difference)
    }
  }

  /// The relation read from the other side.
  public var mirrored: Relation {
    switch self {
    case .equal: .equal
    case .greaterThanOrEqual: .lessThanOrEqual
    case .lessThanOrEqual: .greaterThanOrEqual
    }
  }
}

extension Priority: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// A number in the source; outside (0, 1000] the constraint that has it cannot be installed.
  public init(integerLiteral value: Int) { self.init(unchecked: Double(value)) }

  /// A number in the source; outside (0, 1000] the constraint that has it cannot be installed.
  public init(floatLiteral value: Double) { self.init(unchecked: value) }
}

/// The importance of a constraint: above 0, at most 1000, which is required.
public struct Priority: Hashable, Comparable, BitwiseCopyable, Sendable {
  /// The number.
  public let value: Double

  /// A priority.
  ///
  /// - Throws: `ConstraintMistake.priority` outside (0, 1000].
  public init(_ value: Double) throws(ConstraintMistake) {
    guard value > 0, value <= 1000 else { throw .priority(value) }
    self.value = value
  }

  private init(known value: Double) { self.value = value }

  /// A priority that may be invalid; `check` validates it.
  init(unchecked value: Double) { self.value = value }

  /// Checks that it is a valid priority.
  ///
  /// - Throws: `ConstraintMistake.priority` outside (0, 1000].
  func check() throws(ConstraintMistake) {
    guard value > 0, value <= 1000 else { throw .priority(value) }
  }

  /// 1000: must be satisfied.
  public static let required = Priority(known: 1000)
  /// 750.
  public static let high = Priority(known: 750)
  /// 250.
  public static let low = Priority(known: 250)
  /// 50.
  public static let fitting = Priority(known: 50)
  /// 50, by the name that UIKit has for it.
  public static let fittingSizeLevel = fitting

  /// The priorities that have names in formats and equations.
  public static let named: [String: Priority] = [
    "required": .required, "high": .high, "low": .low, "fitting": .fitting,
  ]

  /// True if the constraint must be satisfied.
  public var isRequired: Bool { value >= 1000 }

  /// By number.
  public static func < (first: Priority, second: Priority) -> Bool { first.value < second.value }
}
