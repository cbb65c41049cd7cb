import LayoutBenchReports
import LayoutBenchTiming
import Testing

@Suite("The table of correctness")
struct CorrectnessTests {
  @Test(
    "an engine that is wrong after a change, or has no layout then, is not right on that scene",
    arguments: [
      (Outcome.wrong, wrong: "1", none: "0"), (.drifted, "1", "0"), (.noSolution, "0", "1"),
    ])
  func changes(_ later: Outcome, wrong: String, none: String) throws {
    var run = SampleRun.empty()
    for (phase, outcome) in [("first", Outcome.timed), ("resize", later), ("edit", .timed)] {
      for engine in ["manual", "sll"] {
        for scene in ["one", "two"] {
          var cell = Cell(
            scene: scene, views: 3, phase: phase, form: "plan", engine: engine, dialect: "x")
          if engine == "sll", scene == "two" { cell.outcome = outcome }
          run.cells.append(cell)
        }
      }
    }
    let lines = RunMarkdown(run).text.split(separator: "\n")
    func row(_ engine: String) throws -> [String] {
      let line = try #require(lines.first { $0.hasPrefix("| \(engine) | plan |") })
      return line.split(separator: "|").map { String($0.trimmingPrefix(" ").prefix { $0 != " " }) }
    }
    // Screens, generated scenes, right, wrong, cannot state, no layout.
    #expect(try row("manual")[2...7] == ["2", "0", "2", "0", "0", "0"])
    #expect(try row("sll")[2...7] == ["2", "0", "1", wrong, "0", none])
  }
}
