import Foundation
import LayoutBenchSuite
import LayoutModel
import Testing
import LayoutBenchTiming

@testable import LayoutBenchHarness

@Suite("Quiet moments")
struct QuietCoreTests {
  @Test("a reading is a positive number")
  func reading() {
    let readings = (0..<50).map { _ in CoreReading.now }
    #expect(readings.allSatisfy { $0 > 0 && $0.isFinite })
    // A reading whose multiplications are interrupted is lower than a processor can be.
    #expect(readings.sorted()[25] >= CoreReading.least)
  }

  @Test("a core that is never quiet is waited for only so long, and then found shared")
  func neverQuiet() {
    // Readings of another Run, lower than any core reaches here.
    var core = QuietCore(
      readings: Array(repeating: CoreReading.least, count: 50), patience: 0.02)
    var shared = core.isShared()
    #expect(shared)
    let start = Clock.now
    for _ in 0..<3 where shared { shared = core.wait() }
    #expect(core.waited >= 20_000_000 || !shared)
    #expect(Clock.now - start < 5_000_000_000)
  }

  @Test("a core that is always quiet is not waited for")
  func alwaysQuiet() {
    // Its readings are far below the known ones, so that nothing seems to disturb it.
    var core = QuietCore(readings: Array(repeating: 1e9, count: 50), patience: 1)
    core.wait()
    #expect(core.waited == 0)
  }

  @Test("the reference follows the last readings, and never falls below what a processor can do")
  func reference() {
    let old = Array(repeating: 1.0, count: 60)
    #expect(QuietCore.reference(old) == 1)
    #expect(QuietCore.reference(Array(repeating: 1e-9, count: 50)) == CoreReading.least)
    #expect(QuietCore.reference([]) == .infinity)
    // One reading that is low by chance does not count.
    #expect(QuietCore.reference(old.dropFirst(11) + [0.7]) == 1)
  }

  @Test("samples are taken as a child tells them, and those beside another process are marked")
  func marks() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("layoutbench-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appendingPathComponent("child")
    func sample(_ time: Double, _ isMarked: Bool) -> String {
      #"{"round":{"_0":[{"cell":0,"time":\#(time),"wasSwitched":\#(isMarked),"wasShared":true}]}}"#
    }
    try """
    #!/bin/sh
    cat > /dev/null
    \(ChildSupervisionTests.hello)
    echo '\(sample(1.5, false))'
    echo '\(sample(2.5, true))'
    echo '{"done":{"floor":1,"readings":[3],"waited":0.5}}'
    """.write(to: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    let post = try #require(Suite.files.first { $0.name == "post.yaml" })
    var options = Benchmark.Options(
      scenes: [SceneSource(file: post.name, text: post.text)], executable: program.path,
      command: [])
    (options.engines, options.phases, options.forms) = (["manual"], [.resize], [.program])
    options.rounds = 2
    var benchmark = try Benchmark(options)
    for child in 1...3 { try benchmark.measure(child: child) }
    let cell = benchmark.run.cells[0]
    #expect(cell.samples == [[1.5, 2.5], [1.5, 2.5], [1.5, 2.5]])
    #expect(cell.switched == [[1], [1], [1]])
    #expect(cell.shared == [[0, 1], [0, 1], [0, 1]])
    #expect(benchmark.run.quiet?.waited == 1.5)
    #expect(benchmark.run.quiet?.readings == [3])
  }
}
