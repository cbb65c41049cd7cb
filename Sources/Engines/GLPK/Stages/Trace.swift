import LayoutModel

/// The stages of the work on a layout, where they are to be remembered.
struct Trace {
  /// Whether stages are remembered.
  let isOn: Bool
  private var stages: [Stage] = []
  private var start = ContinuousClock.now

  init(isOn: Bool) { self.isOn = isOn }

  /// Begins the first stage.
  mutating func begin() {
    guard isOn else { return }
    start = .now
  }

  /// Ends a stage, and begins the next.
  mutating func end(_ name: String, _ outcome: @autoclosure () -> String) {
    guard isOn else { return }
    let (seconds, attoseconds) = start.duration(to: .now).components
    stages.append(
      Stage(
        name, outcome(),
        nanoseconds: Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)))
    start = .now
  }

  /// The stages since this was called last.
  mutating func take() -> [Stage] {
    defer { stages = [] }
    return stages
  }
}
