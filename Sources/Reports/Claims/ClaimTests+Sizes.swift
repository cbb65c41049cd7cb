import LayoutBenchTiming

extension Claim.Growth {
  func finding(in run: ReportedRun) -> ClaimFinding {
    var table = ReportTable([
      .words("growth"), .words("phase"), .words("engine"), .words("quantity"), .number("exponent"),
      .number("95 %"), .number("three largest sizes"), .words("verdict"),
    ])
    let order = atMost ?? above ?? 1
    let limit = order + Run.Growth.mostLinear - 1
    var parts: [Bool?] = []
    var found: [String] = []
    let growth = run.run.growth ?? []
    for generator in generators {
      for phase in phases {
        let entries = growth.filter { $0.generator == generator && $0.phase == phase }
        guard let own = entries.first(where: { $0.engine == engine }) else { continue }
        var isUpTo: Bool?
        // Over the top decade, where it is known: small sizes are dominated by the fixed costs of
        // every plan.
        let decisive = own.decade ?? own.exponent
        if let work = own.instructions {
          isUpTo = work <= limit
        } else if let low = decisive.low, let high = decisive.high {
          isUpTo = high <= limit ? true : low > limit ? false : nil
        }
        let part = above == nil ? isUpTo : isUpTo.map { !$0 }
        parts.append(part)
        found.append(
          "\(generator) \(phase) \(Quantity.fixed(own.exponent.value, decimals: 2))")
        let isPower =
          (own.exponent.low ?? own.largest) <= own.largest
          && own.largest <= (own.exponent.high ?? own.largest)
        table.rows.append(row(own, part, isPower ? "" : ", not a power law"))
        for counter in counters ?? [] {
          guard let slope = own.counters?[counter] else { continue }
          parts.append(above == nil ? slope <= limit : slope > limit)
          table.rows.append([
            ReportTable.Entry(generator), ReportTable.Entry(phase), ReportTable.Entry(engine),
            ReportTable.Entry(counter),
            ReportTable.Entry(Quantity.exponent(slope), order: slope), "exact", .none,
            Self.word(parts.last ?? nil),
          ])
        }
        for other in entries where beside?.contains(other.engine) == true {
          table.rows.append(row(other, nil, nil))
        }
      }
    }
    let missing = generators.flatMap { generator in
      phases.filter { phase in
        !growth.contains {
          $0.generator == generator && $0.engine == engine && $0.phase == phase
        }
      }.map { "\(generator) \($0)" }
    }
    let rule =
      above == nil
      ? "it holds where the upper bound is at most \(Quantity.short(limit))"
      : "it holds where the lower bound is above \(Quantity.short(limit))"
    return ClaimFinding(
      verdict: ClaimFinding.verdict(of: parts, isWhole: missing.isEmpty),
      reason: found.isEmpty
        ? "This Run does not have \(engine) on \(ClaimFinding.list(generators)) at \(Run.fewestSizes) sizes that span a factor of \(Run.leastSpan)."
        : "Exponents of \(engine): \(found.joined(separator: ", ")).",
      measurement:
        "the exponent of \(engine)’s time with the number of views, on \(ClaimFinding.list(generators)), \(ClaimFinding.list(phases)); \(rule)",
      numbers: table,
      notes: missing.isEmpty || found.isEmpty
        ? [] : ["Not measured here: \(ClaimFinding.list(missing))."], isWhole: missing.isEmpty)
  }

  private func row(_ growth: Run.Growth, _ part: Bool?, _ remark: String?) -> [ReportTable.Entry] {
    let ends = [growth.exponent.low, growth.exponent.high].compactMap(\.self)
    var word = Self.word(part)
    if let remark { word.text += remark } else { word = "for comparison" }
    if let work = growth.instructions {
      return [
        ReportTable.Entry(growth.generator), ReportTable.Entry(growth.phase),
        ReportTable.Entry(growth.engine), "instructions, top decade",
        ReportTable.Entry(Quantity.exponent(work), order: work), "exact", .none, word,
      ]
    }
    return [
      ReportTable.Entry(growth.generator), ReportTable.Entry(growth.phase),
      ReportTable.Entry(growth.engine), "time",
      ReportTable.Entry(Quantity.exponent(growth.exponent.value), order: growth.exponent.value),
      ReportTable.Entry(
        ends.map(Quantity.exponent).joined(separator: " … "), order: growth.exponent.low),
      ReportTable.Entry(Quantity.exponent(growth.largest), order: growth.largest), word,
    ]
  }

