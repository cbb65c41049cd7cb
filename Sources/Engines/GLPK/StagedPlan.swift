import Constraints
import LayoutModel

/// Constraints solved by what they need: substitution where that is the whole answer, the linear
/// program of `GLPKPlan` where it is not.
///
/// Frames depend on the present constraints and sizes only, whichever way they came.
struct StagedPlan: LayoutPlan, ~Copyable {
  private var written: [LinearConstraint]
  private var rows: ConstraintRows
  private let hasFixedContent: Bool
  private var tree: ViewTree
  private var eliminated: EliminatedLayout?
  /// Whether a constant or content has changed since the equalities were solved.
  private var isOutdated = false
  /// What was edited last, and not followed by anything else.
  private var lastEdited: Edited?
  /// Whether the same was edited twice in turn: it pays to know what follows from it.
  private var isRepeated = false
  private var column: EditColumn?
  /// The numbers of what the column knows, where they have changed since the last pass.
  private var change: SIMD2<Double>?
  private var core: GLPKPlan?
  /// Whether the last pass gave the frames by substitution.
  private var wasEliminated = false
  private var eliminations = 1
  private var columns = 0

  /// Solves the equalities, or fills the linear program where that does not do.
  ///
  /// - Parameters:
  ///   - written: the constraints.
  ///   - rows: the same as rows, where they are known.
  ///   - tree: the views.
  ///   - hasFixedContent: whether views without a content size stay so.
  /// - Throws: `LayoutError.solverFailed`.
  init(
    _ written: [LinearConstraint], rows: ConstraintRows? = nil, in tree: ViewTree,
    hasFixedContent: Bool = false
  ) throws(LayoutError) {
    self.written = written
    let rows = rows ?? ConstraintRows(written, in: tree)
    self.rows = rows
    self.tree = tree
    self.hasFixedContent = hasFixedContent
    eliminated = EliminatedLayout.solve(rows, in: tree)
    if eliminated == nil {
      core = try GLPKPlan(written, in: tree, hasFixedContent: hasFixedContent)
    }
  }

  // MARK: - Changes

  mutating func resize(to size: Size) {
    guard tree.rootSize != size else { return }
    tree.rootSize = size
    core?.resize(to: size)
    lastEdited = nil
    guard column != nil else { return }
    // The equalities stand as the column has left them.
    column = nil
    change = nil
    isOutdated = true
  }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    let old = tree.intrinsicSize(of: view)
    var size = intrinsic
    if hasFixedContent {
      size.horizontal = old.horizontal == nil ? nil : size.horizontal ?? old.horizontal
      size.vertical = old.vertical == nil ? nil : size.vertical ?? old.vertical
    }
    let hasChangedKind =
      (old.horizontal == nil) != (size.horizontal == nil)
      || (old.vertical == nil) != (size.vertical == nil)
    tree.setIntrinsicSize(size, of: view)
    core?.edit(view, intrinsic: intrinsic)
    note(
      .content(view), SIMD2(size.horizontal ?? 0, size.vertical ?? 0),
      hasChangedKind: hasChangedKind)
  }

  /// Gives a written constraint another constant, points, for the next pass.
  ///
  /// - Parameters:
  ///   - constant: points.
  ///   - index: its place among those that were written.
  mutating func edit(constant: Double, ofConstraint index: Int) {
    if case .items(_, _, _, let old) = written[index].form {
      rows.change(constantBy: constant - old, ofRow: index)
    }
    written[index] = written[index].with(constant: constant)
    core?.edit(constant: constant, ofConstraint: index)
    note(.constant(index), SIMD2(constant, 0), hasChangedKind: false)
  }

  private mutating func note(
    _ edited: Edited, _ numbers: SIMD2<Double>, hasChangedKind: Bool
  ) {
    if column?.edited == edited, !hasChangedKind, !isOutdated {
      change = numbers
      return
    }
    column = nil
    change = nil
    isRepeated = lastEdited == edited && !isOutdated
    lastEdited = edited
    isOutdated = true
  }

  // MARK: - A pass

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    if let numbers = change {
      change = nil
      let isWritten = frames.withUnsafeMutableBufferPointer { frames in
        guard let base = frames.baseAddress else { return false }
        return column?.write(numbers, to: base) ?? false
      }
      if isWritten { return }
      column = nil
      isOutdated = true
    }
    if isOutdated { update() }
    if !wasEliminated { eliminated?.forget() }
    let size = tree.rootSize
    wasEliminated = frames.withUnsafeMutableBufferPointer { frames in
      guard let base = frames.baseAddress else { return false }
      return eliminated?.write(base, for: size) ?? false
    }
    if !wasEliminated {
      column = nil
      try solve(&frames)
    }
  }

  /// Solves the equalities anew, and finds out what follows from an edit that comes again.
  private mutating func update() {
    isOutdated = false
    eliminations += 1
    eliminated = EliminatedLayout.solve(rows, in: tree)
    guard isRepeated, eliminated?.hasYielded == false, let edited = lastEdited else { return }
    isRepeated = false
    var constant = 0.0
    if case .constant(let index) = edited, case .items(_, _, _, let own) = written[index].form {
      constant = own
    }
    column = EditColumn.find(edited, rows, in: tree, constant: constant)
    columns += 1
  }

  /// Has the linear program give the frames.
  private mutating func solve(_ frames: inout MutableSpan<Rect>) throws(LayoutError) {
    var solver: GLPKPlan
    if let kept = core.take() {
      solver = kept
    } else {
      solver = try GLPKPlan(written, in: tree, hasFixedContent: hasFixedContent)
    }
    var failure: LayoutError?
    do throws(LayoutError) {
      try solver.pass(into: &frames)
    } catch {
      failure = error
    }
    core = consume solver
    if let failure { throw failure }
  }

  mutating func findings() throws(LayoutError) -> Findings {
    if wasEliminated {
      // Nothing is open, and every optional constraint holds unless some have yielded.
      guard eliminated?.hasYielded == true else { return Findings() }
      var findings = Findings()
      findings.violated = violations()
      return findings
    }
    guard var solver = core.take() else { return Findings() }
    var failure: LayoutError?
    var found = Findings()
    do throws(LayoutError) {
      found = try solver.findings()
    } catch {
      failure = error
    }
    core = consume solver
    if let failure { throw failure }
    return found
  }

  /// The optional constraints that do not hold, from the frames as they are.
  private mutating func violations() -> [Findings.Violation] {
    var frames = tree.startFrames
    let size = tree.rootSize
    eliminated?.forget()
    let isWritten = frames.withUnsafeMutableBufferPointer { frames in
      guard let base = frames.baseAddress else { return false }
      return eliminated?.write(base, for: size) ?? false
    }
    guard isWritten else { return [] }
    let program = ConstraintProgram(written, in: tree)
    return program.violations(in: frames, tree)
  }

  mutating func counters() -> [Counter] {
    [
      Counter("eliminations", eliminations), Counter("edit columns", columns),
      Counter("simplex iterations", core?.iterations ?? 0), Counter("solves", core?.solves ?? 0),
    ]
  }
}
