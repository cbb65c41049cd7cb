import LinearSolver
import Testing

/// A small generator for random programs: the seed is the test's argument.
struct Dice: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

@Suite("Linear programs")
struct SimplexTests {
  /// Bounded columns, rows through a known point, so that there always is an answer.
  static func program(_ dice: inout Dice) -> (program: LinearProgram, point: [Double]) {
    var program = LinearProgram()
    let count = Int.random(in: 1...8, using: &dice)
    let point = (0..<count).map { _ in Double(Int.random(in: -20...20, using: &dice)) }
    for value in point {
      program.addColumn(
        lower: value - Double(Int.random(in: 0...30, using: &dice)),
        upper: value + Double(Int.random(in: 0...30, using: &dice)))
    }
    for _ in 0..<Int.random(in: 0...8, using: &dice) {
      var terms: [(column: Int, coefficient: Double)] = []
      for column in 0..<count where Bool.random(using: &dice) {
        terms.append((column, [1, -1, 0.5, 2][Int.random(in: 0..<4, using: &dice)]))
      }
      guard !terms.isEmpty else { continue }
      let value = terms.reduce(0) { $0 + $1.coefficient * point[$1.column] }
      switch Int.random(in: 0..<3, using: &dice) {
      case 0: program.addRow(terms, lower: value, upper: value)
      case 1: program.addRow(terms, lower: value - 3, upper: .infinity)
      default: program.addRow(terms, lower: -.infinity, upper: value + 5)
      }
    }
    return (program, point)
  }

  /// Optimality without trust in the solver: the point satisfies its bounds, and multipliers of the
  /// right signs prove that no other point costs less.
  @Test("every optimum is proved by its multipliers", arguments: 0..<300)
  func certificate(seed: Int) throws {
    var dice = Dice(state: UInt64(seed) &* 7919 &+ 1)
    let (program, _) = Self.program(&dice)
    let cost = (0..<program.columnCount).map { _ in
      Double(Int.random(in: -3...3, using: &dice))
    }
    var simplex = try Simplex(program)
    #expect(try simplex.minimise(cost) == .optimal)
    let rows = program.rowCount
    let point = Array(simplex.values[rows...])
    #expect(program.residual(at: point) < 1e-7)
    // Weak duality: cost · x = Σ multiplier × (row or column at the bound that its sign names).
    var bound = 0.0
    for variable in simplex.lower.indices {
      let multiplier = simplex.reducedCosts[variable]
      guard abs(multiplier) > 1e-9 else { continue }
      bound += multiplier * (multiplier > 0 ? simplex.lower[variable] : simplex.upper[variable])
    }
    let value = zip(cost, point).reduce(0) { $0 + $1.0 * $1.1 }
    #expect(abs(bound - value) < 1e-6 * max(1, abs(value)))
    // The multipliers are consistent, too: each column's equals its cost minus the rows'
    // multipliers times their coefficients.
    for column in 0..<program.columnCount {
      var rest = cost[column]
      for row in 0..<rows {
        for (other, coefficient) in program.terms(ofRow: row) where other == column {
          rest -= simplex.reducedCosts[row] * coefficient
        }
      }
      #expect(abs(rest - simplex.reducedCosts[rows + column]) < 1e-7)
    }
  }

