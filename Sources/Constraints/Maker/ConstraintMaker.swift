import LayoutModel

/// Begins the statements of a closure about one view:
/// `make.left.right.equalToSuperview().inset(10)`.
///
/// Lengths are points. Source: Masonry, and SnapKit, its successor in Swift.
public final class ConstraintMaker {
  private let view: View
  // Calls change one at a time.
  @exclusivity(unchecked) private var statements: [MakerStatement] = []
  /// The constraints that statements have made, in the order in which they made them.
  @exclusivity(unchecked) private var made: [Constraint] = []

  init(_ view: View) { self.view = view }

  /// The constraints of all statements, in order.
  ///
  /// - Throws: `ConstraintMistake.noRelation` for a statement that names attributes and nothing
  ///   else.
  func constraints() throws(ConstraintMistake) -> [Constraint] {
    made.reserveCapacity(statements.count)
    var (count, areInOrder) = (0, true)
    for index in statements.indices {
      guard statements[index].isRelated else {
        let names = statements[index].attributes.map(\.rawValue).joined(separator: ".")
        throw .noRelation("\(view.name).\(names)")
      }
      let places = places(of: index)
      if places.lowerBound != count { areInOrder = false }
      count = places.upperBound
    }
    // A statement that was asked for its constraints made them before those in front of it.
    return areInOrder ? made : statements.indices.flatMap { made[places(of: $0)] }
  }

  /// Returns the constraints of a statement, which are made on first access.
  func constraints(of statement: Int) -> ArraySlice<Constraint> { made[places(of: statement)] }

  /// Returns the places of a statement's constraints among those that were made.
  private func places(of statement: Int) -> Range<Int> {
    statements[statement].places ?? statements[statement].make(of: view, into: &made)
  }

  /// Changes a statement.
  ///
  /// - Parameters:
  ///   - statement: its place.
  ///   - body: changes it, and does not use the maker.
  func change(_ statement: Int, _ body: (inout MakerStatement) -> Void) {
    body(&statements[statement])
  }

  private func begin(_ first: Attribute, _ others: Attribute...) -> MadeAttributes {
    statements.append(MakerStatement(first: first, others: others))
    return MadeAttributes(maker: self, index: statements.count - 1)
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
struct MakerStatement {
  /// The target that attributes are compared with.
  enum Target {
    /// The same attributes of a view.
    case view(View)
    /// The same attributes of views.
    case views([View])
    /// An attribute of a view.
    case attribute(ViewAttribute)
    /// The superview's attributes.
    case superview
    /// Numbers alone: the value of a size, the distance of a line from the superview's.
    case numbers
  }

  // Most have one attribute, which needs no list.
  private let first: Attribute
  var others: [Attribute]
  private var relation = Relation.equal
  /// The target; `nil` as long as there is none, and once the constraints are made: a statement that
  /// is kept keeps no other view alive.
  private var target: Target?
  /// The place of the call that gave the relation.
  private var place: CallPlace?
  var multiplier = 1.0
  var priority = Priority.required
  var identifier: String?
  var constant = MadeConstant.number(0)
  /// The places of its constraints among those that the maker has made.
  private(set) var places: Range<Int>?

  init(first: Attribute, others: [Attribute]) { (self.first, self.others) = (first, others) }

  var attributes: [Attribute] { [first] + others }
  var isRelated: Bool { target != nil || places != nil }

  mutating func relate(_ relation: Relation, _ target: Target, _ place: CallPlace?) {
    (self.relation, self.target, self.place) = (relation, target, place)
  }

  /// Appends the statement's constraints.
  ///
  /// - Returns: their places.
  fileprivate mutating func make(of view: View, into made: inout [Constraint]) -> Range<Int> {
    let start = made.count
    if let target {
      make(first, of: view, target, into: &made)
      for attribute in others { make(attribute, of: view, target, into: &made) }
    }
    let places = start..<made.count
    self.places = places
    target = nil
    return places
  }

  private func make(
    _ attribute: Attribute, of view: View, _ target: Target, into made: inout [Constraint]
  ) {
    guard let constant = constant.points(of: attribute) else {
      let call = "\(view.name).\(attribute.rawValue)"
      return made.append(alone(view, attribute, 0, .unfit(call: call, what: "a size or point")))
    }
    switch target {
    case .view(let other): made.append(against(other, attribute, view, attribute, constant))
    case .views(let others):
      for other in others { made.append(against(other, attribute, view, attribute, constant)) }
    case .attribute(let other):
      made.append(against(other.view, other.attribute, view, attribute, constant))
    case .numbers where attribute.isSize: made.append(alone(view, attribute, constant))
    case .superview, .numbers:
      guard let superview = view.superview else {
        let mistake = ConstraintMistake.noSuperview("\(view.name).\(attribute.rawValue)")
        return made.append(alone(view, attribute, constant, mistake))
      }
      made.append(against(superview, attribute, view, attribute, constant))
    }
  }

  private func alone(
    _ view: View, _ attribute: Attribute, _ constant: Double, _ mistake: ConstraintMistake? = nil
  ) -> Constraint {
    let constraint = Constraint(
      view, attribute, relation, constant: constant, priority: priority, mistake: mistake,
      place: place)
    constraint.identifier = identifier
    return constraint
  }

  private func against(
    _ other: View, _ otherAttribute: Attribute, _ view: View, _ attribute: Attribute,
    _ constant: Double
  ) -> Constraint {
    let constraint = Constraint(
      view, attribute, relation, other, otherAttribute, multiplier: multiplier,
      constant: constant, priority: priority, place: place)
    constraint.identifier = identifier
    return constraint
  }
}

/// The points that a statement adds for each of its attributes.
enum MadeConstant {
  /// The same number for each.
  case number(Double)
  /// The width for horizontal attributes, the height for vertical ones.
  case lengths(Size)
  /// The width and the height of a size; of other attributes nothing.
  case size(Size)
  /// The horizontal and the vertical distance.
  case offset(Point)
  /// The coordinates of a point; of sizes nothing.
  case point(Point)
  /// The inset of each edge.
  case insets(EdgeInsets)

  /// Returns the points for an attribute; `nil` where they have no meaning for it.
  func points(of attribute: Attribute) -> Double? {
    switch self {
    case .number(let number): number
    case .lengths(let size): attribute.axis == .horizontal ? size.width : size.height
    case .size(let size): attribute.isSize ? Self.lengths(size).points(of: attribute) : nil
    case .offset(let point): attribute.axis == .horizontal ? point.x : point.y
    case .point(let point): attribute.isSize ? nil : Self.offset(point).points(of: attribute)
    case .insets(let insets): attribute.inset(insets)
    }
  }
}

extension Attribute {
  /// The number that an inset adds to the line or size.
  fileprivate func inset(_ insets: EdgeInsets) -> Double {
    switch self {
    case .left, .leading, .leftMargin, .leadingMargin: insets.left
    case .right, .trailing, .rightMargin, .trailingMargin: -insets.right
    case .top, .topMargin, .firstBaseline: insets.top
    case .bottom, .bottomMargin, .lastBaseline: -insets.bottom
    case .centerX, .centerXWithinMargins: (insets.left - insets.right) / 2
    case .centerY, .centerYWithinMargins: (insets.top - insets.bottom) / 2
    case .width: -insets.left - insets.right
    case .height: -insets.top - insets.bottom
    }
  }
}
