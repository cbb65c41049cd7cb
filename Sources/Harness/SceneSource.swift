public import LayoutModel
import Scenes
import Suite

/// Where a scene comes from: a file's text, or a generator.
public struct SceneSource: Codable, Sendable {
  /// The file, as the user named it; the name of a generated scene.
  public let file: String
  /// The file's text, so that a file that changes during a run changes nothing; `nil` of a generated
  /// scene.
  public let text: String?

  /// A scene file, or with no text the generated scene of that name.
  public init(file: String, text: String? = nil) {
    self.file = file
    self.text = text
  }

  /// Every built-in scene that is a file.
  public static let files = Suite.files.map { SceneSource(file: $0.name, text: $0.text) }

  /// Every built-in scene, some generated ones among them at a size that every engine can bear.
  public static let builtIn =
    files
    + ["chain-100", "grid-100", "form-100", "split-100", "feed-100"].map {
      SceneSource(file: $0)
    }

  /// Reads or generates it.
  ///
  /// - Returns: the scene.
  /// - Throws: `SceneError`.
  public func scene() throws(SceneError) -> Scene {
    if let text { return try SceneFile.scene(from: text, file: file) }
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
