import LayoutModel
public import Timing

/// What a parent asks of a child process, as JSON on its standard input.
public struct ChildRequest: Codable, Sendable {
  /// The protocol's version.
  public static let version = 1

  /// What the child is for.
  public enum Task: String, Codable, Sendable {
    /// Find out how many passes a batch has.
    case calibrate
    /// Take samples.
    case measure
    /// Count work and memory; nothing is timed.
    case count
  }

  /// A cell to be timed.
  public struct CellRequest: Codable, Sendable {
    /// Which of the scenes.
    public var scene: Int
    /// The phase.
    public var phase: Phase
    /// The engine's name, or `replay`.
    public var engine: String
    /// The dialect.
    public var dialect: String
    /// Passes in a batch.
    public var passes: Int
    /// States in a cycle.
    public var cycle: Int
  }

  /// Time that is lost inside the clock, so that the gate's power can be measured.
  public struct Slowdown: Codable, Sendable {
    /// Whose.
    public var engine: String
    /// The share of each batch: 0.05 is 5 %.
    public var share: Double
  }

  /// The protocol's version.
  public var layoutbenchChild = Self.version
  /// What to do.
  public var task: Task
  /// What all randomness comes from.
  public var seed: UInt64
  /// The number of this child.
  public var child: Int
  /// How many samples of each cell.
  public var rounds: Int
  /// How long a batch shall last, nanoseconds.
  public var batchTarget: Int
  /// Time that is lost on purpose; absent but in a self-test.
  public var slowdown: Slowdown?
  /// What `CoreReading` tells of a core without neighbours, where earlier children know it.
  public var quiet: Double?
  /// How long it may wait for such a core, seconds.
  public var patience: Double?
  /// The scenes.
  public var scenes: [SceneSource]
  /// The view of each scene that comes and goes, where one can.
  public var churned: [String?]
  /// The cells.
  public var cells: [CellRequest]
}

/// What an executable says of itself.
public struct Build: Codable, Sendable {
  /// `release` or `debug`.
  public var configuration: String
  /// The Swift compiler.
  public var swift: String
  /// The C library, where it says its version.
  public var libc: String?
  /// The GLPK library.
  public var glpk: String?
}

/// What a child answers: one JSON value a line.
public enum ChildAnswer: Codable, Sendable {
  /// The first line: the protocol's version, and what the child was built of.
  case hello(version: Int, build: Build?)
  /// What came of a cell before the clock.
  case cell(Int, outcome: Outcome, reason: String?, passes: Int, cycle: Int, checksum: Double?)
  /// One sample of every timed cell: cell numbers, nanoseconds a pass, whether switched out, and whether
  /// the core was shared before or after.
  case round(cells: [Int], samples: [Double], switched: [Bool], shared: [Bool]?)
  /// What a pass of a cell takes, or for `build` a plan: exact counts.
  case counted(Int, [String: Double])
  /// A cell whose checksum was wrong.
  case drifted(Int, reason: String)
  /// The last line: the floor, nanoseconds a pass, the lowest `CoreReading`, and how long it waited for
  /// the core, seconds.
  case done(floor: Double, quiet: Double? = nil, waited: Double? = nil)
}
