/// A text: content whose height depends on its width.
///
/// Every character, a Unicode scalar that is not a line break, is `advance` points wide, every line
/// `line` points high. Lines are broken greedily between words; a word longer than the width begins
/// on a line of its own and is broken between characters. Spaces at a break have no width, however
/// many. All engines measure by this model, so that they can agree.
public struct Text: Hashable, Sendable {
  /// The characters; `\n` ends a line, and a no-break space is a letter.
  public var string: String
  /// The width of a character, points, above 0.
  public var advance: Double
  /// The height of a line, points, above 0.
  public var line: Double
  /// The first baseline below the top of a line, points, at most `line`.
  public var ascent: Double
  /// The most lines that are shown; 0 is all.
  public var mostLines: Int

  /// The points by which a line may exceed the given width: engines agree on widths only to 1e-6
  /// points.
  public static let tolerance = 0.001

  /// A text.
  ///
  /// - Parameters:
  ///   - string: the characters.
  ///   - advance: the width of each, points, above 0.
  ///   - line: the height of a line, points, above 0.
  ///   - ascent: the first baseline below the top, points, at most `line`.
  ///   - mostLines: the most lines that are shown; 0 is all.
  public init(
    _ string: String, advance: Double = 8, line: Double = 20, ascent: Double = 15,
    mostLines: Int = 0
  ) {
    self.string = string
    self.advance = advance
    self.line = line
    self.ascent = ascent
    self.mostLines = mostLines
  }

  /// The size with one line per paragraph, points.
  public var naturalSize: Size { size(atWidth: .infinity) }

  /// The content size of a view that shows it, points: the natural size.
  package var naturalContent: IntrinsicSize {
    let size = naturalSize
    return IntrinsicSize(size.width, size.height)
  }

  /// The last baseline above the bottom, points.
  public var descent: Double { line - ascent }

  /// The size at a width: the width of the widest line that is shown, and the height of all lines
  /// shown.
  ///
  /// Allocates nothing; its time is proportional to the number of characters.
  ///
  /// - Parameter width: points; a width below one character counts as one character.
  /// - Returns: points.
  public func size(atWidth width: Double) -> Size {
    var lines = LineBreaker(capacity: characters(in: width), most: mostLines)
    let isKnown: Void? = string.utf8.withContiguousStorageIfAvailable { bytes in
      for byte in bytes where !lines.isFull { lines.add(byte) }
    }
    if isKnown == nil { for byte in string.utf8 where !lines.isFull { lines.add(byte) } }
    return size(of: lines.end())
  }

  /// The natural size and the size at a width, both computed in one scan of the characters.
  ///
  /// - Parameter width: points, as in `size(atWidth:)`.
  /// - Returns: points, as `naturalSize` and `size(atWidth:)` return them.
  package func sizes(atWidth width: Double) -> (natural: Size, wrapped: Size) {
    var lines = LineBreaker(capacity: characters(in: width), most: mostLines)
    var natural = LineBreaker(capacity: characters(in: .infinity), most: mostLines)
    let isKnown: Void? = string.utf8.withContiguousStorageIfAvailable { bytes in
      for byte in bytes where !natural.isFull {
        if !lines.isFull { lines.add(byte) }
        natural.add(byte)
      }
    }
    if isKnown == nil {
      for byte in string.utf8 where !natural.isFull {
        if !lines.isFull { lines.add(byte) }
        natural.add(byte)
      }
    }
    return (size(of: natural.end()), size(of: lines.end()))
  }

  private func size(of lines: (count: Int, widest: Int)) -> Size {
    Size(width: advance * Double(lines.widest), height: line * Double(lines.count))
  }

