import LayoutBenchFixtures
import Foundation
import LayoutModel
import Scenes
import Testing
import LayoutBenchTiming

/// The executable as a user runs it.
struct Command {
  struct Answer {
    let status: Int32
    let output: String
    let messages: String
  }

  static let executable = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().appendingPathComponent("layoutbench").path

  static func run(
    _ arguments: String..., in folder: URL = Fixtures.package
  ) throws -> Answer {
    try run(arguments, in: folder)
  }

  static func run(
    _ arguments: [String], in folder: URL = Fixtures.package, environment: [String: String]? = nil
  ) throws -> Answer {
    let process = Process()
    if let environment { process.environment = environment }
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let (output, messages) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = messages
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let words = messages.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Answer(
      status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      messages: String(decoding: words, as: UTF8.self))
  }

  /// Makes a folder for `body`, and removes it afterwards.
  static func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("layoutbench-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}

@Suite("Commands", .timeLimit(.minutes(8)))
struct CommandTests {
  @Test(
    "every subcommand explains itself",
    arguments: [
      "", "solve", "explain", "verify", "bench", "report", "history", "list", "fuzz", "render",
    ])
  func help(_ command: String) throws {
    let answer =
      try command.isEmpty ? Command.run("--help") : Command.run(command, "--help")
    #expect(answer.status == 0)
    #expect(answer.output.contains("USAGE: layoutbench"))
    #expect(answer.messages.isEmpty)
  }

  @Test("verify says which entries concern a view that differs, and writes for CI")
  func verifyOutputs() throws {
    try Command.inFolder { folder in
      let text = """
        layoutbench: 1
        name: differs
        root: { size: [100, 100] }
        views: [ { id: box } ]
        layouts:
          sll: [ { box: "ll = 6, tt = 0, w = h = 5" } ]
          constraints: [ "|-5-[box(5)]", "V:|[box(5)]" ]
        """
      try text.write(
        to: folder.appendingPathComponent("differs.yaml"), atomically: true, encoding: .utf8)
      let table = try Command.run("verify", "differs.yaml", in: folder)
      #expect(table.status == 1)
      #expect(table.messages.contains("view box"))
      #expect(table.messages.contains("differs.yaml:6: box: ll = 6, tt = 0, w = h = 5"))
      let junit = try Command.run(
        "verify", "differs.yaml", "post", "--format", "junit", in: folder)
      #expect(junit.status == 1)
      #expect(junit.output.contains("<testsuite name=\"differs\" tests=\"10\""))
      #expect(junit.output.contains("<failure message="))
      #expect(junit.output.contains("<testcase classname=\"post\" name=\"sll\"/>"))
      let json = try Command.run("verify", "post", "keys", "--format", "json", in: folder)
      let value = try #require(
        JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
      #expect(value["held"] as? Int == 2 && value["of"] as? Int == 2)
      #expect(
        (value["scenes"] as? [[String: Any]])?.map { $0["scene"] as? String } == ["post", "keys"])
      let sizes = try Command.run("verify", "chain", "--sizes", "10,20", in: folder)
      #expect(sizes.output.contains("chain-10 ") && sizes.output.contains("2 of 2 scenes agree"))
      // The second engine, which differs, is drawn over the first.
      let drawing = try Command.run("render", "differs.yaml", in: folder)
      #expect(drawing.status == 0)
      #expect(drawing.output.hasPrefix("<svg") && drawing.output.contains("stroke-dasharray"))
      #expect(drawing.output.contains("box by glpk: [5, 0, 5, 5]"))
      let alike = try Command.run("render", "post", "--step", "1", "-o", "post.svg", in: folder)
      #expect(alike.status == 0 && alike.output.isEmpty)
      let saved = try String(
        contentsOf: folder.appendingPathComponent("post.svg"), encoding: .utf8)
      #expect(saved.contains("nickname") && !saved.contains("stroke-dasharray"))
      #expect(try Command.run("render", "post", "--step", "9", in: folder).status == 64)
    }
  }

  @Test("a random scene is made as it was asked for, and the same again")
  func randomScene() throws {
    let asked = [
      "scene", "random", "--seed", "12", "--views", "9", "--depth", "2", "--inequalities", "1",
      "--optional", "1",
    ]
    let answer = try Command.run(asked)
    #expect(answer.status == 0)
    #expect(try Command.run(asked).output == answer.output)
    let scene = try SceneFile.scene(from: answer.output, file: "random.yaml")
    #expect(scene.name == "random-12" && scene.tree.count == 10)
    #expect(scene.tree.depths.max() ?? 9 <= 2)
    // Every other scene ends with equations that leave no view ambiguous.
    let equations = answer.output.split(separator: "\n").filter { $0.hasPrefix("    - ") }
    let drawn = equations.filter { !$0.contains("@0.5") && !$0.contains("@0.25") }
    #expect(drawn.count > 5)
    #expect(drawn.allSatisfy { $0.contains("@") && !$0.contains("==") })
    #expect(try Command.run("scene", "post", "--seed", "1").status == 64)
    #expect(try Command.run("scene", "random", "--optional", "2").status == 64)
  }

  @Test("fuzz says how many scenes held, and takes only what makes sense")
  func fuzz() throws {
    let answer = try Command.run("fuzz", "--count", "60", "--seed", "7", "--quiet")
    #expect(answer.status == 0 && answer.messages.isEmpty)
    let kinds = "constraints, differences, pages, scaled, rules"
    #expect(answer.output.hasPrefix("60 random scenes (\(kinds)) from seed 7 in "))
    #expect(answer.output.contains("none failed"))
    for wrong in [["--count", "0"], ["--time", "-1"], ["--kinds", "rulez"]] {
      #expect(try Command.run(["fuzz"] + wrong).status == 64, "\(wrong)")
    }
  }

  @Test("frames beyond the promised precision are told, and an exact engine computes them")
  func precision() throws {
    try Command.inFolder { folder in
      let path = folder.appendingPathComponent("large.yaml").path
      let scene = """
        layoutbench: 1
        name: large
        root: { size: [320, 200] }
        views: [ { id: a }, { id: b } ]
        layouts:
          constraints:
            - "a.left == superview.left + 0.3"
            - "a.width == superview.width * 3125000"
            - "b.left == a.right - 1000000000"
            - "b.width == 10"
            - "V:|[a]|"
            - "V:|[b]|"

        """
      try Data(scene.utf8).write(to: URL(fileURLWithPath: path))
      let answer = try Command.run("solve", path)
      #expect(answer.status == 0)
      #expect(answer.messages.contains("warning: the first layout: frames beyond 1000000 points"))
      #expect(answer.messages.contains("'solve --engine glpk:exact'"))
      let verified = try Command.run("verify", path)
      #expect(verified.messages.contains("large.yaml: frames beyond 1000000 points"))
      let exact = try Command.run("solve", path, "--engine", "glpk:exact")
      #expect(exact.output.contains("b     0.3") && !exact.messages.contains("warning"))
      #expect(try !Command.run("solve", "post").messages.contains("warning"))
    }
  }

  @Test("a scene and a Run are read through pipes, as process substitution gives them")
  func pipes() throws {
    try Command.inFolder { folder in
      let scene = Fixtures.package.appendingPathComponent("Benchmarks/Suite/scenes/keys.yaml").path
      let script = """
        set -e
        "$0" solve <(cat "$1") --engine sll >solved
        "$0" verify <(cat "$1") --quiet >verified
        "$0" convert <(cat "$1") --to constraints -o converted.yaml
        "$0" render <(cat "$1") -o picture.svg
        "$0" bench <(cat "$1") --engines sll --phases first --form plan --children 1 --rounds 3 \\
          --quiet --allow-debug -o run.json >/dev/null
        "$0" report <(cat run.json) --format markdown >report.md
        "$0" check <(cat run.json) >checked
        "$0" explain <(cat "$1") >explained
        "$0" scene <(cat "$1") --swift sll >program.swift
        "$0" conform sll <(cat "$1") >conforms
        "$0" fit <(cat "$3") --width 300 >fitting
        "$0" baseline update <(cat "$2") --directory baselines >updated
        "$0" bench "$1" --baseline <(cat run.json) --only-counters --quiet --allow-debug >compared
        "$0" bench "$1" --batches-from <(cat run.json) --children 1 --rounds 3 --engines sll \
          --phases first --form plan --quiet --allow-debug >again
        """
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      let run = Fixtures.package.appendingPathComponent("Results/notation.json").path
      let fitting = Fixtures.package.appendingPathComponent("Benchmarks/Suite/scenes/cell.yaml")
        .path
      process.arguments = ["-c", script, Command.executable, scene, run, fitting]
      process.currentDirectoryURL = folder
      let messages = Pipe()
      process.standardError = messages
      try process.run()
      let text = String(
        decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(text)")
      for name in [
        "solved", "verified", "converted.yaml", "picture.svg", "report.md", "checked", "explained",
        "program.swift", "conforms", "fitting", "updated", "compared", "again",
      ] {
        let data = try Data(contentsOf: folder.appendingPathComponent(name))
        #expect(!data.isEmpty, "\(name)")
      }
    }
  }

  @Test("a text in JSON is laid out, explained and drawn line by line")
  func texts() throws {
    try Command.inFolder { folder in
      let path = folder.appendingPathComponent("note.json").path
      let scene = """
        { "layoutbench": 2, "name": "note", "root": { "size": [100, 200] },
          "views": [{ "id": "body", "text": { "string": "Words that wrap twice.", "line": 18 } }],
          "layouts": { "constraints": ["H:|-10-[body]-10-|", "V:|-5-[body]"] } }
        """
      try Data(scene.utf8).write(to: URL(fileURLWithPath: path))
      let solved = try Command.run("solve", path)
      #expect(solved.status == 0 && solved.output.contains("body  10  5     80      54"))
      let explained = try Command.run("explain", path, "body")
      #expect(explained.status == 0 && explained.output.contains("54"))
      let picture = folder.appendingPathComponent("note.svg").path
      #expect(try Command.run("render", path, "-o", picture).status == 0)
      let drawn = try String(contentsOfFile: picture, encoding: .utf8)
      for line in ["Words that", "wrap", "twice."] { #expect(drawn.contains(line), "\(line)") }
      #expect(try Command.run("fit", path, "--width", "100").messages.contains("height of 0"))
    }
  }

  @Test("solve says what the stages of glpk came to")
  func trace() throws {
    let answer = try Command.run("solve", "web-30", "--trace", "--format", "json")
    #expect(answer.status == 0)
    let value = try #require(
      JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any])
    let stages = try #require(value["stages"] as? [[String: Any]])
    #expect(
      stages.compactMap { $0["name"] as? String } == [
        "part", "recorded", "kept layout", "optimistic", "eliminate", "solve", "components",
      ])
    #expect(stages.allSatisfy { ($0["nanoseconds"] as? Double ?? 0) > 0 })
    let table = try Command.run("solve", "form-10", "--trace")
    #expect(table.output.contains("every constraint is satisfied"))
    let refused = try Command.run("solve", "form-10", "--trace", "--engine", "manual")
    #expect(refused.status == 64 && refused.messages.contains("--trace"))
  }

