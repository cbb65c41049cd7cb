public import Constraints
import LayoutBenchFunctions
public import LayoutModel
import Synchronization

extension View {
  /// Lays out the whole tree that this view is in by its active constraints.
  ///
  /// The topmost view keeps its frame; every other one gets the frame that the constraints give it
  /// (docs/constraints.md, Priorities). The next layout reuses what it can of this one; the frames
  /// depend on the present constraints only.
  ///
  /// - Throws: `LayoutError.unsatisfiable` with an irreducible set of conflicting required
  ///   constraints, `badConstraint`, `solverFailed`; all frames are then unchanged.
  public func layoutIfNeeded() throws(LayoutError) { try top.constraintTree.layout() }

  /// The findings of the last layout of this view's tree: violated constraints, ambiguous
  /// attributes.
  ///
  /// - Throws: `LayoutError.solverFailed`.
  public func constraintFindings() throws(LayoutError) -> Findings {
    try top.constraintTree.findings()
  }

  /// The work that layouts of this view's tree have done: exact counts, the same on every machine.
  public var constraintCounters: [Counter] { top.constraintTree.counters() }

  /// Returns this view's size for a target size, by the active constraints within it.
  ///
  /// The plan is kept for the next request: changes of contents, texts and constants recompute only
  /// what depends on them.
  ///
  /// - Parameters:
  ///   - target: the target size, points; 0 × 0 compresses, 10000 × 10000 expands.
  ///   - horizontal: the priority of the target width.
  ///   - vertical: the priority of the target height.
  /// - Returns: this view's size, points; no frame changes.
  /// - Throws: `LayoutError.unsatisfiable`, `badConstraint`, `solverFailed`.
  public func systemLayoutSizeFitting(
    _ target: Size, horizontal: Priority = .fittingSizeLevel,
    vertical: Priority = .fittingSizeLevel
  ) throws(LayoutError) -> Size {
    superview == nil
      ? try constraintTree.fittingSize(target, horizontal, vertical)
      : try ConstraintTree.fittingSize(of: self, target, horizontal, vertical)
  }

  private var constraintTree: ConstraintTree {
    let key = ObjectIdentifier(ConstraintTree.self)
    if let tree = attachment(key) { return unsafeDowncast(tree, to: ConstraintTree.self) }
    let tree = ConstraintTree(root: self)
    attach(tree, key)
    return tree
  }
}

/// A tree of views that is laid out by its active constraints repeatedly.
final class ConstraintTree {
  /// A plan with the views and constraints that it was made of.
  struct Living: ~Copyable {
    var plan: ConstraintsPlan
    /// The views as the plan numbers them.
    let tree: ViewTree
    /// The number of this layout, by which its constraints know it; each stores its place.
    let number: UInt64
    /// True if constraints were added or removed since: their order is no longer that of the views.
    var isPatched = false
    /// The constraints that were deactivated and kept their place; some are active again.
    private var deactivated: [Constraint] = []

    private static let newest = Atomic<UInt64>(0)
    /// A number that no layout of this process has.
    static var newNumber: UInt64 { newest.add(1, ordering: .relaxed).newValue }

    init(_ plan: consuming ConstraintsPlan, _ tree: ViewTree, number: UInt64) {
      self.plan = plan
      self.tree = tree
      self.number = number
    }

    /// Adds or removes a constraint, or updates its constant and priority.
    ///
    /// - Returns: whether the plan can do so.
    mutating func update(
      _ constraint: Constraint, number: (View) -> ViewID?
    ) throws(LayoutError) -> Bool {
      let place = place(of: constraint)
      var linear: LinearConstraint?
      if constraint.isActive {
        do throws(ConstraintMistake) {
          linear = try constraint.linear(number: number)
        } catch {
          throw .badConstraint("\(constraint): \(error)")
        }
      }
      if let place, let linear,
        plan.isConstraint(place, isLike: linear, constraint.constant)
      {
        plan.edit(constant: constraint.constant, ofConstraint: place)
        if plan.isOut(place) { plan.putBack(place) }
        return true
      }
      guard linear != nil else {
        takeOut(constraint)
        return true
      }
      remove(constraint)
      if let linear {
        isPatched = true
        guard let place = plan.add(linear) else { return false }
        constraint.placeInLayout = PlaceInLayout(layout: self.number, index: place)
      }
      return true
    }

