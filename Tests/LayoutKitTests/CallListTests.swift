import LayoutModel
import Scenes
import Testing

@testable import LayoutKitCalls

/// A scene's list of calls compared with the same calls made one by one on views: every number must
/// be the same, bit for bit.
@Suite("Lists of calls")
struct CallListTests {
  /// The scene that is laid out, and its calls as a program makes them.
  private struct Subject: ~Copyable {
    let scene: Scene
    let calls: [TestCall]
    let reference: TestProgram
    var plan: LayoutKitPlan
    var frames: [Rect]

    init(_ calls: [TestCall], viewCount: Int) throws {
      var lines = ["layoutbench: 1", "name: compiled", "root: { size: [320, 480] }", "views:"]
      for view in 1...viewCount {
        // Some have a content in one axis only, and some in none.
        let width = view % 7 == 3 ? "~" : "\(20 + view * 13 % 50).25"
        let height = view % 5 == 2 ? "~" : "\(12 + view * 7 % 20)"
        let content = view % 11 == 6 ? "" : ", intrinsic: [\(width), \(height)]"
        let frame = "\(view * 3 % 200), \(view * 5 % 300), \(10 + view % 40), \(8 + view % 9)"
        lines.append("  - { id: v\(view), frame: [\(frame)]\(content) }")
      }
      lines += ["layouts:", "  layoutkit:"] + calls.map { "    - \($0.text)" }
      let scene = try SceneFile.scene(
        from: lines.joined(separator: "\n") + "\n", file: "compiled.yaml")
      let plan = try LayoutKitPlan(scene)
      self.scene = scene
      self.calls = calls
      self.plan = plan
      frames = scene.tree.startFrames
      reference = TestProgram(
        scene.tree.views.map { id in
          View(
            scene.tree.name(of: id), frame: scene.tree.startFrames[id.index],
            intrinsicContentSize: scene.tree[id].intrinsic)
        })
    }

    mutating func resize(to size: Size) {
      plan.resize(to: size)
      reference.views[0].frame = Rect(x: 0, y: 0, width: size.width, height: size.height)
    }

    mutating func edit(_ view: Int, _ size: IntrinsicSize) {
      plan.edit(ViewID(view), intrinsic: size)
      let view = reference.views[view]
      for axis in Axis.allCases {
        guard let length = size[axis] else { continue }
        view.intrinsicContentSize[axis] = length
        view.frame.set(axis, length: length)
      }
    }

    /// Lays out both, and compares the frames.
    ///
    /// - Returns: whether there are frames to go on with.
    mutating func compare(_ comment: String) -> Bool {
      reference.run(calls)
      let failure = plan.failure(&frames)
      let text = Comment(rawValue: comment + "\n" + calls.map(\.text).joined(separator: "\n"))
      #expect((failure != nil) == reference.hasFailed, text)
      guard failure == nil, !reference.hasFailed else { return false }
      for (view, frame) in zip(reference.views, frames) where view.frame != frame {
        #expect(view.frame == frame, "\(view.name), \(text)")
        return false
      }
      return true
    }

    /// Lays out once, again, at other sizes and with other contents.
    mutating func compareAll(_ random: inout RandomCalls) {
      guard compare("first"), compare("again") else { return }
      for turn in 0..<6 {
        if turn % 2 == 0 {
          resize(
            to: Size(width: Double(random.below(900)) / 3, height: 100 + Double(random.below(700))))
        } else {
          let size = IntrinsicSize(
            random.below(4) == 0 ? nil : Double(random.below(90)) / 7,
            random.below(4) == 0 ? nil : Double(random.below(50)))
          edit(1 + random.below(reference.views.count - 1), size)
        }
        guard compare("turn \(turn)") else { return }
      }
    }
  }

  @Test("a few calls on a few views", arguments: 1...400)
  func few(seed: UInt64) throws {
    var random = RandomCalls(seed: seed, views: 1..<6)
    let calls = random.calls(1 + random.below(9))
    var subject = try Subject(calls, viewCount: 5)
    subject.compareAll(&random)
  }

  @Test("many calls on a few views", arguments: 1...60)
  func many(seed: UInt64) throws {
    var random = RandomCalls(seed: 1000 + seed, views: 1..<9)
    // All frames are set first, so that numbers do not grow from layout to layout.
    let all = Array(1..<9)
    var calls: [TestCall] = [
      .fit(all), .align("xLeft", all, reference: nil), .align("yTop", all, reference: nil),
    ]
    calls += random.calls(20 + random.below(40))
    var subject = try Subject(calls, viewCount: 8)
    subject.compareAll(&random)
  }

