import Constraints
import LayoutBenchFunctions
import LayoutModel
import LinearSolver

/// Constraints solved by what they need: substitution where that is the whole answer, else component
/// by component, and the plain linear program where all else fails.
///
/// Frames depend on the present constraints and sizes only, whichever way they came.
struct StagedPlan: LayoutPlan, ~Copyable {
  /// A layout that was right at other parameters.
  private final class Spare {
    var layout: SolvedLayout

    init(_ layout: consuming SolvedLayout) { self.layout = consume layout }
  }

  /// How many layouts are kept beside the present one.
  private static let spareCount = 3

  private var written: [LinearConstraint]
  private var rows: ConstraintRows
  private let hasFixedContent: Bool
  private let shortcuts: Shortcuts
  private var tree: ViewTree
  /// What has changed last, and changes at little cost.
  private var parameters = Parameters.rootSize
  private var point: Size
  private var layout = SolvedLayout()
  /// Layouts of the same constants at other values of the parameters, the last used first.
  private var spares: [Spare] = []
  private var core: ConstraintCore?
  /// What depends on what, once constraints have come or gone.
  private var dependence: Dependence?
  /// Numbers that other constraints speak of than in the layout before, which is then `former`.
  private var concerned: [Int32] = []
  private var former = SolvedLayout()
  /// Whether something else than the present layout has written the frames.
  private var isElsewhere = false
  /// Whether nothing but the plain way gives the layout at these parameters.
  private var isPlain = false
  /// Why there is no layout at these parameters.
  private var conflict: LayoutError?
  /// Whether either is so.
  private var isRefused = false
  private var plain: GLPKPlan?
  private var work = Work()
  private var trace: Trace

  /// Solves the constraints for the root's size.
  ///
  /// - Parameters:
  ///   - written: the constraints.
  ///   - rows: the same as rows, where they are known.
  ///   - tree: the views.
  ///   - hasFixedContent: whether views without a content size stay so.
  ///   - shortcuts: which ways around linear programs are used.
  ///   - isTraced: whether stages are remembered.
  /// - Throws: `LayoutError.solverFailed`.
  init(
    _ written: [LinearConstraint], rows: ConstraintRows? = nil, in tree: ViewTree,
    hasFixedContent: Bool = false, shortcuts: Shortcuts = .all, isTraced: Bool = false
  ) throws(LayoutError) {
    self.written = written
    self.rows = rows ?? ConstraintRows(written, in: tree)
    self.tree = tree
    self.hasFixedContent = hasFixedContent
    self.shortcuts = shortcuts
    point = tree.rootSize
    trace = Trace(isOn: isTraced)
    try solve()
  }

  // MARK: - Changes

