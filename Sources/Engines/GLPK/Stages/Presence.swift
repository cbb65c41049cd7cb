import LayoutModel

/// A layout and the records of it, from before constraints were taken out or put back: it is right
/// again once the same ones are out.
final class Presence {
  /// The most that are kept beside the present one.
  static let mostCount = 2

  /// A hash of the constraints that were out.
  let out: UInt64
  /// A function of the root's size, as long as nothing else has changed since; empty otherwise.
  var layout = SolvedLayout()
  private let records: [ConstraintSystem.SpareRecord]
  private let patience: Int
  private let isIndivisible: Bool
  private let hasFlipped: Bool

  /// Takes the records of a system, and a copy of its layout, which parts of the next one are taken
  /// from; `nil` where it has neither.
  ///
  /// - Parameter system: the system.
  init?(_ system: inout ConstraintSystem) {
    guard !system.layout.isEmpty || system.recorded != nil else { return nil }
    out = system.rows.outHash
    (patience, isIndivisible) = (system.patience, system.isIndivisible)
    hasFlipped = system.hasFlipped
    if !system.layout.isEmpty, system.parameters == .rootSize { layout = system.layout.copy() }
    system.leaveFrames()
    records = system.takeRecords()
    guard !layout.isEmpty || !records.isEmpty else { return nil }
  }

  /// Gives a system with the same constraints its layout or its records again.
  ///
  /// - Returns: whether the layout is right.
  func restore(to system: inout ConstraintSystem) -> Bool {
    if layout.holds(at: system.tree.rootSize) {
      var found = SolvedLayout()
      swap(&found, &layout)
      system.adopt(found, records)
      return true
    }
    guard !records.isEmpty else { return false }
    system.adopt(
      records, patience: patience, isIndivisible: isIndivisible, hasFlipped: hasFlipped)
    return false
  }
}