  /// A list: the same calls for the views of each cell, and some for all cells together.
  private static func list(
    cells: Int, views: Int, _ random: inout RandomCalls, seed: UInt64
  ) -> [TestCall] {
    let first = Array(stride(from: 1, to: 1 + cells * views, by: views))
    let axis: Axis = random.below(2) == 0 ? .horizontal : .vertical
    let gap = Double(random.below(20)) / 3
    var calls: [TestCall] = [
      .size(first, .operation(.boundsWidth, "/", .known(Double(cells))), .boundsHeight)
    ]
    let hasFlexible = random.below(3) == 0
    switch random.below(3) {
    case 0:
      let items = first.flatMap { [TestItem.view($0), .number(.known(gap))] }
      calls.append(
        .place(axis, items + (hasFlexible ? [.flexible(.known(1))] : []), first: nil, last: nil))
    case 1:
      let items = first.flatMap { [TestItem.flexible(.known(1)), .view($0)] }
      calls.append(.place(axis, items, first: nil, last: nil))
    default:
      for (before, cell) in zip(first, first.dropFirst()) {
        calls.append(
          .place(axis, [.number(.known(gap)), .view(cell)], first: before, last: nil))
      }
    }
    if random.below(2) == 0 {
      // All cells in the other axis too, at gaps that differ or do not.
      let isIrregular = random.below(2) == 0
      let isShorter = random.below(2) == 0
      let cells = isShorter ? first.prefix(1 + random.below(cells)) : first.prefix(cells)
      let items = cells.enumerated().flatMap { index, cell -> [TestItem] in
        if isShorter, index % 5 == 3 { return [.view(cell)] }
        return [.number(.known(isIrregular ? Double(index * index % 11) : gap)), .view(cell)]
      }
      calls.append(
        .place(axis == .horizontal ? .vertical : .horizontal, items, first: nil, last: nil))
    }
    let isOdd = random.below(3) == 0
    for (index, cell) in first.enumerated() {
      // The same calls for each, but for the views that they name.
      var inner = RandomCalls(
        seed: isOdd && index == cells / 2 ? seed + 7 : seed, views: cell..<cell + views)
      let parts = Array(cell + 1..<cell + views)
      if !parts.isEmpty { calls.append(.fit(parts)) }
      calls.append(.layout(cell, inner.calls(1 + Int(seed % 5))))
    }
    return calls
  }

  @Test(
    "lists", arguments: Array(1...80) + [255, 1509, 2247, 2407])
  func lists(seed: UInt64) throws {
    var random = RandomCalls(seed: 5000 + seed, views: 1..<2)
    let cells = [4, 12, 17, 30, 60][random.below(5)]
    let views = 1 + random.below(4)
    let calls = Self.list(cells: cells, views: views, &random, seed: seed)
    var subject = try Subject(calls, viewCount: cells * views)
    subject.compareAll(&random)
  }

  @Test("calls that go on from what others have placed")
  func chainStarts() throws {
    var random = RandomCalls(seed: 1, views: 1..<2)
    func row(_ views: ClosedRange<Int>) -> [TestItem] {
      views.flatMap { [TestItem.number(.known(5)), .view($0)] }
    }
    let sizes = (1...40).map { view in
      TestCall.length(
        .horizontal, [view], .operation(.attribute(view, "height"), "+", .known(3)))
    }
    var steps = try Subject(
      sizes + [.place(.horizontal, row(41...45), first: 40, last: nil)], viewCount: 45)
    steps.compareAll(&random)
    var chains = try Subject(
      [
        .place(.horizontal, row(1...40), first: nil, last: nil),
        .place(.vertical, row(1...30), first: nil, last: nil),
      ], viewCount: 40)
    chains.compareAll(&random)
    // The first view is aligned with itself, and the second one with the position that the first
    // one had before.
    let frame = [-0.9, 0, 0.39999999999999997, 9].map { TestNumber.known($0) }
    var reference = try Subject(
      [
        .size([1], frame[2], frame[3]), .size([2], .known(0), frame[3]),
        .place(.horizontal, [.number(frame[0]), .view(1)], first: nil, last: nil),
        .align("xRight", [1, 2], reference: 1),
      ], viewCount: 2)
    reference.compareAll(&random)
    #expect(reference.frames[2].x == -0.5)
  }

  @Test("a number that gets too large on the way is found, though powers of two would cancel")
  func tooLarge() throws {
    let power = TestNumber.known(536_870_912)
    let product = (0..<36).reduce(TestNumber.boundsWidth) { number, _ in
      .operation(number, "*", power)
    }
    let quotient = (0..<36).reduce(product) { number, _ in .operation(number, "/", power) }
    var subject = try Subject([.length(.horizontal, [1], quotient)], viewCount: 1)
    let isGoingOn = subject.compare("first")
    let hasFailed = subject.reference.hasFailed
    #expect(!isGoingOn && hasFailed)
  }

  @Test("long lists", arguments: 1...12)
  func longLists(seed: UInt64) throws {
    var random = RandomCalls(seed: 9000 + seed, views: 1..<2)
    let calls = Self.list(cells: 300, views: 3, &random, seed: 40 + seed)
    var subject = try Subject(calls, viewCount: 900)
    subject.compareAll(&random)
  }
}
