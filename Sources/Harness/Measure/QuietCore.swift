import Foundation
import LayoutBenchTiming

/// Has samples wait until nobody else uses the processor core, for a while.
///
/// Interference only adds time, for milliseconds or seconds, and to each engine another share of it; so
/// it is waited for and not computed away. No sample is dropped: those beside which the core was shared
/// all the same are marked. The reference is the first decile of the last readings of the Run, so that it
/// follows a processor that changes its speed.
struct QuietCore {
  /// How many readings count.
  static let readingCount = 50
  /// The share of a Run's time that its children may wait.
  static let patienceShare = 0.1
  /// The least that a reading can be: the loop has so many dependent steps, and no processor runs faster.
  static let floor = CoreReading.least

  /// The last readings, nanoseconds.
  private(set) var readings: [Double]
  /// How long it may wait in all, nanoseconds.
  private let patience: UInt64
  /// How long it has waited, nanoseconds.
  private(set) var waited: UInt64 = 0
  private var reference: Double

  /// The knowledge of earlier children.
  ///
  /// - Parameters:
  ///   - readings: their last readings.
  ///   - patience: how long may be waited, seconds.
  init(readings: [Double], patience: Double) {
    self.patience = UInt64(min(max(0, patience), 1e6) * 1e9)
    self.readings = readings.suffix(Self.readingCount)
    reference = Self.reference(self.readings)
  }

  /// The first decile of readings, at least the floor.
  static func reference(_ readings: [Double]) -> Double {
    readings.isEmpty ? .infinity : max(floor, Statistics.quantile(0.1, of: readings))
  }

  /// Whether somebody else uses the core now.
  mutating func isShared() -> Bool {
    let reading = CoreReading.now
    readings.append(reading)
    if readings.count > Self.readingCount { readings.removeFirst() }
    reference = Self.reference(readings)
    return reading > CoreReading.sharedFactor * reference
  }

  /// Waits until nobody does, or patience has an end.
  ///
  /// - Returns: whether somebody still does.
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
