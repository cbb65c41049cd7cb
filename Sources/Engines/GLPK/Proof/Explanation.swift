public import Constraints
public import LayoutModel
public import LinearSolver

/// Explains the frames of a layout: the constraints that determine each number of a frame.
///
/// A number is *determined* by constraints that hold exactly where its gradient is a sum of
/// multiples of theirs: none of them could move it alone. There may be several such sums; the one
/// that is reported has the least weight, where required constraints weigh less than optional ones,
/// those less the higher their priority, and content sizes most.
public struct Explanation: ~Copyable {
  /// A constraint as messages write it.
  public typealias Reason = ViewExplanation.Reason
  /// An edge or a size of a frame.
  public typealias Edge = ViewExplanation.Edge
  /// A satisfied inequality, and its distance from equality.
  public typealias Slack = ViewExplanation.Slack
  /// An optional constraint that is violated.
  public typealias Loss = ViewExplanation.Loss

  let check: OptimalityCheck
  let frames: [Rect]
  let sizes: [Double]
  private var directions: Directions
  private var determination: Determination

  /// Prepares the explanation of a layout.
  ///
  /// - Parameters:
  ///   - written: the constraints that were written.
  ///   - tree: the views with the content sizes and the root's size that were laid out, points.
  ///   - frames: every view's frame as `glpk` laid it out, by index, points.
  /// - Throws: `SolverError`.
  public init(
    _ written: [LinearConstraint], in tree: ViewTree, frames: [Rect]
  ) throws(SolverError) {
    let check = OptimalityCheck(written, in: tree)
    let sizes = check.sizes(in: frames)
    var directions = try Directions(check, at: frames, sizes)
    // Only directions along which every level stays constant are of interest.
    for level in directions.levels.indices { try directions.prove(level) }
    let determination = try Determination(check, at: frames, sizes)
    self.check = check
    self.frames = frames
    self.sizes = sizes
    self.directions = directions
    self.determination = determination
  }

  // MARK: - Edges

  /// Returns the constraints that determine each edge of a view, and its size: left, right, top,
  /// bottom, width, height.
  ///
  /// - Throws: `SolverError`.
  public mutating func edges(of view: ViewID) throws(SolverError) -> [Edge] {
    var edges: [Edge] = []
    let parts: [(String, [Unknown.Component])] = [
      ("left", [.left]), ("right", [.left, .width]), ("top", [.top]), ("bottom", [.top, .height]),
      ("width", [.width]), ("height", [.height]),
    ]
    for (name, components) in parts {
      var form = LinearForm()
      for component in components { form.add(Unknown(view, component), 1) }
      let isAmbiguous = try directions.canMove(form)
      let sources = try determination.sources(of: form)
      let reasons = sources.filter { !$0.isSettling }
      let named = reasons.filter { $0.names(view, check) }
      let others = reasons.filter { !$0.names(view, check) }
      edges.append(
        Edge(
          name: name, value: form.value(in: frames),
          determinedBy: named.map { reason(of: $0) }, through: others.map { reason(of: $0) },
          isAmbiguous: isAmbiguous,
          settled: isAmbiguous ? try settled(form, sources) : []))
    }
    return edges
  }

  /// Returns the settled values of the open numbers that an edge depends on, in the order of
  /// section 2.
  private mutating func settled(
    _ form: LinearForm, _ sources: [Determination.Source]
  ) throws(SolverError) -> [String] {
    var numbers = Set(form.terms.map(\.unknown))
    for source in sources { numbers.formUnion(source.unknowns(check)) }
    var settled: [Unknown] = []
    for unknown in check.settlingOrder where numbers.contains(unknown) {
      guard try directions.canMove(form) else { break }
      var alone = LinearForm()
      alone.add(unknown, 1)
      guard try directions.canMove(alone) else { continue }
      settled.append(unknown)
      try directions.setStill(unknown, true)
    }
    for unknown in settled { try directions.setStill(unknown, false) }
    return settled.map { unknown in
      let how = unknown.isSize ? "as small as possible" : "as near to 0 as possible"
      return "\(check.tree.text(of: unknown)) \(how)"
    }
  }

  func reason(of source: Determination.Source) -> Reason {
    switch source {
    case .entry(let index): reason(ofEntry: index)
    case .implied(let unknown):
      Reason(text: check.tree.impliedText(of: unknown), line: nil)
    case .settling(let unknown): Reason(text: check.tree.text(of: unknown), line: nil)
    }
  }

  func reason(ofEntry index: Int) -> Reason {
    let constraint = check.entries[index].constraint
    return Reason(text: constraint.text(in: check.tree), line: constraint.position?.line)
  }

  // MARK: - Slack

  /// The inequalities that name a view and are satisfied with slack, in file order.
  public func slack(of view: ViewID) -> [Slack] {
    check.entries.indices.compactMap { index in
      let entry = check.entries[index]
      let difference = entry.form.value(in: frames)
      guard entry.constraint.relation != .equal, entry.constraint.names(view),
        entry.violation(in: frames) == 0,
        abs(difference) > OptimalityCheck.tightness * entry.scale(sizes)
      else { return nil }
      return Slack(reason: reason(ofEntry: index), amount: abs(difference))
    }
  }

