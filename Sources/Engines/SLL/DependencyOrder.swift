package import LayoutModel

/// Which views must be laid out before which, and in what order that can be done.
package struct DependencyOrder {
  /// A view waits for another because of a rule, or because it is its superview (-1).
  private struct Edge {
    let target: Int32
    let rule: Int32
  }

  private static let superviewRule: Int32 = -1
  private var edges: [Edge] = []
  /// Where each view's edges begin, and at the end their number.
  private var starts: [Int32] = [0]

  /// The dependencies of the rules that views hold (`sll.md` 7).
  package init(_ state: RuleState, in tree: ViewTree) {
    var marks = [Int32](repeating: -1, count: tree.count)
    var mark: Int32 = 0
    var search = ValueSearch(count: state.values.count)
    for index in 0..<tree.count {
      defer { starts.append(Int32(edges.count)) }
      guard let held = state.held[index] else { continue }
      mark += 1
      func add(_ view: ViewID, rule: Int32, to edges: inout [Edge]) {
        guard marks[view.index] != mark else { return }
        marks[view.index] = mark
        edges.append(Edge(target: Int32(view.index), rule: rule))
      }
      let superview = tree.superview(of: ViewID(index)) ?? .root
      for axis in Axis.allCases {
        held.axes[axis].forEach { value in
          search.forEachReachable(from: value.value, in: state.values) { node in
            switch state.values[Int(node)].kind {
            case .size(_, let view): add(view, rule: value.rule, to: &edges)
            case .line(_, let view):
              add(view, rule: value.rule, to: &edges)
              // A sibling's frame, or the superview's own, needs no conversion.
              guard tree.superview(of: view) != superview, view != superview else { return }
              for other in tree.conversionPath(from: view, to: superview) {
                add(other, rule: value.rule, to: &edges)
              }
            default: break
            }
          }
        }
      }
      add(superview, rule: Self.superviewRule, to: &edges)
    }
  }

  /// The views that have rules, dependencies first.
  ///
  /// - Throws: `LayoutError.dependencyCycle` with every view of one cycle.
  package func order(_ state: RuleState, in tree: ViewTree) throws(LayoutError) -> [ViewID] {
    enum Mark: UInt8 { case new, open, done }
    var marks = [Mark](repeating: .new, count: tree.count)
    var order: [ViewID] = []
    var path: [(view: Int, next: Int)] = []
    for start in 0..<tree.count where state.held[start] != nil && marks[start] == .new {
      path.append((start, Int(starts[start])))
      marks[start] = .open
      while let (view, next) = path.last {
        guard next < Int(starts[view + 1]) else {
          marks[view] = .done
          if state.held[view] != nil { order.append(ViewID(view)) }
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let target = Int(edges[next].target)
        switch marks[target] {
        case .new:
          marks[target] = .open
          path.append((target, Int(starts[target])))
        case .open: throw cycle(path, backTo: target, state, in: tree)
        case .done: break
        }
      }
    }
    return order
  }

  /// The views that a view waits for.
  package func dependencies(of view: ViewID) -> [ViewID] {
    (Int(starts[view.index])..<Int(starts[view.index + 1])).map {
      ViewID(Int(edges[$0].target))
    }
  }

  private func cycle(
    _ path: [(view: Int, next: Int)], backTo target: Int, _ state: RuleState, in tree: ViewTree
  ) -> LayoutError {
    let begin = path.firstIndex { $0.view == target } ?? 0
    return .dependencyCycle(
      path[begin...].map { view, next in
        let edge = edges[next - 1]
        let reason =
          edge.rule == Self.superviewRule
          ? "its superview" : "\"\(state.rules[Int(edge.rule)].text.shortened(to: 120))\""
        return LayoutError.Dependency(
          view: tree.names[view], dependsOn: tree.names[Int(edge.target)], reason: reason)
      })
  }
}

extension ViewTree {
  /// The views whose origins are added or subtracted to bring a view's frame into another's
  /// coordinates: from either up to the lowest view that holds both, that one left out.
  package func conversionPath(from view: ViewID, to target: ViewID) -> [ViewID] {
    let common = commonAncestor(view, target)
    var path: [ViewID] = []
    for start in [view, target] {
      var current = start
      while current != common, let superview = superview(of: current) {
        path.append(current)
        current = superview
      }
    }
    return path
  }
}

/// Walks a value's operands, each once, without recursion.
package struct ValueSearch {
  private var marks: [Int32]
  private var mark: Int32 = 0
  private var pending: [Int32] = []
  /// The nodes of the last walk.
  package private(set) var found: [Int32] = []

  package init(count: Int) { marks = Array(repeating: -1, count: count) }

  mutating func forEachReachable(
    from root: Int32, in values: [RuleValue], _ body: (Int32) -> Void
  ) {
    if values[Int(root)].isSingle { return body(root) }
    collect(from: root, in: values)
    for node in found { body(node) }
  }

  /// Fills `found`.
  package mutating func collect(from root: Int32, in values: [RuleValue]) {
    mark += 1
    found.removeAll(keepingCapacity: true)
    pending.append(root)
    while let node = pending.popLast() {
      guard marks[Int(node)] != mark else { continue }
      marks[Int(node)] = mark
      found.append(node)
      switch values[Int(node)].kind {
      case .fromFarSide(_, let value): pending.append(value)
      case .operation(_, let first, let second, _, _):
        pending.append(second)
        pending.append(first)
      default: break
      }
    }
  }
}
