import Foundation
import LayoutBenchTiming
package import LayoutModel
import Scenes

/// The checks that an engine must pass before its times mean anything, run on real scenes.
package struct Conformance {
  /// The result of a check.
  package enum Result: Sendable {
    /// The check passed; the number of scenes or layouts.
    case holds(String)
    /// The check failed; the first fault.
    case fails(String)
    /// These scenes do not allow the check; the reason.
    case notChecked(String)
  }

  /// A check with its result.
  package struct Line: Sendable {
    /// The name of the check.
    package let name: String
    /// The result of the check.
    package let result: Result
  }

  /// A scene that the engine reads.
  private struct Subject {
    let scene: Scene
    let participant: Participant
    let layout: any ResolvedLayout
    /// The frames of all engines that lay the scene out, this engine's among them.
    let check: CrossCheck

    /// The reason why the engine's frames are wrong; `nil` if they are right.
    var fault: String? {
      check.verdicts.first { $0.participant.label == participant.label }?
        .verdict.reason(file: scene.file, label: participant.label)
    }
  }

  /// The reason why a check fails.
  private struct Fault: Error { let text: String }

  /// The engine.
  package let engine: any LayoutEngine
  /// The number of scenes that it reads.
  private var sceneCount = 0
  /// Every check, in the order in which they are printed.
  package private(set) var lines: [Line] = []
  private var subjects: [Subject] = []
  private let tolerance: Double

  /// True if no check fails.
  package var holds: Bool {
    !lines.contains { if case .fails = $0.result { true } else { false } }
  }

  /// Checks an engine.
  ///
  /// - Parameters:
  ///   - engine: the engine.
  ///   - scenes: scenes to check it on; those that it cannot read are left out.
  ///   - instructions: counts the instructions of plans of a scene in a form, those of Swift's
  ///     library and the loader apart, where they can be counted.
  package init(
    _ engine: any LayoutEngine, on scenes: [Scene],
    instructions: (Scene, Form) -> PlanInstructions?
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
    check("plans share no state") { try Self.comparePlans($0) }
    check("errors have a position") { try Self.makeMistakes($0) }
    check("two plans on two threads") { try Self.compareThreads($0) }
    compare(instructions)
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
          let check = try CrossCheck(
            scene, engines: Engines.all.filter { $0.name != engine.name } + [engine])
          subjects.append(
            Subject(scene: scene, participant: participant, layout: layout, check: check))
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
    for subject in subjects {
      guard let fault = subject.fault else { continue }
      return add("right frames", .fails("\(subject.scene.name): \(fault)"))
    }
    let checked = subjects.count { $0.check.isComparison }
    guard checked > 0 else {
      return add(
        "right frames",
        .notChecked("no scene expects frames, and no other engine reads one"))
    }
    add("right frames", .holds("\(checked) of \(subjects.count) layouts compared"))
  }

  /// Checks that scenes of a kind have been laid out, and that their frames are those expected.
  private mutating func checkKind(
    _ name: String, _ what: String, _ isOfKind: (Scene) -> Bool
  ) {
    let found = subjects.filter { isOfKind($0.scene) && $0.check.isComparison }
    guard !found.isEmpty else {
      return add(
        name, .notChecked("no scene that can be compared \(what); name a file that does"))
    }
    for subject in found {
      guard let fault = subject.fault else { continue }
      return add(name, .fails("\(subject.scene.name): \(fault)"))
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
      count > 0 ? .holds(Quantities.layouts(count)) : .notChecked("no scene here allows this check")
    )
  }

  private mutating func add(_ name: String, _ result: Result) {
    lines.append(Line(name: name, result: result))
  }

  private static func changes(of phase: Phase, _ scene: Scene, seed: UInt64 = 1) -> [Change] {
    var draft = ScriptDraft(scene, phase, seed: seed, reach: .steps, removable: [])
    return draft.script(phase, length: 8)?.changes ?? []
  }

  /// Compares a plan that follows changes with a new plan for each state.
  private static func compareChanges(of phase: Phase, _ subject: Subject) throws -> Bool {
    let changes = changes(of: phase, subject.scene)
    guard !changes.isEmpty, try !dependsOnPast(subject) else { return false }
    var session = try LayoutSession(subject.layout, tree: subject.scene.tree)
    try session.layOut()
    var scene = subject.scene
    for change in changes + changes {
      session.apply(change)
      try session.layOut()
      scene.apply(change)
      var fresh = try LayoutSession(try subject.participant.resolve(scene), tree: scene.tree)
      try fresh.layOut()
      try compare(
        session.frames, fresh.frames, scene, within: 1e-6,
        "in a plan that followed changes", "in a new plan")
    }
    return true
  }

  /// True if the scene expects other frames after a step than a new plan gives: where calls read
  /// frames before they set them, frames of the layout before matter.
  private static func dependsOnPast(_ subject: Subject) throws -> Bool {
    var scene = subject.scene
    for step in subject.scene.steps {
      scene.apply(step.change)
      guard !step.expected.frames.isEmpty else { continue }
      var fresh = try LayoutSession(subject.participant.resolve(scene), tree: scene.tree)
      try fresh.layOut()
      let isOther = step.expected.frames.contains { entry in
        !fresh.frames[entry.view.index].isClose(to: entry.frame, within: CrossCheck.tolerance)
      }
      if isOther { return true }
    }
    return false
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

  /// Checks that two plans of one layout share no state: changes to one do not alter the frames of
  /// another, made before or after.
  private static func comparePlans(_ subject: Subject) throws -> Bool {
    var alone = try LayoutSession(
      subject.participant.resolve(subject.scene), tree: subject.scene.tree)
    try alone.layOut()
    var waiting = try LayoutSession(subject.layout, tree: subject.scene.tree)
    var other = try LayoutSession(subject.layout, tree: subject.scene.tree)
    for phase in [Phase.resize, .edit] {
      // Changes that differ from those of the checks before: what those left behind would look the
      // same.
      for change in changes(of: phase, subject.scene, seed: 2) {
        other.apply(change)
        try other.layOut()
      }
    }
    try waiting.layOut()
    try compare(
      waiting.frames, alone.frames, subject.scene, within: 1e-6,
      "in a plan that waited while another one ran", "in a plan alone")
    var next = try LayoutSession(subject.layout, tree: subject.scene.tree)
    try next.layOut()
    try compare(
      next.frames, alone.frames, subject.scene, within: 1e-6,
      "in a plan made after another one ran", "in a plan alone")
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
      // A view that is out has no frame, each time.
      guard
        !first[view].isSame(as: second[view]),
        tolerance == 0 || !first[view].isClose(to: second[view], within: tolerance)
      else { continue }
      throw Fault(
        text: "view \(scene.tree.names[view]) is \(NumberText.write(first[view])) \(one), "
          + "\(NumberText.write(second[view])) \(other)")
    }
  }

  // MARK: - Mistakes

  /// Checks that invalid entries are refused, with their position.
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
            throw Fault(text: "the error for '\(nonsense)' has no position: \(error)")
          }
          continue
        }
        throw Fault(text: "entry \(index + 1) of '\(dialect)' is accepted as '\(nonsense)'")
      }
    }
    return true
  }

  // MARK: - Instructions

  private mutating func compare(_ count: (Scene, Form) -> PlanInstructions?) {
    for form in Form.allCases where Registry.current.engine(engine, in: form) != nil {
      let name = "\(form.rawValue) 1 and \(form.rawValue) 64 cost the same"
      let reading = "\(form.rawValue): resolve only reads"
      if let obstacle = Instructions.obstacle {
        add(name, .notChecked(obstacle))
        add(reading, .notChecked(obstacle))
        continue
      }
      var counts: [(scene: Scene, found: PlanInstructions?)] = []
      for scene in counted { counts.append((scene, count(scene, form))) }
      add(name, comparison(form, counts))
      add(reading, Self.reading(form, counts))
    }
  }

  /// The scenes whose instructions are counted: a small and a larger one.
  private var counted: [Scene] {
    // In a small scene most of the work is what each plan begins with.
    var scenes: [Scene] = []
    for limit in [21, 201] {
      let within = subjects.map(\.scene).filter { $0.tree.count <= limit }
      if let largest = within.max(by: { ($0.tree.count, $0.name) < ($1.tree.count, $1.name) }),
        largest.name != scenes.last?.name
      {
        scenes.append(largest)
      }
    }
    return scenes
  }

  /// Compares what `resolve` does beyond reading the statements, which stands for a compiler's work,
  /// with what a plan does: what lies before the clock must not be what the clock is there for.
  private static func reading(
    _ form: Form, _ counts: [(scene: Scene, found: PlanInstructions?)]
  ) -> Result {
    var words: [String] = []
    for case (let scene, let found?) in counts where found.read > 0 {
      let own = max(0, found.resolve - found.read)
      let text =
        "\(Int(own)) instructions beyond reading \(scene.name), \(Int(found.first)) of its first layout"
      guard own <= max(mostOfFirst(form) * found.first, 600) else {
        return .fails(text + ": work that belongs inside the clock")
      }
      words.append(text)
    }
    return words.isEmpty
      ? .notChecked("no dialect reads these scenes") : .holds(words.joined(separator: ", "))
  }

  /// The share of a first layout up to which `resolve` may do more than read.
  ///
  /// A program needs a closure for each statement: for short ones of LayoutKit's calls, a sixth.
  private static func mostOfFirst(_ form: Form) -> Double { form == .program ? 0.2 : 0.05 }

  private func comparison(
    _ form: Form, _ counts: [(scene: Scene, found: PlanInstructions?)]
  ) -> Result {
    guard !counts.isEmpty else { return .notChecked("no scene here has at most 200 views") }
    var words: [String] = []
    for (scene, found) in counts {
      guard let counts = found else {
        return .notChecked("valgrind gave no counts for \(scene.name)")
      }
      let (first, last) = (Int(counts.first), Int(counts.last))
      guard abs(counts.first - counts.last) <= max(0.02 * counts.first, 100) else {
        let name = form.rawValue
        return .fails(
          "\(first) instructions for \(name) 1, \(last) for \(name) 64 of \(scene.name): they share state"
        )
      }
      words.append("\(first) and \(last) instructions for \(scene.name)")
    }
    return .holds(words.joined(separator: ", "))
  }
}

/// Counts in words.
private enum Quantities {
  static func scenes(_ count: Int) -> String { "\(count) \(count == 1 ? "scene" : "scenes")" }
  static func layouts(_ count: Int) -> String { "\(count) \(count == 1 ? "layout" : "layouts")" }
}
