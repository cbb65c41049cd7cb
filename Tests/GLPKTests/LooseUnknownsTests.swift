import LayoutModel
import Testing

@testable import GLPKLayout

/// Pages whose spacings give way to each other, in any shares: what the best layouts have in common is not solved
/// again to settle the rest.
@Suite("Unknowns that programs leave open")
struct LooseUnknownsTests {
  /// Boxes below each other with preferred spacings that do not all fit, around a picture that keeps its ratio.
  static func page(boxes: Int) throws -> [String: Int] {
    var views = [
      "{ id: image, intrinsic: [560, 480], hugging: [249, 249], compression: [249, 249] }"
    ]
    var constraints = [
      "image.centerX == superview.centerX", "image.left >= superview.left + 24",
      "image.left == superview.left + 24 @750", "image.width == image.height * 1.2 @500",
      "image.height >= 120", "image.top >= superview.top + 8",
      "image.top == superview.top + 24 @250",
    ]
    var above = "image"
    for box in 0..<boxes {
      let name = "box\(box)"
      views.append("{ id: \(name), intrinsic: [\(80 + 20 * box), \(30 + box)] }")
      constraints += [
        "\(name).centerX == superview.centerX", "\(name).top >= \(above).bottom + 4",
        "\(name).top == \(above).bottom + \(30 + 4 * box) @250",
      ]
      above = name
    }
    constraints += [
      "\(above).bottom <= superview.bottom - 24", "\(above).bottom == superview.bottom - 24 @750",
    ]
    return try FlowTests.check(FlowTests.text("page", 320, 480, views, constraints))
  }

  @Test(
    "a program finds the layouts that are best, and a smaller problem settles them",
    arguments: 2..<7)
  func settledAlone(boxes: Int) throws {
    let counters = try Self.page(boxes: boxes)
    #expect(counters["components by simplex"] == 0)
    // Solved whole again, it takes 15 to 17 runs.
    #expect(try #require(counters["solves"]) < 15)
  }
}
