import Constraints
import LayoutBenchFixtures
import GLPKLayout
import LayoutModel
import Testing
import LayoutBenchTiming

@Suite("Living constraints")
struct LivingTests {
  @Test("a tree is laid out, changed and let go, however deep")
  func deep() throws {
    weak var gone: View?
    do {
      let screen = View("screen", frame: Rect(x: 0, y: 0, width: 320, height: 400))
      var above = screen
      var constraints: [Constraint] = []
      for _ in 0..<50_000 {
        let view = View()
        above.addSubview(view)
        constraints += [
          view.layoutLeft.equalTo(above).constant(0.001),
          view.layoutRight.equalTo(above),
          view.layoutTop.equalTo(above), view.layoutBottom.equalTo(above),
        ]
        above = view
      }
      try Constraint.activate(constraints)
      gone = above
      try screen.layoutIfNeeded()
      #expect(abs(above.frame.width - 270) < 1e-6 && above.frame.height == 400)
      constraints[0].constant = 10.001
      try screen.layoutIfNeeded()
      #expect(abs(above.frame.width - 260) < 1e-6)
      above.superview?.superview?.removeFromSuperview()
      try screen.layoutIfNeeded()
    }
    #expect(gone == nil)
  }

  @Test("constants, sizes and activation act in the next layout")
  func changes() throws {
    let v = Views()
    v.a.intrinsicContentSize = IntrinsicSize(50, 20)
    let left = v.a.layoutLeft.equalTo(10)
    let top = v.a.layoutTop.equalTo(20)
    try Constraint.activate([left, top])
    try v.root.layoutIfNeeded()
    #expect(v.a.frame == Rect(x: 10, y: 20, width: 50, height: 20))
    left.constant = 33
    #expect(v.a.frame.x == 10)
    try v.root.layoutIfNeeded()
    #expect(v.a.frame.x == 33)
    v.a.intrinsicContentSize = IntrinsicSize(70, 25)
    try v.c.layoutIfNeeded()
    #expect(v.a.frame.size == Size(width: 70, height: 25))
    let wide = v.a.layoutWidth.equalTo(v.root).priority(.low)
    try wide.install()
    try v.root.layoutIfNeeded()
    #expect(v.a.frame.width == 70, "250 hugging stands against 250: the content's width is less")
    wide.priority = 251
    try v.root.layoutIfNeeded()
    #expect(v.a.frame.width == 320)
    v.a.hugging.horizontal = 252
    try v.root.layoutIfNeeded()
    #expect(v.a.frame.width == 70)
    v.a.hugging.horizontal = 250
    v.root.frame.size.width = 400
    try v.root.layoutIfNeeded()
    #expect(v.a.frame.width == 400)
    wide.isActive = false
    try v.root.layoutIfNeeded()
    #expect(v.a.frame == Rect(x: 33, y: 20, width: 70, height: 25))
    v.a.removeFromSuperview()
    try v.root.layoutIfNeeded()
    #expect(v.root.constraints.isEmpty)
  }

  @Test("violations and ambiguities are told, with identifiers")
  func findings() throws {
    let v = Views()
    try View.makeConstraints {
      v.a.layoutWidth.equalTo(100).priority(500)
      v.a.layoutWidth.lessThanOrEqualTo(80)
    }
    v.a.constraints[0].identifier = "wide"
    try v.root.layoutIfNeeded()
    let findings = try v.root.constraintFindings()
    #expect(findings.violated.map(\.constraint) == ["wide: H:[a(100@500)]"])
    #expect(findings.violated.map(\.amount) == [20])
    #expect(findings.ambiguous.map(\.attribute).prefix(2) == ["a.left", "a.top"])
  }

