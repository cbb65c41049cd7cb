import LayoutBenchHarness
import LayoutBenchSuite
import LayoutModel
import Testing

@Suite("Measured texts")
struct TextCountTests {
  /// The number of times that texts have been measured since the plan was made.
  private static func measures(_ session: inout LayoutSession) -> Int {
    session.counters().first { $0.name == "measures" }?.value ?? 0
  }

  @Test(
    "texts wrap, and at other widths otherwise",
    arguments: ["chat", "comments", "article", "settings", "headlines"])
  func wrapping(_ name: String) throws {
    let generator = try #require(SceneGenerator.all.first { $0.name == name })
    let scene = generator.scene(views: 96)
    let judge = try #require(
      Participant.preferred(of: scene).first { $0.engine.traits.isYardstick })
    var session = try LayoutSession(
      judge.engine.resolve(scene, dialect: judge.dialect), tree: scene.tree)
    let size = scene.tree.rootSize
    var lines: [[Int]] = []
    // Between the ends of the range of scripts.
    for share in [0.75, 1, 1.25] {
      session.apply(.resize(Size(width: size.width * share, height: size.height)))
      try session.layOut()
      lines.append(
        scene.tree.texts.sorted { $0.key < $1.key }.map { view, text in
          Int((session.frames[view.index].height / text.line).rounded())
        })
    }
    let median = lines[1].sorted()[lines[1].count / 2]
    let changing = zip(lines[0], lines[2]).count { $0 != $1 }
    #expect(median >= 3)
    #expect(3 * changing >= lines[0].count)
  }

  @Test(
    "texts are measured no more often than must be",
    arguments: ["chat", "chat-rtl", "comments", "article", "settings", "headlines"])
  func bounds(_ name: String) throws {
    let generator = try #require(SceneGenerator.all.first { $0.name == name })
    let scene = generator.scene(views: 40)
    let count = scene.tree.texts.count
    #expect(count > 6)
    let view = try #require(scene.tree.texts.keys.min())
    var other = try #require(scene.tree.texts[view])
    other.string = "Other words that are as long as those of a short paragraph."
    let everybody = Participant.all(
      of: scene, among: Engines.everyone, forms: [.plan, .program])
    var counted = 0
    for participant in everybody {
      guard let layout = try? participant.engine.resolve(scene, dialect: participant.dialect),
        var session = try? LayoutSession(layout, tree: scene.tree), (try? session.layOut()) != nil
      else { continue }
      counted += 1
      #expect(session.counters().contains { $0.name == "measures" }, "\(participant.label)")
      // The natural size, and the size at the resulting width.
      let first = Self.measures(&session)
      #expect(first <= 2 * count && first >= count, "\(participant.label)")
      let before = session.frames
      session.apply(.resize(Size(width: 251, height: 480)))
      try session.layOut()
      let resized = Self.measures(&session) - first
      let wider = scene.tree.texts.keys.count {
        before[$0.index].width != session.frames[$0.index].width
      }
      #expect(resized <= wider && resized > 0, "\(participant.label)")
      try session.layOut()
      #expect(Self.measures(&session) == first + resized, "\(participant.label)")
      // Other words are read once, and once more where they get another width.
      let width = session.frames[view.index].width
      session.apply(.text(view, other))
      try session.layOut()
      let isAsWide = session.frames[view.index].width == width
      #expect(
        Self.measures(&session) - first - resized == (isAsWide ? 1 : 2), "\(participant.label)")
    }
    #expect(counted >= 4)
  }
}
