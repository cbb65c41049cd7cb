import Foundation
import LayoutBenchTiming

/// Delays samples, for a limited time, until no other process uses the processor core.
///
/// Interference only adds time, for milliseconds or seconds, and to each engine another share of
/// it; so samples wait for it to end, and it is not computed away. No sample is dropped: those
/// taken while the core was still shared are marked. The reference is the first decile of the last
/// readings of the Run, so that it follows a processor that changes its speed.
struct QuietCore {
  /// The number of the last readings that are kept.
  static let readingCount = 50
  /// The share of a Run's time that its children may wait.
  static let patienceShare = 0.1
  /// The minimum of a reading: the loop has a fixed number of dependent steps, and no processor
  /// runs faster.
  static let floor = CoreReading.least

  /// The last readings, nanoseconds.
  private(set) var readings: [Double]
  /// The maximum time that it may wait in all, nanoseconds.
  private let patience: UInt64
  /// The time that it has waited, nanoseconds.
  private(set) var waited: UInt64 = 0
  private var reference: Double

  /// Starts from the readings of earlier children.
  ///
  /// - Parameters:
  ///   - readings: their last readings.
  ///   - patience: the maximum time to wait, seconds.
  init(readings: [Double], patience: Double) {
    self.patience = UInt64(min(max(0, patience), 1e6) * 1e9)
    self.readings = readings.suffix(Self.readingCount)
    reference = Self.reference(self.readings)
  }

  /// The first decile of readings, at least the floor.
  static func reference(_ readings: [Double]) -> Double {
    readings.isEmpty ? .infinity : max(floor, Statistics.quantile(0.1, of: readings))
  }

  /// True if another process uses the core now.
  mutating func isShared() -> Bool {
    let reading = CoreReading.now
    readings.append(reading)
    if readings.count > Self.readingCount { readings.removeFirst() }
    reference = Self.reference(readings)
    return reading > CoreReading.sharedFactor * reference
  }

  /// Waits until no other process does, or the patience ends.
  ///
  /// - Returns: true if another process still uses the core.
  @discardableResult
  mutating func wait() -> Bool {
    guard isShared() else { return false }
    let begin = Clock.now
    let before = waited
    repeat {
      guard waited < patience else { return true }
      usleep(500)
      waited = before + (Clock.now - begin)
    } while isShared()
    return false
  }
}
