import LayoutBenchFixtures
import Foundation
import LayoutBenchHarness
import Testing
import LayoutBenchTiming

@Suite("The regression gate", .timeLimit(.minutes(8)), .serialized)
struct GateTests {
  private static let cells = [
    "--scenes", "post", "--engines", "sll", "--phases", "first,resize", "--form", "program",
  ]

  /// A Run whose file claims a clean checkout and a release build.
  private func cleanRun(in folder: URL, children: Int = 8) throws -> (run: Run, path: String) {
    let path = folder.appendingPathComponent("run.json").path
    let answer = try Command.run(
      ["bench"] + Self.cells + [
        "--children", "\(children)", "--rounds", "3", "--allow-debug", "--quiet", "-o", path,
      ])
    #expect(answer.status == 0, "\(answer.messages)")
    var run = try RunFile.read(path, mayBeReplaced: true)
    run.revision = .init(commit: "0123456789abcdef", dirty: false)
    run.executable.configuration = "release"
    try RunFile.write(run, to: path)
    return (run, path)
  }

  private func bench(_ arguments: String..., baseline: String, output: String) throws
    -> Command.Answer
  {
    try Command.run(
      ["bench"] + Self.cells + [
        "--baseline", baseline, "--allow-debug", "--quiet", "-o", output,
      ] + arguments)
  }