  // MARK: - Losses

  /// The optional constraints that name a view and are violated, by falling priority, then file
  /// order.
  public func losses(of view: ViewID) -> [Loss] {
    var losses: [Loss] = []
    for (index, entry) in check.entries.enumerated()
    where !entry.constraint.priority.isRequired && entry.constraint.names(view) {
      let amount = entry.violation(in: frames)
      guard amount > Self.violation else { continue }
      let rivals = rivals(of: index)
      losses.append(
        Loss(
          reason: reason(ofEntry: index), priority: entry.constraint.priority.value,
          amount: amount, to: rivals.above, tradedAgainst: rivals.beside,
          isImpossible: rivals.isNone))
    }
    // Sorting keeps file order within a priority.
    return losses.enumerated().sorted { one, other in
      one.element.priority != other.element.priority
        ? one.element.priority > other.element.priority : one.offset < other.offset
    }.map(\.element)
  }

  /// Optional constraints are violated from here on, points.
  private static let violation = 1e-6

  /// Returns the constraints that exclude a violated one: an irreducible set of those above it that
  /// hold; where these do not exclude it, of those of its own priority too; else of those that
  /// would be violated more.
  ///
  /// If none of these excluded it, the layout would not be the right one.
  private func rivals(of lost: Int) -> (above: [Reason], beside: [Reason], isNone: Bool) {
    let priority = check.entries[lost].constraint.priority
    let stronger = check.entries.indices.filter {
      $0 != lost && check.entries[$0].constraint.priority >= priority
    }
    let holding = stronger.filter { check.entries[$0].violation(in: frames) <= Self.violation }
    let above = holding.filter { check.entries[$0].constraint.priority > priority }
    for rivals in [above, holding, stronger] {
      // Numbers too large to be distinguished give no answer.
      guard let found = try? exclusion(of: lost, by: rivals) else { continue }
      var reasons: (above: [Reason], beside: [Reason], isNone: Bool) = ([], [], found.isEmpty)
      for source in found {
        let reason = reason(of: source)
        if case .entry(let index) = source,
          check.entries[index].constraint.priority == priority
        {
          if !reasons.beside.contains(reason) { reasons.beside.append(reason) }
        } else if !reasons.above.contains(reason) {
          reasons.above.append(reason)
        }
      }
      return reasons
    }
    return ([], [], false)
  }

  /// The other members of an irreducible set that excludes a violated constraint; `nil` where it
  /// could be satisfied.
  ///
  /// Rivals that hold must still hold, those that are violated must not be violated more.
  private func exclusion(
    of lost: Int, by rivals: [Int]
  ) throws(SolverError) -> [Determination.Source]? {
    var program = LinearProgram()
    for view in check.tree.views {
      for component in Unknown.Component.allCases {
        let value = view == .root ? check.tree.rootValue(of: component) : 0
        let isBounded = view == .root || Unknown(view, component).isSize
        program.addColumn(
          lower: isBounded ? value : -.infinity, upper: view == .root ? value : .infinity)
      }
    }
    let rows = (rivals + [lost]).sorted()
    for index in rows {
      let entry = check.entries[index]
      let amount = index == lost ? 0 : entry.violation(in: frames)
      let room = amount > Self.violation ? amount : 0
      let (lower, upper) = ConstraintProgram.bounds(
        entry.constraint.relation, -entry.form.constant)
      program.addRow(
        entry.form.terms.map { (column: $0.unknown.index, coefficient: $0.coefficient) },
        lower: lower - room, upper: upper + room)
    }
    let bounds = try Conflict.irreducible(in: program)
    guard !bounds.isEmpty else { return nil }
    return bounds.compactMap { bound in
      guard bound.variable < rows.count else {
        return .implied(Unknown(column: bound.variable - rows.count))
      }
      return rows[bound.variable] == lost ? nil : .entry(rows[bound.variable])
    }
  }
}

extension LinearConstraint {
  /// Returns true if it names a view.
  func names(_ view: ViewID) -> Bool {
    switch form {
    case .items(let first, let second, _, _): first.view == view || second?.view == view
    case .linear(let form): form.terms.contains { $0.unknown.view == view }
    }
  }
}

extension Unknown {
  /// True for a width or a height.
  var isSize: Bool { component == .width || component == .height }

  /// The number of a frame that a column of a linear program represents.
  init(column: Int) {
    self.init(ViewID(column / 4), Component(rawValue: column % 4) ?? .left)
  }
}

extension ViewTree {
  /// The required value of a number of the root's frame, points.
  func rootValue(of component: Unknown.Component) -> Double {
    switch component {
    case .left, .top: 0
    case .width: rootSize.width
    case .height: rootSize.height
    }
  }

  /// The implied constraint on a number, as messages write it.
  func impliedText(of unknown: Unknown) -> String {
    guard unknown.view == .root else { return "\(text(of: unknown)) >= 0 (implied)" }
    let value = NumberText.write(rootValue(of: unknown.component))
    return "\(text(of: unknown)) == \(value) (root)"
  }
}
