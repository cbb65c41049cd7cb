import Conversion
import Foundation
import LayoutModel
import Scenes
import LayoutBenchSuite
import Testing
import LayoutBenchTiming

@testable import LayoutBenchHarness

@Suite("Views that come and go")
struct ChurnTests {
  private static let text = """
    layoutbench: 1
    name: list
    root: { size: [100, 100] }
    views:
      - id: title
        intrinsic: [40, 10]
      - id: cell
        children: [ { id: text, intrinsic: [30, 8] } ]
    layouts:
      sll:
        - title: "ll = tt = 0"
        - cell: ["ll = 0, tt = %bb, w = 100, h = 20", title]
        - text: "ll = tt = 2"
      constraints:
        - "|[title]"
        - V:|[title][cell(20)]
        - "|[cell]|"
        - text.left == cell.left + 2
        - text.top == cell.top + 2
      layoutkit:
        - yPlace: [title, 0, cell]
        - size: { views: [cell], to: [100, 20] }
    """

  @Test("a view goes with all that it holds and all that names them")
  func without() throws {
    let scene = try SceneFile.scene(from: Self.text, file: "list.yaml")
    let cell = try #require(scene.tree.view(named: "cell"))
    let rest = try scene.without(cell, dialects: Registry.current.dialects)
    #expect(rest.tree.names == ["root", "title"])
    #expect(rest.layouts["sll"]?.items?.count == 1)
    // Of a visual format only the constraints go that are about the cell.
    #expect(
      rest.layouts["constraints"]?.items?.compactMap(\.text)
        == ["title.leading == root.leading", "title.top == root.top"])
    let calls = try #require(rest.layouts["layoutkit"]?.items)
    #expect(calls.count == 1)
    #expect(calls[0].entries?.first?.value.items?.compactMap(\.text) == ["title", "0"])
    // What others stand on cannot go without them.
    let title = try #require(scene.tree.view(named: "title"))
    #expect(
      try scene.without(title, dialects: Registry.current.dialects).layouts["sll"]?.items?.count
        == 1)
  }

  @Test(
    "a view of a list comes and goes, and every engine leaves the others alone",
    arguments: ["feed-20", "chain-10", "grid-9", "cells-20", "flat-10"])
  func cells(_ name: String) throws {
    let options = Benchmark.Options(
      scenes: [SceneSource(file: name)], executable: "/bin/true", command: [])
    let run = try Benchmark(options).run
    let cells = run.cells.filter { $0.phase == "churn" }
    #expect(cells.contains { $0.engine == "replay" && $0.outcome == .timed })
    let timed = cells.filter { $0.outcome == .timed && $0.engine != "replay" }
    #expect(timed.contains { $0.engine == "glpk" })
    for cell in timed {
      #expect(cell.notes?.first == "rebuilds")
      #expect(cell.notes?.last?.hasSuffix("comes and goes") == true)
      #expect((cell.deviation ?? 1) < 1e-6)
    }
  }

  @Test("where the other views depend on whichever goes, nothing is churned")
  func dependent() throws {
    let scene = try #require(SceneGenerator.scene(named: "equal-10"))
    let verified = try VerifiedScene(
      scene, phases: [.churn], cycle: 8, among: Participant.all(of: scene))
    #expect(verified.churn == nil)
    #expect(!verified.offers(.churn))
  }

  @Test("the sum over a batch has the view in every other pass")
  func checksum() throws {
    let scene = try #require(SceneGenerator.scene(named: "feed-20"))
    let verified = try VerifiedScene(
      scene, phases: [.churn], cycle: 8, among: Participant.all(of: scene))
    let standing = try #require(verified.standing(of: "glpk", in: .churn))
    #expect(standing.verdict.isRight)
    var states = standing.states
    #expect(states[0].count == 11 && states[1].count == 21)
    // 40 passes come to each of the 20 views that the whole scene has, and no more.
    let honest = Stopwatch.churnChecksum(states, passes: 40)
    states[1][20].x += 1
    #expect(abs(Stopwatch.churnChecksum(states, passes: 40) - honest - 1) < 1e-9)
    #expect(
      Stopwatch.churnChecksum(states, passes: 38)
        == Stopwatch.churnChecksum([states[0], Array(states[1].dropLast())], passes: 38))
  }
}
