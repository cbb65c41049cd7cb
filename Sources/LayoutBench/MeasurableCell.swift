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

  /// Scene, phase and engine, with slashes between them.
  public var name: String { cell.name }

  /// Verifies the built-in scenes and lists the cells that `layoutbench bench` times of them.
  ///
  /// - Parameter refuse: called with each cell that is left out because it was not verified, and why. A
  ///   scene without a dialect for an engine has no such cell.
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

  /// Runs a batch and holds the sum over its frames against the verified ones.
  ///
  /// What the phase makes before the clock, plans for instance, is made before `start` and freed after
  /// `stop`.
  ///
  /// - Parameters:
  ///   - passes: passes in the batch; for `build`, plans.
  ///   - start: called right before the first pass.
  ///   - stop: called right after the last.
  /// - Throws: `Failure` where frames are not the verified ones.
  public func run(
    passes: Int, start: @escaping () -> Void, stop: @escaping () -> Void
  ) throws(Failure) {
    do {
      try cell.run(passes: passes, start: start, stop: stop)
    } catch {
      throw Failure(description: error.description)
    }
  }
}
