import LayoutBenchTiming

extension ReportBuilder {
  /// A cell before and after.
  struct Shift {
    let before: Cell
    let after: Cell
    /// After ÷ before, with the 99 % interval from ranks.
    let estimate: Estimate
  }

  /// The changes from the first Run to the last.
  var differences: Report.Section? {
    guard let base = runs.first, runs.count > 1 else { return nil }
    if let reason = base.run.difference(from: main.run) {
      return Report.Section(
        "differences", "Before and after",
        [
          .paragraph([
            "No comparison of ", .code(base.run.id), " with ", .code(main.run.id),
            .text(": \(reason)."),
          ])
        ])
    }
    let isSameMachine = base.run.machine.fingerprint == main.run.machine.fingerprint
    let shifts = Self.shifts(from: base, to: main, ofTimes: isSameMachine)
    let others = main.run.cells.count {
      $0.time != nil && base.cell($0.scene, $0.part, $0.engine)?.time != nil
        && !main.run.hasWork(of: $0, like: base.run)
    }
    let slower = shifts.count { ($0.estimate.low ?? 0) > 1 }
    let faster = shifts.count { ($0.estimate.high ?? 2) < 1 }
    let measure = isSameMachine ? "times" : "ratios to the yardstick, because the machines differ,"
    var blocks: [Report.Block] = [
      .paragraph([
        "From ", .code(base.run.id), " to ", .code(main.run.id), .text(": \(measure) of "),
        .strong("\(shifts.count) cells"), ", of which ",
        .text("\(slower) rose and \(faster) fell: "),
        "the 99 % interval of their change excludes zero. The interval is computed from ranks of the values of links on both sides, of child processes where there is one link; Runs taken at different hours differ by a few percent without any change, and the interval does not include that.",
      ])
    ]
    if others > 0 {
      blocks.append(
        .paragraph([
          .text(
            "\(Quantity.plural(others, "cell")) went through other scripts, or scenes that have changed, and "
          ),
          .text("\(others == 1 ? "is" : "are") not compared: "),
          .code("bench --batches-from RUN"), " uses the scripts of another Run.",
        ]))
    }
    let means = meanDifferences(base)
    if !means.rows.isEmpty { blocks.append(.table(means)) }
    var table = ReportTable([
      .words("scene"), .words("phase"), .words("engine"), .number("before"), .number("after"),
      .number("change"), .number("99 %"),
    ])
    func size(_ shift: Shift) -> Double { max(shift.estimate.value, 1 / shift.estimate.value) }
    for shift in shifts.sorted(by: { size($0) > size($1) }) {
      table.rows.append(Self.row(of: shift, main.run, isTime: isSameMachine))
    }
    let largest = ReportTable(table.columns, rows: Array(table.rows.prefix(12)))
    if !table.rows.isEmpty {
      blocks.append(.heading("The largest changes", id: "largest-changes"))
      blocks.append(.table(largest))
    }
    if table.rows.count > largest.rows.count {
      blocks.append(.fold(title: "All \(table.rows.count) cells", [.table(table)]))
    }
    let lost = base.run.cells.filter {
      $0.time != nil && main.cell($0.scene, $0.part, $0.engine)?.time == nil
    }
    let gained = main.run.cells.filter {
      $0.time != nil && base.cell($0.scene, $0.part, $0.engine)?.time == nil
    }
    if !lost.isEmpty || !gained.isEmpty {
      blocks.append(
        .paragraph(
          "\(lost.count) cells were removed (timed in the first Run only), \(gained.count) were added (timed in the last only)."
        ))
    }
    return Report.Section("differences", "Before and after", blocks)
  }

