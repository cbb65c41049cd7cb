import LayoutBenchFunctions
import LayoutModel
import LinearSolver

/// The sum of others that each open unknown becomes an edge in the root's coordinates with: constraints
/// are about edges, so most of them are differences of these.
struct OtherEdges: ~Copyable {
  private var first = Arena<Int32>(capacity: 16)
  private var terms = Arena<Term<OpenSide>>(capacity: 16)

  /// More terms are kept of no edge.
  static var mostTerms: Int { 24 }

  /// Begins the edge of the next unknown, without terms.
  mutating func beginNext() { first.append(Int32(terms.count)) }

  /// Adds a term to it.
  mutating func add(_ unknown: OpenUnknown, _ coefficient: Double) {
    guard !unknown.isNone else { return }
    terms.append(Term(unknown: unknown, coefficient: coefficient))
  }

  /// The terms of an unknown.
  func forEach(_ unknown: OpenUnknown, _ visit: (Term<OpenSide>) -> Void) {
    for index in range(of: unknown) { visit(terms[index]) }
  }

  /// Compares the terms of two unknowns.
  ///
  /// - Parameters:
  ///   - one: the one.
  ///   - other: the other one.
  ///   - areSame: returns true if two unknowns of theirs stand for each other.
  /// - Returns: whether the terms are the same.
  func areAlike(
    _ one: OpenUnknown, _ other: OpenUnknown, _ areSame: (OpenUnknown, OpenUnknown) -> Bool
  ) -> Bool {
    let (own, others) = (range(of: one), range(of: other))
    guard own.count == others.count else { return false }
    return zip(own, others).allSatisfy { own, other in
      terms[own].coefficient == terms[other].coefficient
        && areSame(terms[own].unknown, terms[other].unknown)
    }
  }

  private func range(of unknown: OpenUnknown) -> Range<Int> {
    let (index, next) = (Int(unknown.index), Int(unknown.index) + 1)
    guard index < first.count else { return 0..<0 }
    return Int(first[index])..<(next < first.count ? Int(first[next]) : terms.count)
  }
}

/// Unknowns that only differences hold together, perhaps as the edges of views: most of what no shortcut
/// decides.
///
/// Each hinge on an unknown, or on the difference of two, is an arc of a network, from the subtracted
/// one, or from the ground, to the other one or back. A hinge on a sum of two is such an arc too, where
/// one of them can stand in the network negated. Along the tree of the answer the differences are
/// points of hinges, so every unknown is a sum of these, whatever their values are; all other hinges
/// have to stay on their sides.
final class ComponentFlow<Form: ValuedNumber> {
  /// A hinge with its arcs.
  private struct Wish: BitwiseCopyable {
    let hinge: Int32
    /// The places of the arc that pulls up and of the one that pulls down, or -1.
    let up: Int32
    let down: Int32
    /// The cost of each point, `unlimited` where required.
    let weight: Int
    /// The place of its difference.
    let difference: Int32

    var isRequired: Bool { weight == NetworkSimplex.unlimited }

    func with(hinge: Int32) -> Wish {
      Wish(hinge: hinge, up: up, down: down, weight: weight, difference: difference)
    }
  }

  /// A functional with its hinges: the number of node `lower` subtracted from that of `upper`.
  private struct Difference: BitwiseCopyable {
    let sum: FunctionalNumber
    let upper: Int32
    let lower: Int32
    let firstWish: Int32
    let lastWish: Int32
    /// The points that are added to the difference of the numbers: places in `offsets`.
    let firstOffset: Int32
    let lastOffset: Int32

    func with(sum: FunctionalNumber) -> Difference {
      Difference(
        sum: sum, upper: upper, lower: lower, firstWish: firstWish, lastWish: lastWish,
        firstOffset: firstOffset, lastOffset: lastOffset)
    }
  }

  /// A level, with the cost of each point on it.
  private struct Level {
    let priority: Double
    /// The multiple that makes its weights whole numbers: levels do not share a scale.
    var scale = 1
    var total = 0.0
    var unit = 1

    /// The cost of each point on a hinge.
    func weight(_ weight: Double) -> Int { unit * Int(weight * Double(scale)) }
  }

  @exclusivity(unchecked) private var network: NetworkSimplex
  @exclusivity(unchecked) private var differences = Arena<Difference>(capacity: 16)
  @exclusivity(unchecked) private var wishes = Arena<Wish>(capacity: 32)
  /// The hinges whose points are added to differences, or subtracted.
  @exclusivity(unchecked) private var offsets = Arena<NodeOffset>()
  /// The wish that each arc is of.
  @exclusivity(unchecked) private var owners = Arena<Int32>(capacity: 32)
  private let members: [OpenUnknown]
  /// The sums that the numbers of nodes are.
  private let edges: MemberEdges
  /// True if sums that define derived unknowns stand for these in them.
  private let hasDerived: Bool
  /// The number of each node, that of the ground at the end.
  private let numbers: Arena<Form>

  /// The members' values, as `solveHere` found them last.
  @exclusivity(unchecked) private var present = Arena<Double>()

  /// The number of solves that gave no answer.
  @exclusivity(unchecked) private(set) var failures = 0

  /// The number of times in a row that `solveHere` gave no answer.
  @exclusivity(unchecked) private(set) var failuresHere = 0

  /// The number of its unknowns.
  var memberCount: Int { members.count }

  /// Pivots so far.
  var iterations: Int { network.iterations }
  /// Solves so far.
  var solves: Int { network.solves }

  /// The most levels: each outweighs the lower ones at least twice.
  private static var mostLevels: Int { 60 }
  /// The most steps of a solve, some seconds.
  private static var mostSteps: Int { 1_000_000_000 }

