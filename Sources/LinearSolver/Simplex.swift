internal import LayoutBenchGLPKShim

/// The version of the GLPK library that is linked, such as `5.0`.
public var glpkVersion: String { String(cString: lb_version()) }

/// A linear program in GLPK, with its basis, on the thread that made it.
///
/// Variables are numbered rows first, then columns, as in `LinearProgram`. Costs are of columns.
public struct Simplex: ~Copyable {
  /// The outcome of a run.
  public enum Outcome: Sendable {
    /// The present point is optimal.
    case optimal
    /// No point satisfies all bounds.
    case infeasible
    /// The cost falls without end.
    case unbounded
  }

  /// The simplex method of a run.
  public enum Method: Sendable {
    /// Starts from a point that satisfies the bounds; finds one first otherwise.
    case primal
    /// Starts from a basis whose reduced costs have the right signs; falls back to primal.
    case dual
  }

  /// The status of a variable in a basis.
  public enum Place: UInt8, Sendable {
    /// Determined by the nonbasic ones.
    case basic = 0
    /// At its lower bound.
    case lower = 1
    /// At its upper bound.
    case upper = 2
    /// Nonbasic without a bound, at 0.
    case free = 3
    /// Its bounds are one number.
    case fixed = 4
  }

  /// A bound counts as satisfied within this, relative above 1.
  public static let tolerance = 1e-7
  /// Reduced costs below this are 0.
  static let costTolerance = 1e-9

  /// The program as it was given; bounds may have moved since.
  public let program: LinearProgram
  /// The present bounds, rows first.
  public private(set) var lower: [Double]
  /// The present bounds, rows first.
  public private(set) var upper: [Double]
  /// The present point, rows first; right after a run.
  public private(set) var values: [Double]
  /// Reduced costs of the last run, rows first.
  public private(set) var reducedCosts: [Double]
  /// Simplex iterations of all runs.
  public private(set) var iterations = 0
  /// The number of runs.
  public private(set) var solves = 0
  private let tolerance: Double
  private let work: WorkLimit
  private var places: [UInt8]
  /// The side of each variable before its bounds became one number.
  private var sides: [Place]
  private var problem: OpaquePointer?

  /// Loads a program.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - tolerance: the distance within which a bound counts as satisfied, relative above 1.
  ///   - work: the limit of its work.
  /// - Throws: `SolverError.badNumber` before GLPK sees one; the error that GLPK reports.
  public init(
    _ program: LinearProgram, tolerance: Double = Self.tolerance,
    within work: WorkLimit = WorkLimit()
  ) throws(SolverError) {
    self.tolerance = tolerance
    self.work = work
    let finite = program.coefficients.allSatisfy(\.isFinite)
    lower = program.rowLower + program.columnLower
    upper = program.rowUpper + program.columnUpper
    let bounded = zip(lower, upper).allSatisfy { low, up in
      !low.isNaN && !up.isNaN && low < .infinity && up > -.infinity
    }
    self.program = program
    values = Array(repeating: 0, count: lower.count)
    reducedCosts = Array(repeating: 0, count: lower.count)
    places = Array(repeating: Place.basic.rawValue, count: lower.count)
    sides = Array(repeating: .lower, count: lower.count)
    guard finite, bounded else { throw .badNumber }
    try work.spendOnLoading(size: program.rowCount + program.columnCount)
    try load()
    try makeBasis(LB_BASIS_ADVANCED)
  }

  deinit { lb_delete(problem) }

  private mutating func load() throws(SolverError) {
    lb_delete(problem)
    problem = nil
    var created: OpaquePointer?
    try Self.check(
      lb_create(
        Int32(program.rowCount), Int32(program.columnCount), program.rowStart, program.columns,
        program.coefficients, &created))
    problem = created
    try Self.check(lb_set_all_bounds(problem, lower, upper))
  }

  private static func check(_ status: Int32) throws(SolverError) {
    switch Int(status) {
    case LB_OK: return
    case LB_WRONG_THREAD: throw .wrongThread
    case LB_NO_MEMORY: throw .outOfMemory
    case LB_LOST: throw .library("an earlier error on this thread destroyed the problem")
    default: throw .library(String(cString: lb_message()))
    }
  }

