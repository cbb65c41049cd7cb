import Constraints
import LayoutModel

/// Texts, and the constraints along y where the axes are solved apart.
final class TextHeights {
  var measured: MeasuredTexts
  /// `nil` where axes are not solved apart.
  var vertical: StagedPlan?
  var places: AxisPlaces
  /// The constraints along y that were written about both axes.
  var ratios: RatioConstraints
  /// The widths of texts where axes are not solved apart, used while nothing is absent; `nil` where
  /// heights may change them, or a constraint was added or removed for good.
  var widths: TextWidths?
  private var frames: [Rect] = []

  init(_ measured: MeasuredTexts, _ widths: TextWidths?) {
    self.measured = measured
    self.widths = widths
    places = AxisPlaces()
    ratios = RatioConstraints()
  }

  init(
    _ measured: MeasuredTexts, vertical: consuming StagedPlan, _ places: AxisPair<[Int]>,
    _ ratios: RatioConstraints
  ) {
    self.measured = measured
    self.ratios = ratios
    frames = vertical.tree.startFrames
    self.vertical = consume vertical
    self.places = AxisPlaces(places)
  }

  var isSplit: Bool { !frames.isEmpty }

  /// Finds the heights at the widths of frames.
  func layOutHeights(of frames: inout MutableSpan<Rect>) throws(LayoutError) {
    setHeights(of: frames)
    if ratios.areWidthsMoved {
      ratios.updateWidths(frames, isOut: isOut) {
        vertical?.edit(constant: $1, ofConstraint: $0)
      }
    }
    try vertical?.pass(into: &self.frames)
    for view in frames.indices {
      frames[view].y = self.frames[view].y
      frames[view].height = self.frames[view].height
    }
  }

  /// Measures each text at the width of its frame: its content along y.
  func setHeights(of frames: borrowing MutableSpan<Rect>) {
    measure(at: frames)
    for text in measured.pending {
      vertical?.edit(measured.view(text), intrinsic: measured.content(text), along: .vertical)
    }
  }

  private func isOut(_ place: Int) -> Bool { vertical?.isOut(place) ?? true }

  /// Returns true if constraints along x determine all widths that heights are given for.
  func areWidthsDetermined(by horizontal: borrowing StagedPlan) -> Bool {
    guard ratios.isDoubtful else { return true }
    return ratios.check(besides: horizontal.rows, in: horizontal.tree, isOut: isOut)
  }

  /// Measures each text at the width that constraints along x give it.
  ///
  /// - Returns: whether they give all widths.
  func predictWidths() -> Bool { widths?.measure(&measured) ?? false }

  /// Measures each text at the width of its frame; those with other heights are pending.
  func measure(at frames: borrowing MutableSpan<Rect>) {
    frames.withUnsafeBufferPointer { measured.measure($0) }
  }

  func update(_ frames: borrowing MutableSpan<Rect>) throws(LayoutError) -> Bool {
    try frames.withUnsafeBufferPointer { frames throws(LayoutError) in
      try measured.update(frames)
    }
  }
}

/// The places of constraints in two lists, one for each axis; empty where there is one list.
struct AxisPlaces {
  /// For each constraint, its place in the list of its axis; along y, the bitwise complement of it.
  private var places: [Int] = []
  /// The numbers of removed constraints, which the next ones get.
  private var free: [Int] = []

  init() {}

  init(_ owners: AxisPair<[Int]>) {
    places = Array(repeating: 0, count: owners.horizontal.count + owners.vertical.count)
    for (place, owner) in owners.horizontal.enumerated() { places[owner] = place }
    for (place, owner) in owners.vertical.enumerated() { places[owner] = ~place }
  }

  /// The place of a constraint; `nil` where there is one list.
  func place(of constraint: Int) -> (axis: Axis, index: Int)? {
    guard !places.isEmpty else { return nil }
    let place = places[constraint]
    return place < 0 ? (.vertical, ~place) : (.horizontal, place)
  }

  /// Constraints of both lists, which contain these and no others, in their own order.
  func merged(
    _ horizontal: [LinearConstraint], _ vertical: [LinearConstraint]
  ) -> [LinearConstraint] {
    places.map { $0 < 0 ? vertical[~$0] : horizontal[$0] }
  }

  /// Rows of both lists, which contain no others, in the order of the constraints.
  func merged(_ horizontal: ConstraintRows, _ vertical: ConstraintRows) -> ConstraintRows {
    ConstraintRows(horizontal, vertical, places: places)
  }

  /// Adds a constraint that has a place in the list of its axis.
  ///
  /// - Returns: its number.
  mutating func add(_ place: Int, along axis: Axis) -> Int {
    let number = free.popLast() ?? places.count
    if number == places.count { places.append(0) }
    places[number] = axis == .vertical ? ~place : place
    return number
  }

  /// Removes a constraint; the next one that is added gets its number.
  mutating func remove(_ constraint: Int) -> (axis: Axis, index: Int)? {
    guard let place = place(of: constraint) else { return nil }
    free.append(constraint)
    return place
  }
}

extension StagedPlan {
  /// Changes a view's content size along an axis, if it differs.
  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize, along axis: Axis) {
    let size = intrinsic.along(axis)
    guard isAbsent(view) || tree.intrinsicSize(of: view) != size else { return }
    edit(view, intrinsic: size)
  }

  /// True if no constraint of either axis is out and no view absent.
  func isWhole(with texts: TextHeights) -> Bool { isWhole && texts.vertical?.isWhole == true }

  /// All constraints, in file order.
  func written(with texts: TextHeights?) -> [LinearConstraint] {
    guard let texts,
      let vertical = texts.vertical?.asWritten(texts.ratios.writtenConstants)
    else { return written }
    if isWhole(with: texts) { return texts.places.merged(written, vertical) }
    // Views are absent, and the constraints that pin them are among the others.
    return (written + vertical).enumerated().sorted { one, other in
      let (first, second) = (one.element.position, other.element.position)
      guard let first, let second, first != second else { return one.offset < other.offset }
      return (first.line, first.column) < (second.line, second.column)
    }.map(\.element)
  }

  /// The rows of all constraints, in the same order; `nil` where they must be made anew.
  func rows(with texts: TextHeights?) -> ConstraintRows? {
    guard let texts else { return rows }
    guard texts.ratios.isEmpty, isWhole(with: texts), let vertical = texts.vertical?.rows else {
      return nil
    }
    return texts.places.merged(rows, vertical)
  }

  /// The views with their contents along both axes.
  func tree(with texts: TextHeights?) -> ViewTree {
    guard let texts else { return tree }
    var tree = tree
    if let vertical = texts.vertical?.tree {
      for view in tree.views {
        let size = IntrinsicSize(
          tree.intrinsicSize(of: view).horizontal, vertical.intrinsicSize(of: view).vertical)
        tree.setIntrinsicSize(size, of: view)
      }
    }
    return tree
  }
}

extension IntrinsicSize {
  /// The size along one axis alone.
  func along(_ axis: Axis) -> IntrinsicSize {
    axis == .horizontal ? IntrinsicSize(horizontal, nil) : IntrinsicSize(nil, vertical)
  }
}
