import Constraints
import LayoutBenchFunctions
import LayoutModel

extension FunctionalSolver {
  /// Finds the unknowns that are where each is best by itself whatever the others are, such as the heights
  /// of labels within a row that is high enough, and solves the others as a problem of their own.
  ///
  /// An unknown is at a point in every best layout if any other layout gets better when the unknown moves
  /// there: on the highest level on which the unknown alone costs less at the point, it costs less by more
  /// than sums of several can lose, and on the levels above, these sums lose nothing, as all their constraints
  /// hold there for all values that the required bounds of the other unknowns leave. Source: dominated
  /// columns, in the presolve of linear programs.
  ///
  /// - Returns: whether the unknowns have one best value each; `nil` where few are found so.
  /// - Throws: `CoreFailure`.
  mutating func solveByFixing(
    _ members: [OpenUnknown], _ sums: [FunctionalNumber], key: Int32, at root: Size,
    _ shortcuts: Shortcuts, _ region: inout some ConditionList<Form> & ~Copyable
  ) throws(CoreFailure) -> Bool? {
    guard !hasFixed, mayFix(members, sums) else { return nil }
    let mark = region.mark
    var ranges = ValueRanges(members, sums, of: functionals, places, at: root)
    guard fix(members, &ranges, at: root, &region) else {
      drop(since: mark, &region)
      return nil
    }
    var lower = FunctionalSolver(
      try rest(of: members, sums, ranges.points, isChecked: true, at: root, &region), at: root)
    lower.depth = depth
    lower.hasFixed = true
    let open = try lower.solve(at: root, shortcuts, &region)
    count(lower)
    set(members, ranges.points, lower)
    guard open.isEmpty else {
      let looseOfRest = lower.looseUnknowns(of: open)
      loose[key] = Set(
        members.indices.filter { place in
          ranges.points[place] == nil
            && looseOfRest.contains(lower.functionals.existingNumber(RootUnknown(place)))
        }.map { members[$0] })
      return false
    }
    return true
  }

  /// Finds the values of those unknowns that may have several, at the present parameters alone; the others
  /// keep theirs.
  ///
  /// - Throws: `CoreFailure`.
  mutating func solveLoose(
    among members: [OpenUnknown], _ sums: [FunctionalNumber], at root: Size,
    _ shortcuts: Shortcuts, _ region: inout some ConditionList<Form> & ~Copyable
  ) throws(CoreFailure) {
    for (place, member) in members.enumerated() { places[member] = Int32(place) }
    let points = members.map { isTied($0) ? values[$0] : nil }
    var lower = FunctionalSolver(
      try rest(of: members, sums, points, isChecked: false, at: root, &region), at: root)
    let open = try lower.solve(at: root, shortcuts, &region)
    if !open.isEmpty, shortcuts.contains(.greedy) {
      // A program settles what substitution leaves open.
      _ = try lower.solve(at: root, shortcuts.subtracting(.greedy), &region)
    }
    count(lower)
    set(members, points, lower)
    region.pin(to: root)
  }

  /// Sets the unknowns of a component to their points, and the others to the values that a solver of the
  /// rest has found.
  private func set(
    _ members: [OpenUnknown], _ points: [Form?], _ rest: borrowing FunctionalSolver
  ) {
    for (place, member) in members.enumerated() {
      values[member] =
        points[place] ?? rest.values[rest.functionals.existingNumber(RootUnknown(place))]
    }
  }

  /// Returns true if many unknowns have a best point by themselves.
  private func mayFix(_ members: [OpenUnknown], _ sums: [FunctionalNumber]) -> Bool {
    var count = 0
    for sum in sums {
      let functional = functionals.functionals[sum]
      guard functional.end - functional.start == 1,
        functionals.lastInterval(of: sum)?.isPoint == true
      else { continue }
      count += 1
    }
    return 3 * count >= members.count
  }

