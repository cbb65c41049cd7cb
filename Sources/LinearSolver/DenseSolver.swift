/// Minimises objectives one after the other over a small linear program, on a dense tableau.
///
/// A program of a few dozen rows is solved here before GLPK has read it. Where rounding leaves a
/// doubt there is no answer, and `LexicographicSolver`, which factorises its bases anew, decides.
///
/// Each basic variable is a sum of nonbasic ones; the levels' optimal faces are described by fixing
/// every nonbasic variable of nonzero reduced cost, as in `LexicographicSolver`. Variables are
/// numbered rows first, as in `LinearProgram`.
///
/// Sources: for a point within the bounds, Dutertre and de Moura 2006, "A fast linear-arithmetic
/// solver for DPLL(T)"; for ties, Harris 1973, "Pivot selection methods of the Devex LP code", and
/// Bland 1977, "New finite pivoting rules for the simplex method".
public struct DenseSolver: ~Copyable {
  /// The most numbers of a tableau: up to this size it is faster than GLPK.
  private static let mostNumbers = 4096
  /// The same from a basis that is nearly best.
  private static let mostKeptNumbers = 32768

  /// Returns true if a program is small enough.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - isKept: whether it will be solved again and again, with bounds that change little.
  /// - Returns: whether a dense tableau is faster than `LexicographicSolver`.
  public static func takes(_ program: LinearProgram, kept isKept: Bool = false) -> Bool {
    (program.rowCount + 1) * program.columnCount <= (isKept ? mostKeptNumbers : mostNumbers)
  }

  /// Values within this of a bound, relative above 1, are at it.
  private static let boundTolerance = 1e-9
  /// Numbers of the tableau below this are rounding.
  private static let pivotTolerance = 1e-9
  /// A tableau with more pivots since it was filled is filled again.
  private static let mostPivots = 500
  /// After so many pivots, or a smaller one, the tableau is held against the program.
  private static let doubtfulPivots = 40
  private static let doubtfulPivot = 1e-5

  /// The program; its bounds are not read.
  public let program: LinearProgram
  /// The objectives, in strict order.
  public let objectives: Objectives
  /// Pivots and steps from bound to bound so far.
  public private(set) var iterations = 0
  /// Runs of all levels so far.
  public private(set) var solves = 0
  /// True if the last solve gave no answer because a cost that is left of much larger ones may be
  /// rounding: no simplex on these objectives tells.
  public private(set) var isCostInDoubt = false

  private let rows: Int
  private let columns: Int
  /// The bounds of a solve, rows first; variables that a level fixes have one number.
  private let lower: UnsafeMutablePointer<Double>
  private let upper: UnsafeMutablePointer<Double>
  private let values: UnsafeMutablePointer<Double>
  /// Row after row; one more row of reduced costs at the end.
  private let numbers: UnsafeMutablePointer<Double>
  /// The variable of each row of the tableau.
  private let basic: UnsafeMutablePointer<Int32>
  /// The variable of each column of the tableau.
  private let nonbasic: UnsafeMutablePointer<Int32>
  /// The place of each variable: its row, or the complement of its column.
  private let places: UnsafeMutablePointer<Int32>
  /// The columns of variables that may move at the present level, at the beginning.
  private let free: UnsafeMutablePointer<Int32>
  /// True for a nonbasic variable that is at its upper bound.
  private let isAtUpper: UnsafeMutablePointer<Bool>
  private var pivots = 0
  /// The smallest pivot since the tableau was filled.
  private var smallestPivot = 1.0
  /// The pivots after which the tableau was last found accurate.
  private var accuratePivots = 0

  /// Loads a program.
  ///
  /// - Parameters:
  ///   - program: the program; its bounds are not read.
  ///   - objectives: the objectives, in strict order; nothing is settled.
  public init(_ program: LinearProgram, objectives: Objectives) {
    self.program = program
    self.objectives = objectives
    (rows, columns) = (program.rowCount, program.columnCount)
    let count = rows + columns
    lower = .allocate(capacity: 3 * count + (rows + 1) * columns)
    upper = lower + count
    values = upper + count
    numbers = values + count
    basic = .allocate(capacity: 2 * count + columns)
    nonbasic = basic + rows
    places = nonbasic + columns
    free = places + count
    isAtUpper = .allocate(capacity: count)
    lower.initialize(repeating: 0, count: 3 * count)
    isAtUpper.initialize(repeating: false, count: count)
    fill()
  }