  /// Makes a network of a component; `nil` where something else than differences is in it.
  ///
  /// - Parameters:
  ///   - members: the unknowns.
  ///   - sums: the functionals over them.
  ///   - functionals: the storage of these.
  ///   - others: the other edges of sizes.
  ///   - places: receives the place of each unknown among the members.
  ///   - mostScale: the largest multiple of weights that makes them whole numbers.
  ///   - doubtful: functionals that are no differences if any is: they are looked at first.
  init?(
    _ members: [OpenUnknown], _ sums: [FunctionalNumber],
    of functionals: borrowing Functionals<Form>, _ others: borrowing OtherEdges,
    _ places: borrowing Arena<Int32>, mostScale: Int, doubtful: [FunctionalNumber] = []
  ) {
    for (place, member) in members.enumerated() { places[member] = Int32(place) }
    var edges = MemberEdges(none: members.count)
    var ends = edges.differences(sums, functionals, places, doubtful)
    var hasDerived = false
    if ends == nil {
      edges = MemberEdges(members, others, places, functionals, withDerived: false)
      ends = edges.isIdentity ? nil : edges.differences(sums, functionals, places, doubtful)
    }
    if ends == nil, functionals.hasDerived {
      hasDerived = true
      edges = MemberEdges(members, others, places, functionals, withDerived: true)
      ends = edges.isIdentity ? nil : edges.differences(sums, functionals, places, doubtful)
    }
    guard let ends, let levels = Self.levels(of: sums, functionals, mostScale) else { return nil }
    self.members = members
    self.edges = edges
    self.hasDerived = hasDerived
    numbers = Arena(repeating: .zero, count: members.count + 1)
    var arcCount = 0
    for sum in sums {
      var index = functionals.functionals[sum].firstHinge
      while index >= 0 {
        arcCount += functionals.hinges[index].side == .both ? 2 : 1
        index = functionals.hinges[index].next
      }
    }
    network = NetworkSimplex(nodeCount: members.count, arcCapacity: arcCount)
    for (sum, end) in zip(sums, ends) {
      let (upper, lower) = (end.upper, end.lower)
      let first = Int32(wishes.count)
      let firstOffset = Int32(offsets.count)
      for offset in end.offsets { offsets.append(offset) }
      var index = functionals.functionals[sum].firstHinge
      while index >= 0 {
        let hinge = functionals.hinges[index]
        var weight = NetworkSimplex.unlimited
        if hinge.priority < HingePriority.required,
          let level = levels.first(where: { $0.priority == hinge.priority })
        {
          weight = level.weight(hinge.weight)
        }
        let arc = Int32(network.arcCount)
        if hinge.pullsUp {
          network.addArc(from: Int(lower), to: Int(upper), capacity: weight, point: 0)
          owners.append(Int32(wishes.count))
        }
        if hinge.pullsDown {
          network.addArc(from: Int(upper), to: Int(lower), capacity: weight, point: 0)
          owners.append(Int32(wishes.count))
        }
        wishes.append(
          Wish(
            hinge: index, up: hinge.pullsUp ? arc : -1,
            down: hinge.pullsDown ? (hinge.pullsUp ? arc + 1 : arc) : -1, weight: weight,
            difference: Int32(differences.count)))
        index = hinge.next
      }
      differences.append(
        Difference(
          sum: sum, upper: upper, lower: lower, firstWish: first, lastWish: Int32(wishes.count),
          firstOffset: firstOffset, lastOffset: Int32(offsets.count)))
    }
  }

  /// Makes the network of a component that differs from another one in points alone, with the tree that
  /// was best there: cells of a list are alike.
  ///
  /// - Parameters:
  ///   - sample: the network of the other component, which has been solved.
  ///   - members: the unknowns.
  ///   - sums: the functionals over them.
  ///   - functionals: the storage of the functionals of both.
  ///   - others: the other edges of sizes.
  ///   - places: the place of each of the sample's members among these; receives those of the unknowns.
  init?(
    like sample: ComponentFlow, _ members: [OpenUnknown], _ sums: [FunctionalNumber],
    of functionals: borrowing Functionals<Form>, _ others: borrowing OtherEdges,
    _ places: borrowing Arena<Int32>
  ) {
    guard members.count == sample.members.count, sums.count == sample.differences.count,
      sample.failures == 0, sample.solves > 0, !sample.hasDerived
    else { return nil }
    for (place, member) in members.enumerated() { places[member] = Int32(place) }
    func place(of unknown: OpenUnknown, in members: [OpenUnknown]) -> Int32? {
      let place = places[unknown]
      return place < members.count && members[Int(place)] == unknown ? place : nil
    }
    func areSame(_ one: OpenUnknown, _ other: OpenUnknown) -> Bool {
      place(of: one, in: sample.members) == place(of: other, in: members)
    }
    for index in sample.differences.indices {
      let difference = sample.differences[index]
      let known = functionals.functionals[difference.sum]
      let own = functionals.functionals[sums[index]]
      guard own.end - own.start == known.end - known.start else { return nil }
      for offset in 0..<(own.end - own.start) {
        let one = functionals.terms[known.start + offset]
        let other = functionals.terms[own.start + offset]
        guard one.coefficient == other.coefficient, areSame(one.unknown, other.unknown) else {
          return nil
        }
      }
      var (one, other) = (known.firstHinge, own.firstHinge)
      for place in difference.firstWish..<difference.lastWish {
        guard one == sample.wishes[place].hinge, other >= 0 else { return nil }
        let (hinge, same) = (functionals.hinges[one], functionals.hinges[other])
        guard hinge.side == same.side, hinge.priority == same.priority, hinge.weight == same.weight
        else { return nil }
        wishes.append(sample.wishes[place].with(hinge: other))
        (one, other) = (hinge.next, same.next)
      }
      guard one < 0, other < 0 else { return nil }
      differences.append(difference.with(sum: sums[index]))
    }
    if !sample.edges.isIdentity {
      for (one, other) in zip(sample.members, members) {
        guard others.areAlike(one, other, areSame) else { return nil }
      }
    }
    for index in sample.offsets.indices {
      let offset = sample.offsets[index]
      guard
        let wish = sample.wishes.indices.first(where: { sample.wishes[$0].hinge == offset.hinge })
      else { return nil }
      offsets.append(NodeOffset(hinge: wishes[wish].hinge, isAdded: offset.isAdded))
    }
    for index in sample.owners.indices { owners.append(sample.owners[index]) }
    self.members = members
    (edges, hasDerived) = (sample.edges, false)
    numbers = Arena(repeating: .zero, count: members.count + 1)
    network = NetworkSimplex(copying: sample.network)
  }

