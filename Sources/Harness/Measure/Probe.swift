import LayoutBenchTiming

/// A counter around a pass: of memory, or of instructions in a process under valgrind.
struct Probe {
  /// The quantity that is counted.
  enum Kind { case memory, instructions }

  let kind: Kind
  /// The number of the cell that is counted.
  let cell: Int

  /// The number of plans whose instructions are counted together, or of readings of a scene's
  /// statements.
  ///
  /// One plan's instructions depend on the free blocks that the heap happens to have; of a batch,
  /// as it is timed, that is a small part.
  ///
  /// - Parameter views: the number of views of a plan.
  /// - Returns: 16, or fewer of many views.
  static func plans(ofViews views: Int) -> Int { max(1, min(16, 1600 / max(1, views))) }

  /// Begins to count from 0.
  func begin() {
    switch kind {
    case .memory: Allocations.begin()
    case .instructions: Instructions.begin()
    }
  }

  /// Ends counting.
  ///
  /// - Parameter passes: how many passes were counted.
  /// - Returns: the counts per pass; of instructions none, which are found in a file later.
  @discardableResult
  func end(over passes: Int) -> [String: Double] {
    switch kind {
    case .memory: return Allocations.end().counters(over: passes)
    case .instructions:
      Instructions.end("\(cell) over \(passes)")
      return [:]
    }
  }

  /// The instructions of a pass of each cell, and those outside the clock, of reading a scene's
  /// statements once.
  ///
  /// - Parameter counts: what a child counted, by name.
  /// - Returns: the counts, each with the cell's number and the counter's name.
  static func instructions(of counts: [String: Double]) -> [(
    cell: Int, name: String, count: Double
  )] {
    counts.compactMap { name, count in
      let words = name.split(separator: " ")
      let isOutside = words.last == "outside"
      guard words.count == (isOutside ? 4 : 3), let cell = Int(words[0]),
        let times = Double(words[2])
      else { return nil }
      let counter = isOutside ? CounterComparison.outside : CounterComparison.instructions
      return (cell, counter, count / times)
    }
  }
}
