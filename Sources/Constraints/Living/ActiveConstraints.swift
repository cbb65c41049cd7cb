package import LayoutModel

/// The active constraints between numbered views: those that views without subviews store, about
/// their own sizes, and then those of the others, in the order of the views.
///
/// With sizes first, most equalities have one unknown that is not known yet when they are solved.
package struct ActiveConstraints {
  /// The constraints; each stores its place here.
  ///
  /// Some may be taken from the list later. It has its type from the beginning: Swift converts an
  /// array to another type element by element.
  package private(set) var constraints: [Constraint?] = []
  /// The same over numbers.
  package private(set) var pairs: [LinearConstraint.Pair] = []
  /// The texts that messages print in front of some, by place.
  package private(set) var identifiers: [Int: String] = [:]

  /// The active constraints of views, those excepted that name a view without a number.
  ///
  /// - Parameters:
  ///   - subtree: the views that may store them.
  ///   - views: the numbers.
  /// - Throws: `LayoutError.badConstraint`.
  package init(of subtree: [View], in views: NumberedViews) throws(LayoutError) {
    let count = subtree.reduce(0) { $0 + $1.constraintCount }
    constraints.reserveCapacity(count)
    pairs.reserveCapacity(count)
    for hasSubviews in [false, true] {
      for view in subtree where view.hasSubviews == hasSubviews {
        var present = view.oldestConstraint
        while let constraint = present {
          try add(constraint, in: views)
          present = constraint._withUnsafeGuaranteedRef { $0.next }
        }
      }
    }
  }

  @inline(__always)
  private mutating func add(
    _ constraint: Unmanaged<Constraint>, in views: NumberedViews
  ) throws(LayoutError) {
    let fields = constraint._withUnsafeGuaranteedRef { $0.fields }
    let pair: LinearConstraint.Pair?
    do throws(ConstraintMistake) {
      pair = try LinearConstraint.Pair(fields, in: views)
    } catch {
      throw .badConstraint("\(constraint.takeUnretainedValue()): \(error)")
    }
    guard let pair else { return }
    constraint._withUnsafeGuaranteedRef { $0.placeInLayout = pairs.count }
    if fields.hasIdentifier {
      identifiers[pairs.count] = constraint.takeUnretainedValue().identifier
    }
    constraints.append(constraint.takeUnretainedValue())
    pairs.append(pair)
  }
}
