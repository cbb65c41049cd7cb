import LayoutBenchSuite
import LayoutModel
import Scenes
import Testing

@testable import LayoutBenchHarness
@testable import LayoutBenchPeers

/// The `css` dialect: its boxes, and their mistakes.
@Suite("CSS")
struct CSSTests {
  private static func scene(_ css: String, version: Int = 2) throws -> Scene {
    try SceneFile.scene(
      from: """
        layoutbench: \(version)
        name: boxes
        root: { size: [320, 480] }
        views:
          - id: card
            children:
              - { id: title, intrinsic: [80, 17] }
          - { id: note }
        layouts:
          css:
        \(css)
        """, file: "boxes.yaml", dialects: Registry.builtIn.dialects.map(\.name))
  }

  private static let right = """
        - root: "flex-direction: column"
        - card: "height: 44px; padding: 8px"
        - { box: row, in: card, style: "align-items: center" }
        - title: { in: row, style: "flex-shrink: 0" }
        - { view: note, in: root }
    """

  @Test("boxes stand in each other, with their declarations")
  func boxes() throws {
    let boxes = try CSSDialect().read(try Self.scene(Self.right))
    #expect(boxes.map(\.view) == [.root, ViewID(1), nil, ViewID(2), ViewID(3)])
    #expect(boxes.map(\.parent) == [-1, 0, 1, 2, 0])
    #expect(boxes[1].style.map(\.property) == ["height", "padding"])
    #expect(boxes[1].style.map(\.value) == ["44px", "8px"])
    #expect(boxes[4].style.isEmpty)
    let peer = try PeerScene(try Self.scene(Self.right), .css)
    #expect(peer.constraints == nil && peer.css?.map(\.parent) == [-1, 0, 1, 2, 0])
    #expect(peer.css?[1].style == [["height", "44px"], ["padding", "8px"]])
    #expect(peer.views[2].content == [80, 17])
  }

  @Test("every generated scene in css has a box for every view, and reads back as it is written")
  func generated() throws {
    var count = 0
    for generator in SceneGenerator.all {
      for views in [1, 12, 120] {
        let scene = generator.scene(views: views)
        guard scene.layouts[.css] != nil else { continue }
        count += 1
        let boxes = try CSSDialect().read(scene)
        #expect(Set(boxes.compactMap(\.view)) == Set(scene.tree.views), "\(scene.name)")
        let text = SceneWriter.text(of: scene, dialects: Registry.builtIn.dialects)
        let again = try SceneFile.scene(from: text, file: scene.name)
        let read = try CSSDialect().read(again)
        #expect(read.map(\.parent) == boxes.map(\.parent), "\(scene.name)")
        #expect(
          zip(read, boxes).allSatisfy { one, other in
            one.view == other.view && one.style.elementsEqual(other.style, by: ==)
          }, "\(scene.name)")
      }
    }
    #expect(count >= 50)
  }

  @Test("a view goes with the boxes that stand in its own")
  func without() throws {
    let scene = try Self.scene(Self.right)
    let card = try #require(scene.tree.view(named: "card"))
    let rest = try scene.without(card, dialects: Registry.builtIn.dialects)
    #expect(rest.layouts[.css]?.items?.count == 2)
    #expect(try CSSDialect().read(rest).compactMap(\.view).count == 2)
    let title = try #require(scene.tree.view(named: "title"))
    let other = try scene.without(title, dialects: Registry.builtIn.dialects)
    // A box without a view stays, though it is empty.
    #expect(other.layouts[.css]?.items?.count == 4)
  }

  @Test(
    "what is wrong is told with its place",
    arguments: [
      ("- card: [1]", "11:7: error: an entry of css is"),
      ("- card: { in: row, style: \"\" }", "no box 'row' before this one"),
      ("- { box: row, style: \"\" }", "the box 'row' has no parent"),
      ("- { box: card, in: root }", "'card' is a view"),
      ("- cart: \"\"", "did you mean 'card'?"),
      ("- card: \"width\"", "'width' is not 'property: value' of CSS"),
      ("- card: \"width: 1px; width: 2px\"", "'width' is declared twice"),
      ("- card: \"background: url(x)\"", "is not 'property: value' of CSS"),
      ("- card: \"background: URL(//host/x)\"", "is not 'property: value' of CSS"),
      ("- card: { within: root }", "unknown key 'within' in an entry of css"),
      ("- card: { in: [], style: \"\" }", "'in' of css must be a text, not a list"),
      ("- card: \"\"", "view 'title' has no box in css"),
    ])
  func mistakes(_ entry: String, _ message: String) throws {
    let error = try #require(throws: SceneError.self) {
      _ = try CSSDialect().read(try Self.scene("    \(entry)"))
    }
    #expect(error.description.contains(message), "\(error)")
  }

  @Test(
    "boxes of a view stand in that of its superview, the root's is the first, and names are used once"
  )
  func places() throws {
    func message(_ css: String) -> String {
      do {
        _ = try CSSDialect().read(try Self.scene(css))
        return ""
      } catch { return "\(error)" }
    }
    let outside = Self.right.replacing("title: { in: row", with: "title: { in: root")
    #expect(message(outside).contains("is not inside that of its superview 'card'"))
    #expect(message(Self.right + "\n    - note: \"\"").contains("'note' already has a box"))
    #expect(message(Self.right + "\n    - root: \"\"").contains("the root's box comes first"))
    let old = #expect(throws: SceneError.self) { try Self.scene(Self.right, version: 1) }
    #expect(old?.description.contains("layoutbench: 2") == true)
  }
}
