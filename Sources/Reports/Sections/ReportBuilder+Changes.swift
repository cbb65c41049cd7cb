import Foundation
import LayoutBenchTiming

extension ReportBuilder {
  /// The cost of a pass after a change, as a part of a layout from nothing by the same engine.
  var changes: Report.Section? {
    var table = ReportTable([
      .words("phase"), .words("engine"), .number("pass ÷ first"), .number("scenes"),
      .number("largest"), .words("of"),
    ])
    for phase in main.phases {
      let words = phase.split(separator: " ")
      guard let name = words.last, Self.phasesOfChanges.contains(String(name)) else { continue }
      let first = (words.dropLast() + ["first"]).joined(separator: " ")
      // The second yardstick copies frames and lays nothing out.
      for engine in main.engines where !main.run.yardsticks.dropFirst().contains(engine) {
        let shares = main.run.sceneNames.compactMap { scene -> (scene: String, share: Double)? in
          guard let whole = main.cell(scene, first, engine)?.time?.value, whole > 0,
            let part = main.cell(scene, phase, engine)?.time?.value, part > 0
          else { return nil }
          return (scene, part / whole)
        }
        guard let largest = shares.max(by: { $0.share < $1.share }) else { continue }
        let mean = exp(shares.map { log($0.share) }.reduce(0, +) / Double(shares.count))
        table.rows.append([
          ReportTable.Entry(phase), ReportTable.Entry(engine),
          ReportTable.Entry(Quantity.factor(mean), order: mean),
          ReportTable.Entry("\(shares.count)", order: Double(shares.count)),
          ReportTable.Entry(Quantity.factor(largest.share), order: largest.share),
          ReportTable.Entry(largest.scene),
        ])
      }
    }
    guard !table.rows.isEmpty else { return nil }
    return Report.Section(
      "changes", "Changes beside a first layout",
      [
        .paragraph(
          "The time of a pass after a change divided by that of a first layout, which begins with nothing, by the same engine in the same form; the geometric mean over scenes that have both, and the largest. Above 1, laying everything out from nothing is cheaper."
        ),
        .table(table),
      ])
  }

  /// The phases whose passes follow a change of one kind.
  private static let phasesOfChanges: Set = ["resize", "edit", "type", "bind", "churn"]
}
