/// Numbers that are worked out alike and lie at the same distances, as they do in lists: a run by steps.
struct StepRun {
  typealias Value = CallGraph.Value

  /// What an item makes, and of what.
  struct Item {
    let targets: [Value]
    var operands: [Value]
  }

  let kind: CallProgram.Run
  /// What stands before the addresses.
  let head: [Int32]
  /// The first item's addresses, its target in front, and how far behind each the next item's lies.
  var addresses: [Int32]
  var steps: [Int32]
  let items: [Item]

  /// The words of the run.
  var words: [Int32] {
    [kind.word] + head + zip(addresses, steps).flatMap { [$0, $1] }
  }
}

/// Runs by steps of the same number of items that are done a part of each at a time, so that what one writes
/// the next finds in the nearest cache.
struct StepGroup {
  /// How many numbers one run goes through before the next one does.
  private static let cacheNumbers = 2048

  private var count = 0
  private var runs: [StepRun] = []
  /// Which item makes each number.
  private var makers: [CallGraph.Value: Int] = [:]

  var isEmpty: Bool { runs.isEmpty }

  /// Whether it makes one of these numbers.
  func makes(_ values: [CallGraph.Value]) -> Bool { values.contains { makers[$0] != nil } }

  /// Adds a run, if its items find what they need where it is done in parts.
  ///
  /// - Returns: whether it was added.
  mutating func add(_ run: StepRun) -> Bool {
    guard isEmpty || count == run.items.count else { return false }
    for (index, item) in run.items.enumerated() {
      // An item finds what those of its own number have made, and those before them.
      guard item.operands.allSatisfy({ (makers[$0] ?? 0) <= index }) else { return false }
    }
    count = run.items.count
    runs.append(run)
    for (index, item) in run.items.enumerated() {
      for target in item.targets { makers[target] = index }
    }
    return true
  }

  /// How many items are done at a time.
  private var part: Int {
    let step = runs.lazy.flatMap(\.steps).map(abs).max() ?? 1
    return min(count, max(16, Self.cacheNumbers / max(1, Int(step))))
  }

  /// The words of all runs.
  var words: [Int32] {
    [CallProgram.Run.steps.word, Int32(count), Int32(runs.count), Int32(part)]
      + runs.flatMap(\.words)
  }

  /// Has the frames that the runs make written as soon as a part is made, where each item makes frames of its
  /// own.
  ///
  /// - Parameter frameCount: how many numbers the frames have.
  /// - Returns: the frames' numbers that are not written so; `nil` where none are.
  mutating func writeFrames(of frameCount: Int32) -> [Range<Int32>]? {
    var targets: [(address: Int32, step: Int32)] = []
    for run in runs {
      for place in run.kind.targets where run.addresses[place] < frameCount {
        targets.append((run.addresses[place], run.steps[place]))
      }
    }
    guard part < count, let step = targets.first?.step, step > 0,
      targets.allSatisfy({ $0.step == step }), let least = targets.map(\.address).min(),
      let most = targets.map(\.address).max()
    else { return nil }
    let first = least / 4 * 4
    let end = first + step * Int32(count)
    // Two numbers may be written from an address on, or four from the first one of a frame.
    guard (most + 2 - first + 3) / 4 * 4 <= step, end <= frameCount else { return nil }
    runs.append(StepRun(kind: .writes, head: [], addresses: [first], steps: [step], items: []))
    return [0..<first, end..<frameCount].filter { !$0.isEmpty }
  }
}

/// Items that come again and again at the same distances: so many from the first on, each so many behind the
/// one before.
struct Segment {
  let first: Int
  let period: Int
  let count: Int

  /// Least number of items whose addresses are given by steps.
  static let least = 16
  /// After how many items the like of one may come.
  private static let longestPeriod = 16

  var indices: [Int] { (0..<count).map { first + $0 * period } }

  /// How far the words of an item are from those of the one before.
  func step(_ items: [[Int32]]) -> [Int32] {
    zip(items[first + period], items[first]).map { $0 - $1 }
  }

  /// Finds such items.
  ///
  /// - Parameters:
  ///   - items: lists of words of the same length.
  ///   - fixed: how many words at the end must be the same.
  /// - Returns: these, and the indices of all other items.
  static func all(in items: [[Int32]], fixed: Int = 0) -> ([Segment], rest: [Int]) {
    var (segments, rest): ([Segment], [Int]) = ([], [])
    var first = 0
    while first < items.count {
      let (period, covered) = repetition(in: items, fixed: fixed, from: first)
      if covered == 0 {
        rest.append(first)
        first += 1
      } else {
        segments += (first..<first + period).map {
          Segment(first: $0, period: period, count: covered / period)
        }
        first += covered
      }
    }
    return (segments, rest)
  }

  /// How many items from one on are like those so many before them, and how many that is.
  private static func repetition(
    in items: [[Int32]], fixed: Int, from first: Int
  ) -> (period: Int, covered: Int) {
    var best = (period: 0, covered: 0)
    for period in 1...longestPeriod where first + period * least <= items.count {
      var index = first
      search: while index + period < items.count {
        let start = first + (index - first) % period
        for place in items[index].indices {
          let distance =
            place < items[index].count - fixed
            ? items[start + period][place] - items[start][place] : 0
          if items[index + period][place] - items[index][place] != distance { break search }
        }
        index += 1
      }
      let covered = (index - first + period) / period * period
      if covered >= period * least, covered > best.covered { best = (period, covered) }
    }
    return best
  }
}
