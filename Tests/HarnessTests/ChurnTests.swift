import Conversion
import Foundation
import LayoutModel
import Scenes
import LayoutBenchSuite
import Testing
import LayoutBenchTiming

@testable import LayoutBenchHarness

@Suite("Views that come and go")
struct ChurnTests {
  private static let text = """
    layoutbench: 1
    name: list
    root: { size: [100, 100] }
    views:
      - id: title
        intrinsic: [40, 10]
      - id: cell
        children: [ { id: text, intrinsic: [30, 8] } ]
    layouts:
      sll:
        - title: "ll = tt = 0"
        - cell: ["ll = 0, tt = %bb, w = 100, h = 20", title]
        - text: "ll = tt = 2"
      constraints:
        - "|[title]"
        - V:|[title][cell(20)]
        - "|[cell]|"
        - text.left == cell.left + 2
        - text.top == cell.top + 2
      layoutkit:
        - yPlace: [title, 0, cell]
        - size: { views: [cell], to: [100, 20] }
    """

  @Test("a view goes with all that it holds and all that names them")
  func without() throws {
    let scene = try SceneFile.scene(from: Self.text, file: "list.yaml")
    let cell = try #require(scene.tree.view(named: "cell"))
    let rest = try scene.without(cell, dialects: Registry.current.dialects)
    #expect(rest.tree.names == ["root", "title"])
    #expect(rest.layouts["sll"]?.items?.count == 1)
    // Of a visual format only the constraints of the cell are removed.
    #expect(
      rest.layouts["constraints"]?.items?.compactMap(\.text)
        == ["|[title]", "title.top == root.top"])
    let calls = try #require(rest.layouts["layoutkit"]?.items)
    #expect(calls.count == 1)
    #expect(calls[0].entries?.first?.value.items?.compactMap(\.text) == ["title", "0"])
    // A view that others depend on cannot be removed without them.
    let title = try #require(scene.tree.view(named: "title"))
    #expect(
      try scene.without(title, dialects: Registry.current.dialects).layouts["sll"]?.items?.count
        == 1)
  }

  private static func verified(_ name: String, _ phases: [Phase]) throws -> VerifiedScene {
    let scene = try #require(SceneGenerator.scene(named: name))
    return try VerifiedScene(
      scene, phases: phases, seed: 7,
      among: Participant.preferred(of: scene, forms: [.plan, .program]))
  }

  @Test(
    "views come and go, and every engine leaves the others where they are",
    arguments: ["feed-40", "cells-40", "flat-10"])
  func cells(_ name: String) throws {
    let verified = try Self.verified(name, [.churn])
    #expect(verified.removals.views.count >= 4)
    let script = try #require(verified.scripts[.churn]).script
    #expect(script.count == 8)
    let absent = script.absences(in: verified.scene.tree)
    #expect(absent.last?.isEmpty == true)
    // Other views come than those that went: no layout of before is that of a later pass.
    #expect(Set(absent).count == absent.count)
    for view in verified.removals.views {
      #expect(absent.dropLast().contains { $0.contains(view.index) })
    }
    for cell in verified.cells(of: [.churn]) {
      #expect(
        cell.verdict.isRight || cell.verdict.outcome == .cannotState,
        "\(cell.participant.label): \(cell.verdict)")
    }
    let rebuilt = Set(
      verified.cells(of: [.churn]).filter(\.isRebuilt).map(\.participant.engine.name))
    #expect(rebuilt.isSubset(of: ["layoutkit"]))
    #expect(
      verified.cells(of: [.churn]).contains {
        $0.participant.engine.name == "glpk" && $0.verdict.isRight
      })
  }

  @Test("where the other views depend on whichever goes, nothing is churned")
  func dependent() throws {
    let verified = try Self.verified("equal-10", [.churn])
    #expect(verified.removals.views.count < 4)
    #expect(verified.scripts[.churn] == nil)
    #expect(!verified.offers(.churn))
  }

  @Test(
    "after 1,000 rounds of going and coming back frames are those of before, and so is what is kept",
    .enabled(if: Allocations.areCounted), arguments: ["sll", "sll:incremental", "glpk"],
    [Form.plan, .program])
  func again(_ name: String, _ form: Form) throws {
    let scene = try #require(SceneGenerator.scene(named: "feed-40"))
    let verified = try Self.verified("feed-40", [.churn])
    let engine = try #require(Engines.named(name).flatMap { Registry.current.engine($0, in: form) })
    let layout = try engine.resolve(scene, dialect: engine.dialects(of: scene)[0])
    var session = try LayoutSession(layout, tree: scene.tree)
    try session.layOut()
    let before = session.frames
    let views = verified.removals.views
    #expect(!views.isEmpty)
    func churn(_ rounds: Int) throws {
      for round in 0..<rounds {
        let view = views[round % views.count]
        session.apply(.removal(view))
        try session.layOut()
        session.apply(.addition(view))
        try session.layOut()
      }
    }
    // Buffers that grow to their size grow at first.
    try churn(500)
    Allocations.begin()
    try churn(500)
    let kept = Allocations.end().live
    #expect(Agreement.holds(session.frames, before))
    #expect(kept <= 4096, "\(kept) bytes more after 500 rounds")
  }
}

extension ChurnTests {
  @Test(
    "views that come and go, contents and sizes in any order: every engine agrees with every other",
    arguments: 0..<12)
  func anyOrder(seed: UInt64) throws {
    let names = ["feed-40", "cells-40", "stack-24", "chain-10"]
    let scene = try #require(SceneGenerator.scene(named: names[Int(seed) % names.count]))
    let verified = try VerifiedScene(
      scene, phases: [.churn], seed: seed,
      among: Participant.preferred(of: scene, forms: [.plan, .program]))
    var random = SplitMix64(seed: seed)
    let contents = scene.tree.views.dropFirst().filter {
      scene.tree.intrinsicSize(of: $0) != IntrinsicSize(nil, nil)
    }
    var script = Script()
    var out: Set<ViewID> = []
    for _ in 0..<60 {
      let turn = Int.random(in: 0..<4, using: &random)
      if turn == 0, let view = verified.removals.views.randomElement(using: &random) {
        script.append([out.contains(view) ? .addition(view) : .removal(view)], .churn)
        if out.remove(view) == nil { out.insert(view) }
      } else if turn == 1 {
        let size = Size(
          width: Double.random(in: 300...420, using: &random),
          height: Double.random(in: 400...600, using: &random))
        script.append([.resize(size)], .resize)
      } else if let view = contents.randomElement(using: &random), !isOut(view, out, scene) {
        let width = Double.random(in: 20...60, using: &random)
        script.append(
          [.intrinsic(view, IntrinsicSize(width, scene.tree[view].intrinsic.vertical))], .edit)
      }
    }
    let absent = script.absences(in: scene.tree)
    var reference: (label: String, states: [[Rect]])?
    for participant in Participant.preferred(of: scene, forms: [.plan, .program])
    where participant.engine.traits.follows.isSuperset(of: [.removal, .addition])
      && !participant.engine.traits.isYardstick
    {
      let states = try script.states(of: participant.resolve(scene), in: scene.tree, absent)
      guard let reference else {
        reference = (participant.label, states)
        continue
      }
      for (step, (one, other)) in zip(states, reference.states).enumerated() {
        #expect(
          Agreement.holds(one, other),
          "\(scene.name), step \(step): \(participant.label) against \(reference.label)")
      }
    }
    #expect(reference != nil)
  }

  private func isOut(_ view: ViewID, _ out: Set<ViewID>, _ scene: Scene) -> Bool {
    out.contains { scene.tree.contains($0, view) }
  }
}
