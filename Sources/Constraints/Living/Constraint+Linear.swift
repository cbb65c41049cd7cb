package import LayoutModel

extension Constraint {
  /// The installed constraint over numbered views.
  ///
  /// - Parameter number: the number of a view, where it is in the tree.
  /// - Returns: the same constraint; `nil` where a view is not in the tree.
  /// - Throws: `ConstraintMistake` where a number is not finite.
  package func linear(
    number: (View) -> ViewID?
  ) throws(ConstraintMistake) -> LinearConstraint? {
    guard let firstView, let first = number(firstView) else { return nil }
    var second: LinearConstraint.Item?
    if let secondAttribute {
      guard let secondView, let id = number(secondView) else { return nil }
      second = LinearConstraint.Item(id, secondAttribute)
    }
    // All other mistakes were found when it was installed.
    return try LinearConstraint(
      checked: LinearConstraint.Item(first, firstAttribute), relation, second,
      multiplier: multiplier, constant: constant, priority: priority,
      origin: identifier.map { .identified($0) } ?? .visualFormat)
  }
}

extension LinearConstraint {
  /// A constraint between items of numbered views, in few bytes: a screen has thousands.
  package struct Pair: BitwiseCopyable, Sendable {
    /// The number of the view on the left.
    package let firstView: Int32
    /// The number of the view on the right; -1 without a second item.
    package let secondView: Int32
    /// The attribute of the view on the left.
    package let firstAttribute: Attribute
    /// The attribute on the right; without meaning where there is no view.
    package let secondAttribute: Attribute
    /// The comparison between the sides.
    package let relation: Relation
    /// The factor of the right item.
    package let multiplier: Double
    /// The points added on the right.
    package var constant: Double
    /// The priority.
    package let priority: Priority

    /// The item on the left.
    package var first: Item { Item(ViewID(Int(firstView)), firstAttribute) }
    /// The item on the right; `nil` for a bare constant.
    package var second: Item? {
      secondView < 0 ? nil : Item(ViewID(Int(secondView)), secondAttribute)
    }

    /// An installed constraint; `nil` where a view is not among these.
    ///
    /// - Throws: `ConstraintMistake` where a number is not finite.
    @inline(__always)
    init?(_ constraint: Constraint.Fields, in views: NumberedViews) throws(ConstraintMistake) {
      guard let one = views.index(of: constraint.first) else { return nil }
      var other: Int32 = -1
      if let second = constraint.second {
        guard let number = views.index(of: second) else { return nil }
        other = number
      }
      // All other mistakes were found when it was installed.
      try Pairing.check(constant: constraint.constant)
      let isConstant = LinearConstraint.isConstant(
        constraint.firstAttribute, multiplier: constraint.multiplier)
      firstView = one
      secondView = isConstant ? -1 : other
      firstAttribute = constraint.firstAttribute
      secondAttribute = constraint.secondAttribute ?? constraint.firstAttribute
      relation = constraint.relation
      multiplier = isConstant ? 1 : constraint.multiplier
      constant = constraint.constant
      priority = constraint.priority
    }

    /// A constraint without a multiplier.
    init(
      first: Item, _ relation: Relation, second: Item?, _ constant: Double, _ priority: Priority
    ) {
      firstView = Int32(first.view.index)
      secondView = second.map { Int32($0.view.index) } ?? -1
      firstAttribute = first.attribute
      secondAttribute = second?.attribute ?? first.attribute
      self.relation = relation
      multiplier = 1
      self.constant = constant
      self.priority = priority
    }

    /// The items of a constraint; `nil` for a sum of unknowns.
    package init?(_ constraint: LinearConstraint) {
      guard case .items(let first, let second, let multiplier, let constant) = constraint.form
      else { return nil }
      firstView = Int32(first.view.index)
      secondView = second.map { Int32($0.view.index) } ?? -1
      firstAttribute = first.attribute
      secondAttribute = second?.attribute ?? first.attribute
      relation = constraint.relation
      self.multiplier = multiplier
      self.constant = constant
      priority = constraint.priority
    }
  }

  /// A constraint between two items that was made by a call.
  ///
  /// - Parameters:
  ///   - pair: its items.
  ///   - identifier: the text that messages print in front of it.
  package init(_ pair: Pair, identifier: String? = nil) {
    self.init(
      .items(
        pair.first, pair.second, multiplier: pair.multiplier, constant: pair.constant),
      pair.relation, pair.priority, identifier.map { .identified($0) } ?? .visualFormat, nil)
  }
}
