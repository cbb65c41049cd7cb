import Foundation
import LayoutBenchTiming
import LayoutModel
import Scenes

extension Benchmark {
  /// Verifies a scene, writes its frames for the children, and plans its cells.
  mutating func add(_ scene: Scene, _ source: SceneSource, known: [Run.ScriptRecord]?) throws {
    let start = Clock.now
    defer { durations.verification += Double(Clock.now - start) / 1e9 }
    let isGenerated = source.text == nil
    let generator = isGenerated ? String(scene.name.prefix { $0 != "-" }) : ""
    let participants = participants(of: scene)
    // Engines that the plan lists as cut off are not tried again: it may take hours.
    let cutOff = (options.batchesFrom?.cells ?? []).filter {
      $0.scene == scene.name && $0.outcome == .cutOff
    }
    let knownSlow = participants.filter { participant in
      cutOff.contains {
        $0.engine == participant.engine.name && $0.form == participant.form.rawValue
      }
    }.map(\.label)
    let verified = try VerifiedScene(
      scene, phases: options.phases, seed: options.seed, among: participants,
      slow: (slow[generator] ?? []).union(knownSlow), sets: scriptSets(known), known: known)
    if isGenerated { slow[generator, default: []].formUnion(verified.slow) }
    let sets = try (0..<verified.setCount).map { set in
      BenchmarkScene.ScriptSet(
        frames: try FrameFile(verified, set: set)?.write(
          to: try folder.frames(ofScene: scenes.count, set: set)),
        scripts: Dictionary(
          uniqueKeysWithValues: verified.scripts(ofSet: set).map { ($0.rawValue, $1.script) }))
    }
    var record = Run.SceneRecord(
      name: scene.name, file: source.file, text: source.text, digest: Self.digest(source, scene))
    record.notations = Registry.current.dialects.compactMap { dialect in
      scene.written(in: dialect.name).map { layout in
        let lines = dialect.write(layout)
        return Run.NotationRecord(
          dialect: dialect.name.text, lines: lines.count,
          characters: lines.reduce(0) { $0 + $1.count })
      }
    }
    record.scripts = verified.scriptSets.sorted { $0.key.rawValue < $1.key.rawValue }
      .flatMap { phase, scripts in scripts.map { Run.ScriptRecord(phase, $0) } }
    run.scenes = (run.scenes ?? []) + [record]
    for planned in verified.cells(of: options.phases, where: { isSelected($0) })
    where options.forms.contains(planned.participant.form) {
      add(planned, of: verified, isGenerated: isGenerated)
    }
    if options.forms.contains(.plan), verified.frames != nil {
      addCopies(of: verified, isGenerated)
    }
    addUnsupported(verified)
    scenes.append(BenchmarkScene(source: source, sets: sets))
  }

  /// The number of scripts of each phase: one for each link, so that what differs between scripts
  /// is in the interval over links; those of another Run, where that is known.
  private func scriptSets(_ known: [Run.ScriptRecord]?) -> Int {
    // Counts are of the first.
    guard options.children > 0 else { return 1 }
    guard let known, !known.isEmpty else { return min(options.links.count, options.children) }
    return (known.compactMap(\.set).max() ?? 0) + 1
  }

  /// Adds the cells of a scene that may be timed, without a look at any frame.
  mutating func list(_ scene: Scene, _ source: SceneSource) {
    run.scenes =
      (run.scenes ?? []) + [Run.SceneRecord(name: scene.name, file: source.file, text: nil)]
    for participant in Participant.preferred(
      of: scene, among: Engines.everyone.filter { isSelected($0) }, forms: options.forms)
    {
      for phase in options.phases {
        append(
          Cell(
            scene: scene.name, views: scene.tree.count - 1, phase: phase.rawValue,
            form: participant.form.rawValue, engine: participant.engine.name,
            dialect: participant.dialect.text), participant.form, participant.dialect, phase,
          seconds: 0)
      }
    }
  }

  static func digest(_ source: SceneSource, _ scene: Scene) -> String {
    Machine.fingerprint(of: [
      source.text ?? SceneWriter.text(of: scene, dialects: Registry.current.dialects)
    ])
  }

  private mutating func add(_ planned: PlannedCell, of verified: VerifiedScene, isGenerated: Bool) {
    let (scene, phase, participant) = (verified.scene, planned.phase, planned.participant)
    var cell = Cell(
      scene: scene.name, views: scene.tree.count - 1, phase: phase.rawValue,
      form: participant.form.rawValue, engine: participant.engine.name,
      dialect: participant.dialect.text, outcome: planned.verdict.outcome,
      reason: planned.verdict.reason(file: scene.file, label: participant.label))
    cell.deviation = verified.deviation(of: participant.label, in: phase)
    cell.ambiguous = phase == .first ? verified.ambiguous[participant.label] : nil
    cell.checksum = verified.checksum(of: phase).map { String(format: "%a", $0) }
    if isGenerated { cell.parameters = ["n": cell.views] }
    var notes = planned.isRebuilt && phase.isScript ? ["rebuilds"] : []
    if let script = verified.scripts[phase], script.length < VerifiedScene.lengths[0] {
      let count = script.script.count
      notes.append("script of \(count) \(count == 1 ? "step" : "steps")")
    }
    cell.notes = notes.isEmpty ? nil : notes
    let seconds =
      cell.outcome == .timed && options.estimatesDurations
      ? verified.sampleSeconds(
        of: participant.label, in: phase, batch: Double(options.batchTarget) / 1e9) : 0
    append(cell, participant.form, participant.dialect, phase, seconds: seconds)
  }

