import LayoutBenchHarness
import LayoutModel
import Scenes
import LayoutBenchSuite
import Testing

@Suite("Generated scenes")
struct GeneratorTests {
  static let sizes = [1, 2, 7, 30]

  /// The participants that can lay out a small scene of a generator.
  static func participants(_ name: String) -> [String] {
    switch name {
    case "form": ["manual", "glpk", "glpk:plain"]
    case "web", "zigzag": ["glpk", "glpk:plain"]
    // Calls have no minimum of two numbers; a maximum that may be below 0 is not linear.
    case "chat", "chat-rtl":
      ["manual", "sll", "sll:incremental", "glpk", "glpk (sll)", "glpk:plain"]
    // In SLL each view is evaluated after its superview: none can be as high as its contents. No
    // rule and no call has the maximum of many numbers.
    case "table", "table-rtl": ["manual", "glpk", "glpk:plain"]
    case "settings": ["manual", "layoutkit", "glpk", "glpk:plain"]
    case "split": ["manual", "sll", "sll:incremental", "glpk", "glpk (sll)", "glpk:plain"]
    default: ["manual", "layoutkit", "sll", "sll:incremental", "glpk", "glpk (sll)", "glpk:plain"]
    }
  }

  @Test(
    "every engine gives the frames written by hand, in every dialect that can state them",
    arguments: SceneGenerator.all.map(\.name), sizes)
  func agree(_ name: String, _ views: Int) throws {
    let generator = try #require(SceneGenerator.all.first { $0.name == name })
    let scene = generator.scene(views: views)
    let check = try CrossCheck(scene, engines: Engines.everyone)
    #expect(check.holds)
    let labels = check.verdicts.filter { $0.participant.form == .plan }.map(\.participant.label)
    #expect(labels == Self.participants(name))
    // The same constraints by the calls of each front end.
    #expect(check.verdicts.count == labels.count + 5)
  }

  @Test(
    "a large one too, in every dialect",
    arguments: SceneGenerator.all.map(\.name))
  func large(_ name: String) throws {
    let generator = try #require(SceneGenerator.all.first { $0.name == name })
    let check = try CrossCheck(
      generator.scene(views: ["web", "zigzag"].contains(name) ? 200 : 3000))
    #expect(check.holds)
    #expect(
      check.verdicts.map(\.participant.label)
        == Self.participants(name).filter { $0 != "glpk:plain" })
  }

  @Test("printed as a file it is the same scene", arguments: SceneGenerator.all.map(\.name))
  func text(_ name: String) throws {
    let generator = try #require(SceneGenerator.all.first { $0.name == name })
    let scene = generator.scene(views: 30)
    let read = try SceneFile.scene(
      from: SceneWriter.text(of: scene, dialects: Registry.current.dialects), file: "printed.yaml")
    #expect(read.tree == scene.tree)
    #expect(read.steps.map(\.change) == scene.steps.map(\.change))
    #expect((read.name, read.summary) == (scene.name, scene.summary))
    let check = try CrossCheck(read)
    #expect(check.holds)
    #expect(
      check.verdicts.map(\.participant.label)
        == Self.participants(name).filter { $0 != "glpk:plain" })
    #expect(SceneGenerator.scene(named: scene.name) == scene)
  }

  @Test("a size is rounded up to whole units, and a name that fits none is none")
  func names() {
    #expect(SceneGenerator.all.first { $0.name == "feed" }?.scene(views: 11).name == "feed-20")
    for name in ["chain", "chain-", "chain-0", "chain--5", "chain-2000000", "feed-11", "post-1"] {
      #expect(SceneGenerator.scene(named: name) == nil, "\(name)")
    }
  }
}
