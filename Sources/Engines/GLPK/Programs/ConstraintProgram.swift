import Constraints
import LayoutModel
import LinearSolver

/// Constraints as a linear program with objectives in strict order (docs/constraints.md,
/// Priorities).
///
/// Columns 4 v … 4 v + 3 are left, top, width and height of view v in its superview; behind them
/// come, for each optional constraint, its violation and its surplus beyond equality. Row r is
/// constraint r: first those written, then content sizes.
struct ConstraintProgram {
  /// A constraint with its row.
  struct Entry {
    var constraint: LinearConstraint
    /// Left side minus right side.
    var form: LinearForm
  }

  private(set) var entries: [Entry] = []
  private(set) var program = LinearProgram()
  private(set) var objectives = Objectives()
  /// The number of columns of frames; violations and surpluses are behind them.
  private let frameColumns: Int
  /// The rows of each view's content size: hugging and compression, in the entries' order.
  private(set) var contentRows: [(view: ViewID, axis: Axis, row: Int)] = []

  /// Fills the program.
  init(_ written: [LinearConstraint], in tree: ViewTree) {
    frameColumns = 4 * tree.count
    addFrames(of: tree)
    var surplus = Objectives.Objective()
    var levels: [Double: Objectives.Objective] = [:]
    for constraint in written {
      add(constraint, in: tree, surplus: &surplus, levels: &levels, isWritten: true)
    }
    for view in tree.views.dropFirst() {
      guard let constraints = try? LinearConstraint.contentSize(of: view, in: tree) else {
        continue
      }
      for constraint in constraints {
        let isWidth = constraint.difference(in: tree).terms.first?.unknown.component == .width
        contentRows.append((view, isWidth ? .horizontal : .vertical, entries.count))
        add(constraint, in: tree, surplus: &surplus, levels: &levels, isWritten: false)
      }
    }
    objectives.levels = levels.sorted { $0.key > $1.key }.map(\.value)
    if !surplus.columns.isEmpty { objectives.levels.append(surplus) }
    for view in tree.views.dropFirst() {
      objectives.smallest.append(Unknown(view, .width).index)
      objectives.smallest.append(Unknown(view, .height).index)
      objectives.nearestToZero.append(Unknown(view, .left).index)
      objectives.nearestToZero.append(Unknown(view, .top).index)
    }
  }

  /// Adds the frames' columns: no size is negative, the root is at 0, 0 with its size.
  private mutating func addFrames(of tree: ViewTree) {
    for view in tree.views {
      let isRoot = view == .root
      for _ in 0..<2 {
        program.addColumn(lower: isRoot ? 0 : -.infinity, upper: isRoot ? 0 : .infinity)
      }
      for side in [tree.rootSize.width, tree.rootSize.height] {
        program.addColumn(lower: isRoot ? side : 0, upper: isRoot ? side : .infinity)
      }
    }
  }

  private mutating func add(
    _ constraint: LinearConstraint, in tree: ViewTree, surplus: inout Objectives.Objective,
    levels: inout [Double: Objectives.Objective], isWritten: Bool
  ) {
    let form = constraint.difference(in: tree)
    entries.append(Entry(constraint: constraint, form: form))
    var terms = form.terms.map { (column: $0.unknown.index, coefficient: $0.coefficient) }
    let relation = constraint.relation
    if constraint.priority.isRequired {
      let (lower, upper) = Self.bounds(relation, -form.constant)
      program.addRow(terms, lower: lower, upper: upper)
      guard isWritten, relation != .equal else { return }
      // Its surplus beyond equality is the row's own value.
      let sign: Double = relation == .greaterThanOrEqual ? 1 : -1
      for (column, coefficient) in terms { surplus.add(column, sign * coefficient) }
      return
    }
    // form + missing - excess = 0: one of the two is the violation, the other the surplus of an
    // inequality.
    let missing = program.addColumn(lower: 0)
    let excess = program.addColumn(lower: 0)
    terms.append((missing, 1))
    terms.append((excess, -1))
    program.addRow(terms, lower: -form.constant, upper: -form.constant)
    let priority = constraint.priority.value
    if relation != .lessThanOrEqual { levels[priority, default: .init()].add(missing, 1) }
    if relation != .greaterThanOrEqual { levels[priority, default: .init()].add(excess, 1) }
    guard isWritten, relation != .equal else { return }
    surplus.add(relation == .greaterThanOrEqual ? excess : missing, 1)
  }

