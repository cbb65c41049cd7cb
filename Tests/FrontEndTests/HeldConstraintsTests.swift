import Constraints
import LayoutBenchTiming
import LayoutModel
import Testing

/// The constraints that a view stores, and their order, after additions and removals.
@Suite("Held constraints")
struct HeldConstraintsTests {
  @Test("active constraints stand in the order in which they were activated", arguments: 0..<20)
  func order(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let root = View("root")
    let views = (0..<6).map { View("v\($0)") }
    for view in views { root.addSubview(view) }
    let constraints = (0..<120).map { number in
      Constraint(
        item: views[number % 6], attribute: .left, relatedBy: .equal,
        toItem: views[(number + 1 + number / 6 % 5) % 6], attribute: .left,
        constant: Double(number))
    }
    var active: [Constraint] = []
    for _ in 0..<600 {
      guard let constraint = constraints.randomElement(using: &random) else { continue }
      if constraint.isActive {
        constraint.isActive = false
        active.removeAll { $0 === constraint }
      } else {
        constraint.isActive = true
        active.append(constraint)
      }
      #expect(root.constraints.elementsEqual(active, by: ===))
    }
    // One view is removed, with the constraints that name it.
    views[2].removeFromSuperview()
    active.removeAll { $0.firstView === views[2] || $0.secondView === views[2] }
    #expect(root.constraints.elementsEqual(active, by: ===))
    for constraint in constraints {
      #expect(constraint.isActive == active.contains { $0 === constraint })
    }
  }

  @Test("one that stands twice in a list is held once, and none is where one cannot be")
  func lists() throws {
    let root = View("root")
    let (one, other) = (View("one"), View("other"))
    root.addSubview(one)
    root.addSubview(other)
    let gap = Constraint(
      item: other, attribute: .left, relatedBy: .equal, toItem: one, attribute: .right)
    try Constraint.activate([gap, gap])
    #expect(root.constraints.count == 1)
    let width = Constraint(item: one, attribute: .width, relatedBy: .equal, constant: 20)
    let lost = Constraint(
      item: one, attribute: .left, relatedBy: .equal, toItem: View("elsewhere"), attribute: .left)
    #expect(throws: ConstraintMistake.self) { try Constraint.activate([width, lost]) }
    #expect(!width.isActive && one.constraints.isEmpty)
  }

  @Test("constraints outlive the view that stored them, and are not active then")
  func storing() throws {
    var kept: [Constraint] = []
    do {
      let root = View("root")
      let view = View("view")
      root.addSubview(view)
      kept = (0..<3).map {
        Constraint(
          item: view, attribute: .left, relatedBy: .equal, toItem: root, attribute: .left,
          constant: Double($0))
      }
      try Constraint.activate(kept)
      // More than a stack has frames for, if one released the next.
      for _ in 0..<200_000 {
        Constraint(item: root, attribute: .width, relatedBy: .equal, constant: 1).isActive = true
      }
      #expect(root.constraints.count == 200_003)
    }
    for constraint in kept {
      #expect(!constraint.isActive && constraint.holder == nil && constraint.firstView == nil)
      constraint.constant = 7
      constraint.isActive = false
      #expect(throws: ConstraintMistake.self) { try constraint.install() }
    }
  }

  @Test("a constraint does not keep its views alive, and names them in messages when they are gone")
  func views() throws {
    let root = View("root")
    weak var gone: View?
    let gap: Constraint
    do {
      let (one, other) = (View("one"), View("other"))
      root.addSubview(one)
      root.addSubview(other)
      gap = Constraint(
        item: other, attribute: .left, relatedBy: .equal, toItem: one, attribute: .right,
        constant: 8)
      try gap.install()
      one.removeFromSuperview()
      gone = one
    }
    #expect(gone == nil && !gap.isActive)
    #expect(gap.secondView == nil && gap.firstView != nil)
    #expect(gap.description == "other.left == one.right + 8")
    #expect(throws: ConstraintMistake.self) { try gap.install() }
  }

  @Test("the nearest common ancestor holds, at any depth")
  func ancestors() throws {
    let root = View("root")
    var (left, right) = (root, root)
    for depth in 0..<40 {
      let (one, other) = (View("l\(depth)"), View("r\(depth)"))
      left.addSubview(one)
      right.addSubview(other)
      left = one
      right = depth % 2 == 0 ? other : right
    }
    let across = Constraint(
      item: left, attribute: .left, relatedBy: .equal, toItem: right, attribute: .left)
    try across.install()
    #expect(across.holder === root)
    let above = try #require(left.superview?.superview?.superview)
    let within = Constraint(
      item: left, attribute: .left, relatedBy: .equal, toItem: above, attribute: .left)
    try within.install()
    #expect(within.holder === above)
  }
}
