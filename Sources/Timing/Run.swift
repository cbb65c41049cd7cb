/// One recorded measurement: every sample in the order taken, with machine, revision and versions, so
/// that any statistic can be computed again.
///
/// Written as JSON; readers keep to the keys that they know.
public struct Run: Codable, Equatable, Sendable {
  /// The version of the format.
  public var layoutbenchRun = 1
  /// When it began, and a random end: the file's name.
  public var id: String
  /// `bench`.
  public var kind = "bench"
  /// The command line, without the executable.
  public var command: [String]
  /// What all randomness comes from.
  public var seed: UInt64
  /// How long a batch shall last, nanoseconds.
  public var batchTarget: Int
  /// Samples of a cell in each child.
  public var rounds: Int
  /// The source that was built, where it is known.
  public var revision: Revision?
  /// What was run.
  public var executable: Executable
  /// What it ran on.
  public var machine: Machine
  /// How many children it was to have; absent in files of earlier versions.
  public var planned: Int?
  /// The scenes, as they were read or generated; absent in files of earlier versions.
  public var scenes: [SceneRecord]?
  /// The units of what is recorded.
  public var units = [
    "samples": "ns", "bytes allocated": "B", "peak bytes": "B", "retained bytes": "B",
  ]
  /// What was timed.
  public var cells: [Cell]
  /// The processes that timed it.
  public var children: [Child] = []
  /// How long a pass of a plan that does nothing takes, nanoseconds, one sample a child.
  public var floor: [Double] = []
  /// Means over scenes; computed from the samples.
  public var geometricMeans: [GeometricMean] = []
  /// How times grow with the number of views; computed from the samples, absent where no scene has sizes
  /// enough.
  public var growth: [Growth]?
  /// Doubts that go with the numbers.
  public var warnings: [Warning] = []
  /// Whether it was ended before all children had run.
  public var interrupted: Bool?
  /// In a baseline, how much slower a cell may become.
  public var thresholds: Thresholds?

  /// A Run without samples.
  public init(
    id: String, command: [String], seed: UInt64, batchTarget: Int, rounds: Int,
    revision: Revision?, executable: Executable, machine: Machine, cells: [Cell]
  ) {
    self.id = id
    self.command = command
    self.seed = seed
    self.batchTarget = batchTarget
    self.rounds = rounds
    self.revision = revision
    self.executable = executable
    self.machine = machine
    self.cells = cells
  }

  /// The revision of the source.
  public struct Revision: Codable, Equatable, Sendable {
    /// The commit.
    public var commit: String
    /// Whether files had changes that were not committed.
    public var dirty: Bool

    /// A revision.
    public init(commit: String, dirty: Bool) {
      self.commit = commit
      self.dirty = dirty
    }
  }

  /// The executable.
  public struct Executable: Codable, Equatable, Sendable {
    /// `release` or `debug`.
    public var configuration: String
    /// The SHA-256 of its file, where the system has a tool that tells.
    public var sha256: String?

    /// An executable.
    public init(configuration: String, sha256: String? = nil) {
      self.configuration = configuration
      self.sha256 = sha256
    }
  }

  /// A child process: the unit of replication.
  public struct Child: Codable, Equatable, Sendable {
    /// When it began, ISO 8601.
    public var started: String
    /// The load average of the last minute, before and after; absent where the system tells none.
    public var load: [Double]?
    /// Which share of the processors' time others of the host took meanwhile, 0 to 1; absent where the
    /// system does not tell.
    public var steal: Double?
    /// Which link of the executable it ran, from 0, where several were used in turn.
    public var executable: Int?

    /// A child.
    public init(
      started: String, load: [Double]?, steal: Double? = nil, executable: Int? = nil
    ) {
      self.started = started
      self.load = load
      self.steal = steal
      self.executable = executable
    }
  }

  /// A scene that was measured, so that it can be laid out again wherever the Run is read.
  public struct SceneRecord: Codable, Equatable, Sendable {
    /// Its name.
    public var name: String
    /// The file, as the user named it, or the generated scene's name.
    public var file: String
    /// The file's text; absent of a generated scene.
    public var text: String?
    /// The view that comes and goes in `churn`, where one can.
    public var churned: String?
    /// What tells it from a scene of the same name that says something else.
    public var digest: String?

    /// A scene.
    public init(
      name: String, file: String, text: String?, churned: String? = nil, digest: String? = nil
    ) {
      self.name = name
      self.file = file
      self.text = text
      self.churned = churned
      self.digest = digest
    }
  }

  /// The geometric mean of an engine's ratios to the yardstick over scenes.
  public struct GeometricMean: Codable, Equatable, Sendable {
    /// The phase.
    public var phase: String
    /// The engine.
    public var engine: String
    /// How many scenes went in: those on which every compared engine has a time.
    public var scenes: Int
    /// The mean with its interval.
    public var ratio: Estimate

