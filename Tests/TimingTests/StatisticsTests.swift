import Foundation
import Testing
import LayoutBenchTiming

@Suite("Estimates")
struct StatisticsTests {
  /// An alternative definition: the value at (n - 1) p on the line through the sorted values.
  static func interpolated(_ p: Double, _ values: [Double]) -> Double {
    let sorted = values.sorted()
    var best = sorted[0]
    for index in 0..<sorted.count {
      let here = Double(index) / Double(max(1, sorted.count - 1))
      let next = Double(index + 1) / Double(max(1, sorted.count - 1))
      if sorted.count == 1 || p == here { best = sorted[index] }
      if index + 1 < sorted.count, p > here, p <= next {
        best = sorted[index] + (sorted[index + 1] - sorted[index]) * (p - here) / (next - here)
      }
    }
    return best
  }

  @Test("quantiles of few, equal and unsorted values", arguments: 0..<100)
  func quantiles(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let count = Int.random(in: 1...12, using: &random)
    let values = (0..<count).map { _ in Double(Int.random(in: 1...6, using: &random)) }
    for p in [0, 0.025, 0.25, 0.5, 0.75, 0.9, 1] {
      let expected = Self.interpolated(p, values)
      #expect(abs(Statistics.quantile(p, of: values) - expected) < 1e-9)
    }
    #expect(Statistics.quantile(0, of: values) == values.min())
    #expect(Statistics.quantile(1, of: values) == values.max())
  }

  @Test("a child's value is the lower quartile of its samples")
  func childValues() {
    #expect(Statistics.childValue([4, 1, 3, 2, 5]) == 2)
    #expect(Statistics.childValue([7]) == 7)
    #expect(Statistics.childValue([3, 3, 3]) == 3)
    // Disturbed samples do not count, whether they are slow or quick, while three others are left.
    #expect(Statistics.childValue([9, 1, 3, 2, 5, 4], disturbed: [1, 0]) == 2.75)
    #expect(Statistics.childValue([4, 1, 3, 2], disturbed: [1]) == 2.5)
    #expect(Statistics.childValue([4, 1, 3, 2], disturbed: [1, 2]) == 1.75)
  }

  @Test("fewer than 8 children give no interval, equal ones an interval of no width")
  func intervals() throws {
    #expect(Statistics.overChildren([]) == nil)
    let few = try #require(Statistics.overChildren([1, 2, 3]))
    #expect(few.low == nil)
    #expect(abs(few.value - 2) < 1e-12)
    let equal = try #require(Statistics.overChildren(Array(repeating: 5, count: 8)))
    #expect(abs((equal.low ?? 0) - 5) < 1e-12 && abs((equal.high ?? 0) - 5) < 1e-12)
    let spread = try #require(Statistics.overChildren([1, 2, 3, 4, 5, 6, 7, 8, 9]))
    let (low, high) = (try #require(spread.low), try #require(spread.high))
    #expect(low < spread.value && spread.value < high)
    #expect(abs(spread.value - 5) < 1e-12)
  }

  @Test("the interval holds the true median about as often as it says")
  func coverage() throws {
    var hits = 0
    let tries = 200
    for seed in 0..<tries {
      var random = SplitMix64(seed: UInt64(seed) + 1000)
      // The median of exp(u), u uniform in -1 ... 1, is 1.
      let children = (0..<20).map { _ -> Double in
        let u = Double.random(in: -1...1, using: &random)
        return 1 + u + u * u / 2 + u * u * u / 6
      }
      let estimate = try #require(Statistics.overChildren(children))
      if (estimate.low ?? 2) <= 1, (estimate.high ?? 0) >= 1 { hits += 1 }
    }
    #expect(hits >= tries * 88 / 100)
    #expect(hits < tries)
  }

  @Test("the geometric mean is the n-th root of the product")
  func means() throws {
    #expect(abs(try #require(Statistics.geometricMean([2, 8])) - 4) < 1e-12)
    #expect(Statistics.geometricMean([]) == nil)
  }

  @Test("the same seed gives the same numbers, another child or round others")
  func seeds() {
    var one = SplitMix64(seed: 1, child: 2, round: 3)
    var same = SplitMix64(seed: 1, child: 2, round: 3)
    var other = SplitMix64(seed: 1, child: 2, round: 4)
    let first = (0..<4).map { _ in one.next() }
    #expect(first == (0..<4).map { _ in same.next() })
    #expect(first != (0..<4).map { _ in other.next() })
    // Published values of the generator for seed 0.
    var zero = SplitMix64(seed: 0)
    #expect(zero.next() == 0xE220_A839_7B1D_CDAF)
    #expect(zero.next() == 0x6E78_9E6A_A1B9_65F4)
  }
}

@Suite("Growth")
struct GrowthTests {
  /// A Run of one engine whose times grow as a power, one value per child, each with its own
  /// factor.
  private func run(sizes: [Int], power: Double, children: Int) -> Run {
    var run = Run(
      id: "test", command: [], seed: 1, batchTarget: 1, rounds: 1, revision: nil,
      executable: .init(configuration: "release"), machine: .this(libraries: ["GLPK": "5.0"]),
      cells: [])
    for size in sizes {
      var cell = Cell(
        scene: "chain-\(size)", views: size, phase: "resize", engine: "sll", dialect: "sll")
      cell.samples = (1...children).map { [Double($0) * pow(Double(size), power)] }
      cell.counters = ["terms": 3 * Double(size), "none": 0]
      run.cells.append(cell)
    }
    run.computeEstimates()
    return run
  }

