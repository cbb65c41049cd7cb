/// Numbers that only differences hold together, at the least cost: the network simplex method.
///
/// Each node has a number; that of the ground is 0. An arc asks that the number of its head is at least
/// that of its tail plus a point, and each point by which it is less costs the arc's capacity. The dual
/// of this is a flow of least cost, whose bases are trees: along the arcs of the tree the differences
/// are exactly the points, so every number is a sum of points, and a tree stays best as long as the
/// other arcs stay on their sides. Capacities are integers, so that flows are exact; levels are
/// capacities of which each outweighs all lower ones together.
///
/// Sources: Ahuja, Magnanti and Orlin 1993, "Network Flows", chapter 11 (trees, strongly feasible
/// bases); Király and Kovács 2012, "Efficient implementations of minimum-cost flow algorithms" (block
/// search).
public final class NetworkSimplex {
  /// A capacity without an end: the arc's difference is required.
  public static let unlimited = Int.max

  /// The result of a solve.
  public enum Outcome {
    case optimal
    /// Required differences contradict each other.
    case infeasible
    /// Some number has no best value, required differences contradict each other by what may be
    /// rounding, or the limit of work was reached.
    case gaveUp
  }

  private struct Arc {
    let tail: Int32
    let head: Int32
    /// 1 without flow, -1 with as much as it takes, 0 in the tree.
    var state: Double
    var point: Double
  }

  private struct Flow {
    let capacity: Int
    var flow = 0
  }

  private struct Node {
    var parent: Int32
    /// The arc between the node and its parent.
    var arc: Int32
    /// True if that arc leads from the node to its parent.
    var isUp: Bool
    var depth: Int32 = 0
    var firstChild: Int32 = -1
    var next: Int32 = -1
    var previous: Int32 = -1
  }

  /// The nodes without the ground.
  public let nodeCount: Int
  private let ground: Int32
  private let nodes: UnsafeMutablePointer<Node>
  /// The numbers of the nodes.
  private let values: UnsafeMutablePointer<Double>
  private let arcs: UnsafeMutablePointer<Arc>
  private let flows: UnsafeMutablePointer<Flow>
  private let arcCapacity: Int
  // No property is accessed while another access to it lasts: Swift's checks of that cost more than arcs.
  /// The arcs; those behind them, one a node, hold the first tree together.
  @exclusivity(unchecked) public private(set) var arcCount = 0
  @exclusivity(unchecked) private var hasTree = false
  /// The place at which the search for an arc goes on, and the number of arcs that it looks at.
  @exclusivity(unchecked) private var place = 0
  @exclusivity(unchecked) private var blockSize = 16
  /// The number by which arcs may have been on the wrong side in the last answer: rounding.
  @exclusivity(unchecked) public private(set) var doubt = 0.0
  /// Pivots since the solver was made.
  @exclusivity(unchecked) public private(set) var iterations = 0
  /// Solves since the solver was made.
  @exclusivity(unchecked) public private(set) var solves = 0

  /// Makes a network without arcs.
  ///
  /// - Parameters:
  ///   - nodeCount: the number of nodes without the ground, which is node `nodeCount`.
  ///   - arcCapacity: the most arcs that will be added.
  public init(nodeCount: Int, arcCapacity: Int) {
    self.nodeCount = nodeCount
    self.arcCapacity = arcCapacity
    ground = Int32(nodeCount)
    nodes = .allocate(capacity: nodeCount + 1)
    values = .allocate(capacity: nodeCount + 1)
    arcs = .allocate(capacity: arcCapacity + nodeCount)
    flows = .allocate(capacity: arcCapacity + nodeCount)
  }

  /// Makes a network with the arcs, flows and tree of another one.
  ///
  /// - Parameter other: the network, which stays as it is.
  public convenience init(copying other: NetworkSimplex) {
    self.init(nodeCount: other.nodeCount, arcCapacity: other.arcCapacity)
    nodes.initialize(from: other.nodes, count: nodeCount + 1)
    values.initialize(from: other.values, count: nodeCount + 1)
    arcs.initialize(from: other.arcs, count: arcCapacity + nodeCount)
    flows.initialize(from: other.flows, count: arcCapacity + nodeCount)
    (arcCount, hasTree) = (other.arcCount, other.hasTree)
    (place, blockSize) = (other.place, other.blockSize)
  }

  deinit {
    nodes.deallocate()
    values.deallocate()
    arcs.deallocate()
    flows.deallocate()
  }

  // MARK: - The network

