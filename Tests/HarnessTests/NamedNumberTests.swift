import Constraints
import Conversion
import LayoutBenchSuite
import LayoutBenchTiming
import LayoutModel
import Scenes
import Testing

@testable import LayoutBenchHarness

@Suite("Numbers that statements name")
struct NamedNumberTests {
  private static func scene(_ name: String) throws -> Scene {
    if let scene = SceneGenerator.scene(named: name) { return scene }
    let file = try #require(Suite.files.first { $0.name == "\(name).yaml" })
    return try SceneSource(file: file.name, text: file.text).scene()
  }

  @Test(
    "frames after numbers, sizes and views have changed are those of a layout from nothing",
    arguments: [
      "flat-40", "chain-40", "chain-3", "nest-20", "nest-1", "equal-40", "keyboard-100",
      "split-40", "kiwi-enaml-form", "yoga-huge-nested",
    ])
  func edits(_ name: String) throws {
    let scene = try Self.scene(name)
    let values = scene.tree.numbers.values
    #expect(values.count <= 16 && (!values.isEmpty || name == "nest-1"))
    var random = SplitMix64(seed: 5, child: 0, round: 0)
    let plain = Engines.everyone.filter { $0.name == "glpk:plain" }
    let participants =
      Participant.preferred(of: scene, forms: [.plan, .program])
      + (scene.tree.count < 60 ? Participant.all(of: scene, among: plain) : [])
    #expect(participants.contains { $0.engine.traits.isYardstick })
    for participant in participants {
      #expect(participant.followed(of: scene).contains(.constant), "\(participant.label)")
      let layout = try participant.resolve(scene)
      var session = try LayoutSession(layout, tree: scene.tree)
      try session.layOut()
      var changes: [Int: Change] = [:]
      var root = scene.tree.rootSize
      for step in 0..<40 {
        if step % 7 == 6 || values.isEmpty {
          root = Size(
            width: scene.tree.rootSize.width * Double.random(in: 0.9...1.2, using: &random),
            height: scene.tree.rootSize.height * Double.random(in: 0.9...1.2, using: &random))
          session.apply(.resize(root))
        } else {
          let place = Int.random(in: 0..<values.count, using: &random)
          let value = (values[place] + 1) * Double.random(in: 0.5...1.5, using: &random)
          changes[place] = .number(place, value)
          session.apply(.number(place, value))
        }
        // Several at once now and then.
        guard step % 5 != 0 else { continue }
        try session.layOut()
        let changed = scene.sized(by: [.resize(root)] + changes.values)
        var fresh = try LayoutSession(try participant.resolve(changed), tree: changed.tree)
        try fresh.layOut()
        #expect(
          Agreement.holds(session.frames, fresh.frames), "\(participant.label), step \(step)")
      }
    }
  }

  @Test("engines agree on views that leave and come back while numbers change")
  func absences() throws {
    for name in ["flat-40", "split-40", "yoga-huge-nested"] {
      let scene = try Self.scene(name)
      var random = SplitMix64(seed: 8, child: 0, round: 0)
      let inPlace: Set<Change.Kind> = [.constant, .removal, .addition]
      let participants = Participant.preferred(of: scene, forms: [.plan, .program]).filter {
        $0.followed(of: scene).isSuperset(of: inPlace) && !$0.engine.traits.isYardstick
      }
      #expect(participants.count >= 4)
      var removable: [ViewID] = []
      for view in scene.tree.views.dropFirst() where removable.count < 8 {
        let rest = try? scene.without(view, dialects: Registry.current.dialects)
        let names = rest?.layouts["constraints"]?.items?.count ?? 0
        let all = scene.layouts["constraints"]?.items?.count ?? 0
        // Only statements about the view's own place and size are gone with it.
        if all - names <= 5 { removable.append(view) }
      }
      guard !removable.isEmpty else { continue }
      var (changes, gone): ([Change], [Set<Int>]) = ([], [])
      var out: Set<ViewID> = []
      for step in 0..<60 {
        if step % 3 == 0, let view = removable.randomElement(using: &random) {
          changes.append(out.contains(view) ? .addition(view) : .removal(view))
          if out.remove(view) == nil { out.insert(view) }
        } else {
          changes.append(
            .number(
              Int.random(in: 0..<scene.tree.numbers.count, using: &random),
              Double.random(in: 2...30, using: &random)))
        }
        gone.append(scene.tree.indices(in: out))
      }
      var known: [[Rect]] = []
      for participant in participants {
        var session = try LayoutSession(try participant.resolve(scene), tree: scene.tree)
        try session.layOut()
        var states: [[Rect]] = []
        for change in changes {
          session.apply(change)
          try session.layOut()
          states.append(session.frames)
        }
        if known.isEmpty { known = states }
        for (step, frames) in states.enumerated() {
          for view in frames.indices where !gone[step].contains(view) {
            #expect(
              frames[view].isClose(to: known[step][view], within: 1e-6),
              "\(name), \(participant.label), step \(step), \(scene.tree.names[view])")
          }
        }
      }
    }
  }

  @Test("an edit in a scene without contents is that of a number, never the same twice in a row")
  func script() throws {
    let scene = try Self.scene("chain-100")
    var draft = ScriptDraft(scene, .edit, seed: 3, reach: .wide, removable: [])
    let drawn = draft.script(.edit)
    let script = try #require(drawn)
    #expect(script.count == 64)
    var (last, values): (Int?, [Int: Double]) = (nil, [:])
    for change in script.changes {
      guard case .number(let place, let value) = change else {
        Issue.record("\(change) is no change of a number")
        continue
      }
      #expect(place != last)
      #expect(value != values[place] ?? scene.tree.numbers.values[place])
      (last, values[place]) = (place, value)
    }
    #expect(values.count > 5)
    // Where there are contents, they change.
    var other = ScriptDraft(try Self.scene("form-10"), .edit, seed: 3, reach: .wide, removable: [])
    let contents = other.script(.edit)?.changes ?? []
    #expect(contents.count == 64 && contents.allSatisfy { $0.kind == .content })
  }

  private static let text = """
    layoutbench: 2
    name: inset
    root: { size: [100, 80] }
    views:
      - { id: a }
    numbers: { inset: 10, gap: -2.5 }
    layouts:
      sll:
        - a: ["ll = rr = %^f, tt = 0, h = H:%^p", inset, gap]
      constraints:
        - a.left == superview.left + inset
        - a.right == superview.right - inset
        - a.top == superview.top
        - a.height == gap
    """

  @Test("a number in an equation is its constant, added, subtracted or alone")
  func equations() throws {
    let scene = try SceneFile.scene(from: Self.text, file: "inset.yaml")
    #expect(scene.tree.numbers.names == ["inset", "gap"])
    let written = try ConstraintsDialect().read(scene)
    let constants = written.constraints().map { constraint -> Double? in
      guard case .items(_, _, _, let constant) = constraint.form else { return nil }
      return constant
    }
    #expect(constants == [10, -10, 0, -2.5])
    #expect(
      written.namedConstants.map { [Double($0.number), $0.sign, Double($0.constraint)] }
        == [[0, 1, 0], [0, -1, 1], [1, 1, 3]])
    #expect(written.namedConstants.uses(of: 0).count == 2)
    #expect(written.namedConstants.uses(of: 7).isEmpty)
  }

  @Test(
    "mistakes about numbers are told with their places",
    arguments: [
      (
        "numbers: { inset: 10, gap: -2.5 }", "numbers: { a: 10 }", "6:12", "'a' is the id of a view"
      ),
      (
        "numbers: { inset: 10, gap: -2.5 }", "numbers: { make: 10 }", "6:12",
        "'make' is the id of a view or reserved"
      ),
      ("numbers: { inset: 10, gap: -2.5 }", "numbers: { in-set: 1 }", "6:12", "a number's name"),
      ("numbers: { inset: 10, gap: -2.5 }", "numbers: [10]", "6:10", "a name and a value"),
      ("inset: 10,", "inset: ten,", "6:19", "not a number"),
      ("layoutbench: 2", "layoutbench: 1", "6:10", "'numbers' needs 'layoutbench: 2'"),
      (
        "left + inset", "left + insett", "11:34",
        "'insett' is neither a number nor the name of one; did you mean 'inset'?"
      ),
      ("== gap", "== gapp", "14:23", "expected '.' and an attribute"),
      ("rr = %^f", "rr = %f", "9:46", "%f takes a number; 'inset' may change"),
    ])
  func mistakes(_ old: String, _ new: String, _ place: String, _ message: String) throws {
    let changed = Self.text.replacing(old, with: new)
    #expect(changed != Self.text)
    do {
      let scene = try SceneFile.scene(from: changed, file: "inset.yaml")
      _ = try SLLMistakes.read(scene)
      Issue.record("no mistake in \(new)")
    } catch {
      let text = "\(error)"
      #expect(text.contains(message), "\(text)")
      #expect(text.contains("inset.yaml:\(place):"), "\(text)")
    }
  }

  private enum SLLMistakes {
    static func read(_ scene: Scene) throws {
      for engine in Engines.all where ["sll", "glpk"].contains(engine.name) {
        for dialect in engine.dialects(of: scene) {
          _ = try engine.resolve(scene, dialect: dialect)
        }
      }
    }
  }

  @Test("unfolded equations keep the names of their constants, with a condition too")
  func unfolding() throws {
    let text = Self.text.replacing(
      "- a.top == superview.top",
      with: "- { is: a.top == superview.top + inset, when: { width: [~, 300] } }")
    let scene = try SceneFile.scene(from: text, file: "n")
    let unfolded = try ConvertedScene(unfoldingConstraintsOf: scene)
    #expect(unfolded.entries.count == 4)
    #expect(unfolded.entries.count { $0.contains("inset") } == 3)
    let again = try SceneFile.scene(
      from: SceneWriter.text(
        of: unfolded.scene, layouts: [(dialect: .constraints, entries: unfolded.entries)]),
      file: "n")
    #expect(again.variations["constraints"]?.entries.count == 4)
    #expect(try WrittenConstraints(again).namedConstants.count == 4)
    #expect(again.tree.numbers == scene.tree.numbers)
    // Rules as constraints have the values, and no names.
    let lowered = try ConvertedScene(loweringRulesOf: scene)
    #expect(lowered.scene.tree.numbers.count == 0)
  }

  @Test("a step that changes a number reads, writes and lays out")
  func steps() throws {
    let text =
      Self.text + """

        steps:
          - number: [inset, 20]
            expect: { a: [20, 0, 60, 0] }
        """
    let scene = try SceneFile.scene(from: text.replacing("gap: -2.5", with: "gap: 0"), file: "n")
    #expect(scene.steps.map(\.change) == [.number(0, 20)])
    let check = try CrossCheck(scene, engines: Engines.all)
    #expect(check.holds)
    #expect(check.verdicts.count { $0.verdict.isRight } >= 3)
    let written = SceneWriter.text(of: scene, dialects: Registry.current.dialects)
    let again = try SceneFile.scene(from: written, file: "n")
    #expect(again.tree.numbers == scene.tree.numbers)
    #expect(again.steps.map(\.change) == scene.steps.map(\.change))
    #expect(SceneWriter.text(of: again, dialects: Registry.current.dialects) == written)
  }

  @Test("every engine counts the frames that it writes, and none fewer than the floor")
  func framesWritten() throws {
    for name in ["feed-20", "settings-40", "chain-40", "flat-40"] {
      let scene = try Self.scene(name)
      let verified = try VerifiedScene(
        scene, phases: [.edit], seed: 2,
        among: Participant.preferred(of: scene, forms: [.plan, .program]))
      let script = try #require(verified.scripts[.edit])
      var counts: [String: Int] = [:]
      for participant in verified.participants {
        let layout = try #require(verified.layout(of: participant.label))
        var plan = try layout.plan()
        plan.beginCounting()
        var frames = [Rect](repeating: .unknown, count: scene.tree.count)
        for step in -1..<script.script.count {
          if step >= 0 { for change in script.script.step(step) { plan.apply(change) } }
          var span = frames.mutableSpan
          try plan.pass(into: &span)
        }
        let counters = plan.counters()
        let label = "\(participant.label) \(participant.form)"
        counts[label] = try #require(
          counters.first { $0.name == "frames written" }, "\(name), \(label)"
        ).value
      }
      let moved = zip(script.states, script.states.dropFirst()).reduce(scene.tree.count - 1) {
        sum, pair in sum + zip(pair.0, pair.1).count { !$0.isSame(as: $1) }
      }
      for (label, count) in counts { #expect(count >= moved, "\(name), \(label)") }
      #expect(Set(counts.filter { $0.key.hasPrefix("manual") }.values).count == 1)
    }
  }
}
