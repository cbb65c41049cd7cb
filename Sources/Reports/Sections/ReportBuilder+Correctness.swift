import LayoutBenchTiming

extension ReportBuilder {
  /// The scenes that each engine can express and gets right, and the length of the text that each
  /// dialect needs per view; printed before speed.
  var correctness: Report.Section {
    var table = ReportTable([
      .words("engine"), .words("form"), .number("scenes"), .number("right"), .number("wrong"),
      .number("cannot state"), .number("no layout"), .number("cut off"),
      .number("ambiguous attributes"),
    ])
    let run = main.run
    let scenes = run.sceneNames.count
    for form in ["program", "plan"] {
      for engine in run.engineNames {
        let cells = run.cells.filter {
          $0.engine == engine && $0.form == form && $0.phase == "first"
        }
        guard !cells.isEmpty, cells.contains(where: { $0.outcome != .unsupported }) else {
          continue
        }
        func count(_ outcomes: Outcome...) -> Int {
          cells.count { outcomes.contains($0.outcome) }
        }
        let stated = count(.timed, .wrong, .drifted, .noSolution, .cutOff)
        let ambiguous = cells.compactMap(\.ambiguous)
        func entry(_ number: Int, _ tone: ReportTable.Entry.Tone? = nil) -> ReportTable.Entry {
          ReportTable.Entry("\(number)", order: Double(number), tone: number > 0 ? tone : nil)
        }
        table.rows.append([
          ReportTable.Entry(engine), ReportTable.Entry(form), entry(stated),
          entry(count(.timed)), entry(count(.wrong, .drifted), .bad), entry(scenes - stated),
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
        "For each engine: the scenes of this Run that it can state in a dialect that it reads, and whether its first frames equal those of the scene and of the other engines. Only engines with right frames are timed."
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
    return Report.Section("correctness", "Correctness", blocks)
  }

  /// The parts of first, and the steps of sessions.
  var details: Report.Section? {
    var table = ReportTable([
      .words("scene"), .words("phase"), .words("engine"), .number("build"), .number("layout"),
      .number("median step"), .number("95 % of steps"), .number("longest step"),
      .number("views in 8.3 ms"), .number("plans per second"), .number("on two threads"),
    ])
    for cell in main.run.cells where cell.time != nil {
      let parts = main.run.firstParts(of: cell)
      guard parts != nil || cell.steps != nil else { continue }
      func entry(_ number: Double?) -> ReportTable.Entry {
        number.map { ReportTable.Entry(Quantity.shortTime($0), order: $0) } ?? .none
      }
      table.rows.append(
        [
          ReportTable.Entry(cell.scene), ReportTable.Entry(cell.part),
          ReportTable.Entry(main.run.label(of: cell)),
          entry(parts?.build.value), entry(parts?.layout.value), entry(cell.steps?.p50),
          entry(cell.steps?.p95), entry(cell.steps?.longest),
          cell.viewsInFrame.map { ReportTable.Entry(Quantity.rough($0), order: $0) } ?? .none,
        ]
          + [0, 1].map { thread in
            guard let rates = cell.throughput, rates.count == 2 else { return .none }
            return ReportTable.Entry(Quantity.rough(rates[thread]), order: rates[thread])
          })
    }
    guard !table.rows.isEmpty else { return nil }
    return Report.Section(
      "details", "Parts of first and session",
      [
        .paragraph(
          "The parts of first, which are never ranked because engines may move work between them; and the single steps of a session, each the least of four times. “Views in 8.3 ms” is the number of views that fit into a frame at 120 Hz at the phase’s cost per view."
        ), .fold(title: "\(table.rows.count) cells", [.table(table)]),
      ])
  }
}
