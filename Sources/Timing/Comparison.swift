/// Two sides of a measurement held against each other, to tell whether something has become slower.
///
/// Written as JSON beside Runs, with both sides of both steps, so that every verdict can be recomputed.
package struct Comparison: Codable, Sendable {
  /// The version of the format.
  package var layoutbenchRun = Run.version
  /// When it began, and a random end.
  package var id: String
  /// `comparison`.
  package var kind = "comparison"
  /// How it was made.
  package var method: Method
  /// The command line, without the executable.
  package var command: [String]
  /// What both sides measured first.
  package var screening: Sides
  /// What they measured anew of cells that looked slower; absent where none did.
  package var remeasured: Sides?
  /// The verdicts.
  package var cells: [ComparedCell] = []
  /// Cells of the base that the head lacks.
  package var onlyInBase: [CellName] = []
  /// Cells of the head that the base lacks.
  package var onlyInHead: [CellName] = []
  /// Scenes that say something else on the two sides: their cells are not compared.
  package var changedScenes: [String] = []
  /// Why times were not compared, where they were not.
  package var timesNotCompared: String?
  /// Why some counters were not judged, where they were not.
  package var countersNotJudged: String?
  /// Doubts that go with the verdicts.
  package var warnings: [Run.Warning] = []
  /// A digest of all else; absent in files of earlier versions.
  package var seal: String?

  /// How two sides were measured.
  package enum Method: String, Codable, Sendable {
    /// Both now, child by child in turn.
    case sideBySide = "side by side"
    /// One now, the other one's ratios to the yardstick from a file.
    case baseline
  }

  /// The Runs of both sides.
  package struct Sides: Codable, Sendable {
    /// What is compared with.
    package var base: Run
    /// What is asked about.
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

  /// Whether it was ended before it was finished.
  package var isInterrupted: Bool { warnings.contains { $0.code == "interrupted" } }

  /// The cells of which something is said: other times, other counts, or a doubt.
  package var changed: [ComparedCell] {
    cells.filter { ![.unchanged, .notTimed].contains($0.verdict) || !$0.counters.isEmpty }
  }

  /// What of the comparison makes it fail.
  package var failures: [ComparedCell] { cells.filter(\.isFailure) }

  /// Whether the comparison fails.
  ///
  /// - Parameter isStrict: whether what could not be decided and what is on one side only fails too.
  /// - Returns: whether there is a reason.
  package func fails(isStrict: Bool) -> Bool {
    if !failures.isEmpty || cells.isEmpty { return true }
    guard isStrict else { return false }
    // A gate that judged nothing has not been passed.
    if countersNotJudged != nil { return true }
    if timesNotCompared != nil, !screening.head.children.isEmpty { return true }
    if cells.contains(where: { $0.verdict == .notTimed && $0.reason != nil }) { return true }
    return !onlyInBase.isEmpty || !onlyInHead.isEmpty || !changedScenes.isEmpty
      || cells.contains { $0.verdict == .undecided || $0.verdict == .slowerWithin }
  }
}

/// Scene, phase and engine: what a cell is called.
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

/// A cell that both sides have, and what became of it.
package struct ComparedCell: Codable, Sendable {
  /// Which.
  package var name: CellName
  /// How much slower it may become: 0.02 is 2 %.
  package var threshold: Double
  /// Why its threshold is another than the usual one.
  package var thresholdReason: String?
  /// Head ÷ base by the first step; absent where times were not compared.
  package var screening: Estimate?
  /// Head ÷ base by the fresh children of the second step.
  package var remeasured: Estimate?
  /// How many children a side the second step took.
  package var children: Int?
  /// Exact counts that differ.
  package var counters: [CounterChange] = []
  /// What came of it.
  package var verdict: Verdict
  /// Why, where the verdict is about frames.
  package var reason: String?

  /// A cell without a verdict.
  package init(name: CellName, threshold: Double, thresholdReason: String?) {
    self.name = name
    self.threshold = threshold
    self.thresholdReason = thresholdReason
    verdict = .unchanged
  }

  /// What came of a comparison.
  package enum Verdict: String, Codable, Sendable {
    /// Nothing says that it became slower.
    case unchanged
    /// The whole interval lies above the threshold.
    case slower
    /// The whole interval lies above 1, not above the threshold: counted and shown, no failure.
    case slowerWithin = "slower, within the threshold"
    /// The whole interval lies below the threshold on the other side; news, no consequence.
    case faster
    /// The interval is too wide to tell.
    case undecided
    /// It is right on one side only, or its frames are others.
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

  /// Whether the comparison fails by it.
  package var isFailure: Bool { verdict == .slower || verdict == .wrong || !risen.isEmpty }
}

/// An exact count that is another on the two sides.
package struct CounterChange: Codable, Equatable, Sendable {
  /// Its name: `simplex iterations`.
  package var name: String
  /// What it was.
  package var base: Double
  /// What it is.
  package var head: Double
  /// Whether a rise fails: both sides count alike.
  package var isJudged: Bool

  /// A change.
  package init(name: String, base: Double, head: Double, isJudged: Bool) {
    self.name = name
    self.base = base
    self.head = head
    self.isJudged = isJudged
  }
}
