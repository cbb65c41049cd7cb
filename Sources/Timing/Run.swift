/// One recorded measurement: every sample in the order taken, with machine, revision and versions,
/// so that any statistic can be computed again.
///
/// Written as JSON; readers ignore keys that they do not know.
package struct Run: Codable, Equatable, Sendable {
  /// The version of the format that is written.
  package static let version = 2
  /// The edition of the estimates that are computed from samples.
  package static let estimates = 2

  /// The version of the format.
  package var layoutbenchRun = Run.version
  /// The time at which it began, and a random suffix: the file's name.
  package var id: String
  /// `bench`.
  package var kind = "bench"
  /// The command line, without the executable.
  package var command: [String]
  /// The seed of all random numbers.
  package var seed: UInt64
  /// The intended duration of a batch, nanoseconds.
  package var batchTarget: Int
  /// Samples of a cell in each child.
  package var rounds: Int
  /// The source that was built, where it is known.
  package var revision: Revision?
  /// The executable that was run.
  package var executable: Executable
  /// The machine that it ran on.
  package var machine: Machine
  /// The machines, where shards of several were joined; each cell records its own.
  package var machines: [Machine]?
  /// The part of a benchmark that it measured; absent where it measured all of it.
  package var shard: Shard?
  /// The intended number of children; absent in files of earlier versions.
  package var planned: Int?
  /// The declared properties of the engines that took part; absent in files of earlier versions.
  package var engines: [EngineRecord]?
  /// The scenes, as they were read or generated; absent in files of earlier versions.
  package var scenes: [SceneRecord]?
  /// The engines of other authors that took part; absent where none did.
  package var peers: [PeerRecord]?
  /// The suite, where the cells are those of one; absent in files of earlier versions.
  package var suite: SuiteRecord?
  /// The links of the executable that children used in turn: child k used link k modulo this
  /// number; absent in files of earlier versions.
  package var links: Int?
  /// The time that children waited for a quiet core, and their readings of the core; absent in
  /// files of earlier versions.
  package var quiet: Quiet?
  /// The time of a step of each kernel at the start, in the middle and at the end, nanoseconds;
  /// absent in files of earlier versions.
  package var vectors: [MachineVector]?
  /// The units of what is recorded.
  package var units = [
    "samples": "ns", "bytes allocated": "B", "peak bytes": "B", "retained bytes": "B",
  ]
  /// The cells, with their samples.
  package var cells: [Cell]
  /// The processes that timed them.
  package var children: [Child] = []
  /// The time of a pass of a plan that does nothing, nanoseconds, one sample per child.
  package var floor: [Double] = []
  /// The edition of the estimates that the file holds; absent before they left children out whose
  /// core was shared.
  package var estimates: Int?
  /// Means over scenes; computed from the samples.
  package var geometricMeans: [GeometricMean] = []
  /// The growth of times with the number of views; computed from the samples, absent where no scene
  /// has enough sizes.
  package var growth: [Growth]?
  /// Doubts about the numbers.
  package var warnings: [Warning] = []
  /// True if it was ended before all children had run.
  package var interrupted: Bool?
  /// In a baseline, the shares by which cells may become slower.
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
    estimates = Self.estimates
  }

  /// The revision of the source.
  package struct Revision: Codable, Equatable, Sendable {
    /// The commit.
    package var commit: String
    /// True if files had changes that were not committed.
    package var dirty: Bool
    /// The commit's date, ISO 8601; absent in files of earlier versions.
    package var date: String?
    /// The first line of the commit's message; absent in files of earlier versions.
    package var subject: String?
    /// The commit's place in the range that `history run` measured, the first one 0; absent
    /// elsewhere.
    package var place: Int?
    /// True if a source file is newer than the executable, which then is of an earlier revision;
    /// absent where none is.
    package var outdated: Bool?

    /// A revision.
    package init(
      commit: String, dirty: Bool, date: String? = nil, subject: String? = nil,
      place: Int? = nil, outdated: Bool? = nil
    ) {
      self.commit = commit
      self.dirty = dirty
      self.date = date
      self.subject = subject
      self.place = place
      self.outdated = outdated
    }
  }

  /// An engine of other authors, as it describes itself.
  package struct PeerRecord: Codable, Equatable, Sendable {
    /// `peer:kiwi`.
    package var name: String
    /// The version of its library.
    package var version: String
    /// A description, in a sentence.
    package var about: String?
    /// The licence of its library.
    package var license: String?
    /// The forms and dialects of layouts that it reads.
    package var reads: [String]
    /// The grid that it rounds to, points; absent where it computes with doubles.
    package var grid: Double?
    /// The SHA-256 of its executable, where the system has a tool that computes it.
    package var sha256: String?

    /// A description of a peer.
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

  /// The suite that results are quoted with.
  package struct SuiteRecord: Codable, Equatable, Sendable {
    /// `LayoutBench 2026.2 default`.
    package var name: String
    /// The digest that distinguishes it from a suite of the same name with other scenes, phases or
    /// forms.
    package var digest: String

    /// A suite.
    package init(name: String, digest: String) {
      self.name = name
      self.digest = digest
    }
  }

  /// The readings of the core by children, and their waiting times.
  package struct Quiet: Codable, Equatable, Sendable {
    /// The last readings.
    package var readings: [Double]
    /// The total time that children waited, seconds.
    package var waited: Double
    /// The total time that they worked and waited, seconds.
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
    /// The SHA-256 of its file, where the system has a tool that computes it.
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
    /// The time at which it began, ISO 8601.
    package var started: String
    /// The load average of the last minute, before and after; absent where the system does not
    /// report it.
    package var load: [Double]?
    /// The share of the processors' time that other guests of the host took meanwhile, 0 to 1;
    /// absent where the system does not report it.
    package var steal: Double?
    /// The link of the executable that it ran, from 0, where several were used in turn.
    package var executable: Int?
    /// The SHA-256 of the file that its processes ran, as each of them identified it; absent in
    /// files of earlier versions, and where the system has no tool that computes it.
    package var sha256: String?

    /// A child.
    package init(
      started: String, load: [Double]?, steal: Double? = nil, executable: Int? = nil,
      sha256: String? = nil
    ) {
      self.started = started
      self.load = load
      self.steal = steal
      self.executable = executable
      self.sha256 = sha256
    }
  }

  /// The declared properties of an engine.
  package struct EngineRecord: Codable, Equatable, Sendable {
    /// Its name.
    package var name: String
    /// A description, in a line.
    package var summary: String
    /// The dialects that it reads, its own first.
    package var dialects: [String]
    /// True if other engines' times are quoted against its own.
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
    /// The file's text; absent for a generated scene.
    package var text: String?
    /// The digest that distinguishes it from a scene of the same name with other contents.
    package var digest: String?
    /// The length of each dialect's text; absent in files of earlier versions.
    package var notations: [NotationRecord]?
    /// The scripts of its phases; absent in files of earlier versions.
    package var scripts: [ScriptRecord]?
    /// The phases in whose scripts no step moves a frame: nothing was timed in them.
    package var still: [String]?

    /// Those phases in words; `nil` where there are none.
    package var stillness: String? {
      still.map { "nothing moves in \($0.joined(separator: ", "))" }
    }

    /// A scene.
    package init(name: String, file: String, text: String?, digest: String? = nil) {
      self.name = name
      self.file = file
      self.text = text
      self.digest = digest
    }
  }

  /// The reason why no cell is timed, in words.
  package var nothingToTime: String {
    let still = (scenes ?? []).compactMap { scene in
      scene.stillness.map { "\($0) of \(scene.name)" }
    }
    return "these scenes, engines and phases leave nothing to time"
      + (still.isEmpty ? "" : ": ") + still.joined(separator: "; ")
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

  /// The scripts that a cell went through, one for each set; none in phases without scripts.
  func scripts(of cell: Cell) -> [ScriptRecord] {
    (scenes?.first { $0.name == cell.scene }?.scripts ?? []).filter { $0.phase == cell.phase }
  }

  /// A script that engines went through in a phase.
  package struct ScriptRecord: Codable, Equatable, Sendable {
    /// The phase.
    package var phase: String
    /// The digest that distinguishes it from other scripts.
    package var digest: String
    /// The number of its steps.
    package var steps: Int
    /// The steps that change a frame.
    package var moving: Int
    /// The frames that a step changes on average.
    package var frames: Double
    /// The distance of its sizes from those of the scene: wide, medium, near, or those of the
    /// scene's steps.
    package var reach: String
    /// The intended length: 64, or fewer where engines take long.
    package var length: Int
    /// The number of times that its steps were drawn again, because too little moved.
    package var draw: Int
    /// The number of the set of scripts that it belongs to, where that is not the first; children
    /// of each link run one set.
    package var set: Int?

    /// A script.
    package init(
      phase: String, digest: String, steps: Int, moving: Int, frames: Double, reach: String,
      length: Int, draw: Int = 0, set: Int? = nil
    ) {
      self.phase = phase
      self.digest = digest
      self.steps = steps
      self.moving = moving
      self.frames = frames
      self.reach = reach
      self.length = length
      self.draw = draw
      self.set = set
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
    /// The number of scenes that it is taken over: those on which every compared engine has a time.
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

  /// The growth of a time, or of a count, with the number of views over the sizes of a generated
  /// scene.
  package struct Growth: Codable, Equatable, Sendable {
    /// The generator.
    package var generator: String
    /// The phase.
    package var phase: String
    /// The engine.
    package var engine: String
    /// The numbers of views.
    package var sizes: [Int]
    /// The exponent: the slope of log time over log views, with its interval over links or
    /// children; where nothing was timed, the slope of log instructions, without an interval.
    package var exponent: Estimate
    /// The slope over the top decade, where there are three sizes in it; absent in files of earlier
    /// versions.
    package var decade: Estimate?
    /// The slope of log instructions over the top decade, where there are three sizes in it and
    /// instructions were counted.
    package var instructions: Double?
    /// The slope over the three largest sizes.
    package var largest: Double
    /// The exponent of each counter that is above 0 at every size; absent where nothing was
    /// counted.
    package var counters: [String: Double]?

    /// The slope over the top decade that the verdict is about: of instructions where they were
    /// counted, of times where not.
    package var decisive: Double? { instructions ?? decade?.value }

    /// The decision whether work grows no faster than N log N: times cannot distinguish N from N
    /// log N, for log N adds 0.10 to 0.13 to the slope there.
    package enum Order: String, Sendable {
      /// The upper bound is at most 1.15.
      case linear = "linear, or N log N"
      /// The lower bound is above 1.15.
      case more
      /// The interval contains 1.15.
      case open = "not decided"
    }

    /// The verdict over the top decade, by instructions where they were counted; `nil` where there
    /// are too few sizes, or neither instructions nor an interval.
    package var order: Order? {
      if let instructions { return instructions <= Self.mostLinear ? .linear : .more }
      guard let decade, let low = decade.low, let high = decade.high else { return nil }
      return high <= Self.mostLinear ? .linear : low > Self.mostLinear ? .more : .open
    }

    /// The slope up to which growth may be linear, or N log N.
    package static let mostLinear = 1.15
  }

  /// A doubt about the numbers.
  package struct Warning: Codable, Equatable, Sendable {
    /// The code, for programs.
    package var code: String
    /// The sentence, for people.
    package var text: String

    /// A warning.
    package init(code: String, text: String) {
      self.code = code
      self.text = text
    }
  }
}

/// The outcome of a cell.
package enum Outcome: String, Codable, Sendable {
  /// It has times.
  case timed
  /// Its frames differ from those of the other engines or of the scene: it is not timed.
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
  /// The process of the engine ended, sent an invalid answer, or reported a failure.
  case crashed
}

/// Scene × phase × engine, with its samples.
package struct Cell: Codable, Equatable, Sendable {
  /// The scene's name.
  package var scene: String
  /// The number of its views, the root not counted.
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
  /// The outcome.
  package var outcome: Outcome
  /// The reason for the outcome, where it was not timed.
  package var reason: String?
  /// Notes that qualify its numbers: `rebuilds`.
  package var notes: [String]?
  /// The largest distance of its verified frames from those expected and those of the other
  /// engines, points.
  package var deviation: Double?
  /// The number of attributes that the engine finds ambiguous in the first layout; absent for
  /// engines that do not report them.
  package var ambiguous: Int?
  /// Passes in each batch: plans times steps.
  package var passes: Int
  /// Plans in each batch; absent in files of earlier versions.
  package var plans: Int?
  /// States that a batch of an earlier version went through in turn.
  package var cycle: Int?
  /// The sum over the verified frames of all states, as C writes it in base 16.
  package var checksum: String?
  /// Of `first`: the part of each sample that made the plans, nanoseconds per plan.
  package var building: [[Double]]?
  /// Of `session`: the times of its steps; absent where they were not measured.
  package var steps: Steps?
  /// Of `first`: plans per second that one thread makes and lays out, and that two threads do;
  /// absent where they were not measured.
  package var throughput: [Double]?
  /// Of `first`: nanoseconds that a plan takes to read its texts, the least of several batches of one
  /// child; absent where it reads none.
  package var parsing: Double?
  /// True if the time is certainly below 0.9 of the time of copying the frames: the cell has no
  /// rank and no place in a mean; computed from the samples.
  package var suspect: Bool?
  /// Nanoseconds per pass: a list for each child, in the order taken.
  package var samples: [[Double]] = []
  /// The samples during which the thread was switched out, by number: a list for each child.
  package var switched: [[Int]] = []
  /// The samples during which another process shared the processor core, by number: a list for each
  /// child; absent where it was not checked.
  package var shared: [[Int]]?
  /// `shared` of one child; `nil` where it was not checked.
  package func shared(inChild child: Int) -> [Int]? {
    shared.map { $0.indices.contains(child) ? $0[child] : [] }
  }

  /// Nanoseconds per pass; computed from the samples.
  package var time: Estimate?
  /// The work of a pass, or for `build` of a plan: exact counts by name; absent where nothing was
  /// counted.
  package var counters: [String: Double]?
  /// The counters that differed between two children: they are not exact here.
  package var unsteady: [String]?
  /// The ratio to the yardstick; computed from the samples.
  package var ratio: Ratio?
  /// The index of the machine in `Run.machines` that measured it; absent where there is only one.
  package var machine: Int?

  /// The times of the steps of a session.
  package struct Steps: Codable, Equatable, Sendable {
    /// The median, nanoseconds.
    package var p50: Double
    /// The time that 95 % of the steps do not exceed, nanoseconds.
    package var p95: Double
    /// The longest step, nanoseconds.
    package var longest: Double

    /// Quantiles of the times of all steps, nanoseconds; `nil` where there are none.
    package init?(_ times: [Double]) {
      guard let longest = times.max() else { return nil }
      p50 = Statistics.median(times)
      p95 = Statistics.quantile(0.95, of: times)
      self.longest = longest
    }
  }

  /// A ratio and the yardstick that it refers to.
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

  /// Plans per second on two threads, divided by those on one.
  package var secondThreadGain: Double? {
    guard let throughput, throughput.count == 2, throughput[0] > 0, throughput[1] > 0 else {
      return nil
    }
    return throughput[1] / throughput[0]
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
