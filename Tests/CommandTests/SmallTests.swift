import LayoutBenchFixtures
import Foundation
import Testing

/// Small expectations that hurt where they fail.
@Suite("Small things", .timeLimit(.minutes(4)))
struct SmallTests {
  @Test(
    "a file of claims that is not there is told, whatever is printed", arguments: ["table", "html"])
  func claims(_ format: String) throws {
    let answer = try Command.run(
      "report", "Results/reference.json", "--claims", "nowhere.json", "--format", format)
    #expect(answer.status == 66 && answer.output.isEmpty)
    #expect(answer.messages.contains("nowhere.json: error: no such file"))
  }

  @Test("the output's name decides a report's format, and no other name is taken")
  func endings() throws {
    try Command.inFolder { folder in
      let run = Fixtures.package.appendingPathComponent("Results/notation.json").path
      for (name, start) in [
        ("run.html", "<!DOCTYPE html>"), ("run.csv", "run,scene,"), ("run.xml", "<?xml"),
        ("run.svg", "<svg"), ("run.md", "# LayoutBench"),
      ] {
        let answer = try Command.run("report", run, "-o", name, in: folder)
        #expect(answer.status == 0, "\(answer.messages)")
        let text = try String(
          contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        #expect(text.hasPrefix(start), "\(name)")
      }
      let refused = try Command.run("report", run, "-o", "run.gif", in: folder)
      #expect(refused.status == 64)
      #expect(refused.messages.contains(".html") && refused.messages.contains("not .gif"))
      #expect(
        try Command.run("report", run, "--format", "csv", "-o", "run.data", in: folder).status == 0)
      // JSON for people has lines, compact JSON is one.
      let pretty = try Command.run("report", run, "--format", "json").output
      let compact = try Command.run("report", run, "--format", "json", "--compact").output
      #expect(pretty.contains("\n  \"") && !compact.dropLast().contains("\n"))
      #expect(try Command.run("report", run, "--compact").status == 64)
      let folder = try Command.run("report", "Results")
      #expect(folder.status == 65 && folder.messages.contains("it is a folder"))
    }
  }

