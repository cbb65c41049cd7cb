public import LayoutModel

/// A linear constraint in Auto Layout's manner, whichever notation it was written in.
///
///     view1.attribute1 REL view2.attribute2 * multiplier + constant @ priority
///
/// Lengths are points. Source: the NSLayoutConstraint reference (docs/constraints.md, The model).
public struct LinearConstraint: Hashable, Sendable {
  /// A view's attribute.
  public struct Item: Hashable, Sendable {
    /// The view.
    public let view: ViewID
    /// Its attribute.
    public let attribute: Attribute

    /// An attribute of a view.
    public init(_ view: ViewID, _ attribute: Attribute) {
      self.view = view
      self.attribute = attribute
    }
  }

  /// The two sides of a constraint, without their relation.
  public enum Form: Hashable, Sendable {
    /// An item against another item, or against the constant alone.
    case items(Item, Item?, multiplier: Double, constant: Double)
    /// A sum over plain unknowns against 0, for constraints that two items cannot express.
    case linear(LinearForm)
  }

  /// The source of a constraint, which decides how messages write it.
  public enum Origin: Hashable, Sendable {
    /// An equation or `linear:` entry, as written in the file.
    case equation(String)
    /// A visual format, or a call.
    case visualFormat
    /// A call, with the text that messages print in front of it.
    case identified(String)
    /// A view that resists growing beyond its content.
    case hugging
    /// A view that resists shrinking below its content.
    case compression
  }

  /// The two sides, without their relation.
  public let form: Form
  /// The comparison between the sides.
  public let relation: Relation
  /// The priority.
  public let priority: Priority
  /// The source, which decides how messages write it.
  public let origin: Origin
  /// Its place in the scene file, where it has one.
  public let position: SourcePosition?

  /// A constraint between two items, or of one item and a constant.
  ///
  /// - Parameters:
  ///   - first: the item on the left.
  ///   - relation: the comparison between the sides.
  ///   - second: the item on the right; `nil` for a bare constant, of sizes only.
  ///   - multiplier: the factor of the right item.
  ///   - constant: the points added on the right.
  ///   - priority: the priority.
  ///   - origin: the source, which decides how messages write it.
  ///   - position: its place in the scene file.
  ///   - tree: the views, for names in the error.
  /// - Throws: `ConstraintMistake` for a pair of attributes that Auto Layout refuses.
  public init(
    _ first: Item, _ relation: Relation, _ second: Item?, multiplier: Double = 1,
    constant: Double = 0, priority: Priority = .required, origin: Origin = .visualFormat,
    position: SourcePosition? = nil, in tree: ViewTree
  ) throws(ConstraintMistake) {
    try Self.checkLegality(first, second, multiplier: multiplier, constant: constant, in: tree)
    self.init(
      Self.form(first, second, multiplier: multiplier, constant: constant), relation, priority,
      origin, position)
  }

  /// A constraint between items whose attributes and multiplier were checked before.
  ///
  /// - Throws: `ConstraintMistake` for a constant that is not finite or too large.
  init(
    checked first: Item, _ relation: Relation, _ second: Item?, multiplier: Double,
    constant: Double, priority: Priority, origin: Origin
  ) throws(ConstraintMistake) {
    try Pairing.check(constant: constant)
    self.init(
      Self.form(first, second, multiplier: multiplier, constant: constant), relation, priority,
      origin, nil)
  }

  /// True if the right side of a constraint is the constant alone: a size times 0 is nothing.
  static func isConstant(_ first: Attribute, multiplier: Double) -> Bool {
    first.isSize && multiplier == 0
  }

  /// Makes the form of a pair of items.
  private static func form(
    _ first: Item, _ second: Item?, multiplier: Double, constant: Double
  ) -> Form {
    let isConstant = isConstant(first.attribute, multiplier: multiplier)
    return .items(
      first, isConstant ? nil : second, multiplier: isConstant ? 1 : multiplier,
      constant: constant)
  }

  /// A constraint over a sum of unknowns.
  public init(
    linear form: LinearForm, _ relation: Relation, priority: Priority, origin: Origin,
    position: SourcePosition?
  ) {
    self.form = .linear(form)
    self.relation = relation
    self.priority = priority
    self.origin = origin
    self.position = position
  }

  init(
    _ form: Form, _ relation: Relation, _ priority: Priority, _ origin: Origin,
    _ position: SourcePosition?
  ) {
    self.form = form
    self.relation = relation
    self.priority = priority
    self.origin = origin
    self.position = position
  }

  /// The same constraint with another constant, points.
  ///
  /// The constant may change while a constraint is active. A sum of unknowns is returned unchanged.
  public func with(constant: Double) -> LinearConstraint {
    guard case .items(let first, let second, let multiplier, _) = form else { return self }
    return LinearConstraint(
      .items(first, second, multiplier: multiplier, constant: constant), relation, priority,
      origin, position)
  }

  /// A constraint with other sides, and with the same relation, priority and source.
  package func with(_ form: Form) -> LinearConstraint {
    LinearConstraint(form, relation, priority, origin, position)
  }

  /// The same constraint in a tree in which each view's number is one higher.
  package var held: LinearConstraint {
    mapped { view, _ in ViewID(view.index + 1) }
  }

  /// The same constraint with the width of another view in place of one view's.
  package func readingWidth(of other: ViewID, insteadOf view: ViewID) -> LinearConstraint {
    mapped { $0 == view && $1 ? other : $0 }
  }

  /// The same constraint between other views.
  ///
  /// - Parameter view: the view that replaces one, of which an attribute is read: its width, or
  ///   another.
  /// - Returns: the constraint.
  private func mapped(_ view: (ViewID, _ isWidth: Bool) -> ViewID) -> LinearConstraint {
    func mapped(_ item: Item) -> Item {
      Item(view(item.view, item.attribute == .width), item.attribute)
    }
    let form: Form
    switch self.form {
    case .items(let first, let second, let multiplier, let constant):
      form = .items(
        mapped(first), second.map(mapped), multiplier: multiplier, constant: constant)
    case .linear(let sum):
      var other = LinearForm()
      other.constant = sum.constant
      for term in sum.terms {
        let (own, component) = (term.unknown.view, term.unknown.component)
        other.add(Unknown(view(own, component == .width), component), term.coefficient)
      }
      form = .linear(other)
    }
    return LinearConstraint(form, relation, priority, origin, position)
  }

  /// The two constraints of each axis in which a view has an intrinsic content size.
  ///
  /// Hugging keeps the view from growing, compression resistance from shrinking
  /// (docs/constraints.md, Content size).
  ///
  /// - Throws: `ConstraintMistake.priority`.
  public static func contentSize(
    of view: ViewID, in tree: ViewTree
  ) throws(ConstraintMistake) -> [LinearConstraint] {
    let traits = tree[view]
    var constraints: [LinearConstraint] = []
    for axis in Axis.allCases {
      guard let size = traits.intrinsic[axis] else { continue }
      let item = Item(view, axis == .horizontal ? .width : .height)
      constraints.append(
        try LinearConstraint(
          item, .lessThanOrEqual, nil, constant: size, priority: Priority(traits.hugging[axis]),
          origin: .hugging, in: tree))
      constraints.append(
        try LinearConstraint(
          item, .greaterThanOrEqual, nil, constant: size,
          priority: Priority(traits.compression[axis]), origin: .compression, in: tree))
    }
    return constraints
  }
}
