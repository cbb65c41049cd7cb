package import LayoutModel

/// The active constraints between numbered views, in the order of the views that store them.
package struct ActiveConstraints {
  /// The constraints; each stores its place here.
  package private(set) var constraints: [Constraint] = []
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
    let holders = subtree.compactMap(\.existingHolder)
    let count = holders.reduce(0) { $0 + $1.count }
    constraints.reserveCapacity(count)
    pairs.reserveCapacity(count)
    for holder in holders {
      try holder.forEach { constraint throws(LayoutError) in try add(constraint, in: views) }
    }
  }

  @inline(__always)
  private mutating func add(
    _ constraint: Constraint, in views: NumberedViews
  ) throws(LayoutError) {
    let pair: LinearConstraint.Pair?
    do throws(ConstraintMistake) {
      pair = try LinearConstraint.Pair(constraint, in: views)
    } catch {
      throw .badConstraint("\(constraint): \(error)")
    }
    guard let pair else { return }
    constraint.placeInLayout = pairs.count
    if let identifier = constraint.identifier { identifiers[pairs.count] = identifier }
    constraints.append(constraint)
    pairs.append(pair)
  }
}
