/// Numbers as scene files write them, read from their text alone.
public enum NumberText {
  /// The largest magnitude of a length, points: solvers lose precision beyond it, and a larger
  /// number counts as a mistake.
  public static let largestMagnitude = 1e9

  /// The reason why a text is no valid number.
  public enum Failure: Error, Equatable, Sendable {
    /// It does not have the form of a number.
    case form
    /// Beyond `Double`, or not a number.
    case notFinite
    /// Beyond `largestMagnitude`.
    case absurd
  }

  /// Reads `[sign] digits [. digits] [e exponent]`, or `.5`; nothing else is a number.
  ///
  /// - Parameters:
  ///   - text: the whole number.
  ///   - largest: the greatest magnitude that is accepted.
  /// - Returns: the number.
  /// - Throws: `Failure`: `.nan`, `.inf` and `1e999` are not finite; `1e12` is absurd.
  public static func parse(
    _ text: String, largest: Double = largestMagnitude
  ) throws(Failure) -> Double {
    switch text.lowercased() {
    case ".nan", "nan", ".inf", "-.inf", "+.inf", "inf", "-inf", "+inf", "infinity", "-infinity":
      throw .notFinite
    default: break
    }
    guard hasForm(text.utf8), let number = Double(text) else { throw .form }
    guard number.isFinite else { throw .notFinite }
    guard abs(number) <= largest else { throw .absurd }
    return number
  }

  private static func hasForm(_ text: String.UTF8View) -> Bool {
    var rest = text[...]
    func digits() -> Int {
      let start = rest.startIndex
      rest = rest.drop { byte in byte >= 0x30 && byte <= 0x39 }
      return text.distance(from: start, to: rest.startIndex)
    }
    if let first = rest.first, first == 0x2B || first == 0x2D { rest.removeFirst() }
    var count = digits()
    if rest.first == 0x2E {
      rest.removeFirst()
      count += digits()
    }
    guard count > 0 else { return false }
    if let mark = rest.first, mark == 0x65 || mark == 0x45 {
      rest.removeFirst()
      if let sign = rest.first, sign == 0x2B || sign == 0x2D { rest.removeFirst() }
      guard digits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  /// A number as people write it: `5`, not `5.0`; otherwise the shortest that reads back equal.
  public static func write(_ number: Double) -> String {
    guard number == number.rounded(), abs(number) < 1e15 else { return "\(number)" }
    return number == 0 ? "0" : "\(Int64(number))"
  }

  /// Numbers as scene files list them: `[5, 13.5, 86, 17]`.
  public static func list(_ numbers: [Double]) -> String {
    "[" + numbers.map { write($0) }.joined(separator: ", ") + "]"
  }

  /// A frame as scene files write it: x, y, width, height, points.
  public static func write(_ frame: Rect) -> String {
    list([frame.x, frame.y, frame.width, frame.height])
  }

  /// A content size for messages: `86 × ~`, points.
  public static func write(_ content: IntrinsicSize) -> String {
    [content.horizontal, content.vertical].map { $0.map { write($0) } ?? "~" }
      .joined(separator: " × ")
  }

  /// A size for messages: `320 × 480`, points.
  public static func write(_ size: Size) -> String {
    "\(write(size.width)) × \(write(size.height))"
  }
}