  mutating func resize(to size: Size) {
    guard tree.rootSize != size else { return }
    tree.rootSize = size
    plain?.resize(to: size)
    change(.rootSize, to: size)
  }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    let old = tree.intrinsicSize(of: view)
    let size = hasFixedContent ? old.replaced(by: intrinsic) : intrinsic
    tree.setIntrinsicSize(size, of: view)
    plain?.edit(view, intrinsic: intrinsic)
    let values = Size(width: size.horizontal ?? 0, height: size.vertical ?? 0)
    if (old.horizontal == nil) != (size.horizontal == nil)
      || (old.vertical == nil) != (size.vertical == nil)
    {
      prepareForParts()
      concern([Int32(4 * view.index + 2), Int32(4 * view.index + 3)])
      guard parameters == .content(view) else { return }
    }
    change(.content(view), to: values)
  }

  /// Gives a written constraint another constant, points, for the next pass.
  ///
  /// - Parameters:
  ///   - constant: points.
  ///   - index: its place among those that were written.
  mutating func edit(constant: Double, ofConstraint index: Int) {
    guard case .items = written[index].form else { return }
    rows.setConstant(constant, ofRow: index)
    written[index] = written[index].with(constant: constant)
    plain?.edit(constant: constant, ofConstraint: index)
    change(.constant(index), to: Size(width: constant, height: 0))
  }

  /// The priority of a written constraint.
  func priority(ofConstraint index: Int) -> Priority { written[index].priority }

  /// Adds a constraint as the last, for the next pass.
  mutating func add(_ constraint: LinearConstraint) {
    prepareForParts()
    written.append(constraint)
    rows.add(constraint, in: tree)
    dependence?.add(rows.rows.count - 1, rows)
    concern(rows.rows.count - 1)
  }

  /// Takes a constraint away, for the next pass; the last one gets its place.
  mutating func remove(_ index: Int) {
    prepareForParts()
    concern(index)
    dependence?.remove(index, rows)
    written.swapAt(index, written.count - 1)
    written.removeLast()
    rows.remove(index)
    if parameters == .constant(written.count) { parameters = .constant(index) }
  }

  private mutating func prepareForParts() {
    if dependence == nil { dependence = Dependence(rows, in: tree) }
  }

  /// A constraint has come, or is about to go.
  private mutating func concern(_ row: Int) {
    // Without it there is no such parameter.
    concern(parameters == .constant(row) ? [] : dependence?.concerned(by: row, rows) ?? [])
  }

  /// Other constraints than before speak of some numbers: the rest of the layout is kept; all of it is
  /// found anew where there are none.
  private mutating func concern(_ unknowns: [Int32]) {
    if isRefused || unknowns.isEmpty {
      forgetLayouts()
      dependence = nil
      change(.rootSize, to: tree.rootSize)
    }
    if concerned.isEmpty { swap(&layout, &former) }
    concerned += unknowns
    core = nil
    plain = nil
    spares.removeAll(keepingCapacity: true)
  }

  /// Moves a parameter, or makes something else one.
  private mutating func change(_ changed: Parameters, to values: Size) {
    if isRefused {
      isRefused = false
      isPlain = false
      conflict = nil
    }
    if parameters != changed {
      forgetLayouts()
      parameters = changed
    }
    point = values
  }

  private mutating func forgetLayouts() {
    layout = SolvedLayout()
    former = SolvedLayout()
    // What has come and gone is no longer known.
    if !concerned.isEmpty { dependence = nil }
    concerned = []
    core = nil
    spares.removeAll(keepingCapacity: true)
  }

  // MARK: - A pass

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    if !layout.holds(at: point) {
      if !isRefused { try solve() }
      if let conflict { throw conflict }
      if isPlain {
        isElsewhere = true
        try plain?.pass(into: &frames)
        return
      }
    }
    if isElsewhere {
      layout.forget()
      isElsewhere = false
    }
    let point = point
    frames.withUnsafeMutableBufferPointer { frames in
      guard let base = frames.baseAddress else { return }
      layout.write(base, at: point)
    }
  }

  /// Finds the layout for these parameters; none where only the plain way is left.
  private mutating func solve() throws(LayoutError) {
    isElsewhere = true
    trace.begin()
    // 1 The one before, but for what other constraints speak of.
    if !concerned.isEmpty, solvePart() { return }
    // 2 One that is known.
    if let index = spares.firstIndex(where: { $0.layout.holds(at: point) }) {
      // The two change places, and nothing is made.
      swap(&layout, &spares[index].layout)
      spares.swapAt(0, index)
      trace.end("kept layout", "one of another size or content is right here")
      return
    }
    keep()
    // 3 As if all could hold.
    if core == nil, shortcuts.contains(.optimistic) {
      work.eliminations += 1
      if let solved = SolvedLayout.optimistic(rows, in: tree, of: parameters, at: point) {
        layout = solved
        work.optimistic += 1
        trace.end("optimistic", "every constraint can hold: the layout, by substitution alone")
        return
      }
      trace.end("optimistic", "not every constraint can hold, or something is left open")
    }
    // 4 Component by component.
    do throws(ConstraintCore.Failure) {
      do throws(ConstraintCore.Failure) {
        try solveCore()
      } catch {
        // A program that was kept may belong to another thread, or to a basis that is worn out.
        guard case .solver = error, core != nil else { throw error }
        core = nil
        try solveCore()
      }
    } catch {
      core = nil
      if case .conflict = error {
        trace.end("components", "required constraints exclude each other")
        conflict = ConflictSearch.conflict(among: written, rows, in: tree)
        trace.end("conflict", conflict == nil ? "none beyond rounding" : "an irreducible set")
      }
    }
    guard !layout.holds(at: point) else { return }
    guard conflict == nil else {
      isRefused = true
      return
    }
    // 5 What excludes each other within rounding, or is beyond trust in one basis, is left to the plain
    // linear program.
    work.fallbacks += 1
    if plain == nil {
      plain = try GLPKPlan(written, in: tree, hasFixedContent: hasFixedContent)
    }
    isRefused = true
    isPlain = true
    trace.end("plain", "every number becomes a column of one linear program")
  }

  /// Finds the layout of what changes alone, and keeps the rest of the one before.
  ///
  /// - Returns: whether that is the whole layout.
  private mutating func solvePart() -> Bool {
    var solved = SolvedLayout()
    swap(&solved, &former)
    let seeds = concerned
    concerned = []
    guard solved.holds(at: point), solved.conditionCount <= 8 * tree.count,
      let part = dependence?.part(
        of: seeds, rows, in: tree, parameters, { solved.number($0, in: tree) })
    else {
      dependence = nil
      return false
    }
    work.eliminations += 1
    if shortcuts.contains(.optimistic),
      let found = SolvedLayout.optimistic(
        part.rows, in: part.tree, of: part.parameters, at: point)
    {
      solved.adopt(found, as: part.numbers)
      work.optimistic += 1
    } else {
      do throws(ConstraintCore.Failure) {
        var core = try ConstraintCore(part.rows, in: part.tree, of: part.parameters, at: point)
        let found = try core.layout(part.rows, in: part.tree, part.parameters, at: point, shortcuts)
        note(core.work, core.iterations, core.solves)
        guard let found else { return false }
        solved.adopt(found, as: part.numbers)
      } catch {
        // What is wrong is told of the whole.
        return false
      }
    }
    layout = solved
    trace.end("part", "\(part.tree.count - 1) views are concerned by what has come or gone")
    return true
  }

  /// Puts the present layout aside.
  private mutating func keep() {
    guard !layout.isEmpty else { return }
    if spares.count == Self.spareCount { spares.removeLast() }
    let spare = Spare(SolvedLayout())
    swap(&layout, &spare.layout)
    spares.insert(spare, at: 0)
  }

  private mutating func solveCore() throws(ConstraintCore.Failure) {
    if core?.isReusable != true {
      core = nil
      work.eliminations += 1
      let solver = try ConstraintCore(rows, in: tree, of: parameters, at: point)
      let left = solver.left
      core = consume solver
      trace.end(
        "eliminate",
        "\(left.unknowns) of \(4 * tree.count - 4) numbers are left; constraints ask for "
          + "\(left.functionals) sums of them, in \(left.components) components")
    }
    let (iterations, solves) = (core?.iterations ?? 0, core?.solves ?? 0)
    let solved = try core?.layout(rows, in: tree, parameters, at: point, shortcuts) ?? nil
    note(core?.work ?? .init(), (core?.iterations ?? 0) - iterations, (core?.solves ?? 0) - solves)
    trace.end("frames", solved == nil ? "do not keep what is required" : "read off, and keep it")
    if let solved { layout = solved }
  }

  private mutating func note(_ done: ConstraintCore.Work, _ iterations: Int, _ solves: Int) {
    work.iterations += iterations
    work.solves += solves
    work.core += done
    trace.end(
      "components",
      "\(done.single) of one unknown, \(done.greedy) by substitution with a proof, "
        + "\(done.programs) by simplex (\(solves) runs, \(iterations) iterations), "
        + "\(done.settled) groups settled")
  }

  /// The frames of the present layout, elsewhere than where passes write them.
  private mutating func presentFrames() -> [Rect] {
    isElsewhere = true
    return layout.frames(at: point, in: tree)
  }

  // MARK: - Findings

  mutating func findings() throws(LayoutError) -> Findings {
    if isPlain { return try plain?.findings() ?? Findings() }
    if conflict != nil { return Findings() }
    if layout.isPerfect { return Findings() }
    var findings = Findings()
    findings.violated = ConstraintProgram(written, in: tree)
      .violations(in: presentFrames(), tree)
    if layout.isOpen { findings.ambiguous = try ambiguities() }
    return findings
  }

  /// What is open at the present sizes, from scratch: a layout says how it was settled only.
  private func ambiguities() throws(LayoutError) -> [Findings.Ambiguity] {
    do throws(ConstraintCore.Failure) {
      var solver = try ConstraintCore(rows, in: tree, of: .rootSize, at: tree.rootSize)
      var region = SizeRegion()
      try solver.solve(at: tree.rootSize, shortcuts, &region)
      let open: [(unknown: Int, values: ClosedRange<Double>)]
      do throws(SolverError) {
        open = try solver.openNumbers(at: tree.rootSize)
      } catch {
        throw .solver(error)
      }
      return open.sorted { $0.unknown < $1.unknown }.map { number, values in
        let component = Unknown.Component(rawValue: number % 4) ?? .left
        return Findings.Ambiguity(
          attribute: "\(tree.names[number / 4]).\(component)",
          values: (values.lowerBound, values.upperBound))
      }
    } catch {
      guard case .solver(let reason) = error else {
        throw .solverFailed("the constraints conflict by less than can be told")
      }
      throw .solverFailed("\(reason)")
    }
  }

  mutating func explanations(
    of views: [ViewID], at frames: [Rect]
  ) throws(LayoutError) -> [ViewExplanation]? {
    do throws(SolverError) {
      var explanation = try Explanation(written, in: tree, frames: frames)
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

  mutating func stages() -> [Stage] { trace.take() }

  mutating func counters() -> [Counter] {
    [
      // What the layout consists of, not what was done: a pass adds nothing to them.
      Counter("rows", rows.rows.count), Counter("columns", 4 * (tree.count - 1)),
      Counter("eliminations", work.eliminations),
      Counter("components by substitution", work.core.single + work.core.greedy),
      Counter("components by simplex", work.core.programs),
      Counter("simplex iterations", work.iterations + (plain?.iterations ?? 0)),
      Counter("solves", work.solves + (plain?.solves ?? 0)),
      Counter("plain solves", work.fallbacks),
    ]
  }
}
