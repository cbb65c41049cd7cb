import Constraints
import LayoutModel

/// Orders views so that each is determined by required equalities with views before it, and writes
/// these as SLL rules.
struct Ordering {
  /// A line of a view, or its size.
  private enum Part: Hashable {
    case start, end, centre, size
  }

  /// A value in SLL with the views that it names, in order.
  private struct Expression {
    var text: String
    var views: [ViewID] = []
    /// The axes of views whose places and sizes it reads, those of the superview among them.
    var sources: [AxisOfView] = []
  }

  /// A part of a view that a constraint determines.
  private struct Determined {
    let part: Part
    let expression: Expression
    let constraint: Int
  }

  /// A line or size of a certain view.
  private struct PartOfView: Hashable {
    let view: ViewID
    let axis: Axis
    let part: Part
  }

  /// An item as a part of its view and an offset.
  private struct Place {
    let view: ViewID
    let axis: Axis
    let part: Part
    let offset: Double
  }

  private let constraints: [LinearConstraint]
  private let tree: ViewTree
  /// The contents on which the places and sizes of views depend.
  private var wishes: [AxisOfView: Wish] = [:]
  private var isPlaced: [Bool]
  private var isUsed: [Bool]
  private var byView: [[Int]]
  /// Parts of views that are not placed yet but that views before them determine; their siblings
  /// may use these instead of waiting.
  private var foreseen: [PartOfView: (expression: Expression, by: Set<Int>)] = [:]
  private var rules: [String] = []

  init(_ constraints: [LinearConstraint], in tree: ViewTree) {
    self.constraints = constraints
    self.tree = tree
    isPlaced = Array(repeating: false, count: tree.count)
    isPlaced[0] = true
    isUsed = Array(repeating: false, count: constraints.count)
    byView = Array(repeating: [], count: tree.count)
    for (index, constraint) in constraints.enumerated() {
      guard case .items(let first, let second, _, _) = constraint.form else { continue }
      byView[first.view.index].append(index)
      if let second, second.view != first.view { byView[second.view.index].append(index) }
    }
  }

  /// The content that a place or size depends on, with the least of its priorities.
  private struct Wish {
    let view: ViewID
    var hugging: Double
    var compression: Double

    init(view: ViewID, hugging: Double, compression: Double) {
      (self.view, self.hugging, self.compression) = (view, hugging, compression)
    }

    init(weakerOf one: Wish?, _ other: Wish) {
      self = other
      guard let one else { return }
      hugging = min(one.hugging, other.hugging)
      compression = min(one.compression, other.compression)
    }
  }

  private struct AxisOfView: Hashable {
    let view: ViewID
    let axis: Axis
  }

  /// An SLL entry for each view, in the order in which they are laid out.
  ///
  /// - Throws: `LayoutError.notTopological`.
  mutating func entries() throws(LayoutError) -> [String] {
    try refuseWhatIsNoEquality()
    var left = tree.count - 1
    // Content sizes are used only where nothing else determines a view.
    while left > 0 {
      var placed = 0
      for usesContent in [false, true] where placed == 0 {
        for view in tree.views where !isPlaced[view.index] {
          guard let superview = tree.superview(of: view), isPlaced[superview.index],
            try place(view, usesContent: usesContent)
          else { continue }
          placed += 1
          if usesContent { break }
        }
      }
      if placed == 0 {
        guard try foresee() else { throw stuck() }
      }
      left -= placed
    }
    for index in constraints.indices where !isUsed[index] {
      throw obstacle(index, "one equality more than its views need")
    }
    return rules
  }

  // MARK: - One view

  /// Places a view if the views before it determine it.
  private mutating func place(_ view: ViewID, usesContent: Bool) throws(LayoutError) -> Bool {
    var found: [Axis: [Determined]] = [:]
    var own: [Int] = []
    for index in byView[view.index] where !isUsed[index] {
      guard case .items(let first, let second, _, _) = constraints[index].form else { continue }
      if second?.view == first.view {
        own.append(index)
        continue
      }
      let other = first.view == view ? second : first
      if let other, !isPlaced[other.view.index], !isForeseen(other, for: view, by: index) {
        continue
      }
      let (axis, determined) = try determined(view, by: index)
      found[axis, default: []].append(determined)
    }
    for axis in Axis.allCases where !isComplete(found[axis] ?? [], view, axis, usesContent) {
      // A size may come from the view's other size.
      guard let index = own.first(where: { determines($0, axis) }),
        let size = try ownSize(index, axis, from: found)
      else { return false }
      found[axis, default: []].append(size)
      guard isComplete(found[axis] ?? [], view, axis, usesContent) else { return false }
    }
    var statements: [Expression] = []
    for axis in Axis.allCases {
      let parts = found[axis] ?? []
      try checkWishes(of: view, axis, parts)
      if parts.count > 2 {
        throw obstacle(parts[2].constraint, "one equality more than \(tree.name(of: view)) needs")
      }
      for part in parts {
        isUsed[part.constraint] = true
        let name = Self.name(of: part.part, axis)
        statements.append(
          Expression(text: "\(name) = \(part.expression.text)", views: part.expression.views))
      }
    }
    isPlaced[view.index] = true
    let rule = statements.map(\.text).joined(separator: ", ")
    let arguments = statements.flatMap(\.views).map { ", \(tree.name(of: $0))" }.joined()
    rules.append("\(tree.name(of: view)): [\"\(rule)\"\(arguments)]")
    return true
  }

