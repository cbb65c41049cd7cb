import Foundation
import Testing
import Timing

@testable import Harness

@Suite("Quiet moments")
struct QuietCoreTests {
  @Test("a reading is a positive number")
  func reading() {
    let readings = (0..<50).map { _ in CoreReading.now }
    #expect(readings.allSatisfy { $0 > 0 && $0.isFinite })
    #expect(CoreReading.quiet > 0)
  }

  @Test("a core that is never quiet is waited for only so long, and then found shared")
  func neverQuiet() {
    var core = QuietCore(known: 1e-9, patience: 0.02)
    #expect(core.isShared)
    core.wait()
    let waited = core.waited
    #expect(waited >= 20_000_000)
    // There is no patience left.
    core.wait()
    #expect(core.waited == waited)
    #expect(core.reading == 1e-9)
  }

  @Test("a core that is always quiet is not waited for")
  func alwaysQuiet() {
    // Its own readings are far above those of any quiet core, so that nothing seems to disturb it.
    var core = QuietCore(known: nil, own: 1e9, patience: 1)
    core.wait()
    #expect(!core.isShared)
    #expect(core.waited == 0)
  }

  @Test("a child of an earlier version tells nothing of its core")
  func earlierChild() throws {
    let decoder = JSONDecoder()
    let round = #"{"round":{"cells":[0],"samples":[1.5],"switched":[false]}}"#
    guard
      case .round(_, let samples, _, let shared) = try decoder.decode(
        ChildAnswer.self, from: Data(round.utf8))
    else {
      Issue.record("no round")
      return
    }
    #expect(samples == [1.5] && shared == nil)
    let done = #"{"done":{"floor":1.25}}"#
    guard
      case .done(let floor, let quiet, let waited) = try decoder.decode(
        ChildAnswer.self, from: Data(done.utf8))
    else {
      Issue.record("not done")
      return
    }
    #expect(floor == 1.25 && quiet == nil && waited == nil)
  }
}
