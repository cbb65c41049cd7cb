import LayoutBenchFixtures
import LayoutModel
import SLL
import Testing
import LayoutBenchTiming

/// A width that a rule requests in each layout, 10 points at first.
private final class AskedWidth {
  var width = 10.0
  /// True if the next request lays out a tree, once.
  var isNested = false

  /// Adds the rule.
  ///
  /// - Parameters:
  ///   - view: the view whose width it is.
  ///   - root: the root of the tree that a request may lay out.
  /// - Throws: `RuleMistake`.
  init(of view: View, layingOut root: View) throws {
    try view.sll.addRule(
      "ll = 5, w = %^f",
      { [self] (_: View) -> Double in
        if isNested {
          isNested = false
          try? root.sll.layout()
        }
        return width
      } as (View) -> Double)
  }
}

/// Rules added to views, as in programs.
@Suite("Rules of views")
struct ViewRulesTests {
  /// A screen of 320 × 480 with views in it.
  private func screen(_ views: View...) -> View {
    let screen = View("screen", frame: Rect(x: 0, y: 0, width: 320, height: 480))
    for view in views { screen.addSubview(view) }
    return screen
  }

  private func count(_ name: String, _ view: View) -> Int {
    view.sll.counters.first { $0.name == name }?.value ?? -1
  }

  @Test("COSLayout's combined example: a view fills what another leaves below it")
  func seed() throws {
    let view1 = View("view1")
    let view2 = View("view2", frame: Rect(x: 10, y: 20, width: 300, height: 44))
    let screen = screen(view1, view2)
    try view1.sll.addRule("ll = bb = rr = %f, tt = %bt + 10", 10, view2)
    try screen.sll.layout()
    #expect(view1.frame == Rect(x: 10, y: 74, width: 300, height: 396))
    #expect(view2.frame == Rect(x: 10, y: 20, width: 300, height: 44))
  }

  @Test("a rule means the same whichever were read before it", arguments: 0..<8 as Range<UInt64>)
  func manyTexts(_ seed: UInt64) throws {
    // More texts than a parser knows, each with a number of its own; some more often than others.
    var random = SplitMix64(seed: seed)
    for _ in 0..<3000 {
      let number = Int.random(in: 0..<(seed % 2 == 0 ? 60 : 2000), using: &random)
      let operations = ["+", "-", "*"]
      let operation = operations[number % 3]
      let view = View("a")
      let screen = screen(view)
      let spaces = String(repeating: " ", count: number % 5)
      try view.sll.addRule("ll = \(number)\(spaces) \(operation) %f, w = %p", 2, number % 40)
      if number % 7 == 0 {
        let text = "w = \(number) \(operation) %f, w ="
        #expect(throws: RuleMistake.self) { try view.sll.addRule(text, 3) }
        #expect(throws: RuleMistake.self) { try view.sll.addRule("ll = %f, tt = %f", 3) }
      }
      try screen.sll.layout()
      let left = [number + 2, number - 2, number * 2][number % 3]
      #expect(view.frame.x == Double(left))
      #expect(abs(view.frame.width - 3.2 * Double(number % 40)) < 1e-9)
    }
  }

  @Test("numbers, closures and objects are taken where their specifiers stand")
  func arguments() throws {
    final class Margin: RuleNumber { var ruleNumber = 7.0 }
    let (margin, view) = (Margin(), View("a"))
    var asked: [String] = []
    let screen = screen(view)
    let width: (View) -> Double = {
      asked.append($0.name)
      return 25
    }
    try view.sll.addRule(
      "ll = %f + %@f, tt = %p, w = %^p, h = V:%@p", 3, margin, Float(10), width, margin)
    try screen.sll.layout()
    #expect(view.frame == Rect(x: 10, y: 48, width: 80, height: 33.6))
    #expect(asked == ["a"], "a closure is called once in a layout, with the view")
    margin.ruleNumber = 10
    try screen.sll.layout()
    #expect(view.frame == Rect(x: 13, y: 48, width: 80, height: 48))
    #expect(asked == ["a", "a"])
    try view.sll.addRule("w = 5")
    try screen.sll.layout()
    #expect(asked.count == 2, "what a dropped rule asks is not asked")
    #expect(view.frame.width == 5)
    try view.sll.addRule("w = %f, h = %f", arguments: [6, 7.5])
    try screen.sll.layout()
    #expect(view.frame.size == Size(width: 6, height: 7.5))
  }

