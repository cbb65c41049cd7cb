import Constraints
import GLPKLayout
import LayoutBenchSuite
import LayoutBenchTiming
import LayoutModel
import Scenes
import Testing

@testable import LayoutBenchHarness

/// The least height that contains a scene at a width, from every engine that reports one.
@Suite("Fitting sizes")
struct FittingTests {
  private static func heights(
    _ scene: Scene, _ widths: [Double], among engines: [any LayoutEngine] = Engines.everyone
  ) throws -> [(label: String, heights: [Double?])] {
    try Participant.preferred(of: scene, among: engines, forms: Form.inOrder).compactMap {
      participant in
      var session = try LayoutSession(participant.resolve(scene), tree: scene.tree)
      try session.layOut()
      let before = session.frames
      var heights: [Double?] = []
      for width in widths {
        do throws(LayoutError) {
          heights.append(try session.fittingHeight(width: width))
        } catch {
          guard case .unsatisfiable = error else { throw error }
          heights.append(-1)
        }
      }
      // No frame changes.
      try session.layOut()
      #expect(session.frames == before, "\(participant.label)")
      return heights.contains(nil) ? nil : (participant.label, heights)
    }
  }

  @Test(
    "constraints come to the height that code by hand has",
    arguments: [
      "chat", "chat-rtl", "comments", "article", "settings", "headlines", "table", "table-rtl",
      "essay",
    ])
  func byHand(_ name: String) throws {
    let generator = try #require(SceneGenerator.all.first { $0.name == name })
    let scene = generator.scene(views: name == "essay" ? 1 : 12)
    let answers = try Self.heights(scene, [320, 180.25, 513, 320])
    let judge = try #require(answers.first { $0.label == "manual" }).heights
    // In both forms; the calls of front ends, and the oracle.
    #expect(answers.count >= 5)
    #expect(Set(judge).count == 3 && judge.allSatisfy { $0 ?? 0 > 0 })
    for (label, heights) in answers {
      for (height, expected) in zip(heights, judge) {
        #expect(abs((height ?? 0) - (expected ?? 0)) <= 1e-6 * (expected ?? 1), "\(label)")
      }
    }
  }

  @Test("random scenes with texts: plans, programs and the oracle agree", arguments: 0..<3)
  func random(block: UInt64) throws {
    var (count, held) = (0, 0)
    // Every other ten have texts.
    for seed in 120 * block..<120 * (block + 1) where seed / 10 % 2 == 1 {
      let random = try SceneFile.scene(from: RandomConstraints(seed: seed).text, file: "\(seed)")
      var scene = random
      (scene.variations, scene.absent, scene.steps) = ([:], [], [])
      guard var entries = scene.layouts["constraints"]?.items else { continue }
      let place = SourcePosition(line: 1, column: 1)
      for view in scene.tree.views.dropFirst() where scene.tree.superview(of: view) == .root {
        let text = "\(scene.tree.name(of: view)).bottom <= superview.bottom - 5 @100"
        entries.append(SourceNode(.scalar(text, offset: nil), at: place))
      }
      scene.layouts["constraints"] = SourceNode(.sequence(entries), at: place)
      let widths = [scene.tree.rootSize.width, 77, scene.tree.rootSize.width / 2]
      let engines = Engines.everyone.filter { ["glpk", "glpk:plain"].contains($0.name) }
      guard let answers = try? Self.heights(scene, widths, among: engines), answers.count >= 2
      else { continue }
      count += 1
      let judge = answers[0].heights
      if judge.contains(where: { $0 ?? 0 > 0 }) { held += 1 }
      for (label, heights) in answers.dropFirst() {
        for (height, expected) in zip(heights, judge) {
          let (one, other) = (height ?? .nan, expected ?? .nan)
          #expect(abs(one - other) <= 1e-5 * max(1, abs(other)), "\(seed), \(label)")
        }
      }
    }
    #expect(count > 20 && held > 3, "\(count), \(held)")
  }