  deinit {
    lower.deallocate()
    basic.deallocate()
    isAtUpper.deallocate()
  }

  /// Fills the tableau: rows are basic.
  private mutating func fill() {
    numbers.initialize(repeating: 0, count: (rows + 1) * columns)
    for row in 0..<rows {
      (basic[row], places[row]) = (Int32(row), Int32(row))
      for index in Int(program.rowStart[row])..<Int(program.rowStart[row + 1]) {
        numbers[row * columns + Int(program.columns[index])] += program.coefficients[index]
      }
    }
    for column in 0..<columns {
      (nonbasic[column], places[rows + column]) = (Int32(rows + column), ~Int32(column))
    }
    (pivots, accuratePivots) = (0, 0)
    smallestPivot = 1
  }

  // MARK: - Answers

  /// Returns true if a program has the same rows, and the objectives are the same.
  public func hasShape(of other: LinearProgram, _ otherObjectives: Objectives) -> Bool {
    program.hasShape(of: other) && objectives == otherObjectives
  }

  /// Returns true if a variable is basic: determined by the nonbasic ones, in the present basis.
  public func isBasic(_ variable: Int) -> Bool { places[variable] >= 0 }

  /// True if the reduced costs of all levels prove that no other point is as good.
  public var isProvedUnique: Bool {
    (0..<columns).allSatisfy { lower[Int(nonbasic[$0])] == upper[Int(nonbasic[$0])] }
  }

  /// For each variable, rows first, true unless the reduced costs of all levels prove that it has the
  /// same value in all points that are as good.
  public var mayMove: [Bool] {
    var mayMove = [Bool](repeating: false, count: rows + columns)
    for column in 0..<columns {
      let variable = Int(nonbasic[column])
      guard lower[variable] != upper[variable] else { continue }
      mayMove[variable] = true
      for row in 0..<rows where abs(numbers[row * columns + column]) > Self.pivotTolerance {
        mayMove[Int(basic[row])] = true
      }
    }
    return mayMove
  }

  /// Returns the values of all variables, rows first, in the present basis with other bounds.
  ///
  /// - Parameters:
  ///   - lower: the lower bounds, rows first; those that are infinite are not read.
  ///   - upper: the upper bounds.
  /// - Returns: the values.
  public func point(lower: [Double], upper: [Double]) -> [Double] {
    var point = [Double](repeating: 0, count: rows + columns)
    for column in 0..<columns {
      let variable = Int(nonbasic[column])
      let bound = isAtUpper[variable] ? upper[variable] : lower[variable]
      guard bound != 0, bound.isFinite else { continue }
      point[variable] = bound
      for row in 0..<rows {
        point[Int(basic[row])] += numbers[row * columns + column] * bound
      }
    }
    return point
  }

  // MARK: - Solving

  /// Solves from the basis of the previous solve.
  ///
  /// - Parameters:
  ///   - lower: the lower bounds, rows first; none is NaN or positive infinity.
  ///   - upper: the upper bounds, none below the lower one.
  /// - Returns: false where no point is found that is best on all levels beyond doubt: the bounds
  ///   exclude all points, a cost falls without end, or rounding does not tell.
  public mutating func solve(lower: [Double], upper: [Double]) -> Bool {
    isCostInDoubt = false
    let isFresh = pivots == 0
    if pivots > Self.mostPivots { fill() }
    if run(lower, upper) { return true }
    guard !isFresh else { return false }
    // The basis of other bounds may be a bad start.
    fill()
    return run(lower, upper)
  }