  /// Adds an arc; there must be room for it, and no solve before.
  ///
  /// - Parameters:
  ///   - tail: the node whose number the difference is measured from.
  ///   - head: the node whose number should be larger.
  ///   - capacity: the cost of each point that is missing, at least 1; or `unlimited`.
  ///   - point: the least difference that costs nothing.
  public func addArc(from tail: Int, to head: Int, capacity: Int, point: Double) {
    precondition(arcCount < arcCapacity && !hasTree)
    (arcs + arcCount).initialize(
      to: Arc(tail: Int32(tail), head: Int32(head), state: 1, point: point))
    (flows + arcCount).initialize(to: Flow(capacity: capacity))
    arcCount += 1
  }

  /// Changes the point of an arc.
  public func setPoint(_ point: Double, ofArc arc: Int) { arcs[arc].point = point }

  /// The point of an arc.
  public func point(ofArc arc: Int) -> Double { arcs[arc].point }

  // MARK: - The answer

  /// The number of a node.
  public func value(of node: Int) -> Double { values[node] }

  /// The flow of an arc: 0 where it is satisfied, as much as its capacity where it is violated.
  public func flow(of arc: Int) -> Int { flows[arc].flow }

  /// Returns true if an arc is one of the tree: its difference is its point.
  public func isInTree(_ arc: Int) -> Bool { arcs[arc].state == 0 }

  /// The parent of a node in the tree, and the arc between them.
  public func link(of node: Int) -> (parent: Int, arc: Int, isUp: Bool) {
    (Int(nodes[node].parent), Int(nodes[node].arc), nodes[node].isUp)
  }

  /// Visits every node but the ground, each after its parent.
  public func forEachNode(_ visit: (Int) -> Void) {
    var node = nodes[Int(ground)].firstChild
    while node >= 0 {
      visit(Int(node))
      node = following(node, below: ground)
    }
  }

  // MARK: - Solving

  /// Finds the best numbers, from the previous tree where there is one.
  ///
  /// - Parameter mostSteps: the most nodes and arcs that are visited.
  /// - Returns: the outcome; there are numbers where it is optimal.
  public func solve(mostSteps: Int) -> Outcome {
    solves += 1
    var largest = 0.0
    for arc in 0..<arcCount { largest = max(largest, abs(arcs[arc].point)) }
    guard largest.isFinite, nodeCount > 0 else { return .gaveUp }
    // A path's sum is rounded at each of its arcs.
    doubt = 4e-15 * (1 + largest) * Double(max(16, nodeCount))
    if hasTree {
      update(from: nodes[Int(ground)].firstChild, within: ground)
    } else {
      makeTree(beyond: (1 + largest) * Double(nodeCount + 1))
    }
    var left = mostSteps
    while let arc = entering(&left) {
      guard left > 0 else { return discard() }
      iterations += 1
      guard pivot(arc, &left) else {
        // What contradicts itself by less than this may do so by rounding.
        let size = largest + abs(values[Int(arcs[arc].tail)]) + abs(values[Int(arcs[arc].head)])
        let isSure = shortage(of: arcs[arc]) > 1e-7 * (1 + size)
        hasTree = false
        return isSure ? .infeasible : .gaveUp
      }
    }
    for node in 0..<nodeCount where nodes[node].arc >= Int32(arcCount) { return discard() }
    return .optimal
  }

  private func discard() -> Outcome {
    hasTree = false
    return .gaveUp
  }

