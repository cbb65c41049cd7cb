public import LayoutModel
import Timing

/// A cell whose frames were found right, for a harness other than `layoutbench bench` to measure.
public final class MeasurableCell {
  /// A cell that cannot be measured, with the reason.
  public struct Failure: Error, CustomStringConvertible {
    /// `post/resize/sll: …`.
    public let description: String
  }

  /// Scene, phase and engine: `post/resize/sll`.
  public let name: String
  private let request: ChildRequest.CellRequest
  private let scene: VerifiedScene
  private let label: String
  private let states: [[Rect]]
  /// Made by the first batch, so that a cell that is only listed costs nothing.
  private var timed: TimedCell?

  private init(
    name: String, _ request: ChildRequest.CellRequest, of scene: VerifiedScene, label: String,
    states: [[Rect]]
  ) {
    self.name = name
    self.request = request
    self.scene = scene
    self.label = label
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
  public static func all(
    of sources: [SceneSource] = SceneSource.builtIn, refuse: (Failure) -> Void
  ) throws(SceneError) -> [MeasurableCell] {
    var cells: [MeasurableCell] = []
    for (index, source) in sources.enumerated() {
      let scene = try source.scene()
      let verified = try VerifiedScene(
        scene, phases: Phase.allCases, cycle: 8, among: Participant.all(of: scene), slow: [])
      for phase in Phase.allCases where verified.offers(phase) {
        var taken: Set<String> = []
        for participant in verified.participants {
          let engine = participant.engine.name
          // Each engine is measured on the dialect that it prefers.
          guard taken.insert(engine).inserted, verified.isPresent(participant, in: phase) else {
            continue
          }
          let name = "\(scene.name)/\(phase.rawValue)/\(engine)"
          switch verified.standing(of: participant.label, in: phase) {
          case .right(let states):
            let request = ChildRequest.CellRequest(
              scene: index, phase: phase, engine: engine, dialect: participant.dialect.rawValue,
              passes: 0, cycle: 8)
            cells.append(
              MeasurableCell(
                name: name, request, of: verified, label: participant.label, states: states))
          case .wrong(let reason), .noSolution(let reason), .cutOff(let reason):
            refuse(Failure(description: "\(name): \(reason)"))
          case .unsupported, nil: break
          }
        }
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
  public func run(
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
    guard let layout = scene.layout(of: label, in: request.phase) else {
      throw .solverFailed("the layout was lost")
    }
    let made = try TimedCell(request, of: scene, label: label, layout: layout, states: states)
    timed = made
    return made
  }
}
