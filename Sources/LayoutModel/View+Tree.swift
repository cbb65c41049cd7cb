extension View {
  /// The topmost view that contains this one, or this view if it has no superview.
  package var top: View {
    var view = self
    while let superview = view.superview { view = superview }
    return view
  }

  /// This view and all views in it, in document order, in which `ViewTree` numbers them.
  package var subtree: [View] {
    var views: [View] = []
    var pending = [self]
    while let view = pending.popLast() {
      views.append(view)
      pending += view.subviews.reversed()
    }
    return views
  }

  /// The traits that a layout starts from, with the given frames.
  ///
  /// Names are for messages; where two views share one, the later ones are numbered.
  ///
  /// - Parameter views: a view and all views in it, in document order.
  /// - Returns: the tree with numbered views.
  package static func tree(of views: [View]) -> ViewTree {
    var tree = ViewTree(
      rootSize: views[0].frame.size, direction: views[0].top.direction,
      rootMargins: views[0].layoutMargins)
    // The root's content matters where the size of the root itself is requested.
    tree[.root] = views[0].traits
    if views[0].hasText, let text = views[0].text { tree.setText(text, of: .root) }
    tree.reserve(views.count)
    // The previous view after its superviews.
    var path = [views[0]]
    var numbers = [ViewID.root]
    for (index, view) in views.enumerated().dropFirst() {
      while let last = path.last, last !== view.superview, path.count > 1 {
        path.removeLast()
        numbers.removeLast()
      }
      tree.add(unnamedTo: numbers[numbers.count - 1], traits: view.traits)
      if view.hasText, let text = view.text { tree.setText(text, of: ViewID(index)) }
      guard !view.subviews.isEmpty else { continue }
      path.append(view)
      numbers.append(ViewID(index))
    }
    tree.setNames(views.map(\.name))
    return tree
  }
}

/// The views that a layout lays out repeatedly, by number, with the log of their changes.
package final class NumberedViews {
  /// The topmost view.
  package unowned let root: View
  /// The changes since the views were numbered or the log was last read.
  @exclusivity(unchecked) package private(set) var log = ChangeLog()
  /// The views except the root, which is not retained because it keeps the owner of this value
  /// alive.
  @exclusivity(unchecked) private var others: [View] = []

  /// A view and all views in it, without numbers until `renumber()`.
  package init(root: View) { self.root = root }

  /// True if the numbers are no longer valid: views were added, removed or moved, or another layout
  /// has taken over the tree.
  package var isOutdated: Bool { log.isHierarchyChanged || log.isClosed }

  /// Numbers the views, and gives them a new log for their changes.
  ///
  /// A layout that used the tree before finds its own log closed.
  ///
  /// - Returns: the views, the root first.
  package func renumber() -> [View] {
    log.isClosed = true
    log = ChangeLog()
    let subtree = root.subtree
    for (index, view) in subtree.enumerated() {
      view.number(Int32(index), log)
    }
    others = Array(subtree.dropFirst())
    return subtree
  }

  /// The view with a number.
  package subscript(number: Int32) -> View { number == 0 ? root : others[Int(number) - 1] }

  /// The number of a view; `nil` where it is not among these.
  package func number(of view: View) -> ViewID? {
    view.log === log ? ViewID(Int(view.index)) : nil
  }

  /// The number of a view as an index; `nil` where it is not among these, or is no more.
  package func index(of view: ViewReference) -> Int32? { view.index(in: log) }

  /// Sets the frame of every view but the root to the one that a layout has computed.
  package func place(at frames: [Rect]) {
    for index in others.indices { others[index].place(at: frames[index + 1]) }
  }
}
