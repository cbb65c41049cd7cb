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
    for file in Fixtures.suite {
      #expect(Suite.files.first { $0.name == file.name }?.text == file.text)
      let scene = try file.scene()
      #expect(Participant.all(of: scene).contains { $0.engine.name == "manual" }, "\(file.name)")
      #expect(Set(scene.expected.frames.map(\.view.index)) == Set(1..<scene.tree.count))
      #expect(!scene.steps.isEmpty)
    }
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
    // Without expectations the others are the judges, and both sides are named.
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
