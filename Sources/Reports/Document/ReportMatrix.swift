/// Engines by scenes, in a phase that the reader chooses.
package struct ReportMatrix: Sendable {
  /// A phase with the times of all engines on all scenes.
  package struct Part: Sendable {
    /// The form and phase: `program first`.
    package let name: String
    /// Nanoseconds by scene and engine, in their orders; `nil` where there is no time.
    package let times: [[Double?]]
    /// The words in place of a time, by scene and engine: `wrong`; empty where there is a time.
    package let words: [[String]]

    /// A phase.
    package init(name: String, times: [[Double?]], words: [[String]]) {
      (self.name, self.times, self.words) = (name, times, words)
    }
  }

  /// The engines, in the order of the Run.
  package let engines: [String]
  /// The yardsticks among the engines.
  package let yardsticks: Set<String>
  /// The scenes, in the order of the Run.
  package let scenes: [String]
  /// The phases; the first one is shown at first.
  package let parts: [Part]

  /// A matrix.
  package init(
    engines: [String], yardsticks: Set<String>, scenes: [String], parts: [Part]
  ) {
    (self.engines, self.yardsticks) = (engines, yardsticks)
    (self.scenes, self.parts) = (scenes, parts)
  }

  /// The colour of a factor to the fastest, from 0 for the fastest itself to 5.
  static func shade(_ factor: Double) -> Int {
    switch factor {
    case ..<1.1: 0
    case ..<2: 1
    case ..<4: 2
    case ..<8: 3
    case ..<16: 4
    default: 5
    }
  }

  /// The rows of the first phase: for each scene the factors to its yardstick, with colours.
  ///
  /// The colours are those of the factors to the fastest of several engines that are not
  /// yardsticks.
  var rows: [(scene: String, cells: [(text: String, shade: Int?)])] {
    guard let part = parts.first else { return [] }
    return scenes.indices.compactMap { row in
      guard part.times[row].contains(where: { $0 != nil }) else { return nil }
      let rivals = engines.indices.filter { !yardsticks.contains(engines[$0]) }
      let rivalTimes = rivals.compactMap { part.times[row][$0] }
      let best = rivalTimes.min()
      let yardstick = engines.indices.filter { yardsticks.contains(engines[$0]) }.lazy
        .compactMap { part.times[row][$0] }.first
      let cells = engines.indices.map { column -> (text: String, shade: Int?) in
        guard let time = part.times[row][column], let base = yardstick ?? best else {
          let word = part.words[row][column]
          return (word.isEmpty ? "–" : word, nil)
        }
        let isColoured = !yardsticks.contains(engines[column]) && rivalTimes.count > 1
        return (
          Quantity.factor(time / base), isColoured ? best.map { Self.shade(time / $0) } : nil
        )
      }
      return (scenes[row], cells)
    }
  }
}