  /// The levels, each of a cost that outweighs all lower ones together; `nil` where costs have no such
  /// numbers.
  private static func levels(
    of sums: [FunctionalNumber], _ functionals: borrowing Functionals<Form>, _ mostScale: Int
  ) -> [Level]? {
    var levels: [Level] = []
    for sum in sums {
      var index = functionals.functionals[sum].firstHinge
      while index >= 0 {
        let hinge = functionals.hinges[index]
        index = hinge.next
        guard hinge.priority < HingePriority.required else { continue }
        let known = levels.firstIndex { $0.priority == hinge.priority }
        guard known != nil || levels.count < mostLevels else { return nil }
        let place = known ?? levels.count
        if known == nil { levels.append(Level(priority: hinge.priority)) }
        guard let scale = scale(of: hinge.weight, levels[place].scale, most: mostScale) else {
          return nil
        }
        levels[place].scale = scale
        levels[place].total += hinge.weight * (hinge.side == .both ? 2 : 1)
      }
    }
    levels.sort { $0.priority < $1.priority }
    var unit = 1
    for index in levels.indices {
      levels[index].unit = unit
      // Flows are sums of capacities.
      let total = levels[index].total * Double(levels[index].scale)
      let (all, isTooLarge) = unit.multipliedReportingOverflow(by: Int(total.rounded(.up)) + 1)
      guard !isTooLarge, all < Int.max / 4 else { return nil }
      unit = all
    }
    return levels
  }

  /// Returns the least multiple of a scale that makes a weight a whole number; `nil` where none is small.
  private static func scale(of weight: Double, _ scale: Int, most: Int) -> Int? {
    guard weight > 0, weight <= 1024 else { return nil }
    var multiple = scale
    while multiple <= most {
      let whole = weight * Double(multiple)
      if whole.rounded() == whole { return multiple }
      multiple += scale
    }
    return nil
  }

  /// Compares the network with that of a component.
  ///
  /// - Parameters:
  ///   - members: the unknowns.
  ///   - sums: the functionals over them.
  ///   - functionals: the storage of these.
  /// - Returns: whether it is the same but for the points.
  func isNetwork(
    of members: [OpenUnknown], _ sums: [FunctionalNumber],
    _ functionals: borrowing Functionals<Form>
  ) -> Bool {
    guard members == self.members, sums.count == differences.count else { return false }
    for index in differences.indices {
      let difference = differences[index]
      guard sums[index] == difference.sum else { return false }
      var hinge = functionals.functionals[difference.sum].firstHinge
      for place in difference.firstWish..<difference.lastWish {
        guard hinge == wishes[place].hinge else { return false }
        hinge = functionals.hinges[hinge].next
      }
      guard hinge < 0 else { return false }
    }
    return true
  }

  // MARK: - Solving

  /// Solves the component, from the previous tree.
  ///
  /// - Parameters:
  ///   - functionals: the storage of the functionals.
  ///   - root: the parameters.
  ///   - values: receives the unknowns' values.
  ///   - region: receives the conditions on the parameters under which these stay right.
  /// - Returns: the unknowns that may have other values in a layout that is as good; `nil` where there
  ///   is no answer.
  /// - Throws: `CoreFailure.conflict`.
  func solve(
    _ functionals: borrowing Functionals<Form>, at root: Size,
    into values: borrowing Arena<Form>, _ region: inout some ConditionList<Form> & ~Copyable
  ) throws(CoreFailure) -> Set<OpenUnknown>? {
    setPoints(functionals, at: root)
    switch network.solve(mostSteps: Self.mostSteps) {
    case .infeasible: throw .conflict
    case .gaveUp:
      failures += 1
      return nil
    case .optimal: break
    }
    read(functionals)
    edges.read({ numbers[$0] }, { values[members[$0]] }) { values[members[$0]] = $1 }
    let mark = region.mark
    guard let isCertain = requireSides(functionals, at: root, &region) else {
      region.drop(since: mark)
      failures += 1
      return nil
    }
    func findLoose(withTies: Bool) -> Arena<Bool>? {
      self.looseNodes { difference in
        freedom(
          of: difference, value(of: difference, treeWish(of: difference), functionals), functionals,
          at: root, withTies: withTies)
      }
    }
    if isCertain || findLoose(withTies: false) == nil { return [] }
    // Another layout is as good, at these parameters or at others: what is open may differ there.
    region.pin(to: root)
    guard let nodes = findLoose(withTies: true) else { return [] }
    var loose: Set<OpenUnknown> = []
    edges.forEachLoose(nodes) { loose.insert(members[$0]) }
    return loose
  }

