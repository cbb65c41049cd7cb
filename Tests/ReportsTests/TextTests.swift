import Foundation
import LayoutBenchReports
import Testing
import LayoutBenchTiming

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A text parsed as XML: whether it is well-formed, and the number of elements of each name.
final class Elements: NSObject, XMLParserDelegate {
  private(set) var counts: [String: Int] = [:]
  private(set) var isWellFormed = false

  init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    counts[name, default: 0] += 1
  }
}

@Suite("Tables, pictures and data")
struct TextTests {
  @Test("digits follow the interval, units follow the size")
  func quantities() {
    #expect(Quantity.time(Estimate(value: 13_217.4, low: 13_100, high: 13_300)) == "13.2 µs")
    #expect(Quantity.time(Estimate(value: 13.2174, low: 13.21, high: 13.22)) == "13.22 ns")
    #expect(Quantity.timeInterval(Estimate(value: 5, low: 4.5, high: 5.5)) == "4.5 … 5.5")
    #expect(Quantity.number(Estimate(value: 330, low: 320, high: 340)) == "330")
    #expect(Quantity.scientific(1.42e-13) == "1.4e-13")
    #expect([1, 3162, 100_000, 2.5e6].map(Quantity.short) == ["1", "3162", "100k", "2.5M"])
    #expect([3, 20_000, 1e9].map(Quantity.shortTime) == ["3 ns", "20 µs", "1 s"])
    #expect([0, 76, 5211, 2e6].map(Quantity.bytes) == ["0 B", "76 B", "5.21 kB", "2 MB"])
    #expect([9669, 0.00124, 12].map(Quantity.rough) == ["9,700", "0.0012", "12"])
    #expect([1.021, 0.9, 1, 3].map(Quantity.change) == ["+2.1 %", "−10.0 %", "+0.0 %", "+200 %"])
  }

  @Test("no line of the table ends in a space, and wrong cells have no time")
  func table() {
    let text = RunTable(SampleRun.small()).text
    #expect(!text.split(separator: "\n").contains { $0.hasSuffix(" ") })
    #expect(text.contains("wrong: view a is here, not there"))
    let lines = text.split(separator: "\n").filter { !$0.contains("wrong:") }
    #expect(lines.filter { $0.count > 80 }.isEmpty)
  }

  @Test("the steps of a session have a section: median, 95 % and longest, scene by scene")
  func sessions() {
    var run = SampleRun.small()
    #expect(!RunMarkdown(run).text.contains("## Steps of a session"))
    for index in run.cells.indices where run.cells[index].phase == "resize" {
      run.cells[index].phase = "session"
      guard run.cells[index].engine == "glpk" else { continue }
      run.cells[index].steps = Cell.Steps(Array(repeating: 1500, count: 99) + [90_000])
    }
    let text = RunMarkdown(run).text
    let section = text.components(separatedBy: "## Steps of a session").last ?? ""
    // Only engines with times of single steps have a column.
    #expect(section.contains("| scene | glpk |"))
    #expect(section.contains("| two | 1.5 µs · 1.5 µs · 90 µs |"))
    #expect(!section.contains("| three |"))
  }

  @Test("a frame at 120 Hz has a section: views in it, and the gain of a second thread")
  func frame() {
    var run = SampleRun.small()
    #expect(!RunMarkdown(run).text.contains("## In a frame at 120 Hz"))
    for index in run.cells.indices where run.cells[index].phase == "build" {
      (run.cells[index].form, run.cells[index].phase) = ("program", "first")
      guard run.cells[index].engine == "glpk" else { continue }
      // The gains are 1.2 and 1.6: their geometric mean is 1.39.
      run.cells[index].throughput = [1000, run.cells[index].scene == "one" ? 1200 : 1600]
    }
    run.computeEstimates()
    let text = RunMarkdown(run).text
    let section = text.components(separatedBy: "## In a frame at 120 Hz").last ?? ""
    #expect(section.contains("| views of | phase | glpk | manual | sll |"))
    // 3 views by hand take about 13.0 ns.
    #expect(section.contains("| one | program first | 18,000 | 1,900,000 | 470,000 |"))
    #expect(section.contains("| two threads ÷ one | of scenes | glpk |"))
    #expect(section.contains("| program first | mean | 1.39 |"))
    #expect(section.contains("|  | least … most | 1.20 … 1.60 |"))
  }

