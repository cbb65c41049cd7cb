import LinearSolver
import Testing

@Suite("The network simplex")
struct NetworkSimplexTests {
  /// An arc, and the level of its cost; `nil` where it is required.
  struct Wish {
    let tail: Int
    let head: Int
    let level: Int?
    var point: Double
  }

  /// Random wishes; the last node is the ground.
  static func wishes(_ count: Int, _ dice: inout Dice) -> [Wish] {
    (0..<Int.random(in: count...(4 * count), using: &dice)).map { _ in
      let tail = Int.random(in: 0...count, using: &dice)
      let head = (tail + Int.random(in: 1...count, using: &dice)) % (count + 1)
      let isRequired = Int.random(in: 0..<6, using: &dice) == 0
      return Wish(
        tail: tail, head: head, level: isRequired ? nil : Int.random(in: 0..<3, using: &dice),
        point: Double(Int.random(in: -9...9, using: &dice)))
    }
  }

  /// The network of wishes, each level outweighing the lower ones together.
  static func network(_ wishes: [Wish], _ count: Int) -> NetworkSimplex {
    let network = NetworkSimplex(nodeCount: count, arcCapacity: wishes.count)
    var units: [Int] = [1]
    for level in 0..<3 {
      units.append(units[level] * (1 + wishes.count { $0.level == level }))
    }
    for wish in wishes {
      network.addArc(
        from: wish.tail, to: wish.head,
        capacity: wish.level.map { units[$0] } ?? NetworkSimplex.unlimited, point: wish.point)
    }
    return network
  }

  /// The points that are missing on each level, the highest first; `nil` where required wishes are violated.
  static func costs(_ wishes: [Wish], _ values: [Double]) -> [Double]? {
    var costs = [0.0, 0, 0]
    for wish in wishes {
      let missing = max(0, wish.point - (values[wish.head] - values[wish.tail]))
      if let level = wish.level {
        costs[2 - level] += missing
      } else if missing > 1e-9 {
        return nil
      }
    }
    return costs
  }

  /// The least costs by GLPK; `nil` where required wishes contradict each other.
  static func least(_ wishes: [Wish], _ count: Int) throws -> [Double]? {
    var program = LinearProgram()
    for _ in 0..<count {
      let column = program.addColumn()
      (program.columnLower[column], program.columnUpper[column]) = (-.infinity, .infinity)
    }
    var objectives = Objectives()
    objectives.levels = [.init(), .init(), .init()]
    for wish in wishes {
      var terms: [(column: Int, coefficient: Double)] = []
      if wish.head < count { terms.append((wish.head, 1)) }
      if wish.tail < count { terms.append((wish.tail, -1)) }
      if let level = wish.level {
        let missing = program.addColumn()
        (program.columnLower[missing], program.columnUpper[missing]) = (0, .infinity)
        terms.append((missing, 1))
        objectives.levels[2 - level].add(missing, 1)
      }
      program.addRow(terms, lower: wish.point, upper: .infinity)
    }
    var solver = try LexicographicSolver(program, objectives: objectives)
    guard let answer = try solver.solve() else { return nil }
    return Self.costs(wishes, Array(answer.point[..<count]) + [0])
  }

  @Test("costs on every level are the least, from nothing and from the tree before")
  func levels() throws {
    var dice = Dice(state: 11)
    var (solved, refused, conflicts) = (0, 0, 0)
    for _ in 0..<400 {
      let count = Int.random(in: 1...9, using: &dice)
      var wishes = Self.wishes(count, &dice)
      let network = Self.network(wishes, count)
      for _ in 0..<4 {
        let least = try Self.least(wishes, count)
        switch network.solve(mostSteps: 1_000_000) {
        case .optimal:
          let values = (0..<count).map { network.value(of: $0) } + [0]
          let costs = try #require(Self.costs(wishes, values))
          for (one, other) in zip(costs, try #require(least)) { #expect(abs(one - other) < 1e-9) }
          for (arc, wish) in wishes.enumerated() where network.isInTree(arc) {
            #expect(abs(values[wish.head] - values[wish.tail] - wish.point) < 1e-9)
          }
          solved += 1
        case .infeasible:
          #expect(least == nil)
          conflicts += 1
        case .gaveUp:
          // Some number has no greatest value.
          refused += 1
        }
        for place in wishes.indices where Bool.random(using: &dice) {
          wishes[place].point += Double(Int.random(in: -3...3, using: &dice))
          network.setPoint(wishes[place].point, ofArc: place)
        }
      }
    }
    #expect(solved > 300 && conflicts > 50, "\(solved) solved, \(refused) refused, \(conflicts)")
  }

  @Test("the tree of before saves most pivots")
  func warm() throws {
    var dice = Dice(state: 5)
    var wishes = Self.wishes(200, &dice).filter { $0.level != nil }
    // Nothing is without an end.
    for node in 0..<200 { wishes.append(Wish(tail: node, head: 200, level: 0, point: 0)) }
    let network = Self.network(wishes, 200)
    #expect(network.solve(mostSteps: 10_000_000) == .optimal)
    let cold = network.iterations
    network.setPoint(wishes[0].point + 1, ofArc: 0)
    #expect(network.solve(mostSteps: 10_000_000) == .optimal)
    #expect(10 * (network.iterations - cold) < cold)
  }

  @Test("a copy has the arcs and the tree, and neither changes the other")
  func copies() throws {
    var dice = Dice(state: 7)
    var wishes = Self.wishes(40, &dice).filter { $0.level != nil }
    for node in 0..<40 { wishes.append(Wish(tail: node, head: 40, level: 0, point: 0)) }
    for solvesBefore in [false, true] {
      let network = Self.network(wishes, 40)
      if solvesBefore { #expect(network.solve(mostSteps: 1_000_000) == .optimal) }
      let copy = NetworkSimplex(copying: network)
      for place in wishes.indices {
        copy.setPoint(wishes[place].point + Double(place % 3), ofArc: place)
      }
      #expect(copy.solve(mostSteps: 1_000_000) == .optimal)
      #expect(network.solve(mostSteps: 1_000_000) == .optimal)
      for (network, isCopy) in [(network, false), (copy, true)] {
        let own = wishes.enumerated().map { place, wish in
          var wish = wish
          if isCopy { wish.point += Double(place % 3) }
          return wish
        }
        let values = (0..<40).map { network.value(of: $0) } + [0]
        let costs = try #require(Self.costs(own, values))
        for (one, other) in zip(costs, try #require(try Self.least(own, 40))) {
          #expect(abs(one - other) < 1e-9)
        }
      }
    }
  }

  @Test("a limit of work ends the search")
  func limit() {
    var dice = Dice(state: 5)
    let wishes = Self.wishes(200, &dice).filter { $0.level != nil }
    let network = Self.network(wishes, 200)
    #expect(network.solve(mostSteps: 1000) == .gaveUp)
  }
}
