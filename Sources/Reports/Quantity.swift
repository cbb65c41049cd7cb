#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif
package import LayoutBenchTiming

/// Numbers as reports print them: digits follow the interval.
package enum Quantity {
  /// A time with a unit that suits it: `13.2 µs`.
  ///
  /// - Parameter nanoseconds: the time and its interval.
  /// - Returns: the value with as many digits as the interval supports, and its unit.
  package static func time(_ nanoseconds: Estimate) -> String {
    let (factor, unit) = unit(for: nanoseconds.value)
    return "\(number(scaled(nanoseconds, by: factor))) \(unit)"
  }

  /// The ends of a time's interval in the unit of its value: `13.1 … 13.3`; empty without one.
  package static func timeInterval(_ nanoseconds: Estimate) -> String {
    interval(scaled(nanoseconds, by: unit(for: nanoseconds.value).factor))
  }

  /// A count with its noun: `1 scene`, `8 scenes`.
  package static func plural(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(count == 1 ? one : many ?? one + "s")"
  }

  /// A count, or a count of a whole cycle for each of its passes.
  package static func count(_ value: Double) -> String {
    value == value.rounded() ? fixed(value, decimals: 0) : fixed(value, decimals: 2)
  }

  /// A number of views or a mark of an axis in few characters: `316`, `3.2k`, `100k`.
  package static func short(_ value: Double) -> String {
    switch abs(value) {
    case 1e6...: trimmed(value / 1e6) + "M"
    case 1e4...: trimmed(value / 1e3) + "k"
    default: trimmed(value)
    }
  }

  /// A positive number in two digits, thousands apart: `9,700`, `0.0012`.
  package static func rough(_ value: Double) -> String {
    guard value > 0, value.isFinite else { return trimmed(value) }
    let step = pow(10, (log10(value) - 1).rounded(.down))
    let rounded = (value / step).rounded() * step
    guard rounded >= 1000, rounded < 1e15 else { return trimmed(rounded) }
    var digits = String(Int(rounded))
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
  }

  /// A time as a mark of an axis: `20 µs`.
  package static func shortTime(_ nanoseconds: Double) -> String {
    let (factor, unit) = unit(for: nanoseconds * 1.0000001)
    return "\(trimmed(nanoseconds * factor)) \(unit)"
  }

  /// Bytes with a unit that suits them: `5.2 kB`, of 1,000 bytes each.
  package static func bytes(_ value: Double) -> String {
    switch abs(value) {
    case 1e9...: trimmed(value / 1e9) + " GB"
    case 1e6...: trimmed(value / 1e6) + " MB"
    case 1e3...: trimmed(value / 1e3) + " kB"
    default: trimmed(value) + " B"
    }
  }

  /// A ratio: `13.2×`.
  package static func ratio(_ estimate: Estimate) -> String { number(estimate) + "×" }

  /// A factor in three digits: `0.0123`, `1.05`, `12.3`, `140`.
  package static func factor(_ value: Double) -> String {
    guard value > 0, value.isFinite, value < 99.95 else { return fixed(value, decimals: 0) }
    let decimals = value >= 9.995 ? 1 : value >= 0.9995 ? 2 : 2 - Int(log10(value).rounded(.down))
    return fixed(value, decimals: min(9, decimals))
  }

  /// The change of a ratio of now to before, in percent: `+2.1 %`.
  package static func change(_ ratio: Double) -> String {
    let percent = (ratio - 1) * 100
    let text = fixed(abs(percent), decimals: abs(percent) < 10 ? 1 : 0)
    return "\(percent < 0 && Double(text) != 0 ? "−" : "+")\(text) %"
  }

  /// At most three digits, without trailing zeros.
  private static func trimmed(_ value: Double) -> String {
    let size = abs(value)
    let decimals =
      size >= 100 || size == 0 ? 0 : min(6, max(0, 2 - Int(log10(size).rounded(.down))))
    var text = fixed(value, decimals: decimals)
    guard text.contains(".") else { return text }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }

  /// An exponent of growth.
  package static func exponent(_ value: Double) -> String { fixed(value, decimals: 3) }

  /// A number with as many digits as its interval supports.
  package static func number(_ estimate: Estimate) -> String {
    fixed(estimate.value, decimals: decimals(of: estimate))
  }

  /// The ends of an interval: `13.1 … 13.3`; empty without one.
  package static func interval(_ estimate: Estimate) -> String {
    guard let low = estimate.low, let high = estimate.high else { return "" }
    let digits = decimals(of: estimate)
    return "\(fixed(low, decimals: digits)) … \(fixed(high, decimals: digits))"
  }

  /// A number with half the width of its interval: `13.2 ±0.1`; without one, the number alone.
  package static func withSpread(_ estimate: Estimate) -> String {
    guard let low = estimate.low, let high = estimate.high, high > low else {
      return number(estimate)
    }
    let spread = fixed((high - low) / 2, decimals: decimals(of: estimate))
    return "\(number(estimate)) ±\(spread)"
  }

  static func scaled(_ estimate: Estimate, by factor: Double) -> Estimate {
    Estimate(
      value: estimate.value * factor, low: estimate.low.map { $0 * factor },
      high: estimate.high.map { $0 * factor })
  }

  private static func unit(for nanoseconds: Double) -> (factor: Double, unit: String) {
    switch nanoseconds {
    case ..<1e3: (1, "ns")
    case ..<1e6: (1e-3, "µs")
    case ..<1e9: (1e-6, "ms")
    default: (1e-9, "s")
    }
  }

  /// Decimals such that the last digit is about a tenth of the interval; three digits without one.
  static func decimals(of estimate: Estimate) -> Int {
    let size = estimate.value == 0 ? 1 : abs(estimate.value)
    var step = size / 100
    if let low = estimate.low, let high = estimate.high, high > low {
      step = max((high - low) / 2, size / 1000)
    }
    guard step.isFinite else { return 0 }
    return min(6, max(0, -Int(log10(step).rounded(.down))))
  }

  /// A small number in two digits: `1.4e-13`, `0`.
  package static func scientific(_ value: Double) -> String {
    guard value != 0, value.isFinite else { return value == 0 ? "0" : "\(value)" }
    let power = floor(log10(abs(value)))
    return "\(fixed(value / pow(10, power), decimals: 1))e\(Int(power))"
  }

  /// A positive number in a number of significant digits, for programs.
  static func digits(_ value: Double, count: Int) -> String {
    guard value > 0, value.isFinite else { return "0" }
    return fixed(value, decimals: min(9, max(0, count - 1 - Int(log10(value).rounded(.down)))))
  }

  /// A number in six significant digits, for programs, without zeros at its end.
  static func signed(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    if value == value.rounded(), abs(value) < 1e15 { return "\(Int(value))" }
    var text = digits(abs(value), count: 6)
    while text.contains("."), text.last == "0" || text.last == "." {
      let isPoint = text.last == "."
      text.removeLast()
      if isPoint { break }
    }
    return value < 0 ? "-" + text : text
  }

  /// A number with a fixed number of decimals.
  package static func fixed(_ value: Double, decimals: Int) -> String {
    let scale = pow(10, Double(decimals))
    let rounded = (abs(value) * scale).rounded()
    guard rounded < 1e15 else { return "\(value)" }
    let digits = String(Int(rounded))
    let sign = value < 0 && rounded > 0 ? "-" : ""
    guard decimals > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }
}
