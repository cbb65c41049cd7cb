import LayoutBenchReports
import LayoutBenchTiming
import Testing

@Suite("The table of correctness")
struct CorrectnessTests {
  @Test("an engine that is wrong after a change is wrong on that scene")
  func changes() throws {
    var run = SampleRun.empty()
    for (phase, outcome) in [("first", Outcome.timed), ("resize", .wrong), ("edit", .timed)] {
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
    func row(_ engine: String) throws -> [Substring] {
      let line = try #require(lines.first { $0.hasPrefix("| \(engine) | plan |") })
      return line.split(separator: "|").map { $0.trimmingPrefix(" ").prefix { $0 != " " } }
    }
    // Screens, generated scenes, right, wrong.
    #expect(try row("manual")[2...5] == ["2", "0", "2", "0"])
    #expect(try row("sll")[2...5] == ["2", "0", "1", "1"])
  }
}