  @Test("what cannot hold is refused, and the frames stay")
  func conflicts() throws {
    let v = Views()
    let width = v.a.layoutWidth.equalTo(30, file: "App/Screen.swift", line: 12)
    try width.install()
    try v.root.layoutIfNeeded()
    let other = v.a.layoutWidth.equalTo(40, file: "App/Screen.swift", line: 30)
    other.identifier = "other"
    try other.install()
    let error = #expect(throws: LayoutError.self) { try v.root.layoutIfNeeded() }
    #expect(
      error?.message(file: "screen") == """
        screen: error: the required constraints exclude each other:
            H:[a(30)]          App/Screen.swift:12
            other: H:[a(40)]   App/Screen.swift:30
        dropping this one would resolve the conflict: other: H:[a(40)]
        """)
    #expect(v.a.frame.width == 30)
    other.uninstall()
    width.constant = .nan
    #expect(throws: LayoutError.self) { try v.root.layoutIfNeeded() }
    width.constant = 31
    try v.root.layoutIfNeeded()
    #expect(v.a.frame.width == 31)
    v.a.hugging.vertical = 0
    #expect(throws: LayoutError.self) { try v.root.layoutIfNeeded() }
    v.a.hugging.vertical = 1
    v.a.intrinsicContentSize = IntrinsicSize(-5, nil)
    #expect(throws: LayoutError.self) { try v.root.layoutIfNeeded() }
  }

  @Test("the fitting size is what the constraints within a view give it")
  func fitting() throws {
    let v = Views()
    v.a.intrinsicContentSize = IntrinsicSize(100, 20)
    v.b.intrinsicContentSize = IntrinsicSize(100, 30)
    try Constraint.activate(
      Constraint.constraints(
        withVisualFormat: "H:|-20-[a]-20-[b]-20-|", views: ["a": v.a, "b": v.b])
        + Constraint.constraints(withVisualFormat: "V:|-5-[a]-(>=5)-|", views: ["a": v.a])
        + Constraint.constraints(withVisualFormat: "V:|-5-[b]-(>=5)-|", views: ["b": v.b]))
    let before = v.root.frame
    #expect(
      try v.root.systemLayoutSizeFitting(Size(width: 0, height: 0))
        == Size(width: 260, height: 40))
    #expect(
      try v.root.systemLayoutSizeFitting(Size(width: 500, height: 0), horizontal: .required)
        .width == 500)
    let expanded = try v.root.systemLayoutSizeFitting(Size(width: 10000, height: 10000))
    #expect(expanded.width == 260, "content hugs at 250, the target asks at 50")
    #expect(expanded.height == 10000, "the lower gap may stretch")
    #expect(v.root.frame == before && v.a.frame.x == 0, "no frame changes")
    // Of a view in a tree only the constraints within it count.
    try v.a.layoutWidth.greaterThanOrEqualTo(v.c.layoutWidth).constant(10).install()
    try v.c.layoutWidth.equalTo(200).install()
    #expect(try v.a.systemLayoutSizeFitting(Size(width: 0, height: 0)).width == 210)
    #expect(throws: LayoutError.self) {
      try v.a.systemLayoutSizeFitting(Size(width: 5, height: 5), horizontal: .required)
    }
  }

  @Test("after any changes the frames are those of a fresh tree", arguments: 0..<30)
  func differential(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let names = ["p", "q", "r", "s"]
    /// A tree and the constraints that may be active in it.
    func make() -> (root: View, views: [View], pool: [Constraint]) {
      let root = View("screen", frame: Rect(x: 0, y: 0, width: 300, height: 200))
      let views = names.map { View($0, intrinsicContentSize: IntrinsicSize(40, 15)) }
      for view in views.dropLast() { root.addSubview(view) }
      views[0].addSubview(views[3])
      var pool: [Constraint] = []
      for (index, view) in views.enumerated() {
        pool.append(view.layoutLeft.equalTo(10))
        pool.append(view.layoutTop.equalTo(5))
        pool.append(view.layoutWidth.greaterThanOrEqualTo(30).priority(600))
        pool.append(view.layoutHeight.lessThanOrEqualTo(25).priority(400))
        let next = views[(index + 1) % 3]
        if next !== view {
          pool.append(
            view.layoutRight.lessThanOrEqualTo(next.layoutLeft).constant(-4).priority(700))
          pool.append(view.layoutWidth.equalTo(next).multiplier(2).priority(300))
        }
      }
      return (root, views, pool)
    }
    let living = make()
    var active = Set<Int>()
    for _ in 0..<25 {
      switch random.below(6) {
      case 0: living.root.frame.size.width = Double(200 + random.below(300))
      case 1:
        living.views[random.below(4)].intrinsicContentSize.horizontal = Double(random.below(90))
      case 2: living.pool[random.below(living.pool.count)].constant = Double(random.below(60))
      case 3:
        let constraint = living.pool[random.below(living.pool.count)]
        if !constraint.priority.isRequired {
          constraint.priority = Priority(integerLiteral: 100 + random.below(800))
        }
      default:
        let index = random.below(living.pool.count)
        if active.insert(index).inserted {
          try living.pool[index].install()
        } else {
          active.remove(index)
          living.pool[index].uninstall()
        }
      }
      try living.root.layoutIfNeeded()
      let fresh = make()
      fresh.root.frame = living.root.frame
      for (one, other) in zip(fresh.views, living.views) {
        one.intrinsicContentSize = other.intrinsicContentSize
      }
      for (index, constraint) in fresh.pool.enumerated() {
        constraint.constant = living.pool[index].constant
        constraint.priority = living.pool[index].priority
        if active.contains(index) { try constraint.install() }
      }
      try fresh.root.layoutIfNeeded()
      for (one, other) in zip(fresh.views, living.views) {
        #expect(other.frame.isClose(to: one.frame, within: 1e-6), "\(one.name)")
      }
    }
  }

  /// A tree of views that come and go, with constraints between them.
  private struct Moving {
    let root = View("screen", frame: Rect(x: 0, y: 0, width: 300, height: 200))
    var views: [View] = []
    var pool: [Constraint] = []

    init() {
      for number in 0..<9 { views.append(Self.view(number)) }
      for number in views.indices { superview(number).addSubview(views[number]) }
      for number in views.indices { pool += constraints(number) }
      for constraint in pool where (try? constraint.install()) == nil {}
    }

    private static func view(_ number: Int) -> View {
      View(
        "v\(number)",
        intrinsicContentSize: IntrinsicSize(Double(20 + 7 * number), number % 3 == 0 ? nil : 15))
    }

    /// The superview of a view at first: three in the root, three in those, three in these.
    func superview(_ number: Int) -> View { number < 3 ? root : views[number - 3] }

    private func constraints(_ number: Int) -> [Constraint] {
      let (view, other) = (views[number], views[(number + 3) % 9])
      // Different priorities, so that nothing is left open.
      func at(_ level: Int) -> Priority { Priority(integerLiteral: level + number) }
      return [
        view.layoutLeft.equalTo(superview(number).layoutLeft).constant(4).priority(at(500)),
        view.layoutTop.equalTo(superview(number).layoutTop).constant(3).priority(at(520)),
        view.layoutWidth.greaterThanOrEqualTo(30).priority(at(600)),
        view.layoutHeight.lessThanOrEqualTo(25).priority(at(400)),
        view.layoutRight.lessThanOrEqualTo(other.layoutRight).constant(-4).priority(at(700)),
        view.layoutWidth.equalTo(other).multiplier(2).priority(at(300)),
      ]
    }

    /// Drops a view, and puts a new one in its place, which is in no tree.
    mutating func exchange(_ number: Int) {
      views[number].removeFromSuperview()
      views[number] = Self.view(number)
      for user in [number, (number + 6) % 9] {
        for constraint in pool[6 * user..<6 * user + 6] { constraint.uninstall() }
        pool.replaceSubrange(6 * user..<6 * user + 6, with: constraints(user))
      }
    }

    mutating func change(_ kind: Int, _ number: Int, _ other: Int, _ amount: Double) {
      let (view, constraint) = (views[number], pool[(6 * number + other) % pool.count])
      switch kind {
      case 0, 1: view.removeFromSuperview()
      case 2, 3:
        let home = superview(number)
        guard !view.holds(home) else { return }
        home.insertSubview(view, at: other % 3)
      case 4:
        guard !view.holds(views[other]) else { return }
        views[other].addSubview(view)
      case 5: view.intrinsicContentSize.horizontal = amount
      case 6: constraint.constant = amount
      case 7: constraint.uninstall()
      case 8: root.frame.size.width = 200 + amount
      case 9: exchange(number)
      // A view that came back has lost its constraints with others.
      default: for constraint in pool where (try? constraint.install()) == nil {}
      }
    }
  }

  @Test(
    "views that leave, come back and go elsewhere leave the frames of a fresh layout",
    arguments: 0..<UInt64(60))
  func moves(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var (living, fresh) = (Moving(), Moving())
    for root in [living.root, fresh.root] { try root.layoutIfNeeded() }
    for round in 0..<40 {
      for _ in 0...random.below(3) {
        let kind = random.below(13)
        let (number, other) = (random.below(9), random.below(9))
        let amount = Double(random.below(90))
        living.change(kind, number, other, amount)
        fresh.change(kind, number, other, amount)
      }
      // A reading direction that is set makes a new plan.
      fresh.root.direction = .leftToRight
      try fresh.root.layoutIfNeeded()
      try living.root.layoutIfNeeded()
      for (one, other) in zip(fresh.views, living.views) where fresh.root.holds(one) {
        #expect(
          other.frame.isClose(to: one.frame, within: 1e-6),
          "round \(round), \(one.name): \(other.frame), fresh \(one.frame)")
      }
      let (known, found) = (
        try fresh.root.constraintFindings(), try living.root.constraintFindings()
      )
      #expect(Set(found.violated.map(\.constraint)) == Set(known.violated.map(\.constraint)))
    }
  }

  @Test("a view that comes back among other siblings counts from there")
  func order() throws {
    let root = View("root", frame: Rect(x: 0, y: 0, width: 100, height: 10))
    let (a, b) = (View("a"), View("b"))
    root.addSubview(a)
    root.addSubview(b)
    let constraints = [
      a.layoutLeft.equalTo(root.layoutLeft), b.layoutLeft.equalTo(a.layoutRight),
      b.layoutRight.equalTo(root.layoutRight),
    ]
    try Constraint.activate(constraints)
    try root.layoutIfNeeded()
    // Nothing says which of them has a width: the first in the order of the views has none.
    #expect((a.frame.width, b.frame.width) == (0, 100))
    for isAtOnce in [true, false] {
      a.removeFromSuperview()
      if !isAtOnce { try root.layoutIfNeeded() }
      root.insertSubview(a, at: isAtOnce ? 1 : 0)
      try Constraint.activate(constraints)
      try root.layoutIfNeeded()
      #expect((a.frame.width, b.frame.width) == (isAtOnce ? (100, 0) : (0, 100)))
    }
  }

  @Test("what is wrong with a view that is out is found when it comes back")
  func mistakes() throws {
    let root = View("root", frame: Rect(x: 0, y: 0, width: 100, height: 10))
    let view = View("view", intrinsicContentSize: IntrinsicSize(20, 5))
    root.addSubview(view)
    let width = view.layoutWidth.equalTo(50)
    try width.install()
    try root.layoutIfNeeded()
    view.removeFromSuperview()
    width.constant = .infinity
    view.intrinsicContentSize = IntrinsicSize(-5, .nan)
    try root.layoutIfNeeded()
    root.addSubview(view)
    #expect(throws: LayoutError.self) { try root.layoutIfNeeded() }
    view.intrinsicContentSize = IntrinsicSize(20, 5)
    #expect(throws: LayoutError.self) { try root.layoutIfNeeded() }
    width.constant = 40
    try root.layoutIfNeeded()
    #expect(view.frame.size == Size(width: 40, height: 5))
  }

  @Test("a view that comes back has the frame of before, and one that leaves for good is let go")
  func comingBack() throws {
    var moving = Moving()
    try moving.root.layoutIfNeeded()
    let held = moving.views[4].frame
    moving.views[4].removeFromSuperview()
    try moving.root.layoutIfNeeded()
    #expect(moving.views[4].frame == held)
    moving.superview(4).addSubview(moving.views[4])
    for constraint in moving.pool where (try? constraint.install()) == nil {}
    try moving.root.layoutIfNeeded()
    #expect(moving.views[4].frame.isClose(to: held, within: 1e-6))
    weak var gone = moving.views[4]
    moving.exchange(4)
    try moving.root.layoutIfNeeded()
    #expect(gone == nil)
  }

  @Test("a view that was on top and is put into one that it contained is let go with it")
  func turnedRound() throws {
    weak var gone: View?
    do {
      let (inner, outer) = (View("inner"), View("outer"))
      outer.addSubview(inner)
      try View.makeConstraints { inner.layoutEdges.equalTo(outer) }
      try outer.layoutIfNeeded()
      inner.removeFromSuperview()
      inner.addSubview(outer)
      try View.makeConstraints { outer.layoutEdges.equalTo(inner) }
      inner.frame = Rect(x: 0, y: 0, width: 30, height: 40)
      try inner.layoutIfNeeded()
      #expect(outer.frame.size == Size(width: 30, height: 40))
      gone = inner
    }
    #expect(gone == nil)
  }

  @Test("a view that leaves one which is laid out within another now is let go")
  func leftAfterwards() throws {
    let (list, cell) = (View("list"), View("cell"))
    weak var gone: View?
    do {
      let label = View("label")
      gone = label
      cell.addSubview(label)
      try View.makeConstraints { label.layoutEdges.equalTo(cell) }
      try cell.layoutIfNeeded()
      list.addSubview(cell)
      try list.layoutIfNeeded()
      label.removeFromSuperview()
      try list.layoutIfNeeded()
    }
    #expect(gone == nil)
    try list.layoutIfNeeded()
  }

  @Test("constraints that are switched on and off very often give the frames of a new layout")
  func switchedOften() throws {
    let v = Views()
    let (near, far) = (v.a.layoutLeft.equalTo(10), v.a.layoutLeft.equalTo(90))
    // Others that never come back: places in the plan are given away again.
    var others: [Constraint] = []
    try Constraint.activate([near, v.a.layoutTop.equalTo(0)])
    for round in 0..<2000 {
      let (on, off) = round.isMultiple(of: 2) ? (far, near) : (near, far)
      off.uninstall()
      try on.install()
      if round.isMultiple(of: 3) {
        let other = v.b.layoutWidth.equalTo(Double(round)).priority(.low)
        try other.install()
        others.append(other)
        if others.count > 1 { others[others.count - 2].uninstall() }
      }
      try v.root.layoutIfNeeded()
      #expect(v.a.frame.x == on.constant)
      #expect(v.b.frame.width == others.last?.constant)
    }
  }

  @Test("a size that no constraints allow is refused in the same words after any change")
  func refusedSize() throws {
    func text(patched: Bool, within: Bool) throws -> String {
      let v = Views()
      let view = within ? v.a : v.root
      let inner = View("inner")
      view.addSubview(inner)
      let (wide, narrow) = (
        inner.layoutWidth.equalTo(view), inner.layoutWidth.equalTo(20)
      )
      try Constraint.activate([wide, narrow])
      let more = inner.layoutHeight.equalTo(5)
      if patched {
        narrow.uninstall()
        _ = try view.systemLayoutSizeFitting(Size(width: 0, height: 0))
        try more.install()
        _ = try view.systemLayoutSizeFitting(Size(width: 0, height: 0))
        try narrow.install()
      } else {
        narrow.uninstall()
        try more.install()
        try narrow.install()
      }
      do {
        _ = try view.systemLayoutSizeFitting(Size(width: 50, height: 0), horizontal: .required)
      } catch {
        return "\(error)"
      }
      return "no error"
    }
    for within in [false, true] {
      let fresh = try text(patched: false, within: within)
      #expect(try text(patched: true, within: within) == fresh)
      #expect(fresh.contains("LivingTests.swift:"))
    }
  }

  @Test("views, constraints and layouts are let go")
  func lifetime() throws {
    weak var gone: View?
    weak var kept: Constraint?
    do {
      let v = Views()
      try View.makeConstraints {
        v.a.layoutLeft.equalTo(v.b)
        v.c.layoutEdges.equalTo(v.a)
      }
      try v.root.layoutIfNeeded()
      gone = v.c
      kept = v.root.constraints.first
      #expect(kept != nil)
    }
    #expect(gone == nil && kept == nil)
  }
}
