import Constraints
import LayoutBenchFixtures
import LayoutBenchTiming
import LayoutModel
import Testing

@testable import GLPKLayout

/// Random changes of systems with texts.
enum TextChanges {
  /// A text of some words.
  static func text(_ length: Int) -> Text {
    Text(
      String(repeating: "text ", count: length), advance: 7, line: 17, ascent: 13)
  }

  /// Compares each layout with that of both axes together, and the findings.
  ///
  /// - Parameters:
  ///   - written: the constraints.
  ///   - texts: the views of texts.
  ///   - contents: other views whose contents change.
  ///   - isWhole: whether all constraints and views stay.
  ///   - tree: the views.
  ///   - seed: the seed of the changes.
  /// - Throws: `LayoutError` of the findings.
  static func compare(
    _ written: [LinearConstraint], _ texts: [ViewID], contents: [ViewID] = [],
    isWhole: Bool = false,
    in tree: ViewTree, seed: UInt64
  ) throws {
    let rows = ConstraintRows(written, in: tree)
    let list = ConstraintList(written)
    var plan = ConstraintsPlan(list, rows: rows, in: tree)
    var together = ConstraintsPlan(list, rows: rows, in: tree, isSplit: false)
    var frames = tree.startFrames
    var others = frames
    var dice = SplitMix64(seed: seed &+ 1000)
    var out: Set<Int> = []
    var absent: Set<Int> = []
    for change in 0..<4 * LivingSystemTests.changes {
      for _ in 0...dice.below(2) {
        switch dice.below(isWhole ? 6 : 10) {
        case 0, 1:
          let place = dice.below(written.count)
          let constant = Double(dice.below(40))
          plan.edit(constant: constant, ofConstraint: place)
          together.edit(constant: constant, ofConstraint: place)
        case 2:
          let size = Size(
            width: Double(260 + dice.below(100)), height: Double(500 + dice.below(90)))
          plan.resize(to: size)
          together.resize(to: size)
        case 3, 4:
          let view = texts[dice.below(texts.count)]
          let text = text(dice.below(50))
          plan.edit(view, text: text)
          together.edit(view, text: text)
        case 5:
          guard !contents.isEmpty else { continue }
          let view = contents[dice.below(contents.count)]
          let side = Double(20 + dice.below(60))
          plan.edit(view, intrinsic: IntrinsicSize(side, side - 5))
          together.edit(view, intrinsic: IntrinsicSize(side, side - 5))
        case 6, 7:
          if let place = out.min(), dice.below(3) > 0 {
            out.remove(place)
            plan.putBack(place)
            together.putBack(place)
          } else if absent.isEmpty {
            let place = dice.below(written.count)
            guard out.insert(place).inserted else { continue }
            _ = plan.takeOut(place)
            _ = together.takeOut(place)
          }
        default:
          if let view = absent.popFirst() {
            plan.restore(ViewID(view))
            together.restore(ViewID(view))
          } else if out.isEmpty {
            let view = 1 + dice.below(tree.count - 1)
            absent.insert(view)
            plan.remove(ViewID(view))
            together.remove(ViewID(view))
          }
        }
      }
      let answer = LivingSystemTests.answer(&plan, tree, &frames)
      let other = LivingSystemTests.answer(&together, tree, &others)
      #expect(answer.agrees(with: other), "seed \(seed), change \(change)")
      guard case .frames = answer, case .frames = other else { continue }
      let (found, expected) = (try plan.findings(), try together.findings())
      #expect(
        found.violated.map(\.constraint) == expected.violated.map(\.constraint),
        "seed \(seed), change \(change): other violations")
      #expect(
        found.ambiguous.map(\.attribute) == expected.ambiguous.map(\.attribute),
        "seed \(seed), change \(change): other ambiguities")
    }
  }
}

/// A screen whose constraints are written one by one.
protocol WrittenScreen {
  var tree: ViewTree { get set }
  var written: [LinearConstraint] { get set }
}

extension WrittenScreen {
  mutating func require(
    _ view: ViewID, _ attribute: Attribute, _ relation: Relation = .equal,
    _ other: LinearConstraint.Item? = nil, _ multiplier: Double = 1, _ constant: Double = 0,
    at priority: Priority = .required
  ) throws {
    written.append(
      try LinearConstraint(
        .init(view, attribute), relation, other, multiplier: multiplier, constant: constant,
        priority: priority, in: tree))
  }

  mutating func view(_ name: String, in superview: ViewID) throws -> ViewID {
    let view = tree.add(name, to: superview)
    return try #require(view)
  }
}
