import Constraints
import Foundation
import LayoutBenchFixtures
import LayoutBenchSuite
import LayoutBenchTiming
import LayoutModel
import Scenes
import Testing

@testable import GLPKLayout

/// Random lists whose cells change: their frames must equal those of a fresh plan, whether the other cells are
/// moved or solved again.
@Suite("Moved cells")
struct MovedCellsTests {
  /// A random list of cells.
  private struct List {
    private var dice: SplitMix64
    private var views = ""
    /// The constraints that hold the list together.
    private var rows: [String] = []
    /// The constraints that come and go most often.
    private var others: [String] = []
    private let cells: Int

    init(seed: UInt64) {
      dice = SplitMix64(seed: seed)
      cells = 6 + dice.below(7)
      let isFromBottom = dice.below(4) == 0
      for cell in 1...cells {
        addCell(cell)
        rows.append("c\(cell).left == superview.left")
        rows.append(
          dice.below(4) > 0 ? "c\(cell).width == superview.width" : "c\(cell).width == 70 @300")
        let gap = dice.below(4)
        if isFromBottom {
          rows.append(
            cell == 1
              ? "c1.bottom == superview.bottom - 4"
              : "c\(cell).bottom == c\(cell - 1).top - \(gap)")
        } else {
          rows.append(
            cell == 1
              ? "c1.top == superview.top + 4" : "c\(cell).top == c\(cell - 1).bottom + \(gap)")
        }
      }
      rows.append(contentsOf: ["list.left == superview.left", "list.width == superview.width"])
      if isFromBottom {
        rows.append("list.bottom == superview.bottom")
        rows.append(
          one(
            "list.height == superview.height", "c\(cells).top == superview.top + 3",
            "list.top <= c\(cells).top"))
      } else {
        rows.append("list.top == superview.top")
        rows.append(
          one(
            "c\(cells).bottom == superview.bottom - 5", "list.height == superview.height",
            "c\(cells).bottom <= superview.bottom"))
      }
      // Cells that move the list's height do not leave this as it is.
      if !rows.contains("c\(cells).bottom == superview.bottom - 5") || dice.below(4) == 0 {
        rows.append("list.height == 0 @fitting")
      }
      addOutside()
      for _ in 0..<8 { addOther() }
    }

    private mutating func one(_ texts: String...) -> String { texts[dice.below(texts.count)] }

    private mutating func cell() -> Int { 1 + dice.below(cells) }

    /// A cell whose height follows from its contents, in one of several ways.
    private mutating func addCell(_ cell: Int) {
      let labels = 1 + dice.below(3)
      let box = dice.below(3) == 0 ? "b\(cell)" : nil
      var names: [String] = []
      for label in 1...labels {
        let name = "l\(cell)-\(label)"
        let size = "[\(20 + dice.below(60)), \(8 + dice.below(20))]"
        if dice.below(5) == 0 {
          names.append("{ id: \(name) }")
          rows += ["\(name).width == 30 @100", "\(name).height == 12 @100"]
        } else {
          names.append("{ id: \(name), intrinsic: \(size) }")
        }
        rows.append("\(name).left == superview.left + \(dice.below(9))")
        rows.append(
          label == 1
            ? "\(name).top == superview.top + 3" : "\(name).top == l\(cell)-\(label - 1).bottom + 2"
        )
        switch dice.below(6) {
        case 0: rows.append("\(name).width == \(name).height * 2")
        case 1: others.append("\(name).height == \(10 + dice.below(40))")
        case 2:
          rows.append("\(name).width == \(name).height * 2")
          others.append("\(name).height == \(10 + dice.below(40))")
        case 3: others.append("\(name).width == \(10 + dice.below(60))")
        default: break
        }
      }
      let last = "l\(cell)-\(labels).bottom"
      switch dice.below(5) {
      case 0: rows += ["\(last) <= superview.bottom - 3", "\(box ?? "c\(cell)").height == 0 @60"]
      case 1: rows += ["\(last) == superview.bottom - 3 @750", "c\(cell).height >= 30"]
      default: rows.append("\(last) == superview.bottom - 3")
      }
      rows.append("c\(cell).height == 0 @fitting")
      let contents = "[ \(names.joined(separator: ", ")) ]"
      if let box {
        rows += ["\(box).left == superview.left + 2", "\(box).top == superview.top + 1"]
        rows.append(one("\(box).right == superview.right - 2", "\(box).width == 50 @600"))
        rows.append(
          one(
            "\(box).bottom == superview.bottom - 2", "\(box).height == superview.height * 0.5",
            "\(box).bottom <= superview.bottom"))
        views += "      - { id: c\(cell), children: [ { id: \(box), children: \(contents) } ] }\n"
      } else {
        views += "      - { id: c\(cell), children: \(contents) }\n"
      }
    }

