import Constraints
import LayoutBenchFixtures
import Foundation
import LayoutModel
import Scenes
import LayoutBenchSuite
import Testing
import LayoutBenchTiming

@testable import GLPKLayout
@testable import LayoutBenchHarness

/// Random systems that are changed many times: their frames must equal those of a fresh plan.
@Suite("Living systems")
struct LivingSystemTests {
  /// Set these variables for more:
  /// `LAYOUTBENCH_SYSTEMS=10000 LAYOUTBENCH_CHANGES=1000 swift test --filter Living`.
  static func count(_ name: String, _ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["LAYOUTBENCH_\(name)"].flatMap { Int($0) } ?? usual
  }

  static let systems = count("SYSTEMS", 400)
  static let changes = count("CHANGES", 25)
  static let batches = 40

  /// The answer of a plan: frames, a conflict, or a failure.
  enum Answer: Sendable {
    case frames([Rect])
    case conflict
    case failure(String)

    func agrees(with other: Answer) -> Bool {
      switch (self, other) {
      case (.conflict, .conflict): true
      case (.frames(let one), .frames(let another)):
        zip(one, another).allSatisfy { first, second in
          first.deviation(from: second) <= 1e-6
        }
      default: false
      }
    }
  }

  static func answer(
    _ plan: inout some LayoutPlan & ~Copyable, _ tree: ViewTree, _ frames: inout [Rect]
  ) -> Answer {
    do throws(LayoutError) {
      var span = frames.mutableSpan
      try plan.pass(into: &span)
      return .frames(frames)
    } catch {
      if case .unsatisfiable = error { return .conflict }
      return .failure("\(error)")
    }
  }

  static func fresh(
    _ written: [LinearConstraint], _ tree: ViewTree, _ shortcuts: Shortcuts = .all
  ) -> Answer {
    do throws(LayoutError) {
      var plan = try StagedPlan(written, in: tree, shortcuts: shortcuts)
      var frames = tree.startFrames
      return answer(&plan, tree, &frames)
    } catch {
      return .failure("\(error)")
    }
  }

  /// Changes a system, and holds it against a fresh one before each change.
  ///
  /// - Parameters:
  ///   - scene: the system as it begins.
  ///   - seed: the seed of the changes.
  ///   - count: the number of changes.
  ///   - shortcuts: those of the system that changes.
  ///   - others: those of the fresh ones.
  ///   - isOfAll: returns true if a change is one of all kinds, not of a content size as an app makes it.
  /// - Returns: the counts of its work.
  /// - Throws: `SceneError`, `LayoutError`.
  static func change(
    _ scene: Scene, _ seed: UInt64, times count: Int, _ shortcuts: Shortcuts = .all,
    against others: Shortcuts = .all, isOfAll: (Int) -> Bool
  ) throws -> CoreWork {
    var system = try System(scene, seed)
    var plan = try StagedPlan(system.written, in: system.tree, shortcuts: shortcuts)
    var frames = system.tree.startFrames
    for change in 0..<count {
      let living = answer(&plan, system.tree, &frames)
      let fresh = fresh(system.written, system.tree, others)
      #expect(living.agrees(with: fresh), "\(seed), \(change): \(living), fresh \(fresh)")
      if isOfAll(change) { system.change(&plan) } else { system.edit(&plan) }
    }
    return plan.work.core
  }

  /// True if a plan has the same findings as a fresh one.
  static func findingsAgree(
    _ plan: inout StagedPlan, _ written: [LinearConstraint], _ tree: ViewTree
  ) throws -> Bool {
    var fresh = try StagedPlan(written, in: tree)
    var frames = tree.startFrames
    guard case .frames = answer(&fresh, tree, &frames) else { return true }
    let (one, other) = (try plan.findings(), try fresh.findings())
    return one.violated.count == other.violated.count
      && zip(one.violated, other.violated).allSatisfy {
        $0.constraint == $1.constraint && abs($0.amount - $1.amount) <= 1e-5 * (1 + $1.amount)
      } && one.ambiguous.map(\.attribute) == other.ambiguous.map(\.attribute)
  }

  /// A system with all its constants, and its random changes.
  struct System {
    /// The constraint at each place of the plan; `nil` where none is.
    private var places: [LinearConstraint?]
    /// The constraints that were taken out and keep their place.
    private var out: [Int: LinearConstraint] = [:]
    var tree: ViewTree
    var dice: SplitMix64
    /// Constraints that were removed and may be added again.
    var away: [LinearConstraint] = []

    /// The constraints that are there, in the order of their places.
    var written: [LinearConstraint] { places.compactMap(\.self) }

