import Constraints
import LayoutBenchFunctions
import LayoutModel
import LinearSolver

/// Constraints solved stage by stage (`SolveStage`): each system by the cheapest one that is proved
/// right.
///
/// Frames depend on the present constraints and sizes only, not on earlier ones.
struct StagedPlan: LayoutPlan, ~Copyable {
  /// The source of the frames at the present parameters.
  private enum State {
    /// Not solved yet, or a parameter has changed.
    case outdated
    /// Functions of the parameters.
    case functions
    /// The recorded layout.
    case recorded
    /// The plain linear program.
    case plain
    /// No layout exists.
    case refused(LayoutError)
  }

  private var system: ConstraintSystem
  private var state = State.outdated
  private var absent = AbsentViews()

  /// Solves the constraints for the root's size.
  ///
  /// - Parameters:
  ///   - written: the constraints.
  ///   - tree: the views.
  ///   - hasFixedContent: whether views without a content size stay so.
  ///   - method: how the constraints are solved.
  ///   - shortcuts: the ways around linear programs that stages use.
  ///   - isTraced: whether stages are recorded.
  ///   - work: the counts of the plan that this one replaces.
  /// - Throws: `LayoutError.solverFailed`.
  init(
    _ written: [LinearConstraint], in tree: ViewTree,
    hasFixedContent: Bool = false, method: SolveMethod = .stages,
    shortcuts: Shortcuts = .all, isTraced: Bool = false, continuing work: Work = Work()
  ) throws(LayoutError) {
    self.init(
      ConstraintList(written), rows: ConstraintRows(written, in: tree), in: tree,
      hasFixedContent: hasFixedContent, method: method, shortcuts: shortcuts,
      isTraced: isTraced, continuing: work)
    try solve()
  }

  /// Stores constraints, which the first pass solves.
  ///
  /// - Parameters:
  ///   - written: the constraints.
  ///   - rows: the same as rows.
  ///   - tree: the views.
  ///   - hasFixedContent: whether views without a content size stay so.
  ///   - method: how the constraints are solved.
  ///   - shortcuts: the ways around linear programs that stages use.
  ///   - isTraced: whether stages are recorded.
  ///   - work: the counts of the plan that this one replaces.
  init(
    _ written: ConstraintList, rows: ConstraintRows, in tree: ViewTree,
    hasFixedContent: Bool = false, method: SolveMethod = .stages,
    shortcuts: Shortcuts = .all, isTraced: Bool = false, continuing work: Work = Work()
  ) {
    system = ConstraintSystem(
      written, rows: rows, in: tree, hasFixedContent: hasFixedContent, method: method,
      shortcuts: shortcuts, isTraced: isTraced)
    system.work = work
  }

  /// The present constraints, and the views with their present contents.
  var written: [LinearConstraint] { system.written.present(in: system.rows) }

  /// The present constraints as they were written.
  ///
  /// - Parameter constants: the constants, points, of those in which heights are compared, by place.
  /// - Returns: them.
  func asWritten(_ constants: [Int: Double]) -> [LinearConstraint] {
    system.written.asWritten(constants).present(in: system.rows)
  }

  var tree: ViewTree { system.tree }
  /// The present constraints as rows.
  var rows: ConstraintRows { system.rows.withoutThoseOut() }
  /// True if the last stage is the only one.
  var method: SolveMethod { system.method }

  // MARK: - Changes

