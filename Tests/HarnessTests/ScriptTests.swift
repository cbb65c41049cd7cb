import LayoutBenchFixtures
import Foundation
import LayoutModel
import Scenes
import LayoutBenchSuite
import Synchronization
import Testing
import LayoutBenchTiming

@testable import LayoutBenchHarness

@Suite("Scripts, and engines that lie")
struct ScriptTests {
  private static func scene(_ name: String = "feed-20") throws -> Scene {
    try #require(SceneGenerator.scene(named: name))
  }

  private static func verified(_ scene: Scene, seed: UInt64) throws -> VerifiedScene {
    try VerifiedScene(
      scene, phases: Phase.allCases, seed: seed,
      among: Participant.preferred(of: scene, forms: [.plan, .program]))
  }

  /// The usual scene, verified once for all tests.
  private static let usual = Result { try verified(scene(), seed: 3) }

  @Test("a session of sizes alone is the phase of sizes, and no session")
  func sizesAlone() throws {
    var scene = try Self.scene("grid-9")
    scene.tree.numbers = NamedNumbers()
    var draft = ScriptDraft(scene, .session, seed: 1, reach: .near, removable: [])
    let none = draft.script(.session)
    #expect(none == nil)
    let four = Array(scene.tree.views.dropFirst().prefix(4))
    var other = ScriptDraft(scene, .session, seed: 1, reach: .near, removable: four)
    let script = other.script(.session)
    #expect(script?.count == 32)
  }

  @Test("a seed gives the same scripts again, and another seed others")
  func seeds() throws {
    let scene = try Self.scene()
    let (one, again, other) = (
      try Self.usual.get(), try Self.verified(scene, seed: 3),
      try Self.verified(scene, seed: 4)
    )
    // No constraint determines the height of the scene, so it has no fitting size.
    #expect(one.scripts[.fit] == nil)
    for phase in Phase.allCases where phase.isScript && phase != .fit {
      let digest = try #require(one.scripts[phase]).script.digest
      #expect(again.scripts[phase]?.script.digest == digest, "\(phase)")
      #expect(other.scripts[phase]?.script.digest != digest, "\(phase)")
    }
  }

