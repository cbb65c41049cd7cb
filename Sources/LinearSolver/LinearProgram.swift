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

  /// How far a point is from keeping all bounds: the largest distance, relative above 1.
  ///
  /// - Parameter point: a value for each column.
  /// - Returns: 0 where all bounds are kept; infinity where a number is NaN.
  public func residual(at point: [Double]) -> Double {
    var worst = 0.0
    func hold(_ value: Double, _ lower: Double, _ upper: Double) {
      let outside = max(lower - value, value - upper)
      if outside > 0 { worst = max(worst, outside / max(1, abs(value))) }
      if value.isNaN { worst = .infinity }
    }
    for row in 0..<rowCount { hold(value(ofRow: row, at: point), rowLower[row], rowUpper[row]) }
    for column in 0..<columnCount {
      hold(point[column], columnLower[column], columnUpper[column])
    }
    return worst
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
