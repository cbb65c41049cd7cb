import Foundation
import LayoutBenchTiming
import LayoutModel

/// The frames that a parent has verified, of every state of every script, for its children.
struct FrameFile {
  /// The path of the file, and the digest of its numbers.
  struct Name: Codable, Sendable {
    var path: String
    var digest: String
  }

  /// The error for a file whose contents changed after it was written.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The frames of the scene itself, and for each phase with a script those after each step.
  private(set) var first: [Rect]
  private(set) var states: [Phase: [[Rect]]]

  /// The frames of a verified scene, with those of one set of scripts; `nil` where no engine is
  /// right.
  init?(_ scene: VerifiedScene, set: Int = 0) {
    guard let frames = scene.frames else { return nil }
    first = frames
    states = scene.scripts(ofSet: set).mapValues(\.states)
  }

  /// The order of the phases in the file.
  private static func order(_ phases: some Sequence<Phase>) -> [Phase] {
    phases.sorted { $0.rawValue < $1.rawValue }
  }

  /// Writes the frames as numbers of 8 bytes.
  ///
  /// - Parameter path: a file of its own.
  /// - Returns: the name to send to a child.
  /// - Throws: `RunFile.Failure.cannotWrite`.
  func write(to path: String) throws(RunFile.Failure) -> Name {
    var rects = first
    for phase in Self.order(states.keys) { for state in states[phase] ?? [] { rects += state } }
    let data = rects.withUnsafeBytes { Data($0) }
    do {
      try data.write(to: URL(fileURLWithPath: path))
    } catch {
      throw .cannotWrite(path, reason: "verified frames: \(error.localizedDescription)")
    }
    return Name(path: path, digest: Self.digest(rects))
  }

  /// Reads the file that a parent wrote.
  ///
  /// - Parameters:
  ///   - name: the file.
  ///   - scripts: the scripts of the phases.
  ///   - viewCount: the number of views, the root included.
  /// - Throws: `Failure`.
  init(_ name: Name, scripts: [Phase: Script], viewCount: Int) throws {
    let count = viewCount * scripts.values.reduce(1) { $0 + $1.count + 1 }
    let rects = try Self.read(name) { $0 == count }
    first = Array(rects[0..<viewCount])
    states = [:]
    var start = viewCount
    for phase in Self.order(scripts.keys) {
      states[phase] = (0...(scripts[phase]?.count ?? 0)).map { _ in
        defer { start += viewCount }
        return Array(rects[start..<start + viewCount])
      }
    }
  }

  /// Reads the frames of the scene itself, and none after steps.
  ///
  /// - Parameters:
  ///   - name: the file that a parent wrote.
  ///   - viewCount: the number of views, the root included.
  /// - Returns: a frame for each view.
  /// - Throws: `Failure`.
  static func first(_ name: Name, viewCount: Int) throws -> [Rect] {
    Array(try read(name) { $0 >= viewCount }[..<viewCount])
  }

  /// Reads all frames of a file; `isRight` judges their number.
  private static func read(_ name: Name, _ isRight: (Int) -> Bool) throws -> [Rect] {
    guard let data = FileManager.default.contents(atPath: name.path) else {
      throw Failure(description: "the verified frames cannot be read: \(name.path)")
    }
    let (count, rest) = data.count.quotientAndRemainder(dividingBy: MemoryLayout<Rect>.stride)
    guard rest == 0, isRight(count) else {
      throw Failure(description: "the file of verified frames has another length: \(name.path)")
    }
    let rects = data.withUnsafeBytes { Array($0.bindMemory(to: Rect.self)) }
    guard digest(rects) == name.digest else {
      throw Failure(description: "the file of verified frames has changed: \(name.path)")
    }
    return rects
  }

  private static func digest(_ rects: [Rect]) -> String {
    var digest = Digest()
    for rect in rects {
      digest.add(rect.x)
      digest.add(rect.y)
      digest.add(rect.width)
      digest.add(rect.height)
    }
    return digest.text
  }
}
