import Foundation
import LayoutBenchFixtures
import LayoutBenchTiming
import LayoutModel
import Scenes
import Synchronization
import Testing

@testable import LayoutBenchHarness

/// Engines from outside: what they may omit, what they must satisfy, and which faults are detected.
@Suite("Engines from outside", .timeLimit(.minutes(8)))
struct ConformanceTests {
  /// Ways in which an engine can be wrong, or report less than others.
  private enum Habit: Sendable {
    case sound
    /// Its plans follow no change.
    case rebuilt
    /// After a resize it keeps the frames that it had.
    case staleAfterResize
    /// After a content has changed too.
    case staleAfterEdit
    /// Its plans share the root's size.
    case shared
    /// It moves by a millionth from run to run.
    case drifting
    /// It takes any entry.
    case credulous
    /// It refuses entries, and does not report their position.
    case placeless
    /// It cannot express the scene, which it reports while reading or while planning.
    case speechlessReading, speechlessPlanning
  }

  /// Puts each view at 10, 20 as large as its content, the last one at the root's right.
  private struct Engine: LayoutEngine {
    let habit: Habit
    let memory = Memory()

    /// State that no engine should have.
    final class Memory: Sendable {
      let width = Mutex<Double?>(nil)
      let runs = Mutex(0)
    }

    var traits: EngineTraits {
      var traits = EngineTraits(
        name: "column", summary: "views at 10, 20", dialects: ["constraints"])
      if habit == .rebuilt { traits.follows = [] }
      return traits
    }

    func resolve(_ scene: Scene, dialect: DialectName) throws(SceneError) -> any ResolvedLayout {
      for item in scene.layouts[dialect]?.items ?? []
      where !["a.", "b."].contains(item.text?.prefix(2)) {
        if habit == .credulous { continue }
        throw SceneError(
          file: scene.file, position: habit == .placeless ? nil : item.position,
          mistake: CannotRead())
      }
      if habit == .speechlessReading {
        throw SceneError(
          file: scene.file, position: nil, mistake: CannotState("'equal': widths are not compared"))
      }
      return Layout(habit: habit, memory: memory, tree: scene.tree)
    }

    struct CannotRead: SceneMistake {
      let description = "an entry is an equation"
    }

    struct Layout: ResolvedLayout {
      let habit: Habit
      let memory: Memory
      let tree: ViewTree

      func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
        if habit == .speechlessPlanning { throw .cannotState("'equal': widths are not compared") }
        return Plan(habit: habit, memory: memory, frames: tree.startFrames)
      }
    }

    struct Plan: LayoutPlan, ~Copyable {
      let habit: Habit
      let memory: Memory
      var frames: [Rect]
      var isStale = false
      var passes = 0

      mutating func counters() -> [Counter] { [Counter("passes", passes)] }

      mutating func resize(to size: Size) {
        frames[0].size = size
        memory.width.withLock { $0 = size.width }
        if habit == .staleAfterResize { isStale = true }
      }

      mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
        frames[view.index].size = frames[view.index].size.replaced(by: intrinsic)
        if habit == .staleAfterEdit { isStale = true }
      }

