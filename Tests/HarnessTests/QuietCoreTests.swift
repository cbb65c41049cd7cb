import Foundation
import LayoutBenchSuite
import Testing
import LayoutBenchTiming

@testable import LayoutBenchHarness

@Suite("Quiet moments")
struct QuietCoreTests {
  @Test("a reading is a positive number")
  func reading() {
    let readings = (0..<50).map { _ in CoreReading.now }
    #expect(readings.allSatisfy { $0 > 0 && $0.isFinite })
    #expect(CoreReading.quiet > 0)
  }

  @Test("a core that is never quiet is waited for only so long, and then found shared")
  func neverQuiet() {
    var core = QuietCore(known: 1e-9, own: CoreReading.quiet, patience: 0.02)
    #expect(core.isShared)
    core.wait()
    let waited = core.waited
    #expect(waited >= 20_000_000)
    // There is no patience left.
    core.wait()
    #expect(core.waited == waited)
    #expect(core.reading == 1e-9)
  }

  @Test("a core that is always quiet is not waited for")
  func alwaysQuiet() {
    // Its own readings are far above those of any quiet core, so that nothing seems to disturb it.
    var core = QuietCore(known: nil, own: 1e9, patience: 1)
    core.wait()
    #expect(!core.isShared)
    #expect(core.waited == 0)
  }

  @Test("a child of an earlier version tells nothing of its core")
  func earlierChild() throws {
    let decoder = JSONDecoder()
    let round = #"{"round":{"cells":[0],"samples":[1.5],"switched":[false]}}"#
    guard
      case .round(_, let samples, _, let shared) = try decoder.decode(
        ChildAnswer.self, from: Data(round.utf8))
    else {
      Issue.record("no round")
      return
    }
    #expect(samples == [1.5] && shared == nil)
    let done = #"{"done":{"floor":1.25}}"#
    guard
      case .done(let floor, let quiet, let waited) = try decoder.decode(
        ChildAnswer.self, from: Data(done.utf8))
    else {
      Issue.record("not done")
      return
    }
    #expect(floor == 1.25 && quiet == nil && waited == nil)
  }

  @Test("what a child does not tell of its core is not known", arguments: [true, false])
  func untold(tells: Bool) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("layoutbench-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appendingPathComponent("child")
    let shared = tells ? #","shared":[true]"# : ""
    try """
    #!/bin/sh
    cat > /dev/null
    echo '{"hello":{"version":1}}'
    echo '{"round":{"cells":[0],"samples":[1.5],"switched":[false]\(shared)}}'
    echo '{"round":{"cells":[0],"samples":[2.5],"switched":[true]\(shared)}}'
    echo '{"done":{"floor":1}}'
    """.write(to: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    let keys = try #require(Suite.files.first { $0.name == "keys.yaml" })
    var options = Benchmark.Options(
      scenes: [SceneSource(file: keys.name, text: keys.text)], executable: program.path,
      command: [])
    options.phases = [.resize]
    var benchmark = try Benchmark(options)
    for child in 1...3 { try benchmark.measure(child: child) }
    let cell = benchmark.run.cells[0]
    #expect(cell.samples == [[1.5, 2.5], [1.5, 2.5], [1.5, 2.5]])
    #expect(cell.switched == [[1], [1], [1]])
    #expect(cell.shared == (tells ? [[0, 1], [0, 1], [0, 1]] : nil))
  }
}
