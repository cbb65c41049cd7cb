#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

extension Statistics {
  /// How wide the interval of a shift is, in standard deviations: 99 %, both sides.
  static let shiftDeviations = 2.576

  /// How many times as large one set of children's values is as another, with the 99 % interval that
  /// decides: from ranks, without random numbers.
  ///
  /// All differences of logarithms between a child of one side and a child of the other are sorted; the
  /// shift is their median, its bounds are the (k + 1)-th from each end.
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

  /// How many differences lie outside of each bound of a shift: k.
  static func shiftRank(_ base: Int, _ head: Int) -> Int {
    let (m, n) = (Double(base), Double(head))
    let rank = m * n / 2 - shiftDeviations * (m * n * (m + n + 1) / 12).squareRoot()
    return max(0, Int(rank.rounded(.down)))
  }
}