    init(seed: UInt64) throws {
      try self.init(
        SceneFile.scene(from: RandomConstraints(seed: seed).text, file: "random.yaml"), seed)
    }

    init(_ scene: Scene, _ seed: UInt64) throws {
      places = try WrittenConstraints(scene).constraints()
      tree = scene.tree
      dice = SplitMix64(seed: seed)
    }

    /// A constraint between any two views, which may join separate parts.
    private mutating func link() -> LinearConstraint? {
      let axis: [Attribute] =
        dice.below(2) == 0
        ? [.left, .right, .width, .centerX] : [.top, .bottom, .height, .centerY]
      let isSize = dice.below(3) == 0
      func item(_ view: Int) -> LinearConstraint.Item {
        LinearConstraint.Item(ViewID(view), isSize ? axis[2] : axis[[0, 1, 3][dice.below(3)]])
      }
      let relations: [Relation] = [.equal, .equal, .greaterThanOrEqual, .lessThanOrEqual]
      return try? LinearConstraint(
        item(1 + dice.below(tree.count - 1)), relations[dice.below(4)],
        item(dice.below(tree.count)), constant: Double(dice.below(9)) * 10,
        priority: Priority([1000, 1000, 750, 500, 250][dice.below(5)]), in: tree)
    }

    private mutating func add(_ constraint: LinearConstraint, _ plan: inout StagedPlan) {
      let place = plan.add(constraint)
      while places.count <= place { places.append(nil) }
      #expect(places[place] == nil && out[place] == nil)
      places[place] = constraint
    }

    /// The place of a constraint that is there.
    private mutating func drawn() -> Int? {
      let all = places.indices.filter { places[$0] != nil }
      return all.isEmpty ? nil : all[dice.below(all.count)]
    }

    /// Removes some constraint.
    private mutating func remove(_ plan: inout StagedPlan) -> LinearConstraint? {
      guard let place = drawn() else { return nil }
      plan.remove(place)
      defer { places[place] = nil }
      return places[place]
    }

    /// Takes a constraint out, or puts one back, or removes one that is out.
    private mutating func takeOutOrPutBack(_ plan: inout StagedPlan) {
      if dice.below(out.count + 1) == 0, let place = drawn() {
        plan.takeOut(place)
        out[place] = places[place]
        places[place] = nil
        return
      }
      let all = out.keys.sorted()
      guard !all.isEmpty else { return }
      let place = all[dice.below(all.count)]
      guard var constraint = out.removeValue(forKey: place) else { return }
      switch dice.below(4) {
      case 0: return plan.remove(place)
      case 1:
        if case .items(_, _, _, let old) = constraint.form {
          constraint = constraint.with(constant: old + 5)
          plan.edit(constant: old + 5, ofConstraint: place)
        }
      default: break
      }
      plan.putBack(place)
      places[place] = constraint
    }

    /// Removes a constraint, or adds a removed one again, or takes one out for a while.
    mutating func toggle(_ plan: inout StagedPlan) {
      if dice.below(2) == 0 {
        takeOutOrPutBack(&plan)
      } else if !away.isEmpty, dice.below(away.count + 1) > 0 {
        add(away.remove(at: dice.below(away.count)), &plan)
      } else if let removed = remove(&plan) {
        away.append(removed)
      }
    }

    /// Removes a constraint, or adds one, or gives one another priority, or changes whether a view
    /// has a content size.
    mutating func changeStructure(_ plan: inout StagedPlan) {
      switch dice.below(8) {
      case 0, 1:
        if let removed = remove(&plan) { away.append(removed) }
      case 2, 3:
        if dice.below(3) > 0, !away.isEmpty {
          add(away.remove(at: dice.below(away.count)), &plan)
        } else if let link = link() {
          add(link, &plan)
          // Removed again soon: too many of them conflict.
          if let removed = remove(&plan) { away.append(removed) }
        }
      case 4, 5: takeOutOrPutBack(&plan)
      case 6:
        guard let old = remove(&plan) else { return }
        guard case .items(let first, let second, let multiplier, let constant) = old.form,
          let new = try? LinearConstraint(
            first, old.relation, second, multiplier: multiplier, constant: constant,
            priority: Priority(Double(1 + dice.below(999))), in: tree)
        else { return add(old, &plan) }
        add(new, &plan)
      default:
        let view = ViewID(1 + dice.below(tree.count - 1))
        var size = tree.intrinsicSize(of: view)
        if dice.below(2) == 0 {
          size.horizontal = size.horizontal == nil ? 40 : nil
        } else {
          size.vertical = size.vertical == nil ? 30 : nil
        }
        tree.setIntrinsicSize(size, of: view)
        plan.edit(view, intrinsic: size)
      }
    }

