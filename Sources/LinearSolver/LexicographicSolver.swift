/// Minimises objectives one after the other over a linear program, exactly: levels, not weights.
///
/// The optimal face of a level is described by fixing every nonbasic variable of nonzero reduced
/// cost at its bound; the next level starts from there. This is the plain way, every variable a
/// column of GLPK: the cost of a linear-programming layout without further optimisation.
public struct LexicographicSolver: LevelSolver, ~Copyable {
  /// Values that differ by less than this, relative above 1, are one value.
  static let valueTolerance = 1e-7
  /// Answers that miss a bound by more than this, relative above 1, are not returned.
  static let residualTolerance = 1e-6

  /// The objectives, in strict order.
  public let objectives: Objectives
  private var simplex: Simplex
  fileprivate var program: LinearProgram
  private let slacks: [LinearProgram.Slack]
  private var cost: [Double]
  /// True if a level is run only where its reduced costs do not show that the point is best already.
  private let skipsBest: Bool
  /// The limit of the work of one solve.
  private let work: WorkLimit
  /// Iterations and solves of discarded bases.
  private var before = (iterations: 0, solves: 0)

  /// Loads the program.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - objectives: the objectives, in strict order.
  ///   - steps: the most steps of one solve (`WorkLimit`).
  ///   - skipsBest: whether levels on which the point is best already need no run of their own.
  /// - Throws: `SolverError.badNumber`, or the error that GLPK reports.
  public init(
    _ program: LinearProgram, objectives: Objectives, steps: Int = WorkLimit.usualSteps,
    skipsBest: Bool = false
  ) throws(SolverError) {
    self.program = program
    work = WorkLimit(steps: steps)
    self.objectives = objectives
    self.skipsBest = skipsBest
    slacks = program.slacks
    simplex = try Simplex(program, within: work)
    cost = Array(repeating: 0, count: program.columnCount)
  }

  /// Simplex iterations of all runs.
  public var iterations: Int { before.iterations + simplex.iterations }
  /// Simplex runs of all levels.
  public var solves: Int { before.solves + simplex.solves }

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

  /// Solves from the basis of the previous solve.
  ///
  /// An answer that misses its bounds, or that GLPK gives up on, is computed again, from a fresh
  /// basis and with a tolerance a hundred times smaller, and at last without rounding: that costs
  /// nothing where it is not needed.
  ///
  /// - Returns: the answer, or `nil` where no point satisfies all bounds.
  /// - Throws: `SolverError`; an answer that misses its bounds is an error, never a result, and so
  ///   is one that costs more steps than the limit.
  public mutating func solve() throws(SolverError) -> LexicographicAnswer? {
    work.renew()
    hasBasis = true
    do throws(SolverError) {
      return try checkedAttempt()
    } catch {
      guard error.isOfRounding else { throw error }
    }
    before = (iterations, solves)
    simplex = try Simplex(program, tolerance: Simplex.tolerance / 100, within: work)
    do throws(SolverError) {
      if let answer = try checkedAttempt() { return answer }
    } catch {
      guard error.isOfRounding else { throw error }
    }
    hasBasis = false
    var exact = try ExactSolver(program, objectives: objectives)
    return try exact.solve()
  }

  /// True if the last answer is that of the simplex's basis; without one, it is exact.
  public private(set) var hasBasis = true

  /// Solves; an answer that misses its bounds is an error.
  private mutating func checkedAttempt() throws(SolverError) -> LexicographicAnswer? {
    guard let answer = try attempt() else { return nil }
    let residual = program.residual(at: answer.point)
    guard residual <= Self.residualTolerance else { throw .inexact(residual) }
    return answer
  }

  private mutating func attempt() throws(SolverError) -> LexicographicAnswer? {
    guard try minimiseLevels() else { return nil }
    // 4 Settle the columns that are still open.
    let open = try settle()
    // 5 Columns of one row only, without the basis's rounding.
    var point = Array(simplex.values[program.rowCount...])
    program.balance(&point, slacks)
    return LexicographicAnswer(point: point, open: open)
  }

  /// Returns the columns to be settled that the levels leave open, without settling them.
  ///
  /// - Returns: two values of each such column that has several.
  /// - Throws: `SolverError`.
  public mutating func openColumns() throws(SolverError) -> [Int: ClosedRange<Double>] {
    // There is a layout already, and each open column takes two runs.
    work.renew(atMost: WorkLimit.questionSteps / 2)
    guard try minimiseLevels(), try !isUnique() else { return [:] }
    return try ranges()
  }

  /// Minimises level after level, and leaves only points that are best on all.
  ///
  /// - Returns: whether any point satisfies the bounds.
  private mutating func minimiseLevels() throws(SolverError) -> Bool {
    // 1 The bounds as they are now; every variable stays on its side.
    try simplex.setAllBounds(
      lower: program.rowLower + program.columnLower, upper: program.rowUpper + program.columnUpper)
    // 2 A point that satisfies them: with cost 0 every basis is dual feasible.
    for index in cost.indices { cost[index] = 0 }
    guard try simplex.minimise(cost, by: .dual) == .optimal else { return false }
    // 3 Level after level.
    for level in objectives.levels { try minimise(level) }
    return true
  }

