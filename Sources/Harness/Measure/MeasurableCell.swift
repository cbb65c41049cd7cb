package import LayoutModel
import LayoutBenchTiming

/// A cell whose frames were found right, for a harness other than `layoutbench bench` to measure.
package final class MeasurableCell {
  /// A cell that cannot be measured, with the reason.
  package struct Failure: Error, CustomStringConvertible {
    /// `post/resize/sll: …`.
    package let description: String
  }

  /// Scene, phase and engine: `post/resize/sll`.
  package let name: String
  private let request: ChildRequest.CellRequest
  private let scene: VerifiedScene
  private let participant: Participant
  private let states: [[Rect]]
  /// Made by the first batch, so that a cell that is only listed costs nothing.
  private var timed: TimedCell?

  private init(
    name: String, _ request: ChildRequest.CellRequest, of scene: VerifiedScene,
    _ participant: Participant,
    states: [[Rect]]
  ) {
    self.name = name
    self.request = request
    self.scene = scene
    self.participant = participant
    self.states = states
  }

  /// Verifies scenes and lists the cells that `layoutbench bench` times of them.
  ///
  /// - Parameters:
  ///   - sources: the scenes.
  ///   - refuse: called with each cell that is left out because it was not verified, and why. A scene
  ///     without a dialect for an engine has no such cell.
  /// - Returns: the cells whose frames are right.
  /// - Throws: `SceneError`.
  package static func all(
    of sources: [SceneSource] = Registry.current.scenes, refuse: (Failure) -> Void
  ) throws(SceneError) -> [MeasurableCell] {
    var cells: [MeasurableCell] = []
    for (index, source) in sources.enumerated() {
      let scene = try source.scene()
      let verified = try VerifiedScene(
        scene, phases: Phase.allCases, cycle: 8, among: Participant.all(of: scene), slow: [])
      for planned in verified.cells(of: Phase.allCases) {
        let (phase, participant) = (planned.phase, planned.participant)
        let name = "\(scene.name)/\(phase.rawValue)/\(participant.engine.name)"
        let verdict = planned.standing.verdict
        if let reason = verdict.reason(file: scene.file, label: participant.label) {
          let isNews = ![.unsupported, .cannotState].contains(verdict.outcome)
          if isNews { refuse(Failure(description: "\(name): \(reason)")) }
          continue
        }
        let request = ChildRequest.CellRequest(
          scene: index, phase: phase, engine: participant.engine.name,
          dialect: participant.dialect, passes: 0, cycle: 8)
        cells.append(
          MeasurableCell(
            name: name, request, of: verified, participant, states: planned.standing.states))
      }
    }
    return cells
  }

  /// Runs a batch and holds the sum over its frames against the verified ones.
  ///
  /// What the phase makes before the clock, plans for instance, is made before `start` and freed after
  /// `stop`.
  ///
  /// - Parameters:
  ///   - passes: passes in the batch; for `build`, plans.
  ///   - start: called right before the first pass.
  ///   - stop: called right after the last.
  /// - Throws: `Failure`.
  package func run(
    passes: Int, start: @escaping () -> Void, stop: @escaping () -> Void
  ) throws(Failure) {
    let (timed, batch): (TimedCell, Stopwatch.Batch)
    do throws(LayoutError) {
      timed = try prepared()
      batch = try timed.batch(passes: passes, within: .init(start: start, stop: stop))
    } catch {
      throw Failure(description: "\(name): \(error.message(file: scene.scene.file))")
    }
    guard timed.isRight(batch, passes: passes) else {
      throw Failure(
        description: "\(name): the frames of a batch sum up to \(batch.checksum), not to "
          + "\(timed.checksum(passes: passes))")
    }
  }

  private func prepared() throws(LayoutError) -> TimedCell {
    if let timed { return timed }
    // Alone in its process, a cell has the whole heap to give back after each batch: a chain's plan of
    // 594 ns took 1,500.
    Clock.keepHeap()
    let made = try TimedCell(request, of: scene, participant, states: states)
    timed = made
    return made
  }
}
