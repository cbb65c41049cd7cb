public import LayoutModel

/// Collects the constraints of a block, which may contain `if`, `for` and arrays.
@resultBuilder
public enum ConstraintBuilder {
  /// One constraint.
  public static func buildExpression(_ constraint: Constraint) -> [Constraint] { [constraint] }
  /// Several at once, such as those of `layoutEdges`.
  public static func buildExpression(_ constraints: [Constraint]) -> [Constraint] { constraints }
  /// Statements one after the other.
  public static func buildBlock(_ parts: [Constraint]...) -> [Constraint] { parts.flatMap(\.self) }
  /// An `if` without an `else`.
  public static func buildOptional(_ part: [Constraint]?) -> [Constraint] { part ?? [] }
  /// The first branch of an `if`.
  public static func buildEither(first part: [Constraint]) -> [Constraint] { part }
  /// The other branch of an `if`.
  public static func buildEither(second part: [Constraint]) -> [Constraint] { part }
  /// A `for`.
  public static func buildArray(_ parts: [[Constraint]]) -> [Constraint] { parts.flatMap(\.self) }
}

/// XLYAutoLayoutEasy's batches: all or nothing, and only when the block has run to its end.
extension View {
  /// Installs each constraint of a block; a repeated one is installed twice.
  ///
  /// - Parameter block: makes the constraints.
  /// - Returns: the constraints, in order.
  /// - Throws: `ConstraintMistake`; nothing has been installed then.
  @discardableResult
  public static func makeConstraints(
    @ConstraintBuilder _ block: () -> [Constraint]
  ) throws(ConstraintMistake) -> [Constraint] {
    let constraints = block()
    try Constraint.activate(constraints)
    return constraints
  }

  /// Changes the constant of the newest active constraint that is similar, for each constraint of a
  /// block, and installs those that have none.
  ///
  /// Similar constraints differ in their constant only, or are the same line written from the other
  /// side. The search begins at the nearest common ancestor of the views and goes outwards.
  ///
  /// - Parameter block: makes the constraints.
  /// - Returns: the constraints that are active now for those of the block, in order.
  /// - Throws: `ConstraintMistake`; nothing has changed then.
  @discardableResult
  public static func updateConstraints(
    @ConstraintBuilder _ block: () -> [Constraint]
  ) throws(ConstraintMistake) -> [Constraint] {
    let constraints = block()
    for constraint in constraints { try constraint.check() }
    var active: [Constraint] = []
    for constraint in constraints {
      if let found = try constraint.findSimilar() {
        found.constraint.constant = found.constant
        active.append(found.constraint)
      } else {
        try constraint.install()
        active.append(constraint)
      }
    }
    return active
  }

  /// Removes every active constraint that names the first view of any constraint in a block, then
  /// installs those of the block.
  ///
  /// - Parameter block: makes the constraints.
  /// - Returns: the constraints, in order.
  /// - Throws: `ConstraintMistake`; nothing has changed then.
  @discardableResult
  public static func remakeConstraints(
    @ConstraintBuilder _ block: () -> [Constraint]
  ) throws(ConstraintMistake) -> [Constraint] {
    let constraints = block()
    for constraint in constraints { try constraint.check() }
    for case let view? in constraints.map(\.firstView) {
      for ancestor in view.ancestors {
        for constraint in ancestor.constraints where constraint.names(view) {
          constraint.uninstall()
        }
      }
    }
    for constraint in constraints { try constraint.install() }
    return constraints
  }
}

extension Constraint {
  private static let tolerance = 1e-6

  /// Returns the newest similar active constraint, and the constant that makes it equivalent.
  func findSimilar() throws(ConstraintMistake) -> (constraint: Constraint, constant: Double)? {
    for ancestor in try check().takeUnretainedValue().ancestors {
      for other in ancestor.constraints.reversed() {
        if isSimilar(to: other) { return (other, constant) }
        if isReverse(of: other) { return (other, -constant / multiplier) }
      }
    }
    return nil
  }

  private func isSimilar(to other: Constraint) -> Bool {
    firstView === other.firstView && firstAttribute == other.firstAttribute
      && secondView === other.secondView && secondAttribute == other.secondAttribute
      && relation == other.relation && priority == other.priority
      && abs(multiplier - other.multiplier) <= Self.tolerance
  }

  /// Returns true if the other is the same line from the other side: `a == m b + c` is
  /// `b == (1 / m) a - c / m`.
  private func isReverse(of other: Constraint) -> Bool {
    guard let secondView, let secondAttribute, multiplier != 0 else { return false }
    // Dividing by a number below 0 reverses an inequality, as swapping its sides does.
    let mirrored = multiplier > 0 ? relation.mirrored : relation
    return firstView === other.secondView && firstAttribute == other.secondAttribute
      && secondView === other.firstView && secondAttribute == other.firstAttribute
      && mirrored == other.relation && priority == other.priority
      && abs(multiplier * other.multiplier - 1) <= Self.tolerance
  }
}
