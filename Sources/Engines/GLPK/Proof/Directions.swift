import Constraints
import LayoutModel
import LinearSolver

/// The directions in which the frames of a layout may move, as a linear program.
///
/// Columns 4 v … 4 v + 3 are the speeds of view v's left, top, width and height, from -1 to 1;
/// behind them is one for each kink: the speed at which a violation or surplus that is now 0 grows.
/// Behind the rows of the constraints, each level has one for its slope: it is free until the level
/// is proved, and at most 0 from then on.
struct Directions: ~Copyable {
  /// A priority's violations, or all surpluses.
  struct Level {
    let stage: OptimalityCheck.Objection.Stage
    /// Slope, for each column.
    var costs: [Int: Double] = [:]
    /// The largest cost, by which the row is divided.
    var steepest: Double { max(costs.values.reduce(0) { max($0, abs($1)) }, 1e-300) }
  }

  /// A direction that gains something.
  struct Move {
    /// Points gained for each point of movement.
    let gain: Double
    /// Speeds of all numbers of all frames.
    let direction: [Double]
  }

  /// A required inequality that does not bind here, or an optional one whose slope changes
  /// elsewhere.
  struct Distant {
    let entry: Int
    let distance: Double
  }

  /// Speeds below this count as 0.
  private static let stillness = 1e-12

  /// The levels, the most important first.
  private(set) var levels: [Level] = []
  /// True if a difference is neither surely 0 nor surely something else.
  private(set) var isDoubtful = false
  private var program = LinearProgram()
  private var distant: [Distant] = []
  private let count: Int
  private let freeLower: [Double]
  private var levelRows: Int { program.rowCount - levels.count }
  private var simplex: Simplex
  private let work: WorkLimit
  private var cost: [Double]

  /// The directions at a point.
  ///
  /// - Throws: `SolverError`.
  init(
    _ check: OptimalityCheck, at frames: [Rect], _ sizes: [Double],
    within work: WorkLimit = WorkLimit()
  ) throws(SolverError) {
    var draft = Draft(check, at: frames, sizes)
    for (index, entry) in check.entries.enumerated() { draft.add(entry, index, at: frames, sizes) }
    draft.finish()
    count = 4 * check.tree.count
    levels = draft.levels
    isDoubtful = draft.isDoubtful
    program = draft.program
    freeLower = draft.program.columnLower
    distant = draft.distant.map { Distant(entry: $0.entry, distance: $0.distance) }
    self.work = work
    simplex = try Simplex(program, tolerance: 1e-9, within: work)
    cost = Array(repeating: 0, count: program.columnCount)
  }

  // MARK: - Levels

  /// The steepest descent of a level; where there is none, directions that go up are excluded from
  /// then on.
  mutating func improvement(ofLevel level: Int) throws(SolverError) -> Move? {
    let wanted = levels[level]
    let size = wanted.steepest
    let move = try descent { cost in
      for (column, slope) in wanted.costs { cost[column] = slope / size }
    }
    guard move.gain <= OptimalityCheck.steepness else {
      return Move(gain: move.gain * size, direction: move.direction)
    }
    program.rowUpper[levelRows + level] = 0
    try simplex.setBounds(levelRows + level, lower: -.infinity, upper: 0)
    return nil
  }

  /// Excludes directions along which a level rises or falls, whether or not it is optimal.
  mutating func prove(_ level: Int) throws(SolverError) {
    _ = try improvement(ofLevel: level)
    program.rowLower[levelRows + level] = 0
    program.rowUpper[levelRows + level] = 0
    try simplex.setBounds(levelRows + level, lower: 0, upper: 0)
  }

  /// Returns true if some remaining direction changes a sum of numbers.
  mutating func canMove(_ form: LinearForm) throws(SolverError) -> Bool {
    for sign in [1.0, -1.0] {
      let move = try descent { cost in
        for term in form.terms { cost[term.unknown.index] = sign * term.coefficient }
      }
      if move.gain > OptimalityCheck.steepness { return true }
    }
    return false
  }

