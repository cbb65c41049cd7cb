import Foundation
import LayoutModel
import Scenes
package import LayoutBenchTiming

/// A benchmark: verifies, finds batch sizes, and takes samples in child processes.
package struct Benchmark {
  /// How many children a Run has, and each side of a comparison in its first step, if nothing is said.
  package static let usualChildren = 40

  /// How a benchmark is run.
  package struct Options: Sendable {
    /// The scenes; sizes of one generator in rising order.
    package var scenes: [SceneSource]
    /// Engines, by name; empty for all.
    package var engines: [String] = []
    /// Phases.
    package var phases = Phase.allCases
    /// How many child processes.
    package var children = Benchmark.usualChildren
    /// Samples of a cell in each child.
    package var rounds = 10
    /// What all randomness comes from.
    package var seed: UInt64 = 1
    /// How long a batch shall last, nanoseconds.
    package var batchTarget = 500_000
    /// Whether it is asked how long the cells take, which costs three plans for each.
    package var estimatesDurations = false
    /// Whether instructions are counted too, under valgrind.
    package var countsInstructions = false
    /// What it will be compared with, so that it does as many passes; `nil` of most.
    package var baseline: Run?
    /// This executable.
    package var executable: String
    /// The command line, for the record.
    package var command: [String]

    /// The defaults of the method.
    package init(scenes: [SceneSource], executable: String, command: [String]) {
      self.scenes = scenes
      self.executable = executable
      self.command = command
    }
  }

  /// Where a benchmark stands, for a progress line.
  package enum Progress: Sendable {
    /// Batch sizes are being found.
    case calibrating(cells: Int)
    /// Work and memory are being counted.
    case counting
    /// A child is about to run, from 1; the widest interval of a ratio so far, where there are any.
    case child(Int, of: Int, widest: Double?)
  }

  /// The Run so far.
  package internal(set) var run: Run
  var options: Options
  var requests: [ChildRequest.CellRequest] = []
  /// Engines that were cut off on a generator's scene, and so on its larger ones.
  var slow: [String: Set<String>] = [:]
  /// The view of each scene that comes and goes, where one can.
  var churned: [String?] = []
  /// What `CoreReading` told of a core without neighbours; `nil` before the first child.
  var quiet: Double?
  /// How long its children may still wait for such a core, seconds.
  var patience = QuietCore.patience
  /// How long a sample of each cell takes, roughly, and a child's verification; seconds.
  var durations: (samples: [Double], verification: Double) = ([], 0)

  /// How long each cell will take, and the whole benchmark; rough, in seconds.
  package var estimatedSeconds: (cells: [Double], all: Double) {
    let times = Double(options.rounds + 2) * Double(options.children)
    let cells = durations.samples.map { $0 * times }
    // The children that find batch sizes and count do some ten samples' work.
    let others = durations.samples.reduce(0, +) * 20 + 3 * (durations.verification + 0.1)
    return (
      cells,
      cells.reduce(0, +) + others
        + Double(options.children) * (durations.verification + 0.05)
    )
  }

  /// A benchmark whose scenes have been verified before.
  init(
    _ run: Run, options: Options, requests: [ChildRequest.CellRequest], churned: [String?]
  ) {
    self.run = run
    self.options = options
    self.requests = requests
    self.churned = churned
    self.run.planned = options.children
    self.run.interrupted = nil
  }

  /// Reads and verifies the scenes; nothing is timed yet.
  ///
  /// - Throws: `SceneError`.
  package init(_ options: Options) throws {
    self.options = options
    run = Run(
      id: Self.newID(), command: options.command, seed: options.seed,
      batchTarget: options.batchTarget, rounds: options.rounds,
      revision: Self.revision(of: options.executable),
      executable: Self.executable(options.executable),
      machine: .this(libraries: Registry.current.libraries),
      cells: [])
    run.planned = options.children
    run.engines = engineRecords
    run.scenes = []
    for (index, source) in options.scenes.enumerated() {
      let scene = try source.scene()
      try add(scene, index: index, isGenerated: source.text == nil)
      run.scenes?.append(
        Run.SceneRecord(
          name: scene.name, file: source.file, text: source.text, churned: churned[index],
          digest: Machine.fingerprint(of: [
            source.text ?? SceneWriter.text(of: scene, dialects: Registry.current.dialects)
          ])))
    }
  }

  /// What is known of an executable.
  static func executable(_ path: String) -> Run.Executable {
    Run.Executable(configuration: configuration, sha256: FileDigest.sha256(of: path))
  }

  /// Takes another executable for the children.
  mutating func use(_ executable: String) {
    options.executable = executable
    // Its loop may lie elsewhere, and read otherwise.
    (quiet, patience) = (nil, QuietCore.patience)
    run.executable = Self.executable(executable)
    run.revision = Self.revision(of: executable)
    for index in run.cells.indices {
      (run.cells[index].counters, run.cells[index].unsteady) = (nil, nil)
    }
  }

  /// Takes another seed for all randomness.
  mutating func use(seed: UInt64) {
    options.seed = seed
    run.seed = seed
  }

  /// Forgets what was measured, not batch sizes and counts.
  mutating func forgetSamples() {
    (run.children, run.floor) = ([], [])
    for index in run.cells.indices {
      (run.cells[index].samples, run.cells[index].switched) = ([], [])
      run.cells[index].shared = nil
    }
  }

  /// Whether it was ended before all children had run.
  var isInterrupted: Bool {
    get { run.interrupted == true }
    set { run.interrupted = newValue ? true : nil }
  }

  /// Computes the Run's estimates from its samples.
  mutating func computeEstimates() { run.computeEstimates() }

  /// How the executable was built.
  package static var configuration: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }

  // MARK: - Names

  static func timestamp() -> String {
    Date().formatted(.iso8601)
  }

  static func newID() -> String {
    let time = timestamp().replacing(":", with: "-")
    let end = String(UInt32.random(in: 0x1000...0xFFFF), radix: 16)
    return "\(time)-\(end)"
  }

  /// The revision of the checkout that holds the executable, where git knows one.
  private static func revision(of executable: String) -> Run.Revision? {
    let folder = URL(fileURLWithPath: executable).deletingLastPathComponent().path
    guard let commit = Tool.output(["git", "-C", folder, "rev-parse", "HEAD"]), !commit.isEmpty
    else { return nil }
    // Results that were written meanwhile are no change of what was measured.
    let sources = [":/Sources", ":/Benchmarks", ":/Package.swift"]
    let changes =
      Tool.output(["git", "-C", folder, "status", "--porcelain", "--"] + sources) ?? ""
    return Run.Revision(commit: commit, dirty: !changes.isEmpty)
  }
}
