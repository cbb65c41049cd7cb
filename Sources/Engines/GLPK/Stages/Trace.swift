import LayoutModel

/// The stages of the work on a layout, where they are to be recorded.
struct Trace {
  /// The stages so far, and the start of the present one.
  private final class Record {
    var stages: [Stage] = []
    var start = ContinuousClock.now
  }

  private let record: Record?

  /// True if stages are recorded.
  var isOn: Bool { record != nil }

  init(isOn: Bool) { record = isOn ? Record() : nil }

  /// Begins the first stage.
  func begin() { record?.start = .now }

  /// Ends a stage, and begins the next.
  func end(_ name: String, _ outcome: @autoclosure () -> String) {
    guard let record else { return }
    let (seconds, attoseconds) = record.start.duration(to: .now).components
    record.stages.append(
      Stage(
        name, outcome(),
        nanoseconds: Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)))
    record.start = .now
  }

  /// The stages since the last call.
  func take() -> [Stage] {
    defer { record?.stages = [] }
    return record?.stages ?? []
  }
}
