import Harness
import LayoutModel
import Reports

/// What `verify` found, as it is printed.
struct VerifyOutput {
  let checks: [CrossCheck]

  /// How many scenes hold.
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

  /// A row for each scene, and the sum of it.
  var table: String {
    var table = TextTable([
      ("scene", .left), ("result", .left), ("largest difference", .right), ("engines", .left),
    ])
    for check in checks {
      let engines = check.verdicts.compactMap { participant, verdict in
        if case .leftOut = verdict { nil } else { participant.label }
      }.joined(separator: ", ")
      table.add([
        check.scene.name, result(of: check),
        check.holds && !check.hasNoLayout ? Quantity.scientific(check.deviation) : "", engines,
      ])
    }
    var end =
      "\n\n\(held) of \(checks.count) scenes hold within 1e-6 points, relatively above 1 point"
    if let largest, largest.deviation > 0 {
      end += "; the largest difference of all, \(Quantity.scientific(largest.deviation)) points, "
      end += "is in \(largest.scene)"
    }
    return table.text + end
  }

  /// What is wrong with a scene, with the entries that concern the view.
  static func details(of check: CrossCheck) -> [String] {
    let name = check.scene.file
    var lines: [String] = []
    for (participant, verdict) in check.verdicts {
      switch verdict {
      case .agrees: break
      case .leftOut(let reason):
        lines.append("\(participant.label) is left out: \(reason.message(file: name))")
      case .differs(let difference):
        let step = difference.step.map { "step \($0)" } ?? "first layout"
        lines.append(
          "\(name): \(step), view \(difference.view): \(participant.label) has "
            + "\(NumberText.write(difference.found)), \(difference.reference) has "
            + "\(NumberText.write(difference.expected))")
        lines += entries(of: participant.dialect, naming: difference.view, in: check.scene)
        if participant.engine.name == "manual" || difference.reference == "manual" {
          lines.append(
            "    (manual is the hand-written layout of the built-in scene '\(check.scene.name)'; "
              + "give a changed copy another name)")
        }
      case .noLayout(let failure):
        lines.append(
          "\(participant.label): " + failure.reason.message(file: name, step: failure.step))
      }
    }
    if check.verdicts.isEmpty {
      lines.append("\(name): no engine can lay out what the file holds")
    } else if !check.isComparison, !check.hasNoLayout {
      lines.append(
        "\(name): one engine and no 'expect': there was nothing to hold its frames against")
    }
    return lines
  }

  /// The entries of a dialect that name a view, the first few with their lines.
  private static func entries(
    of dialect: Dialect, naming view: String, in scene: Scene
  ) -> [String] {
    guard case .sequence(let items)? = scene.layouts[dialect]?.content else { return [] }
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

  /// Names and numbers in a node: what separators leave of its texts, quite and up to a dot.
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
              let (outcome, reason) = Self.outcome(verdict, in: check)
              return .object(
                [
                  ("engine", .text(participant.engine.name)),
                  ("dialect", .text(participant.dialect.rawValue)), ("outcome", .text(outcome)),
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

  private static func outcome(
    _ verdict: CrossCheck.Verdict, in check: CrossCheck
  ) -> (outcome: String, reason: String?) {
    switch verdict {
    case .agrees: return ("agrees", nil)
    case .leftOut(let reason): return ("left out", reason.message(file: check.scene.file))
    case .noLayout(let failure):
      return ("no layout", failure.reason.message(file: check.scene.file, step: failure.step))
    case .differs(let difference):
      let step = difference.step.map { "step \($0)" } ?? "first layout"
      return (
        "differs",
        "\(step), view \(difference.view): \(NumberText.write(difference.found)), "
          + "\(difference.reference) has \(NumberText.write(difference.expected))"
      )
    }
  }

  // MARK: - JUnit

  /// A test suite for each scene, a test case for each engine.
  var junit: String {
    var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#]
    let all = checks.flatMap { check in
      check.verdicts.map { Self.outcome($0.verdict, in: check).outcome }
    }
    func count(_ outcome: String, _ among: [String]) -> Int { among.count { $0 == outcome } }
    lines.append(
      "<testsuites name=\"layoutbench verify, within 1e-6 points, relatively above 1 point\" tests=\"\(all.count)\" "
        + "failures=\"\(count("differs", all) + failures(all))\" "
        + "skipped=\"\(count("left out", all))\">")
    for check in checks {
      let outcomes = check.verdicts.map { Self.outcome($0.verdict, in: check) }
      let names = outcomes.map(\.outcome)
      lines.append(
        "  <testsuite name=\"\(Self.escaped(check.scene.name))\" tests=\"\(names.count)\" "
          + "failures=\"\(count("differs", names) + failures(names))\" "
          + "skipped=\"\(count("left out", names))\">")
      for ((participant, _), (outcome, reason)) in zip(check.verdicts, outcomes) {
        let head =
          "    <testcase classname=\"\(Self.escaped(check.scene.name))\" "
          + "name=\"\(Self.escaped(participant.label))\""
        let text = Self.escaped(reason ?? "")
        switch outcome {
        case "agrees": lines.append(head + "/>")
        case "left out": lines.append(head + "><skipped message=\"\(text)\"/></testcase>")
        default: lines.append(head + "><failure message=\"\(text)\"/></testcase>")
        }
      }
      lines.append("  </testsuite>")
    }
    lines.append("</testsuites>")
    return lines.joined(separator: "\n")
  }

  private func failures(_ outcomes: [String]) -> Int { outcomes.count { $0 == "no layout" } }

  /// Text that may stand in an attribute.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\n": "&#10;"
      case _ where scalar.value < 0x20: " "
      default: String(scalar)
      }
    }.joined()
  }
}
