import Constraints
import LayoutModel
import Testing

/// Views that several tests use: a and b in root, c in a.
struct Views {
  let root = View("root", frame: Rect(x: 0, y: 0, width: 320, height: 480))
  let a = View("a")
  let b = View("b")
  let c = View("c")

  init() {
    root.addSubview(a)
    root.addSubview(b)
    a.addSubview(c)
  }
}

@Suite("Fluent constraints")
struct FluentTests {
  static let attributes: [(Attribute, @Sendable (View) -> ViewAttribute)] = [
    (.left, { $0.layoutLeft }), (.right, { $0.layoutRight }), (.top, { $0.layoutTop }),
    (.bottom, { $0.layoutBottom }), (.leading, { $0.layoutLeading }),
    (.trailing, { $0.layoutTrailing }), (.width, { $0.layoutWidth }),
    (.height, { $0.layoutHeight }), (.centerX, { $0.layoutCenterX }),
    (.centerY, { $0.layoutCenterY }), (.firstBaseline, { $0.layoutFirstBaseline }),
    (.lastBaseline, { $0.layoutLastBaseline }), (.leftMargin, { $0.layoutLeftMargin }),
    (.rightMargin, { $0.layoutRightMargin }), (.topMargin, { $0.layoutTopMargin }),
    (.bottomMargin, { $0.layoutBottomMargin }), (.leadingMargin, { $0.layoutLeadingMargin }),
    (.trailingMargin, { $0.layoutTrailingMargin }),
    (.centerXWithinMargins, { $0.layoutCenterXWithinMargins }),
    (.centerYWithinMargins, { $0.layoutCenterYWithinMargins }),
  ]

  @Test(
    "every attribute relates to a view, an attribute and a number",
    arguments: Self.attributes.indices)
  func relations(_ index: Int) throws {
    let views = Views()
    let (attribute, read) = Self.attributes[index]
    let name = attribute.rawValue
    let (a, b) = (read(views.a), read(views.b))
    #expect(a.attribute == attribute)
    #expect(a.equalTo(views.b).description == "a.\(name) == b.\(name)")
    #expect(a.greaterThanOrEqualTo(b).description == "a.\(name) >= b.\(name)")
    #expect(a.lessThanOrEqualTo(views.b).description == "a.\(name) <= b.\(name)")
    let right = attribute.isSize ? "12" : "root.\(name) + 12"
    #expect(a.equalTo(12).description == "a.\(name) == \(right)")
    #expect(a.greaterThanOrEqualToConstant(12).description == "a.\(name) >= \(right)")
    #expect(a.lessThanOrEqualTo(12).description == "a.\(name) <= \(right)")
    let view = View("lone")
    let lone = read(view).equalToConstant(5)
    if attribute.isSize {
      try lone.install()
    } else {
      #expect(throws: ConstraintMistake.noSuperview("lone.\(name)")) { try lone.install() }
    }
    #expect(Set(Self.attributes.map { $0.0.rawValue }) == Set(Attribute.allCases.map(\.rawValue)))
  }

