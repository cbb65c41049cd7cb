import LayoutBenchFunctions
import LayoutModel

/// Bounds that follow from several sums that must stay within walls.
///
/// In `a + b <= 100` and `b >= 30`, `a` is 70 at most. Constraints of lower levels that ask for
/// more are best there, and a sum by itself cannot tell. Every bound follows from walls that hold
/// in any case, so that adding it changes no layout. Source: bound propagation, as the presolve of
/// linear programs has it.
struct ImpliedBounds<Form: ValuedNumber>: ~Copyable {
  /// An end of a range: its present value, and the number; infinite where there is no end.
  private struct End {
    var value: Double
    var number = Form.zero
  }

  /// The walls of an unknown or a sum.
  private struct Walls {
    var low = End(value: -.infinity)
    var high = End(value: .infinity)

    var isOpen: Bool { low.value == -.infinity && high.value == .infinity }
  }

  /// A sum of several unknowns with its walls.
  private struct Row {
    let sum: FunctionalNumber
    let walls: Walls
  }

  /// Sums of more terms are passed over, since each term is compared with all others.
  private static var mostTerms: Int { 16 }
  private static var mostRounds: Int { 4 }

  private let root: Size
  /// The level down to which constraints are walls.
  private let level: Double
  /// The place of each unknown; `nil` where it is its number.
  private let places: UnsafePointer<Int32>?
  private var unknowns: [Walls]
  private var rows: [Row] = []
  /// True if only present values count.
  private let isTrial: Bool

  /// Adds the bounds that required constraints imply, where others ask for more.
  ///
  /// - Parameters:
  ///   - functionals: the sums with their constraints; receives required bounds.
  ///   - root: the parameters.
  static func add(to functionals: inout Functionals<Form>, at root: Size) {
    let sums = functionals.functionals.indices.map { FunctionalNumber($0) }
    var bounds = Self(
      sums, of: functionals, functionals.unknowns.count, nil, downTo: HingePriority.required,
      isTrial: false, at: root)
    guard bounds.propagate(functionals) else { return }
    for sum in sums {
      guard let (low, high) = bounds.cut(sum, of: functionals) else { continue }
      if low { functionals.bound(sum, bounds.number(sum, of: functionals, isMost: false), .below) }
      if high { functionals.bound(sum, bounds.number(sum, of: functionals, isMost: true), .above) }
    }
  }

  /// Finds out if the walls down to a level imply a bound that makes constraints below it yield.
  ///
  /// - Parameters:
  ///   - sums: the sums, whose intervals are known.
  ///   - functionals: the storage of these.
  ///   - count: the number of unknowns in them.
  ///   - places: the place of each unknown, from 0.
  ///   - level: the level.
  ///   - root: the parameters.
  /// - Returns: whether they do.
  static func matter(
    _ sums: [FunctionalNumber], of functionals: borrowing Functionals<Form>, _ count: Int,
    _ places: borrowing Arena<Int32>, downTo level: Double, at root: Size
  ) -> Bool {
    var bounds = Self(
      sums, of: functionals, count, UnsafePointer(places.base), downTo: level, isTrial: true,
      at: root)
    guard bounds.propagate(functionals) else { return false }
    for sum in sums where bounds.cut(sum, of: functionals) != nil { return true }
    return false
  }

  private init(
    _ sums: [FunctionalNumber], of functionals: borrowing Functionals<Form>, _ count: Int,
    _ places: UnsafePointer<Int32>?, downTo level: Double, isTrial: Bool, at root: Size
  ) {
    self.root = root
    self.level = level
    self.isTrial = isTrial
    self.places = places
    unknowns = [Walls](repeating: Walls(), count: count)
    for sum in sums {
      let functional = functionals.functionals[sum]
      let count = functional.end - functional.start
      guard count <= Self.mostTerms else { continue }
      let walls = walls(sum, of: functionals)
      if count == 1 {
        unknowns[place(functionals.terms[functional.start].unknown)] = walls
      } else if !walls.isOpen {
        rows.append(Row(sum: sum, walls: walls))
      }
    }
  }

  private func place(_ unknown: OpenUnknown) -> Int {
    guard let places else { return Int(unknown.index) }
    return Int(places[Int(unknown.index)])
  }

  /// The walls of a sum: its interval where it is known, else what its required hinges leave.
  private func walls(
    _ sum: FunctionalNumber, of functionals: borrowing Functionals<Form>
  ) -> Walls {
    var walls = Walls()
    func end(_ hinge: Int32) -> End {
      let point = functionals.hinges[hinge].point
      return End(value: point.value(at: root), number: point)
    }
    guard !isTrial else {
      guard let interval = functionals.interval(of: sum, downTo: level) else { return walls }
      if interval.low >= 0 { walls.low = end(interval.low) }
      if interval.high >= 0 { walls.high = end(interval.high) }
      return walls
    }
    var index = functionals.functionals[sum].firstHinge
    while index >= 0 {
      let hinge = functionals.hinges[index]
      if hinge.priority >= level {
        let end = end(index)
        if hinge.pullsUp, end.value > walls.low.value { walls.low = end }
        if hinge.pullsDown, end.value < walls.high.value { walls.high = end }
      }
      index = hinge.next
    }
    return walls
  }

