@testable import LayoutBenchHarness
import Constraints
import GLPKLayout
import LayoutModel
import Scenes
import Testing

/// Memory of reading and solving that grows no faster than the text or the tree.
@Suite("Bounded reading", .enabled(if: Allocations.areCounted))
struct BoundedReadingTests {
  /// The bytes that a closure allocates.
  private static func bytes(_ work: () throws -> Void) rethrows -> Int {
    Allocations.begin()
    do {
      try work()
    } catch {
      _ = Allocations.end()
      throw error
    }
    return Allocations.end().bytes
  }

  /// Twice the input allocates little more than twice the bytes.
  private static func expectLinear(_ sizes: [Int], _ work: (Int) throws -> Void) rethrows {
    // What a process allocates only once.
    try work(sizes[0])
    let counts = try sizes.map { size in try bytes { try work(size) } }
    #expect(counts[0] > 1000)
    for (less, more) in zip(counts, counts.dropFirst()) {
      #expect(Double(more) <= 2.5 * Double(less), "\(counts)")
    }
  }

  @Test(
    "an expression of a call is read in linear memory", arguments: ["1 + ", "1 * ", "2 - "])
  func expression(_ part: String) throws {
    let layoutkit = try #require(Engines.named("layoutkit"))
    try Self.expectLinear([500, 1000, 2000]) { count in
      let text = """
        layoutbench: 1
        name: long
        root: { size: [320, 100] }
        views: [ { id: a } ]
        layouts:
          layoutkit:
            - width: { views: a, to: "\(String(repeating: part, count: count))1" }
        """
      let scene = try SceneFile.scene(from: text, file: "long")
      _ = try layoutkit.resolve(scene, dialect: "layoutkit").plan()
    }
  }

  @Test("a chain of views one in another is laid out in linear memory")
  func depth() throws {
    try Self.expectLinear([1000, 2000, 4000]) { depth in
      let screen = View("screen", frame: Rect(x: 0, y: 0, width: 320, height: 400))
      var above = screen
      var constraints: [Constraint] = []
      for _ in 0..<depth {
        let view = View()
        above.addSubview(view)
        constraints += [
          view.layoutLeft.equalTo(above).constant(0.001), view.layoutRight.equalTo(above),
          view.layoutTop.equalTo(above), view.layoutBottom.equalTo(above),
        ]
        above = view
      }
      try Constraint.activate(constraints)
      try screen.layoutIfNeeded()
      #expect(abs(above.frame.width - 320 + 0.001 * Double(depth)) < 1e-6)
    }
  }
}
