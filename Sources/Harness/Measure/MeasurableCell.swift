package import LayoutModel
import LayoutBenchTiming

/// A cell whose frames were found right, for a harness other than `layoutbench bench` to measure.
package final class MeasurableCell {
  /// A cell that cannot be measured, with the reason.
  package struct Failure: Error, CustomStringConvertible {
    /// `post/program resize/sll: …`.
    package let description: String
  }

  /// Scene, form and phase, engine: `post/program resize/sll`.
  package let name: String
  private let phase: Phase
  private let scene: VerifiedScene
  private let participant: Participant
  /// Made by the first batch, so that a cell that is only listed costs nothing.
  private var timed: TimedCell?

  private init(name: String, _ phase: Phase, of scene: VerifiedScene, _ participant: Participant) {
    self.name = name
    self.phase = phase
    self.scene = scene
    self.participant = participant
  }

  /// Verifies scenes and lists the cells that `layoutbench bench` times of them.
  ///
  /// - Parameters:
  ///   - sources: the scenes.
  ///   - refuse: called with each cell that is left out because it was not verified, and why. A
  ///     scene without a dialect for an engine has no such cell.
  /// - Returns: the cells whose frames are right.
  /// - Throws: `SceneError`.
  package static func all(
    of sources: [SceneSource] = Registry.current.scenes, refuse: (Failure) -> Void
  ) throws(SceneError) -> [MeasurableCell] {
    let phases = Phase.allCases.filter { $0 != .cold }
    var cells: [MeasurableCell] = []
    for source in sources {
      let scene = try source.scene()
      let verified = try VerifiedScene(
        scene, phases: phases, seed: 1,
        among: Participant.all(of: scene, forms: Form.inOrder))
      for planned in verified.cells(of: phases) {
        let (phase, participant) = (planned.phase, planned.participant)
        let name =
          "\(scene.name)/\(participant.form.rawValue) \(phase.rawValue)/\(participant.engine.name)"
        if let reason = planned.verdict.reason(file: scene.file, label: participant.label) {
          let isNews = ![.unsupported, .cannotState].contains(planned.verdict.outcome)
          if isNews { refuse(Failure(description: "\(name): \(reason)")) }
          continue
        }
        cells.append(MeasurableCell(name: name, phase, of: verified, participant))
      }
    }
    return cells
  }

  /// Runs a batch and compares the sums over its frames with the verified ones.
  ///
  /// Objects that the phase needs before the clock, such as plans, are made before `start` and
  /// freed after `stop`.
  ///
  /// - Parameters:
  ///   - plans: plans in the batch.
  ///   - start: called right before the first pass.
  ///   - stop: called right after the last.
  /// - Throws: `Failure`.
  package func run(
    plans: Int, start: @escaping () -> Void, stop: @escaping () -> Void
  ) throws(Failure) {
    let batch: Stopwatch.Batch
    do throws(LayoutError) {
      batch = try prepared().batch(plans: plans, within: .init(start: start, stop: stop))
    } catch {
      throw Failure(description: "\(name): \(error.message(file: scene.scene.file))")
    }
    if let drift = batch.drift {
      throw Failure(
        description: "\(name): the frames of a plan add up to \(drift.found), not to "
          + "\(drift.expected)")
    }
  }

  private func prepared() throws(LayoutError) -> TimedCell {
    if let timed { return timed }
    // Alone in its process, a cell returns the whole heap to the system after each batch: a chain's
    // plan of 594 ns took 1,500.
    Clock.keepHeap()
    guard let layout = scene.layout(of: participant.label), let frames = scene.frames else {
      throw .solverFailed("the layout was lost")
    }
    do throws(TimedCellFailure) {
      let made = try TimedCell(
        phase, layout, participant.engine.traits.exactness, in: scene.scene.tree,
        scene.scripts[phase]?.script, scene.scripts[phase]?.states ?? [frames], seed: 1)
      timed = made
      return made
    } catch {
      throw .solverFailed(error.reason(file: scene.scene.file))
    }
  }
}
