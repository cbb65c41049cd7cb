public import LayoutModel

/// One of the four numbers of a view's frame.
@frozen
public struct Unknown: Hashable, Sendable {
  /// Left, top, width or height, in the superview's coordinates.
  public enum Component: Int, CaseIterable, Sendable {
    case left, top, width, height
  }

  /// The view.
  public let view: ViewID
  /// One of its four numbers.
  public let component: Component

  /// A number of a view's frame.
  public init(_ view: ViewID, _ component: Component) {
    self.view = view
    self.component = component
  }

  /// Its index in flat arrays of four numbers per view.
  public var index: Int { view.index * 4 + component.rawValue }
}

/// A sum of unknowns with coefficients, and a constant in points.
public struct LinearForm: Hashable, Sendable {
  /// An unknown with its coefficient.
  public struct Term: Hashable, Sendable {
    /// The unknown.
    public let unknown: Unknown
    /// Its coefficient.
    public var coefficient: Double
  }

  /// The terms; no unknown twice, in the order of first mention.
  public private(set) var terms: [Term] = []
  /// The constant term, points.
  public var constant = 0.0

  /// The form 0.
  public init() {}

  /// Adds an unknown times a coefficient.
  public mutating func add(_ unknown: Unknown, _ coefficient: Double) {
    if let index = terms.firstIndex(where: { $0.unknown == unknown }) {
      terms[index].coefficient += coefficient
      if terms[index].coefficient == 0 { terms.remove(at: index) }
    } else if coefficient != 0 {
      terms.append(Term(unknown: unknown, coefficient: coefficient))
    }
  }

  /// Adds another form times a factor.
  public mutating func add(_ other: LinearForm, times factor: Double) {
    for term in other.terms { add(term.unknown, term.coefficient * factor) }
    constant += other.constant * factor
  }

  /// The value, given all frames by view index; points.
  public func value(in frames: [Rect]) -> Double {
    terms.reduce(constant) { sum, term in
      let frame = frames[term.unknown.view.index]
      let number =
        switch term.unknown.component {
        case .left: frame.x
        case .top: frame.y
        case .width: frame.width
        case .height: frame.height
        }
      return sum + term.coefficient * number
    }
  }
}

extension LinearConstraint {
  /// Left side minus right side as a form over the frames' numbers: the constraint requires that it
  /// compares to 0 by `relation`.
  ///
  /// Both sides are measured in one coordinate system, that of the reference view: the one of the
  /// two that contains the other, else their closest common superview, for one view with itself its
  /// superview. In a right-to-left tree a constraint that names leading or trailing is measured
  /// from the reference view's right edge.
  public func difference(in tree: ViewTree) -> LinearForm {
    switch form {
    case .linear(let form): return form
    case .items(let first, let second, let multiplier, let constant):
      guard let second else {
        var form = Self.size(first)
        form.constant -= constant
        return form
      }
      if first.attribute.isSize {
        var form = Self.size(first)
        form.add(Self.size(second), times: -multiplier)
        form.constant -= constant
        return form
      }
      let reference = Self.reference(first.view, second.view, in: tree)
      let reading = [first.attribute.sense, second.attribute.sense].contains(.reading)
      let fromRight = reading && tree.direction == .rightToLeft
      var form = Self.location(first, from: reference, fromRight: fromRight, in: tree)
      let other = Self.location(second, from: reference, fromRight: fromRight, in: tree)
      form.add(other, times: -multiplier)
      form.constant -= constant
      return form
    }
  }

  /// The view in whose coordinates both sides are measured.
  static func reference(_ first: ViewID, _ second: ViewID, in tree: ViewTree) -> ViewID {
    if first == second { return tree.superview(of: first) ?? first }
    return tree.commonAncestor(first, second)
  }

  private static func size(_ item: Item) -> LinearForm {
    var form = LinearForm()
    form.add(Unknown(item.view, item.attribute == .width ? .width : .height), 1)
    return form
  }

  private static func location(
    _ item: Item, from reference: ViewID, fromRight: Bool, in tree: ViewTree
  ) -> LinearForm {
    let isHorizontal = item.attribute.axis == .horizontal
    var form = LinearForm()
    var current = item.view
    while current != reference, let superview = tree.superview(of: current) {
      form.add(Unknown(current, isHorizontal ? .left : .top), 1)
      current = superview
    }
    let line = item.attribute.line(of: tree[item.view], in: tree.direction)
    form.add(Unknown(item.view, isHorizontal ? .width : .height), line.share)
    form.constant += line.offset
    guard fromRight else { return form }
    var mirrored = LinearForm()
    mirrored.add(Unknown(reference, .width), 1)
    mirrored.add(form, times: -1)
    return mirrored
  }
}
