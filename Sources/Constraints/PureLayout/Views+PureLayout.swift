public import LayoutModel

/// PureLayout's calls on several views, in the order of the array. Lengths are points.
extension [View] {
  /// Aligns each view's edge, from the second view on, with that of the view before.
  @discardableResult
  public func autoAlignViews(
    to edge: Edge, file: StaticString = #fileID, line: UInt = #line
  ) -> [Constraint] {
    chain("autoAlignViews(to:)", edge.attribute).made(file, line)
  }

  /// Aligns each view's line, from the second view on, with that of the view before.
  @discardableResult
  public func autoAlignViews(
    toAxis axis: LayoutAxis, file: StaticString = #fileID, line: UInt = #line
  ) -> [Constraint] {
    chain("autoAlignViews(toAxis:)", axis.attribute).made(file, line)
  }

  /// Matches each view's side, from the second view on, to that of the view before.
  @discardableResult
  public func autoMatchViewsDimension(
    _ dimension: ViewDimension, file: StaticString = #fileID, line: UInt = #line
  ) -> [Constraint] {
    chain("autoMatchViewsDimension", dimension.attribute).made(file, line)
  }

  /// Sets one side of each view to a number of points.
  @discardableResult
  public func autoSetViewsDimension(
    _ dimension: ViewDimension, toSize size: Double, file: StaticString = #fileID,
    line: UInt = #line
  ) -> [Constraint] {
    guard has(1, for: "autoSetViewsDimension") else { return [] }
    return add(map { Constraint($0, dimension.attribute, .equal, constant: size) }).made(file, line)
  }

  /// Sets all widths, then all heights, to those of a size in points.
  @discardableResult
  public func autoSetViewsDimensions(
    to size: Size, file: StaticString = #fileID, line: UInt = #line
  ) -> [Constraint] {
    guard has(1, for: "autoSetViewsDimensions") else { return [] }
    let widths = map { Constraint($0, .width, .equal, constant: size.width) }
    let heights = map { Constraint($0, .height, .equal, constant: size.height) }
    return add(widths + heights).made(file, line)
  }

  private func chain(_ call: String, _ attribute: Attribute) -> [Constraint] {
    guard has(2, for: call) else { return [] }
    return add(
      zip(self, dropFirst()).map { Constraint($1, attribute, .equal, $0, attribute) })
  }

  // MARK: - Distribution

  /// Distributes views along an axis with fixed gaps; their sizes adapt.
  ///
  /// - Parameters:
  ///   - axis: `.vertical` from top to bottom, else from the leading edge to the trailing one.
  ///   - alignment: the line that all views share across the axis.
  ///   - spacing: the gaps, points.
  ///   - insetSpacing: whether there is a gap before the first view and behind the last.
  ///   - matchedSizes: whether all views are equally long.
  ///   - file: the file of the call, which messages print.
  ///   - line: its line.
  /// - Returns: the constraints, in order.
  @discardableResult
  public func autoDistributeViews(
    along axis: LayoutAxis, alignedTo alignment: Alignment, withFixedSpacing spacing: Double,
    insetSpacing: Bool = true, matchedSizes: Bool = true, file: StaticString = #fileID,
    line: UInt = #line
  ) -> [Constraint] {
    let call = "autoDistributeViews(along:alignedTo:withFixedSpacing:)"
    guard has(1, for: call), let across = across(alignment, axis, call), let first, let last
    else { return [] }
    guard let superview = first.superview, let end = last.superview else {
      return refuse(.noSuperview((first.superview == nil ? first : last).name))
    }
    let run: (near: Attribute, far: Attribute, size: Attribute) =
      axis.isVertical ? (.top, .bottom, .height) : (.leading, .trailing, .width)
    let inset = insetSpacing ? spacing : 0
    var made = [Constraint(first, run.near, .equal, superview, run.near, constant: inset)]
    for (before, view) in zip(self, dropFirst()) {
      made.append(Constraint(view, run.near, .equal, before, run.far, constant: spacing))
      if matchedSizes { made.append(Constraint(view, run.size, .equal, before, run.size)) }
      made.append(Constraint(view, across, .equal, before, across))
    }
    made.append(Constraint(last, run.far, .equal, end, run.far, constant: -inset))
    return add(made).made(file, line)
  }

