package import LayoutBenchTiming

/// A Run as one picture: ratios to the yardstick on a logarithmic axis, with intervals.
package struct RunChart {
  private let run: ReportedRun

  /// A chart of a Run.
  package init(_ run: Run) { self.run = ReportedRun(run) }

  /// SVG that needs no script and no font of its own, legible on light and dark.
  package var svg: String {
    var groups: [BarChart.Group] = []
    for scene in run.run.sceneNames {
      for phase in run.phases {
        let bars = run.cells(of: scene).compactMap { cell -> BarChart.Bar? in
          guard cell.part == phase, let ratio = cell.ratio, ratio.to != cell.engine else {
            return nil
          }
          return BarChart.Bar(
            name: cell.engine, colour: run.colour(of: cell.engine), value: ratio.estimate,
            text: Quantity.ratio(ratio.estimate))
        }
        if !bars.isEmpty { groups.append(BarChart.Group(title: "\(scene), \(phase)", bars: bars)) }
      }
    }
    return ReportChart(
      id: "ratios", title: "LayoutBench \(run.run.id): times over the yardstick’s",
      picture: BarChart(
        groups: groups, caption: "× the yardstick’s time, logarithmic; lines are 95 % intervals",
        reference: 1, mark: { Quantity.short($0) + "×" }),
      numbers: ReportTable([])
    ).svg(isStandalone: true)
  }
}
