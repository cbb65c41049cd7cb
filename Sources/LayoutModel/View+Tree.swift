extension View {
  /// The topmost view that contains this one, or this view if it has no superview.
  package var top: View {
    var view = self
    while let superview = view.superview { view = superview }
    return view
  }

  /// This view and all views in it, in document order, in which `ViewTree` numbers them.
  package var subtree: [View] {
    var views: [View] = [self]
    forEachInside { views.append($0) }
    return views
  }

  /// Calls `body` with each view in this one at any depth, in document order.
  fileprivate func forEachInside(_ body: (View) -> Void) {
    var (views, next) = (subviews, 0)
    // The lists around that one which are being visited, the innermost last.
    var outer: [(views: [View], next: Int)] = []
    while true {
      guard next < views.count else {
        guard let last = outer.popLast() else { return }
        (views, next) = last
        continue
      }
      let view = views[next]
      next += 1
      body(view)
      guard view.hasSubviews else { continue }
      outer.append((views, next))
      (views, next) = (view.subviews, 0)
    }
  }

  /// The traits that a layout starts from, with the given frames.
  ///
  /// Names are for messages; where two views share one, the later ones are numbered.
  ///
  /// - Parameter views: a view and all views in it, in document order.
  /// - Returns: the tree with numbered views.
  package static func tree(of views: [View]) -> ViewTree {
    tree(of: views[0], views.dropFirst())
  }

  /// The tree of a view and all views in it.
  @inline(__always)
  fileprivate static func tree(of root: View, _ others: some Collection<View>) -> ViewTree {
    var tree = ViewTree(
      rootSize: root.frame.size, direction: root.top.direction, rootMargins: root.layoutMargins)
    // The root's content matters where the size of the root itself is requested.
    tree[.root] = root.traits
    if let text = root.measuredText { tree.setText(text, of: .root) }
    tree.reserve(1 + others.count)
    var names: [String] = []
    names.reserveCapacity(1 + others.count)
    names.append(root.name)
    // The previous view after its superviews.
    var path = [(view: Unmanaged.passUnretained(root).toOpaque(), number: ViewID.root)]
    for view in others {
      let index = names.count
      let superview = view.superviewPointer
      while path.count > 1, path[path.count - 1].view != superview { path.removeLast() }
      tree.add(unnamedTo: path[path.count - 1].number, traits: view.traits)
      names.append(view.name)
      if let text = view.measuredText { tree.setText(text, of: ViewID(index)) }
      if view.hasSubviews {
        path.append((Unmanaged.passUnretained(view).toOpaque(), ViewID(index)))
      }
    }
    tree.setNames(names)
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
  /// alive; `nil` for those that were taken out.
  @exclusivity(unchecked) private var others: [View?] = []
  /// The views that were taken out, which may come back, by number.
  @exclusivity(unchecked) private var away: [Int32: ViewReference] = [:]
  /// Those of them that were taken out themselves, not within another.
  @exclusivity(unchecked) private var out: Set<Int32> = []
  /// True while a layout reads them and runs code of the user's, which may lay out other trees.
  @exclusivity(unchecked) package var areRead = false

  /// A view and all views in it, without numbers until `renumber()`.
  package init(root: View) { self.root = root }

  deinit { log.layout = nil }

  /// True if the numbers are no longer valid: views were added, or another layout has taken over the
  /// tree; or so many were taken out that new numbers save memory.
  package var isOutdated: Bool {
    log.isHierarchyChanged || log.isClosed || away.count > 32 + others.count / 2
  }

  /// True if views were taken out or put back.
  package var haveMoved: Bool { !log.moved.isEmpty }

  /// Numbers the views, and gives them a new log for their changes.
  ///
  /// A layout that used the tree before finds its own log closed.
  ///
  /// - Returns: the tree with these numbers.
  package func renumber() -> ViewTree {
    log.isClosed = true
    log.layout = nil
    log = ChangeLog()
    root.number(0, log)
    log.layout = self
    let count = others.count
    others = []
    others.reserveCapacity(count)
    root.forEachInside { view in
      others.append(view)
      view.number(Int32(others.count), log)
    }
    (away, out) = ([:], [])
    return View.tree(of: root, others.lazy.map { $0.unsafelyUnwrapped })
  }

  /// Lets go of all views; the next layout numbers them again.
  func releaseViews() {
    guard !areRead else { return }
    log.isClosed = true
    (others, away, out) = ([], [:], [])
  }

  /// The number of statements that the views store.
  package var storedCount: Int {
    others.reduce(root.storedCount) { $0 + ($1?.storedCount ?? 0) }
  }

  /// Calls `body` with the first statement of each view that stores some: first of those without
  /// subviews, then of the others, in the order of the views.
  package func forEachStored<Failure>(
    _ body: (UnsafeMutableRawPointer) throws(Failure) -> Void
  ) throws(Failure) {
    for hasSubviews in [false, true] {
      if root.hasSubviews == hasSubviews, let first = root.firstStored { try body(first) }
      for case let view? in others where view.hasSubviews == hasSubviews {
        if let first = view.firstStored { try body(first) }
      }
    }
  }

  /// The view with a number, which was not taken out.
  package subscript(number: Int32) -> View {
    number == 0 ? root : others[Int(number) - 1].unsafelyUnwrapped
  }

  /// The view with a number, also one that was taken out; `nil` where that one is no more.
  package func view(_ number: Int32) -> View? {
    number == 0 ? root : others[Int(number) - 1] ?? away[number]?.view
  }

  /// True if a view, or one that contains it, was taken out.
  package func isAway(_ number: Int32) -> Bool { away[number] != nil }

  /// The number of a view; `nil` where it is not among these, or was taken out.
  package func number(of view: View) -> ViewID? {
    guard view.log === log, away.isEmpty || away[view.index] == nil else { return nil }
    return ViewID(Int(view.index))
  }

  // MARK: - Views that leave and come back

  /// A view that has left its superview, or has come back to it.
  package struct Move {
    /// The view's number.
    package let view: ViewID
    /// True if it has come back.
    package let isBack: Bool
  }

  /// The views that have left since the last layout, and those that have come back, superviews
  /// first.
  ///
  /// - Parameter tree: the tree with these numbers.
  /// - Returns: the moves; `nil` where the numbers are no longer valid: a view has another superview,
  ///   or another place among its siblings.
  package func takeMoves(in tree: ViewTree) -> [Move]? {
    var moves: [Move] = []
    for number in Set(log.moved).sorted() where number > 0 {
      let superview = view(number)?.superview
      let isHere = superview.map { isSuperview($0, of: Int(number), in: tree) } ?? false
      if let superview, !isHere, superview.log === log { return nil }
      // Numbers follow the order of siblings, by which open numbers are settled.
      if isHere, let superview, !isInOrder(number, in: superview) { return nil }
      if isHere, out.remove(number) != nil {
        moves.append(Move(view: ViewID(Int(number)), isBack: true))
      } else if !isHere, out.insert(number).inserted {
        moves.append(Move(view: ViewID(Int(number)), isBack: false))
      }
    }
    log.moved.removeAll(keepingCapacity: true)
    return moves
  }

  /// The numbers of the views that leave with one, itself included.
  package func leaving(with view: ViewID, in tree: ViewTree) -> [Int] {
    tree.indices(in: view).filter { others[$0 - 1] != nil }
  }

  /// Releases views that have left.
  package func release(_ numbers: [Int]) {
    for number in numbers {
      guard let view = others[number - 1] else { continue }
      away[Int32(number)] = view.reference
      others[number - 1] = nil
    }
  }

  /// Takes the views back that come with one, itself included: those within one that is still out
  /// stay there.
  ///
  /// - Returns: their numbers; `nil` where one is no more, or has another superview.
  package func takeBack(with view: ViewID, in tree: ViewTree) -> [Int]? {
    let numbers = tree.indices(in: view).filter { !isWithinOut($0, in: tree) }
    for number in numbers {
      guard let view = away.removeValue(forKey: Int32(number))?.view,
        let superview = view.superview, isSuperview(superview, of: number, in: tree)
      else { return nil }
      others[number - 1] = view
    }
    return numbers
  }

  /// True if a view is the one in which another was when the views were numbered.
  private func isSuperview(_ view: View, of number: Int, in tree: ViewTree) -> Bool {
    view.log === log && view.index == tree.superviews[number]
  }

  /// True if a view stands between siblings with lower and with higher numbers.
  private func isInOrder(_ number: Int32, in superview: View) -> Bool {
    let siblings = superview.subviews
    guard let place = siblings.firstIndex(where: { $0.index == number && $0.log === log }) else {
      return false
    }
    func isOrdered(_ one: Int, _ other: Int) -> Bool {
      guard siblings.indices.contains(one), siblings.indices.contains(other) else { return true }
      return siblings[one].index < siblings[other].index
    }
    return isOrdered(place - 1, place) && isOrdered(place, place + 1)
  }

  private func isWithinOut(_ number: Int, in tree: ViewTree) -> Bool {
    var present = Int32(number)
    while present > 0 {
      if out.contains(present) { return true }
      present = tree.superviews[Int(present)]
    }
    return false
  }

  // MARK: - Numbers and frames

  /// The number of a view as an index; `nil` where it is not among these, was taken out, or is no
  /// more.
  package func index(of view: Unmanaged<ViewReference>) -> Int32? {
    guard let number = view._withUnsafeGuaranteedRef({ $0.index(in: log) }),
      away.isEmpty || away[number] == nil
    else { return nil }
    return number
  }

  /// Sets the frame of every view but the root to the one that a layout has computed.
  package func place(at frames: [Rect]) {
    for index in others.indices { others[index]?.place(at: frames[index + 1]) }
  }
}
