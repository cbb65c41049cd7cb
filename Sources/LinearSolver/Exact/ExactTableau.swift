/// The bounded simplex method in exact arithmetic, on a dense tableau.
///
/// Each basic variable is a sum of nonbasic ones. Pivots follow Bland's rule, the variable of least
/// number first, so that they end. Variables are numbered rows first, as in `LinearProgram`.
///
/// Sources: Bland 1977, "New finite pivoting rules for the simplex method"; for a point within the
/// bounds, Dutertre and de Moura 2006, "A fast linear-arithmetic solver for DPLL(T)".
struct ExactTableau {
  /// The most numbers, rows times columns.
  private static let mostNumbers = 16_000_000

  /// The lower bound of each variable; `nil` where there is none.
  private(set) var lower: [Rational?]
  /// The upper bound of each variable; `nil` where there is none.
  private(set) var upper: [Rational?]
  /// The value of each variable.
  private(set) var values: [Rational]
  /// Pivots and steps from bound to bound so far.
  private(set) var iterations = 0
  /// The variable of each row of the tableau.
  private var basic: [Int]
  /// The variable of each column of the tableau.
  private var nonbasic: [Int]
  /// Row after row.
  private var numbers: [Rational]

  /// Fills the tableau: rows are basic, columns are 0 or at a bound.
  ///
  /// - Throws: `SolverError.tooLarge`, `SolverError.badNumber`.
  init(_ program: LinearProgram) throws(SolverError) {
    let (rows, columns) = (program.rowCount, program.columnCount)
    guard rows * columns <= Self.mostNumbers else { throw .tooLarge(rows * columns) }
    basic = Array(0..<rows)
    nonbasic = Array(rows..<rows + columns)
    numbers = Array(repeating: .zero, count: rows * columns)
    for row in 0..<rows {
      for (column, coefficient) in program.terms(ofRow: row) {
        guard coefficient.isFinite else { throw .badNumber }
        numbers[row * columns + column] = Rational(simplest: coefficient)
      }
    }
    values = Array(repeating: .zero, count: rows + columns)
    lower = Array(repeating: nil, count: rows + columns)
    upper = lower
  }

  /// Replaces all bounds, and moves the nonbasic variables into theirs.
  ///
  /// - Throws: `SolverError.badNumber` if a bound is NaN or excludes every number.
  mutating func setAllBounds(_ program: LinearProgram) throws(SolverError) {
    let (least, greatest) = (
      program.rowLower + program.columnLower, program.rowUpper + program.columnUpper
    )
    for variable in values.indices {
      guard least[variable] < .infinity, greatest[variable] > -.infinity else { throw .badNumber }
      lower[variable] = least[variable].isFinite ? Rational(simplest: least[variable]) : nil
      upper[variable] = greatest[variable].isFinite ? Rational(simplest: greatest[variable]) : nil
    }
    for variable in nonbasic { values[variable] = nearest(to: values[variable], for: variable) }
    for row in basic.indices {
      var sum = Rational.zero
      for (column, variable) in nonbasic.enumerated() {
        sum = sum + self[row, column] * values[variable]
      }
      values[basic[row]] = sum
    }
  }

  /// Replaces the bounds of a variable by one number.
  mutating func fix(_ variable: Int, at value: Rational) {
    (lower[variable], upper[variable]) = (value, value)
    guard let column = nonbasic.firstIndex(of: variable) else { return }
    move(column, by: value - values[variable])
  }

  func isFixed(_ variable: Int) -> Bool {
    guard let lower = lower[variable], let upper = upper[variable] else { return false }
    return lower.isEqual(to: upper)
  }

  /// The nonbasic variables that can still move.
  var movable: [Int] { nonbasic.filter { !isFixed($0) } }

  /// The variables that move if a movable one does.
  var open: Set<Int> {
    let columns = nonbasic.indices.filter { !isFixed(nonbasic[$0]) }
    var open = Set(columns.map { nonbasic[$0] })
    for row in basic.indices where columns.contains(where: { !self[row, $0].isZero }) {
      open.insert(basic[row])
    }
    return open
  }

  private subscript(row: Int, column: Int) -> Rational {
    get { numbers[row * nonbasic.count + column] }
    set { numbers[row * nonbasic.count + column] = newValue }
  }

  private func nearest(to value: Rational, for variable: Int) -> Rational {
    if let lower = lower[variable], value < lower { return lower }
    if let upper = upper[variable], value > upper { return upper }
    return value
  }

  private func canRise(_ variable: Int) -> Bool {
    upper[variable].map { values[variable] < $0 } ?? true
  }

