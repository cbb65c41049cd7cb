#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// A number with its 95 % interval.
public struct Estimate: Codable, Equatable, Sendable {
  /// The estimate.
  public let value: Double
  /// The lower end; absent below 8 children.
  public let low: Double?
  /// The upper end; absent below 8 children.
  public let high: Double?

  /// An estimate, with its interval where there is one.
  public init(value: Double, low: Double? = nil, high: Double? = nil) {
    self.value = value
    self.low = low
    self.high = high
  }
}

/// The estimates of the method, as `measurement.md` defines them.
public enum Statistics {
  /// Fewer children than this give no interval.
  public static let fewestForInterval = 8
  /// Bootstrap resamples.
  public static let resamples = 2000

  /// A quantile by linear interpolation between order statistics, at `(n - 1) p`.
  ///
  /// - Parameters:
  ///   - p: from 0 to 1.
  ///   - values: in any order, at least one.
  /// - Returns: the quantile, in the unit of the values.
  public static func quantile(_ p: Double, of values: [Double]) -> Double {
    quantile(p, ofSorted: values.sorted())
  }

  static func quantile(_ p: Double, ofSorted sorted: [Double]) -> Double {
    precondition(!sorted.isEmpty, "a quantile of nothing")
    let place = Double(sorted.count - 1) * p
    let below = Int(place)
    guard below + 1 < sorted.count else { return sorted[sorted.count - 1] }
    let share = place - Double(below)
    return share == 0
      ? sorted[below] : sorted[below] + share * (sorted[below + 1] - sorted[below])
  }

  /// The middle value.
  public static func median(_ values: [Double]) -> Double { quantile(0.5, of: values) }

  /// What one child says of a cell: the lower quartile of its samples, for interference only adds.
  public static func childValue(_ samples: [Double]) -> Double { quantile(0.25, of: samples) }

  /// The median over children of a positive quantity, with its interval.
  ///
  /// All work is on logarithms.
  ///
  /// - Parameter children: one positive value a child.
  /// - Returns: the median, with its interval from 8 children on; `nil` of none.
  public static func overChildren(_ children: [Double]) -> Estimate? {
    guard let logs = medianOverChildren(children.map { log($0) }) else { return nil }
    return Estimate(
      value: exp(logs.value), low: logs.low.map { exp($0) }, high: logs.high.map { exp($0) })
  }

  /// The median over children of any number, with its interval: percentile bootstrap over whole children,
  /// 2,000 resamples, seed 1.
  ///
  /// - Parameter children: one value a child.
  /// - Returns: the median, with its interval from 8 children on; `nil` of none.
  public static func medianOverChildren(_ children: [Double]) -> Estimate? {
    guard !children.isEmpty else { return nil }
    let value = median(children)
    guard children.count >= fewestForInterval else { return Estimate(value: value) }
    var random = SplitMix64(seed: 1)
    var medians: [Double] = []
    medians.reserveCapacity(resamples)
    var drawn = children
    for _ in 0..<resamples {
      for index in drawn.indices {
        drawn[index] = children[Int.random(in: 0..<children.count, using: &random)]
      }
      medians.append(median(drawn))
    }
    medians.sort()
    return Estimate(
      value: value, low: quantile(0.025, ofSorted: medians),
      high: quantile(0.975, ofSorted: medians))
  }

  /// The geometric mean of positive numbers.
  public static func geometricMean(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    return exp(values.reduce(0) { $0 + log($1) } / Double(values.count))
  }
}
