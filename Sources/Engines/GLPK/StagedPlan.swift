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
  private var core: GLPKPlan?
  /// Whether the last pass wrote the frames by substitution.
  private var wasEliminated = false
  private var eliminations = 1

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

  mutating func resize(to size: Size) {
    tree.rootSize = size
    core?.resize(to: size)
  }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    for axis in Axis.allCases {
      let (old, new) = (tree[view].intrinsic[axis], intrinsic[axis])
      if hasFixedContent, old == nil || new == nil { continue }
      tree[view].intrinsic[axis] = new
    }
    isOutdated = true
    core?.edit(view, intrinsic: intrinsic)
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
    isOutdated = true
    core?.edit(constant: constant, ofConstraint: index)
  }

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    if isOutdated {
      isOutdated = false
      eliminations += 1
      eliminated = EliminatedLayout.solve(rows, in: tree)
    }
    if !wasEliminated { eliminated?.forget() }
    let size = tree.rootSize
    wasEliminated = frames.withUnsafeMutableBufferPointer { frames in
      guard let base = frames.baseAddress else { return false }
      return eliminated?.write(base, for: size) ?? false
    }
    if !wasEliminated { try solve(&frames) }
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
    // Every optional constraint holds, and nothing is open.
    if wasEliminated { return Findings() }
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

  mutating func counters() -> [Counter] {
    [
      Counter("eliminations", eliminations),
      Counter("simplex iterations", core?.iterations ?? 0), Counter("solves", core?.solves ?? 0),
    ]
  }
}