  private func canFall(_ variable: Int) -> Bool {
    lower[variable].map { values[variable] > $0 } ?? true
  }

  // MARK: - Runs

  /// Moves to a point within all bounds.
  ///
  /// - Returns: false if there is none.
  mutating func satisfyBounds() -> Bool {
    while true {
      let outside = basic.indices.filter { row in
        let value = values[basic[row]]
        return !nearest(to: value, for: basic[row]).isEqual(to: value)
      }
      guard let row = outside.min(by: { basic[$0] < basic[$1] }) else { return true }
      let target = nearest(to: values[basic[row]], for: basic[row])
      let rises = target > values[basic[row]]
      let useful = nonbasic.indices.filter { column in
        let sign = self[row, column].sign * (rises ? 1 : -1)
        return sign > 0 && canRise(nonbasic[column]) || sign < 0 && canFall(nonbasic[column])
      }
      guard let column = useful.min(by: { nonbasic[$0] < nonbasic[$1] }) else { return false }
      move(column, by: (target - values[basic[row]]) / self[row, column])
      pivot(row, column)
    }
  }

  /// Minimises a cost of columns, from a point within all bounds.
  ///
  /// - Parameter cost: each variable's cost.
  /// - Returns: the reduced cost of each nonbasic variable, in the order of the tableau; `nil` if
  ///   the cost falls without end.
  mutating func minimise(_ cost: [Rational]) -> [Rational]? {
    while true {
      var reduced = nonbasic.map { cost[$0] }
      for row in basic.indices where !cost[basic[row]].isZero {
        for column in nonbasic.indices {
          reduced[column] = reduced[column] + cost[basic[row]] * self[row, column]
        }
      }
      let useful = nonbasic.indices.filter { column in
        let sign = reduced[column].sign
        return sign < 0 && canRise(nonbasic[column]) || sign > 0 && canFall(nonbasic[column])
      }
      guard let column = useful.min(by: { nonbasic[$0] < nonbasic[$1] }) else { return reduced }
      guard step(column, rises: reduced[column].sign < 0) else { return nil }
    }
  }

  /// Fixes each nonbasic variable that has a reduced cost: what remains is the optimal face.
  mutating func fixOptimalFace(_ reduced: [Rational]) {
    for (column, cost) in reduced.enumerated() where !cost.isZero {
      let variable = nonbasic[column]
      (lower[variable], upper[variable]) = (values[variable], values[variable])
    }
  }

  /// Moves a nonbasic variable as far as the bounds allow.
  ///
  /// - Returns: false if nothing stops it.
  private mutating func step(_ column: Int, rises: Bool) -> Bool {
    let entering = nonbasic[column]
    var length: Rational?
    var leaving: (row: Int?, variable: Int) = (nil, entering)
    if let bound = rises ? upper[entering] : lower[entering] {
      length = rises ? bound - values[entering] : values[entering] - bound
    }
    for row in basic.indices where !self[row, column].isZero {
      let speed = rises ? self[row, column] : -self[row, column]
      let variable = basic[row]
      guard let bound = speed.sign > 0 ? upper[variable] : lower[variable] else { continue }
      let limit = (bound - values[variable]) / speed
      if let shortest = length {
        guard limit < shortest || limit.isEqual(to: shortest) && variable < leaving.variable
        else { continue }
      }
      (length, leaving) = (limit, (row, variable))
    }
    guard let length else { return false }
    move(column, by: rises ? length : -length)
    if let row = leaving.row { pivot(row, column) } else { iterations += 1 }
    return true
  }

  /// Moves a nonbasic variable, and the basic ones with it.
  private mutating func move(_ column: Int, by distance: Rational) {
    guard !distance.isZero else { return }
    values[nonbasic[column]] = values[nonbasic[column]] + distance
    for row in basic.indices where !self[row, column].isZero {
      values[basic[row]] = values[basic[row]] + self[row, column] * distance
    }
  }

  /// Exchanges a basic and a nonbasic variable.
  private mutating func pivot(_ row: Int, _ column: Int) {
    iterations += 1
    let inverse = Rational.one / self[row, column]
    let filled = nonbasic.indices.filter { $0 != column && !self[row, $0].isZero }
    for other in filled { self[row, other] = -(self[row, other] * inverse) }
    self[row, column] = inverse
    for below in basic.indices where below != row && !self[below, column].isZero {
      let factor = self[below, column]
      for other in filled { self[below, other] = self[below, other] + factor * self[row, other] }
      self[below, column] = factor * inverse
    }
    (basic[row], nonbasic[column]) = (nonbasic[column], basic[row])
  }
}
