import LayoutBenchHarness
import LayoutModel
import Scenes
import Testing

@Suite("The precision that is promised")
struct PromiseTests {
  @Test(
    "it is of numbers up to a million, and of views up to ten million points from the root's corner",
    arguments: [
      (1, 1_000_000, true), (1, 1_000_001, false), (9, 999_999, true), (11, 999_999, false),
    ])
  func distances(depth: Int, offset: Int, isWithin: Bool) throws {
    var text = "layoutbench: 2\nname: deep\nroot: { size: [300, 300] }\nviews:\n"
    var rules = ""
    for index in 0..<depth {
      let indent = String(repeating: "  ", count: 2 * index + 1)
      text += "\(indent)- id: v\(index)\n"
      if index + 1 < depth { text += "\(indent)  children:\n" }
      rules += "    - v\(index): \"ll = \(offset), tt = 0, w = h = 10\"\n"
    }
    let scene = try SceneFile.scene(from: "\(text)layouts:\n  sll:\n\(rules)", file: "deep.yaml")
    let participant = try #require(
      Participant.all(of: scene).first { $0.engine.name == "sll" })
    let frames = try SolvedScene(scene, by: participant).states[0].frames
    #expect(Agreement.isWithinPromise(frames, in: scene.tree) == isWithin)
    #expect(try CrossCheck(scene).isWithinPromise == isWithin)
  }
}
