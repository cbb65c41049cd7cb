public import LayoutModel

/// Views arranged in a row or column of a container, with the terms of UIKit's stack views.
///
/// A stack is no view of its own: it makes constraints between a container and its arranged views,
/// which can be kept, changed and removed like all others. Lengths are points. Source: the
/// UIStackView reference.
public struct Stack: Hashable, Sendable {
  /// The share of the container along the axis that each arranged view gets.
  public enum Distribution: String, CaseIterable, Sendable {
    /// The views fill the container; their priorities decide which of them grow or shrink.
    case fill
    /// All views are as long as the first.
    case fillEqually
    /// All views keep the proportions that their contents have when the constraints are made; one
    /// without content gets length 0, and where none has any all are as long as the first.
    case fillProportionally
    /// The gaps are equal, and at least the spacing.
    case equalSpacing
    /// The distances between centres are equal where the gaps can stay at least the spacing.
    case equalCentering
  }

  /// The place of each arranged view across the axis.
  public enum Alignment: String, CaseIterable, Sendable {
    /// From side to side.
    case fill
    /// At the edge where reading begins; in a row at the top, as in UIStackView.
    case leading
    /// At the top; in a column at the edge where reading begins.
    case top
    /// In the middle.
    case center
    /// At the edge where reading ends; in a row at the bottom.
    case trailing
    /// At the bottom; in a column at the edge where reading ends.
    case bottom
    /// By first baselines; for rows.
    case firstBaseline
    /// By last baselines; for rows.
    case lastBaseline
  }

  /// The axis along which views are arranged: a row is horizontal.
  public var axis = Axis.horizontal
  /// The share of each view along the axis.
  public var distribution = Distribution.fill
  /// The place of each view across the axis.
  public var alignment = Alignment.fill
  /// The gap between neighbours, points.
  public var spacing = 0.0
  /// True if edges are aligned with the container's margins instead of its edges.
  public var usesMargins = false

  /// A row without gaps that fills its container.
  public init() {}

  /// The priority with which the container is as small across the axis as its views allow, where
  /// nothing else determines its size.
  static let fit = 51.0
  /// The priority of equal distances between centres: spacing comes first.
  static let centering = 149.0

  /// A constraint of a stack.
  ///
  /// Views are numbered as they are arranged; the container is `nil`.
  enum Rule: Equatable {
    case line(
      Int?, Attribute, Relation, Int?, Attribute, multiplier: Double = 1, constant: Double = 0,
      priority: Double = 1000)
    case size(Int?, Attribute, Relation, Double, priority: Double = 1000)
    /// The gap before a view is equal to the gap before the next one.
    case equalGaps(Int, Int, Int)
    /// The centre of the second is in the middle of those of the others.
    case equalCentres(Int, Int, Int)
  }

  /// Returns the constraints of some views.
  ///
  /// - Parameters:
  ///   - contents: the content of each view along the axis, points; `nil` for a view without.
  ///   - hidden: the numbers of hidden views: of length 0, without a gap of their own.
  ///   - gapsAfter: gaps that differ from the spacing, by the view before.
  /// - Returns: the rules, in the order of the views.
  /// - Throws: `ConstraintMistake.unfit` for an alignment of the other axis;
  ///   `ConstraintMistake.notFinite`.
  func rules(
    contents: [Double?], hidden: Set<Int>, gapsAfter: [Int: Double]
  ) throws(ConstraintMistake) -> [Rule] {
    try check()
    var rules: [Rule] = []
    let (near, far, size) = along
    let shown = contents.indices.filter { !hidden.contains($0) }
    let edges = (edge(near), edge(far))
    if let first = shown.first, let last = shown.last {
      rules.append(.line(first, near, .equal, nil, edges.0))
      rules += gaps(shown, gapsAfter)
      rules.append(.line(last, far, .equal, nil, edges.1))
      switch distribution {
      case .fill, .equalSpacing, .equalCentering: break
      case .fillEqually:
        rules += shown.dropFirst().map { .line($0, size, .equal, first, size) }
      case .fillProportionally:
        // Without any contents all are as long as the first.
        let lengths = shown.map { max(0, contents[$0] ?? 0) }
        let measure = lengths.firstIndex { $0 > 0 }
        for place in shown.indices where place != measure ?? 0 {
          rules.append(
            .line(
              shown[place], size, .equal, shown[measure ?? 0], size,
              multiplier: measure.map { lengths[place] / lengths[$0] } ?? 1))
        }
      }
    }
    for view in hidden.sorted() {
      let before = shown.last { $0 < view }
      rules.append(.size(view, size, .equal, 0))
      rules.append(
        .line(view, near, .equal, before, before == nil ? edges.0 : far))
    }
    for view in contents.indices { rules += across(view, first: shown.first) }
    if alignment != .fill, !contents.isEmpty {
      rules.append(
        .size(nil, axis == .horizontal ? .height : .width, .equal, 0, priority: Self.fit))
    }
    return rules
  }

