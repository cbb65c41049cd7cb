import Foundation
import LayoutModel
import Scenes
import Suite

/// A scene file that a user named: on disk, or built in.
struct SceneSource {
  let file: String
  let text: String

  /// Reads it.
  ///
  /// - Throws: `SceneError`.
  func scene() throws -> Scene { try SceneFile.scene(from: text, file: file) }

  /// Every built-in scene.
  static let builtIn = Suite.files.map { SceneSource(file: $0.name, text: $0.text) }

  /// A file, or the built-in scene of that name where there is no such file.
  ///
  /// - Throws: `SceneFileError`, `SceneError`.
  static func one(_ path: String) throws -> SceneSource {
    if !FileManager.default.fileExists(atPath: path),
      let known = builtIn.first(where: { $0.file == path || $0.file == path + ".yaml" })
    {
      return known
    }
    return SceneSource(file: path, text: try SceneFile.text(at: path))
  }

  /// Files, folders and built-in names; all built-in scenes where nothing is named.
  ///
  /// - Throws: `SceneFileError`, `SceneError`.
  static func all(_ paths: [String]) throws -> [SceneSource] {
    guard !paths.isEmpty else { return builtIn }
    var sources: [SceneSource] = []
    for path in paths {
      if !FileManager.default.fileExists(atPath: path) {
        sources.append(try one(path))
      } else {
        sources += try SceneFile.files(at: [path]).map(one)
      }
    }
    return sources
  }
}
