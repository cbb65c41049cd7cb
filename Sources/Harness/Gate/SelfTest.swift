package import LayoutBenchTiming

/// The gate's own error rates: how often it calls unchanged code slower, and how often it finds
/// code that is slower.
///
/// Changed code is compared, not added waiting time: links of one build with each other, and a
/// build with builds whose code was changed. The instructions of a changed cell determine
/// beforehand how much slower it is.
package struct SelfTest: Codable, Sendable {
  /// Comparisons of one half of the links of a build with the other half.
  package internal(set) var splits = 0
  /// Cells that were compared in them.
  package internal(set) var unchangedCells = 0
  /// Those of them that were called slower.
  package internal(set) var falseAlarms: [String] = []
  /// The cells of changed builds.
  package internal(set) var changed: [ChangedCell] = []
  /// The load average before and after.
  package internal(set) var load: [Double] = []

  /// A cell of a build whose code was changed, somewhere.
  package struct ChangedCell: Codable, Sendable {
    /// The name of the change.
    package var change: String
    /// The cell.
    package var name: CellName
    /// Instructions after the change ÷ before.
    package var instructions: Double
    /// The verdict on its time.
    package var verdict: ComparedCell.Verdict
    /// Time after the change ÷ before, as estimated in the last step that was done.
    package var shift: Estimate?

    /// True if it was called slower.
    package var isFound: Bool { verdict == .slower }
    /// True if it was called faster.
    package var isFoundFaster: Bool { verdict == .faster }
  }

  /// Changed cells between two sizes of change.
  package struct SizeClass: Sendable {
    /// Instructions after ÷ before, from here on.
    package let from: Double
    /// Up to here, this left out.
    package let to: Double
    /// The cells.
    package let cells: [ChangedCell]

    /// The number of cells that were called slower.
    package var found: Int { cells.count { $0.isFound } }
    /// The share of them that was called slower; `nil` without cells.
    package var power: Estimate? {
      cells.isEmpty ? nil : Statistics.rate(found, of: cells.count)
    }
  }

  /// The changed cells by size: not changed, within the threshold, beyond it.
  package var classes: [SizeClass] {
    let bounds = [0, 1.005, 1.02, 1.05, 1.1, .infinity]
    return zip(bounds, bounds.dropFirst()).map { from, to in
      SizeClass(
        from: from, to: to,
        cells: changed.filter { from <= $0.instructions && $0.instructions < to })
    }
  }

  /// The cells with a tenth less instructions, or fewer still: a change of a tenth was undone.
  package var faster: [ChangedCell] { changed.filter { $0.instructions <= 1 / 1.1 } }
  /// The share of them that was called faster; `nil` without cells.
  package var powerOfFaster: Estimate? {
    faster.isEmpty ? nil : Statistics.rate(faster.count { $0.isFoundFaster }, of: faster.count)
  }

  /// The rate of false alarms per cell; `nil` where nothing was compared.
  package var falseAlarmRate: Estimate? {
    unchangedCells == 0 ? nil : Statistics.rate(falseAlarms.count, of: unchangedCells)
  }

  /// The number of cells in a whole comparison of the method.
  package static let wholeComparison = 480

  /// True if there was at most 1 false alarm per 480 cells, 95 % of what grew by a tenth or more
  /// was found, and nothing below the threshold was called slower.
  package var holds: Bool {
    guard falseAlarms.count * Self.wholeComparison <= unchangedCells else { return false }
    return classes.allSatisfy { one in
      if one.from < 1 { return one.found * Self.wholeComparison <= one.cells.count }
      if one.to <= 1.02 { return one.found == 0 }
      return one.from < 1.1 || (one.power?.value ?? 1) >= 0.95
    }
  }

  /// No comparison done yet.
  package init() {}

  /// Compares one half of the links of a build with the other half.
  ///
  /// - Parameters:
  ///   - benchmark: the scenes, verified.
  ///   - links: links of one build, at least two; each comparison draws its halves again.
  ///   - children: children per side in the first step.
  ///   - progress: called before each pair of children.
  /// - Throws: `ChildProcessFailure`.
  package mutating func split(
    _ benchmark: Benchmark, links: [String], children: Int,
    progress: (SideBySide.Progress) -> Void
  ) throws {
    var random = SplitMix64(seed: benchmark.run.seed, child: splits, round: -7)
    let drawn = links.shuffled(using: &random)
    let half = drawn.count / 2
    guard
      let comparison = try compare(
        benchmark, base: Array(drawn[..<half]), head: Array(drawn[half..<(2 * half)]),
        children: children, isCounted: false, progress)
    else { return }
    splits += 1
    unchangedCells += comparison.cells.count
    falseAlarms += comparison.cells.filter { $0.verdict == .slower || $0.verdict == .wrong }
      .map { "\($0.name): \($0.verdict.rawValue)" }
  }

  /// Compares a build with one whose code was changed, and the changed one with it, as if the change were undone.
  ///
  /// - Parameters:
  ///   - benchmark: the scenes, verified; instructions are counted.
  ///   - base: links of the build.
  ///   - head: links of the changed build.
  ///   - change: the name of the change.
  ///   - children: children per side in the first step.
  ///   - progress: called before each pair of children.
  /// - Throws: `ChildProcessFailure`.
  package mutating func compare(
    _ benchmark: Benchmark, base: [String], head: [String], change: String, children: Int,
    progress: (SideBySide.Progress) -> Void
  ) throws {
    try add(benchmark, base: base, head: head, change, children, progress)
    try add(benchmark, base: head, head: base, "\(change) undone", children, progress)
  }

  private mutating func add(
    _ benchmark: Benchmark, base: [String], head: [String], _ change: String, _ children: Int,
    _ progress: (SideBySide.Progress) -> Void
  ) throws {
    guard
      let comparison = try compare(
        benchmark, base: base, head: head, children: children, isCounted: true, progress)
    else { return }
    func instructions(_ run: Run) -> [CellName: Double] {
      run.cells.reduce(into: [:]) {
        $0[CellName($1)] = $1.counters?[CounterComparison.instructions]
      }
    }
    let (before, after) = (
      instructions(comparison.screening.base), instructions(comparison.screening.head)
    )
    for cell in comparison.cells {
      guard let old = before[cell.name], let new = after[cell.name], old > 0 else { continue }
      changed.append(
        ChangedCell(
          change: change, name: cell.name, instructions: new / old, verdict: cell.verdict,
          shift: cell.remeasured ?? cell.screening))
    }
  }

  /// A comparison; `nil` where it was interrupted.
  private mutating func compare(
    _ benchmark: Benchmark, base: [String], head: [String], children: Int, isCounted: Bool,
    _ progress: (SideBySide.Progress) -> Void
  ) throws -> Comparison? {
    note()
    var options = SideBySide.Options(base: base, head: head)
    options.screening = children
    options.hasCounters = isCounted
    options.allowsDebug = true
    var sides = try SideBySide(
      benchmark.with(seed: benchmark.run.seed &+ UInt64(splits)), options: options,
      progress: progress)
    try sides.run(progress: progress, save: { _ in })
    note()
    return Interrupts.came ? nil : sides.comparison
  }

  private mutating func note() {
    guard let now = Machine.load else { return }
    load = [load.first ?? now, now]
  }
}

extension Benchmark {
  /// The same cells with other random orders.
  func with(seed: UInt64) -> Benchmark {
    var other = self
    other.use(seed: seed)
    return other
  }
}
