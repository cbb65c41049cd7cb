public import LayoutModel

/// A line or size of a view, typed so that a wrong pair does not compile.
///
/// Source: UIKit's layout anchors.
public struct LayoutAnchor<Kind> {
  let view: View
  let attribute: Attribute

  func relate(
    _ relation: Relation, _ other: LayoutAnchor<Kind>, multiplier: Double = 1, constant: Double
  ) -> Constraint {
    Constraint(
      view, attribute, relation, other.view, other.attribute, multiplier: multiplier,
      constant: constant)
  }

  /// `self == other + constant`, points.
  public func constraint(
    equalTo other: LayoutAnchor<Kind>, constant: Double = 0, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Constraint {
    relate(.equal, other, constant: constant).made(file, line)
  }

  /// `self >= other + constant`, points.
  public func constraint(
    greaterThanOrEqualTo other: LayoutAnchor<Kind>, constant: Double = 0,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint {
    relate(.greaterThanOrEqual, other, constant: constant).made(file, line)
  }

  /// `self <= other + constant`, points.
  public func constraint(
    lessThanOrEqualTo other: LayoutAnchor<Kind>, constant: Double = 0, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Constraint {
    relate(.lessThanOrEqual, other, constant: constant).made(file, line)
  }
}

/// The kind of anchors that are horizontal positions.
public enum XAxis {}
/// The kind of anchors that are vertical positions.
public enum YAxis {}
/// The kind of anchors that are sizes.
public enum Dimension {}

/// A horizontal position.
public typealias XAxisAnchor = LayoutAnchor<XAxis>
/// A vertical position.
public typealias YAxisAnchor = LayoutAnchor<YAxis>
/// A width or height.
public typealias DimensionAnchor = LayoutAnchor<Dimension>

/// The default space between two neighbours, points.
private let systemSpacing = 8.0

extension LayoutAnchor where Kind == XAxis {
  /// `self == other + 8 * multiplier`.
  public func constraint(
    equalToSystemSpacingAfter other: XAxisAnchor, multiplier: Double = 1,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint {
    relate(.equal, other, constant: systemSpacing * multiplier).made(file, line)
  }

  /// `self >= other + 8 * multiplier`.
  public func constraint(
    greaterThanOrEqualToSystemSpacingAfter other: XAxisAnchor, multiplier: Double = 1,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint {
    relate(.greaterThanOrEqual, other, constant: systemSpacing * multiplier).made(file, line)
  }

  /// `self <= other + 8 * multiplier`.
  public func constraint(
    lessThanOrEqualToSystemSpacingAfter other: XAxisAnchor, multiplier: Double = 1,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint {
    relate(.lessThanOrEqual, other, constant: systemSpacing * multiplier).made(file, line)
  }
}

extension LayoutAnchor where Kind == YAxis {
  /// `self == other + 8 * multiplier`.
  public func constraint(
    equalToSystemSpacingBelow other: YAxisAnchor, multiplier: Double = 1,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint {
    relate(.equal, other, constant: systemSpacing * multiplier).made(file, line)
  }

  /// `self >= other + 8 * multiplier`.
  public func constraint(
    greaterThanOrEqualToSystemSpacingBelow other: YAxisAnchor, multiplier: Double = 1,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint {
    relate(.greaterThanOrEqual, other, constant: systemSpacing * multiplier).made(file, line)
  }

  /// `self <= other + 8 * multiplier`.
  public func constraint(
    lessThanOrEqualToSystemSpacingBelow other: YAxisAnchor, multiplier: Double = 1,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint {
    relate(.lessThanOrEqual, other, constant: systemSpacing * multiplier).made(file, line)
  }
}

extension LayoutAnchor where Kind == Dimension {
  /// `self == other * multiplier + constant`, points.
  public func constraint(
    equalTo other: DimensionAnchor, multiplier: Double, constant: Double = 0,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint {
    relate(.equal, other, multiplier: multiplier, constant: constant).made(file, line)
  }

  /// `self >= other * multiplier + constant`, points.
  public func constraint(
    greaterThanOrEqualTo other: DimensionAnchor, multiplier: Double, constant: Double = 0,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint {
    relate(.greaterThanOrEqual, other, multiplier: multiplier, constant: constant).made(file, line)
  }

  /// `self <= other * multiplier + constant`, points.
  public func constraint(
    lessThanOrEqualTo other: DimensionAnchor, multiplier: Double, constant: Double = 0,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint {
    relate(.lessThanOrEqual, other, multiplier: multiplier, constant: constant).made(file, line)
  }

  /// `self == constant`, points.
  public func constraint(
    equalToConstant constant: Double, file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint {
    Constraint(view, attribute, .equal, constant: constant).made(file, line)
  }

  /// `self >= constant`, points.
  public func constraint(
    greaterThanOrEqualToConstant constant: Double, file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint {
    Constraint(view, attribute, .greaterThanOrEqual, constant: constant).made(file, line)
  }

  /// `self <= constant`, points.
  public func constraint(
    lessThanOrEqualToConstant constant: Double, file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint {
    Constraint(view, attribute, .lessThanOrEqual, constant: constant).made(file, line)
  }
}

extension View {
  /// The left edge.
  public var leftAnchor: XAxisAnchor { .init(view: self, attribute: .left) }
  /// The right edge.
  public var rightAnchor: XAxisAnchor { .init(view: self, attribute: .right) }
  /// The edge where reading begins.
  public var leadingAnchor: XAxisAnchor { .init(view: self, attribute: .leading) }
  /// The edge where reading ends.
  public var trailingAnchor: XAxisAnchor { .init(view: self, attribute: .trailing) }
  /// The horizontal centre.
  public var centerXAnchor: XAxisAnchor { .init(view: self, attribute: .centerX) }
  /// The top edge.
  public var topAnchor: YAxisAnchor { .init(view: self, attribute: .top) }
  /// The bottom edge.
  public var bottomAnchor: YAxisAnchor { .init(view: self, attribute: .bottom) }
  /// The vertical centre.
  public var centerYAnchor: YAxisAnchor { .init(view: self, attribute: .centerY) }
  /// The first baseline.
  public var firstBaselineAnchor: YAxisAnchor { .init(view: self, attribute: .firstBaseline) }
  /// The last baseline.
  public var lastBaselineAnchor: YAxisAnchor { .init(view: self, attribute: .lastBaseline) }
  /// The width.
  public var widthAnchor: DimensionAnchor { .init(view: self, attribute: .width) }
  /// The height.
  public var heightAnchor: DimensionAnchor { .init(view: self, attribute: .height) }

  /// The rectangle within the margins.
  public var layoutMarginsGuide: LayoutMarginsGuide { LayoutMarginsGuide(view: self) }
}

/// The anchors of a view's margins.
public struct LayoutMarginsGuide {
  let view: View

  /// The left margin.
  public var leftAnchor: XAxisAnchor { .init(view: view, attribute: .leftMargin) }
  /// The right margin.
  public var rightAnchor: XAxisAnchor { .init(view: view, attribute: .rightMargin) }
  /// The margin where reading begins.
  public var leadingAnchor: XAxisAnchor { .init(view: view, attribute: .leadingMargin) }
  /// The margin where reading ends.
  public var trailingAnchor: XAxisAnchor { .init(view: view, attribute: .trailingMargin) }
  /// The horizontal centre between the margins.
  public var centerXAnchor: XAxisAnchor { .init(view: view, attribute: .centerXWithinMargins) }
  /// The top margin.
  public var topAnchor: YAxisAnchor { .init(view: view, attribute: .topMargin) }
  /// The bottom margin.
  public var bottomAnchor: YAxisAnchor { .init(view: view, attribute: .bottomMargin) }
  /// The vertical centre between the margins.
  public var centerYAnchor: YAxisAnchor { .init(view: view, attribute: .centerYWithinMargins) }
}
