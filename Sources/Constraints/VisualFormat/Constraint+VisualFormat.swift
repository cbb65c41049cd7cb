public import LayoutModel

/// An option of a visual format.
public enum FormatOption: String, CaseIterable, Sendable {
  /// Every view's top is that of the next one in the format.
  case alignAllTop
  /// Every view's bottom is that of the next one.
  case alignAllBottom
  /// Every view's vertical centre is that of the next one.
  case alignAllCenterY
  /// Every view's first baseline is that of the next one.
  case alignAllFirstBaseline
  /// Every view's last baseline is that of the next one.
  case alignAllLastBaseline
  /// Every view's left edge is that of the next one.
  case alignAllLeft
  /// Every view's right edge is that of the next one.
  case alignAllRight
  /// Every view's leading edge is that of the next one.
  case alignAllLeading
  /// Every view's trailing edge is that of the next one.
  case alignAllTrailing
  /// Every view's horizontal centre is that of the next one.
  case alignAllCenterX
  /// A horizontal format runs with the reading direction, as it does without an option.
  case directionLeadingToTrailing
  /// A horizontal format runs from the left, in left and right edges.
  case directionLeftToRight
  /// A horizontal format runs from the right, in left and right edges.
  case directionRightToLeft
}

extension Constraint {
  /// The constraints of a visual format, not active yet; the notation is that of scene files.
  ///
  /// - Parameters:
  ///   - format: such as `H:|-50-[view(>=150)]-[view2]`; `|` is the superview of the views.
  ///   - options: alignments, and at most one direction.
  ///   - metrics: numbers that the format may name: points or priorities.
  ///   - views: the views that it names, all in one tree.
  ///   - file: the file of the call, which messages print.
  ///   - line: its line.
  /// - Returns: the constraints from left to right, then those of the alignments.
  /// - Throws: `ConstraintMistake.format` with the format and a caret where reading stopped.
  public static func constraints(
    withVisualFormat format: String, options: [FormatOption] = [],
    metrics: [String: Double] = [:], views: [String: View], file: StaticString = #fileID,
    line: UInt = #line
  ) throws(ConstraintMistake) -> [Constraint] {
    var set = FormatOptions()
    for option in options {
      do {
        try set.insert(
          option.rawValue, isHorizontal: VisualFormatParser.isHorizontal(format))
      } catch {
        throw .format("visual format '\(format)': \(error)")
      }
    }
    let named = VisualFormatParser.names(in: format).compactMap { views[$0] }
    guard let one = named.first ?? views.first?.value else {
      throw .format("visual format '\(format)': no views are given")
    }
    // The named views and their superviews only: a screen has many more.
    let subtree = one.top.subtree(holding: named)
    var numbers: [ObjectIdentifier: ViewID] = [:]
    for (index, view) in subtree.enumerated() { numbers[ObjectIdentifier(view)] = ViewID(index) }
    let read: [LinearConstraint]
    do throws(NotationMistake) {
      read = try VisualFormatParser.constraints(
        from: format, in: View.tree(of: subtree),
        views: { name in views[name].flatMap { numbers[ObjectIdentifier($0)] } },
        known: { views.keys.sorted() }, metrics: metrics, options: set)
    } catch {
      throw .format([error.description, error.excerpt].compactMap(\.self).joined(separator: "\n"))
    }
    let constraints: [Constraint] = read.compactMap { constraint in
      guard case .items(let first, let second, let multiplier, let constant) = constraint.form
      else { return nil }
      return Constraint(
        subtree[first.view.index], first.attribute, constraint.relation,
        second.map { subtree[$0.view.index] }, second?.attribute, multiplier: multiplier,
        constant: constant, priority: constraint.priority)
    }
    return constraints.made(file, line)
  }
}

extension View {
  /// Returns this view, some of its descendants and the views between, each before its subviews.
  fileprivate func subtree(holding views: [View]) -> [View] {
    var taken: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    var children: [ObjectIdentifier: [View]] = [:]
    for view in views {
      var view = view
      while taken.insert(ObjectIdentifier(view)).inserted, let superview = view.superview {
        children[ObjectIdentifier(superview), default: []].append(view)
        view = superview
      }
    }
    var subtree: [View] = []
    var pending = [self]
    while let view = pending.popLast() {
      subtree.append(view)
      pending += children[ObjectIdentifier(view)] ?? []
    }
    return subtree
  }
}

extension VisualFormatParser {
  /// The words that may name views: those in square brackets, and in the predicates there.
  static func names(in format: String) -> [String] {
    var names: [String] = []
    for part in format.split(separator: "[", omittingEmptySubsequences: false).dropFirst() {
      let inside = part.prefix { $0 != "]" }
      names.append(String(inside.prefix { $0 != "(" }))
      guard let open = inside.firstIndex(of: "(") else { continue }
      for predicate in inside[open...].dropFirst().split(separator: ",") {
        let object = predicate.drop { "=<>".contains($0) }.prefix { $0 != "@" && $0 != ")" }
        names.append(String(object))
      }
    }
    return names
  }
}
