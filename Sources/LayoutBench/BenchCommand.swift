import ArgumentParser
import Foundation
import LayoutBenchHarness
import LayoutModel
import LayoutBenchReports
import Scenes
import LayoutBenchTiming

/// `layoutbench bench`.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Verify every engine's frames, then time the engines in child processes.",
    discussion: """
      Times are nanoseconds per pass: the lower quartile of each child process, the median of \
      these for each link of the executable, and the mean over links. Programs call the engines' \
      libraries on views; plans are the algorithms on flat arrays. Ratios are to the yardstick in \
      the same form: hand-written code for the same frames or, for scenes without it, verified \
      frames copied from a table. An engine whose frames are wrong is never timed; it is shown as \
      'wrong' and the exit status is 1. With -o the Run, with every sample, is saved after each \
      round of children; Control-C stops after the process that runs and keeps what all scenes have.

        layoutbench bench --links .build/links
        layoutbench bench --quick
        layoutbench bench --suite full --list
        layoutbench bench --scenes 'post,c*' --engines \(Engines.pair) --phases resize
        layoutbench bench my-screen.yaml --children 100 -o run.json
        layoutbench bench chain feed --sizes 100,1000,10000 --engines \(Engines.pair)
        layoutbench bench --resume run.json
        layoutbench bench --baseline Results/baselines

      Several machines share the work by shards of one plan; 'layoutbench merge' joins them:

        layoutbench bench --suite full --plan-only -o plan.json
        layoutbench bench --plan plan.json --shard 1/4 -o shard-1.json
      """)

  @Argument(
    help: "Scene files, folders of them, or names of built-in scenes; the default suite if none.")
  var files: [String] = []

  @OptionGroup var cells: CellSelection

  @Option(
    help: ArgumentHelp(
      "Numbers of views of each named generator, such as chain; 1000 if absent.",
      valueName: "n,n…"))
  var sizes: String?

  @Flag(help: "5 child processes, and the quick suite if no scene is named: rough numbers quickly.")
  var quick = false

  @Flag(help: "60 child processes: narrow intervals.")
  var thorough = false

  @Option(
    help: ArgumentHelp(
      "Child processes per scene, 1 to 1000 (the suite's; \(Benchmark.usualChildren) where scenes are named).",
      valueName: "n"))
  var children: Int?

  @Option(
    help: ArgumentHelp(
      "Samples per cell and child, 3 to 1000 (the suite's; 4 where scenes are named).",
      valueName: "n"))
  var rounds: Int?

  @Option(
    help: ArgumentHelp(
      "Continue a Run that ended early; --children adds children to a complete one.",
      valueName: "file"))
  var resume: String?

  @Option(
    help: ArgumentHelp(
      "Measure the scenes, engines, scripts and batch sizes of this plan ('--plan-only').",
      valueName: "file"))
  var plan: String?

  @Option(
    help: ArgumentHelp(
      "Measure one part of the scenes, such as 2/4; with --plan, or --seed and equal arguments.",
      valueName: "i/n"))
  var shard: Run.Shard?

  @Flag(help: "Verify, find batch sizes and write both to a file for --plan; time nothing.")
  var planOnly = false

  @Option(
    help: ArgumentHelp(
      "Compare with this baseline, a file or a folder of them ('layoutbench baseline').",
      valueName: "file"))
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "Links of this build that children use in turn: a folder of them ('make links').",
      valueName: "folder"))
  var links: String?

  @Option(
    help: ArgumentHelp(
      "Use the batch sizes of this Run, so that Runs can be joined.", valueName: "file"))
  var batchesFrom: String?

  @Flag(
    help: """
      Also fail if, with --baseline, a cell is undecided or on one side only, and if an engine of \
      other authors, 'peer:*', is wrong.
      """)
  var strict = false

  @Flag(help: "Take only exact counts, which can be compared between machines; time nothing.")
  var onlyCounters = false

  @Flag(help: "Also count instructions; needs valgrind, and takes a minute or more.")
  var instructions = false

  @Option(
    name: [.short, .long],
    help: "Save the Run: a file that ends in .json, or a folder. Not saved if absent.")
  var output: String?

  @Option(
    help: """
      What to print: table, markdown, comment (of a comparison, at most 10 KB), junit or json; \
      with --baseline, the comparison.
      """)
  var format = ComparisonOutput.Format.table

  @Flag(help: "List the chosen cells at once; run no engine.")
  var list = false

  @Flag(
    help: "List the cells, whether their frames are right and how long they take; time nothing.")
  var dryRun = false

  @Flag(help: "Also print counts per pass: allocations, memory, the engines' own counts.")
  var counters = false

  @Option(help: "When to colour a verdict: auto, always or never.")
  var color = Console.Color.auto

  @Flag(help: "No progress on standard error.")
  var quiet = false

  @Flag(help: "Allow a debug build, which the Run records.")
  var allowDebug = false

  func validate() throws {
    if quick, thorough { throw ValidationError("--quick and --thorough exclude each other") }
    if let children, children < 1 || children > 1000 {
      throw ValidationError("--children takes 1 to 1000")
    }
    if let rounds, !(3...1000).contains(rounds) {
      throw ValidationError("--rounds takes 3 to 1000")
    }
    if cells.suite != nil, !files.isEmpty {
      throw ValidationError("--suite and scenes exclude each other; --scenes chooses from a suite")
    }
    if sizes != nil, files.isEmpty {
      throw ValidationError("--sizes needs a named generator, such as chain")
    }
    if instructions, let obstacle = Instructions.obstacle {
      throw ValidationError("instructions cannot be counted: \(obstacle)")
    }
    let hasPeers =
      !cells.peers.peer.isEmpty || cells.engines?.contains("peer:") == true
      || cells.suite == "peers"
    if strict, baseline == nil, !hasPeers {
      throw ValidationError("--strict needs --baseline or peers")
    }
    if onlyCounters, children != nil || quick || thorough {
      throw ValidationError("--only-counters times nothing; it takes no number of children")
    }
    if planOnly, onlyCounters || list || dryRun || instructions || baseline != nil {
      throw ValidationError(
        "--plan-only excludes --only-counters, --instructions, --list, --dry-run and --baseline")
    }
    if shard != nil {
      guard plan != nil || cells.seed != nil || resume != nil, !planOnly else {
        throw ValidationError(
          "--shard needs --plan, or --seed, so that all shards have the same scenes and scripts")
      }
    }
    if resume != nil || plan != nil {
      let others: [Any?] = [
        cells.scenes, cells.engines, cells.phases, cells.form, cells.suite, cells.seed, sizes,
        rounds, baseline, batchesFrom, cells.peers.peer.first,
        resume == nil ? nil : plan ?? shard?.description ?? output,
      ]
      guard others.allSatisfy({ $0 == nil }), files.isEmpty, !quick, !thorough, !planOnly,
        resume == nil || (!list && !dryRun && !onlyCounters)
      else {
        throw ValidationError(
          resume == nil
            ? "--plan determines what is measured; only --shard, --children, --links and options "
              + "for the output may be added"
            : "--resume continues a Run with its own options; only --children may be added")
      }
    }
    if planOnly, output == nil { throw ValidationError("--plan-only needs --output") }
    if output?.isEmpty == true { throw ValidationError("--output takes a folder or a file") }
  }

  func run() throws {
    if Benchmark.configuration == "debug", !allowDebug, !dryRun, !list {
      throw ValidationError(
        "this is a debug build, 10 to 60 times slower: build with '-c release', "
          + "or use --allow-debug")
    }
    if let resume { return try goOn(with: resume) }
    if list, let plan { return try Console.print(CellTable.chosen(try cells(ofPlan: plan))) }
    // A baseline that cannot be compared with is reported before the measurement.
    let known = try baseline.map { try Baselines.find($0) }
    var benchmark = try plan.map { try planned(by: $0) } ?? verified(try options(known: known))
    if let shard = benchmark.run.shard, shard.of > shard.scenes.count {
      throw ValidationError(
        "\(shard.scenes.count) scenes make at most \(shard.scenes.count) shards, not \(shard.of)")
    }
    guard !benchmark.run.cells.isEmpty || benchmark.run.shard != nil else {
      throw ValidationError(benchmark.run.nothingToTime)
    }
    if list { return try Console.print(CellTable.chosen(benchmark.run)) }
    if dryRun {
      try Console.print(CellTable.standings(of: benchmark))
      return try finish(benchmark.run)
    }
    let path = output.map { $0.hasSuffix(".json") ? $0 : "\($0)/\(benchmark.run.id).json" }
    if planOnly, let path { return try write(&benchmark, asPlanTo: path) }
    guard hasWork(benchmark.run) else {
      // No cell can be timed; the outcomes are a result all the same.
      if let path { try RunFile.write(benchmark.run, to: path) }
      try show(benchmark.run)
      return try finish(benchmark.run)
    }
    try complete(&benchmark, savingTo: path, baseline: known)
  }

  /// A benchmark whose scenes are verified.
  private func verified(_ options: Benchmark.Options) throws -> Benchmark {
    var line = ProgressLine(isQuiet: quiet)
    defer { line.clear() }
    return try Benchmark(options) { line.show("verified \($0) of \($1) scenes") }
  }

  /// Continues a Run that ended early.
  private func goOn(with path: String) throws {
    guard Console.isPlainFile(path) else {
      throw RunFile.Failure.cannotResume(
        path, reason: "it is no file that the rest of the Run could be written to")
    }
    let run = try RunFile.read(path, mayBeReplaced: true)
    var benchmark: Benchmark
    do {
      benchmark = try Benchmark(
        resuming: run, children: children, executable: CellSelection.executable,
        links: CellSelection.paths(ofLinks: links))
    } catch let failure as Benchmark.ResumeFailure {
      throw RunFile.Failure.cannotResume(path, reason: failure.description)
    }
    try complete(&benchmark, savingTo: path)
  }

  /// The benchmark of a plan, or one shard of it.
  private func planned(by path: String) throws -> Benchmark {
    let plan = try RunFile.read(path)
    guard plan.shard == nil else {
      throw RunFile.Failure.noPlan(path, reason: "it is a shard of a Run")
    }
    Registry.admit(Set(plan.cells.map(\.engine)).sorted())
    do {
      var options = try Benchmark.Options(
        of: plan, executable: CellSelection.executable, links: CellSelection.paths(ofLinks: links))
      options.command = Array(CommandLine.arguments.dropFirst())
      options.children = onlyCounters ? 0 : children ?? options.children
      options.countsInstructions = instructions
      options.estimatesDurations = dryRun
      options.shard = shard
      return try Benchmark(plan: plan, options)
    } catch let failure as Benchmark.ResumeFailure {
      throw RunFile.Failure.noPlan(path, reason: failure.description)
    }
  }

  /// The cells of a plan, or of one shard of it.
  private func cells(ofPlan path: String) throws -> Run {
    var run = try RunFile.read(path)
    guard let shard else { return run }
    let own = shard.dealt(run.sceneNames, seed: run.seed)
    run.cells.removeAll { !own.contains($0.scene) }
    return run
  }

  /// Writes the plan that shards start from.
  private func write(_ benchmark: inout Benchmark, asPlanTo path: String) throws {
    Interrupts.count()
    let reservation = try RunFile.reserve(path)
    defer { reservation.end() }
    var line = ProgressLine(isQuiet: quiet)
    defer { line.clear() }
    do {
      try benchmark.plan { _ in line.show("finding batch sizes", isImportant: true) }
    } catch {
      line.clear()
      throw ChildError(description: "error: \(error)")
    }
    guard benchmark.run.interrupted != true else {
      Console.error("interrupted before the plan was made")
      throw ExitCode.interrupted
    }
    try RunFile.write(benchmark.run, to: path)
    if !quiet {
      line.clear()
      Console.error(
        "saved \(path): \(benchmark.run.scenes?.count ?? 0) scenes, \(benchmark.run.cells.count) cells\n"
          + "to measure a part of it: layoutbench bench --plan \(path) --shard 1/4 -o shard-1.json"
          + (links.map { " --links \($0)" } ?? ""))
    }
    try finish(benchmark.run)
  }

  /// Measures, saves, compares and prints.
  private func complete(
    _ benchmark: inout Benchmark, savingTo path: String?, baseline: Run? = nil
  ) throws {
    Interrupts.count()
    let reservation = try path.map { try RunFile.reserve($0) }
    defer { reservation?.end() }
    try measure(&benchmark, savingTo: path)
    guard !benchmark.run.children.isEmpty || (onlyCounters && !Interrupts.came) else {
      Console.error("interrupted before anything was measured")
      if let path, benchmark.run.children.isEmpty, FileManager.default.fileExists(atPath: path) {
        Console.error("to continue: layoutbench bench --resume \(path)")
      }
      throw ExitCode.interrupted
    }
    if !quiet, path == nil { Console.error("not saved: -o FILE.json saves a Run") }
    if !quiet, let path {
      Console.error("saved \(path)")
      if benchmark.run.interrupted == true {
        Console.error("to continue: layoutbench bench --resume \(path)")
      }
    }
    guard let baseline, benchmark.run.interrupted != true else {
      try show(benchmark.run)
      return try finish(benchmark.run)
    }
    if !onlyCounters, format != .json, format != .junit { try show(benchmark.run) }
    try compare(benchmark, with: baseline, besides: path)
    try finish(benchmark.run)
  }

  /// Compares a benchmark with a baseline.
  private func compare(
    _ benchmark: Benchmark, with baseline: Run, besides path: String?
  ) throws {
    var check = BaselineCheck(benchmark, baseline: baseline)
    var line = ProgressLine(isQuiet: quiet)
    do {
      try check.remeasure { child, cells in
        line.show(
          "measuring \(cells) \(cells == 1 ? "cell" : "cells") again: child \(child)")
      }
    } catch {
      line.clear()
      throw ChildError(description: "error: \(error)")
    }
    line.clear()
    let place = path.map { String($0.dropLast(5)) + "-comparison.json" }
    if let place { try RunFile.write(check.comparison, to: place) }
    if format == .table, !onlyCounters { try Console.print("") }
    try ComparisonOutput.show(
      check.comparison, as: format, color: color, isStrict: strict, savedAt: quiet ? nil : place)
  }

  /// True if an engine can be timed; the yardstick counts only if it was requested.
  private func hasWork(_ run: Run) -> Bool {
    // A shard of scenes that no other engine can lay out is still a part of the whole.
    run.shard != nil || plan != nil
      || run.cells.contains { cell in
        cell.outcome == .timed
          && (!run.yardsticks.contains(cell.engine) || cells.engines?.contains(cell.engine) == true)
      }
  }

  private func options(known: Run?) throws -> Benchmark.Options {
    let named =
      files.isEmpty ? nil : try SceneSource.all(files, sizes: try SceneSource.counts(sizes))
    var (options, suite) = try cells.options(of: named, usualSuite: quick ? "quick" : "default")
    options.children =
      onlyCounters
      ? 0 : children ?? (quick ? 5 : thorough ? 60 : suite?.children ?? options.children)
    options.rounds = rounds ?? suite?.rounds ?? options.rounds
    options.countsInstructions = instructions
    options.links = try CellSelection.paths(ofLinks: links)
    if let batchesFrom {
      let run = try RunFile.read(batchesFrom)
      options.batchesFrom = run
      // Runs that will be merged have the same scripts.
      options.seed = cells.seed ?? run.seed
    }
    options.shard = shard
    if let known { options.seed = cells.seed ?? known.seed }
    options.baseline = known
    options.estimatesDurations = dryRun
    options.isListing = list
    return options
  }

  private func measure(_ benchmark: inout Benchmark, savingTo path: String?) throws {
    var line = ProgressLine(isQuiet: quiet)
    defer { line.clear() }
    let start = Clock.now
    do {
      try benchmark.measure { progress in
        switch progress {
        case .calibrating(let cells):
          line.show("\(cells) cells: verified, finding batch sizes", isImportant: true)
        case .counting: line.show("counting work and memory")
        case .child(let child, let count, let widest):
          let spent = Double(Clock.now - start) / 1e9
          let left =
            child > 1 ? ", \(Int(spent / Double(child) * Double(count - child + 1))) s left" : ""
          let interval = widest.map {
            ", widest interval ±\(Quantity.fixed(100 * $0, decimals: 1)) %"
          }
          line.show("child \(child) of \(count)\(left)\(interval ?? "")")
        }
      } save: { run in
        if let path { try RunFile.write(run, to: path) }
      }
    } catch let failure as RunFile.Failure {
      if let path, benchmark.run.children.count > 1 {
        Console.error("the samples of earlier children are in \(path)")
      }
      throw failure
    } catch {
      if let path, !benchmark.run.children.isEmpty {
        Console.error("earlier samples are in \(path)")
      }
      throw ChildError(description: "error: \(error)")
    }
    line.clear()
    if let path, !benchmark.run.children.isEmpty {
      try RunFile.write(benchmark.run, to: path)
    }
  }

  private func show(_ run: Run) throws {
    switch format {
    case .table: try Console.print(RunTable(run, hasCounters: counters).text)
    case .markdown: try Console.print(RunMarkdown(run).text)
    case .comment: try Console.print(RunMarkdown(run).comment)
    case .json: try Console.print(RunFile.text(of: run))
    case .junit: try Console.print(RunJUnit([ReportedRun(run)]).text)
    }
  }

  /// The cells that decide the exit status: faults of peers do not, unless `strict`.
  private func deciding(_ run: Run) -> [Cell] {
    run.cells.filter { strict || !$0.engine.hasPrefix("peer:") }
  }

  private func finish(_ run: Run) throws {
    let told: [Outcome] = [.wrong, .drifted, .noSolution]
    for cell in run.cells where told.contains(cell.outcome) {
      guard let reason = cell.reason, dryRun else { continue }
      Console.error("\(cell.scene), \(cell.engine): \(cell.outcome.rawValue): \(reason)")
    }
    if run.interrupted == true { throw ExitCode.interrupted }
    if deciding(run).contains(where: { $0.outcome == .wrong || $0.outcome == .drifted }) {
      throw ExitCode.checkDidNotHold
    }
    let ended = run.cells.contains {
      $0.engine.hasPrefix("peer:") && ($0.outcome == .crashed || $0.outcome == .cutOff)
    }
    if strict, ended { throw ExitCode.checkDidNotHold }
    if deciding(run).contains(where: { $0.outcome == .noSolution }) { throw ExitCode.noLayout }
    guard hasWork(run) else {
      throw ValidationError("none of these engines has a dialect for these scenes")
    }
  }
}
