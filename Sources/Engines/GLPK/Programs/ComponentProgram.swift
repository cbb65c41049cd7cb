import LayoutBenchFunctions
import LayoutModel
import LinearSolver

/// A linear program over unknowns that depend on each other and that no shortcut decides.
///
/// An unknown, or a sum of unknowns, with breakpoints is its value at one of them plus segments:
/// columns of the length from breakpoint to breakpoint, whose cost on a level is the slope there.
/// Costs are convex, so segments fill up in order on every level, and conditions on one unknown
/// need no row.
final class ComponentProgram {
  /// A number as a constant part and columns.
  private struct Stack {
    var base = AffineNumber()
    var columns: Range<Int> = 0..<0
  }

  private var solver: LexicographicSolver?
  private var program = LinearProgram()
  private var objectives = Objectives()
  /// The lowest level that counts.
  private var lowestLevel = -Double.infinity
  /// The bounds as forms, rows and columns apart.
  private var rowBounds: [(lower: AffineNumber, upper: AffineNumber)] = []
  private var columnBounds: [(lower: AffineNumber, upper: AffineNumber)] = []
  /// Each unknown of the component, in the component's order.
  private var unknowns: [Stack] = []
  private var members: [OpenUnknown] = []
  /// The places of unknowns, where there are too many for a linear search.
  private var places: [OpenUnknown: Int] = [:]
  private var levels: [(priority: Double, objective: Objectives.Objective)] = []
  /// Buffers: the costs of the sum that is broken up, and its breakpoints; a row's terms.
  private var wishes: [Wish] = []
  private var points: [AffineNumber] = []
  private var scratch: [(column: Int, coefficient: Double)] = []
  /// Simplex iterations and runs of discarded solvers.
  private var before = (iterations: 0, solves: 0)

  /// Simplex iterations since the program was made.
  var iterations: Int { before.iterations + (solver?.iterations ?? 0) }
  /// Simplex runs since the program was made.
  var solves: Int { before.solves + (solver?.solves ?? 0) }

  /// The cost of a sum on a level, per point below or above one of its breakpoints.
  private struct Wish {
    let priority: Double
    let breakpoint: Int
    let below: Double
    let above: Double
  }

  /// The outcome of a solve.
  enum Outcome {
    /// Every unknown has one best value, at all parameters of the region.
    case unique
    /// Something may be left open.
    case open
    /// The required hinges conflict.
    case infeasible
  }

  /// Solves the component, from the previous basis where the program has the same shape.
  ///
  /// - Parameters:
  ///   - members: the unknowns.
  ///   - sums: the functionals over them.
  ///   - functionals: the storage of these.
  ///   - root: the parameters.
  ///   - values: receives the unknowns' values.
  ///   - region: receives the conditions on the parameters under which these stay right.
  /// - Returns: the outcome; there are values unless it is infeasible.
  /// - Throws: `SolverError`.
  func solve(
    _ members: [OpenUnknown], _ sums: [FunctionalNumber], of functionals: inout Functionals,
    at root: Size,
    into values: borrowing Arena<AffineNumber>, _ region: inout SizeRegion
  ) throws(SolverError) -> Outcome {
    fill(members, sums, of: &functionals, at: root)
    let (lower, upper) = bounds(at: root)
    try load(lower, upper)
    guard try solver?.solve() ?? nil != nil else { return .infeasible }
    let isUnique = solver?.isProvedUnique ?? false
    try read(members, lower, upper, into: values, &region)
    if !isUnique { region.pin(to: root) }
    return isUnique ? .unique : .open
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
    _ members: [OpenUnknown], _ sums: [FunctionalNumber], of functionals: inout Functionals,
    at root: Size
  ) throws(SolverError) -> [FunctionalNumber: ClosedRange<Double>] {
    lowestLevel = Hinge.surplus
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
    solver = try LexicographicSolver(bounded, objectives: objectives)
  }

