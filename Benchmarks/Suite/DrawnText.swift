/// Words for drawn texts.
///
/// A fixed list, whose lengths occur as often as in English prose: about four letters on average,
/// with a long tail.
package enum DrawnText {
  private static let words =
    ("the of and to in a is that for it as was with be by on not he his but at are this have from or had an they "
    + "which one you were all her she there would their we him been has when who will no more if out so up said "
    + "what its about than into them can only other time new some could these two may first then do any like my "
    + "now over such our man me even most made after also did many off before must well back through years much "
    + "where your way down should because long each just state those people too little good world make very year "
    + "still see own work men day get here old life both between being under three never know same last another "
    + "while us off might great go come since against right came take used himself few house American use place "
    + "during high without again home around small however found part once general upon school every think point "
    + "united university understanding considerable establishment representative information administration")
    .split(separator: " ").map(String.init)

  /// The words of a text of a generated scene: always the same ones for the same number.
  static func string(characters: Int, number: Int) -> String {
    var random = Sequence(state: UInt64(truncatingIfNeeded: number))
    return string(characters: characters, &random)
  }

  /// A number of words.
  static func string(words count: Int, number: Int) -> String {
    var random = Sequence(state: UInt64(truncatingIfNeeded: number))
    return (0..<count).lazy.map { _ in words.randomElement(using: &random) ?? "a" }
      .joined(separator: " ") + "."
  }

  /// Numbers that follow from a first one (Knuth's linear congruential generator, MMIX).
  private struct Sequence: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state &>> 32
    }
  }

  /// Words that together have about a given number of characters, the last one with a full stop.
  ///
  /// - Parameters:
  ///   - characters: the minimum number of characters.
  ///   - random: the generator that draws the words.
  /// - Returns: the words.
  package static func string(
    characters: Int, _ random: inout some RandomNumberGenerator
  ) -> String {
    var string = ""
    repeat {
      if !string.isEmpty { string += " " }
      string += words.randomElement(using: &random) ?? "a"
    } while string.utf8.count < characters
    return string + "."
  }
}