  @Test("constant, multiplier and priority come in any order, and the last one wins")
  func order() {
    let views = Views()
    let calls: [(Constraint) -> Constraint] = [
      { $0.constant(100) }, { $0.priority(750) }, { $0.multiplier(1.5) },
    ]
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let constraint = order.reduce(views.a.layoutWidth.equalTo(views.b)) { calls[$1]($0) }
      #expect(constraint.description == "a.width == b.width * 1.5 + 100 @750")
    }
    #expect(views.a.layoutLeft.equalTo(100).constant(5).constant == 5)
    #expect(views.a.layoutLeft.equalTo(views.b).priority(.low).priority(.high).priority == .high)
  }

  @Test("size, centre and edges are several constraints")
  func several() {
    let views = Views()
    func text(_ constraints: [Constraint]) -> [String] { constraints.map(\.description) }
    #expect(
      text(views.a.layoutSize.equalTo(views.b)) == ["a.width == b.width", "a.height == b.height"])
    #expect(
      text(views.a.layoutSize.equalTo(Size(width: 3, height: 4)))
        == ["a.width == 3", "a.height == 4"])
    #expect(
      text(views.a.layoutCenter.equalTo(views.b, offset: Point(x: 1, y: -2)))
        == ["a.centerX == b.centerX + 1", "a.centerY == b.centerY - 2"])
    let insets = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(
      text(views.a.layoutEdges.equalTo(views.root, insets: insets)) == [
        "a.top == root.top + 1", "a.leading == root.leading + 2", "a.bottom == root.bottom - 3",
        "a.trailing == root.trailing - 4",
      ])
  }

  @Test("a constraint is held by the nearest common ancestor, once")
  func installing() throws {
    let views = Views()
    let d = View("d")
    views.b.addSubview(d)
    for (constraint, holder) in [
      (views.a.layoutLeft.equalTo(views.b), views.root),
      (views.c.layoutLeft.equalTo(d), views.root),
      (views.c.layoutLeft.equalTo(views.a), views.a),
      (views.a.layoutLeft.equalTo(views.c), views.a),
      (views.c.layoutWidth.equalTo(9), views.c),
    ] {
      #expect(!constraint.isActive)
      try constraint.install()
      try constraint.install()
      #expect(constraint.isActive && constraint.holder === holder)
      #expect(holder.constraints.filter { $0 === constraint }.count == 1)
      constraint.uninstall()
      constraint.uninstall()
      #expect(!constraint.isActive && holder.constraints.isEmpty)
    }
    let other = View("other")
    #expect(throws: ConstraintMistake.noCommonSuperview("a.left", "other.left")) {
      try views.a.layoutLeft.equalTo(other).install()
    }
    #expect(throws: ConstraintMistake.sizeWithLocation("a.width", "b.left")) {
      try views.a.layoutWidth.equalTo(views.b.layoutLeft).install()
    }
    #expect(throws: ConstraintMistake.priority(2000)) {
      try views.a.layoutWidth.equalTo(5).priority(2000).install()
    }
    #expect(throws: ConstraintMistake.notFinite("nan")) {
      try views.a.layoutWidth.equalTo(.nan).install()
    }
  }

  @Test("a view that leaves takes its own constraints along, and the others that name it go")
  func leaving() throws {
    let views = Views()
    let made = try View.makeConstraints {
      views.c.layoutLeft.equalTo(views.a)
      views.c.layoutTop.equalTo(views.b)
      views.a.layoutWidth.equalTo(5)
      views.b.layoutLeft.equalTo(10)
    }
    views.a.removeFromSuperview()
    #expect(made.map(\.isActive) == [true, false, true, true])
    views.root.addSubview(views.a)
    #expect(made.map(\.isActive) == [true, false, true, true])
  }

  @Test("a batch is all or nothing")
  func batch() throws {
    let views = Views()
    let other = View("other")
    try View.makeConstraints { views.a.layoutWidth.equalTo(1) }
    #expect(throws: ConstraintMistake.self) {
      try View.makeConstraints {
        views.a.layoutHeight.equalTo(2)
        views.a.layoutLeft.equalTo(other)
      }
    }
    #expect(throws: ConstraintMistake.self) {
      try View.remakeConstraints {
        views.a.layoutHeight.equalTo(2)
        views.a.layoutLeft.equalTo(other)
      }
    }
    #expect(throws: ConstraintMistake.self) {
      try View.updateConstraints {
        views.a.layoutWidth.equalTo(7)
        views.a.layoutLeft.equalTo(other)
      }
    }
    #expect(views.a.constraints.map(\.description) == ["a.width == 1"])
    let isWide = true
    let all = try View.makeConstraints {
      if isWide { views.a.layoutTop.equalTo(3) } else { views.a.layoutTop.equalTo(4) }
      for view in [views.a, views.b] { view.layoutLeft.equalTo(1) }
      views.b.layoutSize.equalTo(views.a)
    }
    #expect(
      all.map(\.description) == [
        "a.top == root.top + 3", "a.left == root.left + 1", "b.left == root.left + 1",
        "b.width == a.width", "b.height == a.height",
      ])
    try View.makeConstraints { views.a.layoutTop.equalTo(3) }
    #expect(views.root.constraints.count == 6, "make looks for nothing")
  }

  @Test("update changes the constant of a similar constraint, and installs one where there is none")
  func update() throws {
    let views = Views()
    let old = try View.makeConstraints {
      views.a.layoutLeft.equalTo(views.b).constant(1).priority(750)
    }
    let same = try View.updateConstraints {
      views.a.layoutLeft.equalTo(views.b).constant(9).priority(750)
    }
    #expect(same[0] === old[0] && old[0].constant == 9)
    let others = try View.updateConstraints {
      views.a.layoutLeft.equalTo(views.b).constant(2).priority(751)
      views.a.layoutLeft.equalTo(views.b).constant(3).priority(750).multiplier(2)
      views.a.layoutLeft.greaterThanOrEqualTo(views.b).constant(4).priority(750)
      views.a.layoutLeft.equalTo(views.b.layoutRight).constant(5).priority(750)
    }
    #expect(views.root.constraints.count == 5 && old[0].constant == 9)
    #expect(others.allSatisfy { $0.isActive })
    // Of two similar constraints the newest changes.
    let twice = try View.makeConstraints {
      views.a.layoutTop.equalTo(1)
      views.a.layoutTop.equalTo(2)
    }
    try View.updateConstraints { views.a.layoutTop.equalTo(5) }
    #expect(twice.map(\.constant) == [1, 5])
    // Later statements update constraints of earlier ones.
    try View.updateConstraints {
      views.b.layoutTop.equalTo(5)
      views.b.layoutTop.equalTo(9)
    }
    #expect(views.root.constraints.filter { $0.firstView === views.b }.map(\.constant) == [9])
  }

  @Test(
    "update finds the same line written from the other side",
    arguments: [
      (Relation.equal, 2.0, Relation.equal, true), (.equal, 0.5, .equal, true),
      (.equal, -1, .equal, true), (.greaterThanOrEqual, 2, .lessThanOrEqual, true),
      (.greaterThanOrEqual, 2, .greaterThanOrEqual, false),
      (.lessThanOrEqual, 0.5, .greaterThanOrEqual, true),
      (.greaterThanOrEqual, -1, .greaterThanOrEqual, true),
      (.greaterThanOrEqual, -1, .lessThanOrEqual, false),
    ])
  func reverse(_ old: Relation, _ multiplier: Double, _ new: Relation, _ isFound: Bool) throws {
    let views = Views()
    let installed = Constraint(
      item: views.b, attribute: .width, relatedBy: old, toItem: views.a, attribute: .width,
      multiplier: multiplier, constant: 10)
    try installed.install()
    let updated = try View.updateConstraints {
      Constraint(
        item: views.a, attribute: .width, relatedBy: new, toItem: views.b, attribute: .width,
        multiplier: 1 / multiplier, constant: -40)
    }
    #expect((updated[0] === installed) == isFound)
    #expect(installed.constant == (isFound ? 40 * multiplier : 10))
  }

  @Test("update: a.width == b.width * 2 - 40 makes the other side's constant 20")
  func reverseOfSpecification() throws {
    let views = Views()
    let old = try View.makeConstraints {
      views.b.layoutWidth.equalTo(views.a).multiplier(0.5).constant(10)
    }
    try View.updateConstraints {
      views.a.layoutWidth.equalTo(views.b).multiplier(2).constant(-40)
    }
    #expect(old[0].constant == 20)
    #expect(views.root.constraints.count == 1)
  }

  @Test("update searches from the nearest common ancestor outwards")
  func outwards() throws {
    let views = Views()
    let outer = Constraint(
      item: views.c, attribute: .width, relatedBy: .equal, toItem: views.b, attribute: .width)
    try outer.install()
    // Stored in root, found from a and b; the search for a constraint of c and a alone begins at a.
    let found = try View.updateConstraints { views.b.layoutWidth.equalTo(views.c).constant(4) }
    #expect(found[0] === outer && outer.constant == -4)
    let new = try View.updateConstraints { views.c.layoutWidth.equalTo(views.a) }
    #expect(new[0].holder === views.a)
  }

  @Test("remake removes all that names the first views, but hugging and compression")
  func remake() throws {
    let views = Views()
    views.a.hugging = AxisPair(300, 301)
    views.a.compression = AxisPair(400, 401)
    let old = try View.makeConstraints {
      views.a.layoutLeft.equalTo(1)
      views.a.layoutWidth.equalTo(2)
      views.b.layoutLeft.equalTo(views.a.layoutRight)
      views.c.layoutLeft.equalTo(views.a)
      views.b.layoutTop.equalTo(7)
      views.c.layoutWidth.equalTo(8)
    }
    let new = try View.remakeConstraints { views.a.layoutTop.equalTo(views.b) }
    #expect(old.map(\.isActive) == [false, false, false, false, true, true])
    #expect(new.map(\.isActive) == [true])
    #expect(views.a.hugging == AxisPair(300, 301) && views.a.compression == AxisPair(400, 401))
  }

  @Test("a priority changes below required, and not to or from it while active")
  func priorities() throws {
    let views = Views()
    let constraint = views.a.layoutWidth.equalTo(5)
    constraint.priority = 400
    try constraint.install()
    constraint.priority = 300
    #expect(constraint.priority == 300)
    #expect(throws: ConstraintMistake.priorityWhileActive("a.width == 5 @300")) {
      try constraint.setPriority(.required)
    }
    #expect(throws: ConstraintMistake.priority(0)) { try constraint.setPriority(0) }
    constraint.isActive = false
    try constraint.setPriority(.required)
    constraint.isActive = true
    #expect(throws: ConstraintMistake.priorityWhileActive("a.width == 5")) {
      try constraint.setPriority(.high)
    }
  }
}
