import Foundation
import LayoutBenchReports
import Testing
import LayoutBenchTiming

@Suite("Claims")
struct ClaimTests {
  static func result(_ test: String, in run: Run) throws -> ClaimResult {
    let text = """
      [{ "id": "x", "sentence": "It is so.", "isQuoted": false, "source": "somebody",
         "test": \(test), "command": "layoutbench bench" }]
      """
    let claim = try #require(try Claim.read(Data(text.utf8)).first)
    return ClaimResult(of: claim, in: ReportedRun(run))
  }

  @Test("those built in are whole: a sentence, a source, a command, each id once")
  func builtIn() {
    let claims = Claim.builtIn
    #expect(claims.count >= 8)
    #expect(Set(claims.map(\.id)).count == claims.count)
    for claim in claims {
      #expect(!claim.sentence.isEmpty && !claim.source.isEmpty)
      #expect(claim.command.hasPrefix("layoutbench bench"))
      #expect(claim.link?.hasPrefix("http") != false)
    }
  }

  @Test("an empty Run tells nothing, and what would tell is said")
  func empty() {
    for claim in Claim.builtIn {
      let result = ClaimResult(of: claim, in: ReportedRun(SampleRun.empty()))
      #expect(result.verdict == .cannotBeTold, "\(claim.id)")
      #expect(!result.reason.isEmpty && !result.isWhole)
    }
    let page = PageTests.page([SampleRun.small()])
    #expect(page.contains("A Run that decides it"))
  }