  @Test("a script reads back as it was written")
  func coding() throws {
    let script = try #require(try Self.usual.get().scripts[.session]).script
    let data = try JSONEncoder().encode(script)
    #expect(try JSONDecoder().decode(Script.self, from: data) == script)
    for broken in [
      #"{"changes":[[8,1]],"ends":[1],"kinds":["edit"]}"#,
      #"{"changes":[[7,-1]],"ends":[1],"kinds":["fit"]}"#,
      #"{"changes":[[0,1,2]],"ends":[2],"kinds":["edit"]}"#,
      #"{"changes":[[0,1,2],[0,3,4]],"ends":[2,1],"kinds":["edit","edit"]}"#,
      #"{"changes":[[2,0]],"ends":[1],"kinds":["churn"]}"#,
    ] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Script.self, from: Data(broken.utf8))
      }
    }
  }

  @Test("a window is dragged across the widths at which other entries apply")
  func breakpoints() throws {
    let file = try #require(Suite.files.first { $0.name == "reply-adaptive.yaml" })
    let scene = try SceneFile.scene(from: file.text, file: file.name)
    var draft = ScriptDraft(scene, .resize, seed: 5, reach: .wide, removable: [])
    let drawn = draft.script(.resize)
    let script = try #require(drawn)
    let widths = script.changes.prefix(32).compactMap { change -> Double? in
      if case .resize(let size) = change { size.width } else { nil }
    }
    let crossed = zip(widths, widths.dropFirst()).count { one, next in
      abs(next - one) == 1
        && [600.0, 840].contains { ($0 > min(one, next)) && $0 <= max(one, next) }
    }
    #expect(crossed >= 2, "\(widths)")
  }

  @Test(
    "whatever the seed, views are edited equally often, and sizes lie evenly",
    arguments: 1..<UInt64(41))
  func evenDraws(seed: UInt64) throws {
    let scene = try Self.scene()
    var draft = ScriptDraft(scene, .edit, seed: seed, reach: .wide, removable: [])
    let drawn = draft.script(.edit)
    let edited = try #require(drawn).changes.compactMap(\.view)
    let counts = edited.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let equal = edited.count / counts.count
    #expect(counts.values.allSatisfy { abs($0 - equal) <= 2 }, "\(counts)")

    var sizing = ScriptDraft(scene, .resize, seed: seed, reach: .wide, removable: [])
    let resized = sizing.script(.resize)
    let sizes = try #require(resized).changes.compactMap { change -> Size? in
      if case .resize(let size) = change { size } else { nil }
    }
    let root = scene.tree.rootSize
    for (side, own) in [(\Size.width, root.width), (\Size.height, root.height)] {
      let shares = sizes.suffix(32).map { $0[keyPath: side] / own }
      #expect(abs(shares.reduce(0, +) / 32 - 1) < 0.05)
      #expect(try #require(shares.min()) < 0.57 && #require(shares.max()) > 1.43)
    }
    // A window becomes as often wider as narrower.
    let moves = zip(sizes.prefix(32), sizes.prefix(32).dropFirst()).map { $1.width - $0.width }
    #expect(moves.count { $0 == 1 } >= 15 && moves.count { $0 == -1 } >= 15)
  }

  @Test(
    "of even numbers any hundred in a row hit each tenth about ten times", arguments: 1..<UInt64(21)
  )
  func evenNumbers(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for var numbers in [
      EvenNumbers.places(&random), .widths(&random), .heights(&random),
    ] {
      var hits = Array(repeating: 0, count: 10)
      for _ in 0..<100 { hits[numbers.next(of: Array(0..<10)) ?? 0] += 1 }
      #expect(hits.allSatisfy { (8...12).contains($0) }, "\(hits)")
    }
  }

  @Test("steps that move nothing are drawn again, alone", arguments: 1..<UInt64(9))
  func movingSteps(seed: UInt64) throws {
    let scene = try Self.scene("article-24")
    let verified = try VerifiedScene(
      scene, phases: [.edit], seed: seed, among: Participant.preferred(of: scene, forms: [.plan]))
    let edit = try #require(verified.scripts[.edit])
    // On a slow machine scripts are shorter.
    #expect(10 * edit.moved.steps >= 8 * edit.script.count)
    // Another Run's record leads to the same steps.
    let record = Run.ScriptRecord(
      phase: "edit", digest: edit.script.digest, steps: edit.script.count,
      moving: edit.moved.steps, frames: edit.moved.frames, reach: edit.reach.rawValue,
      length: edit.length, draw: edit.draw)
    let again = try VerifiedScene(
      scene, phases: [.edit], seed: seed, among: Participant.preferred(of: scene, forms: [.plan]),
      known: [record])
    #expect(again.scripts[.edit]?.script == edit.script)
  }

  @Test("each set has scripts of its own, as long as the first's; an engine must be right in all")
  func sets() throws {
    let scene = try Self.scene()
    func verified(_ sets: Int, known: [Run.ScriptRecord]? = nil) throws -> VerifiedScene {
      try VerifiedScene(
        scene, phases: [.edit, .session], seed: 3,
        among: Participant.preferred(of: scene, forms: [.plan]), sets: sets, known: known)
    }
    let several = try verified(4)
    let (one, records) = (
      try verified(1),
      several.scriptSets.flatMap { phase, scripts in
        scripts.map { Run.ScriptRecord(phase, $0) }
      }
    )
    let again = try verified(4, known: records)
    #expect(several.setCount == 4)
    for phase in [Phase.edit, .session] {
      let scripts = try #require(several.scriptSets[phase]).map(\.script)
      #expect(Set(scripts.map(\.digest)).count == 4)
      #expect(Set(scripts.map(\.count)).count == 1)
      // The first is the one of a Run with one link.
      #expect(one.scripts[phase]?.script == scripts[0])
      #expect(several.scripts(ofSet: 6)[phase]?.script == scripts[2])
      #expect(again.scriptSets[phase]?.map(\.script) == scripts)
    }
    let wrong = Verdict.differsLater("edit step 3")
    #expect(Verdict.agrees(deviation: 1).orWorse(wrong).outcome == .wrong)
    #expect(wrong.orWorse(.agrees(deviation: 0)).outcome == .wrong)
    guard case .agrees(2) = Verdict.agrees(deviation: 1).orWorse(.agrees(deviation: 2)) else {
      Issue.record("the larger deviation counts")
      return
    }
  }

  @Test("contents stay whole for engines that round, also where no size suits them")
  func wholeContents() throws {
    let scene = try Self.scene()
    let layout = try #require(Engines.named("glpk")).resolve(scene, dialect: "constraints")
    // No frame lies on multiples of this.
    let grid = GridSizes(0.123456, layout, scene.tree)
    var draft = ScriptDraft(
      scene, .session, seed: 1, reach: .near,
      removable: Array(scene.tree.views.dropFirst().prefix(4)), grid: grid)
    let script = draft.script(.session)
    for change in try #require(script).changes {
      switch change {
      case .intrinsic(_, let size):
        #expect(size.horizontal.map { $0 == $0.rounded() } ?? true)
        #expect(size.vertical.map { $0 == $0.rounded() } ?? true)
      case .resize(let size): #expect(size.width == size.width.rounded())
      default: break
      }
    }
    #expect(TimedCellFailure.noLayout(.badClock("")).outcome == .drifted)
  }

  @Test("short sessions keep the shares of their kinds", arguments: [64, 16, 4])
  func shares(length: Int) throws {
    let scene = try Self.scene("cells-20")
    let removable = Array(scene.tree.views.dropFirst().prefix(6))
    var draft = ScriptDraft(scene, .session, seed: 1, reach: .near, removable: removable)
    let drawn = draft.script(.session, length: length)
    let script = try #require(drawn)
    let passes = script.kinds.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    #expect(passes[.edit] == length && passes[.resize] == length / 4)
    // A view is taken out in one pass and put back in another.
    #expect(Double(passes[.churn] ?? 0) <= 0.25 * Double(length))
    // The time is estimated from steps of every kind.
    let sample = script.prefix(script.countOfEveryKind(2))
    #expect(Set(sample.kinds) == Set(script.kinds))
    #expect(sample.kinds.count { $0 == .resize } >= min(2, passes[.resize] ?? 0))
  }

  @Test(
    "no size comes twice in a row, most have fractions or are odd, and most steps move something")
  func steps() throws {
    let verified = try Self.usual.get()
    let resize = try #require(verified.scripts[.resize])
    #expect(resize.script.count == 64)
    var sizes: [Size] = []
    for change in resize.script.changes {
      guard case .resize(let size) = change else { continue }
      #expect(size != sizes.last)
      sizes.append(size)
    }
    #expect(Set(sizes).count >= 56)
    #expect(sizes.contains { $0.width != $0.width.rounded() })
    for phase in [Phase.edit, .type, .bind, .session] {
      let script = try #require(verified.scripts[phase])
      #expect(10 * script.moved.steps >= 8 * script.script.count, "\(phase)")
    }
    let edited = try #require(verified.scripts[.edit]).script.changes.compactMap(\.view)
    #expect(zip(edited, edited.dropFirst()).allSatisfy { $0 != $1 })
  }

  /// The last seed once drew a step after which the remaining calls gave another layout.
  @Test("no draw of steps decides which engines have a session", arguments: [1, 2, 4008370383])
  func following(seed: UInt64) throws {
    let file = try #require(Fixtures.suite.first { $0.name == "material-date-picker.yaml" })
    let verified = try Self.verified(file.scene(), seed: seed)
    let lost = verified.cells(of: [.session]).filter { !$0.verdict.isRight }
    #expect(lost.map(\.participant.label) == [])
    #expect(verified.cells(of: [.session]).contains { $0.participant.engine.name == "layoutkit" })
  }

  @Test("the engines that take part in a benchmark do not change its scripts")
  func selection() throws {
    func scripts(_ engines: [String]) throws -> [[Run.ScriptRecord]?] {
      var options = Benchmark.Options(
        scenes: [SceneSource(file: "cells-8")], executable: "/bin/true", command: [])
      options.engines = engines
      options.phases = Phase.allCases
      return try #require(try Benchmark(options).run.scenes).map(\.scripts)
    }
    #expect(try scripts(["sll"]) == scripts([]))
  }

  @Test("a phase in which nothing moves is named, and has no cell")
  func still() throws {
    let file = try #require(Fixtures.suite.first { $0.name == "keys.yaml" })
    let verified = try Self.verified(file.scene(), seed: 3)
    #expect(verified.still.contains(.resize))
    #expect(verified.cells(of: [.resize]).isEmpty)
    #expect(try Self.usual.get().still.isEmpty)
  }

  /// The layout of another engine, whose passes after the first take most of a second.
  private struct SlowEngine: LayoutEngine {
    let truth: any LayoutEngine
    var traits: EngineTraits {
      var traits = truth.traits
      traits.name = "slow"
      return traits
    }

    func resolve(
      _ scene: Scene, dialect: DialectName
    ) throws(SceneError) -> any ResolvedLayout {
      Layout(truth: try truth.resolve(scene, dialect: dialect))
    }

    struct Layout: ResolvedLayout {
      let truth: any ResolvedLayout

      func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
        Plan(truth: try truth.plan())
      }
    }

    struct Plan: LayoutPlan, ~Copyable {
      var truth: any LayoutPlan & ~Copyable
      var passes = 0

      mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
        passes += 1
        // Processor time: waiting would not count.
        let end = Clock.threadTime + 600_000_000
        while passes > 1, Clock.threadTime < end {}
        try truth.pass(into: &frames)
      }

      mutating func resize(to size: Size) { truth.resize(to: size) }
      mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
        truth.edit(view, intrinsic: intrinsic)
      }
    }
  }

  @Test("an engine that takes too long for the shortest script is cut off, the others are timed")
  func cutOff() throws {
    let scene = try #require(SceneGenerator.scene(named: "grid-9"))
    let truth = try #require(Engines.all.first { $0.name == "sll" })
    let slow = Participant(engine: SlowEngine(truth: truth), dialect: "sll")
    let verified = try VerifiedScene(
      scene, phases: [.resize], seed: 3,
      among: Participant.preferred(of: scene, forms: [.plan]) + [slow])
    let script = try #require(verified.scripts[.resize])
    #expect(script.script.count == 4)
    #expect(verified.standing(of: slow.label, in: .resize)?.outcome == .cutOff)
    #expect(verified.standing(of: "glpk", in: .resize)?.isRight == true)
    #expect(verified.standing(of: slow.label, in: .first)?.isRight == true)
  }

  // MARK: - Lies

  /// Answers with the layout of another engine, until it begins to give wrong frames.
  private struct Liar: ResolvedLayout {
    enum Habit { case honest, writesNothing, neverWrites, remembersEight }

    let truth: any ResolvedLayout
    let habit: Habit
    let plans = Plans()

    final class Plans: Sendable {
      let count = Mutex(0)
      let hits = Mutex(0)
    }

    func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
      let count = plans.count.withLock { count in
        count += 1
        return count
      }
      // Right while it is verified, with the first plan.
      return Plan(
        truth: try truth.plan(), habit: count == 1 ? .honest : habit, plans: plans)
    }

    struct Plan: LayoutPlan, ~Copyable {
      var truth: any LayoutPlan & ~Copyable
      let habit: Habit
      let plans: Plans
      var last: Change?
      var known: [(change: Change, frames: [Rect])] = []
      var passes = 0

      mutating func resize(to size: Size) {
        last = .resize(size)
        truth.resize(to: size)
      }

      mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
        last = .intrinsic(view, intrinsic)
        truth.edit(view, intrinsic: intrinsic)
      }

      mutating func edit(_ view: ViewID, text: Text) { truth.edit(view, text: text) }
      mutating func remove(_ view: ViewID) { truth.remove(view) }
      mutating func restore(_ view: ViewID) { truth.restore(view) }

      mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
        passes += 1
        switch habit {
        case .honest: try truth.pass(into: &frames)
        case .writesNothing:
          if passes == 1 { try truth.pass(into: &frames) }
        case .neverWrites: break
        case .remembersEight:
          if let last, let hit = known.first(where: { $0.change == last }) {
            plans.hits.withLock { $0 += 1 }
            for index in hit.frames.indices { frames[index] = hit.frames[index] }
            return
          }
          try truth.pass(into: &frames)
          guard let last else { return }
          if known.count == 8 { known.removeFirst() }
          known.append((last, frames.indices.map { frames[$0] }))
        }
      }
    }
  }

  private static func cell(
    _ habit: Liar.Habit, _ phase: Phase
  ) throws -> (cell: TimedCell, liar: Liar) {
    let scene = try Self.scene()
    let verified = try Self.usual.get()
    let engine = try #require(Engines.named("sll"))
    let liar = Liar(truth: try engine.resolve(scene, dialect: "sll"), habit: habit)
    guard phase != .first else {
      let states = try #require(verified.scripts[.resize]).states.prefix(1)
      return (
        try TimedCell(phase, liar, .bitwise, in: scene.tree, nil, Array(states), seed: 3), liar
      )
    }
    let script = try #require(verified.scripts[phase])
    return (
      try TimedCell(
        phase, liar, .bitwise, in: scene.tree, script.script, script.states, seed: 3), liar
    )
  }

  @Test(
    // Not in 'churn', where a view may come back to where it was and nothing else move.
    "a pass that writes nothing is caught where frames move",
    arguments: [Phase.resize, .edit, .type, .bind, .session])
  func writesNothing(_ phase: Phase) throws {
    #expect(try Self.cell(.honest, phase).cell.batch(plans: 2).drift == nil)
    #expect(try Self.cell(.writesNothing, phase).cell.batch(plans: 2).drift != nil)
  }

  @Test("a first pass that writes nothing is caught, for frames are no numbers before it")
  func neverWrites() throws {
    #expect(try Self.cell(.honest, .first).cell.batch(plans: 2).drift == nil)
    #expect(try Self.cell(.neverWrites, .first).cell.batch(plans: 2).drift != nil)
  }

  @Test(
    "a cold pass that writes nothing is caught: its frames are read after the clock has stopped")
  func coldPass() throws {
    let scene = try Self.scene()
    let frames = try #require(Self.usual.get().scripts[.resize]?.states.first)
    let engine = try #require(Engines.named("sll"))
    func pass(_ habit: Liar.Habit) throws {
      let liar = Liar(truth: try engine.resolve(scene, dialect: "sll"), habit: habit)
      // The first plan is honest.
      _ = try liar.plan()
      _ = try TimedCell.coldPass(of: liar, in: scene.tree) { frames }
    }
    try pass(.honest)
    #expect(throws: TimedCellFailure.self) { try pass(.neverWrites) }
  }

  @Test("a table of the last eight answers is of no use", arguments: [Phase.resize, .edit])
  func remembersEight(_ phase: Phase) throws {
    let (cell, liar) = try Self.cell(.remembersEight, phase)
    #expect(try cell.batch(plans: 2).drift == nil)
    #expect(liar.plans.hits.withLock { $0 } <= 2)
  }

  /// Writes, in each step, the one frame that is summed up: it has been told which.
  private struct Informed: ResolvedLayout {
    let truth: any ResolvedLayout
    let told = Told()

    final class Told: Sendable {
      let value = Mutex<(views: [Int], states: [[Rect]])?>(nil)
    }

    func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
      Plan(truth: try truth.plan(), told: told.value.withLock { $0 })
    }

    struct Plan: LayoutPlan, ~Copyable {
      var truth: any LayoutPlan & ~Copyable
      let told: (views: [Int], states: [[Rect]])?
      var step = -1

      mutating func resize(to size: Size) {
        if told == nil { truth.resize(to: size) }
      }

      mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {}

      mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
        if let told, step >= 0 {
          frames[told.views[step]] = told.states[step + 1][told.views[step]]
        } else {
          try truth.pass(into: &frames)
        }
        step += 1
      }
    }
  }

  @Test("an engine that writes one right frame of 500 passes the sum, and is faster than the copy")
  func fasterThanTheCopy() throws {
    let scene = try Self.scene("equal-500")
    let verified = try VerifiedScene(
      scene, phases: [.resize], seed: 3, among: Participant.preferred(of: scene, forms: [.plan]))
    let script = try #require(verified.scripts[.resize])
    let engine = try #require(Engines.named("sll"))
    let liar = Informed(truth: try engine.resolve(scene, dialect: "sll"))
    let cell = try TimedCell(
      .resize, liar, .bitwise, in: scene.tree, script.script, script.states, seed: 3)
    let views = try #require(cell.lines?.views)
    let own = try script.script.states(
      of: liar, in: scene.tree, script.script.absences(in: scene.tree))
    liar.told.value.withLock { $0 = (views, own) }
    #expect(try cell.batch(plans: 4).drift == nil)
    let copier = TimedCell(copying: .resize, script.states, script.script, seed: 3)
    func best(_ cell: TimedCell) throws -> Double {
      Double(try (0..<20).map { _ in try cell.batch(plans: 4).nanoseconds }.min() ?? 0)
    }
    #expect(try best(cell) < Run.suspectRatio * best(copier))
  }

  @Test("a child refuses frames that are not those that were verified")
  func otherFrames() throws {
    let scene = try Self.scene()
    let engine = try #require(Engines.named("sll"))
    let layout = try engine.resolve(scene, dialect: "sll")
    let verified = try Self.usual.get()
    let script = try #require(verified.scripts[.resize])
    var states = script.states
    states[5][3].x += 1
    #expect(throws: TimedCellFailure.self) {
      try TimedCell(
        .resize, layout, .bitwise, in: scene.tree, script.script, states, seed: 3)
    }
    let folder = RunFolder()
    let file = try #require(FrameFile(verified))
    let name = try file.write(to: folder.made().appendingPathComponent("0-0.frames").path)
    let scripts = verified.scripts.mapValues(\.script)
    let read = try FrameFile(name, scripts: scripts, viewCount: scene.tree.count)
    #expect(Agreement.holds(read.first, try #require(verified.frames)))
    var data = try Data(contentsOf: URL(fileURLWithPath: name.path))
    data[100] ^= 1
    try data.write(to: URL(fileURLWithPath: name.path))
    #expect(throws: FrameFile.Failure.self) {
      try FrameFile(name, scripts: scripts, viewCount: scene.tree.count)
    }
  }

  @Test("programs and plans give the same frames on every screen of the suite")
  func programs() throws {
    for file in Suite.files {
      let scene = try SceneFile.scene(from: file.text, file: file.name)
      let check = try CrossCheck(
        scene, participants: Participant.preferred(of: scene, forms: [.plan, .program]))
      for (participant, verdict) in check.verdicts {
        #expect(
          verdict.isRight || verdict.outcome == .cannotState,
          "\(file.name), \(participant.label): \(verdict)")
      }
      #expect(check.verdicts.contains { $0.participant.form == .program && $0.verdict.isRight })
    }
  }

  @Test(
    "a scene written in other ways has the same frames",
    arguments: ["feed-20", "form-10", "cells-20"])
  func variants(_ name: String) throws {
    let scene = try Self.scene(name)
    let other = try #require(scene.reordered())
    #expect(other.tree.names != scene.tree.names)
    #expect(Set(other.tree.names) == Set(scene.tree.names))
    for variant in [other, scene.withOneFormat()?.scene].compactMap(\.self) {
      for participant in Participant.preferred(of: scene) where participant.dialect != "manual" {
        let one = try SolvedScene(scene, by: participant)
        let two = try SolvedScene(variant, by: participant)
        for view in scene.tree.views {
          let there = try #require(variant.tree.view(named: scene.tree.name(of: view)))
          #expect(
            one.states.last?.frames[view.index].isClose(
              to: two.states.last?.frames[there.index] ?? .zero, within: 1e-6) == true,
            "\(participant.label), \(scene.tree.name(of: view))")
        }
      }
    }
    #expect(try Self.scene("feed-20").withOneFormat() != nil)
  }
}