  /// Bounds each unknown of each row by the walls of the row and the bounds of its other unknowns.
  ///
  /// - Returns: whether anything is bounded by more than its own walls: a row by its unknowns, too.
  private mutating func propagate(_ functionals: borrowing Functionals<Form>) -> Bool {
    guard !rows.isEmpty else { return false }
    for _ in 0..<Self.mostRounds {
      var isTighter = false
      for row in rows {
        // c u <= high - the least of the rest, and c u >= low - the most of the rest.
        if tighten(row, functionals, isMost: true) { isTighter = true }
        if tighten(row, functionals, isMost: false) { isTighter = true }
      }
      if !isTighter { break }
    }
    return true
  }

  /// Bounds the unknowns of a row by one of its walls.
  private mutating func tighten(
    _ row: Row, _ functionals: borrowing Functionals<Form>, isMost: Bool
  ) -> Bool {
    let wall = isMost ? row.walls.high : row.walls.low
    guard wall.value.isFinite else { return false }
    let functional = functionals.functionals[row.sum]
    // Where two of its unknowns have no end, none gets one.
    var open = 0
    for index in functional.start..<functional.end
    where !end(functionals.terms[index], isMost: !isMost).value.isFinite { open += 1 }
    guard open < 2 else { return false }
    var isTighter = false
    for index in functional.start..<functional.end
    where tighten(index, of: row, functionals, isMost: isMost) { isTighter = true }
    return isTighter
  }

  /// Bounds one unknown of a row.
  private mutating func tighten(
    _ index: Int32, of row: Row, _ functionals: borrowing Functionals<Form>, isMost: Bool
  ) -> Bool {
    let wall = isMost ? row.walls.high : row.walls.low
    let rest = extreme(row.sum, of: functionals, without: index, isMost: !isMost)
    guard rest.isFinite else { return false }
    let term = functionals.terms[index]
    let value = (wall.value - rest) / term.coefficient
    let isHigh = isMost == (term.coefficient > 0)
    let unknown = place(term.unknown)
    let known = isHigh ? unknowns[unknown].high.value : unknowns[unknown].low.value
    guard Self.isBeyond(known, value, isHigh: isHigh) else { return false }
    var bound = End(value: value)
    if !isTrial {
      let others = number(row.sum, of: functionals, without: index, isMost: !isMost)
      bound.number = (wall.number - others) * (1 / term.coefficient)
    }
    if isHigh { unknowns[unknown].high = bound } else { unknowns[unknown].low = bound }
    return true
  }

  /// Returns true if a number is clearly beyond a bound: below it for a low one.
  private static func isBeyond(_ number: Double, _ bound: Double, isHigh: Bool) -> Bool {
    let doubt = 1e-6 * (1 + abs(bound))
    return isHigh ? number > bound + doubt : number < bound - doubt
  }

  /// The end of a term's range from which a sum's least or largest value is computed.
  private func end(_ term: Term<OpenSide>, isMost: Bool) -> End {
    let walls = unknowns[place(term.unknown)]
    return isMost == (term.coefficient > 0) ? walls.high : walls.low
  }

  /// The least or the largest value of a sum without one of its terms; infinite where it has none.
  private func extreme(
    _ sum: FunctionalNumber, of functionals: borrowing Functionals<Form>, without gone: Int32 = -1,
    isMost: Bool
  ) -> Double {
    let functional = functionals.functionals[sum]
    var total = 0.0
    for index in functional.start..<functional.end where index != gone {
      let term = functionals.terms[index]
      total += end(term, isMost: isMost).value * term.coefficient
    }
    return total
  }

  /// The same as a number.
  private func number(
    _ sum: FunctionalNumber, of functionals: borrowing Functionals<Form>, without gone: Int32 = -1,
    isMost: Bool
  ) -> Form {
    let functional = functionals.functionals[sum]
    var total = Form.zero
    for index in functional.start..<functional.end where index != gone {
      let term = functionals.terms[index]
      total = total + end(term, isMost: isMost).number * term.coefficient
    }
    return total
  }

  /// Finds the ends at which a sum's implied bounds make constraints below the level yield.
  ///
  /// - Returns: whether it is its low end, its high end; `nil` for neither.
  private func cut(
    _ sum: FunctionalNumber, of functionals: borrowing Functionals<Form>
  ) -> (low: Bool, high: Bool)? {
    let functional = functionals.functionals[sum]
    guard functional.end - functional.start <= Self.mostTerms else { return nil }
    let known = walls(sum, of: functionals)
    let least = extreme(sum, of: functionals, isMost: false)
    let most = extreme(sum, of: functionals, isMost: true)
    let isTighter = (
      low: least.isFinite && Self.isBeyond(known.low.value, least, isHigh: false),
      high: most.isFinite && Self.isBeyond(known.high.value, most, isHigh: true)
    )
    guard isTighter.low || isTighter.high else { return nil }
    var cut = (low: false, high: false)
    var index = functional.firstHinge
    while index >= 0 {
      let hinge = functionals.hinges[index]
      index = hinge.next
      guard hinge.priority < level else { continue }
      let value = hinge.point.value(at: root)
      if isTighter.low, hinge.pullsDown, value < least { cut.low = true }
      if isTighter.high, hinge.pullsUp, value > most { cut.high = true }
    }
    return cut.low || cut.high ? cut : nil
  }
}
