import LayoutBenchTiming

extension ReportBuilder {
  /// The views that one frame has time for, and the gain of a second thread.
  var frame: Report.Section? {
    let blocks = viewsInFrame + secondThread
    return blocks.isEmpty ? nil : Report.Section("frame", "In a frame at 120 Hz", blocks)
  }

  /// The views that fit into a frame at the cost per view of each scene.
  private var viewsInFrame: [Report.Block] {
    let parts = ["program first", "program session"].filter(main.phases.contains)
    let all = families.map { $0[0] }.filter { scene in
      parts.contains { part in
        main.engines.contains { main.cell(scene, part, $0)?.viewsInFrame != nil }
      }
    }
    guard !all.isEmpty else { return [] }
    let shown = all.prefix(Self.mostListed)
    let engines = main.engines.filter { engine in
      parts.contains { part in
        shown.contains { main.cell($0, part, engine)?.viewsInFrame != nil }
      }
    }
    var table = ReportTable([.words("views of"), .words("phase")] + engines.map { .number($0) })
    table.isSortable = false
    for scene in shown {
      let known = parts.filter { part in
        engines.contains { main.cell(scene, part, $0)?.viewsInFrame != nil }
      }
      for (index, part) in known.enumerated() {
        table.rows.append(
          [ReportTable.Entry(index == 0 ? scene : ""), ReportTable.Entry(part)]
            + engines.map { engine in
              guard let views = main.cell(scene, part, engine)?.viewsInFrame else { return .none }
              return ReportTable.Entry(Quantity.rough(views), order: views)
            })
      }
    }
    return [
      .paragraph(
        "The views that fit into 8.3 ms at the cost per view of each scene: made and laid out for the first time, and laid out again for a step of a session. Two digits are shown; all of the frame is given to layout, on one thread. Of a scene of several sizes the smallest is shown.\(Self.cut(all.count))"
      ),
      .table(table),
    ]
  }

  /// Plans per second on two threads, divided by those on one.
  private var secondThread: [Report.Block] {
    let parts = ["program first", "plan first"].filter(main.phases.contains)
    func gains(_ part: String, _ engine: String) -> [Double] {
      main.scenes.compactMap { scene in
        guard let rates = main.cell(scene, part, engine)?.throughput, rates.count == 2,
          rates[0] > 0, rates[1] > 0
        else { return nil }
        return rates[1] / rates[0]
      }
    }
    let engines = main.engines.filter { engine in parts.contains { !gains($0, engine).isEmpty } }
    guard !engines.isEmpty else { return [] }
    var table = ReportTable(
      [.words("two threads ÷ one"), .words("of scenes")] + engines.map { .number($0) })
    table.isSortable = false
    for part in parts {
      let all = engines.map { gains(part, $0) }
      guard all.contains(where: { !$0.isEmpty }) else { continue }
      table.rows.append(
        [ReportTable.Entry(part), "mean"]
          + all.map { gains in
            guard let mean = Statistics.geometricMean(gains) else { return .none }
            return ReportTable.Entry(Quantity.fixed(mean, decimals: 2), order: mean)
          })
      table.rows.append(
        ["", "least … most"]
          + all.map { gains in
            guard let least = gains.min(), let most = gains.max() else { return .none }
            return ReportTable.Entry(
              [least, most].map { Quantity.fixed($0, decimals: 2) }.joined(separator: " … "))
          })
    }
    return [
      .paragraph(
        "First layouts per second on two threads, each with plans of its own, divided by those on one, taken in turn in one child process: the geometric mean over the scenes of each engine. On processors that are threads of one core even engines that share nothing gain less than 2."
      ),
      .table(table),
    ]
  }
}
