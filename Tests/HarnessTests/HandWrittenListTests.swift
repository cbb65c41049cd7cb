@testable import LayoutBenchHarness
import LayoutBenchSuite
import LayoutBenchTiming
import LayoutModel
import Testing

@Suite("Lists by hand")
struct HandWrittenListTests {
  private static func scene(_ name: String) throws -> Scene {
    try SceneGenerator.scene(named: name)
      ?? SceneSource(
        file: "\(name).yaml", text: #require(Suite.files.first { $0.name == "\(name).yaml" }).text
      )
      .scene()
  }

  @Test(
    "after edits of any cells frames are those of a layout from nothing",
    arguments: [
      "linkedin-feed-list", "messagekit-chat", "fd-feed-list", "fd-feed-list-rtl", "chat-40",
      "chat-rtl-40", "comments-40", "article-48", "settings-40", "headlines-48",
    ])
  func edits(_ name: String) throws {
    let scene = try Self.scene(name)
    for participant in Participant.preferred(of: scene, forms: [.plan, .program])
    where participant.engine.traits.isYardstick {
      let layout = try participant.resolve(scene)
      var session = try LayoutSession(layout, tree: scene.tree)
      try session.layOut()
      var random = SplitMix64(seed: 11, child: 0, round: 0)
      let contents = scene.tree.views.dropFirst().filter {
        scene.tree.intrinsicSize(of: $0) != IntrinsicSize(nil, nil)
      }
      var changes: [ViewID: Change] = [:]
      for step in 0..<60 {
        let view = try #require(contents.randomElement(using: &random))
        var change: Change
        if var text = scene.tree.texts[view] {
          text.string = String(text.string.prefix(Int.random(in: 1...80, using: &random)))
          change = .text(view, text)
        } else {
          let own = scene.tree.intrinsicSize(of: view)
          let share = Double.random(in: 0.5...1.5, using: &random)
          change = .intrinsic(
            view, IntrinsicSize(own.horizontal.map { $0 * share }, own.vertical.map { $0 * share }))
        }
        changes[view] = change
        session.apply(change)
        // Two cells at once now and then: everything is laid out then.
        guard step % 5 != 0 else { continue }
        try session.layOut()
        var fresh = try LayoutSession(layout, tree: scene.tree)
        for change in changes.values { fresh.apply(change) }
        try fresh.layOut()
        #expect(Agreement.holds(session.frames, fresh.frames), "\(participant.label), step \(step)")
      }
    }
  }

  @Test("texts are measured by plans themselves, not before their clock")
  func measures() throws {
    for name in ["chat-40", "comments-40"] {
      let scene = try Self.scene(name)
      for participant in Participant.preferred(of: scene, forms: [.plan]) {
        var session = try LayoutSession(participant.resolve(scene), tree: scene.tree)
        try session.layOut()
        let count = session.counters().first { $0.name == "measures" }?.value ?? 0
        #expect(count >= scene.tree.texts.count, "\(participant.label)")
      }
    }
  }
}
