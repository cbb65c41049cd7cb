package import Foundation

/// Texts of one kind that a fuzzer starts from, and the words of its language: files in
/// `Tests/Fuzzing/Corpus`.
package struct Corpus: Sendable {
  /// The texts.
  package let texts: [String]
  /// Texts that failed once.
  package let regressions: [String]
  /// The words that occur in the texts.
  package let words: [String]

  /// The folder.
  package static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Corpus")

  /// The corpus of a kind.
  ///
  /// - Throws: an error where a file is missing or is no JSON array of strings.
  package init(of input: FuzzInput) throws {
    texts = try Self.strings("\(input.rawValue).json")
    regressions = try Self.strings("\(input.rawValue)-regressions.json")
    words = Set((texts + regressions).flatMap(TextMutation.tokens)).sorted()
  }

  private static func strings(_ name: String) throws -> [String] {
    try JSONDecoder().decode(
      [String].self, from: Data(contentsOf: folder.appendingPathComponent(name)))
  }
}
