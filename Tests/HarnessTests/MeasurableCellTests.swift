import LayoutBenchFixtures
import Foundation
import LayoutBenchHarness
import LayoutBenchSuite
import Testing

/// The cells that `Benchmarks/Package.swift` offers to ordo-one/benchmark.
@Suite("Cells for another harness", .timeLimit(.minutes(8)))
struct MeasurableCellTests {
  /// The cells of scenes, and the reasons for those left out.
  private func cells(
    of sources: [SceneSource]
  ) throws -> (cells: [MeasurableCell], refused: [String]) {
    var refused: [String] = []
    let cells = try MeasurableCell.all(of: sources) { refused.append($0.description) }
    return (cells, refused)
  }

  /// The names of all built-in cells, and the reasons for those left out: verified once for all
  /// tests.
  private static let builtIn = Result { () throws -> (names: [String], refused: [String]) in
    var refused: [String] = []
    // Screens from outside are verified by other tests.
    let ours = Set(LayoutBenchSuite.Suite.files.filter { $0.source == nil }.map(\.name))
    let scenes = Registry.current.scenes.filter { $0.text == nil || ours.contains($0.file) }
    let cells = try MeasurableCell.all(of: scenes) {
      refused.append($0.description)
    }
    return (cells.map(\.name), refused)
  }

  @Test("every built-in scene has its cells, each once and all of them right")
  func builtIn() throws {
    let (names, refused) = try Self.builtIn.get()
    #expect(Set(names).count == names.count)
    #expect(refused.isEmpty)
    for name in [
      "post/program first/glpk", "post/plan edit/layoutkit", "split-100/plan resize/sll",
      "feed-100/program churn/sll:incremental",
    ] {
      #expect(names.contains(name))
    }
  }

  @Test("a batch lies between start and stop, and its sum is right in every phase")
  func batches() throws {
    for cell in try cells(of: [SceneSource(file: "feed-10")]).cells {
      var calls: [String] = []
      for _ in 0..<2 {
        try cell.run(plans: 3, start: { calls.append("start") }, stop: { calls.append("stop") })
      }
      #expect(calls == ["start", "stop", "start", "stop"], "\(cell.name)")
    }
  }

  @Test("who stands against the others has no cell, and that is told")
  func wrong() throws {
    let text = """
      layoutbench: 1
      name: wrong
      root: { size: [100, 100] }
      views: [ { id: box } ]
      layouts:
        sll: [ { box: "ll = 6, tt = 0, w = h = 5" } ]
        constraints: [ "|-5-[box(5)]", "V:|[box(5)]" ]
      expect: { box: [5, 0, 5, 5] }
      """
    let (cells, refused) = try cells(of: [SceneSource(file: "wrong.yaml", text: text)])
    #expect(cells.map(\.name).contains("wrong/plan first/glpk"))
    #expect(!cells.map(\.name).contains { $0.hasSuffix("/sll") })
    #expect(
      refused.contains(
        "wrong/plan first/sll: view box is [6, 0, 5, 5], expect (wrong.yaml:8:16) has [5, 0, 5, 5]")
    )
  }

  @Test("the filters of the page about CI fit cells")
  func filters() throws {
    let readme = try String(
      contentsOf: Fixtures.package.appendingPathComponent("docs/ci.md"), encoding: .utf8)
    let patterns = readme.matches(of: /benchmark .*--filter '([^']+)'/).map { String($0.1) }
    #expect(!patterns.isEmpty)
    let names = try Self.builtIn.get().names
    for pattern in patterns {
      let filter = try Regex(pattern)
      #expect(names.contains { $0.wholeMatch(of: filter) != nil }, "\(pattern)")
    }
  }

  @Test("the package of its own can be read, and names this one")
  func manifest() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift", "package", "--package-path",
      Fixtures.package.appendingPathComponent("Benchmarks").path, "dump-package",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    // Without a name the checkout's folder would need that name.
    #expect(text.contains("\"nameForTargetDependencyResolutionOnly\" : \"LayoutBench\""))
  }
}
