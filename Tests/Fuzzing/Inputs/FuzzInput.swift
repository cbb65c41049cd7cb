import Foundation
import LayoutBenchHarness
import LayoutBenchReports
import LayoutBenchTiming
import LayoutModel
import Scenes

/// A kind of text that LayoutBench reads, and the check of one such text.
///
/// A text is refused with an error or used; what is read is then used as far as commands use it:
/// laid out by every engine that reads it, written and read again, shown as a report.
package enum FuzzInput: String, CaseIterable, Sendable {
  /// Lines of SLL, each of them rules of a view.
  case sll
  /// Lines that are equations or visual format.
  case constraints
  /// Lines that are entries with LayoutKit's calls.
  case layoutkit
  /// Lines that are CSS boxes, which only peers lay out.
  case css
  /// A scene file.
  case scenes
  /// A suite file.
  case suites
  /// A Run, a baseline, a comparison, or the index of a site.
  case runs
  /// A file of claims.
  case claims
  /// The answers of a process that measures, a JSON value per line.
  case answers

  /// The longest text, bytes: longer ones take time and reach nothing more.
  package var longest: Int {
    switch self {
    case .sll, .constraints, .layoutkit, .css: 512
    case .scenes, .suites, .claims, .answers: 4096
    case .runs: 65_536
    }
  }

  /// The result of a check.
  package enum Outcome: Equatable, Sendable {
    /// The text was refused with an error.
    case refused
    /// It was used, and no fault was found.
    case used
    /// Results contradict each other.
    case fault(String)
  }

  /// Checks one text; traps where the code under test does.
  ///
  /// - Parameter text: the text, of any contents.
  /// - Returns: the outcome.
  package func check(_ text: String) -> Outcome {
    switch self {
    case .sll, .constraints, .layoutkit, .css: checkScene(scene(around: text))
    case .scenes: checkScene(text)
    case .suites: checkSuite(text)
    case .runs: checkRun(text)
    case .claims: checkClaims(text)
    case .answers: checkAnswers(text)
    }
  }

  // MARK: - Scenes

  /// A scene whose layout is the lines of a text.
  private func scene(around text: String) -> String {
    var scene = """
      layoutbench: 2
      name: fuzzed
      root: { size: [320, 200] }
      views:
        - id: a
          frame: [1, 2, 30, 40]
          children:
            - { id: b, intrinsic: [50, 20] }
            - { id: c, frame: [3, 4, 20, 10], margins: [1, 2, 3, 4] }
        - { id: d, intrinsic: [~, 15], baseline: [3, 2] }
        - { id: e }
      layouts:
        \(rawValue):

      """
    let names = ["a", "b", "c", "d", "e"]
    for (index, line) in text.split(separator: "\n").prefix(16).enumerated() {
      switch self {
      case .sll:
        let count = line.split(separator: "%", omittingEmptySubsequences: false).dropFirst()
          .count { $0.first?.isLetter == true }
        let arguments = (0..<min(count, 8)).map { ["c", "a", "root", "7", "e"][(index + $0) % 5] }
        scene += "    - \(names[index % 5]): [\(Self.quoted(line))"
        scene += arguments.map { ", \($0)" }.joined() + "]\n"
      case .constraints: scene += "    - \(Self.quoted(line))\n"
      default: scene += "    - \(line)\n"
      }
    }
    return scene + "steps:\n  - resize: [101, 57]\n  - { view: b, intrinsic: [9, 60] }\n"
  }

  private static func quoted(_ line: Substring) -> String {
    var text = "\""
    for scalar in line.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case " "..."~": text.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        text += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
    }
    return text + "\""
  }

  private func checkScene(_ text: String) -> Outcome {
    let dialects = Registry.current.dialects
    let scene: Scene
    do throws(SceneError) {
      scene = try SceneFile.scene(from: text, file: "fuzzed", dialects: dialects.map(\.name))
    } catch {
      return error.description.isEmpty ? .fault("an error without a description") : .refused
    }
    guard scene.tree.count <= 32, scene.steps.count <= 8 else { return .refused }
    if let fault = writtenFault(of: scene) { return .fault(fault) }
    let (laidOut, fault) = Fuzz.outcome(ofHostile: scene)
    if let fault { return .fault(fault) }
    // No engine of this process lays out CSS.
    return laidOut > 0 || self == .css ? .used : .refused
  }

  /// Checks that the written text can be read, and is the same when it is written once more.
  private func writtenFault(of scene: Scene) -> String? {
    let dialects = Registry.current.dialects
    let written = SceneWriter.text(of: scene, dialects: dialects)
    do throws(SceneError) {
      let again = try SceneFile.scene(
        from: written, file: "written", dialects: dialects.map(\.name))
      let twice = SceneWriter.text(of: again, dialects: dialects)
      return twice == written ? nil : "written anew it differs:\n\(written)\n---\n\(twice)"
    } catch {
      return "what was written cannot be read: \(error)\n\(written)"
    }
  }

  // MARK: - Other files

  private func checkSuite(_ text: String) -> Outcome {
    do throws(SceneError) {
      let suite = try SuiteFile(text, file: "fuzzed", largest: 2000)
      return suite.entries.isEmpty ? .fault("a suite without scenes") : .used
    } catch {
      return error.description.isEmpty ? .fault("an error without a description") : .refused
    }
  }

  /// The text of a record with the seal of its contents.
  ///
  /// A changed text would be refused for its seal, and nothing behind it would be tried.
  private func sealed(_ text: String) -> String {
    struct Kind: Decodable { let kind: String }
    let (data, decoder) = (Data(text.utf8), JSONDecoder())
    if (try? decoder.decode(Kind.self, from: data))?.kind == "comparison" {
      return (try? RunFile.text(of: decoder.decode(Comparison.self, from: data))) ?? text
    }
    return (try? RunFile.text(of: decoder.decode(Run.self, from: data))) ?? text
  }

  /// The index of a site is read, shown, written and read again.
  private func check(_ index: SiteIndex) -> Outcome {
    let site = Site(index.entries, pages: index.pages)
    let pages = [site.index(nil), site.history([])] + site.lists.map { $0.1 }
    guard !pages.contains(where: { HTMLWriter($0).text.isEmpty }) else {
      return .fault("an empty page")
    }
    let again = (try? JSONEncoder().encode(index)).flatMap { try? SiteIndex.read($0) }
    return again == index ? .used : .fault("an index cannot be written and read again")
  }

  /// A record is read, sealed, read again and shown.
  private func checkRun(_ text: String) -> Outcome {
    if let index = try? SiteIndex.read(Data(text.utf8)) { return check(index) }
    guard let record = try? RunFile.record(Data(sealed(text).utf8), named: "fuzzed") else {
      return .refused
    }
    do {
      let sealed =
        switch record {
        case .run(let run): try RunFile.text(of: run)
        case .comparison(let comparison): try RunFile.text(of: comparison)
        }
      let shown =
        switch try RunFile.record(Data(sealed.utf8), named: "sealed") {
        case .run(let run):
          [
            RunTable(run).text, RunMarkdown(run).text, RunCSV([ReportedRun(run)]).text,
            RunJUnit([ReportedRun(run)]).text, run.thresholds?.mistake ?? "none",
          ]
        case .comparison(let comparison):
          [
            ComparisonTable(comparison).text, ComparisonMarkdown(comparison).text,
            ComparisonJUnit(comparison).text,
            HTMLWriter(History.report([], of: [], CommitSeries.all(in: [comparison]))).text,
          ]
        }
      return shown.contains("") ? .fault("an empty report") : .used
    } catch {
      return .fault("a record that was read is refused when it is sealed: \(error)")
    }
  }

  /// Never changed: a check changes a copy.
  nonisolated(unsafe) private static let hostile = HostileAnswers(
    scene: "chain-4", engines: ["manual", "sll"])

  private func checkAnswers(_ text: String) -> Outcome {
    guard let answers = Self.hostile else { return .fault("no such scene") }
    let (isUsed, fault) = answers.check(text)
    return fault.map { .fault($0) } ?? (isUsed ? .used : .refused)
  }

  private func checkClaims(_ text: String) -> Outcome {
    guard (try? Claim.read(Data(text.utf8))) != nil else { return .refused }
    return .used
  }
}
