import ArgumentParser
import Foundation
import LayoutBenchHarness
import LayoutBenchReports
import LayoutBenchTiming

/// `layoutbench history run`.
struct HistoryRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Build and measure the commits of a range, and find those that changed a cell.",
    discussion: """
      Commits on the line of first parents are built in a git worktree of their own in .build/history, \
      one after another, so that each build takes over from the one before. Each is measured in turn \
      with the first one, child by child, as 'ab' does. Of each commit a Run and a comparison are saved; \
      the same command continues where it was interrupted. A commit that does not build is left out.

      With --bisect, only the commits are measured that halve the range in which the cell changed, and \
      the one that is found is measured against its parent.

        layoutbench history run v1.0.. --every 4
        layoutbench history run v1.0..HEAD --bisect post/resize/\(Engines.example)
        layoutbench history run v1.0..HEAD --bisect post/plan/resize/\(Engines.example) --instructions

      Exit status: 0 done, 1 with --bisect where no commit is found.
      """)

  @Argument(help: ArgumentHelp("The first and the last commit.", valueName: "first..last"))
  var range: String

  @Option(help: ArgumentHelp("Measure each n-th commit, and the last one.", valueName: "n"))
  var every = 1

  @Option(
    help: ArgumentHelp(
      "Find the commit that changed this cell: SCENE/PHASE/ENGINE, or SCENE/FORM/PHASE/ENGINE.",
      valueName: "cell"))
  var bisect: String?

  @OptionGroup var cells: CellSelection

  @Option(help: ArgumentHelp("Links of each build, 1 to 50.", valueName: "n"))
  var links = 6

  @Option(help: ArgumentHelp("Children per side in the first step, 8 to 1000.", valueName: "n"))
  var children = Benchmark.usualChildren

  @Option(help: ArgumentHelp("The least change that counts, in percent.", valueName: "p"))
  var threshold = 2.0

  @Flag(help: "Compare numbers of instructions, where valgrind is installed, and time nothing.")
  var instructions = false

  @Option(name: [.short, .long], help: "The folder for Runs and comparisons.")
  var output = "Results/history"

  @Flag(help: "No progress on standard error.")
  var quiet = false

  func validate() throws {
    guard every >= 1 else { throw ValidationError("--every takes a number from 1 on") }
    guard bisect == nil || every == 1 else {
      throw ValidationError("--bisect chooses the commits; it excludes --every")
    }
    guard
      bisect == nil
        || (cells.suite ?? cells.scenes ?? cells.engines ?? cells.phases ?? cells.form) == nil
    else { throw ValidationError("--bisect names the cell; it excludes other choices of cells") }
    guard (1...50).contains(links) else { throw ValidationError("--links takes 1 to 50") }
    guard (8...1000).contains(children) else {
      throw ValidationError("--children takes 8 to 1000: fewer give no interval")
    }
    guard threshold > 0, threshold <= 1000 else {
      throw ValidationError("--threshold takes a percentage above 0")
    }
    guard !output.hasSuffix(".json") else {
      throw ValidationError("--output takes a folder: each commit has a Run and a comparison")
    }
    if instructions, let obstacle = Instructions.obstacle {
      throw ValidationError("instructions cannot be counted: \(obstacle)")
    }
  }

  func run() throws {
    var path = try bisect.map { try CellPath($0) }
    let checkout = try GitCheckout(for: "history run")
    let commits = try checkout.commits(in: range)
    Interrupts.count()
    let start = Clock.now
    let reservation = try RunFile.reserve(output + "/history.json")
    defer { reservation.end() }
    var options = try path?.options() ?? cells.options(usualSuite: "quick").options
    options.seed = cells.seed ?? UInt64.random(in: 1...0xFFFF_FFFF)
    options.countsInstructions = instructions
    var measured = CommitMeasurement(
      checkout: checkout, commits: commits, output: output, links: links, isQuiet: quiet)
    measured.screening = children
    measured.threshold = threshold / 100
    try measured.prepare(options)
    defer { measured.finish() }
    if let path {
      return try find(path, &measured, since: start)
    }
    let last = commits.count - 1
    for place in Array(stride(from: every, to: last, by: every)) + [last] {
      _ = try measured.comparison(at: place)
      measured.removeLinks(of: place)
    }
    let series = CommitSeries.all(in: measured.comparisons)
    try Console.print(series.map(\.table).joined(separator: "\n\n"))
    say(measured, since: start)
  }

  /// Halves the range, and measures the commit that is found against its parent.
  private func find(
    _ path: CellPath, _ measured: inout CommitMeasurement, since start: UInt64
  ) throws {
    let commits = measured.commits
    let last = commits.count - 1
    let name = try measured.name(of: path)
    guard let whole = try measured.comparison(at: last)?.level(of: name) else {
      throw ChildError(
        description: "error: \(name) could not be measured at \(commits[last].short)")
    }
    let isStep =
      (whole.low ?? 0) > 1 + threshold / 100
      || (whole.high ?? .infinity) < 1 / (1 + threshold / 100)
    guard isStep else {
      Console.error(
        "no step: \(name) is \(Quantity.ratio(whole)) (\(Quantity.interval(whole))) at "
          + "\(commits[last].short) as at \(commits[0].short)")
      throw ExitCode.checkDidNotHold
    }
    // A commit lies behind the step where it is nearer to the last one than to the first.
    let half = whole.value.squareRoot()
    measured.threshold = max(half, 1 / half) - 1
    var search = StepSearch(count: commits.count)
    var doubtful: [String] = []
    while let place = search.next {
      guard let level = try measured.comparison(at: place)?.level(of: name) else {
        search.skip(place)
        continue
      }
      search.take(place, isAfter: (level.value > half) == (whole.value > 1))
      if let low = level.low, let high = level.high, low < half, half < high {
        doubtful.append(commits[place].short)
      }
    }
    let found = search.candidates
    var lines = found.map { place in CommitSeries.name(of: measured.revision(place)) }
    if found.count > 1 {
      lines.insert(
        "one of \(found.count) commits, of which the others could not be measured:", at: 0)
    }
    let step = try measured.step(name, from: search.before, to: search.after)
    lines.append(
      "\(name): \(Quantity.ratio(step.level)) (\(Quantity.interval(step.level))) of \(instructions ? "the instructions" : "the time") at \(commits[search.before].short)"
    )
    lines += step.counters.filter { !$0.name.hasPrefix(CounterComparison.instructions) }.map {
      "  \($0.name): \(Quantity.short($0.base)) → \(Quantity.short($0.head))"
    }
    if !doubtful.isEmpty {
      lines.append(
        "not certain: the interval at \(doubtful.joined(separator: ", ")) holds both sides of the step"
      )
    }
    try Console.print(lines.joined(separator: "\n"))
    say(measured, since: start)
  }

  private func say(_ measured: CommitMeasurement, since start: UInt64) {
    guard !quiet else { return }
    let minutes = Double(Clock.now - start) / 60e9
    Console.error(
      "\(measured.comparisons.count) of \(Quantity.plural(measured.commits.count, "commit")) measured, "
        + "\(Quantity.plural(measured.builds, "build")) in \(Quantity.fixed(measured.buildSeconds / 60, decimals: 1)) "
        + "of \(Quantity.fixed(minutes, decimals: 1)) minutes; saved in \(output)")
  }
}

