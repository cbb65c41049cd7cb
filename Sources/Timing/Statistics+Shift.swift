#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

extension Statistics {
  /// The half-width of the interval of a shift, in standard deviations: 99 %, both sides.
  static let shiftDeviations = 2.576

  /// The ratio of one set of children's values to another, with the 99 % interval that decides:
  /// from ranks, without random numbers.
  ///
  /// All differences of logarithms between a child of one side and a child of the other are sorted;
  /// the shift is their median, its bounds are the (k + 1)-th from each end.
  ///
  /// - Parameters:
  ///   - base: one positive value for each child of the side that is compared with.
  ///   - head: one positive value for each child of the other side.
  /// - Returns: head ÷ base, 1.02 where head is 2 % slower; `nil` where a side has no child.
  package static func shift(from base: [Double], to head: [Double]) -> Estimate? {
    guard !base.isEmpty, !head.isEmpty else { return nil }
    let base = base.map { log($0) }
    let head = head.map { log($0) }
    var differences: [Double] = []
    differences.reserveCapacity(base.count * head.count)
    for before in base { for after in head { differences.append(after - before) } }
    differences.sort()
    let rank = shiftRank(base.count, head.count)
    return Estimate(
      value: exp(quantile(0.5, ofSorted: differences)), low: exp(differences[rank]),
      high: exp(differences[differences.count - 1 - rank]))
  }

  /// The ratio of the times of pairs of children, measured one right after the other, with the 99 %
  /// interval that decides.
  ///
  /// A machine that changes its speed changes it for both children of a pair, so that the logarithm
  /// of their ratio is more precise than two medians. The addresses of code in memory change times
  /// too: the interval is Student's t over links, for each of which the median over its pairs
  /// counts.
  ///
  /// - Parameter pairs: the ratio head ÷ base of each, above 0, with the number of the link of the
  ///   side that has fewer links.
  /// - Returns: head ÷ base; `nil` for fewer than two links.
  package static func pairedShift(_ pairs: [(link: Int, ratio: Double)]) -> Estimate? {
    let medians = linkMedians(pairs.map { ($0.link, $0.ratio) })
    guard medians.count >= 2 else { return nil }
    let count = Double(medians.count)
    let mean = medians.reduce(0, +) / count
    let variance = medians.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    let half = wideStudent(medians.count - 1) * (variance / count).squareRoot()
    return Estimate(value: exp(mean), low: exp(mean - half), high: exp(mean + half))
  }

  /// The 99.5 % quantile of Student's t with a number of degrees of freedom.
  static func wideStudent(_ degrees: Int) -> Double {
    let table = [
      63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355, 3.250, 3.169, 3.106, 3.055, 3.012,
      2.977, 2.947, 2.921, 2.898, 2.878, 2.861, 2.845,
    ]
    if degrees <= table.count { return table[max(1, degrees) - 1] }
    // Cornish and Fisher 1937, two terms: within 0.002 beyond 20 degrees.
    let (normal, count) = (2.575829, Double(degrees))
    let (cube, fifth) = (normal * normal * normal, normal * normal * normal * normal * normal)
    return normal + (cube + normal) / (4 * count)
      + (5 * fifth + 16 * cube + 3 * normal) / (96 * count * count)
  }

  /// The number of differences outside each bound of a shift: k.
  static func shiftRank(_ base: Int, _ head: Int) -> Int {
    let (m, n) = (Double(base), Double(head))
    let rank = m * n / 2 - shiftDeviations * (m * n * (m + n + 1) / 12).squareRoot()
    return max(0, Int(rank.rounded(.down)))
  }
}
