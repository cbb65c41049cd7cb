import LayoutModel

/// What may change again and again without its equalities being solved anew.
enum Edited: Equatable {
  /// A view's content size.
  case content(ViewID)
  /// The constant of a constraint.
  case constant(Int)
}

/// How the frames follow from one content size or constant, at one size of the root: each number that
/// depends on it is its value then plus a multiple of the change since.
///
/// Nothing is summed up from change to change, so that history does not show.
struct EditColumn: ~Copyable {
  /// A view that depends on what is edited.
  struct Moved: BitwiseCopyable {
    let view: Int32
    let frame: SIMD4<Double>
    let perFirst: SIMD4<Double>
    let perSecond: SIMD4<Double>
  }

  /// What must not be negative, and depends on what is edited.
  struct Condition: BitwiseCopyable {
    let value: Double
    let perFirst: Double
    let perSecond: Double
  }

  /// What is edited.
  let edited: Edited
  /// Its two numbers when the column was found: width and height, or the constant and 0.
  private let base: SIMD2<Double>
  private var moved = Arena<Moved>()
  private var conditions = Arena<Condition>()

  /// How far the numbers are moved to see what follows: far, so that rounding does not show.
  private static let probe = 1024.0

  private init(_ edited: Edited, _ base: SIMD2<Double>) {
    self.edited = edited
    self.base = base
  }

  /// Finds the column, at the present size of the root.
  ///
  /// - Returns: `nil` where equalities do not give the answer, or would not after a change.
  static func find(
    _ edited: Edited, _ rows: ConstraintRows, in tree: ViewTree, constant: Double
  ) -> EditColumn? {
    // Where constraints yield, a change of this kind may change which.
    guard let here = EliminatedLayout.solution(of: rows, in: tree) else { return nil }
    let base: SIMD2<Double>
    switch edited {
    case .content(let view):
      let size = tree[view].intrinsic
      base = SIMD2(size.horizontal ?? 0, size.vertical ?? 0)
    case .constant: base = SIMD2(constant, 0)
    }
    var column = EditColumn(edited, base)
    guard let first = there(edited, .horizontal, rows, tree),
      let second = there(edited, .vertical, rows, tree)
    else { return nil }
    column.compare(here, first, second, at: tree.rootSize)
    return column
  }

  /// The answer where one of the numbers is larger by the probe.
  private static func there(
    _ edited: Edited, _ axis: Axis, _ rows: ConstraintRows, _ tree: ViewTree
  ) -> EliminatedLayout.Solution? {
    var (rows, tree) = (rows, tree)
    switch edited {
    case .content(let view):
      if let size = tree[view].intrinsic[axis] { tree[view].intrinsic[axis] = size + probe }
    case .constant(let row):
      if axis == .horizontal { rows.change(constantBy: probe, ofRow: row) }
    }
    return EliminatedLayout.solution(of: rows, in: tree)
  }

  private mutating func compare(
    _ here: borrowing EliminatedLayout.Solution, _ first: borrowing EliminatedLayout.Solution,
    _ second: borrowing EliminatedLayout.Solution, at root: Size
  ) {
    func slope(_ there: AffineNumber, _ here: AffineNumber) -> Double {
      let slope = (there.value(at: root) - here.value(at: root)) / Self.probe
      return abs(slope) < 1e-11 ? 0 : slope
    }
    for view in 1..<max(1, here.numbers.count / 4) {
      var (frame, one, two) = (SIMD4<Double>(), SIMD4<Double>(), SIMD4<Double>())
      for side in 0..<4 {
        let number = 4 * view + side
        frame[side] = here.numbers[number].value(at: root)
        one[side] = slope(first.numbers[number], here.numbers[number])
        two[side] = slope(second.numbers[number], here.numbers[number])
      }
      guard one != .zero || two != .zero else { continue }
      moved.append(Moved(view: Int32(view), frame: frame, perFirst: one, perSecond: two))
    }
    for index in here.conditions.indices {
      let one = slope(first.conditions[index], here.conditions[index])
      let two = slope(second.conditions[index], here.conditions[index])
      guard one != 0 || two != 0 else { continue }
      let number = here.conditions[index]
      conditions.append(
        Condition(
          value: number.value(at: root) + number.doubt(at: root), perFirst: one, perSecond: two))
    }
  }

  /// Writes the frames of the views that depend on what is edited.
  ///
  /// - Parameters:
  ///   - numbers: width and height, or the constant and 0.
  ///   - frames: every view's frame, as the equalities gave it at this size of the root.
  /// - Returns: whether the equalities are still the whole answer.
  func write(_ numbers: SIMD2<Double>, to frames: UnsafeMutablePointer<Rect>) -> Bool {
    let change = numbers - base
    for index in conditions.indices {
      let condition = conditions[index]
      let value = condition.value + condition.perFirst * change.x + condition.perSecond * change.y
      guard value >= 0 else { return false }
    }
    let target = UnsafeMutableRawPointer(frames)
    for index in moved.indices {
      let view = moved[index]
      target.storeBytes(
        of: view.frame + view.perFirst * change.x + view.perSecond * change.y,
        toByteOffset: Int(view.view) &* 32, as: SIMD4<Double>.self)
    }
    return true
  }
}
