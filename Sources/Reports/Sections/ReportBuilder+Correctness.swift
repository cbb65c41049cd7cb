import LayoutBenchTiming

extension ReportBuilder {
  /// The scenes that each engine can express and gets right, and the length of the text that each
  /// dialect needs per view; printed before speed.
  var correctness: Report.Section {
    var table = ReportTable([
      .words("engine"), .words("form"), .number("screens"), .number("generated"),
      .number("right"), .number("wrong"), .number("cannot state"), .number("no layout"),
      .number("cut off"),
      .number("ambiguous attributes"),
    ])
    let run = main.run
    let scenes = run.sceneNames.count
    let screens = Set(run.sceneNames.filter { run.group(of: $0) == .screens })
    for form in ["program", "plan"] {
      for engine in run.engineNames {
        let own = run.cells.filter { $0.engine == engine && $0.form == form }
        // Right is who is right in every phase.
        var failures: [String: Outcome] = [:]
        for cell in own where [.wrong, .drifted, .noSolution].contains(cell.outcome) {
          failures[cell.scene] = failures[cell.scene] == .wrong ? .wrong : cell.outcome
        }
        let cells = own.filter { $0.phase == "first" }.map { cell in
          var cell = cell
          if cell.outcome == .timed { cell.outcome = failures[cell.scene] ?? .timed }
          return cell
        }
        guard !cells.isEmpty, cells.contains(where: { $0.outcome != .unsupported }) else {
          continue
        }
        func count(_ outcomes: Outcome...) -> Int {
          cells.count { outcomes.contains($0.outcome) }
        }
        let stated = cells.filter {
          [.timed, .wrong, .drifted, .noSolution, .cutOff].contains($0.outcome)
        }
        let ofScreens = stated.count { screens.contains($0.scene) }
        let ambiguous = cells.compactMap(\.ambiguous)
        func entry(_ number: Int, _ tone: ReportTable.Entry.Tone? = nil) -> ReportTable.Entry {
          ReportTable.Entry("\(number)", order: Double(number), tone: number > 0 ? tone : nil)
        }
        table.rows.append([
          ReportTable.Entry(engine), ReportTable.Entry(form), entry(ofScreens),
          entry(stated.count - ofScreens), entry(count(.timed)),
          entry(count(.wrong, .drifted), .bad), entry(scenes - stated.count),
          entry(count(.noSolution), .bad), entry(count(.cutOff), .doubt),
          ambiguous.isEmpty ? .none : entry(ambiguous.reduce(0, +), .doubt),
        ])
      }
    }
    var notations = ReportTable([
      .words("dialect"), .number("scenes"), .number("lines per view"),
      .number("characters per view"),
    ])
    let records = run.scenes ?? []
    let dialects = Set(records.flatMap { ($0.notations ?? []).map(\.dialect) }).sorted()
    // Only scenes that are written in every dialect can be compared.
    let shared = records.filter { record in
      dialects.allSatisfy { dialect in
        record.notations?.contains { $0.dialect == dialect } == true
      }
    }
    for dialect in dialects where !shared.isEmpty {
      var (lines, characters, views) = (0, 0, 0)
      for record in shared {
        guard let notation = record.notations?.first(where: { $0.dialect == dialect }) else {
          continue
        }
        lines += notation.lines
        characters += notation.characters
        views += main.cells(of: record.name).first?.views ?? 0
      }
      let count = records.count { $0.notations?.contains { $0.dialect == dialect } == true }
      func each(_ number: Int) -> ReportTable.Entry {
        let value = Double(number) / Double(max(1, views))
        return ReportTable.Entry(Quantity.fixed(value, decimals: 1), order: value)
      }
      notations.rows.append([
        ReportTable.Entry(dialect), ReportTable.Entry("\(count)", order: Double(count)),
        each(lines), each(characters),
      ])
    }
    var blocks: [Report.Block] = [
      .paragraph(
        "For each engine: the screens and the generated scenes of this Run that it can state in a dialect that it reads, and whether its frames are right. Before the clock starts, every process runs every engine through every state that will be timed and compares the frames with those expected and those of the other engines, within 1e-6 points (relative above 1 point). An engine whose frames differ is wrong: it has no time and is in no mean."
      ),
      .table(table),
    ]
    if !notations.rows.isEmpty {
      blocks += [
        .paragraph(
          "The length of a scene’s text, over \(Quantity.plural(shared.count, "scene")) that every dialect states: a line is a rule, a constraint, a visual format or a call."
        ), .table(notations),
      ]
    }
    let outside = outsideTheClock
    if !outside.rows.isEmpty {
      blocks += [
        .paragraph(
          "Outside the clock is what stands for a compiler’s work: reading a scene’s statements. Its instructions, beside those of first, which are inside; an engine that moved work there would show it here, and a gate fails where they rise."
        ), .table(outside),
      ]
    }
    let exclusions = exclusions
    if !exclusions.isEmpty {
      blocks.append(
        .fold(title: "What was excluded, and why", [.list(exclusions)]))
    }
    return Report.Section("correctness", "Correctness", blocks)
  }

