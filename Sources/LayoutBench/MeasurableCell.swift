internal import LayoutBenchHarness

/// A cell whose frames were found right, for a harness other than `layoutbench bench` to measure.
public final class MeasurableCell {
  /// A cell that cannot be measured, with the reason.
  public struct Failure: Error, CustomStringConvertible {
    /// `SCENE/PHASE/ENGINE: reason`.
    public let description: String
  }

  private let cell: LayoutBenchHarness.MeasurableCell

  private init(_ cell: LayoutBenchHarness.MeasurableCell) { self.cell = cell }

  /// Scene, form and phase, and engine: `post/program resize/sll`.
  public var name: String { cell.name }

  /// Verifies the built-in scenes and lists the cells that `layoutbench bench` times of them.
  ///
  /// - Parameter refuse: called with each cell that cannot be verified, and the reason; not called
  ///   for an engine that reads none of the scene's dialects.
  /// - Returns: the cells whose frames are right.
  /// - Throws: `Failure` where a scene cannot be read.
  public static func all(refuse: (Failure) -> Void) throws(Failure) -> [MeasurableCell] {
    do {
      return try LayoutBenchHarness.MeasurableCell.all { failure in
        refuse(Failure(description: failure.description))
      }.map { MeasurableCell($0) }
    } catch {
      throw Failure(description: "\(error)")
    }
  }

  /// Runs a batch and compares the sum over its frames with that of the verified frames.
  ///
  /// Plans and other inputs outside the timed interval are made before `start` and freed after
  /// `stop`.
  ///
  /// - Parameters:
  ///   - plans: plans in the batch; of a script, each goes through all its steps.
  ///   - start: called right before the first pass.
  ///   - stop: called right after the last.
  /// - Throws: `Failure` where frames are not the verified ones.
  public func run(
    plans: Int, start: @escaping () -> Void, stop: @escaping () -> Void
  ) throws(Failure) {
    do {
      try cell.run(plans: plans, start: start, stop: stop)
    } catch {
      throw Failure(description: error.description)
    }
  }
}