  mutating func resize(to size: Size) {
    if system.resize(to: size) { change() }
  }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    guard !absent.edit(view, intrinsic: intrinsic, in: &system) else { return }
    system.edit(view, intrinsic: intrinsic)
    change()
  }

  /// Changes the constant of a written constraint, points, for the next pass.
  ///
  /// - Parameters:
  ///   - constant: points.
  ///   - index: its place among those that were written.
  mutating func edit(constant: Double, ofConstraint index: Int) {
    if system.edit(constant: constant, ofConstraint: index) { change() }
  }

  /// Returns true if a written constraint differs from another in its constant alone.
  func isConstraint(_ index: Int, isLike other: LinearConstraint, _ constant: Double) -> Bool {
    let known = system.written.writtenConstraint(at: index)
    return known.priority == other.priority && known.with(constant: constant).form == other.form
  }

  /// Adds a constraint, for the next pass.
  ///
  /// - Returns: its place.
  mutating func add(_ constraint: LinearConstraint) -> Int {
    change()
    return system.add(constraint)
  }

  /// Removes a constraint, for the next pass; another one may get its place.
  mutating func remove(_ index: Int) {
    _ = absent.forget(index)
    system.remove(index)
    change()
  }

  /// Takes a constraint out, for the next pass; it keeps its place.
  ///
  /// - Returns: whether it was there, or waited for a view.
  mutating func takeOut(_ index: Int) -> Bool {
    let hasWaited = absent.forget(index)
    guard !isOut(index) else { return hasWaited }
    system.takeOut(index)
    change()
    return true
  }

  /// Puts a constraint back that was taken out and names no absent view, for the next pass.
  mutating func putBack(_ index: Int) {
    system.putBack(index)
    change()
  }

  /// True if a constraint is out.
  func isOut(_ index: Int) -> Bool { system.rows.rows[index].isOut }

  /// True if no constraint is out and no view absent: each constraint has the place among `written`
  /// that it has in the plan, and there are no others.
  var isWhole: Bool { system.rows.outCount == 0 && absent.isEmpty }

  /// True if nothing is out or absent now, whatever was before.
  var isComplete: Bool { system.rows.outHash == 0 }

  /// The place among `written` of a constraint; `nil` where it is out.
  func writtenPlace(of index: Int) -> Int? { system.rows.presentPlace(of: index) }

  /// Returns true if a view is absent.
  func isAbsent(_ view: ViewID) -> Bool { absent.contains(view) }

  mutating func remove(_ view: ViewID) {
    absent.remove(view, from: &system)
    change()
  }

  mutating func restore(_ view: ViewID) {
    absent.restore(view, to: &system)
    change()
  }

  /// Marks the result outdated, except functions, which check their own validity.
  private mutating func change() {
    switch state {
    case .functions, .recorded: return
    case .outdated, .plain, .refused: state = .outdated
    }
  }

  // MARK: - A pass

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    if !system.layout.holds(at: system.point) {
      switch state {
      case .outdated, .functions, .recorded: try solve()
      case .plain, .refused: break
      }
      switch state {
      case .refused(let conflict):
        // Until there is a layout again, others may write frames here.
        system.recorded?.isWritten = false
        throw conflict
      case .plain:
        // The plain program, not functions, writes the frames.
        system.layout.forget()
        system.recorded?.isWritten = false
        try system.plain?.pass(into: &frames)
        return
      case .recorded:
        let written = frames.withUnsafeMutableBufferPointer { frames in
          frames.baseAddress.flatMap { system.recorded?.write($0) } ?? 0
        }
        system.work.framesWritten &+= written
        return
      case .outdated, .functions: break
      }
    }
    // A record gave the frames before.
    if case .recorded = state { state = .functions }
    system.recorded?.isWritten = false
    let point = system.point
    let written = frames.withUnsafeMutableBufferPointer { frames in
      frames.baseAddress.map { system.layout.write($0, at: point) } ?? 0
    }
    system.work.framesWritten &+= written
  }

  /// Makes the next pass write all frames: it writes into other memory, or others have written there.
  mutating func forgetFrames() {
    system.layout.forget()
    system.recorded?.isWritten = false
  }

  /// A view's size, points, after the changes so far.
  ///
  /// - Throws: `LayoutError`.
  mutating func size(of view: ViewID) throws(LayoutError) -> Size {
    if !system.layout.holds(at: system.point) {
      var frames = tree.startFrames
      try pass(into: &frames)
      forgetFrames()
      return frames[view.index].size
    }
    return system.layout.size(of: view, at: system.point)
  }

  /// Finds the layout for the present parameters by the first stage that can.
  ///
  /// - Throws: `LayoutError.solverFailed`.
  mutating func solve() throws(LayoutError) {
    for stage in system.method.stages {
      system.trace.begin()
      let outcome = try stage.run(&system)
      system.trace.end(stage.name, outcome.text)
      switch outcome {
      case .passedOn: continue
      case .solved:
        system.hasHadLayout = true
        state =
          switch stage {
          case .plain: .plain
          case .recorded: .recorded
          case .part, .kept, .optimistic, .components: .functions
          }
      case .refused(let error): state = .refused(error)
      }
      break
    }
    system.layout.forget()
  }

  // MARK: - Findings

  mutating func findings() throws(LayoutError) -> Findings {
    switch state {
    case .plain: return try system.plain?.findings() ?? Findings()
    case .refused: return Findings()
    case .recorded:
      guard let recorded = system.recorded.take() else { return Findings() }
      let (isPerfect, isOpen) = (recorded.isPerfect, recorded.isOpen)
      let frames = isPerfect ? [] : recorded.frames(in: system.tree)
      system.recorded = consume recorded
      return isPerfect ? Findings() : try findings(in: frames, isOpen: isOpen)
    case .outdated, .functions:
      if system.layout.isPerfect { return Findings() }
      let isOpen = system.layout.isOpen
      return try findings(in: system.presentFrames(), isOpen: isOpen)
    }
  }

  /// The violated constraints, and what is left open where something is.
  private func findings(in frames: [Rect], isOpen: Bool) throws(LayoutError) -> Findings {
    var findings = Findings()
    findings.violated = ConstraintProgram(written, in: system.tree)
      .violations(in: frames, system.tree)
    if isOpen { findings.ambiguous = try ambiguities() }
    return findings
  }

  /// Computes the open numbers at the present sizes from scratch: a layout stores only how they
  /// were settled.
  private func ambiguities() throws(LayoutError) -> [Findings.Ambiguity] {
    do throws(CoreFailure) {
      var solver = try ConstraintCore(
        system.rows, in: system.tree, of: ParameterNumbers(.rootSize),
        at: system.tree.rootSize)
      var region = SizeRegion()
      try solver.solve(at: system.tree.rootSize, system.shortcuts, &region)
      let open: [(unknown: Int, values: ClosedRange<Double>)]
      do throws(SolverError) {
        open = try solver.openNumbers(at: system.tree.rootSize)
      } catch {
        throw .solver(error)
      }
      return open.sorted { $0.unknown < $1.unknown }.map { number, values in
        let component = Unknown.Component(rawValue: number % 4) ?? .left
        return Findings.Ambiguity(
          attribute: "\(system.tree.names[number / 4]).\(component)",
          values: (values.lowerBound, values.upperBound))
      }
    } catch {
      guard case .solver(let reason) = error else {
        throw .solverFailed("the constraints conflict by less than rounding error")
      }
      throw .solverFailed("\(reason)")
    }
  }

  mutating func explanations(
    of views: [ViewID], at frames: [Rect]
  ) throws(LayoutError) -> [ViewExplanation]? {
    do throws(SolverError) {
      var explanation = try Explanation(written, in: system.tree, frames: frames)
      var found: [ViewExplanation] = []
      for view in views {
        found.append(
          ViewExplanation(
            view: view, edges: try explanation.edges(of: view), slack: explanation.slack(of: view),
            losses: explanation.losses(of: view)))
      }
      return found
    } catch {
      throw .solverFailed("\(error)")
    }
  }

  mutating func stages() -> [Stage] { system.trace.take() }

  /// The counts of the work so far.
  var work: Work {
    mutating get {
      var work = system.work
      work.iterations += system.plain?.iterations ?? 0
      work.solves += system.plain?.solves ?? 0
      return work
    }
  }

  mutating func counters() -> [Counter] {
    let work = work
    return [
      Counter("frames written", work.framesWritten),
      // These four describe the layout, not the work: a pass adds nothing to them.
      Counter("rows", system.rows.rows.count - system.rows.outCount),
      Counter("columns", 4 * (system.tree.count - 1)),
      Counter("nonzeros", system.rows.nonzeros),
      Counter("levels", Set(system.rows.rows.lazy.filter { !$0.isOut }.map(\.priority)).count),
      Counter("eliminations", work.eliminations),
      Counter("components by substitution", work.core.single + work.core.greedy),
      Counter("components by flow", work.core.flows),
      Counter("components by tableau", work.core.tableaux),
      Counter("components by simplex", work.core.programs),
      Counter("components as before", work.core.kept),
      Counter("simplex iterations", work.iterations),
      Counter("solves", work.solves),
      Counter("plain solves", work.fallbacks),
    ]
  }
}

extension LayoutPlan where Self: ~Copyable {
  /// Lays out into an array of a frame for each view.
  ///
  /// - Throws: `LayoutError`; the frames are then undefined until a pass succeeds.
  mutating func pass(into frames: inout [Rect]) throws(LayoutError) {
    var span = frames.mutableSpan
    try pass(into: &span)
  }
}
