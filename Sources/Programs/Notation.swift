import Constraints
import LayoutModel

/// A way to write constraints in a program: the same constraints, made by the calls of one front
/// end.
///
/// A constraint that a front end has no call for is made by the initialiser of `Constraint`, as its
/// users do.
package enum Notation: String, CaseIterable, Sendable {
  /// `Constraint(item:attribute:relatedBy:toItem:attribute:multiplier:constant:)`: equations.
  case initialiser
  /// `view.leftAnchor.constraint(equalTo:constant:)`: UIKit's anchors.
  case anchors
  /// `view.autoPinEdge(_:to:of:withOffset:)`: PureLayout's calls.
  case purelayout
  /// `view.layoutLeft.equalTo(other.layoutRight).constant(10)`: XLYAutoLayoutEasy's chains.
  case easy
  /// `view.makeConstraints { make in make.left.equalTo(other.layoutRight).offset(10) }`: Masonry's
  /// closures.
  case masonry
  /// `H:[avatar]-10-[nickname]`: visual format, one string for each constraint that it can express.
  case visual

  /// A description, in a line for `layoutbench list engines`.
  var summary: String {
    switch self {
    case .initialiser: "constraint objects, each made by the initialiser"
    case .anchors: "the same constraints, made by UIKit's anchors"
    case .purelayout: "the same constraints, made by PureLayout's calls"
    case .easy: "the same constraints, made in XLYAutoLayoutEasy's manner"
    case .masonry: "the same constraints, made in Masonry's manner"
    case .visual: "the same constraints, made from visual format where it has words for them"
    }
  }
}

/// A call that makes a constraint between views; as a closure it stands in for compiled code.
typealias ConstraintCall = @Sendable ([View]) -> Constraint

/// A constraint as two items, the form that all notations can express.
struct WrittenPair: Sendable {
  let first: LinearConstraint.Item
  let second: LinearConstraint.Item?
  let relation: Relation
  let multiplier: Double
  let constant: Double
  let priority: Priority
  /// True if the second view is the superview of the first.
  let isToSuperview: Bool

  /// The constraint of a scene; `nil` for a sum of more attributes.
  init?(_ written: LinearConstraint, in tree: ViewTree) {
    guard case .items(let first, let second, let multiplier, let constant) = written.form else {
      return nil
    }
    self.first = first
    self.second = second
    self.multiplier = multiplier
    self.constant = constant
    relation = written.relation
    priority = written.priority
    isToSuperview = second.map { $0.view == tree.superview(of: first.view) } ?? false
  }

  /// The call that makes it in a notation.
  func call(_ notation: Notation) -> ConstraintCall {
    let call =
      switch notation {
      case .initialiser: initialiser
      case .anchors: anchors ?? initialiser
      case .purelayout: pureLayout ?? initialiser
      case .easy: chain ?? initialiser
      case .masonry: made ?? initialiser
      case .visual: initialiser
      }
    guard priority != .required else { return call }
    let priority = priority
    switch notation {
    case .purelayout where pureLayout != nil:
      return { views in
        var made: Constraint?
        Constraint.autoSetPriority(priority) { made = call(views) }
        return made ?? call(views)
      }
    case .masonry where made != nil: return call
    case .easy: return { call($0).priority(priority) }
    case .initialiser, .anchors, .purelayout, .masonry, .visual:
      return { views in
        let constraint = call(views)
        constraint.priority = priority
        return constraint
      }
    }
  }

  /// Makes the constraint by the initialiser.
  ///
  /// The views are not counted for it, as they are not in compiled code whose variables they are.
  ///
  /// - Parameter views: the views by number.
  /// - Returns: the constraint.
  @inline(__always)
  func made(between views: UnsafeBufferPointer<Unmanaged<View>>) -> Constraint {
    let constraint = views[first.view.index]._withUnsafeGuaranteedRef { one in
      guard let second else {
        return Constraint(
          item: one, attribute: first.attribute, relatedBy: relation, multiplier: multiplier,
          constant: constant)
      }
      return views[second.view.index]._withUnsafeGuaranteedRef { other in
        Constraint(
          item: one, attribute: first.attribute, relatedBy: relation, toItem: other,
          attribute: second.attribute, multiplier: multiplier, constant: constant)
      }
    }
    if priority != .required { constraint.priority = priority }
    return constraint
  }

  private var initialiser: ConstraintCall {
    let (one, other) = (first.view.index, second?.view.index)
    let (attribute, otherAttribute) = (first.attribute, second?.attribute)
    let (relation, multiplier, constant) = (relation, multiplier, constant)
    return { views in
      Constraint(
        item: views[one], attribute: attribute, relatedBy: relation,
        toItem: other.map { views[$0] }, attribute: otherAttribute, multiplier: multiplier,
        constant: constant)
    }
  }

