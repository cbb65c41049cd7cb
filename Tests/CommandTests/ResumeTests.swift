import LayoutBenchFixtures
import Foundation
import Testing
import LayoutBenchTiming

@Suite("Runs that were ended early", .timeLimit(.minutes(8)), .serialized)
struct ResumeTests {
  private static let children = 5

  private static func arguments(to path: String) -> [String] {
    [
      "bench", "post", "--engines", "sll", "--phases", "first,cold", "--children",
      "\(children)", "--rounds", "3", "--quiet", "--allow-debug", "-o", path,
    ]
  }

  /// Resumes the Run until it is complete, and checks that earlier samples did not change.
  private func finish(_ path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else {
      // Ended before the first sample: nothing was lost.
      return
    }
    let before = try RunFile.read(path, mayBeReplaced: true)
    #expect(before.children.count <= Self.children)
    for cell in before.cells {
      #expect(cell.samples.count == before.children.count)
      #expect(cell.samples.allSatisfy { $0.count == (cell.phase == "cold" ? 1 : 3) })
    }
    let answer = try Command.run("bench", "--resume", path, "--quiet", "--allow-debug")
    if before.children.count == Self.children {
      #expect(answer.status == 64)
      #expect(answer.messages.contains("all its \(Self.children) children have run"))
      return
    }
    #expect(answer.status == 0, "\(answer.messages)")
    let after = try RunFile.read(path, mayBeReplaced: true)
    #expect(after.id == before.id && after.interrupted == nil)
    #expect(after.children.count == Self.children)
    #expect(Array(after.children.prefix(before.children.count)) == before.children)
    for (old, new) in zip(before.cells, after.cells) {
      #expect(Array(new.samples.prefix(old.samples.count)) == old.samples)
      #expect(new.samples.count == Self.children)
      #expect((old.passes, old.counters?.count) == (new.passes, new.counters?.count))
    }
  }

