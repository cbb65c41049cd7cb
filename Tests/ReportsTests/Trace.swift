import Foundation
import Testing
import LayoutBenchTiming

/// Reads the tables of a Markdown report back and compares each number with the JSON.
struct Trace {
  /// A table with the last line of words before it.
  struct Table {
    let context: String
    let heads: [String]
    var rows: [[String]] = []

    /// The first entry under a heading in a row.
    func entry(_ name: String, _ row: [String]) -> String {
      heads.firstIndex(of: name).map { row[$0] } ?? ""
    }
  }

  let known: Recomputed
  let withIntervals: Bool
  private(set) var count = 0
  /// Headings of tables with numbers that no check covers.
  private(set) var unknown: Set<String> = []

  init(_ json: Data, withIntervals: Bool) throws {
    known = try Recomputed(json)
    self.withIntervals = withIntervals
  }

  static func tables(_ text: String) -> [Table] {
    var tables: [Table] = []
    var isInside = false
    var context = ""
    for line in text.components(separatedBy: "\n") {
      guard line.hasPrefix("|") else {
        isInside = false
        if !line.isEmpty { context = line }
        continue
      }
      if line.hasPrefix("|---") { continue }
      let cells = line.dropFirst().dropLast().components(separatedBy: " | ")
        .map { $0.trimmingCharacters(in: .whitespaces) }
      if isInside {
        tables[tables.count - 1].rows.append(cells)
      } else {
        tables.append(Table(context: context, heads: cells))
        isInside = true
      }
    }
    return tables
  }

  static func isNumber(_ text: String) -> Bool { Printed(text) != nil }

  mutating func expect(_ text: String, _ exact: Double?, _ place: String) {
    guard Self.isNumber(text) else { return }
    count += 1
    #expect(Printed(text)?.isRounded(exact) == true, "\(place): \(text), not \(exact ?? .nan)")
  }

  /// The ends of an interval of a positive quantity, printed in a given unit.
  mutating func expectEnds(
    _ text: String, of values: [Double]?, unit: Double = 1, _ place: String
  ) {
    guard withIntervals, let values, !text.isEmpty else { return }
    let (low, high) = known.interval(values)
    let ends = text.components(separatedBy: " … ")
    #expect(ends.count == 2, "\(place): \(text)")
    for (end, exact) in zip(ends, [low, high]) { expect(end, exact / unit, place) }
  }

  /// Checks every table.
  mutating func check(_ markdown: String) {
    for table in Self.tables(markdown) {
      switch table.heads.prefix(3).joined(separator: ",") {
      case _ where table.heads.starts(with: ["scene", "phase"]): checkTimes(table)
      case "phase,engine,mean ratio": checkMeans(table)
      case _ where table.heads.first == "phase" && table.heads.last == "scenes":
        checkMeanMatrix(table)
      case _ where table.heads.contains("scenes below 1"): checkPairs(table)
      case _ where table.heads.last == "ratio" && table.heads.first == "scene": checkCounters(table)
      case "views,engine,time per pass": checkSizes(table)
      case _ where table.heads.starts(with: ["scene", "views"]): checkMemory(table)
      case _ where table.context.contains("quantile and the longest of the steps of"):
        checkSessions(table)
      case _ where table.heads.starts(with: ["views of", "phase"]): checkFrame(table)
      case _ where table.heads.first == "two threads ÷ one": checkThreads(table)
      case _ where table.heads.starts(with: ["script of", "views"]): checkScripts(table)
      case _ where table.heads.starts(with: ["texts of", "phase"]): checkTexts(table)
      case "scenes,quantity,with": checkTwins(table)
      case "phase,engine,pass ÷ first": checkChanges(table)
      case "growth,phase,engine" where table.heads.contains("exponent"): checkExponents(table)
      case "scene,work per frame,engine": checkBudget(table)
      case "engine,form,screens": checkCorrectness(table)
      case "dialect,scenes,lines per view": checkNotations(table)
      // Facts and words.
      case "property,value", "claim,source,verdict": continue
      default:
        if table.rows.joined().contains(where: Self.isNumber) {
          unknown.insert(table.heads.joined(separator: ","))
        }
      }
    }
  }

