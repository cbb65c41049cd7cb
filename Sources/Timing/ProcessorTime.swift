/// The time of all processors since the system was started, and the part that other guests of the
/// host took.
package struct ProcessorTime: Sendable {
  private let all: Double
  private let stolen: Double

  /// The times up to now; `nil` where the system does not report them.
  package static var now: ProcessorTime? {
    // `cpu user nice system idle iowait irq softirq steal guest guest_nice`, in ticks.
    guard let line = Machine.text(of: "/proc/stat")?.split(separator: "\n").first else {
      return nil
    }
    let ticks = line.split(separator: " ").dropFirst().prefix(8).compactMap { Double($0) }
    guard ticks.count == 8 else { return nil }
    return ProcessorTime(all: ticks.reduce(0, +), stolen: ticks[7])
  }

  /// The share of the processors' time that other guests of the host have taken since, 0 to 1.
  ///
  /// - Parameter before: an earlier `now`.
  /// - Returns: the share; `nil` where the system does not report it.
  package static func steal(since before: ProcessorTime?) -> Double? {
    guard let before, let now, now.all > before.all else { return nil }
    return ((now.stolen - before.stolen) / (now.all - before.all) * 1e4).rounded() / 1e4
  }
}
