package import LayoutModel

/// The active constraints between numbered views: those that views without subviews store, about
/// their own sizes, and then those of the others, in the order of the views.
///
/// With sizes first, most equalities have one unknown that is not known yet when they are solved.
package struct ActiveConstraints {
  /// The constraints; each stores its place here.
  package private(set) var pairs: [LinearConstraint.Pair] = []
  /// The texts that messages print in front of some, by place.
  package private(set) var identifiers: [Int: String] = [:]

  /// The active constraints of numbered views, those excepted that name a view without a number.
  ///
  /// - Parameters:
  ///   - views: the views.
  ///   - layout: the number of the layout that they take part in.
  /// - Throws: `LayoutError.badConstraint`.
  package init(of views: NumberedViews, layout: UInt64) throws(LayoutError) {
    pairs.reserveCapacity(views.storedCount)
    try views.forEachStored { first throws(LayoutError) in
      var present: Unmanaged<Constraint>? = .fromOpaque(first)
      while let constraint = present {
        try add(constraint, of: views, layout)
        present = constraint._withUnsafeGuaranteedRef { $0.next }
      }
    }
  }

  @inline(__always)
  private mutating func add(
    _ constraint: Unmanaged<Constraint>, of views: NumberedViews, _ layout: UInt64
  ) throws(LayoutError) {
    let fields = constraint._withUnsafeGuaranteedRef { $0.fields }
    let pair: LinearConstraint.Pair?
    do throws(ConstraintMistake) {
      pair = try LinearConstraint.Pair(fields, in: views)
    } catch {
      throw .badConstraint("\(constraint.takeUnretainedValue()): \(error)")
    }
    guard let pair else { return }
    let place = PlaceInLayout(layout: layout, index: pairs.count)
    constraint._withUnsafeGuaranteedRef { $0.placeInLayout = place }
    if fields.hasIdentifier {
      identifiers[pairs.count] = constraint.takeUnretainedValue().identifier
    }
    pairs.append(pair)
  }
}
