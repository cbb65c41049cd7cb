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

  @Test(
    "after changes of any numbers frames are those of a layout from nothing",
    arguments: [
      "flat-40", "chain-40", "nest-40", "equal-40", "grid-40", "grid-3", "keyboard-60", "split-40",
      "conflict-40", "crosstalk-42",
    ]
      + Suite.files.filter { $0.text.contains("\nnumbers:") }.map {
        String($0.name.dropLast(".yaml".count))
      })
  func numbers(_ name: String) throws {
    let scene = try Self.scene(name)
    let numbers = scene.tree.numbers
    let participants = Participant.preferred(of: scene, forms: [.plan, .program])
      .filter(\.engine.traits.isYardstick)
    #expect(participants.contains { $0.engine.name == "manual" })
    for participant in participants {
      let layout = try participant.resolve(scene)
      var session = try LayoutSession(layout, tree: scene.tree)
      try session.layOut()
      var random = SplitMix64(seed: 12, child: 0, round: 0)
      var changes: [Int: Change] = [:]
      for step in 0..<60 {
        let place = try #require(numbers.values.indices.randomElement(using: &random))
        let value = numbers.values[place] + Double.random(in: -4...4, using: &random)
        changes[place] = .number(place, value)
        session.apply(.number(place, value))
        // Two numbers at once now and then: everything is laid out then.
        guard step % 5 != 0 else { continue }
        try session.layOut()
        var fresh = try LayoutSession(layout, tree: scene.tree)
        for change in changes.values { fresh.apply(change) }
        try fresh.layOut()
        #expect(Agreement.holds(session.frames, fresh.frames), "\(participant.label), step \(step)")
      }
    }
  }

  @Test("a scene with the names of one that has numbers, and without them, has no frames by hand")
  func withoutNumbers() throws {
    for name in ["chain-10", "grid-9", "buttons", "masonry-aspect-fit"] {
      var scene = try Self.scene(name)
      #expect(Suite.handWritten(scene) != nil)
      scene.tree.numbers = NamedNumbers()
      #expect(Suite.handWritten(scene) == nil, "\(name)")
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
