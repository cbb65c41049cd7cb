import LayoutBenchFixtures
import LayoutBenchHarness
import LayoutBenchTiming
import LayoutModel
import Scenes
import Testing

/// Texts whose widths depend on heights, against a search of the fixed point that shares nothing with
/// the engines': views with fixed contents, solved anew with the measured heights.
@Suite("The fixed point of widths and heights")
struct FixedPointTests {
  private static let words = ["a", "text", "whose", "height", "depends", "on", "its", "width"]

  /// Texts of a seed, and constraints in which widths depend on the heights of other texts.
  private struct Draft {
    var texts: [Text] = []
    var constraints: [String] = []

    init(seed: UInt64) {
      var dice = SplitMix64(seed: seed)
      let count = 2 + dice.below(3)
      for text in 0..<count {
        let string = (0..<6 + dice.below(20)).map { _ in words[dice.below(words.count)] }
          .joined(separator: " ")
        texts.append(Text(string, advance: Double(6 + dice.below(4)), line: 18))
        let above = text == 0 ? "superview.top" : "t\(text - 1).bottom"
        constraints += ["t\(text).left == superview.left + 4", "t\(text).top == \(above) + 3"]
        let other = dice.below(count)
        let width =
          switch dice.below(4) {
          case 0: "t\(text).width == \(120 + dice.below(100))"
          case 1:
            "t\(text).width == t\(other).height * \(1 + dice.below(3)) + \(40 + dice.below(90))"
          case 2: "t\(text).width == t\(other).height * -1 + \(320 + dice.below(80))"
          default: "t\(text).width <= t\(other).height + \(100 + dice.below(120))"
          }
        constraints.append(width)
      }
    }

    /// The scene with texts, or with contents of these heights.
    func scene(_ heights: [Double]? = nil) throws -> Scene {
      let views = texts.indices.map { index in
        let text = texts[index]
        return heights.map {
          "  - { id: t\(index), intrinsic: [\(text.naturalSize.width), \($0[index])] }"
        }
          ?? "  - { id: t\(index), text: { string: \"\(text.string)\", advance: \(text.advance), line: 18 } }"
      }
      return try SceneFile.scene(
        from: """
          layoutbench: 2
          name: fixed-point
          root: { size: [400, 900] }
          views:
          \(views.joined(separator: "\n"))
          layouts:
            constraints:
          \(constraints.map { "    - \($0)" }.joined(separator: "\n"))
          """, file: "fixed-point.yaml")
    }
  }

  private static func frames(_ scene: Scene, by engine: String) throws -> [Rect] {
    let participant = try #require(
      Participant.all(of: scene, among: Engines.everyone).first {
        $0.engine.name == engine && $0.form == .plan
      })
    return try SolvedScene(scene, by: participant).states[0].frames
  }

  /// The frames of the fixed point; `nil` where heights have changed in nine layouts.
  private static func search(_ draft: Draft) throws -> [Rect]? {
    var heights = draft.texts.map(\.naturalSize.height)
    for _ in 0..<9 {
      let frames = try frames(draft.scene(heights), by: "glpk:plain")
      let measured = draft.texts.indices.map {
        draft.texts[$0].size(atWidth: frames[$0 + 1].width).height
      }
      if measured == heights { return frames }
      heights = measured
    }
    return nil
  }

  @Test("engines find it, or report that there is none", arguments: 0..<80)
  func random(seed: UInt64) throws {
    let draft = Draft(seed: seed)
    let expected = Result { try Self.search(draft) }
    let scene = try draft.scene()
    for engine in ["glpk", "glpk:plain"] {
      do {
        let found = try Self.frames(scene, by: engine)
        let frames = try #require(try expected.get(), "seed \(seed), \(engine)")
        for (one, other) in zip(found, frames).dropFirst() {
          let numbers = zip(
            [one.x, one.y, one.width, one.height], [other.x, other.y, other.width, other.height])
          #expect(numbers.allSatisfy { abs($0 - $1) < 1e-6 }, "seed \(seed), \(engine)")
        }
      } catch let failure as SolvedScene.Failure {
        // Neither has a layout, for the same kind of reason.
        switch expected {
        case .success(let frames): #expect(frames == nil, "seed \(seed), \(engine): \(failure)")
        case .failure: break
        }
      }
    }
  }
}