/// The commits of a range, each built and measured against the first one where its comparison is asked for.
private struct CommitMeasurement {
  let checkout: GitCheckout
  let commits: [GitCheckout.Commit]
  let output: String
  let links: Int
  let isQuiet: Bool
  var screening = Benchmark.usualChildren
  var threshold = 0.02
  /// The comparisons that there are, in the order of their commits.
  var comparisons: [Comparison] { found.sorted { $0.key < $1.key }.map(\.value) }
  private(set) var builds = 0
  private(set) var buildSeconds = 0.0
  private var found: [Int: Comparison] = [:]
  private var executables: [Int: [String]] = [:]
  private var benchmark: Benchmark?
  private var isCounting = false

  init(
    checkout: GitCheckout, commits: [GitCheckout.Commit], output: String, links: Int, isQuiet: Bool
  ) {
    self.checkout = checkout
    self.commits = commits
    self.output = output
    self.links = links
    self.isQuiet = isQuiet
  }

  private var folder: URL { URL(fileURLWithPath: checkout.folder + "/.build/history") }

  /// Reads what an earlier run of the same command saved, and verifies the scenes.
  mutating func prepare(_ options: Benchmark.Options) throws {
    isCounting = options.countsInstructions
    var options = options
    for place in commits.indices.dropFirst() {
      let path = path(of: place)
      guard FileManager.default.fileExists(atPath: path) else { continue }
      guard
        case .comparison(let comparison) = try RunFile.record(path, mayBeReplaced: true)
      else {
        throw RunFile.Failure.notARun(path, reason: "it is no comparison")
      }
      guard comparison.screening.base.revision?.commit == commits[0].hash,
        !comparison.isInterrupted, comparison.isOfCounts == isCounting
      else { continue }
      // The scripts are those of the commits that were measured.
      if found.isEmpty {
        options.seed = comparison.screening.base.seed
        options.baseline = comparison.screening.base
      }
      found[place] = comparison
    }
    let benchmark = try Benchmark(options)
    guard benchmark.run.cells.contains(where: { $0.outcome == .timed }) else {
      throw ValidationError(benchmark.run.nothingToTime)
    }
    let names = Set(benchmark.run.cells.map { CellName($0) })
    for (place, comparison) in found
    where Set(comparison.screening.base.cells.map { CellName($0) }) != names {
      throw RunFile.Failure.cannotResume(
        path(of: place), reason: "it is of other cells; choose another folder with --output")
    }
    self.benchmark = benchmark
  }

  /// The cell's name in the Run.
  func name(of path: CellPath) throws -> CellName {
    guard let benchmark else { throw ExitCode.failure }
    return CellName(try path.cell(in: benchmark.run))
  }

