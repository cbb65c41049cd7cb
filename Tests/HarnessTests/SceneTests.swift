import LayoutBenchFixtures
import LayoutBenchHarness
import LayoutBenchTiming
import LayoutModel
import Scenes
import LayoutBenchSuite
import Testing

@Suite("Scenes")
struct SceneTests {
  @Test(
    "every engine gives the frames that a scene expects, over all its steps",
    arguments: Fixtures.scenes + Fixtures.suite)
  func conformance(_ file: Fixtures.File) throws {
    let scene = try file.scene()
    #expect(!scene.expected.frames.isEmpty, "a fixture that expects nothing checks nothing")
    let check = try CrossCheck(scene, engines: Engines.everyone)
    #expect(!check.verdicts.isEmpty)
    for (participant, verdict) in check.verdicts {
      guard verdict.outcome != .cannotState,
        let reason = verdict.reason(file: file.name, label: participant.label)
      else { continue }
      Issue.record("\(participant.label): \(reason)")
    }
  }

  @Test("a scene that must be refused is, with the whole message", arguments: Fixtures.refused)
  func refusal(_ file: Fixtures.File) throws {
    let expected = try #require(file.refusal, "a refused fixture says status and message")
    do {
      let scene = try file.scene()
      let participants = Participant.all(of: scene)
      #expect(!participants.isEmpty)
      for participant in participants {
        _ = try SolvedScene(scene, by: participant)
        Issue.record("\(participant.label) laid it out")
      }
    } catch let error as SceneError {
      #expect(expected == .init(status: 65, message: error.description))
    } catch let failure as SolvedScene.Failure {
      let message = failure.reason.message(file: file.name, step: failure.step)
      #expect(expected == .init(status: 2, message: message))
    }
  }

  @Test("every published scene is embedded, word for word, and written by hand")
  func suite() throws {
    #expect(Set(Suite.files.map(\.name)) == Set(Fixtures.suite.map(\.name)))
    #expect(Suite.files.count == Fixtures.suite.count)
    for file in Fixtures.suite {
      let embedded = try #require(Suite.files.first { $0.name == file.name })
      #expect(embedded.text == file.text, "\(file.name): run .ci/embed-screens")
      let folders = file.path.split(separator: "/")
      let folder = String(folders[folders.count - 2])
      #expect(embedded.source == (folder == "scenes" ? nil : folder))
      let scene = try file.scene()
      #expect("\(scene.name).yaml" == file.name)
      #expect(Participant.all(of: scene).contains { $0.engine.name == "manual" }, "\(file.name)")
      #expect(
        Set(scene.expected.frames.map(\.view.index)) == Set(1..<scene.tree.count), "\(file.name)")
      #expect(!scene.steps.isEmpty, "\(file.name)")
    }
  }

  @Test(
    "screens from outside are many, of many sources, large, and not ours alone in the usual suite")
  func outside() throws {
    let screens = Suite.files.filter { $0.source != nil }
    let scenes = try screens.map { try SceneFile.scene(from: $0.text, file: $0.name) }
    #expect(screens.count >= 24 && Set(screens.compactMap(\.source)).count >= 12)
    #expect(scenes.count { $0.tree.count > 20 } >= 8)
    // Two widths at least.
    for scene in scenes {
      let widths = scene.steps.compactMap { step -> Double? in
        if case .resize(let size) = step.change { size.width } else { nil }
      }
      #expect(widths.contains { $0 != scene.tree.rootSize.width }, "\(scene.name)")
    }
    let suite = try #require(Suite.suites.first { $0.name == "default.yaml" })
    let names = Set(scenes.map(\.name))
    let chosen = suite.text.split(separator: "\n").filter { $0.hasPrefix("  - ") }
      .map { String($0.dropFirst(4)) }
    #expect(2 * chosen.count { names.contains($0) } >= chosen.count)
  }

  @Test("one wrong number is caught, and both frames are named")
  func wrongNumber() throws {
    let post = try #require(Suite.files.first { $0.name == "post.yaml" }).text
    for (old, new, labels) in [
      (
        "avatar: ll = tt = 10, w", "avatar: ll = tt = 11, w",
        ["sll", "sll:incremental", "glpk (sll)"]
      ),
      ("content.top == avatar.bottom + 10", "content.top == avatar.bottom + 10.001", ["glpk"]),
      ("xPlace: [10, avatar, 10,", "xPlace: [10, avatar, 9,", ["layoutkit"]),
    ] {
      #expect(post.contains(old))
      let text = post.replacing(old, with: new)
      let check = try CrossCheck(SceneFile.scene(from: text, file: "post.yaml"))
      #expect(!check.holds)
      let wrong = check.verdicts.filter { if case .differs = $0.verdict { true } else { false } }
      #expect(wrong.map(\.participant.label) == labels)
    }
    // Without expectations the other engines are the judges, and both sides are named.
    let head = try #require(post.split(separator: "expect:", maxSplits: 1).first)
    let bare = String(head).replacing("ll = tt = 10, w", with: "ll = tt = 11, w")
    let check = try CrossCheck(SceneFile.scene(from: bare, file: "post.yaml"))
    #expect(!check.holds)
    guard
      case .differs(let difference)? = check.verdicts.first(where: {
        $0.participant.label == "sll"
      })?.verdict
    else {
      Issue.record("sll should differ")
      return
    }
    #expect(difference.view == "avatar")
    #expect(difference.found.x == 11 && difference.expected.x == 10)
    #expect(difference.reference == "manual")
  }
}
