import Foundation
import Reports
import Testing
import Timing

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

  init(_ json: Data) throws {
    let run = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    for cell in try #require(run["cells"] as? [[String: Any]]) {
      guard cell["outcome"] as? String == "timed", let scene = cell["scene"] as? String,
        let phase = cell["phase"] as? String, let engine = cell["engine"] as? String,
        let samples = cell["samples"] as? [[Double]]
      else { continue }
      let key = Key(scene: scene, phase: phase, engine: engine)
      children[key] = samples.map { Self.quantile($0, 1, 4) }
      counters[key] = cell["counters"] as? [String: Double]
      views[scene] = cell["views"] as? Double
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

  func ratios(_ key: Key, to other: String = "manual") -> [Double]? {
    guard let own = children[key],
      let others = children[Key(scene: key.scene, phase: key.phase, engine: other)]
    else { return nil }
    return zip(own, others).map { $0 / $1 }
  }

  /// The geometric mean over scenes for each child, then the middle child.
  func mean(_ engine: String, _ phase: String, over scenes: [String]) -> Double? {
    let rows = scenes.compactMap { ratios(Key(scene: $0, phase: phase, engine: engine)) }
    guard let count = rows.first?.count, rows.count == scenes.count else { return nil }
    return Self.middle(
      (0..<count).map { child in
        pow(rows.reduce(1) { $0 * $1[child] }, 1 / Double(rows.count))
      })
  }

  /// The 95 % interval by resampling children and sorting what was drawn.
  static func interval(_ values: [Double]) -> (low: Double, high: Double) {
    var random = SplitMix64(seed: 1)
    let logs = values.map { log($0) }
    let medians = (0..<2000).map { _ in
      quantile(logs.map { _ in logs[Int.random(in: 0..<logs.count, using: &random)] }, 1, 2)
    }
    return (exp(quantile(medians, 25, 1000)), exp(quantile(medians, 975, 1000)))
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
    let factor = units.first { unit == $0.key || unit.hasPrefix($0.key + ",") }?.value ?? 1
    value = number * factor
    slack = 0.5001 * factor * pow(10, -Double(decimals?.count ?? 0))
  }

  func isRounded(_ exact: Double?) -> Bool {
    exact.map { abs(value - $0) <= slack + 1e-9 * abs($0) } ?? false
  }
}

@Suite("Every number in the Markdown comes of the JSON")
struct TraceTests {
  /// Tables of Markdown: headings, rows.
  static func tables(_ text: String) -> [(heads: [String], rows: [[String]])] {
    var tables: [(heads: [String], rows: [[String]])] = []
    var isInside = false
    for line in text.components(separatedBy: "\n") {
      guard line.hasPrefix("|") else {
        isInside = false
        continue
      }
      let cells = line.dropFirst().dropLast().components(separatedBy: " | ")
        .map { $0.trimmingCharacters(in: .whitespaces) }
      if line.hasPrefix("|---") { continue }
      if isInside {
        tables[tables.count - 1].rows.append(cells)
      } else {
        tables.append((cells, []))
        isInside = true
      }
    }
    return tables
  }

  static func isNumber(_ text: String) -> Bool {
    text.contains { $0.isNumber } && Printed(text) != nil
  }

