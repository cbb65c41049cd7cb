import Constraints
import LayoutBenchFixtures
import LayoutBenchTiming
import LayoutModel
import Testing

@testable import GLPKLayout

/// Systems in which heights of pictures follow from their widths: texts are measured once at their widths where
/// these are determined, and every layout is that of both axes together.
@Suite("Ratios of widths that are determined")
struct RatioConstraintsTests {
  /// A list of cells with a picture, a title and a text below it.
  struct Cells: WrittenScreen {
    var tree: ViewTree
    var written: [LinearConstraint] = []
    /// The views of texts.
    var texts: [ViewID] = []
    private var dice: SplitMix64

    init(seed: UInt64) throws {
      dice = SplitMix64(seed: seed)
      tree = ViewTree(rootSize: Size(width: 320, height: 600))
      var above: LinearConstraint.Item?
      for cell in 0..<2 + dice.below(3) {
        try add(cell: cell, below: &above)
      }
    }

    private mutating func add(cell: Int, below above: inout LinearConstraint.Item?) throws {
      let card = try view("card\(cell)", in: .root)
      let picture = try view("picture\(cell)", in: card)
      let title = try view("title\(cell)", in: card)
      let body = try view("body\(cell)", in: card)
      for view in [title, body] {
        tree.setText(TextChanges.text(1 + dice.below(40)), of: view)
        texts.append(view)
      }
      try require(card, .leading, .equal, .init(.root, .leading), 1, 8)
      try require(card, .trailing, .equal, .init(.root, .trailing), 1, -8)
      try require(card, .top, .equal, above ?? .init(.root, .top), 1, 4)
      above = .init(card, .bottom)
      try require(picture, .leading, .equal, .init(card, .leading), 1, 10)
      try require(picture, .top, .equal, .init(card, .top), 1, 6)
      // 1 The picture's width.
      switch dice.below(4) {
      case 0: try require(picture, .width, .equal, nil, 1, Double(20 + dice.below(60)))
      case 1: try require(picture, .trailing, .equal, .init(card, .trailing), 1, -10)
      case 2: try require(picture, .width, .equal, .init(.root, .width), 0.4)
      default: try require(picture, .width, .equal, .init(card, .width), 0.25, 12)
      }
      // 2 Its height.
      let ratio = [0.5, 0.75, 1, 1.25][dice.below(4)]
      switch dice.below(4) {
      case 0: try require(picture, .width, .equal, .init(picture, .height), 1 / ratio)
      case 1:
        try require(picture, .height, .greaterThanOrEqual, .init(picture, .width), ratio, -5)
        try require(picture, .height, .equal, nil, 1, 50, at: 400)
      case 2: try require(picture, .height, .equal, .init(picture, .width), ratio, 3, at: 700)
      default: try require(picture, .height, .equal, .init(picture, .width), ratio)
      }
      // 3 The texts.
      try require(title, .leading, .equal, .init(card, .leading), 1, 10)
      try require(title, .trailing, .lessThanOrEqual, .init(card, .trailing), 1, -10)
      try require(title, .top, .equal, .init(picture, .bottom), 1, 5)
      try require(body, .leading, .equal, .init(title, .leading))
      try require(body, .trailing, .equal, .init(card, .trailing), 1, -10)
      try require(body, .top, .equal, .init(title, .bottom), 1, 3)
      try require(body, .bottom, .equal, .init(card, .bottom), 1, -7)
    }
  }

  @Test("all changes give the layout of both axes together", arguments: 0..<UInt64(60))
  func changes(seed: UInt64) throws {
    let cells = try Cells(seed: seed)
    let tree = cells.tree
    let rows = ConstraintRows(cells.written, in: tree)
    let list = ConstraintList(cells.written)
    guard case .apart(let parts) = AxisDivision(list, rows, in: tree) else {
      Issue.record("seed \(seed): not divided")
      return
    }
    #expect(!parts.ratios.isEmpty)
    try TextChanges.compare(cells.written, cells.texts, in: tree, seed: seed)
  }
}