  @Test("a view whose width follows from its height is not converted where contents compete")
  func crossAxis() throws {
    try Command.inFolder { folder in
      let scene = """
        layoutbench: 2
        name: joint
        root: { size: [320, 480] }
        views:
          - { id: a, intrinsic: [~, 20] }
          - { id: c, intrinsic: [4, ~], compression: [900, 900] }
        layouts:
          constraints:
            - a.left == superview.left
            - a.top == superview.top
            - a.width == 40
            - c.left == superview.left
            - c.top == superview.top
            - c.height == a.height
            - c.width == 2 * c.height
        """
      let file = folder.appendingPathComponent("joint.yaml")
      try scene.write(to: file, atomically: true, encoding: .utf8)
      let answer = try Command.run("convert", file.path, "--to", "sll", "-o", "x.yaml", in: folder)
      #expect(answer.status == 2)
      #expect(answer.messages.contains("the contents of a and c cannot both have their sizes"))
      let path = folder.appendingPathComponent("x.yaml").path
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test("an engine of other authors that is not there can be left out")
  func absentPeer() throws {
    let answer = try Command.run("verify", "post", "--engines", "manual,glpk,!peer:nobody")
    #expect(answer.status == 0, "\(answer.messages)")
    #expect(try Command.run("verify", "post", "--engines", "manual,peer:nobody").status == 64)
  }

  @Test("cells are listed without running an engine, those of a plan too")
  func list() throws {
    let list = try Command.run("bench", "--suite", "quick", "--list")
    #expect(list.status == 0)
    let dry = try Command.run("bench", "--suite", "quick", "--dry-run")
    #expect(dry.status == 0 && dry.output.contains(" cells to time, about "))
    func cells(_ text: String) -> Set<String> {
      Set(
        text.split(separator: "\n").dropFirst().dropLast().map {
          $0.split(separator: " ").prefix(4).joined(separator: " ")
        })
    }
    // Every verified cell is listed; the copy of frames is made of verified ones.
    let right = dry.output.split(separator: "\n").filter { $0.contains(" right ") }
    let timed = cells("\n" + right.joined(separator: "\n") + "\n.").filter {
      !$0.hasSuffix("replay")
    }
    #expect(timed.count > 100)
    let missing = timed.subtracting(cells(list.output))
    #expect(missing.isEmpty, "\(missing)")
  }

  @Test("a Run is saved only where that is asked for")
  func saving() throws {
    try Command.inFolder { folder in
      let arguments = [
        "bench", "cell", "--phases", "resize", "--form", "plan", "--children", "1", "--allow-debug",
      ]
      let answer = try Command.run(arguments, in: folder)
      #expect(answer.status == 0, "\(answer.messages)")
      #expect(answer.messages.contains("not saved: -o FILE.json saves a Run"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
      let saved = try Command.run(arguments + ["-o", "run.json", "--quiet"], in: folder)
      #expect(saved.status == 0 && saved.messages.isEmpty, "\(saved.messages)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["run.json"])
      #expect(try Command.run("bench", "cell", "--plan-only").status == 64)
    }
  }

  @Test("a fault that several engines of one solver find is told once")
  func once() throws {
    let answer = try Command.run("verify", "Tests/Fixtures/refused/conflicting-required.yaml")
    #expect(answer.status == 2 || answer.status == 1)
    let told = answer.messages.components(separatedBy: "exclude each other").count - 1
    #expect(told >= 1 && told <= 2, "\(answer.messages)")
  }

  @Test(
    "what is nearly right is answered with what is meant",
    arguments: [
      (["slove", "post"], 64, "no command 'slove'; did you mean 'solve'?"),
      (["help", "frobnicate"], 64, "no command 'frobnicate'"),
      (["verify", "post", "--engines", "!*"], 64, "'!*' leaves no engine"),
      (["verify", "post", "--engines", "glpk,!glpk"], 64, "leaves no engine"),
      (["verify", "post", "--engines", ""], 64, "no engine is named"),
      (["solve", "chain-0"], 66, "a scene of 'chain' has 1 to"),
      (["solve", "feed-105"], 66, "a multiple of 10"),
      (["fuzz", "--count", "-1"], 64, "--count takes 1 or more"),
      (["scene", "nothing-like-it"], 64, "'layoutbench list scenes' names them"),
    ])
  func nearlyRight(_ arguments: [String], _ status: Int32, _ message: String) throws {
    let answer = try Command.run(arguments)
    #expect(answer.status == status)
    #expect(answer.messages.contains(message), "\(answer.messages)")
  }

  @Test("a folder of several scenes is no scene")
  func folder() throws {
    try Command.inFolder { folder in
      for name in ["one", "two"] {
        _ = try Command.run("scene", "post", "-o", "many/\(name).yaml", in: folder)
      }
      let answer = try Command.run("solve", "many", in: folder)
      #expect(answer.status == 64 && answer.messages.contains("is a folder of 2 scenes"))
      #expect(answer.output.isEmpty)
    }
  }

  @Test("the scenes of a suite are listed")
  func suites() throws {
    let quick = try Command.run("list", "--suite", "quick")
    #expect(quick.status == 0)
    let lines = quick.output.split(separator: "\n").dropFirst()
    #expect(lines.count == 8)
    #expect(lines.contains { $0.contains("chain-100") })
    #expect(try Command.run("list", "--suite", "quik").messages.contains("did you mean 'quick'"))
    #expect(try Command.run("list", "engines", "--suite", "quick").status == 64)
  }

  @Test("a picture shows what lies outside the root")
  func outside() throws {
    try Command.inFolder { folder in
      let scene = """
        layoutbench: 1
        name: outside
        root: { size: [100, 50] }
        views: [ { id: left }, { id: far } ]
        layouts:
          sll: [ { left: "ll = -30, tt = 10, w = h = 20" }, { far: "ll = 5000, tt = 40, w = h = 20" } ]
        """
      try scene.write(
        to: folder.appendingPathComponent("outside.yaml"), atomically: true, encoding: .utf8)
      let picture = try Command.run("render", "outside.yaml", in: folder)
      #expect(picture.status == 0, "\(picture.messages)")
      let box = try #require(
        picture.output.components(separatedBy: "viewBox=\"").last?.split(separator: "\"").first)
      let numbers = box.split(separator: " ").compactMap { Double($0) }
      // From the left view to the same distance beyond the right edge; down to the lower edge of
      // 'far'.
      #expect(numbers.count == 4 && numbers[0] < -30 && numbers[0] > -32)
      #expect(numbers[2] > 230 && numbers[2] < 234 && numbers[3] > 60 && numbers[3] < 64)
    }
  }
}
