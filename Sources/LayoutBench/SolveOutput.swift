import ArgumentParser
import LayoutBenchHarness
import LayoutModel
import LayoutBenchReports
import LayoutBenchTiming

/// The output of `solve` for a scene.
struct SolveOutput {
  let scene: Scene
  let solved: SolvedScene
  /// True if the work of each layout is printed.
  var hasCounters = false
  /// True if the stages of each layout are printed.
  var hasStages = false

  private var engine: String { solved.participant.engine.name }
  private var dialect: String { solved.participant.dialect.text }

  // MARK: - Table

  /// Every layout's frames, under a heading that names the layout.
  var table: String {
    solved.states.enumerated().map { index, state in
      let change = index == 0 ? "" : "step \(index), \(text(of: scene.steps[index - 1].change)), "
      let heading =
        "\(scene.name): \(engine), \(dialect), \(change)root \(NumberText.write(state.root))"
      var table = TextTable([
        ("view", .left), ("x", .right), ("y", .right), ("width", .right), ("height", .right),
      ])
      for view in scene.tree.views.dropFirst() {
        let frame = state.frames[view.index]
        guard !frame.x.isNaN else { continue }
        // Beyond some depth more indentation does not help.
        let depth = min(Int(scene.tree.depths[view.index]), 40)
        let indent = String(repeating: "  ", count: depth - 1)
        table.add(
          [indent + scene.tree.name(of: view)]
            + [frame.x, frame.y, frame.width, frame.height].map { Self.short($0) })
      }
      let work = state.counters.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
      return heading + "\n" + table.text + (hasCounters && !work.isEmpty ? "\n" + work : "")
        + (hasStages ? "\n\n" + stages(of: state) : "")
    }.joined(separator: "\n\n")
  }

  private func stages(of state: SolvedState) -> String {
    guard !state.stages.isEmpty else { return "no stage ran: the kept layout is still right" }
    var table = TextTable([("stage", .left), ("took", .right), ("outcome", .left)])
    for stage in state.stages {
      let time = Quantity.time(Estimate(value: Double(stage.nanoseconds)))
      table.add([stage.name, time, stage.outcome])
    }
    return table.text
  }

  /// The layouts with numbers too large for the promised precision, in a sentence.
  var warning: String? {
    // A judge computes without rounding.
    guard !Registry.current.judges.contains(where: { $0.name == engine }) else { return nil }
    let places = solved.states.indices.filter { index in
      !Agreement.isWithinPromise(solved.states[index].frames, in: scene.tree)
    }.map { $0 == 0 ? "the first layout" : "step \($0)" }
    return places.isEmpty ? nil : Self.imprecision(of: places.joined(separator: ", "))
  }

  /// The sentence about layouts with numbers too large for the promised precision.
  static func imprecision(of layouts: String) -> String {
    let judge = Registry.current.judges.first.map {
      "; 'solve --engine \($0.name)' computes them without rounding"
    }
    return "warning: \(layouts): frames beyond \(NumberText.write(Agreement.greatestNumber)) "
      + "points, or views more than \(NumberText.write(Agreement.greatestDistance)) from the root's "
      + "corner, so that smaller frames beside them may be wrong by more than 1e-6 points"
      + (judge ?? "")
  }

