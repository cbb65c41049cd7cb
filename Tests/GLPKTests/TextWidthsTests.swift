import Constraints
import LayoutBenchFixtures
import LayoutBenchTiming
import LayoutModel
import Testing

@testable import GLPKLayout

/// Random screens in which some view's width and height depend on each other, and texts: where no text is
/// joined with such a view, its width is known before heights are.
@Suite("Widths of texts beside constraints of both axes")
struct TextWidthsTests {
  /// Cards with a logo as wide as it is high, a picture of a ratio that is preferred, and texts.
  struct Screen: WrittenScreen {
    var tree: ViewTree
    var written: [LinearConstraint] = []
    var texts: [ViewID] = []
    /// Logos and pictures.
    var contents: [ViewID] = []
    /// True if a logo stands beside a text.
    var isJoined = false
    private var dice: SplitMix64

    init(seed: UInt64) throws {
      dice = SplitMix64(seed: seed)
      tree = ViewTree(rootSize: Size(width: 320, height: 600))
      var above: LinearConstraint.Item?
      for card in 0..<1 + dice.below(3) { try add(card: card, below: &above) }
    }

    private mutating func add(card place: Int, below above: inout LinearConstraint.Item?) throws {
      let card = try view("card\(place)", in: .root)
      let logo = try view("logo\(place)", in: card)
      let picture = try view("picture\(place)", in: card)
      let title = try view("title\(place)", in: card)
      let body = try view("body\(place)", in: card)
      for view in [logo, picture] {
        tree.setIntrinsicSize(
          IntrinsicSize(Double(30 + dice.below(90)), Double(30 + dice.below(60))), of: view)
        contents.append(view)
      }
      for view in [title, body] {
        tree.setText(TextChanges.text(1 + dice.below(40)), of: view)
        texts.append(view)
      }
      try require(card, .leading, .equal, .init(.root, .leading), 1, 8)
      if dice.below(3) > 0 {
        try require(card, .trailing, .equal, .init(.root, .trailing), 1, -8)
      } else {
        try require(card, .width, .equal, .init(.root, .width), 0.8, 0)
      }
      try require(card, .top, .equal, above ?? .init(.root, .top), 1, 4)
      above = .init(card, .bottom)
      // 1 A logo whose sizes depend on each other.
      try require(logo, .centerX, .equal, .init(card, .centerX))
      try require(logo, .top, .equal, .init(card, .top), 1, 6)
      try require(logo, .width, .equal, .init(logo, .height), [1, 0.75][dice.below(2)])
      // 2 A picture that shrinks.
      try require(picture, .leading, .greaterThanOrEqual, .init(card, .leading), 1, 5)
      try require(picture, .centerX, .equal, .init(card, .centerX))
      try require(picture, .leading, .equal, .init(card, .leading), 1, 5, at: 750)
      try require(picture, .width, .equal, .init(picture, .height), 1.2, 0, at: 500)
      try require(picture, .top, .equal, .init(logo, .bottom), 1, 5)
      // 3 Texts, one of which may stand beside the logo.
      try require(title, .top, .equal, .init(picture, .bottom), 1, 5)
      try require(title, .leading, .equal, .init(card, .leading), 1, 10)
      if dice.below(6) == 0 {
        isJoined = true
        try require(title, .trailing, .equal, .init(logo, .leading), 1, -10)
      } else {
        try require(title, .trailing, .lessThanOrEqual, .init(card, .trailing), 1, -10)
      }
      try require(body, .top, .equal, .init(title, .bottom), 1, 3)
      try require(body, .leading, .equal, .init(title, .leading))
      try require(body, .trailing, .equal, .init(card, .trailing), 1, -10)
      try require(body, .bottom, .equal, .init(card, .bottom), 1, -7)
    }
  }

  @Test("a width that constraints determine by way of a logo is none that is known before it")
  func cancelled() throws {
    var tree = ViewTree(rootSize: Size(width: 320, height: 600))
    let added = (tree.add("logo", to: .root), tree.add("title", to: .root))
    let (logo, title) = (try #require(added.0), try #require(added.1))
    tree.setIntrinsicSize(IntrinsicSize(40, 40), of: logo)
    tree.setText(TextChanges.text(6), of: title)
    let written = try [
      LinearConstraint(
        .init(title, .leading), .equal, .init(.root, .leading), constant: 16, in: tree),
      LinearConstraint(
        .init(logo, .trailing), .equal, .init(.root, .trailing), constant: -16, in: tree),
      LinearConstraint(.init(title, .trailing), .equal, .init(logo, .trailing), in: tree),
      LinearConstraint(.init(logo, .width), .equal, .init(logo, .height), in: tree),
      LinearConstraint(.init(logo, .top), .equal, .init(.root, .top), in: tree),
      LinearConstraint(.init(title, .top), .equal, .init(logo, .bottom), in: tree),
      LinearConstraint(
        .init(title, .width), .lessThanOrEqual, nil, constant: 100, priority: 800, in: tree),
    ]
    try TextChanges.compare(written, [title], contents: [logo], isWhole: true, in: tree, seed: 1)
  }

  @Test("all changes give the layout that is repeated until it settles", arguments: 0..<UInt64(60))
  func changes(seed: UInt64) throws {
    let screen = try Screen(seed: seed)
    let rows = ConstraintRows(screen.written, in: screen.tree)
    switch AxisDivision(ConstraintList(screen.written), rows, in: screen.tree) {
    case .apart: Issue.record("seed \(seed): a width depends on a height")
    case .widthsFirst: #expect(!screen.isJoined, "seed \(seed)")
    case .together: #expect(screen.isJoined, "seed \(seed)")
    }
    try TextChanges.compare(
      screen.written, screen.texts, contents: screen.contents, isWhole: seed % 2 == 0,
      in: screen.tree, seed: seed)
  }
}
