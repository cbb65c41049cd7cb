import LayoutBenchFixtures
import Foundation
import Testing
import LayoutBenchTiming

@Suite("Reports from the command line", .timeLimit(.minutes(16)))
struct ReportCommandTests {
  private static let reference = "Results/reference.json"
  private static let full = "Results/full.json"

  @Test(
    "every format of a Run",
    arguments: ["table", "markdown", "csv", "json", "html", "junit", "svg"])
  func formats(_ format: String) throws {
    try Command.inFolder { folder in
      let answer = try Command.run("report", Self.reference, "--format", format)
      #expect(answer.status == 0 && answer.messages.isEmpty)
      let marks = [
        "table": "post, 10 views", "markdown": "## Times", "csv": "run,scene,views,",
        "json": "\"layoutbenchRun\" : 2", "html": "<!DOCTYPE html>", "junit": "<testsuites ",
        "svg": "<svg ",
      ]
      #expect(answer.output.contains(marks[format] ?? "?"))
      let file = folder.appendingPathComponent("out.\(format)").path
      let written = try Command.run("report", Self.reference, "--format", format, "-o", file)
      #expect(written.status == 0 && written.output.isEmpty)
      #expect(FileManager.default.fileExists(atPath: file))
    }
  }

  @Test(
    "a file of a report has no escape sequences of names",
    arguments: ["csv", "table", "html", "svg", "markdown", "junit"])
  func escapes(_ format: String) throws {
    try Command.inFolder { folder in
      let run = folder.appendingPathComponent("run.json").path
      var record = try RunFile.read(Fixtures.package.appendingPathComponent(Self.reference).path)
      record.machine.cpu = "a\u{1B}[31mb\u{85}c\u{202E}d"
      record.warnings.append(Run.Warning(code: "odd", text: "e\u{1B}[2Jf"))
      for index in record.cells.indices where record.cells[index].scene == "post" {
        record.cells[index].scene = "p\u{1B}[2Jst"
      }
      for index in (record.scenes ?? []).indices where record.scenes?[index].name == "post" {
        record.scenes?[index].name = "p\u{1B}[2Jst"
      }
      try RunFile.write(record, to: run)
      let file = folder.appendingPathComponent("out.\(format)").path
      #expect(try Command.run("report", run, "--format", format, "-o", file).status == 0)
      let written = try String(contentsOfFile: file, encoding: .utf8)
      let odd = written.unicodeScalars.first {
        $0.value < 0x20 && !"\n\t\r".unicodeScalars.contains($0) || (0x7F..<0xA0).contains($0.value)
          || (0x202A...0x202E).contains($0.value)
      }
      #expect(odd == nil && !written.isEmpty)
    }
  }

  @Test("what goes to standard output is the file, byte by byte", arguments: ["csv", "json"])
  func standardOutput(_ format: String) throws {
    try Command.inFolder { folder in
      let run = folder.appendingPathComponent("run.json").path
      var record = try RunFile.read(Fixtures.package.appendingPathComponent(Self.reference).path)
      record.machine.cpu = "a\u{7F}b\u{85}c\u{202E}d"
      try RunFile.write(record, to: run)
      let file = folder.appendingPathComponent("out.\(format)").path
      #expect(try Command.run("report", run, "--format", format, "-o", file).status == 0)
      let written = try String(contentsOfFile: file, encoding: .utf8)
      let printed = try Command.run("report", run, "--format", format).output
      #expect(printed == written && !printed.contains("u{D}"))
      guard format == "json" else { return }
      #expect(!printed.unicodeScalars.contains("\u{7F}") && printed.contains("a\\u007fb"))
      let again = folder.appendingPathComponent("again.json")
      try printed.write(to: again, atomically: true, encoding: .utf8)
      #expect(try RunFile.read(again.path, mayBeReplaced: true).machine.cpu == record.machine.cpu)
    }
  }

  @Test("a Run that lacks the samples of a timed cell is refused")
  func missingSamples() throws {
    try Command.inFolder { folder in
      let run = folder.appendingPathComponent("run.json").path
      var record = try RunFile.read(Fixtures.package.appendingPathComponent(Self.reference).path)
      let place = try #require(record.cells.firstIndex { $0.outcome == .timed })
      record.cells[place].samples = []
      try RunFile.write(record, to: run)
      let answer = try Command.run("report", run)
      #expect(answer.status == 65 && answer.messages.contains("no samples"))
    }
  }

