import ArgumentParser
import Foundation
import LayoutBenchHarness
import LayoutModel
import LayoutBenchTiming
import Scenes
import LayoutBenchSuite

/// A scene that a user named: a file on disk, one that is built in, or a generated one.
extension SceneSource {
  /// The default number of views of a generated scene.
  static let usualSize = 1000

  /// The built-in scenes that are files.
  static var builtInFiles: [SceneSource] { Registry.current.scenes.filter { $0.text != nil } }

  /// The built-in scene file of that name, with or without its suffix.
  static func file(named name: String) -> SceneSource? {
    builtInFiles.first { $0.file == name || $0.file == name + ".yaml" }
  }

  /// A file, or the built-in scene of that name where there is no such file: `post`, `chain-100`,
  /// `chain`; `-` is standard input.
  ///
  /// - Throws: `SceneFileError`, `SceneError`; `ValidationError` for a folder of several scenes.
  static func one(_ path: String) throws -> SceneSource {
    let found = try all([path], sizes: [usualSize])
    guard found.count == 1 else {
      throw ValidationError("'\(path)' is a folder of \(found.count) scenes; name one of them")
    }
    return found[0]
  }

  /// Files, folders, built-in names and `-` for standard input; all built-in scenes by default.
  ///
  /// - Parameters:
  ///   - paths: the paths and names that the user gave.
  ///   - sizes: numbers of views for generators, rising.
  /// - Returns: the scenes, sizes of one generator in rising order.
  /// - Throws: `SceneFileError`, `SceneError`.
  static func all(_ paths: [String], sizes: [Int] = [usualSize]) throws -> [SceneSource] {
    guard !paths.isEmpty else { return Registry.current.scenes }
    var sources: [SceneSource] = []
    for path in paths {
      if path == "-" {
        WholeFile.protectStandardInput()
        sources.append(
          SceneSource(
            file: SceneFile.standardInput, text: try SceneFile.textOfStandardInput()))
      } else if FileManager.default.fileExists(atPath: path) {
        sources += try SceneFile.files(at: [path]).map { file in
          WholeFile.protect(file)
          let text = try SceneFile.text(at: file)
          if text.hasPrefix("{"), text.contains("\"layoutbenchRun\"") {
            throw RecordedRun(file: file)
          }
          return SceneSource(file: file, text: text)
        }
      } else if let known = file(named: path) {
        sources.append(known)
      } else if let generator = SceneGenerator.all.first(where: { $0.name == path }) {
        // Sizes are rounded up to whole units, and may become equal.
        for name in sizes.map({ generator.sceneName(views: $0) })
        where sources.last?.file != name {
          sources.append(SceneSource(file: name))
        }
      } else if SceneGenerator.generator(ofScene: path) != nil {
        sources.append(SceneSource(file: path))
      } else {
        throw UnknownScene(name: path)
      }
    }
    return sources
  }

  /// The numbers of views that `--sizes` names, rising; the default one without it.
  ///
  /// - Throws: `ValidationError`.
  static func counts(_ sizes: String?) throws -> [Int] {
    guard let sizes else { return [usualSize] }
    let counts = sizes.split(separator: ",", omittingEmptySubsequences: false).map {
      Int($0.trimmingCharacters(in: .whitespaces))
    }
    guard !counts.contains(where: { !(1...SceneGenerator.largest).contains($0 ?? 0) }) else {
      throw ValidationError(
        "--sizes takes whole numbers from 1 to \(SceneGenerator.largest), separated by commas")
    }
    return Set(counts.compactMap(\.self)).sorted()
  }
}

/// A name that neither a file nor a built-in scene has.
struct UnknownScene: Error, CustomStringConvertible {
  let name: String

  var description: String {
    guard !name.contains("/"), !name.contains(".") else { return "\(name): error: no such file" }
    if let dash = name.lastIndex(of: "-"),
      let generator = SceneGenerator.all.first(where: { $0.name == name[..<dash] })
    {
      let step = generator.step == 1 ? "" : ", a multiple of \(generator.step)"
      return "\(name): error: no such file, and a scene of '\(generator.name)' has 1 to "
        + "\(SceneGenerator.largest) views\(step)"
    }
    let known = SceneSource.builtInFiles.map(\.base) + SceneGenerator.all.map(\.name)
    let nearest = Spelling.nearest(to: name, among: known).map { "; did you mean '\($0)'?" }
    return "\(name): error: no such file, and no built-in scene of that name"
      + (nearest ?? " ('layoutbench list scenes')")
  }
}

/// A file of results where a scene was expected.
struct RecordedRun: Error, CustomStringConvertible {
  let file: String

  var description: String {
    "\(file): error: a recorded Run, not a scene; 'layoutbench report \(file)' shows it"
  }
}
