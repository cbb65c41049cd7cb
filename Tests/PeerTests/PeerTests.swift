import Foundation
import Constraints
import LayoutBenchFuzzing
import LayoutBenchSuite
import LayoutBenchTiming
import LayoutModel
import SLL
import Scenes
import Testing

@testable import LayoutBenchHarness
@testable import LayoutBenchPeers

/// The host of peers, with a peer whose faults are chosen by its name.
@Suite("Peers", .serialized, .timeLimit(.minutes(8)))
struct PeerTests {
  /// The peer fixture, under a name that selects its fault.
  private final class Fixture {
    let folder: URL
    let peer: FoundPeer

    init(_ fault: String = "right") throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let path = folder.appendingPathComponent("layoutbench-peer-fixture-\(fault)")
      let built = Bundle(for: Fixture.self).bundleURL.deletingLastPathComponent()
        .appendingPathComponent("LayoutBenchPeerFixture")
      let beside = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("LayoutBenchPeerFixture")
      let source = [built, beside].first { FileManager.default.fileExists(atPath: $0.path) }
      try FileManager.default.createSymbolicLink(
        at: path, withDestinationURL: try #require(source))
      peer = FoundPeer(name: "fixture-\(fault)", path: path.path)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
  }

  private static let limits = PeerProcess.Limits(hello: 2, load: 2, plan: 2)

  private static func chain(_ count: Int = 10) throws -> Scene {
    try #require(SceneGenerator.scene(named: "chain-\(count)"))
  }

  /// The outcome of a scene with a peer among the built-in engines.
  private static func check(_ fault: String) throws -> (verdict: Verdict, holds: Bool) {
    let fixture = try Fixture(fault)
    let process = PeerProcess(fixture.peer, limits: limits)
    defer { process.stop() }
    let check = try CrossCheck(
      try chain(), engines: Engines.all + [PeerEngine(fixture.peer, process)])
    let found = try #require(check.verdicts.first { $0.participant.engine.traits.isPeer })
    return (found.verdict, check.holds)
  }

  /// First layouts and resizes of a scene, by the built-in engines and a peer.
  private static func verified(_ scene: Scene, beside peer: PeerEngine) throws -> VerifiedScene {
    try VerifiedScene(
      scene, phases: [.first, .resize], seed: 5,
      among: Participant.all(of: scene, forms: Form.inOrder)
        + Participant.all(of: scene, among: [peer], forms: [.program]))
  }

  @Test("a right peer agrees, in answers of single bytes and with much to say too")
  func right() throws {
    for fault in ["right", "pieces", "noisy", "rude", "stays"] {
      let (verdict, holds) = try Self.check(fault)
      #expect(verdict.isRight && holds, "\(fault): \(verdict)")
    }
  }

  @Test("a peer is asked for no step that changes a number: it cannot state it")
  func numbers() throws {
    let fixture = try Fixture("right")
    let process = PeerProcess(fixture.peer, limits: Self.limits)
    defer { process.stop() }
    let peer = PeerEngine(fixture.peer, process)
    let scene = try Self.chain()
    let verified = try VerifiedScene(
      scene, phases: [.resize, .edit, .session], seed: 5,
      among: Participant.all(of: scene, forms: Form.inOrder)
        + Participant.all(of: scene, among: [peer], forms: [.program]))
    let label = try #require(verified.participants.first { $0.engine.traits.isPeer }).label
    #expect(verified.standing(of: label, in: .resize)?.isRight == true)
    for phase in [Phase.edit, .session] {
      #expect(verified.standing(of: label, in: phase)?.outcome == .cannotState)
      #expect(verified.standing(of: "glpk", in: phase)?.isRight == true)
    }
  }

  @Test(
    "each fault has its outcome and sentence, and none is a failure of ours",
    arguments: [
      ("gone", Outcome.crashed, "ended with status 3, describing itself"),
      ("unknown", .crashed, "uses version 99 of the protocol, this program uses 1"),
      ("silent", .cutOff, "gave no answer in 2 s, describing itself"),
      ("dies", .crashed, "ended with status 9, laying out chain-10"),
      ("traps", .crashed, "ended by signal 6, laying out chain-10"),
      ("hangs", .cutOff, "gave no answer in 2 s, laying out chain-10"),
      ("cut", .crashed, "ended with status 0, laying out chain-10"),
      ("few", .crashed, "gave 39 numbers, not 40, laying out chain-10"),
      ("nan", .crashed, "gave an invalid answer, laying out chain-10"),
      ("wrong", .wrong, "view v1 is"),
      ("picky", .cannotState, "anything at all"),
    ] as [(String, Outcome, String)])
  func faults(_ fault: String, _ outcome: Outcome, _ words: String) throws {
    let start = Clock.now
    let (verdict, holds) = try Self.check(fault)
    #expect(verdict.outcome == outcome)
    let reason = verdict.reason(file: "chain-10", label: "peer:fixture-\(fault)") ?? ""
    #expect(reason.contains(words), "\(reason)")
    #expect(holds)
    #expect(Double(Clock.now - start) < 30e9)
  }

