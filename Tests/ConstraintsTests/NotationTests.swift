import Constraints
import LayoutModel
import Testing

/// Root with a and b side by side, c in a; root 320 × 480.
func sampleTree(_ direction: LayoutDirection = .leftToRight) -> ViewTree {
  var tree = ViewTree(rootSize: Size(width: 320, height: 480), direction: direction)
  var traits = ViewTraits()
  traits.firstBaseline = 13
  traits.lastBaseline = 4
  traits.margins = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
  tree.add("a", traits: traits)
  tree.add("c", to: ViewID(1))
  tree.add("b", traits: traits)
  return tree
}

@Suite("Equations")
struct EquationTests {
  let tree = sampleTree()

  @Test(
    "a constraint is read as it is meant",
    arguments: [
      ("a.left == superview.left + 5", "a.left == root.left + 5"),
      ("a.width>=100", "a.width >= 100"),
      ("a.width == 2 * b.width / 4 - 5 @750", "a.width == b.width * 0.5 - 5 @750"),
      ("a.width == 0.5*b.height@high", "a.width == b.height * 0.5 @750"),
      ("a.leading <= b.trailing - .5 @ 250.5", "a.leading <= b.trailing - 0.5 @250.5"),
      ("c.centerX == a.centerX * 1e0", "c.centerX == a.centerX"),
      ("a.width == -1.5e1", "a.width == -15"), ("a.width == 0 * b.width + 7", "a.width == 7"),
      ("a.lastBaseline == b.firstBaseline", "a.lastBaseline == b.firstBaseline"),
    ] as [(String, String)])
  func reading(_ text: String, _ meaning: String) throws {
    let constraint = try EquationParser.constraint(from: text, in: tree)
    #expect(constraint.equation(in: tree) == meaning)
    #expect(constraint.text(in: tree) == text)
  }

  @Test(
    "what is refused is told with its column and reason",
    arguments: [
      (
        "a.left == 20", 1,
        "a.left is a location and needs a view on the right: write 'superview.left + 20'"
      ),
      (
        "a.width == b.left", 1,
        "a.width with b.left: a.width is a size, b.left a location; they cannot be compared"
      ),
      ("a.left == b.top", 1, "a.left with b.top: one is horizontal, the other vertical"),
      (
        "a.left == b.leading", 1,
        "a.left with b.leading: left and right cannot be compared with leading and trailing"
      ),
      (
        "a.left == 0 * b.left + 5", 1,
        "a.left is a location; multiplier 0 leaves only a constant to compare it with"
      ),
      ("a.width == b.width / 0", 22, "division by zero or nearly zero ('/ 0')"),
      ("a.width == 5.", 12, "'5.' is not a number"),
      ("a.width == 1e999", 12, "'1e999' is not a finite number"),
      ("a.width == 5 @0", 15, "a priority is above 0 and at most 1000, found 0"),
      ("a.width == 5 @1001", 15, "a priority is above 0 and at most 1000, found 1001"),
      ("a.width = 5", 9, "unknown relation: it must be ==, >= or <="),
      ("a.width > 5", 9, "unknown relation: it must be ==, >= or <="),
      (
        "a.width == 50 + 10", 15,
        "the constraint should end here; no further arithmetic is allowed"
      ),
      ("avatar.width == 5", 1, "no view named 'avatar'"),
      ("a.widht == 5", 3, "unknown attribute 'widht'; did you mean 'width'?"),
      ("superview.left == a.left", 1, "'superview' is allowed on the right side only"),
      ("root.left == superview.left", 14, "root has no superview"),
      ("a width == 5", 2, "expected '.' and an attribute after 'a'"),
      ("", 1, "expected a view and its attribute"),
    ] as [(String, Int, String)])
  func refusals(_ text: String, _ column: Int, _ reason: String) throws {
    let mistake = try #require(throws: NotationMistake.self) {
      try EquationParser.constraint(from: text, in: tree)
    }
    #expect(mistake.column == column)
    #expect(mistake.description == "equation: \(reason)")
  }

  @Test("sums of unknowns are read, both sides")
  func sums() throws {
    let constraint = try EquationParser.linearConstraint(
      from: "a.left + 0.5 * a.width - 0.25 * root.width == 10 - b.top @750", in: tree)
    var frames = Array(repeating: Rect.zero, count: 4)
    frames[0] = Rect(x: 0, y: 0, width: 320, height: 480)
    frames[1] = Rect(x: 7, y: 0, width: 30, height: 0)
    frames[3] = Rect(x: 0, y: 3, width: 0, height: 0)
    #expect(constraint.difference(in: tree).value(in: frames) == 7 + 15 - 80 - 10 + 3)
    #expect(constraint.priority.value == 750)
    #expect(throws: NotationMistake.self) {
      try EquationParser.linearConstraint(from: "a.right == 5", in: tree)
    }
  }
}

