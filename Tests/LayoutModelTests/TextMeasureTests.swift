import LayoutBenchTiming
import LayoutModel
import Testing

/// A text measured another way: the position of every word in its paragraph first; then each line
/// is the longest range of positions that fits, found by bisection.
private func measured(_ text: Text, _ width: Double) -> Size {
  var capacity = 1
  while width.isFinite, Double(capacity + 1) * text.advance <= width + 0.001 { capacity += 1 }
  if width == .infinity { capacity = 1_000_000_000 }
  var lengths: [Int] = []
  for paragraph in text.string.split(separator: "\n", omittingEmptySubsequences: false) {
    let letters = Array(paragraph.unicodeScalars)
    let isLetter = letters.map { $0 != " " }
    let starts = letters.indices.filter { isLetter[$0] && ($0 == 0 || !isLetter[$0 - 1]) }
    let ends = letters.indices.filter {
      isLetter[$0] && ($0 + 1 == letters.count || !isLetter[$0 + 1])
    }
    .map { $0 + 1 }
    /// The number of words that end within a line that begins at a position.
    func fitting(from origin: Int) -> Int {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] - origin <= capacity { low = middle + 1 } else { high = middle }
      }
      return low
    }
    guard !starts.isEmpty else {
      lengths.append(0)
      continue
    }
    var (word, origin) = (0, 0)
    while word < starts.count {
      let next = fitting(from: origin)
      if next > word {
        lengths.append(ends[next - 1] - origin)
        word = next
        if word < starts.count { origin = starts[word] }
      } else if origin < starts[word] {
        // The spaces at the beginning of a paragraph are a line of their own.
        lengths.append(0)
        origin = starts[word]
      } else {
        let pieces = (ends[word] - starts[word] - 1) / capacity
        lengths += Array(repeating: capacity, count: pieces)
        origin += pieces * capacity
      }
    }
  }
  if text.mostLines > 0 { lengths = Array(lengths.prefix(text.mostLines)) }
  return Size(
    width: text.advance * Double(lengths.max() ?? 0), height: text.line * Double(lengths.count))
}

@Suite("Texts")
struct TextMeasureTests {
  @Test(
    "lines are broken where the model says",
    arguments: [
      ("", 100, 0, 1), ("word", 100, 32, 1), ("two words", 72, 72, 1), ("two words", 71.9, 40, 2),
      ("two words", 71.9995, 72, 1), ("a\n", 100, 8, 2), ("\n\n", 100, 0, 3),
      ("two   words", 50, 40, 2), ("  led", 40, 40, 1), ("  led", 39, 24, 2),
      ("trailing  ", 100, 64, 1), ("abcdefgh", 24, 24, 3), ("ab cdefgh i", 24, 24, 4),
      ("x", 0, 8, 1), ("xyz", -5, 8, 3), ("a\u{A0}b c", 24, 24, 2), ("äöü ß", 24, 24, 2),
      ("🙂🙂", 16, 16, 1),
    ] as [(String, Double, Double, Int)])
  func lines(_ string: String, _ width: Double, _ widest: Double, _ count: Int) {
    let size = Text(string).size(atWidth: width)
    #expect(size == Size(width: widest, height: 20 * Double(count)), "'\(string)' at \(width)")
  }

  @Test("only so many lines are shown")
  func mostLines() {
    let text = Text("one two three four", mostLines: 2)
    #expect(text.size(atWidth: 40) == Size(width: 24, height: 40))
    #expect(text.naturalSize == Size(width: 144, height: 20))
    #expect(Text("abcdefgh", mostLines: 2).size(atWidth: 16) == Size(width: 16, height: 40))
    #expect(text.descent == 5)
  }

  @Test("another way of measuring comes to the same", arguments: 0..<40)
  func independent(_ part: Int) {
    var random = SplitMix64(seed: UInt64(part))
    let letters = Array("abcdefg   \n\u{A0}é🙂")
    for _ in 0..<850 {
      let length = Int.random(in: 0...60, using: &random)
      let string = String((0..<length).map { _ in letters.randomElement(using: &random) ?? "a" })
      let advance: Double = [8, 7.5, 1, 0.1, 6.35].randomElement(using: &random) ?? 8
      let text = Text(
        string, advance: advance, line: 20, mostLines: Int.random(in: 0...4, using: &random))
      let whole = Double(Int.random(in: -1...30, using: &random)) * advance
      let drawn = Double.random(in: 0...(30 * advance), using: &random)
      for width in [whole, drawn, .infinity] {
        let size = text.size(atWidth: width)
        #expect(
          size == measured(text, width),
          "'\(string)', \(advance), at \(width), \(text.mostLines) lines")
        let both = text.sizes(atWidth: width)
        #expect(both.natural == text.naturalSize && both.wrapped == size, "'\(string)' at \(width)")
        let lines = text.lines(atWidth: width)
        let widest = lines.map(\.unicodeScalars.count).max() ?? 0
        #expect(
          size == Size(width: advance * Double(widest), height: 20 * Double(lines.count)),
          "'\(string)', \(advance), at \(width): \(lines)")
      }
    }
  }
}