  /// The violated constraints and ambiguous attributes, in sentences.
  var remarks: String? {
    var lines: [String] = []
    var hasViolated = false
    for (index, state) in solved.states.enumerated() {
      let place = index == 0 ? "" : "step \(index): "
      if index > 0, case .fit = scene.steps[index - 1].change, !state.frames[0].isFinite {
        lines.append(
          "\(place)\(solved.participant.label) computes no least height; frames are unchanged")
      }
      let violated = state.findings.violated
      for violation in violated.prefix(Self.mostRemarks) {
        lines.append(
          "\(place)violated: \(violation.constraint), priority "
            + "\(NumberText.write(violation.priority)), by \(Self.short(violation.amount))")
      }
      let rest = violated.count - Self.mostRemarks
      if rest > 0 { lines.append("\(place)violated: \(rest) more; --format json lists all") }
      hasViolated = hasViolated || !violated.isEmpty
      let ambiguous = state.findings.ambiguous
      for ambiguity in ambiguous.prefix(Self.mostAmbiguous) {
        let (one, other) = ambiguity.values
        let missing =
          switch ambiguity.attribute.split(separator: ".").last {
          case "left": "add a horizontal position"
          case "top": "add a vertical position"
          case "width": "add a width"
          default: "add a height"
          }
        lines.append(
          "\(place)\(ambiguity.attribute) is ambiguous, \(Self.short(one)) and "
            + "\(Self.short(other)) both satisfy the constraints: \(missing)")
      }
      let open = ambiguous.count - Self.mostAmbiguous
      if open > 0 { lines.append("\(place)ambiguous: \(open) more; --format json lists all") }
    }
    if hasViolated {
      lines.append(
        "violated constraints yield to stronger ones, by priority; 'explain' names those"
      )
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// The maximum number of violated constraints per layout that are printed.
  private static let mostRemarks = 8
  /// The maximum number of ambiguous attributes per layout that are printed.
  private static let mostAmbiguous = 32

  /// A number rounded to 6 decimals.
  private static func short(_ number: Double) -> String {
    guard abs(number) < 1e12 else { return NumberText.write(number) }
    return NumberText.write((number * 1e6).rounded() / 1e6)
  }

  private func text(of change: Change) -> String {
    switch change {
    case .resize(let size): return "resize to \(NumberText.write(size))"
    case .intrinsic(let view, let size):
      return "\(scene.tree.name(of: view)) asks for \(NumberText.write(size))"
    case .text(let view, let text):
      return "\(scene.tree.name(of: view)) shows '\(text.string.shortened(to: 40))'"
    case .removal(let view): return "\(scene.tree.name(of: view)) is removed"
    case .addition(let view): return "\(scene.tree.name(of: view)) is added"
    case .activation(let name, let isActive):
      return "'\(name)' is \(isActive ? "activated" : "deactivated")"
    case .priority(let name, let priority):
      return "'\(name)' has priority \(NumberText.write(priority))"
    case .number(let place, let value):
      return "\(scene.tree.numbers.names[place]) is \(NumberText.write(value))"
    case .fit(let width): return "the least height at a width of \(NumberText.write(width))"
    }
  }

  // MARK: - JSON

  /// The answer as JSON (docs/scenes.md, Commands that take a scene).
  var json: String {
    let first = solved.states[0]
    var entries: [(String, JSONText)] = [
      ("scene", .text(scene.name)), ("engine", .text(engine)), ("layout", .text(dialect)),
    ]
    entries += fields(of: first)
    entries.append(("steps", .list(solved.states.dropFirst().map { .object(fields(of: $0)) })))
    return JSONText.object(entries).written()
  }

  private func fields(of state: SolvedState) -> [(String, JSONText)] {
    let frames = scene.tree.views.dropFirst().filter { !state.frames[$0.index].x.isNaN }
      .map { view -> (String, JSONText) in
        let frame = state.frames[view.index]
        return (
          scene.tree.name(of: view),
          .list([frame.x, frame.y, frame.width, frame.height].map { .number($0) })
        )
      }
    return [
      ("root", .list([.number(state.root.width), .number(state.root.height)])),
      ("frames", .object(frames)),
      (
        "violated",
        .list(
          state.findings.violated.map { violation in
            .object([
              ("constraint", .text(violation.constraint)),
              ("priority", .number(violation.priority)), ("by", .number(violation.amount)),
            ])
          })
      ),
      ("ambiguous", .list(state.findings.ambiguous.map { .text($0.attribute) })),
    ] + (hasCounters ? [("counters", counters(of: state))] : [])
      + (hasStages ? [("stages", stageList(of: state))] : [])
  }

  private func stageList(of state: SolvedState) -> JSONText {
    .list(
      state.stages.map { stage in
        .object([
          ("name", .text(stage.name)), ("outcome", .text(stage.outcome)),
          ("nanoseconds", .number(Double(stage.nanoseconds))),
        ])
      })
  }

  private func counters(of state: SolvedState) -> JSONText {
    .object(state.counters.map { ($0.name, .number(Double($0.value))) })
  }

  /// Reports why a scene has no layout: on standard error, and as an answer in formats that have
  /// one.
  ///
  /// - Returns: the exit status.
  /// - Throws: an error where the answer cannot be written.
  static func report(
    _ failure: SolvedScene.Failure, of scene: Scene, by participant: Participant, asJSON: Bool
  ) throws -> ExitCode {
    Console.error(failure.reason.message(file: scene.file, step: failure.step))
    if asJSON, let answer = unsatisfiable(scene, by: participant, failure.reason) {
      try Console.print(answer)
    }
    return .noLayout
  }

  /// The answer where required constraints conflict; `nil` for other failures.
  private static func unsatisfiable(
    _ scene: Scene, by participant: Participant, _ error: LayoutError
  ) -> String? {
    guard case .unsatisfiable(let constraints, let dropped) = error else { return nil }
    var conflict: [(String, JSONText)] = [
      ("constraints", .list(constraints.map { .text($0.text) }))
    ]
    if let dropped { conflict.append(("dropped", .text(dropped))) }
    return JSONText.object([
      ("scene", .text(scene.name)), ("engine", .text(participant.engine.name)),
      ("layout", .text(participant.dialect.text)), ("unsatisfiable", .object(conflict)),
    ]).written()
  }

  // MARK: - SVG

  /// The first layout drawn.
  var svg: String {
    let state = solved.states[0]
    return SceneDrawing(
      scene: scene, root: state.root,
      layers: [.init(label: "\(engine) (\(dialect))", frames: state.frames)]
    ).svg
  }
}