  @Test(
    "an argument of the wrong kind is refused, and the view's rules stay",
    arguments: [
      ("ll = 9, w = %f", "%f takes a number, found view 'b'"),
      ("ll = 9, w = %w", "%w takes a view, found 5"),
      ("ll = 9, w = %^f", "%^f takes a closure (View) -> Double, found 5"),
      ("ll = 9, w = H:%@p", "H:%@p takes an object of RuleNumber, found 5"),
    ])
  func wrongArgument(_ rule: String, _ message: String) throws {
    let (a, b) = (View("a"), View("b"))
    let screen = screen(a, b)
    try a.sll.addRule("ll = 1, w = %w + 2", b)
    let argument: Any = rule.hasSuffix("%f") && !rule.contains("^") ? b : 5
    let error = #expect(throws: RuleMistake.self) { try a.sll.addRule(rule, argument) }
    #expect(error?.description == "view a, rule \"\(rule)\", column 13: \(message)")
    let closure: (View) -> Double = { _ in 1 }
    #expect(throws: RuleMistake.self) { try a.sll.addRule("w = %f", closure) }
    #expect(throws: RuleMistake.self) { try a.sll.addRule("w = %f", Double.nan) }
    #expect(throws: RuleMistake.self) { try a.sll.addRule("w = %f, ll = 3") }
    #expect(throws: RuleMistake.self) { try a.sll.addRule("ll = 3, w = foo") }
    try screen.sll.layout()
    #expect(a.frame == Rect(x: 1, y: 0, width: 2, height: 0))
  }

  @Test("rules are added, replaced and reset at any time")
  func changes() throws {
    let (a, b) = (View("a", frame: Rect(x: 3, y: 4, width: 20, height: 10)), View("b"))
    let screen = screen(a, b)
    try a.sll.addRule("ll = 10, w = 30")
    try b.sll.addRule("ll = %rl + 5, w = 10", a)
    try screen.sll.layout()
    #expect(b.frame.x == 45)
    try a.sll.addRule("ll = 50")
    #expect(b.frame.x == 45, "adding rules costs no layout")
    try screen.sll.layout()
    #expect((a.frame.x, b.frame.x) == (50, 85))
    try a.sll.addRule("ll = w = nil")
    try screen.sll.layout()
    #expect(a.frame == Rect(x: 3, y: 4, width: 20, height: 10), "it starts from its given frame")
    #expect(b.frame.x == 28)
    // The opposite dependency: the order is reversed.
    try b.sll.addRule("ll = 100")
    try a.sll.addRule("ll = %ll - 40", b)
    try screen.sll.layout()
    #expect((a.frame.x, b.frame.x) == (60, 100))
  }

  @Test("a layout follows the superview's size and the given frames")
  func resizes() throws {
    let (a, b) = (View("a"), View("b", frame: Rect(x: 0, y: 0, width: 40, height: 20)))
    let screen = screen(a, b)
    try a.sll.addRule("rr = bb = 10, w = 50%, h = %h", b)
    try screen.sll.layout()
    #expect(a.frame == Rect(x: 150, y: 450, width: 160, height: 20))
    for width in stride(from: 400.0, to: 900, by: 100) {
      screen.frame.size.width = width
      try screen.sll.layout()
      #expect(a.frame == Rect(x: width / 2 - 10, y: 450, width: width / 2, height: 20))
    }
    b.frame.size.height = 30
    try screen.sll.layout()
    #expect(a.frame.y == 440)
    let c = View("c", intrinsicContentSize: IntrinsicSize(70, 8))
    a.addSubview(c)
    try c.sll.addRule("ct = 50%")
    try screen.sll.layout()
    #expect(c.frame == Rect(x: 0, y: 11, width: 70, height: 8))
    c.intrinsicContentSize = IntrinsicSize(70, 10)
    try screen.sll.layout()
    #expect(c.frame == Rect(x: 0, y: 10, width: 70, height: 10))
  }

