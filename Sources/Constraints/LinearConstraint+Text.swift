public import LayoutModel

extension LinearConstraint {
  /// The constraint's text in `violated` lists: an equation as written in the file, all others in
  /// visual format where that can express them.
  public func text(in tree: ViewTree) -> String {
    if case .equation(let text) = origin { return text }
    return identifier + (visualFormat(in: tree) ?? equation(in: tree))
  }

  /// The constraint's text in a conflict, in Auto Layout's manner: in visual format where possible.
  public func conflictText(in tree: ViewTree) -> String {
    visualFormat(in: tree).map { identifier + $0 } ?? text(in: tree)
  }

  private var identifier: String {
    if case .identified(let text) = origin { return "\(text): " }
    return ""
  }

  /// `a.leading == b.trailing * 2 + 8 @750`.
  public func equation(in tree: ViewTree) -> String {
    var text: String
    switch form {
    case .linear(var form):
      let constant = -form.constant
      form.constant = 0
      text = "\(Self.sum(form, in: tree)) \(relation.rawValue) \(NumberText.write(constant))"
    case .items(let first, nil, _, let constant):
      text = "\(first.name(in: tree)) \(relation.rawValue) \(NumberText.write(constant))"
    case .items(let first, let second?, let multiplier, let constant):
      text = "\(first.name(in: tree)) \(relation.rawValue) \(second.name(in: tree))"
      if multiplier != 1 { text += " * \(NumberText.write(multiplier))" }
      if constant != 0 {
        text += " \(constant < 0 ? "-" : "+") \(NumberText.write(abs(constant)))"
      }
    }
    if !priority.isRequired { text += " @\(NumberText.write(priority.value))" }
    return text
  }

  private static func sum(_ form: LinearForm, in tree: ViewTree) -> String {
    var text = form.constant == 0 && !form.terms.isEmpty ? "" : NumberText.write(form.constant)
    for term in form.terms {
      let name = "\(tree.name(of: term.unknown.view)).\(term.unknown.component)"
      let size = abs(term.coefficient)
      let sign = term.coefficient < 0 ? (text.isEmpty ? "-" : " - ") : (text.isEmpty ? "" : " + ")
      text += sign + (size == 1 ? name : "\(NumberText.write(size)) * \(name)")
    }
    return text
  }

  // MARK: - Visual format

  /// The constraint in visual format, spacing in parentheses; `nil` where that cannot express it.
  func visualFormat(in tree: ViewTree) -> String? {
    guard case .items(let first, let second, let multiplier, let constant) = form else {
      return nil
    }
    guard let second else { return content(first, object: NumberText.write(constant), in: tree) }
    guard multiplier == 1 else { return nil }
    if first.attribute.isSize {
      guard first.attribute == second.attribute, constant == 0 else { return nil }
      return content(first, object: tree.name(of: second.view), isView: true, in: tree)
    }
    return spacing(first, second, constant, in: tree)
  }

  private var priorityText: String {
    priority.isRequired ? "" : "@\(NumberText.write(priority.value))"
  }

  private func content(
    _ item: Item, object: String, isView: Bool = false, in tree: ViewTree
  ) -> String {
    let sign = relation == .equal && !isView ? "" : relation.rawValue
    let axis = item.attribute == .width ? "H" : "V"
    let text = "\(axis):[\(tree.name(of: item.view))(\(sign)\(object)\(priorityText))]"
    return switch origin {
    case .hugging: "\(text) (content hugging)"
    case .compression: "\(text) (compression resistance)"
    default: text
    }
  }

  /// A gap between two views, or between a view and its superview.
  private func spacing(
    _ first: Item, _ second: Item, _ constant: Double, in tree: ViewTree
  ) -> String? {
    // `after` begins where `before` ends, `gap` points later.
    func gap(
      _ before: String, _ after: String, _ relation: Relation, _ gap: Double, superview: ViewID?
    ) -> String {
      let sign = relation == .equal ? "" : relation.rawValue
      let axis = first.attribute.axis == .horizontal ? "H" : "V"
      let isPhysical = first.attribute.sense == .physical ? "(LTR)" : ""
      let names = superview.map { "   (names: '|':\(tree.name(of: $0)))" } ?? ""
      return "\(axis):\(before)-(\(sign)\(NumberText.write(gap))\(priorityText))-\(after)"
        + "\(isPhysical)\(names)"
    }
    func bracket(_ view: ViewID) -> String { "[\(tree.name(of: view))]" }
    let (one, other) = (first.view, second.view)
    switch (first.attribute, second.attribute) {
    case (.leading, .trailing), (.left, .right), (.top, .bottom):
      guard one != other else { return nil }
      return gap(bracket(other), bracket(one), relation, constant, superview: nil)
    case (.trailing, .leading), (.right, .left), (.bottom, .top):
      guard one != other else { return nil }
      return gap(bracket(one), bracket(other), relation.mirrored, -constant, superview: nil)
    case (.leading, .leading), (.left, .left), (.top, .top):
      if tree.superview(of: one) == other {
        return gap("|", bracket(one), relation, constant, superview: other)
      }
      guard tree.superview(of: other) == one else { return nil }
      return gap("|", bracket(other), relation.mirrored, -constant, superview: one)
    case (.trailing, .trailing), (.right, .right), (.bottom, .bottom):
      if tree.superview(of: other) == one {
        return gap(bracket(other), "|", relation, constant, superview: one)
      }
      guard tree.superview(of: one) == other else { return nil }
      return gap(bracket(one), "|", relation.mirrored, -constant, superview: other)
    default: return margin(first, second, constant, in: tree)
    }
  }

  /// The standard space between a view and its superview's margin.
  private func margin(
    _ first: Item, _ second: Item, _ constant: Double, in tree: ViewTree
  ) -> String? {
    let isFirstInside = tree.superview(of: first.view) == second.view
    let (inner, outer) = isFirstInside ? (first, second) : (second, first)
    guard relation == .equal, constant == 0, priority.isRequired,
      tree.superview(of: inner.view) == outer.view,
      outer.attribute.rawValue == inner.attribute.rawValue + "Margin"
    else { return nil }
    let axis = inner.attribute.axis == .horizontal ? "H" : "V"
    let isPhysical = inner.attribute.sense == .physical ? "(LTR)" : ""
    let view = "[\(tree.name(of: inner.view))]"
    let isNear = [.leading, .left, .top].contains(inner.attribute)
    return "\(axis):\(isNear ? "|-\(view)" : "\(view)-|")\(isPhysical)"
      + "   (names: '|':\(tree.name(of: outer.view)))"
  }
}
