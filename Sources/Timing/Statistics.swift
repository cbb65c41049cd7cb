internal import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// A number with its interval: 99 % for a shift, otherwise 95 %.
package struct Estimate: Codable, Equatable, Sendable {
  /// The estimate.
  package let value: Double
  /// The lower end; absent where there are too few children or links.
  package let low: Double?
  /// The upper end; absent where there are too few children or links.
  package let high: Double?

  /// An estimate, with its interval where there is one.
  package init(value: Double, low: Double? = nil, high: Double? = nil) {
    self.value = value
    self.low = low
    self.high = high
  }
}

/// The estimates of the method (docs/method.md, Estimates and intervals).
package enum Statistics {
  /// The fewest children that give an interval.
  package static let fewestForInterval = 8
  /// The fewest links that give an interval of 95 %.
  package static let fewestLinks = 5
  /// The number of bootstrap resamples.
  package static let resamples = 2000

  /// A quantile by linear interpolation between order statistics, at `(n - 1) p`.
  ///
  /// - Parameters:
  ///   - p: from 0 to 1.
  ///   - values: in any order, at least one.
  /// - Returns: the quantile, in the unit of the values.
  package static func quantile(_ p: Double, of values: [Double]) -> Double {
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
  package static func median(_ values: [Double]) -> Double { quantile(0.5, of: values) }

  /// The value of a cell in one child: the lower quartile of its samples, for interference only
  /// adds.
  package static func childValue(_ samples: [Double]) -> Double { quantile(0.25, of: samples) }

  /// The value of a child when some samples were disturbed: that of the others if there are at
  /// least `fewestUndisturbed`, otherwise that of all.
  ///
  /// - Parameters:
  ///   - samples: at least one.
  ///   - disturbed: the disturbed samples, by number; they were detected by other means than their
  ///     times.
  /// - Returns: a lower quartile.
  package static func childValue(_ samples: [Double], disturbed: [Int]) -> Double {
    guard !disturbed.isEmpty, samples.count - disturbed.count >= fewestUndisturbed else {
      return childValue(samples)
    }
    let numbers = Set(disturbed)
    return childValue(samples.indices.filter { !numbers.contains($0) }.map { samples[$0] })
  }

  /// The fewest undisturbed samples that determine the value of a child.
  package static let fewestUndisturbed = 3

  /// The median over children of a positive quantity, with its interval.
  ///
  /// All work is on logarithms.
  ///
  /// - Parameter children: one positive value per child.
  /// - Returns: the median, with its interval from 8 children on; `nil` for no children.
  package static func overChildren(_ children: [Double]) -> Estimate? {
    guard let logs = medianOverChildren(children.map { log($0) }) else { return nil }
    return Estimate(
      value: exp(logs.value), low: logs.low.map { exp($0) }, high: logs.high.map { exp($0) })
  }

  /// The median over children of any number, with its interval: percentile bootstrap over whole
  /// children, 2,000 resamples, seed 1.
  ///
  /// - Parameter children: one value per child.
  /// - Returns: the median, with its interval from 8 children on; `nil` for no children.
  package static func medianOverChildren(_ children: [Double]) -> Estimate? {
    guard !children.isEmpty else { return nil }
    let value = median(children)
    guard children.count >= fewestForInterval else { return Estimate(value: value) }
    // A resample's median needs no sorting: its values are in the order of all children, each as
    // often as it was drawn.
    let order = children.indices.sorted { children[$0] < children[$1] }
    let sorted = order.map { children[$0] }
    let draws = Draws.of(children.count)
    let place = Double(children.count - 1) * 0.5
    let below = Int(place)
    let share = place - Double(below)
    // The number of times that each value, or for an even number of children the middle of two, was
    // the median: there are few, so that counting them is faster than sorting all.
    var medians: [Int: Int] = [:]
    var counts = [Int](
      repeating: 0, count: children.count <= 64 ? children.count * children.count : 0)
    func count(_ low: Int, _ high: Int) {
      if counts.isEmpty {
        medians[low * children.count + high, default: 0] += 1
      } else {
        counts[low * children.count + high] += 1
      }
    }
    for start in stride(from: 0, to: draws.counts.count, by: children.count) {
      var rank = 0
      var passed = Int(draws.counts[start + order[0]])
      while passed <= below {
        rank += 1
        passed += Int(draws.counts[start + order[rank]])
      }
      let low = rank
      guard share > 0 else {
        count(low, low)
        continue
      }
      while passed <= below + 1 {
        rank += 1
        passed += Int(draws.counts[start + order[rank]])
      }
      count(low, rank)
    }
    for (place, times) in counts.enumerated() where times > 0 { medians[place] = times }
    let values = medians.map { place, times in
      let (low, high) = place.quotientAndRemainder(dividingBy: children.count)
      return (value: sorted[low] + share * (sorted[high] - sorted[low]), times: times)
    }.sorted { $0.value < $1.value }
    return Estimate(
      value: value, low: quantile(0.025, ofCounted: values),
      high: quantile(0.975, ofCounted: values))
  }

  /// A quantile of sorted values, each repeated as often as it was counted.
  private static func quantile(
    _ p: Double, ofCounted values: [(value: Double, times: Int)]
  ) -> Double {
    let place = Double(values.reduce(0) { $0 + $1.times } - 1) * p
    let below = Int(place)
    var passed = 0
    for (index, entry) in values.enumerated() {
      passed += entry.times
      guard passed > below else { continue }
      let next = passed > below + 1 || index + 1 == values.count ? entry : values[index + 1]
      return entry.value + (place - Double(below)) * (next.value - entry.value)
    }
    return values[values.count - 1].value
  }

  /// The number of times that each child is drawn in each resample: the same for all cells with the
  /// same number of children.
  private struct Draws {
    /// A row of counts for each resample.
    let counts: [UInt16]

    private static let known = Mutex<[Int: Draws]>([:])

    static func of(_ count: Int) -> Draws {
      known.withLock { known in
        if let draws = known[count] { return draws }
        var random = SplitMix64(seed: 1)
        var counts = [UInt16](repeating: 0, count: resamples * count)
        for start in stride(from: 0, to: counts.count, by: count) {
          for _ in 0..<count { counts[start + Int.random(in: 0..<count, using: &random)] += 1 }
        }
        let draws = Draws(counts: counts)
        known[count] = draws
        return draws
      }
    }
  }

  /// The mean over links of their children's values, with its interval.
  ///
  /// The addresses of code in memory change times too, which no number of children of one link
  /// shows.
  ///
  /// All work is on logarithms: for each link the median over its children, then mean and Student's
  /// t over links, with one degree of freedom fewer than there are links. The interval is the one
  /// into which the mean of another Run with as many links falls, which differs by the random
  /// errors of both: √2 times as wide as that of the true mean.
  ///
  /// - Parameter children: one positive value per child, with the number of its link.
  /// - Returns: the mean, with its interval from five links on; `nil` for no children.
  package static func overLinks(_ children: [(link: Int, value: Double)]) -> Estimate? {
    let medians = linkMedians(children)
    guard !medians.isEmpty else { return nil }
    let count = Double(medians.count)
    let mean = medians.reduce(0, +) / count
    guard medians.count >= fewestLinks else { return Estimate(value: exp(mean)) }
    let variance = medians.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    let half = student(medians.count - 1) * (2 * variance / count).squareRoot()
    return Estimate(value: exp(mean), low: exp(mean - half), high: exp(mean + half))
  }

  /// For each link the median over its children of the logarithm, links in order.
  static func linkMedians(_ children: [(link: Int, value: Double)]) -> [Double] {
    Dictionary(grouping: children) { $0.link }.sorted { $0.key < $1.key }
      .map { median($0.value.map { log($0.value) }) }
  }

  /// The 97.5 % quantile of Student's t with a number of degrees of freedom.
  static func student(_ degrees: Int) -> Double {
    let table = [
      12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
      2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
      2.052, 2.048, 2.045, 2.042,
    ]
    if degrees <= table.count { return table[max(1, degrees) - 1] }
    // Cornish and Fisher 1937: within 0.001 beyond 30 degrees.
    let normal = 1.959964
    return normal + (normal * normal * normal + normal) / (4 * Double(degrees))
  }

  /// The geometric mean of positive numbers.
  package static func geometricMean(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    return exp(values.reduce(0) { $0 + log($1) } / Double(values.count))
  }
}
