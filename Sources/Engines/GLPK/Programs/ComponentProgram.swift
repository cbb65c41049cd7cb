import LayoutBenchFunctions
import LayoutModel
import LinearSolver

/// A linear program over unknowns that depend on each other and that no shortcut decides.
///
/// An unknown, or a sum of unknowns, with breakpoints is its value at one of them plus segments:
/// columns of the length from breakpoint to breakpoint, whose cost on a level is the slope there.
/// Costs are convex, so segments fill up in order on every level, and conditions on one unknown
/// need no row.
final class ComponentProgram<Form: ValuedNumber> {
  /// A number as a constant part and columns.
  private struct Stack {
    var base = Form.zero
    var columns: Range<Int> = 0..<0
  }

  /// The solver of small programs, and that of large ones and of doubtful answers.
  @exclusivity(unchecked) private var dense: DenseSolver?
  @exclusivity(unchecked) private var solver: LexicographicSolver?
  /// True if the last answer is that of the dense solver.
  @exclusivity(unchecked) private(set) var isDense = false
  @exclusivity(unchecked) private var program = LinearProgram()
  @exclusivity(unchecked) private var objectives = Objectives()
  /// The lowest level that counts.
  @exclusivity(unchecked) private var lowestLevel = -Double.infinity
  /// The bounds as forms, rows and columns apart.
  @exclusivity(unchecked) private var rowBounds: [(lower: Form, upper: Form)] = []
  @exclusivity(unchecked) private var columnBounds: [(lower: Form, upper: Form)] = []
  /// Each unknown of the component, in the component's order.
  @exclusivity(unchecked) private var unknowns: [Stack] = []
  @exclusivity(unchecked) private var members: [OpenUnknown] = []
  /// True if the members are in rising order.
  @exclusivity(unchecked) private var isSorted = false
  /// The costs of columns, in the order in which they were found.
  @exclusivity(unchecked) private var costs: [Cost] = []
  /// The least part of a level's greatest cost that no simplex takes for rounding.
  private static var leastCost: Double { 1e-6 }
  /// True if some cost is a smaller part of its level's greatest.
  @exclusivity(unchecked) private var isSpread = false
  /// Buffers: the costs of the sum that is broken up, and its breakpoints; a row's terms.
  @exclusivity(unchecked) private var wishes: [Wish] = []
  @exclusivity(unchecked) private var points: [Int32] = []
  @exclusivity(unchecked) private var scratch: [(column: Int, coefficient: Double)] = []
  /// Simplex iterations and runs of discarded solvers.
  @exclusivity(unchecked) private var before = (iterations: 0, solves: 0)

  /// Simplex iterations since the program was made.
  var iterations: Int {
    before.iterations + (solver?.iterations ?? 0) + (dense?.iterations ?? 0)
  }
  /// Simplex runs since the program was made.
  var solves: Int { before.solves + (solver?.solves ?? 0) + (dense?.solves ?? 0) }

  /// The cost of a sum on a level, per point below or above one of its breakpoints.
  private struct Wish {
    let priority: Double
    let breakpoint: Int
    let below: Double
    let above: Double
  }

  /// The cost of a column on a level, per point.
  private struct Cost {
    let priority: Double
    let column: Int
    let cost: Double
  }

  /// The outcome of a solve.
  enum Outcome {
    /// Every unknown has one best value, at all parameters of the region.
    case unique
    /// Something may be left open.
    case open
    /// The required hinges conflict.
    case infeasible
    /// There are no values: numbers of this kind are read off `pieces`.
    case unread
  }

  /// Solves the component, from the previous basis where the program has the same shape.
  ///
  /// - Parameters:
  ///   - members: the unknowns.
  ///   - sums: the functionals over them.
  ///   - functionals: the storage of these.
  ///   - root: the parameters.
  ///   - isSmallDense: whether a small program is solved on a dense tableau.
  ///   - values: receives the unknowns' values.
  ///   - region: receives the conditions on the parameters under which these stay right.
  /// - Returns: the outcome; there are values where it is unique or open.
  /// - Throws: `SolverError`.
  func solve(
    _ members: [OpenUnknown], _ sums: [FunctionalNumber], of functionals: inout Functionals<Form>,
    at root: Size, onTableau isSmallDense: Bool,
    into values: borrowing Arena<Form>,
    _ region: inout some ConditionList<Form> & ~Copyable
  ) throws(SolverError) -> Outcome {
    fill(members, sums, of: &functionals, at: root)
    guard !isSpread else { throw .gaveUp("the costs of a level are too far apart") }
    let (lower, upper) = bounds(at: root)
    isDense = isSmallDense ? try solveDensely(lower, upper) : false
    if !isDense {
      try load(lower, upper)
      guard try solver?.solve() ?? nil != nil else { return .infeasible }
      guard solver?.hasBasis == true else { throw .gaveUp("no basis has the exact answer") }
    }
    let isUnique = isProvedUnique
    guard try read(members, lower, upper, into: values, &region) else { return .unread }
    if !isUnique { region.pin(to: root) }
    return isUnique ? .unique : .open
  }

