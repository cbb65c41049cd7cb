import LayoutBenchTiming

extension ReportBuilder {
  /// The steps that the clock saw: how many move a frame, and how many frames.
  var scripts: Report.Section? {
    let all = (main.run.scenes ?? []).filter { $0.scripts?.isEmpty == false }
    guard !all.isEmpty else { return nil }
    let shown = all.prefix(Self.mostListed)
    var phases: [String] = []
    for record in shown {
      for script in record.scripts ?? [] where !phases.contains(script.phase) {
        phases.append(script.phase)
      }
    }
    var table = ReportTable(
      [.words("script of"), .number("views")] + phases.map { .number($0) })
    for record in shown {
      let views = main.cells(of: record.name).first?.views
      table.rows.append(
        [
          ReportTable.Entry(record.name),
          views.map { ReportTable.Entry("\($0)", order: Double($0)) } ?? .none,
        ]
          + phases.map { phase in
            guard let script = record.scripts?.first(where: { $0.phase == phase }) else {
              return .none
            }
            let reach = script.reach == "wide" ? "" : " · \(script.reach)"
            return ReportTable.Entry(
              "\(script.moving) of \(script.steps) · \(Quantity.short(script.frames))\(reach)",
              order: script.frames)
          })
    }
    return Report.Section(
      "scripts", "Scripts",
      [
        .paragraph(
          "For each phase, how many steps of its script move a frame, of how many, and the frames that a step moves on average. All engines go through the same steps; each link of the executable has scripts of its own, and these are the first link’s. Sizes and contents lie within half as much again of the scene’s own, or nearer where engines agree in a narrower range only: medium, near, or between the sizes of the scene’s steps.\(Self.cut(all.count))"
        ),
        .table(table),
      ])
  }
}
