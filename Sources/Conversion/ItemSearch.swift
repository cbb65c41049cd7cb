import Constraints
import LayoutModel

/// Finds two items that express a linear form, so that a lowered rule reads like a constraint.
enum ItemSearch {
  /// `item REL form` as a constraint: between two items where two express it, otherwise over a sum.
  static func constraint(
    _ first: LinearConstraint.Item, _ relation: Relation, _ form: LinearForm, _ priority: Priority,
    in tree: ViewTree
  ) -> LinearConstraint {
    let target = difference(first, form, in: tree)
    for (second, multiplier) in candidates(first, form, in: tree) {
      guard
        let plain = try? LinearConstraint(
          first, relation, second, multiplier: multiplier, priority: priority, in: tree)
      else { continue }
      var rest = plain.difference(in: tree)
      rest.add(target, times: -1)
      guard rest.terms.isEmpty,
        let constraint = try? LinearConstraint(
          first, relation, second, multiplier: multiplier, constant: rest.constant,
          priority: priority, in: tree)
      else { continue }
      return constraint
    }
    return LinearConstraint(
      linear: target, relation, priority: priority, origin: .visualFormat, position: nil)
  }

  /// The item's value in its superview, minus the form.
  private static func difference(
    _ item: LinearConstraint.Item, _ form: LinearForm, in tree: ViewTree
  ) -> LinearForm {
    var difference = LinearForm()
    let isHorizontal = item.attribute.axis == .horizontal
    let start = Unknown(item.view, isHorizontal ? .left : .top)
    let size = Unknown(item.view, isHorizontal ? .width : .height)
    switch item.attribute {
    case .left, .top: difference.add(start, 1)
    case .right, .bottom:
      difference.add(start, 1)
      difference.add(size, 1)
    case .centerX, .centerY:
      difference.add(start, 1)
      difference.add(size, 0.5)
    default: difference.add(size, 1)
    }
    difference.add(form, times: -1)
    return difference
  }

  /// Candidates for the right-hand item, the likeliest first.
  private static func candidates(
    _ first: LinearConstraint.Item, _ form: LinearForm, in tree: ViewTree
  ) -> [(LinearConstraint.Item?, Double)] {
    if first.attribute.isSize {
      guard form.terms.count == 1, let term = form.terms.first else {
        return form.terms.isEmpty ? [(nil, 1)] : []
      }
      switch term.unknown.component {
      case .width: return [(.init(term.unknown.view, .width), term.coefficient)]
      case .height: return [(.init(term.unknown.view, .height), term.coefficient)]
      default: return []
      }
    }
    let superview = tree.superview(of: first.view) ?? .root
    let lines: [Attribute] =
      first.attribute.axis == .horizontal ? [.left, .right, .centerX] : [.top, .bottom, .centerY]
    var views = [superview]
    for term in form.terms where !views.contains(term.unknown.view) {
      views.append(term.unknown.view)
    }
    var candidates: [(LinearConstraint.Item?, Double)] = []
    for view in views {
      for line in lines { candidates.append((.init(view, line), 1)) }
    }
    // A share of the superview: its far side is its size.
    if let term = form.terms.first {
      candidates.append((.init(superview, lines[1]), term.coefficient))
    }
    return candidates
  }
}
