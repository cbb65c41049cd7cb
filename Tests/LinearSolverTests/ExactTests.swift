import Testing

@testable import LinearSolver

@Suite("Exact arithmetic")
struct ExactTests {
  private static func fraction(_ dice: inout Dice) -> Rational {
    let above = Double(Int.random(in: -1000...1000, using: &dice))
    return Rational(exactly: above)
      / Rational(exactly: Double(Int.random(in: 1...1000, using: &dice)))
  }

  @Test("the laws of a field hold", arguments: 0..<100)
  func laws(seed: Int) {
    var dice = Dice(state: UInt64(seed) &* 6151 &+ 3)
    let (a, b, c) = (
      Self.fraction(&dice), Self.fraction(&dice), Self.fraction(&dice)
    )
    #expect(((a + b) * c).isEqual(to: a * c + b * c))
    #expect((a - b).isEqual(to: -(b - a)) && (a - a).isZero)
    #expect(
      (a < b) == (b > a) && (a <= b) == !(b < a) && (a - b).sign == (a > b ? 1 : a < b ? -1 : 0))
    if !b.isZero { #expect((a / b * b).isEqual(to: a)) }
    #expect(abs(a.double + b.double - (a + b).double) < 1e-9)
  }

  @Test("a number stands for the simplest fraction that rounds to it", arguments: 0..<200)
  func simplest(seed: Int) {
    var dice = Dice(state: UInt64(seed) &* 7919 &+ 11)
    let (above, below) = (
      Int.random(in: -100_000...100_000, using: &dice), Int.random(in: 1...100_000, using: &dice)
    )
    let number = Double(above) / Double(below)
    let product = Rational(simplest: number) * Rational(exactly: Double(below))
    #expect(product.isEqual(to: Rational(exactly: Double(above))))
    // Every other number stands for one that rounds to it.
    let any = Double.random(in: -1e9...1e9, using: &dice)
    let distance = (Rational(simplest: any) - Rational(exactly: any)).double
    #expect(abs(distance) <= any.ulp / 2)
  }

  @Test("optima are those of the solver that rounds", arguments: 0..<300)
  func levels(seed: Int) throws {
    var dice = Dice(state: UInt64(seed) &* 104_729 &+ 7)
    let (program, _) = SimplexTests.program(&dice)
    var objectives = Objectives()
    for _ in 0..<Int.random(in: 0...4, using: &dice) {
      var level = Objectives.Objective()
      for column in 0..<program.columnCount where Bool.random(using: &dice) {
        level.add(column, Double([1, 2, -1][Int.random(in: 0..<3, using: &dice)]))
      }
      objectives.levels.append(level)
    }
    for column in 0..<program.columnCount {
      if column.isMultiple(of: 2) {
        objectives.smallest.append(column)
      } else {
        objectives.nearestToZero.append(column)
      }
    }
    var exact = try ExactSolver(program, objectives: objectives)
    var rounding = try LexicographicSolver(program, objectives: objectives)
    for _ in 0..<4 {
      let (one, other) = (try exact.solve(), try rounding.solve())
      #expect((one == nil) == (other == nil))
      for (exact, rounded) in zip(one?.point ?? [], other?.point ?? []) {
        #expect(abs(exact - rounded) < 1e-6 * max(1, abs(exact)))
      }
      #expect(one.map { Set($0.open.keys) } == other.map { Set($0.open.keys) })
      // Other bounds, from the basis of the solve before: at times no point satisfies them.
      let column = Int.random(in: 0..<program.columnCount, using: &dice)
      let value = Double(Int.random(in: -25...25, using: &dice))
      exact.setColumnBounds(column, lower: value, upper: value)
      rounding.setColumnBounds(column, lower: value, upper: value)
    }
    #expect(exact.solves > 0)
  }

  @Test("three thirds are a whole, and two constants that differ in the last digit are not one")
  func thirds() throws {
    var program = LinearProgram()
    for _ in 0..<3 { program.addColumn() }
    for column in 0..<2 {
      program.addRow([(column: column, coefficient: 3)], lower: 0.1, upper: 0.1)
    }
    program.addRow(
      (0..<3).map { (column: $0, coefficient: 1 / 3.0) }, lower: 1 / 3.0, upper: 1 / 3.0)
    program.addRow((0..<3).map { (column: $0, coefficient: 1) }, lower: 1, upper: 1)
    var objectives = Objectives()
    objectives.smallest = [2]
    var solver = try ExactSolver(program, objectives: objectives)
    let answer = try #require(try solver.solve())
    #expect(abs(answer.point[2] - 14 / 15.0) < 1e-15 && answer.open.isEmpty)
    solver.setRowBounds(3, lower: 1.0.nextUp, upper: 1.0.nextUp)
    #expect(try solver.solve() == nil)
  }

  @Test("what exact arithmetic does not take is refused")
  func refusals() throws {
    var program = LinearProgram()
    program.addColumn(lower: .nan)
    var solver = try ExactSolver(program, objectives: Objectives())
    #expect(throws: SolverError.badNumber) { _ = try solver.solve() }
    var large = LinearProgram()
    for _ in 0..<5000 {
      large.addColumn()
      large.addRow([], lower: 0, upper: 0)
    }
    #expect(throws: SolverError.tooLarge(25_000_000)) {
      _ = try ExactSolver(large, objectives: Objectives())
    }
    #expect("\(SolverError.tooLarge(25_000_000))".contains("25000000 numbers"))
  }
}