  /// Runs a call; where an error elsewhere on this thread destroyed the problem, loads it and runs
  /// again.
  private mutating func call(
    _ body: (OpaquePointer?) -> Int32
  ) throws(SolverError) {
    let status = body(problem)
    guard Int(status) == LB_LOST else { return try Self.check(status) }
    try load()
    try Self.check(lb_set_statuses(problem, places))
    try Self.check(body(problem))
  }

  // MARK: - Bounds

  /// Sets the bounds of one variable; they may cross, which makes the program infeasible.
  ///
  /// - Throws: `SolverError.badNumber` for NaN.
  public mutating func setBounds(
    _ variable: Int, lower low: Double, upper up: Double
  ) throws(SolverError) {
    guard !low.isNaN, !up.isNaN, low < .infinity, up > -.infinity else { throw .badNumber }
    let place = place(of: variable)
    if low == up, place == .lower || place == .upper { sides[variable] = place }
    lower[variable] = low
    upper[variable] = up
    try call { problem in lb_set_bounds(problem, Int32(variable), low, up) }
  }

  /// Sets all bounds, rows first, and keeps the basis: each variable stays on its side.
  ///
  /// - Throws: `SolverError.badNumber` for NaN.
  public mutating func setAllBounds(
    lower newLower: [Double], upper newUpper: [Double]
  ) throws(SolverError) {
    let bounded = zip(newLower, newUpper).allSatisfy { low, up in
      !low.isNaN && !up.isNaN && low < .infinity && up > -.infinity
    }
    guard bounded else { throw .badNumber }
    lower = newLower
    upper = newUpper
    // GLPK would put variables that were fixed at the bound of smaller magnitude.
    var kept = places
    for variable in kept.indices where place(of: variable) == .fixed {
      kept[variable] = sides[variable].rawValue
    }
    try call { problem in lb_set_all_bounds(problem, newLower, newUpper) }
    try call { problem in lb_set_statuses(problem, kept) }
    for variable in kept.indices { sides[variable] = .lower }
  }

  /// Returns the values of all variables, rows first, in the present basis with other bounds.
  ///
  /// They follow from the bounds linearly, so that bounds may also be coefficients of a parameter.
  ///
  /// - Parameters:
  ///   - lower: the lower bounds, rows first; those that are infinite are not read.
  ///   - upper: the upper bounds.
  /// - Returns: the values.
  /// - Throws: the error that GLPK reports.
  public mutating func point(
    lower: [Double], upper: [Double]
  ) throws(SolverError) -> [Double] {
    var nonbasic = lower
    for variable in nonbasic.indices {
      var side = place(of: variable)
      if side == .fixed { side = sides[variable] }
      switch side {
      case .lower, .fixed: break
      case .upper: nonbasic[variable] = upper[variable]
      case .basic, .free: nonbasic[variable] = 0
      }
    }
    var point = values
    try call { problem in lb_point(problem, nonbasic, &point) }
    return point
  }

  /// Returns true if a variable can no longer move.
  public func isFixed(_ variable: Int) -> Bool { lower[variable] == upper[variable] }

  /// The status of a variable in the present basis.
  public func place(of variable: Int) -> Place { Place(rawValue: places[variable]) ?? .basic }

  private mutating func makeBasis(_ kind: Int) throws(SolverError) {
    try call { problem in lb_make_basis(problem, Int32(kind)) }
    try readPlaces()
  }

  private mutating func readPlaces() throws(SolverError) {
    let (newValues, newCosts, newPlaces) = try read()
    (values, reducedCosts, places) = (newValues, newCosts, newPlaces)
  }

  private mutating func read() throws(SolverError) -> ([Double], [Double], [UInt8]) {
    var newValues = values
    var newCosts = reducedCosts
    var newPlaces = places
    try call { problem in lb_read(problem, &newValues, &newCosts, &newPlaces) }
    return (newValues, newCosts, newPlaces)
  }

  /// The change of all variables, rows first, where one nonbasic variable grows by 1.
  ///
  /// - Throws: the error that GLPK reports.
  mutating func direction(of variable: Int) throws(SolverError) -> [Double] {
    var nonbasic = [Double](repeating: 0, count: lower.count)
    nonbasic[variable] = 1
    var point = nonbasic
    try call { problem in lb_point(problem, nonbasic, &point) }
    return point
  }

