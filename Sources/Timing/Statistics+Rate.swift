#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

extension Statistics {
  /// A rate with its exact 95 % bounds (Clopper and Pearson 1934), from the number of successes in
  /// a number of tries.
  ///
  /// - Parameters:
  ///   - count: the number of successes.
  ///   - tries: the number of tries, at least one.
  /// - Returns: the rate, 0 to 1, with both bounds.
  package static func rate(_ count: Int, of tries: Int) -> Estimate {
    precondition(tries > 0 && (0...tries).contains(count), "a rate of nothing")
    let value = Double(count) / Double(tries)
    // At the lower bound, `count` or more successes have a probability of 2.5 %; at the upper one,
    // `count` or fewer.
    let low =
      count == 0 ? 0 : bisected { atLeast(count, of: tries, rate: $0) > 0.025 }
    let high =
      count == tries ? 1 : bisected { 1 - atLeast(count + 1, of: tries, rate: $0) < 0.025 }
    return Estimate(value: value, low: low, high: high)
  }

  /// The least rate that satisfies a condition that all rates above it satisfy too.
  private static func bisected(_ holds: (Double) -> Bool) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle }
    }
    return high
  }

  /// The probability of at least a number of successes.
  static func atLeast(_ count: Int, of tries: Int, rate: Double) -> Double {
    guard count > 0 else { return 1 }
    guard rate > 0 else { return 0 }
    guard rate < 1 else { return 1 }
    // On the likely side the first term may be 0 in a Double, so the other side is summed.
    if Double(count) < rate * Double(tries) {
      return 1 - atLeast(tries - count + 1, of: tries, rate: 1 - rate)
    }
    // The probability of each exact number of successes, from the one before.
    var ways = 0.0
    for index in 0..<count { ways += log(Double(tries - index) / Double(index + 1)) }
    var term = exp(ways + Double(count) * log(rate) + Double(tries - count) * log1p(-rate))
    var sum = term
    for times in count..<tries {
      term *= Double(tries - times) / Double(times + 1) * rate / (1 - rate)
      sum += term
    }
    return min(1, sum)
  }
}