  /// Returns the direction in which a cost falls fastest.
  ///
  /// One that gains something is computed again from fresh bases and with the smallest tolerances
  /// that numbers allow, and the least gain counts: long chains of multipliers magnify the
  /// tolerance of a bound.
  private mutating func descent(
    isConfirmed: Bool = true, _ fill: (inout [Double]) -> Void
  ) throws(SolverError) -> Move {
    for column in cost.indices { cost[column] = 0 }
    fill(&cost)
    var least: Move?
    if try findsOptimum() { least = presentMove }
    for tolerance in [1e-12, 1e-11, 1e-10, 1e-9, Simplex.tolerance] {
      if let least, !isConfirmed || least.gain <= OptimalityCheck.steepness { return least }
      simplex = try Simplex(program, tolerance: tolerance, within: work)
      guard try findsOptimum() else { continue }
      let move = presentMove
      if move.gain < least?.gain ?? .infinity { least = move }
    }
    // Speeds of 0 are feasible, and all speeds are bounded.
    guard let least else { throw .gaveUp("no optimum in a program of directions") }
    return least
  }

  /// Returns whether GLPK finds an optimum: with some tolerances it cycles in a degenerate program.
  private mutating func findsOptimum() throws(SolverError) -> Bool {
    do throws(SolverError) {
      return try simplex.minimise(cost) == .optimal
    } catch {
      guard case .gaveUp = error else { throw error }
      return false
    }
  }

  private var presentMove: Move {
    let point = simplex.values[program.rowCount...]
    var gain = 0.0
    for (slope, speed) in zip(cost, point) { gain -= slope * speed }
    return Move(gain: gain, direction: Array(point.prefix(count)))
  }

  // MARK: - Ambiguity

  /// The numbers that some direction still moves, each with such a direction.
  ///
  /// A random cost is level along no direction at all, so that a number which neither of two
  /// opposite runs moves cannot move.
  mutating func movable() throws(SolverError) -> [Int: Move] {
    var moves: [Int: Move] = [:]
    var weights = (0..<count).map { column in
      // Mixed well: weights in a regular order would cancel out along regular directions.
      var bits = UInt64(column &+ 1) &* 0x9E37_79B9_7F4A_7C15
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return 1 + Double(bits >> 44) / Double(1 << 20)
    }
    weights.replaceSubrange(0..<4, with: [0, 0, 0, 0])
    var isDone = false
    while !isDone {
      isDone = true
      for sign in [1.0, -1.0] {
        let move = try descent(isConfirmed: false) { cost in
          for column in weights.indices { cost[column] = sign * weights[column] }
        }
        for column in weights.indices
        where weights[column] != 0 && abs(move.direction[column]) > Self.stillness {
          moves[column] = move
          weights[column] = 0
          isDone = false
        }
      }
    }
    return moves
  }

  /// The multiple of a direction at which a size becomes 0 or a distant constraint is reached.
  func reach(of direction: [Double], from frames: [Rect], _ check: OptimalityCheck) -> Double {
    var length = Double.infinity
    for view in check.tree.views.dropFirst() {
      for component in [Unknown.Component.width, .height] {
        let unknown = Unknown(view, component)
        guard direction[unknown.index] < 0 else { continue }
        length = min(length, max(0, frames[unknown]) / -direction[unknown.index])
      }
    }
    for entry in distant {
      let speed = check.entries[entry.entry].form.terms.reduce(0) {
        $0 + $1.coefficient * direction[$1.unknown.index]
      }
      guard speed * entry.distance < 0 else { continue }
      length = min(length, abs(entry.distance / speed))
    }
    return length
  }

  /// Returns a move of an ambiguous number towards the value where it is settled, if there is one;
  /// the number is fixed from then on.
  mutating func settlingImprovement(
    of unknown: Unknown, from value: Double, isAtZero: Bool
  ) throws(SolverError) -> Move? {
    var better: Move?
    if unknown.isSize || !isAtZero {
      let move = try descent { cost in cost[unknown.index] = value < 0 && !unknown.isSize ? -1 : 1 }
      if move.gain > OptimalityCheck.steepness { better = move }
    }
    try setStill(unknown, true)
    return better
  }

  /// Excludes directions that move a number, or includes them again.
  mutating func setStill(_ unknown: Unknown, _ isStill: Bool) throws(SolverError) {
    let column = unknown.index
    program.columnLower[column] = isStill ? 0 : freeLower[column]
    program.columnUpper[column] = isStill ? 0 : 1
    try simplex.setBounds(
      program.rowCount + column, lower: program.columnLower[column],
      upper: program.columnUpper[column])
  }

  // MARK: - The program

  /// The program under construction.
  private struct Draft {
    var program = LinearProgram()
    var levels: [Level] = []
    var isDoubtful = false
    var distant: [(entry: Int, distance: Double)] = []
    private var priorities: [Double: Level] = [:]
    private var surplus = Level(stage: .surplus)

