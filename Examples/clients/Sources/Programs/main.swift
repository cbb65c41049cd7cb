import LinearSolver

// The least x + y with x + 2 y >= 4 and 3 x + y >= 6.
var program = LinearProgram()
for _ in 0..<2 { program.addColumn(lower: 0) }
program.addRow(
  [(column: 0, coefficient: 1), (column: 1, coefficient: 2)], lower: 4, upper: .infinity)
program.addRow(
  [(column: 0, coefficient: 3), (column: 1, coefficient: 1)], lower: 6, upper: .infinity)
var simplex = try Simplex(program)
print(try simplex.minimise([1, 1]) == .optimal)
