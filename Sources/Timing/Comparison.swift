/// Two sides of a measurement held against each other, to tell whether something has become slower.
///
/// Written as JSON beside Runs, with both sides of both steps, so that every verdict can be recomputed.
public struct Comparison: Codable, Sendable {
  /// The version of the format.
  public var layoutbenchRun = 1
  /// When it began, and a random end.
  public var id: String
  /// `comparison`.
  public var kind = "comparison"
  /// How it was made.
  public var method: Method
  /// The command line, without the executable.
  public var command: [String]
  /// What both sides measured first.
  public var screening: Sides
  /// What they measured anew of cells that looked slower; absent where none did.
  public var remeasured: Sides?
  /// The verdicts.
  public var cells: [ComparedCell] = []
  /// Cells of the base that the head lacks.
  public var onlyInBase: [CellName] = []
  /// Cells of the head that the base lacks.
  public var onlyInHead: [CellName] = []
  /// Scenes that say something else on the two sides: their cells are not compared.
  public var changedScenes: [String] = []
  /// Why times were not compared, where they were not.
  public var timesNotCompared: String?
  /// Why some counters were not judged, where they were not.
  public var countersNotJudged: String?
  /// Doubts that go with the verdicts.
  public var warnings: [Run.Warning] = []

  /// How two sides were measured.
  public enum Method: String, Codable, Sendable {
    /// Both now, child by child in turn.
    case sideBySide = "side by side"
    /// One now, the other one's ratios to the yardstick from a file.
    case baseline
  }

  /// The Runs of both sides.
  public struct Sides: Codable, Sendable {
    /// What is compared with.
    public var base: Run
    /// What is asked about.
    public var head: Run

    /// Two sides.
    public init(base: Run, head: Run) {
      self.base = base
      self.head = head
    }
  }

  /// A comparison without verdicts.
  public init(id: String, method: Method, command: [String], screening: Sides) {
    self.id = id
    self.method = method
    self.command = command
    self.screening = screening
  }

  /// Whether it was ended before it was finished.
  public var isInterrupted: Bool { warnings.contains { $0.code == "interrupted" } }

  /// What of the comparison makes it fail.
  public var failures: [ComparedCell] { cells.filter(\.isFailure) }

  /// Whether the comparison fails.
  ///
  /// - Parameter isStrict: whether what could not be decided and what is on one side only fails too.
  /// - Returns: whether there is a reason.
  public func fails(isStrict: Bool) -> Bool {
    if !failures.isEmpty || cells.isEmpty { return true }
    guard isStrict else { return false }
    // A gate that judged nothing has not been passed.
    if countersNotJudged != nil { return true }
    if timesNotCompared != nil, !screening.head.children.isEmpty { return true }
    return !onlyInBase.isEmpty || !onlyInHead.isEmpty || !changedScenes.isEmpty
      || cells.contains { $0.verdict == .undecided }
  }
}

/// Scene, phase and engine: what a cell is called.
public struct CellName: Codable, Hashable, Sendable, CustomStringConvertible {
  /// The scene's name.
  public let scene: String
  /// The phase.
  public let phase: String
  /// The engine.
  public let engine: String

  /// The name of a cell.
  public init(_ cell: Cell) {
    (scene, phase, engine) = (cell.scene, cell.phase, cell.engine)
  }

  /// A name.
  public init(scene: String, phase: String, engine: String) {
    (self.scene, self.phase, self.engine) = (scene, phase, engine)
  }

  /// `post, resize, sll`.
  public var description: String { "\(scene), \(phase), \(engine)" }
}

/// A cell that both sides have, and what became of it.
public struct ComparedCell: Codable, Sendable {
  /// Which.
  public var name: CellName
  /// How much slower it may become: 0.02 is 2 %.
  public var threshold: Double
  /// Why its threshold is another than the usual one.
  public var thresholdReason: String?
  /// Head ÷ base by the first step; absent where times were not compared.
  public var screening: Estimate?
  /// Head ÷ base by the fresh children of the second step.
  public var remeasured: Estimate?
  /// How many children a side the second step took.
  public var children: Int?
  /// Exact counts that differ.
  public var counters: [CounterChange] = []
  /// What came of it.
  public var verdict: Verdict
  /// Why, where the verdict is about frames.
  public var reason: String?

  /// A cell without a verdict.
  public init(name: CellName, threshold: Double, thresholdReason: String?) {
    self.name = name
    self.threshold = threshold
    self.thresholdReason = thresholdReason
    verdict = .unchanged
  }

  /// What came of a comparison.
  public enum Verdict: String, Codable, Sendable {
    /// Nothing says that it became slower.
    case unchanged
    /// The whole interval lies above the threshold.
    case slower
    /// The whole interval lies below the threshold on the other side; news, no consequence.
    case faster
    /// The interval is too wide to tell.
    case undecided
    /// It is right on one side only, or its frames are others.
    case wrong
    /// Times were not compared.
    case notTimed = "not timed"
  }

  /// Counts that rose and are judged.
  public var risen: [CounterChange] { counters.filter { $0.isJudged && $0.head > $0.base } }

  /// Whether the comparison fails by it.
  public var isFailure: Bool { verdict == .slower || verdict == .wrong || !risen.isEmpty }
}

/// An exact count that is another on the two sides.
public struct CounterChange: Codable, Equatable, Sendable {
  /// Its name: `simplex iterations`.
  public var name: String
  /// What it was.
  public var base: Double
  /// What it is.
  public var head: Double
  /// Whether a rise fails: both sides count alike.
  public var isJudged: Bool

  /// A change.
  public init(name: String, base: Double, head: Double, isJudged: Bool) {
    self.name = name
    self.base = base
    self.head = head
    self.isJudged = isJudged
  }
}