  /// Finds the unknowns' values at the present parameters alone, from the previous tree: nothing is
  /// known of other parameters, and no number is kept as a sum of others.
  ///
  /// - Parameters:
  ///   - functionals: the storage of the functionals.
  ///   - root: the parameters.
  ///   - visit: receives each unknown with its value.
  /// - Returns: whether they have one best value each; else nothing was visited.
  func solveHere(
    _ functionals: borrowing Functionals<Form>, at root: Size,
    _ visit: (OpenUnknown, Double) -> Void
  ) -> Bool {
    setPoints(functionals, at: root)
    failuresHere += 1
    guard case .optimal = network.solve(mostSteps: Self.mostSteps) else { return false }
    // Where no point is large, the network's rounding is less than a difference may have.
    guard 2 * network.doubt <= AffineNumber.relativeDoubt || areSidesRight() else { return false }
    let isCertain = members.indices.allSatisfy { node in
      let wish = wishes[owners[network.link(of: node).arc]]
      // Other hinges at the same point only take freedom away.
      return isRigid(wish) || freedomHere(of: differences[wish.difference]).isEmpty
    }
    guard isCertain || looseNodes({ freedomHere(of: $0) }) == nil else { return false }
    present.grow(to: members.count, filling: 0)
    edges.read({ network.value(of: $0) }, { present[$0] }) { present[$0] = $1 }
    for place in members.indices { visit(members[place], present[place]) }
    failuresHere = 0
    return true
  }

  /// The present value of a difference, and the rounding error that it may have.
  private func valueHere(of difference: Difference) -> (value: Double, doubt: Double) {
    let upper = network.value(of: Int(difference.upper))
    let lower = network.value(of: Int(difference.lower))
    return (upper - lower, AffineNumber.relativeDoubt * (1 + abs(upper) + abs(lower)))
  }

  private func pointHere(of wish: Wish) -> Double {
    wish.up >= 0 ? network.point(ofArc: Int(wish.up)) : -network.point(ofArc: Int(wish.down))
  }

  /// The ways in which a difference may change at the present points while all flows stay best.
  private func freedomHere(of difference: Difference) -> Freedom {
    var (value, doubt) = valueHere(of: difference)
    if let tree = treeWish(of: difference) { value = pointHere(of: wishes[tree]) }
    doubt += AffineNumber.relativeDoubt * abs(value)
    return freedom(of: difference) { abs(value - pointHere(of: $0)) <= doubt }
  }

  /// Returns true if every hinge is on the side of its point that its flow tells, but for rounding: the
  /// network allows for that of the largest point.
  private func areSidesRight() -> Bool {
    for index in differences.indices {
      let difference = differences[index]
      let (value, doubt) = valueHere(of: difference)
      for place in difference.firstWish..<difference.lastWish {
        let wish = wishes[place]
        let room = value - pointHere(of: wish)
        guard abs(room) > doubt else { continue }
        guard let isNotBelow = isNotBelow(wish), isNotBelow == (room > 0) else { return false }
      }
    }
    return true
  }

  /// Tells by the flow whether a difference is not below a hinge's point, or not above it.
  ///
  /// - Returns: `nil` where it is at the point: a hinge of both sides without flow, or with all that it
  ///   takes in both.
  @inline(__always)
  private func isNotBelow(_ wish: Wish) -> Bool? {
    let isBelow = wish.up >= 0 && network.flow(of: Int(wish.up)) > 0
    let isAbove = wish.down >= 0 && network.flow(of: Int(wish.down)) > 0
    if wish.up >= 0, wish.down >= 0, isBelow == isAbove { return nil }
    return wish.down >= 0 ? isAbove : !isBelow
  }

  /// Returns true if a hinge of the tree holds its difference in both directions by itself.
  private func isRigid(_ wish: Wish) -> Bool {
    let up = wish.up >= 0 ? network.flow(of: Int(wish.up)) : 0
    let down = wish.down >= 0 ? network.flow(of: Int(wish.down)) : 0
    let holdsBelow = wish.up >= 0 && (wish.isRequired || up - down < wish.weight)
    let holdsAbove = wish.down >= 0 && (wish.isRequired || down - up < wish.weight)
    return (holdsBelow || up - down < 0) && (holdsAbove || up - down > 0)
  }

  /// The sum that is added to the difference of two nodes' numbers; `nil` where nothing is.
  private func offset(
    of difference: Difference, _ functionals: borrowing Functionals<Form>
  ) -> Form? {
    guard difference.firstOffset < difference.lastOffset else { return nil }
    var sum = Form.zero
    for index in difference.firstOffset..<difference.lastOffset {
      let offset = offsets[index]
      sum = sum + functionals.hinges[offset.hinge].point * (offset.isAdded ? 1 : -1)
    }
    return sum
  }

  /// Sets the points of arcs: those of hinges, less what is added to their differences.
  private func setPoints(_ functionals: borrowing Functionals<Form>, at root: Size) {
    for index in differences.indices {
      let difference = differences[index]
      var added = 0.0
      for place in difference.firstOffset..<difference.lastOffset {
        let point = functionals.hinges[offsets[place].hinge].point.value(at: root)
        added += offsets[place].isAdded ? point : -point
      }
      for place in difference.firstWish..<difference.lastWish {
        let wish = wishes[place]
        let point = functionals.hinges[wish.hinge].point.value(at: root) - added
        if wish.up >= 0 { network.setPoint(point, ofArc: Int(wish.up)) }
        if wish.down >= 0 { network.setPoint(-point, ofArc: Int(wish.down)) }
      }
    }
  }

  /// Computes the numbers of nodes along the tree.
  private func read(_ functionals: borrowing Functionals<Form>) {
    network.forEachNode { node in
      let (parent, arc, isUp) = network.link(of: node)
      let wish = wishes[owners[arc]]
      var point = functionals.hinges[wish.hinge].point
      if let offset = offset(of: differences[wish.difference], functionals) {
        point = point - offset
      }
      // An arc that pulls up leads to the number that the other one is subtracted from.
      let isUpper = (Int32(arc) == wish.up) != isUp
      if parent == members.count {
        numbers[node] = isUpper ? point : point * -1
      } else {
        numbers[node] = isUpper ? numbers[parent] + point : numbers[parent] - point
      }
    }
  }

  /// The wish whose point a difference is along the tree, if it is of the tree.
  private func treeWish(of difference: Difference) -> Int32? {
    for index in difference.firstWish..<difference.lastWish {
      let wish = wishes[index]
      if wish.up >= 0, network.isInTree(Int(wish.up)) { return index }
      if wish.down >= 0, network.isInTree(Int(wish.down)) { return index }
    }
    return nil
  }

