import Foundation
import LayoutBenchReports
import Testing
import LayoutBenchTiming

/// A Run of one cell of each engine: children that are log-normal, one in seven 13 % slower, 1 % of
/// the samples tenfold.
private func syntheticRun(
  children: Int, seed: UInt64, factor: Double = 1, spread: Double = 0.004
) -> Run {
  var random = SplitMix64(seed: seed)
  func normal() -> Double {
    let (u, v) = (
      Double.random(in: .ulpOfOne...1, using: &random), Double.random(in: 0..<1, using: &random)
    )
    return (-2 * log(u)).squareRoot() * cos(2 * .pi * v)
  }
  var run = RunTests.run(children: 1)
  run.children = (0..<children).map { _ in Run.Child(started: "now", load: nil) }
  run.planned = children
  run.rounds = 10
  run.revision = .init(commit: "0123456789abcdef", dirty: false)
  run.cells = ["manual", "sll"].map { engine in
    var cell = Cell(
      scene: "one", views: 3, phase: "resize", engine: engine, dialect: engine, passes: 8)
    for _ in 0..<children {
      let lottery = Int.random(in: 0..<7, using: &random) == 0 ? 1.13 : 1
      let speed = 100 * lottery * exp(spread * normal()) * (engine == "sll" ? factor : 1)
      cell.samples.append(
        (0..<10).map { _ in
          speed * exp(0.01 * abs(normal()))
            * (Int.random(in: 0..<100, using: &random) == 0 ? 10 : 1)
        })
      cell.switched.append([])
    }
    cell.shared = cell.samples.map { _ in [] }
    cell.counters = ["rules evaluated": 40, "simplex iterations": 7, "allocations": 3]
    return cell
  }
  run.computeEstimates()
  return run
}

private func comparison(
  _ base: Run, _ head: Run, method: Comparison.Method = .sideBySide,
  thresholds: Thresholds = .sideBySide
) -> Comparison {
  var comparison = Comparison(
    id: "test", method: method, command: ["ab"], screening: .init(base: base, head: head))
  comparison.screen(thresholds: thresholds)
  return comparison
}

@Suite("Has it become slower?")
struct ComparisonTests {
  @Test("unchanged builds raise no alarm")
  func level() {
    var (suspects, alarms) = (0, 0)
    for seed in 0..<300 as Range<UInt64> {
      var compared = comparison(
        syntheticRun(children: 20, seed: 4 * seed), syntheticRun(children: 20, seed: 4 * seed + 1))
      guard !compared.suspects().isEmpty else { continue }
      suspects += 1
      compared.remeasured = .init(
        base: syntheticRun(children: 60, seed: 4 * seed + 2),
        head: syntheticRun(children: 60, seed: 4 * seed + 3))
      compared.decide()
      if compared.fails(isStrict: false) { alarms += 1 }
    }
    // Screening lets some through to be measured again, as intended.
    #expect(suspects < 100)
    #expect(alarms == 0)
  }

  @Test("5 % are found by 60 children a side")
  func power() {
    var found = 0
    for seed in 1000..<1100 as Range<UInt64> {
      var compared = comparison(
        syntheticRun(children: 20, seed: 4 * seed),
        syntheticRun(children: 20, seed: 4 * seed + 1, factor: 1.05))
      guard compared.suspects().contains(where: { $0.engine == "sll" }) else { continue }
      compared.remeasured = .init(
        base: syntheticRun(children: 60, seed: 4 * seed + 2),
        head: syntheticRun(children: 60, seed: 4 * seed + 3, factor: 1.05))
      compared.decide()
      if compared.failures.map(\.name.engine) == ["sll"] { found += 1 }
    }
    #expect(found >= 95)
  }