  /// Refuses a view whose content competes with the content that determined a view before it: then
  /// priorities decide, and no order.
  private mutating func checkWishes(
    of view: ViewID, _ axis: Axis, _ parts: [Determined]
  ) throws(LayoutError) {
    let traits = tree[view]
    var wish: Wish?
    // Of the other axis too: a view's width may be a multiple of its height.
    for source in parts.flatMap(\.expression.sources) {
      guard let theirs = wishes[source] else { continue }
      wish = Wish(weakerOf: wish, theirs)
    }
    if traits.intrinsic[axis] != nil {
      let own = Wish(
        view: view, hugging: traits.hugging[axis], compression: traits.compression[axis])
      if parts.count < 2 {
        wish = Wish(weakerOf: wish, own)
      } else if let before = wish,
        before.hugging <= own.hugging || before.compression <= own.compression
      {
        throw obstacle(
          parts[0].constraint,
          "the contents of \(tree.name(of: before.view)) and \(tree.name(of: view)) cannot both have "
            + "their sizes, and priorities decide which has")
      }
    }
    wishes[AxisOfView(view: view, axis: axis)] = wish
  }

  /// Returns true if two parts, or a line and the content's size, determine an axis.
  private func isComplete(
    _ parts: [Determined], _ view: ViewID, _ axis: Axis, _ usesContent: Bool
  ) -> Bool {
    let lines = parts.filter { $0.part != .size }.count
    if lines == 0 { return false }
    if parts.count >= 2 { return true }
    return usesContent && tree[view].intrinsic[axis] != nil
  }

  private static func name(of part: Part, _ axis: Axis) -> String {
    switch (part, axis) {
    case (.start, .horizontal): "ll"
    case (.end, .horizontal): "rl"
    case (.centre, .horizontal): "cl"
    case (.size, .horizontal): "w"
    case (.start, .vertical): "tt"
    case (.end, .vertical): "bt"
    case (.centre, .vertical): "ct"
    case (.size, .vertical): "h"
    }
  }

  // MARK: - Parts that are known before their view

  private static func key(_ place: Place) -> PartOfView {
    PartOfView(view: place.view, axis: place.axis, part: place.part)
  }

  /// Returns true if a sibling's line is known without this constraint, although the sibling is not
  /// placed.
  private func isForeseen(_ item: LinearConstraint.Item, for view: ViewID, by index: Int) -> Bool {
    guard let known = foreseen[Self.key(place(item))] else { return false }
    return !known.by.contains(index)
      && tree.superview(of: item.view) == tree.superview(of: view)
  }

  /// Finds parts of unplaced views that views before them determine.
  ///
  /// - Returns: whether new parts were found.
  private mutating func foresee() throws(LayoutError) -> Bool {
    let before = foreseen.count
    var hasNew = true
    while hasNew {
      hasNew = false
      for view in tree.views where !isPlaced[view.index] {
        guard let superview = tree.superview(of: view), isPlaced[superview.index] else { continue }
        for index in byView[view.index] where !isUsed[index] {
          guard case .items(let first, let second?, _, _) = constraints[index].form,
            first.view != second.view
          else { continue }
          let other = first.view == view ? second : first
          guard isPlaced[other.view.index] || isForeseen(other, for: view, by: index) else {
            continue
          }
          let (axis, determined) = try determined(view, by: index)
          let key = PartOfView(view: view, axis: axis, part: determined.part)
          guard foreseen[key] == nil else { continue }
          let earlier = foreseen[Self.key(place(other))]?.by ?? []
          foreseen[key] = (determined.expression, earlier.union([index]))
          hasNew = true
        }
      }
    }
    return foreseen.count > before
  }

  // MARK: - Constraints as expressions

