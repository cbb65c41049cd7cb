import LayoutBenchFixtures
import LayoutBenchHarness
import Foundation
import Testing

/// What the README says is what happens.
@Suite("The README", .timeLimit(.minutes(8)))
struct ReadmeTests {
  static let text =
    (try? String(
      contentsOf: Fixtures.package.appendingPathComponent("README.md"), encoding: .utf8)) ?? ""

  /// The text of code blocks of a kind.
  static func blocks(_ kind: String) -> [String] {
    text.components(separatedBy: "```\(kind)\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
  }

  /// The rows of the table in a section of Markdown.
  private static func rows(
    of section: String, in markdown: String, after lead: Int = 2
  ) throws -> [Substring] {
    let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0 == "## \(section)" })
    return Array(lines[(start + lead)...].prefix { $0.hasPrefix("|") })
  }

  @Test("its tables are those of the Runs it names", arguments: ["reference", "full"])
  func tables(_ name: String) throws {
    try Command.inFolder { folder in
      let saved = Fixtures.package.appendingPathComponent("Results/\(name).md")
      // Made where it stands, for it links the Run.
      let file = folder.appendingPathComponent("Results/\(name).md")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: Fixtures.package.appendingPathComponent("Results/\(name).json"),
        to: folder.appendingPathComponent("Results/\(name).json"))
      let answer = try Command.run(
        "report", "Results/\(name).json", "--format", "markdown", "-o", "Results/\(name).md",
        in: folder)
      #expect(answer.status == 0)
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(try text == String(contentsOf: saved, encoding: .utf8))
      let results = try String(
        contentsOf: Fixtures.package.appendingPathComponent("docs/results.md"), encoding: .utf8)
      func column(_ row: Substring, _ index: Int) -> String {
        row.split(separator: "|")[index].trimmingCharacters(in: .whitespaces)
      }
      let rows = try Self.rows(of: name == "reference" ? "Times" : "Growth", in: text)
      guard name == "reference" else {
        // Of the growth, that of first; the rest is in the report.
        let first = rows.filter { row in
          row.hasPrefix("|-")
            || ["phase", "program first", "plan first"].contains(column(row, 1))
        }
        #expect(first.count > 10)
        return #expect(results.contains(first.joined(separator: "\n")))
      }
      #expect(rows.count > 10)
      #expect(results.contains(rows.joined(separator: "\n")))
      #expect(
        try results.contains(
          Self.rows(of: "Correctness", in: text, after: 6).joined(separator: "\n")))
      // The README has the means of programs.
      let means =
        rows.prefix(2)
        + rows.filter {
          $0.hasPrefix("| mean of ") && column($0, 1).hasPrefix("program ")
        }
      #expect(means.count > 4)
      #expect(Self.text.contains(means.joined(separator: "\n")))
    }
  }

  @Test("its commands run")
  func commands() throws {
    let lines = Self.blocks("sh").flatMap { $0.split(separator: "\n") }
      .filter { $0.hasPrefix("layoutbench ") }
      .compactMap { $0.components(separatedBy: "  #").first?.trimmingCharacters(in: .whitespaces) }
    #expect(lines.count >= 5)
    // What measures or writes is run by the tests of the gate.
    for line in lines
    where ![" bench ", " baseline ", " new ", " truth "].contains(where: { line.contains($0) }) {
      let words = line.replacing("post.yaml", with: "Benchmarks/Suite/scenes/post.yaml")
        .split(separator: " ").dropFirst().map(String.init)
      #expect(try Command.run(words).status == 0, "\(line)")
    }
  }

  @Test("its self-test is the one that was carried out")
  func selfTest() throws {
    let file = Fixtures.package.appendingPathComponent("Results/selftest.json")
    let result = try JSONDecoder().decode(SelfTest.self, from: Data(contentsOf: file))
    #expect(result.splits > 0 && !result.changed.isEmpty)
    #expect(
      Self.text.contains(
        "the other, \(result.splits) times | \(result.unchangedCells) | \(result.falseAlarms.count) |"
      ))
    for one in result.classes where !one.cells.isEmpty {
      #expect(Self.text.contains("| \(one.cells.count) | \(one.found) |"), "\(one.from)")
    }
  }

  @Test("what it tells a CI to run runs")
  func recipes() throws {
    let workflow = try #require(Self.blocks("yaml").first { $0.contains("jobs:") })
    let recipe = try #require(Self.blocks("sh").first { $0.hasPrefix("make build") })
    var lines = workflow.split(separator: "\n").compactMap { line in
      line.range(of: "- run: ").map { String(line[$0.upperBound...]) }
    }
    lines += recipe.split(separator: "\n").map(String.init)
    #expect(lines.count == 10)
    let program = ".build/release/layoutbench "
    try Command.inFolder { folder in
      for line in lines where line.hasPrefix(program) {
        // Without the redirection; one scene, and no release build of another revision.
        var words = line.dropFirst(program.count).components(separatedBy: " > ")[0]
          .split(separator: " ").map(String.init)
        if words[0] != "verify" {
          words += [
            "--allow-debug", "--scenes", "post", "--phases", "resize", "--form", "plan", "--quiet",
          ]
          words += ["-o", folder.path]
        }
        if let place = words.firstIndex(of: "--rev") {
          words.replaceSubrange(place...place + 1, with: [Command.executable])
          words += ["--children", "8", "--threshold", "900"]
        }
        if let place = words.firstIndex(of: "verify.xml") {
          words[place] = folder.appendingPathComponent("verify.xml").path
        }
        let answer = try Command.run(words)
        #expect(answer.status == 0, "\(line)\n\(answer.output)\(answer.messages)")
      }
      #expect(
        FileManager.default.fileExists(
          atPath: folder.appendingPathComponent("verify.xml").path))
    }
    for line in lines where !line.hasPrefix(program) {
      #expect(line == "make build" || line.hasPrefix("apt-get ") || line.hasPrefix("git config"))
    }
  }

  @Test("its scene holds in every engine")
  func scene() throws {
    let scene = try #require(Self.blocks("yaml").first { $0.hasPrefix("layoutbench: 1") })
    try Command.inFolder { folder in
      try scene.write(
        to: folder.appendingPathComponent("post.yaml"), atomically: true, encoding: .utf8)
      let answer = try Command.run("verify", "post.yaml", in: folder)
      #expect(answer.status == 0)
      #expect(answer.output.contains("agrees"))
      #expect(answer.output.contains("layoutkit, sll, sll:incremental, glpk"))
      let cells = try Command.run("bench", "post.yaml", "--dry-run", in: folder)
      #expect(cells.status == 0, "\(cells.messages)")
      let drawing = try Command.run("solve", "post.yaml", "--format", "svg", in: folder)
      #expect(drawing.output.hasPrefix("<svg") && drawing.output.contains("nickname"))
    }
  }
}
