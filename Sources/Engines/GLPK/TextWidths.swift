import Constraints
import LayoutModel

/// A plan of the constraints that decide the widths of texts, so that all constraints are solved with the heights
/// of texts at these widths.
///
/// It predicts: the layout of all constraints is checked against it, and repeated where a width differs.
final class TextWidths {
  private var plan: StagedPlan
  /// For each constraint, its place among these; -1 where it is none of them.
  private let places: [Int32]
  private let flat: FlatNumbers
  private var frames: [Rect]

  /// Stores the constraints.
  ///
  /// - Parameters:
  ///   - widths: the constraints that decide the widths of texts.
  ///   - written: all constraints.
  ///   - tree: the views, with their texts and the natural sizes of these as contents.
  ///   - shortcuts: the ways around linear programs that stages use.
  init(
    _ widths: WidthRows, of written: ConstraintList, in tree: ViewTree, _ shortcuts: Shortcuts
  ) {
    flat = widths.rows.flat
    var places = [Int32](repeating: -1, count: written.count)
    for (place, owner) in widths.places.enumerated() { places[owner] = Int32(place) }
    self.places = places
    var contents = tree
    for view in tree.views {
      let isFlat = flat.contains(.init(view: view.index, side: 2))
      let width = isFlat ? nil : tree.intrinsicSize(of: view).horizontal
      contents.setIntrinsicSize(IntrinsicSize(width, nil), of: view)
    }
    frames = tree.startFrames
    plan = StagedPlan(
      written.part(widths.places), rows: widths.rows, in: contents, shortcuts: shortcuts)
  }

  /// Solves the constraints, before the first pass, which tries again where that fails.
  func prepare() { try? plan.solve() }

  func resize(to size: Size) { plan.resize(to: size) }

  /// Changes a view's content size, points, for the next pass.
  func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    guard !flat.contains(.init(view: view.index, side: 2)) else { return }
    plan.edit(view, intrinsic: intrinsic, along: .horizontal)
  }

  /// Changes the constant of a constraint, points, for the next pass.
  func edit(constant: Double, ofConstraint index: Int) {
    guard places[index] >= 0 else { return }
    plan.edit(constant: constant, ofConstraint: Int(places[index]))
  }

  /// Measures each text at its width.
  ///
  /// - Returns: whether there are widths.
  func measure(_ texts: inout MeasuredTexts) -> Bool {
    do throws(LayoutError) { try plan.pass(into: &frames) } catch { return false }
    frames.withUnsafeBufferPointer { texts.measure($0, isNewPending: true) }
    return true
  }

  /// The counts of the work so far.
  var work: Work { plan.work }

  /// The counts of this plan.
  func counters() -> [Counter] { plan.counters() }
}