  @Test("a run that is killed goes on where it was", arguments: 1...6)
  func killed(_ seed: Int) throws {
    try Command.inFolder { folder in
      let path = folder.appendingPathComponent("run.json").path
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Command.executable)
      process.arguments = Self.arguments(to: path)
      (process.standardOutput, process.standardError) = (
        FileHandle.nullDevice, FileHandle.nullDevice
      )
      try process.run()
      var random = SplitMix64(seed: UInt64(seed))
      // Some are ended before the first child has run, some after the last.
      Thread.sleep(forTimeInterval: Double.random(in: 0.1...2.5, using: &random))
      kill(process.processIdentifier, [SIGKILL, SIGINT, SIGTERM][seed % 3])
      process.waitUntilExit()
      try finish(path)
    }
  }

  @Test("a disk that is full ends a run with 74, and it goes on when there is room")
  func full() throws {
    try Command.inFolder { folder in
      let path = folder.appendingPathComponent("run.json").path
      #expect(try Command.run(Self.arguments(to: path)).status == 0)
      let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
      try FileManager.default.removeItem(atPath: path)
      // A limit on the size of files simulates a full disk; the last quarter does not fit.
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      process.arguments =
        [
          "-c", "trap '' XFSZ; ulimit -f \(size * 3 / 4 / 1024); exec \"$0\" \"$@\"",
          Command.executable,
        ] + Self.arguments(to: path)
      let messages = Pipe()
      (process.standardOutput, process.standardError) = (FileHandle.nullDevice, messages)
      try process.run()
      let text = String(
        decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 74)
      #expect(text.contains("cannot be written: "))
      let kept = try RunFile.read(path, mayBeReplaced: true).children.count
      #expect(kept < Self.children)
      #expect(text.contains("the samples of earlier children are in \(path)") == (kept > 0))
      try finish(path)
    }
  }

  @Test("children leave no file open: a run of many needs few descriptors")
  func descriptors() throws {
    try Command.inFolder { folder in
      let path = folder.appendingPathComponent("run.json").path
      var arguments = Self.arguments(to: path)
      arguments[arguments.firstIndex(of: "\(Self.children)") ?? 0] = "40"
      // Descriptors beyond the limit that the tests have inherited would keep it from starting.
      let script = """
        for descriptor in /proc/$$/fd/*; do
          number=${descriptor##*/}
          if (( number > 2 )); then eval "exec $number>&-"; fi
        done
        ulimit -n 48
        exec "$0" "$@"
        """
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      process.arguments = ["-c", script, Command.executable] + arguments
      let messages = Pipe()
      (process.standardOutput, process.standardError) = (FileHandle.nullDevice, messages)
      try process.run()
      let text = String(
        decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(text)")
      #expect(try RunFile.read(path, mayBeReplaced: true).children.count == 40)
    }
  }

  @Test(
    "too few files and too little memory end in a message",
    arguments: [
      ("-n 20", "post", "may open 20 files"), ("-v 100000", "post", "of address space"),
      ("-v 540000", "chain-1000000", "an allocation failed"),
    ])
  func limits(limit: String, scene: String, message: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", "ulimit \(limit); exec \"$0\" solve \(scene)", Command.executable]
    let messages = Pipe()
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, messages)
    try process.run()
    let text = String(
      decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 71)
    #expect(text.contains(message) && text.contains("'ulimit "))
  }

  @Test("a Run does not go on with another scene, and no Run that was read is written over")
  func exchanged() throws {
    try Command.inFolder { folder in
      let (path, scene) = ("run.json", "own.yaml")
      let text = """
        layoutbench: 1
        name: own
        root: { size: [320, 200] }
        views: [ { id: a } ]
        layouts:
          constraints: [ "a.left == superview.left", "a.width == 50", "V:|[a]|" ]

        """
      try text.write(
        to: folder.appendingPathComponent(scene), atomically: true, encoding: .utf8)
      let arguments = [
        "bench", scene, "--engines", "glpk", "--phases", "first", "--children", "1", "--rounds",
        "3", "--quiet", "--allow-debug", "-o", path,
      ]
      #expect(try Command.run(arguments, in: folder).status == 0)
      let file = folder.appendingPathComponent(path).path
      var run = try RunFile.read(file, mayBeReplaced: true)
      run.planned = 2
      let other = text.replacing("50", with: "60")
      run.scenes?[0].text = other
      run.scenes?[0].digest = Machine.fingerprint(of: [other])
      try RunFile.write(run, to: file)
      let before = try Data(contentsOf: URL(fileURLWithPath: file))
      let answer = try Command.run("bench", "--resume", path, "--allow-debug", in: folder)
      #expect(answer.status == 64 && answer.messages.contains("differ from those of the file"))
      // Nor with one that cannot be read.
      run.scenes?[0].text = "views: ["
      run.scenes?[0].digest = Machine.fingerprint(of: ["views: ["])
      try RunFile.write(run, to: file)
      let torn = try Data(contentsOf: URL(fileURLWithPath: file))
      let refusal = try Command.run("bench", "--resume", path, "--allow-debug", in: folder)
      #expect(refusal.status == 64, "\(refusal.messages)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == torn)
      try before.write(to: URL(fileURLWithPath: file))
      for command in [
        ["history", ".", "--format", "json", "-o", path],
        ["merge", path, "-o", path], ["report", path, "--format", "json", "-o", path],
      ] {
        #expect(try Command.run(command, in: folder).status != 0, "\(command)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before, "\(command)")
      }
    }
  }

  @Test("a Run that was changed is refused by every command, and stays as it is")
  func damaged() throws {
    try Command.inFolder { folder in
      let (path, other) = (folder.appendingPathComponent("run.json").path, "other.json")
      #expect(try Command.run(Self.arguments(to: path)).status == 0)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let sample = try #require(text.firstMatch(of: /"samples":\[\[([0-9]+)/))
      let changed = text.replacingCharacters(in: sample.1.startIndex..<sample.1.endIndex, with: "1")
      #expect(changed != text)
      try changed.write(toFile: path, atomically: true, encoding: .utf8)
      let small = ["post", "--engines", "sll", "--phases", "first", "--only-counters", "--quiet"]
      for command in [
        ["report", path], ["check", path], ["bench", "--resume", path], ["merge", path, path],
        ["baseline", "update", path, "--directory", "baselines"],
        ["bench"] + small + ["--baseline", path], ["bench", "--plan", path],
        ["bench"] + small + ["--batches-from", path],
      ] {
        let isBench = command[0] == "bench"
        let answer = try Command.run(
          command + (isBench ? ["--allow-debug"] : [])
            + (isBench && !command.contains("--resume") || command[0] == "merge"
              ? ["-o", other] : []),
          in: folder)
        #expect(answer.status == 65, "\(command): \(answer.status) \(answer.messages)")
        #expect(answer.messages.contains("changed since it was"), "\(command): \(answer.messages)")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == changed)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["run.json"])
    }
  }

  @Test("what cannot go on says why")
  func refusals() throws {
    try Command.inFolder { folder in
      let path = folder.appendingPathComponent("run.json").path
      var arguments = Self.arguments(to: path)
      arguments[arguments.firstIndex(of: "\(Self.children)") ?? 0] = "1"
      #expect(try Command.run(arguments).status == 0)
      // More children than planned are allowed.
      let more = try Command.run(
        "bench", "--resume", path, "--children", "2", "--quiet", "--allow-debug")
      #expect(more.status == 0)
      var run = try RunFile.read(path, mayBeReplaced: true)
      #expect(run.children.count == 2 && run.planned == 2)
      func answer(_ change: (inout Run) -> Void) throws -> String {
        var changed = run
        change(&changed)
        try RunFile.write(changed, to: path)
        let answer = try Command.run("bench", "--resume", path, "--allow-debug")
        #expect(answer.status == 64)
        return answer.messages
      }
      run.planned = 3
      #expect(try answer { $0.scenes = nil }.contains("does not contain its scenes"))
      let other = try answer { run in
        run.executable.sha256 = "0"
        for index in run.children.indices { run.children[index].sha256 = "0" }
      }
      #expect(other.contains("another build"))
      #expect(try answer { $0.machine.fingerprint = "0" }.contains("another machine"))
      #expect(try answer { $0.kind = "rehearsal" }.contains("a rehearsal, not"))
      let mixed = try Command.run("bench", "--resume", path, "--engines", "sll", "--allow-debug")
      #expect(mixed.status == 64 && mixed.messages.contains("only --children"))
      // It writes the Run that it continues.
      let moved = try Command.run("bench", "--resume", path, "-o", path + "y", "--allow-debug")
      #expect(moved.status == 64 && moved.messages.contains("only --children"))
      #expect(try Command.run("bench", "--resume", path + "x", "--allow-debug").status == 66)
    }
  }
}

