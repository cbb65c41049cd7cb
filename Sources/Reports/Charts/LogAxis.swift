#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// A logarithmic axis with its marks.
struct LogAxis: Sendable {
  /// The positions of the lowest and the highest value, pixels.
  let start: Double
  let end: Double
  /// The logarithms of the lowest and the highest value.
  let low: Double
  let high: Double
  /// The values that are marked, rising.
  let marks: [Double]

  /// An axis that shows all of the values; those that are not positive are left out.
  init(of values: some Sequence<Double>, from start: Double, to end: Double, most: Int = 7) {
    (self.start, self.end) = (start, end)
    let logs = values.filter { $0 > 0 && $0.isFinite }.map { log10($0) }
    var (low, high) = (logs.min() ?? 0, logs.max() ?? 1)
    if high - low < 0.3 {
      let middle = (low + high) / 2
      (low, high) = (middle - 0.15, middle + 0.15)
    }
    let room = (high - low) * 0.04
    (low, high) = (low - room, high + room)
    (self.low, self.high) = (low, high)
    marks = Self.marks(from: low, to: high, most: most)
  }

  func place(_ value: Double) -> Double {
    guard value > 0 else { return start }
    let share = (log10(value) - low) / (high - low)
    return start + min(max(share, 0), 1) * (end - start)
  }

  private static func marks(from low: Double, to high: Double, most: Int) -> [Double] {
    let (first, last) = (Int(low.rounded(.down)), Int(high.rounded(.up)))
    func all(_ steps: [Double], every: Int = 1) -> [Double] {
      stride(from: first, through: last, by: 1).filter { ($0 % every + every) % every == 0 }
        .flatMap { power in steps.map { $0 * pow(10, Double(power)) } }
        .filter { log10($0) >= low - 1e-9 && log10($0) <= high + 1e-9 }
    }
    let tries =
      [[1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9], [1, 2, 3, 5, 7], [1, 2, 5], [1, 3]].map { all($0) }
      + [all([1]), all([1], every: 2), all([1], every: 3)]
    return tries.first { $0.count <= most && $0.count > 1 } ?? all([1], every: 5)
  }
}