    /// A mean.
    public init(phase: String, engine: String, scenes: Int, ratio: Estimate) {
      self.phase = phase
      self.engine = engine
      self.scenes = scenes
      self.ratio = ratio
    }
  }

  /// How a time, or a count, grows with the number of views over the sizes of a generated scene.
  public struct Growth: Codable, Equatable, Sendable {
    /// The generator.
    public var generator: String
    /// The phase.
    public var phase: String
    /// The engine.
    public var engine: String
    /// The numbers of views.
    public var sizes: [Int]
    /// The exponent: the slope of log time over log views; median over children, with its interval.
    public var exponent: Estimate
    /// The slope over the three largest sizes.
    public var largest: Double
    /// The exponent of each counter that is above 0 at every size; absent where nothing was counted.
    public var counters: [String: Double]?
  }

  /// A doubt about the numbers.
  public struct Warning: Codable, Equatable, Sendable {
    /// For programs.
    public var code: String
    /// For people.
    public var text: String

    /// A warning.
    public init(code: String, text: String) {
      self.code = code
      self.text = text
    }
  }
}

/// What came of a cell.
public enum Outcome: String, Codable, Sendable {
  /// It has times.
  case timed
  /// Its frames are not those of the others or of the scene: it is not timed.
  case wrong
  /// The engine cannot lay out this scene's dialects.
  case unsupported
  /// The scene has no layout in some state.
  case noSolution = "no solution"
  /// A pass takes too long.
  case cutOff = "cut off"
  /// The sum over the frames of a timed batch was not that of the verified frames.
  case drifted
}

/// Scene × phase × engine, with its samples.
public struct Cell: Codable, Equatable, Sendable {
  /// The scene's name.
  public var scene: String
  /// How many views it has, the root not counted.
  public var views: Int
  /// The size of a generated scene: `n`, its number of views.
  public var parameters: [String: Int]?
  /// `build`, `layout`, `resize`, `edit` or `churn`.
  public var phase: String
  /// The engine's name.
  public var engine: String
  /// The dialect that it laid out.
  public var dialect: String
  /// What came of it.
  public var outcome: Outcome
  /// Why, where it was not timed.
  public var reason: String?
  /// What must be known beside its numbers: `rebuilds`.
  public var notes: [String]?
  /// How far its verified frames lie from those expected and those of the others at most, points.
  public var deviation: Double?
  /// Passes in each batch.
  public var passes: Int
  /// States that the batch goes through in turn, for phases that have any.
  public var cycle: Int?
  /// The sum over the frames of a batch, as C writes it in base 16: exact.
  public var checksum: String?
  /// Nanoseconds a pass: a list for each child, in the order taken.
  public var samples: [[Double]] = []
  /// Which samples the thread was switched out in, by number.
  public var switched: [[Int]] = []
  /// Which samples somebody else used the processor core beside, by number; absent where nobody looked.
  public var shared: [[Int]]?
  /// `shared` of one child; `nil` where nobody looked.
  public func shared(inChild child: Int) -> [Int]? {
    shared.map { $0.indices.contains(child) ? $0[child] : [] }
  }

  /// Nanoseconds a pass; computed from the samples.
  public var time: Estimate?
  /// What a pass takes, or for `build` a plan: exact counts by name; absent where nothing was counted.
  public var counters: [String: Double]?
  /// The counters that differed between two children: they are not exact here.
  public var unsteady: [String]?
  /// The ratio to the yardstick; computed from the samples.
  public var ratio: Ratio?

  /// A ratio and what it is to.
  public struct Ratio: Codable, Equatable, Sendable {
    /// The ratio.
    public var value: Double
    /// The lower end of its interval.
    public var low: Double?
    /// The upper end of its interval.
    public var high: Double?
    /// The yardstick: `manual`, or `replay` where a scene has no hand-written layout.
    public var to: String

    /// A ratio.
    public init(_ estimate: Estimate, to: String) {
      value = estimate.value
      low = estimate.low
      high = estimate.high
      self.to = to
    }

    /// The ratio with its interval.
    public var estimate: Estimate { Estimate(value: value, low: low, high: high) }
  }

  /// A cell without samples.
  public init(
    scene: String, views: Int, phase: String, engine: String, dialect: String,
    outcome: Outcome = .timed, reason: String? = nil, passes: Int = 0
  ) {
    self.scene = scene
    self.views = views
    self.phase = phase
    self.engine = engine
    self.dialect = dialect
    self.outcome = outcome
    self.reason = reason
    self.passes = passes
  }
}
