import Foundation
import LayoutBenchReports
import Testing
import LayoutBenchTiming

/// Recomputes what a report says from a Run's JSON alone, in other ways than the program does.
struct Recomputed {
  struct Key: Hashable {
    let scene: String
    let phase: String
    let engine: String
  }

  /// Child values by cell: the lower quartile, by its definition.
  private(set) var children: [Key: [Double]] = [:]
  private(set) var counters: [Key: [String: Double]] = [:]
  private(set) var views: [String: Double] = [:]
  private(set) var deviations: [Key: Double] = [:]

  init(_ json: Data) throws {
    let run = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    for cell in try #require(run["cells"] as? [[String: Any]]) {
      guard cell["outcome"] as? String == "timed", let scene = cell["scene"] as? String,
        let phase = cell["phase"] as? String, let engine = cell["engine"] as? String,
        let samples = cell["samples"] as? [[Double]]
      else { continue }
      let key = Key(scene: scene, phase: phase, engine: engine)
      let shared = cell["shared"] as? [[Int]]
      children[key] = samples.enumerated().map { child, values in
        // Of the samples that had their core alone, where there are three.
        let alone = values.enumerated().filter { shared?[child].contains($0.offset) != true }
        return Self.quantile(alone.count < 3 ? values : alone.map(\.element), 1, 4)
      }
      counters[key] = cell["counters"] as? [String: Double]
      views[scene] = cell["views"] as? Double
      deviations[key] = cell["deviation"] as? Double
    }
  }

  /// The value at (n - 1) × top ÷ bottom of the sorted values.
  static func quantile(_ values: [Double], _ top: Int, _ bottom: Int) -> Double {
    let sorted = values.sorted()
    let (whole, rest) = ((sorted.count - 1) * top).quotientAndRemainder(dividingBy: bottom)
    guard rest > 0 else { return sorted[whole] }
    return sorted[whole] + (sorted[whole + 1] - sorted[whole]) * Double(rest) / Double(bottom)
  }

  /// The middle value, in logarithms.
  static func middle(_ values: [Double]) -> Double { exp(quantile(values.map { log($0) }, 1, 2)) }

  func time(_ key: Key) -> Double? { children[key].map(Self.middle) }

  /// To another engine, or to the yardstick: the hand-written frames, or where there are none the table's.
  func ratios(_ key: Key, to other: String? = nil) -> [Double]? {
    let others = (other.map { [$0] } ?? ["manual", "replay"]).compactMap {
      children[Key(scene: key.scene, phase: key.phase, engine: $0)]
    }
    guard let own = children[key], let others = others.first else { return nil }
    return zip(own, others).map { $0 / $1 }
  }

  /// The geometric mean over scenes for each child.
  func means(
    _ engine: String, _ phase: String, over scenes: [String], to other: String? = nil
  ) -> [Double]? {
    let rows = scenes.compactMap { ratios(Key(scene: $0, phase: phase, engine: engine), to: other) }
    guard let count = rows.first?.count, rows.count == scenes.count else { return nil }
    return (0..<count).map { child in
      pow(rows.reduce(1) { $0 * $1[child] }, 1 / Double(rows.count))
    }
  }

  /// The middle child of those.
  func mean(_ engine: String, _ phase: String, over scenes: [String]) -> Double? {
    means(engine, phase, over: scenes).map(Self.middle)
  }

  /// The 95 % interval by resampling children and sorting what was drawn.
  static func interval(_ values: [Double]) -> (low: Double, high: Double) {
    let (low, high) = plainInterval(values.map { log($0) })
    return (exp(low), exp(high))
  }

  /// The same of any numbers, without logarithms.
  static func plainInterval(_ values: [Double]) -> (low: Double, high: Double) {
    var random = SplitMix64(seed: 1)
    let medians = (0..<2000).map { _ in
      quantile(values.map { _ in values[Int.random(in: 0..<values.count, using: &random)] }, 1, 2)
    }
    return (quantile(medians, 25, 1000), quantile(medians, 975, 1000))
  }

  /// The scenes on which all of the engines have a time, the smallest size of each generator only.
  func shared(_ engines: [String], _ phase: String, isSmallest: Bool = false) -> [String] {
    views.keys.filter { scene in
      engines.allSatisfy { children[Key(scene: scene, phase: phase, engine: $0)] != nil }
        && !(isSmallest && isLarger(scene))
    }.sorted()
  }

  private func isLarger(_ scene: String) -> Bool {
    guard let dash = scene.lastIndex(of: "-"), let size = Double(scene[dash...].dropFirst()),
      size == views[scene]
    else { return false }
    return views.contains { other, count in
      count < size && other == "\(scene[..<dash])-\(Int(count))"
    }
  }

  /// The slope of log time over log views, by covariance over variance, for each child.
  func slopes(_ generator: String, _ phase: String, _ engine: String, last: Int? = nil) -> [Double]
  {
    let sizes = views.filter { $0.key == "\(generator)-\(Int($0.value))" }.map(\.value).sorted()
      .suffix(last ?? .max)
    let rows = sizes.compactMap {
      children[Key(scene: "\(generator)-\(Int($0))", phase: phase, engine: engine)]
    }
    guard let count = rows.first?.count, rows.count == sizes.count else { return [] }
    let x = sizes.map { log($0) }
    return (0..<count).map { child in Self.slope(x, rows.map { log($0[child]) }) }
  }

  static func slope(_ x: [Double], _ y: [Double]) -> Double {
    // The weights of the points are their distances from the middle.
    let middle = x.reduce(0, +) / Double(x.count)
    let weights = x.map { $0 - middle }
    let square = weights.reduce(0) { $0 + $1 * $1 }
    return zip(weights, y).reduce(0) { $0 + $1.0 * $1.1 } / square
  }
}

/// A number as it is printed, with the half of its last digit.
struct Printed {
  let value: Double
  let slack: Double

  init?(_ text: some StringProtocol) {
    let text = String(text).replacing("*", with: "").trimmingCharacters(in: .whitespaces)
    let scanner = Scanner(string: text)
    guard let number = scanner.scanDouble() else { return nil }
    let digits = text.prefix { "-0123456789.".contains($0) }
    let decimals = digits.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first
    let unit = text.dropFirst(digits.count).trimmingCharacters(in: .whitespaces)
    let units = ["µs": 1e3, "ms": 1e6, "s": 1e9, "kB": 1e3, "MB": 1e6]
    let factor =
      units.first {
        unit == $0.key || unit.hasPrefix($0.key + ",") || unit.hasPrefix($0.key + " (")
      }?.value ?? 1
    value = number * factor
    slack = 0.5001 * factor * pow(10, -Double(decimals?.count ?? 0))
  }

  func isRounded(_ exact: Double?) -> Bool {
    exact.map { abs(value - $0) <= slack + 1e-9 * abs($0) } ?? false
  }
}
