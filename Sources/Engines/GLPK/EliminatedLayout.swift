import Constraints
import LayoutModel

/// A layout that needs no linear program: all equalities, optional ones and content sizes too, can
/// hold at once, determine every frame, and no inequality stands against them.
///
/// All violations are then 0 and the frames unique, which is the answer of every stage of
/// `auto-layout.md` 2. Within a region of root sizes they are affine functions of the root's size.
struct EliminatedLayout: ~Copyable {
  private var frames: AffineFrames
  private var region: SizeRegion

  /// Whether some optional constraints yield.
  let hasYielded: Bool

  private init(
    _ frames: consuming AffineFrames, _ region: consuming SizeRegion, hasYielded: Bool
  ) {
    self.frames = frames
    self.region = region
    self.hasYielded = hasYielded
  }

  /// What the equalities say: every frame's numbers, and what must not be negative.
  struct Solution: ~Copyable {
    /// x, y, width and height of each view.
    var numbers: Arena<AffineNumber>
    /// Sizes, and what each inequality has to spare.
    var conditions: Arena<AffineNumber>
    /// Whether some optional constraints yield, so that the answer is affine piece by piece only.
    let hasYielded: Bool
  }

  /// Solves the equalities.
  ///
  /// - Returns: the layout; `nil` where they are not the whole answer.
  static func solve(_ rows: ConstraintRows, in tree: ViewTree) -> EliminatedLayout? {
    // As if all could hold; else each unknown that is left where its own constraints want it most.
    if let solution = solution(of: rows, in: tree), let layout = ready(solution, in: tree) {
      return layout
    }
    guard let solution = yieldingSolution(of: rows, in: tree) else { return nil }
    return ready(solution, in: tree)
  }

  private static func ready(
    _ solution: consuming Solution, in tree: ViewTree
  ) -> EliminatedLayout? {
    var region = SizeRegion()
    for index in solution.conditions.indices { region.require(solution.conditions[index]) }
    guard region.holds(at: tree.rootSize) else { return nil }
    var frames = AffineFrames(viewCount: tree.count)
    frames.begin()
    for index in 4..<max(4, 4 * tree.count) { frames[index] = solution.numbers[index] }
    frames.finish()
    return EliminatedLayout(frames, region, hasYielded: solution.hasYielded)
  }

  /// Solves the equalities, whatever the inequalities say.
  ///
  /// - Returns: `nil` where they exclude each other or leave something open.
  static func solution(of rows: ConstraintRows, in tree: ViewTree) -> Solution? {
    var elimination = Elimination(viewCount: tree.count)
    // 1 Required equalities. 2 The others, as if all could hold.
    guard elimination.add(rows, isRequired: true), elimination.addContent(of: tree),
      elimination.add(rows, isRequired: false)
    else { return nil }
    var conditions = Arena<AffineNumber>(capacity: 2 * tree.count)
    // 3 Every inequality holds where what it has to spare is not negative.
    elimination.appendSpare(rows, to: &conditions)
    return finished(&elimination, conditions, in: tree, hasYielded: false)
  }

  /// Solves the required equalities, and then each unknown by itself: where every other constraint
  /// asks for one unknown at most.
  ///
  /// - Returns: `nil` where a constraint asks for more, or an unknown has no single best value.
  private static func yieldingSolution(
    of rows: ConstraintRows, in tree: ViewTree
  ) -> Solution? {
    var elimination = Elimination(viewCount: tree.count)
    // A required equality that still waits joins its unknowns: none of them stands by itself.
    guard elimination.add(rows, isRequired: true), elimination.addContent(of: tree, ifFirm: true),
      elimination.openRows == 0
    else { return nil }
    var hinges = Hinges(unknownCount: 4 * tree.count)
    var conditions = Arena<AffineNumber>(capacity: 2 * tree.count)
    guard elimination.appendRest(rows, in: tree, to: &hinges, &conditions),
      hinges.settle(&elimination, at: tree.rootSize, &conditions)
    else { return nil }
    return finished(&elimination, conditions, in: tree, hasYielded: true)
  }

  /// Reads the frames off, where nothing is left open.
  private static func finished(
    _ elimination: inout Elimination, _ known: consuming Arena<AffineNumber>, in tree: ViewTree,
    hasYielded: Bool
  ) -> Solution? {
    var conditions = known
    let numbers = Arena<AffineNumber>(repeating: AffineNumber(), count: 4 * tree.count)
    for view in 1..<max(1, tree.count) {
      let first = Int32(4 * view)
      guard let left = elimination.value(of: first), let top = elimination.value(of: first + 1),
        let width = elimination.value(of: first + 2), let height = elimination.value(of: first + 3),
        left.isTame, top.isTame, width.isTame, height.isTame
      else { return nil }
      let superview = 4 * tree.superviews[view]
      numbers[first] = left - (elimination.value(of: superview) ?? AffineNumber())
      numbers[first + 1] = top - (elimination.value(of: superview + 1) ?? AffineNumber())
      numbers[first + 2] = width
      numbers[first + 3] = height
      conditions.append(width)
      conditions.append(height)
    }
    return Solution(numbers: numbers, conditions: conditions, hasYielded: hasYielded)
  }

