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
  /// The violation of each entry, points.
  private let violations: [Double]
  /// The entries that name each view, in file order.
  private let entries: [[Int]]
  private let work: WorkLimit
  /// `nil` where finding them is more work than the limit.
  private var directions: Directions?
  private var determination: Determination?

  /// The steps of a whole explanation, ten to thirty seconds.
  ///
  /// What is not found by then is not looked for.
  public static let mostSteps = 3_000_000_000

  /// Prepares the explanation of a layout.
  ///
  /// - Parameters:
  ///   - written: the constraints that were written.
  ///   - tree: the views with the content sizes and the root's size that were laid out, points.
  ///   - frames: every view's frame as `glpk` laid it out, by index, points.
  ///   - steps: the most steps of the solvers, for all views together (`WorkLimit`).
  /// - Throws: `SolverError`.
  public init(
    _ written: [LinearConstraint], in tree: ViewTree, frames: [Rect], steps: Int = Self.mostSteps
  ) throws(SolverError) {
    let check = OptimalityCheck(written, in: tree)
    self.check = check
    self.frames = frames
    sizes = check.sizes(in: frames)
    violations = check.entries.map { $0.violation(in: frames) }
    var entries = [[Int]](repeating: [], count: tree.count)
    for (index, entry) in check.entries.enumerated() {
      for view in Set(entry.constraint.views) { entries[view.index].append(index) }
    }
    self.entries = entries
    work = WorkLimit(steps: steps)
    try prepare()
  }

  private mutating func prepare() throws(SolverError) {
    do throws(SolverError) {
      var found = try Directions(check, at: frames, sizes, within: work)
      // Only directions along which every level stays constant are of interest.
      for level in found.levels.indices { try found.prove(level) }
      determination = try Determination(check, at: frames, sizes, within: work)
      directions = consume found
    } catch {
      guard case .tooMuchWork = error else { throw error }
    }
  }

  // MARK: - Edges

  /// Returns the constraints that determine each edge of a view, and its size: left, right, top,
  /// bottom, width, height; without them where finding them is more work than the limit.
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
      do throws(SolverError) {
        edges.append(try edge(name, form, of: view))
      } catch {
        guard case .tooMuchWork = error else { throw error }
        edges.append(
          Edge(
            name: name, value: form.value(in: frames), determinedBy: [], through: [],
            isAmbiguous: false, settled: [], isLookedFor: false))
      }
    }
    return edges
  }

  private mutating func edge(
    _ name: String, _ form: LinearForm, of view: ViewID
  ) throws(SolverError) -> Edge {
    guard let isAmbiguous = try directions?.canMove(form),
      let sources = try determination?.sources(of: form)
    else { throw .tooMuchWork }
    let reasons = sources.filter { !$0.isSettling }
    let named = reasons.filter { $0.names(view, check) }
    let others = reasons.filter { !$0.names(view, check) }
    return Edge(
      name: name, value: form.value(in: frames),
      determinedBy: named.map { reason(of: $0) }, through: others.map { reason(of: $0) },
      isAmbiguous: isAmbiguous,
      settled: isAmbiguous ? try settled(form, sources) : [])
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
      guard try directions?.canMove(form) == true else { break }
      var alone = LinearForm()
      alone.add(unknown, 1)
      guard try directions?.canMove(alone) == true else { continue }
      settled.append(unknown)
      try directions?.setStill(unknown, true)
    }
    for unknown in settled { try directions?.setStill(unknown, false) }
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
    entries[view.index].compactMap { index in
      let entry = check.entries[index]
      let difference = entry.form.value(in: frames)
      guard entry.constraint.relation != .equal, violations[index] == 0,
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
    for index in entries[view.index] {
      let (entry, amount) = (check.entries[index], violations[index])
      guard !entry.constraint.priority.isRequired, amount > Self.violation else { continue }
      let rivals = rivals(of: index)
      losses.append(
        Loss(
          reason: reason(ofEntry: index), priority: entry.constraint.priority.value,
          amount: amount, to: rivals.above, tradedAgainst: rivals.beside,
          isImpossible: rivals.isNone, isLookedFor: rivals.isLookedFor))
    }
    // Sorting keeps file order within a priority.
    return losses.enumerated().sorted { one, other in
      one.element.priority != other.element.priority
        ? one.element.priority > other.element.priority : one.offset < other.offset
    }.map(\.element)
  }

  /// Optional constraints are violated from here on, points.
  private static let violation = 1e-6

  /// The constraints that exclude a violated one.
  private struct Rivals {
    var above: [Reason] = []
    var beside: [Reason] = []
    /// True if it cannot hold without any of them.
    var isNone = false
    var isLookedFor = true
  }

  /// Returns the constraints that exclude a violated one: an irreducible set of those above it that
  /// hold; where these do not exclude it, of those of its own priority too; else of those that
  /// would be violated more.
  ///
  /// If none of these excluded it, the layout would not be the right one.
  private func rivals(of lost: Int) -> Rivals {
    guard work.left > 0 else { return Rivals(isLookedFor: false) }
    let priority = check.entries[lost].constraint.priority
    let stronger = check.entries.indices.filter {
      $0 != lost && check.entries[$0].constraint.priority >= priority
    }
    let holding = stronger.filter { violations[$0] <= Self.violation }
    let above = holding.filter { check.entries[$0].constraint.priority > priority }
    for rivals in [above, holding, stronger] {
      let found: [Determination.Source]
      do throws(SolverError) {
        guard let sources = try exclusion(of: lost, by: rivals) else { continue }
        found = sources
      } catch {
        if case .tooMuchWork = error { return Rivals(isLookedFor: false) }
        // Numbers too large to be distinguished give no answer.
        continue
      }
      var reasons = Rivals(isNone: found.isEmpty)
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
    return Rivals()
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
      let amount = index == lost ? 0 : violations[index]
      let room = amount > Self.violation ? amount : 0
      let (lower, upper) = ConstraintProgram.bounds(
        entry.constraint.relation, -entry.form.constant)
      program.addRow(
        entry.form.terms.map { (column: $0.unknown.index, coefficient: $0.coefficient) },
        lower: lower - room, upper: upper + room)
    }
    let bounds = try Conflict.irreducible(in: program, within: work)
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
  /// The views that it names; one may be named twice.
  var views: [ViewID] {
    switch form {
    case .items(let first, let second, _, _): [first.view] + (second.map { [$0.view] } ?? [])
    case .linear(let form): form.terms.map(\.unknown.view)
    }
  }

  /// Returns true if it names a view.
  func names(_ view: ViewID) -> Bool { views.contains(view) }
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