@Suite("What constraints measure")
struct DifferenceTests {
  static let frames = [
    Rect(x: 0, y: 0, width: 320, height: 480), Rect(x: 10, y: 20, width: 100, height: 50),
    Rect(x: 3, y: 4, width: 30, height: 20), Rect(x: 200, y: 300, width: 60, height: 70),
  ]

  /// Every attribute of a: its position from root's left and top in the frames above.
  static let values: [(Attribute, Double, Double)] = [
    (.left, 10, 10), (.right, 110, 110), (.top, 20, 20), (.bottom, 70, 70), (.centerX, 60, 60),
    (.centerY, 45, 45), (.leftMargin, 12, 12), (.rightMargin, 106, 106), (.topMargin, 21, 21),
    (.bottomMargin, 67, 67), (.centerXWithinMargins, 59, 59), (.centerYWithinMargins, 44, 44),
    (.leading, 10, 210), (.trailing, 110, 310), (.leadingMargin, 12, 214),
    (.trailingMargin, 106, 308), (.firstBaseline, 33, 33), (.lastBaseline, 66, 66),
  ]

  @Test("each attribute, left to right and right to left", arguments: values)
  func attributes(_ attribute: Attribute, _ leftToRight: Double, _ rightToLeft: Double) throws {
    for (direction, value) in [
      (LayoutDirection.leftToRight, leftToRight), (.rightToLeft, rightToLeft),
    ] {
      let tree = sampleTree(direction)
      // Relative to the root's leading, left or top, which is 0 in every direction.
      let other: Attribute =
        attribute.axis == .vertical
        ? .top
        : attribute.rawValue.contains("ing") && !attribute.rawValue.contains("center")
          ? .leading : .left
      let constraint = try LinearConstraint(
        .init(ViewID(1), attribute), .equal, .init(.root, other), in: tree)
      // In a right-to-left tree positions count from the right edge.
      let expected =
        direction == .rightToLeft && other == .leading ? mirrored(attribute) : value
      #expect(constraint.difference(in: tree).value(in: Self.frames) == expected)
    }
  }

  private func mirrored(_ attribute: Attribute) -> Double {
    switch attribute {
    case .leading: 320 - 110
    case .trailing: 320 - 10
    case .leadingMargin: 320 - 106
    default: 320 - 12
    }
  }

  @Test("with a multiplier both sides are measured in the reference view")
  func multipliers() throws {
    let tree = sampleTree()
    // c's centre relative to half of its superview's: measured in a, whose own left is 0.
    let inner = try EquationParser.constraint(from: "c.centerX == 0.5 * a.centerX", in: tree)
    #expect(inner.difference(in: tree).value(in: Self.frames) == 18 - 25)
    // c relative to b: measured in the root.
    let across = try EquationParser.constraint(from: "c.left == 0.5 * b.left", in: tree)
    #expect(across.difference(in: tree).value(in: Self.frames) == 13 - 100)
    // A view with itself: measured in its superview.
    let own = try EquationParser.constraint(from: "c.right == 2 * c.left", in: tree)
    #expect(own.difference(in: tree).value(in: Self.frames) == 33 - 6)
  }
}

@Suite("Visual format")
struct VisualFormatTests {
  let tree = sampleTree()

  func equations(
    _ text: String, metrics: [String: Double] = [:], options names: [String] = []
  ) throws -> [String] {
    var options = FormatOptions()
    for name in names { try options.insert(name, isHorizontal: !text.hasPrefix("V")) }
    return try VisualFormat.constraints(
      from: text, in: tree, metrics: metrics, options: options
    ).map { $0.equation(in: tree) }
  }

  @Test(
    "each construct means its constraints",
    arguments: [
      ("[a(50)]", ["a.width == 50"]),
      ("V:[a(>=50,<=60@750)]", ["a.height >= 50", "a.height <= 60 @750"]),
      ("[a(b)]", ["a.width == b.width"]), ("[a(>=b@low)]", ["a.width >= b.width @250"]),
      ("[a][b]", ["b.leading == a.trailing"]), ("[a]-[b]", ["b.leading == a.trailing + 8"]),
      ("[a]-12-[b]", ["b.leading == a.trailing + 12"]),
      (
        "[a]-(>=8,<=20@750)-[b]",
        ["b.leading >= a.trailing + 8", "b.leading <= a.trailing + 20 @750"]
      ), ("|[a]", ["a.leading == root.leading"]), ("|-12-[a]", ["a.leading == root.leading + 12"]),
      ("|-[a]", ["a.leading == root.leadingMargin"]), ("[a]|", ["root.trailing == a.trailing"]),
      ("[a]-12-|", ["root.trailing == a.trailing + 12"]),
      ("[a]-|", ["root.trailingMargin == a.trailing"]),
      ("V:|-[c]-|", ["c.top == a.topMargin", "a.bottomMargin == c.bottom"]),
      ("V:|-(-5)-[a]", ["a.top == root.top - 5"]),
      ("H:|[root(5)]", []),
    ] as [(String, [String])])
  func constructs(_ text: String, _ meaning: [String]) throws {
    guard !meaning.isEmpty else {
      #expect(throws: NotationMistake.self) { try equations(text) }
      return
    }
    #expect(try equations(text) == meaning)
  }

