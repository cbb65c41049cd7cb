import LayoutModel
import LinearSolver
import Testing

/// Work that grows no faster than its input.
@Suite("Bounded work")
struct BoundedWorkTests {
  /// A chain of `count` variables, each at least one more than the one before, and the last no more
  /// than the first.
  private static func chain(_ count: Int) -> LinearProgram {
    var program = LinearProgram()
    for _ in 0..<count { program.addColumn() }
    for index in 1..<count {
      program.addRow(
        [(column: index, coefficient: 1), (column: index - 1, coefficient: -1)], lower: 1,
        upper: .infinity)
    }
    program.addRow(
      [(column: count - 1, coefficient: 1), (column: 0, coefficient: -1)], lower: -.infinity,
      upper: 0)
    return program
  }

  @Test(
    "the proof of a conflict tells its multiples, whose sum is nothing", arguments: [5, 60, 600])
  func proof(count: Int) throws {
    let program = Self.chain(count)
    let parts = try Conflict.suspects(in: program)
    #expect(parts.count == count)
    var sum = [Double](repeating: 0, count: count)
    for part in parts {
      let multiple = try #require(part.multiple)
      for (column, coefficient) in program.terms(ofRow: part.bound.variable) {
        sum[column] += multiple * coefficient
      }
    }
    #expect(sum.allSatisfy { abs($0) < 1e-9 })
  }

  @Test("a solve beyond its steps ends with that word, and each solve has all steps again")
  func steps() throws {
    var program = LinearProgram()
    for _ in 0..<300 { program.addColumn(lower: 0) }
    for index in 1..<300 {
      program.addRow(
        [(column: index, coefficient: 1), (column: index - 1, coefficient: -1)], lower: 1,
        upper: .infinity)
    }
    var objectives = Objectives()
    for column in 0..<300 {
      var objective = Objectives.Objective()
      objective.add(column, 1)
      objectives.levels.append(objective)
    }
    var enough = try LexicographicSolver(program, objectives: objectives)
    for _ in 0..<3 { #expect(try enough.solve()?.point[299] == 299) }
    let size = 300 + 299
    // A run takes at least 40 steps for each row and column: a few of the 300 levels exhaust these.
    var few = try LexicographicSolver(program, objectives: objectives, steps: 301 * size)
    for _ in 0..<3 {
      #expect(throws: SolverError.tooMuchWork) { try few.solve() }
    }
  }

  @Test("the steps of a conflict grow with the square of its bounds at most, without a cliff")
  func conflicts() throws {
    func steps(_ count: Int) throws -> Int {
      let work = WorkLimit()
      #expect(try Conflict.irreducible(in: Self.chain(count), within: work).count == count)
      return WorkLimit.questionSteps - work.left
    }
    // Above 64 bounds the proof's are returned; 202 once took as long as 3 s.
    let counts = try [101, 201, 202, 404, 808].map(steps)
    #expect(counts.allSatisfy { $0 > 0 })
    #expect(Double(counts[2]) <= 1.1 * Double(counts[1]), "\(counts)")
    for (less, more) in [(counts[0], counts[2]), (counts[2], counts[3]), (counts[3], counts[4])] {
      #expect(Double(more) <= 5 * Double(less), "\(counts)")
    }
  }

  @Test("a set that is too large to be made irreducible is returned as its proof has it")
  func irreducible() throws {
    #expect(try Conflict.irreducible(in: Self.chain(40)).count == 40)
    #expect(try Conflict.irreducible(in: Self.chain(600)).count == 600)
  }
}