  /// Fixes the unknowns that are pulled to a point.
  ///
  /// - Returns: whether they are many: to solve few unknowns fewer costs more than it saves.
  private mutating func fix(
    _ members: [OpenUnknown], _ ranges: inout ValueRanges<Form>, at root: Size,
    _ region: inout some ConditionList<Form> & ~Copyable
  ) -> Bool {
    var count = 0
    // What one round fixes may be what others wait for.
    for _ in 0..<Self.mostRounds {
      let before = count
      for place in members.indices where ranges.points[place] == nil {
        let own = ranges.own[place]
        guard !own.isNone, let interval = functionals.lastInterval(of: own), interval.isPoint,
          ranges.isPulled(
            place, to: functionals.hinges[interval.low].point.value(at: root), functionals, places,
            root),
          let point = bounds(of: own, downTo: interval.priority, at: root, &region)?.low
        else { continue }
        ranges.forEachCondition(of: place, at: point, functionals, places) { region.require($0) }
        ranges.points[place] = point
        count += 1
      }
      guard count > before else { break }
    }
    return 3 * count >= members.count
  }

  private static var mostRounds: Int { 3 }

  /// Returns the functionals over the unknowns that are not fixed.
  ///
  /// - Parameters:
  ///   - members: the unknowns of a component, each with its place.
  ///   - sums: the functionals over them.
  ///   - points: the value of each unknown that is fixed.
  ///   - isChecked: whether required constraints of fixed unknowns alone are checked.
  ///   - root: the parameters.
  ///   - region: receives conditions.
  /// - Returns: the functionals, over the unknowns' places.
  /// - Throws: `CoreFailure.conflict` where those that are fixed violate a required constraint.
  private mutating func rest(
    of members: [OpenUnknown], _ sums: [FunctionalNumber], _ points: [Form?], isChecked: Bool,
    at root: Size, _ region: inout some ConditionList<Form> & ~Copyable
  ) throws(CoreFailure) -> Functionals<Form> {
    var rest = Functionals<Form>(unknownCount: members.count)
    for place in members.indices where points[place] == nil {
      _ = rest.number(RootUnknown(place))
    }
    var terms: [Term<RootSide>] = []
    for sum in sums {
      let functional = functionals.functionals[sum]
      var fixed = Form.zero
      terms.removeAll(keepingCapacity: true)
      for index in functional.start..<functional.end {
        let term = functionals.terms[index]
        let place = Int(places[term.unknown])
        if let point = points[place] {
          fixed = fixed + point * term.coefficient
        } else {
          terms.append(Term(unknown: RootUnknown(place), coefficient: term.coefficient))
        }
      }
      guard !terms.isEmpty else {
        guard isChecked, functional.end - functional.start > 1 else { continue }
        // One that is pulled to its point may be pulled beyond what a sum allows.
        let wall = bounds(of: sum, downTo: HingePriority.required, at: root, &region)
        guard isWithin(wall, fixed, at: root, &region) else { throw .conflict }
        continue
      }
      let (functionalOfRest, scale) = terms.withUnsafeBufferPointer { rest.place($0) }
      rest.addHinges(of: sum, in: functionals, to: functionalOfRest, times: scale, plus: fixed) {
        $0
      }
    }
    return rest
  }
}

/// The values that required bounds leave each unknown of a component, and those that are fixed.
struct ValueRanges<Form: ValuedNumber> {
  /// An end of a range: its present value, and the number; infinite where there is no end.
  private struct End {
    var value: Double
    var number = Form.zero
  }

  /// A sum of several unknowns that contains one, and the coefficient of that.
  private struct Part {
    let sum: FunctionalNumber
    let coefficient: Double
  }

  /// A condition of a pull: that a sum stays on a side of a hinge.
  private struct Side {
    /// The sum; `none` for the unknown alone.
    let sum: FunctionalNumber
    let hinge: Int32
    /// True if the sum stays above the hinge.
    let isAbove: Bool
  }

