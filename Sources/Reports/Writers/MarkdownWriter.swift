/// A report as Markdown, fit for a README, a pull request's comment or a job summary.
///
/// The first sections are open, the rest folded. Charts are linked as files if `chartPath` gives
/// their paths; otherwise only their numbers appear.
package struct MarkdownWriter: Sendable {
  private let report: Report
  private let chartPath: (@Sendable (ReportChart) -> String)?

  /// A writer of a report.
  ///
  /// - Parameters:
  ///   - report: the report.
  ///   - chartPath: the path of a chart's SVG file, relative to the Markdown; `nil` where there is
  ///     none.
  package init(_ report: Report, chartPath: (@Sendable (ReportChart) -> String)? = nil) {
    self.report = report
    self.chartPath = chartPath
  }

  /// Sections that are open; the others are folded.
  private static let open: Set = [
    "summary", "table", "claims", "differences", "exponents", "trends",
  ]

  /// The text, with a line break at the end.
  package var text: String {
    var lines = [
      "# \(Escaping.markdown(report.title))", "", Escaping.markdown(report.subtitle), "",
    ]
    for warning in report.warnings {
      lines += ["> **Warning:** \(Escaping.markdown(warning))", ""]
    }
    for section in report.sections {
      lines += ["## \(Escaping.markdown(section.title))", ""]
      let content = section.blocks.flatMap(Self.lines)
      if Self.open.contains(section.id) {
        lines += section.blocks.flatMap(blockLines)
      } else if !content.isEmpty {
        lines += ["<details><summary>Show</summary>", ""]
        lines += section.blocks.flatMap(blockLines) + ["</details>", ""]
      }
    }
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The charts that the text links.
  package var charts: [ReportChart] { Self.charts(in: report.sections.flatMap(\.blocks)) }

  private static func charts(in blocks: [Report.Block]) -> [ReportChart] {
    blocks.flatMap { block -> [ReportChart] in
      switch block {
      case .chart(let chart): [chart]
      case .fold(_, let blocks), .group(let blocks): charts(in: blocks)
      default: []
      }
    }
  }

  private func blockLines(_ block: Report.Block) -> [String] {
    switch block {
    case .chart(let chart): lines(of: chart)
    case .fold(let title, let blocks):
      ["<details><summary>\(Escaping.markup(title))</summary>", ""]
        + blocks.flatMap(blockLines) + ["</details>", ""]
    case .group(let blocks): blocks.flatMap(blockLines)
    default: Self.lines(block)
    }
  }

  private static func lines(_ block: Report.Block) -> [String] {
    switch block {
    case .paragraph(let prose): prose.spans.isEmpty ? [] : [markdown(prose), ""]
    case .list(let items): items.map { "- \(markdown($0))" } + [""]
    case .code(let text): ["```", text.replacing("```", with: "'''"), "```", ""]
    case .table(let table): table.rows.isEmpty ? [] : lines(of: table) + [""]
    case .heading(let text, _): ["### \(Escaping.markdown(text))", ""]
    // The tables of times contain the same numbers.
    case .matrix, .explorer: []
    case .figures(let figures):
      [
        figures.map { "**\(Escaping.markdown($0.value))** \(Escaping.markdown($0.label))" }
          .joined(separator: " · "), "",
      ]
    case .claim(let result): lines(of: result)
    case .exhibit(let exhibit): lines(of: exhibit)
    case .chart, .fold, .group: [""]
    }
  }

  private func lines(of chart: ReportChart) -> [String] {
    var lines: [String] = []
    if let chartPath {
      lines += ["![\(Escaping.markdown(chart.title))](\(HTMLWriter.link(chartPath(chart))))", ""]
    }
    guard !chart.numbers.rows.isEmpty else { return lines }
    return lines + ["<details><summary>\(Escaping.markup(chart.title)): the numbers</summary>", ""]
      + Self.lines(of: chart.numbers) + ["", "</details>", ""]
  }

  private static func lines(of table: ReportTable) -> [String] {
    let heads = table.columns.map { Escaping.markdown($0.title) }
    let marks = table.columns.map { $0.isNumber ? "---:" : "---" }
    return [
      "| \(heads.joined(separator: " | ")) |", "|\(marks.joined(separator: "|"))|",
    ]
      + table.rows.map { row in
        let cells = row.map { entry in
          let words = Escaping.markdown(entry.text)
          let text = entry.link.map { "[\(words)](\(HTMLWriter.link($0)))" } ?? words
          let tail = entry.emphasis.isEmpty ? "" : " **\(Escaping.markdown(entry.emphasis))**"
          return (entry.isStrong && !text.isEmpty ? "**\(text)**" : text) + tail
        }
        return "| \(cells.joined(separator: " | ")) |"
      }
  }

  private static func lines(of result: ClaimResult) -> [String] {
    let claim = result.claim
    let quote = claim.isQuoted ? "“\(claim.sentence)”" : "\(claim.sentence) (paraphrased)"
    let source =
      claim.link.map { "[\(Escaping.markdown(claim.source))](\(HTMLWriter.link($0)))" }
      ?? Escaping.markdown(claim.source)
    var lines = [
      "<details><summary><b>\(result.verdict.rawValue)</b>: \(Escaping.markup(claim.translation ?? claim.sentence))</summary>",
      "", "> \(Escaping.markdown(quote)) — \(source)", "", Escaping.markdown(result.reason), "",
    ]
    lines += result.notes.flatMap { [Escaping.markdown($0), ""] }
    lines += [
      Escaping.markdown("Compared: \(result.measurement). Measured on this project’s engines."), "",
    ]
    if !result.isWhole { lines += ["```sh", claim.command, "```", ""] }
    if !result.numbers.rows.isEmpty { lines += Self.lines(of: result.numbers) + [""] }
    return lines + ["</details>", ""]
  }

  private static func lines(of exhibit: SceneExhibit) -> [String] {
    exhibit.sources.flatMap { source -> [String] in
      let whole = source.whole.map { ["Complete source: \(Escaping.markdownCode($0))", ""] } ?? []
      return [
        "<details><summary>\(Escaping.markup(exhibit.name)) in \(Escaping.markup(source.dialect))</summary>",
        "", "```", source.text.replacing("```", with: "'''"), "```", "",
      ] + whole + ["</details>", ""]
    }
  }

  private static func markdown(_ prose: Prose) -> String {
    prose.spans.map { span in
      switch span {
      case .text(let text): Escaping.markdown(text)
      case .code(let text): Escaping.markdownCode(text)
      case .strong(let text):
        // Markdown's marks of emphasis must not be next to a space.
        text.hasSuffix(" ")
          ? "**\(Escaping.markdown(String(text.dropLast())))** " : "**\(Escaping.markdown(text))**"
      case .link(let text, let place):
        "[\(Escaping.markdown(text))](\(HTMLWriter.link(place)))"
      }
    }.joined()
  }
}