  @Test("a layout follows views that come, go and move")
  func hierarchy() throws {
    let (a, b, box) = (
      View("a"), View("b"), View("box", frame: Rect(x: 100, y: 50, width: 100, height: 100))
    )
    let screen = screen(a, box)
    try a.sll.addRule("ll = 10, w = 50%")
    try b.sll.addRule("ll = %ll + 1", a)
    try screen.sll.layout()
    #expect(a.frame.width == 160)
    #expect(b.frame.x == 0, "a view that is nowhere is not laid out")
    box.addSubview(b)
    try screen.sll.layout()
    #expect(b.frame.x == -89, "a's left in the coordinates of b's superview")
    box.addSubview(a)
    try screen.sll.layout()
    #expect(a.frame.width == 50)
    #expect(b.frame.x == 11)
    try b.sll.addRule("tt = 3")
    a.removeFromSuperview()
    let error = #expect(throws: LayoutError.self) { try screen.sll.layout() }
    #expect(
      error?.message(file: "screen")
        == "screen: error: view b, rule \"ll = %ll + 1\": the view 'a' is not in the tree that is "
        + "laid out")
    #expect(b.frame.x == 11, "frames from before stay")
    screen.insertSubview(a, at: 0)
    try screen.sll.layout()
    #expect((a.frame.width, b.frame.x) == (160, -89))
    #expect(screen.subviews.map(\.name) == ["a", "box"])
  }

  /// A tree of views that come and go, with rules that name others.
  private struct Moving {
    let root = View("screen", frame: Rect(x: 0, y: 0, width: 300, height: 200))
    let views: [View]

    init() throws {
      views = (0..<9).map {
        View("v\($0)", frame: Rect(x: Double($0), y: 1, width: 10 + Double($0), height: 8))
      }
      for number in views.indices { superview(number).addSubview(views[number]) }
      for number in [0, 3, 4, 6, 7] { try rule(number, 0, 7) }
      try views[1].sll.addRule("ll = %rl + 2, w = 20%", views[0])
    }

    /// The superview of a view at first: three in the root, three in those, three in these.
    func superview(_ number: Int) -> View { number < 3 ? root : views[number - 3] }

    func rule(_ number: Int, _ kind: Int, _ amount: Double) throws {
      let view = views[number]
      switch kind % 4 {
      case 0: try view.sll.addRule("ll = 10%, w = %f", amount)
      case 1: try view.sll.addRule("tt = %f, h = 50%", amount)
      case 2: try view.sll.addRule("rr = %w", views[(number + 1) % 9])
      default: try view.sll.addRule("ll = %rl", views[(number + 3) % 9])
      }
    }

    func change(_ kind: Int, _ number: Int, _ other: Int, _ amount: Double) throws {
      let view = views[number]
      switch kind {
      case 0, 1, 2: view.removeFromSuperview()
      case 3, 4, 5:
        let home = superview(number)
        if !view.holds(home) { home.insertSubview(view, at: other % 3) }
      case 6: if !view.holds(views[other]) { views[other].addSubview(view) }
      case 7: view.frame.size.width = amount
      case 8: root.frame.size.width = 200 + amount
      default: try rule(number, other, amount)
      }
    }
  }

  @Test(
    "views that leave, come back and go elsewhere leave the frames of a fresh layout",
    arguments: 0..<UInt64(80))
  func moves(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (living, fresh) = (try Moving(), try Moving())
    for root in [living.root, fresh.root] { try root.sll.layout() }
    for round in 0..<40 {
      for _ in 0...random.below(3) {
        let kind = random.below(10)
        let (number, other) = (random.below(9), random.below(9))
        let amount = Double(random.below(90))
        try living.change(kind, number, other, amount)
        try fresh.change(kind, number, other, amount)
      }
      // A view without a number makes a new plan.
      let passing = View("passing")
      fresh.root.addSubview(passing)
      passing.removeFromSuperview()
      func layOut(_ view: View) -> String {
        do {
          try view.sll.layout()
          return ""
        } catch {
          return "\(error)"
        }
      }
      let (known, found) = (layOut(fresh.root), layOut(living.root))
      #expect(known.isEmpty == found.isEmpty, "round \(round): \(found), fresh \(known)")
      for (one, other) in zip(fresh.views, living.views) where fresh.root.holds(one) {
        #expect(other.frame.isClose(to: one.frame, within: 1e-9), "round \(round), \(one.name)")
      }
    }
  }

  @Test("a closure may lay the tree out while a view is out, and a view may be optional")
  func closures() throws {
    let (gone, asking, other) = (View("gone"), View("asking"), View("other"))
    let screen = screen(gone, asking, other)
    let optional: View? = asking
    try gone.sll.addRule("ll = 1")
    try other.sll.addRule("ll = %rl", optional as Any)
    let asked = try AskedWidth(of: asking, layingOut: screen)
    try screen.sll.layout()
    #expect((asking.frame.width, other.frame.x) == (10, 15))
    gone.removeFromSuperview()
    (asked.isNested, asked.width) = (true, 30)
    try screen.sll.layout()
    #expect((asking.frame.width, other.frame.x) == (30, 35))
    asked.width = 40
    screen.insertSubview(gone, at: 0)
    try screen.sll.layout()
    #expect((gone.frame.x, asking.frame.width, other.frame.x) == (1, 40, 45))
  }

  @Test("a view that was laid out by rules and is put into one that it contained is let go with it")
  func turnedRound() throws {
    weak var gone: View?
    do {
      let (inner, outer) = (View("inner"), View("outer"))
      outer.addSubview(inner)
      try inner.sll.addRule("ll = 3, w = 10")
      try outer.sll.layout()
      #expect(inner.frame.x == 3)
      inner.removeFromSuperview()
      inner.addSubview(outer)
      try outer.sll.addRule("ll = 7, w = 5")
      try inner.sll.layout()
      #expect(outer.frame.x == 7)
      gone = inner
    }
    #expect(gone == nil)
  }

  @Test("a closure may lay out what contains the tree")
  func closureOutside() throws {
    let (window, asking, other) = (View("window"), View("asking"), View("other"))
    let screen = screen(asking, other)
    window.addSubview(screen)
    try screen.sll.addRule("ll = 2, w = 200")
    let asked = try AskedWidth(of: asking, layingOut: window)
    try other.sll.addRule("ll = %rl", asking)
    try screen.sll.layout()
    (asked.isNested, asked.width) = (true, 30)
    try screen.sll.layout()
    #expect((asking.frame.width, other.frame.x) == (30, 35))
    asked.width = 40
    try screen.sll.layout()
    #expect((asking.frame.width, other.frame.x) == (40, 45))
  }

  @Test("a cycle is found before any frame changes, and may be mended by the next rule")
  func cycles() throws {
    let (view1, view2) = (View("view1"), View("view2"))
    let screen = screen(view1, view2)
    try view1.sll.addRule("rl = 30, w = 10")
    try view2.sll.addRule("ll = %rl", view1)
    try screen.sll.layout()
    try view1.sll.addRule("rl = %ll", view2)
    let cycle = #expect(throws: LayoutError.self) { try screen.sll.layout() }
    #expect(
      cycle?.message(file: "screen") == """
        screen: error: views wait for each other: view1 -> view2 -> view1
            view1 waits for view2: "rl = %ll"
            view2 waits for view1: "ll = %rl"
        """)
    #expect((view1.frame.x, view2.frame.x) == (20, 30))
    try view1.sll.addRule("rl = %ll + 50", view1)
    let own = #expect(throws: LayoutError.self) { try screen.sll.layout() }
    #expect(
      own?.message(file: "screen")
        == "screen: error: views wait for each other: view1 -> view1\n"
        + "    view1 waits for view1: \"rl = %ll + 50\"")
    try view1.sll.addRule("rl = 100")
    try screen.sll.layout()
    #expect((view1.frame.x, view2.frame.x) == (90, 100))
  }

  @Test("an error of a layout leaves all frames, and the next layout is right")
  func errors() throws {
    let (a, b) = (View("a"), View("b", frame: Rect(x: 0, y: 0, width: 4, height: 4)))
    let screen = screen(a, b)
    try a.sll.addRule("ll = 100 / %w", b)
    try screen.sll.layout()
    #expect(a.frame.x == 25)
    b.frame.size.width = 0
    #expect(throws: LayoutError.divisionByZero(view: "a", rule: "ll = 100 / %w", column: 10)) {
      try screen.sll.layout()
    }
    #expect(a.frame.x == 25)
    b.frame.size.width = 2
    try screen.sll.layout()
    #expect(a.frame.x == 50)
    let infinite: (View) -> Double = { _ in .infinity }
    try a.sll.addRule("tt = %^f", infinite)
    try a.sll.addRule("h = 0")
    #expect(throws: LayoutError.notFinite(view: "a", rule: "tt = %^f")) {
      try screen.sll.layout()
    }
    #expect(a.frame == Rect(x: 50, y: 0, width: 0, height: 0))
  }

  @Test("only what a change touches is computed again")
  func incremental() throws {
    let screen = screen()
    var views: [View] = []
    for index in 0..<100 {
      let view = View("v\(index)", frame: Rect(x: 0, y: 0, width: 5, height: 5))
      screen.addSubview(view)
      if let before = views.last, index % 10 != 0 {
        try view.sll.addRule("ll = %rl + 1, tt = 2", before)
      } else {
        try view.sll.addRule("ll = 1, tt = 2")
      }
      views.append(view)
    }
    try screen.sll.layout()
    #expect(count("frames written", screen) == 100)
    #expect(count("rules evaluated", screen) == 200)
    #expect(count("orderings", screen) == 1)
    try screen.sll.layout()
    #expect(count("frames written", screen) == 100, "nothing has changed")
    views[57].frame.size.width = 9
    try screen.sll.layout()
    #expect(views[59].frame.x == 1 + 9 * 6 + 4)
    #expect(count("frames written", screen) == 103, "itself, and the two behind it in its row")
    views[57].frame.size.height = 9
    try screen.sll.layout()
    #expect(
      count("frames written", screen) == 105,
      "itself, and the one that looks at it: its right stays")
    try views[58].sll.addRule("tt = 8")
    try screen.sll.layout()
    #expect(views[58].frame.y == 8)
    #expect(count("frames written", screen) == 107)
    #expect(count("orderings", screen) == 1, "the order is kept until it must change")
    // Now the first of the next row follows the last of this one.
    try views[60].sll.addRule("ll = %rl + 1", views[59])
    try screen.sll.layout()
    #expect(views[60].frame.x == views[59].frame.right + 1)
    try views[57].sll.addRule("ll = %rl", views[99])
    try screen.sll.layout()
    #expect(views[57].frame.x == views[99].frame.right)
    #expect(views[69].frame.x > views[99].frame.right)
    #expect(count("orderings", screen) == 2)
  }

  @Test("a rule without effect may name a view that is nowhere, one with an effect may not")
  func namesOutside() throws {
    let (a, b, outside) = (View("a"), View("b"), View("outside"))
    let screen = screen(a, b)
    try a.sll.addRule("ll = %rl, tt = 7", outside)
    try b.sll.addRule("ll = %ll + 1", a)
    let error = #expect(throws: LayoutError.self) { try screen.sll.layout() }
    #expect(error?.description.contains("ll = %rl, tt = 7") == true)
    try a.sll.addRule("ll = 5")
    try screen.sll.layout()
    #expect((a.frame.x, a.frame.y, b.frame.x) == (5, 7, 6))
    // The same before any layout has run the rules.
    let fresh = self.screen(View("c"))
    try fresh.subviews[0].sll.addRule("ll = %rl", outside)
    try fresh.subviews[0].sll.addRule("ll = 3")
    try fresh.sll.layout()
    #expect(fresh.subviews[0].frame.x == 3)
  }

  @Test("every rule of a view counts, however many it has", arguments: 1..<40)
  func manyRules(_ count: Int) throws {
    let (a, b) = (View("a"), View("b"))
    let screen = screen(a, b)
    try b.sll.addRule("ll = 1000")
    try a.sll.addRule("ll = 0, w = 10, h = %f", 4)
    for index in 1..<count {
      switch index % 3 {
      case 0: try a.sll.addRule("ll += %f", Double(index))
      case 1: try a.sll.addRule("w += \(index)")
      default: try a.sll.addRule("tt = %ll - %f", b, index)
      }
      if count % 4 == 0, index == count / 2 { try screen.sll.layout() }
    }
    try screen.sll.layout()
    let added = { (kind: Int) in (1..<count).filter { $0 % 3 == kind }.reduce(0, +) }
    let last = (1..<count).last { $0 % 3 == 2 }
    let top = last.map { 1000 - Double($0) } ?? 0
    #expect(
      a.frame == Rect(x: Double(added(0)), y: top, width: 10 + Double(added(1)), height: 4))
  }

  @Test("a rule that is refused at its second argument leaves nothing behind", arguments: [0, 30])
  func refusedMidway(_ count: Int) throws {
    let (a, b, c) = (View("a"), View("b"), View("c"))
    let screen = screen(a, b, c)
    try b.sll.addRule("ll = 70, w = 5")
    try c.sll.addRule("ll = 200")
    // Beyond some rules their values are kept.
    for index in 0..<count { try a.sll.addRule("tt = \(index)") }
    for _ in 0..<3 {
      #expect(throws: RuleMistake.self) { try a.sll.addRule("ll = %rl, w = %w", c, 5) }
      #expect(throws: RuleMistake.self) { try a.sll.addRule("ll = %rl, w = %f", c, b) }
    }
    try a.sll.addRule("ll = %rl, w = %w", b, b)
    try screen.sll.layout()
    #expect((a.frame.x, a.frame.width) == (75, 5))
    weak var gone: View?
    do {
      let short = View("short")
      gone = short
      #expect(throws: RuleMistake.self) { try a.sll.addRule("ll = %rl, w = %w", short, 5) }
    }
    #expect(gone == nil)
  }

  @Test("a view whose rules have all been reset is still one with rules")
  func allReset() throws {
    let a = View("a")
    let screen = screen(a)
    try a.sll.addRule("ll = 1")
    try screen.sll.layout()
    for _ in 0..<200 { try a.sll.addRule("ll = 1 + 2 + 3, ll = nil") }
    try screen.sll.layout()
    #expect(a.frame.x == 0)
    try a.sll.addRule("ll = 4")
    try screen.sll.layout()
    #expect(a.frame.x == 4)
  }

  @Test("threads that add the same rules at once do not disturb each other")
  func threads() async throws {
    struct Screens: @unchecked Sendable { var all: [View] = [] }
    func make(_ seed: Int) throws -> Screens {
      var made = Screens()
      for number in 0..<200 {
        let (a, b) = (View("a"), View("b"))
        let screen = screen(a, b)
        try a.sll.addRule("ll = \(number % 40), w = %f", seed)
        try b.sll.addRule("ll = %rl + \(number % 7)", a)
        made.all.append(screen)
      }
      return made
    }
    let made = try await withThrowingTaskGroup(of: (Int, Screens).self) { group in
      for seed in 0..<6 { group.addTask { (seed, try make(seed)) } }
      var made: [(Int, Screens)] = []
      for try await screens in group { made.append(screens) }
      return made
    }
    // Laid out by other threads than those that added the rules, beside others that add more.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (seed, screens) in made {
        group.addTask {
          for (number, screen) in screens.all.enumerated() {
            try screen.sll.layout()
            #expect(screen.subviews[1].frame.x == Double(number % 40 + seed + number % 7))
          }
        }
        group.addTask { _ = try make(seed + 100) }
      }
      try await group.waitForAll()
    }
  }

  @Test("replaced rules leave nothing behind")
  func replaced() throws {
    final class Token {}
    let (a, b) = (View("a"), View("b"))
    let screen = screen(a, b)
    weak var last: Token?
    for index in 0..<2000 {
      let token = Token()
      last = token
      let closure: (View) -> Double = { _ in withExtendedLifetime(token) { Double(index) } }
      try a.sll.addRule("ll = %^f", closure)
      try b.sll.addRule("ll = %ll + \(index)", a)
      if index % 7 == 0 { try screen.sll.layout() }
    }
    #expect(last != nil)
    try a.sll.addRule("ll = 1")
    for _ in 0..<200 { try a.sll.addRule("ll = 1, tt = 2, w = 3") }
    try screen.sll.layout()
    #expect((a.frame.x, b.frame.x) == (1, 2000))
    #expect(last == nil, "a closure that no rule holds is let go")
  }

  @Test("a view that leaves takes its closures along, and they are called again when it is back")
  func closuresLeave() throws {
    final class Token { var value = 5.0 }
    let b = View("b")
    let screen = screen(b)
    try b.sll.addRule("ll = 3, tt = 0, w = 1, h = 1")
    weak var token: Token?
    do {
      let (a, kept) = (View("a"), Token())
      token = kept
      screen.addSubview(a)
      let closure: (View) -> Double = { _ in kept.value }
      try a.sll.addRule("ll = %^f, tt = 0, w = 1, h = 1", closure)
      try screen.sll.layout()
      #expect(a.frame.x == 5)
      for round in 0..<4 {
        a.removeFromSuperview()
        try screen.sll.layout()
        kept.value = Double(10 + round)
        screen.addSubview(a)
        try screen.sll.layout()
        #expect(a.frame.x == Double(10 + round))
      }
      a.removeFromSuperview()
      try screen.sll.layout()
    }
    #expect(token == nil, "what a closure of a view that is gone captures is let go")
    try screen.sll.layout()
    #expect(b.frame.x == 3)
  }

  @Test("views and their rules are let go, however deep the tree")
  func lifetime() throws {
    weak var gone: View?
    do {
      let screen = screen()
      var above = screen
      for _ in 0..<50_000 {
        let view = View()
        above.addSubview(view)
        try view.sll.addRule("ll = tt = rr = bb = %f", 0.001)
        above = view
      }
      try above.sll.addRule("w = %w", screen)
      gone = above
      try screen.sll.layout()
      #expect(above.frame.height.rounded() == 380)
    }
    #expect(gone == nil)
  }

  @Test(
    "random changes give the frames that fresh views with the same rules have", arguments: 0..<60)
  func differential(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let screen = screen()
    var views: [View] = []
    var added: [(view: Int, rule: String, arguments: [Int])] = []
    for index in 0..<12 {
      let view = View("v\(index)", frame: Rect(x: 1, y: 2, width: 10, height: 10))
      let superview = index > 2 && random.below(3) == 0 ? views[random.below(index)] : screen
      superview.addSubview(view)
      views.append(view)
    }
    for round in 0..<40 {
      switch random.below(6) {
      case 0: screen.frame.size.width = Double(100 + random.below(400))
      case 1: views[random.below(12)].frame.size.width = Double(random.below(60))
      case 2 where round % 5 == 0:
        let (view, target) = (views[random.below(12)], views[random.below(12)])
        if !view.holds(target) { target.addSubview(view) }
      default:
        let names = ["ll", "rl", "rr", "cl", "tt", "bt", "bb", "w", "h", "minw", "maxw"]
        let specifiers = ["%ll", "%rl", "%w", "%bt", "%rr", "%cl"]
        let index = random.below(12)
        let other = random.below(12)
        let rule =
          random.below(4) == 0
          ? "\(names[random.below(names.count)]) = nil"
          : "\(names[random.below(names.count)]) \(random.below(4) == 0 ? "+=" : "=") "
            + "\(specifiers[random.below(specifiers.count)]) + \(random.below(20))"
        let arguments = rule.contains("%") ? [other] : []
        try views[index].sll.addRule(rule, arguments: arguments.map { views[$0] })
        added.append((index, rule, arguments))
      }
      let outcome = Result { () throws(LayoutError) in try screen.sll.layout() }
      // Fresh views in the same tree, with all rules from the beginning.
      let fresh = View("screen", frame: screen.frame)
      var copies: [ObjectIdentifier: View] = [ObjectIdentifier(screen): fresh]
      var pending = [screen]
      while let view = pending.popLast() {
        for subview in view.subviews {
          let copy = View(subview.name, frame: subview.givenFrame)
          copies[ObjectIdentifier(view)]?.addSubview(copy)
          copies[ObjectIdentifier(subview)] = copy
          pending.append(subview)
        }
      }
      func copy(_ index: Int) throws -> View {
        try #require(copies[ObjectIdentifier(views[index])])
      }
      for (view, rule, arguments) in added {
        try copy(view).sll.addRule(rule, arguments: arguments.map { try copy($0) })
      }
      let expected = Result { () throws(LayoutError) in try fresh.sll.layout() }
      switch (outcome, expected) {
      case (.success, .success):
        for index in views.indices {
          let reference = try copy(index).frame
          #expect(
            views[index].frame.isClose(to: reference, within: 1e-9),
            "round \(round), view \(index): \(views[index].frame), afresh \(reference)")
        }
      case (.failure(.dependencyCycle), .failure(.dependencyCycle)):
        // A cycle is removed so that later rounds have something to detect.
        try views[0].sll.addRule("ll = 1")
        added.append((0, "ll = 1", []))
        for view in views.indices {
          for name in ["ll", "rl", "cl", "tt", "bt", "w", "h", "minw", "maxw"] {
            try views[view].sll.addRule("\(name) = nil")
            added.append((view, "\(name) = nil", []))
          }
        }
      default: Issue.record("round \(round): \(outcome), afresh \(expected)")
      }
    }
  }
}
