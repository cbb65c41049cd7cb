import LayoutModel
import LayoutBenchTiming

extension VerifiedScene {
  /// How long one sample of a cell takes, roughly: the batch, and what is made and freed around it.
  ///
  /// - Parameters:
  ///   - participant: one that is right.
  ///   - phase: the phase.
  ///   - batch: how long a batch shall last, seconds.
  /// - Returns: seconds.
  func sampleSeconds(of participant: Participant, in phase: Phase, batch: Double) -> Double {
    guard let layout = layout(of: participant, in: phase) else { return 0 }
    var (plan, pass) = (Double.infinity, Double.infinity)
    for _ in 0..<3 {
      let start = Clock.now
      do throws(LayoutError) {
        var session = try LayoutSession(layout, tree: scene.tree)
        let made = Clock.now
        try session.layOut()
        plan = min(plan, Double(made - start) / 1e9)
        pass = min(pass, Double(Clock.now - made) / 1e9)
      } catch {
        return 0
      }
    }
    // Never more plans than memory and time for them allow.
    let most = min(
      Double(Child.planMemory) / (200 * Double(scene.tree.count)), Child.planTime / 1e9 / plan)
    switch phase {
    case .build: return 1.5 * max(batch, plan)
    case .layout:
      let passes = max(1, min(batch / max(pass, 1e-9), most))
      return passes * (1.5 * plan + pass)
    case .resize, .edit: return max(batch, 8 * pass)
    case .churn: return max(batch, 8 * (plan + pass))
    }
  }
}
