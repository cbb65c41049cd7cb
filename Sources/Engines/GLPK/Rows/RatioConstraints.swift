import Constraints
import LayoutBenchFunctions
import LayoutModel

/// Constraints between the two sizes of a view, such as those of a square or of a picture, where required
/// constraints along x determine its width.
///
/// Such a width is a multiple of the root's width plus a number, and along y the constraint compares the
/// height with that: no width depends on a height, and widths can be solved first.
struct RatioConstraints {
  private struct Ratio {
    /// Its place among the constraints along y.
    let place: Int
    let view: ViewID
    /// The height is compared with `perOwnWidth` times the width plus `perConstant` times the written
    /// constant without `offset`, points.
    let perOwnWidth: Double
    let perConstant: Double
    let offset: Double
    var writtenConstant: Double
    /// The width's gain for each point of the root's width.
    let perRootWidth: Double
    /// The width, points, in a root of width 0.
    var base: Double

    /// The height as it is along y.
    var height: HeightComparison {
      let multiplier = perOwnWidth * perRootWidth
      return HeightComparison(
        view: view, multiplier: abs(multiplier) < 1e-12 ? 0 : multiplier,
        constant: perOwnWidth * base + perConstant * (writtenConstant - offset))
    }

    /// Reads a row; `nil` where it is about something else, or its violation would count in other points.
    init?(_ row: ConstraintRows.Row, at place: Int, _ numbers: borrowing DeterminedNumbers) {
      guard row.count == 2, row.unknowns.x > 3, row.unknowns.x ^ row.unknowns.y == 1,
        row.unknowns.x & 2 != 0
      else { return nil }
      let isHeightFirst = row.unknowns.x & 1 == 1
      let (ofHeight, ofWidth) =
        isHeightFirst
        ? (row.coefficients.x, row.coefficients.y) : (row.coefficients.y, row.coefficients.x)
      guard ofHeight == 1 || row.isRequired && row.relation == .equal && ofHeight != 0 else {
        return nil
      }
      self.place = place
      view = ViewID(Int(row.unknowns.x / 4))
      guard let width = numbers[RootUnknown(view: view.index, side: 2)] else { return nil }
      (perOwnWidth, perConstant) = (-ofWidth / ofHeight, 1 / ofHeight)
      (offset, writtenConstant) = (row.base, row.base - row.constant)
      (perRootWidth, base) = (width.perWidth, width.constant)
    }
  }

  /// The constraints, by rising places.
  private var ratios: [Ratio] = []
  /// True if widths may have changed in another way than with the root's.
  private(set) var areWidthsMoved = false
  /// True if it is not known that all widths are determined: something was removed or came back.
  private(set) var isDoubtful = false

  /// No constraint.
  init() {}

  /// True if there are none.
  var isEmpty: Bool { ratios.isEmpty }

  /// Finds the widths that constraints are about.
  ///
  /// It is `nil` where one of them is no ratio of a width that is determined.
  ///
  /// - Parameters:
  ///   - rows: the constraints that are about both axes, by their rising places among those along y.
  ///   - numbers: the numbers that constraints along x determine.
  init?(
    _ rows: [(place: Int, row: ConstraintRows.Row)], _ numbers: borrowing DeterminedNumbers
  ) {
    for (place, row) in rows {
      guard let ratio = Ratio(row, at: place, numbers) else { return nil }
      ratios.append(ratio)
    }
  }

  /// The heights that stand for the constraints, by their places.
  var heights: [Int: HeightComparison] {
    isEmpty ? [:] : Dictionary(uniqueKeysWithValues: ratios.map { ($0.place, $0.height) })
  }

  /// The written constants, points, by their places.
  var writtenConstants: [Int: Double] {
    isEmpty ? [:] : Dictionary(uniqueKeysWithValues: ratios.map { ($0.place, $0.writtenConstant) })
  }

  /// The index of the constraint at a place; `nil` where none of these is there.
  private func index(of place: Int) -> Int? {
    var (low, high) = (0, ratios.count)
    while low < high {
      let middle = (low + high) / 2
      if ratios[middle].place < place { low = middle + 1 } else { high = middle }
    }
    return low < ratios.count && ratios[low].place == place ? low : nil
  }

  // MARK: - Changes

  /// Changes the written constant, points, of the constraint at a place.
  ///
  /// - Returns: the constant, points, of the constraint along y; `nil` where it is no ratio.
  mutating func setConstant(_ constant: Double, at place: Int) -> Double? {
    guard let index = index(of: place) else { return nil }
    ratios[index].writtenConstant = constant
    return ratios[index].height.constant
  }

  /// Notes that a constant along x has changed.
  mutating func moveWidths() { areWidthsMoved = !isEmpty }

  /// Notes that a constraint or a view was removed or came back.
  mutating func doubt() { isDoubtful = !isEmpty }

  /// Removes the constraint at a place.
  mutating func remove(at place: Int) {
    if let index = index(of: place) { ratios.remove(at: index) }
  }

  /// Finds out whether all widths are still determined, and equal the root's times the same factors.
  ///
  /// - Parameters:
  ///   - horizontal: the present constraints along x.
  ///   - tree: the views.
  ///   - isOut: returns true for the places of constraints that are out.
  /// - Returns: whether they are.
  mutating func check(
    besides horizontal: ConstraintRows, in tree: ViewTree, isOut: (Int) -> Bool
  ) -> Bool {
    guard let numbers = DeterminedNumbers(horizontal, in: tree) else { return true }
    for ratio in ratios where !isOut(ratio.place) {
      guard let width = numbers[RootUnknown(view: ratio.view.index, side: 2)],
        abs(width.perWidth - ratio.perRootWidth) < 1e-12
      else { return false }
    }
    (isDoubtful, areWidthsMoved) = (false, true)
    return true
  }

  /// Visits the constraints along y whose constant has changed with a width.
  ///
  /// - Parameters:
  ///   - frames: the frames with their widths.
  ///   - isOut: returns true for the places of constraints that are out.
  ///   - visit: receives a place and a constant, points.
  mutating func updateWidths(
    _ frames: borrowing MutableSpan<Rect>, isOut: (Int) -> Bool, _ visit: (Int, Double) -> Void
  ) {
    areWidthsMoved = false
    // The width of one that is out counts when it is back.
    for index in ratios.indices where !isOut(ratios[index].place) {
      let ratio = ratios[index]
      let base = frames[ratio.view.index].width - ratio.perRootWidth * frames[0].width
      guard abs(base - ratio.base) > 1e-12 * (1 + abs(base)) else { continue }
      ratios[index].base = base
      visit(ratio.place, ratios[index].height.constant)
    }
  }
}

/// A view's height compared with a multiple of the root's width plus a constant, points.
struct HeightComparison {
  let view: ViewID
  /// 0 where the root's width does not matter.
  let multiplier: Double
  var constant: Double

  /// The constraint that says so in place of another one.
  func inPlace(of other: LinearConstraint) -> LinearConstraint {
    other.with(
      .items(
        .init(view, .height), multiplier == 0 ? nil : .init(.root, .width),
        multiplier: multiplier == 0 ? 1 : multiplier, constant: constant))
  }
}
