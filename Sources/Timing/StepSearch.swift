#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Finds the place in a row at which a measure steps, by halving: of n places it measures log₂ n.
package struct StepSearch: Sendable {
  /// The last place that is known to lie before the step.
  package private(set) var before = 0
  /// The first place that is known to lie behind it.
  package private(set) var after: Int
  private var skipped: Set<Int> = []

  /// A row whose first place lies before the step, and whose last lies behind it.
  ///
  /// - Parameter count: the number of places, at least two.
  package init(count: Int) { after = max(1, count - 1) }

  /// The place to measure next: the one in the middle that was not skipped; `nil` at the end.
  package var next: Int? {
    let middle = (before + after) / 2
    return (before + 1..<max(after, before + 1)).filter { !skipped.contains($0) }
      .min { abs($0 - middle) < abs($1 - middle) }
  }

  /// Takes the answer for a place.
  ///
  /// - Parameters:
  ///   - place: a place between `before` and `after`.
  ///   - isAfter: true if it lies behind the step.
  package mutating func take(_ place: Int, isAfter: Bool) {
    guard before < place, place < after else { return }
    if isAfter { after = place } else { before = place }
  }

  /// Leaves a place out that cannot be measured.
  package mutating func skip(_ place: Int) { skipped.insert(place) }

  /// The places at one of which the step lies: one, unless its neighbours were skipped.
  package var candidates: ClosedRange<Int> { before + 1...after }
}

/// A change of a measure between two places of a row.
package struct LevelStep: Equatable, Sendable {
  /// The last place before the change, and the first one behind it.
  package let places: (before: Int, after: Int)
  /// The level behind it as a multiple of the level before, with its interval.
  package let change: Estimate

  package static func == (one: LevelStep, other: LevelStep) -> Bool {
    one.places == other.places && one.change == other.change
  }

  /// Finds the steps in a row of levels that were measured independently of each other.
  ///
  /// The levels since the last step are averaged, weighted by their intervals; a level steps away from them
  /// where the whole interval of the ratio lies beyond the threshold. A creeping change is found where it has
  /// left the average by as much.
  ///
  /// - Parameters:
  ///   - levels: multiples of one base, with intervals; `nil` where a place was not measured, or gave none.
  ///   - threshold: the least change that counts: 0.02 is 2 %.
  /// - Returns: the steps in order.
  package static func all(in levels: [Estimate?], threshold: Double) -> [LevelStep] {
    var steps: [LevelStep] = []
    var average: (mean: Double, weight: Double, last: Int)?
    for (place, level) in levels.enumerated() {
      guard let level, let (mean, half) = level.logarithm else { continue }
      // An exact level weighs as much as any number of measured ones.
      let weight = 1 / max(half * half, 1e-12)
      guard let known = average else {
        average = (mean, weight, place)
        continue
      }
      let wide = (half * half + 1 / known.weight).squareRoot()
      let change = mean - known.mean
      let ratio = Estimate(value: exp(change), low: exp(change - wide), high: exp(change + wide))
      if exp(change - wide) > 1 + threshold || exp(change + wide) < 1 / (1 + threshold) {
        steps.append(LevelStep(places: (known.last, place), change: ratio))
        average = (mean, weight, place)
      } else {
        let sum = known.weight + weight
        average = ((known.mean * known.weight + mean * weight) / sum, sum, place)
      }
    }
    return steps
  }
}

extension Estimate {
  /// The logarithm of a positive value, and half the width of its interval; `nil` without an interval.
  fileprivate var logarithm: (mean: Double, half: Double)? {
    guard value > 0, let low, let high, low > 0, high >= low else { return nil }
    return (log(value), (log(high) - log(low)) / 2)
  }
}