  private static func word(_ part: Bool?) -> ReportTable.Entry {
    switch part {
    case true?: ReportTable.Entry("holds", tone: .good)
    case false?: ReportTable.Entry("does not hold", tone: .bad)
    case nil: ReportTable.Entry("undecided", tone: .doubt)
    }
  }
}

extension Claim.Budget {
  func finding(in run: ReportedRun) -> ClaimFinding {
    let engines = [engine, within]
    var table = ReportTable(
      [
        .words("scene"), .words("work per frame"), .words("engine"), .number("time per frame"),
      ] + milliseconds.map { .number("share of \(Quantity.short($0)) ms") }
        + [.number("views per cell that fill it")])
    var parts: [Bool?] = []
    var measured: Set<[String]> = []
    var nearest: (share: Double, views: Double, scene: String)?
    for scene in run.scenes where ClaimFinding.fits(scene, scenes) {
      for sum in sums {
        let totals = engines.compactMap { name in
          Self.total(
            of: sum.compactMap { run.cell(scene, $0, name)?.time?.value }, count: sum.count)
        }
        guard totals.count == engines.count, let views = run.cells(of: scene).first?.views else {
          continue
        }
        measured.insert(sum)
        let frames = totals.map { $0 * copies / 1e6 }
        for limit in milliseconds { parts.append(frames[0] > limit && frames[1] <= limit) }
        let tightest = milliseconds.min() ?? 1
        for (name, frame) in zip(engines, frames) {
          let fit = Double(views) * tightest / frame
          if name == engine, frame / tightest > nearest?.share ?? 0 {
            nearest = (frame / tightest, fit, scene)
          }
          table.rows.append(
            [
              ReportTable.Entry(scene),
              ReportTable.Entry(
                "\(Quantity.short(copies)) × (\(sum.joined(separator: " + ")))"),
              ReportTable.Entry(name),
              ReportTable.Entry(
                Quantity.shortTime(frame * 1e6), order: frame),
            ]
              + milliseconds.map { limit in
                ReportTable.Entry(
                  "\(Quantity.rough(100 * frame / limit)) %", order: frame / limit,
                  tone: frame > limit ? .bad : .good)
              } + [ReportTable.Entry(Quantity.rough(fit), order: fit)])
        }
      }
    }
    let budgets = milliseconds.map { "\(Quantity.short($0)) ms" }
    let measurement =
      "\(Quantity.short(copies)) cells of a list that appear in one frame, laid out by \(engine) and by \(within), compared with \(ClaimFinding.list(budgets)); it holds where \(engine) exceeds the budget and \(within) does not"
    guard let nearest, measured.count == sums.count else {
      return ClaimFinding(
        verdict: .cannotBeTold,
        reason:
          "No scene of \(ClaimFinding.list(scenes)) has times of \(engine) and \(within) in every phase of a frame.",
        measurement: measurement, numbers: table)
    }
    let share = Quantity.rough(100 * nearest.share)
    return ClaimFinding(
      verdict: ClaimFinding.verdict(of: parts),
      reason:
        "\(engine) takes at most \(share) % of the shorter budget (\(nearest.scene)); at the same cost per view, about \(Quantity.rough(nearest.views)) views in each cell would fill it.",
      measurement: measurement, numbers: table,
      notes: [
        "Layout only: measuring text, drawing and the rest of a frame are not included, and phones are slower than this machine."
      ])
  }

  private static func total(of times: [Double], count: Int) -> Double? {
    times.count == count ? times.reduce(0, +) : nil
  }
}
