import Constraints

/// The constraints of a plan as they were written, each at the place of its row.
///
/// Layouts read rows; this list is for messages, findings and other plans. What stands in a scene is
/// listed when one of these reads it. A fitting plan shares the constraints of the screen: they are
/// moved into the root around the screen's own when something reads them. Those of a program are kept
/// as pairs, in a third of the memory.
struct ConstraintList {
  private enum Kind {
    /// `scene`, then `written`, in the tree of the plan.
    case written
    /// `first` in the tree of the plan, then `written` in a tree in which each view's number is one
    /// lower.
    case held
    /// `pairs`, in the tree of the plan.
    case pairs
  }

  /// The constraints of a scene, listed once.
  private final class SceneConstraints {
    private let written: WrittenConstraints
    private(set) lazy var all = written.constraints()

    init(_ written: WrittenConstraints) { self.written = written }
  }

  private var kind: Kind
  /// The constraints of a scene, or some of them, and how many there are; none without a scene.
  private var scene: SceneConstraints?
  private var scenePlaces: [Int]?
  private var sceneCount = 0
  /// Those that replace some of them, and other constants of some, by place.
  private var replaced: [Int: LinearConstraint] = [:]
  private var constants: [Int: Double] = [:]
  private var first: [LinearConstraint] = []
  private var written: [LinearConstraint] = []
  private var pairs: [LinearConstraint.Pair] = []
  /// The texts that messages print in front of some pairs, by place.
  private var identifiers: [Int: String] = [:]
  /// The heights that are compared in some of them, by place.
  private var heights: [Int: HeightComparison] = [:]

  /// Constraints in the tree of the plan.
  init(_ constraints: [LinearConstraint]) {
    kind = .written
    written = constraints
  }

  /// The constraints of a scene.
  ///
  /// - Parameters:
  ///   - constraints: the constraints.
  ///   - count: how many they are.
  init(_ constraints: WrittenConstraints, count: Int) {
    kind = .written
    scene = SceneConstraints(constraints)
    sceneCount = count
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
    kind == .written && sceneCount == 0 && heights.isEmpty
      ? written : (0..<count).map { self[$0] }
  }

  /// The constraints that are not out, in the tree of the plan.
  func present(in rows: borrowing ConstraintRows) -> [LinearConstraint] {
    rows.outCount == 0 ? all : rows.present.map { self[$0] }
  }

  var count: Int { sceneCount + first.count + written.count + pairs.count }

  subscript(place: Int) -> LinearConstraint {
    let written = writtenConstraint(at: place)
    return heights[place]?.inPlace(of: written) ?? written
  }

  /// A constraint as it was written, but for its constant where a height is compared instead.
  func writtenConstraint(at place: Int) -> LinearConstraint {
    switch kind {
    case .written: place < sceneCount ? ofScene(place) : written[place - sceneCount]
    case .held: place < first.count ? first[place] : written[place - first.count].held
    case .pairs: LinearConstraint(pairs[place], identifier: identifiers[place])
    }
  }

  private func ofScene(_ place: Int) -> LinearConstraint {
    if let replaced = replaced[place] { return replaced }
    guard let scene else { preconditionFailure("a place beyond the list") }
    let constraint = scene.all[scenePlaces?[place] ?? place]
    return constants[place].map { constraint.with(constant: $0) } ?? constraint
  }

  /// Some of the constraints, in the given order, before any has changed.
  ///
  /// - Parameters:
  ///   - places: their places.
  ///   - heights: the heights that are compared in some of them instead, by their new places.
  /// - Returns: these constraints.
  func part(_ places: [Int], reading heights: [Int: HeightComparison]) -> ConstraintList {
    var part = part(places)
    part.heights = heights
    return part
  }

  /// The same constraints as they were written.
  ///
  /// - Parameter constants: the constants, points, of those in which heights are compared, by place.
  /// - Returns: all constraints.
  func asWritten(_ constants: [Int: Double]) -> ConstraintList {
    guard !heights.isEmpty else { return self }
    var list = self
    list.heights = [:]
    for (place, constant) in constants { list.setConstant(constant, at: place) }
    return list
  }

  /// Some of the constraints, in the given order, before any has changed.
  func part(_ places: [Int]) -> ConstraintList {
    switch kind {
    case .pairs:
      var part = Self(places.map { pairs[$0] }, identifiers: [:])
      for (new, old) in places.enumerated() where !identifiers.isEmpty {
        part.identifiers[new] = identifiers[old]
      }
      return part
    case .written where sceneCount == count && replaced.isEmpty && constants.isEmpty:
      var part = self
      part.scenePlaces = scenePlaces.map { known in places.map { known[$0] } } ?? places
      part.sceneCount = places.count
      return part
    case .written, .held: return Self(places.map { self[$0] })
    }
  }

  /// Changes the constant of a constraint, points; it is no sum of unknowns.
  mutating func setConstant(_ constant: Double, at place: Int) {
    if heights[place] != nil {
      heights[place]?.constant = constant
      return
    }
    switch kind {
    case .pairs: pairs[place].constant = constant
    case .written where place < sceneCount:
      if let known = replaced[place] {
        replaced[place] = known.with(constant: constant)
      } else {
        constants[place] = constant
      }
    case .held where place < first.count: first[place] = first[place].with(constant: constant)
    case .written, .held:
      let place = place - first.count - sceneCount
      written[place] = written[place].with(constant: constant)
    }
  }

  /// Adds a constraint of the plan's tree as the last, or in the place of another one.
  mutating func add(_ constraint: LinearConstraint, at place: Int?) {
    if let place, !heights.isEmpty { heights[place] = nil }
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
    if let place, place < sceneCount {
      replaced[place] = constraint
    } else if let place {
      written[place - sceneCount] = constraint
    } else {
      written.append(constraint)
    }
  }
}
