import LayoutBenchTiming

extension ReportBuilder {
  /// The parts of a screen's life in the order in which a reader asks for them.
  private static let questions = [
    ("first", "A screen appears"), ("session", "It is used"), ("resize", "It is resized"),
    ("edit", "One content changes"),
  ]

  /// The form in which a phase is answered: programs are what applications run; `nil` where the
  /// phase has no mean.
  private func headline(of phase: String) -> String? {
    ["program \(phase)", "plan \(phase)", phase].first { name in
      main.run.meanParts.contains { $0.phase == name }
    }
  }

  /// The forms and phases that the answers are about.
  var headlines: [String] { Self.questions.compactMap { headline(of: $0.0) } }

  /// Answers in sentences: the fastest engine of each phase, by how much, and the counters that
  /// explain it.
  var answers: [Report.Block] {
    let parts = main.run.meanParts
    var items: [Prose] = []
    for (phase, words) in Self.questions {
      guard let own = headline(of: phase) else { continue }
      for part in parts where part.phase == own {
        let ranks = (rankings[part.description] ?? []).filter {
          !main.run.yardsticks.contains($0.engine)
        }
        guard ranks.count > 1 else { continue }
        items.append(answer(words, part, ranks))
      }
      if let reason = reason(at: own) { items.append(reason) }
    }
    return items.isEmpty ? [] : [.list(items)]
  }

  private func answer(
    _ words: String, _ part: Run.MeanPart, _ ranks: [Run.Rank]
  ) -> Prose {
    var spans: [Prose.Span] = [.strong(words), .text(" (\(part.description)): ")]
    for (place, rank) in ranks.enumerated() {
      let isLast = place == ranks.count - 1
      if place > 0 { spans.append(.text(isLast ? " and " : ", ")) }
      spans += [.code(rank.engine), .text(" \(Quantity.withSpread(rank.mean.ratio))")]
    }
    spans += [.text(" times as long as ")] + yardsticks(of: part)
    spans.append(.text(", mean of \(Quantity.plural(ranks[0].mean.scenes, "scene"))"))
    let run = main.run
    let pair = run.pairRatio(
      of: ranks[1].engine, to: ranks[0].engine, phase: part.phase,
      among: run.means(of: part).map(\.engine),
      where: { scene in part.group.map { run.group(of: scene) == $0 } ?? true })
    if let pair = pair?.mean, run.isApart(pair) {
      spans += [
        "; ", .code(ranks[0].engine), .text(" is \(Quantity.withSpread(pair)) times as fast as "),
        .code(ranks[1].engine), ".",
      ]
    } else {
      spans.append("; the first two share a rank.")
    }
    return Prose(spans)
  }

  /// The yardsticks that the ratios of a part are relative to.
  private func yardsticks(of part: Run.MeanPart) -> [Prose.Span] {
    let used = Set(
      main.run.cells.filter { cell in
        cell.part == part.phase && part.group.map { main.run.group(of: cell.scene) == $0 } ?? true
      }.compactMap(\.ratio?.to))
    let names = main.run.yardsticks.filter(used.contains)
    var spans: [Prose.Span] = []
    for name in names.isEmpty ? ["the yardstick"] : names {
      if !spans.isEmpty { spans.append(" or ") }
      spans.append(.code(name))
    }
    return spans
  }

  /// The counters that distinguish engines, the most informative first.
  private static let telling = [
    "frames written", "allocations", "rules evaluated", "calls", "views set", "columns",
    "components by substitution", "simplex iterations", "measures",
  ]

  /// The work of each engine in a phase of one scene, which explains its time.
  private func reason(at phase: String) -> Prose? {
    let scene = main.scenes.first { scene in
      main.engines.count { main.cell(scene, phase, $0)?.counters?.isEmpty == false } > 2
    }
    guard let scene else { return nil }
    var spans: [Prose.Span] = [.strong("Why"), .text(" (\(phase) of \(scene), per pass): ")]
    var isFirst = true
    for engine in main.engines {
      guard let counters = main.cell(scene, phase, engine)?.counters else { continue }
      let known = Self.telling.filter { (counters[$0] ?? 0) > 0 }.prefix(3)
      guard !known.isEmpty else { continue }
      if !isFirst { spans.append("; ") }
      isFirst = false
      spans.append(.code(engine))
      spans.append(
        .text(
          " " + known.map { "\(Quantity.count(counters[$0] ?? 0)) \($0)" }.joined(separator: ", ")))
    }
    spans.append(".")
    return isFirst ? nil : Prose(spans)
  }

  /// Engines by scenes, in every phase.
  var matrix: Report.Section? {
    let run = main.run
    let engines = main.engines
    let parts = main.phases.map { phase in
      let rows = main.scenes.map { scene in engines.map { main.cell(scene, phase, $0) } }
      return ReportMatrix.Part(
        name: phase, times: rows.map { $0.map { $0?.time?.value ?? $0?.ratio?.value } },
        words: rows.map {
          $0.map { cell in
            guard let cell, cell.outcome != .unsupported else { return "–" }
            return cell.hasFigures ? "" : cell.outcome.rawValue
          }
        }
      )
    }.filter { $0.times.contains { $0.contains { $0 != nil } } }
    guard main.scenes.count > 1, !parts.isEmpty else { return nil }
    let matrix = ReportMatrix(
      engines: engines, yardsticks: Set(run.yardsticks), scenes: main.scenes, parts: parts)
    return Report.Section(
      "matrix", "Scene by engine",
      [
        .paragraph(
          "Times divided by the yardstick’s, coloured by the factor to the fastest engine of the row. With the page’s script you can choose the phase, the scenes, the engines and the engine that they are compared with; the page’s address stores the choice."
        ),
        .matrix(matrix),
      ])
  }
}