    /// The place of a constraint in the plan; `nil` where it is not in it.
    func place(of constraint: Constraint) -> Int? {
      let place = constraint.placeInLayout
      return place.layout == number ? place.index : nil
    }

    /// Takes a constraint out that is inactive now, if it is in the plan: as often as not it comes
    /// back.
    mutating func takeOut(_ constraint: Constraint) {
      guard let place = place(of: constraint) else { return }
      isPatched = true
      guard plan.takeOut(place) else { return }
      deactivated.append(constraint)
      guard deactivated.count > 256 + tree.count else { return }
      // Those that have not come back for long leave their place to others, where they are many.
      var seen: Set<Int> = []
      deactivated = deactivated.filter { other in
        guard !other.isActive, let place = self.place(of: other) else { return false }
        return seen.insert(place).inserted
      }
      guard deactivated.count > (256 + tree.count) / 2 else { return }
      for other in deactivated { remove(other) }
      deactivated = []
    }

    /// Removes a constraint, if it is in the plan.
    mutating func remove(_ constraint: Constraint) {
      guard let place = place(of: constraint) else { return }
      isPatched = true
      plan.remove(place)
      constraint.placeInLayout = .none
    }

    /// Changes the content or the text of a view.
    mutating func edit(_ id: ViewID, of view: View) {
      if let text = view.measuredText {
        plan.edit(id, text: text)
      } else {
        plan.edit(id, intrinsic: view.intrinsicContentSize)
      }
    }
  }

  private let views: NumberedViews
  @exclusivity(unchecked) private var living: Placed<Living>?
  @exclusivity(unchecked) private var frames: [Rect] = []
  /// The memory of the list of changed views, used again in each layout.
  @exclusivity(unchecked) private var emptied = EmptiedList()
  /// True if the plan contains changes that it has not laid out.
  @exclusivity(unchecked) private var isAhead = false

  init(root: View) { views = NumberedViews(root: root) }

  func layout() throws(LayoutError) {
    try run { tree, living throws(LayoutError) in
      try living.plan.pass(into: &tree.frames)
      tree.isAhead = false
      tree.views.place(at: tree.frames)
    }
  }

  /// Returns the size of the topmost view for a target size.
  func fittingSize(
    _ target: Size, _ horizontal: Priority, _ vertical: Priority
  ) throws(LayoutError) -> Size {
    try Self.check(views.root)
    var size = Result<Size, LayoutError>.success(Size(width: 0, height: 0))
    try run { tree, living throws(LayoutError) in
      tree.isAhead = true
      do throws(LayoutError) {
        size = .success(try living.plan.fittingSize(nextTo: target, horizontal, vertical))
      } catch {
        // Messages name constraints in the order that a new plan has them in.
        guard !living.isPatched else { throw error }
        // The layout is still valid.
        living.plan.forgetFitting()
        size = .failure(tree.withPlaces(error, in: living))
      }
    }
    return try size.get()
  }

  /// Calls `body` with a plan that contains all changes.
  private func run(
    _ body: (ConstraintTree, inout Living) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    do throws(LayoutError) {
      try update(body)
    } catch {
      // The next layout makes a new plan.
      living = nil
      throw error
    }
  }