  @Test("numbers of an engine that the claim is not about decide nothing, and are shown")
  func strangers() throws {
    let test = #"{ "kind": "times", "engine": "sll", "to": "glpk", "phases": ["build", "resize"] }"#
    func verdict(_ defendants: String) throws -> ClaimResult {
      let text = """
        [{ "id": "x", "sentence": "It is so.", "isQuoted": false, "source": "somebody",
           "defendants": \(defendants), "test": \(test), "command": "layoutbench bench" }]
        """
      let claim = try #require(try Claim.read(Data(text.utf8)).first)
      return ClaimResult(of: claim, in: ReportedRun(SampleRun.small()))
    }
    let sll = #"{ "engine": "sll", "runs": "rules" }"#
    #expect(
      try verdict("[\(sll), { \"engine\": \"glpk\", \"runs\": \"constraints\" }]").verdict == .holds
    )
    let other = try verdict("[\(sll), { \"engine\": \"manual\", \"runs\": \"something else\" }]")
    #expect(other.verdict == .cannotBeTold && other.word == "cannot be told here")
    #expect(other.reason.hasPrefix("The numbers are those of 'glpk'"))
    #expect(other.reason.contains("without effect on the verdict"))
    #expect(!other.numbers.rows.isEmpty)
  }

  @Test("times: by the interval of the mean, phase by phase")
  func times() throws {
    let test = #"{ "kind": "times", "engine": "sll", "to": "glpk", "phases": ["build", "resize"] }"#
    let faster = try Self.result(test, in: SampleRun.small())
    #expect(faster.verdict == .holds)
    #expect(faster.numbers.rows.count == 2)
    let slower = try Self.result(
      test, in: SampleRun.small(factors: ["manual": 1, "sll": 9, "glpk": 2]))
    #expect(slower.verdict == .doesNotHold)
    let alike = try Self.result(
      test, in: SampleRun.small(factors: ["manual": 1, "sll": 3, "glpk": 3]))
    #expect(alike.verdict == .cannotBeTold)
    #expect(
      try Self.result(test, in: SampleRun.small(children: 3)).verdict == .cannotBeTold)
    // One phase faster, one slower.
    var mixed = SampleRun.small()
    for index in mixed.cells.indices
    where mixed.cells[index].phase == "build" && mixed.cells[index].engine == "glpk" {
      mixed.cells[index].samples = mixed.cells[index].samples.map { $0.map { $0 / 1000 } }
    }
    mixed.computeEstimates()
    #expect(try Self.result(test, in: mixed).verdict == .inPart)
    // A phase that was not measured: in part at most.
    let more = test.replacing("\"resize\"", with: "\"resize\", \"edit\"")
    let part = try Self.result(more, in: SampleRun.small())
    #expect(part.verdict == .inPart && part.notes == ["Not measured here: edit."])
  }

  @Test("counters: the mean and every scene, or the mean only")
  func counters() throws {
    let test = """
      { "kind": "counters", "engine": "sll", "to": "glpk", "counter": "retained bytes",
        "phase": "build" }
      """
    var run = SampleRun.small()
    let result = try Self.result(test, in: run)
    #expect(result.verdict == .holds)
    // 200 × √4 over 200 × √100.
    #expect(result.reason.contains("0.200 in the geometric mean of 2 scenes, below 1 on 2"))
    let index = try #require(
      run.cells.firstIndex { $0.scene == "two" && $0.engine == "sll" && $0.phase == "build" })
    run.cells[index].counters?["retained bytes"] = 2200
    #expect(try Self.result(test, in: run).verdict == .inPart)
    run.cells[index].counters?["retained bytes"] = 2_000_000
    #expect(try Self.result(test, in: run).verdict == .doesNotHold)
    for index in run.cells.indices { run.cells[index].counters = nil }
    #expect(try Self.result(test, in: run).verdict == .cannotBeTold)
  }

  @Test("growth: at most an order, or above it")
  func growth() throws {
    let run = SampleRun.sizes(
      ["chain", "nest"], exponents: ["manual": 1, "sll": 1, "glpk": 2])
    func verdict(_ engine: String, _ rule: String, _ generators: String) throws -> ClaimResult {
      try Self.result(
        """
        { "kind": "growth", "engine": "\(engine)", "generators": [\(generators)],
          "phases": ["build"], \(rule), "beside": ["manual"] }
        """, in: run)
    }
    let both = #""chain", "nest""#
    #expect(try verdict("sll", "\"atMost\": 1", both).verdict == .holds)
    #expect(try verdict("glpk", "\"atMost\": 1", both).verdict == .doesNotHold)
    #expect(try verdict("glpk", "\"above\": 1", both).verdict == .holds)
    #expect(try verdict("sll", "\"above\": 1", both).verdict == .doesNotHold)
    #expect(try verdict("sll", "\"atMost\": 1", #""grid""#).verdict == .cannotBeTold)
    let part = try verdict("sll", "\"atMost\": 1", #""chain", "grid""#)
    #expect(part.verdict == .inPart && part.notes == ["Not measured here: grid build."])
    #expect(part.numbers.rows.contains { $0.last?.text == "for comparison" })
  }

  @Test("a frame's budget: over it where the other is within")
  func budget() throws {
    func verdict(_ limit: Double, _ sums: String = #"["build", "resize"]"#) throws -> ClaimResult {
      try Self.result(
        """
        { "kind": "budget", "engine": "glpk", "within": "sll", "scenes": ["o*"], "copies": 4,
          "sums": [\(sums)], "milliseconds": [\(limit)] }
        """, in: SampleRun.small())
    }
    // glpk: 4 × 2 × 1250 ns and a twentieth, about 10.4 µs; sll 0.4 µs.
    #expect(try verdict(0.005).verdict == .holds)
    #expect(try verdict(0.02).verdict == .doesNotHold)
    #expect(try verdict(0.0001).verdict == .doesNotHold)
    #expect(try verdict(0.005, #"["edit"]"#).verdict == .cannotBeTold)
    #expect(try verdict(0.02).reason.contains("views in each cell"))
  }

  @Test("twins: dearer with than without")
  func twins() throws {
    func verdict(_ with: String, _ without: String, in run: Run) throws -> ClaimResult.Verdict {
      try Self.result(
        """
        { "kind": "twins", "engine": "glpk", "pairs": [{ "with": "\(with)", "without": "\(without)" }],
          "phases": ["build"], "counters": ["retained bytes"] }
        """, in: run
      ).verdict
    }
    var run = SampleRun.small()
    for index in run.cells.indices where run.cells[index].scene == "one" {
      run.cells[index].samples = run.cells[index].samples.map { $0.map { $0 * 1.5 } }
      run.cells[index].counters?["retained bytes"]? *= 2
    }
    run.computeEstimates()
    #expect(try verdict("one", "two", in: run) == .holds)
    #expect(try verdict("two", "one", in: run) == .doesNotHold)
    #expect(try verdict("two", "three", in: run) == .cannotBeTold)
  }

  @Test("the claim of the page about the method can be read")
  func readme() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../docs/method.md").standardizedFileURL
    let text = try String(contentsOf: path, encoding: .utf8)
    let block = try #require(text.components(separatedBy: "```json\n").dropFirst().first)
      .components(separatedBy: "\n```")[0]
    #expect(try Claim.read(Data("[\(block)]".utf8)).map(\.id) == ["nested-linear"])
  }

  @Test("a file that is none is refused")
  func unreadable() {
    #expect(throws: DecodingError.self) { try Claim.read(Data("[{}]".utf8)) }
    #expect(throws: DecodingError.self) {
      try Claim.read(
        Data(
          #"[{"id":"x","sentence":"","isQuoted":true,"source":"","command":"","test":{"kind":"odd"}}]"#
            .utf8))
    }
  }
}
