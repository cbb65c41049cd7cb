public import Timing

/// A comparison as JUnit XML: a test case a cell; what fails the comparison is a failure.
public struct ComparisonJUnit {
  private let comparison: Comparison

  /// JUnit of a comparison.
  public init(_ comparison: Comparison) { self.comparison = comparison }

  /// The XML.
  public var text: String {
    let failures = comparison.failures.count
    let skipped = comparison.cells.count { $0.verdict == .undecided && !$0.isFailure }
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuite name=\"layoutbench\" tests=\"\(comparison.cells.count)\" "
        + "failures=\"\(failures)\" errors=\"0\" skipped=\"\(skipped)\">",
    ]
    for cell in comparison.cells {
      let name = "\(cell.name.phase) \(cell.name.engine)"
      let head =
        "  <testcase classname=\"\(Self.escaped(cell.name.scene))\" name=\"\(Self.escaped(name))\""
      let sentence = Self.escaped(ComparisonTable.sentence(cell))
      if cell.isFailure {
        lines += ["\(head)>", "    <failure message=\"\(sentence)\"/>", "  </testcase>"]
      } else if cell.verdict == .undecided {
        lines += ["\(head)>", "    <skipped message=\"\(sentence)\"/>", "  </testcase>"]
      } else {
        lines.append("\(head)/>")
      }
    }
    lines.append("</testsuite>")
    return lines.joined(separator: "\n")
  }

  private static func escaped(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 }))
      .replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
