import LayoutBenchTiming

/// The result of a claim's test in a Run.
package struct ClaimResult: Sendable {
  /// The answer to a claim.
  package enum Verdict: String, Sendable {
    case holds
    case inPart = "holds in part"
    case doesNotHold = "does not hold"
    case cannotBeTold = "cannot be told here"
  }

  /// The claim.
  package let claim: Claim
  /// The answer.
  package let verdict: Verdict
  /// The reason, with the numbers.
  package let reason: String
  /// The compared quantities, in words.
  package let measurement: String
  /// The numbers behind it.
  package let numbers: ReportTable
  /// Remarks that a reader of the numbers needs.
  package let notes: [String]
  /// True if everything that the claim requires was measured.
  package let isWhole: Bool

  /// The verdict with the engine that it is about: `does not hold for sll here`.
  package var word: String {
    guard verdict != .cannotBeTold, let engine = claim.defendants?.first?.engine else {
      return verdict.rawValue
    }
    return "\(verdict.rawValue) for \(engine) here"
  }

  /// Tests a claim by the numbers of a Run.
  package init(of claim: Claim, in run: ReportedRun) {
    var finding: ClaimFinding
    switch claim.test {
    case .times(let test): finding = test.finding(in: run)
    case .counters(let test): finding = test.finding(in: run)
    case .growth(let test): finding = test.finding(in: run)
    case .budget(let test): finding = test.finding(in: run)
    case .twins(let test): finding = test.finding(in: run)
    }
    self.claim = claim
    let missing = (claim.defendants ?? []).first { defendant in
      !run.run.cells.contains { $0.engine == defendant.engine && $0.outcome == .timed }
    }
    if let missing {
      finding.verdict = .cannotBeTold
      let who = missing.engine.map { "'\($0)', which runs it, is not in this Run" }
      finding.reason =
        "The claim is about \(missing.runs); \(who ?? "it does not run on this system")."
        + (finding.numbers.rows.isEmpty
          ? "" : " For comparison, without effect on the verdict: \(finding.reason)")
    }
    let defendants = Set((claim.defendants ?? []).compactMap(\.engine))
    let strangers = claim.test.engines.filter { !defendants.contains($0) }
    if missing == nil, !defendants.isEmpty, let stranger = strangers.first {
      finding.verdict = .cannotBeTold
      let comparison =
        finding.numbers.rows.isEmpty
        ? "" : " For comparison, without effect on the verdict: \(finding.reason)"
      finding.reason =
        "The numbers are those of '\(stranger)', which does not run what the claim is about."
        + comparison
    }
    verdict = finding.verdict
    reason = finding.reason
    measurement = finding.measurement
    numbers = finding.numbers
    notes = finding.notes
    isWhole = finding.isWhole && finding.verdict != .cannotBeTold
  }
}

/// The finding of a test.
struct ClaimFinding {
  var verdict: ClaimResult.Verdict
  var reason: String
  var measurement: String
  var numbers: ReportTable
  var notes: [String] = []
  var isWhole = true

  /// Combines parts that are true, false or undecided into one verdict.
  ///
  /// - Parameters:
  ///   - parts: the result of each comparison; `nil` where it is undecided.
  ///   - isWhole: whether everything that the claim requires was measured; otherwise it holds in
  ///     part at most.
  /// - Returns: the verdict.
  static func verdict(of parts: [Bool?], isWhole: Bool = true) -> ClaimResult.Verdict {
    let held = parts.count { $0 == true }
    let refuted = parts.count { $0 == false }
    if held == 0, refuted == 0 { return .cannotBeTold }
    if held == parts.count { return isWhole ? .holds : .inPart }
    if held == 0, refuted == parts.count { return .doesNotHold }
    return held > 0 ? .inPart : .doesNotHold
  }

  /// Names as a list: `chain, grid and nest`.
  static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }

  /// True if a scene matches one of the patterns; `cells-*` matches all names with that beginning.
  static func fits(_ scene: String, _ patterns: [String]?) -> Bool {
    guard let patterns else { return true }
    return patterns.contains { pattern in
      pattern.hasSuffix("*") ? scene.hasPrefix(pattern.dropLast()) : scene == pattern
    }
  }
}

extension ReportBuilder {
  /// Every claim with its verdict.
  var verdicts: Report.Section {
    let results = claims.map { ClaimResult(of: $0, in: main) }
    var table = ReportTable([.words("claim"), .words("source"), .words("verdict")])
    for result in results {
      let tone: ReportTable.Entry.Tone =
        switch result.verdict {
        case .holds: .good
        case .doesNotHold: .bad
        case .inPart, .cannotBeTold: .doubt
        }
      table.rows.append([
        ReportTable.Entry(result.claim.translation ?? result.claim.sentence),
        ReportTable.Entry(result.claim.source),
        ReportTable.Entry(result.word, isStrong: true, tone: tone),
      ])
    }
    return Report.Section(
      "claims", "Claims checked",
      [
        .paragraph(
          "Sentences from the libraries that these engines are modelled on and from the field, each compared with the measurement that tests it. The engine that runs the algorithm of a claim, its defendant, decides the claim; without a defendant in the Run the verdict is “cannot be told here”, even if other engines were measured. All measurements are of this project’s engines, not of the libraries themselves."
        ),
        .table(table),
      ] + results.map { .claim($0) })
  }
}
