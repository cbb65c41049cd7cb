import LayoutBenchTiming

extension History {
  /// Trends as a table for terminals: one row per engine, one column per Run.
  ///
  /// Of many Runs the first and the last few are shown.
  package func table(_ trends: [Trend]) -> String {
    let most = 6
    let shown =
      runs.count <= most ? Array(runs.indices) : [0] + Array((runs.count - most + 1)..<runs.count)
    var lines: [String] = []
    for (number, index) in shown.enumerated() {
      let run = runs[index]
      let revision = run.run.revision.map { revision in
        [
          "\(revision.commit.prefix(12))\(revision.dirty ? " with changes" : "")",
          revision.date.map { String($0.prefix(10)) }, revision.subject,
        ].compactMap(\.self).joined(separator: " ")
      }
      lines.append(
        "\(number + 1)  "
          + [run.run.id, run.file, revision].compactMap(\.self).joined(separator: "  "))
    }
    if shown.count < runs.count {
      lines.insert("…  \(runs.count - shown.count) Runs between", at: 1)
    }
    var hasOthers = false
    for trend in trends {
      var table = TextTable(
        [("engine", .left)] + shown.indices.map { ("\($0 + 1)", .right) }
          + [("last ÷ first", .right)])
      for line in trend.lines {
        let values = shown.map { index in
          line.points.first { $0.run == index }.map { Quantity.withSpread($0.ratio) + "×" } ?? ""
        }
        var change = ""
        if line.points.count > 1, let first = line.points.first, let last = line.points.last {
          let isComparable = trend.isComparable(first.run, last.run)
          change = isComparable ? Quantity.change(last.ratio.value / first.ratio.value) : "–"
          if !isComparable { hasOthers = true }
        }
        table.add([line.engine] + values + [change])
      }
      lines += ["", trend.title, table.text]
    }
    if hasOthers {
      lines += [
        "",
        "–: no change, for scenes, scripts, samples or the speed of the machine differ; "
          + "'bench --batches-from RUN' uses the scripts and samples of another Run",
      ]
    }
    return lines.joined(separator: "\n")
  }

  /// Trends as JSON: a list, each with its lines and points; behind them the series of commits.
  package static func json(_ trends: [Trend], _ series: [CommitSeries] = []) -> String {
    func number(_ value: Double?) -> String { value.map { "\($0)" } ?? "null" }
    let json = ReportBuilder.json
    let entries = trends.map { trend in
      let lines = trend.lines.map { line in
        let points = line.points.map { point in
          "{\"run\": \(json(trend.places[point.run].name)), \"ratio\": \(number(point.ratio.value)), "
            + "\"low\": \(number(point.ratio.low)), \"high\": \(number(point.ratio.high)), "
            + "\"nanoseconds\": \(number(point.time?.value))}"
        }
        return "      {\"engine\": \(json(line.engine)), \"points\": [\n        "
          + points.joined(separator: ",\n        ") + "\n      ]}"
      }
      return "  {\"trend\": \(json(trend.title)), \"lines\": [\n"
        + lines.joined(separator: ",\n") + "\n  ]}"
    }
    return "[\n\((entries + series.map(\.json)).joined(separator: ",\n"))\n]"
  }
}
