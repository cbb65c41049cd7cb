import Constraints
import LayoutModel

/// The plan of a view's fitting sizes, kept from request to request where the view stands within
/// others, whose layouts know its changes.
///
/// What the view and its constraints are now is compared with what they were: contents, texts and
/// constants that differ are changes, anything else needs a new plan.
final class KeptFitting {
  private var plan: FittingPlan?
  private var written: [LinearConstraint] = []
  private var tree: ViewTree?
  /// The number of plans that were made.
  private(set) var planCount = 0

  /// The object that a view has for this, made when it is first asked for.
  static func of(_ view: View) -> KeptFitting {
    let key = ObjectIdentifier(KeptFitting.self)
    if let kept = view.attachment(key) { return unsafeDowncast(kept, to: KeptFitting.self) }
    let kept = KeptFitting()
    view.attach(kept, key)
    return kept
  }

  /// Returns the view's size for a target size.
  ///
  /// - Parameters:
  ///   - target: the target size, points.
  ///   - written: the present constraints within the view.
  ///   - tree: the view as the root, and the views in it, as they are now.
  ///   - horizontal: the priority of the target width.
  ///   - vertical: the priority of the target height.
  /// - Returns: the size, points.
  /// - Throws: `LayoutError`.
  func size(
    nextTo target: Size, _ written: [LinearConstraint], in tree: ViewTree,
    _ horizontal: Priority, _ vertical: Priority
  ) throws(LayoutError) -> Size {
    let former = plan.take()
    let plan: FittingPlan
    if let former, former.priorities == AxisPair(horizontal, vertical),
      follows(former, written, tree)
    {
      plan = former
    } else {
      planCount += 1
      plan = try FittingPlan(
        written, in: tree, showing: tree.measuredTexts, horizontal: horizontal,
        vertical: vertical)
    }
    (self.written, self.tree) = (written, tree)
    let size = try plan.size(nextTo: target)
    // After an error the next request makes a new plan.
    self.plan = plan
    return size
  }

  /// Passes all changes on to a plan.
  ///
  /// - Returns: whether it can follow them.
  private func follows(
    _ plan: FittingPlan, _ written: [LinearConstraint], _ tree: ViewTree
  ) -> Bool {
    guard let former = self.tree, former.superviews == tree.superviews,
      former.direction == tree.direction, former.texts.count == tree.texts.count,
      self.written.count == written.count
    else { return false }
    for (one, other) in zip(self.written, written)
    where one != other && one.with(constant: 0) != other.with(constant: 0) {
      return false
    }
    for view in tree.views {
      var (one, other) = (former[view], tree[view])
      let isChanged = one.intrinsic != other.intrinsic || former.texts[view] != tree.texts[view]
      // The view's own content is part of the plan.
      if view == .root, isChanged { return false }
      guard (former.texts[view] == nil) == (tree.texts[view] == nil) else { return false }
      // Frames that views start from do not matter, and baselines of texts follow from these.
      (one.givenFrame, other.givenFrame) = (nil, nil)
      (one.intrinsic, other.intrinsic) = (IntrinsicSize(nil, nil), IntrinsicSize(nil, nil))
      guard one == other else { return false }
    }
    for view in tree.views.dropFirst() {
      if let text = tree.texts[view] {
        if text != former.texts[view] { plan.edit(view, text: text) }
      } else if former[view].intrinsic != tree[view].intrinsic {
        plan.edit(view, intrinsic: tree[view].intrinsic)
      }
    }
    for index in written.indices where self.written[index] != written[index] {
      guard case .items(_, _, _, let constant) = written[index].form else { return false }
      plan.edit(constant: constant, ofConstraint: index)
    }
    return true
  }
}
