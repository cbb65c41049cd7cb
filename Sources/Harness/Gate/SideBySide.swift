package import LayoutBenchTiming

/// An executable that was not built to be timed.
package struct DebugBuild: Error, CustomStringConvertible {
  /// The message.
  package let description =
    "one of the executables is a debug build; use --allow-debug to compare it"
}

/// Two builds measured child by child in turn; cells that became slower are measured again.
///
/// Screening, re-measurement and decision: docs/ci.md, Times: two builds side by side.
package struct SideBySide {
  /// The builds to compare, and how.
  package struct Options: Sendable {
    /// The executables of the base: one, or several links of it that are used in turn.
    package var base: [String]
    /// The executables of the head.
    package var head: [String]
    /// The slowdown of a cell that is accepted.
    package var thresholds = Thresholds.sideBySide
    /// Children per side in the first step.
    package var screening = Benchmark.usualChildren
    /// True measures cells that look faster again too.
    package var improvements = false
    /// True if debug builds may be compared.
    package var allowsDebug = false
    /// True if counts are compared.
    package var hasCounters = true
    /// The revisions of both, where the folders of the executables do not tell them.
    package var revisions: (base: Run.Revision?, head: Run.Revision?) = (nil, nil)

    /// The method's defaults.
    package init(base: [String], head: [String]) {
      self.base = base
      self.head = head
    }
  }

  /// A progress report of a comparison.
  package enum Progress: Sendable {
    /// Batch sizes are being found, work is being counted.
    case preparing
    /// A pair of children is about to run, from 1.
    case screening(Int, of: Int)
    /// A pair of children is about to run for this number of cells, from 1.
    case remeasuring(Int, cells: Int)
  }

  /// The comparison as far as it is measured.
  package private(set) var comparison: Comparison
  private let options: Options
  private var base: Benchmark
  private var head: Benchmark
  private let prepared: (base: Benchmark, head: Benchmark)

  /// Finds batch sizes and counts work.
  ///
  /// - Parameters:
  ///   - benchmark: the scenes, verified; its executable is not used.
  ///   - options: what is compared and how.
  ///   - progress: called before each part.
  /// - Throws: `ChildProcessFailure`.
  package init(
    _ benchmark: Benchmark, options: Options, progress: (Progress) -> Void
  ) throws {
    self.options = options
    progress(.preparing)
    base = benchmark.with(executable: options.base[0])
    base.use(links: options.base)
    try base.calibrate()
    // The capabilities of each side are detected in its own children; but both do as many passes: a
    // warm start's cost depends on the number of passes before it.
    head = benchmark.with(executable: options.head[0])
    // The children of a pair use different links: those of one number may lie alike in memory.
    let turn = options.head.count / 2
    head.use(links: Array(options.head[turn...] + options.head[..<turn]))
    try head.calibrate()
    head.adopt(batchesOf: base.run)
    if options.hasCounters {
      try base.count()
      try head.count()
    }
    base.record(options.revisions.base)
    head.record(options.revisions.head)
    prepared = (base, head)
    for run in [base.run, head.run] where run.executable.configuration == "debug" {
      guard options.allowsDebug else { throw DebugBuild() }
    }
    comparison = Comparison(
      id: benchmark.run.id, method: .sideBySide, command: benchmark.run.command,
      screening: .init(base: base.run, head: head.run))
  }

  /// Carries the comparison out.
  ///
  /// - Parameters:
  ///   - progress: called before each pair of children.
  ///   - save: called after each pair of children with the comparison so far.
  /// - Throws: `ChildProcessFailure`, and what `save` throws.
  package mutating func run(
    progress: (Progress) -> Void, save: (Comparison) throws -> Void
  ) throws {
    let load = Machine.load ?? 0
    // A comparison that is saved before the end carries a warning that it is not complete.
    let unfinished = Run.Warning(
      code: "interrupted", text: "interrupted: not all children have run")
    comparison.warnings = [unfinished]
    for child in 1...options.screening where !Interrupts.came {
      progress(.screening(child, of: options.screening))
      try measure(child: child, only: nil)
      comparison.screening = .init(base: base.run, head: head.run)
      try save(comparison)
    }
    base.warn(load: load)
    head.warn(load: load)
    finish()
    comparison.screening = .init(base: base.run, head: head.run)
    comparison.warnings = head.run.warnings + [unfinished]
    comparison.screen(thresholds: options.thresholds)
    let suspects = comparison.suspects(improvements: options.improvements)
    if !suspects.isEmpty, !Interrupts.came {
      try remeasure(suspects, progress: progress, save: save)
    }
    if !Interrupts.came { comparison.warnings.removeAll { $0.code == "interrupted" } }
    comparison.decide()
  }

  /// Compares the counts alone; nothing is timed.
  package mutating func compareCounts() {
    comparison.timesNotCompared = "only counts were requested"
    comparison.screen(thresholds: options.thresholds)
  }

  /// All cells of the scenes and phases of some cells: engines are interleaved as in the first
  /// step, and a yardstick has frames to copy.
  private func blocks(of names: Set<CellName>) -> Set<CellName> {
    let blocks = Set(names.map { [$0.scene, $0.phase] })
    return Set(
      base.run.cells.map { CellName($0) }.filter { blocks.contains([$0.scene, $0.phase]) })
  }

  private mutating func finish() {
    if Interrupts.came { (base.run.interrupted, head.run.interrupted) = (true, true) }
    base.computeEstimates()
    head.computeEstimates()
  }

  /// A child of each side, in an order that is drawn.
  private mutating func measure(child: Int, only: Set<CellName>?) throws {
    var random = SplitMix64(seed: base.run.seed, child: child, round: -2)
    let isBaseFirst = Bool.random(using: &random)
    let former = (base.run, head.run)
    for isBase in [isBaseFirst, !isBaseFirst] {
      if isBase {
        try base.measure(child: child, only: only)
      } else {
        try head.measure(child: child, only: only)
      }
    }
    // One without the other is no pair: Control-C ended it.
    if base.run.children.count != head.run.children.count {
      (base.run, head.run) = former
    }
  }

  /// Measures the scenes of cells that look slower alone, in fresh children.
  private mutating func remeasure(
    _ suspects: [CellName], progress: (Progress) -> Void, save: (Comparison) throws -> Void
  ) throws {
    (base, head) = prepared
    var pace = Remeasurement(of: suspects)
    var open = Set(suspects)
    while !open.isEmpty, let step = pace.nextStep {
      for _ in 0..<step {
        guard let child = pace.nextChild() else { break }
        progress(.remeasuring(child, cells: open.count))
        try measure(child: 1000 + child, only: blocks(of: open))
      }
      comparison.remeasured = .init(base: base.run, head: head.run)
      try save(comparison)
      open = open.filter { !comparison.isSettled($0) }
    }
    finish()
    comparison.remeasured = .init(base: base.run, head: head.run)
  }
}

extension Benchmark {
  /// The same cells measured by another executable; results of the old one are dropped.
  func with(executable: String) -> Benchmark {
    var other = self
    other.use(executable)
    return other
  }
}
