import Constraints
import LayoutBenchFunctions
import LayoutModel

extension FunctionalSolver {
  /// Substitutes the sums that are best at one point on the highest levels, and solves what they
  /// leave open, in which lower levels decide, as a problem of its own.
  ///
  /// If all sums can be where each is best by itself on these levels, nothing is better there, and
  /// the lower levels choose among these points: the intervals are walls for them. Walls that leave
  /// no point tell that the levels have to trade.
  ///
  /// - Returns: whether the unknowns have one best value each; `nil` where no level can be decided
  ///   so.
  /// - Throws: `CoreFailure.solver`.
  mutating func solveByLevels(
    _ members: [OpenUnknown], _ sums: [FunctionalNumber], key: Int32, at root: Size,
    _ shortcuts: Shortcuts, _ region: inout some ConditionList<Form> & ~Copyable
  ) throws(CoreFailure) -> Bool? {
    let mark = region.mark
    guard let level = substituteLevel(members, sums, at: root, &region),
      var reduced = reduced(members, sums, downTo: level, at: root, &region)
    else {
      drop(since: mark, &region)
      return nil
    }
    ImpliedBounds.add(to: &reduced, at: root)
    var lower = FunctionalSolver(reduced, at: root)
    lower.depth = depth + 1
    // Where levels have to trade, walls of levels leave nothing, and a program would find it out
    // late. Pivots cost a program iterations; they pay where they make much smaller ones of it.
    let isCertain =
      level >= HingePriority.required && 4 * lower.components.largest <= members.count
    let open: [Int32]
    do throws(CoreFailure) {
      open = try lower.solve(
        at: root, isCertain ? shortcuts : shortcuts.union(.withoutPrograms), &region)
    } catch {
      guard error.isUnsolved else { throw error }
      drop(since: mark, &region)
      return nil
    }
    count(lower)
    if greedy.isPinned { region.pin(to: root) }
    let looseBelow = lower.looseUnknowns(of: open)
    var loose: Set<OpenUnknown> = []
    for member in members {
      greedy.begin(.zero)
      greedy.add(member, 1)
      guard greedy.expand() else { return nil }
      var value = greedy.begun
      for term in greedy.reduced() {
        let number = lower.functionals.existingNumber(RootUnknown(places[term.unknown]))
        value = value + lower.values[number] * term.coefficient
        if looseBelow.contains(number) { loose.insert(member) }
      }
      values[member] = value
    }
    guard open.isEmpty else {
      self.loose[key] = loose
      return false
    }
    return true
  }

  /// Substitutes the sums that have a point, level after level, up to the first that solves anything
  /// or whose walls imply bounds that matter.
  ///
  /// - Returns: the level; `nil` where there is none, or its points contradict each other.
  private mutating func substituteLevel(
    _ members: [OpenUnknown], _ sums: [FunctionalNumber], at root: Size,
    _ region: inout some ConditionList<Form> & ~Copyable
  ) -> Double? {
    free(members, at: root)
    let before = greedy.substitutions
    var level: Double? = HingePriority.required
    while let known = level {
      for sum in sums {
        guard let interval = functionals.lastInterval(of: sum), interval.isPoint,
          interval.priority == known
        else { continue }
        guard let point = bounds(of: sum, downTo: known, at: root, &region)?.low else { return nil }
        greedy.begin(point * -1)
        add(sum)
        guard greedy.end() else { return nil }
      }
      guard !greedy.isWaiting || pivot(members, sums) else { return nil }
      if greedy.substitutions > before { return known }
      let areKnown = known >= HingePriority.required && depth > 0
      if !areKnown,
        ImpliedBounds.matter(
          sums, of: functionals, members.count, places, downTo: known, at: root)
      {
        return known
      }
      level = nextLevel(of: sums, below: known)
    }
    return nil
  }

  /// Begins to substitute in a component: each unknown is free, and has its place among the members.
  private mutating func free(_ members: [OpenUnknown], at root: Size) {
    greedy.restart(at: root)
    for (place, member) in members.enumerated() {
      greedy.free(member)
      places[member] = Int32(place)
    }
  }

  /// The unknowns from which on levels come before substitution, below a level; and those from which
  /// on there are levels at all, above all others.
  static var several: Int { 6 }
  static var many: Int { 32 }
  /// The levels that are decided one after the other before a linear program takes over.
  static var deepest: Int { 24 }

