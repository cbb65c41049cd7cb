package import LayoutBenchTiming
package import LayoutModel

/// A parent's request to a child process, as JSON on its standard input: one scene.
package struct ChildRequest: Codable, Sendable {
  /// The protocol's version.
  package static let version = 2

  /// The purpose of a child.
  package enum Task: String, Codable, Sendable {
    /// Find out how many plans a batch has.
    case calibrate
    /// Take samples.
    case measure
    /// Time each step of the sessions apart.
    case steps
    /// Count work and memory; nothing is timed.
    case count
    /// Make and lay out the first plan of the process, of one cell.
    case cold
    /// Run one cell while another program watches this one.
    case profile
  }

  /// A cell to be timed.
  package struct CellRequest: Codable, Sendable {
    /// The place of the cell in the Run.
    package var number: Int
    /// The phase.
    package var phase: Phase
    /// The engine's name.
    package var engine: String
    /// Its form.
    package var form: Form
    /// The dialect.
    package var dialect: DialectName
    /// Plans in a batch; 0 where that is not known yet.
    package var plans: Int
  }

  /// The protocol's version.
  package var layoutbenchChild = Self.version
  /// The task.
  package var task: Task
  /// The seed of all random numbers.
  package var seed: UInt64
  /// The number of this child.
  package var child: Int
  /// Samples of each cell.
  package var rounds: Int
  /// The least duration of a batch, nanoseconds.
  package var batchTarget: Int
  /// The last readings of the core by other children, nanoseconds.
  package var readings: [Double]
  /// The maximum time that it may wait for a quiet core, seconds.
  package var patience: Double
  /// The scene.
  package var scene: SceneSource
  /// The verified frames, which its engines must reproduce.
  var frames: FrameFile.Name
  /// The scripts of the phases that have one.
  package var scripts: [String: Script]
  /// The cells.
  package var cells: [CellRequest]
  /// The profiler that watches; absent where none does.
  var profiler: ProfilerControl?
}

/// The properties of an executable, as it reports them.
package struct Build: Codable, Sendable {
  /// `release` or `debug`.
  package var configuration: String
  /// The Swift compiler.
  package var swift: String
  /// The version of the C library, where it reports one.
  package var libc: String?
  /// Libraries that the engines link, with their versions.
  package var libraries: [String: String]?
  /// The file that the process runs.
  package var identity: FileIdentity?
}

/// A sample of a cell.
package struct Sample: Codable, Sendable {
  /// The place of the cell in the Run.
  package var cell: Int
  /// Nanoseconds per pass; of `first` and `cold`, per plan.
  package var time: Double
  /// Of `first`, the part of it that made the plan.
  package var building: Double?
  /// True if the thread was switched out meanwhile.
  package var wasSwitched: Bool
  /// True if the core was shared before or after.
  package var wasShared: Bool
}

/// An answer of a child: one JSON value per line.
package enum ChildAnswer: Codable, Sendable {
  /// The first line: the protocol's version, and the properties of the child's build.
  case hello(version: Int, build: Build?)
  /// A cell that is not timed, and why.
  case refused(Int, outcome: Outcome, reason: String)
  /// Plans in a batch of a cell.
  case batch(Int, plans: Int)
  /// One sample each of some cells.
  case round([Sample])
  /// Nanoseconds of each step of a cell's session.
  case steps(Int, [Double])
  /// Plans per second of a cell of `first`, made and laid out on one thread and on two.
  case throughput(Int, [Double])
  /// Nanoseconds that a plan of a cell of `first` takes to read its texts.
  case parsing(Int, Double)
  /// Exact counts of a cell.
  case counted(Int, [String: Double])
  /// A cell whose sum over frames was wrong.
  case drifted(Int, reason: String)
  /// The last line: the floor, nanoseconds per pass; readings of the core; how long it waited,
  /// seconds.
  case done(floor: Double, readings: [Double], waited: Double)
}