  private func value(
    of difference: Difference, _ tree: Int32?, _ functionals: borrowing Functionals<Form>
  ) -> Form {
    if let tree { return functionals.hinges[wishes[tree].hinge].point }
    var value =
      Int(difference.lower) == members.count
      ? numbers[difference.upper] : numbers[difference.upper] - numbers[difference.lower]
    if let offset = offset(of: difference, functionals) { value = value + offset }
    return value
  }

  /// Makes it a condition that every hinge stays on its side of the difference.
  ///
  /// - Returns: true if no layout is as good as this one, whatever changes; false where that is not
  ///   certain; `nil` where rounding contradicts the tree.
  private func requireSides(
    _ functionals: borrowing Functionals<Form>, at root: Size,
    _ region: inout some ConditionList<Form> & ~Copyable
  ) -> Bool? {
    var isCertain = true
    for index in differences.indices {
      let difference = differences[index]
      let tree = treeWish(of: difference)
      let value = value(of: difference, tree, functionals)
      for place in difference.firstWish..<difference.lastWish where place != tree {
        let wish = wishes[place]
        let room = value - functionals.hinges[wish.hinge].point
        let present = room.value(at: root)
        guard let isNotBelow = isNotBelow(wish) else {
          guard abs(present) <= Self.slack(room, at: root) else { return nil }
          if !room.isZero { region.requireZero(room, at: root) }
          continue
        }
        guard (isNotBelow ? present : -present) >= -Self.slack(room, at: root) else { return nil }
        if !room.isConstant { region.require(isNotBelow ? room : room * -1) }
      }
      guard tree != nil, isCertain else { continue }
      isCertain = freedom(of: difference, value, functionals, at: root, withTies: false).isEmpty
    }
    return isCertain
  }

  /// The rounding that a number may have: that of its own, and of sums along a path.
  private static func slack(_ room: Form, at root: Size) -> Double {
    100 * room.doubt(at: root)
  }

  // MARK: - Other layouts that are as good

  /// The ways in which a difference may change while all flows stay best.
  ///
  /// - Parameters:
  ///   - difference: the difference.
  ///   - value: its value.
  ///   - functionals: the storage of the functionals.
  ///   - root: the parameters.
  ///   - withTies: whether points count that are at the difference now, but not always.
  /// - Returns: the directions.
  private func freedom(
    of difference: Difference, _ value: Form, _ functionals: borrowing Functionals<Form>,
    at root: Size, withTies: Bool
  ) -> Freedom {
    freedom(of: difference) { wish in
      let room = value - functionals.hinges[wish.hinge].point
      return withTies ? abs(room.value(at: root)) <= room.doubt(at: root) : room.isZero
    }
  }

  /// The ways in which a difference may change while all flows stay best, by the hinges at it.
  ///
  /// - Parameters:
  ///   - difference: the difference.
  ///   - isHere: returns true if the point of a hinge is at the difference.
  /// - Returns: the directions.
  @inline(__always)
  private func freedom(of difference: Difference, _ isHere: (Wish) -> Bool) -> Freedom {
    // The cost of the difference, without that of hinges elsewhere, bends here from -most to least.
    var (flow, most, least) = (0, 0, 0)
    var (isBoundBelow, isBoundAbove, isTied) = (false, false, false)
    for place in difference.firstWish..<difference.lastWish {
      let wish = wishes[place]
      guard isHere(wish) else { continue }
      isTied = true
      if wish.up >= 0 {
        flow += network.flow(of: Int(wish.up))
        isBoundBelow = isBoundBelow || wish.isRequired
        if !wish.isRequired { most += wish.weight }
      }
      if wish.down >= 0 {
        flow -= network.flow(of: Int(wish.down))
        isBoundAbove = isBoundAbove || wish.isRequired
        if !wish.isRequired { least += wish.weight }
      }
    }
    guard isTied else { return [.up, .down] }
    var freedom: Freedom = []
    if !isBoundAbove, flow == -least { freedom.insert(.up) }
    if !isBoundBelow, flow == most { freedom.insert(.down) }
    return freedom
  }

  /// Finds the nodes whose numbers may differ where all are as good: the others are tied to the ground
  /// from above and from below, by differences that may change in one direction at most.
  ///
  /// - Parameter freedom: returns the ways in which a difference may change.
  /// - Returns: true for these nodes; `nil` where there are none.
  private func looseNodes(_ freedom: (Difference) -> Freedom) -> Arena<Bool>? {
    let count = members.count + 1
    // The differences of each node, as places in a list.
    let first = Arena<Int32>(repeating: 0, count: count + 1)
    for index in differences.indices {
      first[differences[index].upper + 1] += 1
      first[differences[index].lower + 1] += 1
    }
    first.sumUp()
    let list = Arena<Int32>(repeating: 0, count: 2 * differences.count)
    let freedoms = Arena<Freedom.RawValue>(repeating: 0, count: differences.count)
    for index in differences.indices {
      let difference = differences[index]
      freedoms[index] = freedom(difference).rawValue
      for node in [difference.upper, difference.lower] {
        list[first[node]] = Int32(index)
        first[node] += 1
      }
    }
    first.moveBack()
    // Each number is at least what it is, by a chain of differences that cannot shrink; and at most.
    let isLoose = Arena<Bool>(repeating: false, count: count)
    var hasLoose = false
    for isAtLeast in [true, false] {
      let isReached = Arena<Bool>(repeating: false, count: count)
      var pending = Arena<Int32>(capacity: count)
      var reached = 1
      isReached[members.count] = true
      pending.append(Int32(members.count))
      while let node = pending.popLast() {
        for place in first[node]..<first[node + 1] {
          let difference = differences[list[place]]
          let freedom = Freedom(rawValue: freedoms[list[place]])
          let isUpper = difference.upper == node
          let other = isUpper ? difference.lower : difference.upper
          guard !isReached[other] else { continue }
          guard !freedom.contains(isUpper == isAtLeast ? .up : .down) else { continue }
          isReached[other] = true
          reached += 1
          pending.append(other)
        }
      }
      guard reached < count else { continue }
      hasLoose = true
      for node in 0..<count where !isReached[node] { isLoose[node] = true }
    }
    guard hasLoose else { return nil }
    return isLoose
  }
}

