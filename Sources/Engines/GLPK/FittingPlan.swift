import Constraints
import LayoutModel

/// Constraints of a view and its descendants, in a root of their own that leaves the view's size
/// free.
///
/// `systemLayoutSizeFitting`: a target width and height have a priority each.
final class FittingPlan {
  /// The priorities of the target width and height.
  let priorities: AxisPair<Priority>
  private var plan: ConstraintsPlan
  /// The name of the view, for messages.
  private let name: String
  /// Frames of the views that texts are measured by.
  private var frames: [Rect] = []
  private var target: Size
  /// True if rows along y read the target width as the width of the root around the view.
  private let isWidthOfRoot: Bool
  /// The attributes that the target size and the view's position constrain, ahead of the other
  /// constraints.
  private static let sizes: [Attribute] = [.width, .height]
  private static let places: [Attribute] = [.left, .top]

  /// Stores constraints, which are solved when a size is requested.
  ///
  /// - Parameters:
  ///   - written: the constraints.
  ///   - rows: the same as rows, where these are known.
  ///   - tree: the view, as the root, and its descendants.
  ///   - texts: the texts that are shown.
  ///   - horizontal: the priority of the target width.
  ///   - vertical: the priority of the target height.
  ///   - method: how the constraints are solved.
  /// - Throws: `LayoutError.badConstraint`.
  init(
    _ written: [LinearConstraint], rows: ConstraintRows? = nil, in tree: ViewTree,
    showing texts: [(view: ViewID, text: MeasuredText)], horizontal: Priority, vertical: Priority,
    method: SolveMethod = .stages
  ) throws(LayoutError) {
    name = tree.name(of: .root)
    var held = tree.held
    for (view, text) in texts { held.setText(text, of: ViewID(view.index + 1)) }
    priorities = AxisPair(horizontal, vertical)
    target = Size(width: 0, height: 0)
    var first: [LinearConstraint] = []
    for (attribute, priority) in zip(Self.sizes, [horizontal, vertical]) {
      do throws(ConstraintMistake) {
        first.append(
          try LinearConstraint(
            .init(ViewID(1), attribute), .equal, nil, constant: 0,
            priority: Priority(priority.value), in: held))
      } catch {
        throw .badConstraint("the fitting \(attribute.rawValue): \(error)")
      }
    }
    for attribute in Self.places {
      guard
        let place = try? LinearConstraint(
          .init(ViewID(1), attribute), .equal, .init(.root, attribute), in: held)
      else { continue }
      first.append(place)
    }
    var list = ConstraintList(held: written, after: first)
    var all = (rows ?? ConstraintRows(written, in: tree))
      .held(after: ConstraintRows(first, in: held))
    // A height that follows from the view's width would join both axes, and each round of texts
    // would solve both. A required width is a number: read from the root, it joins nothing.
    let mixed = horizontal.isRequired && !held.texts.isEmpty ? all.mixed : []
    isWidthOfRoot = !mixed.isEmpty
    if isWidthOfRoot {
      var constraints = list.all
      for place in mixed {
        constraints[place] = constraints[place].readingWidth(of: .root, insteadOf: ViewID(1))
      }
      list = ConstraintList(constraints)
      all = ConstraintRows(constraints, in: held)
    }
    // No height is as small as its target, so that not every constraint can be satisfied.
    plan = ConstraintsPlan(
      list, rows: all, in: held, method: method, shortcuts: .all.subtracting(.optimistic),
      areTextsMeasured: true)
    if isWidthOfRoot { plan.resize(to: target) }
  }

  /// Finds the view's size.
  ///
  /// - Parameter target: the target size, points.
  /// - Returns: the size, points.
  /// - Throws: `LayoutError`.
  func size(nextTo target: Size) throws(LayoutError) -> Size {
    let wanted = [(self.target.width, target.width), (self.target.height, target.height)]
    for (place, (old, new)) in wanted.enumerated() where old != new {
      plan.edit(constant: new, ofConstraint: place)
    }
    if isWidthOfRoot, self.target.width != target.width {
      plan.resize(to: Size(width: target.width, height: 0))
    }
    self.target = target
    do throws(LayoutError) {
      return try plan.size(of: ViewID(1), with: &frames)
    } catch {
      guard case .unsatisfiable(let constraints, let dropped) = error else { throw error }
      // Messages use the view's own name: the root around it is not the caller's.
      func text(_ text: String) -> String {
        text.replacing(ViewTree.heldName, with: name)
          .replacing(" root.width", with: " \(name).width")
      }
      throw .unsatisfiable(
        constraints.map { .init(text: text($0.text), line: $0.line) }, dropped: dropped.map(text))
    }
  }

  /// The counts of the work so far.
  var counters: [Counter] { plan.counters() }

  /// Changes a view's content size.
  func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    plan.edit(ViewID(view.index + 1), intrinsic: intrinsic)
  }

  /// Changes the text of a view.
  func edit(_ view: ViewID, text: Text) { plan.edit(ViewID(view.index + 1), text: text) }

  /// Changes the constant of a written constraint, points.
  func edit(constant: Double, ofConstraint index: Int) {
    plan.edit(constant: constant, ofConstraint: index + Self.sizes.count + Self.places.count)
  }
}