  // MARK: - Anchors

  private var anchors: ConstraintCall? {
    let (one, relation, constant) = (first.view.index, relation, constant)
    if let size = first.attribute.dimensionAnchor {
      guard let second else {
        return { views in
          let size = size(views[one])
          return switch relation {
          case .equal: size.constraint(equalToConstant: constant)
          case .greaterThanOrEqual: size.constraint(greaterThanOrEqualToConstant: constant)
          case .lessThanOrEqual: size.constraint(lessThanOrEqualToConstant: constant)
          }
        }
      }
      guard let otherSize = second.attribute.dimensionAnchor else { return nil }
      let (other, multiplier) = (second.view.index, multiplier)
      return { views in
        let (size, other) = (size(views[one]), otherSize(views[other]))
        return switch relation {
        case .equal:
          size.constraint(equalTo: other, multiplier: multiplier, constant: constant)
        case .greaterThanOrEqual:
          size.constraint(greaterThanOrEqualTo: other, multiplier: multiplier, constant: constant)
        case .lessThanOrEqual:
          size.constraint(lessThanOrEqualTo: other, multiplier: multiplier, constant: constant)
        }
      }
    }
    guard let second, multiplier == 1 else { return nil }
    let other = second.view.index
    if let line = first.attribute.xAnchor, let otherLine = second.attribute.xAnchor {
      return { Self.relate(line($0[one]), relation, otherLine($0[other]), constant) }
    }
    if let line = first.attribute.yAnchor, let otherLine = second.attribute.yAnchor {
      return { Self.relate(line($0[one]), relation, otherLine($0[other]), constant) }
    }
    return nil
  }

  private static func relate<Kind>(
    _ line: LayoutAnchor<Kind>, _ relation: Relation, _ other: LayoutAnchor<Kind>,
    _ constant: Double
  ) -> Constraint {
    switch relation {
    case .equal: line.constraint(equalTo: other, constant: constant)
    case .greaterThanOrEqual: line.constraint(greaterThanOrEqualTo: other, constant: constant)
    case .lessThanOrEqual: line.constraint(lessThanOrEqualTo: other, constant: constant)
    }
  }

  // MARK: - PureLayout

  private var pureLayout: ConstraintCall? {
    let (one, relation, constant) = (first.view.index, relation, constant)
    let size: ViewDimension? =
      first.attribute == .width ? .width : first.attribute == .height ? .height : nil
    guard let second else {
      guard let size else { return nil }
      return { $0[one].autoSetDimension(size, toSize: constant, relation: relation) }
    }
    let (other, multiplier) = (second.view.index, multiplier)
    // No call takes a multiplier and an offset.
    guard multiplier == 1 || constant == 0 else { return nil }
    if let size, second.attribute.isSize {
      let otherSize: ViewDimension = second.attribute == .width ? .width : .height
      if multiplier == 1 {
        return {
          $0[one].autoMatch(
            size, to: otherSize, of: $0[other], withOffset: constant, relation: relation)
        }
      }
      return {
        $0[one].autoMatch(
          size, to: otherSize, of: $0[other], withMultiplier: multiplier, relation: relation)
      }
    }
    if multiplier == 1, let edge = first.attribute.edge {
      if isToSuperview, second.attribute == first.attribute {
        // Insets of the far edges count inwards.
        let isFar = [.right, .bottom, .trailing].contains(first.attribute)
        let (inset, inward) = isFar ? (-constant, relation.mirrored) : (constant, relation)
        return { $0[one].autoPinEdge(toSuperviewEdge: edge, withInset: inset, relation: inward) }
      }
      if let otherEdge = second.attribute.edge {
        return {
          $0[one].autoPinEdge(
            edge, to: otherEdge, of: $0[other], withOffset: constant, relation: relation)
        }
      }
    }
    if let axis = first.attribute.layoutAxis, second.attribute == first.attribute,
      relation == .equal
    {
      if multiplier != 1 {
        return { $0[one].autoAlignAxis(axis, toSameAxisOf: $0[other], withMultiplier: multiplier) }
      }
      if isToSuperview, constant == 0, first.attribute == .centerX || first.attribute == .centerY {
        return { $0[one].autoAlignAxis(toSuperviewAxis: axis) }
      }
      return { $0[one].autoAlignAxis(axis, toSameAxisOf: $0[other], withOffset: constant) }
    }
    let (attribute, otherAttribute) = (first.attribute, second.attribute)
    if multiplier == 1 {
      return {
        $0[one].autoConstrainAttribute(
          attribute, to: otherAttribute, of: $0[other], withOffset: constant, relation: relation)
      }
    }
    return {
      $0[one].autoConstrainAttribute(
        attribute, to: otherAttribute, of: $0[other], withMultiplier: multiplier,
        relation: relation)
    }
  }

