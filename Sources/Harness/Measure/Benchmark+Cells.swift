import LayoutBenchTiming
import LayoutModel

extension Benchmark {
  /// Verifies a scene and plans its cells.
  mutating func add(_ scene: Scene, index: Int, isGenerated: Bool) throws {
    let start = Clock.now
    defer { durations.verification += Double(Clock.now - start) / 1e9 }
    let generator = isGenerated ? scene.name.prefix { $0 != "-" } : ""
    let verified = try VerifiedScene(
      scene, phases: options.phases, cycle: 8, among: participants(of: scene),
      slow: slow[String(generator)] ?? [])
    if isGenerated { slow[String(generator), default: []].formUnion(verified.slow) }
    // A phase that changes what the scene does not have has no cell.
    churned.append(verified.churn?.view)
    for phase in options.phases where verified.offers(phase) {
      let cells = verified.cells(of: [phase]) { isSelected($0) }
      for planned in cells { add(planned, of: verified, index: index, isGenerated: isGenerated) }
      let present = Set(verified.participants.map(\.engine.name))
      for engine in Engines.everyone where isSelected(engine) && !present.contains(engine.name) {
        // A yardstick's place is taken by another one.
        guard !engine.traits.isYardstick, engine.dialects(of: scene).isEmpty else { continue }
        append(
          Cell(
            scene: scene.name, views: scene.tree.count - 1, phase: phase.rawValue,
            engine: engine.name, dialect: "-", outcome: .unsupported,
            reason: "\(engine.name) has no dialect for this scene"),
          index: index, phase: phase, seconds: 0)
      }
    }
  }

  private mutating func add(
    _ planned: PlannedCell, of verified: VerifiedScene, index: Int, isGenerated: Bool
  ) {
    let (scene, phase, participant) = (verified.scene, planned.phase, planned.participant)
    var cell = Cell(
      scene: scene.name, views: scene.tree.count - 1, phase: phase.rawValue,
      engine: participant.engine.name, dialect: participant.dialect.text,
      outcome: planned.standing.verdict.outcome,
      reason: planned.standing.verdict.reason(file: scene.file, label: participant.label))
    cell.deviation = verified.deviation(of: participant.label, in: phase)
    if isGenerated { cell.parameters = ["n": cell.views] }
    var notes = planned.isRebuilt ? ["rebuilds"] : []
    if phase == .churn, let view = verified.churn?.view {
      notes.append("view \(view) comes and goes")
    }
    cell.notes = notes.isEmpty ? nil : notes
    let seconds =
      cell.outcome == .timed && options.estimatesDurations
      ? verified.sampleSeconds(
        of: participant, in: phase, batch: Double(options.batchTarget) / 1e9) : 0
    append(cell, index: index, phase: phase, seconds: seconds)
  }

  private mutating func append(_ cell: Cell, index: Int, phase: Phase, seconds: Double) {
    run.cells.append(cell)
    durations.samples.append(seconds)
    requests.append(
      ChildRequest.CellRequest(
        scene: index, phase: phase, engine: cell.engine, dialect: DialectName(cell.dialect),
        passes: 0, cycle: 8))
  }

  /// Who is verified: the yardstick and the engines that are timed, each on the dialect it prefers; all
  /// engines where those have nothing to be held against.
  private func participants(of scene: Scene) -> [Participant] {
    let timed = Participant.preferred(of: scene, among: Engines.everyone.filter { isSelected($0) })
    guard timed.count < 2, scene.expected.frames.isEmpty else { return timed }
    return timed
      + Participant.all(of: scene).filter { other in
        !timed.contains { $0.label == other.label }
      }
  }

  private func isSelected(_ engine: any LayoutEngine) -> Bool {
    (options.engines.isEmpty && !engine.traits.isOracle)
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
        // A place of its own for each engine of the program, whoever takes part.
        colour: place)
    }
  }
}
