import Constraints
import LayoutBenchFixtures
import LayoutBenchSuite
import LayoutBenchTiming
import LayoutModel
import Scenes
import Testing

@testable import GLPKLayout

/// Components whose required equalities of three unknowns and more replace unknowns for good.
@Suite("Replaced unknowns")
struct ReplacedUnknownsTests {
  /// A list of cells as high as each other, with a label in the middle of each: where its top is, is a sum
  /// of three and more.
  static func list(seed: UInt64) -> String {
    var dice = SplitMix64(seed: seed)
    func pick<Element>(_ elements: [Element]) -> Element { elements[dice.below(elements.count)] }
    let count = 16 + dice.below(6)
    let isBoundAbove = dice.below(2) == 0
    var views: [String] = []
    var constraints: [String] = []
    for cell in 0..<count {
      let (id, label) = ("c\(cell)", "l\(cell)")
      let priorities =
        "hugging: [\(pick([250, 251])), \(pick([250, 251, 300]))], "
        + "compression: [\(pick([749, 750])), \(pick([749, 750, 751]))]"
      views.append(
        "{ id: \(id), children: [{ id: \(label), intrinsic: [\(10 + dice.below(90)), "
          + "\(8 + dice.below(40))], \(priorities) }] }")
      constraints.append("\(id).left == superview.left")
      constraints.append("\(id).width == superview.width")
      constraints.append(
        cell == 0 ? "\(id).top == superview.top" : "\(id).top == c\(cell - 1).bottom")
      if cell > 0 { constraints.append("\(id).height == c0.height") }
      constraints.append("\(label).centerX == superview.centerX")
      constraints.append("\(label).centerY == superview.centerY")
      if isBoundAbove {
        constraints.append("\(label).top >= superview.top + \(pick([0, 2, 5]))")
      }
      constraints.append("\(label).bottom <= superview.bottom - \(pick([0, 2, 5]))")
    }
    // What makes the cells as high as they are, or nothing.
    switch dice.below(5) {
    case 0: break
    case 1: constraints.append("c\(count - 1).bottom == superview.bottom @\(pick([51, 600, 900]))")
    case 2: constraints.append("c0.height == \(20 + dice.below(30)) @\(pick([51, 600, 900]))")
    case 3: constraints.append("c0.height == 0.25 * c0.width @\(pick([51, 900]))")
    default:
      constraints.append("c\(count - 1).bottom <= superview.bottom")
      constraints.append("c0.height == 0 @\(pick([51, 900]))")
    }
    return FlowTests.text(
      "list", pick([160, 240, 320]), pick([300, 500, 800]), views, constraints)
  }

  @Test("the layout is that of one linear program", arguments: 0..<UInt64(4))
  func first(batch: UInt64) throws {
    for seed in 10 * batch..<10 * (batch + 1) {
      let scene = try SceneFile.scene(from: Self.list(seed: seed), file: "list.yaml")
      let written = try ConstraintsDialect().read(scene).constraints()
      func answer(_ method: SolveMethod) throws -> LivingSystemTests.Answer {
        var plan = try StagedPlan(written, in: scene.tree, method: method)
        var frames = scene.tree.startFrames
        return LivingSystemTests.answer(&plan, scene.tree, &frames)
      }
      let (staged, plain) = (try answer(.stages), try answer(.plain))
      #expect(staged.agrees(with: plain), "\(seed): \(staged), one program \(plain)")
    }
  }

  /// Changes contents of a system, and each fifth time anything.
  private static func change(_ scene: Scene, _ seed: UInt64, times count: Int) throws -> CoreWork {
    try LivingSystemTests.change(scene, seed, times: count) { $0 % 5 == 4 }
  }

  @Test("whatever changes, the layout is that of a fresh system", arguments: 0..<UInt64(4))
  func changes(batch: UInt64) throws {
    for seed in 10 * batch..<10 * (batch + 1) {
      let scene = try SceneFile.scene(from: Self.list(seed: seed), file: "list.yaml")
      _ = try Self.change(scene, seed, times: 15)
    }
  }

  @Test("what is left of lists of cards is differences", arguments: 0..<UInt64(4))
  func cards(seed: UInt64) throws {
    let file = try #require(Suite.files.first { $0.name == "dereguide-units.yaml" })
    let scene = try SceneFile.scene(from: file.text, file: file.name)
    let work = try Self.change(scene, seed, times: 20)
    #expect(work.flows >= 10 && work.tableaux + work.programs == 0, "\(work)")
  }
}