  private mutating func run(_ lower: [Double], _ upper: [Double]) -> Bool {
    guard zip(lower, upper).allSatisfy({ $0 <= $1 }) else { return false }
    begin(lower, upper)
    solves += 1
    guard satisfyBounds() else { return false }
    for level in objectives.levels where begin(level) {
      solves += 1
      guard minimise() else { return false }
      guard isClear(level) else {
        isCostInDoubt = true
        return false
      }
      fixOptimalFace()
    }
    guard isWithin(lower, upper) else { return false }
    if pivots <= Self.doubtfulPivots && smallestPivot >= Self.doubtfulPivot
      || pivots == accuratePivots
    {
      return true
    }
    guard isAccurate else { return false }
    accuratePivots = pivots
    return true
  }

  /// Sets the bounds; nonbasic variables go to the bound on their side.
  private mutating func begin(_ lower: [Double], _ upper: [Double]) {
    for variable in 0..<rows + columns {
      (self.lower[variable], self.upper[variable]) = (lower[variable], upper[variable])
    }
    for column in 0..<columns {
      let variable = Int(nonbasic[column])
      if isAtUpper[variable], upper[variable] == .infinity { isAtUpper[variable] = false }
      if !isAtUpper[variable], lower[variable] == -.infinity, upper[variable] < .infinity {
        isAtUpper[variable] = true
      }
      let bound = isAtUpper[variable] ? upper[variable] : lower[variable]
      values[variable] = bound.isFinite ? bound : 0
    }
    findBasicValues()
  }

  private mutating func findBasicValues() {
    for row in 0..<rows {
      var sum = 0.0
      for column in 0..<columns {
        sum += numbers[row * columns + column] * values[Int(nonbasic[column])]
      }
      values[Int(basic[row])] = sum
    }
  }

  /// Returns true if the present point satisfies the program's own rows and bounds, not only the
  /// tableau's.
  private mutating func isWithin(_ lower: [Double], _ upper: [Double]) -> Bool {
    findBasicValues()
    for row in 0..<rows {
      var (sum, largest) = (0.0, 1.0)
      for index in Int(program.rowStart[row])..<Int(program.rowStart[row + 1]) {
        let part = program.coefficients[index] * values[rows + Int(program.columns[index])]
        sum += part
        largest = max(largest, abs(part))
      }
      guard abs(sum - values[row]) <= Self.boundTolerance + 1e-11 * largest else { return false }
    }
    for variable in 0..<rows + columns {
      guard excess(variable, lower[variable], upper[variable]) <= 10 * Self.boundTolerance else {
        return false
      }
    }
    return true
  }

  /// True if every row of the program is the same sum of nonbasic variables by its coefficients as
  /// by the tableau.
  private var isAccurate: Bool {
    let sums = UnsafeMutablePointer<Double>.allocate(capacity: columns)
    defer { sums.deallocate() }
    for row in 0..<rows {
      sums.initialize(repeating: 0, count: columns)
      var largest = 1.0
      func add(_ variable: Int, _ coefficient: Double) {
        let place = Int(places[variable])
        guard place >= 0 else {
          sums[~place] += coefficient
          return
        }
        for column in 0..<columns {
          let part = coefficient * numbers[place * columns + column]
          sums[column] += part
          largest = max(largest, abs(part))
        }
      }
      for index in Int(program.rowStart[row])..<Int(program.rowStart[row + 1]) {
        add(rows + Int(program.columns[index]), program.coefficients[index])
      }
      add(row, -1)
      for column in 0..<columns where abs(sums[column]) > 1e-9 * largest { return false }
    }
    return true
  }

  /// True if every reduced cost of a level is 0 or surely not.
  ///
  /// A cost that is left of much larger ones is 0 if it is so next to these: costs of very different
  /// size may all be small next to the largest of the level.
  private func isClear(_ level: Objectives.Objective) -> Bool {
    let costs = rows * columns
    let scale = level.costs.reduce(1) { max($0, abs($1)) }
    for column in 0..<columns {
      let variable = Int(nonbasic[column])
      let cost = abs(numbers[costs + column])
      guard lower[variable] != upper[variable], cost > 1e-14 * scale, cost < 1e-8 * scale
      else { continue }
      guard cost <= 1e-11 * parts(of: level, in: column) else { return false }
    }
    return true
  }