  // MARK: - Chains

  private var chain: ConstraintCall? {
    guard let line = first.attribute.chained else { return nil }
    let (one, relation, constant, multiplier) = (first.view.index, relation, constant, multiplier)
    guard let second else {
      return { views in
        let line = line(views[one])
        return switch relation {
        case .equal: line.equalTo(constant)
        case .greaterThanOrEqual: line.greaterThanOrEqualTo(constant)
        case .lessThanOrEqual: line.lessThanOrEqualTo(constant)
        }
      }
    }
    guard let otherLine = second.attribute.chained else { return nil }
    let other = second.view.index
    return { views in
      let (line, other) = (line(views[one]), otherLine(views[other]))
      var constraint =
        switch relation {
        case .equal: line.equalTo(other)
        case .greaterThanOrEqual: line.greaterThanOrEqualTo(other)
        case .lessThanOrEqual: line.lessThanOrEqualTo(other)
        }
      if multiplier != 1 { constraint = constraint.multiplier(multiplier) }
      return constant == 0 ? constraint : constraint.constant(constant)
    }
  }
}

extension WrittenPair {
  /// A closure with one statement, which installs the constraint that it makes.
  private var made: ConstraintCall? {
    guard let line = first.attribute.maker else { return nil }
    let otherLine = second.flatMap { $0.attribute.chained }
    guard second == nil || otherLine != nil else { return nil }
    let (one, other, constant) = (first.view.index, second?.view.index, constant)
    let (relation, multiplier, priority) = (relation, multiplier, priority)
    let isSame = isToSuperview && second?.attribute == first.attribute
    return { views in
      var related: RelatedAttributes?
      do throws(ConstraintMistake) {
        try views[one].makeConstraints { make in
          let line = line(make)
          var made: RelatedAttributes
          if let other, let otherLine, !isSame {
            let other = otherLine(views[other])
            made =
              switch relation {
              case .equal: line.equalTo(other)
              case .greaterThanOrEqual: line.greaterThanOrEqualTo(other)
              case .lessThanOrEqual: line.lessThanOrEqualTo(other)
              }
          } else if isSame {
            made =
              switch relation {
              case .equal: line.equalToSuperview()
              case .greaterThanOrEqual: line.greaterThanOrEqualToSuperview()
              case .lessThanOrEqual: line.lessThanOrEqualToSuperview()
              }
          } else {
            made =
              switch relation {
              case .equal: line.equalTo(constant)
              case .greaterThanOrEqual: line.greaterThanOrEqualTo(constant)
              case .lessThanOrEqual: line.lessThanOrEqualTo(constant)
              }
          }
          if multiplier != 1 { made = made.multipliedBy(multiplier) }
          if other != nil, constant != 0 { made = made.offset(constant) }
          if priority != .required { made = made.priority(priority) }
          related = made
        }
      } catch {
        fatalError("\(error)")
      }
      guard let constraint = related?.constraint else { fatalError("a statement makes one") }
      return constraint
    }
  }

  /// The constraint as a visual format.
  ///
  /// - Parameter tree: the views.
  /// - Returns: the format with its options; `nil` where visual format cannot express the
  ///   constraint.
  func visualFormat(in tree: ViewTree) -> (text: String, options: [FormatOption])? {
    guard multiplier == 1 else { return nil }
    let axis = first.attribute.axis == .horizontal ? "H" : "V"
    let weight = priority == .required ? "" : "@\(NumberText.write(priority.value))"
    func predicate(_ relation: Relation, _ object: String) -> String {
      "(\(relation == .equal ? "" : relation.rawValue)\(object)\(weight))"
    }
    func view(_ item: LinearConstraint.Item) -> String { tree.name(of: item.view) }
    if first.attribute.isSize {
      if let second {
        guard second.attribute == first.attribute, constant == 0, !isToSuperview else { return nil }
        return ("\(axis):[\(view(first))\(predicate(relation, view(second)))]", [])
      }
      guard constant >= 0 else { return nil }
      return ("\(axis):[\(view(first))\(predicate(relation, NumberText.write(constant)))]", [])
    }
    guard let second, let (way, isNear) = first.attribute.side,
      let (otherWay, isOtherNear) = second.attribute.side, way == otherWay
    else { return nil }
    let gap = isNear ? constant : -constant
    guard gap >= 0 else { return nil }
    let connection =
      "-\(predicate(isNear ? relation : relation.mirrored, NumberText.write(gap)))-"
    let options: [FormatOption] = way == .physical ? [.directionLeftToRight] : []
    if isToSuperview, isNear == isOtherNear {
      let (before, after) = isNear ? ("|", "[\(view(first))]") : ("[\(view(first))]", "|")
      return ("\(axis):\(before)\(connection)\(after)", options)
    }
    guard isNear != isOtherNear,
      tree.superview(of: first.view) == tree.superview(of: second.view)
    else { return nil }
    let (before, after) = isNear ? (second, first) : (first, second)
    return ("\(axis):[\(view(before))]\(connection)[\(view(after))]", options)
  }
}

