import Constraints
import LayoutModel

/// The views of a scene that are removed from a plan, and the constraints that wait for them.
struct AbsentViews {
  /// An absent view, with its content size.
  private struct Absent {
    let view: ViewID
    var content: IntrinsicSize
    /// True if it was removed itself: it stays absent when a superview is restored.
    var isOwn = false
  }

  private var views: [Int: Absent] = [:]
  /// Constraints that name an absent view.
  private var waiting: [LinearConstraint] = []

  /// Returns true if a view is absent.
  func contains(_ view: ViewID) -> Bool { views[view.index] != nil }

  /// Removes a view and its descendants: no constraint names them, and their numbers are fixed, so
  /// that none is left open.
  mutating func remove(_ view: ViewID, from system: inout ConstraintSystem) {
    let removed = system.tree.indices(in: view).lazy.map { ViewID($0) }
    for view in removed where views[view.index] == nil {
      for place in system.places(of: view) {
        let constraint = system.written[place]
        system.remove(place)
        if !isPin(constraint) { waiting.append(constraint) }
      }
    }
    for view in removed where views[view.index] == nil {
      let content = system.tree.intrinsicSize(of: view)
      views[view.index] = Absent(view: view, content: content)
      if content != IntrinsicSize(nil, nil) {
        system.edit(view, intrinsic: IntrinsicSize(nil, nil), keepsMissing: false)
      }
      for component in Unknown.Component.allCases
      where component.axis != system.rows.flatAxis {
        system.add(Self.pin(Unknown(view, component)))
      }
    }
    mark(view, isOwn: true)
  }

  /// Stores another content size of an absent view, for when it is restored.
  ///
  /// - Returns: whether the view is absent.
  mutating func edit(
    _ view: ViewID, intrinsic: IntrinsicSize, in system: borrowing ConstraintSystem
  ) -> Bool {
    guard !views.isEmpty, let known = views[view.index] else { return false }
    views[view.index]?.content =
      system.hasFixedContent ? known.content.replaced(by: intrinsic) : intrinsic
    return true
  }

  /// Restores a view and its descendants, and the constraints that name no absent view any more.
  mutating func restore(_ view: ViewID, to system: inout ConstraintSystem) {
    mark(view, isOwn: false)
    let restored = system.tree.indices(in: view).lazy.map { ViewID($0) }
    for view in restored where !staysOut(view, in: system.tree) {
      // Besides its pins, only the pins of its subviews name it, and these are absent too.
      for place in system.places(of: view) where isPin(system.written[place]) {
        system.remove(place)
      }
    }
    for view in restored where !staysOut(view, in: system.tree) {
      guard let absent = views.removeValue(forKey: view.index) else { continue }
      if absent.content != IntrinsicSize(nil, nil) {
        system.edit(view, intrinsic: absent.content, keepsMissing: false)
      }
    }
    var still: [LinearConstraint] = []
    for constraint in waiting {
      let names = constraint.difference(in: system.tree).terms.contains {
        views[$0.unknown.view.index] != nil
      }
      if names { still.append(constraint) } else { system.add(constraint) }
    }
    waiting = still
  }

  /// Marks by assignment: changing a value in place allocates.
  private mutating func mark(_ view: ViewID, isOwn: Bool) {
    guard var absent = views[view.index] else { return }
    absent.isOwn = isOwn
    views[view.index] = absent
  }

  /// Returns true if a view, or one of its superviews, was removed itself.
  private func staysOut(_ view: ViewID, in tree: ViewTree) -> Bool {
    var index = view.index
    while index > 0 {
      if views[index]?.isOwn == true { return true }
      index = Int(tree.superviews[index])
    }
    return false
  }

  private static let pinText = "a removed view"

  /// The constraint that a number is 0.
  private static func pin(_ unknown: Unknown) -> LinearConstraint {
    var form = LinearForm()
    form.add(unknown, 1)
    return LinearConstraint(
      linear: form, .equal, priority: .required, origin: .identified(pinText), position: nil)
  }

  private func isPin(_ constraint: LinearConstraint) -> Bool {
    constraint.origin == .identified(Self.pinText)
  }
}

extension Unknown.Component {
  fileprivate var axis: Axis { self == .left || self == .width ? .horizontal : .vertical }
}