  @Test("asked again after any change, a height is that of a fresh tree", arguments: 0..<40)
  func living(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    final class Cell {
      let root = View("cell", frame: Rect(x: 0, y: 0, width: 0, height: 0))
      let avatar = View("avatar")
      let body = View("body")
      let time = View("time")
      /// Views that leave and come back: one with constraints, one without any.
      let badge = View("badge")
      let spare = View("spare")
      var constraints: [Constraint] = []
      var ofBadge: [Constraint] = []
      /// A constraint that is made anew each time.
      var least: Constraint?

      init() throws {
        body.text = Text("")
        for view in [avatar, body, time] { root.addSubview(view) }
        let views = ["avatar": avatar, "body": body, "time": time]
        for format in [
          "H:|-10-[avatar]-8-[body]-10-|", "V:|-10-[avatar]-(>=10)-|",
          "V:|-10-[body]-4-[time]-10-|",
          "H:[time]-10-|", "V:[body(>=50)]",
        ] {
          constraints += try Constraint.constraints(withVisualFormat: format, views: views)
        }
        for attribute in [Attribute.left, .top, .width, .height] {
          ofBadge.append(
            Constraint(
              item: badge, attribute: attribute, relatedBy: .equal, toItem: avatar,
              attribute: attribute))
        }
      }

      /// Adds the views that come and go, or removes them.
      func show(badge hasBadge: Bool, spare hasSpare: Bool) throws {
        if hasBadge, badge.superview == nil {
          root.addSubview(badge)
          try Constraint.activate(ofBadge)
        } else if !hasBadge {
          badge.removeFromSuperview()
        }
        if hasSpare, spare.superview == nil {
          root.addSubview(spare)
        } else if !hasSpare {
          spare.removeFromSuperview()
        }
      }
    }
    var state = (
      words: "", avatar: 40.0, time: 14.0, constant: 10.0, gap: 4.0, isSquare: false, isLarge: true,
      width: 320.0, hasBadge: true, hasSpare: true, least: 0.0
    )
    func apply(_ cell: Cell, _ square: Constraint) throws {
      try cell.show(badge: state.hasBadge, spare: state.hasSpare)
      if cell.least?.constant != state.least {
        cell.least?.isActive = false
        cell.least = Constraint(
          item: cell.time, attribute: .width, relatedBy: .greaterThanOrEqual,
          constant: state.least)
        cell.least?.isActive = true
      }
      cell.body.text = Text(state.words)
      cell.avatar.intrinsicContentSize = IntrinsicSize(state.avatar, state.avatar)
      cell.time.intrinsicContentSize = IntrinsicSize(30, state.time)
      cell.constraints[0].constant = state.constant
      // Along the other axis too.
      cell.constraints[6].constant = state.gap
      cell.constraints[cell.constraints.count - 1].isActive = state.isLarge
      // Constraints between both axes: texts are laid out in another way then.
      square.isActive = state.isSquare
    }
    func square(_ cell: Cell) -> Constraint {
      Constraint(
        item: cell.time, attribute: .width, relatedBy: .equal, toItem: cell.time,
        attribute: .height, multiplier: 2)
    }
    func height(_ cell: Cell) throws -> Double {
      try cell.root.systemLayoutSizeFitting(
        Size(width: state.width, height: 0), horizontal: .required
      ).height
    }
    let cell = try Cell()
    try Constraint.activate(cell.constraints)
    let living = square(cell)
    // The same in a screen, which is laid out too: its plan is kept as well.
    let within = try Cell()
    let screen = View("screen", frame: Rect(x: 0, y: 0, width: 400, height: 300))
    screen.addSubview(within.root)
    try Constraint.activate(
      within.constraints + [
        Constraint(
          item: within.root, attribute: .left, relatedBy: .equal, toItem: screen, attribute: .left)
      ])
    let livingWithin = square(within)
    for _ in 0..<30 {
      switch Int.random(in: 0...12, using: &random) {
      case 0, 1:
        state.words = DrawnText.string(characters: Int.random(in: 1...200, using: &random), &random)
      case 2: state.avatar = Double(Int.random(in: 10...90, using: &random))
      case 3: state.time = Double(Int.random(in: 5...30, using: &random))
      case 4: state.constant = Double(Int.random(in: 0...40, using: &random))
      case 5: state.isSquare.toggle()
      case 6: state.isLarge.toggle()
      case 7: state.gap = Double(Int.random(in: 0...60, using: &random))
      case 8, 9: state.hasBadge.toggle()
      case 10: state.hasSpare.toggle()
      case 11: state.least = Double(Int.random(in: 0...30, using: &random))
      default: state.width = Double(Int.random(in: 200...500, using: &random))
      }
      try apply(cell, living)
      // Now and then the cell is laid out too.
      if Bool.random(using: &random) {
        cell.root.frame = Rect(x: 0, y: 0, width: state.width, height: try height(cell))
        try cell.root.layoutIfNeeded()
        #expect(cell.root.frame.width == state.width)
        if Bool.random(using: &random) { _ = try cell.root.constraintFindings() }
      }
      try apply(within, livingWithin)
      if Bool.random(using: &random) { try? screen.layoutIfNeeded() }
      let fresh = try Cell()
      try Constraint.activate(fresh.constraints)
      try apply(fresh, square(fresh))
      let (one, other) = (try height(cell), try height(fresh))
      #expect(abs(one - other) <= 1e-9 * other, "\(state)")
      #expect(abs(try height(within) - other) <= 1e-9 * other, "\(state)")
      // For a view in another view, the same.
      let holder = View("holder", frame: Rect(x: 0, y: 0, width: 1, height: 1))
      holder.addSubview(fresh.root)
      #expect(abs(try height(fresh) - other) <= 1e-9 * other, "\(state)")
    }
  }