  /// Checks every table that is known and counts the numbers in it; one that is not known is an error.
  func check(_ markdown: String, _ json: Data, withIntervals: Bool) throws -> Int {
    let known = try Recomputed(json)
    var count = 0
    func expect(_ text: String, _ exact: Double?, _ place: String) {
      count += 1
      #expect(Printed(text)?.isRounded(exact) == true, "\(place): \(text), \(exact ?? .nan)")
    }
    func expectEnds(_ text: String, _ values: [Double]?, _ place: String) {
      guard withIntervals, let values else { return }
      let (low, high) = Recomputed.interval(values)
      let ends = text.components(separatedBy: " … ")
      #expect(ends.count == 2, "\(place): \(text)")
      // The ends stand in the unit of the value.
      let unit = (Recomputed.middle(values), text)
      let scale: Double =
        place.contains("time") ? [1e9, 1e6, 1e3, 1].first { unit.0 >= $0 } ?? 1 : 1
      for (end, exact) in zip(ends, [low, high]) { expect(end, exact / scale, place) }
    }
    for (heads, rows) in Self.tables(markdown) {
      switch heads.prefix(3).joined(separator: ",") {
      case _ where heads.starts(with: ["scene", "phase"]) && heads.contains("manual"):
        var scene = ""
        for row in rows {
          if !row[0].isEmpty { scene = row[0] }
          for (engine, text) in zip(heads, row).dropFirst(2) where Self.isNumber(text) {
            let place = "\(scene), \(row[1]), \(engine)"
            if scene.hasPrefix("mean of") {
              let scenes = known.views.keys.filter {
                Self.isShared($0, row[1], in: known, heads: heads)
              }
              #expect(scene == "mean of \(scenes.count)")
              expect(text, known.mean(engine, row[1], over: scenes.sorted()), place)
              continue
            }
            let key = Recomputed.Key(scene: scene, phase: row[1], engine: engine)
            let parts = text.hasPrefix("**") ? [text] : text.components(separatedBy: " **")
            expect(parts[0], known.time(key), place)
            if parts.count > 1 {
              expect(parts[1], known.ratios(key).map(Recomputed.middle), place)
            }
          }
        }
      case _ where heads.contains("time a pass") && heads.contains("retained"):
        for row in rows {
          let entry = Dictionary(zip(heads, row)) { first, _ in first }
          guard let scene = entry["scene"], let phase = entry["phase"], let engine = entry["engine"]
          else { continue }
          let key = Recomputed.Key(scene: scene, phase: phase, engine: engine)
          let place = "\(scene), \(phase), \(engine)"
          guard let time = entry["time a pass"], Self.isNumber(time) else { continue }
          expect(time, known.time(key), place)
          let interval = heads.firstIndex(of: "95 %") ?? 0
          expectEnds(row[interval], known.children[key], place + " time")
          if let ratio = entry["ratio"], Self.isNumber(ratio) {
            expect(ratio, known.ratios(key).map(Recomputed.middle), place)
            expectEnds(row[interval + 2], known.ratios(key), place)
          }
          for (name, counter) in [("allocations", "allocations"), ("retained", "retained bytes")] {
            guard let text = entry[name], Self.isNumber(text) else { continue }
            expect(text.replacing("?", with: ""), known.counters[key]?[counter], place)
          }
          expect(entry["views"] ?? "", known.views[scene], place)
        }
      default: continue
      }
    }
    return count
  }

  /// Whether all engines that are compared have a time on a scene: those that the means row has.
  private static func isShared(
    _ scene: String, _ phase: String, in known: Recomputed, heads: [String]
  ) -> Bool {
    heads.dropFirst(2).allSatisfy { engine in
      known.children[Recomputed.Key(scene: scene, phase: phase, engine: engine)] != nil
    }
  }

  @Test("of a Run made up, intervals as well")
  func madeUp() throws {
    var run = SampleRun.small()
    run.cells.removeLast()
    run.computeEstimates()
    let json = Data(try RunFile.text(of: run).utf8)
    let count = try check(RunMarkdown(run).text, json, withIntervals: true)
    #expect(count > 100)
  }

  @Test("of the reference Run")
  func reference() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Results/reference.json").standardizedFileURL.path
    let json = try #require(FileManager.default.contents(atPath: path))
    let count = try check(RunMarkdown(RunFile.read(path)).text, json, withIntervals: false)
    #expect(count > 500)
  }

  @Test("a number that is not the JSON's is found")
  func found() throws {
    var run = SampleRun.small()
    run.cells.removeLast()
    let json = Data(try RunFile.text(of: run).utf8)
    let known = try Recomputed(json)
    let key = Recomputed.Key(scene: "one", phase: "build", engine: "sll")
    let exact = try #require(known.time(key))
    #expect(Printed(Quantity.time(Estimate(value: exact)))?.isRounded(exact) == true)
    #expect(Printed(Quantity.time(Estimate(value: exact * 1.02)))?.isRounded(exact) == false)
    #expect(Printed("**13.2 µs**")?.isRounded(13_249) == true)
    #expect(Printed("13.2 µs")?.isRounded(13_251) == false)
    #expect(Printed("1.89 ±0.07×")?.value == 1.89)
  }
}