  /// The cells of the same scenes and scripts of which both have times, with their changes.
  static func shifts(
    from base: ReportedRun, to head: ReportedRun, ofTimes isTime: Bool
  ) -> [Shift] {
    head.run.cells.compactMap { cell in
      guard cell.time != nil, let before = base.cell(cell.scene, cell.part, cell.engine),
        before.time != nil, head.run.hasWork(of: cell, like: base.run)
      else { return nil }
      if !isTime, cell.ratio == nil || cell.ratio?.to == cell.engine { return nil }
      let old = values(of: before, in: base.run, isTime: isTime)
      let new = values(of: cell, in: head.run, isTime: isTime)
      guard let found = Statistics.shift(from: old, to: new) else { return nil }
      // The ranks of fewer links exclude no change with such certainty.
      let isCertain = min(old.count, new.count) >= Statistics.fewestLinks
      let estimate = isCertain ? found : Estimate(value: found.value)
      return Shift(before: before, after: cell, estimate: estimate)
    }
  }

  /// The times of a cell, or its ratios, one for each link where there are several, else for each
  /// child.
  private static func values(of cell: Cell, in run: Run, isTime: Bool) -> [Double] {
    Array((isTime ? run.linkTimes(of: cell) : run.linkRatios(of: cell) ?? [:]).values)
  }

  private static func row(
    of shift: Shift, _ run: Run, isTime: Bool
  ) -> [ReportTable.Entry] {
    func value(_ cell: Cell) -> ReportTable.Entry {
      if isTime, let time = cell.time {
        return ReportTable.Entry(Quantity.time(time), order: time.value)
      }
      guard let ratio = cell.ratio else { return .none }
      return ReportTable.Entry(Quantity.ratio(ratio.estimate), order: ratio.value)
    }
    let (low, high) = (shift.estimate.low ?? 0, shift.estimate.high ?? .infinity)
    let tone: ReportTable.Entry.Tone? = low > 1 ? .bad : high < 1 ? .good : nil
    return [
      ReportTable.Entry(shift.after.scene), ReportTable.Entry(shift.after.phase),
      ReportTable.Entry(run.label(of: shift.after)), value(shift.before), value(shift.after),
      ReportTable.Entry(
        Quantity.change(shift.estimate.value), order: shift.estimate.value, isStrong: tone != nil,
        tone: tone),
      shift.estimate.low == nil
        ? .none
        : ReportTable.Entry("\(Quantity.change(low)) … \(Quantity.change(high))", order: low),
    ]
  }

  /// The means over the scenes that both have.
  private func meanDifferences(_ base: ReportedRun) -> ReportTable {
    var table = ReportTable([
      .words("phase"), .words("engine"), .number("mean ratio before"), .number("after"),
      .words("scenes"),
    ])
    for trend in History([base, main]).meanTrends() where trend.isComparable(0, 1) {
      for line in trend.lines {
        guard let before = line.points.first, let after = line.points.last, before.run != after.run
        else { continue }
        table.rows.append([
          ReportTable.Entry(trend.phase), ReportTable.Entry(line.engine),
          ReportTable.Entry(
            Quantity.withSpread(before.ratio) + "×", order: before.ratio.value),
          ReportTable.Entry(Quantity.withSpread(after.ratio) + "×", order: after.ratio.value),
          ReportTable.Entry(trend.subject),
        ])
      }
    }
    return table
  }

  /// All Runs side by side: machines, and means over time.
  var overRuns: Report.Section? {
    guard runs.count > 1 else { return nil }
    var table = ReportTable([
      .words("Run"), .words("machine"), .words("Swift, libraries"), .words("source"),
      .number("processes"), .number("cells"),
    ])
    for entry in runs {
      let run = entry.run
      table.rows.append([
        ReportTable.Entry(run.id),
        ReportTable.Entry("\(run.machine.cpu), \(run.machine.cores) cores, \(run.machine.system)"),
        ReportTable.Entry("\(run.machine.swift), \(run.machine.libraryText)"),
        ReportTable.Entry(
          run.revision.map { "\($0.commit.prefix(12))\($0.dirty ? ", with changes" : "")" } ?? "–"),
        ReportTable.Entry("\(run.children.count)", order: Double(run.children.count)),
        ReportTable.Entry("\(run.cells.count)", order: Double(run.cells.count)),
      ])
    }
    let trends = History(runs).meanTrends()
    return Report.Section(
      "runs", "Runs and machines",
      [.table(table)] + trends.map { .chart($0.chart) })
  }
}
