/// An edge of a view, as PureLayout names them.
public enum Edge: CaseIterable, Sendable {
  /// The left edge.
  case left
  /// The right edge.
  case right
  /// The top edge.
  case top
  /// The bottom edge.
  case bottom
  /// The edge where reading begins.
  case leading
  /// The edge where reading ends.
  case trailing

  /// The same line as an attribute.
  package var attribute: Attribute {
    switch self {
    case .left: .left
    case .right: .right
    case .top: .top
    case .bottom: .bottom
    case .leading: .leading
    case .trailing: .trailing
    }
  }

  var margin: Attribute {
    switch self {
    case .left: .leftMargin
    case .right: .rightMargin
    case .top: .topMargin
    case .bottom: .bottomMargin
    case .leading: .leadingMargin
    case .trailing: .trailingMargin
    }
  }

  /// True where insets are subtracted: right, bottom, trailing.
  var isFar: Bool { self == .right || self == .bottom || self == .trailing }
}

/// A side of a view, as PureLayout names them.
public enum ViewDimension: Sendable {
  /// From left to right.
  case width
  /// From top to bottom.
  case height

  /// The same size as an attribute.
  var attribute: Attribute { self == .width ? .width : .height }
}

/// A line through a view, as PureLayout names them.
///
/// `.vertical` is the vertical line through its centre.
public enum LayoutAxis: Sendable {
  /// The vertical line through the centre.
  case vertical
  /// The horizontal line through the centre.
  case horizontal
  /// The last baseline.
  case baseline
  /// The last baseline.
  case lastBaseline
  /// The first baseline.
  case firstBaseline

  /// The same line as an attribute.
  var attribute: Attribute {
    switch self {
    case .vertical: .centerX
    case .horizontal: .centerY
    case .baseline, .lastBaseline: .lastBaseline
    case .firstBaseline: .firstBaseline
    }
  }

  var isVertical: Bool { self == .vertical }
}

/// The settings that blocks around a PureLayout call give to the constraints that it makes.
struct PureLayoutContext: @unchecked Sendable {
  // Collections are filled by the task that made them, within its block.
  /// Collects the constraints that calls make instead of installing them.
  final class Collection {
    var constraints: [Constraint] = []
    var mistake: ConstraintMistake?
  }

  var priority: Priority?
  var identifier: String?
  var collection: Collection?

  /// The innermost blocks of this task.
  @TaskLocal static var current = PureLayoutContext()

  /// Installs the constraints of a call, or passes them to the block that collects.
  static func add(_ constraints: [Constraint]) {
    let context = current
    for constraint in constraints { context.refine(constraint) }
    if let collection = context.collection {
      collection.constraints += constraints
      return
    }
    do throws(ConstraintMistake) {
      try Constraint.activate(constraints)
    } catch {
      fatalError("\(error)")
    }
  }

  /// Installs the one constraint of a call, or passes it to the block that collects.
  static func add(_ constraint: Constraint) {
    let context = current
    context.refine(constraint)
    if let collection = context.collection {
      collection.constraints.append(constraint)
    } else {
      constraint.isActive = true
    }
  }

  private func refine(_ constraint: Constraint) {
    if let priority { constraint.priority = priority }
    if let identifier { constraint.identifier = identifier }
  }

  /// Stops the program or, within a block that collects, makes that block throw.
  static func refuse(_ mistake: ConstraintMistake) {
    guard let collection = current.collection else { fatalError("\(mistake)") }
    if collection.mistake == nil { collection.mistake = mistake }
  }
}

extension Constraint {
  /// Installs all constraints that PureLayout calls in a block make, when the block has ended.
  ///
  /// - Parameter block: makes the constraints.
  /// - Returns: the constraints, in order; not those that an inner block has collected.
  /// - Throws: `ConstraintMistake`; nothing has been installed then.
  @discardableResult
  public static func autoCreateAndInstallConstraints(
    _ block: () -> Void
  ) throws(ConstraintMistake) -> [Constraint] {
    let collection = collect(block)
    if let mistake = collection.mistake { throw mistake }
    try activate(collection.constraints)
    return collection.constraints
  }

  /// Collects all constraints that PureLayout calls in a block make, and installs nothing.
  ///
  /// - Parameter block: makes the constraints.
  /// - Returns: the constraints, in order.
  /// - Throws: `ConstraintMistake` of a call that could make none.
  public static func autoCreateConstraintsWithoutInstalling(
    _ block: () -> Void
  ) throws(ConstraintMistake) -> [Constraint] {
    let collection = collect(block)
    if let mistake = collection.mistake { throw mistake }
    return collection.constraints
  }

  private static func collect(_ block: () -> Void) -> PureLayoutContext.Collection {
    var context = PureLayoutContext.current
    let collection = PureLayoutContext.Collection()
    context.collection = collection
    PureLayoutContext.$current.withValue(context, operation: block)
    return collection
  }

  /// Gives a priority to all constraints that PureLayout calls in a block make.
  public static func autoSetPriority(_ priority: Priority, _ block: () -> Void) {
    var context = PureLayoutContext.current
    context.priority = priority
    PureLayoutContext.$current.withValue(context, operation: block)
  }

  /// Gives an identifier to all constraints that PureLayout calls in a block make.
  public static func autoSetIdentifier(_ identifier: String, _ block: () -> Void) {
    var context = PureLayoutContext.current
    context.identifier = identifier
    PureLayoutContext.$current.withValue(context, operation: block)
  }

  /// Installs the constraint.
  ///
  /// - Throws: `ConstraintMistake`.
  public func autoInstall() throws(ConstraintMistake) { try install() }

  /// Removes the constraint.
  public func autoRemove() { uninstall() }

  /// Sets the identifier that messages print.
  @discardableResult
  public func autoIdentify(_ identifier: String) -> Constraint {
    self.identifier = identifier
    return self
  }
}

extension [Constraint] {
  /// Installs the constraints, or none of them.
  ///
  /// - Throws: `ConstraintMistake`.
  public func autoInstallConstraints() throws(ConstraintMistake) { try Constraint.activate(self) }

  /// Removes the constraints.
  public func autoRemoveConstraints() { Constraint.deactivate(self) }

  /// Sets the identifier that messages print.
  @discardableResult
  public func autoIdentifyConstraints(_ identifier: String) -> [Constraint] {
    for constraint in self { constraint.identifier = identifier }
    return self
  }
}