  /// The same rows and columns with the bounds of required constraints only.
  ///
  /// Optional constraints have no part in a conflict, and their numbers none in its tolerances.
  var requiredProgram: LinearProgram {
    var required = program
    for (row, entry) in entries.enumerated() where !entry.constraint.priority.isRequired {
      required.rowLower[row] = -.infinity
      required.rowUpper[row] = .infinity
      for (column, _) in program.terms(ofRow: row) where column >= frameColumns {
        required.columnLower[column] = -.infinity
      }
    }
    return required
  }

  /// The bounds of a constraint's row for a right side.
  static func bounds(_ relation: Relation, _ limit: Double) -> (Double, Double) {
    switch relation {
    case .equal: (limit, limit)
    case .greaterThanOrEqual: (limit, .infinity)
    case .lessThanOrEqual: (-.infinity, limit)
    }
  }

  /// Changes the constant of a written constraint.
  ///
  /// - Parameters:
  ///   - constant: points.
  ///   - row: its row.
  ///   - tree: the views.
  mutating func setConstant(_ constant: Double, ofRow row: Int, in tree: ViewTree) {
    let constraint = entries[row].constraint.with(constant: constant)
    entries[row].constraint = constraint
    entries[row].form = constraint.difference(in: tree)
    let limit = -entries[row].form.constant
    let (lower, upper) =
      constraint.priority.isRequired ? Self.bounds(constraint.relation, limit) : (limit, limit)
    program.rowLower[row] = lower
    program.rowUpper[row] = upper
  }

  /// Changes a view's content size.
  ///
  /// - Returns: the rows whose bounds changed.
  mutating func setContentSize(_ size: Double, of view: ViewID, along axis: Axis) -> [Int] {
    var changed: [Int] = []
    for (owner, side, row) in contentRows where owner == view && side == axis {
      let constraint = entries[row].constraint.with(constant: size)
      entries[row].constraint = constraint
      entries[row].form.constant = -size
      let (lower, upper) =
        constraint.priority.isRequired
        ? Self.bounds(constraint.relation, size) : (size, size)
      program.rowLower[row] = lower
      program.rowUpper[row] = upper
      changed.append(row)
    }
    return changed
  }

  /// Changes the root's size.
  mutating func setRootSize(_ size: Size) {
    for (component, side) in [(Unknown.Component.width, size.width), (.height, size.height)] {
      let column = Unknown(.root, component).index
      program.columnLower[column] = side
      program.columnUpper[column] = side
    }
  }
}

extension ConstraintProgram {
  /// Returns the optional constraints that frames violate, by falling priority, then in the order
  /// of their rows.
  func violations(in frames: [Rect], _ tree: ViewTree) -> [Findings.Violation] {
    var violated: [Findings.Violation] = []
    for entry in entries where !entry.constraint.priority.isRequired {
      let amount = entry.constraint.relation.violation(of: entry.form.value(in: frames))
      guard amount > 1e-6 else { continue }
      violated.append(
        Findings.Violation(
          constraint: entry.constraint.text(in: tree), priority: entry.constraint.priority.value,
          amount: amount))
    }
    // Sorting keeps the order within a priority.
    return violated.enumerated().sorted { one, other in
      one.element.priority != other.element.priority
        ? one.element.priority > other.element.priority : one.offset < other.offset
    }.map(\.element)
  }
}
