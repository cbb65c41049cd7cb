/// Minimises objectives one after the other, like `LexicographicSolver`, without rounding.
///
/// Every number of the program counts as the simplest fraction that rounds to it, so that three
/// thirds are one. The answer alone is rounded, once. It is the judge of the solvers that round:
/// its time grows with rows times columns, and with the digits of the fractions.
public struct ExactSolver: LevelSolver, ~Copyable {
  /// The objectives, in strict order.
  public let objectives: Objectives
  /// Simplex runs of all levels.
  public private(set) var solves = 0
  private var program: LinearProgram
  private var tableau: ExactTableau

  /// Loads the program.
  ///
  /// - Throws: `SolverError.badNumber`, `SolverError.tooLarge`.
  public init(_ program: LinearProgram, objectives: Objectives) throws(SolverError) {
    self.program = program
    self.objectives = objectives
    tableau = try ExactTableau(program)
  }

  /// Simplex iterations of all runs.
  public var iterations: Int { tableau.iterations }

  /// Sets the bounds of a row for the next solve.
  public mutating func setRowBounds(_ row: Int, lower: Double, upper: Double) {
    program.rowLower[row] = lower
    program.rowUpper[row] = upper
  }

  /// Sets the bounds of a column for the next solve.
  public mutating func setColumnBounds(_ column: Int, lower: Double, upper: Double) {
    program.columnLower[column] = lower
    program.columnUpper[column] = upper
  }

  /// Solves.
  ///
  /// - Returns: the answer, or `nil` where no point satisfies all bounds.
  /// - Throws: `SolverError`.
  public mutating func solve() throws(SolverError) -> LexicographicAnswer? {
    try tableau.setAllBounds(program)
    solves += 1
    guard tableau.satisfyBounds() else { return nil }
    for level in objectives.levels {
      var cost = noCost
      for (column, weight) in zip(level.columns, level.costs) {
        let variable = program.rowCount + column
        cost[variable] = cost[variable] + Rational(simplest: weight)
      }
      guard try minimise(cost) else { throw .gaveUp("no optimum for a level") }
    }
    let open = try settle()
    return LexicographicAnswer(
      point: tableau.values[program.rowCount...].map(\.double), open: open)
  }

  private var noCost: [Rational] {
    Array(repeating: .zero, count: program.rowCount + program.columnCount)
  }

  /// Minimises a cost and leaves only its optimal points.
  private mutating func minimise(_ cost: [Rational]) throws(SolverError) -> Bool {
    guard !tableau.movable.isEmpty else { return true }
    solves += 1
    guard let reduced = tableau.minimise(cost) else { return false }
    tableau.fixOptimalFace(reduced)
    return true
  }

  /// Minimises or maximises a column; all points stay allowed.
  ///
  /// - Returns: its least or greatest value; `nil` if there is none.
  private mutating func extreme(
    of column: Int, isLeast: Bool
  ) -> (value: Rational, reduced: [Rational])? {
    var cost = noCost
    cost[program.rowCount + column] = isLeast ? .one : -.one
    solves += 1
    guard let reduced = tableau.minimise(cost) else { return nil }
    return (tableau.values[program.rowCount + column], reduced)
  }

  /// Finds the columns that may still have several values, and settles them.
  private mutating func settle() throws(SolverError) -> [Int: ClosedRange<Double>] {
    guard !tableau.movable.isEmpty else { return [:] }
    let variables = tableau.open
    var ranges: [Int: ClosedRange<Double>] = [:]
    for column in objectives.smallest + objectives.nearestToZero
    where variables.contains(program.rowCount + column) {
      let least = extreme(of: column, isLeast: true)?.value.double
      let greatest = extreme(of: column, isLeast: false)?.value.double
      // Far enough to be another value, where there is no end.
      let some = least ?? greatest ?? 0
      let distance = max(100, abs(some))
      let range = min(least ?? some - distance, some)...max(greatest ?? some + distance, some)
      let size = max(1, max(abs(range.lowerBound), abs(range.upperBound)))
      guard range.upperBound - range.lowerBound > LexicographicSolver.valueTolerance * size
      else { continue }
      ranges[column] = range
    }
    for column in objectives.smallest where ranges[column] != nil {
      guard let end = extreme(of: column, isLeast: true) else {
        throw .gaveUp("no least value for an ambiguous number")
      }
      tableau.fixOptimalFace(end.reduced)
    }
    for column in objectives.nearestToZero where ranges[column] != nil {
      if let least = extreme(of: column, isLeast: true), least.value.sign >= 0 {
        tableau.fixOptimalFace(least.reduced)
      } else if let greatest = extreme(of: column, isLeast: false), greatest.value.sign <= 0 {
        tableau.fixOptimalFace(greatest.reduced)
      } else {
        tableau.fix(program.rowCount + column, at: .zero)
        guard tableau.satisfyBounds() else {
          throw .gaveUp("no value nearest to 0 for an ambiguous number")
        }
      }
    }
    return ranges
  }
}