  /// The comparison of a commit with the first one; `nil` where the commit cannot be built or measured.
  ///
  /// - Throws: `ExitCode.interrupted`; `RunFile.Failure`.
  mutating func comparison(at place: Int) throws -> Comparison? {
    if let known = found[place] { return known }
    do {
      let comparison = try compare(0, place)
      try RunFile.write(comparison, to: path(of: place))
      try RunFile.write(comparison.screening.head, to: path(of: place, "-run"))
      if !FileManager.default.fileExists(atPath: path(of: 0, "-run")) {
        try RunFile.write(comparison.screening.base, to: path(of: 0, "-run"))
      }
      found[place] = comparison
      return comparison
    } catch let error as ChildError where place > 0 && executables[0] != nil {
      // The base stands: it is this commit that fails.
      return skip(place, error.description)
    } catch let error as ChildProcessFailure {
      return skip(place, error.description)
    }
  }

  private func skip(_ place: Int, _ reason: String) -> Comparison? {
    Console.error("left out: \(CommitSeries.name(of: revision(place))): \(reason)")
    return nil
  }

  /// A cell's time at a commit as a multiple of that at an earlier one, and the counts that changed.
  mutating func step(
    _ name: CellName, from before: Int, to after: Int
  ) throws -> (level: Estimate, counters: [CounterChange]) {
    threshold = 0.02
    let comparison = before == 0 && found[after] != nil ? found[after] : try compare(before, after)
    guard let comparison, let level = comparison.level(of: name) else {
      throw ChildError(description: "error: \(commits[after].short) could not be measured again")
    }
    return (level, comparison.cells.first { $0.name == name }?.counters ?? [])
  }

  private func compare(
    _ benchmark: Benchmark, _ options: SideBySide.Options, show: (String) -> Void
  ) throws -> Comparison {
    var sides = try SideBySide(benchmark, options: options) { show($0.text) }
    if isCounting {
      sides.compareCounts()
    } else {
      try sides.run(progress: { show($0.text) }, save: { _ in })
    }
    return sides.comparison
  }

  /// Builds what is not built, and measures.
  private mutating func compare(_ before: Int, _ after: Int) throws -> Comparison {
    guard let benchmark else { throw ExitCode.failure }
    var line = ProgressLine(isQuiet: isQuiet)
    defer { line.clear() }
    var options = SideBySide.Options(
      base: try build(before, &line), head: try build(after, &line))
    options.screening = screening
    options.thresholds = Thresholds(usual: threshold)
    options.improvements = true
    options.allowsDebug = true
    options.revisions = (revision(before), revision(after))
    let title = "\(found.count + 1): \(commits[after].short): "
    let comparison = try compare(benchmark, options) { line.show(title + $0) }
    if Interrupts.came { throw ExitCode.interrupted }
    return comparison
  }

  private mutating func build(_ place: Int, _ line: inout ProgressLine) throws -> [String] {
    if let known = executables[place] { return known }
    if Interrupts.came { throw ExitCode.interrupted }
    let kept = folder.appendingPathComponent("links-\(links)/\(commits[place].hash)")
    if let paths = try? CellSelection.paths(ofLinks: kept.path), paths.count == links {
      executables[place] = paths
      return paths
    }
    line.show("building \(CommitSeries.name(of: revision(place)))", isImportant: true)
    let start = Clock.now
    do {
      let tree = folder.appendingPathComponent("tree").path
      try checkout.checkOut(commits[place].hash, in: tree)
      // A build that is ended in the middle leaves no links that look whole.
      let partial = kept.appendingPathExtension("partial")
      _ = try checkout.links(links, of: tree, to: partial)
      try? FileManager.default.removeItem(at: kept)
      try FileManager.default.moveItem(at: partial, to: kept)
    } catch {
      if Interrupts.came { throw ExitCode.interrupted }
      throw error
    }
    builds += 1
    buildSeconds += Double(Clock.now - start) / 1e9
    let paths = try CellSelection.paths(ofLinks: kept.path)
    executables[place] = paths
    return paths
  }

  /// The revision of a commit, with its place in the range.
  func revision(_ place: Int) -> Run.Revision {
    let commit = commits[place]
    return Run.Revision(
      commit: commit.hash, dirty: false, date: commit.date, subject: commit.subject, place: place)
  }

  /// The file of a commit's comparison, or of its Run.
  private func path(of place: Int, _ ending: String = "") -> String {
    let digits = String(place)
    let number = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return "\(output)/\(number)-\(commits[place].short)\(ending).json"
  }

  /// Removes the links of commits that are measured; the first commit's stay, for the next run.
  mutating func finish() {
    guard !Interrupts.came else { return }
    for place in executables.keys where place > 0 { removeLinks(of: place) }
  }

  /// Removes the links of a commit that is measured: those of many commits fill a disk.
  mutating func removeLinks(of place: Int) {
    executables[place] = nil
    let kept = folder.appendingPathComponent("links-\(links)/\(commits[place].hash)")
    try? FileManager.default.removeItem(at: kept)
  }
}
