import Foundation
import Testing
import LayoutBenchTiming

@Suite("Runs")
struct RunTests {
  static func run(children: Int = 9) -> Run {
    var run = Run(
      id: "test", command: ["bench"], seed: 1, batchTarget: 500_000, rounds: 3, revision: nil,
      executable: .init(configuration: "release"), machine: .this(libraries: ["GLPK": "5.0"]),
      cells: [])
    for (engine, factor) in [("manual", 1.0), ("sll", 4), ("glpk", 100)] {
      for scene in ["one", "two"] {
        var cell = Cell(
          scene: scene, views: 3, phase: "resize", engine: engine, dialect: engine, passes: 8)
        for child in 0..<children {
          let time = 10 * factor * (1 + Double(child) / 100)
          cell.samples.append([time * 1.5, time, time * 1.1])
          cell.switched.append([0])
        }
        cell.shared = cell.samples.map { _ in [2] }
        run.cells.append(cell)
      }
    }
    var wrong = Cell(scene: "two", views: 3, phase: "resize", engine: "layoutkit", dialect: "x")
    (wrong.outcome, wrong.reason) = (.wrong, "view a is here, not there")
    run.cells.append(wrong)
    run.computeEstimates()
    return run
  }

  @Test("times and ratios are those of the samples")
  func estimates() throws {
    let run = Self.run()
    let sll = try #require(run.cells.first { $0.engine == "sll" })
    // Child 4 is the middle one; the lower quartile of (1.5, 1, 1.1) is 1.05.
    #expect(abs(try #require(sll.time).value - 40 * 1.04 * 1.05) < 1e-9)
    #expect(abs(try #require(sll.ratio).value - 4) < 1e-9)
    #expect(sll.ratio?.to == "manual")
    #expect(run.cells.last?.time == nil)
    let mean = try #require(
      run.geometricMean(of: "glpk", phase: "resize", among: ["manual", "sll", "glpk"]))
    #expect(abs(mean.mean.value - 100) < 1e-9)
    #expect(mean.scenes == 2)
    #expect(run.geometricMeans.map(\.engine) == ["manual", "sll", "glpk"])
    // A child that lacks a cell is left out, not replaced by another.
    var gap = run
    let index = try #require(gap.cells.firstIndex { $0.engine == "glpk" && $0.scene == "one" })
    gap.cells[index].samples[0] = []
    gap.computeEstimates()
    let means = gap.geometricMeans.filter { $0.engine == "glpk" }
    #expect(abs(try #require(means.first).ratio.value - 100) < 1e-9)
  }

  @Test("a Run that is written and read is the same, whatever keys are added")
  func file() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("layoutbench-\(UInt64.random(in: 0 ... .max))")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("run.json").path
    var run = Self.run()
    run.children = (0..<9).map { .init(started: "\($0)", load: nil) }
    run = try run.sealed()
    try RunFile.write(run, to: path)
    #expect(try RunFile.read(path, mayBeReplaced: true) == run)
    #expect(FileManager.default.fileExists(atPath: path + ".partial") == false)
    var text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    text = "{\"later\": 1," + text.dropFirst()
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try RunFile.read(path, mayBeReplaced: true) == run)
  }

  @Test("times of samples of another number or length are not compared")
  func samplesOfOthers() throws {
    var base = Self.run()
    base.children = (0..<9).map { .init(started: "\($0)", load: nil) }
    #expect(base.difference(from: base) == nil && base.refusal(asBaselineFor: base) == nil)
    var head = base
    head.rounds += 1
    #expect(try #require(head.difference(from: base)).contains("--rounds"))
    #expect(try #require(base.refusal(asBaselineFor: head)).contains("--rounds"))
    head = base
    head.batchTarget *= 2
    #expect(head.difference(from: base) != nil && base.refusal(asBaselineFor: head) != nil)
  }

  @Test("a file that is no Run is told from one of another version")
  func refusals() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("layoutbench-\(UInt64.random(in: 0 ... .max)).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(throws: RunFile.Failure.notFound(path)) { try RunFile.read(path, mayBeReplaced: true) }
    for (text, failure) in [
      ("nonsense", RunFile.Failure.notARun(path, reason: "not JSON")),
      ("{\"layoutbenchRun\": 3}", .version(path, 3)),
      ("{\"layoutbenchRun\": 1}", .notARun(path, reason: "no 'id'")),
      ("{}", .notARun(path, reason: "no 'layoutbenchRun'")),
    ] {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      #expect(throws: failure) { try RunFile.read(path, mayBeReplaced: true) }
    }
    #expect(throws: RunFile.Failure.self) {
      try RunFile.write(Self.run(), to: "/dev/null/run.json")
    }
    // Reports take the logarithm of the floor.
    var run = Self.run()
    run.children = (0..<9).map { .init(started: "\($0)", load: nil) }
    run.floor = [20, 0]
    try RunFile.write(run, to: path)
    #expect {
      try RunFile.read(path, mayBeReplaced: true)
    } throws: {
      "\($0)".contains("'floor' has a number that is not a time")
    }
  }
}
