/// One recorded measurement: every sample in the order taken, with machine, revision and versions, so
/// that any statistic can be computed again.
///
/// Written as JSON; readers keep to the keys that they know.
package struct Run: Codable, Equatable, Sendable {
  /// The version of the format that is written.
  package static let version = 2

  /// The version of the format.
  package var layoutbenchRun = Run.version
  /// When it began, and a random end: the file's name.
  package var id: String
  /// `bench`.
  package var kind = "bench"
  /// The command line, without the executable.
  package var command: [String]
  /// What all randomness comes from.
  package var seed: UInt64
  /// How long a batch shall last, nanoseconds.
  package var batchTarget: Int
  /// Samples of a cell in each child.
  package var rounds: Int
  /// The source that was built, where it is known.
  package var revision: Revision?
  /// What was run.
  package var executable: Executable
  /// What it ran on.
  package var machine: Machine
  /// The machines, where shards of several were joined; each cell says which one is its own.
  package var machines: [Machine]?
  /// The part of a benchmark that it measured; absent where it measured all of it.
  package var shard: Shard?
  /// How many children it was to have; absent in files of earlier versions.
  package var planned: Int?
  /// The declared properties of the engines that took part; absent in files of earlier versions.
  package var engines: [EngineRecord]?
  /// The scenes, as they were read or generated; absent in files of earlier versions.
  package var scenes: [SceneRecord]?
  /// Other people's engines that took part; absent where none did.
  package var peers: [PeerRecord]?
  /// The suite, where cells are of one; absent in files of earlier versions.
  package var suite: SuiteRecord?
  /// The links of the executable that children used in turn: child k used link k modulo this number;
  /// absent in files of earlier versions.
  package var links: Int?
  /// How much children waited for a quiet core, and what they read of it; absent in files of earlier
  /// versions.
  package var quiet: Quiet?
  /// The time of a step of each kernel at the start, in the middle and at the end, nanoseconds; absent in
  /// files of earlier versions.
  package var vectors: [MachineVector]?
  /// The units of what is recorded.
  package var units = [
    "samples": "ns", "bytes allocated": "B", "peak bytes": "B", "retained bytes": "B",
  ]
  /// What was timed.
  package var cells: [Cell]
  /// The processes that timed it.
  package var children: [Child] = []
  /// How long a pass of a plan that does nothing takes, nanoseconds, one sample a child.
  package var floor: [Double] = []
  /// Means over scenes; computed from the samples.
  package var geometricMeans: [GeometricMean] = []
  /// How times grow with the number of views; computed from the samples, absent where no scene has sizes
  /// enough.
  package var growth: [Growth]?
  /// Doubts that go with the numbers.
  package var warnings: [Warning] = []
  /// Whether it was ended before all children had run.
  package var interrupted: Bool?
  /// In a baseline, how much slower a cell may become.
  package var thresholds: Thresholds?
  /// Digests of all the other parts; absent in files of earlier versions.
  package var seal: Seal?

  /// A Run without samples.
  package init(
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
  package struct Revision: Codable, Equatable, Sendable {
    /// The commit.
    package var commit: String
    /// Whether files had changes that were not committed.
    package var dirty: Bool

    /// A revision.
    package init(commit: String, dirty: Bool) {
      self.commit = commit
      self.dirty = dirty
    }
  }

  /// Somebody else's engine, as it tells of itself.
  package struct PeerRecord: Codable, Equatable, Sendable {
    /// `peer:kiwi`.
    package var name: String
    /// The version of its library.
    package var version: String
    /// What it is, in a sentence.
    package var about: String?
    /// The licence of its library.
    package var license: String?
    /// What it reads.
    package var reads: [String]
    /// What it rounds to, points; absent where it computes with doubles.
    package var grid: Double?
    /// The SHA-256 of its executable, where the system has a tool that tells.
    package var sha256: String?

    /// What a peer tells of itself.
    package init(
      name: String, version: String, about: String?, license: String?, reads: [String],
      grid: Double?, sha256: String? = nil
    ) {
      self.name = name
      self.version = version
      self.about = about
      self.license = license
      self.reads = reads
      self.grid = grid
      self.sha256 = sha256
    }
  }

  /// A suite as results are quoted with it.
  package struct SuiteRecord: Codable, Equatable, Sendable {
    /// `LayoutBench 2026.2 default`.
    package var name: String
    /// What tells it from a suite of the same name with other scenes, phases or forms.
    package var digest: String

    /// A suite.
    package init(name: String, digest: String) {
      self.name = name
      self.digest = digest
    }
  }

  /// The core as children found it.
  package struct Quiet: Codable, Equatable, Sendable {
    /// The last readings.
    package var readings: [Double]
    /// How long children waited in all, seconds.
    package var waited: Double
    /// How long they worked and waited, seconds.
    package var seconds: Double

    /// Readings and times.
    package init(readings: [Double] = [], waited: Double = 0, seconds: Double = 0) {
      self.readings = readings
      self.waited = waited
      self.seconds = seconds
    }
  }

  /// The executable.
  package struct Executable: Codable, Equatable, Sendable {
    /// `release` or `debug`.
    package var configuration: String
    /// The SHA-256 of its file, where the system has a tool that tells.
    package var sha256: String?
    /// The SHA-256 of each link that children used in turn, where there are several.
    package var links: [String]?

    /// An executable.
    package init(configuration: String, sha256: String? = nil, links: [String]? = nil) {
      self.configuration = configuration
      self.sha256 = sha256
      self.links = links
    }
  }

  /// A child process: the unit of replication.
  package struct Child: Codable, Equatable, Sendable {
    /// When it began, ISO 8601.
    package var started: String
    /// The load average of the last minute, before and after; absent where the system tells none.
    package var load: [Double]?
    /// Which share of the processors' time others of the host took meanwhile, 0 to 1; absent where the
    /// system does not tell.
    package var steal: Double?
    /// Which link of the executable it ran, from 0, where several were used in turn.
    package var executable: Int?

    /// A child.
    package init(
      started: String, load: [Double]?, steal: Double? = nil, executable: Int? = nil
    ) {
      self.started = started
      self.load = load
      self.steal = steal
      self.executable = executable
    }
  }

  /// The declared properties of an engine.
  package struct EngineRecord: Codable, Equatable, Sendable {
    /// Its name.
    package var name: String
    /// What it does, in a line.
    package var summary: String
    /// The dialects that it reads, its own first.
    package var dialects: [String]
    /// Whether other engines' times are quoted against its own.
    package var isYardstick: Bool
    /// The changes that its plans follow.
    package var follows: [String]
    /// Libraries that it links, with their versions.
    package var libraries: [String: String]
    /// Its place in the palette of charts.
    package var colour: Int

    /// An engine.
    package init(
      name: String, summary: String, dialects: [String], isYardstick: Bool, follows: [String],
      libraries: [String: String], colour: Int
    ) {
      self.name = name
      self.summary = summary
      self.dialects = dialects
      self.isYardstick = isYardstick
      self.follows = follows
      self.libraries = libraries
      self.colour = colour
    }
  }

  /// A scene that was measured, so that it can be laid out again wherever the Run is read.
  package struct SceneRecord: Codable, Equatable, Sendable {
    /// Its name.
    package var name: String
    /// The file, as the user named it, or the generated scene's name.
    package var file: String
    /// The file's text; absent of a generated scene.
    package var text: String?
    /// The view that comes and goes in `churn`, where one can.
    package var churned: String?
    /// What tells it from a scene of the same name that says something else.
    package var digest: String?
    /// The length of each dialect's text; absent in files of earlier versions.
    package var notations: [NotationRecord]?
    /// The scripts of its phases; absent in files of earlier versions.
    package var scripts: [ScriptRecord]?

    /// A scene.
    package init(name: String, file: String, text: String?, digest: String? = nil) {
      self.name = name
      self.file = file
      self.text = text
      self.digest = digest
    }
  }

  /// The text that states a scene in a dialect.
  package struct NotationRecord: Codable, Equatable, Sendable {
    /// The dialect.
    package var dialect: String
    /// The number of its lines: rules, constraints or formats, calls.
    package var lines: Int
    /// The number of its characters.
    package var characters: Int

    /// A text's length.
    package init(dialect: String, lines: Int, characters: Int) {
      self.dialect = dialect
      self.lines = lines
      self.characters = characters
    }
  }

  /// A script that engines went through in a phase.
  package struct ScriptRecord: Codable, Equatable, Sendable {
    /// The phase.
    package var phase: String
    /// What tells it from another one.
    package var digest: String
    /// The number of its steps.
    package var steps: Int
    /// The steps that change a frame.
    package var moving: Int
    /// The frames that a step changes on average.
    package var frames: Double
    /// How far its sizes lie from those of the scene: wide, medium, near, or those of the scene's steps.
    package var reach: String
    /// The length that it was to have: 64, or fewer where engines take long.
    package var length: Int
    /// How often its steps were drawn again, because too little moved.
    package var draw: Int

    /// A script.
    package init(
      phase: String, digest: String, steps: Int, moving: Int, frames: Double, reach: String,
      length: Int, draw: Int = 0
    ) {
      self.phase = phase
      self.digest = digest
      self.steps = steps
      self.moving = moving
      self.frames = frames
      self.reach = reach
      self.length = length
      self.draw = draw
    }
  }

  /// The geometric mean of an engine's ratios to the yardstick over scenes.
  package struct GeometricMean: Codable, Equatable, Sendable {
    /// The form and phase: `program first`.
    package var phase: String
    /// The scenes over which it is taken; absent where all are of one kind.
    package var group: SceneGroup?
    /// The engine.
    package var engine: String
    /// How many scenes went in: those on which every compared engine has a time.
    package var scenes: Int
    /// The mean with its interval.
    package var ratio: Estimate

    /// A mean.
    package init(
      phase: String, group: SceneGroup? = nil, engine: String, scenes: Int, ratio: Estimate
    ) {
      self.phase = phase
      self.group = group
      self.engine = engine
      self.scenes = scenes
      self.ratio = ratio
    }
  }

  /// How a time, or a count, grows with the number of views over the sizes of a generated scene.
  package struct Growth: Codable, Equatable, Sendable {
    /// The generator.
    package var generator: String
    /// The phase.
    package var phase: String
    /// The engine.
    package var engine: String
    /// The numbers of views.
    package var sizes: [Int]
    /// The exponent: the slope of log time over log views; median over children, with its interval.
    package var exponent: Estimate
    /// The slope over the top decade, where there are three sizes in it; absent in files of earlier versions.
    package var decade: Estimate?
    /// The slope over the three largest sizes.
    package var largest: Double
    /// The exponent of each counter that is above 0 at every size; absent where nothing was counted.
    package var counters: [String: Double]?

    /// Whether times grow no faster than N log N: times cannot tell the two apart, for log N adds 0.10 to
    /// 0.13 to the slope there.
    package enum Order: String, Sendable {
      /// The upper bound is at most 1.15.
      case linear = "linear, or N log N"
      /// The lower bound is above it.
      case more
      /// The interval holds it.
      case open = "not decided"
    }

    /// The verdict over the top decade; `nil` where there are too few sizes or no interval.
    package var order: Order? {
      guard let decade, let low = decade.low, let high = decade.high else { return nil }
      return high <= Self.mostLinear ? .linear : low > Self.mostLinear ? .more : .open
    }

    /// The slope up to which growth may be linear, or N log N.
    package static let mostLinear = 1.15
  }

  /// A doubt about the numbers.
  package struct Warning: Codable, Equatable, Sendable {
    /// For programs.
    package var code: String
    /// For people.
    package var text: String

    /// A warning.
    package init(code: String, text: String) {
      self.code = code
      self.text = text
    }
  }
}

/// What came of a cell.
package enum Outcome: String, Codable, Sendable {
  /// It has times.
  case timed
  /// Its frames are not those of the others or of the scene: it is not timed.
  case wrong
  /// The engine reads none of this scene's dialects.
  case unsupported
  /// The engine reads the dialect but cannot express something that the scene asks for.
  case cannotState = "cannot state"
  /// The scene has no layout in some state.
  case noSolution = "no solution"
  /// A pass takes too long.
  case cutOff = "cut off"
  /// The sum over the frames of a timed batch was not that of the verified frames.
  case drifted
  /// The process of the engine ended, or gave an answer that is none.
  case crashed
}

/// Scene × phase × engine, with its samples.
package struct Cell: Codable, Equatable, Sendable {
  /// The scene's name.
  package var scene: String
  /// How many views it has, the root not counted.
  package var views: Int
  /// The size of a generated scene: `n`, its number of views.
  package var parameters: [String: Int]?
  /// `first`, `resize`, `session` and so on.
  package var phase: String
  /// `program` or `plan`; absent in files of earlier versions.
  package var form: String?
  /// The engine's name.
  package var engine: String
  /// The dialect that it laid out.
  package var dialect: String
  /// What came of it.
  package var outcome: Outcome
  /// Why, where it was not timed.
  package var reason: String?
  /// What must be known beside its numbers: `rebuilds`.
  package var notes: [String]?
  /// How far its verified frames lie from those expected and those of the others at most, points.
  package var deviation: Double?
  /// Attributes that the engine finds ambiguous in the first layout; absent of engines that do not tell.
  package var ambiguous: Int?
  /// Passes in each batch: plans times steps.
  package var passes: Int
  /// Plans in each batch; absent in files of earlier versions.
  package var plans: Int?
  /// States that a batch of an earlier version went through in turn.
  package var cycle: Int?
  /// The sum over the verified frames of all states, as C writes it in base 16.
  package var checksum: String?
  /// Of `first`: the part of each sample that made the plans, nanoseconds a plan.
  package var building: [[Double]]?
  /// Of `session`: the times of its steps; absent where nobody looked.
  package var steps: Steps?
  /// Of `first`: plans a second that one thread makes and lays out, and that two do; absent where nobody
  /// looked.
  package var throughput: [Double]?
  /// Whether the time is certainly below that of copying the frames: it has no rank and no place in a
  /// mean; computed from the samples.
  package var suspect: Bool?
  /// Nanoseconds a pass: a list for each child, in the order taken.
  package var samples: [[Double]] = []
  /// Which samples the thread was switched out in, by number.
  package var switched: [[Int]] = []
  /// Which samples somebody else used the processor core beside, by number; absent where nobody looked.
  package var shared: [[Int]]?
  /// `shared` of one child; `nil` where nobody looked.
  package func shared(inChild child: Int) -> [Int]? {
    shared.map { $0.indices.contains(child) ? $0[child] : [] }
  }

  /// Nanoseconds a pass; computed from the samples.
  package var time: Estimate?
  /// What a pass takes, or for `build` a plan: exact counts by name; absent where nothing was counted.
  package var counters: [String: Double]?
  /// The counters that differed between two children: they are not exact here.
  package var unsteady: [String]?
  /// The ratio to the yardstick; computed from the samples.
  package var ratio: Ratio?
  /// Which machine of `Run.machines` measured it, from 0; absent where there is one.
  package var machine: Int?

  /// The times of the steps of a session.
  package struct Steps: Codable, Equatable, Sendable {
    /// The median, nanoseconds.
    package var p50: Double
    /// The time that 95 % of the steps do not exceed, nanoseconds.
    package var p95: Double
    /// The longest step, nanoseconds.
    package var longest: Double

    /// Quantiles of the times of all steps, nanoseconds; `nil` of none.
    package init?(_ times: [Double]) {
      guard let longest = times.max() else { return nil }
      p50 = Statistics.median(times)
      p95 = Statistics.quantile(0.95, of: times)
      self.longest = longest
    }
  }

  /// A ratio and what it is to.
  package struct Ratio: Codable, Equatable, Sendable {
    /// The ratio.
    package var value: Double
    /// The lower end of its interval.
    package var low: Double?
    /// The upper end of its interval.
    package var high: Double?
    /// The yardstick: `manual`, or `replay` where a scene has no hand-written layout.
    package var to: String

    /// A ratio.
    package init(_ estimate: Estimate, to: String) {
      value = estimate.value
      low = estimate.low
      high = estimate.high
      self.to = to
    }

    /// The ratio with its interval.
    package var estimate: Estimate { Estimate(value: value, low: low, high: high) }
  }

  /// The views that fit into 8.3 ms, a frame at 120 Hz, at the cost per view of this cell.
  package var viewsInFrame: Double? {
    time.map { 8.3e6 / $0.value * Double(views) }
  }

  /// True where samples gave it a time, or a ratio alone where cells are of several machines.
  package var hasFigures: Bool { outcome == .timed && (time != nil || ratio != nil) }

  /// The form and phase, `program first`: cells of one part and scene are compared with each other.
  package var part: String { form.map { "\($0) \(phase)" } ?? phase }

  /// A cell without samples.
  package init(
    scene: String, views: Int, phase: String, form: String? = nil, engine: String,
    dialect: String, outcome: Outcome = .timed, reason: String? = nil, passes: Int = 0
  ) {
    self.scene = scene
    self.views = views
    self.phase = phase
    self.form = form
    self.engine = engine
    self.dialect = dialect
    self.outcome = outcome
    self.reason = reason
    self.passes = passes
  }
}
