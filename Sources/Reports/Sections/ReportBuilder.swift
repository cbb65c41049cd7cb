import LayoutBenchTiming

/// Makes a report of Runs: the last one is described in full, the others are compared with it.
package struct ReportBuilder: Sendable {
  let runs: [ReportedRun]
  let main: ReportedRun
  let exhibits: [String: SceneExhibit]
  let claims: [Claim]
  /// The meaning of each phase, in words without a full stop.
  let phases: [String: String]
  /// The compared engines of each phase and kind of scenes (`Run.MeanPart`), the fastest first.
  let rankings: [String: [Run.Rank]]

  /// A builder; `nil` without a Run.
  ///
  /// - Parameters:
  ///   - runs: the Runs, in the order in which they are compared; the last is described in full.
  ///   - exhibits: the pictures and sources of scenes, where they are known.
  ///   - claims: the claims about the engines.
  ///   - phases: the meaning of each phase, in words without a full stop.
  package init?(
    _ runs: [ReportedRun], exhibits: [SceneExhibit] = [], claims: [Claim] = [],
    phases: [String: String] = [:]
  ) {
    guard let main = runs.last else { return nil }
    self.runs = runs
    self.main = main
    self.exhibits = Dictionary(exhibits.map { ($0.name, $0) }) { first, _ in first }
    self.claims = claims
    self.phases = phases
    rankings = Dictionary(
      main.run.meanParts.map { ($0.description, main.run.ranking($0)) }
    ) { first, _ in first }
  }

  /// The report.
  package var report: Report {
    let run = main.run
    var report = Report(
      title: "LayoutBench: constraint solving against topological layout",
      subtitle: "\(main.date) · \(main.machine)")
    report.warnings = warnings
    report.sections = [summary]
    // Printed before speed: in Runs that record the form of each cell.
    if run.cells.contains(where: { $0.form != nil }) { report.sections.append(correctness) }
    if let matrix { report.sections.append(matrix) }
    if runs.count > 1 { report.sections += [differences, overRuns].compactMap(\.self) }
    if !claims.isEmpty { report.sections.append(verdicts) }
    if run.growth != nil { report.sections.append(growth) }
    report.sections.append(scenes)
    report.sections += [changes, sessions, frame, scripts, texts, memory, method].compactMap(\.self)
    report.data = RunData(main).json
    return report
  }

  /// The reasons why the numbers are doubtful.
  private var warnings: [String] {
    var warnings = main.run.warnings.map(\.text)
    if main.run.interrupted == true {
      warnings.append(
        "interrupted: \(main.run.children.count) of \(main.run.planned ?? 0) children have run")
    }
    if main.run.executable.configuration != "release",
      !main.run.warnings.contains(where: { $0.text.contains("debug") })
    {
      warnings.append("a debug build: its times do not measure the engines")
    }
    if main.run.links == nil, main.run.children.count < Statistics.fewestForInterval {
      warnings.append(
        Quantity.plural(main.run.children.count, "child process", "child processes")
          + ": below \(Statistics.fewestForInterval) there are no "
          + "intervals, and nothing is ranked")
    }
    if let revision = main.run.revision, revision.dirty {
      warnings.append(
        "the source had changes that were not committed to \(revision.commit.prefix(12))")
    }
    for cell in main.run.cells where cell.outcome == .wrong || cell.outcome == .drifted {
      warnings.append(
        "\(cell.scene), \(cell.part), \(main.run.label(of: cell)): \(cell.outcome.rawValue)"
          + (cell.reason.map { ": \($0)" } ?? ""))
    }
    var seen: Set<String> = []
    return warnings.filter { seen.insert($0).inserted }
  }

  /// The yardsticks that ratios are relative to, in words.
  var yardsticks: Prose {
    let used = Set(main.run.cells.compactMap(\.ratio?.to))
    var spans: [Prose.Span] = []
    for name in main.run.yardsticks where used.contains(name) {
      if !spans.isEmpty { spans.append(" or ") }
      spans.append(.code(name))
      if let summary = main.run.engine(named: name)?.summary {
        spans.append(.text(" (\(summary))"))
      }
    }
    return Prose(spans)
  }
}
