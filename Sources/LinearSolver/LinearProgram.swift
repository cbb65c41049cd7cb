/// A linear program's feasible set: `lower ≤ (A x, x) ≤ upper`.
///
/// `A` has `rowCount` rows and `columnCount` columns, stored by rows in flat arrays: row `r` holds
/// `coefficients[k]` in column `columns[k]` for `k` in `rowStart[r]..<rowStart[r + 1]`.
///
/// A *variable* is a row's value or a column, rows first: bounds are indexed so. A bound may be
/// infinite, never NaN. The objectives are given to the solver, for there may be several.
public struct LinearProgram: Sendable, Equatable {
  /// The index of each row's first coefficient, and at the end the number of coefficients.
  public private(set) var rowStart: [Int32] = [0]
  /// The column of each coefficient.
  public private(set) var columns: [Int32] = []
  /// The coefficients.
  public private(set) var coefficients: [Double] = []
  /// Lower bounds of the rows.
  public var rowLower: [Double] = []
  /// Upper bounds of the rows.
  public var rowUpper: [Double] = []
  /// Lower bounds of the columns.
  public var columnLower: [Double] = []
  /// Upper bounds of the columns.
  public var columnUpper: [Double] = []

  /// A program without rows or columns.
  public init() {}

  /// The number of rows.
  public var rowCount: Int { rowLower.count }
  /// The number of columns.
  public var columnCount: Int { columnLower.count }

  /// Adds a column.
  ///
  /// - Returns: its number, from 0.
  @discardableResult
  public mutating func addColumn(lower: Double = -.infinity, upper: Double = .infinity) -> Int {
    columnLower.append(lower)
    columnUpper.append(upper)
    return columnCount - 1
  }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - terms: columns with coefficients; no column twice.
  ///   - lower: the least value of the row.
  ///   - upper: the greatest value of the row.
  /// - Returns: its number, from 0.
  @discardableResult
  public mutating func addRow(
    _ terms: some Sequence<(column: Int, coefficient: Double)>, lower: Double, upper: Double
  ) -> Int {
    addRow(Array(terms), lower: lower, upper: upper)
  }

  /// Adds a row whose terms are in an array; see above.
  @discardableResult
  public mutating func addRow(
    _ terms: [(column: Int, coefficient: Double)], lower: Double, upper: Double
  ) -> Int {
    for term in terms where term.coefficient != 0 {
      columns.append(Int32(term.column))
      coefficients.append(term.coefficient)
    }
    rowStart.append(Int32(columns.count))
    rowLower.append(lower)
    rowUpper.append(upper)
    return rowCount - 1
  }

  /// Makes room, so that the arrays do not grow step by step.
  public mutating func reserveCapacity(rows: Int, columns: Int, coefficients: Int) {
    rowStart.reserveCapacity(rows + 1)
    rowLower.reserveCapacity(rows)
    rowUpper.reserveCapacity(rows)
    columnLower.reserveCapacity(columns)
    columnUpper.reserveCapacity(columns)
    self.columns.reserveCapacity(coefficients)
    self.coefficients.reserveCapacity(coefficients)
  }

  /// Removes all rows and columns, and keeps the memory.
  public mutating func removeAll() {
    rowStart.removeLast(rowStart.count - 1)
    columns.removeAll(keepingCapacity: true)
    coefficients.removeAll(keepingCapacity: true)
    rowLower.removeAll(keepingCapacity: true)
    rowUpper.removeAll(keepingCapacity: true)
    columnLower.removeAll(keepingCapacity: true)
    columnUpper.removeAll(keepingCapacity: true)
  }

  /// Returns true if another program differs in bounds only.
  func hasShape(of other: LinearProgram) -> Bool {
    rowStart == other.rowStart && columns == other.columns && coefficients == other.coefficients
      && columnCount == other.columnCount
  }

  /// The columns and coefficients of a row.
  public func terms(ofRow row: Int) -> some Sequence<(column: Int, coefficient: Double)> {
    (Int(rowStart[row])..<Int(rowStart[row + 1])).lazy.map { k in
      (column: Int(columns[k]), coefficient: coefficients[k])
    }
  }

  /// The value of a row at a point.
  public func value(ofRow row: Int, at point: some RandomAccessCollection<Double>) -> Double {
    var sum = 0.0
    for (column, coefficient) in terms(ofRow: row) {
      sum += coefficient * point[point.index(point.startIndex, offsetBy: column)]
    }
    return sum
  }

  /// The share of a row's largest part that scales its tolerance where large parts cancel out.
  private static let cancellation = 1e-5

