package import LayoutBenchTiming

/// A comparison as Markdown for a pull request's comment or a job's summary: the verdict first,
/// then the changes; the rest is folded.
package struct ComparisonMarkdown {
  private let comparison: Comparison
  private let isStrict: Bool

  /// Markdown of a comparison; a strict one fails where something could not be decided too.
  package init(_ comparison: Comparison, isStrict: Bool = false) {
    (self.comparison, self.isStrict) = (comparison, isStrict)
  }

  /// The Markdown.
  package var text: String {
    let changed = comparison.changed
    let others = comparison.cells.filter { cell in !changed.contains { $0.name == cell.name } }
    var lines = [
      "## LayoutBench: \(ComparisonTable.verdict(of: comparison, isStrict: isStrict))", "",
    ]
    if !changed.isEmpty { lines += table(of: changed) + [""] }
    if !others.isEmpty {
      lines += ["<details><summary>\(others.count) cells without a change</summary>", ""]
      lines += table(of: others) + ["", "</details>", ""]
    }
    lines += ComparisonTable.remarks(of: comparison).map { "- " + Escaping.markdown($0) }
    return lines.joined(separator: "\n")
  }

  private func table(of cells: [ComparedCell]) -> [String] {
    [
      "| scene | phase | engine | verdict | head ÷ base | 99 % | detectable | why |",
      "|---|---|---|---|---:|---|---:|---|",
    ]
      + cells.map { cell in
        let shift = cell.remeasured ?? cell.screening
        let word = ComparisonTable.word(for: cell)
        var columns = [
          cell.name.scene, cell.name.phase, cell.name.engine, word,
          shift.map(Quantity.number) ?? "", shift.map(Quantity.interval) ?? "",
          cell.leastChange.map(ComparisonTable.percent) ?? "",
          ComparisonTable.reasons(of: cell).joined(separator: "; "),
        ].map(Escaping.markdown)
        if cell.isFailure { columns[3] = "**\(columns[3])**" }
        return "| " + columns.joined(separator: " | ") + " |"
      }
  }
}