  /// The sum of the magnitudes that a reduced cost is made of.
  private func parts(of level: Objectives.Objective, in column: Int) -> Double {
    var sum = 0.0
    for (variable, cost) in zip(level.columns, level.costs) {
      let row = Int(places[rows + variable])
      if row >= 0 {
        sum += abs(cost * numbers[row * columns + column])
      } else if ~row == column {
        sum += abs(cost)
      }
    }
    return sum
  }

  /// The distance of a variable from its bounds, relative above 1; 0 within them.
  private func excess(_ variable: Int, _ lower: Double, _ upper: Double) -> Double {
    let value = values[variable]
    let outside = max(lower - value, value - upper)
    return outside <= 0 ? 0 : outside / max(1, abs(value))
  }

  /// The distance that a variable may rise, or fall, within its bounds.
  private func room(of variable: Int, rises: Bool) -> Double {
    rises ? upper[variable] - values[variable] : values[variable] - lower[variable]
  }

  /// Moves to a point within all bounds.
  ///
  /// - Returns: false where none is found.
  private mutating func satisfyBounds() -> Bool {
    let patience = 4 * (rows + columns)
    for count in 0..<20 * (rows + columns) + 100 {
      // The variable furthest outside, or after some time the one of least number.
      var (row, worst) = (-1, Self.boundTolerance)
      for candidate in 0..<rows {
        let variable = Int(basic[candidate])
        let outside = excess(variable, lower[variable], upper[variable])
        guard outside > Self.boundTolerance else { continue }
        if count > patience {
          if row < 0 || basic[candidate] < basic[row] { (row, worst) = (candidate, outside) }
        } else if outside > worst {
          (row, worst) = (candidate, outside)
        }
      }
      guard row >= 0 else { return true }
      let leaving = Int(basic[row])
      let rises = values[leaving] < lower[leaving]
      var (column, largest) = (-1, Self.pivotTolerance)
      for candidate in 0..<columns {
        let speed = numbers[row * columns + candidate] * (rises ? 1 : -1)
        guard abs(speed) > Self.pivotTolerance else { continue }
        let variable = Int(nonbasic[candidate])
        guard room(of: variable, rises: speed > 0) > 0 else { continue }
        if count > patience {
          if column < 0 || nonbasic[candidate] < nonbasic[column] { column = candidate }
        } else if abs(speed) > largest {
          (column, largest) = (candidate, abs(speed))
        }
      }
      guard column >= 0 else { return false }
      let target = rises ? lower[leaving] : upper[leaving]
      let distance = (target - values[leaving]) / numbers[row * columns + column]
      move(column, by: distance)
      values[leaving] = target
      isAtUpper[leaving] = !rises
      pivot(row, column)
    }
    return false
  }

  /// Writes a level's reduced costs, those of variables that upper levels have fixed left out.
  ///
  /// - Returns: false where the level has nothing to minimise.
  private mutating func begin(_ level: Objectives.Objective) -> Bool {
    let costs = numbers + rows * columns
    var freeCount = 0
    for column in 0..<columns {
      costs[column] = 0
      let variable = Int(nonbasic[column])
      guard lower[variable] != upper[variable] else { continue }
      free[freeCount] = Int32(column)
      freeCount += 1
    }
    guard freeCount > 0 else { return false }
    for (column, cost) in zip(level.columns, level.costs) {
      let row = Int(places[rows + column])
      guard row >= 0 else {
        costs[~row] += cost
        continue
      }
      let own = numbers + row * columns
      for place in 0..<freeCount { costs[Int(free[place])] += cost * own[Int(free[place])] }
    }
    for place in 0..<freeCount where abs(costs[Int(free[place])]) > costTolerance { return true }
    return false
  }

  private var costTolerance: Double { Simplex.costTolerance }

  /// Minimises the cost in the last row.
  ///
  /// - Returns: false where the cost falls without end, or there is no end.
  private mutating func minimise() -> Bool {
    let costs = rows * columns
    let patience = 4 * (rows + columns)
    for count in 0..<20 * (rows + columns) + 100 {
      var (column, largest) = (-1, costTolerance)
      for candidate in 0..<columns {
        let cost = numbers[costs + candidate]
        guard abs(cost) > costTolerance else { continue }
        let variable = Int(nonbasic[candidate])
        guard room(of: variable, rises: cost < 0) > 0 else { continue }
        if count > patience {
          if column < 0 || nonbasic[candidate] < nonbasic[column] { column = candidate }
        } else if abs(cost) > largest {
          (column, largest) = (candidate, abs(cost))
        }
      }
      guard column >= 0 else { return true }
      guard step(column, rises: numbers[costs + column] < 0, isLate: count > patience) else {
        return false
      }
    }
    return false
  }

