/// Finds out why no point satisfies all bounds of a linear program.
public enum Conflict {
  /// A bound of the program: a conflict consists of several.
  public struct Bound: Hashable, Comparable, Sendable {
    /// The row or column, rows first.
    public let variable: Int
    /// True for the upper bound, false for the lower.
    public let isUpper: Bool

    /// One side of a variable.
    public init(variable: Int, isUpper: Bool) {
      self.variable = variable
      self.isUpper = isUpper
    }

    /// By variable, lower bound first.
    public static func < (first: Bound, second: Bound) -> Bool {
      (first.variable, first.isUpper ? 1 : 0) < (second.variable, second.isUpper ? 1 : 0)
    }
  }

  /// A bound with its variable's multiple in the sum that proves a conflict.
  public struct Part: Hashable, Sendable {
    /// The bound.
    public let bound: Bound
    /// The multiple of its variable in a sum that is 0; `nil` where only the bound is known.
    public let multiple: Double?

    /// A part of a proof.
    public init(bound: Bound, multiple: Double?) {
      self.bound = bound
      self.multiple = multiple
    }
  }

  /// Returns an irreducible set of conflicting bounds: without any one of them, the rest can be
  /// satisfied.
  ///
  /// The least total violation of all bounds has multipliers that prove it; the bounds with one are
  /// few, and each is then left out in turn to see whether the rest still conflicts: a linear
  /// program for each.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - most: the most bounds of a set that is reduced; a larger set is returned as the proof has
  ///     it.
  ///   - work: the limit of the work.
  /// - Returns: the bounds in the program's order; none where all can be satisfied.
  /// - Throws: `SolverError`.
  public static func irreducible(
    in program: LinearProgram, most: Int = 64, within work: WorkLimit = WorkLimit()
  ) throws(SolverError) -> [Bound] {
    var kept = bounds(of: program)
    // More rounds seldom remove further bounds.
    for _ in 0..<4 {
      guard let suspects = try blamed(kept, in: program, work) else { return [] }
      if suspects.count == kept.count { break }
      kept = suspects
    }
    guard kept.count <= most else { return kept }
    var index = 0
    while index < kept.count {
      var rest = kept
      rest.remove(at: index)
      if let suspects = try blamed(rest, in: program, work) {
        kept = suspects.filter { rest.contains($0) }
        index = min(index, kept.count)
        // Bounds before `index` are still needed; the one at `index` has not been tried.
      } else {
        index += 1
      }
    }
    return kept
  }

  /// Returns conflicting bounds, usually few more than needed: those with a multiplier in the proof
  /// that not all can be satisfied.
  ///
  /// - Returns: the bounds in the program's order, with their multiples where they are known; none
  ///   where all can be satisfied.
  /// - Throws: `SolverError`.
  public static func suspects(in program: LinearProgram) throws(SolverError) -> [Part] {
    var simplex = try Simplex(program)
    let nothing = [Double](repeating: 0, count: program.columnCount)
    guard try simplex.minimise(nothing, by: .dual) == .infeasible else { return [] }
    if let parts = try simplex.contradiction() { return parts }
    let suspects = try blamed(bounds(of: program), in: program, WorkLimit()) ?? []
    return suspects.map { Part(bound: $0, multiple: nil) }
  }

  private static func bounds(of program: LinearProgram) -> [Bound] {
    var bounds: [Bound] = []
    let lower = program.rowLower + program.columnLower
    let upper = program.rowUpper + program.columnUpper
    for variable in lower.indices {
      if lower[variable] > -.infinity { bounds.append(Bound(variable: variable, isUpper: false)) }
      if upper[variable] < .infinity { bounds.append(Bound(variable: variable, isUpper: true)) }
    }
    return bounds
  }

  /// Returns the bounds that take part in the least total violation; `nil` where all can be
  /// satisfied.
  private static func blamed(
    _ bounds: [Bound], in program: LinearProgram, _ work: WorkLimit
  ) throws(SolverError) -> [Bound]? {
    var elastic = LinearProgram()
    var compact: [Int: Int] = [:]
    var cost: [Double] = []
    func column(_ original: Int) -> Int {
      if let known = compact[original] { return known }
      cost.append(0)
      compact[original] = elastic.columnCount
      return elastic.addColumn()
    }
    var limits: [Double] = []
    for bound in bounds {
      var terms: [(column: Int, coefficient: Double)] = []
      let limit: Double
      if bound.variable < program.rowCount {
        for (original, coefficient) in program.terms(ofRow: bound.variable) {
          terms.append((column(original), coefficient))
        }
        limit =
          bound.isUpper ? program.rowUpper[bound.variable] : program.rowLower[bound.variable]
      } else {
        let original = bound.variable - program.rowCount
        terms = [(column(original), 1)]
        limit = bound.isUpper ? program.columnUpper[original] : program.columnLower[original]
      }
      let slack = elastic.addColumn(lower: 0)
      cost.append(1)
      terms.append((slack, bound.isUpper ? -1 : 1))
      elastic.addRow(
        terms, lower: bound.isUpper ? -.infinity : limit, upper: bound.isUpper ? limit : .infinity)
      limits.append(abs(limit))
    }
    // With large numbers, there may be no basis that satisfies the bounds within this tolerance.
    var simplex = try Simplex(elastic, tolerance: 1e-9, within: work)
    if try simplex.minimise(cost) != .optimal {
      simplex = try Simplex(elastic, within: work)
      guard try simplex.minimise(cost) == .optimal else {
        throw .gaveUp("no optimum in the search for the conflict")
      }
    }
    var total = 0.0
    for (column, weight) in cost.enumerated() {
      total += weight * simplex.values[elastic.rowCount + column]
    }
    let blamed = bounds.indices.filter { abs(simplex.reducedCosts[$0]) > 1e-9 }
    // The tolerance scales with the bounds concerned, not with large ones elsewhere.
    let scale = blamed.reduce(1) { max($0, limits[$1]) }
    guard total > 1e-8 * scale else { return nil }
    return blamed.map { bounds[$0] }
  }
}