  /// Distributes views of one size along an axis; the gaps between them adapt.
  ///
  /// - Parameters:
  ///   - axis: `.vertical` from top to bottom, else from left to right; in a right-to-left tree
  ///     from right to left.
  ///   - alignment: the line that all views share across the axis.
  ///   - size: the length of each view, points.
  ///   - insetSpacing: whether there is a gap before the first view and behind the last.
  ///   - file: the file of the call, which messages print.
  ///   - line: its line.
  /// - Returns: the constraints, in order.
  @discardableResult
  public func autoDistributeViews(
    along axis: LayoutAxis, alignedTo alignment: Alignment, withFixedSize size: Double,
    insetSpacing: Bool = true, file: StaticString = #fileID, line: UInt = #line
  ) -> [Constraint] {
    let call = "autoDistributeViews(along:alignedTo:withFixedSize:)"
    guard has(1, for: call), let across = across(alignment, axis, call) else { return [] }
    var common = self[0].superview
    for view in dropFirst() {
      while let ancestor = common, !ancestor.holds(view) || ancestor === view {
        common = ancestor.superview
      }
    }
    guard let superview = common else { return refuse(.noSuperview(self[0].name)) }
    let run: (near: Attribute, centre: Attribute, size: Attribute) =
      axis.isVertical ? (.top, .centerY, .height) : (.left, .centerX, .width)
    let isReversed = !axis.isVertical && superview.top.direction == .rightToLeft
    var made: [Constraint] = []
    for (place, view) in enumerated() {
      made.append(Constraint(view, run.size, .equal, constant: size))
      let index = Double(isReversed ? count - 1 - place : place)
      let (multiplier, constant) = Self.place(index, of: Double(count), size, insetSpacing)
      made.append(
        multiplier == 0
          ? Constraint(view, run.near, .equal, superview, run.near)
          : Constraint(
            view, run.centre, .equal, superview, run.centre, multiplier: multiplier,
            constant: constant))
      if place > 0 { made.append(Constraint(view, across, .equal, self[place - 1], across)) }
    }
    return add(made).made(file, line)
  }

  /// The multiplier and constant of a view's centre against that of the superview.
  private static func place(
    _ index: Double, of count: Double, _ size: Double, _ insetSpacing: Bool
  ) -> (multiplier: Double, constant: Double) {
    if insetSpacing {
      let multiplier = (2 * index + 2) / (count + 1)
      return (multiplier, (multiplier - 1) * size / 2)
    }
    guard count > 1 else { return (1, 0) }
    let multiplier = 2 * index / (count - 1)
    return (multiplier, (1 - multiplier) * size / 2)
  }

  /// The line that distributed views share across their axis.
  public enum Alignment: Sendable {
    /// A centre or baseline.
    case horizontal, vertical, baseline, lastBaseline, firstBaseline
    /// An edge.
    case top, bottom, left, right, leading, trailing
  }

  private func across(_ alignment: Alignment, _ axis: LayoutAxis, _ call: String) -> Attribute? {
    let attribute: Attribute =
      switch alignment {
      case .horizontal: .centerY
      case .vertical: .centerX
      case .baseline, .lastBaseline: .lastBaseline
      case .firstBaseline: .firstBaseline
      case .top: .top
      case .bottom: .bottom
      case .left: .left
      case .right: .right
      case .leading: .leading
      case .trailing: .trailing
      }
    guard (attribute.axis == .horizontal) == axis.isVertical else {
      _ = refuse(
        .unfit(
          call: call,
          what:
            "an alignment to \(alignment) along the \(axis.isVertical ? "vertical" : "horizontal")"
        ))
      return nil
    }
    return attribute
  }

  // MARK: - Made

  private func has(_ wanted: Int, for call: String) -> Bool {
    guard count < wanted else { return true }
    _ = refuse(.fewViews(call: call, wanted: wanted, found: count))
    return false
  }

  private func refuse(_ mistake: ConstraintMistake) -> [Constraint] {
    PureLayoutContext.refuse(mistake)
    return []
  }

  private func add(_ constraints: [Constraint]) -> [Constraint] {
    PureLayoutContext.add(constraints)
    return constraints
  }
}