  /// True if required equalities of three unknowns and more stand among many other sums: they would
  /// wait long in substitution, and are pivots of a level.
  func suitsLevels(_ members: [OpenUnknown], _ sums: [FunctionalNumber]) -> Bool {
    var (others, hasLong) = (0, false)
    for sum in sums {
      let functional = functionals.functionals[sum]
      let first = functionals.firstInterval(of: sum)
      if let first, first.isPoint, first.priority >= HingePriority.required {
        if functional.end - functional.start > 2 { hasLong = true }
      } else {
        others += 1
      }
    }
    return hasLong && others >= members.count
  }

  /// The highest level of a hinge below another.
  private func nextLevel(of sums: [FunctionalNumber], below level: Double) -> Double? {
    var next: Double?
    for sum in sums {
      var index = functionals.functionals[sum].firstHinge
      while index >= 0 {
        let priority = functionals.hinges[index].priority
        if priority < level, priority > next ?? -.infinity { next = priority }
        index = functionals.hinges[index].next
      }
    }
    return next
  }

  /// Replaces unknowns by others in components that are no flows, where required equalities of three
  /// unknowns and more stand among many other sums: once, and not at each solve.
  ///
  /// - Parameters:
  ///   - root: the parameters' present values.
  ///   - spare: receives the slack of required constraints about sums that are known then.
  mutating func replaceByEqualities(at root: Size, _ spare: inout Arena<Form>) {
    guard components.largest >= Self.many else { return }
    // Where all coefficients are 1 or -1, most are differences of edges.
    var candidates: [Int32: [FunctionalNumber]] = [:]
    for index in functionals.functionals.indices {
      let functional = functionals.functionals[index]
      let range = functional.start..<functional.end
      guard range.count > 2, !functional.isSetAside,
        functionals.equality(of: FunctionalNumber(index)) != nil,
        !range.allSatisfy({ abs(functionals.terms[$0].coefficient) == 1 })
      else { continue }
      let owner = components.owner(of: functionals.terms[functional.start].unknown)
      candidates[owner, default: []].append(FunctionalNumber(index))
    }
    var hasReplaced = false
    for (component, equalities) in candidates.sorted(by: { $0.key < $1.key }) {
      let (members, sums) = components.lists(of: Int(component))
      guard members.count >= Self.many, sums.count > members.count,
        makeFlow(members, sums, component, doubtful: equalities) == nil
      else { continue }
      if replaceByEqualities(members, sums, at: root, &spare) { hasReplaced = true }
    }
    if hasReplaced { divide() }
  }

  /// The same in a component.
  ///
  /// - Returns: whether it has changed: not where sums would become long, or hold here only.
  private mutating func replaceByEqualities(
    _ members: [OpenUnknown], _ sums: [FunctionalNumber], at root: Size,
    _ spare: inout Arena<Form>
  ) -> Bool {
    free(members, at: root)
    for sum in sums {
      guard let hinge = functionals.equality(of: sum) else { continue }
      greedy.begin(functionals.hinges[hinge].point * -1)
      add(sum)
      guard greedy.end() else { return false }
    }
    guard !greedy.isWaiting || pivot(members, sums), !greedy.isPinned else { return false }
    var changed: [(sum: FunctionalNumber, terms: [Term<OpenSide>], form: Form)] = []
    var (before, after) = (0, 0)
    for sum in sums {
      let functional = functionals.functionals[sum]
      let range = functional.start..<functional.end
      if range.allSatisfy({ greedy.isOpen(functionals.terms[$0].unknown) }) { continue }
      greedy.begin(.zero)
      add(sum)
      guard greedy.expand() else { return false }
      let terms = Array(greedy.reduced())
      guard Self.isBalanced(terms) else { return false }
      before += range.count
      after += terms.count
      changed.append((sum, terms, greedy.begun))
    }
    guard after <= before else { return false }
    var replaced: [(unknown: OpenUnknown, terms: [Term<OpenSide>], form: Form)] = []
    for member in members where !greedy.isOpen(member) {
      greedy.begin(.zero)
      greedy.add(member, 1)
      guard greedy.expand() else { return false }
      replaced.append((member, Array(greedy.reduced()), greedy.begun))
    }
    for (sum, terms, form) in changed {
      if terms.isEmpty {
        var index = functionals.functionals[sum].firstHinge
        while index >= 0 {
          let hinge = functionals.hinges[index]
          index = hinge.next
          guard hinge.priority >= HingePriority.required, hinge.side != .both else { continue }
          spare.append(hinge.pullsUp ? form - hinge.point : hinge.point - form)
        }
      }
      functionals.replace(sum, by: terms, plus: form)
    }
    for (unknown, terms, form) in replaced { functionals.replace(unknown, by: terms, plus: form) }
    return true
  }

