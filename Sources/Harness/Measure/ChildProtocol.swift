package import LayoutBenchTiming
package import LayoutModel

/// What a parent asks of a child process, as JSON on its standard input.
package struct ChildRequest: Codable, Sendable {
  /// The protocol's version.
  package static let version = 1

  /// What the child is for.
  package enum Task: String, Codable, Sendable {
    /// Find out how many passes a batch has.
    case calibrate
    /// Take samples.
    case measure
    /// Count work and memory; nothing is timed.
    case count
  }

  /// A cell to be timed.
  package struct CellRequest: Codable, Sendable {
    /// Which of the scenes.
    package var scene: Int
    /// The phase.
    package var phase: Phase
    /// The engine's name, or `replay`.
    package var engine: String
    /// The dialect.
    package var dialect: DialectName
    /// Passes in a batch.
    package var passes: Int
    /// States in a cycle.
    package var cycle: Int
  }

  /// Time that is lost inside the clock, so that the gate's power can be measured.
  package struct Slowdown: Codable, Sendable {
    /// Whose.
    package var engine: String
    /// The share of each batch: 0.05 is 5 %.
    package var share: Double
  }

  /// The protocol's version.
  package var layoutbenchChild = Self.version
  /// What to do.
  package var task: Task
  /// What all randomness comes from.
  package var seed: UInt64
  /// The number of this child.
  package var child: Int
  /// How many samples of each cell.
  package var rounds: Int
  /// How long a batch shall last, nanoseconds.
  package var batchTarget: Int
  /// Time that is lost on purpose; absent but in a self-test.
  package var slowdown: Slowdown?
  /// What `CoreReading` tells of a core without neighbours, where earlier children know it.
  package var quiet: Double?
  /// How long it may wait for such a core, seconds.
  package var patience: Double?
  /// The scenes.
  package var scenes: [SceneSource]
  /// The view of each scene that comes and goes, where one can.
  package var churned: [String?]
  /// The cells.
  package var cells: [CellRequest]
}

/// What an executable says of itself.
package struct Build: Codable, Sendable {
  /// `release` or `debug`.
  package var configuration: String
  /// The Swift compiler.
  package var swift: String
  /// The C library, where it says its version.
  package var libc: String?
  /// Libraries that the engines link, with their versions.
  package var libraries: [String: String]?
}

/// What a child answers: one JSON value a line.
package enum ChildAnswer: Codable, Sendable {
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
