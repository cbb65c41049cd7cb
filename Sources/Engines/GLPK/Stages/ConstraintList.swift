import Constraints

/// The constraints of a plan as they were written, each at the place of its row.
///
/// Layouts read rows; this list is for messages, findings and other plans. A fitting plan shares
/// those of the screen: they are moved into the root around the screen's own when something reads
/// them. Those of a program are kept as pairs, in a third of the memory.
struct ConstraintList {
  private enum Kind {
    /// `written`, in the tree of the plan.
    case written
    /// `first` in the tree of the plan, then `written` in a tree in which each view's number is one
    /// lower.
    case held
    /// `pairs`, in the tree of the plan.
    case pairs
  }

  private var kind: Kind
  private var first: [LinearConstraint] = []
  private var written: [LinearConstraint] = []
  private var pairs: [LinearConstraint.Pair] = []
  /// The texts that messages print in front of some pairs, by place.
  private var identifiers: [Int: String] = [:]

  /// Constraints in the tree of the plan.
  init(_ constraints: [LinearConstraint]) {
    kind = .written
    written = constraints
  }

  /// Constraints of a tree that is held in another root.
  ///
  /// - Parameters:
  ///   - constraints: those of the tree.
  ///   - first: constraints ahead of them, in the tree around it.
  init(held constraints: [LinearConstraint], after first: [LinearConstraint]) {
    kind = .held
    self.first = first
    written = constraints
  }

  /// Constraints that a program made.
  ///
  /// - Parameters:
  ///   - pairs: the constraints, in the tree of the plan.
  ///   - identifiers: the texts that messages print in front of some, by place.
  init(_ pairs: [LinearConstraint.Pair], identifiers: [Int: String]) {
    kind = .pairs
    self.pairs = pairs
    self.identifiers = identifiers
  }

  /// All constraints, in the tree of the plan; also those that were removed, in whose place no other
  /// stands yet.
  var all: [LinearConstraint] {
    kind == .written ? written : (0..<count).map { self[$0] }
  }

  /// The constraints that are not out, in the tree of the plan.
  func present(in rows: borrowing ConstraintRows) -> [LinearConstraint] {
    rows.outCount == 0 ? all : rows.present.map { self[$0] }
  }

  var count: Int { first.count + written.count + pairs.count }

  subscript(place: Int) -> LinearConstraint {
    switch kind {
    case .written: written[place]
    case .held: place < first.count ? first[place] : written[place - first.count].held
    case .pairs: LinearConstraint(pairs[place], identifier: identifiers[place])
    }
  }

  /// Some of the constraints, in the given order.
  func part(_ places: [Int]) -> ConstraintList {
    guard kind == .pairs else { return Self(places.map { self[$0] }) }
    var part = Self(places.map { pairs[$0] }, identifiers: [:])
    for (new, old) in places.enumerated() where !identifiers.isEmpty {
      part.identifiers[new] = identifiers[old]
    }
    return part
  }

  /// Changes the constant of a constraint, points; a sum of unknowns stays as it is.
  mutating func setConstant(_ constant: Double, at place: Int) {
    if kind == .pairs {
      pairs[place].constant = constant
    } else if place < first.count {
      first[place] = first[place].with(constant: constant)
    } else {
      written[place - first.count] = written[place - first.count].with(constant: constant)
    }
  }

  /// Returns true if a constraint has a constant of its own: it is no sum of unknowns.
  func hasConstant(at place: Int) -> Bool {
    if kind == .pairs { return true }
    let form = place < first.count ? first[place].form : written[place - first.count].form
    if case .items = form { return true }
    return false
  }

  /// Adds a constraint of the plan's tree as the last, or in the place of another one.
  mutating func add(_ constraint: LinearConstraint, at place: Int?) {
    if kind == .pairs, let pair = LinearConstraint.Pair(constraint) {
      if case .identified(let text) = constraint.origin {
        identifiers[place ?? pairs.count] = text
      } else if let place, !identifiers.isEmpty {
        identifiers[place] = nil
      }
      if let place { pairs[place] = pair } else { pairs.append(pair) }
      return
    }
    if kind != .written { self = Self(all) }
    if let place { written[place] = constraint } else { written.append(constraint) }
  }
}