  private func update(
    _ body: (ConstraintTree, inout Living) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    if living == nil || views.isOutdated || views.log.isStructureChanged {
      try rebuild()
    }
    guard let kept = living.take() else { return }
    defer { withExtendedLifetime(kept) {} }
    let living = kept.address
    let log = views.log
    var changed = emptied.take()
    swap(&changed, &log.changed)
    let edited = log.edited
    log.edited = []
    // The rest of the work is for views that are there, and their constraints.
    if views.haveMoved {
      for object in edited {
        guard let constraint = object as? Constraint, !constraint.isActive else { continue }
        living.pointee.takeOut(constraint)
      }
      guard try move(&living.pointee) else { return try update(body) }
    }
    for index in changed {
      if index == 0 {
        // The root's own content affects its fitting size: a change needs a new plan.
        guard living.pointee.tree[.root].intrinsic == views[0].intrinsicContentSize,
          living.pointee.tree.texts[.root] == views[0].text
        else { return try update(body) }
        living.pointee.plan.resize(to: views[0].frame.size)
      } else {
        guard !views.isAway(index) else { continue }
        try Self.check(views[index])
        living.pointee.edit(ViewID(Int(index)), of: views[index])
      }
    }
    for object in edited {
      guard let constraint = object as? Constraint else { continue }
      let isHere = constraint.isActive && constraint.firstView.flatMap(views.number) != nil
      guard constraint.constant.isFinite || !isHere else {
        throw .badConstraint("\(constraint): its constant is not finite")
      }
      // One about both axes: texts are laid out in another way then, which needs a new plan.
      guard try living.pointee.update(constraint, number: views.number) else {
        return try update(body)
      }
    }
    var failure: LayoutError?
    do throws(LayoutError) {
      try body(self, &living.pointee)
    } catch {
      failure = error
    }
    if let failure {
      // Messages name constraints in the order that a new plan has them in.
      guard living.pointee.isPatched else {
        throw withPlaces(failure, in: living.pointee)
      }
      return try update(body)
    }
    emptied.keep(&changed)
    self.living = kept
  }

  /// Takes the views out of the plan that have left their superview since the last layout, and puts
  /// those back that have come back to it.
  ///
  /// - Returns: `false` where only a new plan can follow: a view has another superview.
  private func move(_ living: inout Living) throws(LayoutError) -> Bool {
    guard let moves = views.takeMoves(in: living.tree) else { return false }
    for move in moves {
      if move.isBack {
        guard try putBack(move.view, &living) else { return false }
        continue
      }
      living.isPatched = true
      living.plan.remove(move.view)
      views.release(views.leaving(with: move.view, in: living.tree))
    }
    return true
  }

  /// Puts a view back with those in it, and with the constraints that they store.
  ///
  /// - Returns: `false` where only a new plan can follow.
  private func putBack(
    _ view: ViewID, _ living: inout Living
  ) throws(LayoutError) -> Bool {
    guard let back = views.takeBack(with: view, in: living.tree) else { return false }
    for number in back {
      try Self.check(views[Int32(number)])
      living.edit(ViewID(number), of: views[Int32(number)])
    }
    living.plan.restore(view)
    for number in back {
      var isComplete = true
      try views[Int32(number)].forEachConstraint { constraint throws(LayoutError) in
        guard living.place(of: constraint).map({ living.plan.isOut($0) }) ?? true else { return }
        if try !living.update(constraint, number: views.number) { isComplete = false }
      }
      guard isComplete else { return false }
    }
    return true
  }

  func findings() throws(LayoutError) -> Findings {
    guard let kept = living.take() else { return Findings() }
    defer { withExtendedLifetime(kept) {} }
    if isAhead {
      var scratch = frames
      try kept.address.pointee.plan.pass(into: &scratch)
    }
    let findings = try kept.address.pointee.plan.findings()
    living = kept
    return findings
  }

  func counters() -> [Counter] {
    living?.address.pointee.plan.counters() ?? []
  }

  /// Numbers the views and loads all active constraints.
  private func rebuild() throws(LayoutError) {
    let work = living?.address.pointee.plan.work ?? Work()
    living = nil
    let tree = views.renumber()
    for index in 1..<tree.count {
      try Self.check(tree.traits[index]) { views[Int32(index)].name }
    }
    let number = Living.newNumber
    let active = try ActiveConstraints(of: views, layout: number)
    frames = tree.startFrames
    living = Placed(
      Living(
        ConstraintsPlan(
          ConstraintList(active.pairs, identifiers: active.identifiers),
          rows: ConstraintRows(active.pairs, in: tree), in: tree, continuing: work,
          areTextsMeasured: true),
        tree, number: number))
  }

