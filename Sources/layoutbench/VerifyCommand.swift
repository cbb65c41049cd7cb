import ArgumentParser
import Harness
import LayoutModel
import Reports
import Scenes

/// `layoutbench verify`.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Hold every engine's frames against the others' and against what a scene expects.",
    discussion: """
      Each scene is laid out by every engine that can run one of its dialects, through all its \
      steps; 'glpk:plain', the oracle of 'glpk', on those of up to \(mostForOracle) views. Frames may \
      differ by 1e-6 points, relatively above 1 point. Exit status 1 where frames \
      differ, 2 where every engine says that a scene has no layout.
      """)

  /// The views of the largest scene that `glpk:plain` is asked about.
  private static let mostForOracle = 300

  @Argument(
    help: "Scene files, folders of them, or names of built-in scenes; all built-in ones if none.")
  var files: [String] = []

  func run() throws {
    var scenes: [Scene] = []
    var mistakes: [SceneError] = []
    for source in try SceneSource.all(files) {
      do {
        scenes.append(try source.scene())
      } catch let mistake as SceneError {
        mistakes.append(mistake)
      }
    }
    var checks: [CrossCheck] = []
    for scene in scenes {
      do throws(SceneError) {
        // The oracle takes minutes on what has thousands of views.
        let engines = scene.tree.count <= Self.mostForOracle ? Engines.everyone : Engines.all
        checks.append(try CrossCheck(scene, engines: engines))
      } catch {
        mistakes.append(error)
      }
    }
    guard mistakes.isEmpty else {
      for mistake in mistakes { Console.error("\(mistake)") }
      throw ExitCode.notAScene
    }
    try Console.print(table(of: checks))
    for check in checks { for line in details(of: check) { Console.error(line) } }
    if checks.contains(where: { !$0.holds }) { throw ExitCode.checkDidNotHold }
    if checks.contains(where: \.hasNoLayout) { throw ExitCode.noLayout }
  }

  private func table(of checks: [CrossCheck]) -> String {
    var table = TextTable([
      ("scene", .left), ("result", .left), ("largest difference", .right), ("engines", .left),
    ])
    for check in checks {
      let result =
        check.verdicts.isEmpty
        ? "no engine"
        : !check.holds
          ? "DIFFERS"
          : check.hasNoLayout ? "no layout" : check.isComparison ? "agrees" : "unchecked"
      let engines = check.verdicts.compactMap { participant, verdict in
        if case .leftOut = verdict { nil } else { participant.label }
      }.joined(separator: ", ")
      table.add([
        check.scene.name, result,
        check.holds && !check.hasNoLayout ? Quantity.scientific(check.deviation) : "", engines,
      ])
    }
    let held = checks.filter { $0.holds && !$0.hasNoLayout && $0.isComparison }.count
    return table.text
      + "\n\n\(held) of \(checks.count) scenes hold within 1e-6 points, relatively above 1 point"
  }

  private func details(of check: CrossCheck) -> [String] {
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
}
