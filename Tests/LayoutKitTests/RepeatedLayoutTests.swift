import LayoutBenchFixtures
import LayoutModel
import Scenes
import Testing
import LayoutBenchTiming

@testable import LayoutKitCalls

/// Lists of calls that are laid out many times: a plan keeps nothing from pass to pass but frames.
@Suite("Layouts again")
struct RepeatedLayoutTests {
  private static func scene(
    _ calls: [String], views: [String] = ["a", "b", "c", "d"]
  ) throws -> Scene {
    let frames = views.enumerated().map { index, view in
      "  - { id: \(view), frame: [\(3 * index), \(5 * index), \(10 + 7 * index), \(8 + index)], "
        + "intrinsic: [\(20 + index), \(12 + index)] }"
    }
    let text = """
      layoutbench: 1
      name: again
      root: { size: [320, 480] }
      views:
      \(frames.joined(separator: "\n"))
      layouts:
        layoutkit:
      \(calls.map { "    - " + $0 }.joined(separator: "\n"))
      """
    return try SceneFile.scene(from: text, file: "again.yaml")
  }

  /// Lays a scene out at many sizes: by one plan, and at each size by a fresh plan, which begins
  /// with the frames that the layout before left behind.
  ///
  private static func compare(
    _ scene: Scene, sizes: [Size], edit: (before: Int, size: IntrinsicSize)? = nil,
    _ comment: Comment
  ) throws {
    var plan = try LayoutKitPlan(scene)
    var tree = scene.tree
    var frames = tree.startFrames
    var freshFrames = frames
    for (index, size) in ([tree.rootSize] + sizes).enumerated() {
      if let edit, edit.before == index {
        plan.edit(ViewID(1), intrinsic: edit.size)
        for axis in Axis.allCases {
          guard let length = edit.size[axis] else { continue }
          tree[ViewID(1)].intrinsic[axis] = length
          freshFrames[1].set(axis, length: length)
        }
      }
      var fresh = try LayoutKitPlan(scene, in: tree)
      plan.resize(to: size)
      fresh.resize(to: size)
      let failures = (plan.failure(&frames), fresh.failure(&freshFrames))
      #expect(failures.0 == failures.1, comment)
      guard failures == (nil, nil) else { return }
      for (view, (one, other)) in zip(frames, freshFrames).enumerated() {
        #expect(one == other, "view \(view) at \(size); \(comment)")
        guard one == other else { return }
      }
    }
  }

  private static func sizes(_ random: inout Random) -> [Size] {
    (0..<16).map { _ in
      Size(width: Double(random.below(1000)), height: Double(random.below(900)) + 0.5)
    }
  }

  /// Random calls over a few views.
  struct Random {
    private var numbers: SplitMix64

    init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

    mutating func below(_ count: Int) -> Int { numbers.below(count) }

    mutating func element<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

    mutating func view() -> String { element(["a", "b", "c", "d"]) }

    mutating func views() -> String {
      "[" + (0...below(3)).map { _ in view() }.joined(separator: ", ") + "]"
    }

    mutating func number(_ depth: Int = 0) -> String {
      switch below(depth > 2 ? 6 : 12) {
      case 0...2: return "\(below(60))"
      case 3: return element(["make.w", "make.h", "make.w * 0.3"])
      case 4, 5:
        let attribute = element([
          "left", "right", "top", "bottom", "width", "height", "centerX", "centerY",
        ])
        return view() + "." + attribute
      case 6...8: return "(\(number(depth + 1)) + \(number(depth + 1)))"
      case 9: return "(\(number(depth + 1)) - \(number(depth + 1)))"
      case 10: return "\(number(depth + 1)) * \(element(["2", "0.25", "make.w / 100"]))"
      default: return "\(number(depth + 1)) / \(element(["3", "4", "7", "(make.w + 1)"]))"
      }
    }

    mutating func items() -> String {
      let items = (0...below(5)).map { _ in
        switch below(6) {
        case 0: return "flexible"
        case 1: return element(["flexible * 2", "0.5 * flexible", "flexible * 0", "-1 * flexible"])
        case 2: return below(8) == 0 ? "flexible * (\(number(2)))" : "flexible"
        case 3: return number()
        default: return view()
        }
      }
      return "[" + items.joined(separator: ", ") + "]"
    }

    mutating func call(_ depth: Int = 0) -> String {
      let axis = element(["x", "y"])
      let reference = below(4) == 0 ? "ref: \(element([view(), "root"])), " : ""
      switch below(depth > 1 ? 9 : 11) {
      case 0: return "{ size: { views: \(views()), to: [\(number()), \(number())] } }"
      case 1:
        return
          "{ \(reference)\(element(["width", "height"])): { views: \(views()), to: \(number()) } }"
      case 2:
        return
          "{ \(reference)\(element(["width", "height"])): { views: \(views()), to: \(items()) } }"
      case 3: return "{ sizeToFit: \(views()) }"
      case 4: return "{ \(reference)\(axis)Place: \(items()) }"
      case 5:
        let side = element(["fixedFirst", "fixedLast"])
        return "{ \(reference)\(axis)Place: { \(side): \(view()), items: \(items()) } }"
      case 6, 7:
        let names = [
          "xLeft", "xRight", "xCenter", "yTop", "yBottom", "yCenter", "center", "xEqual", "yEqual",
          "equal",
        ]
        return "{ \(reference)\(element(names)): \(views()) }"
      case 8: return "{ insetBounds: { edge: \(number()) } }"
      case 9:
        let calls = (0...below(2)).map { _ in call(depth + 1) }.joined(separator: ", ")
        return "{ layout: \(element([view(), "root"])), steps: [\(calls)] }"
      default: return "{ resetBounds: [\(number()), 0, \(number()), make.h] }"
      }
    }
  }

