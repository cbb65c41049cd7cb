import Foundation
import LayoutBenchFixtures
import LayoutBenchHarness
import LayoutModel
import Testing

/// Engines describe themselves: no code outside an engine's folder contains its name.
@Suite("Names of engines")
struct NamesTests {
  /// The list of the built-in engines, the suite, and the reader of files of earlier versions.
  private static let allowed = [
    "Sources/Engines/", "Sources/Harness/BuiltIn.swift", "Benchmarks/Suite/",
    "Sources/Timing/Run+Earlier.swift",
  ]

  private static let sources: [(path: String, text: String)] = {
    let root = Fixtures.package.path
    return ["Sources", "Benchmarks"].flatMap { folder -> [(path: String, text: String)] in
      let names =
        FileManager.default.enumerator(atPath: "\(root)/\(folder)")?
        .compactMap { $0 as? String } ?? []
      return names.filter { $0.hasSuffix(".swift") && !$0.contains(".build/") }.compactMap { name in
        let path = "\(folder)/\(name)"
        guard !allowed.contains(where: { path.hasPrefix($0) }),
          let text = try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
        else { return nil }
        return (path, text)
      }
    }
  }()

  /// The lines of a file that are no comments.
  private static func code(_ text: String) -> [Substring] {
    text.split(separator: "\n").filter {
      !$0.drop(while: { $0 == " " }).hasPrefix("//")
    }
  }

  @Test("no file but the list and the suite names an engine in code or in a text that is printed")
  func names() throws {
    let names = Set(Engines.everyone.map(\.traits.name.base) + ["replay"])
    #expect(names.isSuperset(of: ["sll", "glpk", "layoutkit", "manual"]))
    #expect(Self.sources.count > 100)
    let words = try NSRegularExpression(
      pattern: "(?<![\\w.])(\(names.sorted().joined(separator: "|")))(?!\\w)")
    for (path, text) in Self.sources {
      for line in Self.code(text).map(String.init) {
        let all = NSRange(line.startIndex..., in: line)
        if words.firstMatch(in: line, range: all) != nil { Issue.record("\(path): \(line)") }
      }
    }
  }

  @Test("no file but the list makes an engine or imports its module")
  func modules() throws {
    let modules = [
      "GLPKLayout", "LayoutKitCalls", "LayoutBenchManual", "LayoutBenchReplay", "LinearSolver",
    ]
    let types = [
      "SLLEngine", "GLPKEngine", "LayoutKitEngine", "ManualEngine", "ReplayEngine",
    ]
    for (path, text) in Self.sources
    where !path.hasPrefix("Sources/LinearSolver/") && !path.hasPrefix("Sources/Programs/") {
      for line in Self.code(text) {
        let isImport = modules.contains { line.hasSuffix("import \($0)") }
        let isMade = types.contains { line.contains($0) }
        if isImport || isMade { Issue.record("\(path): \(line)") }
      }
    }
  }

  @Test("the engines import no other engine, and none of the tool")
  func imports() throws {
    let manifest = try String(
      contentsOf: Fixtures.package.appendingPathComponent("Package.swift"), encoding: .utf8)
    let engines = ["SLL", "LayoutKitCalls", "LayoutBenchManual", "LayoutBenchReplay", "GLPKLayout"]
    for engine in engines {
      let target = try #require(
        manifest.components(separatedBy: ".target(").first {
          $0.contains("name: \"\(engine)\"") && $0.contains("path: \"Sources/Engines/")
        })
      let dependencies = try #require(
        target.components(separatedBy: "dependencies: [").dropFirst().first?
          .components(separatedBy: "]").first)
      for other in engines + ["LayoutBenchHarness", "LayoutBenchTiming", "Conversion"] {
        #expect(!dependencies.contains("\"\(other)\""), "\(engine) depends on \(other)")
      }
    }
  }
}
