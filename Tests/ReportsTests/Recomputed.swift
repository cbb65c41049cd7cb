import Foundation
import LayoutBenchReports
import Testing
import LayoutBenchTiming

/// Recomputes the numbers of a report from a Run's JSON alone, in other ways than the program.
struct Recomputed {
  struct Key: Hashable {
    let scene: String
    let phase: String
    let engine: String
  }

  /// Child values by cell: the lower quartile, by its definition.
  private(set) var children: [Key: [Double]] = [:]
  /// The children with fewer than three samples that had their core alone.
  private(set) var disturbed: [Key: Set<Int>] = [:]
  private(set) var counters: [Key: [String: Double]] = [:]
  private(set) var views: [String: Double] = [:]
  private(set) var deviations: [Key: Double] = [:]
  /// Cells that are certainly faster than the copy of their frames.
  private(set) var suspects: Set<Key> = []
  /// The form and phase whose plans are counted whole.
  var firstPart: String { links == nil ? "build" : "program first" }
  /// Scenes that a generator made.
  private(set) var generated: Set<String> = []
  /// The times of the steps of sessions.
  private(set) var steps: [Key: [String: Double]] = [:]
  /// Plans per second on one thread and on two.
  private(set) var rates: [Key: [Double]] = [:]
  /// The scripts of phases; of all engines, so that the engine is empty.
  private(set) var scripts: [Key: [String: Double]] = [:]
  /// For each scene and dialect the lines and characters of its text.
  private(set) var notations: [String: [String: [Double]]] = [:]
  /// The number of links; `nil` of Runs of the first edition, whose children decide.
  private(set) var links: Int?

