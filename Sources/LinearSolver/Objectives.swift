/// Objectives of a linear program, in strict order.
public struct Objectives: Sendable, Equatable {
  /// Columns with costs; the sum of the products is minimised.
  public struct Objective: Sendable, Equatable {
    /// The columns with a cost.
    public var columns: [Int] = []
    /// Their costs.
    public var costs: [Double] = []

    /// An objective without columns.
    public init() {}

    /// An objective without columns, with room for a number of them.
    public init(capacity: Int) {
      columns.reserveCapacity(capacity)
      costs.reserveCapacity(capacity)
    }

    /// Adds a column's cost; a column may be named again, costs add up.
    public mutating func add(_ column: Int, _ cost: Double) {
      columns.append(column)
      costs.append(cost)
    }
  }

  /// Each is minimised among the points that are optimal for all before it.
  public var levels: [Objective] = []

  /// Columns that must get one value even where the levels leave them open, in this order: first
  /// those that are made as small as possible.
  public var smallest: [Int] = []

  /// Then those that are brought as near to 0 as possible, in this order.
  public var nearestToZero: [Int] = []

  /// No objectives.
  public init() {}
}

/// A solver of one linear program with objectives in strict order, at bounds that change.
public protocol LevelSolver: ~Copyable {
  /// Simplex iterations of all runs.
  var iterations: Int { mutating get }
  /// Simplex runs of all levels.
  var solves: Int { mutating get }
  /// Sets the bounds of a row for the next solve.
  mutating func setRowBounds(_ row: Int, lower: Double, upper: Double)
  /// Sets the bounds of a column for the next solve.
  mutating func setColumnBounds(_ column: Int, lower: Double, upper: Double)
  /// Solves.
  ///
  /// - Returns: the answer, or `nil` where no point satisfies all bounds.
  /// - Throws: `SolverError`.
  mutating func solve() throws(SolverError) -> LexicographicAnswer?
}

/// The answer to a linear program with objectives in strict order.
public struct LexicographicAnswer: Sendable, Equatable {
  /// A value for each column.
  public var point: [Double]
  /// Columns that the levels left open, each with two values that belong to optimal points; only
  /// columns that were to be settled are examined.
  public var open: [Int: ClosedRange<Double>]

  /// An answer.
  public init(point: [Double], open: [Int: ClosedRange<Double>] = [:]) {
    self.point = point
    self.open = open
  }
}
