import Foundation
import LayoutBenchTiming
import Testing

@testable import LayoutBenchReports

/// Answers to a reader's first questions, and the same facts in every format.
@Suite("The page answers first")
struct AnswerTests {
  private static func builder(_ run: Run = SampleRun.small()) throws -> ReportBuilder {
    try #require(ReportBuilder([ReportedRun(file: "run.json", run)]))
  }

  @Test("each sentence has the means of its phase, from the fastest on, and who leads by how much")
  func sentences() throws {
    let run = SampleRun.small()
    let builder = try Self.builder(run)
    guard case .list(let items)? = builder.answers.first else {
      Issue.record("no sentences")
      return
    }
    #expect(!items.isEmpty)
    // The work in each phase is told after its sentences.
    #expect(
      items.contains { $0.plain.hasPrefix("Why (resize of one, per pass): glpk 3 allocations") })
    for item in items where !item.plain.hasPrefix("Why") {
      let part = try #require(
        run.meanParts.first { item.plain.contains("(\($0.description)): ") }, "\(item.plain)")
      let ranks = run.ranking(part).filter { !run.yardsticks.contains($0.engine) }
      var place = item.plain.startIndex
      for rank in ranks {
        let text = "\(rank.engine) \(Quantity.withSpread(rank.mean.ratio))"
        let found = item.plain.range(of: text, range: place..<item.plain.endIndex)
        place = try #require(found, "\(text) in \(item.plain)").upperBound
      }
      #expect(item.plain.contains(" times as long as manual, mean of "))
      // In the sample, the first is 25 times as fast as the second.
      #expect(item.plain.hasSuffix(" times as fast as \(ranks[1].engine)."))
      let factor = item.plain.components(separatedBy: "; ").last?.split(separator: " ")
        .compactMap { Double($0) }.first
      #expect(abs(try #require(factor) - 25) < 1)
    }
  }

  @Test("the matrix has the times of the Run, and colours by the factor to the fastest rival")
  func matrix() throws {
    let run = SampleRun.small()
    let builder = try Self.builder(run)
    guard case .matrix(let matrix)? = builder.matrix?.blocks.last else {
      Issue.record("no matrix")
      return
    }
    var count = 0
    for cell in run.cells {
      guard let part = matrix.parts.first(where: { $0.name == cell.part }),
        let row = matrix.scenes.firstIndex(of: cell.scene),
        let column = matrix.engines.firstIndex(of: cell.engine)
      else { continue }
      #expect(part.times[row][column] == cell.time?.value)
      #expect(part.words[row][column] == (cell.time == nil ? cell.outcome.rawValue : ""))
      count += 1
    }
    #expect(count == run.cells.count)
    for row in matrix.rows {
      let shades = row.cells.compactMap(\.shade)
      #expect(shades.isEmpty || shades.contains(0), "\(row)")
    }
    #expect([1, 1.09, 1.1, 3, 7, 15, 16].map(ReportMatrix.shade) == [0, 0, 1, 2, 3, 4, 5])
  }

  @Test("a comment has at most 10 KB, however much became slower, and leads nowhere")
  func comment() throws {
    let base = SampleRun.small()
    var head = base
    for index in head.cells.indices {
      head.cells[index].counters = ["allocations": 9]
    }
    var former = base
    for index in former.cells.indices { former.cells[index].counters = ["allocations": 1] }
    // Many cells with long names.
    for copy in 0..<400 {
      var (one, other) = (former.cells[0], head.cells[0])
      one.scene = "a scene of a long name, number \(copy)"
      other.scene = one.scene
      former.cells.append(one)
      head.cells.append(other)
    }
    var comparison = Comparison(
      id: "a", method: .baseline, command: [], screening: .init(base: former, head: head))
    comparison.timesNotCompared = "a test"
    comparison.screen(thresholds: .baseline)
    comparison.decide()
    let text = ComparisonComment(comparison).text
    #expect(text.utf8.count <= ComparisonComment.most)
    #expect(text.hasPrefix("### ❌ LayoutBench: FAILED: of "))
    #expect(text.contains("more are in the comparison’s file"))
    #expect(!text.contains("]("))
    let calm = Comparison(
      id: "a", method: .baseline, command: [], screening: .init(base: base, head: base))
    #expect(ComparisonComment(calm).text.hasPrefix("### ❌ LayoutBench: FAILED: nothing"))
    var right = base
    right.cells.removeAll { $0.outcome != .timed }
    var same = Comparison(
      id: "a", method: .baseline, command: [], screening: .init(base: right, head: right))
    same.screen(thresholds: .baseline)
    same.decide()
    #expect(ComparisonComment(same).text.hasPrefix("### ✅ LayoutBench: passed: "))
    same.onlyInHead = comparison.cells.map(\.name) + comparison.cells.map(\.name)
    #expect(same.onlyInHead.count > 800)
    #expect(ComparisonComment(same).text.utf8.count <= ComparisonComment.most)
    #expect(ComparisonComment(same, isStrict: true).text.hasPrefix("### ❌ LayoutBench: FAILED"))
    let run = RunMarkdown(base).comment
    #expect(run.utf8.count <= ComparisonComment.most && run.contains("## Summary"))
  }
}