/// The directions in which a difference may change while a layout stays as good.
private struct Freedom: OptionSet {
  let rawValue: UInt8
  /// The difference may grow.
  static let up = Freedom(rawValue: 1)
  /// The difference may shrink.
  static let down = Freedom(rawValue: 2)
}

/// A required equality's hinge, whose point is added to a number, or subtracted.
private struct NodeOffset: BitwiseCopyable {
  let hinge: Int32
  let isAdded: Bool
}

/// A difference of two nodes' numbers, and the points that are added to it.
private struct NodeDifference {
  var upper: Int32
  var lower: Int32
  /// The ones of the two that are added, before signs make one a subtracted one.
  var added = Added.upper
  var offsets: [NodeOffset] = []

  enum Added { case upper, both, none }
}

/// Nodes whose numbers required equalities hold at fixed distances from each other, such as the same
/// column's edge in each row of a table.
private struct EqualNodes {
  /// The next node on the way from each to the first of its class; itself where it is the first.
  private var parents: [Int32]
  /// The hinge whose point leads from that node's number to this one's.
  private var offsets: [NodeOffset]

  /// Finds the shortest way from each node to the first of its class.
  ///
  /// - Parameters:
  ///   - nodeCount: the number of nodes.
  ///   - equalities: differences that are a hinge's point.
  init(nodeCount: Int, _ equalities: [(difference: NodeDifference, hinge: Int32)]) {
    parents = Array(repeating: -1, count: nodeCount)
    offsets = Array(repeating: NodeOffset(hinge: -1, isAdded: true), count: nodeCount)
    // The ways out of each node, as a list: two for each equality.
    var first = [Int](repeating: -1, count: nodeCount)
    var next = [Int](repeating: -1, count: 2 * equalities.count)
    for (index, (difference, _)) in equalities.enumerated() {
      for (way, node) in [(2 * index, difference.upper), (2 * index + 1, difference.lower)] {
        next[way] = first[Int(node)]
        first[Int(node)] = way
      }
    }
    // The ground is the last one: what is at a fixed distance from it is known.
    for start in (0..<nodeCount).reversed() where parents[start] < 0 {
      parents[start] = Int32(start)
      var reached = [start]
      var done = 0
      while done < reached.count {
        let node = reached[done]
        done += 1
        var way = first[node]
        while way >= 0 {
          let (difference, hinge) = equalities[way / 2]
          let isUpper = way % 2 == 1
          let other = Int(isUpper ? difference.upper : difference.lower)
          way = next[way]
          guard parents[other] < 0 else { continue }
          parents[other] = Int32(node)
          offsets[other] = NodeOffset(hinge: hinge, isAdded: isUpper)
          reached.append(other)
        }
      }
    }
  }

  /// The first node of a node's class.
  ///
  /// - Parameters:
  ///   - node: the node.
  ///   - visit: receives the points to be added to the first one's number.
  /// - Returns: the first one.
  func first(of node: Int32, _ visit: (NodeOffset) -> Void) -> Int32 {
    var node = node
    while parents[Int(node)] != node {
      visit(offsets[Int(node)])
      node = parents[Int(node)]
    }
    return node
  }
}

/// The members of a component as sums of numbers that constraints are about: edges of views.
///
/// A member is its node's number, negated perhaps, minus its terms. Networks of components that are alike
/// share them.
private final class MemberEdges {
  private struct Part: BitwiseCopyable {
    let member: Int32
    let coefficient: Double
  }

  private let count: Int
  /// The parts of each member, and the members such that none is a part of one before it.
  @exclusivity(unchecked) private var first = Arena<Int32>(capacity: 16)
  @exclusivity(unchecked) private var parts = Arena<Part>(capacity: 16)
  @exclusivity(unchecked) private var order = Arena<Int32>(capacity: 16)
  @exclusivity(unchecked) private var ranks = Arena<Int32>(capacity: 16)
  /// True for the nodes whose numbers stand in the network negated; empty if none does.
  @exclusivity(unchecked) private var negated: [Bool] = []

  /// True if every member is its node's number, or that negated.
  var isIdentity: Bool { parts.isEmpty }

  /// Every member is its node's number.
  init(none count: Int) { self.count = count }

