import LayoutBenchTiming

extension ReportBuilder {
  /// The texts that were measured in a pass, beside its time.
  var texts: Report.Section? {
    var rows: [(scene: String, phase: String, cells: [String: Cell])] = []
    for scene in scenesOfTexts {
      for phase in main.phases where Self.phasesOfTexts.contains(where: phase.hasSuffix) {
        var cells: [String: Cell] = [:]
        for engine in main.engines {
          guard let cell = main.cell(scene, phase, engine), cell.counters?["measures"] != nil else {
            continue
          }
          cells[engine] = cell
        }
        if cells.values.contains(where: { $0.counters?["measures"] ?? 0 > 0 }) {
          rows.append((scene, phase, cells))
        }
      }
    }
    guard !rows.isEmpty else { return nil }
    let engines = main.engines.filter { engine in rows.contains { $0.cells[engine] != nil } }
    var table = ReportTable(
      [.words("texts of"), .words("phase")] + engines.map { .number($0) })
    for row in rows {
      table.rows.append(
        [ReportTable.Entry(row.scene), ReportTable.Entry(row.phase)]
          + engines.map { engine in
            guard let cell = row.cells[engine], let count = cell.counters?["measures"] else {
              return .none
            }
            let measures = Quantity.short(count)
            return ReportTable.Entry(
              cell.time.map { "\(measures) · \(Quantity.time($0))" } ?? measures, order: count)
          })
    }
    return Report.Section(
      "texts", "Texts",
      [
        .paragraph(
          "How often an engine measures a text in a pass, on average, and the time of the pass: it breaks the lines of the text at a width. An engine may remember sizes by width; a first layout measures a text at its natural width and at the one that it gets. Engines that do not count, among them those of other authors, have no number. Of the sizes of a generated scene, the one nearest to 100 views."
        ),
        .table(table),
      ])
  }

  /// The phases that are shown: each is a change of one kind.
  private static let phasesOfTexts = ["first", "resize", "edit", "bind", "fit"]

  /// The scenes that may have texts: of the sizes of a generator, the one nearest to 100 views.
  private var scenesOfTexts: [String] {
    var nearest: [String: (scene: String, distance: Int)] = [:]
    for cell in main.run.cells {
      guard let size = cell.parameters?["n"] else { continue }
      let generator = String(cell.scene.prefix { $0 != "-" }), distance = abs(size - 100)
      guard distance < nearest[generator]?.distance ?? .max else { continue }
      nearest[generator] = (cell.scene, distance)
    }
    let sized = Set(main.run.cells.filter { $0.parameters?["n"] != nil }.map(\.scene))
    let chosen = Set(nearest.values.map(\.scene))
    return main.run.sceneNames.filter { !sized.contains($0) || chosen.contains($0) }
  }
}
