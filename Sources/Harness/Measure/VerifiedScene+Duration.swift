import LayoutBenchTiming
import LayoutModel

extension VerifiedScene {
  /// The rough duration of one sample of a cell: the batch, and the plans that are made for it.
  ///
  /// - Parameters:
  ///   - label: a participant that is right.
  ///   - phase: the phase.
  ///   - batch: the least duration of a batch, seconds.
  /// - Returns: seconds.
  func sampleSeconds(of label: String, in phase: Phase, batch: Double) -> Double {
    guard let layout = layout(of: label) else { return 0 }
    var least = (first: Double.infinity, script: Double.infinity)
    let script = scripts[phase]?.script.prefix(4)
    for _ in 0..<2 {
      let start = Clock.now
      do throws(LayoutError) {
        var session = try LayoutSession(layout, tree: scene.tree)
        try session.layOut()
        let laidOut = Clock.now
        least.first = min(least.first, Double(laidOut - start) / 1e9)
        guard let script, let whole = scripts[phase]?.script.count else { continue }
        for step in 0..<script.count {
          for change in script.step(step) { session.apply(change) }
          try session.layOut()
        }
        let seconds = Double(Clock.now - laidOut) / 1e9
        least.script = min(
          least.script, seconds * Double(whole) / Double(max(1, script.count)))
      } catch {
        return 0
      }
    }
    guard phase.isScript else { return max(batch, least.first) }
    let plans = max(1, (batch / least.script).rounded(.up))
    return plans * (least.first + least.script)
  }
}