  @Test("the scripts have a section: what moves, of how many steps, scene by scene")
  func scripts() throws {
    var run = SampleRun.small()
    #expect(!RunMarkdown(run).text.contains("## Scripts"))
    var record = Run.SceneRecord(name: run.sceneNames[0], file: "one.yaml", text: nil)
    record.scripts = [
      Run.ScriptRecord(
        phase: "resize", digest: "1", steps: 64, moving: 61, frames: 2.25, reach: "near",
        length: 64, draw: 0),
      Run.ScriptRecord(
        phase: "edit", digest: "2", steps: 16, moving: 16, frames: 1, reach: "wide", length: 16,
        draw: 0),
    ]
    run.scenes = [record]
    let section = RunMarkdown(run).text.components(separatedBy: "## Scripts").last ?? ""
    #expect(section.contains("| script of | views | resize | edit |"))
    #expect(section.contains("| 61 of 64 · 2.25 · near | 16 of 16 · 1 |"))
  }

  @Test("a pass after a change is shown beside a layout from nothing by the same engine")
  func changes() {
    var run = SampleRun.small()
    #expect(!RunMarkdown(run).text.contains("## Changes beside a first layout"))
    for index in run.cells.indices {
      if run.cells[index].phase == "build" { run.cells[index].phase = "first" }
      // Three times as long as what lays out from nothing, on one scene.
      guard run.cells[index].phase == "resize", run.cells[index].scene == "two",
        run.cells[index].engine == "glpk"
      else { continue }
      run.cells[index].samples = run.cells[index].samples.map { $0.map { 3 * $0 } }
    }
    run.computeEstimates()
    let section =
      RunMarkdown(run).text.components(separatedBy: "## Changes beside a first layout").last ?? ""
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| resize | glpk |") }
    let entries = rows.first?.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(rows.count == 1 && entries?.count == 6)
    #expect(entries?[3] == "2" && entries?[5] == "two")
    #expect((2.8...3.2).contains(Double(entries?[4] ?? "") ?? 0), "\(entries ?? [])")
    #expect((1.6...1.8).contains(Double(entries?[2] ?? "") ?? 0), "\(entries ?? [])")
  }

  @Test("measured texts have a section, where an engine counts them")
  func texts() {
    var run = SampleRun.small()
    #expect(!RunMarkdown(run).text.contains("## Texts"))
    let (scene, engine) = (run.sceneNames[0], "glpk")
    for index in run.cells.indices
    where run.cells[index].scene == scene && run.cells[index].engine == engine {
      run.cells[index].counters = ["measures": run.cells[index].phase == "resize" ? 19.3125 : 0]
    }
    let section = RunMarkdown(run).text.components(separatedBy: "## Texts").last ?? ""
    #expect(section.contains("| texts of | phase | glpk |"))
    #expect(section.contains("| \(scene) | resize | 19.3 · "))
    #expect(!section.contains("| \(scene) | build |"))
  }

  @Test("a cell's notes stand beside its numbers")
  func notes() {
    var run = SampleRun.small()
    for index in run.cells.indices where run.cells[index].engine == "sll" {
      run.cells[index].notes = ["rebuilds"]
    }
    #expect(RunTable(run).text.contains("\nbuild: rebuilds (sll)\nresize: rebuilds (sll)\n"))
    #expect(RunMarkdown(run).text.contains("ns (rebuilds) **"))
    #expect(RunCSV([ReportedRun(run)]).text.contains(",timed,,rebuilds,"))
    #expect(PageTests.page([run]).contains("\"remarks\":[\"rebuilds\""))
  }

  @Test("pictures are well-formed XML, and so they are drawn")
  func charts() {
    let svg = RunChart(SampleRun.small()).svg
    #expect(svg.contains("100×") && Elements(svg).isWellFormed)
    for run in [SampleRun.small(), SampleRun.sizes(exponents: ["manual": 1, "glpk": 2])] {
      let charts = RunMarkdown([ReportedRun(run)]).text(chartsIn: "charts").charts
      #expect(charts.count > 1)
      for chart in charts {
        let elements = Elements(chart.svg)
        #expect(elements.isWellFormed, "\(chart.name)")
        #expect((elements.counts["text"] ?? 0) > 5 && (elements.counts["path"] ?? 0) > 2)
        #expect(!chart.svg.contains("nan") && !chart.svg.contains("inf"))
      }
    }
  }