  @Test("a pipe among Runs is not waited for, and one that is named is read")
  func pipes() throws {
    try Command.inFolder { folder in
      let (run, pipe) = (
        folder.appendingPathComponent("a.json"), folder.appendingPathComponent("b.json")
      )
      try FileManager.default.copyItem(
        at: Fixtures.package.appendingPathComponent(Self.reference), to: run)
      try #require(mkfifo(pipe.path, 0o600) == 0)
      #expect(try Command.run("history", folder.path).status == 0)
      #expect(try Command.run("baseline", "list", folder.path).status == 0)
      // A folder of scenes with one is verified without it.
      let scenes = folder.appendingPathComponent("scenes")
      try FileManager.default.createDirectory(at: scenes, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: Fixtures.package.appendingPathComponent("Benchmarks/Suite/scenes/keys.yaml"),
        to: scenes.appendingPathComponent("keys.yaml"))
      try #require(mkfifo(scenes.appendingPathComponent("pipe.yaml").path, 0o600) == 0)
      #expect(try Command.run("verify", scenes.path, "--quiet").status == 0)
      // A name of 250 bytes, with its charts beside it.
      let long = folder.appendingPathComponent(String(repeating: "n", count: 247) + ".md").path
      #expect(try Command.run("report", run.path, "--format", "markdown", "-o", long).status == 0)
      #expect(FileManager.default.fileExists(atPath: long))
      Thread.detachNewThread {
        try? "[]".write(toFile: pipe.path, atomically: false, encoding: .utf8)
      }
      let claims = try Command.run(
        "report", run.path, "--format", "markdown", "--claims", pipe.path)
      #expect(claims.status == 0 && !claims.output.contains("COSLayout, README"))
      // A file that was read is not written over.
      let own = folder.appendingPathComponent("claims.json").path
      try "[]".write(toFile: own, atomically: true, encoding: .utf8)
      let over = try Command.run(
        "report", run.path, "--format", "csv", "--claims", own, "-o", own)
      #expect(over.status == 74)
      #expect(try String(contentsOfFile: own, encoding: .utf8) == "[]")
    }
  }

