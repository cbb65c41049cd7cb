import Foundation
import LayoutBenchFixtures
import LayoutBenchTiming
import Testing

@Suite("Commits, sites and profiles from the command line", .timeLimit(.minutes(8)))
struct HistoryCommandTests {
  /// A checkout of six commits, and a 'swift' that builds this program for all but one of them.
  private static func checkout(in folder: URL) throws -> [String: String] {
    let tools = folder.appendingPathComponent("tools")
    try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
    let swift = tools.appendingPathComponent("swift")
    try """
    #!/bin/bash
    while [ $# -gt 0 ]; do
      case $1 in
        --package-path) tree=$2 ;;
        --show-bin-path) show=1 ;;
      esac
      shift
    done
    [ -z "$show" ] || { echo "$tree/bin"; exit; }
    grep -q broken "$tree/file" && { echo "file:1: error: broken" >&2; exit 1; }
    echo "$tree" >>"\(folder.path)/builds"
    mkdir -p "$tree/bin" && cp "\(Command.executable)" "$tree/bin/layoutbench"
    """.write(to: swift, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift.path)
    let script = """
      set -e
      mkdir work && cd work && git init --quiet . && echo .build >.gitignore
      git config user.name a && git config user.email a@localhost && git config commit.gpgsign false
      for text in one two broken four five six; do
        echo $text >file && git add . && git commit --quiet --all --message "change $text"
      done
      """
    let made = Process()
    made.executableURL = URL(fileURLWithPath: "/bin/bash")
    made.arguments = ["-c", script]
    made.currentDirectoryURL = folder
    try made.run()
    made.waitUntilExit()
    #expect(made.terminationStatus == 0)
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = tools.path + ":" + (environment["PATH"] ?? "")
    return environment
  }

  @Test(
    "the commits of a range are built and measured once, and one that does not build is left out")
  func commits() throws {
    try Command.inFolder { folder in
      let environment = try Self.checkout(in: folder)
      let work = folder.appendingPathComponent("work")
      func run(_ arguments: String) throws -> Command.Answer {
        try Command.run(
          ["history", "run"] + arguments.split(separator: " ").map(String.init), in: work,
          environment: environment)
      }
      let cells = "--scenes post --phases resize --form plan --engines sll --children 8 --links 1"
      let answer = try run("HEAD~5.. \(cells) --every 2 -o kept")
      #expect(answer.status == 0, "\(answer.messages)")
      #expect(answer.messages.contains("change broken: error:"))
      #expect(answer.output.contains("change five") && answer.output.contains("change six"))
      #expect(!answer.output.contains("change four"))
      let kept = try FileManager.default.contentsOfDirectory(
        atPath: work.appendingPathComponent("kept").path
      ).filter { $0.hasSuffix(".json") }.sorted()
      #expect(kept.map { $0.prefix(4) } == ["0000", "0004", "0004", "0005", "0005"])
      let last = try #require(kept.last { $0.hasSuffix("-run.json") })
      let head = try RunFile.read(work.appendingPathComponent("kept/\(last)").path)
      #expect(head.revision?.subject == "change six" && head.revision?.place == 5)
      #expect(head.children.count == 8)
      // Again: what was measured is not built again.
      let builds = folder.appendingPathComponent("builds")
      let before = try String(contentsOf: builds, encoding: .utf8)
      let again = try run("HEAD~5.. \(cells) --every 2 -o kept")
      #expect(again.status == 0, "\(again.messages)")
      #expect(try String(contentsOf: builds, encoding: .utf8) == before)
      #expect(again.output == answer.output)
      let shown = try Command.run("history", "kept", in: work)
      #expect(shown.status == 0 && shown.output.contains("change six"), "\(shown.messages)")
      for format in ["html", "markdown", "json"] {
        let text = try Command.run("history", "kept", "--format", format, in: work)
        #expect(text.status == 0 && text.output.contains("change six"), "\(text.messages)")
      }
      let other = try run("HEAD~5.. --scenes cell --phases resize --children 8 --links 1 -o kept")
      #expect(other.status == 64 && other.messages.contains("it is of other cells"))
    }
  }

  @Test(
    "nothing stepped between equal builds",
    .enabled(if: Instructions.obstacle == nil, "valgrind is not installed"))
  func noStep() throws {
    try Command.inFolder { folder in
      let environment = try Self.checkout(in: folder)
      let answer = try Command.run(
        ["history", "run", "HEAD~5..", "--bisect", "post/plan/resize/sll", "--instructions"]
          + ["--links", "1"],
        in: folder.appendingPathComponent("work"), environment: environment)
      #expect(answer.status == 1, "\(answer.messages)")
      #expect(answer.messages.contains("no step: post, plan resize, sll is "))
    }
  }