  /// The part of a view that a constraint with placed views determines.
  private func determined(
    _ view: ViewID, by index: Int
  ) throws(LayoutError) -> (Axis, Determined) {
    guard case .items(let first, let second, let multiplier, let constant) = constraints[index].form
    else { throw obstacle(index, "a sum over several views") }
    let one = place(first)
    guard let second else {
      let value = Self.number(constant)
      return (
        one.axis, Determined(part: .size, expression: Expression(text: value), constraint: index)
      )
    }
    let other = place(second)
    let isFirst = first.view == view
    // first + o1 = m (second + o2) + c, solved for the view's side.
    var factor = multiplier
    var sum = constant + multiplier * other.offset - one.offset
    if isReversed(first, second) {
      guard multiplier == 1 else {
        throw obstacle(index, "a multiplier in a right-to-left scene")
      }
      sum = -constant + other.offset - one.offset
    }
    let (target, source) = isFirst ? (one, other) : (other, one)
    if !isFirst {
      sum = -sum / factor
      factor = 1 / factor
    }
    let superview = tree.superview(of: view) ?? .root
    if factor != 1, !first.attribute.isSize {
      let reference = tree.commonAncestor(first.view, second.view)
      guard reference == superview else {
        throw obstacle(index, "a multiplier measured in another view than the superview")
      }
    }
    if !isPlaced[source.view.index], factor == 1, let known = foreseen[Self.key(source)]?.expression
    {
      let text =
        sum == 0 ? known.text : "\(known.text) \(sum < 0 ? "-" : "+") \(Self.number(abs(sum)))"
      return (
        target.axis,
        Determined(
          part: target.part,
          expression: Expression(text: text, views: known.views, sources: known.sources),
          constraint: index)
      )
    }
    let value = self.value(source, superview: superview, factor: factor, plus: sum)
    return (target.axis, Determined(part: target.part, expression: value, constraint: index))
  }

  /// Returns true if a pair is measured from the right edge.
  private func isReversed(_ first: LinearConstraint.Item, _ second: LinearConstraint.Item) -> Bool {
    let names = [first.attribute, second.attribute].map(\.rawValue)
    return tree.direction == .rightToLeft
      && names.contains { $0.hasPrefix("leading") || $0.hasPrefix("trailing") }
  }

  /// `factor × source + sum` in the superview's coordinates.
  private func value(
    _ source: Place, superview: ViewID, factor: Double, plus sum: Double
  ) -> Expression {
    var expression = Expression(text: "")
    let prefix = source.axis == .horizontal ? "H:" : "V:"
    if source.view == superview {
      let share: Double =
        switch source.part {
        case .start: 0
        case .centre: 50
        case .end, .size: 100
        }
      if share != 0 {
        expression.text = "\(prefix)\(Self.number(share * factor))%"
        expression.sources = [AxisOfView(view: source.view, axis: source.axis)]
      }
    } else {
      expression.text = "%" + Self.name(of: source.part, source.axis)
      expression.views = [source.view]
      expression.sources = [AxisOfView(view: source.view, axis: source.axis)]
      if factor != 1 { expression.text += " * \(Self.number(factor))" }
    }
    if expression.text.isEmpty {
      expression.text = Self.number(sum)
    } else if sum != 0 {
      expression.text += " \(sum < 0 ? "-" : "+") \(Self.number(abs(sum)))"
    }
    return expression
  }

  /// An item as a line or size and an offset: margins and baselines are lines moved by constants.
  private func place(_ item: LinearConstraint.Item) -> Place {
    let traits = tree[item.view]
    let margins = traits.margins
    let isLeftToRight = tree.direction == .leftToRight
    let (part, offset): (Part, Double) =
      switch item.attribute {
      case .left, .top: (.start, 0)
      case .right, .bottom: (.end, 0)
      case .leading: (isLeftToRight ? .start : .end, 0)
      case .trailing: (isLeftToRight ? .end : .start, 0)
      case .width, .height: (.size, 0)
      case .centerX, .centerY: (.centre, 0)
      case .firstBaseline: (.start, traits.firstBaseline)
      case .lastBaseline: (.end, -traits.lastBaseline)
      case .leftMargin: (.start, margins.left)
      case .rightMargin: (.end, -margins.right)
      case .topMargin: (.start, margins.top)
      case .bottomMargin: (.end, -margins.bottom)
      case .leadingMargin: isLeftToRight ? (.start, margins.left) : (.end, -margins.right)
      case .trailingMargin: isLeftToRight ? (.end, -margins.right) : (.start, margins.left)
      case .centerXWithinMargins: (.centre, (margins.left - margins.right) / 2)
      case .centerYWithinMargins: (.centre, (margins.top - margins.bottom) / 2)
      }
    return Place(view: item.view, axis: item.attribute.axis, part: part, offset: offset)
  }