  init(_ json: Data) throws {
    let run = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    links = run["links"] as? Int
    for scene in run["scenes"] as? [[String: Any]] ?? [] {
      guard let name = scene["name"] as? String else { continue }
      if scene["text"] == nil { generated.insert(name) }
      for notation in scene["notations"] as? [[String: Any]] ?? [] {
        guard let dialect = notation["dialect"] as? String,
          let lines = notation["lines"] as? Double,
          let characters = notation["characters"] as? Double
        else { continue }
        notations[name, default: [:]][dialect] = [lines, characters]
      }
      for script in scene["scripts"] as? [[String: Any]] ?? [] {
        // Those of the first link are shown.
        guard let phase = script["phase"] as? String, script["set"] == nil else { continue }
        scripts[Key(scene: name, phase: phase, engine: "")] =
          script.compactMapValues { $0 as? Double }
      }
    }
    for cell in try #require(run["cells"] as? [[String: Any]]) {
      guard cell["outcome"] as? String == "timed", let scene = cell["scene"] as? String,
        let phase = cell["phase"] as? String, let engine = cell["engine"] as? String,
        let samples = cell["samples"] as? [[Double]]
      else { continue }
      let part = (cell["form"] as? String).map { "\($0) \(phase)" } ?? phase
      let key = Key(scene: scene, phase: part, engine: engine)
      steps[key] = cell["steps"] as? [String: Double]
      rates[key] = cell["throughput"] as? [Double]
      if cell["suspect"] as? Bool == true { suspects.insert(key) }
      var shared = cell["shared"] as? [[Int]]
      // Marks are used only where marked samples are slower.
      if links != nil, let marks = shared {
        let all = samples.enumerated().flatMap { child, values in
          values.enumerated().map { (value: $1, isMarked: marks[child].contains($0)) }
        }
        let marked = all.filter(\.isMarked).map(\.value)
        let others = all.filter { !$0.isMarked }.map(\.value)
        let isSlower =
          !marked.isEmpty && !others.isEmpty
          && Self.quantile(marked, 1, 2) > Self.quantile(others, 1, 2)
        if !isSlower { shared = nil }
      }
      children[key] = samples.enumerated().map { child, values in
        // Only samples that had their core alone, where there are at least three.
        let alone = values.enumerated().filter { shared?[child].contains($0.offset) != true }
        if alone.count < min(3, values.count) { disturbed[key, default: []].insert(child) }
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

  /// The estimate over children, or over links if there are several: the mean over links of the
  /// middle of their children, in logarithms.
  func estimate(_ values: [Double]) -> Double {
    guard let links else { return Self.middle(values) }
    let each = byLink(values, links)
    return exp(each.reduce(0, +) / Double(each.count))
  }

  private func byLink(_ values: [Double], _ links: Int) -> [Double] {
    (0..<links).compactMap { link in
      let own = stride(from: link, to: values.count, by: links)
        .filter { !values[$0].isNaN }.map { log(values[$0]) }
      return own.isEmpty ? nil : Self.quantile(own, 1, 2)
    }
  }

  func time(_ key: Key) -> Double? { times(key).map(estimate) }

  /// The values of children, NaN for disturbed ones.
  func times(_ key: Key) -> [Double]? {
    children[key].map { quiet($0, but: disturbed[key] ?? []) }
  }

  /// The values with NaN for disturbed children, where five links or all are left.
  private func quiet(_ values: [Double], but disturbed: Set<Int>) -> [Double] {
    guard let links else { return values }
    let left = Set(values.indices.filter { !disturbed.contains($0) }.map { $0 % links })
    guard left.count >= min(5, links, values.count) else { return values }
    return values.enumerated().map { disturbed.contains($0) ? .nan : $1 }
  }

  /// Ratios to another engine, or to the yardstick: the hand-written frames, or otherwise the
  /// table's.
  func ratios(_ key: Key, to other: String? = nil) -> [Double]? {
    let others = other.map { Key(scene: key.scene, phase: key.phase, engine: $0) }
    guard let own = children[key], let beside = others ?? yardstick(key),
      let values = children[beside]
    else { return nil }
    return quiet(
      zip(own, values).map { $0 / $1 },
      but: (disturbed[key] ?? []).union(disturbed[beside] ?? []))
  }

  /// The manual engine in the same form, otherwise the copy, which exists as a plan only.
  private func yardstick(_ key: Key) -> Key? {
    let plan = key.phase.replacing("program ", with: "plan ")
    return [(key.phase, "manual"), (key.phase, "replay"), (plan, "manual"), (plan, "replay")]
      .map { Key(scene: key.scene, phase: $0.0, engine: $0.1) }.first { children[$0] != nil }
  }

  /// The geometric mean over scenes for each link, or else for each child.
  func means(
    _ engine: String, _ phase: String, over scenes: [String], to other: String? = nil
  ) -> [Double]? {
    let phase = Self.part(phase).phase
    let rows = scenes.compactMap { ratios(Key(scene: $0, phase: phase, engine: engine), to: other) }
    guard let count = rows.first?.count, rows.count == scenes.count else { return nil }
    guard let links else {
      return (0..<count).map { child in
        pow(rows.reduce(1) { $0 * $1[child] }, 1 / Double(rows.count))
      }
    }
    return (0..<min(links, count)).map { link in
      let logarithms = rows.map { row in
        let own = row.enumerated().filter { $0.offset % links == link && !$0.element.isNaN }
        let beside = byLink(row, links)
        return own.isEmpty
          ? beside.reduce(0, +) / Double(beside.count) : log(Self.middle(own.map(\.element)))
      }
      return exp(logarithms.reduce(0, +) / Double(rows.count))
    }
  }

  /// The estimate of those means.
  func mean(_ engine: String, _ phase: String, over scenes: [String]) -> Double? {
    means(engine, phase, over: scenes).map(estimate)
  }

  /// The 95 % interval by resampling children and sorting the draws; for links by Student's t with
  /// 4 or 5 degrees of freedom, for another Run with the same number.
  func interval(_ values: [Double]) -> (low: Double, high: Double) {
    if let links {
      let each = byLink(values, links)
      let mean = each.reduce(0, +) / Double(each.count)
      let sum = each.reduce(0) { $0 + pow($1 - mean, 2) }
      let half =
        (each.count == 5 ? 2.776 : 2.571)
        * (2 * sum / Double((each.count - 1) * each.count)).squareRoot()
      return (exp(mean - half), exp(mean + half))
    }
    return Self.interval(values)
  }

  private static func interval(_ values: [Double]) -> (low: Double, high: Double) {
    let (low, high) = plainInterval(values.map { log($0) })
    return (exp(low), exp(high))
  }

  /// The same for any numbers, without logarithms.
  static func plainInterval(_ values: [Double]) -> (low: Double, high: Double) {
    var random = SplitMix64(seed: 1)
    let medians = (0..<2000).map { _ in
      quantile(values.map { _ in values[Int.random(in: 0..<values.count, using: &random)] }, 1, 2)
    }
    return (quantile(medians, 25, 1000), quantile(medians, 975, 1000))
  }

  /// The scenes on which all of the engines have a time, the smallest size of each generator only.
  func shared(_ engines: [String], _ part: String, isSmallest: Bool = false) -> [String] {
    let (phase, group) = Self.part(part)
    let all = views.keys.filter { scene in
      (group.map { generated.contains(scene) == ($0 == "generated") } ?? true)
        && engines.allSatisfy {
          let key = Key(scene: scene, phase: phase, engine: $0)
          return children[key] != nil && !suspects.contains(key)
        } && !(isSmallest && isLarger(scene))
    }.sorted()
    // Ratios to one kind of yardstick only.
    func kind(_ scene: String) -> String {
      let own = yardstick(Key(scene: scene, phase: phase, engine: ""))
      return own.map { "\($0.phase) \($0.engine)" } ?? ""
    }
    guard !isSmallest else { return all }
    let most = Dictionary(grouping: all, by: kind)
      .max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
    return most?.value ?? []
  }

  /// A phase, and the kind of scenes if it is named: `program first, screens`.
  static func part(_ text: String) -> (phase: String, group: String?) {
    let words = text.components(separatedBy: ", ")
    return (words[0], words.count > 1 ? words[1] : nil)
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
  func slopes(
    _ generator: String, _ phase: String, _ engine: String, isTop: Bool = false
  ) -> [Double] {
    let all = views.filter { $0.key == "\(generator)-\(Int($0.value))" }.map(\.value).sorted()
      .filter {
        children[Key(scene: "\(generator)-\(Int($0))", phase: phase, engine: engine)] != nil
      }
    // A decade, and 5 % for sizes that are rounded to whole units.
    let sizes = isTop ? all.filter { $0 * 10.5 >= all[all.count - 1] } : all
    let keys = sizes.map {
      Key(scene: "\(generator)-\(Int($0))", phase: phase, engine: engine)
    }
    let rows = keys.compactMap { children[$0] }
    guard let count = rows.first?.count, rows.count == sizes.count else { return [] }
    let x = sizes.map { log($0) }
    return quiet(
      (0..<count).map { child in Self.slope(x, rows.map { log($0[child]) }) },
      but: keys.reduce(into: []) { $0.formUnion(disturbed[$1] ?? []) })
  }

  static func slope(_ x: [Double], _ y: [Double]) -> Double {
    // The weights of the points are their distances from the middle.
    let middle = x.reduce(0, +) / Double(x.count)
    let weights = x.map { $0 - middle }
    let square = weights.reduce(0) { $0 + $1 * $1 }
    return zip(weights, y).reduce(0) { $0 + $1.0 * $1.1 } / square
  }
}

/// A printed number, with half a unit of its last digit.
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
