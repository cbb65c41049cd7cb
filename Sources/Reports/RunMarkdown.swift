package import LayoutBenchTiming

/// A Run as Markdown, fit for a README or a job's summary: at most 64 KB.
///
/// It begins with the means; correctness, the main table, claims and everything else follow.
/// Scenes with their pictures and sources, and every count, are on the page.
package struct RunMarkdown {
  /// The most bytes of a text: summaries of jobs are cut or refused at larger sizes.
  package static let most = 64_000

  private let report: Report

  /// Markdown of a Run.
  package init(_ run: Run) {
    self.init([ReportedRun(run)])
  }

  /// Markdown of Runs: the last is described in full, the first is compared with it.
  ///
  /// - Parameters:
  ///   - runs: at least one.
  ///   - claims: the claims about the engines.
  package init(_ runs: [ReportedRun], claims: [Claim] = []) {
    guard let builder = ReportBuilder(runs, claims: claims), let main = runs.last else {
      report = Report(title: "LayoutBench", subtitle: "no Run")
      return
    }
    var whole = builder.report
    whole.title = "LayoutBench: \(main.run.id)"
    // The main table has the contents of the page's matrix, and its place.
    let place =
      whole.sections.firstIndex { $0.id == "matrix" }
      ?? (whole.sections.firstIndex { $0.id == "correctness" } ?? 0) + 1
    whole.sections.removeAll { ["matrix", "scenes"].contains($0.id) }
    let phases = main.phases
    let programs = phases.filter { $0.hasPrefix("program ") }
    // The longest table that fits; of the means there is always one. Of very many scenes, sections
    // with a row for each are left out, and the ranges of means.
    let sections = ["scripts", "sessions", "frame"]
    let parts = main.run.meanParts
    let ranges = Dictionary(
      zip(parts, parts.map { main.run.ratioRanges(in: $0) }),
      uniquingKeysWith: { first, _ in first })
    let choices: [(phases: [String], leftOut: [String], withRanges: Bool)] = [
      (phases, [], true), (programs, [], true), (builder.headlines, [], true),
      (Array(builder.headlines.prefix(1)), [], true), ([], [], true), ([], ["scripts"], true),
      ([], sections, true), ([], sections, false), ([], sections + ["memory"], false),
      ([], sections + ["memory", "texts"], false),
    ]
    report =
      choices.lazy.map { shown, leftOut, withRanges in
        var report = whole
        report.sections.removeAll { leftOut.contains($0.id) }
        var blocks: [Report.Block] = [
          .table(Self.table(of: main, phases: shown, ranges: withRanges ? ranges : [:])),
          builder.legend,
        ]
        if shown.count < phases.count {
          blocks.append(
            .paragraph([
              "The other phases are on the page, and in the output of ",
              .code("layoutbench report --format csv"), ".",
            ]))
        }
        report.sections.insert(Report.Section("table", "Times", blocks), at: place)
        return report
      }.first { MarkdownWriter($0).text.utf8.count <= Self.most } ?? whole
  }

  /// The Markdown alone, charts left out.
  package var text: String { MarkdownWriter(report).text }

  /// A comment on a pull request, at most 10 KB: warnings, the answers in sentences and, where
  /// there is room, the table of means.
  package var comment: String {
    func text(withTables: Bool, most: Int = .max) -> String {
      var short = report
      short.warnings = Array(report.warnings.prefix(3))
      short.sections = report.sections.prefix(1).map { section in
        Report.Section(
          section.id, section.title,
          section.blocks.filter { block in
            switch block {
            case .list: true
            case .table: withTables
            default: false
            }
          }.map { block in
            guard case .list(let items) = block else { return block }
            return .list(Array(items.prefix(most)))
          })
      }
      return MarkdownWriter(short).text
    }
    let whole = text(withTables: true)
    guard whole.utf8.count > ComparisonComment.most else { return whole }
    return [16, 8, 4, 2].lazy.map { text(withTables: false, most: $0) }
      .first { $0.utf8.count <= ComparisonComment.most } ?? text(withTables: false, most: 1)
  }

  /// The Markdown with charts beside it.
  ///
  /// - Parameter folder: the folder of the charts' files, as the Markdown names it.
  /// - Returns: the text, and each chart's file name with its SVG.
  package func text(chartsIn folder: String) -> (
    text: String, charts: [(name: String, svg: String)]
  ) {
    let writer = MarkdownWriter(report) { "\(folder)/\($0.id).svg" }
    return (
      writer.text, writer.charts.map { ("\($0.id).svg", $0.svg(isStandalone: true)) }
    )
  }

  /// One row per scene and phase, one column per engine, and the means, each with the ratios of the
  /// scenes where it is least and most, if these are given.
  private static func table(
    of main: ReportedRun, phases: [String], ranges: [Run.MeanPart: [String: ClosedRange<Double>]]
  ) -> ReportTable {
    let (run, engines) = (main.run, main.engines)
    var table = ReportTable(
      [.words("scene"), .words("phase")] + engines.map { .number($0) })
    for scene in main.scenes {
      // A phase whose changes the scene does not support has no row.
      let known = Set(main.cells(of: scene).map(\.part))
      for (index, phase) in phases.filter(known.contains).enumerated() {
        table.rows.append(
          [ReportTable.Entry(index == 0 ? scene : ""), ReportTable.Entry(phase)]
            + engines.map { entry(of: main.cell(scene, phase, $0), run) })
      }
    }
    for part in run.meanParts {
      let row = run.means(of: part)
      guard let scenes = row.first?.scenes else { continue }
      table.rows.append(
        [
          ReportTable.Entry(
            "mean of \(scenes)" + (part.group.map { " \($0.rawValue)" } ?? "")),
          ReportTable.Entry(part.phase),
        ]
          + engines.map { engine in
            row.first { $0.engine == engine }.map {
              ReportTable.Entry("\(Quantity.withSpread($0.ratio))×", isStrong: true)
            } ?? .none
          })
      guard let ranges = ranges[part] else { continue }
      table.rows.append(
        [ReportTable.Entry("least … most"), ReportTable.Entry("")]
          + engines.map { engine in
            guard row.contains(where: { $0.engine == engine }),
              let range = ranges[engine], range != 1...1
            else { return .none }
            let ends = [range.lowerBound, range.upperBound].map {
              Quantity.number(Estimate(value: $0))
            }
            return ReportTable.Entry("\(ends[0]) … \(ends[1])×")
          })
    }
    return table
  }

  private static func entry(of cell: Cell?, _ run: Run) -> ReportTable.Entry {
    guard let cell, cell.outcome != .unsupported else { return .none }
    guard cell.hasFigures else {
      return ReportTable.Entry(cell.outcome.rawValue, isStrong: true)
    }
    var text = cell.time.map(Quantity.time) ?? ""
    if run.label(of: cell) != cell.engine { text = "(\(cell.dialect)) \(text)" }
    // Words such as `rebuilds`; sentences are in the table of all cells.
    let notes = (cell.notes ?? []).filter { !$0.contains(" ") }
    if !notes.isEmpty { text += " (\(notes.joined(separator: ", ")))" }
    var entry = ReportTable.Entry(text, order: cell.time?.value ?? cell.ratio?.value)
    if let ratio = cell.ratio, cell.engine != ratio.to {
      entry.emphasis = "\(Quantity.withSpread(ratio.estimate))×"
    }
    return entry
  }
}

extension ReportBuilder {
  /// The engines of other authors, with their versions.
  private var peerText: String {
    guard let peers = main.run.peers, !peers.isEmpty else { return "" }
    let names = peers.map { peer in
      "\(peer.name) \(peer.version)" + (peer.license.map { " (\($0))" } ?? "")
    }
    return
      "Engines of other authors, each in a process of its own: \(names.joined(separator: ", ")). "
  }

  /// The meaning of the main table's numbers.
  var legend: Report.Block {
    let run = main.run
    return .paragraph(
      Prose(
        ["Time per pass and its ratio to "] + yardsticks.spans + [
          .text(
            ". \(peerText)\(run.children.count) child processes per scene × \(run.rounds) rounds, \(run.links ?? 1) \(run.links ?? 1 == 1 ? "link" : "links") of the executable; a time is the mean over links of the median over processes of each one’s lower quartile; ± is half the width of the 95 % interval over links."
          )
        ]))
  }
}