  /// Returns the largest violation of a bound at a point, relative above 1.
  ///
  /// If large parts of a row cancel out, the violation is relative to 1e-5 of the largest part, and
  /// so for a column that a row determines: a sum of numbers of 1e10 has no digits behind 1e-6.
  ///
  /// - Parameter point: a value for each column.
  /// - Returns: 0 where all bounds are satisfied; infinity where a number is NaN.
  public func residual(at point: [Double]) -> Double {
    let plain = residual(at: point, columnParts: nil)
    guard plain > Self.plainResidual else { return plain }
    var columnParts = [Double](repeating: 0, count: columnCount)
    for row in 0..<rowCount {
      let largest = largestPart(ofRow: row, at: point)
      for (column, coefficient) in terms(ofRow: row) {
        columnParts[column] = max(columnParts[column], largest / abs(coefficient))
      }
    }
    return residual(at: point, columnParts: columnParts)
  }

  /// A residual below this, as most points have, is not scaled by the parts of the rows.
  private static let plainResidual = 1e-8

  private func residual(at point: [Double], columnParts: [Double]?) -> Double {
    var worst = 0.0
    func hold(_ value: Double, _ lower: Double, _ upper: Double, largestPart: Double) {
      let outside = max(lower - value, value - upper)
      if outside > 0 {
        let size = max(1, max(abs(value), Self.cancellation * largestPart))
        worst = max(worst, outside / size)
      }
      if value.isNaN { worst = .infinity }
    }
    for row in 0..<rowCount {
      hold(
        value(ofRow: row, at: point), rowLower[row], rowUpper[row],
        largestPart: columnParts == nil ? 0 : largestPart(ofRow: row, at: point))
    }
    for column in 0..<columnCount {
      hold(
        point[column], columnLower[column], columnUpper[column],
        largestPart: columnParts?[column] ?? 0)
    }
    return worst
  }

  private func largestPart(ofRow row: Int, at point: [Double]) -> Double {
    var largest = 0.0
    for (column, coefficient) in terms(ofRow: row) {
      largest = max(largest, abs(coefficient * point[column]))
    }
    return largest
  }
}

extension LinearProgram {
  /// A column that occurs in one row only, with its coefficient there.
  struct Slack {
    let row: Int
    let column: Int
    let coefficient: Double
  }

  /// The columns that occur in one row only, by row.
  var slacks: [Slack] {
    var uses = [Int](repeating: 0, count: columnCount)
    for column in columns { uses[Int(column)] += 1 }
    return (0..<rowCount).flatMap { row in
      terms(ofRow: row).filter { uses[$0.column] == 1 }.map {
        Slack(row: row, column: $0.column, coefficient: $0.coefficient)
      }
    }
  }

  /// Corrects slacks by the amount that their row's value misses its bounds.
  ///
  /// The other columns of its row determine a slack. Solving for all columns at once leaves it with
  /// their rounding, which shows in small slacks beside large numbers.
  ///
  /// - Parameters:
  ///   - point: a value for each column; slacks stay within their bounds, no other column changes.
  ///   - slacks: those of this program.
  func balance(_ point: inout [Double], _ slacks: [Slack]) {
    for slack in slacks {
      let value = value(ofRow: slack.row, at: point)
      let missing = max(rowLower[slack.row] - value, min(rowUpper[slack.row] - value, 0))
      guard missing != 0 else { continue }
      let wanted = point[slack.column] + missing / slack.coefficient
      point[slack.column] = min(
        max(wanted, columnLower[slack.column]), columnUpper[slack.column])
    }
  }
}

/// The reason why the solver has no answer.
public enum SolverError: Error, Equatable, Sendable {
  /// GLPK reported an error of its own, with its message.
  case library(String)
  /// The problem was made on another thread.
  case wrongThread
  /// Memory ran out.
  case outOfMemory
  /// No start basis led to an end within the limits.
  case gaveUp(String)
  /// The answer violates its own bounds by this much.
  case inexact(Double)
  /// A number of the problem is not finite, or a bound is NaN.
  case badNumber
  /// The work reached its limit.
  case tooMuchWork
  /// The problem has more numbers, rows times columns, than exact arithmetic takes.
  case tooLarge(Int)

  /// True for errors that come of rounding: another tolerance may lead to an answer.
  var isOfRounding: Bool {
    switch self {
    case .gaveUp, .inexact: true
    default: false
    }
  }
}

extension SolverError: CustomStringConvertible {
  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .library(let words): "GLPK: \(words)"
    case .wrongThread: "the problem was made on another thread"
    case .outOfMemory: "out of memory"
    case .gaveUp(let what): "\(what), from every start basis"
    case .inexact(let amount): "the answer violates its constraints by \(amount)"
    case .badNumber: "a number of the problem is not finite"
    case .tooMuchWork: "more work than the limit: the constraints join too many views in one system"
    case .tooLarge(let count):
      "\(count) numbers, rows times columns, are too many for exact arithmetic"
    }
  }
}