    /// Gives some view another content size, as an app does, of the system and its plan.
    mutating func edit(_ plan: inout StagedPlan) {
      let views = tree.views.filter { tree.intrinsicSize(of: $0) != IntrinsicSize(nil, nil) }
      guard !views.isEmpty else { return }
      let view = views[dice.below(views.count)]
      var size = tree.intrinsicSize(of: view)
      func near(_ side: Double) -> Double {
        max(1, (side * Double(7 + dice.below(7)) / 10).rounded())
      }
      size.horizontal = size.horizontal.map(near)
      size.vertical = size.vertical.map(near)
      tree.setIntrinsicSize(size, of: view)
      plan.edit(view, intrinsic: size)
    }

    /// Changes a constant, a content size or the root's size, of the system and its plan.
    mutating func change(_ plan: inout StagedPlan) {
      switch dice.below(4) {
      case 0, 1:
        let size = Size(width: Double(dice.below(50)) * 10, height: Double(dice.below(50)) * 10)
        tree.rootSize = size
        plan.resize(to: size)
      case 2:
        let view = ViewID(1 + dice.below(tree.count - 1))
        var size = tree.intrinsicSize(of: view)
        if size.horizontal != nil { size.horizontal = Double(dice.below(15)) * 10 }
        if size.vertical != nil { size.vertical = Double(dice.below(15)) * 10 }
        tree.setIntrinsicSize(size, of: view)
        plan.edit(view, intrinsic: size)
      default:
        guard let place = drawn(), let constraint = places[place],
          case .items(_, _, _, let old) = constraint.form
        else { return }
        let constant = old + Double(dice.below(9)) * 5 - 20
        places[place] = constraint.with(constant: constant)
        plan.edit(constant: constant, ofConstraint: place)
      }
    }
  }

