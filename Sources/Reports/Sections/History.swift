package import LayoutBenchTiming

/// A series of Runs, the oldest first, with the changes of their cells.
package struct History: Sendable {
  let runs: [ReportedRun]
  /// The machine's name behind each title, where there are several machines.
  private let machine: (name: String, number: Int)?

  /// A history of Runs in the order in which they are shown.
  package init(_ runs: [ReportedRun]) { self.init(runs, machine: nil) }

  private init(_ runs: [ReportedRun], machine: (name: String, number: Int)?) {
    (self.runs, self.machine) = (runs, machine)
  }

  /// A history for each machine: Runs of different machines are never drawn as one line.
  ///
  /// - Parameter runs: Runs in the order of time. Those that `history run` measured are put in the order
  ///   of their commits.
  /// - Returns: the histories, in the order in which their machines are met.
  package static func byMachine(_ runs: [ReportedRun]) -> [History] {
    let names = runs.map { $0.run.machine.fingerprint }
    let machines = union([names])
    return machines.enumerated().map { number, name in
      var own = zip(names, runs).filter { $0.0 == name }.map(\.1)
      if own.allSatisfy({ $0.run.revision?.place != nil }) {
        own.sort {
          ($0.run.revision?.place ?? 0, $0.run.id) < ($1.run.revision?.place ?? 0, $1.run.id)
        }
      }
      return History(
        own, machine: machines.count < 2 ? nil : (own[0].machineName, number + 1))
    }
  }

  /// A title with the machine's name, where there are several.
  private func title(_ text: String) -> String { machine.map { "\(text); \($0.name)" } ?? text }

  /// A trend's name with the machine's number, where there are several.
  private func id(_ text: String) -> String { machine.map { "\(text)-\($0.number)" } ?? text }

  /// A quantity that is followed over Runs: a cell of each engine, or their means.
  package struct Trend: Sendable {
    /// `post, resize`, or the mean's phase.
    package let title: String
    /// A name fit for a file.
    package let id: String
    /// The phase.
    let phase: String
    /// The subject: a scene, or a number of scenes.
    let subject: String
    /// The Runs, or commits, along the horizontal axis.
    let places: [Place]
    /// The caption of the vertical axis.
    var caption = "× the yardstick’s time"
    /// An engine with the ratio in each Run that has one.
    package let lines: [Line]
    /// Returns true if two places went through the same work on machines of equal speed: else their
    /// difference is no change.
    var isComparable: @Sendable (Int, Int) -> Bool = { _, _ in true }

    /// A place on the horizontal axis.
    package struct Place: Sendable {
      /// Its name: a Run's id, or a commit.
      let name: String
      /// The same, short enough for an axis.
      let label: String
    }

    /// An engine, with the ratio in each Run that has one.
    package typealias Line = (
      engine: String, colour: Int, points: [(run: Int, ratio: Estimate, time: Estimate?)]
    )

    /// The trend as a chart, with its numbers.
    package var chart: ReportChart {
      var numbers = ReportTable([
        .words("Run"), .words("engine"), .number("ratio"), .number("95 %"), .number("time"),
        .number("since the one before"),
      ])
      for line in lines {
        var last: (run: Int, ratio: Double)?
        for point in line.points {
          numbers.rows.append([
            ReportTable.Entry(places[point.run].name), ReportTable.Entry(line.engine),
            ReportTable.Entry(Quantity.ratio(point.ratio), order: point.ratio.value),
            ReportTable.Entry(Quantity.interval(point.ratio), order: point.ratio.low),
            point.time.map { ReportTable.Entry(Quantity.time($0), order: $0.value) } ?? .none,
            last.flatMap { last in
              guard isComparable(last.run, point.run) else { return nil }
              let change = point.ratio.value / last.ratio
              return ReportTable.Entry(Quantity.change(change), order: change)
            } ?? .none,
          ])
          last = (point.run, point.ratio.value)
        }
      }
      return ReportChart(
        id: id, title: title,
        picture: LineChart(
          series: lines.map { line in
            LineChart.Series(
              name: line.engine, colour: line.colour, label: line.engine,
              points: line.points.map { (Double($0.run), $0.ratio) })
          }, horizontal: .places(places.map(\.label), caption: "the first to the last"),
          caption: caption, mark: { Quantity.short($0) + "×" }), numbers: numbers)
    }
  }

  /// The geometric means of each phase, over the scenes that all Runs have in it: means over other
  /// scenes could not be compared.
  package func meanTrends(engines: [String]? = nil, phases: [String]? = nil) -> [Trend] {
    let asked = engines ?? self.engines
    let parts = (phases ?? self.phases).flatMap { phase in groups.map { (phase, $0) } }
    return parts.compactMap { phase, group in
      let sharing = runs.indices.filter { index in
        runs[index].run.geometricMeans.contains { $0.phase == phase }
      }
      let compared = asked.filter { engine in
        sharing.allSatisfy { runs[$0].run.comparedEngines.contains(engine) }
      }
      let scenes = sharedScenes(of: compared, phase: phase, in: sharing).filter {
        runs[sharing[0]].run.isScene($0, in: group)
      }
      guard !scenes.isEmpty, !compared.isEmpty else { return nil }
      let lines = compared.compactMap { engine -> Trend.Line? in
        let points = sharing.compactMap { index in
          runs[index].run.meanRatio(of: engine, phase: phase, over: scenes).map {
            (run: index, ratio: $0, time: Estimate?.none)
          }
        }
        return points.isEmpty ? nil : (engine, colour(of: engine), points)
      }
      guard !lines.isEmpty else { return nil }
      let kind = group.map { " (\($0.rawValue))" } ?? ""
      let count = Quantity.plural(scenes.count, "scene") + kind
      return Trend(
        title: title("\(phase): mean ratio over \(count) that all Runs have"),
        id: id("trend-\(phase)\(group.map { "-\($0.rawValue)" } ?? "")"),
        phase: phase, subject: count, places: places, lines: lines,
        isComparable: comparable(phase, in: scenes))
    }
  }

  /// Returns the test of two Runs for a phase of some scenes: the same scene, scripts, samples and speed of
  /// the machine.
  private func comparable(
    _ phase: String, in scenes: Set<String>
  ) -> @Sendable (Int, Int) -> Bool {
    let runs = runs.map(\.run)
    return { one, other in
      runs[one].difference(from: runs[other]) == nil
        && runs[one].hasWork(ofPhase: phase, in: scenes, like: runs[other])
    }
  }

  /// The kinds of scenes over which means are followed; `nil` for all where there is one kind.
  private var groups: [Run.SceneGroup?] {
    let present = Set(runs.flatMap { run in run.scenes.map { run.run.group(of: $0) } })
    return present.count < 2 ? [nil] : Run.SceneGroup.allCases
  }

  private func sharedScenes(of engines: [String], phase: String, in places: [Int]) -> Set<String> {
    let sets = places.map { index in
      Set(
        runs[index].scenes.filter { scene in
          engines.allSatisfy { runs[index].cell(scene, phase, $0)?.ratio != nil }
        })
    }
    return sets.dropFirst().reduce(sets.first ?? []) { $0.intersection($1) }
  }

  /// The cells of the requested scenes, engines and phases: a trend for each scene and phase.
  package func trends(
    scenes: [String], engines: [String], phases: [String]
  ) -> [Trend] {
    var trends: [Trend] = []
    for scene in scenes {
      for phase in phases {
        let lines = engines.compactMap { engine in
          line(engine) { run in
            guard let cell = run.cell(scene, phase, engine), let time = cell.time,
              let ratio = cell.ratio
            else { return nil }
            return (ratio.estimate, time)
          }
        }
        guard !lines.isEmpty else { continue }
        trends.append(
          Trend(
            title: title("\(scene), \(phase): ratio to the yardstick, Run by Run"),
            id: id("trend-\(scene)-\(phase)"), phase: phase, subject: scene, places: places,
            lines: lines, isComparable: comparable(phase, in: [scene])))
      }
    }
    return trends
  }

  private func line(
    _ engine: String, _ value: (ReportedRun) -> (Estimate, Estimate?)?
  ) -> Trend.Line? {
    guard !isYardstick(engine) else { return nil }
    let points = runs.enumerated().compactMap { index, run in
      value(run).map { (run: index, ratio: $0.0, time: $0.1) }
    }
    return points.isEmpty ? nil : (engine, colour(of: engine), points)
  }

  private func isYardstick(_ engine: String) -> Bool {
    runs.contains { $0.run.yardsticks.contains(engine) }
  }

  /// An engine's place in the palette: that of the last Run that has it.
  private func colour(of engine: String) -> Int {
    runs.last { $0.engines.contains(engine) }?.colour(of: engine) ?? 0
  }

  /// The scenes of any Run, in the order of their first occurrence.
  package var scenes: [String] { Self.union(runs.map(\.scenes)) }
  /// The engines of any Run, yardsticks left out, whose lines are all at 1.
  package var engines: [String] {
    Self.union(runs.map(\.engines)).filter { !isYardstick($0) }
  }
  /// The phases of any Run.
  package var phases: [String] { Self.union(runs.map(\.phases)) }

  /// The names of all lists, each once, in the order of their first occurrence.
  package static func union(_ lists: [[String]]) -> [String] {
    var seen: Set<String> = []
    return lists.joined().filter { seen.insert($0).inserted }
  }

  private var places: [Trend.Place] {
    runs.map { Trend.Place(name: $0.run.id, label: $0.axisLabel) }
  }

  /// A page, or Markdown, of trends.
  ///
  /// - Parameters:
  ///   - trends: the trends, machine by machine.
  ///   - runs: all Runs, for the list of them.
  ///   - series: commits that `history run` measured.
  /// - Returns: the report.
  package static func report(
    _ trends: [Trend], of runs: [ReportedRun], _ series: [CommitSeries] = []
  ) -> Report {
    var report = Report(
      title: "LayoutBench over time",
      subtitle: runs.isEmpty
        ? "\(series.reduce(0) { $0 + $1.comparisons.count }) commits"
        : "\(runs.count) Runs, \(runs.first?.date ?? "") to \(runs.last?.date ?? "")")
    report.sections = series.map(\.section)
    if !trends.isEmpty {
      report.sections.append(Report.Section("trends", "Trends", trends.map { .chart($0.chart) }))
    }
    guard !runs.isEmpty else { return report }
    var table = ReportTable([
      .words("Run"), .words("file"), .words("machine"), .words("commit"), .words("committed"),
      .words("subject"), .number("processes"),
    ])
    for entry in runs {
      let run = entry.run
      table.rows.append([
        ReportTable.Entry(run.id), ReportTable.Entry(entry.file),
        ReportTable.Entry(entry.machineName),
        ReportTable.Entry(run.revision.map { String($0.commit.prefix(12)) } ?? "–"),
        ReportTable.Entry(run.revision?.date.map { String($0.prefix(10)) } ?? "–"),
        ReportTable.Entry(run.revision?.subject ?? "–"),
        ReportTable.Entry("\(run.children.count)", order: Double(run.children.count)),
      ])
    }
    report.sections.append(Report.Section("runs", "Runs", [.table(table)]))
    return report
  }
}

extension ReportedRun {
  /// The day, short enough for an axis.
  var shortDate: String {
    let day = run.id.prefix(10)
    return day.count == 10 && day.dropFirst(4).first == "-" ? String(day.dropFirst(5)) : String(day)
  }

  /// The day, or of a commit that `history run` measured its first seven digits.
  var axisLabel: String {
    guard let revision = run.revision, revision.place != nil else { return shortDate }
    return String(revision.commit.prefix(7))
  }

  /// The machine in a few words.
  var machineName: String {
    "\(run.machine.cpu), \(run.machine.cores) cores, \(run.machine.system)"
  }
}