  /// The lines that are shown at a width, without the spaces at their breaks.
  ///
  /// - Parameter width: points, as in `size(atWidth:)`.
  /// - Returns: as many lines as that size is high.
  public func lines(atWidth width: Double) -> [String] {
    let capacity = characters(in: width)
    var lines: [String] = []
    for paragraph in string.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = ""
      var (spaces, isBegun) = (0, false)
      for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
        // An empty word between two separators is one more space.
        guard !word.isEmpty else {
          spaces += 1
          continue
        }
        var letters = Array(word.unicodeScalars)
        let room = capacity - line.unicodeScalars.count - spaces
        if letters.count > room {
          if isBegun || spaces > 0 { lines.append(line) }
          while letters.count > capacity {
            lines.append(Self.string(letters[..<capacity]))
            letters.removeFirst(capacity)
          }
          line = Self.string(letters[...])
        } else {
          line += String(repeating: " ", count: spaces) + word
        }
        (spaces, isBegun) = (1, true)
      }
      lines.append(line)
    }
    return mostLines > 0 ? Array(lines.prefix(mostLines)) : lines
  }

  private static func string(_ letters: ArraySlice<Unicode.Scalar>) -> String {
    var string = ""
    string.unicodeScalars.append(contentsOf: letters)
    return string
  }

  /// The number of characters that fit into a line of a width; at least one.
  private func characters(in width: Double) -> Int {
    let count = (width + Self.tolerance) / advance
    guard count < 1e9 else { return .max / 2 }
    guard count >= 1 else { return 1 }
    var whole = Int(count)
    // The quotient may be rounded.
    if Double(whole) * advance > width + Self.tolerance { whole -= 1 }
    if Double(whole + 1) * advance <= width + Self.tolerance { whole += 1 }
    return max(1, whole)
  }
}

/// A text with sizes of it that are known: nobody reads its characters again for them.
package struct MeasuredText: Sendable {
  /// The text.
  package let text: Text
  /// The size with one line per paragraph, points.
  package let natural: Size
  /// The width of the last measurement, points; NaN where there was none.
  package private(set) var width: Double
  /// The size at that width, points.
  package private(set) var wrapped: Size

  /// Measures a text, in one scan of its characters.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - width: the width at which it will probably be shown, points; NaN where none is known.
  package init(_ text: Text, atWidth width: Double) {
    (self.text, self.width) = (text, width)
    if width.isNaN {
      natural = text.naturalSize
      wrapped = natural
    } else {
      (natural, wrapped) = text.sizes(atWidth: width)
    }
  }

  /// A text whose natural size is known, points; it has no other size yet.
  init(_ text: Text, natural: Size) {
    (self.text, self.natural, width, wrapped) = (text, natural, .nan, natural)
  }

  /// Computes the size at a width, unless it is known.
  ///
  /// - Parameter width: points.
  /// - Returns: whether the characters were read.
  package mutating func measure(atWidth width: Double) -> Bool {
    guard self.width != width else { return false }
    self.width = width
    wrapped = text.size(atWidth: width)
    return true
  }
}

/// Breaks characters into lines, one after the other.
private struct LineBreaker {
  let capacity: Int
  let most: Int
  /// The lines that have ended, and the characters of the widest.
  var lines = 0
  var widest = 0
  /// The characters on the present line, up to the end of its last word.
  var length = 0
  /// The spaces after them, and the letters after those.
  var spaces = 0
  var letters = 0
  /// True if the present line has a word.
  var hasWord = false

  init(capacity: Int, most: Int) {
    self.capacity = capacity
    self.most = most
  }

  var isFull: Bool { most > 0 && lines >= most }

  @inline(__always)
  mutating func add(_ byte: UInt8) {
    switch byte {
    // Not the first byte of a character.
    case 0x80..<0xC0: break
    case 0x20:
      endWord()
      spaces += 1
    case 0x0A:
      endWord()
      endLine()
    default: letters += 1
    }
  }

  mutating func end() -> (count: Int, widest: Int) {
    guard !isFull else { return (lines, widest) }
    endWord()
    if !isFull { endLine() }
    return (lines, widest)
  }

  private mutating func endWord() {
    guard letters > 0 else { return }
    if length + spaces + letters > capacity {
      if hasWord || spaces > 0 { endLine() }
      while letters > capacity, !isFull {
        length = capacity
        letters -= capacity
        endLine()
      }
      (length, letters) = (letters, 0)
    } else {
      length += spaces + letters
      letters = 0
    }
    spaces = 0
    hasWord = true
  }

  /// Ends the present line; spaces after its last word have no width.
  private mutating func endLine() {
    guard !isFull else { return }
    lines += 1
    widest = max(widest, length)
    (length, spaces, hasWord) = (0, 0, false)
  }
}
