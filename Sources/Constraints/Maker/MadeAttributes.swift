public import LayoutModel

/// Attributes of a view to which a relation makes constraints, one for each: `make.left.right`.
public struct MadeAttributes {
  let maker: ConstraintMaker
  /// The place of the statement among those of the maker.
  let index: Int

  private func and(_ attribute: Attribute) -> MadeAttributes {
    maker.change(index) { $0.others.append(attribute) }
    return self
  }

  private func relate(
    _ relation: Relation, _ target: MakerStatement.Target, _ file: StaticString, _ line: UInt
  ) -> RelatedAttributes {
    maker.change(index) { $0.relate(relation, target, CallPlace(file, line)) }
    return RelatedAttributes(maker: maker, index: index)
  }

  private func relate(
    _ relation: Relation, _ constant: MadeConstant, _ file: StaticString, _ line: UInt
  ) -> RelatedAttributes {
    maker.change(index) { $0.constant = constant }
    return relate(relation, .numbers, file, line)
  }

  // MARK: - More attributes

  /// And the left edge.
  public var left: MadeAttributes { and(.left) }
  /// And the right edge.
  public var right: MadeAttributes { and(.right) }
  /// And the top edge.
  public var top: MadeAttributes { and(.top) }
  /// And the bottom edge.
  public var bottom: MadeAttributes { and(.bottom) }
  /// And the edge where reading begins.
  public var leading: MadeAttributes { and(.leading) }
  /// And the edge where reading ends.
  public var trailing: MadeAttributes { and(.trailing) }
  /// And the width.
  public var width: MadeAttributes { and(.width) }
  /// And the height.
  public var height: MadeAttributes { and(.height) }
  /// And the horizontal centre.
  public var centerX: MadeAttributes { and(.centerX) }
  /// And the vertical centre.
  public var centerY: MadeAttributes { and(.centerY) }
  /// And the first baseline.
  public var firstBaseline: MadeAttributes { and(.firstBaseline) }
  /// And the last baseline.
  public var lastBaseline: MadeAttributes { and(.lastBaseline) }

  /// The same statement, for readability.
  public var and: MadeAttributes { self }

  // MARK: - Relations

  /// Each attribute `==` that of a view.
  @discardableResult
  public func equalTo(
    _ view: View, file: StaticString = #fileID, line: UInt = #line
  ) -> RelatedAttributes { relate(.equal, .view(view), file, line) }
  /// Each attribute `>=` that of a view.
  @discardableResult
  public func greaterThanOrEqualTo(
    _ view: View, file: StaticString = #fileID, line: UInt = #line
  ) -> RelatedAttributes { relate(.greaterThanOrEqual, .view(view), file, line) }
  /// Each attribute `<=` that of a view.
  @discardableResult
  public func lessThanOrEqualTo(
    _ view: View, file: StaticString = #fileID, line: UInt = #line
  ) -> RelatedAttributes { relate(.lessThanOrEqual, .view(view), file, line) }

  /// Each attribute `==` that of each of some views.
  @discardableResult
  public func equalTo(
    _ views: [View], file: StaticString = #fileID, line: UInt = #line
  ) -> RelatedAttributes { relate(.equal, .views(views), file, line) }
  /// Each attribute `>=` that of each of some views.
  @discardableResult
  public func greaterThanOrEqualTo(
    _ views: [View], file: StaticString = #fileID, line: UInt = #line
  ) -> RelatedAttributes { relate(.greaterThanOrEqual, .views(views), file, line) }
  /// Each attribute `<=` that of each of some views.
  @discardableResult
  public func lessThanOrEqualTo(
    _ views: [View], file: StaticString = #fileID, line: UInt = #line
  ) -> RelatedAttributes { relate(.lessThanOrEqual, .views(views), file, line) }

  /// Each attribute `==` an attribute of a view.
  @discardableResult
  public func equalTo(
    _ other: ViewAttribute, file: StaticString = #fileID, line: UInt = #line
  ) -> RelatedAttributes { relate(.equal, .attribute(other), file, line) }
  /// Each attribute `>=` an attribute of a view.
  @discardableResult
  public func greaterThanOrEqualTo(
    _ other: ViewAttribute, file: StaticString = #fileID, line: UInt = #line
  ) -> RelatedAttributes { relate(.greaterThanOrEqual, .attribute(other), file, line) }
  /// Each attribute `<=` an attribute of a view.
  @discardableResult
  public func lessThanOrEqualTo(
    _ other: ViewAttribute, file: StaticString = #fileID, line: UInt = #line
  ) -> RelatedAttributes { relate(.lessThanOrEqual, .attribute(other), file, line) }

  /// Each attribute `==` that of the superview.
  @discardableResult
  public func equalToSuperview(
    file: StaticString = #fileID, line: UInt = #line
  ) -> RelatedAttributes { relate(.equal, .superview, file, line) }
  /// Each attribute `>=` that of the superview.
  @discardableResult
  public func greaterThanOrEqualToSuperview(
    file: StaticString = #fileID, line: UInt = #line
  ) -> RelatedAttributes { relate(.greaterThanOrEqual, .superview, file, line) }
  /// Each attribute `<=` that of the superview.
  @discardableResult
  public func lessThanOrEqualToSuperview(
    file: StaticString = #fileID, line: UInt = #line
  ) -> RelatedAttributes { relate(.lessThanOrEqual, .superview, file, line) }