  /// The functional over each unknown alone; `none` where there is none.
  private(set) var own: [FunctionalNumber]
  /// The value of each unknown that is fixed.
  var points: [Form?]
  private var lows: [End]
  private var highs: [End]
  /// The sums that contain each unknown, in one list.
  private var parts: [Part]
  private var firstParts: [Int32]
  /// The conditions of the last pull.
  private var sides: [Side] = []

  /// The least and greatest values of sums of more terms are not looked for.
  private static var mostTerms: Int32 { 16 }

  init(
    _ members: [OpenUnknown], _ sums: [FunctionalNumber],
    of functionals: borrowing Functionals<Form>,
    _ places: borrowing Arena<Int32>, at root: Size
  ) {
    own = [FunctionalNumber](repeating: .none, count: members.count)
    points = [Form?](repeating: nil, count: members.count)
    lows = [End](repeating: End(value: -.infinity), count: members.count)
    highs = [End](repeating: End(value: .infinity), count: members.count)
    firstParts = [Int32](repeating: 0, count: members.count + 1)
    for (place, member) in members.enumerated() { places[member] = Int32(place) }
    for sum in sums {
      let functional = functionals.functionals[sum]
      guard functional.end - functional.start == 1 else {
        for index in functional.start..<functional.end {
          firstParts[Int(places[functionals.terms[index].unknown]) + 1] += 1
        }
        continue
      }
      let place = Int(places[functionals.terms[functional.start].unknown])
      own[place] = sum
      var index = functional.firstHinge
      while index >= 0 {
        let hinge = functionals.hinges[index]
        index = hinge.next
        guard hinge.priority >= HingePriority.required else { continue }
        let end = End(value: hinge.point.value(at: root), number: hinge.point)
        if hinge.pullsUp, end.value > lows[place].value { lows[place] = end }
        if hinge.pullsDown, end.value < highs[place].value { highs[place] = end }
      }
    }
    for place in members.indices { firstParts[place + 1] += firstParts[place] }
    parts = [Part](
      repeating: Part(sum: .none, coefficient: 0), count: Int(firstParts[members.count]))
    var next = firstParts
    for sum in sums {
      let functional = functionals.functionals[sum]
      guard functional.end - functional.start > 1 else { continue }
      for index in functional.start..<functional.end {
        let term = functionals.terms[index]
        let place = Int(places[term.unknown])
        parts[Int(next[place])] = Part(sum: sum, coefficient: term.coefficient)
        next[place] += 1
      }
    }
  }

  /// Returns true if an unknown alone pulls to a point from both sides more than sums of several pull
  /// away.
  mutating func isPulled(
    _ place: Int, to point: Double, _ functionals: borrowing Functionals<Form>,
    _ places: borrowing Arena<Int32>, _ root: Size
  ) -> Bool {
    sides.removeAll(keepingCapacity: true)
    for isFromAbove in [true, false] {
      guard let (level, slope) = pull(place, to: point, isFromAbove, functionals, root),
        loses(
          place, at: point, isFromAbove, downTo: level, lessThan: slope, functionals, places, root)
      else { return false }
    }
    return true
  }

  /// Visits the conditions under which the last unknown is pulled to its point as it is now.
  func forEachCondition(
    of place: Int, at point: Form, _ functionals: borrowing Functionals<Form>,
    _ places: borrowing Arena<Int32>, _ visit: (Form) -> Void
  ) {
    for side in sides {
      var room = functionals.hinges[side.hinge].point * -1
      if side.sum.isNone {
        room = room + point
      } else {
        let functional = functionals.functionals[side.sum]
        for index in functional.start..<functional.end {
          let term = functionals.terms[index]
          let other = Int(places[term.unknown])
          let value =
            other == place
            ? point
            : points[other]
              ?? (side.isAbove == (term.coefficient > 0) ? lows[other] : highs[other]).number
          room = room + value * term.coefficient
        }
      }
      if !side.isAbove { room = room * -1 }
      if !room.isConstant { visit(room) }
    }
  }