    /// Views that stand beside the list, behind it, or fill what it leaves.
    private mutating func addOutside() {
      let one = cell()
      switch dice.below(4) {
      case 0: rows += ["aside.centerY == c\(one).centerY", "aside.height == 10"]
      case 1: rows += ["aside.top == list.bottom", "aside.bottom == superview.bottom @900"]
      case 2: rows += ["aside.top == list.bottom", "aside.bottom == superview.bottom"]
      default: rows += ["aside.top == superview.top", "aside.height == 7"]
      }
      rows.append("aside.left == superview.left")
      rows += ["inside.left == superview.left", "inside.top == superview.top + 1"]
      if dice.below(4) == 0 { others.append("inside.bottom == root.bottom - 9 @400") }
    }

    /// Adds a constraint that ties cells together or to the root, or changes one.
    private mutating func addOther() {
      let (one, another, number) = (cell(), cell(), 15 + dice.below(60))
      let label = "l\(one)-1"
      let texts = [
        "c\(one).height >= \(number)", "c\(one).height == \(number) @240",
        "c\(one).height == \(number)", "c\(one).height <= \(number) @700",
        "\(label).height == \(number) @800", "\(label).height >= \(number)",
        "\(label).width == \(number)", "\(label).height == \(number)",
        "\(label).width == \(label).height * 1.5",
        "\(label).height == superview.height * 0.5 @600",
        "c\(cells).bottom <= root.bottom @500", "\(label).top <= root.top + 90 @300",
        "\(label).bottom == root.bottom - 30 @300", "list.height <= root.height @200",
        "\(label).height == root.height * 0.05", "\(label).width == list.width * 0.2",
      ]
      let ofTwo = [
        "c\(one).height == c\(another).height @600", "c\(one).height >= c\(another).height",
        "c\(one).height == c\(another).height", "\(label).width == l\(another)-1.width",
        "\(label).height == l\(another)-1.height @550", "\(label).left == l\(another)-1.left @200",
      ]
      if dice.below(4) == 0, one != another {
        others.append(ofTwo[dice.below(ofTwo.count)])
      } else {
        others.append(texts[dice.below(texts.count)])
      }
    }

    /// The number of constraints that hold the list together; the others follow.
    var firstOther: Int { rows.count }

    var text: String {
      MovedCellsTests.text(
        views
          + "  - { id: aside, intrinsic: [10, 10], children: [ { id: inside, intrinsic: [4, 4] } ] }\n",
        rows + others)
    }
  }

  /// The file of a list.
  ///
  /// - Parameters:
  ///   - views: a line for each cell, and for each view after the list.
  ///   - rows: the constraints.
  /// - Returns: its text.
  private static func text(_ views: String, _ rows: [String]) -> String {
    """
    layoutbench: 1
    name: list
    root: { size: [300, 600] }
    views:
      - id: list
        children:
    \(views)layouts:
      constraints:
    \(rows.map { "    - \"\($0)\"" }.joined(separator: "\n"))

    """
  }

