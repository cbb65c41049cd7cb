import Fixtures
import Foundation
import Testing

/// What the README says is what happens.
@Suite("The README", .timeLimit(.minutes(2)))
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
  private static func rows(of section: String, in markdown: String) throws -> [Substring] {
    let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0 == "## \(section)" })
    return Array(lines[(start + 2)...].prefix { $0.hasPrefix("|") })
  }

  @Test("its tables are those of the Runs it names", arguments: ["reference", "growth"])
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
      let rows = try Self.rows(of: name == "reference" ? "Times" : "Growth", in: text)
      #expect(rows.count > 10)
      #expect(Self.text.contains(rows.joined(separator: "\n")))
    }
  }

  @Test("its commands run")
  func commands() throws {
    let lines = Self.blocks("sh").flatMap { $0.split(separator: "\n") }
      .filter { $0.hasPrefix("layoutbench ") }
      .compactMap { $0.components(separatedBy: "  #").first?.trimmingCharacters(in: .whitespaces) }
    #expect(lines.count >= 5)
    for line in lines where !line.contains(" bench ") {
      let words = line.replacing("post.yaml", with: "Benchmarks/Suite/scenes/post.yaml")
        .split(separator: " ").dropFirst().map(String.init)
      #expect(try Command.run(words).status == 0, "\(line)")
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
      #expect(answer.output.contains("layoutkit, sll, glpk"))
      let cells = try Command.run("bench", "post.yaml", "--dry-run", in: folder)
      #expect(cells.status == 0, "\(cells.messages)")
      let drawing = try Command.run("solve", "post.yaml", "--format", "svg", in: folder)
      #expect(drawing.output.hasPrefix("<svg") && drawing.output.contains("nickname"))
    }
  }
}