  /// Minimises one level and leaves only its optimal points.
  private mutating func minimise(_ level: Objectives.Objective) throws(SolverError) {
    // Nothing to minimise where all columns of the level are fixed, or all nonbasic variables.
    guard level.columns.contains(where: { !simplex.isFixed(program.rowCount + $0) }), hasFreedom
    else { return }
    for (column, weight) in zip(level.columns, level.costs) { cost[column] += weight }
    var isBest = false
    if skipsBest { isBest = try simplex.price(cost) }
    if !isBest {
      let outcome = try simplex.minimise(cost)
      guard outcome == .optimal else { throw .gaveUp("no optimum for a level") }
    }
    try fixOptimalFace()
    for column in level.columns { cost[column] = 0 }
  }

  /// True if the reduced costs of all levels prove that no other point is as good, at these bounds
  /// and at all others that this basis satisfies; valid right after a solve.
  public var isProvedUnique: Bool { !hasFreedom }

  /// Finds the variables that may have another value in a point that is as good; valid right after a
  /// solve.
  ///
  /// - Returns: for each variable, rows first, whether it may; `nil` where many may, and to find out
  ///   costs much.
  /// - Throws: the error that GLPK reports.
  public mutating func mayMove() throws(SolverError) -> [Bool]? {
    let movable = self.movable
    guard movable.count <= Self.mostDirections else { return nil }
    var mayMove = [Bool](repeating: false, count: simplex.lower.count)
    for variable in movable {
      let direction = try simplex.direction(of: variable)
      for other in direction.indices where abs(direction[other]) > Simplex.costTolerance {
        mayMove[other] = true
      }
    }
    return mayMove
  }

  /// The nonbasic variables that can still move.
  private var movable: [Int] { simplex.lower.indices.filter { isMovable($0) } }

  private func isMovable(_ variable: Int) -> Bool {
    simplex.place(of: variable) != .basic && !simplex.isFixed(variable)
  }

  /// Returns the values of all variables, rows first, in the present basis with other bounds.
  ///
  /// - Parameters:
  ///   - lower: the lower bounds, rows first.
  ///   - upper: the upper bounds.
  /// - Returns: the values.
  /// - Throws: the error that GLPK reports.
  public mutating func point(lower: [Double], upper: [Double]) throws(SolverError) -> [Double] {
    try simplex.point(lower: lower, upper: upper)
  }

  /// Returns true if a variable is basic: determined by the nonbasic ones, in the present basis.
  public func isBasic(_ variable: Int) -> Bool { simplex.place(of: variable) == .basic }

  /// True if a nonbasic variable can still move.
  private var hasFreedom: Bool { simplex.lower.indices.contains { isMovable($0) } }

  private mutating func fixOptimalFace() throws(SolverError) {
    for variable in simplex.lower.indices {
      let place = simplex.place(of: variable)
      guard place == .lower || place == .upper, !simplex.isFixed(variable),
        abs(simplex.reducedCosts[variable]) > Simplex.costTolerance
      else { continue }
      let bound = place == .lower ? simplex.lower[variable] : simplex.upper[variable]
      try simplex.setBounds(variable, lower: bound, upper: bound)
    }
  }

  // MARK: - Ambiguity

  /// Finds the columns that may still have several values, and settles them.
  private mutating func settle() throws(SolverError) -> [Int: ClosedRange<Double>] {
    guard !objectives.smallest.isEmpty || !objectives.nearestToZero.isEmpty else { return [:] }
    guard try !isUnique() else { return [:] }
    let open = try ranges()
    for column in objectives.smallest where open[column] != nil {
      _ = try extreme(of: column, sign: 1)
      try fixOptimalFace()
    }
    for column in objectives.nearestToZero where open[column] != nil {
      // Where 0 is out of reach the nearest value is an end of the range, and its face is exact.
      if try extreme(of: column, sign: 1) >= -Self.valueTolerance {
        try fixOptimalFace()
      } else if try extreme(of: column, sign: -1) <= Self.valueTolerance {
        try fixOptimalFace()
      } else {
        try simplex.setBounds(program.rowCount + column, lower: 0, upper: 0)
        guard try simplex.minimise(cost, by: .dual) == .optimal else {
          throw .gaveUp("no value nearest to 0 for an ambiguous number")
        }
      }
    }
    return open
  }

