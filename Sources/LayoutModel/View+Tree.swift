extension View {
  /// The view that holds this one and has no superview itself.
  package var top: View {
    var view = self
    while let superview = view.superview { view = superview }
    return view
  }

  /// This view and all that it holds, in document order: what the numbers of `ViewTree` stand for.
  package var subtree: [View] {
    var views: [View] = []
    var pending = [self]
    while let view = pending.popLast() {
      views.append(view)
      pending += view.subviews.reversed()
    }
    return views
  }

  /// The traits that a layout starts from, with the frames as they were given.
  ///
  /// Names are for messages; where two views share one, the later ones are numbered.
  ///
  /// - Parameter views: a view and all that it holds, in document order.
  /// - Returns: the tree of numbers.
  package static func tree(of views: [View]) -> ViewTree {
    var tree = ViewTree(
      rootSize: views[0].frame.size, direction: views[0].top.direction,
      rootMargins: views[0].layoutMargins)
    // Its content matters where it is asked for its own size.
    tree[.root] = views[0].traits
    if views[0].hasText, let text = views[0].text { tree.setText(text, of: .root) }
    tree.reserve(views.count)
    // The view before, and those that hold it.
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

/// The views that a layout lays out again and again, by number, and what has changed among them.
package struct NumberedViews {
  /// The topmost view.
  package unowned let root: View
  /// What has changed since the views were numbered or the log was read.
  package private(set) var log = ChangeLog()
  /// The views but the root, which holds whoever holds this.
  private var others: [View] = []

  /// A view and all that it holds, not numbered yet.
  package init(root: View) { self.root = root }

  /// Whether the numbers are no longer right: views came, went or moved, or another layout took the tree.
  package var isOutdated: Bool { log.isHierarchyChanged || log.isClosed }

  /// Gives the views numbers, and a new log where their changes are written down.
  ///
  /// A layout that had the tree before sees that it has lost it.
  ///
  /// - Returns: the views, the root first.
  package mutating func renumber() -> [View] {
    log.isClosed = true
    log = ChangeLog()
    let subtree = root.subtree
    for (index, view) in subtree.enumerated() {
      view.number(Int32(index), log)
    }
    others = Array(subtree.dropFirst())
    return subtree
  }

  /// The view of a number.
  package subscript(number: Int32) -> View { number == 0 ? root : others[Int(number) - 1] }

  /// The number of a view; `nil` where it is not among these.
  package func number(of view: View) -> ViewID? {
    view.log === log ? ViewID(Int(view.index)) : nil
  }

  /// Puts every view but the root where a layout has found it to be.
  package func place(at frames: [Rect]) {
    for index in others.indices { others[index].place(at: frames[index + 1]) }
  }
}
