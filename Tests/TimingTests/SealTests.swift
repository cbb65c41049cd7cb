import Foundation
import LayoutBenchTiming
import Testing

/// Runs that were changed after they were written.
@Suite("The seal of a Run")
struct SealTests {
  /// Every leaf of a JSON value, by its path.
  private static func leaves(_ value: Any, _ path: [String] = []) -> [[String]] {
    switch value {
    case let object as [String: Any]:
      object.keys.sorted().flatMap { leaves(object[$0] ?? 0, path + [$0]) }
    case let list as [Any]:
      list.indices.flatMap { leaves(list[$0], path + ["\($0)"]) }
    default: [path]
    }
  }

  /// The value with another one at a path, or with none there.
  private static func changed(_ value: Any, _ path: ArraySlice<String>, removes: Bool) -> Any? {
    guard let key = path.first else {
      switch value {
      case let number as NSNumber where !removes: return NSNumber(value: number.doubleValue + 1)
      case let text as String where !removes: return text + "x"
      default: return nil
      }
    }
    if var object = value as? [String: Any] {
      object[key] = changed(object[key] ?? 0, path.dropFirst(), removes: removes)
      return object
    }
    guard var list = value as? [Any], let index = Int(key) else { return nil }
    if let other = changed(list[index], path.dropFirst(), removes: removes) {
      list[index] = other
    } else {
      list.remove(at: index)
    }
    return list
  }

  /// A Run of two children with a value for most keys.
  private static func run() -> Run {
    var run = RunTests.run()
    (run.rounds, run.planned, run.links) = (3, 2, 2)
    run.executable = .init(configuration: "release", sha256: "0", links: ["1", "2"])
    run.scenes = [
      .init(
        name: "one", file: "one", text: "views: []",
        digest: Machine.fingerprint(of: ["views: []"]))
    ]
    run.scenes?[0].scripts = [
      .init(
        phase: "edit", digest: "0", steps: 1, moving: 1, frames: 1, reach: "wide", length: 64)
    ]
    run.scenes?[0].notations = [.init(dialect: "sll", lines: 1, characters: 9)]
    run.revision = .init(commit: "c0ffee", dirty: false, place: 3)
    run.peers = [
      .init(name: "b", version: "1", about: nil, license: "MIT", reads: ["css"], grid: 0.5)
    ]
    run.engines = [
      .init(
        name: "a", summary: "one", dialects: ["sll"], isYardstick: false, follows: ["resize"],
        libraries: [:], colour: 1)
    ]
    run.quiet = .init(readings: [1], waited: 1, seconds: 1)
    run.vectors = [.now]
    run.children = (0..<2).map {
      .init(started: "now", load: [0, 0], steal: 0, executable: $0, sha256: "\($0 + 1)")
    }
    // One a child and scene: more than there are children.
    run.floor = [1, 2, 3]
    run.cells = ["manual", "sll"].map { engine in
      var cell = Cell(
        scene: "one", views: 4, phase: "first", form: "plan", engine: engine, dialect: engine,
        passes: 8)
      cell.samples = [[5, 6, 7], [6, 7, 8]]
      (cell.switched, cell.shared) = ([[0], []], [[], [1, 2]])
      cell.building = [[1, 2, 3], [1, 2, 3]]
      (cell.plans, cell.checksum) = (8, "0x1p+0")
      (cell.counters, cell.unsteady) = (["rules": 4], ["rules"])
      return cell
    }
    run.warnings = [.init(code: "a", text: "b")]
    return run
  }

