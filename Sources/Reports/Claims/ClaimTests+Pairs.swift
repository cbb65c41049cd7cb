import LayoutBenchTiming

extension Claim.Times {
  func finding(in run: ReportedRun) -> ClaimFinding {
    var table = ReportTable([
      .words("phase"), .number("\(engine) ÷ \(to)"), .number("95 %"), .number("scenes"),
      .number("scenes below 1"), .words("verdict"),
    ])
    var parts: [Bool?] = []
    var words: [String] = []
    var missing: [String] = []
    for phase in phases {
      guard
        let pair = run.run.pairRatio(
          of: engine, to: to, phase: phase,
          where: { ClaimFinding.fits($0, scenes) && !run.run.hasSmallerSize(of: $0) })
      else {
        missing.append(phase)
        continue
      }
      var part: Bool?
      if let low = pair.mean.low, let high = pair.mean.high {
        if high < 1 { part = true } else if low > 1 { part = false }
      }
      parts.append(part)
      let below = pair.scenes.count { scene in
        Statistics.overChildren(scene.ratios).map { ($0.high ?? $0.value) < 1 } ?? false
      }
      words.append("\(phase) \(Quantity.withSpread(pair.mean))")
      table.rows.append([
        ReportTable.Entry(phase),
        ReportTable.Entry(Quantity.number(pair.mean), order: pair.mean.value),
        ReportTable.Entry(Quantity.interval(pair.mean), order: pair.mean.low),
        ReportTable.Entry("\(pair.scenes.count)", order: Double(pair.scenes.count)),
        ReportTable.Entry("\(below)", order: Double(below)),
        part.map {
          $0 ? ReportTable.Entry("faster", tone: .good) : ReportTable.Entry("slower", tone: .bad)
        }
          ?? ReportTable.Entry("undecided", tone: .doubt),
      ])
    }
    let verdict = ClaimFinding.verdict(of: parts, isWhole: missing.isEmpty)
    let reason =
      words.isEmpty
      ? "No scene has times of both \(engine) and \(to) in \(ClaimFinding.list(phases))."
      : "Time of \(engine) divided by that of \(to), mean over scenes: \(words.joined(separator: "; "))."
        + (verdict == .cannotBeTold ? " No interval excludes 1." : "")
    return ClaimFinding(
      verdict: verdict, reason: reason,
      measurement:
        "the ratio of \(engine) to \(to) in the same child, or asked by it, geometric mean over scenes that both lay out, for each phase; it holds where the upper bound is below 1",
      numbers: table,
      notes: missing.isEmpty || words.isEmpty
        ? [] : ["Not measured here: \(ClaimFinding.list(missing))."], isWhole: missing.isEmpty)
  }
}

extension Claim.Counters {
  func finding(in run: ReportedRun) -> ClaimFinding {
    var table = ReportTable([
      .words("scene"), .number("views"), .number(engine), .number(to), .number("ratio"),
    ])
    var ratios: [Double] = []
    var isUnsteady = false
    func format(_ value: Double) -> String {
      counter.contains("bytes") ? Quantity.bytes(value) : Quantity.count(value)
    }
    for scene in run.scenes where ClaimFinding.fits(scene, scenes) {
      guard let own = run.cell(scene, phase, engine), let other = run.cell(scene, phase, to),
        own.outcome == .timed, other.outcome == .timed,
        let mine = own.counters?[counter], let others = other.counters?[counter], mine > 0,
        others > 0
      else { continue }
      isUnsteady =
        isUnsteady || own.unsteady?.contains(counter) == true
        || other.unsteady?.contains(counter) == true
      ratios.append(mine / others)
      let ratio = Estimate(value: mine / others)
      table.rows.append([
        ReportTable.Entry(scene), ReportTable.Entry("\(own.views)", order: Double(own.views)),
        ReportTable.Entry(format(mine), order: mine),
        ReportTable.Entry(format(others), order: others),
        ReportTable.Entry(
          Quantity.number(ratio), order: ratio.value, tone: ratio.value < 1 ? .good : .bad),
      ])
    }
    let measurement =
      "\(counter) (\(phase)), \(engine) ÷ \(to), on scenes that both lay out with the same frames; it holds where the geometric mean and every scene are below 1, in part where only the mean is"
    guard let mean = Statistics.geometricMean(ratios) else {
      return ClaimFinding(
        verdict: .cannotBeTold,
        reason: "No scene has \(counter) of both \(engine) and \(to).",
        measurement: measurement, numbers: table)
    }
    let below = ratios.count { $0 < 1 }
    return ClaimFinding(
      verdict: mean >= 1 ? .doesNotHold : below == ratios.count ? .holds : .inPart,
      reason:
        "\(engine) ÷ \(to): \(Quantity.number(Estimate(value: mean))) in the geometric mean of \(ratios.count) \(ratios.count == 1 ? "scene" : "scenes"), below 1 on \(below) of them.",
      measurement: measurement, numbers: table,
      notes: isUnsteady ? ["Some of these counts differed between two processes."] : [])
  }
}

extension Claim.Twins {
  func finding(in run: ReportedRun) -> ClaimFinding {
    var table = ReportTable([
      .words("scenes"), .words("quantity"), .number("with"), .number("without"), .number("ratio"),
      .number("95 %"),
    ])
    var parts: [Bool?] = []
    func add(_ pair: Pair, _ what: String, _ with: String, _ without: String, _ ratio: Estimate) {
      table.rows.append([
        ReportTable.Entry("\(pair.with), \(pair.without)"), ReportTable.Entry(what),
        ReportTable.Entry(with), ReportTable.Entry(without),
        ReportTable.Entry(Quantity.number(ratio), order: ratio.value, isStrong: true),
        ReportTable.Entry(Quantity.interval(ratio), order: ratio.low),
      ])
    }
    for pair in pairs {
      for phase in phases {
        guard let with = run.cell(pair.with, phase, engine), let time = with.time,
          let without = run.cell(pair.without, phase, engine), let other = without.time,
          let ratio = run.run.estimate(run.run.ratios(of: with, to: without))
        else { continue }
        if let low = ratio.low, let high = ratio.high {
          parts.append(low > 1 ? true : high < 1 ? false : nil)
        } else {
          parts.append(nil)
        }
        add(pair, "time, \(phase)", Quantity.time(time), Quantity.time(other), ratio)
        for counter in counters {
          guard let mine = with.counters?[counter], let others = without.counters?[counter],
            mine > 0, others > 0
          else { continue }
          parts.append(mine > others)
          add(
            pair, "\(counter), \(phase)", Quantity.count(mine), Quantity.count(others),
            Estimate(value: mine / others))
        }
      }
    }
    let names = pairs.map { "\($0.with) and \($0.without)" }
    let verdict = ClaimFinding.verdict(of: parts)
    let ratios = table.rows.map { "\($0[1].text) \($0[4].text)×" }
    return ClaimFinding(
      verdict: verdict,
      reason: table.rows.isEmpty
        ? "\(engine) laid out no pair of scenes with and without spacers: \(ClaimFinding.list(names))."
        : "With spacers, relative to without: \(ratios.prefix(6).joined(separator: "; ")).",
      measurement:
        "the same frames laid out by \(engine) from a scene with spacer views and one without; it holds where time and counts are larger with them",
      numbers: table)
  }
}
