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
      do throws(FormatOptionMistake) {
        try set.insert(option, isHorizontal: VisualFormat.isHorizontal(format))
      } catch {
        throw .format("visual format '\(format)': \(error)")
      }
    }
    guard !views.isEmpty else { throw .format("visual format '\(format)': no views are given") }
    var parser = VisualFormatParser(
      format, in: NamedViews(format, views: views, place: CallPlace(file, line)),
      metrics: metrics, options: set)
    do throws(NotationMistake) {
      try parser.format()
    } catch {
      throw .format([error.description, error.excerpt].compactMap(\.self).joined(separator: "\n"))
    }
    return parser.context.constraints
  }
}

/// The views of a program, by the names that a call gives them.
private struct NamedViews: VisualFormatContext {
  let views: [String: View]
  let place: CallPlace?
  var constraints: [Constraint] = []

  init(_ format: String, views: [String: View], place: CallPlace?) {
    self.views = views
    self.place = place
    // Most formats make about one in ten characters.
    constraints.reserveCapacity(2 + format.utf8.count / 8)
  }

  func view(named name: String) -> View? { views[name] }

  func superview(of view: View) -> View? { view.superview }

  var names: [String] { views.keys.sorted() }

  mutating func add(
    _ first: VisualFormatItem<View>, _ relation: Relation, _ second: VisualFormatItem<View>?,
    _ constant: Double, _ priority: Priority
  ) throws(ConstraintMistake) {
    try Pairing.check(constant: constant)
    constraints.append(
      Constraint(
        first.view, first.attribute, relation, second?.view, second?.attribute,
        constant: constant, priority: priority, place: place))
  }
}
