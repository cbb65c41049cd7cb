/// Finds the candidate that a misspelt word was probably meant to be.
public enum Spelling {
  /// The candidate with the fewest edits from the word, if they are few enough for a typing error.
  ///
  /// Edits are insertions, deletions, replacements and swaps of neighbours; the limit is a third of
  /// the longer word's length, and at least one.
  public static func nearest<Candidates: Sequence<String>>(
    to word: String, among candidates: Candidates
  ) -> String? {
    let letters = Array(word.prefix(64).utf8)
    let lowercased = word.prefix(64).lowercased()
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      if candidate.lowercased() == lowercased { return candidate }
      let other = Array(candidate.utf8)
      let limit = min(max(1, max(letters.count, other.count) / 3), (best?.distance ?? .max) - 1)
      guard abs(letters.count - other.count) <= limit else { continue }
      let distance = edits(letters, other)
      if distance <= limit { best = (candidate, distance) }
    }
    return best?.name
  }

  /// Optimal string alignment distance.
  static func edits(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: second.count + 1)
    var last = Array(0...second.count)
    for row in 0..<first.count {
      var current = [row + 1] + last.dropFirst()
      for column in 0..<second.count {
        let replaced = last[column] + (first[row] == second[column] ? 0 : 1)
        var least = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current[column + 1] = least
      }
      beforeLast = last
      last = current
    }
    return last[second.count]
  }
}
