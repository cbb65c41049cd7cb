import LayoutBenchTiming

/// The limits of the second measurement of cells that look slower: step by step, in fresh children.
package struct Remeasurement: Sendable {
  /// Children per side in the first step.
  package var least = 60
  /// The maximum number of children per side, over all steps.
  package var most = 180
  /// Children per side in each further step.
  package var step = 30
  /// The maximum time for each scene, seconds.
  package var secondsPerScene = 60.0

  /// The method's limits.
  package init() {}

  /// The progress of one measurement within its limits.
  struct Pace {
    private let limits: Remeasurement
    private let budget: Double
    private let start = Clock.now
    /// Children per side so far.
    private(set) var children = 0

    /// A measurement that begins now.
    init(_ limits: Remeasurement, of suspects: [CellName]) {
      self.limits = limits
      budget = limits.secondsPerScene * Double(Set(suspects.map(\.scene)).count)
    }

    private var spent: Double { Double(Clock.now - start) / 1e9 }

    /// The number of children in the next step; `nil` where there is none: one that would not fit
    /// into the time is not begun.
    var nextStep: Int? {
      guard children < limits.most, !Interrupts.came else { return nil }
      guard children > 0 else { return limits.least }
      let spent = spent
      return spent + spent / Double(children) * Double(limits.step) > budget ? nil : limits.step
    }

    /// Counts another child; `nil` where it comes too late.
    ///
    /// The first step is done whole, but never for longer than all steps may take.
    mutating func nextChild() -> Int? {
      guard !Interrupts.came, children < Statistics.fewestForInterval || spent <= budget else {
        return nil
      }
      children += 1
      return children
    }
  }
}
