import Constraints
import GLPKLayout
import LayoutModel
import Testing

/// Masonry's style: closures about one view.
@Suite("Constraints made in closures")
struct MakerTests {
  /// The constraints that a closure about view a makes, as messages write them.
  private func made(_ closure: (Views, ConstraintMaker) -> Void) throws -> [String] {
    let views = Views()
    return try views.a.makeConstraints { closure(views, $0) }.map(\.description)
  }

  private static let attributes:
    [(
      Attribute, @Sendable (ConstraintMaker) -> MadeAttributes,
      @Sendable (MadeAttributes) -> MadeAttributes
    )] = [
      (.left, { $0.left }, { $0.left }), (.right, { $0.right }, { $0.right }),
      (.top, { $0.top }, { $0.top }), (.bottom, { $0.bottom }, { $0.bottom }),
      (.leading, { $0.leading }, { $0.leading }), (.trailing, { $0.trailing }, { $0.trailing }),
      (.width, { $0.width }, { $0.width }), (.height, { $0.height }, { $0.height }),
      (.centerX, { $0.centerX }, { $0.centerX }), (.centerY, { $0.centerY }, { $0.centerY }),
      (.firstBaseline, { $0.firstBaseline }, { $0.firstBaseline }),
      (.lastBaseline, { $0.lastBaseline }, { $0.lastBaseline }),
      (.lastBaseline, { $0.baseline }, { $0.lastBaseline }),
    ]

