import LayoutBenchTiming

extension ReportBuilder {
  /// Cost per view over the number of views, and exponents.
  var growth: Report.Section {
    let growth = main.run.growth ?? []
    var blocks: [Report.Block] = [
      .paragraph(
        "Time grows as the number of views to the power of the exponent: 1 is a constant time per view, 0 a time that does not depend on the size. A flat line below is an exponent of 1. The verdict is over the top decade of sizes: linear, or N log N, where the upper bound is at most 1.15 (times cannot distinguish the two: log N adds 0.10 to 0.13 there); more where the lower bound is above. There is none where the scripts of these sizes differ in length. Where instructions were counted, their slope decides, and where nothing was timed, all exponents are theirs."
      )
    ]
    let shown = growth.filter { $0.phase == headlineGrowth(growth).first }
    if let first = shown.first, main.run.cells.contains(where: { $0.time != nil }) {
      blocks.append(.chart(chart(of: shown.filter { $0.generator == first.generator })))
    }
    blocks.append(.table(exponents(growth.filter { headlineGrowth(growth).contains($0.phase) })))
    blocks.append(
      .explorer(
        Report.Explorer(
          kind: .growth, title: "Every scene and phase that was measured at several sizes")))
    return Report.Section("growth", "Scaling", blocks)
  }

  /// The phases whose exponents are printed: those of the answers, as far as they were measured at
  /// several sizes; else all.
  func headlineGrowth(_ growth: [Run.Growth]) -> [String] {
    let known = Set(growth.map(\.phase))
    let usual = headlines.filter(known.contains)
    return usual.isEmpty ? main.phases.filter(known.contains) : usual
  }

  private func chart(of entries: [Run.Growth]) -> ReportChart {
    let (generator, phase) = (entries[0].generator, entries[0].phase)
    var numbers = ReportTable([
      .number("views"), .words("engine"), .number("time per pass"), .number("95 %"),
      .number("ns per view"), .number("ratio"),
    ])
    let series = entries.map { entry in
      let points = entry.sizes.compactMap { size -> (x: Double, value: Estimate)? in
        guard let cell = main.cell("\(generator)-\(size)", phase, entry.engine),
          let time = cell.time
        else { return nil }
        let each = Quantity.scaled(time, by: 1 / Double(size))
        numbers.rows.append([
          ReportTable.Entry("\(size)", order: Double(size)), ReportTable.Entry(entry.engine),
          ReportTable.Entry(Quantity.time(time), order: time.value),
          ReportTable.Entry(Quantity.timeInterval(time), order: time.low),
          ReportTable.Entry(Quantity.number(each), order: each.value),
          ReportTable.Entry(
            cell.ratio.map { Quantity.ratio($0.estimate) } ?? "–", order: cell.ratio?.value),
        ])
        return (Double(size), each)
      }
      return LineChart.Series(
        name: entry.engine, colour: main.colour(of: entry.engine),
        label: "\(entry.engine) \(Quantity.fixed(entry.exponent.value, decimals: 2))",
        points: points)
    }
    return ReportChart(
      id: "growth-\(generator)-\(phase)",
      title: "\(generator), \(phase): time per view, and exponents",
      picture: LineChart(
        series: series, horizontal: .logarithmic(caption: "views"),
        caption: "\(phase): time per view",
        mark: Quantity.shortTime), numbers: numbers)
  }

  func exponents(_ growth: [Run.Growth]) -> ReportTable {
    var table = ReportTable([
      .words("growth"), .words("phase"), .words("engine"), .number("exponent"), .number("95 %"),
      .number("top decade"), .words("verdict"), .number("views"),
    ])
    for entry in growth {
      let ends = [entry.exponent.low, entry.exponent.high].compactMap(\.self)
      let verdict: ReportTable.Entry =
        switch entry.order {
        case .linear: ReportTable.Entry(Run.Growth.Order.linear.rawValue, tone: .good)
        case .more: ReportTable.Entry(Run.Growth.Order.more.rawValue, tone: .bad)
        case .open, nil: ReportTable.Entry(Run.Growth.Order.open.rawValue, tone: .doubt)
        }
      let decade = entry.decisive.map {
        ReportTable.Entry(Quantity.exponent($0), order: $0)
      }
      table.rows.append([
        ReportTable.Entry(entry.generator), ReportTable.Entry(entry.phase),
        ReportTable.Entry(entry.engine),
        ReportTable.Entry(
          Quantity.exponent(entry.exponent.value), order: entry.exponent.value, isStrong: true),
        ReportTable.Entry(
          ends.map(Quantity.exponent).joined(separator: " … "), order: entry.exponent.low),
        decade ?? .none, verdict,
        ReportTable.Entry(
          "\(entry.sizes[0]) … \(entry.sizes[entry.sizes.count - 1])",
          order: Double(entry.sizes[0])),
      ])
    }
    return table
  }
}
