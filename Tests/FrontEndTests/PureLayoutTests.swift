import Constraints
import GLPKLayout
import LayoutModel
import Testing

@Suite("PureLayout's calls and anchors")
struct PureLayoutTests {
  private func text(_ constraints: [Constraint]) -> [String] { constraints.map(\.description) }

  private func installed(_ views: Views, _ block: () -> Void) throws -> [String] {
    let made = try Constraint.autoCreateAndInstallConstraints(block)
    #expect(made.allSatisfy { $0.isActive })
    defer { Constraint.deactivate(made) }
    return text(made)
  }

  @Test("every call on a view makes the constraints of its row")
  func calls() throws {
    let v = Views()
    let (a, b) = (v.a, v.b)
    let insets = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    func made(_ block: () -> Void) throws -> [String] { try installed(v, block) }
    for (edge, name) in [(Edge.left, "left"), (.top, "top"), (.leading, "leading")] {
      #expect(
        try made {
          a.autoPinEdge(toSuperviewEdge: edge, withInset: 5, relation: .greaterThanOrEqual)
        }
          == ["a.\(name) >= root.\(name) + 5"])
      #expect(
        try made { a.autoPinEdge(toSuperviewMargin: edge) } == ["a.\(name) == root.\(name)Margin"])
    }
    for (edge, name) in [(Edge.right, "right"), (.bottom, "bottom"), (.trailing, "trailing")] {
      #expect(
        try made {
          a.autoPinEdge(toSuperviewEdge: edge, withInset: 5, relation: .greaterThanOrEqual)
        }
          == ["a.\(name) <= root.\(name) - 5"])
      #expect(
        try made { a.autoPinEdge(toSuperviewMargin: edge, relation: .lessThanOrEqual) }
          == ["a.\(name) >= root.\(name)Margin"])
      #expect(
        try made { a.autoPinEdge(toSuperviewSafeArea: edge, withInset: 2) }
          == ["a.\(name) == root.\(name) - 2"])
    }
    let all = [
      "a.top == root.top + 1", "a.leading == root.leading + 2", "a.bottom == root.bottom - 3",
      "a.trailing == root.trailing - 4",
    ]
    #expect(try made { a.autoPinEdgesToSuperviewEdges(with: insets) } == all)
    #expect(try made { a.autoPinEdgesToSuperviewSafeArea(with: insets) } == all)
    #expect(
      try made { a.autoPinEdgesToSuperviewEdges(with: insets, excludingEdge: .top) }
        == Array(all.dropFirst()))
    #expect(
      try made { a.autoPinEdgesToSuperviewSafeArea(with: insets, excludingEdge: .left) } == [
        "a.top == root.top + 1", "a.bottom == root.bottom - 3", "a.right == root.right - 4",
      ])
    #expect(
      try made { a.autoPinEdgesToSuperviewEdges(with: insets, excludingEdge: .right) } == [
        "a.top == root.top + 1", "a.left == root.left + 2", "a.bottom == root.bottom - 3",
      ])
    #expect(
      try made { a.autoPinEdgesToSuperviewMargins(with: insets) } == [
        "a.top == root.topMargin + 1", "a.leading == root.leadingMargin + 2",
        "a.bottom == root.bottomMargin - 3", "a.trailing == root.trailingMargin - 4",
      ])
    #expect(
      try made { a.autoPinEdges(toSuperviewMarginsExcludingEdge: .bottom) } == [
        "a.top == root.topMargin", "a.leading == root.leadingMargin",
        "a.trailing == root.trailingMargin",
      ])
    #expect(
      try made { a.autoPinEdge(.leading, to: .trailing, of: b, withOffset: -5) }
        == ["a.leading == b.trailing - 5"])
    #expect(
      try made { a.autoPinEdge(.top, to: .bottom, of: b, relation: .lessThanOrEqual) }
        == ["a.top <= b.bottom"])
    #expect(
      try made { a.autoCenterInSuperview() }
        == ["a.centerY == root.centerY", "a.centerX == root.centerX"])
    #expect(
      try made { a.autoCenterInSuperviewMargins() } == [
        "a.centerY == root.centerYWithinMargins", "a.centerX == root.centerXWithinMargins",
      ])
    #expect(
      try made { a.autoAlignAxis(toSuperviewMarginAxis: .vertical) }
        == ["a.centerX == root.centerXWithinMargins"])
    #expect(
      try made {
        a.autoMatch(.width, to: .height, of: b, withOffset: 5, relation: .greaterThanOrEqual)
      }
        == ["a.width >= b.height + 5"])
    #expect(
      try made { a.autoMatch(.height, to: .height, of: b, withMultiplier: 2) }
        == ["a.height == b.height * 2"])
    #expect(
      try made { a.autoSetDimension(.width, toSize: 5, relation: .lessThanOrEqual) }
        == ["a.width <= 5"])
    #expect(
      try made { a.autoSetDimensions(to: Size(width: 5, height: 6)) }
        == ["a.width == 5", "a.height == 6"])
    #expect(
      try made { a.autoConstrainAttribute(.left, to: .centerX, of: b, withOffset: 4) }
        == ["a.left == b.centerX + 4"])
    #expect(
      try made { a.autoConstrainAttribute(.left, to: .centerX, of: b, withMultiplier: 0.5) }
        == ["a.left == b.centerX * 0.5"])
  }

  @Test("every axis is a line of both views")
  func axes() throws {
    let v = Views()
    for (axis, name) in [
      (LayoutAxis.vertical, "centerX"), (.horizontal, "centerY"), (.baseline, "lastBaseline"),
      (.lastBaseline, "lastBaseline"), (.firstBaseline, "firstBaseline"),
    ] {
      #expect(
        try installed(v) { v.a.autoAlignAxis(axis, toSameAxisOf: v.b, withOffset: 3) }
          == ["a.\(name) == b.\(name) + 3"])
      #expect(
        try installed(v) { v.a.autoAlignAxis(axis, toSameAxisOf: v.b, withMultiplier: 2) }
          == ["a.\(name) == b.\(name) * 2"])
      #expect(
        try installed(v) { v.a.autoAlignAxis(toSuperviewAxis: axis) }
          == ["a.\(name) == root.\(name)"])
    }
    #expect(
      throws: ConstraintMistake.unfit(
        call: "autoAlignAxis(toSuperviewMarginAxis:)", what: "a baseline")
    ) {
      try Constraint.autoCreateAndInstallConstraints {
        v.a.autoAlignAxis(toSuperviewMarginAxis: .baseline)
      }
    }
  }

  @Test("calls on several views relate each to the one before")
  func arrays() throws {
    let v = Views()
    let views = [v.a, v.b]
    #expect(try installed(v) { views.autoAlignViews(to: .bottom) } == ["b.bottom == a.bottom"])
    #expect(
      try installed(v) { views.autoAlignViews(toAxis: .horizontal) } == ["b.centerY == a.centerY"])
    #expect(try installed(v) { views.autoMatchViewsDimension(.height) } == ["b.height == a.height"])
    #expect(
      try installed(v) { views.autoSetViewsDimension(.width, toSize: 4) }
        == ["a.width == 4", "b.width == 4"])
    #expect(
      try installed(v) { views.autoSetViewsDimensions(to: Size(width: 4, height: 5)) }
        == ["a.width == 4", "b.width == 4", "a.height == 5", "b.height == 5"])
    for (call, block): (String, () -> Void) in [
      ("autoAlignViews(to:)", { [v.a].autoAlignViews(to: .top) }),
      ("autoAlignViews(toAxis:)", { [v.a].autoAlignViews(toAxis: .vertical) }),
      ("autoMatchViewsDimension", { [v.a].autoMatchViewsDimension(.width) }),
    ] {
      #expect(throws: ConstraintMistake.fewViews(call: call, wanted: 2, found: 1)) {
        try Constraint.autoCreateAndInstallConstraints(block)
      }
    }
    #expect(
      throws: ConstraintMistake.fewViews(call: "autoSetViewsDimension", wanted: 1, found: 0)
    ) {
      try Constraint.autoCreateAndInstallConstraints {
        [View]().autoSetViewsDimension(.width, toSize: 1)
      }
    }
  }

  @Test("blocks nest: the innermost priority, identifier and collection count")
  func blocks() throws {
    let v = Views()
    var inner: [Constraint] = []
    let outer = try Constraint.autoCreateConstraintsWithoutInstalling {
      Constraint.autoSetPriority(.high) {
        v.a.autoSetDimension(.width, toSize: 1)
        Constraint.autoSetIdentifier("gap") {
          Constraint.autoSetPriority(300) { v.a.autoSetDimension(.width, toSize: 2) }
          inner =
            (try? Constraint.autoCreateConstraintsWithoutInstalling {
              v.a.autoSetDimension(.width, toSize: 3)
            }) ?? []
        }
        v.a.autoSetContentHuggingPriority(for: .horizontal)
        v.a.autoSetContentCompressionResistancePriority(for: .vertical)
      }
      v.a.autoSetDimension(.width, toSize: 4)
      // Chains and anchors are not PureLayout calls.
      _ = v.a.layoutWidth.equalTo(5)
    }
    #expect(text(outer) == ["a.width == 1 @750", "gap: a.width == 2 @300", "a.width == 4"])
    #expect(text(inner) == ["gap: a.width == 3 @750"])
    #expect(!outer.contains { $0.isActive })
    #expect(v.a.hugging == AxisPair(750, 250) && v.a.compression == AxisPair(750, 750))
    #expect(throws: ConstraintMistake.self) {
      try Constraint.autoCreateAndInstallConstraints {
        v.a.autoSetContentHuggingPriority(for: .vertical)
      }
    }
    try outer.autoInstallConstraints()
    #expect(outer.allSatisfy { $0.isActive })
    outer.autoRemoveConstraints()
    #expect(!outer.contains { $0.isActive })
    #expect(text(outer.autoIdentifyConstraints("all"))[2] == "all: a.width == 4")
    let one = outer[0].autoIdentify("one")
    try one.autoInstall()
    #expect(one.isActive)
    one.autoRemove()
    // Outside a block a call installs at once.
    #expect(v.a.autoSetDimension(.height, toSize: 9).isActive)
  }

  @Test("pins that are at least so far in lie inside on all six edges")
  func inside() throws {
    for edge in Edge.allCases {
      let v = Views()
      try Constraint.autoCreateAndInstallConstraints {
        v.a.autoSetDimensions(to: Size(width: 50, height: 50))
        v.a.autoPinEdge(toSuperviewEdge: edge, withInset: 10, relation: .greaterThanOrEqual)
        // A constraint that pulls far outside.
        Constraint.autoSetPriority(.low) {
          v.a.autoPinEdge(toSuperviewEdge: edge, withInset: -100)
        }
      }
      try v.root.layoutIfNeeded()
      let frame = v.a.frame
      switch edge {
      case .left, .leading: #expect(frame.x == 10)
      case .top: #expect(frame.y == 10)
      case .right, .trailing: #expect(frame.right == 310)
      case .bottom: #expect(frame.bottom == 470)
      }
    }
  }

  @Test(
    "distributed views stand where the arithmetic says",
    arguments: [1, 2, 5], [true, false])
  func distribution(_ count: Int, _ insetSpacing: Bool) throws {
    for isVertical in [false, true] {
      for direction in LayoutDirection.allCases {
        for isFixedSize in [false, true] {
          let root = View("root", frame: Rect(x: 0, y: 0, width: 600, height: 600))
          root.direction = direction
          let views = (0..<count).map { View("v\($0)") }
          for view in views { root.addSubview(view) }
          try Constraint.autoCreateAndInstallConstraints {
            views[0].autoPinEdge(toSuperviewEdge: isVertical ? .left : .top, withInset: 7)
            views.autoSetViewsDimension(isVertical ? .width : .height, toSize: 20)
            if isFixedSize {
              views.autoDistributeViews(
                along: isVertical ? .vertical : .horizontal,
                alignedTo: isVertical ? .left : .top, withFixedSize: 30,
                insetSpacing: insetSpacing)
            } else {
              views.autoDistributeViews(
                along: isVertical ? .vertical : .horizontal,
                alignedTo: isVertical ? .vertical : .horizontal, withFixedSpacing: 12,
                insetSpacing: insetSpacing)
            }
          }
          try root.layoutIfNeeded()
          let number = Double(count)
          let gaps = insetSpacing ? number + 1 : number - 1
          let (size, gap) =
            isFixedSize
            ? (30, gaps == 0 ? 0 : (600 - 30 * number) / gaps)
            : ((600 - 12 * gaps) / number, 12.0)
          for (index, view) in views.enumerated() {
            var start = (insetSpacing ? gap : 0) + Double(index) * (size + gap)
            if isFixedSize, count == 1, !insetSpacing { start = 285 }
            if !isVertical, direction == .rightToLeft { start = 600 - start - size }
            let expected =
              isVertical
              ? Rect(x: 7, y: start, width: 20, height: size)
              : Rect(x: start, y: 7, width: size, height: 20)
            #expect(
              view.frame.isClose(to: expected, within: 1e-6),
              "\(isVertical) \(direction) \(isFixedSize) \(index): \(view.frame) \(expected)")
          }
        }
      }
    }
    let v = Views()
    #expect(throws: ConstraintMistake.self) {
      try Constraint.autoCreateAndInstallConstraints {
        [v.a, v.b].autoDistributeViews(
          along: .horizontal, alignedTo: .left, withFixedSpacing: 5)
      }
    }
  }

  @Test("anchors make the constraints of their rows")
  func anchors() throws {
    let v = Views()
    let (a, b) = (v.a, v.b)
    let rows: [(Constraint, String)] = [
      (
        a.leadingAnchor.constraint(equalTo: b.trailingAnchor, constant: 10),
        "a.leading == b.trailing + 10"
      ),
      (a.leftAnchor.constraint(greaterThanOrEqualTo: b.rightAnchor), "a.left >= b.right"),
      (
        a.centerXAnchor.constraint(lessThanOrEqualTo: b.centerXAnchor, constant: -1),
        "a.centerX <= b.centerX - 1"
      ),
      (a.topAnchor.constraint(equalTo: b.bottomAnchor), "a.top == b.bottom"),
      (a.centerYAnchor.constraint(equalTo: b.firstBaselineAnchor), "a.centerY == b.firstBaseline"),
      (a.lastBaselineAnchor.constraint(equalTo: b.topAnchor), "a.lastBaseline == b.top"),
      (
        a.widthAnchor.constraint(equalTo: b.heightAnchor, multiplier: 2, constant: 3),
        "a.width == b.height * 2 + 3"
      ),
      (
        a.widthAnchor.constraint(greaterThanOrEqualTo: b.widthAnchor, multiplier: 0.5),
        "a.width >= b.width * 0.5"
      ),
      (
        a.widthAnchor.constraint(lessThanOrEqualTo: b.widthAnchor, multiplier: 2, constant: 1),
        "a.width <= b.width * 2 + 1"
      ),
      (a.heightAnchor.constraint(equalToConstant: 4), "a.height == 4"),
      (a.heightAnchor.constraint(greaterThanOrEqualToConstant: 4), "a.height >= 4"),
      (a.heightAnchor.constraint(lessThanOrEqualToConstant: 4), "a.height <= 4"),
      (
        a.leadingAnchor.constraint(equalToSystemSpacingAfter: b.trailingAnchor, multiplier: 2),
        "a.leading == b.trailing + 16"
      ),
      (
        a.leadingAnchor.constraint(greaterThanOrEqualToSystemSpacingAfter: b.trailingAnchor),
        "a.leading >= b.trailing + 8"
      ),
      (
        a.leadingAnchor.constraint(lessThanOrEqualToSystemSpacingAfter: b.trailingAnchor),
        "a.leading <= b.trailing + 8"
      ),
      (
        a.topAnchor.constraint(equalToSystemSpacingBelow: b.bottomAnchor, multiplier: 0.5),
        "a.top == b.bottom + 4"
      ),
      (
        a.topAnchor.constraint(greaterThanOrEqualToSystemSpacingBelow: b.bottomAnchor),
        "a.top >= b.bottom + 8"
      ),
      (
        a.topAnchor.constraint(lessThanOrEqualToSystemSpacingBelow: b.bottomAnchor),
        "a.top <= b.bottom + 8"
      ),
      (
        a.leadingAnchor.constraint(equalTo: v.root.layoutMarginsGuide.leadingAnchor),
        "a.leading == root.leadingMargin"
      ),
      (
        a.bottomAnchor.constraint(equalTo: v.root.layoutMarginsGuide.bottomAnchor),
        "a.bottom == root.bottomMargin"
      ),
      (
        a.centerYAnchor.constraint(equalTo: v.root.layoutMarginsGuide.centerYAnchor),
        "a.centerY == root.centerYWithinMargins"
      ),
    ]
    for (constraint, expected) in rows {
      #expect(constraint.description == expected)
      #expect(!constraint.isActive)
    }
    try Constraint.activate(rows.map(\.0))
    #expect(rows.allSatisfy { $0.0.isActive })
    Constraint.deactivate(rows.map(\.0))
    #expect(throws: ConstraintMistake.sides("a.left", "b.leading")) {
      try Constraint.activate([a.leftAnchor.constraint(equalTo: b.leadingAnchor)])
    }
  }

  @Test("one constraint, four ways and visual format")
  func fourWays() throws {
    let v = Views()
    let (a, b) = (v.a, v.b)
    var ways = [
      a.layoutLeading.equalTo(b.layoutTrailing).constant(10).priority(750),
      a.leadingAnchor.constraint(equalTo: b.trailingAnchor, constant: 10).priority(750),
      Constraint(
        item: a, attribute: .leading, relatedBy: .equal, toItem: b, attribute: .trailing,
        multiplier: 1, constant: 10
      ).priority(750),
    ]
    ways += try Constraint.autoCreateConstraintsWithoutInstalling {
      Constraint.autoSetPriority(.high) {
        a.autoPinEdge(.leading, to: .trailing, of: b, withOffset: 10)
      }
    }
    ways += try Constraint.constraints(
      withVisualFormat: "H:[b]-(10@p)-[a]", metrics: ["p": 750], views: ["a": a, "b": b])
    #expect(ways.count == 5)
    for way in ways { #expect(way.description == "a.leading == b.trailing + 10 @750") }
  }

  @Test("visual format names views of a program, and says where it stops")
  func visualFormat() throws {
    let v = Views()
    let made = try Constraint.constraints(
      withVisualFormat: "H:|-[first(>=50)]-gap-[second]|",
      options: [.alignAllTop, .directionLeftToRight], metrics: ["gap": 12],
      views: ["first": v.a, "second": v.b])
    #expect(
      text(made) == [
        "a.width >= 50", "a.left == root.leftMargin", "b.left == a.right + 12",
        "root.right == b.right", "a.top == b.top",
      ])
    let error = #expect(throws: ConstraintMistake.self) {
      try Constraint.constraints(withVisualFormat: "H:[first]-[third]", views: ["first": v.a])
    }
    #expect(error?.description.contains("third") == true)
    #expect(error?.description.contains("^") == true)
    #expect(throws: ConstraintMistake.self) {
      try Constraint.constraints(withVisualFormat: "H:[first]", views: [:])
    }
    let stranger = View("stranger")
    let apart = try Constraint.constraints(
      withVisualFormat: "H:[first]-[other]", views: ["first": v.a, "other": stranger])
    let tree = #expect(throws: ConstraintMistake.self) { try Constraint.activate(apart) }
    #expect(tree == .noCommonSuperview("stranger.leading", "a.trailing"))
    let huge = #expect(throws: ConstraintMistake.self) {
      try Constraint.constraints(
        withVisualFormat: "H:[first(wide)]", metrics: ["wide": .infinity], views: ["first": v.a])
    }
    #expect(huge?.description.contains("^") == true)
    #expect(throws: ConstraintMistake.self) {
      try Constraint.constraints(
        withVisualFormat: "H:[first]", options: [.alignAllLeft], views: ["first": v.a])
    }
  }
}
