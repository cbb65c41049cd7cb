internal import LayoutBenchCAllocations

/// What the C library's memory is asked for, while it is counted.
struct Allocations {
  /// Calls that gave memory.
  let count: Int
  /// What these were asked for, bytes.
  let bytes: Int
  /// What of it was not freed, bytes.
  let live: Int
  /// What the C library holds for that, as it rounds, bytes.
  let held: Int
  /// The most that was, bytes.
  let peak: Int

  /// Whether memory can be counted on this system.
  static var areCounted: Bool { lb_can_count_allocations() != 0 }

  /// Begins to remember sizes, so that what is freed while counting is known exactly.
  static func track() { lb_track_allocations() }

  /// Begins to count from 0.
  static func begin() { lb_count_allocations() }

  /// Ends counting.
  static func end() -> Allocations {
    let counted = lb_counted_allocations()
    return Allocations(
      count: Int(counted.allocations), bytes: Int(counted.bytes), live: Int(counted.live),
      held: Int(counted.held),
      peak: Int(counted.peak))
  }

  /// The counts of one pass out of so many; none where memory cannot be counted.
  func counters(over passes: Int) -> [String: Double] {
    guard Self.areCounted else { return [:] }
    return [
      "allocations": Double(count) / Double(passes),
      "bytes allocated": Double(bytes) / Double(passes), "peak bytes": Double(peak),
    ]
  }
}
