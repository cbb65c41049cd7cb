internal import LayoutBenchCTiming
import Foundation

/// Tells whether a thread has its processor core to itself.
///
/// Two threads of one core, perhaps of two guests of one host, share what executes their instructions.
/// A chain of multiplications, each of which waits for the one before, takes as long beside another
/// thread as alone; many independent additions take up to twice as long. Their quotient tells the two
/// apart, whatever the core's frequency.
package enum CoreReading {
  /// How much higher a reading is at least where the core is shared.
  package static let sharedFactor = 1.15

  /// The quotient now; takes some 4 µs.
  package static var now: Double { lb_core_reading() }

  /// The quotient of the quieter moments of the next millisecond: its first decile.
  package static var quiet: Double {
    Statistics.quantile(0.1, of: (0..<200).map { _ in now })
  }

  /// The lowest `quiet` of the next quarter of a second.
  package static var quietOfLongerTime: Double {
    var lowest = quiet
    for _ in 0..<12 {
      usleep(20_000)
      lowest = min(lowest, quiet)
    }
    return lowest
  }
}
