import LayoutBenchTiming

extension ReportBuilder {
  /// The texts that were measured in a pass.
  var texts: Report.Section? {
    var rows: [(scene: String, phase: String, counts: [String: Double])] = []
    for scene in main.run.sceneNames {
      for phase in main.phases {
        var counts: [String: Double] = [:]
        for engine in main.engines {
          counts[engine] = main.cell(scene, phase, engine)?.counters?["measures"]
        }
        if counts.values.contains(where: { $0 > 0 }) { rows.append((scene, phase, counts)) }
      }
    }
    guard !rows.isEmpty else { return nil }
    let engines = main.engines.filter { engine in rows.contains { $0.counts[engine] != nil } }
    var table = ReportTable(
      [.words("texts of"), .words("phase")] + engines.map { .number($0) })
    for row in rows.prefix(Self.mostListed) {
      table.rows.append(
        [ReportTable.Entry(row.scene), ReportTable.Entry(row.phase)]
          + engines.map { engine in
            guard let count = row.counts[engine] else { return .none }
            return ReportTable.Entry(Quantity.short(count), order: count)
          })
    }
    return Report.Section(
      "texts", "Texts",
      [
        .paragraph(
          "How often an engine measures a text in a pass, on average: breaks its lines at a width. An engine may remember sizes by width; a first layout measures a text at its natural width and at the one that it gets. Engines that do not count, among them those of other authors, have no number.\(Self.cut(rows.count))"
        ),
        .table(table),
      ])
  }
}
