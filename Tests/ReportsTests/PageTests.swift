import Foundation
import LayoutBenchReports
import Testing
import LayoutBenchTiming

@Suite("The page")
struct PageTests {
  static func page(_ runs: [Run], claims: [Claim] = Claim.builtIn) -> String {
    ReportBuilder(runs.map { ReportedRun(file: "run.json", $0) }, claims: claims)
      .map { HTMLWriter($0.report).text } ?? ""
  }

  @Test("asks nothing of any network, and has every section")
  func selfContained() {
    let page = Self.page([SampleRun.small()])
    for mark in ["src=", "@import", "url(", "rel=\"stylesheet\"", "fetch(", "XMLHttpRequest"] {
      #expect(!page.contains(mark), "\(mark)")
    }
    for id in ["summary", "matrix", "claims", "scenes", "memory", "method"] {
      #expect(page.contains("<section id=\"\(id)\">"), "\(id)")
    }
    #expect(page.contains("make build &amp;&amp; .build/release/layoutbench bench --scenes"))
    #expect(page.contains("&#39;one,t*&#39;"))
    #expect(page.contains("view a is here, not there"))
  }

  @Test("every opened element is closed")
  func balance() {
    for page in [
      Self.page([SampleRun.small()]),
      Self.page([SampleRun.sizes(exponents: ["manual": 1, "glpk": 2])]),
      Self.page([SampleRun.small(), SampleRun.small(seed: 5)]),
    ] {
      for name in ["section", "table", "details", "figure", "div", "article", "svg", "g", "text"] {
        let opened =
          page.components(separatedBy: "<\(name)>").count
          + page.components(separatedBy: "<\(name) ").count - 2
        #expect(opened == page.components(separatedBy: "</\(name)>").count - 1, "\(name)")
      }
    }
  }

  @Test("every chart stands with its numbers")
  func numbers() {
    let page = Self.page([SampleRun.small()])
    let charts = page.components(separatedBy: "<figure class=\"chart\">").dropFirst()
    #expect(charts.count >= 2)
    for chart in charts {
      let figure = chart.components(separatedBy: "</figure>")[0]
      #expect(figure.contains("<svg") && figure.contains("<details><summary>The numbers"))
      #expect(figure.contains("<td"))
    }
  }

  @Test("before and after: what rose is told from what stayed")
  func differences() throws {
    let base = SampleRun.small()
    var slower = SampleRun.small(factors: ["manual": 1, "sll": 5, "glpk": 100], seed: 7)
    slower.id = "2026-02-02T00-00-00Z-ffff"
    let page = Self.page([base, slower])
    #expect(page.contains("<section id=\"differences\">"))
    #expect(page.contains("<strong>12 cells</strong>, of which 4 rose and 0 fell"))
    #expect(page.contains("class=\"n bad\""))
    // Between machines only ratios are compared, and the yardstick has none.
    slower.machine.fingerprint = "other"
    let other = Self.page([base, slower])
    #expect(other.contains("because the machines differ"))
    #expect(other.contains("<strong>8 cells</strong>"))
  }

  @Test(
    "a report of 2,000 cells of 167 scenes is small, and in a release build soon made",
    .timeLimit(.minutes(8)))
  func size() throws {
    var run = SampleRun.large()
    #expect(run.cells.count > 2000)
    let start = Clock.now
    run.computeEstimates()
    let page = Self.page([run])
    let seconds = Double(Clock.now - start) / 1e9
    #expect(page.utf8.count < 1_000_000)
    let elements = page.split(separator: "<").filter { $0.first?.isLetter == true }.count
    #expect(elements < 10_000, "\(elements) elements")
    #if !DEBUG
      #expect(seconds < 2)
    #else
      #expect(seconds > 0)
    #endif
  }

  @Test("without children enough nothing is ranked, and the page says so")
  func fewChildren() {
    let page = Self.page([SampleRun.small(children: 2)])
    #expect(page.contains("below 8 there are no intervals"))
    #expect(page.contains("the first two share a rank"))
  }
}
