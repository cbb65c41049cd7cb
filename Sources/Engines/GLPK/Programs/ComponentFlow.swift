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
    guard Int(unknown.index) < first.count else { return }
    let next = Int(unknown.index) + 1
    for index in Int(first[unknown])..<(next < first.count ? Int(first[next]) : terms.count) {
      visit(terms[index])
    }
  }
}

/// Unknowns that only differences hold together, perhaps as the edges of views: most of what no shortcut
/// decides.
///
/// Each hinge on an unknown, or on the difference of two, is an arc of a network, from the subtracted
/// one, or from the ground, to the other one or back. Along the tree of the answer the differences are
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
  }

  /// A functional with its hinges: the number of node `lower` subtracted from that of `upper`.
  private struct Difference: BitwiseCopyable {
    let sum: FunctionalNumber
    let upper: Int32
    let lower: Int32
    let firstWish: Int32
    let lastWish: Int32
  }

  /// A level, with the cost of each point on it.
  private struct Level {
    let priority: Double
    var total: Int
    var unit = 1
  }

  @exclusivity(unchecked) private var network: NetworkSimplex
  @exclusivity(unchecked) private var differences = Arena<Difference>(capacity: 16)
  @exclusivity(unchecked) private var wishes = Arena<Wish>(capacity: 32)
  /// The wish that each arc is of.
  @exclusivity(unchecked) private var owners = Arena<Int32>(capacity: 32)
  private let members: [OpenUnknown]
  /// The sums that the numbers of nodes are.
  @exclusivity(unchecked) private var edges: MemberEdges
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
  init?(
    _ members: [OpenUnknown], _ sums: [FunctionalNumber],
    of functionals: borrowing Functionals<Form>, _ others: borrowing OtherEdges,
    _ places: borrowing Arena<Int32>
  ) {
    for (place, member) in members.enumerated() { places[member] = Int32(place) }
    var edges = MemberEdges(none: members.count)
    var ends = edges.differences(sums, functionals, places)
    if ends == nil {
      edges = MemberEdges(members, others, places)
      ends = edges.isIdentity ? nil : edges.differences(sums, functionals, places)
    }
    guard let ends, let levels = Self.levels(of: sums, functionals) else { return nil }
    self.members = members
    self.edges = edges
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
    for (sum, (upper, lower)) in zip(sums, ends) {
      let first = Int32(wishes.count)
      var index = functionals.functionals[sum].firstHinge
      while index >= 0 {
        let hinge = functionals.hinges[index]
        var weight = NetworkSimplex.unlimited
        if hinge.priority < HingePriority.required,
          let level = levels.first(where: { $0.priority == hinge.priority })
        {
          weight = level.unit * Int(hinge.weight)
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
          sum: sum, upper: upper, lower: lower, firstWish: first, lastWish: Int32(wishes.count)))
    }
  }

  /// The levels, each of a cost that outweighs all lower ones together; `nil` where costs have no such
  /// numbers.
  private static func levels(
    of sums: [FunctionalNumber], _ functionals: borrowing Functionals<Form>
  ) -> [Level]? {
    var levels: [Level] = []
    for sum in sums {
      var index = functionals.functionals[sum].firstHinge
      while index >= 0 {
        let hinge = functionals.hinges[index]
        index = hinge.next
        guard hinge.priority < HingePriority.required else { continue }
        guard hinge.weight >= 1, hinge.weight <= 1024, hinge.weight.rounded() == hinge.weight else {
          return nil
        }
        let weight = Int(hinge.weight) * (hinge.side == .both ? 2 : 1)
        if let place = levels.firstIndex(where: { $0.priority == hinge.priority }) {
          levels[place].total += weight
        } else {
          guard levels.count < mostLevels else { return nil }
          levels.append(Level(priority: hinge.priority, total: weight))
        }
      }
    }
    levels.sort { $0.priority < $1.priority }
    var unit = 1
    for index in levels.indices {
      levels[index].unit = unit
      // Flows are sums of capacities.
      let (all, isTooLarge) = unit.multipliedReportingOverflow(by: levels[index].total + 1)
      guard !isTooLarge, all < Int.max / 4 else { return nil }
      unit = all
    }
    return levels
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
  /// - Returns: whether they have one best value each; `nil` where there is no answer.
  /// - Throws: `CoreFailure.conflict`.
  func solve(
    _ functionals: borrowing Functionals<Form>, at root: Size,
    into values: borrowing Arena<Form>, _ region: inout some ConditionList<Form> & ~Copyable
  ) throws(CoreFailure) -> Bool? {
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
    func isUnique(withTies: Bool) -> Bool {
      self.isUnique { difference in
        freedom(
          of: difference, value(of: difference, treeWish(of: difference), functionals), functionals,
          at: root, withTies: withTies)
      }
    }
    if isCertain || isUnique(withTies: false) { return true }
    // Another layout is as good, at these parameters or at others: what is open may differ there.
    region.pin(to: root)
    return isUnique(withTies: true)
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
    guard case .optimal = network.solve(mostSteps: Self.mostSteps), areSidesRight() else {
      return false
    }
    let isCertain = members.indices.allSatisfy { node in
      let wish = wishes[owners[network.link(of: node).arc]]
      // Other hinges at the same point only take freedom away.
      return isRigid(wish) || freedomHere(of: differences[wish.difference]).isEmpty
    }
    guard isCertain || isUnique({ freedomHere(of: $0) }) else { return false }
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

  private func setPoints(_ functionals: borrowing Functionals<Form>, at root: Size) {
    for index in wishes.indices {
      let wish = wishes[index]
      let point = functionals.hinges[wish.hinge].point.value(at: root)
      if wish.up >= 0 { network.setPoint(point, ofArc: Int(wish.up)) }
      if wish.down >= 0 { network.setPoint(-point, ofArc: Int(wish.down)) }
    }
  }

  /// Computes the numbers of nodes along the tree.
  private func read(_ functionals: borrowing Functionals<Form>) {
    network.forEachNode { node in
      let (parent, arc, isUp) = network.link(of: node)
      let wish = wishes[owners[arc]]
      let point = functionals.hinges[wish.hinge].point
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
    return Int(difference.lower) == members.count
      ? numbers[difference.upper] : numbers[difference.upper] - numbers[difference.lower]
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

  /// Decides whether no other numbers are as good: each number is tied to the ground from above and
  /// from below, by differences that may change in one direction at most.
  ///
  /// - Parameter freedom: returns the ways in which a difference may change.
  /// - Returns: true if there are no others.
  private func isUnique(_ freedom: (Difference) -> Freedom) -> Bool {
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
    return [true, false].allSatisfy { isAtLeast in
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
      return reached == count
    }
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

/// The members of a component as sums of numbers that constraints are about: edges of views.
///
/// A member is its node's number minus its terms.
private struct MemberEdges: ~Copyable {
  private struct Part: BitwiseCopyable {
    let member: Int32
    let coefficient: Double
  }

  private let count: Int
  /// The parts of each member, and the members such that none is a part of one before it.
  private var first = Arena<Int32>(capacity: 16)
  private var parts = Arena<Part>(capacity: 16)
  private var order = Arena<Int32>(capacity: 16)
  private var ranks = Arena<Int32>(capacity: 16)

  /// True if every member is its node's number.
  var isIdentity: Bool { parts.isEmpty }

  /// Every member is its node's number.
  init(none count: Int) { self.count = count }

  /// Sizes are differences of edges, where these are sums of other members.
  init(
    _ members: [OpenUnknown], _ others: borrowing OtherEdges, _ places: borrowing Arena<Int32>
  ) {
    count = members.count
    ranks.grow(to: count, filling: -1)
    for member in members {
      first.append(Int32(parts.count))
      others.forEach(member) { term in
        let place = places[term.unknown]
        guard place < count, members[Int(place)] == term.unknown else { return }
        parts.append(Part(member: place, coefficient: term.coefficient))
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
  /// - Returns: two nodes for each functional.
  func differences(
    _ sums: [FunctionalNumber], _ functionals: borrowing Functionals<some ValuedNumber>,
    _ places: borrowing Arena<Int32>
  ) -> [(upper: Int32, lower: Int32)]? {
    var ends: [(upper: Int32, lower: Int32)] = []
    ends.reserveCapacity(sums.count)
    var terms = Arena<Part>(capacity: 16)
    for sum in sums {
      let functional = functionals.functionals[sum]
      guard isIdentity else {
        terms.removeAll()
        for index in functional.start..<functional.end {
          let term = functionals.terms[index]
          Self.add(places[term.unknown], term.coefficient, to: &terms)
        }
        guard let found = nodes(of: &terms) else { return nil }
        ends.append(found)
        continue
      }
      let upper = places[functionals.terms[functional.start].unknown]
      switch functional.end - functional.start {
      case 1: ends.append((upper, Int32(count)))
      case 2 where functionals.terms[functional.start + 1].coefficient == -1:
        ends.append((upper, places[functionals.terms[functional.start + 1].unknown]))
      default: return nil
      }
    }
    return ends
  }

  /// The nodes whose numbers' difference a sum of members is, if it is one.
  private func nodes(of terms: inout Arena<Part>) -> (upper: Int32, lower: Int32)? {
    var (upper, lower) = (Int32(count), Int32(count))
    while true {
      // The last in the order first: what it adds comes before it.
      var last = -1
      for index in terms.indices where terms[index].coefficient != 0 {
        if last < 0 || ranks[terms[index].member] > ranks[terms[last].member] { last = index }
      }
      guard last >= 0 else { break }
      let term = terms[last]
      terms[last] = Part(member: term.member, coefficient: 0)
      switch term.coefficient {
      case 1 where upper == count: upper = term.member
      case -1 where lower == count: lower = term.member
      default: return nil
      }
      for index in first[term.member]..<first[term.member + 1] {
        Self.add(parts[index].member, -term.coefficient * parts[index].coefficient, to: &terms)
      }
      guard terms.count <= 4 * OtherEdges.mostTerms else { return nil }
    }
    return upper == lower ? nil : (upper, lower)
  }

  private static func add(_ member: Int32, _ coefficient: Double, to terms: inout Arena<Part>) {
    for index in terms.indices where terms[index].member == member {
      let sum = terms[index].coefficient + coefficient
      terms[index] = Part(member: member, coefficient: sum)
      return
    }
    terms.append(Part(member: member, coefficient: coefficient))
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
    guard !isIdentity else {
      for member in 0..<count { set(member, number(member)) }
      return
    }
    for place in order.indices {
      let member = Int(order[place])
      var sum = number(member)
      for index in first[member]..<first[member + 1] {
        sum = sum + value(Int(parts[index].member)) * -parts[index].coefficient
      }
      set(member, sum)
    }
  }
}
