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
      case _ where table.heads.contains("median step"): checkSteps(table)
      case _ where table.heads.starts(with: ["scene", "phase"]): checkTimes(table)
      case _ where table.heads.contains("retained") && table.heads.contains("ratio"):
        checkCells(table)
      case "phase,engine,mean ratio": checkMeans(table)
      case _ where table.heads.first == "phase" && table.heads.last == "scenes":
        checkMeanMatrix(table)
      case _ where table.heads.contains("scenes below 1"): checkPairs(table)
      case _ where table.heads.last == "ratio" && table.heads.first == "scene": checkCounters(table)
      case _ where table.heads.contains("retained per plan"): checkMemory(table)
      case "scenes,quantity,with": checkTwins(table)
      case "growth,phase,engine" where table.heads.contains("exponent"): checkExponents(table)
      case "views,engine,time per pass": checkSizes(table)
      case "scene,views,phase": checkWork(table)
      case "scene,work per frame,engine": checkBudget(table)
      case "engine,form,scenes": checkCorrectness(table)
      case "dialect,scenes,lines per view": checkNotations(table)
      // Facts and words.
      case "property,value", "claim,source,verdict": continue
      case _ where table.rows.contains { $0.contains { $0.hasPrefix("right") } }: checkFrames(table)
      default:
        if table.rows.joined().contains(where: Self.isNumber) {
          unknown.insert(table.heads.joined(separator: ","))
        }
      }
    }
  }

  private mutating func checkTimes(_ table: Table) {
    var scene = ""
    for row in table.rows {
      if !row[0].isEmpty { scene = row[0] }
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

  private mutating func checkCells(_ table: Table) {
    for row in table.rows {
      // A scene's own table does not name the scene in each row.
      let named = table.entry("scene", row)
      let scene =
        named.isEmpty
        ? table.context.replacing("<details><summary>", with: "").components(separatedBy: ": ")[0]
        : named
      let key = Recomputed.Key(
        scene: scene, phase: table.entry("phase", row), engine: table.entry("engine", row))
      let place = "\(scene), \(key.phase), \(key.engine)"
      guard let time = known.time(key) else { continue }
      expect(table.entry("time per pass", row), time, place)
      let interval = table.heads.firstIndex(of: "95 %") ?? 0
      let unit: Double = [1e9, 1e6, 1e3, 1].first { time >= $0 } ?? 1
      expectEnds(row[interval], of: known.children[key], unit: unit, place)
      expect(table.entry("ratio", row), known.ratios(key).map(known.estimate), place)
      if row[interval + 2] != "–" { expectEnds(row[interval + 2], of: known.ratios(key), place) }
      for (name, counter) in [("allocations", "allocations"), ("retained", "retained bytes")] {
        expect(
          table.entry(name, row).replacing("?", with: ""), known.counters[key]?[counter], place)
      }
      expect(table.entry("views", row), known.views[scene], place)
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

  private mutating func checkMemory(_ table: Table) {
    for row in table.rows {
      let counters =
        known.counters[.init(scene: row[0], phase: known.firstPart, engine: row[2])] ?? [:]
      let retained = counters["retained bytes"]
      let exact = [
        retained, retained.map { $0 / (known.views[row[0]] ?? 0) }, counters["allocations"],
        counters["bytes allocated"], counters["peak bytes"],
      ]
      for (text, value) in zip(row[3...], exact) {
        expect(text.replacing("?", with: ""), value, "memory \(row)")
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

  private mutating func checkWork(_ table: Table) {
    let engine = table.context.replacing("<details><summary>", with: "")
      .components(separatedBy: ": ")[0]
    for row in table.rows {
      let counters = known.counters[.init(scene: row[0], phase: row[2], engine: engine)]
      for (name, text) in zip(table.heads, row).dropFirst(3) {
        // Two decimals of a count of a whole cycle.
        expect(text.replacing("?", with: ""), counters?[name], "work \(row)")
      }
    }
  }

  private mutating func checkFrames(_ table: Table) {
    for row in table.rows {
      expect(row[1], known.views[row[0]], "frames \(row)")
      for (engine, text) in zip(table.heads, row).dropFirst(2) where text.hasPrefix("right (") {
        let found = Double(text.dropFirst(7).dropLast()) ?? .nan
        let exact = known.deviations.filter { $0.key.scene == row[0] && $0.key.engine == engine }
          .values.max()
        count += 1
        #expect(abs(found - (exact ?? .nan)) <= 0.06 * abs(found), "frames \(row)")
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
        ? zip(known.children[keys[0]] ?? [], known.children[keys[1]] ?? []).map { $0 / $1 }
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
      expect(row[3], Double(timed.count), "correctness \(row)")
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

  private mutating func checkSteps(_ table: Table) {
    for row in table.rows {
      let key = Recomputed.Key(scene: row[0], phase: row[1], engine: row[2])
      guard let steps = known.steps[key] else { continue }
      expect(table.entry("median step", row), steps["p50"], "steps \(row)")
      expect(table.entry("95 % of steps", row), steps["p95"], "steps \(row)")
      expect(table.entry("longest step", row), steps["longest"], "steps \(row)")
    }
  }
}