  @Test(
    "each number and each text that is changed or taken out is found", arguments: [false, true])
  func everything(removes: Bool) throws {
    let file = NSTemporaryDirectory() + "seal-\(UInt64.random(in: 0 ... .max)).json"
    defer { try? FileManager.default.removeItem(atPath: file) }
    var run = Self.run()
    run.computeEstimates()
    try RunFile.write(run, to: file)
    _ = try RunFile.read(file, mayBeReplaced: true)
    _ = try RunFile.check(file)
    let data = try #require(FileManager.default.contents(atPath: file))
    let value = try JSONSerialization.jsonObject(with: data)
    // These are computed again from the samples when a Run is read; `check` compares them.
    let computed: Set = ["time", "ratio", "geometricMeans", "growth", "suspect"]
    var count = 0
    for path in Self.leaves(value) {
      let isComputed = !computed.isDisjoint(with: path)
      guard let other = Self.changed(value, path[...], removes: removes) else { continue }
      try JSONSerialization.data(withJSONObject: other).write(to: URL(fileURLWithPath: file))
      count += 1
      guard !isComputed else {
        #expect(throws: RunFile.Failure.self, "\(path)") { try RunFile.check(file) }
        continue
      }
      #expect(throws: RunFile.Failure.self, "\(path)") {
        try RunFile.read(file, mayBeReplaced: true)
      }
    }
    #expect(count > 100)
  }

  @Test("a Run that was only laid out in another way is read, one without a seal is not")
  func reads() throws {
    let file = NSTemporaryDirectory() + "seal-\(UInt64.random(in: 0 ... .max)).json"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let run = Self.run()
    try RunFile.text(of: run, isPretty: true).write(toFile: file, atomically: true, encoding: .utf8)
    #expect(try RunFile.read(file, mayBeReplaced: true).cells.count == run.cells.count)
    try JSONEncoder().encode(run).write(to: URL(fileURLWithPath: file))
    let failure = #expect(throws: RunFile.Failure.self) {
      try RunFile.read(file, mayBeReplaced: true)
    }
    #expect(failure?.description.contains("it has no seal") == true)
    // The first edition had none, and no forms: its number alone does not drop the seal.
    var former = run
    former.layoutbenchRun = 1
    try JSONEncoder().encode(former).write(to: URL(fileURLWithPath: file))
    #expect(throws: RunFile.Failure.self) { try RunFile.read(file, mayBeReplaced: true) }
    for index in former.cells.indices { former.cells[index].form = nil }
    try JSONEncoder().encode(former).write(to: URL(fileURLWithPath: file))
    #expect(try RunFile.read(file, mayBeReplaced: true).seal == nil)
  }

  @Test("estimates of an earlier edition are no damage, all else is")
  func formerEstimates() throws {
    let files = (0..<2).map { _ in
      NSTemporaryDirectory() + "seal-\(UInt64.random(in: 0 ... .max)).json"
    }
    defer { for file in files { try? FileManager.default.removeItem(atPath: file) } }
    let (file, former) = (files[0], files[1])
    var run = Self.run()
    run.computeEstimates()
    run.cells[1].time = .init(value: 4)
    try RunFile.write(run, to: file)
    #expect(throws: RunFile.Failure.self) { try RunFile.check(file) }
    run.estimates = nil
    try RunFile.write(run, to: former)
    _ = try RunFile.check(former)
    let text = try String(contentsOfFile: former, encoding: .utf8)
    let other = text.replacing("\"passes\":8", with: "\"passes\":8,\"remark\":1")
    try Data(other.utf8).write(to: URL(fileURLWithPath: former))
    #expect(throws: RunFile.Failure.self) { try RunFile.check(former) }
  }

  @Test("a key that no version wrote is found by 'check'")
  func unknownKey() throws {
    let file = NSTemporaryDirectory() + "seal-\(UInt64.random(in: 0 ... .max)).json"
    defer { try? FileManager.default.removeItem(atPath: file) }
    var run = Self.run()
    run.computeEstimates()
    let text = try RunFile.text(of: run)
    try text.replacing("\"passes\":8", with: "\"passes\":8,\"remark\":1").write(
      toFile: file, atomically: true, encoding: .utf8)
    _ = try RunFile.read(file, mayBeReplaced: true)
    let failure = #expect(throws: RunFile.Failure.self) { try RunFile.check(file) }
    #expect(failure?.description.contains("'cells.0.remark' is an unknown key") == true)
  }

  @Test("a small file of many cells and children ends at once")
  func manyEmptyCells() throws {
    let file = NSTemporaryDirectory() + "seal-\(UInt64.random(in: 0 ... .max)).json"
    defer { try? FileManager.default.removeItem(atPath: file) }
    var run = Self.run()
    var cell = run.cells[0]
    (cell.outcome, cell.samples, cell.switched, cell.shared, cell.building) = (
      .cutOff, [], [], nil, nil
    )
    run.floor = [1]
    run = try run.sealed()
    run.cells = Array(repeating: cell, count: 5000)
    run.children = Array(repeating: run.children[0], count: 5000)
    try JSONEncoder().encode(run).write(to: URL(fileURLWithPath: file))
    let failure = #expect(throws: RunFile.Failure.self) {
      try RunFile.read(file, mayBeReplaced: true)
    }
    #expect(failure?.description.contains("more than a Run has") == true)
  }

  @Test("a Run that contradicts itself is refused, though its digests are right")
  func contradictions() throws {
    let file = NSTemporaryDirectory() + "seal-\(UInt64.random(in: 0 ... .max)).json"
    defer { try? FileManager.default.removeItem(atPath: file) }
    func refusal(_ change: (inout Run) -> Void) throws -> String {
      var run = Self.run()
      change(&run)
      try RunFile.write(run, to: file)
      let failure = #expect(throws: RunFile.Failure.self) {
        try RunFile.read(file, mayBeReplaced: true)
      }
      return failure?.description ?? ""
    }
    let reasons = [
      ("the text of the scene 'one'", try refusal { $0.scenes?[0].text = "views: [{ id: a }]" }),
      ("child 2 ran another executable", try refusal { $0.children[1].sha256 = "1" }),
      ("2 samples of a child, not 3", try refusal { $0.cells[0].samples[1].removeLast() }),
      ("4 samples of a child, not 3", try refusal { $0.cells[0].samples[1].append(5) }),
      ("'passes' is 1000000000000", try refusal { $0.cells[0].passes = 1_000_000_000_000 }),
      ("'plans' is from 0", try refusal { $0.cells[0].plans = 1_000_000_000_000 }),
      ("the script of edit of 'one'", try refusal { $0.scenes?[0].scripts?[0].draw = -1 }),
      ("the script of edit of 'one'", try refusal { $0.scenes?[0].scripts?[0].draw = 1 << 40 }),
      ("a name of a cell has a line break", try refusal { $0.cells[0].engine = "a\nb" }),
      ("letters and digits", try refusal { $0.machine.fingerprint = "../../x" }),
      ("2 children, but the Run has 1", try refusal { $0.children.removeLast() }),
      ("'cores' is 0", try refusal { $0.machine.cores = 0 }),
      ("'place' is -1", try refusal { $0.revision?.place = -1 }),
      ("'colour' of a is -1", try refusal { $0.engines?[0].colour = -1 }),
      ("'grid' of a peer", try refusal { $0.peers?[0].grid = -0.5 }),
      ("'vectors' has", try refusal { $0.vectors?[0].chase = 0 }),
      ("'notations' has", try refusal { $0.scenes?[0].notations?[0].lines = .max }),
      ("'notations' has", try refusal { $0.scenes?[0].notations?[0].characters = -1 }),
      ("a number that is not from 0", try refusal { $0.cells[0].ambiguous = .max }),
      ("a number that is not from 0", try refusal { $0.cells[0].cycle = .min }),
      ("a number that is not from 0", try refusal { $0.cells[0].parameters = ["n": .min] }),
    ]
    for (expected, found) in reasons { #expect(found.contains(expected), "\(found)") }
  }

  @Test("the thresholds of a baseline may be edited")
  func thresholds() throws {
    let file = NSTemporaryDirectory() + "seal-\(UInt64.random(in: 0 ... .max)).json"
    defer { try? FileManager.default.removeItem(atPath: file) }
    var run = Self.run()
    run.thresholds = .baseline
    try RunFile.write(run, to: file)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let edited = text.replacing("\"usual\":0.05", with: "\"usual\":0.1")
    #expect(edited != text)
    try edited.write(toFile: file, atomically: true, encoding: .utf8)
    #expect(try RunFile.read(file, mayBeReplaced: true).thresholds?.usual == 0.1)
  }

  @Test("a line break in a name of the machine is made visible")
  func lines() throws {
    let file = NSTemporaryDirectory() + "seal-\(UInt64.random(in: 0 ... .max)).json"
    defer { try? FileManager.default.removeItem(atPath: file) }
    var run = Self.run()
    run.machine.cpu = "fast\ncell a is slower"
    run.warnings[0].text = "a\r\nb"
    try RunFile.write(run, to: file)
    let read = try RunFile.read(file, mayBeReplaced: true)
    #expect(read.machine.cpu == "fast\\ncell a is slower" && read.warnings[0].text == "a\\nb")
  }
}