  /// The highest level on which an unknown alone costs less at a point than above it, or below it, and the
  /// least gain there for each point of distance.
  private mutating func pull(
    _ place: Int, to point: Double, _ isFromAbove: Bool, _ functionals: borrowing Functionals<Form>,
    _ root: Size
  ) -> (level: Double, slope: Double)? {
    let first = functionals.functionals[own[place]].firstHinge
    var level = Double.infinity
    while let next = functionals.nextPriority(below: level, from: first) {
      level = next
      var slope = 0.0
      var index = first
      while index >= 0 {
        let (hinge, number) = (functionals.hinges[index], index)
        index = hinge.next
        guard hinge.priority == level else { continue }
        let distance = point - hinge.point.value(at: root)
        let room = isFromAbove ? distance : -distance
        let isBefore = room >= -1e-9 * (1 + abs(point))
        let pulls = isFromAbove ? hinge.pullsDown : hinge.pullsUp
        let pullsAway = isFromAbove ? hinge.pullsUp : hinge.pullsDown
        // One that begins behind the point pulls away from it, up to there.
        if isBefore, pulls { slope += hinge.weight }
        if !isBefore, pullsAway { slope -= hinge.weight }
        if isBefore { sides.append(Side(sum: .none, hinge: number, isAbove: isFromAbove)) }
      }
      if slope > 1e-9 { return (level, level >= HingePriority.required ? .infinity : slope) }
      guard slope > -1e-9 else { return nil }
    }
    return nil
  }

  /// Returns true if sums of several lose nothing above a level, and less than a slope on it, when an
  /// unknown moves to a point from above or from below.
  private mutating func loses(
    _ place: Int, at point: Double, _ isFromAbove: Bool, downTo level: Double,
    lessThan slope: Double, _ functionals: borrowing Functionals<Form>,
    _ places: borrowing Arena<Int32>, _ root: Size
  ) -> Bool {
    guard slope < .infinity else { return true }
    var lost = 0.0
    for part in parts[Int(firstParts[place])..<Int(firstParts[place + 1])] {
      let functional = functionals.functionals[part.sum]
      // Moving the unknown down moves a sum with a positive coefficient down.
      let movesDown = isFromAbove == (part.coefficient > 0)
      var index = functional.firstHinge
      while index >= 0 {
        let (hinge, number) = (functionals.hinges[index], index)
        index = hinge.next
        guard hinge.priority >= level, movesDown ? hinge.pullsUp : hinge.pullsDown else { continue }
        if isKept(hinge, isAbove: movesDown, functional, place, point, functionals, places, root) {
          sides.append(Side(sum: part.sum, hinge: number, isAbove: movesDown))
          continue
        }
        guard hinge.priority == level else { return false }
        lost += hinge.weight * abs(part.coefficient)
        guard lost < slope - 1e-9 else { return false }
      }
    }
    return true
  }

  /// Returns true if a sum stays on a side of a hinge with an unknown at a point, whatever the others are.
  private func isKept(
    _ hinge: Hinge<Form>, isAbove: Bool, _ functional: Functional, _ fixed: Int, _ point: Double,
    _ functionals: borrowing Functionals<Form>, _ places: borrowing Arena<Int32>, _ root: Size
  ) -> Bool {
    guard functional.end - functional.start <= Self.mostTerms else { return false }
    var sum = -hinge.point.value(at: root)
    var size = 1 + abs(sum)
    for index in functional.start..<functional.end {
      let term = functionals.terms[index]
      let place = Int(places[term.unknown])
      let value: Double
      if place == fixed {
        value = point
      } else if let known = points[place] {
        value = known.value(at: root)
      } else {
        value = (isAbove == (term.coefficient > 0) ? lows[place] : highs[place]).value
      }
      guard value.isFinite else { return false }
      sum += value * term.coefficient
      size += abs(value * term.coefficient)
    }
    return (isAbove ? sum : -sum) >= -1e-9 * size
  }
}