@Suite("Suites", .timeLimit(.minutes(8)))
struct SuiteTests {
  @Test(
    "a suite without a scene is refused",
    arguments: [
      ("scenes: []", "2:9: error: expected a scene at least, found an empty list"),
      ("scenes: [{}]", "2:10: error: expected a scene or a generator, found an empty mapping"),
      (
        "scenes: [{ chain: [] }]",
        "2:19: error: expected a number of views, or a list of them, found an empty list"
      ),
    ])
  func empty(_ line: String, _ message: String) throws {
    try Command.inFolder { folder in
      try "layoutbenchSuite: 1\n\(line)\n".write(
        to: folder.appendingPathComponent("own.yaml"), atomically: true, encoding: .utf8)
      let answer = try Command.run("bench", "--suite", "own.yaml", "--dry-run", in: folder)
      #expect(answer.status == 65)
      #expect(answer.messages.contains("own.yaml:\(message)"), "\(answer.messages)")
    }
  }

  @Test("a suite of one's own names files beside it, generators and how often")
  func own() throws {
    try Command.inFolder { folder in
      let scenes = folder.appendingPathComponent("scenes")
      try FileManager.default.createDirectory(at: scenes, withIntermediateDirectories: true)
      let keys = try String(
        contentsOf: Fixtures.package.appendingPathComponent("Benchmarks/Suite/scenes/keys.yaml"),
        encoding: .utf8)
      try keys.replacing("name: keys", with: "name: mine").write(
        to: scenes.appendingPathComponent("mine.yaml"), atomically: true, encoding: .utf8)
      let text = """
        layoutbenchSuite: 1
        scenes:
          - mine.yaml
          - chain: [20, 10]
          - cell
        engines: "*,!layoutkit"
        phases: resize
        """
      let path = scenes.appendingPathComponent("own.yaml")
      try text.write(to: path, atomically: true, encoding: .utf8)
      let answer = try Command.run("bench", "--suite", "scenes/own.yaml", "--dry-run", in: folder)
      #expect(answer.status == 0, "\(answer.messages)")
      var expected: [String] = []
      for (scene, engines) in [
        // No frame in 'mine' changes with the root: not timed.
        ("chain-10", ["manual", "sll", "sll:incremental", "glpk"]),
        ("chain-20", ["manual", "sll", "sll:incremental", "glpk"]),
        // Its constraints have a sum of more than two attributes, which no constraint object can
        // express.
        ("cell", ["manual", "sll", "sll:incremental", "glpk"]),
      ] {
        expected += engines.map { "\(scene) program resize \($0)" }
        expected += (engines + ["replay"]).map { "\(scene) plan resize \($0)" }
      }
      let found = answer.output.split(separator: "\n").dropFirst().dropLast().map {
        $0.split(separator: " ").prefix(4).joined(separator: " ")
      }
      #expect(found.sorted() == expected.sorted())
      for (wrong, message) in [
        ("- cell", "- sell"), ("chain: [20, 10]", "chain: [0]"), ("chain:", "post:"),
        ("phases:", "fases:"), ("Suite: 1", "Suite: 2"),
      ].map({ (text.replacing($0.0, with: $0.1), $0.1) }) {
        try wrong.write(to: path, atomically: true, encoding: .utf8)
        let answer = try Command.run("bench", "--suite", "scenes/own.yaml", "--list", in: folder)
        #expect(answer.status == 65, "\(message)")
        #expect(answer.messages.hasPrefix("scenes/own.yaml:"), "\(answer.messages)")
      }
    }
  }

  @Test("wrong use of suites is told", arguments: ["--suite=defolt", "--suite=quick post"])
  func usage(_ arguments: String) throws {
    let answer = try Command.run(
      ["bench"] + arguments.split(separator: " ").map(String.init) + ["--allow-debug"])
    #expect(answer.status == 64)
    #expect(answer.output.isEmpty)
  }
}
