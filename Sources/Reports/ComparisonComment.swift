package import LayoutBenchTiming

/// A comparison as a comment on a pull request: at most 10 KB, the verdict first, without links to
/// other sites.
package struct ComparisonComment {
  /// The maximum size of a comment, bytes.
  package static let most = 10_000

  private let comparison: Comparison
  private let isStrict: Bool

  /// A comment about a comparison; a strict one fails where something could not be decided too.
  package init(_ comparison: Comparison, isStrict: Bool = false) {
    (self.comparison, self.isStrict) = (comparison, isStrict)
  }

  /// The Markdown.
  package var text: String {
    let changed = comparison.changed
    let failures = changed.filter(\.isFailure)
    let others = changed.filter { !$0.isFailure }
    let mark =
      comparison.isInterrupted ? "⏸" : comparison.fails(isStrict: isStrict) ? "❌" : "✅"
    let verdict = Escaping.markdown(ComparisonTable.verdict(of: comparison, isStrict: isStrict))
    let head = ["### \(mark) LayoutBench: \(verdict)", ""]
    let advice = ComparisonTable.advice(on: comparison).map { "- " + Escaping.markdown($0) }
    let remarks =
      ["", "<details><summary>What was compared</summary>", ""]
      + Self.first(30, of: ComparisonTable.remarks(of: comparison))
      .map { "- " + Escaping.markdown(String($0.prefix(160))) }
      + ["", "</details>"]
    // The tables get the remaining room.
    var room =
      Self.most - (head + advice + remarks).reduce(0) { $0 + $1.utf8.count + 1 } - 400
    let open = table(failures, &room)
    let folded = table(others, &room)
    var lines = head + open
    if !folded.isEmpty {
      let title = "\(others.count) \(others.count == 1 ? "cell" : "cells") changed and did not fail"
      lines += ["<details><summary>\(title)</summary>", ""] + folded + ["</details>", ""]
    }
    return (lines + advice + remarks).joined(separator: "\n")
  }

  private static func first(_ most: Int, of lines: [String]) -> [String] {
    lines.count <= most ? lines : lines.prefix(most - 1) + ["… and \(lines.count - most + 1) more"]
  }

  /// The rows that fit into the room, each with a bar.
  private func table(_ cells: [ComparedCell], _ room: inout Int) -> [String] {
    guard !cells.isEmpty else { return [] }
    var lines = ["| cell | verdict | head ÷ base | | why |", "|---|---|---:|---|---|"]
    var shown = 0
    for cell in cells {
      let shift = cell.remeasured ?? cell.screening
      let columns = [
        "\(cell.name)", ComparisonTable.word(for: cell), shift.map(Quantity.withSpread) ?? "",
        shift.map { Self.bar($0.value) } ?? "",
        ComparisonTable.reasons(of: cell).joined(separator: "; "),
      ].map(Escaping.markdown)
      let line = "| " + columns.joined(separator: " | ") + " |"
      guard room > line.utf8.count + 1 else { break }
      room -= line.utf8.count + 1
      lines.append(line)
      shown += 1
    }
    if shown < cells.count {
      lines.append("| … | \(cells.count - shown) more are in the comparison’s file | | | |")
    }
    return lines + [""]
  }

  /// A change as a bar of text, one block per 5 %, at most eight.
  static func bar(_ ratio: Double) -> String {
    let blocks = min(8, Int((abs(ratio - 1) / 0.05).rounded()))
    guard blocks > 0 else { return "·" }
    return (ratio > 1 ? "▲" : "▼") + String(repeating: "█", count: blocks)
  }
}