  /// Makes a tree of arcs that cost much, from the ground on, without any flow.
  ///
  /// Where all flows are 0, every tree of arcs that lead to the ground is strongly feasible. What no
  /// such arc joins to it gets one of its own, so far away that any other is better.
  private func makeTree(beyond far: Double) {
    hasTree = true
    place = 0
    blockSize = 16
    while 4 * blockSize * blockSize < arcCount { blockSize += 1 }
    // 1 The arcs to each node, and their levels, the highest first.
    var levels: [Int] = []
    let first = UnsafeMutablePointer<Int32>.allocate(capacity: nodeCount + 2 + 3 * arcCount)
    let incoming = first + nodeCount + 2
    let next = incoming + arcCount
    let level = next + arcCount
    defer { first.deallocate() }
    first.initialize(repeating: 0, count: nodeCount + 2)
    var known = (capacity: 0, level: 0)
    for arc in 0..<arcCount {
      (arcs[arc].state, flows[arc].flow) = (1, 0)
      first[Int(arcs[arc].head) + 1] += 1
      guard flows[arc].capacity != known.capacity else { continue }
      known.capacity = flows[arc].capacity
      if !levels.contains(known.capacity) { levels.append(known.capacity) }
    }
    levels.sort { $0 > $1 }
    for node in 0...nodeCount { first[node + 1] += first[node] }
    known.capacity = 0
    for arc in (0..<arcCount).reversed() {
      if flows[arc].capacity != known.capacity {
        known = (flows[arc].capacity, levels.firstIndex(of: flows[arc].capacity) ?? 0)
      }
      level[arc] = Int32(known.level)
      let head = Int(arcs[arc].head)
      first[head + 1] -= 1
      incoming[Int(first[head + 1])] = Int32(arc)
    }
    // Now the arcs to a node begin at the place of the following one.
    // 2 The tree grows by the highest level that leads to it.
    for node in 0..<nodeCount {
      (nodes + node).initialize(to: Node(parent: -1, arc: -1, isUp: true))
    }
    (nodes + nodeCount).initialize(to: Node(parent: ground, arc: -1, isUp: true))
    var queues = [(first: Int32, last: Int32)](repeating: (-1, -1), count: levels.count)
    var highest = 0
    func offer(_ node: Int) {
      let end = node < nodeCount ? Int(first[node + 2]) : arcCount
      for index in Int(first[node + 1])..<end {
        let arc = incoming[index]
        guard nodes[Int(arcs[Int(arc)].tail)].parent < 0 else { continue }
        let own = Int(level[Int(arc)])
        next[Int(arc)] = -1
        if queues[own].first < 0 {
          queues[own].first = arc
        } else {
          next[Int(queues[own].last)] = arc
        }
        queues[own].last = arc
        highest = min(highest, own)
      }
    }
    offer(nodeCount)
    var unseen = 0
    while true {
      while highest < queues.count, queues[highest].first < 0 { highest += 1 }
      if highest < queues.count {
        let arc = queues[highest].first
        queues[highest].first = next[Int(arc)]
        let tail = arcs[Int(arc)].tail
        guard nodes[Int(tail)].parent < 0 else { continue }
        arcs[Int(arc)].state = 0
        attach(tail, to: arcs[Int(arc)].head, by: arc)
        offer(Int(tail))
      } else {
        while unseen < nodeCount, nodes[unseen].parent >= 0 { unseen += 1 }
        guard unseen < nodeCount else { break }
        (arcs + arcCount + unseen).initialize(
          to: Arc(tail: Int32(unseen), head: ground, state: 0, point: -far))
        (flows + arcCount + unseen).initialize(to: Flow(capacity: Self.unlimited))
        attach(Int32(unseen), to: ground, by: Int32(arcCount + unseen))
        offer(unseen)
      }
    }
    values[nodeCount] = 0
    update(from: nodes[Int(ground)].firstChild, within: ground)
  }

  /// The worst of the next arcs that are on the wrong side, or `nil`.
  private func entering(_ left: inout Int) -> Int? {
    var (best, worst) = (-1, doubt)
    var (seen, rest) = (0, blockSize)
    var arc = place
    while seen < arcCount {
      if arc >= arcCount { arc = 0 }
      let own = arcs[arc]
      let violation = own.state * shortage(of: own)
      if violation > worst { (best, worst) = (arc, violation) }
      arc += 1
      seen += 1
      rest -= 1
      if rest == 0 {
        if best >= 0 { break }
        rest = blockSize
      }
    }
    left -= seen
    place = arc
    return best >= 0 ? best : nil
  }

  /// The number by which an arc's difference is less than its point; negative where it is more.
  @inline(__always)
  private func shortage(of arc: Arc) -> Double {
    values[Int(arc.tail)] + arc.point - values[Int(arc.head)]
  }

