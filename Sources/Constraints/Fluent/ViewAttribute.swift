public import LayoutModel

/// An attribute of a view, to which a relation makes a constraint: `view.layoutLeft`.
///
/// Source: XLYAutoLayoutEasy.
public struct ViewAttribute {
  /// The view.
  public let view: View
  /// Its attribute.
  public let attribute: Attribute

  /// `self == other`, to be chained on.
  public func equalTo(
    _ other: ViewAttribute, file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint { relate(.equal, other).made(file, line) }
  /// `self >= other`, to be chained on.
  public func greaterThanOrEqualTo(
    _ other: ViewAttribute, file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint { relate(.greaterThanOrEqual, other).made(file, line) }
  /// `self <= other`, to be chained on.
  public func lessThanOrEqualTo(
    _ other: ViewAttribute, file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint { relate(.lessThanOrEqual, other).made(file, line) }

  /// `self ==` the same attribute of a view.
  public func equalTo(
    _ view: View, file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint { equalTo(same(of: view), file: file, line: line) }
  /// `self >=` the same attribute of a view.
  public func greaterThanOrEqualTo(
    _ view: View, file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint { greaterThanOrEqualTo(same(of: view), file: file, line: line) }
  /// `self <=` the same attribute of a view.
  public func lessThanOrEqualTo(
    _ view: View, file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint { lessThanOrEqualTo(same(of: view), file: file, line: line) }

  /// A size against a number of points; of other attributes, that far from the superview's.
  public func equalTo(
    _ constant: Double, file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint { relate(.equal, constant).made(file, line) }
  /// A size at least a number of points; of other attributes, at least that far from the
  /// superview's.
  public func greaterThanOrEqualTo(
    _ constant: Double, file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint { relate(.greaterThanOrEqual, constant).made(file, line) }
  /// A size at most a number of points; of other attributes, at most that far from the superview's.
  public func lessThanOrEqualTo(
    _ constant: Double, file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint { relate(.lessThanOrEqual, constant).made(file, line) }

  /// The same as `equalTo` with a number.
  public func equalToConstant(
    _ constant: Double, file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint { equalTo(constant, file: file, line: line) }
  /// The same as `greaterThanOrEqualTo` with a number.
  public func greaterThanOrEqualToConstant(
    _ constant: Double, file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint { greaterThanOrEqualTo(constant, file: file, line: line) }
  /// The same as `lessThanOrEqualTo` with a number.
  public func lessThanOrEqualToConstant(
    _ constant: Double, file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint { lessThanOrEqualTo(constant, file: file, line: line) }

  private func same(of view: View) -> ViewAttribute {
    ViewAttribute(view: view, attribute: attribute)
  }

  private func relate(_ relation: Relation, _ other: ViewAttribute) -> Constraint {
    Constraint(view, attribute, relation, other.view, other.attribute)
  }

  private func relate(_ relation: Relation, _ constant: Double) -> Constraint {
    guard !attribute.isSize else {
      return Constraint(view, attribute, relation, constant: constant)
    }
    guard let superview = view.superview else {
      return Constraint(
        view, attribute, relation, constant: constant,
        mistake: .noSuperview("\(view.name).\(attribute.rawValue)"))
    }
    return Constraint(view, attribute, relation, superview, attribute, constant: constant)
  }
}

/// Width and height of a view: `view.layoutSize`.
public struct ViewSizeAttribute {
  let view: View

  /// Width and height equal to those of a view.
  public func equalTo(
    _ other: View, file: StaticString = #fileID, line: UInt = #line
  ) -> [Constraint] {
    [
      view.layoutWidth.equalTo(other, file: file, line: line),
      view.layoutHeight.equalTo(other, file: file, line: line),
    ]
  }

  /// Width and height in points.
  public func equalTo(
    _ size: Size, file: StaticString = #fileID, line: UInt = #line
  ) -> [Constraint] {
    [
      view.layoutWidth.equalTo(size.width, file: file, line: line),
      view.layoutHeight.equalTo(size.height, file: file, line: line),
    ]
  }
}

/// The centre of a view: `view.layoutCenter`.
public struct ViewCenterAttribute {
  let view: View

  /// The centre of a view, moved by an offset, points.
  public func equalTo(
    _ other: View, offset: Point = .zero, file: StaticString = #fileID, line: UInt = #line
  ) -> [Constraint] {
    [
      view.layoutCenterX.equalTo(other, file: file, line: line).constant(offset.x),
      view.layoutCenterY.equalTo(other, file: file, line: line).constant(offset.y),
    ]
  }
}

/// The four edges of a view: `view.layoutEdges`.
public struct ViewEdgesAttribute {
  let view: View

  /// The edges of a view, moved inside by insets, points; left is leading, right trailing.
  public func equalTo(
    _ other: View, insets: EdgeInsets = EdgeInsets(all: 0), file: StaticString = #fileID,
    line: UInt = #line
  ) -> [Constraint] {
    [
      view.layoutTop.equalTo(other, file: file, line: line).constant(insets.top),
      view.layoutLeading.equalTo(other, file: file, line: line).constant(insets.left),
      view.layoutBottom.equalTo(other, file: file, line: line).constant(-insets.bottom),
      view.layoutTrailing.equalTo(other, file: file, line: line).constant(-insets.right),
    ]
  }
}

extension View {
  private func attribute(_ attribute: Attribute) -> ViewAttribute {
    ViewAttribute(view: self, attribute: attribute)
  }

  /// The left edge.
  public var layoutLeft: ViewAttribute { attribute(.left) }
  /// The right edge.
  public var layoutRight: ViewAttribute { attribute(.right) }
  /// The top edge.
  public var layoutTop: ViewAttribute { attribute(.top) }
  /// The bottom edge.
  public var layoutBottom: ViewAttribute { attribute(.bottom) }
  /// The edge where reading begins.
  public var layoutLeading: ViewAttribute { attribute(.leading) }
  /// The edge where reading ends.
  public var layoutTrailing: ViewAttribute { attribute(.trailing) }
  /// The width.
  public var layoutWidth: ViewAttribute { attribute(.width) }
  /// The height.
  public var layoutHeight: ViewAttribute { attribute(.height) }
  /// The horizontal centre.
  public var layoutCenterX: ViewAttribute { attribute(.centerX) }
  /// The vertical centre.
  public var layoutCenterY: ViewAttribute { attribute(.centerY) }
  /// The first baseline.
  public var layoutFirstBaseline: ViewAttribute { attribute(.firstBaseline) }
  /// The last baseline.
  public var layoutLastBaseline: ViewAttribute { attribute(.lastBaseline) }
  /// The left margin.
  public var layoutLeftMargin: ViewAttribute { attribute(.leftMargin) }
  /// The right margin.
  public var layoutRightMargin: ViewAttribute { attribute(.rightMargin) }
  /// The top margin.
  public var layoutTopMargin: ViewAttribute { attribute(.topMargin) }
  /// The bottom margin.
  public var layoutBottomMargin: ViewAttribute { attribute(.bottomMargin) }
  /// The margin where reading begins.
  public var layoutLeadingMargin: ViewAttribute { attribute(.leadingMargin) }
  /// The margin where reading ends.
  public var layoutTrailingMargin: ViewAttribute { attribute(.trailingMargin) }
  /// The horizontal centre between the margins.
  public var layoutCenterXWithinMargins: ViewAttribute { attribute(.centerXWithinMargins) }
  /// The vertical centre between the margins.
  public var layoutCenterYWithinMargins: ViewAttribute { attribute(.centerYWithinMargins) }
  /// The last baseline.
  public var layoutBaseline: ViewAttribute { attribute(.lastBaseline) }
  /// Width and height together.
  public var layoutSize: ViewSizeAttribute { ViewSizeAttribute(view: self) }
  /// Both centres together.
  public var layoutCenter: ViewCenterAttribute { ViewCenterAttribute(view: self) }
  /// Top, leading, bottom and trailing edge together.
  public var layoutEdges: ViewEdgesAttribute { ViewEdgesAttribute(view: self) }
}