  @Test("metrics stand for numbers, options for alignments and directions")
  func metricsAndOptions() throws {
    #expect(
      try equations("|-gap-[a(wide@p)]", metrics: ["gap": -3, "wide": 7, "p": 99])
        == ["a.width == 7 @99", "a.leading == root.leading - 3"])
    #expect(
      try equations("[a][b]", options: ["alignAllTop", "alignAllBottom"])
        == ["b.leading == a.trailing", "a.top == b.top", "a.bottom == b.bottom"])
    #expect(
      try equations("|-8-[a]-9-[b]-|", options: ["directionLeftToRight"])
        == ["a.left == root.left + 8", "b.left == a.right + 9", "root.rightMargin == b.right"])
    #expect(
      try equations("|-8-[a]-9-[b]-|", options: ["directionRightToLeft"])
        == ["root.right == a.right + 8", "a.left == b.right + 9", "b.left == root.leftMargin"])
    #expect(throws: FormatOptionMistake.twoDirections) {
      try equations("[a]", options: ["directionLeftToRight", "directionRightToLeft"])
    }
  }

  @Test(
    "what is refused is told with its column and reason",
    arguments: [
      ("V|[a]|", 2, "expected ':' after 'V'"), ("H:|-10- [a]", 8, "no white space is allowed"),
      ("H:[a(50][b]", 8, "expected ',' or ')' in the predicate list"),
      ("H:[a-8-[b]", 4, "no view named 'a-8-'"), ("H:[a", 5, "expected ']' after the view"),
      ("H:[a(=50)]", 6, "unknown relation: it must be ==, >= or <="),
      ("H:[a(>50)]", 6, "unknown relation: it must be ==, >= or <="),
      ("H:[a]-10[b]", 9, "expected '-' after the gap"),
      ("H:[a]--10-[b]", 7, "a plain gap is positive; put a negative one in parentheses"),
      ("H:[a]-(==b)-[c]", 10, "a gap cannot equal a view"),
      ("H:[a]-gap-[b]", 7, "no metric named 'gap'"),
      ("H:[a(wide)]", 6, "no metric or view named 'wide'"),
      ("H:[a(50@p)]", 9, "no metric or priority named 'p'"),
      (
        "H:[a(50@2000)]", 9, "priority out of range: above 0 and at most 1000, found 2000"
      ), ("H:|[root]|", 3, "'|' means nothing here: root has no superview"),
      ("H:|", 4, "expected '[' and the name of a view"),
      ("H:[a]-", 7, "expected '[' and the name of a view"),
      ("H:-8-[a]", 3, "expected '[' and the name of a view"),
      ("H:[a]|[b]", 7, "the format should end here"), ("", 1, "the format is empty"),
    ] as [(String, Int, String)])
  func refusals(_ text: String, _ column: Int, _ reason: String) throws {
    let mistake = try #require(throws: NotationMistake.self) { try equations(text) }
    #expect(mistake.column == column)
    #expect(mistake.description == "visual format: \(reason)")
  }

  @Test("a constraint is written in the format that makes it")
  func writing() throws {
    for text in ["[a(50)]", "V:[a(>=50@750)]", "[b(==a)]"] {
      let constraint = try #require(
        try VisualFormat.constraints(from: text, in: tree).first)
      #expect(
        constraint.text(in: tree).hasSuffix(
          text.replacing("H:", with: "").replacing("V:", with: "")))
    }
    let gap = try #require(
      try VisualFormat.constraints(from: "[a]-(>=8@750)-[b]", in: tree).first)
    #expect(gap.text(in: tree) == "H:[a]-(>=8@750)-[b]")
    let edge = try EquationParser.constraint(from: "a.leading == superview.leading + 50", in: tree)
    #expect(edge.conflictText(in: tree) == "H:|-(50)-[a]   (names: '|':root)")
    let far = try EquationParser.constraint(from: "a.right <= superview.right - 10", in: tree)
    #expect(far.conflictText(in: tree) == "H:[a]-(>=10)-|(LTR)   (names: '|':root)")
  }
}
