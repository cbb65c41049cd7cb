/// A comparison of the two sides of a measurement, which shows whether anything has become slower.
///
/// Written as JSON beside Runs, with both sides of both steps, so that every verdict can be
/// recomputed.
package struct Comparison: Codable, Sendable {
  /// The version of the format.
  package var layoutbenchRun = Run.version
  /// The time at which it began, and a random suffix.
  package var id: String
  /// `comparison`.
  package var kind = "comparison"
  /// The method by which it was made.
  package var method: Method
  /// The command line, without the executable.
  package var command: [String]
  /// The first measurement of both sides.
  package var screening: Sides
  /// The second measurement, of cells that looked slower; absent where none did.
  package var remeasured: Sides?
  /// The shares by which cells may become slower; absent where nothing was compared, and in files
  /// of earlier versions.
  package var thresholds: Thresholds?
  /// The version of the rules that decided: `Comparison.presentRules`.
  package var rules: Int?
  /// The verdicts.
  package var cells: [ComparedCell] = []
  /// Cells of the base that the head lacks.
  package var onlyInBase: [CellName] = []
  /// Cells of the head that the base lacks.
  package var onlyInHead: [CellName] = []
  /// Scenes that differ between the two sides: their cells are not compared.
  package var changedScenes: [String] = []
  /// The reason why times were not compared, where they were not.
  package var timesNotCompared: String?
  /// The reason why some counters were not judged, where they were not.
  package var countersNotJudged: String?
  /// Doubts about the verdicts.
  package var warnings: [Run.Warning] = []
  /// A digest of all else; absent in files of earlier versions.
  package var seal: String?

  /// The way in which two sides were measured.
  package enum Method: String, Codable, Sendable {
    /// Both sides now, their children in turn.
    case sideBySide = "side by side"
    /// One side now; the other side's ratios to the yardstick come from a file.
    case baseline
  }

  /// The Runs of both sides.
  package struct Sides: Codable, Sendable {
    /// The side that is compared with.
    package var base: Run
    /// The side that is judged.
    package var head: Run

    /// Two sides.
    package init(base: Run, head: Run) {
      self.base = base
      self.head = head
    }
  }

  /// A comparison without verdicts.
  package init(id: String, method: Method, command: [String], screening: Sides) {
    self.id = id
    self.method = method
    self.command = command
    self.screening = screening
  }

  /// True if it was ended before it was finished.
  package var isInterrupted: Bool { warnings.contains { $0.code == "interrupted" } }

  /// The cells with something to report: changed times, changed counts, or a doubt.
  package var changed: [ComparedCell] {
    cells.filter { ![.unchanged, .notTimed].contains($0.verdict) || !$0.counters.isEmpty }
  }

  /// The scenes that only the base has: they were not chosen, or exist no longer.
  package var scenesOnlyInBase: [String] {
    let heads = Set(screening.head.cells.map(\.scene))
    return screening.base.sceneNames.filter { !heads.contains($0) }
  }

  /// The cells that only the base has, of scenes that both have.
  package var removed: [CellName] {
    let left = Set(scenesOnlyInBase)
    return onlyInBase.filter { !left.contains($0.scene) }
  }

  /// The counts that cells of the base have and those of the head lack, with the number of cells.
  package var lostCounters: [(name: String, cells: Int)] {
    let heads = Dictionary(
      screening.head.cells.map { (CellName($0), $0) }, uniquingKeysWith: { first, _ in first })
    var lost: [String: Int] = [:]
    for cell in screening.base.cells {
      guard let head = heads[CellName(cell)] else { continue }
      for name in CounterComparison.vanished(from: cell, to: head) { lost[name, default: 0] += 1 }
    }
    return lost.sorted { $0.key < $1.key }.map { (name: $0.key, cells: $0.value) }
  }

  /// The cells that make the comparison fail.
  package var failures: [ComparedCell] { cells.filter(\.isFailure) }

  /// True if nothing was judged: no cell is on both sides, or neither times nor counts are compared
  /// and all frames are right.
  package var comparesNothing: Bool {
    guard !cells.isEmpty else { return true }
    return failures.isEmpty && timesNotCompared != nil
      && !CounterComparison(screening.base, screening.head).isEngineJudged
  }

  /// Returns true if the comparison fails.
  ///
  /// - Parameter isStrict: whether undecided cells, and those on one side only, fail too.
  /// - Returns: whether there is a reason to fail.
  package func fails(isStrict: Bool) -> Bool {
    // A gate that judged nothing has not been passed.
    if !failures.isEmpty || comparesNothing { return true }
    guard isStrict else { return false }
    if countersNotJudged != nil { return true }
    if timesNotCompared != nil, !screening.head.children.isEmpty { return true }
    if cells.contains(where: { $0.verdict == .notTimed && $0.reason != nil }) { return true }
    return !onlyInBase.isEmpty || !onlyInHead.isEmpty || !changedScenes.isEmpty
      || cells.contains { $0.verdict == .undecided || $0.verdict == .slowerWithin }
  }
}

