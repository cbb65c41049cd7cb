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
