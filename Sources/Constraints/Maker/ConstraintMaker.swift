import LayoutModel

/// Begins the statements of a closure about one view:
/// `make.left.right.equalToSuperview().inset(10)`.
///
/// Lengths are points. Source: Masonry, and SnapKit, its successor in Swift.
public final class ConstraintMaker {
  private let view: View
  private var statements: [MakerStatement] = []

  init(_ view: View) { self.view = view }

  /// The constraints of all statements, in order.
  ///
  /// - Throws: `ConstraintMistake.noRelation` for a statement that names attributes and nothing
  ///   else.
  func constraints() throws(ConstraintMistake) -> [Constraint] {
    var constraints: [Constraint] = []
    for statement in statements {
      guard statement.isRelated else {
        let names = statement.attributes.map(\.rawValue).joined(separator: ".")
        throw .noRelation("\(view.name).\(names)")
      }
      constraints += statement.constraints
    }
    return constraints
  }

  private func begin(_ attributes: Attribute...) -> MadeAttributes {
    let statement = MakerStatement(view, attributes)
    statements.append(statement)
    return MadeAttributes(statement: statement)
  }

  /// The left edge.
  public var left: MadeAttributes { begin(.left) }
  /// The right edge.
  public var right: MadeAttributes { begin(.right) }
  /// The top edge.
  public var top: MadeAttributes { begin(.top) }
  /// The bottom edge.
  public var bottom: MadeAttributes { begin(.bottom) }
  /// The edge where reading begins.
  public var leading: MadeAttributes { begin(.leading) }
  /// The edge where reading ends.
  public var trailing: MadeAttributes { begin(.trailing) }
  /// The width.
  public var width: MadeAttributes { begin(.width) }
  /// The height.
  public var height: MadeAttributes { begin(.height) }
  /// The horizontal centre.
  public var centerX: MadeAttributes { begin(.centerX) }
  /// The vertical centre.
  public var centerY: MadeAttributes { begin(.centerY) }
  /// The first baseline.
  public var firstBaseline: MadeAttributes { begin(.firstBaseline) }
  /// The last baseline.
  public var lastBaseline: MadeAttributes { begin(.lastBaseline) }
  /// The last baseline, by its original name.
  public var baseline: MadeAttributes { begin(.lastBaseline) }
  /// Left, top, right and bottom edge.
  public var edges: MadeAttributes { begin(.left, .top, .right, .bottom) }
  /// Leading, top, trailing and bottom edge.
  public var directionalEdges: MadeAttributes { begin(.leading, .top, .trailing, .bottom) }
  /// Left and right edge.
  public var horizontalEdges: MadeAttributes { begin(.left, .right) }
  /// Top and bottom edge.
  public var verticalEdges: MadeAttributes { begin(.top, .bottom) }
  /// Width and height.
  public var size: MadeAttributes { begin(.width, .height) }
  /// Both centres.
  public var center: MadeAttributes { begin(.centerX, .centerY) }
  /// Left, top, right and bottom margin.
  public var margins: MadeAttributes { begin(.leftMargin, .topMargin, .rightMargin, .bottomMargin) }
}

/// One statement: attributes of a view, a relation, and the target that they are compared with.
final class MakerStatement {
  /// The target that attributes are compared with.
  enum Target {
    /// The same attributes of views.
    case views([View])
    /// An attribute of a view.
    case attribute(ViewAttribute)
    /// The superview's attributes.
    case superview
    /// Numbers alone: the value of a size, the distance of a line from the superview's.
    case numbers
  }

  let view: View
  var attributes: [Attribute]
  private var relation: Relation?
  private var target = Target.superview
  /// The place of the call that gave the relation.
  private var place: (file: StaticString, line: UInt)?
  var multiplier = 1.0
  var priority = Priority.required
  var identifier: String?
  /// The points added for each attribute; `nil` where the number has no meaning for one.
  var constant: (Attribute) -> Double? = { _ in 0 }
  private var made: [Constraint]?

  init(_ view: View, _ attributes: [Attribute]) {
    self.view = view
    self.attributes = attributes
  }

  var isRelated: Bool { relation != nil }

  func relate(
    _ relation: Relation, _ target: Target, _ file: StaticString, _ line: UInt
  ) -> RelatedAttributes {
    self.relation = relation
    self.target = target
    place = (file, line)
    return RelatedAttributes(statement: self)
  }

  func relate(
    _ relation: Relation, toNumbers numbers: @escaping (Attribute) -> Double?,
    _ file: StaticString, _ line: UInt
  ) -> RelatedAttributes {
    constant = numbers
    return relate(relation, .numbers, file, line)
  }

  /// Its constraints, made on first access.
  var constraints: [Constraint] {
    if let made { return made }
    guard let relation, let place else { return [] }
    let constraints = attributes.flatMap { constraint(of: $0, relation) }
      .made(place.file, place.line)
    for constraint in constraints { constraint.identifier = identifier }
    made = constraints
    return constraints
  }

  private func constraint(of attribute: Attribute, _ relation: Relation) -> [Constraint] {
    let item = "\(view.name).\(attribute.rawValue)"
    func alone(_ number: Double, _ mistake: ConstraintMistake? = nil) -> [Constraint] {
      [
        Constraint(
          view, attribute, relation, constant: number, priority: priority, mistake: mistake)
      ]
    }
    guard let constant = constant(attribute) else {
      return alone(0, .unfit(call: item, what: "a size or point"))
    }
    func against(_ other: View?, _ otherAttribute: Attribute) -> [Constraint] {
      guard let other else { return alone(constant, .noSuperview(item)) }
      return [
        Constraint(
          view, attribute, relation, other, otherAttribute, multiplier: multiplier,
          constant: constant, priority: priority)
      ]
    }
    switch target {
    case .views(let others): return others.flatMap { against($0, attribute) }
    case .attribute(let other): return against(other.view, other.attribute)
    case .numbers where attribute.isSize: return alone(constant)
    case .superview, .numbers: return against(view.superview, attribute)
    }
  }
}