  // MARK: - A view with itself

  /// Returns true if a constraint of a view with itself may determine its size along an axis.
  private func determines(_ index: Int, _ axis: Axis) -> Bool {
    guard case .items(let first, let second?, _, _) = constraints[index].form,
      first.attribute.isSize, second.attribute.isSize, first.attribute != second.attribute
    else { return false }
    return first.attribute.axis == axis || second.attribute.axis == axis
  }

  /// The size along an axis, from the parts that determine the other axis.
  private func ownSize(
    _ index: Int, _ axis: Axis, from found: [Axis: [Determined]]
  ) throws(LayoutError) -> Determined? {
    guard case .items(let first, _, let multiplier, let constant) = constraints[index].form else {
      return nil
    }
    let parts = found[axis == .horizontal ? .vertical : .horizontal] ?? []
    guard let size = Self.size(of: parts) else { return nil }
    // first = m × second + c, solved for the size along the axis.
    var factor = multiplier
    var sum = constant
    if first.attribute.axis != axis {
      factor = 1 / multiplier
      sum = -constant / multiplier
    }
    var text = size.text
    if factor != 1 { text = "(\(text)) * \(Self.number(factor))" }
    if sum != 0 { text += " \(sum < 0 ? "-" : "+") \(Self.number(abs(sum)))" }
    return Determined(
      part: .size,
      expression: Expression(text: text, views: size.views, sources: size.sources),
      constraint: index)
  }

  /// The size that two parts of an axis give.
  private static func size(of parts: [Determined]) -> Expression? {
    if let size = parts.first(where: { $0.part == .size }) { return size.expression }
    guard parts.count == 2 else { return nil }
    func difference(_ end: Expression, _ start: Expression, _ factor: String) -> Expression {
      Expression(
        text: "\(factor)((\(end.text)) - (\(start.text)))", views: end.views + start.views,
        sources: end.sources + start.sources)
    }
    let (one, other) = (parts[0], parts[1])
    switch (one.part, other.part) {
    case (.start, .end): return difference(other.expression, one.expression, "")
    case (.end, .start): return difference(one.expression, other.expression, "")
    case (.start, .centre), (.centre, .end):
      return difference(other.expression, one.expression, "2 * ")
    case (.centre, .start), (.end, .centre):
      return difference(one.expression, other.expression, "2 * ")
    default: return nil
    }
  }

  // MARK: - Refusals

  private func refuseWhatIsNoEquality() throws(LayoutError) {
    for (index, constraint) in constraints.enumerated() {
      guard constraint.relation == .equal else {
        throw obstacle(index, "an inequality; a rule gives one value")
      }
      guard constraint.priority.isRequired else {
        throw obstacle(index, "a priority; a rule always applies")
      }
      if case .linear = constraint.form { throw obstacle(index, "a sum over several views") }
    }
  }

  private func obstacle(_ index: Int, _ reason: String) -> LayoutError {
    .notTopological(
      constraints[index].text(in: tree), line: constraints[index].position?.line, reason: reason)
  }

  /// The error that explains why no view can be placed next.
  private func stuck() -> LayoutError {
    for view in tree.views where !isPlaced[view.index] {
      for index in byView[view.index] where !isUsed[index] {
        guard case .items(let first, let second?, _, _) = constraints[index].form else { continue }
        let other = first.view == view ? second.view : first.view
        guard other != view, !isPlaced[other.index] else { continue }
        return obstacle(
          index,
          "views that wait for each other: \(tree.name(of: view)) and \(tree.name(of: other))")
      }
    }
    let view = tree.views.first { !isPlaced[$0.index] } ?? .root
    return .notTopological(
      "view \(tree.name(of: view))", line: nil,
      reason: "its constraints do not determine its position and size")
  }

  /// A number as SLL reads it: without an exponent.
  private static func number(_ value: Double) -> String {
    let text = NumberText.write(value)
    guard text.contains("e") || text.contains("E") else { return text }
    // Shortest digits and exponent, written out.
    let parts = text.lowercased().split(separator: "e")
    let negative = parts[0].hasPrefix("-")
    let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".")
    let exponent = Int(parts[1]) ?? 0
    let digits = mantissa.joined()
    let point = mantissa[0].count + exponent
    let body =
      point <= 0
      ? "0." + String(repeating: "0", count: -point) + digits
      : point >= digits.count
        ? digits + String(repeating: "0", count: point - digits.count)
        : "\(digits.prefix(point)).\(digits.dropFirst(point))"
    return (negative ? "-" : "") + body
  }
}
