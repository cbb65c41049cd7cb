import Constraints
import LayoutBenchFunctions
import LayoutModel

/// Constraints as equalities, and as conditions beside them.
///
/// Unknowns are numbered 4 v … 4 v + 3 for left, top, width and height of view v, left and top in
/// the root's coordinates.
extension Elimination where Kind == RootSide {
  /// Sets the root's frame, and all other unknowns that are known beforehand.
  mutating func setGiven(
    _ rows: borrowing ConstraintRows, in tree: ViewTree,
    _ numbers: some ConstraintNumbers<Form>
  ) {
    set(.init(view: 0, side: 0), to: .zero)
    set(.init(view: 0, side: 1), to: .zero)
    set(.init(view: 0, side: 2), to: numbers.root(.horizontal, of: tree))
    set(.init(view: 0, side: 3), to: numbers.root(.vertical, of: tree))
    for known in rows.given { give(known.unknown, numbers.known(known.form)) }
    rows.flat.forEach(ofViews: tree.count) { give($0, .zero) }
  }

  /// Adds the equalities among constraints that are required, or those that are not.
  ///
  /// - Parameters:
  ///   - rows: the constraints.
  ///   - numbers: the constants in them.
  ///   - isRequired: whether the required ones are added, or the others.
  /// - Returns: whether all can be satisfied.
  mutating func add(
    _ rows: borrowing ConstraintRows, _ numbers: some ConstraintNumbers<Form>, isRequired: Bool
  ) -> Bool {
    let list = rows.rows.span
    for index in list.indices {
      let row = list[unchecked: index]
      guard row.relation == .equal, row.isRequired == isRequired, !row.isOut else { continue }
      guard row.count > 0 else {
        begin(row, index, rows, numbers)
        guard end() else { return false }
        continue
      }
      let constant = numbers.constant(of: row, at: index)
      guard add(row.unknowns, row.coefficients, count: row.count, constant) else { return false }
    }
    return true
  }

  /// Adds content sizes as equalities.
  ///
  /// - Parameters:
  ///   - tree: the views.
  ///   - numbers: the sizes.
  ///   - ifFirm: whether only those that must be kept: they neither grow nor shrink.
  /// - Returns: whether all can be satisfied.
  mutating func addContent(
    of tree: ViewTree, _ numbers: some ConstraintNumbers<Form>, ifFirm: Bool = false
  ) -> Bool {
    for view in 1..<max(1, tree.count) {
      for axis in Axis.allCases {
        guard let size = tree.traits[view].intrinsic[axis] else { continue }
        if ifFirm {
          let traits = tree.traits[view]
          guard traits.hugging[axis] >= 1000, traits.compression[axis] >= 1000 else { continue }
        }
        let unknown = RootUnknown(view: view, side: axis == .horizontal ? 2 : 3)
        guard
          add(
            SIMD4(unknown.index, 0, 0, 0), SIMD4(1, 0, 0, 0), count: 1,
            numbers.content(size, axis, of: view) * -1)
        else { return false }
      }
    }
    return true
  }

  /// Begins a sum: left side minus right side of a constraint.
  ///
  /// - Parameters:
  ///   - row: the constraint.
  ///   - place: its place.
  ///   - rows: all of them.
  ///   - numbers: the constants in them.
  @inline(__always)
  fileprivate mutating func begin(
    _ row: ConstraintRows.Row, _ place: Int, _ rows: borrowing ConstraintRows,
    _ numbers: some ConstraintNumbers<Form>
  ) {
    begin(numbers.constant(of: row, at: place))
    guard row.count > 0 else {
      for term in rows.longForms[Int(row.unknowns.x)] { add(term.unknown, term.coefficient) }
      return
    }
    add(.init(row.unknowns.x), row.coefficients.x)
    guard row.count > 1 else { return }
    add(.init(row.unknowns.y), row.coefficients.y)
    guard row.count > 2 else { return }
    add(.init(row.unknowns.z), row.coefficients.z)
    guard row.count > 3 else { return }
    add(.init(row.unknowns.w), row.coefficients.w)
  }

  /// Makes places that are open count from the superview, where its place is open too: constraints
  /// within a view then say nothing about the place of the view.
  ///
  /// - Parameter superviews: the superview of each view; -1 for the root.
  mutating func rebasePlaces(in superviews: [Int32]) {
    var bases = Arena<RootUnknown>(capacity: 1)
    let isKnown = Arena<Bool>(repeating: false, count: 4 * superviews.count)
    for side in 0..<2 {
      // The superview of the first view of a class comes before it, so that bases form no circle.
      for view in 1..<max(1, superviews.count) {
        let own = find(.init(view: view, side: side))
        guard !own.parent.isNone, own.factor == 1, !isKnown[own.parent] else { continue }
        isKnown[own.parent] = true
        let other = find(.init(view: Int(superviews[view]), side: side))
        guard !other.parent.isNone, other.factor == 1, other.parent != own.parent else { continue }
        bases.grow(to: isKnown.count, filling: .none)
        bases[own.parent] = other.parent
      }
    }
    guard !bases.isEmpty else { return }
    rebase(on: bases)
  }

  // MARK: - Conditions beside equalities

  /// Visits the slack of each inequality among constraints, once all unknowns are known.
  @inline(__always)
  mutating func forEachSpare(
    _ rows: borrowing ConstraintRows, _ numbers: some ConstraintNumbers<Form>,
    _ visit: (Form) -> Void
  ) {
    let list = rows.rows.span
    for index in list.indices {
      let row = list[unchecked: index]
      guard row.relation != .equal else { continue }
      begin(row, index, rows, numbers)
      visit(row.relation == .greaterThanOrEqual ? begun : begun * -1)
    }
  }
}