  /// Changes a scene's plan 40 times, and compares each answer with that of one linear program.
  ///
  /// - Parameters:
  ///   - text: the scene.
  ///   - seed: the seed of the changes.
  ///   - change: makes the next change.
  /// - Returns: the number of passes that the recorded layout answered; `nil` after a difference.
  /// - Throws: the error of a scene or plan that cannot be made.
  static func recordedPasses(
    of text: String, seed: UInt64, _ change: (inout System, inout StagedPlan) -> Void
  ) throws -> Int? {
    var system = try System(SceneFile.scene(from: text, file: "scene.yaml"), seed)
    var plan = try StagedPlan(system.written, in: system.tree, isTraced: true)
    var frames = system.tree.startFrames
    var recorded = 0
    for number in 0..<40 {
      change(&system, &plan)
      let living = answer(&plan, system.tree, &frames)
      var plain = try StagedPlan(system.written, in: system.tree, method: .plain)
      var plainFrames = system.tree.startFrames
      let fresh = answer(&plain, system.tree, &plainFrames)
      #expect(
        living.agrees(with: fresh),
        "seed \(seed), change \(number): \(living), one program \(fresh)\n\(text)")
      guard living.agrees(with: fresh) else { return nil }
      if plan.stages().last?.name == "recorded" { recorded += 1 }
    }
    return recorded
  }

  @Test("frames after any changes are those of a fresh system", arguments: 0..<batches)
  func changes(batch: Int) throws {
    let share = max(1, Self.systems / Self.batches)
    for seed in share * batch..<share * (batch + 1) {
      // Values of very different magnitude lose digits: the optimality check is for these.
      guard RandomConstraints(seed: UInt64(seed)).kind != .scaled else { continue }
      var system = try System(seed: UInt64(seed))
      var plan = try StagedPlan(system.written, in: system.tree)
      var frames = system.tree.startFrames
      for change in 0..<Self.changes {
        // Some changes occur twice or more without a pass between them.
        repeat {
          if system.dice.below(2) == 0 {
            system.change(&plan)
          } else {
            system.changeStructure(&plan)
          }
        } while system.dice.below(4) == 0
        let living = Self.answer(&plan, system.tree, &frames)
        let fresh = Self.fresh(system.written, system.tree)
        if living.agrees(with: fresh) {
          guard case .frames = living else { continue }
          let isSame = try Self.findingsAgree(&plan, system.written, system.tree)
          #expect(isSame, "seed \(seed), change \(change): other findings")
          guard !isSame else { continue }
          return
        }
        Issue.record(
          """
          seed \(seed), change \(change): \(living), fresh \(fresh)
          \(RandomConstraints(seed: UInt64(seed)).text)
          """)
        return
      }
    }
  }

  @Test(
    "constraints of scenes come and go, and nothing is left behind",
    arguments: ["feed-30", "form-12", "cells-20", "chain-12", "nest-8", "stack-12", "keyboard-20"],
    0..<UInt64(3))
  func comingAndGoing(name: String, seed: UInt64) throws {
    let scene = try #require(SceneGenerator.scene(named: name))
    var system = try System(scene, seed)
    var plan = try StagedPlan(system.written, in: system.tree)
    var frames = system.tree.startFrames
    for change in 0..<Self.changes {
      // Removed constraints return soon, otherwise everything becomes ambiguous.
      system.toggle(&plan)
      if system.dice.below(4) == 0 { system.change(&plan) }
      let living = Self.answer(&plan, system.tree, &frames)
      let fresh = Self.fresh(system.written, system.tree)
      #expect(living.agrees(with: fresh), "change \(change)")
      guard living.agrees(with: fresh), case .frames = living else { continue }
      #expect(
        try Self.findingsAgree(&plan, system.written, system.tree),
        "change \(change): other findings")
    }
  }

  @Test(
    "a constraint that comes or goes concerns what depends on it alone",
    arguments: [
      // A button's width is given, its place beside it: the post and its button.
      ("post5-more.width == 40", 2),
      // A post with the three buttons at its bottom, and the last post with all its contents.
      ("post9.height == superview.width + 115", 14),
      // A name, its post, and the avatar beside it.
      ("post5-nickname.left == post5-avatar.right + 10", 3),
    ])
  func concerned(text: String, views: Int) throws {
    let scene = try #require(SceneGenerator.scene(named: "feed-100"))
    let written = try WrittenConstraints(scene).constraints()
    let place = try #require(written.firstIndex { $0.text(in: scene.tree) == text })
    var plan = try StagedPlan(written, in: scene.tree, isTraced: true)
    var frames = scene.tree.startFrames
    for _ in 0..<3 {
      _ = plan.stages()
      plan.remove(place)
      #expect(plan.add(written[place]) == place)
      guard case .frames(let living) = Self.answer(&plan, scene.tree, &frames),
        case .frames(let fresh) = Self.fresh(written, scene.tree)
      else {
        Issue.record("no layout")
        return
      }
      #expect(living == fresh)
      let stages = plan.stages()
      #expect(stages.map(\.name) == ["part"])
      #expect(stages.first?.outcome == "\(views) views are affected by the changed constraints")
    }
  }

  @Test(
    "no shortcut changes the frames", arguments: 0..<20,
    [Shortcuts.optimistic, .single, .greedy, .levels, .tableau, .all].map {
      Shortcuts.all.subtracting($0)
    } + [Shortcuts.all.union(.smallLevels)])
  func shortcuts(batch: Int, _ shortcuts: Shortcuts) throws {
    for seed in 10 * batch..<10 * (batch + 1) {
      guard RandomConstraints(seed: UInt64(seed)).kind != .scaled else { continue }
      let system = try System(seed: UInt64(seed))
      let (all, some) = (
        Self.fresh(system.written, system.tree), Self.fresh(system.written, system.tree, shortcuts)
      )
      #expect(all.agrees(with: some), "seed \(seed): \(all), without shortcuts \(some)")
    }
  }

  @Test("a constant that was far away leaves nothing behind")
  func farConstant() throws {
    let text = """
      layoutbench: 1
      name: far
      root: { size: [100, 100] }
      views: [ { id: a } ]
      layouts: { constraints: [ "a.left == superview.left + 0.1", "V:|[a(5)]", "a.width == 5.3" ] }
      """
    let scene = try SceneFile.scene(from: text, file: "far.yaml")
    let written = try WrittenConstraints(scene).constraints()
    var plan = try StagedPlan(written, in: scene.tree)
    var frames = scene.tree.startFrames
    for round in 0..<40 {
      for constant in [1e9 + Double(round), 0.1 * Double(round + 1), 0.1] {
        plan.edit(constant: constant, ofConstraint: 0)
        // Another change between, so that the rows are read again.
        plan.resize(to: Size(width: 100 + constant / 1e9 + Double(round), height: 100))
        var span = frames.mutableSpan
        try plan.pass(into: &span)
        #expect(frames[1].x == constant)
      }
    }
  }

  @Test("layouts found again and again take no more memory", .enabled(if: Allocations.areCounted))
  func memory() throws {
    let names = ["web-20", "split-20", "zigzag-20"]
    for scene in names.compactMap({ SceneGenerator.scene(named: $0) }) {
      var plan = try StagedPlan(WrittenConstraints(scene).constraints(), in: scene.tree)
      var frames = scene.tree.startFrames
      var dice = SplitMix64(seed: 3)
      func passes(_ count: Int) throws {
        for _ in 0..<count {
          plan.resize(
            to: Size(width: Double(200 + dice.below(700)), height: Double(dice.below(900))))
          var span = frames.mutableSpan
          try plan.pass(into: &span)
        }
      }
      try passes(60)
      Allocations.begin()
      try passes(240)
      #expect(Allocations.end().live < 20_000, "\(scene.name)")
    }
  }

  // MARK: - Threads

  /// A plan that goes from one thread to another, never to two at a time.
  private final class Travelling: @unchecked Sendable {
    var plan: StagedPlan
    var frames: [Rect]

    init(_ scene: Scene) throws {
      plan = try StagedPlan(WrittenConstraints(scene).constraints(), in: scene.tree)
      frames = scene.tree.startFrames
    }

    func layOut(_ scene: Scene, _ size: Size) -> Answer {
      plan.resize(to: size)
      var tree = scene.tree
      tree.rootSize = size
      return LivingSystemTests.answer(&plan, tree, &frames)
    }
  }

  @Test("a plan lays out on any thread, though GLPK's programs belong to one")
  func threads() throws {
    let scene = try #require(SceneGenerator.scene(named: "web-30"))
    let written = try WrittenConstraints(scene).constraints()
    let travelling = try Travelling(scene)
    for width in [320.0, 400, 250, 700, 20] {
      let size = Size(width: width, height: 500)
      let done = DispatchSemaphore(value: 0)
      nonisolated(unsafe) var answer = Answer.conflict
      Thread.detachNewThread {
        answer = travelling.layOut(scene, size)
        done.signal()
      }
      done.wait()
      var tree = scene.tree
      tree.rootSize = size
      #expect(answer.agrees(with: Self.fresh(written, tree)), "width \(width)")
    }
  }

  @Test(
    "views that come back find their layout, unless something else has changed meanwhile",
    arguments: ["feed-30", "cells-20", "form-12", "stack-12"])
  func presence(name: String) throws {
    let scene = try #require(SceneGenerator.scene(named: name))
    let written = try WrittenConstraints(scene).constraints()
    var tree = scene.tree
    var plan = try StagedPlan(written, in: tree, isTraced: true)
    var frames = tree.startFrames
    let leaf = try #require(
      tree.views.last { view in
        !tree.superviews.contains(Int32(view.index))
          && tree.intrinsicSize(of: view) != IntrinsicSize(nil, nil)
      })
    func solve() throws {
      let living = Self.answer(&plan, tree, &frames)
      #expect(living.agrees(with: Self.fresh(written, tree)))
      #expect(try Self.findingsAgree(&plan, written, tree))
    }
    func pass() { _ = Self.answer(&plan, tree, &frames) }
    pass()
    plan.remove(leaf)
    pass()
    _ = plan.stages()
    plan.restore(leaf)
    try solve()
    #expect(plan.stages().map(\.outcome) == ["the same constraints were there before"])
    // Another size of the root is within what that layout knows; another content is not.
    plan.remove(leaf)
    pass()
    tree.rootSize.width += 30
    plan.resize(to: tree.rootSize)
    pass()
    plan.restore(leaf)
    try solve()
    let content = tree.intrinsicSize(of: leaf)
    for (isOut, step) in [(true, 5.0), (true, -5), (false, 7), (true, 3)] {
      if isOut { plan.remove(leaf) }
      pass()
      let size = IntrinsicSize(
        content.horizontal.map { $0 + step }, content.vertical.map { $0 + step })
      tree.setIntrinsicSize(size, of: leaf)
      plan.edit(leaf, intrinsic: size)
      pass()
      if isOut { plan.restore(leaf) }
      try solve()
    }
  }

  @Test("systems that are solved side by side do not know of each other")
  func parallel() async throws {
    let alone = try (0..<60).map { seed in
      let system = try System(seed: UInt64(seed))
      return Self.fresh(system.written, system.tree)
    }
    try await withThrowingTaskGroup(of: (Int, Answer).self) { group in
      for _ in 0..<4 {
        for seed in alone.indices {
          group.addTask {
            let system = try System(seed: UInt64(seed))
            return (seed, Self.fresh(system.written, system.tree))
          }
        }
      }
      for try await (seed, answer) in group {
        #expect(answer.agrees(with: alone[seed]), "seed \(seed)")
      }
    }
  }
}
