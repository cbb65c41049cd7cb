import Foundation
import LayoutBenchReports
import Testing
import LayoutBenchTiming

@Suite("Every number in the Markdown and in the data of the page comes from the JSON")
struct TraceTests {
  private func trace(_ run: Run, withIntervals: Bool) throws -> Trace {
    var trace = try Trace(Data(try RunFile.text(of: run).utf8), withIntervals: withIntervals)
    let markdown = RunMarkdown([ReportedRun(run)], claims: Claim.builtIn).text
    #expect(markdown.utf8.count <= RunMarkdown.most)
    trace.check(markdown)
    #expect(trace.unknown.isEmpty, "\(trace.unknown)")
    let report = try #require(ReportBuilder([ReportedRun(run)])?.report)
    try trace.check(data: try #require(report.data))
    return trace
  }

  @Test("of Runs made up, intervals as well")
  func madeUp() throws {
    var run = SampleRun.small()
    run.cells.removeLast()
    run.computeEstimates()
    #expect(try trace(run, withIntervals: true).count > 200)
    let sizes = SampleRun.sizes(["chain", "nest"], exponents: ["manual": 1, "glpk": 2, "sll": 1])
    #expect(try trace(sizes, withIntervals: true).count > 200)
  }

  @Test("of the recorded Runs", arguments: ["reference", "full"])
  func recorded(_ name: String) throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Results/\(name).json").standardizedFileURL.path
    #expect(try trace(RunFile.read(path, mayBeReplaced: true), withIntervals: false).count > 1000)
  }

  @Test("a number that is not the JSON's is found")
  func found() throws {
    var run = SampleRun.small()
    run.cells.removeLast()
    let known = try Recomputed(Data(try RunFile.text(of: run).utf8))
    let exact = try #require(known.time(.init(scene: "one", phase: "build", engine: "sll")))
    #expect(Printed(Quantity.time(Estimate(value: exact)))?.isRounded(exact) == true)
    #expect(Printed(Quantity.time(Estimate(value: exact * 1.02)))?.isRounded(exact) == false)
    #expect(Printed("**13.2 µs**")?.isRounded(13_249) == true)
    #expect(Printed("13.2 µs")?.isRounded(13_251) == false)
    #expect(Printed("1.89 ±0.07×")?.value == 1.89)
  }
}
