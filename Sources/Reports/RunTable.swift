package import LayoutBenchTiming

/// A Run as a table for terminals.
package struct RunTable {
  private let run: Run
  private let hasCounters: Bool

  /// A table of a Run.
  ///
  /// - Parameters:
  ///   - run: the Run.
  ///   - hasCounters: whether it lists the counters of a pass besides its time.
  package init(_ run: Run, hasCounters: Bool = false) {
    self.run = run
    self.hasCounters = hasCounters
  }

  /// Every scene with its phases and engines, the means, and remarks on the numbers.
  package var text: String {
    // Where only counts were requested there are no times to show.
    let isTimed =
      !run.children.isEmpty || !run.cells.contains { $0.counters != nil }
    var parts = isTimed ? run.sceneNames.map { scene(named: $0) } : []
    if let means { parts.append(means) }
    if let growth { parts.append(growth) }
    if hasCounters || !isTimed { parts.append(counters) }
    parts.append(remarks)
    return parts.joined(separator: "\n\n")
  }

  private func scene(named name: String) -> String {
    let cells = run.cells.filter { $0.scene == name }
    let count = cells.first?.views ?? 0
    let used = run.yardsticks.filter { name in cells.contains { $0.ratio?.to == name } }
    let yardstick = used.isEmpty ? "yardstick" : used.joined(separator: ", ")
    var table = TextTable([
      ("phase", .left), ("engine", .left), ("time per pass", .right), ("95 %", .left),
      ("÷ \(yardstick)", .right), ("95 %", .left),
    ])
    var reasons: [String] = []
    for phase in run.phaseNames {
      for (index, cell) in cells.filter({ $0.part == phase }).enumerated() {
        let heading = index == 0 ? phase : ""
        let engine = run.label(of: cell)
        guard cell.outcome != .unsupported else { continue }
        guard cell.outcome != .cannotState else {
          let line = cell.reason ?? "\(engine) cannot state the scene"
          if !reasons.contains(line) { reasons.append(line) }
          continue
        }
        guard cell.hasFigures else {
          table.add([heading, engine, cell.outcome.rawValue, "", "", ""])
          if let reason = cell.reason {
            let line = "\(engine): \(cell.outcome.rawValue): \(reason)"
            if !reasons.contains(line) { reasons.append(line) }
          }
          continue
        }
        table.add([
          heading, engine + (cell.suspect == true ? " (suspect)" : ""),
          cell.time.map(Quantity.time) ?? "", cell.time.map(Quantity.timeInterval) ?? "",
          cell.ratio.map { Quantity.number($0.estimate) } ?? "",
          cell.ratio.map { $0.value == 1 ? "" : Quantity.interval($0.estimate) } ?? "",
        ])
      }
    }
    if cells.contains(where: { $0.suspect == true }) {
      reasons.append(
        "suspect: certainly below \(Quantity.short(Run.suspectRatio)) of the time of copying the frames; "
          + "not in any rank or mean")
    }
    let scripts = run.scenes?.first { $0.name == name }?.scripts ?? []
    for script in scripts where script.set == nil {
      let others = scripts.count { $0.phase == script.phase } - 1
      reasons.append(
        "\(script.phase): \(script.moving) of \(script.steps) steps move a frame, on average "
          + "\(Quantity.short(script.frames)) of \(count)"
          + (script.reach == "wide" ? "" : "; sizes \(script.reach)")
          + (others > 0 ? "; \(others) more for other links" : ""))
    }
    for phase in run.scenes?.first(where: { $0.name == name })?.still ?? [] {
      reasons.append("\(phase): nothing moves: not timed")
    }
    reasons += notes(of: cells)
    var title = "\(name), \(count) \(count == 1 ? "view" : "views")"
    let unsupported = run.engineNames.filter { engine in
      cells.contains { $0.engine == engine && $0.outcome == .unsupported }
    }
    if !unsupported.isEmpty {
      title += " (no dialect for \(unsupported.joined(separator: ", ")))"
    }
    if let processor = run.processor(ofScene: name) { title += ", on \(processor)" }
    let parts = hasCounters ? [self.parts(of: cells)].compactMap(\.self) : []
    return ([title, table.text] + parts + reasons).joined(separator: "\n")
  }

  /// The parts of `first`, and the steps of `session`.
  private func parts(of cells: [Cell]) -> String? {
    var table = TextTable([
      ("phase", .left), ("engine", .left), ("build", .right), ("layout", .right), ("parse", .right),
      ("median step", .right), ("95 %", .right), ("longest", .right),
      ("views in 8.3 ms", .right),
    ])
    var count = 0
    for part in run.phaseNames {
      for cell in cells where cell.part == part && cell.time != nil {
        let parts = run.firstParts(of: cell)
        guard parts != nil || cell.steps != nil else { continue }
        count += 1
        table.add(
          [part, run.label(of: cell)]
            + [parts?.build, parts?.layout].map { $0.map(Quantity.time) ?? "" }
            + [cell.parsing.map(Quantity.shortTime) ?? ""]
            + [cell.steps?.p50, cell.steps?.p95, cell.steps?.longest].map {
              $0.map(Quantity.shortTime) ?? ""
            } + [cell.viewsInFrame.map { Quantity.rough($0) } ?? ""])
      }
    }
    return count == 0 ? nil : "\n" + table.text
  }

  /// Remarks on the numbers: each note with its phase and its engines.
  private func notes(of cells: [Cell]) -> [String] {
    var notes: [(phase: String, note: String, engines: [String])] = []
    for cell in cells {
      for note in cell.notes ?? [] {
        let engine = run.label(of: cell)
        if let place = notes.firstIndex(where: { $0.phase == cell.part && $0.note == note }) {
          notes[place].engines.append(engine)
        } else {
          notes.append((cell.part, note, [engine]))
        }
      }
    }
    return notes.map { entry in
      let isAll = cells.allSatisfy {
        $0.part != entry.phase || $0.notes?.contains(entry.note) == true
      }
      let engines = entry.engines.joined(separator: ", ")
      return "\(entry.phase): \(entry.note)" + (isAll ? "" : " (\(engines))")
    }
  }

  /// Geometric means of ratios, for each phase and engine that has any.
  private var means: String? {
    guard !run.geometricMeans.isEmpty else { return nil }
    let engines = run.comparedEngines
    var table = TextTable(
      [("mean ratio", .left)] + engines.map { ($0, .right) } + [("scenes", .right)])
    for part in run.meanParts {
      let row = run.means(of: part)
      guard let scenes = row.first?.scenes else { continue }
      table.add(
        [part.description]
          + engines.map { engine in
            row.first { $0.engine == engine }.map { Quantity.withSpread($0.ratio) } ?? ""
          } + ["\(scenes)"])
    }
    return table.text
  }

  /// The work of a pass of each cell, or for `first` of a plan.
  private var counters: String {
    var table = TextTable([
      ("counters", .left), ("phase", .left), ("engine", .left), ("allocations", .right),
      ("retained", .right), ("work", .left),
    ])
    let common: Set = ["allocations", "bytes allocated", "peak bytes", "retained bytes"]
    for cell in run.cells {
      guard let counters = cell.counters else { continue }
      func text(_ name: String) -> String {
        guard let value = counters[name] else { return "" }
        let isUnsteady = cell.unsteady?.contains(name) == true
        return Quantity.count(value) + (isUnsteady ? " unsteady" : "")
      }
      let work = counters.keys.filter { !common.contains($0) && counters[$0] != 0 }.sorted()
      table.add([
        cell.scene, cell.part, run.label(of: cell), text("allocations"),
        counters["retained bytes"] == nil ? "" : text("retained bytes") + " B",
        work.map { "\($0) \(text($0))" }.joined(separator: ", "),
      ])
    }
    return table.text
      + "\ncounts per pass, for first per plan; equal in two processes unless marked unsteady, "
      + "instructions the median of three"
  }

  /// The growth of times, or of instructions, with the number of views.
  private var growth: String? {
    guard let growth = run.growth else { return nil }
    var table = TextTable([
      ("growth", .left), ("phase", .left), ("engine", .left), ("exponent", .right), ("95 %", .left),
      ("top decade", .right), ("verdict", .left), ("views", .left),
    ])
    for entry in growth {
      table.add([
        entry.generator, entry.phase, entry.engine, Quantity.exponent(entry.exponent.value),
        [entry.exponent.low, entry.exponent.high].compactMap(\.self).map(Quantity.exponent)
          .joined(separator: " … "),
        entry.decisive.map(Quantity.exponent) ?? "",
        entry.order?.rawValue ?? "",
        "\(entry.sizes[0]) … \(entry.sizes[entry.sizes.count - 1])",
      ])
    }
    return table.text
      + "\ntime grows as the number of views to the power of the exponent; the verdict is over the top "
      + "\ndecade of sizes, where log N adds 0.10 to 0.13 to a slope, by instructions where they were counted"
  }

  private var remarks: String {
    var lines: [String] = []
    let count = run.children.count
    let planned = run.planned.map { $0 > count ? " of \($0)" : "" } ?? ""
    let build = "\(run.executable.configuration) build"
    lines.append(
      count == 0
        ? "counts only, nothing was timed; \(build)"
        : "\(count)\(planned) \(count == 1 ? "child" : "children") per scene × \(run.rounds) rounds"
          + (run.links.map { ", \($0) \($0 == 1 ? "link" : "links")" } ?? "") + ", \(build)")
    for scene in run.scenes ?? [] where !run.sceneNames.contains(scene.name) {
      if let stillness = scene.stillness { lines.append("\(scene.name): \(stillness): not timed") }
    }
    if let suite = run.suite { lines.append("suite: \(suite.name) (\(suite.digest))") }
    if let shard = run.shardText { lines.append(shard) }
    if count > 0 {
      lines.append(
        "a time is the mean over links of the median over children of lower quartiles")
    }
    if run.machines == nil, let floor = Statistics.overChildren(run.floor) {
      lines.append("floor: an empty plan takes \(Quantity.time(floor)) per pass (not subtracted)")
    }
    for machine in run.machines ?? [run.machine] {
      lines.append("\(machine.cpu), \(machine.cores) cores")
    }
    lines.append(
      "\(run.machine.system), Swift \(run.machine.swift)"
        + (run.machine.libraryText.isEmpty ? "" : ", \(run.machine.libraryText)"))
    for warning in run.warnings { lines.append("warning: \(warning.text)") }
    if run.interrupted == true { lines.append("interrupted: not all children have run") }
    return lines.joined(separator: "\n")
  }
}
