import Constraints
import LayoutBenchFixtures
import LayoutBenchFunctions
import LayoutBenchSuite
import LayoutBenchTiming
import LayoutModel
import Scenes
import Testing

@testable import GLPKLayout

/// Records of layouts in which each equality determines one number.
@Suite("Propagation")
struct PropagationTests {
  @Test(
    "the first edit of a layout makes a record without an elimination",
    arguments: [
      "feed-60", "cells-40", "chain-40", "nest-12", "equal-24", "flat-40", "keyboard-30",
      "unspaced-20",
    ])
  func firstEdit(name: String) throws {
    let scene = try #require(SceneGenerator.scene(named: name))
    let layout = try WrittenConstraints(scene)
    var written = try layout.constraints()
    var tree = scene.tree
    var plan = try StagedPlan(written, in: tree, isTraced: true)
    var frames = tree.startFrames
    _ = LivingSystemTests.answer(&plan, tree, &frames)
    _ = plan.stages()
    let before = plan.work.eliminations
    if let constant = layout.namedConstants.first {
      let place = constant.constraint
      guard case .items(_, _, _, let old) = written[place].form else { return }
      for use in layout.namedConstants.uses(of: constant.number) {
        written[use.constraint] = written[use.constraint].with(constant: old + 1)
        plan.edit(constant: old + 1, ofConstraint: use.constraint)
      }
    } else {
      let view = try #require(tree.views.last { tree.intrinsicSize(of: $0).vertical != nil })
      let known = tree.intrinsicSize(of: view)
      let size = IntrinsicSize(known.horizontal, known.vertical.map { $0 + 1 })
      tree.setIntrinsicSize(size, of: view)
      plan.edit(view, intrinsic: size)
    }
    let living = LivingSystemTests.answer(&plan, tree, &frames)
    #expect(plan.stages().last?.name == "recorded")
    #expect(plan.work.eliminations == before)
    #expect(living.agrees(with: LivingSystemTests.fresh(written, tree, [])))
  }

  /// Two equalities for each axis of each view, with any other view, and some inequalities.
  private static func system(
    _ seed: UInt64
  ) throws -> (written: [LinearConstraint], tree: ViewTree) {
    var dice = SplitMix64(seed: seed)
    var tree = ViewTree(rootSize: Size(width: 400, height: 300))
    let count = 2 + dice.below(9)
    for number in 1...count {
      let last = ViewID(number - 1)
      let superview = [last, tree.superview(of: last) ?? .root, .root][dice.below(3)]
      var traits = ViewTraits()
      if dice.below(4) == 0 { traits.intrinsic = IntrinsicSize(Double(20 + dice.below(60)), nil) }
      #expect(tree.add("v\(number)", to: superview, traits: traits) != nil)
    }
    var written: [LinearConstraint] = []
    for view in tree.views.dropFirst() {
      for attributes in [
        [Attribute.left, .right, .centerX, .width], [.top, .bottom, .centerY, .height],
      ] {
        let isKnown = attributes[0] == .left && tree.intrinsicSize(of: view).horizontal != nil
        let chosen = dice.below(3)
        for number in 0..<(isKnown ? 1 : 2) {
          let own = attributes[
            (chosen + number) % 3 == 2 && number == 1 ? 3 : (chosen + number) % 3]
          // Mostly those before it, so that few are determined together.
          let other = dice.below(5) == 0 ? 1 + dice.below(count) : dice.below(view.index)
          let isSize = own == attributes[3]
          let attribute = isSize ? attributes[3] : attributes[dice.below(3)]
          let multiplier = isSize && other != 0 ? [1, 0.5, 2][dice.below(3)] : 1
          guard other != view.index else { continue }
          let relations: [Relation] = dice.below(9) == 0 ? [.equal, .greaterThanOrEqual] : [.equal]
          for (index, relation) in relations.enumerated() {
            let constraint = try? LinearConstraint(
              .init(view, own), relation, .init(ViewID(other), attribute),
              multiplier: multiplier,
              constant: Double(dice.below(20) + (isSize ? 20 : 0)) - Double(index * 60),
              priority: dice.below(5) == 0 ? Priority(500) : .required, in: tree)
            if let constraint { written.append(constraint) }
          }
        }
      }
    }
    return (written, tree)
  }

