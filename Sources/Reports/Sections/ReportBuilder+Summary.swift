import LayoutBenchTiming

extension ReportBuilder {
  /// The compared engines and scenes, and the means.
  var summary: Report.Section {
    let run = main.run
    var blocks: [Report.Block] = [
      .paragraph(
        Prose(
          [
            "Engines lay out the same scenes; ",
            .strong("no engine is timed on a scene whose frames it gets wrong"),
            ". Every time is compared with that of ",
          ]
            + yardsticks.spans + [", in the same process."])),
      .figures(figures),
    ]
    let answers = answers
    blocks.insert(contentsOf: answers, at: 0)
    let phases = run.meanParts.map(\.description)
    if phases.isEmpty {
      blocks.append(
        .paragraph(
          main.run.machines.map {
            Prose(
              "Scenes were measured on \($0.count) machines, each on one: ratios can be compared, times cannot, and there are no means."
            )
          } ?? "No scene has times of two engines: there are no means."))
    } else {
      // The answers say in sentences what a Run without a usual phase has in a list.
      if answers.isEmpty { blocks.append(.list(phases.map(sentence))) }
      let drawn = run.meanParts.filter { headlines.contains($0.phase) }.map(\.description)
      blocks.append(.chart(meansChart(drawn.isEmpty ? phases : drawn)))
      blocks.append(.table(meansTable(phases)))
      blocks.append(
        .paragraph(
          "Geometric means over scenes of the time divided by the yardstick’s, separately over designed screens and over generated scenes. Programs call the engines’ libraries on views, plans are the algorithms on flat arrays. ± is half the width of the 95 % interval over links of the executable; with fewer than five links there is no interval, and engines that differ by less than 10 % share a rank. A mean includes only scenes on which every engine shown has a time and at least one frame moves. Engines whose times do not differ significantly share a rank."
        ))
    }
    return Report.Section("summary", "Summary", blocks)
  }

  private var figures: [Report.Figure] {
    let run = main.run
    let timed = run.cells.count { $0.hasFigures }
    let bad = run.cells.count { $0.outcome == .wrong || $0.outcome == .drifted }
    let samples = run.cells.reduce(0) { $0 + $1.samples.reduce(0) { $0 + $1.count } }
    var figures = [
      Report.Figure(
        value: "\(main.scenes.count)", label: main.scenes.count == 1 ? "scene" : "scenes",
        note: Quantity.plural(run.engineNames.count, "engine") + ", "
          + Quantity.plural(run.phaseNames.count, "phase")),
      Report.Figure(
        value: "\(timed)", label: "cells timed", note: "\(Quantity.short(Double(samples))) samples"),
      Report.Figure(
        value: "\(run.children.count)", label: run.children.count == 1 ? "process" : "processes",
        note: "\(run.rounds) rounds each"),
      Report.Figure(
        value: "\(bad)", label: "wrong or drifted", note: "cells; they have no time"),
    ]
    if let deviation = run.cells.compactMap(\.deviation).max() {
      figures.append(
        Report.Figure(
          value: Quantity.scientific(deviation), label: "points",
          note: "the largest difference between verified frames"))
    }
    return figures
  }

  /// A phase's ranking in words.
  private func sentence(_ phase: String) -> Prose {
    let ranks = (rankings[phase] ?? [])
    var spans: [Prose.Span] = [.strong(phase), ": "]
    var last: Int?
    for rank in ranks where !main.run.yardsticks.contains(rank.engine) {
      if let last { spans.append(.text(last == rank.rank ? " and " : ", then ")) }
      spans += [.code(rank.engine), .text(" \(Quantity.withSpread(rank.mean.ratio))×")]
      if last == rank.rank { spans.append(" (same rank)") }
      last = rank.rank
    }
    spans.append(
      .text(
        " the yardstick’s time, over "
          + Quantity.plural(ranks.first?.mean.scenes ?? 0, "scene") + "."))
    return Prose(spans)
  }

  private func meansTable(_ phases: [String]) -> ReportTable {
    let engines = main.run.comparedEngines
    var table = ReportTable(
      [.words("phase")] + engines.map { .number($0) } + [.number("scenes")])
    for phase in phases {
      let ranks = (rankings[phase] ?? [])
      let entries = engines.map { engine -> ReportTable.Entry in
        guard let rank = ranks.first(where: { $0.engine == engine }) else { return .none }
        let isRanked = rank.mean.ratio.low != nil || main.run.links != nil
        return ReportTable.Entry(
          Quantity.withSpread(rank.mean.ratio) + "×" + (isRanked ? " (\(rank.rank).)" : ""),
          order: rank.mean.ratio.value, isStrong: isRanked && rank.rank == 1)
      }
      let scenes = ranks.first?.mean.scenes ?? 0
      table.rows.append(
        [ReportTable.Entry(phase)] + entries
          + [ReportTable.Entry("\(scenes)", order: Double(scenes))])
    }
    return table
  }

  private func meansChart(_ phases: [String]) -> ReportChart {
    var numbers = ReportTable([
      .words("phase"), .words("engine"), .number("mean ratio"), .number("95 %"), .number("rank"),
      .number("scenes"),
    ])
    let groups = phases.map { phase in
      BarChart.Group(
        title: phase,
        bars: (rankings[phase] ?? []).map { rank in
          numbers.rows.append([
            ReportTable.Entry(phase), ReportTable.Entry(rank.engine),
            ReportTable.Entry(
              Quantity.number(rank.mean.ratio), order: rank.mean.ratio.value),
            ReportTable.Entry(Quantity.interval(rank.mean.ratio), order: rank.mean.ratio.low),
            ReportTable.Entry("\(rank.rank)", order: Double(rank.rank)),
            ReportTable.Entry("\(rank.mean.scenes)", order: Double(rank.mean.scenes)),
          ])
          return BarChart.Bar(
            name: rank.engine, colour: main.colour(of: rank.engine), value: rank.mean.ratio,
            text: Quantity.ratio(rank.mean.ratio))
        })
    }
    return ReportChart(
      id: "means", title: "Geometric mean of times over the yardstick’s, by phase",
      picture: BarChart(
        groups: groups, caption: "× the yardstick’s time, logarithmic", reference: 1,
        mark: { Quantity.short($0) + "×" }), numbers: numbers)
  }
}