  /// A size `==` a number of points; a line at that distance from the superview's.
  @discardableResult
  public func equalTo(
    _ number: Double, file: StaticString = #fileID, line: UInt = #line
  ) -> RelatedAttributes { relate(.equal, .number(number), file, line) }
  /// A size `>=` a number of points; a line at least that far from the superview's.
  @discardableResult
  public func greaterThanOrEqualTo(
    _ number: Double, file: StaticString = #fileID, line: UInt = #line
  ) -> RelatedAttributes {
    relate(.greaterThanOrEqual, .number(number), file, line)
  }
  /// A size `<=` a number of points; a line at most that far from the superview's.
  @discardableResult
  public func lessThanOrEqualTo(
    _ number: Double, file: StaticString = #fileID, line: UInt = #line
  ) -> RelatedAttributes {
    relate(.lessThanOrEqual, .number(number), file, line)
  }

  /// Width and height `==` those of a size, points.
  @discardableResult
  public func equalTo(
    _ size: Size, file: StaticString = #fileID, line: UInt = #line
  ) -> RelatedAttributes {
    relate(.equal, .size(size), file, line)
  }
  /// Width and height `>=` those of a size, points.
  @discardableResult
  public func greaterThanOrEqualTo(
    _ size: Size, file: StaticString = #fileID, line: UInt = #line
  ) -> RelatedAttributes {
    relate(
      .greaterThanOrEqual, .size(size), file, line)
  }
  /// Width and height `<=` those of a size, points.
  @discardableResult
  public func lessThanOrEqualTo(
    _ size: Size, file: StaticString = #fileID, line: UInt = #line
  ) -> RelatedAttributes {
    relate(
      .lessThanOrEqual, .size(size), file, line)
  }

  /// The centre, or left and top, at an offset from those of the superview, points.
  @discardableResult
  public func equalTo(
    _ point: Point, file: StaticString = #fileID, line: UInt = #line
  ) -> RelatedAttributes {
    relate(
      .equal, .point(point), file,
      line)
  }

  /// Each edge at an inset inside that of the superview, points; left is leading, right trailing.
  @discardableResult
  public func equalTo(
    _ insets: EdgeInsets, file: StaticString = #fileID, line: UInt = #line
  ) -> RelatedAttributes { relate(.equal, .insets(insets), file, line) }
}

/// Constraints that a statement has made, to be refined: `.offset(8).priority(750)`.
///
/// The last call of a kind wins. Lengths are points.
public struct RelatedAttributes {
  let maker: ConstraintMaker
  /// The place of the statement among those of the maker.
  let index: Int

  private func change(_ body: (inout MakerStatement) -> Void) -> RelatedAttributes {
    maker.change(index, body)
    return self
  }

  /// Adds a number to the right side of each.
  @discardableResult
  public func offset(_ offset: Double) -> RelatedAttributes {
    change { $0.constant = .number(offset) }
  }

  /// Adds width and height to the right sides of these.
  @discardableResult
  public func offset(_ offset: Size) -> RelatedAttributes {
    change { $0.constant = .lengths(offset) }
  }

  /// Adds x to horizontal lines and y to vertical ones.
  @discardableResult
  public func offset(_ offset: Point) -> RelatedAttributes {
    change { $0.constant = .offset(offset) }
  }

  /// Moves each edge inside by a number; a width or height becomes smaller by twice that number.
  @discardableResult
  public func inset(_ inset: Double) -> RelatedAttributes { self.inset(EdgeInsets(all: inset)) }

  /// Moves each edge inside by its inset, left being leading and right trailing; a size becomes
  /// smaller by both, a centre lies in the middle of the rest.
  @discardableResult
  public func inset(_ insets: EdgeInsets) -> RelatedAttributes {
    change { $0.constant = .insets(insets) }
  }

  /// Multiplies the attribute on the right side of each.
  @discardableResult
  public func multipliedBy(_ multiplier: Double) -> RelatedAttributes {
    change { $0.multiplier = multiplier }
  }

  /// Divides the attribute on the right side of each.
  @discardableResult
  public func dividedBy(_ divisor: Double) -> RelatedAttributes { multipliedBy(1 / divisor) }

  /// Gives each a priority.
  @discardableResult
  public func priority(_ priority: Priority) -> RelatedAttributes {
    change { $0.priority = priority }
  }

  /// Gives each a priority above 0, at most 1000.
  @_disfavoredOverload @discardableResult
  public func priority(_ priority: Double) -> RelatedAttributes {
    self.priority(Priority(unchecked: priority))
  }

  /// Gives each an identifier, which messages print.
  @discardableResult
  public func labeled(_ identifier: String) -> RelatedAttributes {
    change { $0.identifier = identifier }
  }

  /// The constraints, to be kept and changed later; later calls on the statement do not change
  /// them.
  public var constraints: [Constraint] { Array(maker.constraints(of: index)) }

  /// The first of the constraints; `nil` without attributes.
  public var constraint: Constraint? { maker.constraints(of: index).first }
}
