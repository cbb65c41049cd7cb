import LayoutBenchTiming

/// Changes of a text that keep most of its structure: whole words, numbers, lines and brackets.
///
/// Changes of single bytes seldom get past a reader's first characters; these reach what comes
/// behind it.
package struct TextMutation {
  private var dice: SplitMix64
  private let words: [String]

  /// The changes of a seed.
  ///
  /// - Parameters:
  ///   - seed: the seed.
  ///   - words: words that the language knows, to insert.
  package init(seed: UInt64, words: [String]) {
    dice = SplitMix64(seed: seed)
    self.words = words
  }

  /// Numbers at the limits of what readers and engines take.
  private static let numbers = [
    "0", "-0", "1", "-1", "0.5", "1e-9", "1e6", "1e7", "1e308", "1e309", "-1e308", "5e-324", "1000",
    "1001", "999.999", "2147483648", "9223372036854775808", "18446744073709551616", "nan", "inf",
    "0x10", "1_000", "00", "1.", ".5", "~", "null", "true",
  ]

  /// One to four changes of a text.
  ///
  /// - Parameter text: the text.
  /// - Returns: a text that differs from it in most cases.
  package mutating func change(_ text: String) -> String {
    var tokens = Self.tokens(of: text)
    for _ in 0..<Int.random(in: 1...4, using: &dice) { change(&tokens) }
    return tokens.joined()
  }

  /// Words, numbers, runs of spaces and single signs.
  static func tokens(of text: String) -> [String] {
    func kind(_ scalar: Unicode.Scalar) -> Int? {
      switch scalar {
      case "a"..."z", "A"..."Z", "_": 0
      case "0"..."9", ".": 1
      case " ": 2
      default: nil
      }
    }
    var tokens: [String] = []
    var last: Int?
    for scalar in text.unicodeScalars {
      let kind = kind(scalar)
      if let kind, kind == last {
        tokens[tokens.count - 1].unicodeScalars.append(scalar)
      } else {
        tokens.append(String(scalar))
      }
      last = kind
    }
    return tokens
  }

  private mutating func change(_ tokens: inout [String]) {
    guard !tokens.isEmpty else {
      tokens = [word(among: [])]
      return
    }
    let place = Int.random(in: tokens.indices, using: &dice)
    let end = min(tokens.count, place + Int.random(in: 1...8, using: &dice))
    switch Int.random(in: 0..<10, using: &dice) {
    case 0: tokens.removeSubrange(place..<end)
    case 1: tokens.insert(contentsOf: tokens[place..<end], at: place)
    case 2: tokens.swapAt(place, Int.random(in: tokens.indices, using: &dice))
    case 3: tokens[place] = word(among: tokens)
    case 4: tokens.insert(word(among: tokens), at: place)
    case 5, 6:
      let numbers = tokens.indices.filter { tokens[$0].first?.isNumber == true }
      guard let index = numbers.randomElement(using: &dice) else { return }
      tokens[index] = Self.numbers.randomElement(using: &dice) ?? "0"
    case 7:
      let target = Int.random(in: tokens.indices, using: &dice)
      tokens.insert(contentsOf: Array(tokens[place..<end]), at: target)
    case 8:
      // Deep or long: a token many times.
      let count = [3, 20, 200].randomElement(using: &dice) ?? 3
      tokens.insert(contentsOf: [String](repeating: tokens[place], count: count), at: place)
    default:
      var lines = tokens.joined().split(separator: "\n", omittingEmptySubsequences: false)
      lines.swapAt(
        Int.random(in: lines.indices, using: &dice), Int.random(in: lines.indices, using: &dice))
      if Bool.random(using: &dice), let line = lines.randomElement(using: &dice) {
        lines.insert(line, at: Int.random(in: lines.indices, using: &dice))
      }
      tokens = Self.tokens(of: lines.joined(separator: "\n"))
    }
  }

  private mutating func word(among tokens: [String]) -> String {
    switch Int.random(in: 0..<4, using: &dice) {
    case 0: tokens.randomElement(using: &dice) ?? "a"
    case 1: Self.numbers.randomElement(using: &dice) ?? "0"
    default: words.randomElement(using: &dice) ?? "\u{0}"
    }
  }
}