  /// Sizes are differences of edges, where these are sums of other members.
  ///
  /// - Parameters:
  ///   - members: the members.
  ///   - others: the other edges of sizes.
  ///   - places: the place of each unknown among the members.
  ///   - functionals: the definitions of derived unknowns.
  ///   - withDerived: whether derived unknowns in edges stand for the sums that define them.
  init(
    _ members: [OpenUnknown], _ others: borrowing OtherEdges, _ places: borrowing Arena<Int32>,
    _ functionals: borrowing Functionals<some ValuedNumber>, withDerived: Bool
  ) {
    count = members.count
    ranks.grow(to: count, filling: -1)
    var terms = Arena<Term<OpenSide>>(capacity: OtherEdges.mostTerms)
    for member in members {
      first.append(Int32(parts.count))
      terms.removeAll()
      others.forEach(member) { terms.append($0) }
      if withDerived {
        let sum = functionals.withoutDerived(terms, most: OtherEdges.mostTerms)
        if let sum { terms = sum }
      }
      for index in terms.indices {
        let (unknown, coefficient) = (terms[index].unknown, terms[index].coefficient)
        let place = places[unknown]
        guard coefficient != 0, unknown != member, place < count, members[Int(place)] == unknown
        else { continue }
        parts.append(Part(member: place, coefficient: coefficient))
      }
    }
    first.append(Int32(parts.count))
    guard !parts.isEmpty else { return }
    // A member comes after its parts; on a circle none does.
    let missing = Arena<Int32>(repeating: 0, count: count)
    let firstUse = Arena<Int32>(repeating: 0, count: count + 2)
    for member in 0..<count {
      missing[member] = first[member + 1] - first[member]
      for index in first[member]..<first[member + 1] { firstUse[parts[index].member + 2] += 1 }
    }
    for member in 0..<count { firstUse[member + 2] += firstUse[member + 1] }
    let uses = Arena<Int32>(repeating: 0, count: parts.count)
    for member in 0..<count {
      for index in first[member]..<first[member + 1] {
        let part = parts[index].member + 1
        uses[firstUse[part]] = Int32(member)
        firstUse[part] += 1
      }
      if missing[member] == 0 { order.append(Int32(member)) }
    }
    var done = 0
    while done < order.count {
      let member = order[done]
      ranks[member] = Int32(done)
      done += 1
      for index in firstUse[member]..<firstUse[member + 1] {
        missing[uses[index]] -= 1
        if missing[uses[index]] == 0 { order.append(uses[index]) }
      }
    }
    if done < count { parts.removeAll() }
  }

  /// The nodes whose numbers' difference each functional is; `nil` where one is something else.
  ///
  /// - Parameters:
  ///   - sums: the functionals.
  ///   - functionals: the storage of these.
  ///   - places: the place of each unknown among the members.
  ///   - doubtful: functionals of more than two unknowns that are looked at first.
  /// - Returns: a difference for each functional.
  func differences(
    _ sums: [FunctionalNumber], _ functionals: borrowing Functionals<some ValuedNumber>,
    _ places: borrowing Arena<Int32>, _ doubtful: [FunctionalNumber]
  ) -> [NodeDifference]? {
    guard doubtful.isEmpty || !isIdentity else { return nil }
    var nodes = Arena<Part>(capacity: 16)
    var terms = Arena<Part>(capacity: 16)
    func readTerms(_ functional: Functional) {
      terms.removeAll()
      for index in functional.start..<functional.end {
        let term = functionals.terms[index]
        Self.add(places[term.unknown], term.coefficient, to: &terms)
      }
    }
    for sum in doubtful {
      readTerms(functionals.functionals[sum])
      guard addNodes(of: &terms, to: &nodes) else { return nil }
      nodes.removeAll()
    }
    var found: [NodeDifference] = []
    found.reserveCapacity(sums.count)
    // The sums of more than two nodes, with those.
    var long: [(place: Int, nodes: Range<Int>)] = []
    for sum in sums {
      let functional = functionals.functionals[sum]
      guard !isIdentity else {
        guard functional.end - functional.start <= 2 else { return nil }
        for index in functional.start..<functional.end {
          let term = functionals.terms[index]
          nodes.append(Part(member: places[term.unknown], coefficient: term.coefficient))
        }
        guard let difference = difference(nodes, nodes.indices) else { return nil }
        nodes.removeAll()
        found.append(difference)
        continue
      }
      readTerms(functional)
      let start = nodes.count
      guard addNodes(of: &terms, to: &nodes) else { return nil }
      if let difference = difference(nodes, start..<nodes.count) {
        nodes.removeAll(from: start)
        found.append(difference)
      } else {
        long.append((found.count, start..<nodes.count))
        // Nothing yet: it is replaced below.
        found.append(NodeDifference(upper: Int32(count), lower: Int32(count)))
      }
    }
    if !setSigns(&found) {
      // Perhaps one of the two is at a fixed distance from others.
      for place in found.indices where found[place].added != .upper {
        let (upper, lower) = (found[place].upper, found[place].lower)
        let coefficient = found[place].added == .both ? 1.0 : -1
        let start = nodes.count
        nodes.append(Part(member: upper, coefficient: coefficient))
        nodes.append(Part(member: lower, coefficient: coefficient))
        long.append((place, start..<nodes.count))
        found[place] = NodeDifference(upper: Int32(count), lower: Int32(count))
      }
    }
    guard !long.isEmpty else { return found }
    // Nodes at a fixed distance from each other count as one.
    let equalities = zip(sums, found).compactMap { sum, difference in
      difference.upper == difference.lower
        ? nil : functionals.equality(of: sum).map { (difference, $0) }
    }
    guard !equalities.isEmpty else { return nil }
    let equals = EqualNodes(nodeCount: count + 1, equalities)
    for (place, range) in long {
      guard let difference = difference(nodes, range, equals) else { return nil }
      found[place] = difference
    }
    return found
  }

  /// Decides which nodes stand in the network negated, and makes a difference of each sum of two.
  ///
  /// - Returns: false where no signs make it so.
  private func setSigns(_ found: inout [NodeDifference]) -> Bool {
    negated = []
    guard found.contains(where: { $0.added != .upper }) else { return true }
    let ground = Int32(count)
    // A node before each of its class, and whether its sign is the opposite of that one's.
    var parents = (0..<ground).map { (node: $0, isOpposite: false) }
    func first(of node: Int32) -> (node: Int32, isOpposite: Bool) {
      var (node, isOpposite) = (node, false)
      while parents[Int(node)].node != node {
        let parent = parents[Int(node)]
        let next = parents[Int(parent.node)]
        let isOther = parent.isOpposite != next.isOpposite
        parents[Int(node)] = (next.node, isOther)
        if isOther { isOpposite.toggle() }
        node = next.node
      }
      return (node, isOpposite)
    }
    for pair in found where pair.upper != ground && pair.lower != ground {
      let (one, other) = (first(of: pair.upper), first(of: pair.lower))
      let isOpposite = (one.isOpposite != other.isOpposite) != (pair.added != .upper)
      if one.node != other.node {
        parents[Int(max(one.node, other.node))] = (min(one.node, other.node), isOpposite)
      } else if isOpposite {
        return false
      }
    }
    negated.reserveCapacity(count)
    for node in 0..<count {
      let (parent, isOpposite) = parents[node]
      negated.append(Int(parent) < node && negated[Int(parent)] != isOpposite)
    }
    for index in found.indices where found[index].upper != found[index].lower {
      let (upper, lower) = (found[index].upper, found[index].lower)
      let isUpperAdded = found[index].added != .none
      if isUpperAdded == isNegated(upper == ground ? lower : upper) {
        (found[index].upper, found[index].lower) = (lower, upper)
      }
      found[index].added = .upper
    }
    return true
  }