  @Test("the page has a picture of each scene and each dialect's source")
  func exhibits() throws {
    let page = try Command.run("report", Self.reference, "--format", "html").output
    let post = page.components(separatedBy: "<h3 id=\"scene-post\">").last?
      .components(separatedBy: "<h3 ")[0]
    let section = try #require(post)
    // All engines agree: they share a picture.
    #expect(section.components(separatedBy: "class=\"canvas\"").count == 2)
    #expect(
      section.contains("<figcaption>manual, layoutkit, sll, sll:incremental, glpk</figcaption>"))
    #expect(section.contains("data-kind=\"scene\" data-subject=\"post\""))
    #expect(section.contains("avatar: &quot;ll = tt = 10, w = h = 30&quot;"))
    #expect(section.contains("avatar.leading == superview.leading + 10"))
    #expect(section.contains("<h4>layoutkit</h4>"))
    #expect(page.contains("layoutbench scene chain-100"))
    // The measured scenes are in the Run itself.
    #expect(!page.contains("this program’s own scenes of the same names"))
  }

  @Test("what a Run measured is drawn from the Run, and what differs is marked")
  func ownScene() throws {
    try Command.inFolder { folder in
      let file = folder.appendingPathComponent("differs.yaml")
      let text = """
        layoutbench: 1
        name: differs
        summary: a box that two dialects place otherwise
        root: { size: [100, 100] }
        views: [ { id: box } ]
        layouts:
          sll: [ { box: "ll = 6, tt = 0, w = h = 5" } ]
          constraints: [ "|-5-[box(5)]", "V:|[box(5)]" ]
        expect: { box: [5, 0, 5, 5] }
        """
      try text.write(to: file, atomically: true, encoding: .utf8)
      let bench = try Command.run(
        "bench", "differs.yaml", "--phases", "first", "--children", "1", "--rounds", "3",
        "--allow-debug", "--quiet", "-o", "run.json", in: folder)
      #expect(bench.status == 1)
      try FileManager.default.removeItem(at: file)
      let path = folder.appendingPathComponent("run.json").path
      var run = try RunFile.read(path, mayBeReplaced: true)
      run.scenes = [.init(name: "differs", file: "differs.yaml", text: text)]
      try RunFile.write(run, to: path)
      let page = try Command.run("report", "run.json", "--format", "html", in: folder)
      #expect(page.status == 0, "\(page.messages)")
      #expect(page.output.contains("A box that two dialects place otherwise."))
      #expect(page.output.contains("<figure class=\"differs\">"))
      #expect(page.output.contains("sll, sll:incremental: differs, dashed"))
      #expect(page.output.contains("stroke-dasharray"))
      #expect(!page.output.contains("this program’s own"))
      let junit = try Command.run("report", "run.json", "--format", "junit", in: folder)
      #expect(junit.output.contains("<failure message=\"wrong: "))
    }
  }

  @Test("charts of a Markdown file lie beside it and are linked")
  func charts() throws {
    try Command.inFolder { folder in
      let file = folder.appendingPathComponent("mine.md")
      #expect(
        try Command.run("report", Self.reference, "--format", "markdown", "-o", file.path).status
          == 0)
      let text = try String(contentsOf: file, encoding: .utf8)
      let links = text.components(separatedBy: "](./mine-charts/").dropFirst()
        .map { $0.components(separatedBy: ")")[0] }
      #expect(links.count >= 2 && links.contains("means.svg"))
      for link in links {
        let path = folder.appendingPathComponent("mine-charts").appendingPathComponent(link).path
        #expect(FileManager.default.fileExists(atPath: path), "\(link)")
      }
    }
  }

  @Test("several Runs: an array, one page, or a word that one is taken")
  func several() throws {
    let json = try Command.run("report", Self.reference, Self.full, "--format", "json")
    let runs = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [Any]
    #expect(runs?.count == 2)
    let page = try Command.run("report", Self.full, Self.reference, "--format", "html")
    #expect(page.output.contains("<section id=\"differences\">"))
    #expect(page.output.contains("<section id=\"runs\">"))
    let table = try Command.run("report", Self.reference, Self.full)
    #expect(table.status == 64)
    #expect(table.messages.contains("--format table shows one Run, 2 are given"))
    for wrong in [["--samples"], ["--counters", "--format", "csv"], ["-o", ""]] {
      #expect(try Command.run(["report", Self.reference] + wrong).status == 64, "\(wrong)")
    }
  }

  @Test("what is no Run, empty or not there is told, with its status")
  func refusals() throws {
    try Command.inFolder { folder in
      var run = try RunFile.read(Fixtures.package.appendingPathComponent(Self.reference).path)
      run.cells = []
      try RunFile.write(run, to: folder.appendingPathComponent("empty.json").path)
      try "[]".write(
        to: folder.appendingPathComponent("claims.json"), atomically: true, encoding: .utf8)
      try "{}".write(
        to: folder.appendingPathComponent("odd.json"), atomically: true, encoding: .utf8)
      for (file, status, message) in [
        ("empty.json", 65, "error: not a Run file: it has no cells"),
        ("odd.json", 65, "error: not a Run file: no 'layoutbenchRun'"),
        ("no.json", 66, "error: no such file"),
        (
          ".", 65,
          "error: not a Run file: it is a folder: name a file in it; "
            + "'layoutbench history' reads a folder"
        ),
      ] as [(String, Int32, String)] {
        let answer = try Command.run("report", file, "--format", "html", in: folder)
        #expect(answer.status == status && answer.output.isEmpty, "\(file)")
        #expect(answer.messages == "\(file): \(message)\n")
      }
      let reference = Fixtures.package.appendingPathComponent(Self.reference).path
      let unwritable = try Command.run("report", reference, "-o", "/dev/null/x")
      #expect(unwritable.status == 74)
      let odd = try Command.run(
        "report", reference, "--format", "html", "--claims", "odd.json", in: folder)
      #expect(odd.status == 65 && odd.messages.contains("not a file of claims"))
      let none = try Command.run(
        "report", reference, "--format", "html", "--claims", "claims.json", in: folder)
      #expect(none.status == 0 && !none.output.contains("<section id=\"claims\">"))
    }
  }

  @Test("a reader that leaves is not told off")
  func closedPipe() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c",
      "{ '\(Command.executable)' report \(Self.reference) --format html; echo $? >&2; } | head -c 10",
    ]
    process.currentDirectoryURL = Fixtures.package
    let messages = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = messages
    try process.run()
    let text = String(
      decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    // The status that the shell reports for a process that a broken pipe ended.
    #expect(text == "141\n")
  }

  @Test("the commands that claims name select cells, so that they can tell")
  func claimCommands() throws {
    let page = try Command.run("report", Self.reference, "--format", "markdown").output
    let commands = Set(
      page.components(separatedBy: "\n").filter { $0.hasPrefix("layoutbench bench") })
    #expect(commands.count >= 3)
    for command in commands {
      // Small sizes: the test only checks that the command is accepted.
      let words = command.replacing("'", with: "").replacing("10000", with: "900")
        .split(separator: " ").dropFirst().map(String.init)
      // Peers are built by `make peers`, which tests do not need.
      guard !command.contains("peer:") else { continue }
      let answer = try Command.run(words + ["--dry-run"])
      #expect(answer.status == 0, "\(command): \(answer.messages)")
      #expect(answer.output.contains("right"))
    }
  }

  @Test("the scenes that are held against each other for spacers have the same frames")
  func twins() throws {
    func frames(_ scene: String) throws -> [String: [Double]] {
      let answer = try Command.run("solve", scene, "--format", "json")
      let value = try JSONSerialization.jsonObject(with: Data(answer.output.utf8))
      return try #require((value as? [String: Any])?["frames"] as? [String: [Double]])
    }
    let (with, without) = (try frames("stack-60"), try frames("unspaced-40"))
    #expect(without.count == 40 && with.count == 60)
    for (view, frame) in without {
      let other = try #require(with[view])
      #expect(zip(frame, other).allSatisfy { abs($0 - $1) < 1e-9 }, "\(view)")
    }
  }

  @Test("history prints and draws what is asked for of a folder")
  func history() throws {
    let table = try Command.run(
      "history", "Results", "--scenes", "chain-100", "--phases", "plan first")
    #expect(table.status == 0)
    #expect(table.output.contains("chain-100, plan first: ratio to the yardstick, Run by Run"))
    #expect(table.output.contains("reference.json") && table.output.contains("full.json"))
    // Runs of several machines are several charts.
    try Command.inFolder { folder in
      try FileManager.default.copyItem(
        at: Fixtures.package.appendingPathComponent(Self.reference),
        to: folder.appendingPathComponent("run.json"))
      let svg = try Command.run(
        "history", ".", "--scenes", "chain-100", "--phases", "plan first", "--format", "svg",
        in: folder)
      #expect(svg.output.hasPrefix("<svg ") && svg.output.contains("<circle"))
    }
    for format in ["markdown", "html", "json"] {
      let answer = try Command.run(
        "history", "Results", "--scenes", "chain-1*", "--engines", "glpk", "--format", format)
      #expect(answer.status == 0 && answer.output.contains("chain-1000"), "\(format)")
    }
    let many = try Command.run("history", "Results", "--scenes", "*", "--format", "svg")
    #expect(many.status == 64 && many.messages.contains("draws one scene and phase"))
    #expect(try Command.run("history", "Results", "--scenes", "none").status == 64)
    #expect(try Command.run("history", "nowhere").status == 66)
    try Command.inFolder { folder in
      try "{}".write(
        to: folder.appendingPathComponent("odd.json"), atomically: true, encoding: .utf8)
      let answer = try Command.run("history", ".", in: folder)
      #expect(answer.status == 65)
      // Files that are not Runs are ignored; a damaged Run is reported.
      #expect(!answer.messages.contains("left out"))
      #expect(answer.messages.contains("there is no Run in this folder"))
      try "{\"layoutbenchRun\": 2}".write(
        to: folder.appendingPathComponent("odd.json"), atomically: true, encoding: .utf8)
      let damaged = try Command.run("history", ".", in: folder)
      #expect(damaged.messages.contains("left out: ./odd.json"))
    }
  }
}
