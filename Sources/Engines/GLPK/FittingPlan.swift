import Constraints
import LayoutModel

/// Constraints of a view and all that it holds, in a root of their own: the view's size is as free as any.
///
/// `systemLayoutSizeFitting`: a width and a height are wanted with a priority each.
final class FittingPlan {
  /// How much the width and the height are wanted.
  let priorities: AxisPair<Priority>
  private var plan: ConstraintsPlan
  /// The name of the view, for messages.
  private let name: String
  private var frames: [Rect]
  private var target: Size
  /// The constraints that say which size is wanted, and where the view stands; the others come after them.
  private static let sizes: [Attribute] = [.width, .height]
  private static let places: [Attribute] = [.left, .top]

  /// Constraints that are solved when a size is asked for.
  ///
  /// - Parameters:
  ///   - written: the constraints.
  ///   - tree: the view, as the root, and all that it holds.
  ///   - texts: the texts that are shown.
  ///   - horizontal: how much the width is wanted.
  ///   - vertical: how much the height is wanted.
  ///   - isPlain: whether all is one linear program.
  /// - Throws: `LayoutError.badConstraint`.
  init(
    _ written: [LinearConstraint], in tree: ViewTree,
    showing texts: [(view: ViewID, text: Text)], horizontal: Priority, vertical: Priority,
    isPlain: Bool = false
  ) throws(LayoutError) {
    name = tree.name(of: .root)
    var held = tree.held
    for (view, text) in texts { held.setText(text, of: ViewID(view.index + 1)) }
    priorities = AxisPair(horizontal, vertical)
    target = Size(width: 0, height: 0)
    var all: [LinearConstraint] = []
    for (attribute, priority) in zip(Self.sizes, [horizontal, vertical]) {
      do throws(ConstraintMistake) {
        all.append(
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
      all.append(place)
    }
    all += written.lazy.map(\.held)
    frames = held.startFrames
    plan = ConstraintsPlan(all, in: held, isPlain: isPlain)
  }

  /// Finds the view's size.
  ///
  /// - Parameter target: the size that is wanted, points.
  /// - Returns: the size, points.
  /// - Throws: `LayoutError`.
  func size(nextTo target: Size) throws(LayoutError) -> Size {
    let wanted = [(self.target.width, target.width), (self.target.height, target.height)]
    for (place, (old, new)) in wanted.enumerated() where old != new {
      plan.edit(constant: new, ofConstraint: place)
    }
    self.target = target
    var span = frames.mutableSpan
    do throws(LayoutError) {
      try plan.pass(into: &span)
    } catch {
      guard case .unsatisfiable(let constraints, let dropped) = error else { throw error }
      // The view is called as it is; the root that holds it is none of the caller's.
      func text(_ text: String) -> String { text.replacing(ViewTree.heldName, with: name) }
      throw .unsatisfiable(
        constraints.map { .init(text: text($0.text), line: $0.line) }, dropped: dropped.map(text))
    }
    return frames[1].size
  }

  /// The counts of what was done so far.
  var counters: [Counter] { plan.counters() }

  /// Gives a view another content size.
  func edit(_ view: ViewID, intrinsic: IntrinsicSize) {
    plan.edit(ViewID(view.index + 1), intrinsic: intrinsic)
  }

  /// Has a view show another text.
  func edit(_ view: ViewID, text: Text) { plan.edit(ViewID(view.index + 1), text: text) }

  /// Gives a written constraint another constant, points.
  func edit(constant: Double, ofConstraint index: Int) {
    plan.edit(constant: constant, ofConstraint: index + Self.sizes.count + Self.places.count)
  }
}
