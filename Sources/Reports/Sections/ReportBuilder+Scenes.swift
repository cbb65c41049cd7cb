import LayoutBenchTiming

extension ReportBuilder {
  /// Each scene: ratios as bars, frames drawn, sources side by side.
  var scenes: Report.Section {
    var blocks: [Report.Block] = [
      .paragraph(
        "Bars are times divided by the yardstick’s, whiskers 95 % intervals, each dot one child process in the order in which they ran, from top to bottom. Bars left of the line at 1 are faster than frames written by hand; an engine marked suspect is certainly faster than copying the frames."
      )
    ]
    if exhibits.values.contains(where: \.isBorrowed) {
      blocks.append(
        .paragraph(
          "The Run does not contain its scenes: the pictures show this program’s own scenes of the same names."
        )
      )
    }
    var known: Set<String> = []
    var further: (generator: String, blocks: [Report.Block])?
    for scene in main.scenes {
      let cells = main.cells(of: scene)
      let summary = exhibits[scene]?.summary ?? ""
      let views = cells.first?.views ?? 0
      let heading = "\(scene), \(views) \(views == 1 ? "view" : "views")"
      var content: [Report.Block] = []
      if !summary.isEmpty { content.append(.paragraph(Prose([.text(Self.sentence(summary))]))) }
      let missing = unsupported(in: cells)
      if !missing.spans.isEmpty { content.append(.paragraph(missing)) }
      if let chart = ratioChart(scene, cells) { content.append(.chart(chart)) }
      if let exhibit = exhibits[scene] { content.append(.exhibit(exhibit)) }
      // Further sizes of a scene that was shown are folded.
      let generator = cells.first.flatMap { ReportedRun.generator(of: $0) }
      if let generator, !known.insert(generator).inserted {
        if further?.generator != generator {
          blocks += Self.fold(further)
          further = (generator, [])
        }
        further?.blocks.append(.heading(heading, id: "scene-\(Escaping.fileName(scene))"))
        further?.blocks += content
      } else {
        blocks += Self.fold(further)
        further = nil
        blocks.append(.heading(heading, id: "scene-\(Escaping.fileName(scene))"))
        blocks.append(.group(content))
      }
    }
    blocks += Self.fold(further)
    return Report.Section("scenes", "Scene by scene", blocks)
  }

  /// The larger sizes of a generated scene, folded.
  private static func fold(
    _ further: (generator: String, blocks: [Report.Block])?
  ) -> [Report.Block] {
    guard let further else { return [] }
    return [.fold(title: "Larger sizes of \(further.generator)", further.blocks)]
  }

  /// A sentence with a capital and a full stop.
  static func sentence(_ text: String) -> String {
    guard let first = text.first else { return text }
    return first.uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
  }

  private func unsupported(in cells: [Cell]) -> Prose {
    let names = main.engines.filter { engine in
      let own = cells.filter { $0.engine == engine }
      return !own.isEmpty && own.allSatisfy { $0.outcome == .unsupported }
    }
    guard !names.isEmpty else { return Prose([]) }
    var spans: [Prose.Span] = ["Left out: "]
    for (index, name) in names.enumerated() {
      if index > 0 { spans.append(", ") }
      spans.append(.code(name))
    }
    return Prose(
      spans + [.text(", which \(names.count == 1 ? "reads" : "read") no dialect of this scene.")])
  }

  private func ratioChart(_ scene: String, _ cells: [Cell]) -> ReportChart? {
    var groups: [BarChart.Group] = []
    for phase in main.phases {
      let bars = cells.filter { $0.part == phase }.compactMap { cell -> BarChart.Bar? in
        guard let ratio = cell.ratio, ratio.to != cell.engine else { return nil }
        return BarChart.Bar(
          name: cell.engine, colour: main.colour(of: cell.engine), value: ratio.estimate,
          text: Quantity.ratio(ratio.estimate),
          dots: main.childRatios(of: cell))
      }
      guard !bars.isEmpty else { continue }
      let yardstick = cells.first { $0.part == phase && $0.engine == $0.ratio?.to }
      let time = yardstick?.time.map { " · \(yardstick?.engine ?? "") \(Quantity.time($0))" }
      groups.append(BarChart.Group(title: phase + (time ?? ""), bars: bars))
    }
    guard !groups.isEmpty else { return nil }
    return ReportChart(
      id: "scene-\(scene)", title: "\(scene): times over the yardstick’s",
      picture: BarChart(
        groups: groups, caption: "× \(main.yardstick(of: scene)), logarithmic", reference: 1,
        mark: { Quantity.short($0) + "×" }),
      numbers: table(of: cells, withScene: false))
  }

  /// One row per cell: its results, with intervals.
  func table(of cells: [Cell], withScene: Bool) -> ReportTable {
    var columns: [ReportTable.Column] = [
      .words("phase"), .words("engine"), .number("time per pass"), .number("95 %"),
      .number("ratio"), .number("95 %"), .words("yardstick"), .number("allocations"),
      .number("retained"), .words("notes"),
    ]
    if withScene { columns = [.words("scene"), .number("views")] + columns }
    var table = ReportTable(columns)
    for cell in cells where cell.outcome != .unsupported || withScene {
      let own =
        withScene
        ? [
          ReportTable.Entry(cell.scene),
          ReportTable.Entry("\(cell.views)", order: Double(cell.views)),
        ] : []
      table.rows.append(own + row(of: cell))
    }
    return table
  }

  private func row(of cell: Cell) -> [ReportTable.Entry] {
    let names = [ReportTable.Entry(cell.part), ReportTable.Entry(main.run.label(of: cell))]
    guard cell.hasFigures else {
      let tone: ReportTable.Entry.Tone? = cell.outcome == .unsupported ? nil : .bad
      return names + Array(repeating: .none, count: 7)
        + [ReportTable.Entry(cell.outcome.rawValue, tone: tone)]
    }
    let ratio = cell.ratio.flatMap { $0.to == cell.engine ? nil : $0 }
    func counter(_ name: String, _ text: (Double) -> String) -> ReportTable.Entry {
      guard let value = cell.counters?[name] else { return .none }
      let isUnsteady = cell.unsteady?.contains(name) == true
      return ReportTable.Entry(
        text(value) + (isUnsteady ? "?" : ""), order: value, tone: isUnsteady ? .doubt : nil)
    }
    return names + [
      cell.time.map { ReportTable.Entry(Quantity.time($0), order: $0.value) } ?? .none,
      cell.time.map { ReportTable.Entry(Quantity.timeInterval($0), order: $0.low) } ?? .none,
      ratio.map {
        ReportTable.Entry(Quantity.ratio($0.estimate), order: $0.value, isStrong: true)
      } ?? .none,
      ratio.map { ReportTable.Entry(Quantity.interval($0.estimate), order: $0.low) } ?? .none,
      ReportTable.Entry(ratio?.to ?? "yardstick"),
      counter("allocations", Quantity.count), counter("retained bytes", Quantity.bytes),
      ReportTable.Entry((cell.notes ?? []).joined(separator: ", ")),
    ]
  }

  /// Every cell in one table.
  var allCells: Report.Section {
    Report.Section(
      "cells", "All measurements",
      [
        .paragraph(
          Prose([
            .text(
              "One row per scene, phase and engine; a question mark follows a count that differed between two processes. "
            ),
            .code("report --format csv"), " writes the same for a spreadsheet, with ",
            .code("--samples"), " every sample.",
          ])),
        .fold(
          title: "\(main.run.cells.count) cells",
          [.table(table(of: main.run.cells, withScene: true))]),
      ])
  }
}