  @Test("records of random equalities have the frames of a linear program", arguments: 0..<20)
  func random(batch: UInt64) throws {
    var recorded = 0
    for seed in 100 * batch..<100 * (batch + 1) {
      var (written, tree) = try Self.system(seed)
      let rows = ConstraintRows(written, in: tree)
      let isPropagated = RecordedLayout.propagate(rows, in: tree) != nil
      var dice = SplitMix64(seed: seed)
      var plan = try StagedPlan(written, in: tree, isTraced: true)
      var frames = tree.startFrames
      _ = LivingSystemTests.answer(&plan, tree, &frames)
      for change in 0..<12 {
        let place = dice.below(written.count)
        switch dice.below(4) {
        case 0:
          tree.rootSize = Size(width: Double(200 + dice.below(400)), height: 300)
          plan.resize(to: tree.rootSize)
        case 1:
          let all = tree.views.filter { tree.intrinsicSize(of: $0).horizontal != nil }
          guard !all.isEmpty else { continue }
          let view = all[dice.below(all.count)]
          let size = IntrinsicSize(Double(dice.below(90)), nil)
          tree.setIntrinsicSize(size, of: view)
          plan.edit(view, intrinsic: size)
        default:
          guard case .items(_, _, _, let old) = written[place].form else { continue }
          let constant = old + Double(dice.below(21)) - 10
          written[place] = written[place].with(constant: constant)
          plan.edit(constant: constant, ofConstraint: place)
        }
        let living = LivingSystemTests.answer(&plan, tree, &frames)
        let fresh = LivingSystemTests.fresh(written, tree, [])
        #expect(
          living.agrees(with: fresh), "seed \(seed), change \(change): \(living), fresh \(fresh)")
        guard living.agrees(with: fresh) else { break }
        if isPropagated, plan.stages().last?.name == "recorded" { recorded += 1 }
      }
    }
    #expect(recorded > 5, "\(recorded) passes were recorded")
  }

  @Test("where inequalities decide, there is no such record, or it is not right")
  func others() throws {
    for (name, isThere) in [("form-12", false), ("web-9", true)] {
      let scene = try #require(SceneGenerator.scene(named: name))
      let rows = ConstraintRows(try WrittenConstraints(scene).constraints(), in: scene.tree)
      var record = RecordedLayout.propagate(rows, in: scene.tree)
      let isRight = record?.update(rows, scene.tree) { _, _, _ in }
      #expect(isRight == (isThere ? false : nil), "\(name)")
    }
  }

  @Test("a parameter whose errors would grow along a row is refused", arguments: [5, 15, 25, 40])
  func growth(count: Int) throws {
    var tree = ViewTree(rootSize: Size(width: 400, height: 300))
    for number in 1...count { _ = tree.add("v\(number)") }
    var written: [LinearConstraint] = []
    for number in 1...count {
      // Three widths side by side: well determined together, and badly from one end.
      var form = LinearForm()
      form.add(Unknown(ViewID(number), .width), 3)
      if number > 1 { form.add(Unknown(ViewID(number - 1), .width), -1) }
      if number < count { form.add(Unknown(ViewID(number + 1), .width), -1) }
      form.constant = -Double(20 + number % 3)
      written.append(
        LinearConstraint(
          linear: form, .equal, priority: .required, origin: .visualFormat, position: nil))
    }
    for number in 1...count {
      let view = ViewID(number)
      written += [
        try LinearConstraint(
          .init(view, .left), .equal, .init(.root, .left), constant: 3, in: tree),
        try LinearConstraint(.init(view, .top), .equal, .init(.root, .top), constant: 3, in: tree),
        try LinearConstraint(.init(view, .height), .equal, nil, constant: 3, in: tree),
      ]
    }
    var plan = try StagedPlan(written, in: tree)
    var frames = tree.startFrames
    _ = LivingSystemTests.answer(&plan, tree, &frames)
    written[count] = written[count].with(constant: 4)
    plan.edit(constant: 4, ofConstraint: count)
    let living = LivingSystemTests.answer(&plan, tree, &frames)
    #expect(living.agrees(with: LivingSystemTests.fresh(written, tree)))
  }

  @Test("findings are those of the layout that gave the frames, not of a record beside it")
  func findings() throws {
    var tree = ViewTree(rootSize: Size(width: 400, height: 300))
    var traits = ViewTraits()
    traits.intrinsic = IntrinsicSize(40, 30)
    tree.add("a", traits: traits)
    tree.add("b")
    let (root, a, b) = (ViewID.root, ViewID(1), ViewID(2))
    let written = [
      try LinearConstraint(.init(a, .left), .equal, .init(root, .left), in: tree),
      try LinearConstraint(.init(a, .top), .equal, .init(root, .top), in: tree),
      try LinearConstraint(.init(b, .left), .equal, .init(a, .right), constant: 10, in: tree),
      try LinearConstraint(.init(b, .top), .equal, .init(root, .top), in: tree),
      try LinearConstraint(.init(b, .width), .equal, nil, constant: 20, in: tree),
      try LinearConstraint(.init(b, .height), .equal, nil, constant: 20, in: tree),
      try LinearConstraint(
        .init(b, .right), .lessThanOrEqual, .init(root, .left), constant: 100,
        priority: Priority(500), in: tree),
    ]
    var plan = try StagedPlan(written, in: tree)
    var frames = tree.startFrames
    _ = LivingSystemTests.answer(&plan, tree, &frames)
    for width in [200.0, 50, 210, 60, 220, 230] {
      tree.setIntrinsicSize(IntrinsicSize(width, 30), of: a)
      plan.edit(a, intrinsic: IntrinsicSize(width, 30))
      _ = LivingSystemTests.answer(&plan, tree, &frames)
      #expect(try LivingSystemTests.findingsAgree(&plan, written, tree), "at \(width)")
      #expect(try plan.findings().violated.isEmpty == (width < 100))
    }
  }
}
