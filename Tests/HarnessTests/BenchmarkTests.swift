import Foundation
import Harness
import LayoutModel
import Scenes
import Suite
import Testing
import Timing

@Suite("Benchmarks")
struct BenchmarkTests {
  @Test("a scene that an engine gets wrong gives no cell to time")
  func wrong() throws {
    let text = try #require(Suite.files.first { $0.name == "keys.yaml" }).text
      .replacing("ll = %rl + .5", with: "ll = %rl + .6")
    let options = Benchmark.Options(
      scenes: [("keys.yaml", text)], executable: "/bin/true", command: [])
    let run = try Benchmark(options).run
    for cell in run.cells {
      #expect(cell.outcome == (cell.engine == "sll" ? .wrong : .timed), "\(cell.engine)")
      #expect((cell.reason ?? "").contains("view w") == (cell.engine == "sll"))
    }
    #expect(Set(run.cells.map(\.engine)) == ["manual", "sll", "glpk", "layoutkit"])
  }

  @Test("a scene that nobody wrote by hand is quoted against replay")
  func replay() throws {
    let text = try #require(Suite.files.first { $0.name == "keys.yaml" }).text
      .replacing("name: keys", with: "name: mine")
    let run = try Benchmark(
      Benchmark.Options(scenes: [("mine.yaml", text)], executable: "/bin/true", command: [])
    ).run
    #expect(run.cells.contains { $0.engine == "replay" && $0.outcome == .timed })
    #expect(!run.cells.contains { $0.engine == "manual" && $0.outcome == .timed })
  }

  @Test("a scene without a layout has cells that say so")
  func noSolution() throws {
    let text = """
      layoutbench: 1
      name: cyclic
      root: { size: [9, 9] }
      views: [ { id: a }, { id: b } ]
      layouts:
        sll: [ { a: ["ll = %rl", b] }, { b: ["ll = %rl", a] } ]
      """
    let run = try Benchmark(
      Benchmark.Options(scenes: [("cyclic.yaml", text)], executable: "/bin/true", command: [])
    ).run
    let cells = run.cells.filter { $0.engine == "sll" }
    #expect(!cells.isEmpty)
    #expect(cells.allSatisfy { $0.outcome == .noSolution })
  }
}
