import Foundation
import LayoutModel
import Scenes
import LayoutBenchSuite
import Testing
import LayoutBenchTiming

@testable import LayoutBenchHarness

@Suite("Benchmarks")
struct BenchmarkTests {
  @Test("a scene that an engine gets wrong gives no cell to time")
  func wrong() throws {
    let text = try #require(Suite.files.first { $0.name == "keys.yaml" }).text
      .replacing("ll = %rl + .5", with: "ll = %rl + .6")
    let options = Benchmark.Options(
      scenes: [SceneSource(file: "keys.yaml", text: text)], executable: "/bin/true", command: [])
    let run = try Benchmark(options).run
    for cell in run.cells {
      #expect(cell.outcome == (cell.engine.hasPrefix("sll") ? .wrong : .timed), "\(cell.engine)")
      #expect((cell.reason ?? "").contains("view w") == cell.engine.hasPrefix("sll"))
    }
    for form in ["program", "plan"] {
      let engines = Set(run.cells.filter { $0.form == form }.map(\.engine))
      let copier = form == "plan" ? ["replay"] : []
      #expect(engines == Set(["manual", "sll", "sll:incremental", "glpk", "layoutkit"] + copier))
    }
  }

  /// A plan that allocates a number of times per pass, and is right.
  private struct Wasteful: LayoutPlan, ~Copyable {
    let allocations: Int
    var width = 0.0

    mutating func resize(to size: Size) { width = size.width }
    mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {}

    mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
      for index in 1...allocations {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 100 * index, alignment: 16)
        memory.storeBytes(of: width, as: Double.self)
        frames[0].width = memory.load(as: Double.self)
        memory.deallocate()
      }
    }
  }

  @Test("allocations are counted, each of them", .enabled(if: Allocations.areCounted))
  func allocations() throws {
    for count in [1, 2, 20] {
      var plan = Wasteful(allocations: count)
      var frames = [Rect](repeating: .zero, count: 2)
      var span = frames.mutableSpan
      try plan.pass(into: &span)
      Allocations.begin()
      try plan.pass(into: &span)
      let counted = Allocations.end()
      #expect(counted.count == count)
      let bytes = (1...count).reduce(0) { $0 + 100 * $1 }
      #expect(counted.bytes >= bytes && counted.bytes < bytes + 32 * count)
      #expect(counted.live == 0)
      #expect(counted.peak >= 100 * count && counted.peak < 100 * count + 32)
    }
  }

  @Test("a scene that nobody wrote by hand is quoted against replay")
  func replay() throws {
    let text = try #require(Suite.files.first { $0.name == "keys.yaml" }).text
      .replacing("name: keys", with: "name: mine")
    let run = try Benchmark(
      Benchmark.Options(
        scenes: [SceneSource(file: "mine.yaml", text: text)], executable: "/bin/true", command: [])
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
      Benchmark.Options(
        scenes: [SceneSource(file: "cyclic.yaml", text: text)], executable: "/bin/true", command: []
      )
    ).run
    let cells = run.cells.filter { $0.engine == "sll" }
    #expect(!cells.isEmpty)
    #expect(cells.allSatisfy { $0.outcome == .noSolution })
  }

  private func cells(of text: String) throws -> [Cell] {
    try Benchmark(
      Benchmark.Options(
        scenes: [SceneSource(file: "test.yaml", text: text)], executable: "/bin/true", command: [])
    ).run.cells
  }

  @Test("who meets the expectations is not judged by who misses them")
  func innocence() throws {
    let text = """
      layoutbench: 1
      name: innocent
      root: { size: [100, 100] }
      views: [ { id: a } ]
      layouts:
        sll: [ { a: "ll = 6, tt = 0, w = h = 5" } ]
        constraints: [ "|-5-[a(5)]", "V:|[a(5)]" ]
      expect: { a: [5, 0, 5, 5] }
      """
    for cell in try cells(of: text) where cell.engine == "sll" || cell.engine == "glpk" {
      #expect(cell.outcome == (cell.engine.hasPrefix("sll") ? .wrong : .timed), "\(cell.engine)")
    }
  }

  @Test("a size that only bench asks for takes away the resize, not the other phases")
  func unclaimedSizes() throws {
    let text = """
      layoutbench: 1
      name: fixed
      root: { size: [100, 100] }
      views: [ { id: a } ]
      layouts: { constraints: [ "|-10-[a(80)]-10-|", "V:|[a(5)]" ] }
      """
    for cell in try cells(of: text) where cell.engine == "glpk" {
      let isScript = cell.phase == "resize" || cell.phase == "session"
      #expect(cell.outcome == (isScript ? .noSolution : .timed), "\(cell.phase)")
    }
    let claimed = try cells(of: text + "\nsteps: [ { resize: [100, 300] } ]")
    #expect(claimed.filter { $0.engine == "glpk" }.allSatisfy { $0.outcome == .timed })
  }

  @Test("a scene without views is not timed")
  func noViews() throws {
    let text = """
      layoutbench: 1
      name: empty
      root: { size: [100, 100] }
      views: []
      layouts: { sll: [] }
      """
    #expect(try cells(of: text).allSatisfy { $0.outcome == .unsupported })
  }

  @Test("the revision is that of a checkout of this package, not of any other")
  func revision() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("layoutbench-revision-\(UInt64.random(in: 0...UInt64.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appendingPathComponent("layoutbench").path
    #expect(Benchmark.revision(of: program) == nil)
    func git(_ arguments: String...) {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      let identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
      process.arguments = ["git", "-C", folder.path] + identity + arguments
      process.standardOutput = FileHandle.nullDevice
      try? process.run()
      process.waitUntilExit()
    }
    git("init", "--quiet")
    git("commit", "--quiet", "--allow-empty", "-m", "other")
    #expect(Benchmark.revision(of: program) == nil)
    let marker = folder.appendingPathComponent("Sources/LayoutModel")
    try FileManager.default.createDirectory(at: marker, withIntermediateDirectories: true)
    try Data().write(to: marker.appendingPathComponent("LayoutEngine.swift"))
    let revision = Benchmark.revision(of: program)
    #expect(revision?.subject == "other")
  }
}
