public import LayoutModel

/// PureLayout's calls on a view: each makes constraints, installs and returns them.
///
/// A mistake stops the program, or is thrown by the block that collects. Lengths are points.
/// Source: PureLayout.
extension View {
  // MARK: - Views

  /// A view; there is no autoresizing mask here that would have to be switched off.
  public static func newAutoLayout(_ name: String = "view") -> View { View(name) }

  /// Returns the view unchanged.
  @discardableResult
  public func configureForAutoLayout() -> View { self }

  // MARK: - To the superview

  /// An edge to that of the superview, an inset inside it.
  @discardableResult
  public func autoPinEdge(
    toSuperviewEdge edge: Edge, withInset inset: Double = 0, relation: Relation = .equal,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint {
    add(pin(edge, to: edge.attribute, inset, relation)).made(file, line)
  }

  /// An edge to the superview's margin, an inset inside it.
  @discardableResult
  public func autoPinEdge(
    toSuperviewMargin edge: Edge, withInset inset: Double = 0, relation: Relation = .equal,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint {
    add(pin(edge, to: edge.margin, inset, relation)).made(file, line)
  }

  /// An edge to that of the superview, which has no safe area of its own.
  @discardableResult
  public func autoPinEdge(
    toSuperviewSafeArea edge: Edge, withInset inset: Double = 0, relation: Relation = .equal,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint {
    autoPinEdge(toSuperviewEdge: edge, withInset: inset, relation: relation, file: file, line: line)
  }

  /// Top, leading, bottom and trailing edge to those of the superview.
  @discardableResult
  public func autoPinEdgesToSuperviewEdges(
    with insets: EdgeInsets = EdgeInsets(all: 0), file: StaticString = #fileID, line: UInt = #line
  ) -> [Constraint] {
    add(edges(insets, excluding: nil) { $0.attribute }).made(file, line)
  }

  /// The edges but one to those of the superview.
  @discardableResult
  public func autoPinEdgesToSuperviewEdges(
    with insets: EdgeInsets = EdgeInsets(all: 0), excludingEdge edge: Edge,
    file: StaticString = #fileID, line: UInt = #line
  ) -> [Constraint] {
    add(edges(insets, excluding: edge) { $0.attribute }).made(file, line)
  }

  /// Top, leading, bottom and trailing edge to the superview's margins.
  @discardableResult
  public func autoPinEdgesToSuperviewMargins(
    with insets: EdgeInsets = EdgeInsets(all: 0), file: StaticString = #fileID, line: UInt = #line
  ) -> [Constraint] {
    add(edges(insets, excluding: nil) { $0.margin }).made(file, line)
  }

  /// The edges but one to the superview's margins.
  @discardableResult
  public func autoPinEdges(
    toSuperviewMarginsExcludingEdge edge: Edge, file: StaticString = #fileID, line: UInt = #line
  ) -> [Constraint] {
    add(edges(EdgeInsets(all: 0), excluding: edge) { $0.margin }).made(file, line)
  }

  /// Top, leading, bottom and trailing edge to those of the superview, which has no safe area.
  @discardableResult
  public func autoPinEdgesToSuperviewSafeArea(
    with insets: EdgeInsets = EdgeInsets(all: 0), file: StaticString = #fileID, line: UInt = #line
  ) -> [Constraint] {
    autoPinEdgesToSuperviewEdges(with: insets, file: file, line: line)
  }

  /// The edges but one to those of the superview, which has no safe area.
  @discardableResult
  public func autoPinEdgesToSuperviewSafeArea(
    with insets: EdgeInsets = EdgeInsets(all: 0), excludingEdge edge: Edge,
    file: StaticString = #fileID, line: UInt = #line
  ) -> [Constraint] {
    autoPinEdgesToSuperviewEdges(with: insets, excludingEdge: edge, file: file, line: line)
  }

  /// Both centres to those of the superview.
  @discardableResult
  public func autoCenterInSuperview(
    file: StaticString = #fileID, line: UInt = #line
  ) -> [Constraint] {
    add([toSuperview(.centerY, .centerY), toSuperview(.centerX, .centerX)]).made(file, line)
  }

  /// A line to that of the superview.
  @discardableResult
  public func autoAlignAxis(
    toSuperviewAxis axis: LayoutAxis, file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint {
    add(toSuperview(axis.attribute, axis.attribute)).made(file, line)
  }

  /// Both centres to those between the superview's margins.
  @discardableResult
  public func autoCenterInSuperviewMargins(
    file: StaticString = #fileID, line: UInt = #line
  ) -> [Constraint] {
    let constraints = [
      toSuperview(.centerY, .centerYWithinMargins), toSuperview(.centerX, .centerXWithinMargins),
    ]
    return add(constraints).made(file, line)
  }

  /// A centre to that between the superview's margins; baselines have none.
  @discardableResult
  public func autoAlignAxis(
    toSuperviewMarginAxis axis: LayoutAxis, file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint {
    let constraint: Constraint =
      switch axis {
      case .vertical: toSuperview(.centerX, .centerXWithinMargins)
      case .horizontal: toSuperview(.centerY, .centerYWithinMargins)
      default:
        Constraint(
          self, axis.attribute, .equal,
          mistake: .unfit(call: "autoAlignAxis(toSuperviewMarginAxis:)", what: "a baseline"))
      }
    return add(constraint).made(file, line)
  }

  private func pin(
    _ edge: Edge, to attribute: Attribute, _ inset: Double, _ relation: Relation
  ) -> Constraint {
    toSuperview(
      edge.attribute, attribute, edge.isFar ? relation.mirrored : relation,
      edge.isFar ? -inset : inset)
  }

  private func edges(
    _ insets: EdgeInsets, excluding edge: Edge?, _ attribute: (Edge) -> Attribute
  ) -> [Constraint] {
    // Without left or right, the opposite edge is right or left, not trailing or leading.
    let isPhysical = edge == .left || edge == .right
    let sides: [(Edge, Double)] = [
      (.top, insets.top), (isPhysical ? .left : .leading, insets.left),
      (.bottom, insets.bottom), (isPhysical ? .right : .trailing, insets.right),
    ]
    return sides.filter { $0.0 != edge }.map { pin($0, to: attribute($0), $1, .equal) }
  }

  private func toSuperview(
    _ attribute: Attribute, _ other: Attribute, _ relation: Relation = .equal,
    _ constant: Double = 0
  ) -> Constraint {
    guard let superview else {
      return Constraint(
        self, attribute, relation, constant: constant,
        mistake: .noSuperview("\(name).\(attribute.rawValue)"))
    }
    return Constraint(self, attribute, relation, superview, other, constant: constant)
  }

  // MARK: - To other views

  /// An edge to that of another view, an offset away.
  @discardableResult
  public func autoPinEdge(
    _ edge: Edge, to other: Edge, of view: View, withOffset offset: Double = 0,
    relation: Relation = .equal, file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint {
    add(Constraint(self, edge.attribute, relation, view, other.attribute, constant: offset))
      .made(file, line)
  }

  /// A line to that of another view, an offset away.
  @discardableResult
  public func autoAlignAxis(
    _ axis: LayoutAxis, toSameAxisOf view: View, withOffset offset: Double = 0,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint {
    add(Constraint(self, axis.attribute, .equal, view, axis.attribute, constant: offset))
      .made(file, line)
  }

  /// A line to a multiple of that of another view.
  @discardableResult
  public func autoAlignAxis(
    _ axis: LayoutAxis, toSameAxisOf view: View, withMultiplier multiplier: Double,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint {
    add(Constraint(self, axis.attribute, .equal, view, axis.attribute, multiplier: multiplier))
      .made(file, line)
  }

  /// A side to that of another view, plus an offset.
  @discardableResult
  public func autoMatch(
    _ dimension: ViewDimension, to other: ViewDimension, of view: View,
    withOffset offset: Double = 0, relation: Relation = .equal, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Constraint {
    add(Constraint(self, dimension.attribute, relation, view, other.attribute, constant: offset))
      .made(file, line)
  }

  /// A side to a multiple of that of another view.
  @discardableResult
  public func autoMatch(
    _ dimension: ViewDimension, to other: ViewDimension, of view: View,
    withMultiplier multiplier: Double, relation: Relation = .equal, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Constraint {
    let constraint = Constraint(
      self, dimension.attribute, relation, view, other.attribute, multiplier: multiplier)
    return add(constraint).made(file, line)
  }

  /// A side to a number of points.
  @discardableResult
  public func autoSetDimension(
    _ dimension: ViewDimension, toSize size: Double, relation: Relation = .equal,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint {
    add(Constraint(self, dimension.attribute, relation, constant: size)).made(file, line)
  }

  /// Both sides to a number of points.
  @discardableResult
  public func autoSetDimensions(
    to size: Size, file: StaticString = #fileID, line: UInt = #line
  ) -> [Constraint] {
    let constraints = [
      Constraint(self, .width, .equal, constant: size.width),
      Constraint(self, .height, .equal, constant: size.height),
    ]
    return add(constraints).made(file, line)
  }

  /// Any attribute to any of another view, plus an offset.
  @discardableResult
  public func autoConstrainAttribute(
    _ attribute: Attribute, to other: Attribute, of view: View, withOffset offset: Double = 0,
    relation: Relation = .equal, file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint {
    add(Constraint(self, attribute, relation, view, other, constant: offset)).made(file, line)
  }

  /// Any attribute to a multiple of any of another view.
  @discardableResult
  public func autoConstrainAttribute(
    _ attribute: Attribute, to other: Attribute, of view: View, withMultiplier multiplier: Double,
    relation: Relation = .equal, file: StaticString = #fileID, line: UInt = #line
  ) -> Constraint {
    add(Constraint(self, attribute, relation, view, other, multiplier: multiplier)).made(file, line)
  }

  // MARK: - Content

  /// Gives the view's content hugging in an axis the priority of the block around the call.
  public func autoSetContentHuggingPriority(for axis: LayoutAxis) {
    guard let priority = contentPriority("autoSetContentHuggingPriority") else { return }
    hugging[axis.isVertical ? .vertical : .horizontal] = priority
  }

  /// Gives the view's compression resistance in an axis the priority of the block around the call.
  public func autoSetContentCompressionResistancePriority(for axis: LayoutAxis) {
    guard let priority = contentPriority("autoSetContentCompressionResistancePriority") else {
      return
    }
    compression[axis.isVertical ? .vertical : .horizontal] = priority
  }

  private func contentPriority(_ call: String) -> Double? {
    guard let priority = PureLayoutContext.current.priority else {
      PureLayoutContext.refuse(.outsidePriority(call: call))
      return nil
    }
    return priority.value
  }

  // MARK: - Made

  private func add(_ constraint: Constraint) -> Constraint {
    PureLayoutContext.add(constraint)
    return constraint
  }

  private func add(_ constraints: [Constraint]) -> [Constraint] {
    PureLayoutContext.add(constraints)
    return constraints
  }
}