  @Test(
    "mistakes are named before anything is built",
    arguments: [
      ("HEAD", "'HEAD' is no range of commits"), ("none..HEAD", "git knows no revision 'none'"),
      ("HEAD..HEAD", "the first commit must come before the last"),
      ("HEAD~1.. --bisect post", "'post' is no cell"),
      ("HEAD~1.. --bisect post/resiz/sll", "did you mean 'resize'?"),
      ("HEAD~1.. --bisect post/resize/sl", "did you mean 'sll'?"),
      ("HEAD~1.. --bisect post/resize/sll --scenes post", "excludes other choices"),
      ("HEAD~1.. -o a.json", "--output takes a folder"),
    ])
  func mistakes(_ arguments: String, _ message: String) throws {
    try Command.inFolder { folder in
      let environment = try Self.checkout(in: folder)
      let answer = try Command.run(
        ["history", "run"] + arguments.split(separator: " ").map(String.init),
        in: folder.appendingPathComponent("work"), environment: environment)
      #expect(answer.status == 64)
      #expect(answer.messages.contains(message), "\(answer.messages)")
      #expect(
        !FileManager.default.fileExists(atPath: folder.appendingPathComponent("builds").path))
    }
  }

  @Test("a site is written of a folder's Runs, and only what is new is read again")
  func site() throws {
    try Command.inFolder { folder in
      let runs = folder.appendingPathComponent("runs")
      try FileManager.default.createDirectory(at: runs, withIntermediateDirectories: true)
      for (number, seed) in [1, 2].enumerated() {
        let answer = try Command.run(
          "bench", "post", "--phases", "resize", "--children", "2", "--rounds", "3", "--seed",
          "\(seed)", "--allow-debug", "--quiet", "-o", "runs/\(number).json", in: folder)
        #expect(answer.status == 0, "\(answer.messages)")
      }
      try "{}".write(
        to: runs.appendingPathComponent("other.json"), atomically: true, encoding: .utf8)
      try "{ \"layoutbenchRun\": 2".write(
        to: runs.appendingPathComponent("torn.json"), atomically: true, encoding: .utf8)
      let answer = try Command.run("publish", "runs", "-o", "site", "--quiet", in: folder)
      #expect(answer.status == 0)
      #expect(answer.messages.contains("torn.json") && !answer.messages.contains("other.json"))
      func pages() throws -> [String] {
        try FileManager.default.contentsOfDirectory(
          atPath: folder.appendingPathComponent("site/runs").path)
      }
      #expect(try pages().filter { $0.hasSuffix(".html") }.count == 2)
      for page in ["index", "runs", "history", "claims", "engines"] {
        let text = try String(
          contentsOf: folder.appendingPathComponent("site/\(page).html"), encoding: .utf8)
        #expect(text.hasPrefix("<!DOCTYPE html>"))
        // Every link leads to a page.
        for part in text.components(separatedBy: "href=\"./").dropFirst() {
          let path = part.prefix { $0 != "\"" }
          #expect(
            FileManager.default.fileExists(
              atPath: folder.appendingPathComponent("site/\(path)").path), "\(page): \(path)")
        }
      }
      // A Run that is gone loses its page.
      try FileManager.default.removeItem(at: runs.appendingPathComponent("0.json"))
      #expect(try Command.run("publish", "runs", "-o", "site", in: folder).status == 0)
      #expect(try pages().count == 2)
      // What a damaged index names is not removed.
      let index = folder.appendingPathComponent("site/index.json")
      let odd = try String(contentsOf: index, encoding: .utf8)
        .replacing("\"pages\":{", with: "\"pages\":{\"x\":\"..\",\"y\":\".\",")
      #expect(odd.contains("\"..\""))
      try odd.write(to: index, atomically: true, encoding: .utf8)
      #expect(try Command.run("publish", "runs", "-o", "site", in: folder).status == 0)
      #expect(try pages().count == 2)
      // One whose numbers are none of a Run's is made again.
      let text = try String(contentsOf: index, encoding: .utf8)
      let damaged = text.replacing(/"ratio" *: *\[[^\]]*\]/, with: "\"ratio\":[]")
      #expect(damaged != text)
      try damaged.write(to: index, atomically: true, encoding: .utf8)
      #expect(try Command.run("publish", "runs", "-o", "site", in: folder).status == 0)
      #expect(try !String(contentsOf: index, encoding: .utf8).contains("\"ratio\":[]"))
      try "{\"name\": \"a package\"}".write(
        to: folder.appendingPathComponent("index.json"), atomically: true, encoding: .utf8)
      let foreign = try Command.run("publish", "runs", "-o", ".", in: folder)
      #expect(foreign.status == 74 && foreign.messages.contains("it is of another site"))
    }
    #expect(try Command.run("publish", "none", "-o", "x").status == 66)
  }

  @Test(
    "a profile names the functions of a cell, and is drawn",
    .enabled(if: Instructions.obstacle == nil, "valgrind is not installed"))
  func profile() throws {
    try Command.inFolder { folder in
      for file in ["graph.svg", "graph.folded"] {
        let answer = try Command.run(
          "profile", "post/plan/resize/sll", "--tool", "callgrind", "--allow-debug", "-o", file,
          in: folder)
        #expect(answer.status == 0, "\(answer.messages)")
        #expect(answer.output.contains("OrderedRules.layOutAll"), "\(answer.output)")
        let text = try String(
          contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        #expect(text.contains("OrderedRules.layOutAll"))
        if file.hasSuffix("svg") {
          #expect(text.hasPrefix("<svg"))
        } else {
          // Lines of a stack and its count. Which functions stand around a pass is the optimiser's choice.
          let lines = text.split(separator: "\n")
          #expect(lines.allSatisfy { Int($0.split(separator: " ").last ?? "") ?? 0 > 0 }, "\(text)")
          #expect(lines.contains { $0.contains(";") }, "\(text)")
        }
      }
    }
    let mistakes = [
      ("post/resize/nobody", "no engine 'nobody'"), ("none/resize/sll", "no such file"),
      ("keys/fit/sll", "there is no cell keys/program/fit/sll"),
    ]
    for (cell, message) in mistakes {
      let answer = try Command.run("profile", cell, "--allow-debug", "--tool", "callgrind")
      #expect(answer.status != 0 && answer.messages.contains(message), "\(answer.messages)")
    }
  }
}