  /// Finds the reduced costs of the present basis for `cost · columns`, without a run.
  ///
  /// - Parameter cost: a cost for each column.
  /// - Returns: whether they prove that the present point, of a run before, is the best one.
  /// - Throws: the error that GLPK reports.
  mutating func price(_ cost: [Double]) throws(SolverError) -> Bool {
    var found = reducedCosts
    try call { problem in lb_price(problem, cost, &found) }
    reducedCosts = found
    for variable in found.indices where !isFixed(variable) {
      switch place(of: variable) {
      case .basic, .fixed: continue
      case .lower: if found[variable] < -Self.costTolerance { return false }
      case .upper: if found[variable] > Self.costTolerance { return false }
      case .free: if abs(found[variable]) > Self.costTolerance { return false }
      }
    }
    return true
  }

  /// Returns the proof that no point satisfies all bounds, right after the dual simplex found none:
  /// bounds of which a sum of multiples is a contradiction.
  ///
  /// - Returns: the bounds in the program's order, with the multiples of their variables in a sum
  ///   that is 0; `nil` where GLPK left no proof.
  /// - Throws: the error that GLPK reports.
  public mutating func contradiction() throws(SolverError) -> [Conflict.Part]? {
    var variable: Int32 = -1
    var coefficients = [Double](repeating: 0, count: lower.count)
    try call { problem in lb_ray(problem, &variable, &coefficients) }
    guard variable >= 0 else { return nil }
    let basic = Int(variable)
    let isLow = values[basic] < lower[basic]
    guard isLow || values[basic] > upper[basic] else { return nil }
    var parts = [Conflict.Part(bound: .init(variable: basic, isUpper: !isLow), multiple: 1)]
    for (other, coefficient) in coefficients.enumerated() where abs(coefficient) > 1e-9 {
      let isUpper = (coefficient > 0) == isLow
      guard (isUpper ? upper[other] : lower[other]).isFinite else { return nil }
      parts.append(
        Conflict.Part(bound: .init(variable: other, isUpper: isUpper), multiple: -coefficient))
    }
    return parts.sorted { $0.bound < $1.bound }
  }

  // MARK: - Runs

  /// Minimises `cost · columns` from the present basis.
  ///
  /// A run that ends without an answer is repeated from other start bases.
  ///
  /// - Parameters:
  ///   - cost: a cost for each column.
  ///   - method: the simplex method.
  /// - Returns: the outcome; point and reduced costs are in `values` and `reducedCosts`.
  /// - Throws: `SolverError.gaveUp` where no basis led to an answer, `SolverError.tooMuchWork`
  ///   beyond the limit of work; the error that GLPK reports.
  public mutating func minimise(
    _ cost: [Double], by method: Method = .primal
  ) throws(SolverError) -> Outcome {
    guard cost.allSatisfy(\.isFinite) else { throw .badNumber }
    for (low, up) in zip(lower, upper) where low > up { return .infeasible }
    let size = program.rowCount + program.columnCount
    let kept = tolerance
    var words = ""
    for attempt in 0..<3 {
      let limit = min(1000 + 50 * size, try work.iterations(size: size))
      if attempt == 1 { try makeBasis(LB_BASIS_ADVANCED) }
      if attempt == 2 { try makeBasis(LB_BASIS_STANDARD) }
      var outcome: Int32 = 0
      var count: Int32 = 0
      let dual: Int32 = method == .dual && attempt == 0 ? 1 : 0
      try call { problem in
        lb_simplex(problem, cost, dual, Int32(clamping: limit), kept, &outcome, &count)
      }
      iterations += Int(count)
      solves += 1
      work.spend(iterations: Int(count), size: size)
      switch Int(outcome) {
      case LB_OPTIMAL:
        try readPlaces()
        return .optimal
      case LB_INFEASIBLE:
        try readPlaces()
        return .infeasible
      case LB_UNBOUNDED:
        try readPlaces()
        return .unbounded
      case LB_LIMIT: words = "more than \(limit) iterations"
      default: words = "a singular or ill-conditioned basis"
      }
    }
    throw .gaveUp(words)
  }
}
