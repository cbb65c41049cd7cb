import Foundation
import Testing
import LayoutBenchTiming

/// The description of the files names exactly their keys.
@Suite("The Run file's description")
struct SchemaTests {
  private static let text: String? = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    return try? String(
      contentsOf: folder.appendingPathComponent("Results/README.md"), encoding: .utf8)
  }()

  /// The keys of all objects in a JSON value, except names of counters and units.
  private static func keys(_ value: Any, in key: String = "") -> Set<String> {
    switch value {
    case let list as [Any]: return list.reduce(into: []) { $0.formUnion(keys($1, in: key)) }
    case let object as [String: Any]:
      var found: Set<String> = []
      for (name, value) in object {
        let isData = key == "units" || (key == "counters" && value is NSNumber)
        if !isData { found.insert(name) }
        found.formUnion(keys(value, in: name))
      }
      return found
    default: return []
    }
  }

  /// A Run in which every key has a value.
  private static func everything() -> Run {
    var run = RunTests.run()
    run.planned = 20
    run.revision = .init(commit: "0", dirty: false, outdated: true)
    run.executable.sha256 = "0"
    run.machine.governor = "performance"
    (run.machine.virtual, run.machine.libc, run.machine.randomised) = (true, "glibc", true)
    run.engines = [
      .init(
        name: "manual", summary: "by hand", dialects: ["manual"], isYardstick: true, follows: [],
        libraries: [:], colour: 0)
    ]
    run.scenes = [.init(name: "one", file: "one", text: "", digest: "0")]
    run.scenes?[0].scripts = [
      .init(
        phase: "edit", digest: "0", steps: 1, moving: 1, frames: 1, reach: "wide", length: 64,
        set: 1)
    ]
    run.scenes?[0].notations = [.init(dialect: "sll", lines: 1, characters: 1)]
    run.suite = .init(name: "LayoutBench", digest: "0")
    run.links = 6
    run.shard = .init(number: 1, of: 2)
    run.quiet = .init(readings: [1], waited: 1, seconds: 1)
    run.vectors = [.now]
    run.children = [
      .init(started: "now", load: [0, 0], steal: 0, executable: 0, sha256: "0")
    ]
    run.warnings = [.init(code: "a", text: "b")]
    run.interrupted = true
    run.thresholds = Thresholds(
      usual: 0.05,
      exceptions: [
        .init(scene: "one", phase: "build", engine: "sll", threshold: 0.1, reason: "why")
      ], counters: ["allocations": 0.01])
    for size in [10, 20, 40, 80, 160] {
      var cell = Cell(
        scene: "chain-\(size)", views: size, phase: "build", form: "plan", engine: "sll",
        dialect: "sll",
        reason: "none", passes: 1)
      cell.samples = Array(repeating: [Double(size)], count: 9)
      (cell.notes, cell.deviation, cell.cycle) = (["rebuilds"], 0, 8)
      (cell.counters, cell.unsteady) = (["views": Double(size)], ["views"])
      (cell.checksum, cell.parameters) = ("0x1p+0", ["n": size])
      (cell.plans, cell.ambiguous, cell.suspect) = (1, 0, true)
      (cell.building, cell.steps) = ([[1]], Cell.Steps([1]))
      (cell.throughput, cell.parsing) = ([1, 2], 1)
      run.cells.append(cell)
      cell.unsteady = nil
      run.cells[run.cells.count - 1] = cell
    }
    run.cells[0].unsteady = ["views"]
    run.cells[0].shared = run.cells[0].samples.map { _ in [1] }
    run.computeEstimates()
    run.cells[0].suspect = true
    (run.machines, run.cells[0].machine) = ([run.machine], 0)
    return run
  }

  @Test("it names every key of a Run and of a comparison, and no other")
  func keys() throws {
    let run = Self.everything()
    var comparison = Comparison(
      id: "a", method: .baseline, command: [], screening: .init(base: run, head: run))
    var head = run
    head.cells[1].counters = ["views": 2]
    comparison.screening.base.cells[1].counters = ["views": 1]
    comparison.screening.head = head
    comparison.screen(thresholds: run.thresholds ?? .baseline)
    comparison.remeasured = comparison.screening
    comparison.decide()
    comparison.cells[0].reason = "why"
    comparison.cells[0].thresholdReason = "why"
    (comparison.timesNotCompared, comparison.countersNotJudged) = ("why", "why")
    let text = try #require(Self.text)
    var known: Set<String> = []
    for value in [try RunFile.text(of: run), try RunFile.text(of: comparison)] {
      known.formUnion(Self.keys(try JSONSerialization.jsonObject(with: Data(value.utf8))))
    }
    let named = Set(
      text.components(separatedBy: "`").enumerated().filter { $0.0 % 2 == 1 }.map(\.1))
    #expect(known.subtracting(named).sorted() == [])
    // Every row of a table names keys that exist.
    for line in text.split(separator: "\n") where line.hasPrefix("| `") && !line.contains(".json") {
      let keys = line.split(separator: "|")[0].components(separatedBy: "`").enumerated()
        .filter { $0.0 % 2 == 1 }.map(\.1)
      for key in keys { #expect(known.contains(key), "\(key)") }
    }
  }
}
