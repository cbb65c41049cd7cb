import Constraints
import Foundation
import GLPKLayout
import LayoutBenchFixtures
import LayoutBenchTiming
import LayoutModel
import Scenes
import Testing

/// Rows and columns of views: as entries of scene files, and as calls.
@Suite("Stacks")
struct StackTests {
  /// The views of a scene, without constraints.
  private static func screen(_ scene: Scene) -> [String: View] {
    var views: [String: View] = [:]
    for view in scene.tree.views {
      let traits = scene.tree[view]
      let made = View(scene.tree.name(of: view), intrinsicContentSize: traits.intrinsic)
      (made.hugging, made.compression) = (traits.hugging, traits.compression)
      made.baselines = (traits.firstBaseline, traits.lastBaseline)
      views[made.name] = made
      if let superview = scene.tree.superview(of: view) {
        views[scene.tree.name(of: superview)]?.addSubview(made)
      }
    }
    let size = scene.tree.rootSize
    views["root"]?.frame = Rect(x: 0, y: 0, width: size.width, height: size.height)
    return views
  }

  @Test("calls arrange views as the scene file's entries do")
  func calls() throws {
    let file = try #require(Fixtures.scenes.first { $0.name == "stacks.yaml" })
    let scene = try file.scene()
    let views = Self.screen(scene)
    func view(_ name: String) -> View { views[name] ?? View("none") }
    for entry in scene.layouts["constraints"]?.items ?? [] {
      guard let format = entry.text else { continue }
      try Constraint.activate(
        Constraint.constraints(withVisualFormat: format, views: views))
    }
    func arranged(_ name: String) -> [View] { view(name).subviews }
    try view("row").arrange(arranged("row"), gapsAfter: [(view("a"), 12)]) {
      $0.alignment = .center
      $0.spacing = 8
    }
    try view("column").arrange(arranged("column")) {
      $0.axis = .vertical
      $0.distribution = .fillEqually
      $0.spacing = 10
    }
    try view("gaps").arrange(arranged("gaps")) {
      $0.distribution = .equalSpacing
      $0.alignment = .top
    }
    try view("centres").arrange(arranged("centres")) {
      $0.distribution = .equalCentering
      $0.alignment = .bottom
      $0.spacing = 5
    }
    try view("shares").arrange(arranged("shares")) {
      $0.axis = .vertical
      $0.distribution = .fillProportionally
      $0.alignment = .leading
      $0.spacing = 10
    }
    try view("card").arrange(arranged("card"), hidden: [view("q")]) {
      $0.spacing = 6
      $0.usesMargins = true
    }
    try view("line").arrange(arranged("line")) {
      $0.alignment = .firstBaseline
      $0.spacing = 4
    }
    try view("list").arrange(arranged("list")) {
      $0.axis = .vertical
      $0.alignment = .trailing
      $0.spacing = 3
    }
    try view("root").layoutIfNeeded()
    for expected in scene.expected.frames {
      let found = view(scene.tree.name(of: expected.view))
      #expect(
        found.frame.isClose(to: expected.frame, within: 1e-6),
        "\(found.name): \(found.frame), not \(expected.frame)")
    }
  }

  @Test(
    "random rows: from right to left they are mirrored, gaps are equal, calls give the same",
    arguments: 0..<60)
  func rows(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let distribution = try #require(Stack.Distribution.allCases.randomElement(using: &random))
    let alignment = try #require(
      [Stack.Alignment.fill, .leading, .center, .bottom].randomElement(using: &random))
    let widths = (0..<Int.random(in: 2...5, using: &random)).map { _ in
      Double(Int.random(in: 1...12, using: &random) * 5)
    }
    let (width, spacing) = (widths.reduce(0, +) + 90, 6.0)
    let contents = widths.indices.map {
      "  - { id: v\($0), intrinsic: [\(widths[$0]), \(10 + $0)] }"
    }
    func frames(_ direction: String) throws -> [Rect] {
      let text = """
        layoutbench: 2
        name: row
        root: { size: [\(width), 50], direction: \(direction) }
        views:
        \(contents.joined(separator: "\n"))
        layouts:
          constraints:
            - stack: { in: root, distribution: \(distribution.rawValue), spacing: \(spacing), \
        alignment: \(alignment.rawValue) }
        """
      let scene = try SceneFile.scene(from: text, file: "row.yaml")
      var plan = try GLPKEngine().resolve(scene, dialect: .constraints).plan()
      var frames = scene.tree.startFrames
      var span = frames.mutableSpan
      try plan.pass(into: &span)
      let root = View("root", frame: frames[0])
      root.direction = scene.tree.direction
      let views = scene.tree.views.dropFirst().map {
        View("v", intrinsicContentSize: scene.tree[$0].intrinsic)
      }
      for view in views { root.addSubview(view) }
      try root.arrange(views) {
        ($0.distribution, $0.alignment, $0.spacing) = (distribution, alignment, spacing)
      }
      try root.layoutIfNeeded()
      for (view, frame) in zip(views, frames.dropFirst()) {
        #expect(view.frame.isClose(to: frame, within: 1e-6), "\(view.frame), \(frame)\n\(text)")
      }
      return Array(frames.dropFirst())
    }
    let (forth, back) = (try frames("ltr"), try frames("rtl"))
    for (one, other) in zip(forth, back) {
      var mirrored = one
      mirrored.x = width - one.x - one.width
      #expect(mirrored.isClose(to: other, within: 1e-6), "\(distribution): \(mirrored), \(other)")
    }
    let gaps = zip(forth, forth.dropFirst()).map { $1.x - $0.x - $0.width }
    let centres = zip(forth, forth.dropFirst()).map { $1.x + $1.width / 2 - $0.x - $0.width / 2 }
    #expect(abs(forth[0].x) < 1e-6 && abs(forth[forth.count - 1].right - width) < 1e-6)
    switch distribution {
    case .equalSpacing:
      for gap in gaps { #expect(abs(gap - gaps[0]) < 1e-6 && gap > spacing - 1e-6) }
      for (frame, width) in zip(forth, widths) { #expect(abs(frame.width - width) < 1e-6) }
    case .equalCentering:
      for gap in gaps { #expect(gap > spacing - 1e-6) }
      let isEven = centres.allSatisfy { abs($0 - centres[0]) < 1e-6 }
      #expect(isEven || gaps.contains { $0 < spacing + 1e-6 })
    case .fill, .fillEqually, .fillProportionally:
      for gap in gaps { #expect(abs(gap - spacing) < 1e-6) }
      for (frame, width) in zip(forth, widths) where distribution != .fill {
        let share = distribution == .fillEqually ? 1 : width / widths[0]
        #expect(abs(frame.width - share * forth[0].width) < 1e-6)
      }
    }
  }

  @Test("what makes no stack is refused, and nothing is left of it")
  func mistakes() throws {
    let views = Views()
    func expect(
      _ mistake: ConstraintMistake, _ arranged: [View], _ change: (inout Stack) -> Void
    ) {
      #expect(throws: mistake) { try views.root.arrange(arranged, as: change) }
      #expect(views.root.constraints.isEmpty && views.root.subviews.count == 2)
    }
    let both = [views.a, views.b]
    expect(.unfit(call: "a column", what: "the alignment 'firstBaseline'"), both) {
      $0.axis = .vertical
      $0.alignment = .firstBaseline
    }
    expect(.notFinite("inf"), both) { $0.spacing = .infinity }
    expect(.noSuperview("c, to be arranged in root"), [views.a, views.c]) { _ in }
  }

  @Test(
    "mistakes in a file are told with their places",
    arguments: [
      ("stack: 3", "6:12: error: a stack takes a mapping; found '3'"),
      (
        "stack: { views: [a] }",
        "6:12: error: a stack takes 'in:', the view that contains the others"
      ),
      ("stack: { in: nobody }", "6:18: error: a stack takes the name of a view"),
      ("stack: { in: box, axes: 3 }", "6:23: error: unknown key 'axes'"),
      (
        "stack: { in: box, axis: diagonal }",
        "6:29: error: a stack takes one of horizontal, vertical"
      ),
      (
        "stack: { in: box, views: [box] }",
        "6:31: error: a stack takes subviews of 'box', each once"
      ),
      ("stack: { in: box, spacing: wide }", "6:32: error: a stack takes a number"),
      ("stack: { in: box, after: { c: 1 } }", "6:35: error: a stack takes a view of the stack"),
      (
        "stack: { in: box, axis: vertical, alignment: firstBaseline }",
        "6:12: error: a column does not take the alignment"
      ),
    ])
  func entries(_ entry: String, _ message: String) throws {
    let text = """
      layoutbench: 2
      name: s
      root: { size: [9, 8] }
      views: [ { id: box, children: [ { id: a }, { id: b } ] }, { id: c } ]
      layouts: { constraints: [
        { \(entry) } ] }

      """
    let scene = try SceneFile.scene(from: text, file: "s.yaml")
    #expect {
      try ConstraintsDialect().read(scene)
    } throws: { error in
      "\(error)".hasPrefix("s.yaml:\(message)")
    }
  }
}
