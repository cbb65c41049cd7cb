package import LayoutBenchTiming

/// A comparison as a table for terminals: the verdict first, then the changes.
package struct ComparisonTable {
  private let comparison: Comparison
  private let isStrict: Bool

  /// A table of a comparison; a strict one fails where something could not be decided too.
  package init(_ comparison: Comparison, isStrict: Bool = false) {
    (self.comparison, self.isStrict) = (comparison, isStrict)
  }

  /// The verdict, the cells that changed, the cells on one side only, and the method of
  /// measurement.
  package var text: String {
    var parts = [Self.verdict(of: comparison, isStrict: isStrict)]
    let changed = comparison.changed
    if !changed.isEmpty {
      var table = TextTable([
        ("scene", .left), ("phase", .left), ("engine", .left), ("verdict", .left),
        ("head ÷ base", .right), ("99 %", .left), ("detectable", .right),
      ])
      for cell in changed {
        let shift = cell.remeasured ?? cell.screening
        table.add([
          cell.name.scene, cell.name.phase, cell.name.engine, Self.word(for: cell),
          shift.map(Quantity.number) ?? "", shift.map(Quantity.interval) ?? "",
          cell.leastChange.map(Self.percent) ?? "",
        ])
      }
      parts.append(table.text)
    }
    let reasons = changed.flatMap { cell in
      Self.reasons(of: cell).map { "\(cell.name): \($0)" }
    }
    if !reasons.isEmpty { parts.append(reasons.joined(separator: "\n")) }
    parts.append(
      (Self.advice(on: comparison) + Self.remarks(of: comparison)).joined(separator: "\n"))
    return parts.joined(separator: "\n\n")
  }

  /// The overall verdict of all cells, in a sentence.
  ///
  /// - Parameters:
  ///   - comparison: the comparison.
  ///   - isStrict: whether cells that are undecided or on one side only fail too.
  /// - Returns: the sentence, with `passed` or `FAILED` first.
  package static func verdict(of comparison: Comparison, isStrict: Bool = false) -> String {
    if comparison.comparesNothing {
      return comparison.isInterrupted ? "not finished" : "FAILED: nothing was compared"
    }
    var parts: [String] = []
    func count(_ number: Int, _ text: String) {
      if number > 0 { parts.append("\(number) \(text)") }
    }
    let cells = comparison.cells
    count(cells.count { $0.verdict == .slower }, "slower")
    count(cells.count { !$0.risen.isEmpty }, "with a count that rose")
    count(cells.count { $0.verdict == .wrong }, "wrong")
    count(cells.count { $0.verdict == .slowerWithin }, "slower within the threshold")
    count(cells.count { $0.verdict == .undecided }, "undecided")
    count(cells.count { $0.verdict == .faster }, "faster")
    count(cells.count { $0.verdict == .unchanged && $0.risen.isEmpty }, "unchanged")
    count(cells.count { $0.verdict == .notTimed && $0.risen.isEmpty }, "not timed")
    let head =
      comparison.isInterrupted
      ? "not finished" : comparison.fails(isStrict: isStrict) ? "FAILED" : "passed"
    let rest = exclusions(of: comparison).map { "; " + $0 }.joined()
    // Where only counts were compared, the sentence is about counts.
    if cells.allSatisfy({ $0.verdict == .notTimed }) {
      let risen = cells.count { !$0.risen.isEmpty }
      let counts = counts(of: comparison)
      return risen == 0
        ? "\(head): \(counts)\(rest)"
        : "\(head): a count rose in \(Quantity.plural(risen, "cell")); \(counts)\(rest)"
    }
    return "\(head): of \(cells.count) cells " + parts.joined(separator: ", ") + rest
  }

  /// The part of both sides that was not compared, in words.
  private static func exclusions(of comparison: Comparison) -> [String] {
    var parts: [String] = []
    let changed = comparison.changedScenes.count
    if changed > 0 {
      parts.append(
        "\(Quantity.plural(changed, "scene")) changed, whose cells were not compared")
    }
    // A Run of some scenes leaves the others alone.
    let removed = comparison.removed.count
    if removed > 0 { parts.append("\(Quantity.plural(removed, "cell")) removed") }
    if !comparison.onlyInHead.isEmpty {
      parts.append("\(Quantity.plural(comparison.onlyInHead.count, "cell")) added")
    }
    return parts
  }

  /// Lines about cells of one side, the first of many.
  package static func lines(_ word: String, _ names: [CellName]) -> [String] {
    let most = 8
    let shown = names.count <= most ? names.count : most - 1
    let rest = names.count - shown
    return names.prefix(shown).map { "\(word): \($0)" }
      + (rest > 0 ? ["\(word): \(rest) more cells"] : [])
  }

  /// The comparison of counts where a comparison passes; commands to inspect and to accept a change
  /// where it does not.
  static func advice(on comparison: Comparison) -> [String] {
    let cells = comparison.cells
    // The verdict says it where nothing else was compared.
    var lines = cells.allSatisfy { $0.verdict == .notTimed } ? [] : [counts(of: comparison)]
    guard !cells.isEmpty, comparison.fails(isStrict: false) else { return lines }
    if let worst = comparison.failures.first {
      lines.append(
        "to inspect: layoutbench solve \(worst.name.scene) --engine \(worst.name.engine) --counters; layoutbench report RUN.json"
      )
    }
    if comparison.method == .baseline {
      lines.append("to accept: layoutbench baseline update RUN.json")
    }
    return lines
  }

  /// The number of cells whose counts are equal.
  private static func counts(of comparison: Comparison) -> String {
    let cells = comparison.cells
    let equal = cells.count { $0.counters.isEmpty }
    return "counts equal in \(equal) of \(cells.count) cells"
      + (cells.allSatisfy { $0.screening == nil } ? "; times not compared" : "")
  }

  /// A cell's verdict in a word or two.
  static func word(for cell: ComparedCell) -> String {
    switch cell.verdict {
    case .unchanged, .notTimed: cell.risen.isEmpty ? cell.verdict.rawValue : "count rose"
    default: cell.verdict.rawValue
    }
  }

  /// A cell with its verdict and everything known about it, in a sentence.
  package static func sentence(_ cell: ComparedCell) -> String {
    var text = "\(cell.name): \(word(for: cell))"
    if let shift = cell.remeasured ?? cell.screening {
      text += ", head ÷ base \(Quantity.number(shift))"
      let interval = Quantity.interval(shift)
      if !interval.isEmpty { text += " (99 %: \(interval))" }
      if let least = cell.leastChange { text += ", smallest detectable change \(percent(least))" }
    }
    let reasons = reasons(of: cell)
    return reasons.isEmpty ? text : text + "; " + reasons.joined(separator: "; ")
  }

  /// The reasons: frames, counts, and a threshold that differs from the usual one.
  static func reasons(of cell: ComparedCell) -> [String] {
    var reasons = cell.reason.map { [$0] } ?? []
    for change in cell.counters {
      let note = change.isJudged ? "" : " (not judged)"
      reasons.append(
        "\(name(of: change)) \(Quantity.count(change.base)) → \(Quantity.count(change.head))\(note)"
      )
    }
    if let reason = cell.thresholdReason {
      reasons.append("threshold \(percent(cell.threshold)): \(reason)")
    }
    return reasons
  }

  /// A counter's name; for instructions, also the tool that counted them.
  private static func name(of change: CounterChange) -> String {
    change.name == "instructions" ? "instructions (counted by valgrind)" : change.name
  }

  /// `2 %`.
  static func percent(_ share: Double) -> String {
    let value = 100 * share
    return "\(Quantity.fixed(value, decimals: value == value.rounded() ? 0 : 1)) %"
  }

  /// The two sides and the method of the comparison, with its remarks.
  static func remarks(of comparison: Comparison) -> [String] {
    var lines: [String] = []
    let (base, head) = (comparison.screening.base, comparison.screening.head)
    func text(_ run: Run) -> String {
      guard let revision = run.revision else { return run.id }
      return "\(revision.commit.prefix(12))\(revision.dirty ? " with changes" : "")"
    }
    lines.append("base: \(text(base)), head: \(text(head)); \(comparison.method.rawValue)")
    if let reason = comparison.timesNotCompared { lines.append("times not compared: \(reason)") }
    if let reason = comparison.countersNotJudged { lines.append(reason) }
    if comparison.timesNotCompared == nil {
      lines.append(
        "screening: \(base.children.count) and \(head.children.count) children; "
          + (comparison.remeasured.map {
            "measured again: \($0.head.children.count) new children per side"
          } ?? "nothing was measured again"))
    }
    let least = comparison.cells.compactMap { cell in
      cell.leastChange.map { (change: $0, name: cell.name) }
    }
    if let worst = least.max(by: { $0.change < $1.change }) {
      lines.append(
        "smallest change that would be called slower: "
          + "\(percent(Statistics.median(least.map(\.change)))) in the middle cell, "
          + "\(percent(worst.change)) in \(worst.name)")
    }
    for scene in comparison.changedScenes {
      lines.append("changed: scene \(scene), not compared")
    }
    lines += Self.lines("removed", comparison.removed) + Self.lines("added", comparison.onlyInHead)
    let left = comparison.scenesOnlyInBase.count
    if left > 0 {
      lines.append(
        "\(Quantity.plural(left, "scene")) of the base \(left == 1 ? "was" : "were") not measured")
    }
    lines.append("\(head.machine.cpu), \(head.machine.cores) cores, \(head.machine.system)")
    for warning in comparison.warnings { lines.append("warning: \(warning.text)") }
    return lines
  }
}
