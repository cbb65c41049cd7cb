import LayoutBenchTiming

extension ReportBuilder {
  /// A table of more scenes than this is cut: what it says of every scene is in its own table on the
  /// page.
  static let mostListed = 24

  /// The sentence about a table that shows some scenes only; empty where it shows all.
  static func cut(_ all: Int) -> String {
    all > mostListed ? " The first \(mostListed) of \(all) scenes." : ""
  }

  /// The steps of `session`, each by itself: medians say little of the frame that is missed.
  var sessions: Report.Section? {
    let part = ["program session", "plan session", "session"].first(where: main.phases.contains)
    guard let part else { return nil }
    func steps(_ scene: String, _ engine: String) -> Cell.Steps? {
      main.cell(scene, part, engine)?.steps
    }
    let all = families.map { $0[0] }.filter { scene in
      main.engines.contains { steps(scene, $0) != nil }
    }
    guard !all.isEmpty else { return nil }
    let shown = all.prefix(Self.mostListed)
    let engines = main.engines.filter { engine in shown.contains { steps($0, engine) != nil } }
    var table = ReportTable([.words("scene")] + engines.map { .number($0) })
    for scene in shown {
      table.rows.append(
        [ReportTable.Entry(scene)]
          + engines.map { engine in
            guard let steps = steps(scene, engine) else { return .none }
            let times = [steps.p50, steps.p95, steps.longest].map(Quantity.shortTime)
            return ReportTable.Entry(times.joined(separator: " · "), order: steps.p95)
          })
    }
    return Report.Section(
      "sessions", "Steps of a session",
      [
        .paragraph(
          "The median, the 95 % quantile and the longest of the steps of \(part), each timed by itself in a child process of its own; reading the clock is part of each. Where other constraints yield after a step, that step is far above the median.\(Self.cut(all.count))"
        ),
        .table(table),
      ])
  }
}
