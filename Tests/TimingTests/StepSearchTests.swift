import Testing
import LayoutBenchTiming

@Suite("Steps over commits")
struct StepSearchTests {
  @Test("the step is found wherever it is, in as many measurements as there are halvings")
  func everywhere() {
    for count in 2...40 {
      for step in 1..<count {
        var search = StepSearch(count: count)
        var measured = 0
        while let place = search.next {
          search.take(place, isAfter: place >= step)
          measured += 1
        }
        #expect(search.candidates == step...step)
        // Both ends are known: what remains are count - 1 candidates.
        #expect(1 << max(0, measured - 1) < max(2, count - 1) * 2)
      }
    }
  }

  @Test("places that cannot be measured leave a range that holds the step")
  func skipped() {
    for step in 1..<20 {
      var search = StepSearch(count: 20)
      while let place = search.next {
        if place % 3 == 0 { search.skip(place) } else { search.take(place, isAfter: place >= step) }
      }
      #expect(search.candidates.contains(step))
      #expect(search.candidates.count <= 2)
    }
  }

  private static func level(_ value: Double, _ half: Double) -> Estimate {
    Estimate(value: value, low: value / (1 + half), high: value * (1 + half))
  }

  @Test("a step is named with the places around it, in either direction")
  func steps() {
    let levels =
      [1.0, 1.003, 0.998, 1.052, 1.05, 1.049, 0.99, 1.0].map { Self.level($0, 0.01) }
    let steps = LevelStep.all(in: levels, threshold: 0.02)
    #expect(steps.map(\.places.before) == [2, 5] && steps.map(\.places.after) == [3, 6])
    #expect(abs(steps[0].change.value - 1.05) < 0.005 && (steps[0].change.low ?? 0) > 1.02)
    #expect((steps[1].change.high ?? 1) < 1 / 1.02)
    // What was not measured lies between.
    var holed: [Estimate?] = levels
    holed[3] = nil
    #expect(LevelStep.all(in: holed, threshold: 0.02).first?.places.after == 4)
  }

  @Test("wide intervals and changes within the threshold are no steps")
  func noSteps() {
    #expect(
      LevelStep.all(in: [Self.level(1, 0.05), Self.level(1.06, 0.05)], threshold: 0.02).isEmpty)
    #expect(
      LevelStep.all(in: [Self.level(1, 0.001), Self.level(1.015, 0.001)], threshold: 0.02).isEmpty)
    #expect(
      LevelStep.all(in: [nil, Estimate(value: 2), Self.level(1, 0)], threshold: 0.02).isEmpty)
    // Exact levels: any change beyond the threshold.
    let exact = [1.0, 1.0, 1.03].map { Self.level($0, 0) }
    #expect(LevelStep.all(in: exact, threshold: 0.02).map(\.places.after) == [2])
  }

  @Test("levels of noise alone step in fewer than 1 of 100 rows")
  func noise() {
    var random = SplitMix64(seed: 7)
    var found = 0
    for _ in 0..<400 {
      // The sum of twelve uniform numbers is nearly normal; the interval is one of 99 %.
      let levels = (0..<16).map { _ in
        let normal = (0..<12).reduce(-6.0) { sum, _ in
          sum + Double.random(in: 0..<1, using: &random)
        }
        return Self.level(1 + 0.01 * normal, 0.02576)
      }
      found += LevelStep.all(in: levels, threshold: 0.02).isEmpty ? 0 : 1
    }
    #expect(found < 4)
  }
}