  /// A conflict with the places in Swift source of the constraints that it names.
  private func withPlaces(_ error: LayoutError, in living: borrowing Living) -> LayoutError {
    guard case .unsatisfiable(let lines, let dropped) = error else { return error }
    var placed: [(index: Int, constraint: Constraint)] = []
    for index in 0..<Int32(living.tree.count) where !views.isAway(index) {
      views[index].forEachConstraint { constraint in
        guard let place = living.place(of: constraint) else { return }
        placed.append((place, constraint))
      }
    }
    placed.sort { $0.index < $1.index }
    return .unsatisfiable(
      Self.lines(lines, placedBy: placed.map(\.constraint), in: living.tree, views.number),
      dropped: dropped)
  }

  /// The lines of a conflict with the places in Swift source of the constraints that they name,
  /// which are listed in the order of the layout: of those with equal texts the first is named first.
  private static func lines(
    _ lines: [LayoutError.ConflictingConstraint], placedBy constraints: [Constraint],
    in tree: ViewTree, _ number: (View) -> ViewID?
  ) -> [LayoutError.ConflictingConstraint] {
    var places: [String: [String]] = [:]
    for constraint in constraints.reversed() {
      guard let place = constraint.sourcePlace,
        let linear = try? constraint.linear(number: number)
      else { continue }
      places[linear.conflictText(in: tree), default: []].append(place)
    }
    var lines = lines
    for index in lines.indices where lines[index].line == nil {
      lines[index].place = places[lines[index].text]?.popLast()
    }
    return lines
  }

  /// The active constraints whose views all have a number.
  private static func constraints(
    of views: [View], number: (View) -> ViewID?
  ) throws(LayoutError) -> [LinearConstraint] {
    var written: [LinearConstraint] = []
    for view in views {
      try view.forEachConstraint { constraint throws(LayoutError) in
        do throws(ConstraintMistake) {
          guard let linear = try constraint.linear(number: number) else { return }
          written.append(linear)
        } catch {
          throw .badConstraint("\(constraint): \(error)")
        }
      }
    }
    return written
  }

  /// Checks that a view's content sizes and priorities are within their limits.
  private static func check(_ view: View) throws(LayoutError) {
    try check(view.traits) { view.name }
  }

  private static func check(
    _ traits: ViewTraits, name: () -> String
  ) throws(LayoutError) {
    let (content, hugging, compression) = (traits.intrinsic, traits.hugging, traits.compression)
    func check(size: Double?) throws(LayoutError) {
      guard let size, !(size >= 0 && size <= 1e9) else { return }
      throw .badConstraint(
        "view \(name()): an intrinsic size is from 0 to 1e9 points, found \(size)")
    }
    func check(_ property: StaticString, _ priority: Double) throws(LayoutError) {
      guard !(priority > 0 && priority <= 1000) else { return }
      throw .badConstraint(
        "view \(name()): \(property) is above 0 and at most 1000, found \(priority)")
    }
    try check(size: content.horizontal)
    try check("hugging", hugging.horizontal)
    try check("compression", compression.horizontal)
    try check(size: content.vertical)
    try check("hugging", hugging.vertical)
    try check("compression", compression.vertical)
  }

  /// Returns the size of a view within others, solved without constraints that reach beyond it.
  static func fittingSize(
    of view: View, _ target: Size, _ horizontal: Priority, _ vertical: Priority
  ) throws(LayoutError) -> Size {
    let subtree = view.subtree
    for view in subtree { try check(view) }
    let tree = View.tree(of: subtree)
    var numbers: [ObjectIdentifier: ViewID] = [:]
    for (index, view) in subtree.enumerated() { numbers[ObjectIdentifier(view)] = ViewID(index) }
    func number(_ view: View) -> ViewID? { numbers[ObjectIdentifier(view)] }
    let written = try constraints(of: subtree, number: number)
    do throws(LayoutError) {
      return try KeptFitting.of(view).size(
        nextTo: target, written, in: tree, horizontal, vertical)
    } catch {
      guard case .unsatisfiable(let lines, let dropped) = error else { throw error }
      var all: [Constraint] = []
      for view in subtree { view.forEachConstraint { all.append($0) } }
      throw .unsatisfiable(Self.lines(lines, placedBy: all, in: tree, number), dropped: dropped)
    }
  }
}
