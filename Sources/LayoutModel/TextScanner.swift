/// A text that is read byte by byte, for the parsers of notations.
@usableFromInline
package struct TextScanner {
  /// The text's UTF-8.
  @usableFromInline package private(set) var bytes: [UInt8]
  /// The index of the next byte.
  @usableFromInline package var index = 0

  /// Starts at the beginning of a text.
  @inlinable
  package init(_ text: String) { bytes = Array(text.utf8) }

  /// Starts at the beginning of another text, in the memory of the one before.
  package mutating func restart(_ text: String) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: text.utf8)
    index = 0
  }

  /// The next byte; `nil` at the end.
  @inlinable package var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Skips white space.
  ///
  /// - Returns: the index of the next byte.
  @inlinable @discardableResult
  package mutating func skipSpace() -> Int {
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else { break }
      index += 1
    }
    return index
  }

  /// Consumes a character if it is the next one, and returns whether it was.
  @inlinable
  package mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  /// Reads letters, digits and `_`, with `alsoHyphen` also `-`.
  ///
  /// - Returns: the word; empty where none is next.
  @inlinable
  package mutating func word(alsoHyphen: Bool) -> String {
    let start = index
    while index < bytes.count {
      let byte = bytes[index]
      guard Self.isLetter(byte) || Self.isDigit(byte) || (alsoHyphen && byte == 0x2D) else { break }
      index += 1
    }
    return text(from: start)
  }

  /// Reads a decimal number of at most 15 digits whose value is at most 1e9, without an exponent.
  ///
  /// Both its digits and the power of ten below them are exact, so that their quotient is the
  /// nearest `Double`, as any other way of reading gives it.
  ///
  /// - Returns: the number; `nil`, with nothing read, where another form follows.
  @inlinable
  package mutating func shortNumber() -> Double? {
    var place = index
    let isNegative = place < bytes.count && bytes[place] == 0x2D
    if isNegative || (place < bytes.count && bytes[place] == 0x2B) { place += 1 }
    var digits = 0.0
    var scale = 1.0
    var count = 0
    while place < bytes.count, Self.isDigit(bytes[place]) {
      digits = digits * 10 + Double(bytes[place] & 0x0F)
      count += 1
      place += 1
    }
    if place < bytes.count, bytes[place] == 0x2E {
      place += 1
      let point = place
      while place < bytes.count, Self.isDigit(bytes[place]) {
        digits = digits * 10 + Double(bytes[place] & 0x0F)
        scale *= 10
        count += 1
        place += 1
      }
      guard place > point else { return nil }
    }
    guard count > 0, count <= 15, digits <= 1e9 * scale else { return nil }
    if place < bytes.count, bytes[place] == 0x2E || bytes[place] | 0x20 == 0x65 { return nil }
    index = place
    return isNegative ? -digits / scale : digits / scale
  }

  /// The text from an index up to the next byte, which is excluded.
  @inlinable
  package func text(from start: Int) -> String {
    String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// The column of a byte: characters from 1.
  package func column(of byte: Int) -> Int {
    String(decoding: bytes[..<min(byte, bytes.count)], as: UTF8.self).count + 1
  }

  /// Returns true if a byte is one of `0` to `9`.
  @inlinable
  package static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// Returns true if a byte is an ASCII letter or `_`.
  @inlinable
  package static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }
}