      mutating func pass(into target: inout MutableSpan<Rect>) throws(LayoutError) {
        passes += 1
        guard !isStale else { return }
        for view in frames.indices.dropFirst() {
          frames[view].origin = Point(x: 10, y: 20)
        }
        frames[frames.count - 1].x = frames[0].width - frames[frames.count - 1].width
        if habit == .drifting {
          frames[1].y +=
            Double(
              memory.runs.withLock {
                $0 += 1; return $0
              }) * 1e-9
        }
        if habit == .shared, let width = memory.width.withLock({ $0 }) {
          frames[frames.count - 1].x = width - frames[frames.count - 1].width
        }
        for view in frames.indices { target[view] = frames[view] }
      }
    }
  }

  private static func scene() throws -> Scene {
    try SceneFile.scene(
      from: """
        layoutbench: 1
        name: column
        root: { size: [100, 100] }
        views:
          - { id: a, intrinsic: [30, 10] }
          - { id: b, intrinsic: [20, 10] }
        layouts:
          constraints:
            - a.left == superview.left + 10
            - a.top == superview.top + 20
            - b.right == superview.right
            - b.top == superview.top + 20
        expect: { a: [10, 20, 30, 10], b: [80, 20, 20, 10] }
        steps:
          - resize: [140, 100]
            expect: { b: [120, 20, 20, 10] }
        """, file: "column.yaml")
  }

  /// The checks that fail.
  private static func faults(_ habit: Habit) throws -> [String] {
    Conformance(Engine(habit: habit), on: [try scene()]) { _, _ in
      Conformance.PlanInstructions(first: 1000, last: 1000)
    }
    .lines.compactMap { line in
      if case .fails = line.result { line.name } else { nil }
    }
  }

  @Test("a sound engine conforms, and one whose plans follow nothing")
  func sound() throws {
    #expect(try Self.faults(.sound).isEmpty)
    #expect(try Self.faults(.rebuilt).isEmpty)
  }

  @Test("a plan that is made anew keeps sizes that are not given, and counts on")
  func rebuilt() throws {
    let scene = try Self.scene()
    let view = try #require(scene.tree.views.first { scene.tree.names[$0.index] == "b" })
    let changes = [
      Change.intrinsic(view, IntrinsicSize(50, nil)), .resize(Size(width: 140, height: 100)),
      .intrinsic(view, IntrinsicSize(20, 10)), .resize(Size(width: 100, height: 100)),
    ]
    func states(_ habit: Habit) throws -> SolvedScene {
      let participant = Participant(engine: Engine(habit: habit), dialect: "constraints")
      return try SolvedScene(
        scene, by: participant, layout: participant.resolve(scene), changes: changes + changes)
    }
    let (followed, rebuilt) = (try states(.sound), try states(.rebuilt))
    #expect(followed.states[1].frames[view.index].height == 10)
    #expect(followed.states.map(\.frames) == rebuilt.states.map(\.frames))
    #expect(rebuilt.states.allSatisfy { $0.counters == [Counter("passes", 1)] })
  }

  @Test("an engine alone with a scene that expects nothing is not compared")
  func alone() throws {
    var scene = try Self.scene()
    scene.expected = Expectation()
    scene.steps = []
    let found = Conformance(Engine(habit: .sound), on: [scene]) { _, _ in
      Conformance.PlanInstructions(first: 1000, last: 1000)
    }
    let others = Conformance(Engine(habit: .sound), on: [try Self.scene()]) { _, _ in nil }
    func result(_ found: Conformance) -> Conformance.Result? {
      found.lines.first { $0.name == "right frames" }?.result
    }
    guard case .holds? = result(others) else {
      Issue.record("expected frames were not compared")
      return
    }
    // Other engines read the constraints too.
    guard case .holds? = result(found) else {
      Issue.record("frames of other engines were not compared")
      return
    }
    // Of the registered engines only one reads these calls.
    let calls = try SceneFile.scene(
      from: """
        layoutbench: 1
        name: calls
        root: { size: [100, 100] }
        views:
          - { id: a, intrinsic: [30, 10] }
        layouts:
          layoutkit: [{ xLeft: [a] }]
        """, file: "calls.yaml")
    let engine = try #require(Engines.all.first { !$0.dialects(of: calls).isEmpty })
    let own = Conformance(engine, on: [calls]) { _, _ in nil }
    guard case .notChecked? = result(own) else {
      Issue.record("an engine was compared with itself: \(own.lines)")
      return
    }
  }

  @Test("every fault is found by the check that looks for it")
  func faults() throws {
    #expect(try Self.faults(.staleAfterResize).contains("resize"))
    #expect(try Self.faults(.staleAfterEdit).contains("content"))
    #expect(try Self.faults(.shared).contains("plans share no state"))
    #expect(try Self.faults(.drifting).contains("the same bit for bit"))
    #expect(try Self.faults(.credulous) == ["errors have a position"])
    #expect(try Self.faults(.placeless) == ["errors have a position"])
  }

  @Test("a last plan that costs less than the first is told")
  func instructions() throws {
    let scene = try Self.scene()
    for (last, isFault) in [(980.0, false), (100, true), (1_000_000, true)] {
      let found = Conformance(Engine(habit: .sound), on: [scene]) { _, _ in
        Conformance.PlanInstructions(first: 1000, last: last)
      }
      #expect(found.holds == !isFault)
    }
    let uncounted = Conformance(Engine(habit: .sound), on: [scene]) { _, _ in nil }
    #expect(uncounted.holds)
    guard case .notChecked? = uncounted.lines.last?.result else {
      Issue.record("what was not counted was checked")
      return
    }
  }

  @Test("an engine that lays out while it reads is told, whatever its plans cost")
  func working() throws {
    let scene = try Self.scene()
    // (resolve, of it reading, first): that of `glpk` on one screen, and with its plan made before.
    for (resolve, read, first, isFault) in [
      (520_416.0, 520_000.0, 294_242.0, false), (790_000, 520_000, 24_242, true),
      (650_000, 520_000, 164_242, true), (540_000, 520_000, 274_242, true),
    ] {
      let found = Conformance(Engine(habit: .sound), on: [scene]) { _, _ in
        var counts = Conformance.PlanInstructions(first: first, last: first)
        (counts.resolve, counts.read) = (resolve, read)
        return counts
      }
      #expect(found.holds == !isFault)
    }
  }

  @Test("the built-in engines conform on scenes of every kind")
  func builtIn() throws {
    let files = Fixtures.scenes.filter {
      ["right-to-left.yaml", "hierarchy.yaml", "again.yaml", "added-views.yaml"].contains($0.name)
    }
    #expect(files.count >= 4)
    let scenes = try Registry.current.scenes.prefix(6).map { try $0.scene() }
    for engine in Engines.all {
      let found = Conformance(engine, on: try scenes + files.map { try $0.scene() }) { _, _ in nil }
      for line in found.lines {
        if case .fails(let why) = line.result {
          Issue.record("\(engine.name), \(line.name): \(why)")
        }
      }
    }
  }

  @Test(
    "an engine that has no words for a scene is left out, and its words are shown",
    arguments: [true, false])
  func speechless(isReading: Bool) throws {
    let engine = Engine(habit: isReading ? .speechlessReading : .speechlessPlanning)
    let scene = try Self.scene()
    let check = try CrossCheck(scene, engines: Engines.all + [engine])
    #expect(check.holds)
    let verdict = try #require(
      check.verdicts.first { $0.participant.engine.name == "column" }?.verdict)
    #expect(verdict.outcome == .cannotState)
    #expect(
      verdict.reason(file: scene.file, label: "column")
        == "column cannot state 'equal': widths are not compared")
    let verified = try VerifiedScene(
      scene, phases: [.resize], seed: 1,
      among: Participant.all(of: scene, among: Engines.all + [engine]))
    let cells = verified.cells(of: [.resize])
    let own = try #require(cells.first { $0.participant.engine.name == "column" })
    #expect(own.verdict.outcome == .cannotState)
    #expect(cells.contains { $0.verdict.isRight })
  }

  @Test("what an engine's plans do not follow is rebuilt, gives the same frames, and is said")
  func rebuilding() throws {
    let scene = try Self.scene()
    for habit in [Habit.sound, .rebuilt] {
      let participant = Participant(engine: Engine(habit: habit), dialect: "constraints")
      let verified = try VerifiedScene(
        scene, phases: Phase.allCases, seed: 1,
        among: Participant.all(of: scene) + [participant])
      for cell in verified.cells(of: Phase.allCases)
      where cell.participant.engine.name == "column" {
        #expect(cell.verdict.isRight, "\(cell.phase)")
        // It follows resizes and contents where it is sound, and never removals.
        let followed: Set<Change.Kind> = habit == .sound ? [.resize, .content] : []
        let kinds = Set(
          verified.scripts[cell.phase]?.script.changes.map(\.kind) ?? []
        ).subtracting([.fit])
        #expect(cell.isRebuilt == !kinds.isSubset(of: followed), "\(cell.phase)")
      }
    }
  }

  @Test("an entry that is activated in another dialect makes no engine rebuild")
  func activatedElsewhere() throws {
    let scene = try SceneFile.scene(
      from:
        """
        layoutbench: 2
        name: activated
        root: { size: [200, 100] }
        views: [ { id: a, intrinsic: [40, 16] } ]
        layouts:
          sll:
            - a: "ll = 10, tt = 10"
          constraints:
            - a.left == superview.left + 10
            - a.top == superview.top + 10
            - { name: wide, active: no, is: a.width >= 30 }
        steps:
          - { activate: wide }
        """, file: "activated.yaml")
    let verified = try VerifiedScene(
      scene, phases: [.session], seed: 1, among: Participant.all(of: scene))
    let cells = verified.cells(of: [.session])
    func isRebuilt(_ name: String) -> Bool? {
      cells.first { $0.participant.engine.name == name }?.isRebuilt
    }
    #expect(isRebuilt("sll") == false)
    #expect(isRebuilt("glpk") == true)
  }

  @Test("names that are taken, that are none, and dialects that nobody knows are refused")
  func registry() throws {
    struct Named: LayoutEngine {
      let traits: EngineTraits
      func resolve(_ scene: Scene, dialect: DialectName) throws(SceneError) -> any ResolvedLayout {
        throw SceneError(file: "", position: nil, mistake: CannotState("anything"))
      }
    }
    for (name, dialect, message) in [
      ("glpk", "constraints", "there is already an engine named 'glpk'; give yours another name"),
      ("replay", "constraints", "there is already an engine named 'replay'"),
      ("a b", "constraints", "'a b' cannot be the name of an engine"),
      ("mine", "unheard", "the engine 'mine' reads the unknown dialect 'unheard'"),
    ] {
      let engine = Named(
        traits: EngineTraits(
          name: EngineName(name), summary: "", dialects: [DialectName(dialect)]))
      let error = try #require(throws: RegistryMistake.self) {
        try Registry.install(engines: [engine], dialects: [], scenes: [])
      }
      #expect(error.description.hasPrefix(message))
    }
    // The failed calls have installed no engine.
    #expect(Engines.everyone.count == Registry.builtIn.engines.count)
  }
}