/// The way in which a line is found: by the side, by reading direction, or from the top.
private enum Way { case physical, reading, vertical }

// The names that each front end has for an attribute; `nil` where it has none.
extension Attribute {
  fileprivate var dimensionAnchor: (@Sendable (View) -> DimensionAnchor)? {
    switch self {
    case .width: { $0.widthAnchor }
    case .height: { $0.heightAnchor }
    default: nil
    }
  }

  fileprivate var xAnchor: (@Sendable (View) -> XAxisAnchor)? {
    switch self {
    case .left: { $0.leftAnchor }
    case .right: { $0.rightAnchor }
    case .leading: { $0.leadingAnchor }
    case .trailing: { $0.trailingAnchor }
    case .centerX: { $0.centerXAnchor }
    case .leftMargin: { $0.layoutMarginsGuide.leftAnchor }
    case .rightMargin: { $0.layoutMarginsGuide.rightAnchor }
    case .leadingMargin: { $0.layoutMarginsGuide.leadingAnchor }
    case .trailingMargin: { $0.layoutMarginsGuide.trailingAnchor }
    case .centerXWithinMargins: { $0.layoutMarginsGuide.centerXAnchor }
    default: nil
    }
  }

  fileprivate var yAnchor: (@Sendable (View) -> YAxisAnchor)? {
    switch self {
    case .top: { $0.topAnchor }
    case .bottom: { $0.bottomAnchor }
    case .centerY: { $0.centerYAnchor }
    case .firstBaseline: { $0.firstBaselineAnchor }
    case .lastBaseline: { $0.lastBaselineAnchor }
    case .topMargin: { $0.layoutMarginsGuide.topAnchor }
    case .bottomMargin: { $0.layoutMarginsGuide.bottomAnchor }
    case .centerYWithinMargins: { $0.layoutMarginsGuide.centerYAnchor }
    default: nil
    }
  }

  /// The way of an edge, and whether it is the near one: left, leading or top.
  fileprivate var side: (Way, isNear: Bool)? {
    switch self {
    case .left: (.physical, true)
    case .right: (.physical, false)
    case .leading: (.reading, true)
    case .trailing: (.reading, false)
    case .top: (.vertical, true)
    case .bottom: (.vertical, false)
    default: nil
    }
  }

  fileprivate var edge: Edge? { Edge.allCases.first { $0.attribute == self } }

  fileprivate var layoutAxis: LayoutAxis? {
    switch self {
    case .centerX: .vertical
    case .centerY: .horizontal
    case .firstBaseline: .firstBaseline
    case .lastBaseline: .lastBaseline
    default: nil
    }
  }

  fileprivate var maker: (@Sendable (ConstraintMaker) -> MadeAttributes)? {
    switch self {
    case .left: { $0.left }
    case .right: { $0.right }
    case .top: { $0.top }
    case .bottom: { $0.bottom }
    case .leading: { $0.leading }
    case .trailing: { $0.trailing }
    case .width: { $0.width }
    case .height: { $0.height }
    case .centerX: { $0.centerX }
    case .centerY: { $0.centerY }
    case .firstBaseline: { $0.firstBaseline }
    case .lastBaseline: { $0.lastBaseline }
    default: nil
    }
  }

  fileprivate var chained: (@Sendable (View) -> ViewAttribute)? {
    switch self {
    case .left: { $0.layoutLeft }
    case .right: { $0.layoutRight }
    case .top: { $0.layoutTop }
    case .bottom: { $0.layoutBottom }
    case .leading: { $0.layoutLeading }
    case .trailing: { $0.layoutTrailing }
    case .width: { $0.layoutWidth }
    case .height: { $0.layoutHeight }
    case .centerX: { $0.layoutCenterX }
    case .centerY: { $0.layoutCenterY }
    case .firstBaseline: { $0.layoutFirstBaseline }
    case .lastBaseline: { $0.layoutLastBaseline }
    case .leftMargin: { $0.layoutLeftMargin }
    case .rightMargin: { $0.layoutRightMargin }
    case .topMargin: { $0.layoutTopMargin }
    case .bottomMargin: { $0.layoutBottomMargin }
    case .leadingMargin: { $0.layoutLeadingMargin }
    case .trailingMargin: { $0.layoutTrailingMargin }
    case .centerXWithinMargins: { $0.layoutCenterXWithinMargins }
    case .centerYWithinMargins: { $0.layoutCenterYWithinMargins }
    }
  }
}