  /// Levels by fixing faces compared with levels by added rows, each solved from scratch.
  @Test("levels are minimised in strict order", arguments: 0..<200)
  func levels(seed: Int) throws {
    var dice = Dice(state: UInt64(seed) &* 104_729 &+ 5)
    let (program, _) = Self.program(&dice)
    var objectives = Objectives()
    for _ in 0..<Int.random(in: 1...4, using: &dice) {
      var level = Objectives.Objective()
      for column in 0..<program.columnCount where Bool.random(using: &dice) {
        level.add(column, Double([1, 2, -1][Int.random(in: 0..<3, using: &dice)]))
      }
      objectives.levels.append(level)
    }
    objectives.smallest = Array(0..<program.columnCount)
    var solver = try LexicographicSolver(program, objectives: objectives)
    let answer = try #require(try solver.solve())
    var reference = program
    for level in objectives.levels {
      var cost = [Double](repeating: 0, count: program.columnCount)
      for (column, weight) in zip(level.columns, level.costs) { cost[column] += weight }
      var simplex = try Simplex(reference)
      #expect(try simplex.minimise(cost) == .optimal)
      let best = zip(cost, simplex.values[reference.rowCount...]).reduce(0) { $0 + $1.0 * $1.1 }
      let found = zip(cost, answer.point).reduce(0) { $0 + $1.0 * $1.1 }
      #expect(abs(best - found) < 1e-6, "level \(level)")
      reference.addRow(
        cost.enumerated().map { (column: $0.offset, coefficient: $0.element) },
        lower: -.infinity, upper: best + 1e-9)
    }
    // A second solve, from the basis of the first, gives the same.
    let again = try #require(try solver.solve())
    for (one, other) in zip(answer.point, again.point) { #expect(abs(one - other) < 1e-6) }
  }

  @Test("a program without a point is told, and one without end too")
  func outcomes() throws {
    var infeasible = LinearProgram()
    infeasible.addColumn(lower: 0, upper: 1)
    infeasible.addRow([(column: 0, coefficient: 1)], lower: 2, upper: .infinity)
    var simplex = try Simplex(infeasible)
    #expect(try simplex.minimise([0]) == .infeasible)
    #expect(try simplex.minimise([0], by: .dual) == .infeasible)
    var unbounded = LinearProgram()
    unbounded.addColumn()
    var other = try Simplex(unbounded)
    #expect(try other.minimise([1]) == .unbounded)
    #expect(try other.minimise([0]) == .optimal)
  }

  @Test("numbers that are not finite never reach GLPK")
  func numbers() throws {
    var program = LinearProgram()
    program.addColumn(lower: .nan)
    #expect(throws: SolverError.badNumber) { _ = try Simplex(program) }
    var rows = LinearProgram()
    rows.addColumn()
    rows.addRow([(column: 0, coefficient: .infinity)], lower: 0, upper: 0)
    #expect(throws: SolverError.badNumber) { _ = try Simplex(rows) }
    var fine = LinearProgram()
    fine.addColumn(lower: 0)
    var simplex = try Simplex(fine)
    #expect(throws: SolverError.badNumber) { _ = try simplex.minimise([.nan]) }
    #expect(throws: SolverError.badNumber) { try simplex.setBounds(0, lower: .nan, upper: 1) }
  }

  @Test("an error of GLPK is thrown, and the problems of its thread go on")
  func errors() throws {
    var fine = LinearProgram()
    fine.addColumn(lower: 3)
    var simplex = try Simplex(fine)
    #expect(try simplex.minimise([1]) == .optimal)
    for _ in 0..<20 {
      // The same column twice in a row is an error to GLPK, which would call abort().
      var broken = LinearProgram()
      broken.addColumn()
      broken.addRow(
        [(column: 0, coefficient: 1), (column: 0, coefficient: 2)], lower: 0, upper: 1)
      let error = #expect(throws: SolverError.self) { _ = try Simplex(broken) }
      guard case .library(let words)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(words.contains("duplicate"))
      #expect(try simplex.minimise([1]) == .optimal)
      #expect(simplex.values == [3])
    }
  }

  @Test("threads solve at the same time without sharing")
  func threads() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seed in 0..<16 {
        group.addTask {
          for round in 0..<20 {
            var dice = Dice(state: UInt64(seed * 100 + round))
            let (program, _) = Self.program(&dice)
            var simplex = try Simplex(program)
            _ = try simplex.minimise([Double](repeating: 1, count: program.columnCount))
          }
        }
      }
      try await group.waitForAll()
    }
  }
}

@Suite("Conflicts")
struct ConflictTests {
  /// True if a subset of bounds is feasible, with all others lifted.
  static func canHold(_ kept: [Conflict.Bound], in program: LinearProgram) throws -> Bool {
    var loose = program
    for row in 0..<program.rowCount {
      if !kept.contains(.init(variable: row, isUpper: false)) { loose.rowLower[row] = -.infinity }
      if !kept.contains(.init(variable: row, isUpper: true)) { loose.rowUpper[row] = .infinity }
    }
    for column in 0..<program.columnCount {
      let variable = program.rowCount + column
      if !kept.contains(.init(variable: variable, isUpper: false)) {
        loose.columnLower[column] = -.infinity
      }
      if !kept.contains(.init(variable: variable, isUpper: true)) {
        loose.columnUpper[column] = .infinity
      }
    }
    var simplex = try Simplex(loose)
    return try simplex.minimise([Double](repeating: 0, count: program.columnCount)) == .optimal
  }

  @Test("the set conflicts, and without any one of its bounds it does not", arguments: 0..<200)
  func irreducible(seed: Int) throws {
    var dice = Dice(state: UInt64(seed) &* 31 &+ 17)
    var (program, point) = SimplexTests.program(&dice)
    // Rows that exclude the known point until the program is infeasible.
    for _ in 0..<6 {
      let column = Int.random(in: 0..<program.columnCount, using: &dice)
      let other = Int.random(in: 0..<program.columnCount, using: &dice)
      let value = point[column] + Double(Int.random(in: -40...40, using: &dice))
      if column == other {
        program.addRow([(column, 1)], lower: value, upper: .infinity)
      } else {
        program.addRow([(column, 1), (other, 1)], lower: -.infinity, upper: value)
      }
    }
    let set = try Conflict.irreducible(in: program)
    let all = try Self.canHold(
      (0..<(program.rowCount + program.columnCount)).flatMap {
        [.init(variable: $0, isUpper: false), .init(variable: $0, isUpper: true)]
      }, in: program)
    #expect(set.isEmpty == all)
    guard !set.isEmpty else { return }
    #expect(try !Self.canHold(set, in: program))
    for index in set.indices {
      var rest = set
      rest.remove(at: index)
      #expect(try Self.canHold(rest, in: program), "without \(set[index])")
    }
  }
}
