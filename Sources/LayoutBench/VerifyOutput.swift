import LayoutBenchHarness
import LayoutBenchTiming
import LayoutModel
import LayoutBenchReports

/// The printed results of `verify`.
struct VerifyOutput {
  let checks: [CrossCheck]

  /// The number of scenes whose frames were compared and agree.
  var held: Int { checks.count { $0.holds && !$0.hasNoLayout && $0.isComparison } }

  /// The largest difference that was still agreement, points, and the scene that has it.
  private var largest: (deviation: Double, scene: String)? {
    checks.filter { $0.holds && !$0.hasNoLayout }
      .map { (deviation: $0.deviation, scene: $0.scene.name) }
      .max { $0.deviation < $1.deviation }
  }

  private func result(of check: CrossCheck) -> String {
    if check.verdicts.isEmpty { return "no engine" }
    if !check.holds { return "DIFFERS" }
    if check.hasNoLayout { return "no layout" }
    return check.isComparison ? "agrees" : "unchecked"
  }

  // MARK: - Table

  /// A row for each scene, and a summary.
  var table: String {
    var table = TextTable([
      ("scene", .left), ("result", .left), ("largest difference", .right), ("engines", .left),
    ])
    for check in checks {
      let engines = check.verdicts.compactMap { participant, verdict in
        // A peer that is not right is listed below, and does not count here.
        let isLeftOut = participant.engine.traits.isPeer && !verdict.isRight
        return verdict.outcome == .cannotState || isLeftOut ? nil : participant.label
      }.joined(separator: ", ")
      table.add([
        check.scene.name, result(of: check),
        check.holds && !check.hasNoLayout ? Quantity.scientific(check.deviation) : "", engines,
      ])
    }
    var end =
      "\n\n\(held) of \(checks.count) scenes agree within 1e-6 points, relatively above 1 point"
    if let largest, largest.deviation > 0 {
      end += "; the largest difference of all, \(Quantity.scientific(largest.deviation)) points, "
      end += "is in \(largest.scene)"
    }
    return table.text + end
  }

  /// The faults of a scene, with the entries that concern the view.
  static func details(of check: CrossCheck) -> [String] {
    let name = check.scene.file
    var lines: [String] = []
    // Engines of one solver find the same fault: it is told once.
    var found: [String: [String]] = [:]
    for (participant, verdict) in check.verdicts {
      if let fault = fault(verdict, in: name) {
        found[fault, default: []].append(participant.label)
      }
    }
    for (participant, verdict) in check.verdicts {
      switch verdict {
      case .differs(let difference):
        let step = difference.step.map { "step \($0)" } ?? "first layout"
        lines.append(
          "\(name): \(step), view \(difference.view): \(participant.label) has "
            + "\(NumberText.write(difference.found)), \(difference.reference) has "
            + "\(NumberText.write(difference.expected))")
        lines += entries(of: participant.dialect, naming: difference.view, in: check.scene)
        let yardsticks = Engines.everyone.filter(\.traits.isYardstick).map(\.name)
        if let yardstick = yardsticks.first(where: {
          [participant.engine.name, difference.reference].contains($0)
        }) {
          lines.append(
            "    (\(yardstick) is the hand-written layout of the built-in scene "
              + "'\(check.scene.name)'; give a changed copy another name)")
        }
      case .cannotState(.cannotState(let what)):
        lines.append("\(name): \(participant.label) cannot state \(what)")
      default:
        guard let reason = verdict.reason(file: name, label: ""),
          let fault = fault(verdict, in: name), let engines = found.removeValue(forKey: fault)
        else { continue }
        let isUnstated = verdict.outcome == .cannotState
        lines.append(
          "\(engines.joined(separator: ", "))\(isUnstated ? " cannot state the scene" : ""): \(reason)"
        )
      }
    }
    if !check.isWithinPromise { lines.append(SolveOutput.imprecision(of: name)) }
    if check.verdicts.isEmpty {
      lines.append("\(name): none of these engines can lay out the dialects of this file")
    } else if !check.isComparison, !check.hasNoLayout {
      lines.append(
        "\(name): one engine and no 'expect': there is nothing to compare its frames with")
    }
    return lines
  }

