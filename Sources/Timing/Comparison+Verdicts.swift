extension Comparison {
  /// The version of the rules below, which changes with them: a file is checked by its own rules
  /// only.
  static let presentRules = 1
  /// The half-width below which an interval needs no more children.
  static let narrow = 0.01
  /// The half-width above which an interval decides nothing.
  static let wide = 0.03

  /// Finds the cells that both sides have, and compares their exact counts, and their times where
  /// both have any.
  ///
  /// - Parameter thresholds: how much slower each cell may become.
  package mutating func screen(thresholds: Thresholds) {
    (self.thresholds, rules) = (thresholds, Self.presentRules)
    let (base, head) = (screening.base, screening.head)
    let counters = CounterComparison(base, head, tolerances: thresholds.counters ?? [:])
    countersNotJudged = counters.reason(base, head)
    let known = Dictionary(base.cells.map { (CellName($0), $0) }) { first, _ in first }
    let heads = Set(head.cells.map { CellName($0) })
    onlyInBase = base.cells.filter { $0.isMeasured }.map { CellName($0) }.filter {
      !heads.contains($0)
    }
    onlyInHead = []
    let digests = Dictionary(
      (base.scenes ?? []).map { ($0.name, $0.digest) }, uniquingKeysWith: { first, _ in first })
    changedScenes = (head.scenes ?? []).filter { scene in
      guard let old = digests[scene.name] ?? nil, let new = scene.digest else { return false }
      return old != new
    }.map(\.name)
    cells = []
    var vanished: Set<String> = []
    for cell in head.cells where !changedScenes.contains(cell.scene) {
      let name = CellName(cell)
      let (threshold, reason) = thresholds.threshold(for: name)
      var compared = ComparedCell(name: name, threshold: threshold, thresholdReason: reason)
      // A cell that is wrong in the head is reported whatever the base has.
      if cell.outcome == .wrong || cell.outcome == .drifted {
        compared.verdict = .wrong
        compared.reason = cell.sentence
        cells.append(compared)
        continue
      }
      guard let old = known[name] else {
        if cell.isMeasured { onlyInHead.append(name) }
        continue
      }
      switch (old.isMeasured, cell.isMeasured) {
      case (false, false): continue
      case (false, true): onlyInHead.append(name)
      case (true, false):
        guard cell.outcome != .unsupported else {
          onlyInBase.append(name)
          continue
        }
        compared.verdict = .wrong
        compared.reason = cell.sentence
        cells.append(compared)
      case (true, true) where !hasSameScripts(cell, screening):
        compared.verdict = .notTimed
        compared.reason = "its script differs: neither times nor counts are compared"
        cells.append(compared)
      case (true, true):
        compared.counters = counters.changes(from: old, to: cell)
        // Instructions are counted only where they can be.
        vanished.formUnion(
          CounterComparison.vanished(from: old, to: cell).subtracting(CounterComparison.valgrind))
        if let reason = Self.difference(old, cell) {
          compared.verdict = .wrong
          compared.reason = reason
        } else {
          compared.screening =
            timesNotCompared == nil ? shift(of: name, in: screening) : nil
          if method == .baseline, timesNotCompared == nil, !hasSameYardstick(name) {
            compared.reason = "its yardstick differs from that of the baseline"
          }
          compared.verdict = screened(compared)
        }
        cells.append(compared)
      }
    }
    if !vanished.isEmpty, countersNotJudged == nil {
      countersNotJudged =
        "counts are no longer measured: \(vanished.sorted().joined(separator: ", "))"
    }
  }

  /// A description of the first verdict that does not follow from the samples of both sides; `nil`
  /// where all do, and where it was ended before it was finished.
  var unfounded: String? {
    guard let thresholds, rules == Self.presentRules, !isInterrupted else { return nil }
    if let mistake = thresholds.mistake { return mistake }
    var own = self
    own.screen(thresholds: thresholds)
    own.decide()
    guard own.cells.map(\.name) == cells.map(\.name) else {
      return "it has verdicts on other cells than its sides"
    }
    for (own, cell) in zip(own.cells, cells) {
      guard own.verdict == cell.verdict, own.counters == cell.counters,
        own.threshold == cell.threshold
      else {
        return "\(cell.name) is called \(cell.verdict.rawValue), its samples and counts say "
          + own.verdict.rawValue + (own.risen.isEmpty ? "" : ", with a count that rose")
      }
    }
    return nil
  }

  /// The verdict of the first step on a cell, which is final unless the cell looks slower.
  private func screened(_ cell: ComparedCell) -> ComparedCell.Verdict {
    guard let shift = cell.screening else { return .notTimed }
    guard let low = shift.low, let high = shift.high else { return .undecided }
    if high < 1 - cell.threshold { return hasLinks ? .faster : .undecided }
    // A wide interval that exceeds the threshold does not show that the cell is unchanged.
    let isWide = high / low > (1 + Self.wide) / (1 - Self.wide)
    if isWide, high > 1 + cell.threshold { return .undecided }
    return low > 1 && hasLinks && links != nil ? .slowerWithin : .unchanged
  }

  /// Returns true if a cell went through the same scripts on both sides.
  private func hasSameScripts(_ cell: Cell, _ sides: Sides) -> Bool {
    sides.base.scripts(of: cell).map(\.digest) == sides.head.scripts(of: cell).map(\.digest)
  }

  /// The reason if the frames of two cells differ: with as many passes their sums must be the same.
  private static func difference(_ base: Cell, _ head: Cell) -> String? {
    // In earlier versions, cells with equal passes and cycles went through the same states.
    let isSame = base.form == nil ? base.passes == head.passes && base.cycle == head.cycle : true
    guard base.views == head.views, isSame,
      let old = base.checksum.flatMap({ Double($0) }),
      let new = head.checksum.flatMap({ Double($0) })
    else { return nil }
    guard abs(old - new) > 1e-6 * max(1, abs(old)) else { return nil }
    return "its frames differ from those of the base"
  }

  /// Head ÷ base of a cell, by child values, or against a baseline by ratios to the yardstick.
  func shift(of name: CellName, in sides: Sides) -> Estimate? {
    guard method == .sideBySide || hasSameYardstick(name) else { return nil }
    if method == .sideBySide, let paired = pairedShift(of: name, in: sides) { return paired }
    guard let old = values(of: name, in: sides.base), let new = values(of: name, in: sides.head)
    else { return nil }
    if haveScriptsByLink(name, sides) {
      return Statistics.pairedShift(
        old.sorted { $0.key < $1.key }.compactMap { link, time in
          new[link].map { (link: link, ratio: $0 / time) }
        })
    }
    return Statistics.shift(from: Array(old.values), to: Array(new.values))
  }

  /// True if each link ran a script of its own, the same on both sides: then what scripts cost is no
  /// difference between the sides.
  private func haveScriptsByLink(_ name: CellName, _ sides: Sides) -> Bool {
    guard let cell = sides.base.cells.first(where: { CellName($0) == name }),
      let links = sides.base.links, links == sides.head.links, links > 1
    else { return false }
    return sides.base.scripts(of: cell).count > 1 && hasSameScripts(cell, sides)
  }

  /// The same by pairs of children that ran one right after the other; `nil` where a side has only
  /// one link.
  private func pairedShift(of name: CellName, in sides: Sides) -> Estimate? {
    guard let baseLinks = sides.base.links, let headLinks = sides.head.links,
      min(baseLinks, headLinks) > 1,
      let old = sides.base.cells.first(where: { CellName($0) == name }),
      let new = sides.head.cells.first(where: { CellName($0) == name })
    else { return nil }
    let fewer = min(baseLinks, headLinks)
    let pairs = ChildValue.ratios(
      of: sides.head.childValues(of: new), to: sides.base.childValues(of: old))
    return Statistics.pairedShift(
      pairs.quiet(ofLinks: fewer).map { (link: $0.child % fewer, ratio: $0.value) })
  }

  /// Returns true if a cell is quoted against the same yardstick on both sides.
  private func hasSameYardstick(_ name: CellName) -> Bool {
    func yardstick(_ run: Run) -> String? {
      run.cells.first { CellName($0) == name }.flatMap { run.yardstick(of: $0)?.engine }
    }
    return yardstick(screening.base) == yardstick(screening.head)
  }

  private func values(of name: CellName, in run: Run) -> [Int: Double]? {
    guard let cell = run.cells.first(where: { CellName($0) == name }) else { return nil }
    return switch method {
    case .sideBySide: run.linkTimes(of: cell)
    case .baseline: run.linkRatios(of: cell)
    }
  }

  /// The number of links of the side that has fewer; `nil` where a side is of an earlier version,
  /// which decided by children.
  package var links: Int? {
    guard let base = screening.base.links, let head = screening.head.links else { return nil }
    return min(base, head)
  }

  /// True if there are enough links to call a cell slower.
  private var hasLinks: Bool { links.map { $0 >= Statistics.fewestLinks } ?? true }

  /// The cells that look slower by the first step: the second step measures these again.
  ///
  /// - Parameter improvements: whether those that look faster are measured again too.
  /// - Returns: their names.
  package func suspects(improvements: Bool = false) -> [CellName] {
    cells.filter { cell in
      guard let shift = cell.screening, cell.verdict != .wrong else { return false }
      return shift.value > 1 + cell.threshold || (improvements && cell.verdict == .faster)
    }.map(\.name)
  }

  /// Returns true if the second step has measured a cell well enough to stop.
  package func isSettled(_ name: CellName) -> Bool {
    guard let sides = remeasured, let cell = cells.first(where: { $0.name == name }),
      let shift = shift(of: name, in: sides), let low = shift.low, let high = shift.high
    else { return true }
    return high / low < (1 + Self.narrow) / (1 - Self.narrow) || low > 1 + cell.threshold
      || high <= 1 + cell.threshold
  }

  /// Decides the cells that were measured again, from the second step alone: screening data was
  /// selected for being high.
  package mutating func decide() {
    guard let sides = remeasured else { return }
    let suspects = Set(suspects())
    for index in cells.indices {
      let name = cells[index].name
      guard let run = sides.head.cells.first(where: { CellName($0) == name }) else { continue }
      if run.outcome == .wrong || run.outcome == .drifted {
        cells[index].verdict = .wrong
        cells[index].reason = run.sentence
        continue
      }
      guard let shift = shift(of: name, in: sides), let low = shift.low, let high = shift.high
      else {
        // A cell that looked slower and could not be measured again is not known to be unchanged.
        if suspects.contains(name) { cells[index].verdict = .undecided }
        continue
      }
      cells[index].remeasured = shift
      cells[index].children = run.samples.count { !$0.isEmpty }
      let threshold = cells[index].threshold
      guard hasLinks || low <= 1 + threshold else {
        cells[index].verdict = .undecided
        let count = links ?? 0
        cells[index].reason =
          "it looks slower, but \(count) \(count == 1 ? "link" : "links") per side cannot decide; "
          + "'slower' needs \(Statistics.fewestLinks) ('make links')"
        continue
      }
      cells[index].verdict =
        if low > 1 + threshold {
          .slower
        } else if low > 1, high / low <= (1 + Self.wide) / (1 - Self.wide), links != nil {
          .slowerWithin
        } else if high / low > (1 + Self.wide) / (1 - Self.wide) {
          .undecided
        } else if high < 1 - threshold {
          .faster
        } else {
          .unchanged
        }
    }
  }
}

extension Cell {
  /// True if it has times or counts.
  package var isMeasured: Bool { outcome == .timed }

  /// The outcome and its reason.
  var sentence: String { "\(outcome.rawValue): \(reason ?? "no reason given")" }
}