extension Elimination where Kind == RootSide, Form: ValuedNumber {
  /// Adds the constraints that are no solved equalities to the sums of unknowns that they
  /// constrain.
  ///
  /// - Parameters:
  ///   - rows: the constraints.
  ///   - tree: the views.
  ///   - numbers: the constants in them.
  ///   - isOptimistic: whether all equalities are solved, optional ones and content sizes too.
  ///   - functionals: receives them.
  ///   - spare: receives the slack of required ones without an open unknown.
  mutating func appendRest(
    _ rows: borrowing ConstraintRows, in tree: ViewTree,
    _ numbers: some ConstraintNumbers<Form>, isOptimistic: Bool,
    to functionals: inout Functionals<Form>, _ spare: inout Arena<Form>
  ) {
    for row in waitingRows where beginWaiting(row) {
      hand(.equal, HingePriority.required, to: &functionals, &spare)
    }
    let list = rows.rows.span
    for index in list.indices {
      let row = list[unchecked: index]
      guard row.relation != .equal || !(row.isRequired || isOptimistic || row.isOut) else {
        continue
      }
      begin(row, index, rows, numbers)
      hand(row.relation, row.priority, hasSurplus: true, to: &functionals, &spare)
    }
    // Negative sizes are detected where the frames are read.
    guard !isOptimistic else { return }
    for view in 1..<max(1, tree.count) {
      for axis in Axis.allCases {
        begin(.zero)
        add(.init(view: view, side: axis == .horizontal ? 2 : 3), 1)
        // One sum has all bounds of the size.
        let sum = reduced()
        let place = sum.isEmpty ? nil : functionals.place(sum)
        hand(begun, .greaterThanOrEqual, HingePriority.required, to: place, &functionals, &spare)
        guard let size = tree.traits[view].intrinsic[axis] else { continue }
        let traits = tree.traits[view]
        let (hugging, compression) = (traits.hugging[axis], traits.compression[axis])
        guard hugging < 1000 || compression < 1000 else { continue }
        let excess = begun - numbers.content(size, axis, of: view)
        hand(excess, .lessThanOrEqual, hugging, to: place, &functionals, &spare)
        hand(excess, .greaterThanOrEqual, compression, to: place, &functionals, &spare)
      }
    }
  }

  /// Adds the sum that was begun, compared to 0, to the functional over its unknowns.
  private mutating func hand(
    _ relation: Relation, _ priority: Double, hasSurplus: Bool = false,
    to functionals: inout Functionals<Form>, _ spare: inout Arena<Form>
  ) {
    let sum = reduced()
    hand(
      begun, relation, priority, hasSurplus: hasSurplus,
      to: sum.isEmpty ? nil : functionals.place(sum), &functionals, &spare)
  }

  /// Adds a multiple of a functional plus a number, compared to 0.
  ///
  /// - Parameters:
  ///   - form: the number.
  ///   - relation: the relation to 0.
  ///   - priority: 1000 where required.
  ///   - hasSurplus: whether its surplus beyond equality counts in the end.
  ///   - place: the functional and the factor; `nil` where no unknown is open.
  ///   - functionals: receives it.
  ///   - spare: receives the slack where no unknown is open.
  @inline(__always)
  private func hand(
    _ form: Form, _ relation: Relation, _ priority: Double, hasSurplus: Bool = false,
    to place: (functional: FunctionalNumber, scale: Double)?,
    _ functionals: inout Functionals<Form>, _ spare: inout Arena<Form>
  ) {
    if let place {
      return functionals.add(
        place.functional, times: place.scale, form, relation, priority: priority,
        hasSurplus: hasSurplus)
    }
    // Decided already: a required one must hold, an optional one holds or does not.
    guard priority >= HingePriority.required else { return }
    if relation != .lessThanOrEqual { spare.append(form) }
    if relation != .greaterThanOrEqual { spare.append(form * -1) }
  }

  /// Fixes the remaining unknowns, where inequalities constrain each alone and all may hold.
  ///
  /// - Parameters:
  ///   - rows: the constraints, whose equalities are all solved.
  ///   - tree: the views.
  ///   - numbers: the constants in them.
  ///   - point: the parameters' present values.
  ///   - region: receives the conditions under which the values stay right.
  /// - Returns: whether that determines all of them.
  mutating func fixSingles<Region: ConditionList<Form> & ~Copyable>(
    _ rows: borrowing ConstraintRows, in tree: ViewTree, _ numbers: some ConstraintNumbers<Form>,
    at point: Size, _ region: inout Region
  ) -> Bool {
    var functionals = Functionals<Form>(unknownCount: 4 * tree.count)
    var spare = Arena<Form>()
    appendRest(rows, in: tree, numbers, isOptimistic: true, to: &functionals, &spare)
    guard substitutions + functionals.unknowns.count == 4 * (tree.count - 1),
      functionals.functionals.count == functionals.unknowns.count
    else { return false }
    for index in functionals.functionals.indices {
      let number = FunctionalNumber(index)
      let functional = functionals.functionals[number]
      guard functional.end - functional.start == 1,
        (try? functionals.narrow(number, at: point)) != nil,
        let interval = functionals.lastInterval(of: number), interval.isPoint
      else { return false }
      let value: Form
      if Region.areStatedByAnswers {
        guard
          let bounds = functionals.statedInterval(
            number, downTo: interval.priority, at: point, in: &region),
          bounds.isPoint, let low = bounds.low
        else { return false }
        value = low
      } else {
        functionals.requireOrder(number, at: point, in: &region)
        value = functionals.hinges[interval.low].point
      }
      begin(value * -1)
      add(functionals.unknowns[functionals.terms[functional.start].unknown], 1)
      guard end() else { return false }
    }
    return true
  }
}
