import Foundation
import LayoutBenchTiming
package import LayoutModel
import Scenes

/// What an engine must hold beside right frames, so that it can be timed: checked on real scenes.
package struct Conformance {
  /// What came of a check.
  package enum Result: Sendable {
    /// It holds; on what.
    case holds(String)
    /// It does not, and where.
    case fails(String)
    /// Nothing here could tell, and why.
    case notChecked(String)
  }

  /// A check with what came of it.
  package struct Line: Sendable {
    /// What is checked.
    package let name: String
    /// What came of it.
    package let result: Result
  }

  /// A scene that the engine reads.
  private struct Subject {
    let scene: Scene
    let participant: Participant
    let layout: any ResolvedLayout
  }

  /// Why a check fails.
  private struct Fault: Error { let text: String }

  /// The engine.
  package let engine: any LayoutEngine
  /// How many scenes it reads.
  package private(set) var sceneCount = 0
  /// Every check, in the order in which they are printed.
  package private(set) var lines: [Line] = []
  private var subjects: [Subject] = []
  private let tolerance: Double

  /// Whether no check fails.
  package var holds: Bool {
    !lines.contains { if case .fails = $0.result { true } else { false } }
  }

  /// Checks an engine.
  ///
  /// - Parameters:
  ///   - engine: the engine.
  ///   - scenes: scenes to check it on; those that it cannot read are left out.
  ///   - instructions: counts what the first and the last of 64 plans take, where that can be counted.
  package init(
    _ engine: any LayoutEngine, on scenes: [Scene],
    instructions: () -> (first: Double, last: Double)?
  ) {
    self.engine = engine
    switch engine.traits.exactness {
    case .bitwise: tolerance = 0
    case .within(let points): tolerance = points
    }
    readScenes(scenes)
    guard !subjects.isEmpty else { return }
    checkFrames()
    check("resize") { try Self.compareChanges(of: .resize, $0) }
    check("content") { try Self.compareChanges(of: .edit, $0) }
    checkKind("nested coordinates", "has views within views") { scene in
      scene.tree.depths.contains { $0 > 1 }
    }
    checkKind("view without content", "has a view whose content has no size") { scene in
      scene.tree.views.dropFirst().contains { scene.tree[$0].intrinsic == IntrinsicSize(nil, nil) }
    }
    checkKind("right to left", "is read from right to left") { scene in
      scene.tree.direction == .rightToLeft
    }
    let tolerance = tolerance
    check(tolerance == 0 ? "the same bit for bit" : "the same within \(tolerance) points") {
      try Self.compareRuns($0, tolerance: tolerance)
    }
    check("nothing kept between plans") { try Self.comparePlans($0) }
    check("mistakes have a place") { try Self.makeMistakes($0) }
    check("two plans on two threads") { try Self.compareThreads($0) }
    compare(instructions())
  }

  /// The first scene of an engine that its instructions are counted on: the largest of at most 200 views.
  package static func sceneToCount(
    _ engine: any LayoutEngine, among scenes: [Scene]
  ) -> Scene? {
    scenes.filter { !engine.dialects(of: $0).isEmpty && $0.tree.count <= 201 }
      .max { $0.tree.count < $1.tree.count }
  }

  // MARK: - Scenes and frames

  private mutating func readScenes(_ scenes: [Scene]) {
    var refusals: [String] = []
    for scene in scenes {
      for dialect in engine.dialects(of: scene) {
        let participant = Participant(engine: engine, dialect: dialect)
        do {
          let layout = try participant.resolve(scene)
          var session = try LayoutSession(layout, tree: scene.tree)
          try session.layOut()
          subjects.append(Subject(scene: scene, participant: participant, layout: layout))
        } catch let error as LayoutError {
          if !error.isUnstated { refusals.append(error.message(file: scene.file)) }
        } catch let error as SceneError where error.mistake is CannotState {
          continue
        } catch {
          refusals.append("\(error)")
        }
      }
    }
    sceneCount = Set(subjects.map(\.scene.name)).count
    if let refusal = refusals.first {
      add("reads its scenes", .fails(refusal))
    } else if subjects.isEmpty {
      let names = engine.traits.dialects.map(\.text).joined(separator: " or ")
      add("reads its scenes", .fails("no scene here is written in \(names); name files that are"))
    } else {
      add("reads its scenes", .holds(Quantities.scenes(sceneCount)))
    }
  }

  private mutating func checkFrames() {
    var checked = 0
    for subject in subjects {
      let check: CrossCheck
      do throws(SceneError) {
        check = try CrossCheck(subject.scene, engines: Engines.all + [engine])
      } catch {
        return add("right frames", .fails("\(error)"))
      }
      let verdict = check.verdicts.first { $0.participant.label == subject.participant.label }
      let reason = verdict?.verdict.reason(
        file: subject.scene.file, label: subject.participant.label)
      if let reason { return add("right frames", .fails("\(subject.scene.name): \(reason)")) }
      if check.isComparison { checked += 1 }
    }
    guard checked > 0 else {
      return add(
        "right frames",
        .notChecked("no scene expects frames, and no other engine reads one"))
    }
    add("right frames", .holds("\(checked) of \(subjects.count) layouts compared"))
  }

  /// Scenes of a kind have been laid out, and their frames are those expected.
  private mutating func checkKind(
    _ name: String, _ what: String, _ isOfKind: (Scene) -> Bool
  ) {
    let found = subjects.filter { isOfKind($0.scene) }
    guard !found.isEmpty else {
      return add(name, .notChecked("no scene here \(what); name a file that does"))
    }
    for subject in found {
      guard let check = try? CrossCheck(subject.scene, engines: Engines.all + [engine]),
        let verdict = check.verdicts.first(where: {
          $0.participant.label == subject.participant.label
        })?.verdict
      else { continue }
      if let reason = verdict.reason(
        file: subject.scene.file, label: subject.participant.label)
      {
        return add(name, .fails("\(subject.scene.name): \(reason)"))
      }
    }
    add(name, .holds(Quantities.scenes(Set(found.map(\.scene.name)).count)))
  }

  // MARK: - Plans

  private mutating func check(_ name: String, _ body: (Subject) throws -> Bool) {
    var count = 0
    for subject in subjects {
      do {
        if try body(subject) { count += 1 }
      } catch let fault as Fault {
        return add(name, .fails("\(subject.scene.name): \(fault.text)"))
      } catch let error as LayoutError {
        return add(name, .fails(error.message(file: subject.scene.file)))
      } catch {
        return add(name, .fails("\(subject.scene.name): \(error)"))
      }
    }
    add(
      name,
      count > 0 ? .holds(Quantities.layouts(count)) : .notChecked("nothing of it in these scenes"))
  }

  private mutating func add(_ name: String, _ result: Result) {
    lines.append(Line(name: name, result: result))
  }

  private static func changes(of phase: Phase, _ scene: Scene) -> [Change] {
    Cycle.of(phase, scene, length: 8)?.changes ?? []
  }

  /// A plan that follows changes, against a new plan for each state.
  private static func compareChanges(of phase: Phase, _ subject: Subject) throws -> Bool {
    let changes = changes(of: phase, subject.scene)
    guard !changes.isEmpty else { return false }
    var session = try LayoutSession(subject.layout, tree: subject.scene.tree)
    try session.layOut()
    var scene = subject.scene
    for change in changes + changes {
      session.apply(change)
      try session.layOut()
      switch change {
      case .resize(let size): scene.tree.rootSize = size
      case .intrinsic(let view, let size):
        scene.tree[view].intrinsic = size
        if var frame = scene.tree[view].givenFrame {
          frame.size = frame.size.replaced(by: size)
          scene.tree[view].givenFrame = frame
        }
      }
      var fresh = try LayoutSession(try subject.participant.resolve(scene), tree: scene.tree)
      try fresh.layOut()
      try compare(
        session.frames, fresh.frames, scene, within: 1e-6,
        "in a plan that followed changes", "in a new plan")
    }
    return true
  }

  /// All frames of all states of a plan that goes through every change.
  private static func frames(
    _ layout: any ResolvedLayout, _ scene: Scene
  ) throws(LayoutError) -> [[Rect]] {
    var session = try LayoutSession(layout, tree: scene.tree)
    try session.layOut()
    var frames = [session.frames]
    for phase in [Phase.resize, .edit] {
      for change in changes(of: phase, scene) {
        session.apply(change)
        try session.layOut()
        frames.append(session.frames)
      }
    }
    return frames
  }

  private static func compareRuns(_ subject: Subject, tolerance: Double) throws -> Bool {
    let first = try frames(subject.layout, subject.scene)
    let again = try frames(subject.participant.resolve(subject.scene), subject.scene)
    for (one, other) in zip(first, again) {
      try compare(
        one, other, subject.scene, within: tolerance, "the first time", "the second time")
    }
    return true
  }

  /// Two plans of one layout: what one goes through, the other does not see.
  private static func comparePlans(_ subject: Subject) throws -> Bool {
    var alone = try LayoutSession(
      subject.participant.resolve(subject.scene), tree: subject.scene.tree)
    try alone.layOut()
    var waiting = try LayoutSession(subject.layout, tree: subject.scene.tree)
    var other = try LayoutSession(subject.layout, tree: subject.scene.tree)
    for phase in [Phase.resize, .edit] {
      // The last change leads back to the scene as it is.
      for change in changes(of: phase, subject.scene).dropLast() {
        other.apply(change)
        try other.layOut()
      }
    }
    try waiting.layOut()
    try compare(
      waiting.frames, alone.frames, subject.scene, within: 1e-6,
      "in a plan that waited while another one ran", "in a plan alone")
    return true
  }

  private static func compareThreads(_ subject: Subject) throws -> Bool {
    let alone = try frames(subject.layout, subject.scene)
    let (layout, scene) = (subject.layout, subject.scene)
    let both = Threads.run(2) { _ in Swift.Result { try frames(layout, scene) } }
    for result in both {
      for (one, other) in zip(try result.get(), alone) {
        try compare(one, other, scene, within: 1e-6, "on a thread beside another", "alone")
      }
    }
    return true
  }

  private static func compare(
    _ first: [Rect], _ second: [Rect], _ scene: Scene, within tolerance: Double,
    _ one: String, _ other: String
  ) throws(Fault) {
    for view in first.indices {
      let isSame =
        tolerance == 0
        ? first[view] == second[view] : first[view].isClose(to: second[view], within: tolerance)
      guard !isSame else { continue }
      throw Fault(
        text: "view \(scene.tree.names[view]) is \(NumberText.write(first[view])) \(one), "
          + "\(NumberText.write(second[view])) \(other)")
    }
  }

  // MARK: - Mistakes

  /// Entries that are nonsense must be refused, with their place.
  private static func makeMistakes(_ subject: Subject) throws -> Bool {
    let dialect = subject.participant.dialect
    guard let layout = subject.scene.layouts[dialect], let items = layout.items, !items.isEmpty
    else { return false }
    for index in items.indices.prefix(8) {
      for nonsense in ["?? ~~ (", "no-such-view-here.left == 7 8"] {
        var scene = subject.scene
        var broken = items
        broken[index] = SourceNode(
          .scalar(nonsense, offset: nil), at: items[index].position, isQuoted: true)
        scene.layouts[dialect] = SourceNode(.sequence(broken), at: layout.position)
        do throws(SceneError) {
          _ = try subject.participant.resolve(scene)
        } catch {
          guard error.position != nil else {
            throw Fault(text: "'\(nonsense)' is refused without a place: \(error)")
          }
          continue
        }
        throw Fault(text: "it takes '\(nonsense)' for entry \(index + 1) of '\(dialect)'")
      }
    }
    return true
  }

  // MARK: - Instructions

  private mutating func compare(_ counts: (first: Double, last: Double)?) {
    let name = "plan 1 and plan 64 cost the same"
    guard let counts else {
      return add(
        name, .notChecked(Instructions.obstacle ?? "no scene here has few enough views"))
    }
    let (first, last) = (Int(counts.first), Int(counts.last))
    // Where the heap's blocks lie makes some difference.
    guard abs(counts.first - counts.last) <= max(0.02 * counts.first, 300) else {
      return add(
        name, .fails("\(first) instructions for the first, \(last) for the last: what is kept?"))
    }
    add(name, .holds("\(first) and \(last) instructions"))
  }

  /// Makes and runs 64 plans, the first and the last counted, in a process under valgrind.
  ///
  /// - Parameters:
  ///   - engine: the engine.
  ///   - scene: one that it reads.
  /// - Throws: `SceneError`, `LayoutError`.
  package static func count(_ engine: any LayoutEngine, on scene: Scene) throws {
    guard let dialect = engine.dialects(of: scene).first else { return }
    let participant = Participant(engine: engine, dialect: dialect)
    // What a process does once is done before, on a layout that has nothing in common with the next.
    try makePlans(2, of: participant.resolve(scene), scene)
    try makePlans(64, of: participant.resolve(scene), scene)
  }

  /// Makes and runs plans, the first and the last counted; a later count under a name replaces an earlier.
  private static func makePlans(
    _ count: Int, of layout: any ResolvedLayout, _ scene: Scene
  ) throws(LayoutError) {
    for number in 1...count {
      let isCounted = number == 1 || number == count
      let name = number == 1 ? "first" : "last"
      if isCounted { Instructions.begin() }
      var plan = try layout.plan()
      if isCounted { Instructions.end("plan \(name)") }
      var frames = scene.tree.startFrames
      if isCounted { Instructions.begin() }
      var span = frames.mutableSpan
      try plan.pass(into: &span)
      if isCounted { Instructions.end("pass \(name)") }
    }
  }

  /// Starts this program again under valgrind, and reads what it counted.
  ///
  /// - Parameters:
  ///   - executable: this program.
  ///   - arguments: what has it call `count`.
  /// - Returns: instructions of the first and the last plan with their first passes; `nil` where they
  ///   cannot be counted.
  package static func instructions(
    _ executable: String, _ arguments: [String]
  ) -> (first: Double, last: Double)? {
    guard Instructions.obstacle == nil else { return nil }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("layoutbench-\(UInt64.random(in: 0 ... .max))")
    guard
      (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true))
        != nil
    else { return nil }
    defer { try? FileManager.default.removeItem(at: folder) }
    let bare = folder.appendingPathComponent("program").path
    let isBare = Tool.output(["strip", "--strip-debug", "-o", bare, executable]) != nil
    _ = Tool.output(
      Instructions.command(writingTo: folder.path) + [isBare ? bare : executable] + arguments)
    let counts = Instructions.counts(in: folder.path)
    guard let first = counts["plan first"], let firstPass = counts["pass first"],
      let last = counts["plan last"], let lastPass = counts["pass last"]
    else { return nil }
    return (first + firstPass, last + lastPass)
  }
}

/// Counts in words.
private enum Quantities {
  static func scenes(_ count: Int) -> String { "\(count) \(count == 1 ? "scene" : "scenes")" }
  static func layouts(_ count: Int) -> String { "\(count) \(count == 1 ? "layout" : "layouts")" }
}

/// Work on threads of its own.
private enum Threads {
  private final class Results<Value>: @unchecked Sendable {
    // Guarded by `lock`.
    var values: [Int: Value] = [:]
    let lock = NSLock()
  }

  /// The results of one piece of work on each thread, in order.
  static func run<Value>(
    _ count: Int, _ work: @escaping @Sendable (Int) -> Value
  ) -> [Value] {
    let results = Results<Value>()
    let group = DispatchGroup()
    for number in 0..<count {
      group.enter()
      let thread = Thread {
        let value = work(number)
        results.lock.withLock { results.values[number] = value }
        group.leave()
      }
      thread.stackSize = 16 << 20
      thread.start()
    }
    group.wait()
    return (0..<count).compactMap { results.values[$0] }
  }
}
