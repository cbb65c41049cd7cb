import Foundation
import Testing

@testable import LayoutBenchTiming

@Suite("Links, growth and suspects")
struct LinkTests {
  /// Normal numbers by Box and Muller 1958.
  private struct Normal {
    var random: SplitMix64

    mutating func next(_ deviation: Double) -> Double {
      let one = Double.random(in: Double.leastNonzeroMagnitude...1, using: &random)
      let two = Double.random(in: 0...1, using: &random)
      return deviation * (-2 * log(one)).squareRoot() * cos(2 * .pi * two)
    }
  }

  /// A value of each child of a Run whose links differ by a given spread.
  private static func children(
    _ normal: inout Normal, links: Int, each: Int, spread: Double
  ) -> [(link: Int, value: Double)] {
    (0..<links).flatMap { link -> [(link: Int, value: Double)] in
      let effect = normal.next(spread)
      return (0..<each).map { _ in (link, exp(effect + normal.next(0.01))) }
    }
  }

  @Test("a stranger's Run falls into the interval", arguments: [0.02, 0.05, 0.1])
  func coverage(spread: Double) throws {
    var normal = Normal(random: SplitMix64(seed: 11))
    var covered = 0
    let tries = 2000
    for _ in 0..<tries {
      let own = try #require(
        Statistics.overLinks(Self.children(&normal, links: 6, each: 3, spread: spread)))
      let other = try #require(
        Statistics.overLinks(Self.children(&normal, links: 6, each: 3, spread: spread)))
      let (low, high) = (try #require(own.low), try #require(own.high))
      if (low...high).contains(other.value) { covered += 1 }
    }
    // 95 % within the accuracy of 2,000 tries; more would mean an interval that is too wide.
    #expect((0.93...0.97).contains(Double(covered) / Double(tries)))
  }

  @Test("a mean over rows that lack a link is the same to the last bit in every process")
  func orderOfSums() throws {
    var normal = Normal(random: SplitMix64(seed: 17))
    var run = RunTests.run()
    run.links = 20
    for _ in 0..<50 {
      let rows = ([20] + Array(repeating: 5, count: 30)).map { count in
        (0..<count).map { ChildValue(child: $0, value: exp(normal.next(2))) }
      }
      // The mean of the row's other links, summed in their order, stands for each that is missing.
      let means = rows.map { Statistics.geometricMean($0.map(\.value)) ?? 1 }
      let expected = try (0..<20).map { link -> (link: Int, value: Double) in
        let values = zip(rows, means).map { link < $0.count ? $0[link].value : $1 }
        return (link, try #require(Statistics.geometricMean(values)))
      }
      let estimate = try #require(run.mean(of: rows))
      let exact = try #require(Statistics.overLinks(expected))
      #expect(estimate.value.bitPattern == exact.value.bitPattern)
      #expect(estimate.high?.bitPattern == exact.high?.bitPattern)
    }
  }

  @Test("fewer than five links give no interval")
  func fewLinks() {
    var normal = Normal(random: SplitMix64(seed: 3))
    let few = Self.children(&normal, links: 4, each: 9, spread: 0.02)
    #expect(Statistics.overLinks(few)?.low == nil)
    #expect(Statistics.overLinks([])?.value == nil)
    #expect(Statistics.overLinks([(0, 2), (0, 8), (0, 4)])?.value == 4)
  }

  @Test("Student's t is that of tables")
  func student() {
    for (degrees, expected) in [(1, 12.706), (5, 2.571), (30, 2.042), (60, 2.000), (120, 1.980)] {
      #expect(abs(Statistics.student(degrees) - expected) < 0.002)
    }
  }

  /// A Run of six links over sizes of a generator, with times by a law.
  private static func growing(
    steps: (Int) -> Int = { _ in 64 }, _ time: (Double) -> Double
  ) throws -> Run.Growth {
    var run = RunTests.run()
    run.cells = []
    run.links = 6
    var normal = Normal(random: SplitMix64(seed: 5))
    for size in [10, 100, 1000, 3162, 10_000] {
      var cell = Cell(
        scene: "chain-\(size)", views: size, phase: "first", form: "plan", engine: "sll",
        dialect: "sll", passes: 1)
      cell.samples = (0..<18).map { _ in [time(Double(size)) * exp(normal.next(0.01))] }
      cell.switched = cell.samples.map { _ in [] }
      run.cells.append(cell)
    }
    run.children = (0..<18).map { _ in .init(started: "", load: nil) }
    run.scenes = run.cells.map { cell in
      var scene = Run.SceneRecord(name: cell.scene, file: cell.scene, text: nil)
      scene.scripts = [
        .init(
          phase: "first", digest: "", steps: steps(cell.views), moving: 1, frames: 1,
          reach: "wide", length: 64)
      ]
      return scene
    }
    run.computeEstimates()
    return try #require(run.growth?.first)
  }

  @Test("N and N log N pass, and N to the power of 1.2 does not")
  func growth() throws {
    #expect(try Self.growing { $0 }.order == .linear)
    #expect(try Self.growing { $0 * log2($0) }.order == .linear)
    #expect(try Self.growing { pow($0, 1.2) }.order == .more)
    // A plan's fixed cost hides growth at small sizes, not in the top decade.
    #expect(try Self.growing { 3000 + pow($0, 1.5) }.order == .more)
    // A tenth of the steps: what only the first of them costs weighs more.
    #expect(try Self.growing(steps: { $0 > 5000 ? 6 : 64 }) { $0 }.order == nil)
  }

  @Test("instructions decide growth where they were counted, and alone where nothing was timed")
  func growthOfInstructions() throws {
    for isTimed in [true, false] {
      for (power, order) in [(1.0, Run.Growth.Order.linear), (1.2, .more), (2, .more)] {
        var run = RunTests.run()
        (run.cells, run.links) = ([], 6)
        run.children = isTimed ? (0..<18).map { _ in .init(started: "", load: nil) } : []
        for size in [10, 100, 1000, 3162, 10_000] {
          var cell = Cell(
            scene: "chain-\(size)", views: size, phase: "first", form: "plan", engine: "sll",
            dialect: "sll", passes: 1)
          // Times say linear.
          cell.samples = run.children.map { _ in [Double(size)] }
          cell.switched = cell.samples.map { _ in [] }
          cell.counters = ["instructions": 10 * pow(Double(size), power)]
          run.cells.append(cell)
        }
        run.computeEstimates()
        let growth = try #require(run.growth?.first)
        #expect(growth.order == order, "\(power)")
        #expect((growth.exponent.low == nil) == !isTimed)
        #expect((growth.decade == nil) == !isTimed)
      }
    }
  }

  /// A plan cell with a floor beside it.
  private static func beside(_ floor: Double, _ time: Double) -> Cell {
    besides(floor, time).cells[1]
  }

  /// The Run of that cell.
  private static func besides(_ floor: Double, _ time: Double) -> Run {
    var run = RunTests.run()
    run.links = 6
    run.cells = []
    run.engines = nil
    for (engine, value) in [("manual", 200), ("glpk", time), ("replay", floor)] {
      var cell = Cell(
        scene: "one", views: 2, phase: "resize", form: "plan", engine: engine, dialect: "-",
        passes: 1)
      cell.samples = Array(repeating: [value, value, value], count: 18)
      cell.switched = cell.samples.map { _ in [] }
      run.cells.append(cell)
    }
    run.children = (0..<18).map { _ in .init(started: "", load: nil) }
    run.computeEstimates()
    return run
  }

  @Test("an engine that is faster than the copy of its frames is suspect")
  func suspect() {
    #expect(Self.beside(100, 80).suspect == true)
    #expect(Self.beside(100, 95).suspect == nil)
    #expect(Self.beside(100, 150).suspect == nil)
  }

  @Test("what is suspect has a time, but no rank and no place in a mean")
  func unranked() throws {
    let honest = Self.besides(100, 150)
    let part = try #require(honest.meanParts.first)
    #expect(honest.ranking(part).contains { $0.engine == "glpk" })
    #expect(honest.meanRatio(of: "glpk", phase: part.phase, over: ["one"]) != nil)
    let liar = Self.besides(100, 80)
    #expect(liar.cells[1].time != nil)
    #expect(!liar.ranking(part).contains { $0.engine == "glpk" })
    #expect(!liar.geometricMeans.contains { $0.engine == "glpk" })
    #expect(liar.meanRatio(of: "glpk", phase: part.phase, over: ["one"]) == nil)
  }

  @Test("work that moves out of the clock is a count that rises")
  func outside() {
    var base = Self.beside(100, 150)
    base.counters = [
      CounterComparison.instructions: 10_000, CounterComparison.outside: 5_000,
    ]
    var head = base
    head.counters = [
      CounterComparison.instructions: 2_000, CounterComparison.outside: 13_000,
    ]
    let run = RunTests.run()
    let changes = CounterComparison(run, run).changes(from: base, to: head)
    let risen = changes.filter { $0.isJudged && $0.head > $0.base }
    #expect(risen.map(\.name) == [CounterComparison.outside])
  }

  @Test("counts of bytes may differ by 1 %, all others not at all")
  func tolerances() {
    var base = Self.beside(100, 150)
    base.counters = ["bytes allocated": 1000, "allocations": 1000]
    var head = base
    let run = RunTests.run()
    let comparison = CounterComparison(run, run)
    head.counters = ["bytes allocated": 1009, "allocations": 1001]
    #expect(comparison.changes(from: base, to: head).map(\.name) == ["allocations"])
    head.counters = ["bytes allocated": 1011, "allocations": 1000]
    #expect(comparison.changes(from: base, to: head).map(\.name) == ["bytes allocated"])
  }

  /// Two Runs with a number of links, one of them slower by a share.
  private static func pair(links: Int, slower: Double) -> ComparedCell? {
    var normal = Normal(random: SplitMix64(seed: 9))
    func run(_ factor: Double) -> Run {
      var run = RunTests.run()
      run.links = links
      run.cells = []
      var cell = Cell(
        scene: "one", views: 2, phase: "resize", form: "plan", engine: "glpk", dialect: "-",
        passes: 1)
      let effects = (0..<links).map { _ in normal.next(0.004) }
      cell.samples = (0..<links * 10).map { child in
        [100 * factor * exp(effects[child % links] + normal.next(0.002))]
      }
      cell.switched = cell.samples.map { _ in [] }
      run.cells = [cell]
      run.children = cell.samples.map { _ in .init(started: "", load: nil) }
      run.computeEstimates()
      return run
    }
    let sides = Comparison.Sides(base: run(1), head: run(slower))
    var comparison = Comparison(id: "a", method: .sideBySide, command: [], screening: sides)
    comparison.screen(thresholds: .sideBySide)
    comparison.remeasured = sides
    comparison.decide()
    return comparison.cells.first
  }

  @Test("slower needs five links, and what is slower within the threshold is said")
  func words() {
    #expect(Self.pair(links: 6, slower: 1.1)?.verdict == .slower)
    #expect(Self.pair(links: 3, slower: 1.1)?.verdict == .undecided)
    #expect(Self.pair(links: 3, slower: 1.1)?.reason?.contains("5 ('make links')") == true)
    #expect(Self.pair(links: 6, slower: 1.012)?.verdict == .slowerWithin)
    #expect(Self.pair(links: 6, slower: 1)?.verdict == .unchanged)
    #expect(Self.pair(links: 6, slower: 0.9)?.verdict == .faster)
    #expect((Self.pair(links: 6, slower: 1)?.leastChange ?? 1) < 0.05)
  }

  /// Pairs on a machine whose speed changes by a quarter from pair to pair, each side with link
  /// effects.
  private static func pairs(
    _ count: Int, factor: Double, seed: UInt64
  ) -> [(link: Int, base: Double, head: Double)] {
    var normal = Normal(random: SplitMix64(seed: seed))
    let effects = (0..<6).map { _ in (normal.next(0.01), normal.next(0.01)) }
    return (0..<count).map { pair in
      let (speed, effect) = (normal.next(0.25), effects[pair % 6])
      return (
        pair % 6, 100 * exp(speed + effect.0 + normal.next(0.02)),
        100 * factor * exp(speed + effect.1 + normal.next(0.02))
      )
    }
  }

  private static func shift(of pairs: [(link: Int, base: Double, head: Double)]) -> Estimate? {
    Statistics.pairedShift(pairs.map { (link: $0.link, ratio: $0.head / $0.base) })
  }

  @Test("pairs see through a machine that changes its speed")
  func pairedShifts() throws {
    var (inside, found, unpaired) = (0, 0, 0)
    for seed in 0..<400 as Range<UInt64> {
      let same = try #require(Self.shift(of: Self.pairs(36, factor: 1, seed: seed)))
      if let low = same.low, let high = same.high, low <= 1, 1 <= high { inside += 1 }
      let slower = Self.pairs(36, factor: 1.1, seed: seed)
      if try #require(Self.shift(of: slower)?.low) > 1.02 { found += 1 }
      let shift = Statistics.shift(
        from: Statistics.linkMedians(slower.map { ($0.link, $0.base) }).map { exp($0) },
        to: Statistics.linkMedians(slower.map { ($0.link, $0.head) }).map { exp($0) })
      if try #require(shift?.low) > 1.02 { unpaired += 1 }
    }
    // 99 % is the interval's level; of 400, 3 fewer are three standard deviations.
    #expect(inside >= 390)
    #expect(found >= 340)
    #expect(unpaired < found / 2)
    #expect(Statistics.pairedShift([]) == nil)
    #expect(Statistics.pairedShift([(0, 2), (0, 2)]) == nil)
    #expect(abs(Statistics.wideStudent(60) - 2.660) < 0.003)
  }

  /// A Run of two engines on four scenes, in which a share of the children had a neighbour on their
  /// core: it slows the yardstick by a fifth, and the other engine, 7 times as slow, by a half.
  private static func run(disturbed share: Double, seed: UInt64) -> Run {
    var normal = Normal(random: SplitMix64(seed: seed))
    var run = RunTests.run()
    (run.links, run.cells) = (6, [])
    for scene in ["one", "two", "three", "four"] {
      let busy = (0..<18).map { _ in Double.random(in: 0..<1, using: &normal.random) < share }
      for (engine, factor, slower) in [("manual", 1.0, 1.2), ("glpk", 7, 1.5)] {
        var cell = Cell(
          scene: scene, views: 2, phase: "resize", form: "plan", engine: engine, dialect: "-",
          passes: 1)
        let effects = (0..<6).map { _ in normal.next(0.01) }
        for child in 0..<18 {
          let time = 100 * factor * (busy[child] ? slower : 1) * exp(effects[child % 6])
          cell.samples.append((0..<8).map { _ in time * exp(abs(normal.next(0.01))) })
        }
        cell.switched = cell.samples.map { _ in [] }
        // Two samples of a disturbed child seem quiet.
        cell.shared = busy.map { $0 ? [0, 1, 3, 4, 6, 7] : [] }
        run.cells.append(cell)
      }
    }
    run.children = run.cells[0].samples.map { _ in .init(started: "", load: nil) }
    run.computeEstimates()
    return run
  }

  @Test("a neighbour on the core of a fifth of the children changes no ratio and no mean")
  func disturbedChildren() throws {
    var (near, contained, cells) = (0, 0, 0)
    for seed in 1...20 as ClosedRange<UInt64> {
      let run = Self.run(disturbed: 0.2, seed: seed)
      for cell in run.cells where cell.engine == "glpk" {
        let ratio = try #require(cell.ratio)
        cells += 1
        if abs(ratio.value - 7) < 0.2 { near += 1 }
        if try #require(ratio.low) <= 7, try #require(ratio.high) >= 7 { contained += 1 }
      }
      let mean = try #require(run.geometricMeans.first { $0.engine == "glpk" }?.ratio)
      #expect(abs(mean.value - 7) < 0.25)
    }
    // By chance a scene has fewer than five links with a quiet child, and a wide interval.
    #expect(Double(near) / Double(cells) > 0.95)
    #expect(Double(contained) / Double(cells) > 0.95)
    // Where no child is quiet, all count.
    let never = Self.run(disturbed: 1, seed: 1)
    let ratio = try #require(never.cells.first { $0.engine == "glpk" }?.ratio)
    #expect(abs(ratio.value - 7 * 1.5 / 1.2) < 0.3)
  }

  @Test("machines whose kernels differ are not compared")
  func vectors() {
    var vector = MachineVector.now
    #expect(vector.integer > 0 && vector.chase > 0)
    #expect(MachineVector.difference([vector], [vector]) == nil)
    let base = vector
    vector.integer *= 1.05
    #expect(MachineVector.difference([base], [vector])?.hasPrefix("integer ") == true)
    vector = base
    vector.chase *= 1.05
    #expect(MachineVector.difference([base], [vector]) == nil)
    // The best reading counts, not one beside other processes.
    var slow = base
    slow.double *= 2
    #expect(MachineVector.difference([base, slow], [base]) == nil)
  }
}
