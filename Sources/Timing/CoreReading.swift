internal import LayoutBenchCTiming

/// Detects whether a thread has its processor core to itself.
///
/// Two threads of one core, perhaps of two guests of one host, share its execution units. A chain
/// of multiplications, each of which waits for the one before, takes as long beside another thread
/// as alone; many independent additions take up to twice as long, and many stores too, beside a
/// thread that itself waits for memory as well: two threads halve the queue of stores. The quotient
/// distinguishes the two cases, whatever the core's frequency.
package enum CoreReading {
  /// The least factor by which a reading is higher where the core is shared.
  package static let sharedFactor = 1.1

  /// The least that a quotient can be: 16,000 additions, of which no processor does more than eight
  /// at once, and 9,000 stores, of which none does more than four, against 1,500 multiplications of
  /// at least three cycles each.
  package static let least = (16_000.0 / 8 + 9_000 / 4) / (1_500 * 3)

  /// The quotient now; takes about 5 µs.
  package static var now: Double { lb_core_reading() }
}
