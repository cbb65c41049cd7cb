import Foundation
import LayoutBenchFixtures
import Testing

/// A page of Markdown in the repository.
struct Page: Sendable, CustomTestStringConvertible {
  /// Its path from the repository's folder.
  let path: String
  let text: String

  init(_ path: String) {
    self.path = path
    text =
      (try? String(
        contentsOf: Fixtures.package.appendingPathComponent(path), encoding: .utf8)) ?? ""
  }

  var testDescription: String { path }

  /// The text of code blocks of a kind.
  func blocks(_ kind: String) -> [String] {
    text.components(separatedBy: "```\(kind)\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
  }

  /// Every page for readers.
  static let all: [Page] = {
    let names =
      (try? FileManager.default.contentsOfDirectory(
        atPath: Fixtures.package.appendingPathComponent("docs").path)) ?? []
    return
      (["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Results/README.md"]
      + names.sorted().filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }).map { Page($0) }
  }()
}

/// The examples on the pages do what the pages show.
@Suite("The pages", .timeLimit(.minutes(10)))
struct DocsTests {
  /// Commands that measure, build or write into the checkout: only their options are checked.
  private static let unrun: Set<String> = [
    "bench", "baseline", "new", "truth", "ab", "selftest", "peer", "merge",
    "history", "profile", "publish",
  ]

  private static func words(_ line: Substring) -> [String] {
    let command = line.components(separatedBy: "  #")[0].trimmingCharacters(in: .whitespaces)
    return command.split(separator: " ").map {
      $0.trimmingCharacters(in: CharacterSet(charactersIn: "'\""))
    }
  }

  @Test("their commands run", arguments: Page.all.filter { !$0.blocks("sh").isEmpty })
  func commands(_ page: Page) throws {
    try Command.inFolder { folder in
      for line in page.blocks("sh").joined(separator: "\n").split(separator: "\n")
      where line.hasPrefix("layoutbench ") {
        let words = Array(Self.words(line).dropFirst())
        // Peers may not be installed.
        if Self.unrun.contains(words[0]) || line.contains("peer:") {
          let help = try Command.run(words[0], "--help")
          let sub =
            try words.count > 1 && !words[1].hasPrefix("-")
            ? Command.run(words[0], words[1], "--help").output : ""
          for option in words where option.hasPrefix("--") {
            #expect((help.output + sub).contains(option), "\(page.path): \(line)")
          }
          continue
        }
        // A path within the repository is found from any folder.
        let found = words.map { word in
          let place = Fixtures.package.appendingPathComponent(word)
          let isThere = word.contains("/") && FileManager.default.fileExists(atPath: place.path)
          return isThere ? place.path : word
        }
        let answer = try Command.run(found, in: folder)
        #expect(answer.status == 0, "\(page.path): \(line)\n\(answer.messages)")
      }
    }
  }

  @Test(
    "what they show a command print is what it prints",
    arguments: Page.all.filter { !$0.blocks("console").isEmpty })
  func console(_ page: Page) throws {
    try Command.inFolder { folder in
      for block in page.blocks("console") {
        let lines = block.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let first = try #require(lines.first)
        #expect(first.hasPrefix("$ layoutbench "), "\(page.path)")
        let answer = try Command.run(Array(Self.words(first.dropFirst(2)).dropFirst()), in: folder)
        // As on a terminal, with standard error; on a busy machine it also says how far it is.
        let messages = answer.messages.split(separator: "\n", omittingEmptySubsequences: false)
          .filter { $0.wholeMatch(of: /\d+ of \d+ scenes/) == nil }.joined(separator: "\n")
        let printed = (answer.output + messages).trimmingCharacters(in: .newlines)
        #expect(printed == lines.dropFirst().joined(), "\(page.path): \(first)")
      }
    }
  }

  @Test(
    "their scenes are right in every engine",
    arguments: Page.all.filter { !$0.blocks("yaml").isEmpty })
  func scenes(_ page: Page) throws {
    try Command.inFolder { folder in
      for (number, block) in page.blocks("yaml").enumerated()
      where block.split(separator: "\n").contains(where: { $0.hasPrefix("views:") }) {
        let name = "scene-\(number).yaml"
        try block.write(
          to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
        let answer = try Command.run("verify", name, in: folder)
        #expect(
          answer.status == 0, "\(page.path), scene \(number): \(answer.output)\(answer.messages)")
      }
    }
  }

  /// A heading as links name it.
  private static func anchor(_ heading: Substring) -> String {
    let text = heading.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
    return text.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
      .replacing(" ", with: "-")
  }

  @Test("their links lead somewhere", arguments: Page.all)
  func links(_ page: Page) throws {
    let folder = URL(fileURLWithPath: page.path, relativeTo: Fixtures.package)
      .deletingLastPathComponent()
    // Links in code are not checked.
    let prose = page.text.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 0 }
      .map(\.element).joined()
    for match in prose.matches(of: /\]\(([^)\s]+)\)/) {
      let link = String(match.1)
      guard !link.hasPrefix("http") else { continue }
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let target =
        parts[0].isEmpty
        ? URL(fileURLWithPath: page.path, relativeTo: Fixtures.package)
        : URL(fileURLWithPath: String(parts[0]), relativeTo: folder)
      #expect(FileManager.default.fileExists(atPath: target.path), "\(page.path): \(link)")
      guard parts.count > 1, target.pathExtension == "md" else { continue }
      let text = (try? String(contentsOf: target, encoding: .utf8)) ?? ""
      let anchors = text.split(separator: "\n").filter { $0.hasPrefix("#") }.map(Self.anchor)
      #expect(anchors.contains(String(parts[1])), "\(page.path): \(link)")
    }
  }

  @Test(
    "every page is reached from the README, and none speaks of what is not there",
    arguments: Page.all)
  func reached(_ page: Page) {
    if page.path != "README.md" {
      #expect(Page("README.md").text.contains("(\(page.path))"), "\(page.path)")
    }
    for word in ["seed 0", "spec/", "shared/", "issue ", "anew", "so many"] {
      let prose = page.text.components(separatedBy: "```").enumerated()
        .filter { $0.offset % 2 == 0 }.map(\.element).joined()
      #expect(!prose.contains(word), "\(page.path): \(word)")
    }
  }

  @Test("the glossary has at most 40 words, in order")
  func glossary() {
    let rows = Page("docs/glossary.md").text.split(separator: "\n")
      .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| word") }
    let words = rows.map { $0.dropFirst(2).prefix { $0 != "|" }.lowercased() }
    #expect(words.count > 20 && words.count <= 40)
    #expect(words == words.sorted())
  }
}