    init(_ check: OptimalityCheck, at frames: [Rect], _ sizes: [Double]) {
      for view in check.tree.views {
        for component in Unknown.Component.allCases {
          guard view != .root else {
            program.addColumn(lower: 0, upper: 0)
            continue
          }
          let unknown = Unknown(view, component)
          let value = frames[unknown]
          note(value, scale: sizes[unknown.index])
          let isTight = unknown.isSize && value <= check.zero(unknown, sizes)
          program.addColumn(lower: isTight ? 0 : -1, upper: 1)
        }
      }
    }

    /// Sets `isDoubtful` where a difference can hardly be distinguished from 0.
    private mutating func note(_ difference: Double, scale: Double) {
      let size = abs(difference)
      if size > 1e-9 * scale, size <= 4 * OptimalityCheck.tightness * scale { isDoubtful = true }
    }

    mutating func add(
      _ entry: OptimalityCheck.Entry, _ index: Int, at frames: [Rect], _ sizes: [Double]
    ) {
      let difference = entry.form.value(in: frames)
      let scale = entry.scale(sizes)
      note(difference, scale: scale)
      let isTight = abs(difference) <= OptimalityCheck.tightness * scale
      let relation = entry.constraint.relation
      if !isTight, !entry.constraint.priority.isRequired || relation != .equal {
        distant.append((index, difference))
      }
      guard entry.constraint.priority.isRequired else {
        return addOptional(entry, isTight ? 0 : difference)
      }
      let size = entry.steepest
      let terms = entry.form.terms.map {
        (column: $0.unknown.index, coefficient: $0.coefficient / size)
      }
      let isAbove = !isTight && difference > 0
      let isBelow = !isTight && difference < 0
      switch relation {
      case .equal: program.addRow(terms, lower: 0, upper: 0)
      case .greaterThanOrEqual:
        if !isAbove { program.addRow(terms, lower: 0, upper: .infinity) }
      case .lessThanOrEqual:
        if !isBelow { program.addRow(terms, lower: -.infinity, upper: 0) }
      }
      guard entry.isWritten, relation != .equal else { return }
      Self.slope(entry, relation == .greaterThanOrEqual ? 1 : -1, of: &surplus)
    }

    /// Adds an optional constraint to its level, and to the surplus where it has one, given the
    /// difference of its sides, which is 0 where tight.
    private mutating func addOptional(_ entry: OptimalityCheck.Entry, _ difference: Double) {
      let priority = entry.constraint.priority.value
      var level = priorities[priority] ?? Level(stage: .priority(priority))
      let relation = entry.constraint.relation
      // Along `sign` the sides move apart in the way that the relation forbids.
      for sign in [1.0, -1.0] {
        let isForbidden = sign > 0 ? relation != .greaterThanOrEqual : relation != .lessThanOrEqual
        if isForbidden {
          Self.part(entry, sign, difference, of: &level, &program)
        } else if entry.isWritten {
          Self.part(entry, sign, difference, of: &surplus, &program)
        }
      }
      priorities[priority] = level
    }

    /// Adds the slope of max(0, sign · difference).
    private static func part(
      _ entry: OptimalityCheck.Entry, _ sign: Double, _ difference: Double, of level: inout Level,
      _ program: inout LinearProgram
    ) {
      guard difference == 0 else {
        if sign * difference > 0 { slope(entry, sign, of: &level) }
        return
      }
      let size = entry.steepest
      let growth = program.addColumn(lower: 0)
      var terms = entry.form.terms.map {
        (column: $0.unknown.index, coefficient: -sign * $0.coefficient / size)
      }
      terms.append((growth, 1))
      program.addRow(terms, lower: 0, upper: .infinity)
      level.costs[growth] = size
    }

    private static func slope(_ entry: OptimalityCheck.Entry, _ sign: Double, of level: inout Level)
    {
      for term in entry.form.terms {
        level.costs[term.unknown.index, default: 0] += sign * term.coefficient
      }
    }

    /// Adds the levels' rows.
    mutating func finish() {
      levels = priorities.sorted { $0.key > $1.key }.map(\.value)
      if !surplus.costs.isEmpty { levels.append(surplus) }
      for level in levels {
        let size = level.steepest
        let terms = level.costs.sorted { $0.key < $1.key }.map {
          (column: $0.key, coefficient: $0.value / size)
        }
        program.addRow(terms, lower: -.infinity, upper: .infinity)
      }
    }
  }
}
