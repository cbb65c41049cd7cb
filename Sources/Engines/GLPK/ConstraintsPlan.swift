import Constraints
import LayoutModel

/// Constraints between views some of which may show texts, and the least size that they allow.
///
/// If no constraint is about both axes, or only such as give a view's height for a width that
/// required constraints determine, widths do not depend on heights: they are solved first, each text
/// is measured once at its width, and then heights are solved. Otherwise, if no constraint joins the
/// width of a text with heights, those that decide these widths are solved first, and then all. Otherwise
/// the layout is repeated until the height of each text is the one at its width.
struct ConstraintsPlan: LayoutPlan, ~Copyable {
  /// All constraints; only the horizontal ones where there are texts and the axes are solved apart.
  private var plan: StagedPlan
  /// `nil` where no view shows a text.
  private let texts: TextHeights?
  /// The constraints whose constant is one of the scene's numbers.
  private let named: [NamedConstant]
  /// The same constraints in a root of free size, after the first request for a fitting size.
  private var fitting: FittingPlan?

  /// Stores constraints, which `prepare` or the first pass solves.
  ///
  /// - Parameters:
  ///   - written: the constraints.
  ///   - tree: the views, with their texts.
  ///   - method: how the constraints are solved.
  ///   - isTraced: whether stages are recorded.
  ///   - work: the counts of the plan that this one replaces.
  init(
    _ written: [LinearConstraint], in tree: ViewTree, method: SolveMethod = .stages,
    isTraced: Bool = false, continuing work: Work = Work()
  ) {
    self.init(
      ConstraintList(written), rows: ConstraintRows(written, in: tree), in: tree,
      method: method, isTraced: isTraced, continuing: work)
  }

  /// Stores constraints, which `prepare` or the first pass solves.
  ///
  /// - Parameters:
  ///   - written: the constraints.
  ///   - rows: the same as rows.
  ///   - tree: the views, with their texts.
  ///   - method: how the constraints are solved.
  ///   - shortcuts: the ways around linear programs that stages use.
  ///   - isTraced: whether stages are recorded.
  ///   - work: the counts of the plan that this one replaces.
  ///   - named: the constraints whose constant is one of the scene's numbers.
  ///   - areTextsMeasured: whether the caller has measured the natural sizes of texts, the contents
  ///     of the tree.
  ///   - isSplit: whether the axes are solved apart where they can be.
  init(
    _ written: ConstraintList, rows: ConstraintRows, in tree: ViewTree,
    method: SolveMethod = .stages,
    shortcuts: Shortcuts = .all, isTraced: Bool = false, continuing work: Work = Work(),
    named: [NamedConstant] = [], areTextsMeasured: Bool = false, isSplit: Bool = true
  ) {
    self.named = named
    guard !tree.texts.isEmpty else {
      plan = StagedPlan(
        written, rows: rows, in: tree, method: method, shortcuts: shortcuts,
        isTraced: isTraced, continuing: work)
      texts = nil
      return
    }
    let measured = MeasuredTexts(tree, isMeasured: areTextsMeasured)
    func staged(
      _ written: ConstraintList, _ rows: ConstraintRows, _ tree: ViewTree, _ work: Work
    ) -> StagedPlan {
      StagedPlan(
        written, rows: rows, in: tree, method: method, shortcuts: shortcuts, isTraced: isTraced,
        continuing: work)
    }
    switch isSplit && method == .stages ? AxisDivision(written, rows, in: tree) : .together {
    case .apart(let parts):
      func along(_ axis: Axis, _ work: Work) -> StagedPlan {
        staged(parts.written[axis], parts.rows[axis], tree.withContents(along: axis), work)
      }
      plan = along(.horizontal, work)
      texts = TextHeights(
        measured, vertical: along(.vertical, Work()), parts.places, parts.ratios)
    case .widthsFirst(let widths):
      plan = staged(written, rows, tree, work)
      texts = TextHeights(measured, TextWidths(widths, of: written, in: tree, shortcuts))
    case .together:
      plan = staged(written, rows, tree, work)
      texts = TextHeights(measured, nil)
    }
  }

  /// Solves everything that does not depend on texts, before the first pass.
  ///
  /// - Throws: `LayoutError.solverFailed`.
  mutating func prepare() throws(LayoutError) {
    if texts == nil || texts?.isSplit == true { try plan.solve() }
    texts?.widths?.prepare()
  }

  // MARK: - Changes

