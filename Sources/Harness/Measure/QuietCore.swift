import Foundation
import LayoutBenchTiming

/// Has samples wait until nobody else uses the processor core, for a while.
///
/// Interference only adds time, for milliseconds or seconds, and to each engine another share of it; so
/// it is waited for and not computed away. No sample is dropped: those beside which the core was shared
/// all the same are marked.
struct QuietCore {
  /// The lowest reading that is known: that of a core without neighbours.
  private var quiet: Double
  /// How long it may wait in all, nanoseconds.
  private let patience: UInt64
  /// How long it has waited, nanoseconds.
  private(set) var waited: UInt64 = 0

  /// How long all children of a benchmark may wait before any has worked, seconds.
  static let patience = 5.0
  /// How much longer they may wait for each second that they worked, seconds.
  static let patiencePerSecond = 2.0

  /// What is known of the core.
  ///
  /// - Parameters:
  ///   - known: the lowest reading of other children, where there were any.
  ///   - own: what this process reads.
  ///   - patience: how long may be waited, seconds.
  init(known: Double?, own: Double, patience: Double) {
    self.patience = UInt64(max(0, patience) * 1e9)
    quiet = min(known ?? .infinity, own)
  }

  /// What the next child should know; takes readings once more.
  var reading: Double { min(quiet, CoreReading.quiet) }

  /// Whether somebody else uses the core now.
  var isShared: Bool { CoreReading.now > CoreReading.sharedFactor * quiet }

  /// Waits until nobody does, or patience has an end.
  ///
  /// - Returns: whether somebody still does.
  @discardableResult
  mutating func wait() -> Bool {
    guard isShared else { return false }
    let begin = Clock.now
    let before = waited
    repeat {
      guard waited < patience else { return true }
      usleep(500)
      waited = before + (Clock.now - begin)
    } while isShared
    return false
  }
}