  /// Sends as much flow as there is room for around the cycle that an arc closes in the tree, and has
  /// it replace the arc that ends this.
  ///
  /// Of several such arcs the last one on the way around the cycle, from its top, keeps every base
  /// strongly feasible: each pivot without flow lowers some number, so none comes again.
  ///
  /// - Returns: false where nothing ends it.
  private func pivot(_ entering: Int, _ left: inout Int) -> Bool {
    let own = arcs[entering]
    let isForward = own.state == 1
    let first = isForward ? own.tail : own.head
    let second = isForward ? own.head : own.tail
    let top = commonAncestor(first, second)
    var room = flows[entering].capacity
    var out: Int32 = -1
    var isOfFirst = false
    var node = first
    while node != top {
      let known = nodes[Int(node)]
      let least = self.room(of: known, along: !known.isUp)
      if least < room { (room, out, isOfFirst) = (least, node, true) }
      node = known.parent
      left -= 1
    }
    node = second
    while node != top {
      let known = nodes[Int(node)]
      let least = self.room(of: known, along: known.isUp)
      if least <= room, least != Self.unlimited { (room, out, isOfFirst) = (least, node, false) }
      node = known.parent
      left -= 1
    }
    guard room != Self.unlimited else { return false }
    if room > 0 {
      flows[entering].flow += isForward ? room : -room
      node = first
      while node != top {
        let known = nodes[Int(node)]
        flows[Int(known.arc)].flow += known.isUp ? -room : room
        node = known.parent
      }
      node = second
      while node != top {
        let known = nodes[Int(node)]
        flows[Int(known.arc)].flow += known.isUp ? room : -room
        node = known.parent
      }
    }
    guard out >= 0 else {
      arcs[entering].state = -own.state
      return true
    }
    let leaving = Int(nodes[Int(out)].arc)
    arcs[entering].state = 0
    arcs[leaving].state = flows[leaving].flow == 0 ? 1 : -1
    let child = isOfFirst ? first : second
    hang(child, upTo: out, on: isOfFirst ? second : first, by: Int32(entering))
    left -= update(from: child, within: child)
    return true
  }

  /// The flow that the arc above a node can take more, or give back.
  private func room(of node: Node, along isAlong: Bool) -> Int {
    let own = flows[Int(node.arc)]
    guard isAlong else { return own.flow }
    return own.capacity == Self.unlimited ? Self.unlimited : own.capacity - own.flow
  }

  private func commonAncestor(_ one: Int32, _ other: Int32) -> Int32 {
    var (one, other) = (one, other)
    while one != other {
      if nodes[Int(one)].depth >= nodes[Int(other)].depth {
        one = nodes[Int(one)].parent
      } else {
        other = nodes[Int(other)].parent
      }
    }
    return one
  }

  /// Turns the path from a node up to another around, and hangs it on a new parent.
  private func hang(_ child: Int32, upTo last: Int32, on parent: Int32, by arc: Int32) {
    var (node, newParent, newArc) = (child, parent, arc)
    while true {
      let known = nodes[Int(node)]
      detach(node)
      attach(node, to: newParent, by: newArc)
      guard node != last else { return }
      (newParent, newArc, node) = (node, known.arc, known.parent)
    }
  }

  private func detach(_ node: Int32) {
    let known = nodes[Int(node)]
    if known.previous >= 0 {
      nodes[Int(known.previous)].next = known.next
    } else {
      nodes[Int(known.parent)].firstChild = known.next
    }
    if known.next >= 0 { nodes[Int(known.next)].previous = known.previous }
  }

  private func attach(_ node: Int32, to parent: Int32, by arc: Int32) {
    let sibling = nodes[Int(parent)].firstChild
    if sibling >= 0 { nodes[Int(sibling)].previous = node }
    nodes[Int(node)].next = sibling
    nodes[Int(node)].previous = -1
    nodes[Int(parent)].firstChild = node
    nodes[Int(node)].parent = parent
    nodes[Int(node)].arc = arc
    nodes[Int(node)].isUp = arcs[Int(arc)].tail == node
  }

  /// Computes the numbers from a node on, each from its parent's.
  ///
  /// - Parameters:
  ///   - start: the first node, or -1.
  ///   - top: the node with whose subtree it ends.
  /// - Returns: the number of nodes.
  @discardableResult
  private func update(from start: Int32, within top: Int32) -> Int {
    var node = start
    var count = 0
    while node >= 0 {
      let known = nodes[Int(node)]
      let point = arcs[Int(known.arc)].point
      nodes[Int(node)].depth = nodes[Int(known.parent)].depth + 1
      values[Int(node)] = values[Int(known.parent)] + (known.isUp ? -point : point)
      count += 1
      node = following(node, below: top)
    }
    return count
  }

  /// The node after another one, children first, within the subtree below a node.
  private func following(_ node: Int32, below top: Int32) -> Int32 {
    if nodes[Int(node)].firstChild >= 0 { return nodes[Int(node)].firstChild }
    var node = node
    while node != top {
      if nodes[Int(node)].next >= 0 { return nodes[Int(node)].next }
      node = nodes[Int(node)].parent
    }
    return -1
  }
}