  /// The instructions outside the clock of each engine, per view, beside those of first.
  private var outsideTheClock: ReportTable {
    var table = ReportTable([
      .words("engine"), .words("form"), .number("scenes"),
      .number("instructions outside the clock, per view"), .number("of first, per view"),
      .words("outside, per view, least and most of a scene"),
    ])
    for form in ["program", "plan"] {
      for engine in main.run.engineNames {
        var (scenes, views, outside, inside) = (0, 0, 0.0, 0.0)
        var values: [(scene: String, value: Double)] = []
        for cell in main.run.cells
        where cell.engine == engine && cell.form == form && cell.phase == "first" {
          guard let counters = cell.counters, let own = counters[CounterComparison.outside],
            let first = counters[CounterComparison.instructions]
          else { continue }
          scenes += 1
          views += cell.views
          outside += own
          inside += first
          values.append((cell.scene, own / Double(max(1, cell.views))))
        }
        guard scenes > 0 else { continue }
        func range(_ values: [(scene: String, value: Double)]) -> ReportTable.Entry {
          let sorted = values.sorted { $0.value < $1.value }
          guard let least = sorted.first, let most = sorted.last else { return .none }
          let ends = [least, most].map { "\(Quantity.count($0.value.rounded())) (\($0.scene))" }
          return ReportTable.Entry(ends.joined(separator: " … "), order: most.value)
        }
        func each(_ sum: Double) -> ReportTable.Entry {
          let value = (sum / Double(max(1, views))).rounded()
          return ReportTable.Entry(Quantity.count(value), order: value)
        }
        table.rows.append([
          ReportTable.Entry(engine), ReportTable.Entry(form),
          ReportTable.Entry("\(scenes)", order: Double(scenes)), each(outside), each(inside),
          range(values),
        ])
      }
    }
    return table
  }

  /// The cells without a time, by engine and reason, with their scenes.
  private var exclusions: [Prose] {
    struct Fault: Hashable {
      let engine: String
      let outcome: Outcome
      let reason: String
    }
    var order: [Fault] = []
    var scenes: [Fault: [String]] = [:]
    for cell in main.run.cells where cell.outcome != .timed {
      let usual = Self.usualReason(cell.outcome)
      guard let reason = usual ?? cell.reason else { continue }
      let fault = Fault(engine: main.run.label(of: cell), outcome: cell.outcome, reason: reason)
      if scenes[fault] == nil { order.append(fault) }
      if scenes[fault]?.contains(cell.scene) != true {
        scenes[fault, default: []].append(cell.scene)
      }
    }
    return order.map { fault in
      [
        .code(fault.engine), ": ", .strong(fault.outcome.rawValue), .text(": \(fault.reason): "),
        .text((scenes[fault] ?? []).joined(separator: ", ")),
      ]
    }
  }

  private static func usualReason(_ outcome: Outcome) -> String? {
    outcome == .unsupported ? "the scene is not written in a dialect that it reads" : nil
  }
}
