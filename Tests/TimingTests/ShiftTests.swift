import Foundation
import Testing
import LayoutBenchTiming

@Suite("Shifts between two sets of children")
struct ShiftTests {
  /// Computes the shift without sorting: a bound is a difference with k others beyond it.
  static func enumerated(_ base: [Double], _ head: [Double]) -> Estimate {
    let all = base.flatMap { before in head.map { log($0) - log(before) } }
    let (m, n) = (base.count, head.count)
    let rank = max(
      0,
      Int(
        (Double(m * n) / 2 - 2.576 * sqrt(Double(m * n) * Double(m + n + 1) / 12))
          .rounded(.down)))
    /// The difference with at most `rank` below it and more than `rank` up to it.
    func nth(_ rank: Int) -> Double {
      all.first { value in
        all.count { $0 < value } <= rank && all.count { $0 <= value } > rank
      } ?? .nan
    }
    let middle = (nth((all.count - 1) / 2) + nth(all.count / 2)) / 2
    return Estimate(
      value: exp(middle), low: exp(nth(rank)), high: exp(nth(all.count - 1 - rank)))
  }

  @Test("they are those of direct enumeration", arguments: 0..<60)
  func enumeration(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    // Whole numbers, so that many are equal.
    let base = (0..<Int.random(in: 1...24, using: &random)).map { _ in
      Double(Int.random(in: 90...110, using: &random))
    }
    let head = (0..<Int.random(in: 1...24, using: &random)).map { _ in
      Double(Int.random(in: 95...120, using: &random))
    }
    let found = try #require(Statistics.shift(from: base, to: head))
    let expected = Self.enumerated(base, head)
    #expect(abs(found.value - expected.value) < 1e-12)
    #expect(abs((found.low ?? 0) - (expected.low ?? 1)) < 1e-12)
    #expect(abs((found.high ?? 0) - (expected.high ?? 1)) < 1e-12)
  }

  @Test("what is 5 % slower is told so, whichever side, and nothing is told of no children")
  func direction() throws {
    let base = (0..<20).map { 100 + Double($0) / 10 }
    let slower = try #require(Statistics.shift(from: base, to: base.map { $0 * 1.05 }))
    #expect(abs(slower.value - 1.05) < 1e-9)
    #expect((slower.low ?? 0) > 1.02 && (slower.high ?? 2) < 1.08)
    let faster = try #require(Statistics.shift(from: base.map { $0 * 1.05 }, to: base))
    #expect(abs(faster.value * slower.value - 1) < 1e-9)
    #expect(Statistics.shift(from: [], to: base) == nil)
    #expect(Statistics.shift(from: base, to: []) == nil)
  }

  @Test("the interval holds no shift where there is none, in 99 of 100 cases")
  func level() {
    var held = 0
    for seed in 0..<1000 {
      var random = SplitMix64(seed: UInt64(seed))
      func child() -> Double {
        // Log-normal, one in seven 13 % slower.
        let normal = (0..<12).reduce(-6.0) { sum, _ in
          sum + Double.random(in: 0..<1, using: &random)
        }
        return exp(0.02 * normal) * (Int.random(in: 0..<7, using: &random) == 0 ? 1.13 : 1)
      }
      let (base, head) = ((0..<20).map { _ in child() }, (0..<20).map { _ in child() })
      if let shift = Statistics.shift(from: base, to: head), let low = shift.low,
        let high = shift.high, low <= 1, 1 <= high
      {
        held += 1
      }
    }
    #expect(held >= 980)
  }
}
