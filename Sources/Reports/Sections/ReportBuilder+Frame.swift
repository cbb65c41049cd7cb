import LayoutBenchTiming

extension ReportBuilder {
  /// The views that one frame has time for, and the gain of a second thread.
  var frame: Report.Section? {
    let blocks = viewsInFrame + secondThread
    return blocks.isEmpty ? nil : Report.Section("frame", "In a frame at 120 Hz", blocks)
  }

  /// The views that fit into a frame at the cost per view of each scene.
  private var viewsInFrame: [Report.Block] {
    let parts = main.phases.filter { $0.hasPrefix("program ") }
    func views(_ scene: String, _ part: String, _ engine: String) -> Double? {
      main.cell(scene, part, engine)?.viewsInFrame
    }
    let all = families.map { $0[0] }.filter { scene in
      parts.contains { part in main.engines.contains { views(scene, part, $0) != nil } }
    }
    guard !all.isEmpty else { return [] }
    let shown = all.prefix(Self.mostListed)
    let engines = main.engines.filter { engine in
      parts.contains { part in shown.contains { views($0, part, engine) != nil } }
    }
    var table = ReportTable([.words("views of"), .words("phase")] + engines.map { .number($0) })
    table.isSortable = false
    for scene in shown {
      let known = parts.filter { part in engines.contains { views(scene, part, $0) != nil } }
      for (index, part) in known.enumerated() {
        table.rows.append(
          [ReportTable.Entry(index == 0 ? scene : ""), ReportTable.Entry(part)]
            + engines.map { engine in
              views(scene, part, engine).map {
                ReportTable.Entry(Quantity.rough($0), order: $0)
              } ?? .none
            })
      }
    }
    return [
      .paragraph(
        "The views that fit into 8.3 ms at the cost per view of each scene: made and laid out for the first time, or laid out again in a step of a phase. Two digits are shown; all of the frame is given to layout, on one thread. Of a scene of several sizes the smallest is shown.\(Self.cut(all.count))"
      ),
      .table(table),
    ]
  }

  /// Plans per second on two threads, divided by those on one.
  private var secondThread: [Report.Block] {
    let parts = ["program first", "plan first"].filter(main.phases.contains)
    func gains(_ part: String, _ engine: String) -> [Double] {
      main.scenes.compactMap { main.cell($0, part, engine)?.secondThreadGain }
    }
    let engines = main.engines.filter { engine in parts.contains { !gains($0, engine).isEmpty } }
    guard !engines.isEmpty else { return [] }
    var table = ReportTable(
      [.words("two threads ÷ one"), .words("of scenes")] + engines.map { .number($0) })
    table.isSortable = false
    for part in parts {
      let all = engines.map { gains(part, $0) }
      guard all.contains(where: { !$0.isEmpty }) else { continue }
      func row(_ part: String, _ what: String, _ text: ([Double]) -> String) {
        table.rows.append(
          [ReportTable.Entry(part), ReportTable.Entry(what)]
            + all.map { $0.isEmpty ? .none : ReportTable.Entry(text($0)) })
      }
      func number(_ gain: Double?) -> String {
        gain.map { Quantity.fixed($0, decimals: 2) } ?? ""
      }
      row(part, "mean") { number(Statistics.geometricMean($0)) }
      row("", "least … most") { "\(number($0.min())) … \(number($0.max()))" }
    }
    return [
      .paragraph(
        "First layouts per second on two threads, each with plans of its own, divided by those on one, taken in turn in one child process: the geometric mean over the scenes of each engine. On processors that are threads of one core even engines that share nothing gain less than 2."
      ),
      .table(table),
    ]
  }
}
