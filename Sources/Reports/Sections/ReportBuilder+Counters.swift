import LayoutBenchTiming

extension ReportBuilder {
  private static let common = [
    "allocations", "bytes allocated", "peak bytes", "retained bytes", "frames written",
  ]
  /// Charts of more groups than this are hard to read.
  private static let mostInChart = 24

  /// The memory that a plan keeps, and the cost of making it.
  var memory: Report.Section? {
    // Screens made by programs, where there are any; of Runs of the first edition, the memory that
    // a plan kept.
    let part = ["program first", "plan first"].first(where: main.phases.contains) ?? "build"
    var rows: [(scene: String, cells: [Cell])] = []
    for scene in main.scenes {
      let cells = main.engines.compactMap { main.cell(scene, part, $0) }
        .filter { $0.counters?["retained bytes"] != nil }
      if !cells.isEmpty { rows.append((scene, cells)) }
    }
    guard !rows.isEmpty else { return nil }
    var table = ReportTable([
      .words("scene"), .number("views"), .words("engine"), .number("retained per plan"),
      .number("per view"), .number("allocations"), .number("allocated"), .number("peak"),
    ])
    for (scene, cells) in rows {
      for cell in cells {
        func bytes(_ name: String) -> ReportTable.Entry {
          guard let value = cell.counters?[name] else { return .none }
          let isUnsteady = cell.unsteady?.contains(name) == true
          return ReportTable.Entry(
            Quantity.bytes(value) + (isUnsteady ? "?" : ""), order: value,
            tone: isUnsteady ? .doubt : nil)
        }
        let each = (cell.counters?["retained bytes"] ?? 0) / Double(max(1, cell.views))
        let allocations = cell.counters?["allocations"]
        table.rows.append([
          ReportTable.Entry(scene), ReportTable.Entry("\(cell.views)", order: Double(cell.views)),
          ReportTable.Entry(main.run.label(of: cell)), bytes("retained bytes"),
          ReportTable.Entry(Quantity.bytes(each), order: each),
          allocations.map { ReportTable.Entry(Quantity.count($0), order: $0) } ?? .none,
          bytes("bytes allocated"), bytes("peak bytes"),
        ])
      }
    }
    let groups = rows.prefix(Self.mostInChart).map { scene, cells in
      BarChart.Group(
        title: scene,
        bars: cells.compactMap { cell in
          let each = (cell.counters?["retained bytes"] ?? 0) / Double(max(1, cell.views))
          guard each > 0 else { return nil }
          return BarChart.Bar(
            name: cell.engine, colour: main.colour(of: cell.engine), value: Estimate(value: each),
            text: Quantity.bytes(each))
        })
    }
    let cut =
      rows.count > Self.mostInChart
      ? " The chart shows the first \(Self.mostInChart) of \(rows.count) scenes." : ""
    return Report.Section(
      "memory", "Memory",
      [
        .paragraph(
          "The memory that a plan retains per view until it is freed, counted in a process of its own, which reads the scene again, makes four plans and keeps them with everything that they need. Counts are exact, and depend on the Swift and C library versions.\(cut)"
        ),
        .chart(
          ReportChart(
            id: "memory", title: "Bytes that a plan retains per view",
            picture: BarChart(
              groups: Array(groups), caption: "bytes per view, logarithmic", reference: nil,
              mark: Quantity.bytes),
            numbers: table)),
      ])
  }

  /// The engines' counts of their own work.
  var work: Report.Section? {
    var blocks: [Report.Block] = []
    for engine in main.engines {
      let cells = main.run.cells.filter { $0.engine == engine && $0.counters != nil }
      let names = Set(cells.flatMap { cell in (cell.counters ?? [:]).keys })
        .subtracting(Self.common)
        .filter { name in cells.contains { ($0.counters?[name] ?? 0) > 0 } }.sorted()
      guard !names.isEmpty else { continue }
      var table = ReportTable(
        [.words("scene"), .number("views"), .words("phase")] + names.map { .number($0) })
      for cell in cells {
        table.rows.append(
          [
            ReportTable.Entry(cell.scene),
            ReportTable.Entry("\(cell.views)", order: Double(cell.views)),
            ReportTable.Entry(cell.part),
          ]
            + names.map { name in
              guard let value = cell.counters?[name] else { return .none }
              let isUnsteady = cell.unsteady?.contains(name) == true
              return ReportTable.Entry(
                Quantity.count(value) + (isUnsteady ? "?" : ""), order: value,
                tone: isUnsteady ? .doubt : nil)
            })
      }
      blocks.append(.fold(title: "\(engine): \(cells.count) cells", [.table(table)]))
    }
    guard !blocks.isEmpty else { return nil }
    return Report.Section(
      "work", "Operation counts",
      [
        .paragraph(
          "The operations of each engine per pass (of build: per plan), as the engine counts them. Counts are equal in two processes and on any machine; times are not."
        )
      ] + blocks)
  }

  /// The results of the cross-check, engine by engine.
  var crossCheck: Report.Section {
    let engines = main.engines
    var table = ReportTable([.words("scene"), .number("views")] + engines.map { .words($0) })
    var reasons: [Prose] = []
    var seen: Set<String> = []
    for scene in main.scenes {
      let cells = main.cells(of: scene)
      var row = [
        ReportTable.Entry(scene),
        ReportTable.Entry(
          "\(cells.first?.views ?? 0)", order: Double(cells.first?.views ?? 0)),
      ]
      for engine in engines {
        let own = cells.filter { $0.engine == engine }
        row.append(entry(of: own))
        for cell in own where cell.outcome != .timed {
          guard let reason = cell.reason ?? Self.usualReason(cell.outcome) else { continue }
          guard seen.insert("\(scene)\n\(engine)\n\(reason)").inserted else { continue }
          reasons.append([
            .code(scene), ", ", .code(main.run.label(of: cell)), ": ",
            .strong(cell.outcome.rawValue),
            .text(": \(reason)"),
          ])
        }
      }
      table.rows.append(row)
    }
    var blocks: [Report.Block] = [
      .paragraph(
        "Before the clock starts, every process runs every engine through every state that will be timed and compares the frames with those expected and those of the other engines, within 1e-6 points (relative above 1 point). The number is the largest accepted difference, in points. An engine whose frames differ is wrong: it has no time and is in no mean."
      ),
      .table(table),
    ]
    if !reasons.isEmpty {
      blocks.append(
        .fold(title: "What was excluded, and why (\(reasons.count))", [.list(reasons)]))
    }
    return Report.Section("frames", "Do the frames agree?", blocks)
  }

  private static func usualReason(_ outcome: Outcome) -> String? {
    outcome == .unsupported ? "the scene is not written in a dialect that it reads" : nil
  }

  private func entry(of cells: [Cell]) -> ReportTable.Entry {
    guard let worst = cells.first(where: { $0.outcome != .timed && $0.outcome != .unsupported })
    else {
      guard cells.contains(where: { $0.outcome == .timed }) else {
        return cells.isEmpty ? .none : ReportTable.Entry("no dialect")
      }
      let deviation = cells.compactMap(\.deviation).max()
      return ReportTable.Entry(
        "right" + (deviation.map { " (\(Quantity.scientific($0)))" } ?? ""), order: deviation ?? 0,
        tone: .good)
    }
    return ReportTable.Entry(worst.outcome.rawValue, order: 1, tone: .bad)
  }
}
