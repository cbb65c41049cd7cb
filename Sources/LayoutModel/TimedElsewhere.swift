/// A layout whose plans live in another process, which reads the clock itself.
package protocol TimedElsewhere: ResolvedLayout {
  /// The distance between the positions that it rounds to, points; 0 where it computes with
  /// doubles.
  var grid: Double { get }

  /// Sends the steps of a phase to the process.
  ///
  /// - Parameters:
  ///   - steps: the changes of each step; none for a first layout.
  ///   - phase: the name of the phase.
  ///   - views: for each step, the view whose frame is added to the sum.
  /// - Returns: batches of these steps.
  /// - Throws: `LayoutError.cannotState` where it cannot follow such changes.
  func batches(
    of steps: [[Change]], phase: String, views: [Int]
  ) throws(LayoutError) -> any BatchesElsewhere
}

/// Batches of one phase that another process times.
package protocol BatchesElsewhere: AnyObject {
  /// Runs a number of plans through all steps.
  ///
  /// - Returns: nanoseconds, the sum over frames, and whether the thread was switched out
  ///   meanwhile.
  /// - Throws: `LayoutError`.
  func batch(plans: Int) throws(LayoutError) -> (
    nanoseconds: UInt64, sum: Double, wasSwitched: Bool
  )

  /// The nanoseconds of each step, for one plan that has run.
  ///
  /// - Throws: `LayoutError`.
  func stepTimes() throws(LayoutError) -> [Double]

  /// The counts of work done and memory kept by one plan that has run, by name.
  ///
  /// - Throws: `LayoutError`.
  func counts() throws(LayoutError) -> [String: Double]
}
