public import Constraints
public import LayoutModel

extension View {
  /// Lays out the whole tree that this view is in by its active constraints.
  ///
  /// The topmost view keeps its frame; every other one gets the frame that the constraints give it
  /// (`auto-layout.md` 2). What the next layout can keep of this one, it keeps; the frames depend on the
  /// present constraints only.
  ///
  /// - Throws: `LayoutError.unsatisfiable` with an irreducible set of the required constraints that
  ///   exclude each other, `badConstraint`, `solverFailed`; all frames are then as they were.
  public func layoutIfNeeded() throws(LayoutError) { try top.constraintTree.layout() }

  /// What the last layout of this view's tree found out: violated constraints, ambiguous attributes.
  ///
  /// - Throws: `LayoutError.solverFailed`.
  public func constraintFindings() throws(LayoutError) -> Findings {
    try top.constraintTree.findings()
  }

  /// How much work layouts of this view's tree have done: exact counts, the same on every machine.
  public var constraintCounters: [Counter] { top.constraintTree.counters() }

  /// The size that the active constraints within this view give it, beside a target size.
  ///
  /// - Parameters:
  ///   - target: the size that is wanted, points; 0 × 0 compresses, 10000 × 10000 expands.
  ///   - horizontal: how much the width is wanted.
  ///   - vertical: how much the height is wanted.
  /// - Returns: this view's size, points; no frame changes.
  /// - Throws: `LayoutError.unsatisfiable`, `badConstraint`, `solverFailed`.
  public func systemLayoutSizeFitting(
    _ target: Size, horizontal: Priority = .fittingSizeLevel,
    vertical: Priority = .fittingSizeLevel
  ) throws(LayoutError) -> Size {
    try ConstraintTree.fittingSize(of: self, target, horizontal, vertical)
  }

  private var constraintTree: ConstraintTree {
    let key = ObjectIdentifier(ConstraintTree.self)
    if let tree = attachments[key] as? ConstraintTree { return tree }
    let tree = ConstraintTree(root: self)
    attachments[key] = tree
    return tree
  }
}

/// A tree of views that is laid out by its active constraints again and again.
final class ConstraintTree {
  /// A plan is not copyable; a box for it is.
  struct Living: ~Copyable {
    var plan: StagedPlan
    /// The views as constraints see them.
    let tree: ViewTree
    /// The place of each constraint in the plan, and the constraint at each place.
    var places: [ObjectIdentifier: Int]
    var constraints: [Constraint]
    /// Whether constraints have come or gone since: their order is no longer that of the views.
    var isPatched = false

    /// Adds a constraint, or takes it away, or gives it the constant and priority that it has now.
    mutating func update(
      _ constraint: Constraint, number: (View) -> ViewID?
    ) throws(LayoutError) {
      let place = places[ObjectIdentifier(constraint)]
      var linear: LinearConstraint?
      if constraint.isActive {
        do throws(ConstraintMistake) {
          linear = try constraint.linear(in: tree, number: number)
        } catch {
          throw .badConstraint("\(constraint): \(error)")
        }
      }
      if let place, let linear, linear.priority == plan.priority(ofConstraint: place) {
        plan.edit(constant: constraint.constant, ofConstraint: place)
        return
      }
      if let place {
        isPatched = true
        plan.remove(place)
        places[ObjectIdentifier(constraint)] = nil
        let last = constraints.removeLast()
        if last !== constraint {
          constraints[place] = last
          places[ObjectIdentifier(last)] = place
        }
      }
      if let linear {
        isPatched = true
        plan.add(linear)
        places[ObjectIdentifier(constraint)] = constraints.count
        constraints.append(constraint)
      }
    }
  }

  private var views: NumberedViews
  private var living: Living?
  private var texts: MeasuredTexts?
  private var frames: [Rect] = []

  init(root: View) { views = NumberedViews(root: root) }

  func layout() throws(LayoutError) {
    do throws(LayoutError) {
      try update()
    } catch {
      // The next layout begins with what there is then.
      living = nil
      throw error
    }
  }

  private func update() throws(LayoutError) {
    if living == nil || views.isOutdated || views.log.isStructureChanged {
      try rebuild()
    }
    guard var living = living.take() else { return }
    let log = views.log
    let (changed, edited) = (log.changed, log.edited)
    log.changed = []
    log.edited = []
    for index in changed {
      if index == 0 {
        living.plan.resize(to: views[0].frame.size)
      } else {
        let view = views[index]
        try Self.check(view)
        if view.hasText, let text = view.text {
          texts?.change(ViewID(Int(index)), to: text)
          continue
        }
        living.plan.edit(ViewID(Int(index)), intrinsic: view.intrinsicContentSize)
      }
    }
    for object in edited {
      guard let constraint = object as? Constraint else { continue }
      guard constraint.constant.isFinite || !constraint.isActive else {
        throw .badConstraint("\(constraint): its constant is not finite")
      }
      try living.update(constraint, number: views.number)
    }
    var failure: LayoutError?
    do throws(LayoutError) {
      try Self.layOut(&living.plan, &texts, into: &frames)
    } catch {
      failure = error
    }
    if let failure {
      // Messages name constraints in the order of the views.
      guard living.isPatched else { throw failure }
      self.living = nil
      return try update()
    }
    views.place(at: frames)
    self.living = consume living
  }

