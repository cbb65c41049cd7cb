public import LayoutModel

extension View {
  /// Arranges subviews of this view in a row or column.
  ///
  /// Equal gaps and centres need spacer views of their own, which are added to this view.
  ///
  /// - Parameters:
  ///   - views: subviews, in their order along the axis.
  ///   - hidden: those of them that take no room.
  ///   - gapsAfter: gaps that differ from the spacing, each after a view, points.
  ///   - file: the file of the call, which messages print.
  ///   - line: its line.
  ///   - change: configures the stack; by default it is a row without gaps that fills this view.
  /// - Returns: the constraints, installed.
  /// - Throws: `ConstraintMistake`; nothing has been installed then.
  @discardableResult
  public func arrange(
    _ views: [View], hidden: [View] = [], gapsAfter: [(view: View, gap: Double)] = [],
    file: StaticString = #fileID, line: UInt = #line,
    as change: (inout Stack) -> Void = { _ in }
  ) throws(ConstraintMistake) -> [Constraint] {
    var stack = Stack()
    change(&stack)
    func place(_ view: View) -> Int? { views.firstIndex { $0 === view } }
    var gaps: [Int: Double] = [:]
    for (view, gap) in gapsAfter { if let place = place(view) { gaps[place] = gap } }
    let rules = try stack.rules(
      contents: views.map { $0.intrinsicContentSize[stack.axis] },
      hidden: Set(hidden.compactMap(place)), gapsAfter: gaps)
    for view in views where view.superview !== self {
      throw .noSuperview("\(view.name), to be arranged in \(name)")
    }
    var spacers: [View] = []
    var constraints: [Constraint] = []
    for rule in rules { constraints += made(by: rule, views, along: stack.axis, &spacers) }
    for spacer in spacers { addSubview(spacer) }
    do throws(ConstraintMistake) {
      try Constraint.activate(constraints)
    } catch {
      for spacer in spacers { spacer.removeFromSuperview() }
      throw error
    }
    return constraints.made(file, line)
  }

  private func made(
    by rule: Stack.Rule, _ views: [View], along axis: Axis, _ spacers: inout [View]
  ) -> [Constraint] {
    func view(_ number: Int?) -> View { number.map { views[$0] } ?? self }
    let isRow = axis == .horizontal
    let (near, far, size): (Attribute, Attribute, Attribute) =
      isRow ? (.leading, .trailing, .width) : (.top, .bottom, .height)
    let middle: Attribute = isRow ? .centerX : .centerY
    /// Makes a view between two lines, with length 0 across.
    func spacer(_ one: View, _ oneLine: Attribute, _ other: View, _ otherLine: Attribute) -> (
      View, [Constraint]
    ) {
      let spacer = View("\(name)-space\(subviews.count + spacers.count)")
      spacers.append(spacer)
      let (top, height): (Attribute, Attribute) = isRow ? (.top, .height) : (.leading, .width)
      return (
        spacer,
        [
          Constraint(spacer, near, .equal, one, oneLine),
          Constraint(spacer, far, .equal, other, otherLine),
          Constraint(spacer, top, .equal, self, top),
          Constraint(spacer, height, .equal, constant: 0),
        ]
      )
    }
    switch rule {
    case .line(
      let one, let line, let relation, let other, let otherLine, let multiplier,
      let constant, let priority):
      return [
        Constraint(
          view(one), line, relation, view(other), otherLine, multiplier: multiplier,
          constant: constant, priority: Priority(unchecked: priority))
      ]
    case .size(let one, let size, let relation, let constant, let priority):
      return [
        Constraint(
          view(one), size, relation, constant: constant, priority: Priority(unchecked: priority))
      ]
    case .equalGaps(let one, let two, let three):
      let (before, made) = spacer(view(one), far, view(two), near)
      let (after, more) = spacer(view(two), far, view(three), near)
      return made + more + [Constraint(after, size, .equal, before, size)]
    case .equalCentres(let one, let two, let three):
      let (before, made) = spacer(view(one), middle, view(two), middle)
      let (after, more) = spacer(view(two), middle, view(three), middle)
      return made + more + [
        Constraint(
          after, size, .equal, before, size, priority: Priority(unchecked: Stack.centering))
      ]
    }
  }
}