  @Test("a verdict that does not follow from the samples is refused, though the file is sealed")
  func unfounded() throws {
    var compared = comparison(
      syntheticRun(children: 20, seed: 1), syntheticRun(children: 20, seed: 2, factor: 1.2))
    compared.remeasured = .init(
      base: syntheticRun(children: 60, seed: 3),
      head: syntheticRun(children: 60, seed: 4, factor: 1.2))
    compared.decide()
    let place = try #require(compared.cells.firstIndex { $0.verdict == .slower })
    func reading() throws {
      _ = try RunFile.record(Data(RunFile.text(of: compared).utf8), named: "c")
    }
    try reading()
    compared.cells[place].verdict = .unchanged
    #expect(
      throws: RunFile.Failure.damaged(
        "c", reason: "one, resize, sll is called unchanged, its samples and counts say slower")
    ) { try reading() }
    compared.cells.remove(at: place)
    #expect(throws: RunFile.Failure.self) { try reading() }
  }

  @Test("what is too noisy to tell is not called unchanged")
  func noisy() {
    let noisy = comparison(
      syntheticRun(children: 20, seed: 5, spread: 0.2),
      syntheticRun(children: 20, seed: 6, spread: 0.2))
    #expect(noisy.cells.map(\.verdict) == [.undecided, .undecided])
    #expect(noisy.fails(isStrict: true) && !noisy.fails(isStrict: false))
  }

  @Test("what is faster is news, what is wide is undecided, and neither fails")
  func verdicts() throws {
    let base = syntheticRun(children: 20, seed: 1, spread: 0.001)
    let faster = comparison(base, syntheticRun(children: 20, seed: 2, factor: 0.8))
    #expect(faster.cells.last?.verdict == .faster && !faster.fails(isStrict: true))
    #expect(faster.suspects(improvements: true).map(\.engine) == ["sll"])
    var wide = comparison(base, syntheticRun(children: 20, seed: 2, factor: 1.3))
    #expect(wide.suspects().map(\.engine) == ["sll"])
    wide.remeasured = .init(
      base: syntheticRun(children: 8, seed: 3, spread: 0.2),
      head: syntheticRun(children: 8, seed: 4, factor: 1.02, spread: 0.2))
    #expect(wide.isSettled(CellName(scene: "one", phase: "resize", engine: "sll")) == false)
    wide.decide()
    #expect(wide.cells.last?.verdict == .undecided)
    #expect(!wide.fails(isStrict: false) && wide.fails(isStrict: true))
    // Screening data is not used again, whatever its result.
    #expect(try #require(wide.cells.last?.screening).value > 1.2)
  }

  @Test(
    "one more of any exact count fails, and one less is told",
    arguments: ["rules evaluated", "simplex iterations", "allocations"])
  func counts(_ counter: String) throws {
    let base = syntheticRun(children: 60, seed: 1, spread: 0.001)
    var head = base
    head.cells[1].counters?[counter]? += 1
    let risen = comparison(base, head)
    #expect(risen.fails(isStrict: false))
    #expect(risen.failures.count == 1)
    let text = ComparisonTable(risen).text
    #expect(text.hasPrefix("FAILED: of 2 cells 1 with a count that rose, 1 unchanged"))
    let old = try #require(base.cells[1].counters?[counter])
    #expect(text.contains("one, resize, sll: \(counter) \(Int(old)) → \(Int(old) + 1)"))
    // Where only counts were compared, the headline is about counts.
    var counted = risen
    for index in counted.cells.indices {
      (counted.cells[index].verdict, counted.cells[index].screening) = (.notTimed, nil)
    }
    #expect(
      ComparisonTable.verdict(of: counted)
        == "FAILED: a count rose in 1 cell; counts equal in 1 of 2 cells; times not compared")
    head.cells[1].counters?[counter]? -= 2
    let fallen = comparison(base, head)
    #expect(!fallen.fails(isStrict: true))
    #expect(ComparisonTable(fallen).text.contains("\(counter) \(Int(old)) → \(Int(old) - 1)"))
    // A count that differed between two processes judges nothing.
    head.cells[1].counters?[counter]? += 2
    head.cells[1].unsteady = [counter]
    #expect(!comparison(base, head).fails(isStrict: false))
  }

  @Test("counts of another GLPK, memory of another C library and near instructions judge nothing")
  func judged() {
    let base = syntheticRun(children: 60, seed: 1, spread: 0.001)
    var head = base
    head.cells[1].counters = ["rules evaluated": 41, "allocations": 4]
    head.machine.libc = "another"
    let libc = comparison(base, head)
    #expect(libc.failures.first?.risen.map(\.name) == ["rules evaluated"])
    #expect(libc.countersNotJudged?.contains("another") == true)
    head.machine.libraries = ["GLPK": "9.9"]
    var counted = comparison(base, head)
    #expect(!counted.fails(isStrict: false))
    (counted.method, counted.timesNotCompared) = (.baseline, "another machine")
    #expect(counted.fails(isStrict: false))
    let text = ComparisonTable(counted).text
    #expect(text.hasPrefix("FAILED: nothing was compared"))
    #expect(text.contains("to accept: layoutbench baseline update RUN.json"))
    #expect(ComparisonJUnit(counted).text.contains("FAILED: nothing was compared"))
    var (few, many) = (base, base)
    few.cells[1].counters = ["instructions": 100_000]
    many.cells[1].counters = ["instructions": 101_400]
    #expect(!comparison(few, many).cells.contains { !$0.counters.isEmpty })
    many.cells[1].counters = ["instructions": 101_600]
    let risen = comparison(few, many)
    #expect(risen.fails(isStrict: false))
    #expect(ComparisonTable(risen).text.contains("instructions (counted by valgrind) 100000"))
  }

  @Test("cells, frames and scenes that are on one side only are told")
  func sides() {
    let base = syntheticRun(children: 60, seed: 1, spread: 0.001)
    var head = base
    head.cells[1].engine = "glpk"
    let other = comparison(base, head)
    #expect(other.onlyInBase.map(\.engine) == ["sll"] && other.onlyInHead.map(\.engine) == ["glpk"])
    #expect(!other.fails(isStrict: false) && other.fails(isStrict: true))
    // The headline says why a strict comparison fails, and what a passing one left out.
    for isStrict in [false, true] {
      let verdict = ComparisonTable.verdict(of: other, isStrict: isStrict)
      #expect(verdict.hasPrefix(isStrict ? "FAILED" : "passed"))
      #expect(verdict.hasSuffix("; 1 cell removed; 1 cell added"), "\(verdict)")
    }
    // A scene that was not chosen is counted, its cells are not named.
    var partial = base
    var second = partial.cells
    for index in second.indices { second[index].scene = "another" }
    partial.cells += second
    let part = comparison(partial, base)
    #expect(part.removed.isEmpty && part.scenesOnlyInBase == ["another"])
    let text = ComparisonTable(part).text
    #expect(text.contains("1 scene of the base were not measured") == false)
    #expect(text.contains("1 scene of the base was not measured") && !text.contains("removed:"))
    head = base
    head.cells[1].outcome = .wrong
    head.cells[1].reason = "view a is elsewhere"
    #expect(comparison(base, head).failures.first?.reason == "wrong: view a is elsewhere")
    var framed = base
    framed.cells[1].checksum = "0x1p+4"
    head = framed
    head.cells[1].checksum = "0x1.8p+4"
    #expect(comparison(framed, head).failures.first?.reason?.contains("frames") == true)
    head.cells[1].passes = 16
    #expect(!comparison(framed, head).fails(isStrict: false))
    var named = base
    named.scenes = [.init(name: "one", file: "one", text: nil, digest: "a")]
    head = named
    head.scenes?[0].digest = "b"
    let changed = comparison(named, head)
    #expect(changed.cells.isEmpty && changed.changedScenes == ["one"])
    #expect(changed.fails(isStrict: false), "nothing else is left to compare")
    let junit = ComparisonJUnit(changed).text
    #expect(junit.contains("tests=\"2\" failures=\"1\" skipped=\"1\""), "\(junit)")
    #expect(junit.contains("the scene changed: its cells were not compared"))
    // Beside other scenes it is in the headline of a comparison that passes.
    var more = head.cells
    for index in more.indices { more[index].scene = "two" }
    named.cells += more
    head.cells += more
    let beside = comparison(named, head)
    #expect(!beside.fails(isStrict: false))
    #expect(
      ComparisonTable.verdict(of: beside).contains(
        "; 1 scene changed, whose cells were not compared"))
  }

  @Test("what was not compared, not measured again or not finished is not called unchanged")
  func nothing() {
    let base = syntheticRun(children: 20, seed: 1)
    var head = base
    head.cells.removeAll()
    let none = comparison(base, head)
    #expect(none.fails(isStrict: false))
    #expect(ComparisonTable(none).text.hasPrefix("FAILED: nothing was compared"))
    // Wrong on both sides, or drifted in the second measurement.
    head = base
    head.cells[1].outcome = .wrong
    #expect(comparison(head, head).fails(isStrict: false))
    var again = comparison(base, syntheticRun(children: 20, seed: 2, factor: 1.2))
    again.remeasured = .init(base: base, head: head)
    again.decide()
    #expect(again.failures.map(\.verdict) == [.wrong])
    for index in head.cells.indices {
      head.cells[index].outcome = .unsupported
      head.cells[index].samples = []
    }
    again = comparison(base, syntheticRun(children: 20, seed: 2, factor: 1.2))
    again.remeasured = .init(base: base, head: head)
    again.decide()
    #expect(again.cells.last?.verdict == .undecided)
    again.warnings = [.init(code: "interrupted", text: "")]
    #expect(ComparisonTable(again).text.hasPrefix("not finished"))
    // Ratios to another yardstick cannot be compared.
    var other = base
    other.cells[0].engine = "replay"
    let measured = comparison(base, other, method: .baseline)
    #expect(measured.cells.last?.screening == nil)
    #expect(measured.cells.last?.reason?.contains("yardstick") == true)
    // Where no times are compared, the text does not mention the yardstick.
    var counted = Comparison(
      id: "test", method: .baseline, command: ["bench"], screening: .init(base: base, head: other))
    counted.timesNotCompared = "only exact counts were requested"
    counted.screen(thresholds: .sideBySide)
    #expect(!counted.cells.isEmpty && counted.cells.allSatisfy { $0.reason == nil })
    // Where nothing could be judged, --strict fails.
    head = base
    head.machine.libraries = ["GLPK": "9.9"]
    #expect(comparison(base, head).fails(isStrict: true))
    head = base
    head.cells[1].counters = ["rules evaluated": 40]
    let vanished = comparison(base, head)
    #expect(vanished.countersNotJudged?.contains("allocations, simplex iterations") == true)
  }

  @Test("against a baseline ratios to the yardstick are compared, so a slower day says nothing")
  func baseline() {
    let base = syntheticRun(children: 20, seed: 1)
    var day = syntheticRun(children: 20, seed: 2)
    for index in day.cells.indices {
      day.cells[index].samples = day.cells[index].samples.map { $0.map { $0 * 3 } }
    }
    #expect(comparison(base, day, method: .baseline).suspects().isEmpty)
    #expect(comparison(base, day).suspects().count == 2)
  }

  @Test("of thresholds the one that names most counts, and each needs a reason")
  func thresholds() {
    var thresholds = Thresholds(
      usual: 0.05,
      exceptions: [
        .init(engine: "sll", threshold: 0.1, reason: "strings"),
        .init(phase: "build", engine: "sll", threshold: 0.2, reason: "more strings"),
        .init(scene: "two", threshold: 0.3, reason: "small"),
      ])
    func value(_ scene: String, _ phase: String, _ engine: String) -> Double {
      thresholds.threshold(for: CellName(scene: scene, phase: phase, engine: engine)).value
    }
    #expect(value("one", "resize", "glpk") == 0.05)
    #expect(value("one", "resize", "sll") == 0.1)
    #expect(value("one", "build", "sll") == 0.2)
    #expect(value("two", "resize", "sll") == 0.3)
    #expect(value("two", "build", "sll") == 0.2)
    #expect(thresholds.mistake == nil)
    thresholds.exceptions[0].reason = " "
    #expect(thresholds.mistake?.contains("reason") == true)
    thresholds.usual = 0
    #expect(thresholds.mistake?.contains("usual") == true)
  }

  @Test("a counter's tolerance can be set: within it no rise fails, above it one does")
  func counterTolerances() {
    let base = syntheticRun(children: 20, seed: 1)
    var head = base
    var old = base
    old.cells[1].counters = ["allocations": 100, "bytes allocated": 1000]
    head.cells[1].counters = ["allocations": 102, "bytes allocated": 1005]
    func risen(_ counters: [String: Double]?) -> [String] {
      comparison(old, head, thresholds: Thresholds(usual: 0.02, counters: counters))
        .cells.flatMap(\.risen).map(\.name)
    }
    #expect(risen(nil) == ["allocations"])
    #expect(risen(["allocations": 0.02]) == [])
    #expect(risen(["allocations": 0.01]) == ["allocations"])
    #expect(risen(["bytes allocated": 0]) == ["allocations", "bytes allocated"])
    #expect(Thresholds(usual: 0.02, counters: ["x": -1]).mistake?.contains("'x'") == true)
  }

  @Test("counts that a new baseline lacks are told")
  func lostCounters() {
    let base = syntheticRun(children: 20, seed: 1)
    var head = base
    #expect(comparison(base, head).lostCounters.isEmpty)
    for index in head.cells.indices { head.cells[index].counters?["allocations"] = nil }
    let lost = comparison(base, head).lostCounters
    #expect(lost.map(\.name) == ["allocations"] && lost.first?.cells == 2)
    head.cells.removeAll()
    #expect(comparison(base, head).lostCounters.isEmpty)
  }

  @Test("a rate's bounds are those of the binomial distribution")
  func rates() throws {
    // Published: 0 of 480 leaves up to 0.765 %, 56 of 56 at least 93.6 %.
    #expect(abs(try #require(Statistics.rate(0, of: 480).high) - 0.00766) < 1e-4)
    #expect(abs(try #require(Statistics.rate(56, of: 56).low) - 0.9362) < 1e-4)
    #expect(abs(try #require(Statistics.rate(0, of: 288_000).high) - 1.281e-5) < 1e-8)
    #expect(abs(try #require(Statistics.rate(1, of: 1200).low) - 2.11e-5) < 1e-6)
    // By direct enumeration: at each bound the tail is 2.5 %.
    for (count, tries) in [(1, 10), (5, 20), (19, 20)] {
      let rate = Statistics.rate(count, of: tries)
      func tail(_ range: ClosedRange<Int>, _ p: Double) -> Double {
        range.reduce(0) { sum, k in
          let ways = (0..<k).reduce(1.0) { $0 * Double(tries - $1) / Double($1 + 1) }
          return sum + ways * pow(p, Double(k)) * pow(1 - p, Double(tries - k))
        }
      }
      let (low, high) = (try #require(rate.low), try #require(rate.high))
      #expect(abs(tail(count...tries, low) - 0.025) < 1e-6)
      #expect(abs(tail(0...count, high) - 0.025) < 1e-6)
    }
  }

  @Test("Runs of one build become one, others do not")
  func merge() throws {
    let one = syntheticRun(children: 8, seed: 1)
    var two = syntheticRun(children: 9, seed: 2)
    #expect(throws: Run.MergeFailure.twice("test")) { try Run.merged([one, one]) }
    two.id = "two"
    let whole = try Run.merged([one, two])
    #expect(whole.children.count == 17 && whole.cells[0].samples.count == 17)
    #expect(whole.cells[0].samples[8] == two.cells[0].samples[0])
    #expect(whole.cells[0].shared?.count == 17)
    var unobserved = two
    unobserved.cells[0].shared = nil
    #expect(try Run.merged([one, unobserved]).cells[0].shared == nil)
    var other = two
    other.revision?.commit = "f"
    #expect(throws: Run.MergeFailure.revisions) { try Run.merged([one, other]) }
    other = two
    other.cells.removeLast()
    #expect(throws: Run.MergeFailure.self) { try Run.merged([one, other]) }
    #expect(throws: Run.MergeFailure.nothing) { try Run.merged([]) }
  }

  @Test("for CI: JUnit, and Markdown with the verdict first and names that stay names")
  func outputs() {
    let base = syntheticRun(children: 60, seed: 1, spread: 0.001)
    var head = base
    head.cells[1].counters?["rules evaluated"] = 58
    for index in head.cells.indices { head.cells[index].scene = "a|<b>&\"" }
    var old = head
    old.cells[1].counters?["rules evaluated"] = 41
    let compared = comparison(old, head)
    let junit = ComparisonJUnit(compared).text
    #expect(junit.contains("tests=\"2\" failures=\"1\""))
    #expect(junit.contains("classname=\"a|&lt;b&gt;&amp;&quot;\" name=\"resize, sll\">"))
    #expect(junit.contains("rules evaluated 41 → 58"))
    let markdown = ComparisonMarkdown(compared).text
    #expect(markdown.hasPrefix("## LayoutBench: FAILED"))
    #expect(markdown.contains("| a\\|&lt;b&gt;&amp;\" | resize | sll | **count rose** |"))
    #expect(markdown.contains("<details><summary>1 cells without a change</summary>"))
  }
}