  /// Solves the component on a dense tableau, from the previous basis where the program has the same shape.
  ///
  /// - Parameters:
  ///   - members: the unknowns.
  ///   - sums: the functionals over them, whose required hinges do not cross.
  ///   - functionals: the storage of these.
  ///   - root: the parameters.
  ///   - visit: receives each unknown with its value.
  /// - Returns: whether every unknown has one best value; `nil` where a tableau is no way to tell.
  func solveOnTableau(
    _ members: [OpenUnknown], _ sums: [FunctionalNumber], of functionals: inout Functionals<Form>,
    at root: Size, _ visit: (OpenUnknown, Double) -> Void
  ) -> Bool? {
    fill(members, sums, of: &functionals, at: root)
    guard !isSpread, DenseSolver.takes(program, kept: true) else { return nil }
    let (lower, upper) = bounds(at: root)
    keepDense()
    isDense = dense?.solve(lower: lower, upper: upper) == true
    guard isDense, let found = dense?.point(lower: lower, upper: upper) else { return nil }
    guard isProvedUnique else { return false }
    for (member, stack) in zip(members, unknowns) {
      var value = stack.base.value(at: root)
      for column in stack.columns { value += found[program.rowCount + column] }
      visit(member, value)
    }
    return true
  }

  /// Finds the unknowns that may have another value in a layout that is as good, after an outcome that
  /// was open.
  ///
  /// - Returns: them; `nil` where these may be all.
  /// - Throws: `SolverError`.
  func looseMembers() throws(SolverError) -> Set<OpenUnknown>? {
    guard let mayMove = isDense ? dense?.mayMove : try solver?.mayMove() ?? nil else { return nil }
    var loose: Set<OpenUnknown> = []
    for (member, stack) in zip(members, unknowns)
    where stack.columns.contains(where: { mayMove[program.rowCount + $0] }) {
      loose.insert(member)
    }
    return loose
  }

  /// Returns the sums that the levels of constraints leave open, before anything is settled.
  ///
  /// - Parameters:
  ///   - members: the unknowns.
  ///   - sums: the functionals over them.
  ///   - functionals: the storage of these.
  ///   - root: the parameters.
  /// - Returns: two values of each settled sum that has several.
  /// - Throws: `SolverError`.
  func openSums(
    _ members: [OpenUnknown], _ sums: [FunctionalNumber], of functionals: inout Functionals<Form>,
    at root: Size
  ) throws(SolverError) -> [FunctionalNumber: ClosedRange<Double>] {
    lowestLevel = HingePriority.surplus
    fill(members, sums, of: &functionals, at: root)
    // A column for each sum, with the row that defines it.
    var columns: [Int: FunctionalNumber] = [:]
    for sum in sums where functionals.functionals[sum].isSettled {
      let base = readTerms(of: sum, functionals)
      let column = addColumn(Self.noLowerBound, Self.noBound)
      scratch.append((column, -1))
      addRow(base * -1, base * -1)
      columns[column] = sum
    }
    objectives.smallest = columns.keys.sorted()
    let (lower, upper) = bounds(at: root)
    try load(lower, upper)
    let open = try solver?.openColumns() ?? [:]
    return Dictionary(
      uniqueKeysWithValues: open.compactMap { column, range in columns[column].map { ($0, range) } }
    )
  }

  private func bounds(at root: Size) -> ([Double], [Double]) {
    let count = rowBounds.count + columnBounds.count
    var lower = [Double](repeating: 0, count: count)
    var upper = lower
    for index in lower.indices {
      let bounds = bounds(of: index)
      lower[index] = bounds.lower.value(at: root)
      upper[index] = bounds.upper.value(at: root)
      // A range shorter than rounding has length 0.
      if upper[index] < lower[index] { upper[index] = lower[index] }
    }
    return (lower, upper)
  }