  /// Returns true if the present point is the only one left.
  ///
  /// Every other point moves a nonbasic variable away from its bound, so one run decides: the
  /// greatest sum of those distances is 0. Most layouts end here.
  private mutating func isUnique() throws(SolverError) -> Bool {
    guard hasFreedom else { return true }
    for index in cost.indices { cost[index] = 0 }
    for variable in simplex.lower.indices where !simplex.isFixed(variable) {
      let distance: Double
      switch simplex.place(of: variable) {
      case .lower: distance = 1
      case .upper: distance = -1
      case .free: return false
      default: continue
      }
      if variable >= program.rowCount {
        cost[variable - program.rowCount] -= distance
      } else {
        for (column, coefficient) in program.terms(ofRow: variable) {
          cost[column] -= distance * coefficient
        }
      }
    }
    let before = value(of: cost)
    guard try simplex.minimise(cost) == .optimal else { return false }
    return before - value(of: cost) <= Self.valueTolerance * max(1, abs(before))
  }

  private func value(of cost: [Double]) -> Double {
    var sum = 0.0
    for (column, weight) in cost.enumerated() where weight != 0 {
      sum += weight * simplex.values[program.rowCount + column]
    }
    return sum
  }

  /// The least and greatest values seen of every column to be settled, where they differ.
  ///
  /// Each run shows values of all columns, so that most need no run of their own.
  private mutating func ranges() throws(SolverError) -> [Int: ClosedRange<Double>] {
    let rows = program.rowCount
    let wanted = (objectives.smallest + objectives.nearestToZero).sorted()
    var ranges: [Int: ClosedRange<Double>] = [:]
    for column in wanted {
      let value = simplex.values[rows + column]
      ranges[column] = value...value
    }
    func isOpen(_ range: ClosedRange<Double>) -> Bool {
      let size = max(1, max(abs(range.lowerBound), abs(range.upperBound)))
      return range.upperBound - range.lowerBound > Self.valueTolerance * size
    }
    let doubtful = try spread(&ranges)
    for column in wanted where doubtful.contains(column) {
      for sign in [1.0, -1.0] {
        if let range = ranges[column], isOpen(range) { break }
        let value = try extreme(of: column, sign: sign)
        for other in wanted {
          guard let range = ranges[other] else { continue }
          let seen = simplex.values[rows + other]
          ranges[other] = min(range.lowerBound, seen)...max(range.upperBound, seen)
        }
        if value.isInfinite, let range = ranges[column] {
          // Far enough to be another value of a number that is large itself.
          let distance = max(100, abs(range.lowerBound))
          let far = range.lowerBound + (value < 0 ? -distance : distance)
          ranges[column] = min(far, range.lowerBound)...max(far, range.upperBound)
        }
      }
    }
    return ranges.filter { isOpen($0.value) }
  }

  /// Moves each variable that can still move, one at a time, and widens the ranges of the columns
  /// that move with it.
  ///
  /// - Returns: the columns that move with any; all others have one value.
  private mutating func spread(
    _ ranges: inout [Int: ClosedRange<Double>]
  ) throws(SolverError) -> Set<Int> {
    let movable = self.movable
    guard movable.count <= Self.mostDirections else { return Set(ranges.keys) }
    var doubtful: Set<Int> = []
    for variable in movable {
      let direction = try simplex.direction(of: variable)
      let place = simplex.place(of: variable)
      let step = reach(direction, place == .upper ? -1 : 1)
      for column in ranges.keys {
        let speed = direction[program.rowCount + column]
        guard abs(speed) > Simplex.costTolerance, let range = ranges[column] else { continue }
        doubtful.insert(column)
        let value = simplex.values[program.rowCount + column]
        let far = value + (place == .upper ? -1 : 1) * min(step, 100 / abs(speed)) * speed
        ranges[column] = min(range.lowerBound, far)...max(range.upperBound, far)
      }
    }
    return doubtful
  }

  /// Returns the longest step in a direction before a bound stops the point.
  private func reach(_ direction: [Double], _ sign: Double) -> Double {
    var step = Double.infinity
    for variable in direction.indices where abs(direction[variable]) > Simplex.costTolerance {
      let speed = sign * direction[variable]
      let bound = speed > 0 ? simplex.upper[variable] : simplex.lower[variable]
      step = min(step, max(0, (bound - simplex.values[variable]) / speed))
    }
    return step
  }

  /// With more movable variables than this, solving a program per column is faster than following
  /// each.
  private static let mostDirections = 200

  /// The least (`sign` 1) or greatest (-1) value of a column; infinite where there is none.
  private mutating func extreme(of column: Int, sign: Double) throws(SolverError) -> Double {
    for index in cost.indices { cost[index] = 0 }
    cost[column] = sign
    defer { cost[column] = 0 }
    switch try simplex.minimise(cost) {
    case .optimal: return simplex.values[program.rowCount + column]
    case .unbounded: return -sign * .infinity
    case .infeasible: throw .gaveUp("no range for an ambiguous number")
    }
  }
}

extension LexicographicSolver {
  /// Returns true if a program differs in bounds only.
  public func hasShape(of other: LinearProgram) -> Bool {
    program.hasShape(of: other)
  }
}
