import LayoutBenchFixtures
import LayoutBenchHarness
import LayoutBenchTiming
import Foundation
import Testing

/// The figures and recipes of the README and of the pages that it leads to.
@Suite("Published figures and recipes", .timeLimit(.minutes(8)))
struct ReadmeTests {
  private static let readme = Page("README.md")
  private static let gates = Page("docs/ci.md")

  /// The rows of the table in a section of Markdown.
  private static func rows(
    of section: String, in markdown: String, after lead: Int = 2
  ) throws -> [Substring] {
    let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0 == "## \(section)" })
    return Array(lines[(start + lead)...].prefix { $0.hasPrefix("|") })
  }

  @Test("tables are those of the Runs they name", arguments: ["reference", "full"])
  func tables(_ name: String) throws {
    try Command.inFolder { folder in
      let saved = Fixtures.package.appendingPathComponent("Results/\(name).md")
      // Made in its own folder, because it links the Run.
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
      guard name == "reference" else {
        // Of the growth, the rows of `program first`.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let first = lines.drop { $0 != "## Scaling" }.drop { !$0.hasPrefix("| growth |") }
          .prefix { $0.hasPrefix("|") }
          .filter { $0.hasPrefix("|-") || ["phase", "program first"].contains(column($0, 1)) }
        #expect(first.count > 10)
        #expect(
          try results.contains(
            Self.rows(of: "Correctness", in: text, after: 6).joined(separator: "\n")))
        return #expect(results.contains(first.joined(separator: "\n")))
      }
      let rows = try Self.rows(of: "Times", in: text)
      #expect(rows.count > 10)
      #expect(results.contains(rows.joined(separator: "\n")))
      // The README has the means of programs, without engines that have none.
      let means =
        rows.prefix(2)
        + rows.filter {
          $0.hasPrefix("| mean of ") && column($0, 1).hasPrefix("program ")
        }
      #expect(means.count > 4)
      let cells = means.map { $0.split(separator: "|") }
      let shown = cells[0].indices.filter { place in
        cells.dropFirst(2).contains { $0[place] != " – " }
      }
      let table = cells.map { row in "|\(shown.map { row[$0] }.joined(separator: "|"))|" }
      #expect(shown.count > 5)
      #expect(Self.readme.text.contains(table.joined(separator: "\n")))
    }
  }

  @Test("the README's figures of other people's engines are those of the results")
  func peers() throws {
    func cells(_ line: Substring) -> [String] {
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    func section(_ page: Page, _ start: String, _ end: String) throws -> [Substring] {
      let text = try #require(page.text.components(separatedBy: start).dropFirst().first)
      return text.components(separatedBy: end)[0].split(separator: "\n").filter {
        $0.hasPrefix("| ")
      }
    }
    let shown = try section(Self.readme, "<!-- peers means -->", "<!-- end -->")
    let results = try section(
      Page("docs/results.md"), "## Beside other people's engines", "\n## ")
    let names = cells(try #require(shown.first))
    let all = cells(try #require(results.first { $0.hasPrefix("| scene ") }))
    #expect(names.count == 6 && shown.count == 7)
    for row in shown.dropFirst() {
      let row = cells(row)
      let whole = try #require(results.map(cells).first { $0[0] == row[0] && $0[1] == row[1] })
      for (name, cell) in zip(names, row) {
        let place = try #require(all.firstIndex(of: name))
        #expect(whole[place].replacing("**", with: "") == cell, "\(row[0]), \(row[1]), \(name)")
      }
    }
  }

  @Test("the README has at most 9 KB")
  func size() { #expect(Self.readme.text.utf8.count <= 9000) }

  @Test("the self-test is the one that was carried out")
  func selfTest() throws {
    let file = Fixtures.package.appendingPathComponent("Results/selftest.json")
    let result = try JSONDecoder().decode(SelfTest.self, from: Data(contentsOf: file))
    #expect(result.splits > 0 && !result.changed.isEmpty)
    #expect(
      Self.gates.text.contains(
        "the other, \(result.splits) times | \(result.unchangedCells) | \(result.falseAlarms.count) |"
      ))
    for one in result.classes where !one.cells.isEmpty {
      #expect(Self.gates.text.contains("| \(one.cells.count) | \(one.found) |"), "\(one.from)")
    }
    let found = result.faster.count { $0.isFoundFaster }
    #expect(Self.gates.text.contains("called faster | \(result.faster.count) | \(found) |"))
  }

  @Test("the factors that must be 1 are those that were measured")
  func truth() throws {
    let file = Fixtures.package.appendingPathComponent("Results/truth.json")
    let result = try JSONDecoder().decode(Truth.Record.self, from: Data(contentsOf: file))
    let page = try String(
      contentsOf: Fixtures.package.appendingPathComponent("docs/method.md"), encoding: .utf8)
    #expect(result.scenes >= 16 && result.variants.count >= Truth.Variant.allCases.count)
    for one in result.variants {
      let name = one.variant + (one.isReading ? ", to read" : "")
      let largest = String(format: "%.3f", one.largest)
      #expect(page.contains("| \(name) | \(one.cells) | "), "\(name)")
      #expect(
        page.contains(
          "| \(largest) | \(one.cell.scene), \(one.cell.phase), \(one.cell.engine) |"),
        "\(name)")
    }
  }

  @Test("what it tells a CI to run runs")
  func recipes() throws {
    let workflow = try #require(Self.gates.blocks("yaml").first { $0.contains("jobs:") })
    let recipe = try #require(Self.gates.blocks("sh").first { $0.hasPrefix("make build") })
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

  @Test("the first scene of the format's page is right in every engine, and can be timed and drawn")
  func scene() throws {
    let scene = try #require(
      Page("docs/scenes.md").blocks("yaml").first { $0.hasPrefix("layoutbench: ") })
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
