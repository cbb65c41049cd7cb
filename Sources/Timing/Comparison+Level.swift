extension Comparison {
  /// A cell's time at the head as a multiple of its time at the base: by the second step where there was
  /// one; by instructions where nothing was timed.
  ///
  /// - Parameter name: the cell.
  /// - Returns: `nil` where one side has neither times nor instructions of it, or its frames are wrong.
  package func level(of name: CellName) -> Estimate? {
    guard let cell = cells.first(where: { $0.name == name }), cell.verdict != .wrong else {
      return nil
    }
    if let shift = cell.remeasured ?? cell.screening { return shift }
    func instructions(_ run: Run) -> Double? {
      run.cells.first { CellName($0) == name }?.counters?[CounterComparison.instructions]
    }
    guard let old = instructions(screening.base), let new = instructions(screening.head), old > 0
    else { return nil }
    // The same program takes some instructions more or fewer.
    let tolerance = CounterComparison.instructionTolerance
    return Estimate(
      value: new / old, low: new / old * (1 - tolerance), high: new / old * (1 + tolerance))
  }

  /// True if its levels are those of instructions, for nothing was timed.
  package var isOfCounts: Bool { screening.head.children.isEmpty }
}