  @Test("the exponent is the slope, whatever the factor", arguments: [0.5, 1.0, 1.3, 2.0])
  func exponent(_ power: Double) throws {
    let growth = try #require(
      run(sizes: [10, 20, 40, 80, 160], power: power, children: 9).growth?.first)
    #expect(abs(growth.exponent.value - power) < 1e-9)
    #expect(abs(growth.largest - power) < 1e-9)
    #expect(growth.exponent.low != nil && growth.generator == "chain")
    // A count grows by its own exponent, without an interval; one that is 0 does not grow.
    #expect(growth.counters?.keys.sorted() == ["terms"])
    #expect(abs(try #require(growth.counters?["terms"]) - 1) < 1e-9)
    #expect(growth.sizes == [10, 20, 40, 80, 160])
  }

  @Test("few sizes, or sizes that lie close, tell no exponent")
  func few() {
    #expect(run(sizes: [10, 20, 40, 160], power: 1, children: 9).growth == nil)
    #expect(run(sizes: [10, 20, 40, 80, 150], power: 1, children: 9).growth == nil)
    #expect(run(sizes: [1000], power: 1, children: 9).growth == nil)
  }

  @Test("a slope is that of the normal equations")
  func slope() throws {
    var run = run(sizes: [10, 20, 40, 80, 160], power: 1, children: 1)
    let times = [3.0, 9, 11, 40, 41]
    for index in run.cells.indices { run.cells[index].samples = [[times[index]]] }
    run.computeEstimates()
    // Solved by hand: b = (n Σxy − Σx Σy) / (n Σx² − (Σx)²).
    let x = [10.0, 20, 40, 80, 160].map { log($0) }
    let y = times.map { log($0) }
    let (sx, sy) = (x.reduce(0, +), y.reduce(0, +))
    let sxy = zip(x, y).map { $0 * $1 }.reduce(0, +)
    let sxx = x.map { $0 * $0 }.reduce(0, +)
    let expected = (5 * sxy - sx * sy) / (5 * sxx - sx * sx)
    let growth = try #require(run.growth?.first)
    #expect(abs(growth.exponent.value - expected) < 1e-9)
    #expect(growth.exponent.low == nil)
    #expect(growth.largest != growth.exponent.value)
  }
}
