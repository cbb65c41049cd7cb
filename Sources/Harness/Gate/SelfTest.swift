package import LayoutBenchTiming

/// The gate measured like everything else: how often it cries wolf, and how often it sees one.
package struct SelfTest: Codable, Sendable {
  /// Comparisons of the executable with itself.
  package internal(set) var comparisons = 0
  /// Cells that were compared without anything having changed.
  package internal(set) var unchangedCells = 0
  /// Those that were called slower or whose counts seemed to rise.
  package internal(set) var falseAlarms: [String] = []
  /// The share of each batch that was lost on purpose; absent where no slowdown was injected.
  package internal(set) var slowdown: Double?
  /// What was injected, and whether it was found.
  package internal(set) var injections: [Injection] = []
  /// The load average before and after.
  package internal(set) var load: [Double] = []

  /// A slowdown of one engine on one scene in one phase.
  package struct Injection: Codable, Sendable {
    /// Which cell was made slower.
    package var name: CellName
    /// What was said of it.
    package var verdict: ComparedCell.Verdict
    /// How many times as long it seemed to take, in the last step that was done; absent in tests of
    /// earlier versions.
    package var shift: Estimate?
    /// How long the comparison of its scene took, seconds.
    package var seconds: Double

    /// Whether it was found.
    package var isFound: Bool { verdict == .slower }
  }

  /// How many cells a whole comparison of the method has.
  package static let wholeComparison = 480

  /// The rate of false alarms a cell; `nil` where nothing was compared.
  package var falseAlarmRate: Estimate? {
    unchangedCells == 0 ? nil : Statistics.rate(falseAlarms.count, of: unchangedCells)
  }

  /// The share of slowdowns that were found; `nil` where none was injected.
  package var power: Estimate? {
    injections.isEmpty
      ? nil : Statistics.rate(injections.count { $0.isFound }, of: injections.count)
  }

  /// Whether at most 1 false alarm came in 480 cells and 95 % of the slowdowns were found.
  package var holds: Bool {
    falseAlarms.count * Self.wholeComparison <= unchangedCells && (power?.value ?? 1) >= 0.95
  }

  /// Nothing done yet.
  package init() {}

  /// Compares the executable with itself.
  ///
  /// - Parameters:
  ///   - benchmark: the scenes, verified.
  ///   - executables: links of one build; both sides use them in turn.
  ///   - progress: called before each pair of children.
  /// - Throws: `ChildProcessFailure`.
  package mutating func lookForFalseAlarms(
    _ benchmark: Benchmark, executables: [String], progress: (SideBySide.Progress) -> Void
  ) throws {
    note()
    var options = SideBySide.Options(base: executables, head: executables)
    options.allowsDebug = true
    var sides = try SideBySide(
      benchmark.with(seed: benchmark.run.seed &+ UInt64(comparisons)), options: options,
      progress: progress)
    try sides.run(progress: progress, save: { _ in })
    guard !Interrupts.came else { return }
    comparisons += 1
    take(sides.comparison, except: [])
    note()
  }

  /// Makes one engine slower on one scene, and looks whether that is found.
  ///
  /// - Parameters:
  ///   - benchmark: one scene, verified.
  ///   - engine: whose passes lose time.
  ///   - share: how much of each batch.
  ///   - executables: links of one build; both sides use them in turn.
  ///   - progress: called before each pair of children.
  /// - Throws: `ChildProcessFailure`.
  package mutating func inject(
    into benchmark: Benchmark, engine: String, share: Double, executables: [String],
    progress: (SideBySide.Progress) -> Void
  ) throws {
    slowdown = share
    note()
    let start = Clock.now
    var options = SideBySide.Options(base: executables, head: executables)
    options.slowdown = ChildRequest.Slowdown(engine: engine, share: share)
    options.hasCounters = false
    options.allowsDebug = true
    var sides = try SideBySide(
      benchmark.with(seed: benchmark.run.seed &+ UInt64(injections.count)), options: options,
      progress: progress)
    try sides.run(progress: progress, save: { _ in })
    guard !Interrupts.came else { return }
    let seconds = Double(Clock.now - start) / 1e9
    for cell in sides.comparison.cells where cell.name.engine == engine {
      injections.append(
        Injection(
          name: cell.name, verdict: cell.verdict, shift: cell.remeasured ?? cell.screening,
          seconds: seconds))
    }
    take(sides.comparison, except: [engine])
    note()
  }

  private mutating func take(_ comparison: Comparison, except engines: [String]) {
    for cell in comparison.cells where !engines.contains(cell.name.engine) {
      unchangedCells += 1
      if cell.isFailure { falseAlarms.append("\(cell.name): \(cell.verdict.rawValue)") }
    }
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