  @Test("each attribute, alone and chained on, with each relation", arguments: attributes.indices)
  func attribute(_ index: Int) throws {
    let (attribute, begin, chain) = Self.attributes[index]
    let name = attribute.rawValue
    let right = attribute.isSize ? "12" : "root.\(name) + 12"
    #expect(
      try made { views, make in
        begin(make).equalTo(views.b)
        begin(make).greaterThanOrEqualTo(views.b)
        begin(make).lessThanOrEqualTo(views.b)
        begin(make).equalToSuperview()
        begin(make).greaterThanOrEqualToSuperview()
        begin(make).lessThanOrEqualToSuperview()
        begin(make).equalTo(12)
        begin(make).greaterThanOrEqualTo(12)
        begin(make).lessThanOrEqualTo(12)
        begin(make).equalTo([views.b, views.c])
        begin(make).greaterThanOrEqualTo([views.b])
        begin(make).lessThanOrEqualTo([views.b])
        chain(begin(make)).and.equalTo(views.b)
      }
        == [
          "== b.\(name)", ">= b.\(name)", "<= b.\(name)", "== root.\(name)", ">= root.\(name)",
          "<= root.\(name)", "== \(right)", ">= \(right)", "<= \(right)", "== b.\(name)",
          "== c.\(name)", ">= b.\(name)", "<= b.\(name)", "== b.\(name)", "== b.\(name)",
        ].map { "a.\(name) \($0)" })
  }

  @Test("an attribute of another view, with each relation")
  func others() throws {
    #expect(
      try made { views, make in
        make.left.equalTo(views.b.layoutRight)
        make.left.greaterThanOrEqualTo(views.b.layoutRight)
        make.left.lessThanOrEqualTo(views.b.layoutRight)
      } == ["a.left == b.right", "a.left >= b.right", "a.left <= b.right"])
  }

  @Test("several attributes at once")
  func composites() throws {
    func names(_ begin: @escaping (ConstraintMaker) -> MadeAttributes) throws -> [String] {
      try made { begin($1).equalToSuperview() }
    }
    func all(_ names: String...) -> [String] { names.map { "a.\($0) == root.\($0)" } }
    #expect(try names { $0.edges } == all("left", "top", "right", "bottom"))
    #expect(try names { $0.directionalEdges } == all("leading", "top", "trailing", "bottom"))
    #expect(try names { $0.horizontalEdges } == all("left", "right"))
    #expect(try names { $0.verticalEdges } == all("top", "bottom"))
    #expect(try names { $0.size } == all("width", "height"))
    #expect(try names { $0.center } == all("centerX", "centerY"))
    #expect(
      try names { $0.margins } == all("leftMargin", "topMargin", "rightMargin", "bottomMargin"))
    #expect(try names { $0.left.top.width } == all("left", "top", "width"))
  }

  @Test("sizes, points and insets as numbers")
  func numbers() throws {
    #expect(
      try made { _, make in
        make.size.equalTo(Size(width: 3, height: 4))
        make.size.greaterThanOrEqualTo(Size(width: 3, height: 4))
        make.size.lessThanOrEqualTo(Size(width: 3, height: 4))
        make.center.equalTo(Point(x: 5, y: -6))
        make.edges.equalTo(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
      } == [
        "a.width == 3", "a.height == 4", "a.width >= 3", "a.height >= 4", "a.width <= 3",
        "a.height <= 4", "a.centerX == root.centerX + 5", "a.centerY == root.centerY - 6",
        "a.left == root.left + 2", "a.top == root.top + 1", "a.right == root.right - 4",
        "a.bottom == root.bottom - 3",
      ])
  }

  @Test("offsets, insets, multipliers, priorities and identifiers; the last of a kind wins")
  func refinements() throws {
    #expect(
      try made { views, make in
        make.left.equalTo(views.b.layoutRight).offset(9).offset(8).priority(750)
        make.size.equalTo(views.b).offset(Size(width: 1, height: 2))
        make.center.equalTo(views.b).offset(Point(x: 1, y: -2)).priority(.low)
        make.edges.equalToSuperview().inset(10)
        make.directionalEdges.equalTo(views.b)
          .inset(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
        make.size.equalToSuperview().inset(5)
        make.center.equalToSuperview().inset(EdgeInsets(top: 1, left: 2, bottom: 3, right: 6))
        make.width.equalTo(views.b).multipliedBy(0.5).offset(1).labeled("half")
        make.height.equalTo(views.b.layoutWidth).dividedBy(4)
        make.width.equalTo(100).offset(20)
      } == [
        "a.left == b.right + 8 @750", "a.width == b.width + 1", "a.height == b.height + 2",
        "a.centerX == b.centerX + 1 @250", "a.centerY == b.centerY - 2 @250",
        "a.left == root.left + 10", "a.top == root.top + 10", "a.right == root.right - 10",
        "a.bottom == root.bottom - 10", "a.leading == b.leading + 2", "a.top == b.top + 1",
        "a.trailing == b.trailing - 4", "a.bottom == b.bottom - 3", "a.width == root.width - 10",
        "a.height == root.height - 10", "a.centerX == root.centerX - 2",
        "a.centerY == root.centerY - 1", "half: a.width == b.width * 0.5 + 1",
        "a.height == b.width * 0.25", "a.width == 20",
      ])
  }

  @Test("a statement's constraints can be kept, and changed later")
  func kept() throws {
    let views = Views()
    var kept: Constraint?
    var both: [Constraint] = []
    try views.a.makeConstraints { make in
      kept = make.left.equalToSuperview().offset(10).constraint
      both = make.size.equalTo(20).constraints
      make.top.equalToSuperview()
    }
    try views.root.layoutIfNeeded()
    #expect(views.a.frame == Rect(x: 10, y: 0, width: 20, height: 20))
    kept?.constant = 30
    both[1].constant = 5
    try views.root.layoutIfNeeded()
    #expect(views.a.frame == Rect(x: 30, y: 0, width: 20, height: 5))
  }

  @Test(
    "constraints that were asked for early keep their place, and later calls do not change them")
  func early() throws {
    let views = Views()
    var early: [Constraint] = []
    let made = try views.a.makeConstraints { make in
      make.left.top.equalTo(1)
      let second = make.width.height.equalTo(2)
      early = second.constraints
      second.offset(3)
      make.right.equalTo(4)
    }
    #expect(
      made.map(\.description) == [
        "a.left == root.left + 1", "a.top == root.top + 1", "a.width == 2", "a.height == 2",
        "a.right == root.right + 4",
      ])
    #expect(early.count == 2 && early[0] === made[2] && early[1] === made[3])
  }

  @Test("a statement that is kept keeps no other view alive")
  func lifetime() throws {
    let views = Views()
    var kept: RelatedAttributes?
    weak var other: View?
    do {
      let target = View("target")
      views.root.addSubview(target)
      other = target
      try views.a.makeConstraints { make in
        kept = make.left.equalToSuperview()
        make.top.equalTo(target)
      }
      target.removeFromSuperview()
    }
    #expect(other == nil)
    #expect(kept?.constraint?.isActive == true)
  }

  @Test("remaking removes what closures about the view made, and nothing else")
  func remake() throws {
    let views = Views()
    try views.a.makeConstraints {
      $0.left.equalTo(1)
      $0.width.equalTo(10)
    }
    try views.b.makeConstraints { $0.left.equalTo(views.a.layoutRight) }
    try views.a.layoutTop.equalTo(3).install()
    let made = try views.a.remakeConstraints { $0.right.equalToSuperview().inset(7) }
    #expect(made.map(\.description) == ["a.right == root.right - 7"])
    #expect(
      views.root.constraints.map(\.description)
        == ["b.left == a.right", "a.top == root.top + 3", "a.right == root.right - 7"])
    #expect(views.a.constraints.isEmpty)
    views.a.removeConstraints()
    #expect(
      views.root.constraints.map(\.description) == ["b.left == a.right", "a.top == root.top + 3"])
  }

  @Test("updating changes constants, and adds what is new")
  func update() throws {
    let views = Views()
    let made = try views.a.makeConstraints {
      $0.left.equalTo(1)
      $0.width.equalTo(10)
    }
    let active = try views.a.updateConstraints {
      $0.width.equalTo(25)
      $0.top.equalToSuperview()
    }
    #expect(active[0] === made[1] && made[1].constant == 25)
    #expect(
      views.root.constraints.map(\.description) == ["a.left == root.left + 1", "a.top == root.top"])
    // What an update added is removed with the rest.
    views.a.removeConstraints()
    #expect(views.root.constraints.isEmpty && views.a.constraints.isEmpty)
  }

  @Test("what is prepared is not installed")
  func prepare() throws {
    let views = Views()
    let prepared = try views.a.prepareConstraints { $0.size.equalTo(5) }
    #expect(prepared.count == 2 && !prepared.contains { $0.isActive })
  }

  @Test("mistakes are thrown, and nothing is installed")
  func mistakes() throws {
    let views = Views()
    func expect(_ mistake: ConstraintMistake, _ closure: (ConstraintMaker) -> Void) {
      #expect(throws: mistake) { try views.a.makeConstraints(closure) }
      #expect(views.root.constraints.isEmpty && views.a.constraints.isEmpty)
    }
    expect(.noRelation("a.left.top")) {
      $0.width.equalTo(4)
      _ = $0.left.top
    }
    expect(.sizeWithLocation("a.width", "b.left")) { $0.width.equalTo(views.b.layoutLeft) }
    expect(.unfit(call: "a.left", what: "a size or point")) { $0.left.equalTo(Size.zero) }
    expect(.unfit(call: "a.width", what: "a size or point")) { $0.width.equalTo(Point.zero) }
    expect(.priority(0)) { $0.width.equalTo(4).priority(0) }
    let lone = View("lone")
    expect(.noCommonSuperview("a.left", "lone.left")) { $0.left.equalTo(lone) }
    #expect(throws: ConstraintMistake.noSuperview("lone.left")) {
      try lone.makeConstraints { $0.left.equalToSuperview() }
    }
    #expect(throws: ConstraintMistake.noSuperview("lone.top")) {
      try lone.makeConstraints { $0.top.equalTo(5) }
    }
    #expect(
      "\(ConstraintMistake.noRelation("a.left"))"
        == "a.left is compared with nothing: a statement needs equalTo, or another relation")
  }
}
