import LayoutBench

/// Lets subviews flow into lines.
///
/// A container is as wide as its superview allows and as high as its lines; every other view is as large
/// as its content.
struct FlowEngine: LayoutEngine {
  let traits: EngineTraits

  /// The engine.
  ///
  /// - Parameter isRebuilt: true for the variant whose plans follow no change, so that LayoutBench makes
  ///   a new plan for each; `verify` compares the other variant with it.
  init(isRebuilt: Bool = false) {
    var traits = EngineTraits(
      name: EngineName("flow", variant: isRebuilt ? "rebuilt" : nil),
      summary: isRebuilt
        ? "the same, a new plan for every change"
        : "subviews flow into lines, one container after another",
      dialects: [.flow])
    if isRebuilt {
      traits.follows = []
      traits.onlyWhereNamed = true
    }
    self.traits = traits
  }

  func resolve(_ scene: Scene, dialect: DialectName) throws(SceneError) -> any ResolvedLayout {
    FlowLayout(containers: try FlowDialect().read(scene), tree: scene.tree)
  }
}

/// Containers that have been read.
struct FlowLayout: ResolvedLayout {
  let containers: [FlowDialect.Container]
  let tree: ViewTree

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    FlowPlan(containers, in: tree)
  }
}

/// Containers with their subviews, and the content size of every view.
struct FlowPlan: LayoutPlan, ~Copyable {
  private struct Box {
    var gap = 0.0
    var padding = 0.0
    var subviews: [Int] = []
    var flows = false
  }

  private var boxes: [Box]
  private let starts: [Rect]
  private var contents: [Size]
  private var root: Size
  private let isRightToLeft: Bool

  init(_ containers: [FlowDialect.Container], in tree: ViewTree) {
    boxes = Array(repeating: Box(), count: tree.count)
    for view in tree.views.dropFirst() {
      boxes[Int(tree.superviews[view.index])].subviews.append(view.index)
    }
    for container in containers {
      boxes[container.view.index].gap = container.gap
      boxes[container.view.index].padding = container.padding
      boxes[container.view.index].flows = true
    }
    starts = tree.startFrames
    contents = tree.startFrames.map(\.size)
    root = tree.rootSize
    isRightToLeft = tree.direction == .rightToLeft
  }

  mutating func resize(to size: Size) { root = size }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    contents[view.index] = contents[view.index].replaced(by: intrinsic)
  }

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    frames[0] = Rect(x: 0, y: 0, width: root.width, height: root.height)
    _ = layOut(0, width: root.width, &frames)
  }

  /// Lays out the subviews of a view.
  ///
  /// - Returns: the height that they require of the view, points.
  private func layOut(_ view: Int, width: Double, _ frames: inout MutableSpan<Rect>) -> Double {
    let box = boxes[view]
    guard box.flows else {
      // Views without an entry keep their given positions.
      for subview in box.subviews {
        frames[subview] = Rect(
          x: starts[subview].x, y: starts[subview].y, width: contents[subview].width,
          height: contents[subview].height)
        _ = layOut(subview, width: contents[subview].width, &frames)
      }
      return contents[view].height
    }
    let room = max(0, width - 2 * box.padding)
    var (x, y, lineHeight) = (0.0, 0.0, 0.0)
    for subview in box.subviews {
      var size = contents[subview]
      if boxes[subview].flows {
        size.width = room
        size.height = layOut(subview, width: room, &frames)
      } else {
        _ = layOut(subview, width: size.width, &frames)
      }
      if x > 0, x + size.width > room {
        (x, y, lineHeight) = (0, y + lineHeight + box.gap, 0)
      }
      let left = isRightToLeft ? room - x - size.width : x
      frames[subview] = Rect(
        x: box.padding + left, y: box.padding + y, width: size.width, height: size.height)
      x += size.width + box.gap
      lineHeight = max(lineHeight, size.height)
    }
    return y + lineHeight + 2 * box.padding
  }
}
