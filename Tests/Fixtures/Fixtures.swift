package import Foundation
package import LayoutModel
import Scenes

/// Scene files that several tests share.
package enum Fixtures {
  /// The folder of the package.
  package static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A fixture: a scene that must be laid out as it expects, or a file that must be refused.
  package struct File: Sendable, CustomStringConvertible {
    /// The path.
    package let path: String
    /// The file's name.
    package var name: String { URL(fileURLWithPath: path).lastPathComponent }
    /// The file's name.
    package var description: String { name }
    /// The text.
    package var text: String {
      String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }
    /// The scene.
    package func scene() throws -> Scene { try SceneFile.scene(from: text, file: name) }
  }

  /// Scenes that must be laid out as they expect.
  package static let scenes = files(in: "Tests/Fixtures/scenes")

  /// The scene of a fixture that must be laid out.
  ///
  /// - Throws: an error where there is none of that name, or it cannot be read.
  package static func scene(_ name: String) throws -> Scene {
    guard let file = scenes.first(where: { $0.name == name }) else {
      throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: name])
    }
    return try file.scene()
  }

  /// Files that must be refused: comments at their head have the exit status and the whole message.
  package static let refused = files(in: "Tests/Fixtures/refused")

  /// The scenes that the project publishes.
  package static let suite = files(in: "Benchmarks/Suite")

  private static func files(in folder: String) -> [File] {
    let path = package.appendingPathComponent(folder).path
    return ((try? SceneFile.files(at: [path])) ?? []).map { File(path: $0) }
  }

  /// The expected refusal, from the head of a fixture.
  package struct Refusal: Sendable, Equatable {
    /// The exit status.
    package var status: Int32
    /// The message, whole.
    package var message: String

    /// A refusal.
    package init(status: Int32, message: String) {
      self.status = status
      self.message = message
    }
  }
}

extension Fixtures.File {
  /// The exit status and message in the comments at the head.
  package var refusal: Fixtures.Refusal? {
    let head = text.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.hasPrefix("#") }.map { $0.dropFirst($0.hasPrefix("# ") ? 2 : 1) }
    guard let status = head.first.flatMap({ Int32($0) }) else { return nil }
    return Fixtures.Refusal(
      status: status, message: head.dropFirst().joined(separator: "\n"))
  }
}
