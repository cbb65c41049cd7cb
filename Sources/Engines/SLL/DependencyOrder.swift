package import LayoutBenchFunctions
package import LayoutModel

/// The dependencies between views, and an order of layout that follows them.
package struct DependencyOrder: ~Copyable {
  /// A view waits for another because of a rule, or because it is its superview (-1).
  struct Edge: BitwiseCopyable {
    let target: Int32
    let rule: Int32
  }

  static let superviewRule: Int32 = -1
  private(set) var edges: Arena<Edge>
  /// The index of each view's first edge, and at the end the number of edges.
  private var starts: Arena<Int32>

  /// Finds the dependencies of the rules of all views (docs/sll.md, Order of layout and cycles).
  package init(_ state: borrowing RuleState, in tree: ViewTree) {
    edges = Arena(capacity: 4 * tree.count)
    starts = Arena(capacity: tree.count + 1)
    starts.append(0)
    var finder = DependencyFinder(viewCount: tree.count)
    for view in 0..<tree.count {
      finder.append(dependenciesOf: ViewID(view), state, in: tree, to: &edges)
      starts.append(Int32(edges.count))
    }
  }

  /// The views that have rules, dependencies first.
  ///
  /// - Throws: `LayoutError.dependencyCycle` with every view of one cycle.
  package func order(
    _ state: borrowing RuleState, in tree: ViewTree
  ) throws(LayoutError) -> [ViewID] {
    enum Mark { static let (new, open, done): (UInt8, UInt8, UInt8) = (0, 1, 2) }
    let marks = Arena<UInt8>(repeating: Mark.new, count: tree.count)
    var order: [ViewID] = []
    order.reserveCapacity(tree.count)
    var views = Arena<Int32>(capacity: 64)
    /// The next edge of each view on the path.
    var nexts = Arena<Int32>(capacity: 64)
    for start in 0..<tree.count where state.held[start].isRuled && marks[start] == Mark.new {
      views.append(Int32(start))
      nexts.append(starts[start])
      marks[start] = Mark.open
      while !views.isEmpty {
        let top = views.count - 1
        let view = Int(views[top])
        let next = nexts[top]
        guard next < starts[view + 1] else {
          marks[view] = Mark.done
          if state.held[view].isRuled { order.append(ViewID(view)) }
          _ = views.removeLast()
          _ = nexts.removeLast()
          continue
        }
        nexts[top] = next + 1
        let target = edges[next].target
        switch marks[target] {
        case Mark.new:
          // A view without rules waits for nothing.
          guard state.held[target].isRuled else {
            marks[target] = Mark.done
            continue
          }
          marks[target] = Mark.open
          views.append(target)
          nexts.append(starts[target])
        case Mark.open: throw cycle(views, nexts, backTo: target, state, in: tree)
        default: break
        }
      }
    }
    return order
  }

  /// The views that a view waits for.
  package func dependencies(of view: ViewID) -> [ViewID] {
    (starts[view.index]..<starts[view.index + 1]).map { ViewID(Int(edges[$0].target)) }
  }

  private func cycle(
    _ views: borrowing Arena<Int32>, _ nexts: borrowing Arena<Int32>, backTo target: Int32,
    _ state: borrowing RuleState, in tree: ViewTree
  ) -> LayoutError {
    var links: [LayoutError.Dependency] = []
    for index in views.indices where !links.isEmpty || views[index] == target {
      let edge = edges[nexts[index] - 1]
      let reason =
        edge.rule == Self.superviewRule
        ? "its superview" : "\"\(state.rules[Int(edge.rule)].text.shortened(to: 120))\""
      links.append(
        LayoutError.Dependency(
          view: tree.names[Int(views[index])], dependsOn: tree.names[Int(edge.target)],
          reason: reason))
    }
    return .dependencyCycle(links)
  }
}

/// Finds the views that the rules of a view wait for.
struct DependencyFinder: ~Copyable {
  private let marks: Arena<Int32>
  private var mark: Int32 = 0
  private var search = ValueSearch()

  init(viewCount: Int) { marks = Arena(repeating: -1, count: viewCount) }

  /// Appends each view that a view waits for once, its superview last if nothing else names it.
  mutating func append(
    dependenciesOf view: ViewID, _ state: borrowing RuleState, in tree: ViewTree,
    to edges: inout Arena<DependencyOrder.Edge>
  ) {
    let held = state.held.base + view.index
    guard held.pointee.isRuled else { return }
    mark += 1
    let superview = tree.superview(of: view) ?? .root
    append(held.pointee.horizontal, superview, state, tree, &edges)
    append(held.pointee.vertical, superview, state, tree, &edges)
    append(superview.index, DependencyOrder.superviewRule, &edges)
  }

