import Constraints
import Conversion
import LayoutModel
import SLL

/// A scene as it is sent to peers: views, and their constraints over plain numbers.
struct PeerScene: Encodable, Sendable {
  struct View: Encodable, Sendable {
    var id: String
    /// The number of the superview; -1 for the root.
    var parent: Int
    var content: [Double?]?
    var text: Text?
    var hugging: [Double]?
    var compression: [Double]?
  }

  /// A text that a view shows.
  struct Text: Encodable, Sendable {
    var string: String
    var advance: Double
    var line: Double
    var lines: Int
  }

  /// A box with its CSS: the number of its view; the index of the box that contains it, -1 for the
  /// root's; its declarations in the order written, each a property and its value.
  struct Box: Encodable, Sendable {
    var view: Int?
    var parent: Int
    var style: [[String]]
  }

  /// A view's attribute: its number and one of left, right, top, bottom, width, height, centerX,
  /// centerY.
  struct Item: Encodable, Sendable {
    var view: Int
    var attribute: String

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(view)
      try list.encode(attribute)
    }
  }

  /// A term of a constraint: the unknown, 4 times the view plus 0 for left, 1 top, 2 width, 3
  /// height; and its factor.
  struct Term: Encodable, Sendable {
    var unknown: Int
    var factor: Double

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(unknown)
      try list.encode(factor)
    }
  }

  /// A constraint: the sum of the terms and the constant compares to 0.
  struct Row: Encodable, Sendable {
    var terms: [Term]
    var constant: Double
    var relation: String
    var priority: Double
    /// The unknown whose content size it states.
    var content: Int?
    var first: Item?
    var second: Item?
    var multiplier: Double?
    var offset: Double?
  }

  var name: String
  var layout: String
  var root: [Double]
  var direction: String
  var views: [View]
  /// The constraints, if they are its layout.
  var constraints: [Row]?
  /// The boxes, if CSS is its layout.
  var css: [Box]?

  /// True if its constraints were SLL rules.
  var isLowered: Bool { layout == DialectName.sll.text }

  /// The scene in a dialect: `css`, `constraints`, or `sll`, whose rules become constraints.
  ///
  /// - Throws: `SceneError` for what is wrong with its text, `LayoutError.badConstraint`,
  ///   `LayoutError.notLinear` and `LayoutError.dependencyCycle` of rules.
  init(_ scene: Scene, _ dialect: DialectName) throws {
    let lowered = dialect == .sll ? try LoweredRules(scene) : nil
    let tree = lowered?.tree ?? scene.tree
    name = scene.name
    layout = dialect.text
    root = [tree.rootSize.width, tree.rootSize.height]
    direction = tree.direction == .rightToLeft ? "rtl" : "ltr"
    views = tree.views.map { view in
      let traits = tree[view]
      let superview = Int(tree.superviews[view.index])
      if let text = tree.texts[view] {
        return View(
          id: tree.names[view.index], parent: superview,
          text: Text(
            string: text.string, advance: text.advance, line: text.line, lines: text.mostLines))
      }
      guard traits.intrinsic != IntrinsicSize(nil, nil) else {
        return View(id: tree.names[view.index], parent: superview)
      }
      return View(
        id: tree.names[view.index], parent: superview,
        content: [traits.intrinsic.horizontal, traits.intrinsic.vertical],
        hugging: [traits.hugging.horizontal, traits.hugging.vertical],
        compression: [traits.compression.horizontal, traits.compression.vertical])
    }
    if dialect == .css {
      css = try CSSDialect().read(scene).map { box in
        Box(
          view: box.view?.index, parent: box.parent,
          style: box.style.map { [$0.property, $0.value] })
      }
      return
    }
    var all = try lowered?.constraints ?? ConstraintsDialect().read(scene).constraints()
    for view in tree.views { all += try LinearConstraint.contentSize(of: view, in: tree) }
    constraints = all.map { Row($0, in: tree) }
  }
}

extension PeerScene.Row {
  fileprivate init(_ constraint: LinearConstraint, in tree: ViewTree) {
    let form = constraint.difference(in: tree)
    self.init(
      terms: form.terms.map { .init(unknown: $0.unknown.index, factor: $0.coefficient) },
      constant: form.constant, relation: constraint.relation.rawValue,
      priority: constraint.priority.value)
    switch constraint.origin {
    case .hugging, .compression: content = form.terms.first?.unknown.index
    default: break
    }
    guard case .items(let one, let other, let multiplier, let constant) = constraint.form else {
      return
    }
    let (first, distance) = PeerScene.Item.plain(one, in: tree)
    guard let other else {
      (self.first, offset) = (first, constant)
      return
    }
    // A multiple of a position depends on where the superview is.
    guard multiplier == 1 || one.attribute.isSize else { return }
    let (second, otherDistance) = PeerScene.Item.plain(other, in: tree)
    // In right-to-left reading, distances count in the other direction.
    let isMirrored =
      tree.direction == .rightToLeft && (one.attribute.isReading || other.attribute.isReading)
    self.multiplier = multiplier
    guard isMirrored else {
      (self.first, self.second) = (first, second)
      offset = constant + multiplier * otherDistance - distance
      return
    }
    // Farther in the reading direction is a smaller x: the items are swapped, so that the relation
    // stays the same.
    (self.first, self.second) = (second, first)
    offset = constant + distance - otherDistance
  }
}

extension PeerScene.Item {
  /// The plain attribute that replaces any, and the distance of the item's line beyond it, points.
  fileprivate static func plain(
    _ item: LinearConstraint.Item, in tree: ViewTree
  ) -> (item: PeerScene.Item, distance: Double) {
    let view = item.view.index
    if item.attribute.isSize {
      return (PeerScene.Item(view: view, attribute: item.attribute.rawValue), 0)
    }
    let names =
      item.attribute.axis == .horizontal
      ? ["left", "centerX", "right"] : ["top", "centerY", "bottom"]
    let line = item.attribute.line(of: tree[item.view], in: tree.direction)
    return (
      PeerScene.Item(view: view, attribute: names[Int((line.share * 2).rounded())]), line.offset
    )
  }
}
