internal import LayoutBenchCAllocations

/// Counts of the C library's allocations, while they are counted.
struct Allocations {
  /// The number of allocations.
  let count: Int
  /// The bytes that these requested.
  let bytes: Int
  /// The bytes of them that were not freed.
  let live: Int
  /// The bytes that the C library reserves for those, as it rounds.
  let held: Int
  /// The maximum of `live` so far, bytes.
  let peak: Int

  /// True if memory can be counted on this system.
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

  /// Divides the counts by the number of passes; none where memory cannot be counted.
  func counters(over passes: Int) -> [String: Double] {
    guard Self.areCounted else { return [:] }
    return [
      "allocations": Double(count) / Double(passes),
      "bytes allocated": Double(bytes) / Double(passes), "peak bytes": Double(peak),
    ]
  }
}
