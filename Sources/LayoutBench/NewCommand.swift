import ArgumentParser
import Foundation
import LayoutBenchHarness
import LayoutModel
import Scenes

/// `layoutbench new`.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Write a starting point for an engine or a scene.",
    discussion: """
        layoutbench new engine mine        a package that builds, conforms and can be timed
        layoutbench new scene login        a scene file in every dialect, which all engines agree on
      """,
    subcommands: [EngineCommand.self, SceneFileCommand.self])

  /// `layoutbench new engine`.
  struct EngineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "engine",
      abstract: "Write a package with an engine, a dialect and a scene.",
      discussion: """
          layoutbench new engine mine
          cd mine && swift build -c release
          .build/release/mine conform mine scenes
          .build/release/mine bench scenes
        """)

    @Argument(help: "The engine's name: letters, digits, '-' and '_'.")
    var name: String

    @Option(
      help: ArgumentHelp(
        "The LayoutBench package: a folder or the address of a repository (default: the checkout of this program).",
        valueName: "place"))
    var layoutbench: String?

    @Option(name: [.short, .long], help: "The folder that the package is written to (NAME).")
    var output: String?

    func run() throws {
      do throws(RegistryMistake) {
        try Registry.current.check(engineName: EngineName(name))
        try Registry.current.check(dialectName: DialectName(name))
      } catch {
        throw ValidationError("\(error)")
      }
      guard !Self.libraries.contains(name) else {
        throw ValidationError(
          "'\(name)' is a library of LayoutBench; give your engine another name")
      }
      let folder = output ?? name
      guard !FileManager.default.fileExists(atPath: folder) else {
        throw OutputError(path: folder, reason: "it exists already, and was not overwritten")
      }
      guard let place = layoutbench ?? Self.checkout else {
        throw ValidationError(
          "cannot locate the LayoutBench checkout; name it with --layoutbench PLACE")
      }
      let template = EngineTemplate(name: name, layoutbench: place)
      do {
        for (path, text) in template.files { try Console.write(text, to: "\(folder)/\(path)") }
      } catch {
        // It was not there before: a part of a package is of no use.
        try? FileManager.default.removeItem(atPath: folder)
        throw error
      }
      try Console.print(
        """
        wrote \(template.files.count) files to \(folder); next:
          cd \(folder) && swift build -c release
          .build/release/\(name) conform \(name) scenes
          .build/release/\(name) bench scenes
        """)
    }

    /// The libraries that a package of the same name would collide with.
    private static let libraries = [
      "LayoutModel", "SLL", "LayoutKitCalls", "Constraints", "Conversion", "Scenes", "LinearSolver",
      "GLPKLayout", "LayoutBench",
    ]

    /// The checkout that this program was built in.
    private static var checkout: String? {
      var folder = URL(fileURLWithPath: CellSelection.executable).resolvingSymlinksInPath()
      while folder.path != "/" {
        folder.deleteLastPathComponent()
        let manifest = folder.appendingPathComponent("Package.swift")
        let text = try? String(contentsOf: manifest, encoding: .utf8)
        if text?.contains("name: \"LayoutBench\",\n  platforms") == true { return folder.path }
      }
      return nil
    }
  }

  /// `layoutbench new scene`.
  struct SceneFileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "scene", abstract: "Write a scene file in every dialect.",
      discussion: """
          layoutbench new scene login
          layoutbench verify login.yaml
          layoutbench bench login.yaml
        """)

    @Argument(help: "The scene's name: letters, digits, '-', '_' and '.'.")
    var name: String

    @Option(name: [.short, .long], help: "The file to write (NAME.yaml).")
    var output: String?

    func run() throws {
      let path = output ?? "\(name).yaml"
      guard !FileManager.default.fileExists(atPath: path) else {
        throw OutputError(path: path, reason: "it exists already, and was not overwritten")
      }
      let text = SceneTemplate(name: name).text
      do {
        _ = try SceneFile.scene(from: text, file: path)
      } catch {
        throw ValidationError("\(error.mistake)")
      }
      try Console.write(text, to: path)
      try Console.print("wrote \(path); next: layoutbench verify \(path)")
    }
  }
}