  /// Writes all frames, where they are right at a size.
  ///
  /// - Returns: whether they are.
  mutating func write(_ target: UnsafeMutablePointer<Rect>, for root: Size) -> Bool {
    guard region.holds(at: root) else { return false }
    frames.write(target, for: root)
    return true
  }

  /// Has the next write write every frame: something else has written them since.
  mutating func forget() { frames.forget() }
}

extension Elimination {
  /// Adds the equalities among constraints that are required, or those that are not.
  ///
  /// - Returns: whether all can hold.
  mutating func add(_ rows: ConstraintRows, isRequired: Bool) -> Bool {
    rows.rows.withUnsafeBufferPointer { list in
      for index in list.indices
      where list[index].relation == .equal && list[index].isRequired == isRequired {
        begin(list[index], rows)
        guard end() else { return false }
      }
      return true
    }
  }

  /// Adds content sizes as equalities.
  ///
  /// - Parameters:
  ///   - tree: the views.
  ///   - ifFirm: whether only those that must be kept: they neither grow nor shrink.
  /// - Returns: whether all can hold.
  mutating func addContent(of tree: ViewTree, ifFirm: Bool = false) -> Bool {
    for view in 1..<max(1, tree.count) {
      for axis in Axis.allCases {
        guard let size = tree.traits[view].intrinsic[axis] else { continue }
        if ifFirm {
          let traits = tree.traits[view]
          guard traits.hugging[axis] >= 1000, traits.compression[axis] >= 1000 else { continue }
        }
        begin(constant: -size)
        add(Int32(4 * view + (axis == .horizontal ? 2 : 3)), 1)
        guard end() else { return false }
      }
    }
    return true
  }

  /// Appends what each inequality among constraints has to spare.
  mutating func appendSpare(_ rows: ConstraintRows, to conditions: inout Arena<AffineNumber>) {
    rows.rows.withUnsafeBufferPointer { list in
      for index in list.indices where list[index].relation != .equal {
        begin(list[index], rows)
        conditions.append(list[index].relation == .greaterThanOrEqual ? begun : begun * -1)
      }
    }
  }

  /// Hands every constraint but the required equalities to the unknown that it asks for.
  ///
  /// - Returns: whether each asks for one at most.
  mutating func appendRest(
    _ rows: ConstraintRows, in tree: ViewTree, to hinges: inout Hinges,
    _ conditions: inout Arena<AffineNumber>
  ) -> Bool {
    for row in rows.rows where row.relation != .equal || !row.isRequired {
      begin(row, rows)
      guard
        append(
          row.relation, priority: row.priority, hasSurplus: true, to: &hinges, &conditions)
      else { return false }
    }
    for view in 1..<max(1, tree.count) {
      let traits = tree.traits[view]
      for axis in Axis.allCases {
        let unknown = Int32(4 * view + (axis == .horizontal ? 2 : 3))
        let wishes: [(Relation, Double, Double)] =
          [(.greaterThanOrEqual, 0, 1000)]
          + (traits.intrinsic[axis].map {
            [
              (.lessThanOrEqual, $0, traits.hugging[axis]),
              (.greaterThanOrEqual, $0, traits.compression[axis]),
            ]
          } ?? [])
        for (relation, size, priority) in wishes {
          begin(constant: -size)
          add(unknown, 1)
          guard
            append(relation, priority: priority, hasSurplus: false, to: &hinges, &conditions)
          else { return false }
        }
      }
    }
    return true
  }

  private func append(
    _ relation: Relation, priority: Double, hasSurplus: Bool, to hinges: inout Hinges,
    _ conditions: inout Arena<AffineNumber>
  ) -> Bool {
    guard let (unknown, factor) = single() else { return false }
    guard unknown < 0 else {
      hinges.add(
        unknown, factor: factor, form: begun, relation, priority: priority,
        hasSurplus: hasSurplus)
      return true
    }
    // Decided already: a required one must hold, an optional one holds or does not.
    guard priority >= 1000 else { return true }
    if relation != .lessThanOrEqual { conditions.append(begun) }
    if relation != .greaterThanOrEqual { conditions.append(begun * -1) }
    return true
  }

  @inline(__always)
  private mutating func begin(_ row: ConstraintRows.Row, _ rows: ConstraintRows) {
    begin(constant: row.constant)
    guard row.count > 0 else {
      for term in rows.longForms[Int(row.unknowns.x)] { add(term.unknown, term.coefficient) }
      return
    }
    add(row.unknowns.x, row.coefficients.x)
    guard row.count > 1 else { return }
    add(row.unknowns.y, row.coefficients.y)
    guard row.count > 2 else { return }
    add(row.unknowns.z, row.coefficients.z)
    guard row.count > 3 else { return }
    add(row.unknowns.w, row.coefficients.w)
  }
}
