import Constraints

/// The constraints of a plan as they were written, each at the place of its row.
///
/// A fitting plan shares those of the screen: they are moved into the root around the screen's own
/// when something reads them, which a layout does not.
struct ConstraintList {
  /// Constraints ahead of the others, in the tree of the plan.
  private var first: [LinearConstraint] = []
  private var others: [LinearConstraint]
  /// True if each view's number is one higher in the tree of the plan than in `others`.
  private var isHeld = false

  /// Constraints in the tree of the plan.
  init(_ constraints: [LinearConstraint]) { others = constraints }

  /// Constraints of a tree that is held in another root.
  ///
  /// - Parameters:
  ///   - constraints: those of the tree.
  ///   - first: constraints ahead of them, in the tree around it.
  init(held constraints: [LinearConstraint], after first: [LinearConstraint]) {
    self.first = first
    others = constraints
    isHeld = true
  }

  /// All constraints, in the tree of the plan.
  var all: [LinearConstraint] { isHeld ? first + others.map(\.held) : others }

  var count: Int { first.count + others.count }

  subscript(place: Int) -> LinearConstraint {
    guard place >= first.count else { return first[place] }
    let other = others[place - first.count]
    return isHeld ? other.held : other
  }

  /// Changes the constant of a constraint, points; a sum of unknowns stays as it is.
  mutating func setConstant(_ constant: Double, at place: Int) {
    if place < first.count {
      first[place] = first[place].with(constant: constant)
    } else {
      others[place - first.count] = others[place - first.count].with(constant: constant)
    }
  }

  /// Returns true if a constraint has a constant of its own: it is no sum of unknowns.
  func hasConstant(at place: Int) -> Bool {
    let form = place < first.count ? first[place].form : others[place - first.count].form
    if case .items = form { return true }
    return false
  }

  /// Adds a constraint of the plan's tree as the last.
  mutating func append(_ constraint: LinearConstraint) {
    if isHeld { self = Self(all) }
    others.append(constraint)
  }

  /// Removes a constraint; the last one gets its place.
  mutating func remove(_ place: Int) {
    if isHeld { self = Self(all) }
    others.swapAt(place, others.count - 1)
    others.removeLast()
  }
}