  @Test("a cell that changes moves the others, and nothing else", arguments: 0..<20)
  func cells(batch: Int) throws {
    var moved = 0
    let count = LivingSystemTests.systems / 40
    for seed in UInt64(count * batch)..<UInt64(count * (batch + 1)) {
      let list = List(seed: seed)
      let scene = try SceneFile.scene(from: list.text, file: "list.yaml")
      var constraints = try WrittenConstraints(scene).constraints().map { Optional($0) }
      var tree = scene.tree
      var dice = SplitMix64(seed: seed)
      var plan = try StagedPlan(constraints.compactMap(\.self), in: tree, isTraced: true)
      var frames = tree.startFrames
      let isRemoving = dice.below(2) == 0
      var out: [(place: Int, constraint: LinearConstraint)] = []
      var last: [LinearConstraint] = []

      func remove(_ place: Int) {
        guard let constraint = constraints[place] else { return }
        if isRemoving {
          plan.remove(place)
        } else {
          let wasThere = plan.takeOut(place)
          #expect(wasThere)
        }
        constraints[place] = nil
        out.append((place, constraint))
        last.append(constraint)
      }

      func putBack(_ index: Int) {
        var (place, constraint) = out.remove(at: index)
        if isRemoving {
          place = plan.add(constraint)
          while constraints.count <= place { constraints.append(nil) }
        } else {
          plan.putBack(place)
        }
        constraints[place] = constraint
        last.append(constraint)
      }

      /// Removes a constraint, or puts one back.
      func toggle() {
        if !out.isEmpty, dice.below(out.count + 6) > 5 { return putBack(dice.below(out.count)) }
        // Most often one of those that do not hold the list together.
        let isAny = dice.below(8) == 0 || list.firstOther >= constraints.count
        let first = isAny ? 0 : list.firstOther
        remove(first + dice.below(constraints.count - first))
      }

      // Together, all of the others exclude each other.
      for place in list.firstOther..<constraints.count where dice.below(5) > 0 { remove(place) }
      last = []
      var isConflict = false
      for change in 0..<LivingSystemTests.changes {
        if isConflict, !last.isEmpty {
          // What was done is undone.
          for constraint in last {
            if let index = out.firstIndex(where: { $0.constraint == constraint }) {
              putBack(index)
            } else if let place = constraints.firstIndex(of: constraint) {
              remove(place)
            }
          }
          last = []
        } else {
          last = []
          for _ in 0...dice.below(3) { toggle() }
        }
        if dice.below(4) == 0 {
          let labels = tree.views.filter { tree.intrinsicSize(of: $0) != IntrinsicSize(nil, nil) }
          let size = IntrinsicSize(Double(20 + dice.below(60)), Double(8 + dice.below(20)))
          let view = labels[dice.below(labels.count)]
          tree.setIntrinsicSize(size, of: view)
          plan.edit(view, intrinsic: size)
        }
        if dice.below(8) == 0 {
          tree.rootSize = Size(
            width: Double(250 + dice.below(100)), height: Double(500 + dice.below(200)))
          plan.resize(to: tree.rootSize)
        }
        _ = plan.stages()
        let living = LivingSystemTests.answer(&plan, tree, &frames)
        let stages = plan.stages()
        if stages.contains(where: { $0.outcome.contains("numbers move") }) { moved += 1 }
        let present = constraints.compactMap(\.self)
        let fresh = LivingSystemTests.fresh(present, tree)
        let agrees = living.agrees(with: fresh)
        #expect(agrees, "seed \(seed), change \(change): \(stages.map(\.outcome))")
        guard agrees else { return }
        isConflict = true
        guard case .frames = living else { continue }
        isConflict = false
        #expect(
          try LivingSystemTests.findingsAgree(&plan, present, tree),
          "seed \(seed), change \(change): other findings")
      }
    }
    #expect(moved > 0)
  }

  /// A list of 12 cells that are as high as their labels, and two constraints that come and go.
  private static func plainList() throws -> (tree: ViewTree, written: [LinearConstraint]) {
    var views = ""
    var rows = ["list.left == superview.left", "list.width == superview.width"]
    rows += ["list.top == superview.top", "c12.bottom == superview.bottom - 5"]
    for cell in 1...12 {
      views += "      - { id: c\(cell), children: [ { id: l\(cell), intrinsic: [40, 17.3] } ] }\n"
      rows.append(
        cell == 1
          ? "c1.top == superview.top + 4" : "c\(cell).top == c\(cell - 1).bottom + 2")
      rows += ["c\(cell).left == superview.left", "c\(cell).width == superview.width"]
      rows += ["l\(cell).left == superview.left + 8", "l\(cell).top == superview.top + 3"]
      rows.append("l\(cell).bottom == superview.bottom - 3.1")
    }
    rows += ["l3.height >= 40", "l7.height == 31.7 @800"]
    let scene = try SceneFile.scene(from: text(views, rows), file: "list.yaml")
    return (scene.tree, try WrittenConstraints(scene).constraints())
  }

  @Test("moving numbers hundreds of times leaves no error, and is not given up")
  func often() throws {
    let (tree, written) = try Self.plainList()
    var plan = try StagedPlan(written, in: tree, isTraced: true)
    var frames = tree.startFrames
    _ = LivingSystemTests.answer(&plan, tree, &frames)
    var moved = 0
    var places: [Int?] = [written.count - 2, written.count - 1]
    for change in 0..<900 {
      let turn = change % 2
      if let place = places[turn] {
        plan.remove(place)
        places[turn] = nil
      } else {
        places[turn] = plan.add(written[written.count - 2 + turn])
      }
      _ = plan.stages()
      let living = LivingSystemTests.answer(&plan, tree, &frames)
      if plan.stages().contains(where: { $0.outcome.contains("numbers move") }) { moved += 1 }
      let others = (0..<2).filter { places[$0] != nil }.map { written[written.count - 2 + $0] }
      let agrees = living.agrees(with: LivingSystemTests.fresh(written.dropLast(2) + others, tree))
      #expect(agrees, "change \(change)")
      guard agrees else { return }
    }
    #expect(moved > 850)
  }

  @Test("cells move where the other axis is laid out apart")
  func oneAxis() throws {
    let (tree, written) = try Self.plainList()
    guard
      case .apart(let parts) = AxisDivision(
        ConstraintList(written), ConstraintRows(written, in: tree), in: tree)
    else {
      Issue.record("not divided")
      return
    }
    let places = parts.places
    var plan = StagedPlan(
      parts.written[.vertical], rows: parts.rows[.vertical], in: tree, isTraced: true)
    var frames = tree.startFrames
    _ = LivingSystemTests.answer(&plan, tree, &frames)
    _ = plan.stages()
    plan.remove(places[.vertical].count - 1)
    guard case .frames(let living) = LivingSystemTests.answer(&plan, tree, &frames),
      case .frames(let fresh) = LivingSystemTests.fresh(Array(written.dropLast()), tree)
    else {
      Issue.record("no layout")
      return
    }
    let outcomes = plan.stages().map(\.outcome)
    #expect(outcomes.contains { $0.contains("numbers move") }, "\(outcomes)")
    for (one, other) in zip(living, fresh) {
      #expect(abs(one.y - other.y) < 1e-9 && abs(one.height - other.height) < 1e-9)
    }
  }
}