  @Test("a process that is stopped leaves nothing behind, whatever it does at its end")
  func ends() throws {
    let fixture = try Fixture("stays")
    let process = PeerProcess(fixture.peer, limits: Self.limits)
    try process.hello()
    #expect(process.stop() == "ended by signal 9")
    #expect(process.stop() == nil)
    // The next request starts it again, without its former state.
    let before = process.generation
    try process.hello()
    #expect(process.generation == before + 1)
    process.stop()
  }

  @Test("cells of phases with changes for which a peer makes new objects say so")
  func rebuilds() throws {
    func kinds(_ fault: String) throws -> Set<Change.Kind> {
      let fixture = try Fixture(fault)
      let process = PeerProcess(fixture.peer, limits: Self.limits)
      defer { process.stop() }
      let engine = PeerEngine(fixture.peer, process)
      let scene = try Self.chain()
      let verified = try Self.verified(scene, beside: engine)
      for planned in verified.cells(of: [.first, .resize]) {
        let isPeer = planned.participant.engine.traits.isPeer
        let expected = isPeer && fault == "rebuilds" && planned.phase == .resize
        #expect(planned.isRebuilt == expected, "\(planned.participant.label), \(planned.phase)")
      }
      #expect(
        Benchmark.record(of: engine, colour: 0).follows
          == Set(Change.Kind.allCases).subtracting(engine.rebuilt).subtracting([.constant])
          .map(\.rawValue).sorted())
      return engine.rebuilt
    }
    #expect(try kinds("rebuilds") == [.resize, .constant, .removal])
    #expect(try kinds("right") == [])
  }

  @Test("random scenes find where a peer differs, as small as it gets, and blame nobody else")
  func fuzzed() throws {
    func failures(_ fault: String, _ seeds: Range<UInt64>) throws -> [Fuzz.Failure] {
      let fixture = try Fixture(fault)
      let process = PeerProcess(fixture.peer, limits: Self.limits)
      defer { process.stop() }
      let glpk = try #require(Engines.named("glpk"))
      return seeds.compactMap {
        Fuzz.check(
          .constraints, seed: $0, engines: [glpk, PeerEngine(fixture.peer, process)]
        ).failure
      }
    }
    // It knows equations and sizes of the root alone, and does not say so.
    let found = try failures("deaf", 0..<12)
    #expect(!found.isEmpty)
    for failure in found {
      #expect(failure.reason.hasPrefix("peer:fixture-deaf (program): "), "\(failure.reason)")
      let scene = try SceneFile.scene(from: failure.text, file: "found.yaml")
      #expect(try CrossCheck(scene).holds)
      #expect(scene.tree.count <= 4, "\(failure.text)")
    }
    // What a peer cannot state is no difference.
    #expect(try failures("picky", 0..<12).isEmpty)
  }

