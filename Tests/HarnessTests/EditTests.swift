import LayoutBenchFixtures
import LayoutBenchHarness
import LayoutModel
import Scenes
import LayoutBenchSuite
import Testing
import LayoutBenchTiming

@Suite("Edits and resizes")
struct EditTests {
  /// Scenes with content, in constraints.
  static func scenes() -> [Scene] {
    let squeezed = """
      layoutbench: 1
      name: squeezed
      root: { size: [200, 100] }
      views:
        - { id: a, intrinsic: [60, 20] }
        - { id: b, intrinsic: [70, 30] }
        - { id: c }
      layouts:
        constraints:
          - H:|-10-[a]-8-[b]
          - V:|-5-[a]
          - V:|-5-[b]-(>=4)-|
          - b.right <= superview.right - 10 @800
          - c.left == a.left
          - c.right == b.right
          - c.top == b.bottom
          - c.height == 2 * a.height
      expect: { a: [10, 5, 60, 20] }
      """
    let files = ["post.yaml", "cell.yaml"].compactMap { name in
      Suite.files.first { $0.name == name }.flatMap {
        try? SceneFile.scene(from: $0.text, file: name)
      }
    }
    let feed = SceneGenerator.all.first { $0.name == "feed" }?.scene(views: 30)
    return files
      + [feed, try? SceneFile.scene(from: squeezed, file: "squeezed.yaml")].compactMap(\.self)
  }

  @Test("frames after any edits and resizes are those of a fresh plan", arguments: 0..<24)
  func differential(seed: UInt64) throws {
    let scenes = Self.scenes()
    #expect(scenes.count == 4)
    let scene = scenes[Int(seed) % scenes.count]
    var random = SplitMix64(seed: seed)
    let content = scene.tree.views.filter { scene.tree[$0].intrinsic != IntrinsicSize(nil, nil) }
    for engine in Engines.all where engine.name == "glpk" || engine.name == "sll" {
      guard let dialect = engine.dialects(of: scene).first else { continue }
      let layout = try engine.resolve(scene, dialect: dialect)
      var session = try LayoutSession(layout, tree: scene.tree)
      try session.layOut()
      var fresh = scene
      var view = content[random.below(content.count)]
      for round in 0..<40 {
        // Mostly the same view many times, which is the case that shortcuts are for.
        if random.below(8) == 0 { view = content[random.below(content.count)] }
        if random.below(9) == 0 {
          let size = Size(
            width: Double(150 + random.below(300)), height: Double(80 + random.below(500)))
          session.apply(.resize(size))
          fresh.tree.rootSize = size
        } else {
          var size = scene.tree[view].intrinsic
          for axis in Axis.allCases where size[axis] != nil {
            size[axis] = Double(random.below(150))
          }
          session.apply(.intrinsic(view, size))
          fresh.tree[view].intrinsic = size
          fresh.tree[view].givenFrame = nil
        }
        try session.layOut()
        var reference = try LayoutSession(
          engine.resolve(fresh, dialect: dialect), tree: fresh.tree)
        try reference.layOut()
        for view in scene.tree.views {
          #expect(
            session.frames[view.index].isClose(to: reference.frames[view.index], within: 1e-7),
            "\(engine.name), \(scene.name), round \(round), \(scene.tree.name(of: view))")
        }
        #expect(try session.findings() == reference.findings())
      }
    }
  }
}
