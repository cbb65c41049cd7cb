import Foundation
package import LayoutModel
import Scenes
package import LayoutBenchTiming

/// A benchmark: verifies, finds batch sizes, and takes samples in child processes.
package struct Benchmark {
  /// The default number of children of a Run, and of each side of a comparison in its first step.
  package static let usualChildren = 36

  /// The settings of a benchmark.
  package struct Options: Sendable {
    /// The scenes; sizes of one generator in rising order.
    package var scenes: [SceneSource]
    /// Engines, by name; empty for all.
    package var engines: [String] = []
    /// Phases.
    package var phases = Phase.usual
    /// Forms, programs first.
    package var forms = Form.inOrder
    /// The number of child processes.
    package var children = Benchmark.usualChildren
    /// Samples of a cell in each child.
    package var rounds = 4
    /// The seed of all random numbers.
    package var seed: UInt64 = 1
    /// The least duration of a batch, nanoseconds.
    package var batchTarget = 50_000
    /// True estimates how long the cells take, which costs three plans for each.
    package var estimatesDurations = false
    /// True lists the chosen cells and runs no engine: no cell is verified or timed.
    package var isListing = false
    /// True counts instructions too, under valgrind.
    package var countsInstructions = false
    /// The Run that it will be compared with, whose scripts and batch sizes are taken; usually
    /// `nil`.
    package var baseline: Run?
    /// The Run whose batch sizes are taken; `nil` where they are to be found.
    package var batchesFrom: Run?
    /// The part of the scenes that is measured; `nil` for all.
    package var shard: Run.Shard?
    /// The suite that the scenes belong to, if they do.
    package var suite: String?
    /// This executable.
    package var executable: String
    /// Links of it that children use in turn, functions in other orders; by default the executable
    /// alone.
    package var links: [String]
    /// The command line, which the Run records.
    package var command: [String]

    /// The method's defaults.
    package init(scenes: [SceneSource], executable: String, command: [String]) {
      self.scenes = scenes
      self.executable = executable
      self.command = command
      links = [executable]
    }
  }

  /// A progress report of a benchmark.
  package enum Progress: Sendable {
    /// Batch sizes are being found.
    case calibrating(cells: Int)
    /// Work and memory are being counted.
    case counting
    /// A child is about to run, from 1; with the widest interval of a ratio so far, where there are
    /// any.
    case child(Int, of: Int, widest: Double?)
  }

  /// The Run so far.
  package internal(set) var run: Run
  var options: Options
  var requests: [ChildRequest.CellRequest] = []
  /// The scenes as children measure them, and the scene of each cell.
  var scenes: [BenchmarkScene] = []
  var sceneOfCell: [Int] = []
  /// The folder of the verified frames and of the programs that children run.
  private(set) var folder = RunFolder()
  /// The duration of the batches of each scene's cells when their sizes were found, seconds.
  var calibration: [Int: Double] = [:]
  /// The rough duration of a sample of each cell, and of a child's verification; seconds.
  var durations: (samples: [Double], verification: Double) = ([], 0)

  /// The rough duration of each cell, and of the whole benchmark; seconds.
  package var estimatedSeconds: (cells: [Double], all: Double) {
    let times = Double(options.rounds + 1) * Double(options.children)
    // A child runs one of the sets of scripts that were verified.
    let setCount = Double(scenes.map(\.sets.count).max() ?? 1)
    let verification = durations.verification / max(1, setCount)
    let cells = durations.samples.map { $0 * times }
    // The children that find batch sizes and count do about ten samples' work.
    let others = durations.samples.reduce(0, +) * 20 + 3 * (verification + 0.1)
    // Each cold cell has a process of its own.
    let cold = requests.count { $0.phase == .cold && run.cells[$0.number].outcome == .timed }
    let child = 0.2 * verification + 0.05 * Double(scenes.count) + 0.04 * Double(cold)
    return (
      cells,
      durations.verification / Double(Workers.count) + cells.reduce(0, +) + others
        + Double(options.children) * child
    )
  }

  /// Reads and verifies the scenes; nothing is timed yet.
  ///
  /// - Parameters:
  ///   - options: the settings.
  ///   - progress: called about ten times per second with the number of scenes that are verified,
  ///     and of all.
  /// - Throws: `SceneError`, and errors of the file system.
  package init(_ options: Options, progress: (Int, Int) -> Void = { _, _ in }) throws {
    self.options = options
    run = Run(
      id: Self.newID(), command: options.command, seed: options.seed,
      batchTarget: options.batchTarget, rounds: options.rounds,
      revision: Self.revision(of: options.executable),
      executable: Self.executable(options.executable, links: options.links),
      machine: .this(libraries: Registry.current.libraries),
      cells: [])
    run.planned = options.children
    run.engines = engineRecords
    run.peers = PeerConformance.records(of: Engines.everyone.filter { isSelected($0) })
    run.links = options.links.count
    run.scenes = []
    let known = options.batchesFrom ?? options.baseline
    let all = try shardScenes()
    if options.isListing {
      for (source, scene) in all { list(scene, source) }
    } else {
      try add(all, known: known, progress)
    }
    if run.shard == nil { recordSuite((run.scenes ?? []).map { $0.digest ?? "" }) }
  }

  /// The scenes that are measured; with a shard, those assigned to it.
  private mutating func shardScenes() throws -> [(source: SceneSource, scene: Scene)] {
    let all = try options.scenes.map { source in
      (source: source, scene: try source.scene().beginning(dialects: Registry.current.dialects))
    }
    guard var shard = options.shard else { return all }
    shard.scenes = all.map(\.scene.name)
    shard.digest = recordSuite(all.map { Self.digest($0.source, $0.scene) })
    run.shard = shard
    let own = shard.dealt(shard.scenes, seed: options.seed)
    return all.filter { own.contains($0.scene.name) }
  }

  /// Records the suite that the scenes with these digests belong to.
  ///
  /// - Returns: the digest of everything that it measures.
  @discardableResult
  private mutating func recordSuite(_ digests: [String]) -> String {
    let digest = Machine.fingerprint(
      of: digests + options.phases.map(\.rawValue) + options.forms.map(\.rawValue))
    run.suite = options.suite.map {
      Run.SuiteRecord(name: "\(Self.edition) \($0)", digest: digest)
    }
    return digest
  }

  /// The edition of the suites, which is quoted with figures.
  package static let edition = "LayoutBench 2026.2"

  /// The record of an executable.
  static func executable(_ path: String, links: [String] = []) -> Run.Executable {
    Run.Executable(
      configuration: configuration, sha256: FileDigest.sha256(of: path),
      links: links.isEmpty || links == [path]
        ? nil : links.map { FileDigest.sha256(of: $0) ?? "unknown" })
  }

  /// Takes another executable for the children.
  mutating func use(_ executable: String) {
    options.executable = executable
    options.links = [executable]
    run.executable = Self.executable(executable)
    run.revision = Self.revision(of: executable)
    for index in run.cells.indices {
      (run.cells[index].counters, run.cells[index].unsteady) = (nil, nil)
    }
  }

  /// Records the revision of the executables, where one is given.
  mutating func record(_ revision: Run.Revision?) { run.revision = revision ?? run.revision }

  /// Takes other links for the children.
  mutating func use(links: [String]) {
    options.links = links
    run.links = links.count
    run.executable = Self.executable(options.executable, links: links)
  }

  /// Takes another seed for all randomness but that of scripts.
  mutating func use(seed: UInt64) {
    options.seed = seed
    run.seed = seed
  }

  /// Drops the samples; keeps batch sizes and counts.
  mutating func forgetSamples() {
    (run.children, run.floor) = ([], [])
    for index in run.cells.indices {
      (run.cells[index].samples, run.cells[index].switched) = ([], [])
      (run.cells[index].shared, run.cells[index].building) = (nil, nil)
    }
  }

  /// Computes the Run's estimates from its samples.
  mutating func computeEstimates() { run.computeEstimates() }

  /// The build configuration of the executable.
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

  /// A name for a Run: the time, and a random end.
  package static func newID() -> String {
    let time = timestamp().replacing(":", with: "-")
    let end = String(UInt32.random(in: 0x1000...0xFFFF), radix: 16)
    return "\(time)-\(end)"
  }

  /// The revision of the checkout of this package that contains the executable, where git finds one.
  ///
  /// An executable that lies in a checkout of something else has none.
  package static func revision(of executable: String) -> Run.Revision? {
    let folder = URL(fileURLWithPath: executable).deletingLastPathComponent().path
    guard
      let top = OtherProgram.output(["git", "-C", folder, "rev-parse", "--show-toplevel"]),
      FileManager.default.fileExists(atPath: "\(top)/Sources/LayoutModel/LayoutEngine.swift"),
      let facts = OtherProgram.output(
        ["git", "-C", folder, "log", "-1", "--format=%H%n%cI%n%s"])?
        .components(separatedBy: "\n"), let commit = facts.first, !commit.isEmpty
    else { return nil }
    // Results that were written meanwhile are not a change of the measured code.
    let sources = [":/Sources", ":/Benchmarks", ":/Package.swift"]
    let changes =
      OtherProgram.output(["git", "-C", folder, "status", "--porcelain", "--"] + sources) ?? ""
    return Run.Revision(
      commit: commit, dirty: !changes.isEmpty, date: facts.count > 1 ? facts[1] : nil,
      subject: facts.count > 2 ? facts[2] : nil,
      outdated: isOlder(executable, thanSourcesOf: top) ? true : nil)
  }

  /// True if a source file of a checkout was written after an executable.
  private static func isOlder(_ executable: String, thanSourcesOf top: String) -> Bool {
    guard let built = FileIdentity(path: executable),
      let files = FileManager.default.enumerator(atPath: "\(top)/Sources")
    else { return false }
    for case let file as String in files
    where file.hasSuffix(".swift") || file.hasSuffix(".c") || file.hasSuffix(".h") {
      guard let source = FileIdentity(path: "\(top)/Sources/\(file)") else { continue }
      if built.written.lexicographicallyPrecedes(source.written) { return true }
    }
    return false
  }
}