  /// Fixes each nonbasic variable that has a reduced cost: what remains is the optimal face.
  private mutating func fixOptimalFace() {
    let costs = rows * columns
    for column in 0..<columns where abs(numbers[costs + column]) > costTolerance {
      let variable = Int(nonbasic[column])
      (lower[variable], upper[variable]) = (values[variable], values[variable])
    }
  }

  /// Moves a nonbasic variable as far as the bounds allow.
  ///
  /// - Returns: false if nothing stops it.
  private mutating func step(_ column: Int, rises: Bool, isLate: Bool) -> Bool {
    let entering = Int(nonbasic[column])
    let direction = rises ? 1.0 : -1.0
    let own = upper[entering] - lower[entering]
    // 1 The longest step with bounds that give way a little.
    var longest = Double.infinity
    for row in 0..<rows {
      let speed = numbers[row * columns + column] * direction
      guard abs(speed) > Self.pivotTolerance else { continue }
      let variable = Int(basic[row])
      let room = room(of: variable, rises: speed > 0)
      guard room < .infinity else { continue }
      let give = isLate ? 0 : Self.boundTolerance * max(1, abs(values[variable]))
      longest = min(longest, (max(0, room) + give) / abs(speed))
    }
    if own <= longest {
      guard own < .infinity else { return false }
      iterations += 1
      move(column, by: own * direction)
      isAtUpper[entering] = rises
      values[entering] = rises ? upper[entering] : lower[entering]
      return true
    }
    // 2 The largest number among the rows that stop it; later the variable of least number.
    var (leavingRow, largest, length) = (-1, 0.0, 0.0)
    for row in 0..<rows {
      let speed = numbers[row * columns + column] * direction
      guard abs(speed) > Self.pivotTolerance else { continue }
      let variable = Int(basic[row])
      let room = room(of: variable, rises: speed > 0)
      let limit = max(0, room) / abs(speed)
      guard limit <= longest else { continue }
      if isLate ? leavingRow < 0 || basic[row] < basic[leavingRow] : abs(speed) > largest {
        (leavingRow, largest, length) = (row, abs(speed), limit)
      }
    }
    guard leavingRow >= 0 else { return false }
    let leaving = Int(basic[leavingRow])
    let leavesUp = numbers[leavingRow * columns + column] * direction > 0
    move(column, by: length * direction)
    values[leaving] = leavesUp ? upper[leaving] : lower[leaving]
    isAtUpper[leaving] = leavesUp
    pivot(leavingRow, column)
    return true
  }

  /// Moves a nonbasic variable, and the basic ones with it.
  private mutating func move(_ column: Int, by distance: Double) {
    guard distance != 0 else { return }
    values[Int(nonbasic[column])] += distance
    for row in 0..<rows {
      let speed = numbers[row * columns + column]
      if speed != 0 { values[Int(basic[row])] += speed * distance }
    }
  }

  /// Exchanges a basic and a nonbasic variable.
  private mutating func pivot(_ row: Int, _ column: Int) {
    iterations += 1
    pivots += 1
    let own = numbers + row * columns
    smallestPivot = min(smallestPivot, abs(own[column]))
    let inverse = 1 / own[column]
    for other in 0..<columns { own[other] *= -inverse }
    own[column] = inverse
    for index in 0...rows where index != row {
      let below = numbers + index * columns
      let factor = below[column]
      guard factor != 0 else { continue }
      below[column] = 0
      for other in 0..<columns { below[other] += factor * own[other] }
    }
    let (leaving, entering) = (basic[row], nonbasic[column])
    (basic[row], nonbasic[column]) = (entering, leaving)
    places[Int(entering)] = Int32(row)
    places[Int(leaving)] = ~Int32(column)
  }
}
