import Testing

@testable import LinearSolver

@Suite("Large numbers")
struct LargeNumberTests {
  @Test("a number without an end is open however large it is", arguments: [0, 5, 5e9, 5e12])
  func open(_ least: Double) throws {
    var program = LinearProgram()
    program.addColumn(lower: least)
    var objectives = Objectives()
    objectives.smallest = [0]
    var solver = try LexicographicSolver(program, objectives: objectives)
    let answer = try #require(try solver.solve())
    #expect(answer.point == [least])
    let range = try #require(answer.open[0])
    #expect(range.lowerBound == least && range.upperBound > least * 1.5)
  }

  @Test("a slack is what the other columns of its row make it")
  func balance() {
    // x + missing - excess = 30, and x is in a second row too.
    var program = LinearProgram()
    program.addColumn()
    program.addColumn(lower: 0)
    program.addColumn(lower: 0)
    program.addRow(
      [(column: 0, coefficient: 1), (column: 1, coefficient: 1), (column: 2, coefficient: -1)],
      lower: 30, upper: 30)
    program.addRow([(column: 0, coefficient: 1)], lower: 0, upper: 40)
    for (before, after) in [
      ([10, 20.5, 0], [10, 20, 0]), ([40, 0, 9], [40, 0, 10]), ([10, 20, 0], [10, 20, 0]),
      // The first wrong slack takes as much as its bounds allow, the next one the rest.
      ([40, 1, 0], [40, 0, 10]), ([50, 0, 20], [50, 0, 20]),
    ] as [([Double], [Double])] {
      var point = before
      program.balance(&point, program.slacks)
      #expect(point == after)
    }
  }

  @Test("a residual is measured by the digits that a row's parts leave")
  func residual() {
    var program = LinearProgram()
    program.addColumn()
    program.addColumn()
    program.addRow([(column: 0, coefficient: 1), (column: 1, coefficient: -1)], lower: 0, upper: 0)
    // Among ordinary numbers a hundredth counts; beside 1e10 it is rounding error.
    #expect(abs(program.residual(at: [100.01, 100]) - 0.01) < 1e-9)
    #expect(program.residual(at: [1e10 + 0.01, 1e10]) < 1e-6)
    #expect(program.residual(at: [1e10 + 10, 1e10]) > 1e-6)
    #expect(program.residual(at: [.nan, 0]) == .infinity)
  }
}
