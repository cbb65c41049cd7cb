import Foundation
import Timing

/// Has samples wait until nobody else uses the processor core, for a while.
///
/// Interference only adds time, for milliseconds or seconds, and to each engine another share of it; so
/// it is waited for and not computed away. No sample is dropped: those beside which the core was shared
/// all the same are marked.
struct QuietCore {
  /// The lowest reading that is known: that of a core without neighbours.
  private var quiet: Double
  private let start = Clock.now
  /// How long it has waited, nanoseconds.
  private(set) var waited: UInt64 = 0
  /// How long may be waited before anything was worked, nanoseconds.
  private let allowance: UInt64

  /// What is known of the core.
  ///
  /// - Parameters:
  ///   - known: the lowest reading of other children, where there were any.
  ///   - own: what this process reads.
  ///   - allowance: how long may be waited before anything was worked, seconds; after that as long
  ///     again as was worked.
  init(known: Double?, own: Double = CoreReading.quiet, allowance: Double = 0.05) {
    self.allowance = UInt64(allowance * 1e9)
    quiet = min(known ?? .infinity, own)
  }

  /// What the next child should know; takes readings once more.
  var reading: Double { min(quiet, CoreReading.quiet) }

  /// Whether somebody else uses the core now.
  var isShared: Bool { CoreReading.now > CoreReading.sharedFactor * quiet }

  /// Waits until nobody does, but in all not much longer than was worked.
  mutating func wait() {
    guard isShared else { return }
    let begin = Clock.now
    defer { waited += Clock.now - begin }
    repeat {
      let passed = Clock.now - start
      let waited = waited + (Clock.now - begin)
      guard waited < allowance + (passed - min(passed, waited)) else { return }
      usleep(500)
    } while isShared
  }
}