  private mutating func checkTimes(_ table: Table) {
    var (scene, means) = ("", [String]())
    for row in table.rows {
      if row[0] == "least … most" {
        checkRange(row, of: means, table.heads)
        continue
      }
      if !row[0].isEmpty { (scene, means) = (row[0], row) }
      for (engine, text) in zip(table.heads, row).dropFirst(2) where Self.isNumber(text) {
        let place = "\(scene), \(row[1]), \(engine)"
        if scene.hasPrefix("mean of") {
          // An engine that is timed on few scenes of the phase has no mean, and does not reduce the
          // shared scenes.
          let compared = zip(table.heads, row).dropFirst(2).filter { Self.isNumber($0.1) }
          // "mean of 4", "mean of 4 screens"
          let words = scene.split(separator: " ").dropFirst(3)
          let part = ([row[1]] + words.map(String.init)).joined(separator: ", ")
          let scenes = known.shared(compared.map(\.0), part)
          #expect(
            scene == (["mean of \(scenes.count)"] + words.map(String.init)).joined(separator: " "))
          expect(text, known.mean(engine, row[1], over: scenes), place)
          continue
        }
        let key = Recomputed.Key(scene: scene, phase: row[1], engine: engine)
        let parts = text.components(separatedBy: " **")
        expect(parts[0], known.time(key), place)
        if parts.count > 1 {
          expect(parts[1], known.ratios(key).map(known.estimate), place)
        }
      }
    }
  }

  /// The least and the largest ratio of each engine over the scenes of the mean above it.
  private mutating func checkRange(_ row: [String], of means: [String], _ heads: [String]) {
    let compared = zip(heads, means).dropFirst(2).filter { Self.isNumber($0.1) }.map(\.0)
    let words = means[0].split(separator: " ").dropFirst(3).map(String.init)
    let scenes = known.shared(compared, ([means[1]] + words).joined(separator: ", "))
    for (engine, text) in zip(heads, row).dropFirst(2) where Self.isNumber(text) {
      let ratios = scenes.compactMap { scene in
        known.ratios(.init(scene: scene, phase: means[1], engine: engine)).map {
          known.estimate($0)
        }
      }
      let ends = text.dropLast().components(separatedBy: " … ")
      expect(ends[0], ratios.min(), "least of \(means), \(engine)")
      expect(ends[1], ratios.max(), "most of \(means), \(engine)")
    }
  }

  private mutating func checkMeans(_ table: Table) {
    for row in table.rows {
      // The engines that have a mean in the phase.
      let engines = table.rows.filter { $0[0] == row[0] }.map { $0[1] }
      let scenes = known.shared(engines, row[0])
      let mean = known.means(row[1], row[0], over: scenes)
      expect(row[2], mean.map(known.estimate), "mean \(row)")
      expectEnds(row[3], of: mean, "mean \(row)")
      expect(row[5], Double(scenes.count), "mean \(row)")
    }
  }

  private mutating func checkMeanMatrix(_ table: Table) {
    let engines = Array(table.heads.dropFirst().dropLast())
    for row in table.rows {
      let compared = zip(engines, row.dropFirst()).filter { Self.isNumber($0.1) }.map(\.0)
      let scenes = known.shared(compared, row[0])
      for (engine, text) in zip(engines, row.dropFirst()) {
        expect(text, known.mean(engine, row[0], over: scenes), "mean \(row[0]), \(engine)")
      }
      expect(row[row.count - 1], Double(scenes.count), "scenes of \(row[0])")
    }
  }

  private mutating func checkPairs(_ table: Table) {
    let engines = table.heads[1].components(separatedBy: " ÷ ")
    for row in table.rows {
      let scenes = known.shared(engines, row[0], isSmallest: true)
      let mean = known.means(engines[0], row[0], over: scenes, to: engines[1])
      expect(row[1], mean.map(known.estimate), "pair \(row)")
      expectEnds(row[2], of: mean, "pair \(row)")
      expect(row[3], Double(scenes.count), "pair \(row)")
      guard withIntervals else { continue }
      let below = scenes.count { scene in
        let key = Recomputed.Key(scene: scene, phase: row[0], engine: engines[0])
        return known.ratios(key, to: engines[1]).map { known.interval($0).high < 1 } ?? false
      }
      expect(row[4], Double(below), "pair \(row)")
    }
  }

  private mutating func checkSizes(_ table: Table) {
    let words = table.context.replacing("<details><summary>", with: "")
      .components(separatedBy: ":")[0].components(separatedBy: ", ")
    for row in table.rows {
      let key = Recomputed.Key(scene: "\(words[0])-\(row[0])", phase: words[1], engine: row[1])
      expect(row[2], known.time(key), "size \(row)")
      expect(row[4], known.time(key).map { $0 / (Double(row[0]) ?? 0) }, "size \(row)")
      expect(row[5], known.ratios(key).map(known.estimate), "size \(row)")
    }
  }

  private mutating func checkCounters(_ table: Table) {
    for row in table.rows {
      let values = table.heads[2...3].map { engine in
        known.counters[.init(scene: row[0], phase: known.firstPart, engine: engine)]?[
          "retained bytes"]
      }
      for (text, value) in zip(row[2...3], values) { expect(text, value, "counter \(row)") }
      expect(row[4], (values[0] ?? .nan) / (values[1] ?? .nan), "counter \(row)")
    }
  }

  /// Bytes per view, a column per engine.
  private mutating func checkMemory(_ table: Table) {
    for row in table.rows {
      expect(row[1], known.views[row[0]], "memory \(row)")
      for (engine, text) in zip(table.heads, row).dropFirst(2) {
        let counters = known.counters[.init(scene: row[0], phase: known.firstPart, engine: engine)]
        let each = (counters?["retained bytes"] ?? .nan) / (known.views[row[0]] ?? 0)
        expect(text.replacing("?", with: ""), each, "memory \(row)")
      }
    }
  }

  /// Three times of single steps, a column per engine.
  private mutating func checkScripts(_ table: Table) {
    for row in table.rows {
      for (phase, text) in zip(table.heads, row).dropFirst(2) where text != "–" {
        let script = known.scripts[.init(scene: row[0], phase: phase, engine: "")]
        let parts = text.components(separatedBy: " · ")
        let steps = parts[0].components(separatedBy: " of ")
        #expect(steps.count == 2 && parts.count >= 2 && parts.allSatisfy { !$0.isEmpty }, "\(row)")
        for (name, number) in zip(["moving", "steps", "frames"], steps + parts.dropFirst()) {
          #expect(Self.isNumber(number), "\(row)")
          expect(number, script?[name], "\(name) of \(row[0]), \(phase)")
        }
      }
    }
  }

  /// Measured texts in a pass, a column per engine.
  private mutating func checkTexts(_ table: Table) {
    for row in table.rows {
      for (engine, text) in zip(table.heads, row).dropFirst(2) where text != "–" {
        let place = "texts of \(row[0]), \(row[1]), \(engine)"
        let key = Recomputed.Key(scene: row[0], phase: row[1], engine: engine)
        let parts = text.components(separatedBy: " · ")
        #expect(parts.allSatisfy(Self.isNumber), "\(row)")
        expect(parts[0], known.counters[key]?["measures"], place)
        if parts.count > 1 { expect(parts[1], known.time(key), place) }
      }
    }
  }

  /// Passes after a change divided by first layouts: the mean, and the largest with its scene.
  private mutating func checkChanges(_ table: Table) {
    for row in table.rows {
      let first = (row[0].split(separator: " ").dropLast() + ["first"]).joined(separator: " ")
      let shares = known.views.keys.compactMap { scene -> (scene: String, share: Double)? in
        guard
          let part = known.time(.init(scene: scene, phase: row[0], engine: row[1])),
          let whole = known.time(.init(scene: scene, phase: first, engine: row[1]))
        else { return nil }
        return (scene, part / whole)
      }
      let place = "changes \(row[0]), \(row[1])"
      let logs = shares.map { log($0.share) }
      expect(row[2], exp(logs.reduce(0, +) / Double(logs.count)), place)
      expect(row[3], Double(shares.count), place)
      expect(row[4], shares.map(\.share).max(), place)
      let named = shares.first { $0.scene == row[5] }?.share
      expect(row[4], named, place)
    }
  }

  private mutating func checkSessions(_ table: Table) {
    let phase = table.context.components(separatedBy: "steps of ")[1]
      .components(separatedBy: ",")[0]
    for row in table.rows {
      for (engine, text) in zip(table.heads, row).dropFirst() where text != "–" {
        let steps = known.steps[.init(scene: row[0], phase: phase, engine: engine)]
        let times = text.components(separatedBy: " · ")
        #expect(times.count == 3 && times.allSatisfy(Self.isNumber), "\(row)")
        for (name, time) in zip(["p50", "p95", "longest"], times) {
          expect(time, steps?[name], "\(name) of \(row[0]), \(engine)")
        }
      }
    }
  }

  /// The views of a frame of 8.3 ms, in two digits, a column per engine.
  private mutating func checkFrame(_ table: Table) {
    var scene = ""
    for row in table.rows {
      if !row[0].isEmpty { scene = row[0] }
      for (engine, text) in zip(table.heads, row).dropFirst(2) {
        guard text != "–" else {
          let key = Recomputed.Key(scene: scene, phase: row[1], engine: engine)
          #expect(known.time(key) == nil, "views in a frame: \(key)")
          continue
        }
        let place = "views in a frame: \(scene), \(row[1]), \(engine)"
        count += 1
        guard let printed = Double(text.replacing(",", with: "")),
          let time = known.time(.init(scene: scene, phase: row[1], engine: engine)),
          let views = known.views[scene]
        else {
          Issue.record("\(place): \(text)")
          continue
        }
        let exact = 8.3e6 / (time / views)
        #expect(abs(printed / exact - 1) <= 0.0501, "\(place): \(text), not \(exact)")
      }
    }
  }

  /// Plans per second on two threads ÷ on one, over all scenes: the mean, and its range below.
  private mutating func checkThreads(_ table: Table) {
    var part = ""
    for row in table.rows {
      if !row[0].isEmpty { part = row[0] }
      for (engine, text) in zip(table.heads, row).dropFirst(2) where text != "–" {
        let gains = known.rates.filter { $0.key.phase == part && $0.key.engine == engine }
          .compactMap { $0.value.count == 2 ? $0.value[1] / $0.value[0] : nil }
        let place = "two threads: \(part), \(engine)"
        guard row[1] == "mean" else {
          let ends = text.components(separatedBy: " … ")
          guard row[1] == "least … most", ends.count == 2 else {
            Issue.record("\(place): \(text)")
            continue
          }
          expect(ends[0], gains.min(), place)
          expect(ends[1], gains.max(), place)
          continue
        }
        expect(text, pow(gains.reduce(1, *), 1 / Double(gains.count)), place)
      }
    }
  }

  private mutating func checkExponents(_ table: Table) {
    for row in table.rows where table.entry("quantity", row) != "terms evaluated" {
      if table.heads.contains("counter") {
        let counter = table.entry("counter", row)
        let sizes = known.views.filter { $0.key == "\(row[0])-\(Int($0.value))" }
          .sorted { $0.value < $1.value }
        let counts = sizes.compactMap {
          known.counters[.init(scene: $0.key, phase: row[1], engine: row[2])]?[counter]
        }
        expect(
          row[4], Recomputed.slope(sizes.map { log($0.value) }, counts.map { log($0) }),
          "growth \(row)")
        continue
      }
      let slopes = known.slopes(row[0], row[1], row[2])
      func slope(_ slopes: [Double]) -> Double {
        known.links == nil
          ? Recomputed.quantile(slopes, 1, 2) : log(known.estimate(slopes.map { exp($0) }))
      }
      expect(table.entry("exponent", row), slope(slopes), "growth \(row)")
      let top = known.slopes(row[0], row[1], row[2], isTop: true)
      expect(table.entry("top decade", row), slope(top), "growth \(row)")
      let interval = table.entry("95 %", row)
      guard withIntervals, !interval.isEmpty else { continue }
      let (low, high) = Recomputed.plainInterval(slopes)
      for (text, exact) in zip(interval.components(separatedBy: " … "), [low, high]) {
        expect(text, exact, "growth \(row)")
      }
    }
  }

  /// The claim on spacers is about `glpk`.
  private mutating func checkTwins(_ table: Table) {
    for row in table.rows {
      let scenes = row[0].components(separatedBy: ", ")
      let (what, phase) = {
        let words = row[1].components(separatedBy: ", ")
        return (words[0], words[1])
      }()
      let keys = scenes.map { Recomputed.Key(scene: $0, phase: phase, engine: "glpk") }
      let isTime = what == "time"
      let values = keys.map { isTime ? known.time($0) : known.counters[$0]?[what] }
      expect(row[2], values[0], "twins \(row)")
      expect(row[3], values[1], "twins \(row)")
      let ratio =
        isTime
        ? zip(known.times(keys[0]) ?? [], known.times(keys[1]) ?? []).map { $0 / $1 }
        : [(values[0] ?? .nan) / (values[1] ?? .nan)]
      expect(row[4], isTime ? known.estimate(ratio) : ratio[0], "twins \(row)")
    }
  }

  private mutating func checkBudget(_ table: Table) {
    for row in table.rows {
      // 4 × (build + layout).
      let parts = row[1].components(separatedBy: " × (")
      let phases = parts[1].dropLast().components(separatedBy: " + ")
      let times = phases.compactMap { known.time(.init(scene: row[0], phase: $0, engine: row[2])) }
      let frame = (Double(parts[0]) ?? 0) * times.reduce(0, +)
      #expect(times.count == phases.count)
      expect(row[3], frame, "budget \(row)")
    }
  }

  private mutating func checkCorrectness(_ table: Table) {
    for row in table.rows {
      let timed = known.children.keys.filter {
        $0.engine == row[0] && $0.phase == "\(row[1]) first"
      }
      expect(row[4], Double(timed.count), "correctness \(row)")
    }
  }

  private mutating func checkNotations(_ table: Table) {
    for row in table.rows {
      let own = known.notations.filter { $0.value[row[0]] != nil }
      expect(row[1], Double(own.count), "notation \(row)")
      let all = Set(known.notations.values.flatMap(\.keys))
      let shared = known.notations.filter { Set($0.value.keys) == all }
      let views = shared.keys.reduce(0) { $0 + (known.views[$1] ?? 0) }
      for (column, place) in [(2, 0), (3, 1)] {
        let sum = shared.values.reduce(0) { $0 + ($1[row[0]]?[place] ?? 0) }
        expect(row[column], sum / views, "notation \(row)")
      }
    }
  }

  // MARK: - The page's data

  /// Checks every number of the data embedded in a page.
  mutating func check(data text: String) throws {
    let data = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    func list(_ name: String) throws -> [String] { try #require(data[name] as? [String]) }
    let (scenes, phases, engines) = (try list("scenes"), try list("phases"), try list("engines"))
    let columns = try list("columns")
    let counters = try #require(data["counters"] as? [[[String]]])
    for row in try #require(data["cells"] as? [[Any]]) {
      let cell = Dictionary(
        uniqueKeysWithValues: zip(columns, row).filter { !($0.1 is NSNull) }.map { ($0.0, $0.1) })
      func place(_ name: String) -> Int { cell[name] as? Int ?? -1 }
      let key = Recomputed.Key(
        scene: scenes[place("scene")], phase: phases[place("phase")],
        engine: engines[place("engine")])
      guard let time = known.time(key), let children = known.children[key] else {
        #expect(cell["time"] == nil && cell["remark"] != nil, "\(key)")
        continue
      }
      expect(number: cell["time"], time, "time of \(key)")
      expect(ends: cell, "time", known.times(key) ?? [], "\(key)")
      for (parts, value) in zip(cell["children"] as? [Double] ?? [], children) {
        expect(number: time * (1 + parts / 1e4), value, within: 1e-4 * time, "child of \(key)")
      }
      if cell["ratio"] != nil, let ratios = known.ratios(key) {
        expect(number: cell["ratio"], known.estimate(ratios), "ratio of \(key)")
        expect(ends: cell, "ratio", ratios, "\(key)")
      }
      let names = counters[place("phase")][place("engine")]
      for (name, value) in zip(names, cell["counters"] as? [Any] ?? []) where !(value is NSNull) {
        expect(number: value, known.counters[key]?[name], "\(name) of \(key)")
      }
      for (name, value) in zip(["p50", "p95", "longest"], cell["steps"] as? [Double] ?? []) {
        expect(number: value, known.steps[key]?[name], within: 1e-3 * value, "\(name) of \(key)")
      }
    }
    for entry in try #require(data["growth"] as? [[Any]]) {
      let names = entry.compactMap { $0 as? String }
      let slopes = known.slopes(names[0], names[1], names[2])
      let slope =
        known.links == nil
        ? Recomputed.quantile(slopes, 1, 2) : log(known.estimate(slopes.map { exp($0) }))
      expect(number: entry[4], slope, within: 1e-4, "growth of \(names)")
    }
  }

  private mutating func expect(
    number: Any?, _ exact: Double?, within tolerance: Double? = nil, _ place: String
  ) {
    count += 1
    guard let number = number as? Double, let exact else {
      Issue.record("\(place): \(number ?? "nothing"), not \(exact.map { "\($0)" } ?? "nothing")")
      return
    }
    #expect(
      abs(number - exact) <= tolerance ?? (1e-4 * abs(exact)), "\(place): \(number), not \(exact)")
  }

  private mutating func expect(
    ends cell: [String: Any], _ name: String, _ values: [Double], _ place: String
  ) {
    guard withIntervals, let low = cell[name + "Low"] as? Double,
      let high = cell[name + "High"] as? Double, let estimate = cell[name] as? Double
    else { return }
    let exact = known.interval(values)
    expect(
      number: estimate * (1 + low / 1e4), exact.low, within: 2e-4 * estimate, "\(name) of \(place)")
    expect(
      number: estimate * (1 + high / 1e4), exact.high, within: 2e-4 * estimate,
      "\(name) of \(place)")
  }
}
