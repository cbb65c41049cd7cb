import Constraints
import GLPKLayout
import LayoutBenchFixtures
import LayoutKitCalls
import LayoutModel
import SLL
import Testing

/// Views that show texts, laid out by each library.
@Suite("Views with texts")
struct TextViewTests {
  private static func screen(_ words: String) -> (root: View, body: View, time: View) {
    let root = View("root", frame: Rect(x: 0, y: 0, width: 200, height: 300))
    let (body, time) = (View("body"), View("time", intrinsicContentSize: IntrinsicSize(30, 14)))
    body.text = Text(words)
    root.addSubview(body)
    root.addSubview(time)
    return (root, body, time)
  }

  /// Lays out, and again with other words, at another width, and without a text.
  private static func check(
    _ views: (root: View, body: View, time: View), _ layOut: () throws -> Void
  ) throws {
    func expect(_ width: Double, _ height: Double) throws {
      try layOut()
      #expect(views.body.frame == Rect(x: 10, y: 10, width: width, height: height))
      #expect(views.time.frame.y == height + 14)
    }
    try expect(180, 40)
    views.body.text = Text("Short")
    try expect(180, 20)
    views.body.text = Text("One two three four five six seven", line: 30)
    try expect(180, 60)
    views.root.frame.width = 84
    try expect(64, 150)
    views.root.frame.width = 200
    try expect(180, 60)
  }

  @Test("constraints measure a text at the width that they give it")
  func constraints() throws {
    let views = Self.screen("One two three four five six")
    let format = ["body": views.body, "time": views.time]
    try Constraint.activate(
      Constraint.constraints(withVisualFormat: "H:|-10-[body]-10-|", views: format)
        + Constraint.constraints(
          withVisualFormat: "V:|-10-[body]-4-[time]", options: [.alignAllLeft], views: format))
    try Self.check(views) { try views.root.layoutIfNeeded() }
    let counters = views.root.constraintCounters
    #expect(counters.first { $0.name == "measures" }?.value ?? 0 > 0)
    // The constraints of the height, and the text at another width.
    try Constraint.activate(
      Constraint.constraints(withVisualFormat: "V:[time]-10-|", views: format))
    #expect(
      try views.root.systemLayoutSizeFitting(
        Size(width: 84, height: 0), horizontal: .required
      ).height == 188)
    views.body.text = nil
    #expect(views.body.intrinsicContentSize == IntrinsicSize(nil, nil))
  }

  @Test("rules take the height that a text has at its width")
  func rules() throws {
    for evaluatesEveryRule in [false, true] {
      let views = Self.screen("One two three four five six")
      views.root.sll.evaluatesEveryRule = evaluatesEveryRule
      try views.body.sll.addRule("ll = 10, rr = 10, tt = 10")
      try views.time.sll.addRule("ll = %ll, tt = %bt + 4", views.body, views.body)
      try Self.check(views) { try views.root.sll.layout() }
    }
  }

  @Test("calls give a text the height, or the size, that it has at a width")
  func calls() throws {
    let views = Self.screen("One two three four five six")
    try Self.check(views) {
      views.root.layout { make in
        make.width(views.body) == make.w - 20
        make.heightToFit(views.body)
        make.sizeToFit(views.time)
        make.xPlace(10, views.body)
        make.yPlace(10, views.body, 4, views.time)
      }
    }
    views.root.layout { $0.sizeToFit(views.body, width: 70) }
    #expect(views.body.frame.size == Size(width: 64, height: 150))
  }

  @Test("texts whose widths hang on each other's heights settle one after the other")
  func chain() throws {
    let root = View("root", frame: Rect(x: 0, y: 0, width: 400, height: 100))
    var before: View?
    var views: [View] = []
    for number in 0..<12 {
      let view = View("t\(number)")
      view.text = Text("one two three four five six seven eight nine ten")
      root.addSubview(view)
      if let before {
        try view.sll.addRule("w = %h + 7, tt = %bt", before, before)
      } else {
        try view.sll.addRule("w = 100, tt = 0")
      }
      views.append(view)
      before = view
    }
    try root.sll.layout()
    for (view, next) in zip(views, views.dropFirst()) {
      #expect(next.frame.width == view.frame.height + 7)
    }
    for view in views {
      #expect(view.frame.height == view.text?.size(atWidth: view.frame.width).height)
    }
  }

  @Test("a height that takes turns with its width is told with both")
  func restless() throws {
    let views = Self.screen("One two three four five six seven eight nine ten")
    let (root, body) = (views.root, views.body)
    (body.hugging, body.compression) = (AxisPair(1, 999), AxisPair(1, 999))
    // The higher the text is, the wider it is.
    try Constraint.activate([
      Constraint(
        item: body, attribute: .width, relatedBy: .equal, toItem: body, attribute: .height,
        multiplier: 3, constant: -40),
      Constraint(
        item: body, attribute: .left, relatedBy: .equal, toItem: root, attribute: .left),
      Constraint(item: body, attribute: .top, relatedBy: .equal, toItem: root, attribute: .top),
    ])
    #expect {
      try root.layoutIfNeeded()
    } throws: { error in
      guard case .cannotSettle(let view, let heights)? = error as? LayoutError else { return false }
      return view == "body" && heights.count == 3 && heights[0] == heights[2]
    }
    // An error of one layout does not affect the next.
    body.text = Text("x")
    try root.layoutIfNeeded()
    #expect(body.frame.size == Size(width: 20, height: 20))
  }
}