  /// The fault that a verdict is about: programs know a conflict's constraints, and not their
  /// lines.
  private static func fault(_ verdict: Verdict, in file: String) -> String? {
    if case .noLayout(let failure) = verdict,
      case .unsatisfiable(let constraints, _) = failure.reason
    {
      return "\(failure.step ?? 0): " + constraints.map(\.text).sorted().joined(separator: "\n")
    }
    return verdict.reason(file: file, label: "")
  }

  /// The entries of a dialect that name a view, the first few with their lines.
  private static func entries(
    of dialect: DialectName, naming view: String, in scene: Scene
  ) -> [String] {
    guard case .sequence(let items)? = scene.written(in: dialect)?.content else { return [] }
    let concerned = items.filter { words(in: $0).contains(Substring(view)) }
    let most = 4
    var lines = concerned.prefix(most).map { item in
      // A generated scene has no lines.
      let place = item.position.line > 1 ? "\(scene.file):\(item.position.line): " : ""
      return "    \(place)\(text(of: item))"
    }
    if concerned.count > most { lines.append("    … and \(concerned.count - most) more") }
    return lines
  }

  /// The names and numbers in a node's texts, in full and up to the first dot.
  private static func words(in node: SourceNode) -> Set<Substring> {
    let pieces = text(of: node).split { !($0.isLetter || $0.isNumber || "_-.".contains($0)) }
    return Set(pieces + pieces.compactMap { $0.split(separator: ".").first })
  }

  private static func text(of node: SourceNode) -> String {
    switch node.content {
    case .scalar(let text, _): text
    case .sequence(let items): "[\(items.map(text).joined(separator: ", "))]"
    case .mapping(let entries):
      entries.map { "\($0.key): \(text(of: $0.value))" }.joined(separator: ", ")
    }
  }

  // MARK: - JSON

  /// Every scene with every engine.
  var json: String {
    let scenes = checks.map { check in
      JSONText.object([
        ("scene", .text(check.scene.name)), ("file", .text(check.scene.file)),
        ("result", .text(result(of: check).lowercased())),
        ("largestDifference", .number(check.deviation)),
        (
          "engines",
          .list(
            check.verdicts.map { participant, verdict in
              let (outcome, reason) = Self.outcome(verdict, of: participant, in: check)
              return .object(
                [
                  ("engine", .text(participant.engine.name)),
                  ("dialect", .text(participant.dialect.text)), ("outcome", .text(outcome)),
                ] + (reason.map { [("reason", .text($0))] } ?? []))
            })
        ),
      ])
    }
    return JSONText.object([
      ("layoutbenchVerify", .number(1)), ("tolerance", .number(CrossCheck.tolerance)),
      ("held", .number(Double(held))), ("of", .number(Double(checks.count))),
      ("largestDifference", .number(largest?.deviation ?? 0)), ("scenes", .list(scenes)),
    ]).written()
  }

  /// The outcome of an engine: one of the words of results, and the reason.
  private static func outcome(
    _ verdict: Verdict, of participant: Participant, in check: CrossCheck
  ) -> (outcome: String, reason: String?) {
    let reason = verdict.reason(file: check.scene.file, label: participant.label)
    let word =
      switch verdict.outcome {
      case .timed: "agrees"
      case .wrong: "differs"
      case .noSolution: "no layout"
      case let other: other.rawValue
      }
    return (word, reason)
  }

  // MARK: - JUnit

  /// A test suite for each scene, a test case for each engine.
  var junit: String {
    JUnit(
      "layoutbench verify, within 1e-6 points, relatively above 1 point",
      suites: checks.map { check in
        (
          check.scene.name,
          check.verdicts.map { participant, verdict in
            let reason = verdict.reason(file: check.scene.file, label: participant.label) ?? ""
            let result: JUnit.Result =
              switch verdict.outcome {
              case .timed: .passed
              case .cannotState, .unsupported: .skipped(reason)
              case _ where participant.engine.traits.isPeer: .skipped(reason)
              default: .failed(reason)
              }
            return JUnit.Case(participant.label, result)
          }
        )
      }
    ).text
  }
}
