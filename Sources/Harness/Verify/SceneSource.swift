package import LayoutModel
import LayoutBenchSuite
import Scenes

/// The origin of a scene: a file's text, or a generator.
package struct SceneSource: Codable, Sendable {
  /// The file, as the user named it; the name of a generated scene.
  package let file: String
  /// The file's text, so that a file that changes during a run changes nothing; `nil` of a
  /// generated scene.
  package let text: String?

  /// A scene file, or without a text the generated scene of that name.
  package init(file: String, text: String? = nil) {
    self.file = file
    self.text = text
  }

  /// The file's name without `.yaml`: it selects a built-in scene.
  package var base: String { file.hasSuffix(".yaml") ? String(file.dropLast(5)) : file }

  /// Reads or generates it.
  ///
  /// - Returns: the scene.
  /// - Throws: `SceneError`.
  package func scene() throws(SceneError) -> Scene {
    let dialects = Registry.current.dialects.map(\.name)
    if let text { return try SceneFile.scene(from: text, file: file, dialects: dialects) }
    guard let scene = SceneGenerator.scene(named: file) else {
      throw SceneError(file: file, position: nil, mistake: UnknownGenerator(name: file))
    }
    return scene
  }
}

/// A name that no generator has.
struct UnknownGenerator: SceneMistake {
  let name: String

  var description: String { "no generator makes a scene named '\(name)'" }
}