  /// The floor of every phase: the frames that a step changes, copied from a table.
  private mutating func addCopies(of verified: VerifiedScene, _ isGenerated: Bool) {
    let copier = Registry.copier
    let scene = verified.scene
    guard scene.tree.count > 1 else { return }
    for phase in options.phases
    where phase != .cold && phase != .fit && (!phase.isScript || verified.scripts[phase] != nil) {
      var cell = Cell(
        scene: scene.name, views: scene.tree.count - 1, phase: phase.rawValue,
        form: Form.plan.rawValue, engine: copier.name.description,
        dialect: copier.dialects[0].text)
      cell.deviation = 0
      if isGenerated { cell.parameters = ["n": cell.views] }
      append(
        cell, .plan, copier.dialects[0], phase,
        seconds: options.estimatesDurations ? Double(options.batchTarget) / 1e9 : 0)
    }
  }

  /// Adds the engines that have no dialect for a scene.
  private mutating func addUnsupported(_ verified: VerifiedScene) {
    let scene = verified.scene
    for form in Form.inOrder where options.forms.contains(form) {
      let present = Set(verified.participants.filter { $0.form == form }.map(\.engine.name))
      for phase in options.phases where verified.offers(phase) {
        for engine in Engines.everyone where isSelected(engine) && !present.contains(engine.name) {
          guard !engine.traits.isYardstick,
            Registry.current.engine(engine, in: form)?.dialects(of: scene).isEmpty == true
          else { continue }
          append(
            Cell(
              scene: scene.name, views: scene.tree.count - 1, phase: phase.rawValue,
              form: form.rawValue, engine: engine.name, dialect: "-", outcome: .unsupported,
              reason: "\(engine.name) has no dialect for this scene"), form, "-", phase,
            seconds: 0)
        }
      }
    }
  }

  private mutating func append(
    _ cell: Cell, _ form: Form, _ dialect: DialectName, _ phase: Phase, seconds: Double
  ) {
    requests.append(
      ChildRequest.CellRequest(
        number: run.cells.count, phase: phase, engine: cell.engine, form: form, dialect: dialect,
        plans: 0))
    run.cells.append(cell)
    sceneOfCell.append(scenes.count)
    durations.samples.append(seconds)
  }

  /// The participants that are verified: every engine in both forms, each on the dialect it
  /// prefers, whichever are timed, so that scripts do not depend on that; all dialects where there
  /// is nothing to compare with.
  private func participants(of scene: Scene) -> [Participant] {
    let timed = Participant.preferred(
      of: scene, among: Engines.everyone.filter { isSelected($0) || !$0.traits.onlyWhereNamed },
      forms: [.plan, .program])
    guard timed.filter({ $0.form == .plan }).count < 2, scene.expected.frames.isEmpty else {
      return timed
    }
    return timed
      + Participant.all(of: scene).filter { other in
        !timed.contains { $0.label == other.label }
      }
  }

  func isSelected(_ engine: any LayoutEngine) -> Bool {
    (options.engines.isEmpty && !engine.traits.onlyWhereNamed)
      || options.engines.contains(engine.name) || engine.traits.isYardstick
  }

  /// The declared properties of the engines that take part.
  var engineRecords: [Run.EngineRecord] {
    let all = Engines.everyone.map(\.traits) + [Registry.copier]
    let selected = Set(
      Engines.everyone.filter { isSelected($0) }.map(\.name)
        + [Registry.copier.name.description])
    return all.enumerated().filter { selected.contains($1.name.description) }.map { place, traits in
      Run.EngineRecord(
        name: traits.name.description, summary: traits.summary,
        dialects: traits.dialects.map(\.text), isYardstick: traits.isYardstick,
        follows: traits.follows.map(\.rawValue).sorted(), libraries: traits.libraries,
        // A place of its own for each engine of the program, whichever take part.
        colour: place)
    }
  }
}

/// A scene that children measure.
struct BenchmarkScene {
  /// A script of each phase, with the frames that they give.
  struct ScriptSet {
    /// The verified frames; `nil` where no engine is right.
    let frames: FrameFile.Name?
    /// The scripts, by the name of the phase.
    let scripts: [String: Script]
  }

  let source: SceneSource
  /// At least one; children take them in turn.
  let sets: [ScriptSet]
}

extension Run.ScriptRecord {
  /// The record of a verified script.
  init(_ phase: Phase, _ verified: VerifiedScene.Verified) {
    self.init(
      phase: phase.rawValue, digest: verified.script.digest, steps: verified.script.count,
      moving: verified.moved.steps, frames: verified.moved.frames,
      reach: verified.reach.rawValue, length: verified.length, draw: verified.draw,
      set: verified.set == 0 ? nil : verified.set)
  }
}