  @Test("the content of the view itself counts, and a size that cannot be is refused")
  func itself() throws {
    let width = Size(width: 64, height: 0)
    let label = View("label")
    label.text = Text("One two three four five six")
    for isWithin in [false, true] {
      let holder = View("holder", frame: Rect(x: 0, y: 0, width: 10, height: 10))
      if isWithin { holder.addSubview(label) }
      #expect(try label.systemLayoutSizeFitting(width, horizontal: .required).height == 80)
    }
    label.removeFromSuperview()
    label.text = Text("One two")
    #expect(try label.systemLayoutSizeFitting(width, horizontal: .required).height == 20)
    let icon = View("icon", intrinsicContentSize: IntrinsicSize(86, 20))
    let small = Size(width: 0, height: 0)
    #expect(try icon.systemLayoutSizeFitting(small) == Size(width: 86, height: 20))
    icon.intrinsicContentSize = IntrinsicSize(50, 30)
    #expect(try icon.systemLayoutSizeFitting(small) == Size(width: 50, height: 30))
    for size in [Double.infinity, .nan] {
      #expect(throws: LayoutError.self) {
        try icon.systemLayoutSizeFitting(Size(width: size, height: 0), horizontal: .required)
      }
    }
    // The message of a conflict names the view.
    let box = View("box")
    let inner = View("inner")
    box.addSubview(inner)
    try Constraint.activate(
      Constraint.constraints(withVisualFormat: "H:|-20-[inner(50)]-20-|", views: ["inner": inner]))
    do {
      _ = try box.systemLayoutSizeFitting(Size(width: 30, height: 0), horizontal: .required)
      Issue.record("no conflict")
    } catch {
      let message = (error as? LayoutError)?.message(file: "box") ?? ""
      #expect(message.contains("box(30)") && !message.contains("itself"), "\(message)")
    }
    // A failed request leaves the layout and its findings unchanged.
    let root = View("root", frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let bar = View("bar", intrinsicContentSize: IntrinsicSize(300, 10))
    root.addSubview(bar)
    try Constraint.activate(
      Constraint.constraints(withVisualFormat: "H:|-20-[bar]-20-|", views: ["bar": bar])
        + Constraint.constraints(withVisualFormat: "V:|[bar]", views: ["bar": bar]))
    try root.layoutIfNeeded()
    #expect(throws: LayoutError.self) {
      try root.systemLayoutSizeFitting(Size(width: 30, height: 0), horizontal: .required)
    }
    #expect(try root.constraintFindings().violated.map(\.amount) == [240])
    bar.intrinsicContentSize = IntrinsicSize(200, 10)
    _ = try root.systemLayoutSizeFitting(Size(width: 90, height: 0), horizontal: .required)
    #expect(try root.constraintFindings().violated.map(\.amount) == [140])
  }

  @Test(
    "an engine that tells no height hides no disagreement, and somebody must tell one that is expected"
  )
  func untold() throws {
    func entry(_ label: String, _ height: Double?) -> Agreement.Entry {
      let root = height.map { Rect(x: 0, y: 0, width: 1, height: $0) } ?? .unknown
      return Agreement.Entry(label: label, dialect: DialectName(label), states: [[root]])
    }
    let agreement = Agreement([entry("a", nil), entry("b", 60), entry("c", 61)])
    #expect(agreement.dissents.contains { $0 != nil })
    let scene = try SceneFile.scene(
      from: """
        layoutbench: 2
        name: rules
        root: { size: [320, 100] }
        views: [{ id: body }]
        layouts: { sll: [{ body: "ll = 10, rr = 10, tt = 10, h = 5" }] }
        steps: [{ fit: 320, size: [320, 999] }]
        """, file: "rules.yaml")
    let rules = Engines.everyone.filter { $0.name.hasPrefix("sll") }
    #expect(try !CrossCheck(scene, engines: rules).holds)
  }

  @Test("views that are out, and what is given to them meanwhile, do not count")
  func absent() throws {
    let scene = try SceneFile.scene(
      from: """
        layoutbench: 2
        name: out
        root: { size: [320, 100] }
        views:
          - { id: icon, intrinsic: [20, 20], compression: [1000, 1000] }
          - { id: body, text: "Words that wrap, and a second sentence." }
        layouts:
          constraints:
            - H:|-10-[body]-10-|
            - V:|-10-[body]
            - H:|-10-[icon]
            - V:|-10-[icon]
            - body.bottom <= superview.bottom - 10 @100
            - icon.bottom <= superview.bottom - 10 @100
        steps:
          - { remove: icon }
          - { fit: 320, size: [320, 60] }
          - { view: icon, intrinsic: [30, 90] }
          - { fit: 320, size: [320, 60] }
          - { add: icon }
          - { fit: 320, size: [320, 110] }
        """, file: "out.yaml")
    let check = try CrossCheck(scene, engines: Engines.everyone)
    for (participant, verdict) in check.verdicts {
      #expect(verdict.isRight, "\(participant.label): \(verdict)")
    }
    #expect(check.holds)
  }

  @Test("a first round without a layout is not the last word", arguments: [false, true])
  func yielding(isCoupled: Bool) throws {
    let scene = try SceneFile.scene(
      from: """
        layoutbench: 2
        name: firm
        root: { size: [100, 200] }
        views:
          - { id: body, text: "words that come to three lines", hugging: [250, 1000], compression: [1, 1000] }
          - { id: box }
        layouts:
          constraints:
            - H:|[body]|
            - V:|[body(60)]-[box(20)]
            - box.left == superview.left
            - box.width == \(isCoupled ? "box.height" : "20")
        expect:
          body: [0, 0, 100, 60]
          box: [0, 68, 20, 20]
        """, file: "firm.yaml")
    let check = try CrossCheck(scene, engines: Engines.everyone)
    #expect(check.holds && check.verdicts.count > 2)
    #expect(check.verdicts.allSatisfy { $0.verdict.isRight })
    let none = try SceneFile.scene(
      from: SceneWriter.text(of: scene, dialects: Registry.current.dialects)
        .replacing("[body(60)]", with: "[body(40)]"), file: "firm.yaml")
    #expect(try CrossCheck(none, engines: Engines.everyone).hasNoLayout)
  }

  @Test("a step asks for the least height, and a wrong one is found")
  func step() throws {
    let text = """
      layoutbench: 2
      name: cell
      root: { size: [320, 100] }
      views:
        - { id: body, text: "Words that wrap, and a second sentence." }
      layouts:
        sll:
          - body: "ll = 10, rr = 10, tt = 10"
        constraints:
          - H:|-10-[body]-10-|
          - V:|-10-[body]
          - body.bottom <= superview.bottom - 10 @100
      steps:
        - fit: 320
          size: [320, 60]
        - { view: body, text: "Short" }
        - fit: 120
          size: [120, 40]
        - resize: [100, 50]
          expect:
            body: [10, 10, 80, 20]
      """
    let scene = try SceneFile.scene(from: text, file: "cell.yaml")
    #expect(scene.steps[0].change == .fit(width: 320))
    let check = try CrossCheck(scene, engines: Engines.everyone)
    // SLL does not report such a height, which is no fault.
    #expect(check.holds && check.verdicts.contains { $0.participant.engine.name == "sll" })
    let written = SceneWriter.text(of: scene, dialects: Registry.current.dialects)
    let read = try SceneFile.scene(from: written, file: "cell.yaml")
    #expect(read.steps.map(\.change) == scene.steps.map(\.change))
    #expect(
      read.steps[0].expected.frames.map(\.frame) == [Rect(x: 0, y: 0, width: 320, height: 60)])
    let wrong = try SceneFile.scene(
      from: text.replacing("[320, 60]", with: "[320, 61]"), file: "cell.yaml")
    let found = try CrossCheck(wrong, engines: Engines.everyone)
    #expect(!found.holds)
    for (faulty, message) in [
      ("layoutbench: 1", "version"), ("fit: -3", "a width"), ("fit: { a: 1 }", "a number"),
      ("fit: 3, expect: {}", "one change"), ("resize: [1, 1], size: [1, 1]", "one change"),
    ] {
      let version = faulty.hasPrefix("layoutbench")
      let text =
        version
        ? text.replacing("layoutbench: 2", with: faulty).replacing("text: \"Words", with: "x: \"W")
        : text.replacing("- fit: 320\n    size: [320, 60]", with: "- { \(faulty) }")
      #expect(throws: SceneError.self, "\(message)") {
        try SceneFile.scene(from: text, file: "cell.yaml")
      }
    }
  }

  @Test("the phase is timed where something holds the height, and wrong heights are not")
  func phase() throws {
    let scene = try #require(SceneGenerator.scene(named: "comments-12"))
    let verified = try VerifiedScene(
      scene, phases: [.fit], seed: 3, among: Participant.all(of: scene, forms: Form.inOrder))
    let script = try #require(verified.scripts[.fit])
    #expect(script.script.count == 32 && script.moved.steps == 32)
    let widths = script.script.changes.map { change -> Double in
      if case .fit(let width) = change { width } else { -1 }
    }
    #expect(Set(widths).count == 32 && !widths.contains(-1))
    let all = verified.cells(of: [.fit])
    let cells = all.filter(\.verdict.isRight)
    #expect(Set(cells.map(\.participant.engine.name)) == ["manual", "glpk"])
    #expect(cells.count == 4)
    // That rules and calls do not define this height is told.
    let others = all.filter { !$0.verdict.isRight }
    #expect(
      Set(others.map(\.participant.engine.name)) == ["sll", "sll:incremental", "layoutkit"])
    for cell in others {
      let label = cell.participant.label
      #expect(
        cell.verdict.reason(file: "", label: label)
          == "\(label) cannot state the least height at a width")
    }
    for cell in cells {
      let layout = try #require(verified.layout(of: cell.participant.label))
      let timed = try TimedCell(
        .fit, layout, cell.participant.engine.traits.exactness, in: scene.tree, script.script,
        script.states, seed: 1)
      #expect(try timed.batch(plans: 2).drift == nil)
      #expect(try timed.steps().count == 32)
      // Heights that are wrong in one state are found before the clock.
      var states = script.states
      states[9][0].height += 1
      #expect(throws: TimedCellFailure.self) {
        try TimedCell(
          .fit, layout, cell.participant.engine.traits.exactness, in: scene.tree, script.script,
          states, seed: 1)
      }
    }
    // No constraint determines the height of a chain.
    let chain = try #require(SceneGenerator.scene(named: "chain-10"))
    let other = try VerifiedScene(
      chain, phases: [.fit], seed: 3, among: Participant.all(of: chain, forms: Form.inOrder))
    #expect(!other.offers(.fit) && other.cells(of: [.fit]).isEmpty)
  }
}