  /// Solves a small program.
  ///
  /// - Returns: false where it is large, or the answer is in doubt.
  /// - Throws: `SolverError.gaveUp` where no simplex on these costs would tell.
  private func solveDensely(
    _ lower: [Double], _ upper: [Double]
  ) throws(SolverError) -> Bool {
    guard DenseSolver.takes(program) else { return false }
    keepDense()
    if dense?.solve(lower: lower, upper: upper) == true { return true }
    guard dense?.isCostInDoubt != true else {
      throw .gaveUp("the costs of a level cancel each other to less than rounding")
    }
    return false
  }

  /// Keeps the dense solver where the program has the same shape, and makes one else.
  private func keepDense() {
    guard dense?.hasShape(of: program, objectives) != true else { return }
    before.iterations += dense?.iterations ?? 0
    before.solves += dense?.solves ?? 0
    dense = DenseSolver(program, objectives: objectives)
  }

  private var isProvedUnique: Bool {
    (isDense ? dense?.isProvedUnique : solver?.isProvedUnique) ?? false
  }

  private func isBasic(_ variable: Int) -> Bool {
    (isDense ? dense?.isBasic(variable) : solver?.isBasic(variable)) ?? false
  }

  private func load(_ lower: [Double], _ upper: [Double]) throws(SolverError) {
    var bounded = program
    bounded.rowLower = Array(lower[..<program.rowCount])
    bounded.rowUpper = Array(upper[..<program.rowCount])
    bounded.columnLower = Array(lower[program.rowCount...])
    bounded.columnUpper = Array(upper[program.rowCount...])
    if var kept = solver.take() {
      if kept.hasShape(of: bounded), kept.objectives == objectives {
        for index in lower.indices {
          if index < program.rowCount {
            kept.setRowBounds(index, lower: lower[index], upper: upper[index])
          } else {
            kept.setColumnBounds(
              index - program.rowCount, lower: lower[index], upper: upper[index])
          }
        }
        solver = consume kept
        return
      }
      before = (before.iterations + kept.iterations, before.solves + kept.solves)
    }
    solver = try LexicographicSolver(bounded, objectives: objectives, skipsBest: true)
  }

  private func bounds(of variable: Int) -> (lower: Form, upper: Form) {
    variable < rowBounds.count
      ? rowBounds[variable] : columnBounds[variable - rowBounds.count]
  }

  // MARK: - Filling

  private static var noBound: Form { Form(constant: .infinity) }
  private static var noLowerBound: Form { Form(constant: -.infinity) }

  private func fill(
    _ members: [OpenUnknown], _ sums: [FunctionalNumber], of functionals: inout Functionals<Form>,
    at root: Size
  ) {
    program.removeAll()
    objectives = Objectives()
    rowBounds.removeAll(keepingCapacity: true)
    columnBounds.removeAll(keepingCapacity: true)
    costs.removeAll(keepingCapacity: true)
    unknowns.removeAll(keepingCapacity: true)
    // Most sums have two segments, most rows two unknowns.
    program.reserveCapacity(
      rows: sums.count, columns: 3 * sums.count, coefficients: 8 * sums.count)
    rowBounds.reserveCapacity(sums.count)
    columnBounds.reserveCapacity(3 * sums.count)
    costs.reserveCapacity(4 * sums.count)
    unknowns.reserveCapacity(members.count)
    scratch.reserveCapacity(16)
    wishes.reserveCapacity(8)
    points.reserveCapacity(8)
    self.members = members
    isSorted = zip(members, members.dropFirst()).allSatisfy { $0.index < $1.index }
    // 1 Unknowns, with the hinges of each alone.
    var own = [FunctionalNumber](repeating: .none, count: members.count)
    for sum in sums {
      let functional = functionals.functionals[sum]
      guard functional.end - functional.start == 1 else { continue }
      guard hasWish(sum, functionals) else { continue }
      own[place(of: functionals.terms[functional.start].unknown)] = sum
    }
    for sum in own {
      unknowns.append(sum.isNone ? free() : stack(of: sum, functionals: &functionals, at: root))
    }
    // 2 A row for each sum of several.
    for sum in sums {
      let functional = functionals.functionals[sum]
      guard functional.end - functional.start > 1 else { continue }
      guard hasWish(sum, functionals) else { continue }
      let base = readTerms(of: sum, functionals)
      if let (low, high) = requiredBounds(of: sum, functionals, at: root) {
        addRow(
          (low < 0 ? Self.noLowerBound : functionals.hinges[low].point) - base,
          (high < 0 ? Self.noBound : functionals.hinges[high].point) - base)
      } else {
        let own = stack(of: sum, functionals: &functionals, at: root)
        for column in own.columns { scratch.append((column, -1)) }
        addRow(own.base - base, own.base - base)
      }
    }
    setLevels()
  }

