public import LayoutModel

/// Visual formats over the views of a tree, for scene files.
public enum VisualFormat {
  /// Reads a format.
  ///
  /// - Parameters:
  ///   - text: such as `H:|-50-[view(>=150)]-[view2]`.
  ///   - tree: the views.
  ///   - metrics: numbers that the format may name, points or priorities.
  ///   - options: alignments and direction.
  ///   - position: its place in the scene file, kept in the constraints.
  /// - Returns: the constraints, from left to right, then those of the alignments.
  /// - Throws: `NotationMistake` with the column where reading stopped.
  public static func constraints(
    from text: String, in tree: ViewTree, metrics: [String: Double] = [:],
    options: FormatOptions = FormatOptions(), at position: SourcePosition? = nil
  ) throws(NotationMistake) -> [LinearConstraint] {
    var constraints: [LinearConstraint] = []
    try append(
      from: text, in: tree, metrics: metrics, options: options, at: position, to: &constraints)
    return constraints
  }

  /// Reads a format as `constraints` does, and appends its constraints to others.
  ///
  /// - Throws: `NotationMistake`; some constraints of the format may be appended then.
  static func append(
    from text: String, in tree: ViewTree, metrics: [String: Double] = [:],
    options: FormatOptions = FormatOptions(), at position: SourcePosition? = nil,
    to constraints: inout [LinearConstraint]
  ) throws(NotationMistake) {
    var parser = VisualFormatParser(
      text, in: NumberedViews(tree: tree, position: position), metrics: metrics, options: options)
    swap(&parser.context.constraints, &constraints)
    defer { swap(&parser.context.constraints, &constraints) }
    try parser.format()
  }

  /// Returns true if a format runs along x, whether or not the rest of it is valid.
  public static func isHorizontal(_ text: String) -> Bool { !text.hasPrefix("V") }
}

/// The views of a scene, by number.
private struct NumberedViews: VisualFormatContext {
  let tree: ViewTree
  let position: SourcePosition?
  var constraints: [LinearConstraint] = []

  func view(named name: String) -> ViewID? { tree.view(named: name) }

  func superview(of view: ViewID) -> ViewID? { tree.superview(of: view) }

  var names: [String] { tree.names }

  mutating func add(
    _ first: VisualFormatItem<ViewID>, _ relation: Relation, _ second: VisualFormatItem<ViewID>?,
    _ constant: Double, _ priority: Priority
  ) throws(ConstraintMistake) {
    constraints.append(
      try LinearConstraint(
        LinearConstraint.Item(first.view, first.attribute), relation,
        second.map { LinearConstraint.Item($0.view, $0.attribute) }, constant: constant,
        priority: priority, origin: .visualFormat, position: position, in: tree))
  }
}

/// A reader of formats that were checked when their scene was read: one after the other, in the same
/// memory.
package struct CheckedFormats {
  /// The constraints of the format that was read last.
  package var pairs: [LinearConstraint.Pair] { parser.context.pairs }
  private var parser: VisualFormatParser<CheckedViews>

  /// A reader of formats about the views of a tree.
  package init(in tree: ViewTree) {
    parser = VisualFormatParser(
      "", in: CheckedViews(tree), metrics: [:], options: FormatOptions())
  }

  mutating func read(_ format: WrittenConstraints.Format) {
    parser.context.pairs.removeAll(keepingCapacity: true)
    parser.restart(format.text, metrics: format.metrics, options: format.options)
    do {
      try parser.format()
    } catch {
      preconditionFailure("formats are checked when the scene is read")
    }
  }
}

/// The views of a scene, by number, for formats that were checked.
private struct CheckedViews: VisualFormatContext {
  let superviews: [Int32]
  let numbers: [String: ViewID]
  var pairs: [LinearConstraint.Pair] = []

  init(_ tree: ViewTree) {
    superviews = tree.superviews
    numbers = tree.viewsByName
  }

  func view(named name: String) -> ViewID? { numbers[name] }

  func superview(of view: ViewID) -> ViewID? {
    let number = superviews[view.index]
    return number < 0 ? nil : ViewID(Int(number))
  }

  var names: [String] { numbers.keys.sorted() }

  mutating func add(
    _ first: VisualFormatItem<ViewID>, _ relation: Relation, _ second: VisualFormatItem<ViewID>?,
    _ constant: Double, _ priority: Priority
  ) {
    pairs.append(
      LinearConstraint.Pair(
        first: LinearConstraint.Item(first.view, first.attribute), relation,
        second: second.map { LinearConstraint.Item($0.view, $0.attribute) }, constant, priority))
  }
}
