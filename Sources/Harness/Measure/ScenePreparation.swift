import Foundation
import LayoutBenchTiming
import LayoutModel
import Scenes

/// A scene that was verified, with its cells.
struct PreparedScene: Sendable {
  /// A cell, with what a child is asked for.
  struct Entry: Sendable {
    let cell: Cell
    let form: Form
    let dialect: DialectName
    let phase: Phase
    /// The rough duration of a sample, seconds.
    var seconds = 0.0
  }

  /// The scene as the Run records it.
  let record: Run.SceneRecord
  /// The scene as children measure it.
  let scene: BenchmarkScene
  let cells: [Entry]
  /// The duration of the verification, seconds.
  let seconds: Double
}

/// Verifies scenes and plans their cells; several threads do so at once.
struct ScenePreparation: Sendable {
  let options: Benchmark.Options
  /// The folder for the verified frames.
  let folder: URL

  /// The number of views of the largest scene whose scripts the plain linear program lays out too.
  private static let mostForOracle = 150

  /// The generator of a scene that no file states; `nil` for one of a file.
  static func generator(of scene: Scene, _ source: SceneSource) -> String? {
    source.text == nil ? String(scene.name.prefix { $0 != "-" }) : nil
  }

  /// Verifies a scene, writes its frames for the children, and plans its cells.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - source: its file or generator.
  ///   - number: its place in the Run.
  ///   - known: its scripts in another Run, which are taken.
  ///   - slow: labels of the engines that were cut off on a smaller scene of the generator; those of
  ///     this scene are added.
  /// - Returns: the scene.
  /// - Throws: `SceneError`, and errors of the file system.
  func prepare(
    _ scene: Scene, _ source: SceneSource, number: Int, known: [Run.ScriptRecord]?,
    slow: inout Set<String>
  ) throws -> PreparedScene {
    let start = Clock.now
    let isGenerated = Self.generator(of: scene, source) != nil
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
      slow: slow.union(knownSlow), sets: scriptSets(known), known: known)
    slow.formUnion(verified.slow)
    let sets = try (0..<verified.setCount).map { set in
      BenchmarkScene.ScriptSet(
        frames: try FrameFile(verified, set: set)?.write(
          to: folder.appendingPathComponent("\(number)-\(set).frames").path),
        scripts: Dictionary(
          uniqueKeysWithValues: verified.scripts(ofSet: set).map { ($0.rawValue, $1.script) }))
    }
    var record = Run.SceneRecord(
      name: scene.name, file: source.file, text: source.text,
      digest: Benchmark.digest(source, scene))
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
    if !verified.still.isEmpty { record.still = verified.still.map(\.rawValue) }
    var cells = verified.cells(of: options.phases, where: { options.isSelected($0) })
      .filter { options.forms.contains($0.participant.form) }
      .map { entry(of: $0, in: verified, isGenerated: isGenerated) }
    if options.forms.contains(.plan), verified.frames != nil {
      cells += copies(of: verified, isGenerated)
    }
    cells += unsupported(verified)
    return PreparedScene(
      record: record, scene: BenchmarkScene(source: source, sets: sets), cells: cells,
      seconds: Double(Clock.now - start) / 1e9)
  }

  /// The number of scripts of each phase: one for each link, so that what differs between scripts
  /// is in the interval over links; those of another Run, where that is known.
  private func scriptSets(_ known: [Run.ScriptRecord]?) -> Int {
    // Counts are of the first.
    guard options.children > 0 else { return 1 }
    guard let known, !known.isEmpty else { return min(options.links.count, options.children) }
    return (known.compactMap(\.set).max() ?? 0) + 1
  }

  private func entry(
    of planned: PlannedCell, in verified: VerifiedScene, isGenerated: Bool
  ) -> PreparedScene.Entry {
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
    return PreparedScene.Entry(
      cell: cell, form: participant.form, dialect: participant.dialect, phase: phase,
      seconds: seconds)
  }

  /// The floor of every phase: the frames that a step changes, copied from a table.
  private func copies(of verified: VerifiedScene, _ isGenerated: Bool) -> [PreparedScene.Entry] {
    let copier = Registry.copier
    let scene = verified.scene
    guard scene.tree.count > 1 else { return [] }
    let phases = options.phases.filter { phase in
      phase != .cold && phase != .fit && (!phase.isScript || verified.scripts[phase] != nil)
    }
    return phases.map { phase in
      var cell = Cell(
        scene: scene.name, views: scene.tree.count - 1, phase: phase.rawValue,
        form: Form.plan.rawValue, engine: copier.name.description,
        dialect: copier.dialects[0].text)
      cell.deviation = 0
      if isGenerated { cell.parameters = ["n": cell.views] }
      return PreparedScene.Entry(
        cell: cell, form: .plan, dialect: copier.dialects[0], phase: phase,
        seconds: options.estimatesDurations ? Double(options.batchTarget) / 1e9 : 0)
    }
  }

  /// The cells of engines that have no dialect for a scene.
  private func unsupported(_ verified: VerifiedScene) -> [PreparedScene.Entry] {
    let scene = verified.scene
    var cells: [PreparedScene.Entry] = []
    for form in Form.inOrder where options.forms.contains(form) {
      let present = Set(verified.participants.filter { $0.form == form }.map(\.engine.name))
      for phase in options.phases where verified.offers(phase) {
        for engine in Engines.everyone
        where options.isSelected(engine) && !present.contains(engine.name) {
          guard !engine.traits.isYardstick,
            Registry.current.engine(engine, in: form)?.dialects(of: scene).isEmpty == true
          else { continue }
          cells.append(
            PreparedScene.Entry(
              cell: Cell(
                scene: scene.name, views: scene.tree.count - 1, phase: phase.rawValue,
                form: form.rawValue, engine: engine.name, dialect: "-", outcome: .unsupported,
                reason: "\(engine.name) has no dialect for this scene"), form: form, dialect: "-",
              phase: phase))
        }
      }
    }
    return cells
  }

  /// The participants that are verified: every engine in both forms, each on the dialect it
  /// prefers, whichever are timed, so that scripts do not depend on that; where no other engine than
  /// the yardstick can contradict one, all dialects and, for a small scene, the oracles that check
  /// scripts.
  private func participants(of scene: Scene) -> [Participant] {
    let timed = Participant.preferred(
      of: scene,
      among: Engines.everyone.filter { options.isSelected($0) || !$0.traits.onlyWhereNamed },
      forms: [.plan, .program])
    let engines = timed.filter { $0.form == .plan && !$0.engine.traits.isYardstick }
    guard engines.count < 2 else { return timed }
    let oracles = Engines.everyone.filter {
      $0.traits.checksScripts && scene.tree.count - 1 <= Self.mostForOracle
    }
    return timed
      + Participant.all(of: scene, among: Engines.all + oracles).filter { other in
        !timed.contains { $0.label == other.label }
      }
  }
}

extension Benchmark.Options {
  /// True if an engine takes part.
  func isSelected(_ engine: any LayoutEngine) -> Bool {
    (engines.isEmpty && !engine.traits.onlyWhereNamed)
      || engines.contains(engine.name) || engine.traits.isYardstick
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