  private func place(of unknown: OpenUnknown) -> Int {
    guard isSorted else { return members.firstIndex { $0 == unknown } ?? 0 }
    var (low, high) = (0, members.count)
    while low < high {
      let middle = (low + high) / 2
      if members[middle].index < unknown.index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The costs of one priority.
  private struct Level {
    let priority: Double
    var count = 0
    var largest = 0.0
    /// The number of higher ones.
    var place = 0
  }

  /// Makes objectives of the costs, the highest priority first.
  private func setLevels() {
    // 1 The levels, in the order in which they are found, and that of each cost.
    var levels: [Level] = []
    var places = Arena<Int32>(capacity: costs.count)
    var numbers: [Double: Int] = [:]
    var last = -1
    for cost in costs {
      if last < 0 || levels[last].priority != cost.priority {
        last = numbers[cost.priority] ?? levels.count
        if last == levels.count {
          numbers[cost.priority] = last
          levels.append(Level(priority: cost.priority))
        }
      }
      levels[last].count += 1
      levels[last].largest = max(levels[last].largest, abs(cost.cost))
      places.append(Int32(last))
    }
    // 2 Their costs.
    isSpread = false
    let order = levels.indices.sorted { levels[$0].priority > levels[$1].priority }
    objectives.levels = order.map { Objectives.Objective(capacity: levels[$0].count) }
    for (place, level) in order.enumerated() { levels[level].place = place }
    for (index, cost) in costs.enumerated() {
      let level = levels[Int(places[index])]
      // Where multipliers have made all costs of a level small, their differences would be taken for
      // rounding: the largest becomes 1.
      let share = cost.cost / (level.largest > 0 ? level.largest : 1)
      if abs(share) < Self.leastCost { isSpread = true }
      objectives.levels[level.place].add(cost.column, share)
    }
  }

  /// Returns true if a level that counts has a hinge on a sum.
  private func hasWish(_ sum: FunctionalNumber, _ functionals: borrowing Functionals<Form>) -> Bool
  {
    var index = functionals.functionals[sum].firstHinge
    while index >= 0 {
      if functionals.hinges[index].priority >= lowestLevel { return true }
      index = functionals.hinges[index].next
    }
    return false
  }

  /// Makes a sum over columns the next row's terms.
  ///
  /// - Returns: the affine part of it.
  private func readTerms(
    of sum: FunctionalNumber, _ functionals: borrowing Functionals<Form>
  ) -> Form {
    let functional = functionals.functionals[sum]
    var base = Form.zero
    scratch.removeAll(keepingCapacity: true)
    for index in functional.start..<functional.end {
      let term = functionals.terms[index]
      let stack = unknowns[place(of: term.unknown)]
      base = base + stack.base * term.coefficient
      for column in stack.columns { scratch.append((column, term.coefficient)) }
    }
    return base
  }

  /// Adds a row of the terms that were read.
  private func addRow(_ lower: Form, _ upper: Form) {
    program.addRow(scratch, lower: 0, upper: 0)
    rowBounds.append((lower, upper))
  }

  private func addColumn(_ lower: Form, _ upper: Form) -> Int {
    columnBounds.append((lower, upper))
    return program.addColumn()
  }

  private func free() -> Stack {
    let column = addColumn(Self.noLowerBound, Self.noBound)
    return Stack(columns: column..<column + 1)
  }

  /// The hinges that are the tightest required bounds, or -1; `nil` where another level that counts
  /// has a hinge too.
  private func requiredBounds(
    of sum: FunctionalNumber, _ functionals: borrowing Functionals<Form>, at root: Size
  ) -> (low: Int32, high: Int32)? {
    var low = (value: -Double.infinity, hinge: Int32(-1))
    var high = (value: Double.infinity, hinge: Int32(-1))
    var index = functionals.functionals[sum].firstHinge
    while index >= 0 {
      let hinge = functionals.hinges[index]
      guard hinge.priority >= HingePriority.required else {
        guard hinge.priority < lowestLevel else { return nil }
        index = hinge.next
        continue
      }
      let value = hinge.point.value(at: root)
      if hinge.pullsUp, value > low.value { low = (value, index) }
      if hinge.pullsDown, value < high.value { high = (value, index) }
      index = hinge.next
    }
    return (low.hinge, high.hinge)
  }

  /// The segments that a sum is broken up into.
  private struct Segments {
    /// The breakpoints that bound the sum, or -1 and `Int.max`.
    var first = -1
    var end = Int.max
    /// The number of breakpoints.
    let count: Int

    /// The breakpoint from which segments are counted.
    var base: Int { first >= 0 ? first : min(end, count - 1) }
    /// The segments.
    ///
    /// Number k ends at breakpoint k. Required points that cross by rounding leave none at all.
    var range: Range<Int> { first + 1..<max(first + 1, min(end, count) + 1) }
  }

  /// Finds the breakpoints of a sum, those of equal value as one, with what they cost.
  private func findBreakpoints(
    of sum: FunctionalNumber, _ functionals: inout Functionals<Form>, at root: Size
  ) -> Segments {
    points.removeAll(keepingCapacity: true)
    wishes.removeAll(keepingCapacity: true)
    var (first, end) = (-1, Int.max)
    var last = -Double.infinity
    for point in functionals.sortedHinges(of: sum, at: root) {
      let hinge = functionals.hinges[point.hinge]
      guard hinge.priority >= lowestLevel else { continue }
      if points.isEmpty || point.value - last > 1e-10 * (1 + abs(point.value)) {
        points.append(point.hinge)
        last = point.value
      }
      let place = points.count - 1
      guard hinge.priority < HingePriority.required else {
        if hinge.pullsUp { first = max(first, place) }
        if hinge.pullsDown { end = min(end, place) }
        continue
      }
      wishes.append(
        Wish(
          priority: hinge.priority, breakpoint: place, below: hinge.pullsUp ? hinge.weight : 0,
          above: hinge.pullsDown ? hinge.weight : 0))
    }
    return Segments(first: first, end: end, count: points.count)
  }

  /// Breaks a sum up into segments.
  private func stack(
    of sum: FunctionalNumber, functionals: inout Functionals<Form>, at root: Size
  ) -> Stack {
    // 1 The breakpoints.
    let segments = findBreakpoints(of: sum, &functionals, at: root)
    // 2 Sort by level; few, and nearly always in order.
    for index in wishes.indices.dropFirst() {
      var place = index
      while place > 0, wishes[place - 1].priority < wishes[place].priority {
        wishes.swapAt(place - 1, place)
        place -= 1
      }
    }
    // 3 The segments between those that bound it.
    func point(_ place: Int) -> Form { functionals.hinges[points[place]].point }
    let (base, start) = (segments.base, columnBounds.count)
    for segment in segments.range {
      let column: Int
      if segment <= base {
        let length = segment == 0 ? Self.noBound : point(segment) - point(segment - 1)
        column = addColumn(length * -1, .zero)
      } else {
        let length =
          segment == segments.count ? Self.noBound : point(segment) - point(segment - 1)
        column = addColumn(.zero, length)
      }
      // Segment k ends at breakpoint k: up to there the cost below applies, from there on the cost
      // above.
      var index = 0
      while index < wishes.count {
        let priority = wishes[index].priority
        var slope = 0.0
        while index < wishes.count, wishes[index].priority == priority {
          let wish = wishes[index]
          slope += segment <= wish.breakpoint ? -wish.below : wish.above
          index += 1
        }
        if slope != 0 { costs.append(Cost(priority: priority, column: column, cost: slope)) }
      }
    }
    return Stack(base: point(base), columns: start..<columnBounds.count)
  }

  // MARK: - Reading

  /// Reads the unknowns off the basis, as forms of the parameters, with the bounds of basic
  /// variables as conditions.
  ///
  /// - Returns: whether numbers of this kind can be read so.
  private func read(
    _ members: [OpenUnknown], _ lower: [Double], _ upper: [Double],
    into values: borrowing Arena<Form>, _ region: inout some ConditionList<Form> & ~Copyable
  ) throws(SolverError) -> Bool {
    let forms = rowBounds + columnBounds
    let found = try Form.mapped(forms.map(\.lower), forms.map(\.upper)) {
      (lower: [Double], upper: [Double]) throws(SolverError) in try point(lower, upper)
    }
    guard let found else { return false }
    let rows = program.rowCount
    for (place, member) in members.enumerated() {
      var sum = unknowns[place].base
      for column in unknowns[place].columns { sum = sum + found[rows + column] }
      values[member] = sum
    }
    for variable in lower.indices where isBasic(variable) {
      let (low, high) = bounds(of: variable)
      if lower[variable].isFinite { region.require(Self.lenient(found[variable] - low)) }
      if upper[variable].isFinite { region.require(Self.lenient(high - found[variable])) }
    }
    return true
  }

  /// The place of a sum in an answer: at a hinge, or between two.
  struct Piece {
    let sum: FunctionalNumber
    /// The hinges; -1 where it has no end.
    let low: Int32
    let high: Int32
    /// True if it follows from the others.
    var isRedundant = false

    /// True if it is at a hinge.
    var isPoint: Bool { low == high }
  }

  /// Reads the place of every sum off the basis: those at a hinge determine all unknowns, whatever
  /// the hinges' points are.
  ///
  /// - Parameters:
  ///   - sums: the functionals of the last solve.
  ///   - functionals: the storage of these.
  ///   - root: the parameters.
  /// - Returns: the places; `nil` where the basis does not tell them.
  /// - Throws: `SolverError`.
  func pieces(
    _ sums: [FunctionalNumber], of functionals: inout Functionals<Form>, at root: Size
  ) throws(SolverError) -> [Piece]? {
    guard isProvedUnique else { return nil }
    let (lower, upper) = bounds(at: root)
    let found = try point(lower, upper)
    var pieces: [Piece] = []
    var row = 0
    // Columns of unknowns come before those of rows.
    var next = unknowns.last?.columns.upperBound ?? 0
    for sum in sums {
      let functional = functionals.functionals[sum]
      guard hasWish(sum, functionals) else { continue }
      guard functional.end - functional.start > 1 else {
        let stack = unknowns[place(of: functionals.terms[functional.start].unknown)]
        guard let piece = piece(of: sum, stack.columns, found, &functionals, at: root) else {
          return nil
        }
        pieces.append(piece)
        continue
      }
      defer { row += 1 }
      let isBasic = isBasic(row)
      if let (low, high) = requiredBounds(of: sum, functionals, at: root) {
        let isAtLow = low >= 0 && abs(found[row] - lower[row]) <= abs(upper[row] - found[row])
        let end = isAtLow ? low : high
        pieces.append(
          isBasic ? Piece(sum: sum, low: low, high: high) : Piece(sum: sum, low: end, high: end))
        continue
      }
      let segments = findBreakpoints(of: sum, &functionals, at: root).range
      guard
        var piece = piece(of: sum, next..<next + segments.count, found, &functionals, at: root),
        !isBasic || piece.isPoint
      else { return nil }
      next += segments.count
      piece.isRedundant = isBasic
      pieces.append(piece)
    }
    return pieces
  }

  /// Reads the place of a sum with segments.
  ///
  /// - Returns: the place; `nil` where several segments are basic.
  private func piece(
    of sum: FunctionalNumber, _ columns: Range<Int>, _ found: [Double],
    _ functionals: inout Functionals<Form>, at root: Size
  ) -> Piece? {
    let segments = findBreakpoints(of: sum, &functionals, at: root)
    var value = functionals.hinges[points[segments.base]].point.value(at: root)
    var basic: Int?
    for (segment, column) in zip(segments.range, columns) {
      let variable = program.rowCount + column
      value += found[variable]
      guard isBasic(variable) else { continue }
      guard basic == nil else { return nil }
      basic = segment
    }
    if let basic {
      return Piece(
        sum: sum, low: basic > 0 ? points[basic - 1] : -1,
        high: basic < segments.count ? points[basic] : -1)
    }
    let nearest = points.indices.min { one, other in
      func distance(_ place: Int) -> Double {
        abs(functionals.hinges[points[place]].point.value(at: root) - value)
      }
      return distance(one) < distance(other)
    }
    return nearest.map { Piece(sum: sum, low: points[$0], high: points[$0]) }
  }

  private func point(_ lower: [Double], _ upper: [Double]) throws(SolverError) -> [Double] {
    if isDense, let point = dense?.point(lower: lower, upper: upper) { return point }
    return try solver?.point(lower: lower, upper: upper) ?? []
  }

  /// Widens a condition: the solvers satisfy a bound only within their tolerances.
  private static func lenient(_ number: Form) -> Form {
    number + Form(constant: 2 * Simplex.tolerance * (1 + abs(number.constant)))
  }
}
