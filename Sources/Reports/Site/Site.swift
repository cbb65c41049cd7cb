import LayoutBenchTiming

/// The pages of a published site but those of single Runs: an index, the history, claims, engines.
package struct Site: Sendable {
  /// The Runs, the newest first.
  private let runs: [SiteEntry.Facts]
  /// The Runs that have a page, by id, with the page's path.
  private let pages: [String: String]

  /// The Runs that the index shows before the rest is on a page of its own.
  private static let shownRuns = 50
  /// The Runs on a page of the list.
  private static let listedRuns = 1000
  /// The maximum number of places along a trend: more Runs are joined by their medians.
  private static let mostPlaces = 40

  /// A site.
  ///
  /// - Parameters:
  ///   - entries: the files of the folder of results.
  ///   - pages: the paths of the Runs' pages, by id.
  package init(_ entries: [SiteEntry], pages: [String: String]) {
    runs = entries.compactMap(\.facts).sorted { $0.id > $1.id }
    self.pages = pages
  }

  /// The newest Run of each suite, the one with the most scenes first; behind them the newest of other
  /// scenes.
  ///
  /// - Parameter entries: the files of the folder of results.
  /// - Returns: an entry for each suite.
  package static func newest(of entries: [SiteEntry]) -> [SiteEntry] {
    var newest: [String: SiteEntry] = [:]
    for entry in entries {
      guard let facts = entry.facts else { continue }
      if let known = newest[facts.suite]?.facts, known.id >= facts.id { continue }
      newest[facts.suite] = entry
    }
    func rank(_ entry: SiteEntry) -> (Int, Int, String) {
      let facts = entry.facts
      return (facts?.digest.isEmpty == false ? 1 : 0, facts?.scenes ?? 0, facts?.id ?? "")
    }
    return newest.values.sorted { rank($0) > rank($1) }
  }

  /// The page that comes first.
  ///
  /// - Parameter main: the Run whose answers stand at the top; `nil` where there is none.
  /// - Returns: the page.
  package func index(_ main: ReportedRun?) -> Report {
    var report = Report(
      title: "LayoutBench results",
      subtitle: "\(Quantity.plural(runs.count, "Run")), the newest of \(Self.day(runs.first?.id))")
    var blocks: [Report.Block] = []
    if let main, let builder = ReportBuilder([main]) {
      blocks += builder.answers
      if let page = pages[main.run.id] {
        blocks.append(
          .paragraph(["From ", .link(main.run.id, to: page), .text(", \(main.machineName).")]))
      }
    }
    blocks.append(
      .list([
        [.link("History", to: "history.html"), ": how ratios moved, each machine apart"],
        [
          .link("Claims", to: "claims.html"), ": published sentences, compared with the newest Run",
        ],
        [
          .link("Engines", to: "engines.html"),
          ": what each engine can state, and where they differ",
        ],
        [.link("All Runs", to: "runs.html"), ": every Run, with its machine and commit"],
      ]))
    report.sections = [
      Report.Section("results", "Results", blocks),
      Report.Section("latest", "Newest Runs", [.table(table(runs.prefix(Self.shownRuns)))]),
    ]
    return report
  }

  /// Every Run, in tables that a browser opens at once: `runs.html`, `runs-2.html` and so on.
  package var lists: [(name: String, page: Report)] {
    let count = max(1, (runs.count + Self.listedRuns - 1) / Self.listedRuns)
    func name(_ number: Int) -> String { number == 0 ? "runs.html" : "runs-\(number + 1).html" }
    return (0..<count).map { number in
      let first = number * Self.listedRuns
      let own = runs[first..<min(first + Self.listedRuns, runs.count)]
      var report = Report(
        title: "All Runs",
        subtitle:
          "\(Quantity.plural(runs.count, "Run")), the newest first: page \(number + 1) of \(count)")
      report.home = "index.html"
      var blocks: [Report.Block] = []
      if count > 1 {
        blocks.append(
          .list(
            (0..<count).map { other in
              let days = runs[
                other * Self.listedRuns..<min((other + 1) * Self.listedRuns, runs.count)]
              return [
                .link("page \(other + 1)", to: name(other)),
                .text(": \(Self.day(days.last?.id)) to \(Self.day(days.first?.id))"),
              ]
            }))
      }
      report.sections = [Report.Section("runs", "Runs", blocks + [.table(table(own))])]
      return (name(number), report)
    }
  }

  private func table(_ runs: ArraySlice<SiteEntry.Facts>) -> ReportTable {
    var table = ReportTable([
      .words("Run"), .words("suite"), .words("machine"), .words("commit"), .words("subject"),
      .number("scenes"), .number("cells"), .number("processes"),
    ])
    for run in runs {
      var name = ReportTable.Entry(run.id)
      name.link = pages[run.id]
      table.rows.append([
        name, ReportTable.Entry(run.suite), ReportTable.Entry(run.machine),
        ReportTable.Entry(run.commit.map { String($0.prefix(12)) } ?? "–"),
        ReportTable.Entry(run.subject ?? "–"),
        ReportTable.Entry("\(run.scenes)", order: Double(run.scenes)),
        ReportTable.Entry("\(run.cells)", order: Double(run.cells)),
        ReportTable.Entry("\(run.children)", order: Double(run.children)),
      ])
    }
    return table
  }

  private static func day(_ id: String?) -> String { id.map { String($0.prefix(10)) } ?? "–" }

  // MARK: - History

  /// The means of each suite over time, each machine apart.
  ///
  /// - Parameter series: the commits that `history run` measured.
  /// - Returns: the page.
  package func history(_ series: [CommitSeries]) -> Report {
    var report = Report(
      title: "History", subtitle: "\(Quantity.plural(runs.count, "Run")), the oldest first")
    report.home = "index.html"
    report.sections = series.map(\.section)
    let groups = Dictionary(grouping: runs) { [$0.suite, $0.digest, $0.machine, $0.fingerprint] }
    var number = 0
    for (key, group) in groups.sorted(by: { $0.value[0].id > $1.value[0].id })
    where group.count > 1 {
      number += 1
      let trends = trends(of: group.reversed(), number)
      guard !trends.isEmpty else { continue }
      let joined =
        group.count > Self.mostPlaces
        ? " Neighbouring Runs are joined: a point is their median, the band holds all of them." : ""
      report.sections.append(
        Report.Section(
          "history-\(number)", "\(key[0]), \(key[2])",
          [
            .paragraph(
              "\(group.count) Runs of the same scenes, phases and forms. Mean ratios to the yardstick.\(joined)"
            )
          ] + trends.map { .chart($0.chart) }))
    }
    if report.sections.isEmpty {
      report.sections.append(
        Report.Section(
          "history", "Nothing to compare yet",
          [.paragraph("Two Runs of one suite on one machine make a trend.")]))
    }
    return report
  }

  /// The trends of Runs of one suite on one machine, the oldest first.
  private func trends(of group: [SiteEntry.Facts], _ number: Int) -> [History.Trend] {
    // As many Runs in each place, as far as they can be divided.
    let count = min(group.count, Self.mostPlaces)
    let buckets = (0..<count).map { place in
      Array(group[place * group.count / count..<(place + 1) * group.count / count])
    }
    let places = buckets.map { bucket in
      History.Trend.Place(
        name: bucket.count == 1 ? bucket[0].id : "\(bucket[0].id) … \(bucket[bucket.count - 1].id)",
        label: String(Self.day(bucket[0].id).dropFirst(5)))
    }
    var parts: [String] = []
    var engines: [String] = []
    for mean in group.lazy.flatMap(\.means) {
      if !parts.contains(mean.part) { parts.append(mean.part) }
      if !engines.contains(mean.engine) { engines.append(mean.engine) }
    }
    return parts.compactMap { part in
      let lines = engines.enumerated().compactMap { colour, engine -> History.Trend.Line? in
        let points = buckets.enumerated().compactMap {
          place, bucket -> (run: Int, ratio: Estimate, time: Estimate?)? in
          let means = bucket.compactMap { run in
            run.means.first { $0.part == part && $0.engine == engine }?.ratio
          }
          return Self.joined(means).map { (place, $0, nil) }
        }
        return points.count < 2 ? nil : (engine, colour, points)
      }
      guard !lines.isEmpty else { return nil }
      return History.Trend(
        title: "\(part): mean ratio", id: "history-\(number)-\(part)", phase: part, subject: part,
        places: places, lines: lines)
    }
  }

  /// The median of several means and the span of their intervals; of one, itself.
  private static func joined(_ means: [[Double]]) -> Estimate? {
    guard let first = means.first else { return nil }
    if means.count == 1 {
      return first.count == 3
        ? Estimate(value: first[0], low: first[1], high: first[2]) : Estimate(value: first[0])
    }
    let values = means.map { $0[0] }
    return Estimate(
      value: Statistics.median(values), low: means.joined().min(), high: means.joined().max())
  }
}

extension ReportBuilder {
  /// The claims with their verdicts, as a page of a site.
  package var claimsPage: Report {
    var report = Report(title: "Claims", subtitle: "Decided by \(main.run.id), \(main.machine)")
    report.home = "index.html"
    report.sections = [verdicts]
    return report
  }

  /// The scenes that each engine can state, and the differences between engines, as a page of a site.
  package var enginesPage: Report {
    var report = Report(title: "Engines", subtitle: "From \(main.run.id), \(main.machine)")
    report.home = "index.html"
    report.sections = [matrix, correctness, memory].compactMap(\.self)
    report.data = RunData(main).json
    return report
  }
}