  private func bounds(of variable: Int) -> (lower: AffineNumber, upper: AffineNumber) {
    variable < rowBounds.count
      ? rowBounds[variable] : columnBounds[variable - rowBounds.count]
  }

  // MARK: - Filling

  private static let noBound = AffineNumber(constant: .infinity)
  private static let noLowerBound = AffineNumber(constant: -.infinity)

  private func fill(
    _ members: [OpenUnknown], _ sums: [FunctionalNumber], of functionals: inout Functionals,
    at root: Size
  ) {
    program.removeAll()
    objectives = Objectives()
    rowBounds.removeAll(keepingCapacity: true)
    columnBounds.removeAll(keepingCapacity: true)
    levels.removeAll(keepingCapacity: true)
    unknowns.removeAll(keepingCapacity: true)
    self.members = members
    places.removeAll(keepingCapacity: true)
    if members.count > Self.fewMembers {
      for (place, member) in members.enumerated() { places[member] = place }
    }
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
        addRow((low ?? Self.noLowerBound) - base, (high ?? Self.noBound) - base)
      } else {
        let own = stack(of: sum, functionals: &functionals, at: root)
        for column in own.columns { scratch.append((column, -1)) }
        addRow(own.base - base, own.base - base)
      }
    }
    levels.sort { $0.priority > $1.priority }
    objectives.levels = levels.map(\.objective)
  }

  /// Up to this many members, a place is found by linear search.
  private static let fewMembers = 16

  private func place(of unknown: OpenUnknown) -> Int {
    members.count > Self.fewMembers
      ? places[unknown] ?? 0 : members.firstIndex { $0 == unknown } ?? 0
  }

  private func addCost(_ column: Int, _ cost: Double, on priority: Double) {
    for index in levels.indices where levels[index].priority == priority {
      levels[index].objective.add(column, cost)
      return
    }
    levels.append((priority, .init()))
    levels[levels.count - 1].objective.add(column, cost)
  }

  /// Returns true if a level that counts has a hinge on a sum.
  private func hasWish(_ sum: FunctionalNumber, _ functionals: borrowing Functionals) -> Bool {
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
    of sum: FunctionalNumber, _ functionals: borrowing Functionals
  ) -> AffineNumber {
    let functional = functionals.functionals[sum]
    var base = AffineNumber()
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
  private func addRow(_ lower: AffineNumber, _ upper: AffineNumber) {
    program.addRow(scratch, lower: 0, upper: 0)
    rowBounds.append((lower, upper))
  }

  private func addColumn(_ lower: AffineNumber, _ upper: AffineNumber) -> Int {
    columnBounds.append((lower, upper))
    return program.addColumn()
  }

  private func free() -> Stack {
    let column = addColumn(Self.noLowerBound, Self.noBound)
    return Stack(columns: column..<column + 1)
  }

  /// The tightest required bounds; `nil` where another level that counts has a hinge too.
  private func requiredBounds(
    of sum: FunctionalNumber, _ functionals: borrowing Functionals, at root: Size
  ) -> (low: AffineNumber?, high: AffineNumber?)? {
    var low: (value: Double, form: AffineNumber)?
    var high: (value: Double, form: AffineNumber)?
    var index = functionals.functionals[sum].firstHinge
    while index >= 0 {
      let hinge = functionals.hinges[index]
      guard hinge.priority >= Hinge.required else {
        guard hinge.priority < lowestLevel else { return nil }
        index = hinge.next
        continue
      }
      let value = hinge.point.value(at: root)
      if hinge.pullsUp, value > low?.value ?? -.infinity { low = (value, hinge.point) }
      if hinge.pullsDown, value < high?.value ?? .infinity { high = (value, hinge.point) }
      index = hinge.next
    }
    return (low?.form, high?.form)
  }

  /// Breaks a sum up into segments.
  private func stack(
    of sum: FunctionalNumber, functionals: inout Functionals, at root: Size
  ) -> Stack {
    // 1 The breakpoints, those of equal value as one, and those that bound it.
    points.removeAll(keepingCapacity: true)
    wishes.removeAll(keepingCapacity: true)
    var (first, end) = (-1, Int.max)
    var last = -Double.infinity
    for point in functionals.sortedHinges(of: sum, at: root) {
      let hinge = functionals.hinges[point.hinge]
      guard hinge.priority >= lowestLevel else { continue }
      if points.isEmpty || point.value - last > 1e-10 * (1 + abs(point.value)) {
        points.append(hinge.point)
        last = point.value
      }
      let place = points.count - 1
      guard hinge.priority < Hinge.required else {
        if hinge.pullsUp { first = max(first, place) }
        if hinge.pullsDown { end = min(end, place) }
        continue
      }
      wishes.append(
        Wish(
          priority: hinge.priority, breakpoint: place, below: hinge.pullsUp ? hinge.weight : 0,
          above: hinge.pullsDown ? hinge.weight : 0))
    }
    // 2 Sort by level; few, and nearly always in order.
    for index in wishes.indices.dropFirst() {
      var place = index
      while place > 0, wishes[place - 1].priority < wishes[place].priority {
        wishes.swapAt(place - 1, place)
        place -= 1
      }
    }
    // 3 The segments between those that bound it.
    let count = points.count
    let base = first >= 0 ? first : min(end, count - 1)
    let start = columnBounds.count
    // Required points that cross by rounding leave no segment at all.
    for segment in first + 1..<max(first + 1, min(end, count) + 1) {
      let column: Int
      if segment <= base {
        let length = segment == 0 ? Self.noBound : points[segment] - points[segment - 1]
        column = addColumn(length * -1, AffineNumber())
      } else {
        let length =
          segment == count ? Self.noBound : points[segment] - points[segment - 1]
        column = addColumn(AffineNumber(), length)
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
        if slope != 0 { addCost(column, slope, on: priority) }
      }
    }
    return Stack(base: points[base], columns: start..<columnBounds.count)
  }

  // MARK: - Reading

  /// Reads the unknowns off the basis, as forms of the parameters, with the bounds of basic
  /// variables as conditions.
  private func read(
    _ members: [OpenUnknown], _ lower: [Double], _ upper: [Double],
    into values: borrowing Arena<AffineNumber>, _ region: inout SizeRegion
  ) throws(SolverError) {
    let forms = rowBounds + columnBounds
    let constants = try point(forms.map(\.lower.constant), forms.map(\.upper.constant))
    let perWidth = try point(forms.map(\.lower.perWidth), forms.map(\.upper.perWidth))
    let perHeight = try point(forms.map(\.lower.perHeight), forms.map(\.upper.perHeight))
    func value(of variable: Int) -> AffineNumber {
      AffineNumber(
        constant: constants[variable], perWidth: perWidth[variable],
        perHeight: perHeight[variable])
    }
    let rows = program.rowCount
    for (place, member) in members.enumerated() {
      var sum = unknowns[place].base
      for column in unknowns[place].columns { sum = sum + value(of: rows + column) }
      values[member] = sum
    }
    for variable in lower.indices where solver?.isBasic(variable) == true {
      let (low, high) = bounds(of: variable)
      if lower[variable].isFinite { region.require(Self.lenient(value(of: variable) - low)) }
      if upper[variable].isFinite { region.require(Self.lenient(high - value(of: variable))) }
    }
  }

  private func point(_ lower: [Double], _ upper: [Double]) throws(SolverError) -> [Double] {
    try solver?.point(lower: lower, upper: upper) ?? []
  }

  /// Widens a condition: GLPK satisfies a bound only within its tolerance.
  private static func lenient(_ number: AffineNumber) -> AffineNumber {
    var number = number
    number.constant += 2 * Simplex.tolerance * (1 + abs(number.constant))
    return number
  }
}
