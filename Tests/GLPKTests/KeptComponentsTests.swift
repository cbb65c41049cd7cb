import Constraints
import LayoutModel
import Scenes
import Testing

@testable import GLPKLayout

@Suite("Components that are kept at another size")
struct KeptComponentsTests {
  /// Views whose widths are half of the root's, and at least one of several numbers each, beside one
  /// that yields at every size.
  private static func text(width: Int) -> String {
    let limits = [60, 85, 110, 135, 160, 185]
    let views = limits.indices.map { "v\($0)" } + ["fixed"]
    var constraints = views.map { "\($0).left == superview.left" }
    for (view, limit) in zip(views, limits) {
      constraints += ["\(view).width == 0.5 * superview.width @750", "\(view).width >= \(limit)"]
    }
    constraints += ["fixed.width == 100 @700", "fixed.width == 150 @600"]
    return FlowTests.scene(width: width, views: views, constraints)
  }

  @Test("are right at every size, and only those are solved again that change")
  func sizes() throws {
    let scene = try SceneFile.scene(from: Self.text(width: 400), file: "kept.yaml")
    let written = try ConstraintsDialect().read(scene).constraints()
    var plan = try StagedPlan(written, in: scene.tree)
    var frames = scene.tree.startFrames
    var width = 400
    for step in 0..<100 {
      // From 100 to 399, in an order that jumps.
      width = 100 + (width + 127 + step) % 300
      plan.resize(to: Size(width: Double(width), height: 200))
      var span = frames.mutableSpan
      try plan.pass(into: &span)
      let (expected, _) = try FlowTests.layout(of: Self.text(width: width), .plain)
      for (one, other) in zip(frames, expected) {
        #expect(one.deviation(from: other) <= 1e-6, "\(one) instead of \(other) at \(width)")
      }
    }
    let counters = plan.counters()
    func count(_ name: String) -> Int { counters.first { $0.name == name }?.value ?? -1 }
    #expect(count("components as before") > count("components by substitution"))
  }
}
