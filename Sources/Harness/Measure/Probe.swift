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

  /// The instructions of a pass of each cell, by the cell's number.
  ///
  /// - Parameter counts: what a child counted, by name.
  /// - Returns: the counts by cell.
  static func instructions(of counts: [String: Double]) -> [Int: Double] {
    var found: [Int: Double] = [:]
    for (name, count) in counts {
      let words = name.split(separator: " ")
      guard words.count == 3, let cell = Int(words[0]), let passes = Double(words[2]) else {
        continue
      }
      found[cell] = count / passes
    }
    return found
  }

  /// The instructions outside the clock, of reading a scene's statements, by the cell's number.
  ///
  /// - Parameter counts: what a child counted, by name.
  /// - Returns: the counts by cell.
  static func instructionsOutside(of counts: [String: Double]) -> [Int: Double] {
    var found: [Int: Double] = [:]
    for (name, count) in counts where name.hasSuffix(" outside") {
      let words = name.split(separator: " ")
      guard words.count == 4, let cell = Int(words[0]), let times = Double(words[2]) else {
        continue
      }
      found[cell] = count / times
    }
    return found
  }
}