  private func isNegated(_ node: Int32) -> Bool { !negated.isEmpty && negated[Int(node)] }

  /// Finds the sum of nodes that a sum of members is.
  ///
  /// - Returns: false where it has many nodes, or multiples of one.
  private func addNodes(of terms: inout Arena<Part>, to nodes: inout Arena<Part>) -> Bool {
    let start = nodes.count
    while true {
      // The last in the order first: what it adds comes before it.
      var last = -1
      for index in terms.indices where terms[index].coefficient != 0 {
        if last < 0 || ranks[terms[index].member] > ranks[terms[last].member] { last = index }
      }
      guard last >= 0 else { return true }
      let term = terms[last]
      guard abs(term.coefficient) == 1 else { return false }
      terms[last] = Part(member: term.member, coefficient: 0)
      nodes.append(term)
      for index in first[term.member]..<first[term.member + 1] {
        Self.add(parts[index].member, -term.coefficient * parts[index].coefficient, to: &terms)
      }
      guard terms.count <= 4 * OtherEdges.mostTerms, nodes.count - start <= Self.mostNodes else {
        return false
      }
    }
  }

  /// The most nodes of a sum that may be a difference, and the most points that are added to it.
  private static var mostNodes: Int { 8 }
  private static var mostOffsets: Int { 16 }

  /// The two nodes whose difference or sum a sum of nodes is, one of them perhaps the ground.
  private func difference(
    _ nodes: borrowing Arena<Part>, _ range: Range<Int>
  ) -> NodeDifference? {
    let ground = Int32(count)
    var found = NodeDifference(upper: ground, lower: ground)
    for index in range {
      let node = nodes[index]
      switch node.coefficient {
      case 0: continue
      case 1 where found.upper == ground: found.upper = node.member
      case -1 where found.lower == ground: found.lower = node.member
      case 1 where found.lower == ground: (found.lower, found.added) = (node.member, .both)
      case -1 where found.upper == ground: (found.upper, found.added) = (node.member, .none)
      default: return nil
      }
    }
    return found.upper == found.lower ? nil : found
  }

  /// The same where nodes at a fixed distance from each other count as one.
  private func difference(
    _ nodes: borrowing Arena<Part>, _ range: Range<Int>, _ equals: EqualNodes
  ) -> NodeDifference? {
    var offsets: [NodeOffset] = []
    var firsts = Arena<Part>()
    for index in range {
      let node = nodes[index]
      let sign = isNegated(node.member) ? -node.coefficient : node.coefficient
      let first = equals.first(of: node.member) { offset in
        let isAdded = offset.isAdded == (sign > 0)
        // What is added and subtracted again is nothing.
        let other = offsets.firstIndex { $0.hinge == offset.hinge && $0.isAdded != isAdded }
        if let other {
          offsets.remove(at: other)
        } else {
          offsets.append(NodeOffset(hinge: offset.hinge, isAdded: isAdded))
        }
      }
      if first < count { Self.add(first, sign, to: &firsts) }
    }
    guard offsets.count <= Self.mostOffsets,
      var difference = difference(firsts, firsts.indices), difference.added == .upper
    else { return nil }
    difference.offsets = offsets
    return difference
  }

  private static func add(_ member: Int32, _ coefficient: Double, to terms: inout Arena<Part>) {
    for index in terms.indices where terms[index].member == member {
      let sum = terms[index].coefficient + coefficient
      terms[index] = Part(member: member, coefficient: sum)
      return
    }
    terms.append(Part(member: member, coefficient: coefficient))
  }

  /// Visits the members that are sums with a loose node.
  func forEachLoose(_ nodes: borrowing Arena<Bool>, _ visit: (Int) -> Void) {
    guard !isIdentity else {
      for member in 0..<count where nodes[member] { visit(member) }
      return
    }
    let isLoose = Arena<Bool>(repeating: false, count: count)
    for place in order.indices {
      let member = Int(order[place])
      isLoose[member] = nodes[member]
      for index in first[member]..<first[member + 1] where isLoose[parts[index].member] {
        isLoose[member] = true
      }
      if isLoose[member] { visit(member) }
    }
  }

  /// Computes the members.
  ///
  /// - Parameters:
  ///   - number: returns the number of a node.
  ///   - value: returns the value of a member that is known.
  ///   - set: receives the value of a member.
  @inline(__always)
  func read<Form: LinearNumber>(
    _ number: (Int) -> Form, _ value: (Int) -> Form, _ set: (Int, Form) -> Void
  ) {
    func signed(_ member: Int) -> Form {
      // Not -0: frames are compared by their bits too.
      isNegated(Int32(member)) ? number(member) * -1 + .zero : number(member)
    }
    guard !isIdentity else {
      for member in 0..<count { set(member, signed(member)) }
      return
    }
    for place in order.indices {
      let member = Int(order[place])
      var sum = signed(member)
      for index in first[member]..<first[member + 1] {
        sum = sum + value(Int(parts[index].member)) * -parts[index].coefficient
      }
      set(member, sum)
    }
  }
}
