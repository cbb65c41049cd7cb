import Constraints
import LayoutModel
import LinearSolver

/// Constraints with their linear program and its basis.
///
/// Every variable is a column of GLPK and every pass solves all levels, from the basis that the
/// pass before left; frames depend on the present constraints and sizes only.
struct PlainPlan: ~Copyable {
  /// True if views without a content size never get one, as in layouts converted from rules.
  private let hasFixedContent: Bool
  private var tree: ViewTree
  private var constraints: ConstraintProgram
  private var solver: any LevelSolver & ~Copyable
  private var answer: LexicographicAnswer?

  /// Fills the linear program and loads it.
  ///
  /// - Parameters:
  ///   - written: the constraints.
  ///   - tree: the views.
  ///   - hasFixedContent: whether views without a content size never get one.
  ///   - isExact: whether it is solved in exact arithmetic.
  /// - Throws: `LayoutError.solverFailed`.
  init(
    _ written: [LinearConstraint], in tree: ViewTree, hasFixedContent: Bool = false,
    isExact: Bool = false
  ) throws(LayoutError) {
    self.hasFixedContent = hasFixedContent
    self.tree = tree
    constraints = ConstraintProgram(written, in: tree)
    do {
      let (program, objectives) = (constraints.program, constraints.objectives)
      solver =
        isExact
        ? try ExactSolver(program, objectives: objectives)
        : try LexicographicSolver(program, objectives: objectives)
    } catch {
      throw .solverFailed("\(error)")
    }
  }

  /// Changes the root's size, points.
  mutating func resize(to size: Size) {
    tree.rootSize = size
    constraints.setRootSize(size)
    for component in [Unknown.Component.width, .height] {
      let column = Unknown(.root, component).index
      let side = constraints.program.columnLower[column]
      solver.setColumnBounds(column, lower: side, upper: side)
    }
  }

  /// Changes a view's content size, points, in the axes in which it has one.
  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    let size = hasFixedContent ? tree[view].intrinsic.replaced(by: intrinsic) : intrinsic
    for axis in Axis.allCases {
      let (old, new) = (tree[view].intrinsic[axis], size[axis])
      if hasFixedContent, old == new { continue }
      tree[view].intrinsic[axis] = new
      guard let size = new else { continue }
      for row in constraints.setContentSize(size, of: view, along: axis) {
        solver.setRowBounds(
          row, lower: constraints.program.rowLower[row], upper: constraints.program.rowUpper[row])
      }
    }
  }

  /// Changes the constant of a written constraint, points, for the next pass.
  ///
  /// - Parameters:
  ///   - constant: points.
  ///   - index: its place among those that were written.
  mutating func edit(constant: Double, ofConstraint index: Int) {
    constraints.setConstant(constant, ofRow: index, in: tree)
    solver.setRowBounds(
      index, lower: constraints.program.rowLower[index],
      upper: constraints.program.rowUpper[index])
  }

  /// Solves, and writes every view's frame.
  ///
  /// - Throws: `LayoutError`.
  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    let solved: LexicographicAnswer?
    do {
      solved = try solver.solve()
    } catch {
      throw .solverFailed("\(error)")
    }
    guard let solved else { throw try conflict() }
    for view in 0..<tree.count {
      frames[view] = Rect(
        x: solved.point[4 * view], y: solved.point[4 * view + 1],
        width: solved.point[4 * view + 2], height: solved.point[4 * view + 3])
    }
    answer = solved
  }

  /// Simplex iterations of all runs.
  var iterations: Int { mutating get { solver.iterations } }
  /// Simplex runs of all levels.
  var solves: Int { mutating get { solver.solves } }

  // MARK: - Findings

  /// Returns the violated constraints, and the numbers of frames that are ambiguous.
  mutating func findings() throws(LayoutError) -> Findings {
    guard let answer else { return Findings() }
    var findings = Findings()
    let frames = (0..<tree.count).map { view in
      Rect(
        x: answer.point[4 * view], y: answer.point[4 * view + 1],
        width: answer.point[4 * view + 2], height: answer.point[4 * view + 3])
    }
    findings.violated = constraints.violations(in: frames, tree)
    for (column, range) in answer.open.sorted(by: { $0.key < $1.key }) {
      let name = tree.names[column / 4]
      let component = Unknown.Component(rawValue: column % 4) ?? .left
      findings.ambiguous.append(
        Findings.Ambiguity(
          attribute: "\(name).\(component)", values: (range.lowerBound, range.upperBound)))
    }
    return findings
  }

  /// An irreducible set of conflicting required constraints, as an error.
  private func conflict() throws(LayoutError) -> LayoutError {
    let bounds: [Conflict.Bound]
    do {
      bounds = try Conflict.irreducible(in: constraints.requiredProgram)
    } catch {
      throw .solverFailed("\(error)")
    }
    let rows = constraints.program.rowCount
    guard !bounds.isEmpty else {
      return .solverFailed("the constraints conflict by less than rounding error")
    }
    var lines: [LayoutError.ConflictingConstraint] = []
    var dropped: String?
    var implied: [LayoutError.ConflictingConstraint] = []
    for bound in bounds {
      if bound.variable < rows {
        let constraint = constraints.entries[bound.variable].constraint
        let text = constraint.conflictText(in: tree)
        // An equality may take part with both of its sides.
        if lines.last?.text == text, bound.isUpper,
          bounds.contains(Conflict.Bound(variable: bound.variable, isUpper: false))
        {
          continue
        }
        dropped = text
        lines.append(.init(text: text, line: constraint.position?.line))
      } else {
        let text = tree.impliedText(of: Unknown(column: bound.variable - rows))
        if implied.last?.text != text { implied.append(.init(text: text, line: nil)) }
      }
    }
    return .unsatisfiable(lines + implied, dropped: dropped)
  }
}
