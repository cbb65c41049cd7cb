import Foundation
import LayoutBenchReports
import Testing
import LayoutBenchTiming

@Suite("Commits and sites")
struct SiteTests {
  /// A comparison of a commit with the first, in which an engine takes a multiple of its time.
  private static func comparison(_ place: Int, factor: Double, links: Int = 6) -> Comparison {
    func run(_ place: Int, _ factor: Double, seed: UInt64) -> Run {
      var run = SampleRun.small(
        children: 36, factors: ["manual": 1, "sll": 4 * factor, "glpk": 100], seed: seed)
      run.links = links
      run.revision = .init(
        commit: String(repeating: "\(place)", count: 40), dirty: false,
        date: "2026-11-0\(place + 1)T00:00:00Z", subject: "change \(place)", place: place)
      return run
    }
    var comparison = Comparison(
      id: "2026-11-2\(place)", method: .sideBySide, command: [],
      screening: .init(
        base: run(0, 1, seed: UInt64(place)), head: run(place, factor, seed: UInt64(100 + place))))
    comparison.screen(thresholds: .sideBySide)
    return comparison
  }

  @Test("a series names the commit that made an engine slower, and nothing else")
  func series() throws {
    let all = (1...5).reversed().map { Self.comparison($0, factor: $0 < 3 ? 1 : 1.2) }
    let series = CommitSeries.all(in: all)
    #expect(series.count == 1)
    let one = try #require(series.first)
    #expect(Set(one.steps.map(\.cell.engine)) == ["sll"])
    #expect(one.steps.count == 4)
    for step in one.steps {
      #expect(step.after.subject == "change 3" && step.before.subject == "change 2")
      #expect(step.commits == 1 && step.command == nil)
      #expect(abs(step.change.value - 1.2) < 0.03)
      #expect(step.sentence.contains("since 333333333333  2026-11-04  change 3"))
    }
    #expect(one.table.contains("change 5"))
    let page = HTMLWriter(History.report([], of: [], series)).text
    #expect(page.contains("change 3") && page.contains("id=\"commits-0000000-time\""))
    #expect(try JSONSerialization.jsonObject(with: Data(one.json.utf8)) as? [String: Any] != nil)
  }

  @Test("a step between commits that were not measured comes with the command that finds it")
  func gap() throws {
    let series = CommitSeries.all(in: [1, 4].map { Self.comparison($0, factor: $0 < 3 ? 1 : 1.2) })
    let step = try #require(series.first?.steps.first)
    #expect(step.commits == 3)
    #expect(
      step.command
        == "layoutbench history run 111111111111..444444444444 --bisect \(step.cell.scene)/\(step.cell.phase)/sll"
    )
  }

  @Test("comparisons that are none of a history are left out")
  func others() {
    var other = Self.comparison(2, factor: 1)
    other.screening.head.revision?.place = nil
    #expect(CommitSeries.all(in: [other]).isEmpty)
  }

  @Test("each machine has trends of its own")
  func machines() {
    var runs = HistoryTests.runs
    for index in [1, 3] {
      var run = runs[index].run
      (run.machine.fingerprint, run.machine.cpu) = ("g", "Another Processor")
      runs[index] = ReportedRun(file: "\(index).json", run)
    }
    let histories = History.byMachine(runs)
    #expect(histories.count == 2)
    let trends = histories.flatMap { $0.meanTrends() }
    #expect(
      trends.filter { $0.title.hasSuffix("Another Processor, 2 cores, Linux 6.1") }.count == 2)
    #expect(trends.allSatisfy { $0.lines.allSatisfy { $0.points.count == 2 } })
    #expect(Set(trends.map(\.id)).count == trends.count)
    #expect(History.byMachine(HistoryTests.runs).count == 1)
  }

  private static func entries(_ count: Int) -> [SiteEntry] {
    let run = SampleRun.small()
    return (0..<count).map { index in
      var run = run
      let digits = String(index)
      run.id = "2026-01-01T00-00-" + String(repeating: "0", count: 6 - digits.count) + digits
      return SiteEntry(file: "\(index).json", bytes: index, modified: 0, run)
    }
  }

  @Test("the index links the pages that there are, the newest first")
  func index() {
    let entries = Self.entries(3)
    let newest = entries[2].facts?.id ?? ""
    let site = Site(entries, pages: [newest: "runs/a.html"])
    let page = HTMLWriter(site.index(ReportedRun(SampleRun.small()))).text
    #expect(page.contains("<a href=\"./runs/a.html\">\(newest)</a>"))
    #expect(page.contains("href=\"./history.html\"") && page.contains("href=\"./claims.html\""))
    #expect(HTMLWriter(site.lists[0].page).text.contains("href=\"./index.html\""))
    #expect(Site.newest(of: entries).map { $0.facts?.id } == [newest])
    // A file that is no Run is in the index, so that it is not read again, and on no page.
    let other = SiteEntry(file: "x.json", bytes: 1, modified: 1, nil)
    #expect(Site.newest(of: [other]).isEmpty)
    #expect(!HTMLWriter(Site([other], pages: [:]).lists[0].page).text.contains("x.json"))
  }

  @Test("thousands of Runs make a trend of few places, each the median of its Runs")
  func many() throws {
    let entries = Self.entries(5000)
    let report = Site(entries, pages: [:]).history([])
    let charts = report.sections.flatMap(\.blocks).compactMap { block -> ReportChart? in
      if case .chart(let chart) = block { chart } else { nil }
    }
    #expect(charts.count == 2)
    let mean = try #require(entries[0].facts?.means.first)
    for chart in charts { #expect(chart.numbers.rows.count <= 40 * 3) }
    #expect(charts[0].numbers.rows[0].contains { $0.order == mean.ratio[0] })
    #expect(report.home == "index.html")
    let lists = Site(entries, pages: [:]).lists
    #expect(lists.map(\.name).prefix(2) == ["runs.html", "runs-2.html"] && lists.count == 5)
  }

  @Test("a flame graph has a box for each call as wide as its share, and escapes names")
  func flames() {
    let graph = FlameGraph(
      [(["a", "b<c>"], 30), (["a", "d"], 10), (["e"], 60)], unit: "samples")
    let chart = ReportChart(id: "x", title: "x", picture: graph, numbers: ReportTable([]))
    let svg = chart.svg(isStandalone: true)
    #expect(Elements(svg).isWellFormed)
    #expect(Elements(svg).counts["rect"] == 5)
    #expect(svg.contains("<title>b&lt;c&gt;: 30.0 %, 30 samples</title>"))
    #expect(svg.contains("<title>a: 40.0 %, 40 samples</title>"))
    #expect(graph.size.height == 3 * 17 + 4)
  }
}