  private mutating func append(
    _ axis: RuleState.HeldAxis, _ superview: ViewID, _ state: borrowing RuleState,
    _ tree: ViewTree, _ edges: inout Arena<DependencyOrder.Edge>
  ) {
    if axis.older.isHeld { append(axis.older.held, superview, state, tree, &edges) }
    if axis.last.isHeld { append(axis.last.held, superview, state, tree, &edges) }
    if axis.size.isHeld { append(axis.size, superview, state, tree, &edges) }
    if axis.minimum.isHeld { append(axis.minimum, superview, state, tree, &edges) }
    if axis.maximum.isHeld { append(axis.maximum, superview, state, tree, &edges) }
  }

  @inline(__always)
  private mutating func append(
    _ held: RuleState.HeldValue, _ superview: ViewID, _ state: borrowing RuleState,
    _ tree: ViewTree, _ edges: inout Arena<DependencyOrder.Edge>
  ) {
    switch state.values[held.value] {
    case .number, .percentage, .provided: return
    case .line, .size: append(state.values[held.value], held.rule, superview, tree, &edges)
    case .operation(_, let first, let second, _, _)
    where state.values[first].isSingle && state.values[second].isSingle:
      append(state.values[first], held.rule, superview, tree, &edges)
      append(state.values[second], held.rule, superview, tree, &edges)
    case .fromFarSide(_, let operand) where state.values[operand].isSingle:
      append(state.values[operand], held.rule, superview, tree, &edges)
    case .operation, .fromFarSide:
      search.collect(from: held.value, in: state.values)
      for index in search.found.indices {
        append(state.values[search.found[index]], held.rule, superview, tree, &edges)
      }
    }
  }

  @inline(__always)
  private func append(
    _ value: RuleValue, _ rule: Int32, _ superview: ViewID, _ tree: ViewTree,
    _ edges: inout Arena<DependencyOrder.Edge>
  ) {
    switch value {
    case .size(_, let view): append(view.index, rule, &edges)
    case .line(_, let view):
      append(view.index, rule, &edges)
      // A sibling's frame, or the superview's own, needs no conversion.
      guard tree.superview(of: view) != superview, view != superview else { return }
      tree.forEachOnConversionPath(from: view, to: superview) { other, _ in
        append(other, rule, &edges)
      }
    default: return
    }
  }

  @inline(__always)
  private func append(_ view: Int, _ rule: Int32, _ edges: inout Arena<DependencyOrder.Edge>) {
    guard marks[view] != mark else { return }
    marks[view] = mark
    edges.append(DependencyOrder.Edge(target: Int32(truncatingIfNeeded: view), rule: rule))
  }
}

extension ViewTree {
  /// Visits the views whose origins are added (1) or subtracted (-1) to bring a view's frame into
  /// another's coordinates: from either up to their lowest common ancestor, excluding that one.
  func forEachOnConversionPath(
    from view: ViewID, to target: ViewID, _ body: (_ view: Int, _ sign: Double) -> Void
  ) {
    let common = commonAncestor(view, target).index
    for (start, sign) in [(view, 1.0), (target, -1.0)] {
      var current = start.index
      while current != common {
        body(current, sign)
        current = Int(superviews[current])
      }
    }
  }
}

/// Walks a value's operands, each once, without recursion.
package struct ValueSearch: ~Copyable {
  private var marks = Arena<Int32>()
  private var mark: Int32 = 0
  private var pending = Arena<Int32>(capacity: 32)
  /// The nodes of the last walk.
  package private(set) var found = Arena<Int32>(capacity: 32)

  /// A walk that grows with the values.
  package init() {}

  /// Fills `found`.
  package mutating func collect(from root: Int32, in values: borrowing Arena<RuleValue>) {
    marks.grow(to: values.count, filling: -1)
    mark += 1
    found.removeAll()
    pending.append(root)
    while let node = pending.popLast() {
      guard marks[node] != mark else { continue }
      marks[node] = mark
      found.append(node)
      switch values[node] {
      case .fromFarSide(_, let value): pending.append(value)
      case .operation(_, let first, let second, _, _):
        pending.append(second)
        pending.append(first)
      default: break
      }
    }
  }

  /// Puts `found` in rising order, operands before results.
  package mutating func sortFound() {
    var (least, most) = (found[0], found[0])
    for index in found.indices {
      least = min(least, found[index])
      most = max(most, found[index])
    }
    // The nodes of one expression are neighbours, unless a name has brought in older ones.
    if Int(most - least) == found.count - 1 {
      for index in found.indices { found[index] = least + Int32(truncatingIfNeeded: index) }
      return
    }
    var nodes = UnsafeMutableBufferPointer(start: found.base, count: found.count)
    nodes.sort()
  }
}
