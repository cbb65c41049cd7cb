import LayoutModel
import Testing

@Suite("The view tree")
struct ViewTreeTests {
  let tree: ViewTree
  let a: ViewID
  let b: ViewID
  let c: ViewID
  let d: ViewID

  init() {
    var tree = ViewTree(rootSize: Size(width: 300, height: 200))
    let (first, second, third) = (ViewID(1), ViewID(2), ViewID(3))
    let ids = [
      tree.add("a"), tree.add("b", to: first), tree.add("c", to: second), tree.add("d"),
    ]
    #expect(ids == [first, second, third, ViewID(4)])
    (a, b, c, d) = (first, second, third, ViewID(4))
    self.tree = tree
  }

  @Test("views are numbered in document order, parents before children")
  func order() {
    #expect([a, b, c, d].map(\.index) == [1, 2, 3, 4])
    for view in tree.views.dropFirst() {
      #expect((tree.superview(of: view)?.index ?? .max) < view.index)
    }
    #expect(tree.superview(of: .root) == nil)
    #expect(tree.depths == [0, 1, 2, 3, 1])
  }

  @Test("a name is taken once, and names find their views")
  func names() {
    var tree = tree
    #expect(tree.add("b") == nil)
    #expect(tree.view(named: "b") == b)
    #expect(tree.view(named: "root") == .root)
    #expect(tree.view(named: "e") == nil)
    #expect(tree.count == 5)
  }

  @Test("the common ancestor of two views is the lowest that holds both")
  func ancestors() {
    #expect(tree.commonAncestor(c, d) == .root)
    #expect(tree.commonAncestor(c, b) == b)
    #expect(tree.commonAncestor(c, c) == c)
    #expect(tree.contains(a, c))
    #expect(!tree.contains(c, a))
    #expect(tree.contains(d, d))
  }

  @Test("points and rectangles convert between any two views and back")
  func conversion() {
    let frames = [
      Rect(x: 0, y: 0, width: 300, height: 200), Rect(x: 10, y: 20, width: 100, height: 100),
      Rect(x: 1, y: 2, width: 50, height: 50), Rect(x: 0.5, y: 0.25, width: 5, height: 5),
      Rect(x: 200, y: 7, width: 30, height: 30),
    ]
    let point = Point(x: 3, y: 4)
    #expect(tree.convert(point, from: c, to: .root, frames: frames) == Point(x: 14.5, y: 26.25))
    #expect(tree.convert(point, from: c, to: d, frames: frames) == Point(x: -185.5, y: 19.25))
    for source in tree.views {
      for target in tree.views {
        let there = tree.convert(point, from: source, to: target, frames: frames)
        #expect(tree.convert(there, from: target, to: source, frames: frames) == point)
      }
    }
    let rect = tree.convert(
      Rect(x: 0, y: 0, width: 5, height: 6), from: b, to: .root, frames: frames)
    #expect(rect == Rect(x: 11, y: 22, width: 5, height: 6))
  }

  @Test("a view starts at its given frame, or at 0, 0 with its intrinsic size")
  func startFrames() throws {
    var tree = ViewTree(rootSize: Size(width: 9, height: 8))
    var traits = ViewTraits()
    traits.intrinsic = IntrinsicSize(30, nil)
    tree.add("sized", traits: traits)
    traits.givenFrame = Rect(x: 1, y: 2, width: 3, height: 4)
    tree.add("given", traits: traits)
    #expect(
      tree.startFrames == [
        Rect(x: 0, y: 0, width: 9, height: 8), Rect(x: 0, y: 0, width: 30, height: 0),
        Rect(x: 1, y: 2, width: 3, height: 4),
      ])
  }
}

@Suite("Frames that agree")
struct RectTests {
  @Test("differences count absolutely up to 1 point, relatively above")
  func closeness() {
    let unit = Rect(x: 0, y: 0, width: 1, height: 1)
    #expect(unit.isClose(to: Rect(x: 9e-7, y: 0, width: 1, height: 1), within: 1e-6))
    #expect(!unit.isClose(to: Rect(x: 2e-6, y: 0, width: 1, height: 1), within: 1e-6))
    let large = Rect(x: 1e6, y: 0, width: 1, height: 1)
    #expect(large.isClose(to: Rect(x: 1e6 + 0.9, y: 0, width: 1, height: 1), within: 1e-6))
    #expect(!large.isClose(to: Rect(x: 1e6 + 1.1, y: 0, width: 1, height: 1), within: 1e-6))
    let broken = Rect(x: .nan, y: 0, width: 1, height: 1)
    #expect(!broken.isClose(to: broken, within: 1e-6))
  }

  @Test("a frame with a number that is not finite is not", arguments: [Double.nan, .infinity])
  func finiteness(_ number: Double) {
    #expect(Rect.zero.isFinite)
    for side in 0..<4 {
      var sides = [1.0, 2, 3, 4]
      sides[side] = number
      #expect(!Rect(x: sides[0], y: sides[1], width: sides[2], height: sides[3]).isFinite)
    }
  }
}
