import LayoutBenchTiming

extension ReportBuilder {
  /// Charts of more groups than this are hard to read.
  private static let mostInChart = 12

  /// The memory that a plan keeps, and the cost of making it.
  var memory: Report.Section? {
    // Screens made by programs, where there are any; of Runs of the first edition, the memory that
    // a plan kept.
    let part = ["program first", "plan first"].first(where: main.phases.contains) ?? "build"
    var rows: [(scene: String, cells: [Cell])] = []
    for scene in families.map({ $0[0] }) {
      let cells = main.engines.compactMap { main.cell(scene, part, $0) }
        .filter { $0.counters?["retained bytes"] != nil }
      if !cells.isEmpty { rows.append((scene, cells)) }
    }
    guard !rows.isEmpty else { return nil }
    let engines = main.engines.filter { engine in
      rows.contains { $0.cells.contains { $0.engine == engine } }
    }
    var table = ReportTable(
      [.words("scene"), .number("views")] + engines.map { .number($0) })
    for (scene, cells) in rows {
      let views = cells[0].views
      table.rows.append(
        [ReportTable.Entry(scene), ReportTable.Entry("\(views)", order: Double(views))]
          + engines.map { engine in
            guard let cell = cells.first(where: { $0.engine == engine }),
              let value = cell.counters?["retained bytes"]
            else { return .none }
            let each = value / Double(max(1, views))
            let isUnsteady = cell.unsteady?.contains("retained bytes") == true
            return ReportTable.Entry(
              Quantity.bytes(each) + (isUnsteady ? "?" : ""), order: each,
              tone: isUnsteady ? .doubt : nil)
          })
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
          "The memory that a plan retains per view until it is freed, counted in a process of its own, which reads the scene again, makes four plans and keeps them with everything that they need. Counts are exact, and depend on the Swift and C library versions. Of a scene of several sizes the smallest is shown.\(cut)"
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
}
