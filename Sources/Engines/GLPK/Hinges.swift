import Constraints
import LayoutModel

/// What one unknown is asked for by constraints that cannot all hold: each pulls it to a point, with the
/// force of its priority.
///
/// A constraint over one unknown is `factor * unknown + form` against 0, so its violation is
/// `|factor|` times the distance to a point on one side of it or on both. Level after level the interval in which all
/// levels so far are best grows smaller; a point is the answer, an interval is left to the linear
/// program, which tells what is ambiguous.
struct Hinges: ~Copyable {
  /// On which side of its point a constraint does not hold.
  enum Side: UInt8, BitwiseCopyable {
    case both, below, above
  }

  /// One constraint over one unknown.
  struct Hinge: BitwiseCopyable {
    let point: AffineNumber
    let weight: Double
    /// 1000 for required ones.
    let priority: Double
    let side: Side
    /// Whether how far it holds beyond equality counts, in the end.
    let hasSurplus: Bool
    /// The next hinge of the same unknown.
    let next: Int32
  }

  /// A point where the slope of a level's sum of violations changes.
  private struct Change {
    let hinge: Int32
    let value: Double
    let slope: Double
  }

  private var hinges = Arena<Hinge>(capacity: 32)
  private let firstOfUnknown: Arena<Int32>
  private var unknowns = Arena<Int32>(capacity: 16)

  init(unknownCount: Int) { firstOfUnknown = Arena(repeating: -1, count: unknownCount) }

  /// Adds a constraint over one unknown: `factor * unknown + form` compared to 0.
  mutating func add(
    _ unknown: Int32, factor: Double, form: AffineNumber, _ relation: Relation, priority: Double,
    hasSurplus: Bool
  ) {
    let isTurned = factor < 0
    let side: Side =
      switch relation {
      case .equal: .both
      case .greaterThanOrEqual: isTurned ? .above : .below
      case .lessThanOrEqual: isTurned ? .below : .above
      }
    if firstOfUnknown[unknown] < 0 { unknowns.append(unknown) }
    hinges.append(
      Hinge(
        point: form * (-1 / factor), weight: abs(factor), priority: priority, side: side,
        hasSurplus: hasSurplus && side != .both, next: firstOfUnknown[unknown]))
    firstOfUnknown[unknown] = Int32(hinges.count - 1)
  }

  /// Fixes each unknown where it is best.
  ///
  /// - Parameters:
  ///   - elimination: where the unknowns are fixed.
  ///   - root: the root's size, points.
  ///   - conditions: what must not be negative for the answer to be right at another size.
  /// - Returns: whether every unknown has one best value.
  func settle(
    _ elimination: inout Elimination, at root: Size, _ conditions: inout Arena<AffineNumber>
  ) -> Bool {
    for index in unknowns.indices {
      let unknown = unknowns[index]
      var own: [Int32] = []
      var next = firstOfUnknown[unknown]
      while next >= 0 {
        own.append(next)
        next = hinges[next].next
      }
      guard let best = best(of: own, at: root), order(own, at: root, &conditions) else {
        return false
      }
      elimination.fix(unknown, at: hinges[best].point)
    }
    return true
  }

  /// The hinge at whose point all levels are best; `nil` where there is no such point, or several.
  private func best(of own: [Int32], at root: Size) -> Int32? {
    func value(_ hinge: Int32) -> Double { hinges[hinge].point.value(at: root) }
    var low: (value: Double, hinge: Int32) = (-.infinity, -1)
    var high: (value: Double, hinge: Int32) = (.infinity, -1)
    var priorities: Set<Double> = []
    for hinge in own {
      guard hinges[hinge].priority >= 1000 else {
        priorities.insert(hinges[hinge].priority)
        continue
      }
      let point = value(hinge)
      if hinges[hinge].side != .above, point > low.value { low = (point, hinge) }
      if hinges[hinge].side != .below, point < high.value { high = (point, hinge) }
    }
    let doubt =
      1e-9
      * (1
        + max(
          abs(low.value == -.infinity ? 0 : low.value),
          abs(high.value == .infinity ? 0 : high.value)))
    guard low.value <= high.value + doubt else { return nil }
    func narrow(_ changes: [Change], from slope: Double) {
      guard low.value < high.value else { return }
      var slope = slope
      var left: (value: Double, hinge: Int32) = (-.infinity, -1)
      var right: (value: Double, hinge: Int32) = (.infinity, -1)
      let flat = 1e-12 * changes.reduce(1) { $0 + $1.slope }
      for change in changes.sorted(by: { $0.value < $1.value }) {
        let before = slope
        slope += change.slope
        if before < -flat, slope >= -flat { left = (change.value, change.hinge) }
        if before <= flat, slope > flat {
          right = (change.value, change.hinge)
          break
        }
      }
      if left.value >= high.value {
        low = high
      } else if right.value <= low.value {
        high = low
      } else {
        if left.value > low.value { low = left }
        if right.value < high.value { high = right }
      }
    }
    for priority in priorities.sorted(by: >) {
      var changes: [Change] = []
      var slope = 0.0
      for hinge in own where hinges[hinge].priority == priority {
        let weight = hinges[hinge].weight
        let isBoth = hinges[hinge].side == .both
        if hinges[hinge].side != .above { slope -= weight }
        changes.append(
          Change(hinge: hinge, value: value(hinge), slope: isBoth ? 2 * weight : weight))
      }
      narrow(changes, from: slope)
    }
    // Inequalities prefer equality: beyond their points their surplus grows.
    var changes: [Change] = []
    var slope = 0.0
    for hinge in own where hinges[hinge].hasSurplus {
      if hinges[hinge].side == .above { slope -= hinges[hinge].weight }
      changes.append(Change(hinge: hinge, value: value(hinge), slope: hinges[hinge].weight))
    }
    narrow(changes, from: slope)
    guard high.value - low.value <= 1e-9 * (1 + abs(low.value)), low.hinge >= 0 else { return nil }
    return low.hinge
  }

  /// Makes the order of an unknown's points a condition, where it depends on the root's size.
  ///
  /// - Returns: `false` where it cannot be told at this size.
  private func order(
    _ own: [Int32], at root: Size, _ conditions: inout Arena<AffineNumber>
  ) -> Bool {
    let first = hinges[own[0]].point
    let isParallel = own.allSatisfy { hinge in
      let point = hinges[hinge].point
      return point.perWidth == first.perWidth && point.perHeight == first.perHeight
    }
    guard !isParallel else { return true }
    let sorted = own.sorted {
      hinges[$0].point.value(at: root) < hinges[$1].point.value(at: root)
    }
    for (one, other) in zip(sorted, sorted.dropFirst()) {
      let gap = hinges[other].point - hinges[one].point
      guard !gap.isConstant else { continue }
      guard gap.value(at: root) > gap.doubt(at: root) else { return false }
      conditions.append(gap)
    }
    return true
  }
}