  mutating func resize(to size: Size) {
    plan.resize(to: size)
    texts?.vertical?.resize(to: size)
    texts?.widths?.resize(to: size)
  }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    if let texts, texts.isSplit {
      plan.edit(view, intrinsic: intrinsic, along: .horizontal)
      texts.vertical?.edit(view, intrinsic: intrinsic, along: .vertical)
    } else {
      plan.edit(view, intrinsic: intrinsic)
      texts?.widths?.edit(view, intrinsic: intrinsic)
    }
    if !plan.isAbsent(view) { fitting?.edit(view, intrinsic: intrinsic) } else { fitting = nil }
  }

  mutating func edit(_ view: ViewID, text: Text) {
    let natural = texts?.measured.change(view, to: text) ?? text.naturalSize
    setNaturalSize(natural, of: view)
    if !plan.isAbsent(view) { fitting?.edit(view, text: text) } else { fitting = nil }
  }

  /// Sets the text that a view shows, which the caller has measured, for the next pass.
  mutating func edit(_ view: ViewID, text: MeasuredText) {
    texts?.measured.change(view, to: text)
    setNaturalSize(text.natural, of: view)
    if !plan.isAbsent(view) { fitting?.edit(view, text: text.text) } else { fitting = nil }
  }

  private mutating func setNaturalSize(_ size: Size, of view: ViewID) {
    guard let texts else { return }
    let content = IntrinsicSize(size.width, size.height)
    if texts.isSplit {
      plan.edit(view, intrinsic: content, along: .horizontal)
    } else {
      texts.widths?.edit(view, intrinsic: content)
    }
  }

  mutating func remove(_ view: ViewID) {
    plan.remove(view)
    texts?.vertical?.remove(view)
    texts?.ratios.doubt()
    updateAbsence(in: view)
    fitting = nil
  }

  mutating func restore(_ view: ViewID) {
    plan.restore(view)
    texts?.vertical?.restore(view)
    texts?.ratios.doubt()
    updateAbsence(in: view)
    fitting = nil
  }

  /// Excludes the texts of absent views from measuring; a view that was removed itself stays
  /// absent.
  private func updateAbsence(in view: ViewID) {
    guard let texts else { return }
    let views = plan.tree.indices(in: view)
    var first = views.lowerBound
    while first < views.upperBound {
      let isAbsent = plan.isAbsent(ViewID(first))
      var end = first + 1
      while end < views.upperBound, plan.isAbsent(ViewID(end)) == isAbsent { end += 1 }
      texts.measured.setAbsent(isAbsent, in: first..<end)
      first = end
    }
  }

  mutating func set(number: Int, to value: Double) {
    for use in named.uses(of: number) {
      edit(constant: use.sign * value, ofConstraint: use.constraint)
    }
  }

  /// The list that contains a written constraint, and its place there.
  private func place(ofConstraint index: Int) -> (axis: Axis, index: Int) {
    texts?.places.place(of: index) ?? (.horizontal, index)
  }

  /// Changes the constant of a written constraint, points, for the next pass.
  ///
  /// - Parameters:
  ///   - constant: points.
  ///   - index: its place among those that were written.
  mutating func edit(constant: Double, ofConstraint index: Int) {
    let place = place(ofConstraint: index)
    if place.axis == .vertical {
      let height = texts?.ratios.setConstant(constant, at: place.index)
      texts?.vertical?.edit(constant: height ?? constant, ofConstraint: place.index)
    } else {
      texts?.ratios.moveWidths()
      texts?.widths?.edit(constant: constant, ofConstraint: place.index)
      plan.edit(constant: constant, ofConstraint: place.index)
    }
    guard fitting != nil else { return }
    // A fitting plan numbers the constraints that are there.
    if let texts, texts.isSplit {
      if plan.isWhole(with: texts) {
        fitting?.edit(constant: constant, ofConstraint: index)
      } else {
        fitting = nil
      }
    } else if let index = plan.writtenPlace(of: index) {
      fitting?.edit(constant: constant, ofConstraint: index)
    }
  }

  /// Returns true if a written constraint differs from another in its constant alone.
  func isConstraint(_ index: Int, isLike other: LinearConstraint, _ constant: Double) -> Bool {
    let place = place(ofConstraint: index)
    guard place.axis == .vertical else {
      return plan.isConstraint(place.index, isLike: other, constant)
    }
    return texts?.vertical?.isConstraint(place.index, isLike: other, constant) ?? false
  }

  /// Adds a constraint, for the next pass.
  ///
  /// - Returns: its place; `nil` where axes are solved apart and it is about both.
  mutating func add(_ constraint: LinearConstraint) -> Int? {
    fitting = nil
    guard let texts, texts.isSplit else {
      texts?.widths = nil
      return plan.add(constraint)
    }
    guard let axis = ConstraintRows([constraint], in: plan.tree).axis(ofRow: 0) else {
      return nil
    }
    let place =
      axis == .vertical ? texts.vertical?.add(constraint) : plan.add(constraint)
    return place.map { texts.places.add($0, along: axis) }
  }

  /// Removes a constraint, for the next pass; another one may get its place.
  mutating func remove(_ index: Int) {
    fitting = nil
    let place = texts?.places.remove(index) ?? (.horizontal, index)
    texts?.ratios.doubt()
    texts?.widths = nil
    if place.axis == .vertical {
      texts?.ratios.remove(at: place.index)
      texts?.vertical?.remove(place.index)
    } else {
      plan.remove(place.index)
    }
  }

  /// Takes a constraint out, for the next pass; it keeps its place.
  ///
  /// - Returns: whether it was there, or waited for a view.
  mutating func takeOut(_ index: Int) -> Bool {
    fitting = nil
    texts?.ratios.doubt()
    let place = place(ofConstraint: index)
    return place.axis == .vertical
      ? texts?.vertical?.takeOut(place.index) ?? false : plan.takeOut(place.index)
  }

  /// Puts a constraint back that was taken out and names no absent view, for the next pass.
  mutating func putBack(_ index: Int) {
    fitting = nil
    texts?.ratios.doubt()
    let place = place(ofConstraint: index)
    if place.axis == .vertical {
      texts?.vertical?.putBack(place.index)
    } else {
      plan.putBack(place.index)
    }
  }

  /// True if a constraint is out.
  func isOut(_ index: Int) -> Bool {
    let place = place(ofConstraint: index)
    return place.axis == .vertical
      ? texts?.vertical?.isOut(place.index) ?? false : plan.isOut(place.index)
  }

  // MARK: - A pass

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    guard let texts else { return try plan.pass(into: &frames) }
    guard texts.isSplit else { return try layOutAtOnce(texts, into: &frames) }
    guard texts.areWidthsDetermined(by: plan) else { return try passTogether(texts, into: &frames) }
    do throws(LayoutError) {
      try plan.pass(into: &frames)
      try texts.layOutHeights(of: &frames)
    } catch {
      // Messages name constraints as they were written.
      if case .unsatisfiable = error, !texts.ratios.isEmpty { _ = try whole(texts) }
      throw error
    }
  }

  /// Lays out both axes together: something was removed that determined a width.
  private mutating func passTogether(
    _ texts: TextHeights, into frames: inout MutableSpan<Rect>
  ) throws(LayoutError) {
    var tree = plan.tree(with: texts)
    for (view, text) in texts.measured.present { tree.setText(text, of: view) }
    let written = plan.written(with: texts)
    var together = ConstraintsPlan(
      ConstraintList(written), rows: ConstraintRows(written, in: tree), in: tree,
      areTextsMeasured: true, isSplit: false)
    for view in tree.views where plan.isAbsent(view) {
      together.texts?.measured.setAbsent(true, in: view.index..<view.index + 1)
    }
    plan.forgetFrames()
    try together.pass(into: &frames)
    texts.setHeights(of: frames)
  }

  /// A view's size, points, after the changes so far.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - frames: memory of a frame for each view.
  /// - Returns: the size.
  /// - Throws: `LayoutError`.
  mutating func size(of view: ViewID, with frames: inout [Rect]) throws(LayoutError) -> Size {
    guard texts != nil else { return try plan.size(of: view) }
    if frames.isEmpty { frames = plan.tree.startFrames }
    try pass(into: &frames)
    return frames[view.index].size
  }

  /// Lays out with the heights of texts at the widths that some constraints give them, or until the
  /// height of every text is the one at its width.
  private mutating func layOutAtOnce(
    _ texts: TextHeights, into frames: inout MutableSpan<Rect>
  ) throws(LayoutError) {
    guard plan.isComplete, texts.predictWidths() else { return try settle(texts, into: &frames) }
    setContents(of: texts)
    do throws(LayoutError) {
      try plan.pass(into: &frames)
    } catch {
      guard case .unsatisfiable = error else { throw error }
      return try settle(texts, into: &frames)
    }
    texts.measure(at: frames)
    guard !texts.measured.pending.isEmpty else { return }
    setContents(of: texts)
    try settle(texts, into: &frames)
  }

  /// Passes the content sizes of pending texts on.
  private mutating func setContents(of texts: TextHeights) {
    for text in texts.measured.pending {
      plan.edit(texts.measured.view(text), intrinsic: texts.measured.content(text))
    }
  }

  /// Lays out, from natural sizes, until the height of every text is the one at its width.
  ///
  /// In all rounds but the last, heights of texts yield where required constraints exclude them.
  private mutating func settle(
    _ texts: TextHeights, into frames: inout MutableSpan<Rect>
  ) throws(LayoutError) {
    texts.measured.begin()
    var failure: LayoutError?
    repeat {
      if let failure, texts.measured.pending.isEmpty { throw failure }
      setContents(of: texts)
      failure = nil
      do throws(LayoutError) {
        try plan.pass(into: &frames)
      } catch {
        guard case .unsatisfiable = error, let tree = plan.tree.withYieldingTexts(texts.measured)
        else { throw error }
        var yielding = StagedPlan(
          ConstraintList(plan.written), rows: ConstraintRows(plan.written, in: tree), in: tree,
          method: plan.method)
        try yielding.pass(into: &frames)
        failure = error
      }
    } while try texts.update(frames) || failure != nil
  }

  // MARK: - The least size

  mutating func fittingHeight(width: Double) throws(LayoutError) -> Double? {
    try fittingSize(nextTo: Size(width: width, height: 0), .required, .fittingSizeLevel).height
  }

  /// Returns the root's size, points, where a target with a priority for each axis replaces its
  /// own.
  mutating func fittingSize(
    nextTo target: Size, _ horizontal: Priority, _ vertical: Priority
  ) throws(LayoutError) -> Size {
    guard target.width.isFinite, target.height.isFinite else {
      throw .badConstraint("the fitting size is not finite")
    }
    if let fitting, fitting.priorities == AxisPair(horizontal, vertical) {
      return try fitting.size(nextTo: target)
    }
    let own = plan.tree.texts[.root].map {
      [(view: ViewID.root, text: MeasuredText($0, atWidth: .nan))]
    }
    let fitting = try FittingPlan(
      plan.written(with: texts), rows: plan.rows(with: texts), in: plan.tree(with: texts),
      showing: (own ?? []) + (texts?.measured.present ?? []), horizontal: horizontal,
      vertical: vertical, method: plan.method)
    self.fitting = fitting
    return try fitting.size(nextTo: target)
  }

  // MARK: - Findings

  mutating func findings() throws(LayoutError) -> Findings {
    guard let texts, texts.isSplit else { return try plan.findings() }
    var whole = try whole(texts)
    return try whole.findings()
  }

  mutating func explanations(
    of views: [ViewID], at frames: [Rect]
  ) throws(LayoutError) -> [ViewExplanation]? {
    guard let texts, texts.isSplit else { return try plan.explanations(of: views, at: frames) }
    var whole = try whole(texts)
    return try whole.explanations(of: views, at: frames)
  }

  /// Makes one plan of both axes, at the present heights of texts.
  private func whole(_ texts: TextHeights) throws(LayoutError) -> StagedPlan {
    let tree = plan.tree(with: texts)
    var whole = try StagedPlan(plan.written(with: texts), in: tree)
    var frames = tree.startFrames
    try whole.pass(into: &frames)
    return whole
  }

  mutating func stages() -> [Stage] { plan.stages() + (texts?.vertical?.stages() ?? []) }

  /// The counts of the work so far.
  var work: Work {
    mutating get {
      var work = plan.work
      if let vertical = texts?.vertical?.work { work += vertical }
      if let widths = texts?.widths?.work { work += widths }
      return work
    }
  }

  mutating func counters() -> [Counter] {
    var counters = plan.counters()
    if let vertical = texts?.vertical?.counters() {
      counters = zip(counters, vertical).map { own, other in
        // A quantity that both axes share is counted once.
        let isShared = ["columns", "levels", "frames written"].contains(own.name)
        return Counter(
          own.name, isShared ? max(own.value, other.value) : own.value + other.value)
      }
    }
    counters += texts?.measured.counters ?? []
    for others in [texts?.widths?.counters(), fitting?.counters] {
      guard let others else { continue }
      counters = counters.map { own in
        let isWork = !["rows", "columns", "nonzeros", "levels", "frames written"].contains(own.name)
        let other = isWork ? others.first { $0.name == own.name }?.value ?? 0 : 0
        return Counter(own.name, own.value + other)
      }
    }
    return counters
  }

  /// Discards the plan that was kept for the next fitting size.
  mutating func forgetFitting() { fitting = nil }
}

extension ViewTree {
  /// The views with their contents along one axis alone.
  fileprivate func withContents(along axis: Axis) -> ViewTree {
    var tree = self
    for view in views { tree.setIntrinsicSize(intrinsicSize(of: view).along(axis), of: view) }
    return tree
  }

  /// The views with texts whose heights are not required; `nil` where this changes nothing.
  fileprivate func withYieldingTexts(_ texts: MeasuredTexts) -> ViewTree? {
    var tree = self
    for (view, _) in texts.present {
      tree[view].hugging.vertical = min(tree[view].hugging.vertical, 999.9)
      tree[view].compression.vertical = min(tree[view].compression.vertical, 999.9)
    }
    return tree == self ? nil : tree
  }
}
