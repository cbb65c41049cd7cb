import LayoutBenchTiming

/// What a Run says of a claim.
package struct ClaimResult: Sendable {
  /// Whether it is so.
  package enum Verdict: String, Sendable {
    case holds
    case inPart = "holds in part"
    case doesNotHold = "does not hold"
    case cannotBeTold = "cannot be told here"
  }

  /// The claim.
  package let claim: Claim
  /// Whether it is so.
  package let verdict: Verdict
  /// Why, with the numbers.
  package let reason: String
  /// What was compared, in words.
  package let measurement: String
  /// The numbers behind it.
  package let numbers: ReportTable
  /// What must be known of the numbers.
  package let notes: [String]
  /// Whether all that the claim asks for was measured.
  package let isWhole: Bool

  /// The verdict with the engine that it is about: `does not hold of sll here`.
  package var word: String {
    guard verdict != .cannotBeTold, let engine = claim.defendants?.first?.engine else {
      return verdict.rawValue
    }
    return "\(verdict.rawValue) of \(engine) here"
  }

  /// Tests a claim by a Run's numbers alone.
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
      let who = missing.engine.map { "'\($0)' would, and is not in this Run" }
      finding.reason =
        "The claim is about \(missing.runs); \(who ?? "it does not run on this system")."
        + (finding.numbers.rows.isEmpty
          ? "" : " Beside it, and deciding nothing: \(finding.reason)")
    }
    verdict = finding.verdict
    reason = finding.reason
    measurement = finding.measurement
    numbers = finding.numbers
    notes = finding.notes
    isWhole = finding.isWhole && finding.verdict != .cannotBeTold
  }
}

/// What a test finds.
struct ClaimFinding {
  var verdict: ClaimResult.Verdict
  var reason: String
  var measurement: String
  var numbers: ReportTable
  var notes: [String] = []
  var isWhole = true

  /// Parts that hold, that do not, and that are open, as one verdict.
  ///
  /// - Parameters:
  ///   - parts: what each comparison says.
  ///   - isWhole: whether all that the claim asks for was measured; else it holds in part at most.
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

  /// Whether a scene is one of those meant; `cells-*` means all that begin so.
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
      "claims", "What is claimed, and what was found",
      [
        .paragraph(
          "Sentences from the libraries that these engines are modelled on and from the field, each held against the measurement that tests it. A claim is decided by the engine that runs the algorithm it is about, its defendant; where none is in the Run it cannot be told here, whatever other engines do. All was measured on this project’s engines, not on the libraries themselves."
        ),
        .table(table),
      ] + results.map { .claim($0) })
  }
}
