import Foundation
package import LayoutBenchTiming

/// Commits of one range that were measured on one machine, each side by side with the first of them.
package struct CommitSeries: Sendable {
  /// The comparisons with the first commit, in the order of the commits.
  package let comparisons: [Comparison]

  /// A cell's change at a commit, or between two commits of which those between were not measured.
  package struct Step: Sendable {
    /// The cell.
    package let cell: CellName
    /// The last revision before the change.
    package let before: Run.Revision
    /// The first revision behind it.
    package let after: Run.Revision
    /// The time behind it as a multiple of the time before, with its 99 % interval.
    package let change: Estimate

    /// The number of commits that may have made the change.
    package var commits: Int { (after.place ?? 0) - (before.place ?? 0) }

    /// The step as a sentence.
    package var sentence: String {
      let factor = "\(Quantity.ratio(change)) (\(Quantity.interval(change)))"
      guard commits != 1 else { return "\(cell): \(factor) since \(CommitSeries.name(of: after))" }
      return
        "\(cell): \(factor) between \(before.commit.prefix(12)) and \(after.commit.prefix(12)), "
        + "\(commits) commits"
    }

    /// The command that finds the commit among several.
    package var command: String? {
      guard commits != 1 else { return nil }
      let path = ([cell.scene] + cell.phase.split(separator: " ").map(String.init) + [cell.engine])
        .joined(separator: "/")
      return
        "layoutbench history run \(before.commit.prefix(12))..\(after.commit.prefix(12)) --bisect \(path)"
    }
  }

  /// Sorts comparisons that `history run` saved by first commit and machine; others are left out.
  ///
  /// - Parameter comparisons: the comparisons of a folder.
  /// - Returns: a series for each first commit, machine and way to measure.
  package static func all(in comparisons: [Comparison]) -> [CommitSeries] {
    let placed = comparisons.filter {
      $0.method == .sideBySide && $0.screening.base.revision?.place == 0
        && $0.screening.head.revision?.place != nil
    }
    let groups = Dictionary(grouping: placed) { comparison in
      let base = comparison.screening.base
      return [base.revision?.commit ?? "", base.machine.fingerprint, "\(comparison.isOfCounts)"]
    }
    return groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { _, group in
      var places: [Int: Comparison] = [:]
      // Of two measurements of a commit the later one counts.
      for comparison in group.sorted(by: { $0.id < $1.id }) {
        places[comparison.screening.head.revision?.place ?? 0] = comparison
      }
      return CommitSeries(comparisons: places.sorted { $0.key < $1.key }.map(\.value))
    }
  }

  /// The name of a commit in messages: digits, day, subject.
  package static func name(of revision: Run.Revision) -> String {
    ([String(revision.commit.prefix(12))]
      + [revision.date.map { String($0.prefix(10)) }, revision.subject]
      .compactMap(\.self)).joined(separator: "  ")
  }

  /// The revisions, the first one included.
  private var revisions: [Run.Revision] {
    [comparisons[0].screening.base.revision].compactMap(\.self)
      + comparisons.compactMap(\.screening.head.revision)
  }

  /// The cells that any comparison has, in their order.
  package var cells: [CellName] {
    var seen: Set<CellName> = []
    return comparisons.flatMap { $0.cells.map(\.name) }.filter { seen.insert($0).inserted }
  }

  /// A cell's levels as multiples of the first commit's, at each revision.
  private func levels(of cell: CellName) -> [Estimate?] {
    [Estimate(value: 1, low: 1, high: 1)] + comparisons.map { $0.level(of: cell) }
  }

  /// The steps of all cells, by commit.
  package var steps: [Step] {
    let revisions = revisions
    return cells.flatMap { cell in
      let threshold =
        comparisons.lazy.compactMap { $0.cells.first { $0.name == cell }?.threshold }.first ?? 0.02
      return LevelStep.all(in: levels(of: cell), threshold: threshold).map { step in
        Step(
          cell: cell, before: revisions[step.places.before], after: revisions[step.places.after],
          change: step.change)
      }
    }.sorted { ($0.after.place ?? 0) < ($1.after.place ?? 0) }
  }

  /// The measure, in words.
  private var measure: String {
    (comparisons.first?.isOfCounts ?? false) ? "instructions" : "time"
  }

  /// The means over scenes of each phase as a multiple of the first commit's, a line for each engine.
  package var trends: [History.Trend] {
    let cells = cells
    var phases: [String] = []
    for cell in cells where !phases.contains(cell.phase) { phases.append(cell.phase) }
    return phases.compactMap { phase in
      let own = cells.filter { $0.phase == phase }
      var engines: [String] = []
      for cell in own where !engines.contains(cell.engine) { engines.append(cell.engine) }
      let run = comparisons[0].screening.head
      let lines = engines.enumerated().compactMap { number, engine -> History.Trend.Line? in
        let levels = own.filter { $0.engine == engine }.map { self.levels(of: $0) }
        let points = revisions.indices.compactMap {
          place -> (run: Int, ratio: Estimate, time: Estimate?)? in
          Self.mean(of: levels.map { $0[place] }).map { (place, $0, nil) }
        }
        return points.count < 2
          ? nil : (engine, run.engine(named: engine)?.colour ?? number, points)
      }
      guard !lines.isEmpty else { return nil }
      return trend(
        "\(phase): \(measure) over the commits, mean of the scenes", "commits-\(phase)", phase,
        lines)
    }
  }

  /// The trend of each cell that steps.
  private var stepping: [History.Trend] {
    var seen: Set<CellName> = []
    return steps.map(\.cell).filter { seen.insert($0).inserted }.map { cell in
      let points = levels(of: cell).enumerated().compactMap { place, level in
        level.map { (run: place, ratio: $0, time: Estimate?.none) }
      }
      return trend(
        "\(cell): \(measure) over the commits", "commits-\(cell)", cell.phase,
        [
          (
            cell.engine, comparisons[0].screening.head.engine(named: cell.engine)?.colour ?? 0,
            points
          )
        ])
    }
  }

  private func trend(
    _ title: String, _ id: String, _ phase: String, _ lines: [History.Trend.Line]
  ) -> History.Trend {
    History.Trend(
      title: title, id: id, phase: phase, subject: title,
      places: revisions.map {
        .init(name: Self.name(of: $0), label: String($0.commit.prefix(7)))
      },
      caption: "× the \(measure) at \(revisions[0].commit.prefix(7))", lines: lines)
  }

  /// The geometric mean of levels; `nil` where one is missing.
  private static func mean(of levels: [Estimate?]) -> Estimate? {
    let known = levels.compactMap(\.self)
    guard !known.isEmpty, known.count == levels.count else { return nil }
    let count = Double(known.count)
    let mean = known.reduce(0) { $0 + log($1.value) } / count
    let half =
      known.reduce(0) { sum, level in
        guard let low = level.low, let high = level.high else { return sum }
        let half = log(high / low) / 2
        return sum + half * half
      }.squareRoot() / count
    return Estimate(value: exp(mean), low: exp(mean - half), high: exp(mean + half))
  }

  /// The commits and steps for terminals.
  package var table: String {
    var table = TextTable([
      ("", .right), ("commit", .left), ("date", .left), ("slower", .right), ("faster", .right),
      ("subject", .left),
    ])
    let steps = steps
    for revision in revisions {
      let own = steps.filter { $0.after.place == revision.place }
      table.add([
        "\(revision.place ?? 0)", String(revision.commit.prefix(12)),
        String((revision.date ?? "").prefix(10)), count(own.count { $0.change.value > 1 }),
        count(own.count { $0.change.value < 1 }), revision.subject ?? "",
      ])
    }
    var lines = [table.text, ""]
    lines += steps.map {
      ([$0.sentence] + [$0.command].compactMap(\.self)).joined(separator: "\n  ")
    }
    if steps.isEmpty {
      lines.append(
        "no step: \(Quantity.plural(cells.count, "cell")) at \(Quantity.plural(comparisons.count, "commit")), each against \(revisions[0].commit.prefix(12))"
      )
    }
    return lines.joined(separator: "\n")
  }

  private func count(_ number: Int) -> String { number == 0 ? "" : "\(number)" }

  /// The series as a section of a page.
  package var section: Report.Section {
    let steps = steps
    var blocks: [Report.Block] = [
      .paragraph([
        .text(
          "\(comparisons.count) commits on \(ReportedRun(comparisons[0].screening.head).machineName), each measured in turn with "
        ), .code(Self.name(of: revisions[0])),
        ". A step is a change beyond the threshold by the whole 99 % interval.",
      ])
    ]
    var table = ReportTable([
      .words("commit"), .words("date"), .words("subject"), .words("cell"), .number("change"),
      .number("99 %"),
    ])
    for step in steps {
      table.rows.append([
        ReportTable.Entry(
          step.commits == 1
            ? String(step.after.commit.prefix(12))
            : "\(step.before.commit.prefix(12)) … \(step.after.commit.prefix(12))"),
        ReportTable.Entry(String((step.after.date ?? "–").prefix(10))),
        ReportTable.Entry(
          step.commits == 1 ? step.after.subject ?? "–" : "\(step.commits) commits"),
        ReportTable.Entry("\(step.cell)"),
        ReportTable.Entry(
          Quantity.change(step.change.value), order: step.change.value, isStrong: true,
          tone: step.change.value > 1 ? .bad : .good),
        ReportTable.Entry(Quantity.interval(step.change), order: step.change.low),
      ])
    }
    blocks.append(steps.isEmpty ? .paragraph("No cell stepped.") : .table(table))
    blocks += stepping.map { .chart($0.chart) }
    blocks.append(.fold(title: "Means over the scenes", trends.map { .chart($0.chart) }))
    return Report.Section(
      "commits-\(revisions[0].commit.prefix(7))-\(measure)", "Over commits", blocks)
  }

  /// The series for programs: commits with the level of each cell, and the steps.
  package var json: String {
    func number(_ value: Double?) -> String { value.map { "\($0)" } ?? "null" }
    let json = ReportBuilder.json
    let revisions = revisions
    let commits = revisions.map { revision in
      "    {\"commit\": \(json(revision.commit)), \"date\": \(json(revision.date ?? "")), "
        + "\"subject\": \(json(revision.subject ?? "")), \"place\": \(revision.place ?? 0)}"
    }
    let steps = steps.map { step in
      "    {\"cell\": \(json("\(step.cell)")), \"before\": \(json(step.before.commit)), "
        + "\"after\": \(json(step.after.commit)), \"change\": \(number(step.change.value)), "
        + "\"low\": \(number(step.change.low)), \"high\": \(number(step.change.high))}"
    }
    return """
      {"measure": \(json(measure)), "commits": [
      \(commits.joined(separator: ",\n"))
        ], "steps": [
      \(steps.joined(separator: ",\n"))
        ]}
      """
  }
}
