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

  private init(_ frames: consuming AffineFrames, _ region: consuming SizeRegion) {
    self.frames = frames
    self.region = region
  }

  /// Solves the equalities.
  ///
  /// - Returns: the layout; `nil` where they are not the whole answer.
  static func solve(_ written: [LinearConstraint], in tree: ViewTree) -> EliminatedLayout? {
    var elimination = Elimination(viewCount: tree.count)
    // 1 Required equalities. 2 The others, as if all could hold.
    for isRequired in [true, false] {
      for constraint in written
      where constraint.relation == .equal && constraint.priority.isRequired == isRequired {
        elimination.begin(constraint, in: tree)
        guard elimination.end() else { return nil }
      }
      guard isRequired else { continue }
      for view in 1..<max(1, tree.count) {
        let intrinsic = tree.traits[view].intrinsic
        for (size, side) in [(intrinsic.horizontal, 2), (intrinsic.vertical, 3)] {
          guard let size else { continue }
          elimination.begin(constant: -size)
          elimination.add(Int32(4 * view + side), 1)
          guard elimination.end() else { return nil }
        }
      }
    }
    // 3 Nothing may be left open.
    var frames = AffineFrames(viewCount: tree.count)
    var region = SizeRegion()
    frames.begin()
    for view in 1..<max(1, tree.count) {
      let first = Int32(4 * view)
      guard let left = elimination.value(of: first), let top = elimination.value(of: first + 1),
        let width = elimination.value(of: first + 2), let height = elimination.value(of: first + 3),
        left.isTame, top.isTame, width.isTame, height.isTame
      else { return nil }
      let superview = 4 * tree.superviews[view]
      let origin = (
        elimination.value(of: superview) ?? AffineNumber(),
        elimination.value(of: superview + 1) ?? AffineNumber()
      )
      frames[4 * view] = left - origin.0
      frames[4 * view + 1] = top - origin.1
      frames[4 * view + 2] = width
      frames[4 * view + 3] = height
      region.require(width)
      region.require(height)
    }
    // 4 Every inequality holds, or will say at which sizes it does not.
    for constraint in written where constraint.relation != .equal {
      let difference = elimination.value(of: constraint, in: tree)
      region.require(
        constraint.relation == .greaterThanOrEqual ? difference : difference * -1)
    }
    guard region.holds(at: tree.rootSize) else { return nil }
    frames.finish()
    return EliminatedLayout(frames, region)
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
  /// Begins the equality of a constraint's sides.
  mutating func begin(_ constraint: LinearConstraint, in tree: ViewTree) {
    if case .items(let first, let second, let multiplier, let constant) = constraint.form {
      if first.attribute.isSize {
        begin(constant: -constant)
        add(Self.size(first), 1)
        if let second { add(Self.size(second), -multiplier) }
        return
      }
      if let second, multiplier == 1,
        tree.direction == .leftToRight || !(first.attribute.isReading || second.attribute.isReading)
      {
        // The coordinates in which both are measured do not matter.
        let (one, other) = (
          Position(first, in: tree), Position(second, in: tree)
        )
        begin(constant: one.constant - other.constant - constant)
        add(one.start, 1)
        if one.share != 0 { add(one.start + 2, one.share) }
        add(other.start, -1)
        if other.share != 0 { add(other.start + 2, -other.share) }
        return
      }
    }
    let form = constraint.difference(in: tree)
    begin(constant: form.constant)
    for term in form.terms {
      let unknown = Int32(term.unknown.index)
      add(unknown, term.coefficient)
      // A place in the superview is the difference of two in the root.
      let isPlace = unknown & 3 < 2
      let superview = tree.superviews[term.unknown.view.index]
      if isPlace, superview >= 0 { add(4 * superview + unknown & 3, -term.coefficient) }
    }
  }

  /// Left side minus right side of a constraint, once all unknowns are solved.
  mutating func value(of constraint: LinearConstraint, in tree: ViewTree) -> AffineNumber {
    begin(constraint, in: tree)
    return begun
  }

  private static func size(_ item: LinearConstraint.Item) -> Int32 {
    Int32(4 * item.view.index + (item.attribute == .width ? 2 : 3))
  }

  /// A line of a view: its left or top, a share of its size, and a constant.
  private struct Position {
    let start: Int32
    let share: Double
    let constant: Double

    init(_ item: LinearConstraint.Item, in tree: ViewTree) {
      let view = item.view.index
      let attribute = item.attribute
      start = Int32(4 * view + (attribute.axis == .horizontal ? 0 : 1))
      switch attribute {
      case .left, .leading, .top: (share, constant) = (0, 0)
      case .right, .trailing, .bottom: (share, constant) = (1, 0)
      case .centerX, .centerY: (share, constant) = (0.5, 0)
      case .firstBaseline: (share, constant) = (0, tree.traits[view].firstBaseline)
      case .lastBaseline: (share, constant) = (1, -tree.traits[view].lastBaseline)
      case .leftMargin, .leadingMargin: (share, constant) = (0, tree.traits[view].margins.left)
      case .rightMargin, .trailingMargin:
        (share, constant) = (1, -tree.traits[view].margins.right)
      case .topMargin: (share, constant) = (0, tree.traits[view].margins.top)
      case .bottomMargin: (share, constant) = (1, -tree.traits[view].margins.bottom)
      case .centerXWithinMargins:
        let margins = tree.traits[view].margins
        (share, constant) = (0.5, (margins.left - margins.right) / 2)
      case .centerYWithinMargins:
        let margins = tree.traits[view].margins
        (share, constant) = (0.5, (margins.top - margins.bottom) / 2)
      case .width, .height: (share, constant) = (0, 0)
      }
    }
  }
}
