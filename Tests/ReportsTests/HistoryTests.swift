import Foundation
import LayoutBenchReports
import Testing
import LayoutBenchTiming

@Suite("History")
struct HistoryTests {
  static var runs: [ReportedRun] {
    (0..<4).map { index in
      var run = SampleRun.small(
        factors: ["manual": 1, "sll": 4 + Double(index), "glpk": 100], seed: UInt64(index))
      run.id = "2026-0\(index + 1)-01T00-00-00Z-aaaa"
      return ReportedRun(file: "\(index).json", run)
    }
  }

  @Test("a trend has a point for each Run that has the cell, and none for the yardstick")
  func trends() throws {
    let history = History(Self.runs)
    #expect(history.engines == ["glpk", "sll", "layoutkit"])
    let trends = history.trends(
      scenes: ["one"], engines: history.engines, phases: ["build", "resize"])
    #expect(trends.count == 2)
    let sll = try #require(trends[0].lines.first { $0.engine == "sll" })
    #expect(sll.points.count == 4)
    for (index, point) in sll.points.enumerated() {
      let cell = Self.runs[index].run.cells.first {
        $0.scene == "one" && $0.phase == "build" && $0.engine == "sll"
      }
      #expect(point.ratio == cell?.ratio?.estimate)
    }
    #expect(history.meanTrends().count == 2)
  }

  @Test("it is printed and drawn")
  func formats() throws {
    let history = History(Self.runs)
    let trends = history.meanTrends()
    let table = history.table(trends)
    #expect(table.contains("build: mean ratio over 2 scenes that all Runs have"))
    #expect(table.contains("last ÷ first") && table.contains("2026-04-01T00-00-00Z-aaaa"))
    #expect(!table.components(separatedBy: "\n").contains { $0.hasSuffix(" ") })
    let svg = trends[0].chart.svg(isStandalone: true)
    #expect(Elements(svg).isWellFormed)
    // A circle for each point of two lines.
    #expect(Elements(svg).counts["circle"] == 8)
    #expect(
      try JSONSerialization.jsonObject(with: Data(History.json(trends).utf8)) as? [Any] != nil)
    #expect(HTMLWriter(History.report(trends, of: Self.runs)).text.contains("<svg"))
    #expect(
      MarkdownWriter(History.report(trends, of: Self.runs)).text.contains(
        "| 2026-01-01T00-00-00Z-aaaa |"))
  }

  @Test("a Run of other scripts has its ratio, and no change")
  func otherScripts() throws {
    let runs = Self.runs.map { entry in
      var run = entry.run
      run.scenes = run.sceneNames.map { name in
        var scene = Run.SceneRecord(name: name, file: name, text: "", digest: "0")
        let digest = run.id.hasPrefix("2026-04") ? "b" : "a"
        scene.scripts = [
          .init(
            phase: "resize", digest: digest, steps: 1, moving: 1, frames: 1, reach: "wide",
            length: 64, set: 0)
        ]
        return scene
      }
      return ReportedRun(file: entry.file, run)
    }
    let trends = History(runs).trends(
      scenes: ["one"], engines: ["sll"], phases: ["build", "resize"])
    func changes(_ trend: History.Trend) -> [String] {
      trend.chart.numbers.rows.map { $0.last?.text ?? "" }
    }
    #expect(changes(trends[0]).filter { $0.isEmpty || $0 == "–" }.count == 1)
    #expect(changes(trends[1]).filter { $0.isEmpty || $0 == "–" }.count == 2)
    let table = History(runs).table(trends)
    #expect(table.contains("'bench --batches-from RUN'"))
    #expect(
      !History(Array(runs.prefix(3))).table(History(Array(runs.prefix(3))).meanTrends())
        .contains("'bench --batches-from RUN'"))
    let page = try #require(ReportBuilder([runs[0], runs[3]], claims: [])).report
    let text = MarkdownWriter(page).text
    #expect(text.contains("went through other scripts") && text.contains("Before and after"))
  }

  @Test("of many Runs the table shows the first and the last")
  func many() {
    let runs = (0..<20).map { index in
      var run = SampleRun.small(seed: UInt64(index))
      run.id = "run-\(index)"
      return ReportedRun(file: "\(index).json", run)
    }
    let history = History(runs)
    let table = history.table(history.meanTrends())
    #expect(table.contains("14 Runs between"))
    #expect(table.contains("run-19") && !table.contains("run-10"))
  }
}