  @Test("a baseline is made, listed, compared with, and says what an update changes")
  func baseline() throws {
    try Command.inFolder { folder in
      let (run, path) = try cleanRun(in: folder)
      let baselines = folder.appendingPathComponent("baselines").path
      let output = folder.appendingPathComponent("now.json").path
      // There is no baseline yet.
      let missing = try bench(baseline: baselines, output: output)
      #expect(missing.status == 66)
      #expect(missing.messages.contains("make one on this machine: 'layoutbench bench"))
      #expect(try Command.run("baseline", "list", baselines).status == 66)
      let first = try Command.run("baseline", "update", path, "--directory", baselines)
      #expect(first.status == 0, "\(first.messages)")
      #expect(first.output.contains("a first baseline: 4 cells, 8 children; threshold 5 %"))
      let list = try Command.run("baseline", "list", baselines)
      #expect(list.output.contains("(this one)") && list.output.contains("0123456789ab"))
      // The same build: counts are equal, whatever the clock measures.
      let file = "\(baselines)/\(run.machine.fingerprint).json"
      let same = try bench("--only-counters", baseline: baselines, output: output)
      #expect(same.status == 0, "\(same.output)")
      #expect(same.output.hasPrefix("passed: counts equal in 4 of 4 cells; times not compared"))
      // Another configuration: times are not compared, and the output says so.
      let other = try bench("--children", "8", "--rounds", "3", baseline: file, output: output)
      #expect(other.output.contains("times not compared: the baseline times a release build"))
      let record = folder.appendingPathComponent("now-comparison.json").path
      #expect(
        try String(contentsOfFile: record, encoding: .utf8).contains("\"kind\":\"comparison\""))
      // The baseline has one evaluation less.
      var changed = try RunFile.read(file, mayBeReplaced: true)
      for index in changed.cells.indices where changed.cells[index].engine == "sll" {
        for name in ["orderings", "allocations"] {
          changed.cells[index].counters?[name]? -= 1
        }
      }
      try RunFile.write(changed, to: file)
      for format in ["table", "markdown", "junit", "json"] {
        let risen = try bench(
          "--only-counters", "--format", format, baseline: file, output: output)
        #expect(risen.status == 1, "\(format)")
        #expect(risen.output.contains("orderings"), "\(format)")
      }
      let update = try Command.run(
        "baseline", "update", path, "--directory", baselines, "--dry-run")
      #expect(update.output.contains("post, program first, sll"))
      #expect(update.output.contains("orderings 0 → 1"))
      #expect(update.output.contains("rose, most of all:"))
      #expect(try RunFile.read(file, mayBeReplaced: true).cells == changed.cells)
    }
  }

  @Test("another machine, another format, dirty and debug builds get their answers")
  func refusals() throws {
    try Command.inFolder { folder in
      let (run, path) = try cleanRun(in: folder)
      let output = folder.appendingPathComponent("now.json").path
      let baselines = folder.appendingPathComponent("baselines").path
      func update(_ change: (inout Run) -> Void) throws -> Command.Answer {
        var changed = run
        change(&changed)
        try RunFile.write(changed, to: path)
        return try Command.run("baseline", "update", path, "--directory", baselines)
      }
      for (change, words) in [
        ({ $0.revision?.dirty = true }, "uncommitted changes"),
        ({ $0.executable.configuration = "debug" }, "times a debug build"),
        ({ $0.revision = nil }, "which revision"),
        ({ $0.planned = 20 }, "'bench --resume' continues it"),
        ({ $0.cells[1].outcome = .wrong }, "is wrong"),
        ({ $0.kind = "rehearsal" }, "it is a rehearsal"),
      ] as [((inout Run) -> Void, String)] {
        let answer = try update(change)
        #expect(answer.status == 64 && answer.messages.contains(words), "\(answer.messages)")
      }
      #expect(!FileManager.default.fileExists(atPath: baselines))
      // Another machine: only counts decide.
      let other = try update {
        $0.machine.fingerprint = "0123"
        $0.machine.cpu = "Another"
      }
      #expect(other.status == 0)
      let here = try bench("--children", "8", "--rounds", "3", baseline: baselines, output: output)
      #expect(here.output.contains("times not compared: the baseline is of another machine"))
      #expect(here.output.contains("only exact counts decide"))
      // Another set of scenes: listed, and with --strict a failure.
      var fewer = run
      fewer.cells.removeAll { $0.phase == "first" }
      fewer.executable.configuration = "debug"
      let file = folder.appendingPathComponent("fewer.json").path
      try RunFile.write(fewer, to: file)
      let listed = try bench("--only-counters", baseline: file, output: output)
      #expect(listed.status == 0)
      #expect(listed.output.contains("added: post, program first, sll"))
      #expect(
        try bench("--only-counters", "--strict", baseline: file, output: output).status == 1)
      // Another version, and a file that is not a Run.
      try "{\"layoutbenchRun\": 9}".write(toFile: file, atomically: true, encoding: .utf8)
      let version = try bench(baseline: file, output: output)
      #expect(version.status == 65 && version.messages.contains("reads Run formats 1 and 2"))
      var thresholds = run
      thresholds.thresholds = Thresholds(
        usual: 0.05, exceptions: [.init(engine: "sll", threshold: 0.1, reason: "")])
      try RunFile.write(thresholds, to: file)
      let reason = try bench(baseline: file, output: output)
      #expect(reason.status == 65 && reason.messages.contains("needs a reason"))
    }
  }

  @Test("two builds side by side: the same one is no slower, and counts come first")
  func sideBySide() throws {
    try Command.inFolder { folder in
      let path = folder.appendingPathComponent("ab.json").path
      let answer = try Command.run(
        ["ab", Command.executable, "--against", Command.executable, "--allow-debug"] + Self.cells
          + ["--threshold", "900", "--children", "8", "-o", path, "--quiet"])
      #expect(answer.status == 0, "\(answer.output)\(answer.messages)")
      #expect(answer.output.hasPrefix("passed: of 4 cells "))
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.contains("\"method\":\"side by side\""))
      for (arguments, status) in [
        (["ab"], 64), (["ab", "/nowhere", "--allow-debug"], 66),
        (["ab", "x", "--rev", "main"], 64), (["ab", "x", "--children", "3"], 64),
        (["ab", "--rev", "no-such-revision", "--allow-debug"], 64),
      ] {
        #expect(try Command.run(arguments).status == Int32(status), "\(arguments)")
      }
    }
  }

  @Test("a child that is no child is told", arguments: ["/bin/true", "/bin/cat"])
  func noChild(_ executable: String) throws {
    try Command.inFolder { folder in
      let answer = try Command.run(
        ["ab", executable, "--allow-debug", "--quiet", "-o", folder.path] + Self.cells)
      #expect(answer.status == 71)
      #expect(answer.messages.contains("gave no answer"), "\(answer.messages)")
    }
  }

  @Test("a job on GitHub gets annotations and a summary")
  func github() throws {
    try Command.inFolder { folder in
      let (run, path) = try cleanRun(in: folder)
      var old = run
      for index in old.cells.indices { old.cells[index].counters?["allocations"]? -= 1 }
      old.executable.configuration = "debug"
      // Text of a file that others wrote: no command of its own, no escape sequence.
      old.thresholds = Thresholds(
        usual: 0.05,
        exceptions: [
          .init(threshold: 0.1, reason: "100%25 of\r\n::add-mask::post\u{1B}[31m ##[error]")
        ])
      try RunFile.write(old, to: path)
      let summary = folder.appendingPathComponent("summary.md").path
      try "before\n".write(toFile: summary, atomically: true, encoding: .utf8)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Command.executable)
      process.arguments =
        ["bench"] + Self.cells + [
          "--only-counters", "--baseline", path, "--allow-debug", "--quiet", "-o",
          folder.appendingPathComponent("now.json").path,
        ]
      var environment = ProcessInfo.processInfo.environment
      environment["GITHUB_ACTIONS"] = "true"
      environment["GITHUB_STEP_SUMMARY"] = summary
      process.environment = environment
      let messages = Pipe()
      (process.standardOutput, process.standardError) = (FileHandle.nullDevice, messages)
      try process.run()
      let text = String(
        decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 1)
      #expect(
        text.contains("::error title=LayoutBench::post, program first, sll: count rose"), "\(text)")
      #expect(
        text.contains("10 %25: 100%2525 of%0D%0A\\::add-mask::post\\u{1B}[31m #\\#[error]"),
        "\(text)")
      #expect(!text.contains("\n::add-mask") && !text.contains("\u{1B}"))
      let written = try String(contentsOfFile: summary, encoding: .utf8)
      #expect(written.hasPrefix("before\n## LayoutBench: FAILED"))
      #expect(!written.contains("\u{1B}"))
    }
  }

  @Test(
    "instructions are the same in every run", .enabled(if: Instructions.obstacle == nil))
  func instructions() throws {
    try Command.inFolder { folder in
      func counts() throws -> [String: Double] {
        let path = folder.appendingPathComponent("run.json").path
        let answer = try Command.run(
          // Programs of a debug build keep objects by their address, which differs in each process.
          ["bench"] + Self.cells.map { $0 == "program" ? "plan" : $0 } + [
            "--only-counters", "--instructions", "--allow-debug", "--quiet", "-o", path,
          ])
        #expect(answer.status == 0, "\(answer.messages)")
        let run = try RunFile.read(path, mayBeReplaced: true)
        // A plan's allocations may differ while other processes run: unsteady, not judged.
        let passes = run.cells.filter { $0.phase == "resize" }
        #expect(passes.allSatisfy { $0.unsteady?.contains("instructions") != true })
        return Dictionary(
          uniqueKeysWithValues: run.cells.compactMap { cell in
            cell.counters?["instructions"].map { ("\(cell.phase) \(cell.engine)", $0) }
          })
      }
      let (one, other) = (try counts(), try counts())
      // The yardstick, the floor and the engine, of two phases.
      #expect(one.count == 6)
      #expect(one.values.allSatisfy { $0 > 100 })
      for (name, count) in one where name.hasPrefix("resize") {
        // A debug build copies more, and a copy takes other ways at other addresses: twice the gate's
        // tolerance.
        let limit = max(0.03 * count, 200)
        #expect(abs(try #require(other[name]) - count) <= limit, "\(name)")
      }
    }
  }

  @Test("the self-test says what it found and takes only what makes sense")
  func selftest() throws {
    try Command.inFolder { folder in
      // Two links of one build are two copies of it.
      let links = (1...2).map { folder.appendingPathComponent("layoutbench-\($0)").path }
      for link in links {
        try FileManager.default.copyItem(atPath: Command.executable, toPath: link)
      }
      let result = folder.appendingPathComponent("selftest.json").path
      let answer = try Command.run(
        ["selftest"] + links + ["--allow-debug", "--quiet", "--children", "8", "-o", result]
          + ["--scenes", "post", "--engines", "sll", "--phases", "resize", "--form", "plan"])
      #expect(
        answer.output.contains("one half of the links against the other, 1 times"),
        "\(answer.messages)")
      #expect(answer.status == 0 || answer.status == 1)
      let saved = try JSONDecoder().decode(
        SelfTest.self, from: Data(contentsOf: URL(fileURLWithPath: result)))
      #expect(saved.splits == 1 && saved.unchangedCells >= 2)
      for arguments in [
        ["--splits", "-1"], ["--splits", "0"], ["--false-alarms", "0"], ["--children", "2"],
        ["--suite", "none"],
        ["--changed", folder.appendingPathComponent("none").path],
      ] {
        #expect(
          try Command.run(["selftest", "--allow-debug"] + links + arguments).status == 64)
      }
    }
  }

  @Test("changed cells are found by size, and only where they are slower")
  func sizes() throws {
    func test(_ cells: [(Double, ComparedCell.Verdict)]) throws -> SelfTest {
      let name = #"{"scene":"post","phase":"plan resize","engine":"sll"}"#
      let changed = cells.map {
        #"{"change":"c","name":\#(name),"instructions":\#($0.0),"verdict":"\#($0.1.rawValue)"}"#
      }.joined(separator: ",")
      let text =
        #"{"splits":0,"unchangedCells":0,"falseAlarms":[],"changed":[\#(changed)],"load":[]}"#
      return try JSONDecoder().decode(SelfTest.self, from: Data(text.utf8))
    }
    #expect(try test([(1.2, .slower), (1, .unchanged), (1.03, .undecided)]).holds)
    #expect(try !test([(1.2, .unchanged)]).holds)
    #expect(try !test([(1.01, .slower)]).holds)
    #expect(try !test([(1, .slower)]).holds)
    #expect(
      try test([(1.2, .slower), (0.9, .unchanged), (1.03, .slower)]).classes.map(\.found)
        == [0, 0, 1, 0, 1])
    let undone = try test([(0.9, .faster), (0.8, .unchanged), (0.95, .faster)])
    #expect(undone.holds && undone.faster.count == 2 && undone.powerOfFaster?.value == 0.5)
  }
}