  /// Solves the equalities of three unknowns and more that wait, each for an unknown that few sums
  /// contain, and none alone: the others keep the bounds that they have.
  private mutating func pivot(_ members: [OpenUnknown], _ sums: [FunctionalNumber]) -> Bool {
    var costs = [Int](repeating: 0, count: members.count)
    for sum in sums {
      greedy.begin(.zero)
      add(sum)
      let terms = greedy.reduced()
      for term in terms { costs[Int(places[term.unknown])] += terms.count == 1 ? 1000 : 1 }
    }
    let places = UnsafePointer(places.base)
    return greedy.pivot { costs[Int(places[Int($0.index)])] }
  }

  /// The functionals over the unknowns that are left, the intervals down to a level as walls.
  ///
  /// - Returns: them; `nil` where a known value is beyond a wall.
  private mutating func reduced(
    _ members: [OpenUnknown], _ sums: [FunctionalNumber], downTo level: Double, at root: Size,
    _ region: inout some ConditionList<Form> & ~Copyable
  ) -> Functionals<Form>? {
    var reduced = Functionals<Form>(unknownCount: members.count)
    for member in members where greedy.isOpen(member) {
      _ = reduced.number(RootUnknown(places[member]))
    }
    var terms: [Term<RootSide>] = []
    for sum in sums {
      let wall = bounds(of: sum, downTo: level, at: root, &region)
      greedy.begin(.zero)
      add(sum)
      guard greedy.expand() else { return nil }
      terms.removeAll(keepingCapacity: true)
      for term in greedy.reduced() {
        terms.append(
          Term(unknown: RootUnknown(places[term.unknown]), coefficient: term.coefficient))
      }
      guard Self.isBalanced(terms) else { return nil }
      let value = greedy.begun
      guard !terms.isEmpty else {
        guard isWithin(wall, value, at: root, &region) else { return nil }
        continue
      }
      if let wall {
        if let low = wall.low {
          Self.put(
            terms, value - low, wall.isPoint ? .equal : .greaterThanOrEqual,
            HingePriority.required, to: &reduced)
        }
        if wall.isPoint { continue }
        if let high = wall.high {
          Self.put(
            terms, value - high, .lessThanOrEqual, HingePriority.required, to: &reduced)
        }
      }
      var index = functionals.functionals[sum].firstHinge
      while index >= 0 {
        let hinge = functionals.hinges[index]
        index = hinge.next
        guard hinge.priority < level else { continue }
        Self.put(
          terms, value - hinge.point, weight: hinge.weight, hinge.side.relation, hinge.priority,
          to: &reduced)
      }
    }
    return reduced
  }

  /// True if no coefficient is many times another, or 1: substitution magnifies what rounding such
  /// sums costs, and a linear program with them may stop short of the best point.
  private static func isBalanced<Kind>(_ terms: [Term<Kind>]) -> Bool {
    terms.allSatisfy {
      abs($0.coefficient) <= mostImbalance && abs($0.coefficient) * mostImbalance >= 1
    }
  }

  private static var mostImbalance: Double { 100 }

  /// Adds a sum of terms and a form, compared to 0, to functionals.
  ///
  /// - Parameters:
  ///   - terms: the terms.
  ///   - form: the form.
  ///   - weight: the cost of each point; it becomes a factor of the whole sum.
  ///   - relation: the relation to 0.
  ///   - priority: its priority.
  ///   - functionals: receives it.
  private static func put(
    _ terms: [Term<RootSide>], _ form: Form, weight: Double = 1, _ relation: Relation,
    _ priority: Double, to functionals: inout Functionals<Form>
  ) {
    var terms = terms
    if weight != 1 {
      for index in terms.indices { terms[index].coefficient *= weight }
    }
    terms.withUnsafeBufferPointer {
      functionals.add($0, form * weight, relation, priority: priority, hasSurplus: false)
    }
  }

  /// Returns true if a known value is within an interval, and makes that a condition.
  func isWithin(
    _ wall: HingeBounds<Form>?, _ value: Form, at root: Size,
    _ region: inout some ConditionList<Form> & ~Copyable
  ) -> Bool {
    guard let wall else { return true }
    let ends = [(wall.low, 1.0), (wall.isPoint ? wall.low : wall.high, -1.0)]
    for (end, sign) in ends {
      guard let end else { continue }
      let room = (value - end) * sign
      guard room.value(at: root) >= -value.doubt(at: root) else { return false }
      guard !room.isZero else { continue }
      if wall.isPoint { region.requireZero(room, at: root) } else { region.require(room) }
    }
    return true
  }
}