  @Test("solve prints the frames as the format lays them down")
  func solve() throws {
    let answer = try Command.run("solve", "Benchmarks/Suite/scenes/post.yaml", "--format", "json")
    #expect(answer.status == 0)
    let value = try #require(
      JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any])
    #expect(value["scene"] as? String == "post")
    #expect(value["engine"] as? String == "glpk")
    #expect(value["layout"] as? String == "constraints")
    #expect(value["root"] as? [Double] == [320, 480])
    let frames = try #require(value["frames"] as? [String: [Double]])
    #expect(frames.count == 10)
    #expect(frames["likes"] == [30, 378, 64, 14])
    let steps = try #require(value["steps"] as? [[String: Any]])
    #expect(steps.count == 2)
    #expect(steps.first?["root"] as? [Double] == [375, 667])
    #expect((value["violated"] as? [Any])?.isEmpty == true)
  }

  @Test("a violated constraint is told with how much", arguments: ["json", "table"])
  func violations(_ format: String) throws {
    let answer = try Command.run("solve", "conflicting-edges", "--format", format)
    #expect(answer.status == 0)
    let place = format == "json" ? answer.output : answer.messages
    #expect(place.contains("view.leading == superview.leading + 50 @750"))
    #expect(place.contains("50"))
  }

  @Test(
    "every fixture that must be refused ends with its status and message",
    arguments: Fixtures.refused)
  func refused(_ file: Fixtures.File) throws {
    let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent()
    let answer = try Command.run("solve", file.name, in: folder)
    let refusal = try #require(file.refusal)
    #expect(answer.status == refusal.status)
    #expect(answer.messages == refusal.message + "\n")
    #expect(answer.output.isEmpty)
  }

  @Test("a conflict is answered in JSON too")
  func conflict() throws {
    let answer = try Command.run(
      "solve", "Tests/Fixtures/refused/conflicting-required.yaml", "--format", "json")
    #expect(answer.status == 2)
    let value = try #require(
      JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any])
    let conflict = try #require(value["unsatisfiable"] as? [String: Any])
    #expect((conflict["constraints"] as? [String])?.count == 2)
    #expect(conflict["dropped"] as? String == "H:|-(0)-[view]   (names: '|':root)")
    #expect(value["frames"] == nil)
  }

  @Test("wrong usage is 64, no such file 66, and standard output stays empty")
  func usage() throws {
    for arguments in [
      ["solve"], ["solve", "post", "--engine", "slll"], ["bench", "--scenes", "x"],
      ["bench", "--quick", "--thorough"], ["frobnicate"], ["solve", "post", "--format", "xml"],
    ] {
      let answer = try Command.run(arguments)
      #expect(answer.status == 64, "\(arguments)")
      #expect(answer.output.isEmpty)
      #expect(!answer.messages.isEmpty)
    }
    #expect(
      try Command.run("solve", "post", "--engine", "slll").messages.contains("did you mean 'sll'?"))
    for arguments in [["solve", "no.yaml"], ["verify", "no"], ["report", "no.json"]] {
      let answer = try Command.run(arguments)
      #expect(answer.status == 66, "\(arguments)")
      #expect(answer.output.isEmpty)
      #expect(answer.messages.contains("error: no such file"))
    }
    #expect(try Command.run("solve", "pst").messages.contains("did you mean 'post'?"))
    try Command.inFolder { folder in
      try "{\"cells\": [], \"layoutbenchRun\": 2}".write(
        to: folder.appendingPathComponent("run.json"), atomically: true, encoding: .utf8)
      let answer = try Command.run("solve", "run.json", in: folder)
      #expect(answer.status == 65 && answer.messages.contains("a recorded Run, not a scene"))
      try "".write(
        to: folder.appendingPathComponent("empty.yaml"), atomically: true, encoding: .utf8)
      let empty = try Command.run("solve", "empty.yaml", in: folder)
      #expect(empty.status == 65 && empty.messages.contains("found an empty file"))
      let picture = try Command.run("render", "post", "-o", "post.gif", in: folder)
      #expect(picture.status == 64 && picture.messages.contains("ends in .svg or .png, not .gif"))
    }
    // A mistake that is detected late is printed with the usage of its own command.
    let late = try Command.run("solve", "combined", "--engine", "glpk:plain", "--trace")
    #expect(late.status == 64 && late.messages.contains("Usage: layoutbench solve <file>"))
    // The user's text is printed without its control characters, and not as a command of a log.
    let typed = try Command.run("solve", "no\u{1B}[31m")
    #expect(typed.messages.hasPrefix("no\\u{1B}[31m: error: no such file"))
    let command = try Command.run("solve", "::error::x")
    #expect(command.messages.hasPrefix("\\::error::x: error: no such file"))
    let version = try Command.run("--version", "--verbose")
    #expect(version.status == 0 && version.output.contains("\n  libraries  GLPK "))
    // The packages are those of Package.swift, and NOTICE names each with its version.
    func text(_ name: String) throws -> String {
      try String(contentsOf: Fixtures.package.appendingPathComponent(name), encoding: .utf8)
    }
    let notice = try text("NOTICE")
    let exact = /\.package\(url: "[^"]*\/([^"\/]+)", exact: "([0-9.]+)"\),/
    let packages = try text("Package.swift").matches(of: exact).map { "\($0.1) \($0.2)" }
    #expect(packages.count == 3)
    #expect(version.output.contains("\n  packages   \(packages.joined(separator: ", "))\n"))
    for package in packages { #expect(notice.contains(package)) }
    do {
    }
  }

  @Test("verify holds on the published scenes and names what differs elsewhere")
  func verify() throws {
    let answer = try Command.run("verify", "Benchmarks/Suite")
    #expect(answer.status == 0)
    let count = Fixtures.suite.count
    #expect(answer.output.contains("\(count) of \(count) scenes agree"))
    try Command.inFolder { folder in
      let text = try String(
        contentsOf: Fixtures.package.appendingPathComponent("Benchmarks/Suite/scenes/keys.yaml"),
        encoding: .utf8
      ).replacing("w: [11.5, 5, 1, 1]", with: "w: [11.6, 5, 1, 1]")
      try text.write(
        to: folder.appendingPathComponent("keys.yaml"), atomically: true, encoding: .utf8)
      let answer = try Command.run("verify", "keys.yaml", in: folder)
      #expect(answer.status == 1)
      #expect(answer.output.contains("DIFFERS"))
      #expect(
        answer.messages.contains(
          "view w: sll has [11.5, 5, 1, 1], expect (keys.yaml:28:6) has [11.6, 5, 1, 1]"))
    }
  }

  @Test("a run is timed, saved and reported")
  func bench() throws {
    try Command.inFolder { folder in
      let answer = try Command.run(
        "bench", "post", "--phases", "resize", "--form", "plan", "--children", "2", "--rounds", "3",
        "--allow-debug", "-o", "out", in: folder)
      #expect(answer.status == 0, "\(answer.messages)")
      #expect(answer.output.contains("post, 10 views"))
      #expect(answer.output.contains("warning: a debug build"))
      let files = try FileManager.default.contentsOfDirectory(
        atPath: folder.appendingPathComponent("out").path)
      #expect(files.count == 1)
      let path = folder.appendingPathComponent("out/\(files.first ?? "")").path
      let run = try RunFile.read(path, mayBeReplaced: true)
      #expect(run.children.count == 2)
      for cell in run.cells where cell.outcome == .timed {
        #expect(cell.samples.map(\.count) == [3, 3])
        #expect(cell.passes % 8 == 0 && cell.passes > 0)
        #expect((cell.time?.value ?? 0) > 0)
        #expect(cell.unsteady == nil)
      }
      let counted = run.cells.first { $0.engine == "sll" }?.counters
      #expect((counted?["frames written"] ?? 0) > 0 && counted?["orderings"] == 0)
      #if canImport(Glibc)
        #expect(counted?["allocations"] != nil)
      #endif
      let counters = try Command.run("report", path, "--counters", in: folder)
      #expect(counters.output.contains("counts per pass"))
      #expect(run.cells.first { $0.engine == "manual" }?.ratio?.value == 1)
      for (format, mark) in [
        ("table", "post, 10 views"), ("markdown", "| post | plan resize |"), ("svg", "<svg"),
      ] {
        let report = try Command.run("report", path, "--format", format, in: folder)
        #expect(report.status == 0)
        #expect(report.output.contains(mark))
      }
    }
  }

  @Test("output that nobody takes ends with 74, not with a crash")
  func fullOutput() throws {
    #if os(Linux)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "'\(Command.executable)' list > /dev/full"]
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 74)
    #endif
  }

  @Test("a scene without a layout ends bench with 2, one that no engine can read with 64")
  func nothingToTime() throws {
    let answer = try Command.run("bench", "Tests/Fixtures/refused/cycle-of-two.yaml", "--dry-run")
    #expect(answer.status == 2)
    #expect(answer.messages.contains("view1 -> view2 -> view1"))
    let none = try Command.run("bench", "keys", "--engines", "sll", "--dry-run")
    #expect(none.status == 0)
  }

  @Test(
    "Control-C ends after the present process and keeps what all scenes have; a second one, SIGTERM and SIGHUP end the process",
    arguments: [[SIGINT], [SIGINT, SIGINT], [SIGTERM]] + (Self.isHangUpIgnored ? [] : [[SIGHUP]]))
  func interruption(signals: [Int32]) throws {
    try Command.inFolder { folder in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Command.executable)
      process.arguments = [
        "bench", "post", "cell", "buttons", "--phases", "resize", "--form", "plan", "--children",
        "200", "--rounds", "3", "--allow-debug", "-o", "run.json",
      ]
      process.currentDirectoryURL = folder
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      let path = folder.appendingPathComponent("run.json").path
      while process.isRunning,
        (try? RunFile.read(path, mayBeReplaced: true))?.children.isEmpty != false
      {
        usleep(20_000)
      }
      for signal in signals {
        kill(process.processIdentifier, signal)
        usleep(50_000)
      }
      process.waitUntilExit()
      #expect(process.terminationStatus == 130)
      let run = try RunFile.read(path, mayBeReplaced: true)
      #expect(!run.children.isEmpty && run.children.count < 200)
      for cell in run.cells where cell.outcome == .timed {
        let isWhole = cell.samples.allSatisfy { $0.count == 3 }
        #expect(isWhole && cell.samples.count == run.children.count, "\(cell.scene)")
      }
      // A second Control-C between two children ends the command at once.
      guard signals.count == 1 else { return }
      #expect(run.interrupted == true)
      // No lock file and no file under another name stays.
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(files == ["run.json"])
    }
  }

  @Test("a line break in an argument cannot look like a line of the program's own")
  func lineBreaks() throws {
    let answer = try Command.run("verify", "a\nverified: 12 of 12 scenes agree")
    #expect(answer.status == 64)
    #expect(answer.messages.contains("argument 2 contains a line break"))
    try Command.inFolder { folder in
      try "views: [".write(
        to: folder.appendingPathComponent("a\nb.yaml"), atomically: true, encoding: .utf8)
      let listed = try Command.run("verify", ".", in: folder)
      #expect(listed.status == 65 && listed.messages.contains("a\\nb.yaml"), "\(listed.messages)")
    }
  }

  /// True where these tests run without a terminal: their processes then ignore its end too.
  private static var isHangUpIgnored: Bool {
    let present = signal(SIGHUP, SIG_IGN)
    signal(SIGHUP, present)
    return unsafeBitCast(present, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  @Test("a debug build does not time unless it is told to")
  func debug() throws {
    #if DEBUG
      let answer = try Command.run("bench", "keys")
      #expect(answer.status == 64)
      #expect(answer.messages.contains("--allow-debug"))
    #endif
  }

  @Test("a scene whose frames differ is never timed and ends with status 1")
  func wrongScene() throws {
    try Command.inFolder { folder in
      let text = try String(
        contentsOf: Fixtures.package.appendingPathComponent("Benchmarks/Suite/scenes/keys.yaml"),
        encoding: .utf8
      ).replacing("ll = %rl + .5", with: "ll = %rl + .6")
      try text.write(
        to: folder.appendingPathComponent("keys.yaml"), atomically: true, encoding: .utf8)
      let answer = try Command.run("bench", "keys.yaml", "--dry-run", in: folder)
      #expect(answer.status == 1)
      #expect(answer.output.contains("wrong"))
      #expect(answer.messages.contains("view w is [11.6, 5, 1, 1]"))
      // A Run without a timed cell is a result too.
      let none = try Command.run(
        "bench", "keys.yaml", "--engines", "sll", "--allow-debug", "-o", "run.json", in: folder)
      #expect(none.status == 1)
      #expect(none.output.contains("sll: wrong"))
      let run = try RunFile.read(folder.appendingPathComponent("run.json").path)
      #expect(run.cells.contains { $0.outcome == .wrong })
    }
  }
}
