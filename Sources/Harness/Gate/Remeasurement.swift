import LayoutBenchTiming

/// The second measurement of cells that look slower, in fresh children, within its limits.
struct Remeasurement {
  /// Children per side in the first step.
  private static let least = 60
  /// The maximum number of children per side, over all steps.
  private static let most = 180
  /// Children per side in each further step.
  private static let step = 30
  /// The maximum time for each scene, seconds.
  private static let secondsPerScene = 60.0

  private let budget: Double
  private let start = Clock.now
  /// Children per side so far.
  private var children = 0

  /// A measurement that begins now.
  init(of suspects: [CellName]) {
    budget = Self.secondsPerScene * Double(Set(suspects.map(\.scene)).count)
  }

  private var spent: Double { Double(Clock.now - start) / 1e9 }

  /// The number of children in the next step; `nil` where there is none: one that would not fit
  /// into the time is not begun.
  var nextStep: Int? {
    guard children < Self.most, !Interrupts.came else { return nil }
    guard children > 0 else { return Self.least }
    let spent = spent
    return spent + spent / Double(children) * Double(Self.step) > budget ? nil : Self.step
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