  @Test("scripts are timed by the peer, and its sums and clock are held against ours")
  func timed() throws {
    let scene = try Self.chain()
    func cells(_ fault: String, _ body: (TimedCell) throws -> Void) throws {
      let fixture = try Fixture(fault)
      let process = PeerProcess(fixture.peer, limits: Self.limits)
      defer { process.stop() }
      let engine = PeerEngine(fixture.peer, process)
      let verified = try Self.verified(scene, beside: engine)
      for phase in [Phase.first, .resize] {
        let planned = try #require(
          verified.cells(of: [phase]).first { $0.participant.engine.traits.isPeer })
        #expect(planned.verdict.isRight && !planned.isRebuilt)
        let frames = try #require(verified.frames)
        try body(
          TimedCell(
            phase, try #require(verified.layout(of: planned.participant.label)),
            engine.traits.exactness, in: scene.tree, verified.scripts[phase]?.script,
            verified.scripts[phase]?.states ?? [frames], seed: 7))
      }
      // The phase `cold` of this process does not apply to peers.
      #expect(!verified.cells(of: [.cold]).contains { $0.participant.engine.traits.isPeer })
    }
    try cells("right") { cell in
      #expect(cell.isElsewhere)
      let batch = try cell.batch(plans: 3)
      #expect(batch.drift == nil && batch.nanoseconds > 0)
      #expect(try cell.planBytes() == 1000)
    }
    try cells("sums") { cell in
      let drift = try #require(try cell.batch(plans: 1).drift)
      #expect(abs(drift.found - drift.expected - 1) < 1e-6)
    }
    try cells("fast") { cell in
      #expect(throws: LayoutError.self) { try cell.batch(plans: 1) }
    }
    // All the work of a first layout is inside the clock.
    try cells("right") { cell in try cell.checkClock(plans: 1) }
    try cells("short") { cell in
      guard cell.phase == .first else { return }
      let error = #expect(throws: LayoutError.self) { try cell.checkClock(plans: 1) }
      #expect(error?.message(file: "").contains("of the elapsed time") == true)
    }
    // One that answers once, and then no more, has some seconds.
    try cells("late") { cell in
      _ = try cell.batch(plans: 1)
      let error = #expect(throws: LayoutError.self) { try cell.batch(plans: 1) }
      #expect(error?.message(file: "").contains("gave no answer in 5") == true)
    }
  }

  @Test("the contract is held rule by rule")
  func contract() throws {
    let known = try #require(try PeerConformance.states(of: Self.chain()))
    func broken(_ fault: String) throws -> [String] {
      let fixture = try Fixture(fault)
      return PeerCheck(fixture.peer, on: [known]).rules.filter { $0.fault != nil }
        .map(\.text)
    }
    #expect(try broken("right").isEmpty)
    #expect(try broken("gone") == ["it describes itself within 30 s"])
    #expect(try broken("rude") == ["it reports a request that it does not know"])
    #expect(try broken("wrong").contains("its frames of chain-10 are right"))
    #expect(try broken("stays") == ["it ends when its input does"])
    #expect(
      try broken("sums") == [
        "twice the plans of chain-10 take about twice as long, and sums are those of its frames",
        "scripts of chain-10 are timed step by step, and sums are those of its frames",
      ])
    #expect(try broken("picky").isEmpty)
  }

  @Test("whatever a peer says is an answer or an error, in time")
  func anyWords() throws {
    let lines = [
      #"{"layoutbenchPeer":1,"name":"says","version":"1","reads":["linear"],"grid":0.5}"#,
      #"{"loaded":1}"#, #"{"plan":7}"#, #"{"frames":[0,1,2,3,4,5,6,7,8,9,10,11]}"#,
      #"{"frames":[0,1,2,3,4,5,6,7,8,9,10,12.5]}"#, #"{"dropped":7}"#,
      #"{"loaded":2,"cannot":{}}"#, #"{"ns":400,"sum":12.5,"switched":false}"#,
      #"{"ns":[1,2.5]}"#, #"{"counters":{"retained bytes":1000}}"#,
    ].joined(separator: "\n")
    let words = [
      "loaded", "plan", "noLayout", "frames", "ns", "sum", "switched", "counters", "dropped",
      "unsupported", "error", "unknown", "cannot", "linear", "css",
    ]
    let scene = try Self.chain(3)
    let sent = try PeerScene(scene, .constraints)
    let fixture = try Fixture("says")
    let start = Clock.now
    var (plain, refused) = (0, 0)
    for seed in 0..<120 {
      var mutation = TextMutation(seed: UInt64(seed), words: words)
      let text = seed % 10 == 0 ? lines : mutation.change(lines)
      try text.write(toFile: fixture.peer.path + ".lines", atomically: true, encoding: .utf8)
      let process = PeerProcess(fixture.peer, limits: Self.limits)
      defer { process.stop() }
      do throws(LayoutError) {
        try Self.use(PeerLayout(process, scene.name, .success(sent)), of: scene)
        plain += 1
      } catch {
        #expect(seed % 10 > 0, "\(error)")
        #expect(!error.message(file: "").isEmpty)
        refused += 1
      }
    }
    #expect(plain >= 12 && refused >= 30, "\(plain) used, \(refused) refused")
    #expect(Double(Clock.now - start) < 240e9)
  }

  /// Two passes, a batch, the times of its steps and counts; all numbers are plausible.
  private static func use(_ layout: PeerLayout, of scene: Scene) throws(LayoutError) {
    var frames = [Rect](repeating: Rect(x: 0, y: 0, width: 0, height: 0), count: scene.tree.count)
    do {
      var plan = try layout.plan()
      for width in [300.0, 400] {
        plan.resize(to: Size(width: width, height: 100))
        var span = frames.mutableSpan
        try plan.pass(into: &span)
      }
    }
    let batches = try layout.batches(
      of: [[.resize(Size(width: 1, height: 2))]], phase: "resize", views: [1])
    let batch = try batches.batch(plans: 1)
    #expect(batch.nanoseconds > 0 && batch.sum.isFinite)
    #expect(try batches.stepTimes().allSatisfy { $0 >= 0 && $0.isFinite })
    #expect(try batches.counts().values.allSatisfy(\.isFinite))
  }

  @Test("a scene reaches a peer with its places, sizes and contents as numbers")
  func scene() throws {
    let scene = try #require(SceneGenerator.scene(named: "chat-rtl-4"))
    #expect(PeerEngine(FoundPeer(name: "x", path: "/x")).dialects(of: scene).isEmpty)
    let form = try PeerScene(
      try #require(SceneGenerator.scene(named: "form-4")), .constraints)
    let constraints = try #require(form.constraints)
    let contents = constraints.filter { $0.content != nil }
    #expect(!contents.isEmpty)
    for row in contents {
      let unknown = try #require(row.content)
      let size = try #require(form.views[unknown / 4].content?[unknown % 4 - 2])
      #expect(row.constant == -size && row.terms.count == 1 && unknown % 4 >= 2)
    }
    let known = ["left", "right", "top", "bottom", "width", "height", "centerX", "centerY"]
    #expect(
      constraints.allSatisfy { $0.first.map { known.contains($0.attribute) } ?? true })
    #expect(constraints.contains { $0.second != nil } && form.css == nil)
  }

  @Test("a peer that asks for them gets SLL rules as constraints, and is right about them")
  func rules() throws {
    let fixture = try Fixture("rules")
    let process = PeerProcess(fixture.peer, limits: Self.limits)
    defer { process.stop() }
    let engine = PeerEngine(fixture.peer, process)
    let chain = try Self.chain()
    #expect(engine.dialects(of: chain) == [.sll])
    let check = try CrossCheck(chain, engines: Engines.all + [engine])
    let found = try #require(check.verdicts.first { $0.participant.engine.traits.isPeer })
    #expect(found.verdict.isRight && found.participant.dialect == .sll)
    // A scene of constraints is sent as before, and one of rules goes to those that do not ask.
    let form = try #require(SceneGenerator.scene(named: "form-4"))
    #expect(engine.dialects(of: form) == [.constraints])
    let right = try Fixture()
    let other = PeerProcess(right.peer, limits: Self.limits)
    defer { other.stop() }
    var ruled = chain
    ruled.layouts[.constraints] = nil
    #expect(PeerEngine(right.peer, other).dialects(of: chain) == [.constraints])
    #expect(PeerEngine(right.peer, other).dialects(of: ruled) == [.sll])
  }

  @Test("where a rule gives a size, a peer does not hear of its content")
  func ruledContents() throws {
    let scene = try #require(SceneGenerator.scene(named: "feed-10"))
    let sent = try PeerScene(scene, .sll)
    #expect(sent.constraints?.contains { $0.first != nil && $0.second != nil } == true)
    let size = IntrinsicSize(7, 9)
    for view in scene.tree.views.dropFirst() {
      let change = PeerChange(.intrinsic(view, size), of: sent)
      let content = sent.views[view.index].content ?? [nil, nil]
      #expect((change == nil) == (content == [nil, nil]))
      for (old, new) in zip(content, change?.content ?? [nil, nil]) {
        #expect((old == nil) == (new == nil))
      }
      #expect(PeerChange(.intrinsic(view, size), of: try PeerScene(scene, .constraints)) != nil)
    }
  }

  @Test("where an engine rounds, sizes are drawn that put every frame on its grid")
  func grid() throws {
    let scene = try Self.chain()
    let fixture = try Fixture("coarse")
    let process = PeerProcess(fixture.peer, limits: Self.limits)
    defer { process.stop() }
    let engine = PeerEngine(fixture.peer, process)
    func states(_ engines: [any LayoutEngine]) throws -> [[Rect]] {
      let verified = try VerifiedScene(
        scene, phases: [.resize], seed: 5,
        among: Participant.all(of: scene, forms: Form.inOrder)
          + Participant.all(of: scene, among: engines, forms: [.program]))
      for cell in verified.cells(of: [.resize]) { #expect(cell.verdict.isRight) }
      return try #require(verified.scripts[.resize]?.states)
    }
    let rounded = try states([engine])
    #expect(rounded.count > 30 && Set(rounded.map { $0[0].width }).count > 30)
    #expect(rounded.allSatisfy { GridSizes.holds($0, 1) })
    #expect(try !states([]).allSatisfy { GridSizes.holds($0, 1) })
  }
}
