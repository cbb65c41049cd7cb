/// A linear program's feasible set: `lower ≤ (A x, x) ≤ upper`.
///
/// `A` has `rowCount` rows and `columnCount` columns, stored by rows in flat arrays: row `r` holds
/// `coefficients[k]` in column `columns[k]` for `k` in `rowStart[r]..<rowStart[r + 1]`.
///
/// A *variable* is a row's value or a column, rows first: bounds are indexed so. A bound may be
/// infinite, never NaN. What is minimised over the set is given to the solver, for there may be
/// several objectives.
public struct LinearProgram: Sendable, Equatable {
  /// Where each row's coefficients begin, and at the end their number.
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

  /// How many rows there are.
  public var rowCount: Int { rowLower.count }
  /// How many columns there are.
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
    for (column, coefficient) in terms where coefficient != 0 {
      columns.append(Int32(column))
      coefficients.append(coefficient)
    }
    rowStart.append(Int32(columns.count))
    rowLower.append(lower)
    rowUpper.append(upper)
    return rowCount - 1
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

  /// What a row's value lacks in digits where parts of this relative size cancel out.
  private static let cancellation = 1e-5

  /// How far a point is from keeping all bounds: the largest distance, relative above 1.
  ///
  /// Where large parts of a row cancel out, the distance is relative to 1e-5 of the largest part, and
  /// so for a column that a row determines: a sum of numbers of 1e10 has no digits behind 1e-6.
  ///
  /// - Parameter point: a value for each column.
  /// - Returns: 0 where all bounds are kept; infinity where a number is NaN.
  public func residual(at point: [Double]) -> Double {
    var worst = 0.0
    func hold(_ value: Double, _ lower: Double, _ upper: Double, largestPart: Double = 0) {
      let outside = max(lower - value, value - upper)
      if outside > 0 {
        let size = max(1, max(abs(value), Self.cancellation * largestPart))
        worst = max(worst, outside / size)
      }
      if value.isNaN { worst = .infinity }
    }
    var columnParts = [Double](repeating: 0, count: columnCount)
    for row in 0..<rowCount {
      var largest = 0.0
      for (column, coefficient) in terms(ofRow: row) {
        largest = max(largest, abs(coefficient * point[column]))
      }
      hold(value(ofRow: row, at: point), rowLower[row], rowUpper[row], largestPart: largest)
      for (column, coefficient) in terms(ofRow: row) {
        columnParts[column] = max(columnParts[column], largest / abs(coefficient))
      }
    }
    for column in 0..<columnCount {
      hold(
        point[column], columnLower[column], columnUpper[column], largestPart: columnParts[column])
    }
    return worst
  }
}

extension LinearProgram {
  /// Lets columns that stand in one row only make up for what their row's value misses.
  ///
  /// Such a column is a slack: it is what the other columns of its row make it. Solving for all columns
  /// at once leaves it with rounding of theirs, which small slacks beside large numbers show.
  ///
  /// - Parameter point: a value for each column; no column leaves its bounds, no other moves.
  func balance(_ point: inout [Double]) {
    var uses = [Int](repeating: 0, count: columnCount)
    for column in columns { uses[Int(column)] += 1 }
    for row in 0..<rowCount {
      for (column, coefficient) in terms(ofRow: row) where uses[column] == 1 {
        let value = value(ofRow: row, at: point)
        let missing = max(rowLower[row] - value, min(rowUpper[row] - value, 0))
        guard missing != 0 else { break }
        let wanted = point[column] + missing / coefficient
        point[column] = min(max(wanted, columnLower[column]), columnUpper[column])
      }
    }
  }
}

/// Why the solver has no answer.
public enum SolverError: Error, Equatable, Sendable {
  /// GLPK reported an error of its own, in its words.
  case glpk(String)
  /// The problem was made on another thread.
  case wrongThread
  /// Memory ran out.
  case outOfMemory
  /// No start basis led to an end within the limits.
  case gaveUp(String)
  /// The answer does not keep its own bounds, by this much.
  case inexact(Double)
  /// A number of the problem is not finite, or a bound is NaN.
  case badNumber
}

extension SolverError: CustomStringConvertible {
  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .glpk(let words): "GLPK: \(words)"
    case .wrongThread: "the problem belongs to another thread"
    case .outOfMemory: "memory ran out"
    case .gaveUp(let what): "\(what), from every start basis"
    case .inexact(let amount): "the answer misses its constraints by \(amount)"
    case .badNumber: "a number that is not finite"
    }
  }
}