  @Test("CSV has a row a cell with all estimates, or a row a sample")
  func csv() throws {
    var run = SampleRun.small()
    let marked = try #require(run.cells.firstIndex { $0.engine == "sll" && $0.phase == "build" })
    run.cells[marked].suspect = true
    let lines = RunCSV([ReportedRun(run)]).text.components(separatedBy: "\r\n")
    #expect(lines.count == run.cells.count + 2)
    let heads = lines[0].components(separatedBy: ",")
    let cell = try #require(run.cells.first { $0.engine == "sll" })
    let row = try #require(lines.first { $0.contains(",one,3,build,sll,") })
      .components(separatedBy: ",")
    func value(_ name: String) -> Double? { heads.firstIndex(of: name).flatMap { Double(row[$0]) } }
    #expect(Set(heads).count == heads.count)
    #expect(value("time_ns") == cell.time?.value && value("ratio_low") == cell.ratio?.low)
    #expect(value("counter: allocations") == 3 && value("suspect") == 1)
    let samples = RunCSV([ReportedRun(run)], hasSamples: true).text
    let count = run.cells.reduce(0) { $0 + $1.samples.joined().count }
    #expect(samples.components(separatedBy: "\r\n").count == count + 2)
    #expect(samples.contains(",build,sll,sll,0,1,\(cell.samples[0][1]),0,1\r\n"))
    #expect(samples.contains(",build,sll,sll,0,0,\(cell.samples[0][0]),1,0\r\n"))
  }

  @Test("JUnit has a case a cell; wrong and drifted have failed")
  func junit() {
    var run = SampleRun.small()
    run.cells[0].outcome = .drifted
    run.cells[1].outcome = .unsupported
    let text = RunJUnit([ReportedRun(run)]).text
    let elements = Elements(text)
    #expect(elements.isWellFormed)
    #expect(elements.counts["testcase"] == run.cells.count)
    #expect(elements.counts["failure"] == 2 && elements.counts["skipped"] == 1)
    #expect(text.contains("<failure message=\"wrong: view a is here, not there\"/>"))
    #expect(text.contains("tests=\"13\" failures=\"2\" skipped=\"1\""))
  }

  @Test("hostile names stay names in every format")
  func hostile() {
    var run = SampleRun.small()
    let name = "<script>alert('1')</script>|\"&`*x*\u{1}中文"
    for index in run.cells.indices where run.cells[index].scene == "one" {
      run.cells[index].scene = name
    }
    run.cells[0].outcome = .wrong
    run.cells[0].reason = name
    run.machine.cpu = name
    run.warnings = [.init(code: "x", text: name)]
    run.computeEstimates()
    let reported = [ReportedRun(file: "\(name).json", run)]
    let report = ReportBuilder(reported, claims: Claim.builtIn)?.report
    let page = report.map { HTMLWriter($0).text } ?? ""
    #expect(page.contains("中文") && !page.contains("<script>alert"))
    #expect(!page.contains("\u{1}"))
    #expect(page.components(separatedBy: "<script").count == 3)
    let markdown = RunMarkdown(reported).text(chartsIn: "a b")
    // Between backticks a tag has no effect; a line that begins with one is not read as Markdown.
    let lines = markdown.text.components(separatedBy: "\n")
    #expect(!lines.contains { $0.hasPrefix("<") && $0.contains("<script") })
    let pieces = lines.filter { !$0.hasPrefix("<") }.joined(separator: "\n")
      .replacing("\\`", with: "").components(separatedBy: "`")
    for place in stride(from: 0, to: pieces.count, by: 2) {
      #expect(!pieces[place].contains("<script"), "\(pieces[place])")
    }
    #expect(markdown.text.contains("![") && markdown.text.contains("(./a%20b/means"))
    for line in markdown.text.components(separatedBy: "\n") where line.hasPrefix("|") {
      #expect(!line.replacing("\\|", with: "").contains("`*"), "\(line)")
    }
    for chart in markdown.charts {
      #expect(Elements(chart.svg).isWellFormed)
      #expect(!chart.name.contains("/") && !chart.name.contains("<"))
    }
    #expect(Elements(RunJUnit(reported).text).isWellFormed)
    #expect(RunCSV(reported).text.contains("\"<script>alert('1')</script>|\"\"&`*x*"))
    #expect(Elements(RunChart(run).svg).isWellFormed)
  }
}
