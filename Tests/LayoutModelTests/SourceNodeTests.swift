import LayoutBenchTiming
import LayoutModel
import Testing

@Suite("Entries without names")
struct SourceNodeTests {
  /// Characters of names, and others between them.
  private static let characters: [Character] = Array("abz09AZ_-.:+ ()[]{}\t,@\r\n") + ["\r\n"]

  /// A letter beyond ASCII beside a text selects the slower search, whose answer must be the same.
  @Test("a word in ASCII is found as one between other letters is")
  func words() {
    var random = SplitMix64(seed: 1)
    func text(_ length: Int) -> String {
      String((0..<length).map { _ in Self.characters.randomElement(using: &random) ?? "a" })
    }
    var counts = [0, 0]
    for _ in 0..<20_000 {
      let words = text(.random(in: 0...12, using: &random))
      let names = Set((0..<3).map { _ in text(.random(in: 1...2, using: &random)) })
      let position = SourcePosition(line: 1, column: 1)
      let node = SourceNode(.scalar(words, offset: nil), at: position)
      let other = SourceNode(.scalar(words + " é", offset: nil), at: position)
      let isKept = node.without(itemsNaming: names) != nil
      #expect(isKept == (other.without(itemsNaming: names) != nil), "\(words) \(names)")
      counts[isKept ? 1 : 0] += 1
    }
    #expect(counts.allSatisfy { $0 > 1_000 })
  }
}
