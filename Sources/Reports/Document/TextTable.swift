/// Rows of text in aligned columns.
package struct TextTable {
  /// The side on which a column's texts are aligned.
  package enum Alignment: Sendable { case left, right }

  private let headings: [String]
  private let alignments: [Alignment]
  private var rows: [[String]] = []

  /// A table with these columns.
  package init(_ columns: [(heading: String, alignment: Alignment)]) {
    headings = columns.map(\.heading)
    alignments = columns.map(\.alignment)
  }

  /// Adds a row, a text for each column.
  package mutating func add(_ row: [String]) { rows.append(row) }

  /// The table as lines, columns two spaces apart, no space at a line's end.
  package var text: String {
    let all = [headings] + rows
    let widths = headings.indices.map { column in
      all.map { $0[column].count }.max() ?? 0
    }
    let lines = all.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let space = String(repeating: " ", count: widths[column] - cell.count)
        line +=
          (column == 0 ? "" : "  ") + (alignments[column] == .left ? cell + space : space + cell)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
    return lines.joined(separator: "\n")
  }
}
