import LinearSolver
import Testing

@Suite("The dense tableau")
struct DenseSolverTests {
  /// A program with free, bounded and fixed columns, and levels of costs that have an end.
  static func program(_ dice: inout Dice) -> (LinearProgram, Objectives) {
    var (program, _) = SimplexTests.program(&dice)
    var objectives = Objectives()
    for column in 0..<program.columnCount where Int.random(in: 0..<4, using: &dice) == 0 {
      program.columnLower[column] = -.infinity
      program.columnUpper[column] = .infinity
    }
    for _ in 0..<Int.random(in: 1...4, using: &dice) {
      var level = Objectives.Objective()
      for column in 0..<program.columnCount
      where program.columnLower[column].isFinite && Bool.random(using: &dice) {
        level.add(column, Double([1, 2, -1][Int.random(in: 0..<3, using: &dice)]))
      }
      objectives.levels.append(level)
    }
    return (program, objectives)
  }

  static func bounds(of program: LinearProgram) -> (lower: [Double], upper: [Double]) {
    (program.rowLower + program.columnLower, program.rowUpper + program.columnUpper)
  }

  /// Moves the bounds of some variables, with their length.
  static func moved(_ program: LinearProgram, _ dice: inout Dice) -> LinearProgram {
    var program = program
    for row in 0..<program.rowCount where Bool.random(using: &dice) {
      let distance = Double(Int.random(in: -2...2, using: &dice))
      program.rowLower[row] += distance
      program.rowUpper[row] += distance
    }
    for column in 0..<program.columnCount where Bool.random(using: &dice) {
      let distance = Double(Int.random(in: -6...6, using: &dice))
      program.columnLower[column] += distance
      program.columnUpper[column] += distance
    }
    return program
  }

  /// Holds an answer against that of GLPK, level by level.
  ///
  /// - Returns: false where the dense tableau gives none.
  static func check(
    _ solver: inout DenseSolver, _ program: LinearProgram, _ objectives: Objectives
  ) throws -> Bool {
    let (lower, upper) = bounds(of: program)
    var reference = try LexicographicSolver(program, objectives: objectives)
    let expected = try reference.solve()
    var skipping = try LexicographicSolver(program, objectives: objectives, skipsBest: true)
    let skipped = try skipping.solve()
    #expect((skipped == nil) == (expected == nil))
    guard solver.solve(lower: lower, upper: upper) else { return expected == nil }
    let answer = try #require(expected)
    let values = solver.point(lower: lower, upper: upper)
    let point = Array(values[program.rowCount...])
    for level in objectives.levels {
      func cost(_ point: [Double]) -> Double {
        zip(level.columns, level.costs).reduce(0) { $0 + $1.1 * point[$1.0] }
      }
      #expect(abs(cost(point) - cost(answer.point)) < 1e-6)
      #expect(abs(cost(try #require(skipped).point) - cost(answer.point)) < 1e-6)
    }
    #expect(program.residual(at: point) < 1e-7)
    if solver.isProvedUnique {
      for (one, other) in zip(point, answer.point) { #expect(abs(one - other) < 1e-6) }
    }
    return true
  }

  @Test("its levels are those of GLPK, from a fresh basis and from that of other bounds")
  func levels() throws {
    var (solved, all) = (0, 0)
    for seed in 0..<2000 {
      var dice = Dice(state: UInt64(seed) &* 49_979 &+ 3)
      let (program, objectives) = Self.program(&dice)
      var solver = DenseSolver(program, objectives: objectives)
      var moving = program
      for _ in 0..<4 {
        all += 1
        if try Self.check(&solver, moving, objectives) { solved += 1 }
        moving = Self.moved(moving, &dice)
      }
    }
    // What it leaves to GLPK is the exception.
    #expect(solved > all - all / 1000)
  }

  @Test("basic variables follow from the bounds of the others")
  func basis() throws {
    for seed in 0..<200 {
      var dice = Dice(state: UInt64(seed) &* 7 &+ 11)
      let (program, objectives) = Self.program(&dice)
      var solver = DenseSolver(program, objectives: objectives)
      let (lower, upper) = Self.bounds(of: program)
      guard solver.solve(lower: lower, upper: upper) else { continue }
      let values = solver.point(lower: lower, upper: upper)
      let rows = program.rowCount
      for row in 0..<rows {
        let value = program.value(ofRow: row, at: values[rows...])
        #expect(abs(value - values[row]) < 1e-7)
      }
      var basic = 0
      for variable in values.indices where solver.isBasic(variable) { basic += 1 }
      #expect(basic == rows)
    }
  }

  @Test("without a point, or an end, there is no answer")
  func noAnswer() {
    var program = LinearProgram()
    program.addColumn(lower: 0)
    program.addRow([(column: 0, coefficient: 1)], lower: -.infinity, upper: -1)
    var objectives = Objectives()
    var solver = DenseSolver(program, objectives: objectives)
    var isSolved = solver.solve(lower: [-.infinity, 0], upper: [-1, .infinity])
    #expect(!isSolved)
    var level = Objectives.Objective()
    level.add(0, -1)
    objectives.levels = [level]
    solver = DenseSolver(program, objectives: objectives)
    isSolved = solver.solve(lower: [0, 0], upper: [.infinity, .infinity])
    #expect(!isSolved)
    isSolved = solver.solve(lower: [0, 0], upper: [7, .infinity])
    #expect(isSolved)
    let point = solver.point(lower: [0, 0], upper: [7, .infinity])
    #expect(point == [7, 7])
  }
}
