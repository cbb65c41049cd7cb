import ArgumentParser
import Foundation
import LayoutBenchHarness
import LayoutBenchTiming
import LayoutModel
import Scenes
import LayoutBenchSuite

/// A suite that a user named: a built-in one, or a file.
struct SuiteSource {
  /// Its name, as the user gave it.
  let name: String
  /// The contents of the suite.
  let suite: SuiteFile
  /// The folder in which files that it names are searched first; `nil` for a built-in one.
  private let folder: String?

  /// The names of the built-in suites.
  static let names = Suite.suites.map { $0.name.replacing(".yaml", with: "") }

  /// A built-in suite, or one in a file.
  ///
  /// - Throws: `SceneError`; `ValidationError` where there is neither.
  init(_ name: String) throws {
    self.name = name
    if let known = Suite.suites.first(where: { $0.name == name + ".yaml" }) {
      suite = try SuiteFile(known.text, file: known.name, largest: SceneGenerator.largest)
      folder = nil
    } else if FileManager.default.fileExists(atPath: name) || name.contains(".") {
      WholeFile.protect(name)
      suite = try SuiteFile(
        SceneFile.text(at: name), file: name, largest: SceneGenerator.largest)
      folder = URL(fileURLWithPath: name).deletingLastPathComponent().path
    } else {
      throw ValidationError(SolveCommand.unknown("suite", name, among: Self.names))
    }
  }

  /// Its scenes.
  ///
  /// - Throws: `SceneError`, `SceneFileError`.
  func scenes() throws -> [SceneSource] {
    try suite.entries.flatMap { entry in
      let beside = folder.map { $0 + "/" + entry.scene }
      let path = beside.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
      if !entry.sizes.isEmpty, !SceneGenerator.all.contains(where: { $0.name == entry.scene }) {
        throw SceneError(
          file: name, position: entry.position, mistake: UnknownEntry(name: entry.scene))
      }
      do {
        return try SceneSource.all(
          [path ?? entry.scene],
          sizes: entry.sizes.isEmpty ? [SceneSource.usualSize] : entry.sizes)
      } catch  where error is SceneFileError || error is UnknownScene {
        throw SceneError(
          file: name, position: entry.position, mistake: UnknownEntry(name: entry.scene))
      }
    }
  }

  /// A suite's entry that matches neither a file nor a scene.
  private struct UnknownEntry: SceneMistake {
    let name: String

    var description: String {
      let known = SceneSource.builtInFiles.map { $0.file.replacing(".yaml", with: "") }
      let nearest = Spelling.nearest(to: name, among: known + SceneGenerator.all.map(\.name))
      return "no scene, generator with these sizes, or file '\(name.shortened(to: 40))'"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    }
  }
}
