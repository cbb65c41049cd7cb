public import LayoutModel

/// Closures that make the constraints of a view: nothing is installed before the closure has ended.
///
/// Source: Masonry, and SnapKit, its successor in Swift.
extension View {
  /// Installs the constraints that the statements of a closure make.
  ///
  /// - Parameter closure: gets a maker, with which each statement begins.
  /// - Returns: the constraints, in order.
  /// - Throws: `ConstraintMistake`; nothing has been installed then.
  @discardableResult
  public func makeConstraints(
    _ closure: (ConstraintMaker) -> Void
  ) throws(ConstraintMistake) -> [Constraint] {
    let constraints = try prepareConstraints(closure)
    try Constraint.activate(constraints)
    madeConstraints.add(constraints)
    return constraints
  }

  /// Removes the constraints that closures about this view have made, then installs those of this
  /// one.
  ///
  /// - Parameter closure: gets a maker, with which each statement begins.
  /// - Returns: the constraints, in order.
  /// - Throws: `ConstraintMistake`; nothing has changed then.
  @discardableResult
  public func remakeConstraints(
    _ closure: (ConstraintMaker) -> Void
  ) throws(ConstraintMistake) -> [Constraint] {
    let constraints = try prepareConstraints(closure)
    for constraint in constraints { try constraint.check() }
    removeConstraints()
    try Constraint.activate(constraints)
    madeConstraints.made = constraints
    return constraints
  }

  /// Changes the constants of active constraints that differ in their constant only from those that
  /// a closure makes, and installs those without such a counterpart.
  ///
  /// - Parameter closure: gets a maker, with which each statement begins.
  /// - Returns: the constraints that are active now for those of the closure, in order.
  /// - Throws: `ConstraintMistake`; nothing has changed then.
  @discardableResult
  public func updateConstraints(
    _ closure: (ConstraintMaker) -> Void
  ) throws(ConstraintMistake) -> [Constraint] {
    let constraints = try prepareConstraints(closure)
    let active = try View.updateConstraints { constraints }
    madeConstraints.add(zip(constraints, active).filter { $0 === $1 }.map(\.0))
    return active
  }

  /// Makes the constraints of a closure's statements, and installs nothing.
  ///
  /// - Parameter closure: gets a maker, with which each statement begins.
  /// - Returns: the constraints, in order.
  /// - Throws: `ConstraintMistake.noRelation`; other mistakes when they are installed.
  public func prepareConstraints(
    _ closure: (ConstraintMaker) -> Void
  ) throws(ConstraintMistake) -> [Constraint] {
    let maker = ConstraintMaker(self)
    closure(maker)
    return try maker.constraints()
  }

  /// Removes the constraints that closures about this view have made.
  public func removeConstraints() {
    for constraint in madeConstraints.made { constraint.uninstall() }
    madeConstraints.made = []
  }

  private var madeConstraints: MadeConstraints {
    let key = ObjectIdentifier(MadeConstraints.self)
    if let made = attachment(key) { return unsafeDowncast(made, to: MadeConstraints.self) }
    let made = MadeConstraints()
    attach(made, key)
    return made
  }
}

/// The constraints that closures about a view have made.
private final class MadeConstraints {
  @exclusivity(unchecked) var made: [Constraint] = []

  func add(_ constraints: [Constraint]) {
    // Most views have one closure, whose list is kept as it is.
    if made.isEmpty { made = constraints } else { made += constraints }
  }
}