/// The name of a cell: scene, phase and engine.
package struct CellName: Codable, Hashable, Sendable, CustomStringConvertible {
  /// The scene's name.
  package let scene: String
  /// The form and phase: `program first`.
  package let phase: String
  /// The engine.
  package let engine: String

  /// The name of a cell.
  package init(_ cell: Cell) {
    (scene, phase, engine) = (cell.scene, cell.part, cell.engine)
  }

  /// A name.
  package init(scene: String, phase: String, engine: String) {
    (self.scene, self.phase, self.engine) = (scene, phase, engine)
  }

  /// `post, resize, sll`.
  package var description: String { "\(scene), \(phase), \(engine)" }
}

/// A cell that both sides have, with its verdict.
package struct ComparedCell: Codable, Sendable {
  /// The cell's name.
  package var name: CellName
  /// The share by which it may become slower: 0.02 is 2 %.
  package var threshold: Double
  /// The reason why its threshold is not the usual one.
  package var thresholdReason: String?
  /// Head ÷ base by the first step; absent where times were not compared.
  package var screening: Estimate?
  /// Head ÷ base by the fresh children of the second step.
  package var remeasured: Estimate?
  /// The number of children per side that the second step took.
  package var children: Int?
  /// Exact counts that differ.
  package var counters: [CounterChange] = []
  /// The verdict.
  package var verdict: Verdict
  /// The reason for the verdict, where it is not about times or counts alone.
  package var reason: String?

  /// A cell without a verdict.
  package init(name: CellName, threshold: Double, thresholdReason: String?) {
    self.name = name
    self.threshold = threshold
    self.thresholdReason = thresholdReason
    verdict = .unchanged
  }

  /// The verdict on a cell.
  package enum Verdict: String, Codable, Sendable {
    /// Nothing shows that it became slower.
    case unchanged
    /// The whole interval lies above the threshold.
    case slower
    /// The whole interval lies above 1, not above the threshold: counted and shown, no failure.
    case slowerWithin = "slower, within the threshold"
    /// The whole interval lies below 1 minus the threshold: shown, without consequences.
    case faster
    /// The interval is too wide to decide.
    case undecided
    /// It is right on one side only, or its frames differ.
    case wrong
    /// Times were not compared.
    case notTimed = "not timed"
  }

  /// The least change that the measurement could have called slower: 0.04 is 4 %; `nil` without an
  /// interval.
  package var leastChange: Double? {
    guard let shift = remeasured ?? screening, let low = shift.low else { return nil }
    return (1 + threshold) * shift.value / low - 1
  }

  /// Counts that rose and are judged.
  package var risen: [CounterChange] { counters.filter { $0.isJudged && $0.head > $0.base } }

  /// True if it makes the comparison fail.
  package var isFailure: Bool { verdict == .slower || verdict == .wrong || !risen.isEmpty }
}

/// An exact count that differs between the two sides.
package struct CounterChange: Codable, Equatable, Sendable {
  /// Its name: `simplex iterations`.
  package var name: String
  /// The count of the base.
  package var base: Double
  /// The count of the head.
  package var head: Double
  /// True if a rise makes the comparison fail.
  ///
  /// The count is then steady, and the versions that it depends on are equal on both sides: of the
  /// libraries; for memory and instructions also of Swift and the C library; for instructions also
  /// the processor.
  package var isJudged: Bool

  /// A change.
  package init(name: String, base: Double, head: Double, isJudged: Bool) {
    self.name = name
    self.base = base
    self.head = head
    self.isJudged = isJudged
  }
}
