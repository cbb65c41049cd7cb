import Foundation
import LayoutBenchFixtures
import Testing

/// The words of comments and messages: those of the field, understood at first reading.
@Suite("Words")
struct WordsTests {
  private static let sources: [(path: String, text: String)] = {
    let root = Fixtures.package.path
    return ["Sources", "Benchmarks", "Tests"].flatMap { folder -> [(path: String, text: String)] in
      let names =
        FileManager.default.enumerator(atPath: "\(root)/\(folder)")?
        .compactMap { $0 as? String } ?? []
      return names.filter { $0.hasSuffix(".swift") && !$0.contains(".build/") }.compactMap { name in
        (try? String(contentsOfFile: "\(root)/\(folder)/\(name)", encoding: .utf8)).map {
          ("\(folder)/\(name)", $0)
        }
      }
    }
  }()

  @Test("doc comments open with a verb or a noun")
  func openings() {
    #expect(Self.sources.count > 300)
    let openings = ["What", "Where", "Who", "Whether", "How", "That", "Which", "Why"]
    for (path, text) in Self.sources where !path.hasSuffix("EngineTemplate.swift") {
      var isInside = false
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        let words = line.trimmingPrefix { $0 == " " }
        defer { isInside = words.hasPrefix("///") }
        guard !isInside, words.hasPrefix("/// ") else { continue }
        let first = words.dropFirst(4).prefix { $0.isLetter }
        if openings.contains(String(first)) { Issue.record("\(path): \(line)") }
      }
    }
  }

  @Test("comments and texts name pages that are there, and sources by their own names")
  func references() throws {
    let page = try NSRegularExpression(pattern: "[\\w/.-]+\\.md\\b")
    let number = try NSRegularExpression(pattern: "\\b[Ss]eeds? [0-9]{3}\\b")
    for (path, text) in Self.sources {
      for line in text.split(separator: "\n").map(String.init) {
        // Files that commands and tests write are no pages.
        guard line.contains("//") else { continue }
        let all = NSRange(line.startIndex..., in: line)
        if number.firstMatch(in: line, range: all) != nil { Issue.record("\(path): \(line)") }
        for match in page.matches(in: line, range: all) {
          guard let range = Range(match.range, in: line) else { continue }
          let place = Fixtures.package.appendingPathComponent(String(line[range])).path
          if !FileManager.default.fileExists(atPath: place) { Issue.record("\(path): \(line)") }
        }
      }
    }
  }

  /// Phrases that readers had to decode.
  private static let phrases = [
    "anew", "so many", "speak of", "speaks of", "held against", "hold against", "holds against",
    "all the same", "is asked for", "are asked for", "tell of", "tells of", "as it was", "somebody",
    "whatever", "come to", "other people's",
  ]

  @Test("messages, help and the page use no house words")
  func messages() throws {
    let pattern = try NSRegularExpression(
      pattern: "\\b(" + Self.phrases.joined(separator: "|") + ")\\b")
    for (path, text) in Self.sources where path.hasPrefix("Sources/") {
      var isLong = false
      for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
        let marks = line.components(separatedBy: "\"\"\"").count - 1
        defer { if marks % 2 == 1 { isLong.toggle() } }
        if line.drop(while: { $0 == " " }).hasPrefix("//") { continue }
        // Code between literals is no text.
        let texts =
          isLong
          ? [line]
          : line.components(separatedBy: "\"").enumerated().filter { $0.offset % 2 == 1 }
            .map(\.element)
        for text in texts
        where pattern.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil {
          Issue.record("\(path): \(text)")
        }
      }
    }
  }
}