  private func check() throws(ConstraintMistake) {
    guard axis == .horizontal || (alignment != .firstBaseline && alignment != .lastBaseline) else {
      throw .unfit(call: "a column", what: "the alignment '\(alignment.rawValue)'")
    }
    guard spacing.isFinite else { throw .notFinite("\(spacing)") }
  }

  private var along: (near: Attribute, far: Attribute, size: Attribute) {
    axis == .horizontal ? (.leading, .trailing, .width) : (.top, .bottom, .height)
  }

  /// The container's edge or margin.
  private func edge(_ attribute: Attribute) -> Attribute {
    usesMargins ? Attribute(rawValue: attribute.rawValue + "Margin") ?? attribute : attribute
  }

  private func gaps(_ shown: [Int], _ gapsAfter: [Int: Double]) -> [Rule] {
    let (near, far, _) = along
    var rules: [Rule] = []
    let isFlexible = distribution == .equalSpacing || distribution == .equalCentering
    for (before, view) in zip(shown, shown.dropFirst()) {
      rules.append(
        .line(
          view, near, isFlexible ? .greaterThanOrEqual : .equal, before, far,
          constant: gapsAfter[before] ?? spacing))
    }
    guard isFlexible, shown.count > 2 else { return rules }
    for place in 2..<shown.count {
      let three = (shown[place - 2], shown[place - 1], shown[place])
      rules.append(
        distribution == .equalSpacing
          ? .equalGaps(three.0, three.1, three.2) : .equalCentres(three.0, three.1, three.2))
    }
    return rules
  }

  private func across(_ view: Int, first: Int?) -> [Rule] {
    let isRow = axis == .horizontal
    let (near, far): (Attribute, Attribute) = isRow ? (.top, .bottom) : (.leading, .trailing)
    let middle: Attribute = isRow ? .centerY : .centerX
    func inside() -> [Rule] {
      [
        .line(view, near, .greaterThanOrEqual, nil, edge(near)),
        .line(view, far, .lessThanOrEqual, nil, edge(far)),
      ]
    }
    switch alignment {
    case .fill:
      return [
        .line(view, near, .equal, nil, edge(near)), .line(view, far, .equal, nil, edge(far)),
      ]
    case .leading, .top:
      return [
        .line(view, near, .equal, nil, edge(near)),
        .line(view, far, .lessThanOrEqual, nil, edge(far)),
      ]
    case .trailing, .bottom:
      return [
        .line(view, far, .equal, nil, edge(far)),
        .line(view, near, .greaterThanOrEqual, nil, edge(near)),
      ]
    case .center:
      let line =
        usesMargins
        ? Attribute(rawValue: middle.rawValue + "WithinMargins") ?? middle : middle
      return [.line(view, middle, .equal, nil, line)] + inside()
    case .firstBaseline, .lastBaseline:
      let baseline: Attribute = alignment == .firstBaseline ? .firstBaseline : .lastBaseline
      if let first, view != first {
        return [.line(view, baseline, .equal, first, baseline)] + inside()
      }
      // The line itself lies as high as it can.
      return inside() + [.line(view, near, .equal, nil, edge(near), priority: Self.fit)]
    }
  }
}
