import ArgumentParser
import Foundation
import LayoutBenchHarness
import LayoutModel
import Synchronization
import LayoutBenchTiming

/// `layoutbench fuzz`.
struct FuzzCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract: "Compare the engines on random scenes, until one differs.",
    discussion: """
      Each seed makes a scene of constraints, a page of an app, a scene of rules, or one of a kind \
      that a dialect adds. \
      Layouts of constraints are checked against the optimality conditions and compared between \
      all engines that read constraints; if their numbers differ much in magnitude, an exact \
      engine judges them, up to frames of \(NumberText.write(Agreement.greatestNumber)) points. \
      Layouts of rules are compared between all engines that read rules, also as constraints. \
      Engines of other authors ('peer:*') take part if named, on scenes with exactly one layout. A \
      failing scene is written to a file; one that no dialect added is reduced first. Without \
      --count and --time it runs until Control-C. Exit status 1 if a scene fails.

        layoutbench fuzz --count 20000
        layoutbench fuzz --time 60 --kinds rules
        layoutbench fuzz --kinds constraints --seed 1234 --count 1
        layoutbench fuzz --kinds constraints --engines '*,peer:*' --output differences
      """)

  @Option(help: ArgumentHelp("The number of scenes.", valueName: "n"))
  var count: Int?

  @Option(help: ArgumentHelp("The duration.", valueName: "seconds"))
  var time: Double?

  @Option(help: "The seed of the first scene; the next ones follow.")
  var seed: UInt64 = 0

  @Option(
    help: ArgumentHelp(
      "One part of the seeds, such as 2/4, for machines that share the work.", valueName: "i/n")
  )
  var shard: Run.Shard?

  @Option(
    help: "\(Fuzz.Kind.all.map(\.name).joined(separator: ", ")); ! excludes.")
  var kinds: String?

  @Option(help: "Engines, with * and ?, separated by commas; ! excludes.")
  var engines: String?

  @Option(help: ArgumentHelp("Stop after this number of failures.", valueName: "n"))
  var failures = 5

  @Option(name: [.short, .long], help: "The folder for scenes that fail.")
  var output = "."

  @Flag(help: "No progress on standard error.")
  var quiet = false

  func validate() throws {
    if let count, count < 1 { throw ValidationError("--count takes 1 or more") }
    if let time, !(time > 0 && time < 1e9) {
      throw ValidationError("--time takes more than 0 and less than 1e9 seconds")
    }
    if failures < 1 { throw ValidationError("--failures takes 1 or more") }
  }

  /// The state that the threads share.
  private final class Work: Sendable {
    struct State {
      /// The distance of the next seed from the first.
      var next: UInt64
      var done = 0
      /// Scenes whose frames could be held against nothing.
      var notJudged = 0
      var isOver = false
      var failures: [Fuzz.Failure] = []
    }

    private let step: UInt64
    let state: Mutex<State>

    init(_ shard: Run.Shard?) {
      step = UInt64(shard?.of ?? 1)
      state = Mutex(State(next: UInt64((shard?.number ?? 1) - 1)))
    }

    /// The next seed, as its distance from the first; `nil` where no seed is left.
    func next(before count: UInt64, until end: UInt64) -> UInt64? {
      state.withLock { state in
        guard !state.isOver, state.next < count, Clock.now < end, !Interrupts.came else {
          return nil
        }
        defer { state.next += step }
        return state.next
      }
    }

    /// Records the result of a scene.
    func end(_ failure: Fuzz.Failure?, isJudged: Bool, most: Int) {
      state.withLock { state in
        state.done += 1
        if !isJudged { state.notJudged += 1 }
        guard let failure else { return }
        state.failures.append(failure)
        if state.failures.count >= most { state.isOver = true }
      }
    }
  }

  func run() throws {
    let kinds = try Selection(kinds).apply(
      to: Fuzz.Kind.all.map(\.name), what: "kind"
    ).compactMap { name in Fuzz.Kind.all.first { $0.name == name } }
    Registry.admit(Selection(engines).bare)
    let names = try Selection(engines).apply(to: Engines.everyone.map(\.name), what: "engine")
    let chosen = Engines.everyone.filter { names.contains($0.name) }
    Interrupts.count()
    let work = Work(shard)
    let most = failures
    let total = count.map { count in
      shard.map { (count - $0.number + $0.of) / $0.of } ?? count
    }
    let last = count.map { UInt64($0) } ?? .max
    let start = Clock.now
    let end = time.map { start + UInt64($0 * 1e9) } ?? .max
    var line = ProgressLine(isQuiet: quiet)
    var told = 0
    try Workers.run {
      work.next(before: last, until: end)
    } work: { [seed] distance in
      let seed = seed &+ distance
      let (failure, isJudged) = Fuzz.check(
        kinds[Int(seed % UInt64(kinds.count))], seed: seed, engines: chosen)
      work.end(failure, isJudged: isJudged, most: most)
    } wait: {
      let (done, found) = work.state.withLock { ($0.done, $0.failures) }
      for failure in found.dropFirst(told) {
        line.clear()
        try tell(failure)
      }
      told = found.count
      line.show(
        "\(done) scenes\(total.map { " of \($0)" } ?? ""), \(found.count) failed, "
          + "\(Int(Double(Clock.now - start) / 1e9)) s")
    }
    line.clear()
    let (done, found, notJudged) = work.state.withLock { ($0.done, $0.failures, $0.notJudged) }
    for failure in found.dropFirst(told) { try tell(failure) }
    let others =
      notJudged == 0
      ? ""
      : "; \(notJudged) not judged: they conflict, or frames are beyond \(NumberText.write(Agreement.greatestNumber)) points"
    try Console.print(
      "\(done) random scenes (\(kinds.map(\.name).joined(separator: ", "))) from seed \(seed)\(shard.map { ", shard \($0)" } ?? "") "
        + "in \(String(format: "%.1f", Double(Clock.now - start) / 1e9)) s: "
        + (found.isEmpty ? "none failed" : "\(found.count) failed") + others)
    if !found.isEmpty { throw ExitCode.checkDidNotHold }
  }

  /// Reports a failure, the path of its scene, and the command that reproduces it.
  private func tell(_ failure: Fuzz.Failure) throws {
    let path = "\(output)/fuzz-\(failure.kind)-\(failure.seed).yaml"
    let name = "fuzz-\(failure.kind)-\(failure.seed)"
    let chosen = engines.map { " --engines '\($0)'" } ?? ""
    try Console.write(failure.text.replacing("name: random", with: "name: \(name)"), to: path)
    Console.error(
      """
      seed \(failure.seed), \(failure.kind): \(failure.reason)
          written to \(path)
          to repeat: layoutbench fuzz --kinds \(failure.kind) --seed \(failure.seed) --count 1\(chosen)
      """)
  }
}