  func findings() throws(LayoutError) -> Findings {
    guard var living = living.take() else { return Findings() }
    let findings = try living.plan.findings()
    self.living = consume living
    return findings
  }

  func counters() -> [Counter] {
    guard var living = living.take() else { return [] }
    let counters = living.plan.counters()
    self.living = consume living
    return counters + (texts?.counters ?? [])
  }

  /// Numbers the views and loads all active constraints.
  private func rebuild() throws(LayoutError) {
    let work = living?.plan.work ?? Work()
    living = nil
    let subtree = views.renumber()
    for view in subtree.dropFirst() { try Self.check(view) }
    let tree = View.tree(of: subtree)
    var constraints: [Constraint] = []
    let written = try Self.constraints(
      of: subtree, in: tree, &constraints, number: views.number)
    var places: [ObjectIdentifier: Int] = [:]
    for (place, constraint) in constraints.enumerated() {
      places[ObjectIdentifier(constraint)] = place
    }
    frames = tree.startFrames
    texts = tree.texts.isEmpty ? nil : MeasuredTexts(tree)
    living = Living(
      plan: try StagedPlan(written, in: tree, continuing: work), tree: tree, places: places,
      constraints: constraints)
  }

  /// The active constraints whose views all have a number.
  private static func constraints(
    of views: [View], in tree: ViewTree, _ constraints: inout [Constraint],
    number: (View) -> ViewID?
  ) throws(LayoutError) -> [LinearConstraint] {
    var written: [LinearConstraint] = []
    for view in views {
      for constraint in view.constraints {
        do throws(ConstraintMistake) {
          guard let linear = try constraint.linear(in: tree, number: number) else { continue }
          constraints.append(constraint)
          written.append(linear)
        } catch {
          throw .badConstraint("\(constraint): \(error)")
        }
      }
    }
    return written
  }

  /// Holds what a view says of its content against what can be.
  private static func check(_ view: View) throws(LayoutError) {
    for axis in Axis.allCases {
      if let size = view.intrinsicContentSize[axis], !(size >= 0 && size <= 1e9) {
        throw .badConstraint(
          "view \(view.name): an intrinsic size is from 0 to 1e9 points, found \(size)")
      }
      for (priority, name) in [
        (view.hugging[axis], "hugging"), (view.compression[axis], "compression"),
      ]
      where !(priority > 0 && priority <= 1000) {
        throw .badConstraint(
          "view \(view.name): \(name) is above 0 and at most 1000, found \(priority)")
      }
    }
  }

  /// Lays out until the height of every text is the one at the width that it has.
  private static func layOut(
    _ plan: inout StagedPlan, _ texts: inout MeasuredTexts?, into frames: inout [Rect]
  ) throws(LayoutError) {
    texts?.begin()
    repeat {
      if let texts {
        for text in texts.pending {
          plan.edit(texts.view(text), intrinsic: texts.content(text))
        }
      }
      var span = frames.mutableSpan
      try plan.pass(into: &span)
    } while try texts?.update(frames) ?? false
  }

  static func fittingSize(
    of view: View, _ target: Size, _ horizontal: Priority, _ vertical: Priority
  ) throws(LayoutError) -> Size {
    let subtree = view.subtree
    for view in subtree { try check(view) }
    // A root of its own, so that the view's size is as free as any.
    let tree = View.tree(of: subtree, isHeld: true)
    var numbers: [ObjectIdentifier: ViewID] = [:]
    for (index, view) in subtree.enumerated() {
      numbers[ObjectIdentifier(view)] = ViewID(index + 1)
    }
    var taken: [Constraint] = []
    var written = try constraints(of: subtree, in: tree, &taken) {
      numbers[ObjectIdentifier($0)]
    }
    let wanted: [(Attribute, Double, Priority)] = [
      (.width, target.width, horizontal), (.height, target.height, vertical),
    ]
    for (attribute, size, priority) in wanted {
      do throws(ConstraintMistake) {
        written.append(
          try LinearConstraint(
            .init(ViewID(1), attribute), .equal, nil, constant: size,
            priority: Priority(priority.value), in: tree))
      } catch {
        throw .badConstraint("the fitting \(attribute.rawValue): \(error)")
      }
    }
    var plan = try StagedPlan(written, in: tree)
    var frames = tree.startFrames
    var texts = tree.texts.isEmpty ? nil : MeasuredTexts(tree)
    try layOut(&plan, &texts, into: &frames)
    return frames[1].size
  }
}