  @Test(
    "one plan, and a new one at every size, give the same frames bit for bit",
    arguments: 1...120)
  func differential(seed: Int) throws {
    var random = Random(seed: UInt64(seed))
    var calls: [String] = []
    // Calls that set everything first depend on the layout before in few places only.
    if seed % 3 > 0 {
      calls.append("{ size: { views: [a, b, c, d], to: [\(random.below(50)), make.h / 4] } }")
      calls.append("{ xPlace: [a, b, c, d] }")
      calls.append("{ yPlace: [a, b, c, d] }")
    }
    for _ in 0...random.below(6) { calls.append(random.call()) }
    let scene = try Self.scene(calls)
    let sizes = Self.sizes(&random)
    let comment = Comment(rawValue: calls.joined(separator: "\n"))
    try Self.compare(scene, sizes: sizes, comment)
    let edit = IntrinsicSize(Double(random.below(90)), random.below(2) == 0 ? nil : 33)
    try Self.compare(scene, sizes: sizes, edit: (5, edit), comment)
  }

  @Test(
    "so they do after edits and resizes in any order, many of a kind in a row", arguments: 1...120)
  func edits(seed: Int) throws {
    var random = Random(seed: UInt64(seed))
    var calls: [String] = []
    if seed % 3 > 0 {
      calls += ["{ sizeToFit: [a, b, c, d] }", "{ xPlace: [a, b, c, d] }", "{ yPlace: [d, c] }"]
    }
    for _ in 0...random.below(6) { calls.append(random.call()) }
    let scene = try Self.scene(calls)
    var plan = try LayoutKitPlan(scene)
    var tree = scene.tree
    var (frames, freshFrames) = (tree.startFrames, tree.startFrames)
    for _ in 0..<12 {
      let view = random.below(3) == 0 ? nil : ViewID(1 + random.below(2))
      for _ in 0...random.below(5) {
        if let view {
          let size = IntrinsicSize(
            random.below(9) == 0 ? nil : Double(random.below(90)),
            random.below(5) == 0 ? nil : Double(random.below(50)))
          plan.edit(view, intrinsic: size)
          for axis in Axis.allCases {
            guard let length = size[axis] else { continue }
            tree[view].intrinsic[axis] = length
            freshFrames[view.index].set(axis, length: length)
          }
        } else {
          tree.rootSize = Size(
            width: Double(random.below(1000)), height: Double(random.below(900)) + 0.5)
          plan.resize(to: tree.rootSize)
        }
        var fresh = try LayoutKitPlan(scene, in: tree)
        let failures = (plan.failure(&frames), fresh.failure(&freshFrames))
        #expect(failures.0 == failures.1)
        guard failures == (nil, nil) else { return }
        #expect(frames == freshFrames, "\(calls.joined(separator: "\n"))")
        guard frames == freshFrames else { return }
      }
    }
  }

  private static let many = (1...16).map {
    Size(width: 100 + 31 * Double($0), height: 700 - Double($0))
  }

  @Test("a list that reads a size before it sets it depends on the layout before, at every size")
  func readBeforeSet() throws {
    let scene = try Self.scene(["{ xRight: [a] }", "{ width: { views: [a], to: make.w / 4 } }"])
    try Self.compare(scene, sizes: Self.many, "x by the width before")
    var plan = try LayoutKitPlan(scene)
    var frames = scene.tree.startFrames
    var before = frames[1].width
    for size in Self.many {
      plan.resize(to: size)
      var span = frames.mutableSpan
      try plan.pass(into: &span)
      #expect(frames[1].x == size.width - before)
      before = size.width / 4
    }
    let growing = try Self.scene(["{ width: { views: [a], to: a.width + 1 } }"])
    try Self.compare(growing, sizes: Self.many, "one more each time")
  }

  @Test("a size that makes an expression infinite is still found, and the sizes after it hold")
  func infinite() throws {
    let scene = try Self.scene(["{ width: { views: [a], to: 6000 / make.w } }", "{ xRight: [b] }"])
    var plan = try LayoutKitPlan(scene)
    var frames = scene.tree.startFrames
    for width in [100, 200, 0, 300, 0, 150.0] {
      plan.resize(to: Size(width: width, height: 10))
      do {
        var span = frames.mutableSpan
        try plan.pass(into: &span)
        #expect(width > 0 && frames[1].width == 6000 / width)
      } catch {
        #expect(width == 0)
      }
    }
  }

  @Test("a content size that comes before a layout that fails is there in the next that does not")
  func failureAfterEdit() throws {
    let scene = try Self.scene(["{ width: { views: [b], to: 6000 / make.w } }"])
    var plan = try LayoutKitPlan(scene)
    let start = scene.tree.startFrames
    var frames = start
    plan.edit(ViewID(1), intrinsic: IntrinsicSize(77, nil))
    plan.resize(to: Size(width: 0, height: 10))
    #expect(throws: LayoutError.self) {
      var span = frames.mutableSpan
      try plan.pass(into: &span)
    }
    frames = start
    plan.resize(to: Size(width: 60, height: 10))
    var span = frames.mutableSpan
    try plan.pass(into: &span)
    #expect(frames[1].width == 77 && frames[2].width == 100)
  }
}
