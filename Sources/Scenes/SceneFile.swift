import Foundation
public import LayoutModel

/// Scene files on disk and in memory.
public enum SceneFile {
  /// The suffixes of scene files.
  public static let suffixes = ["yaml", "yml", "json"]

  /// The largest size of a scene file, bytes.
  public static let largest = 64 << 20

  /// Reads a scene from text: YAML, or JSON, which is YAML.
  ///
  /// - Parameters:
  ///   - text: the whole file.
  ///   - file: its name, for messages.
  ///   - dialects: the names that `layouts` may have, in the order in which messages list them;
  ///     `nil`, the default, for any name.
  /// - Returns: the scene; its layouts are read by their dialects later.
  /// - Throws: `SceneError` with the place of the first mistake.
  public static func scene(
    from text: String, file: String, dialects: [DialectName]? = nil
  ) throws(SceneError) -> Scene {
    let document = try YAMLSource.read(text, file: file)
    var reader = SceneReader(file: file, dialects: dialects)
    return try reader.scene(from: document)
  }

  /// The text of a scene file.
  ///
  /// - Throws: `SceneFileError` where there is no such file or it cannot be opened, `SceneError`
  ///   where it is no text or too large.
  public static func text(at path: String) throws -> String {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw SceneFileError.notFound(path)
    }
    guard !isDirectory.boolValue else { throw SceneFileError.isDirectory(path) }
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw SceneFileError.unreadable(path)
    }
    defer { try? handle.close() }
    return try text(of: handle, named: path)
  }

  /// The name of standard input in messages.
  public static let standardInput = "standard input"

  /// The text of a scene file that comes through standard input, to its end.
  ///
  /// - Throws: as `text(at:)`.
  public static func textOfStandardInput() throws -> String {
    try text(of: .standardInput, named: standardInput)
  }

  private static func text(of handle: FileHandle, named path: String) throws -> String {
    // A pipe may return fewer bytes than requested before its end.
    var data = Data()
    while data.count <= largest {
      let more: Data?
      do {
        more = try handle.read(upToCount: largest + 1 - data.count)
      } catch {
        throw SceneFileError.unreadable(path)
      }
      guard let more, !more.isEmpty else { break }
      data += more
    }
    guard data.count <= largest else {
      throw SceneError(
        file: path, position: nil,
        mistake: FormatMistake.tooLarge(bytes: data.count, limit: largest))
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw SceneError(
        file: path, position: Self.firstBadByte(of: data), mistake: FormatMistake.encoding)
    }
    return text
  }

  /// The place of the first byte that is not UTF-8.
  private static func firstBadByte(of data: Data) -> SourcePosition {
    let bytes = [UInt8](data)
    var valid = 0
    var decoder = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    scan: while true {
      switch decoder.parseScalar(from: &rest) {
      case .valid(let scalar): valid += scalar.count
      case .emptyInput, .error: break scan
      }
    }
    return bytes.withUnsafeBufferPointer { BytePlace.position(of: valid, in: $0) }
  }

  /// Reads a scene file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - dialects: the names that `layouts` may have; `nil` for any.
  /// - Returns: the scene.
  /// - Throws: `SceneFileError`, `SceneError`.
  public static func read(_ path: String, dialects: [DialectName]? = nil) throws -> Scene {
    try scene(from: text(at: path), file: path, dialects: dialects)
  }

  /// The scene files at paths: files themselves, and those in folders at any depth, except suites.
  ///
  /// - Throws: `SceneFileError` for a path that is not there, or a folder without a scene file.
  public static func files(at paths: [String]) throws -> [String] {
    var files: [String] = []
    for path in paths {
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
        throw SceneFileError.notFound(path)
      }
      guard isDirectory.boolValue else {
        files.append(path)
        continue
      }
      let found = (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? [])
        .filter { name in
          suffixes.contains { name.lowercased().hasSuffix(".\($0)") }
            && !name.split(separator: "/").contains { $0.hasPrefix(".") }
        }
        .sorted().map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
        .filter { isFile($0) && !SuiteFile.isSuite($0) }
      guard !found.isEmpty else { throw SceneFileError.noScenes(path) }
      files += found
    }
    return files
  }

  /// Detects a regular file, or a link to one: reading a pipe would wait for a writer.
  private static func isFile(_ path: String) -> Bool {
    let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let type = try? FileManager.default.attributesOfItem(atPath: place)[.type] as? FileAttributeType
    return type == .typeRegular
  }
}

/// A path that is no scene file: exit status 66.
public enum SceneFileError: Error, Equatable, CustomStringConvertible {
  /// There is no file or folder.
  case notFound(String)
  /// It cannot be opened.
  case unreadable(String)
  /// It is a folder, and one file is required.
  case isDirectory(String)
  /// A folder in which no file ends in .yaml, .yml or .json.
  case noScenes(String)

  /// The line that is printed.
  public var description: String {
    switch self {
    case .notFound(let path): "\(path): error: no such file"
    case .unreadable(let path): "\(path): error: the file cannot be read"
    case .isDirectory(let path): "\(path): error: a folder; name one scene file"
    case .noScenes(let path): "\(path): error: no .yaml, .yml or .json file in this folder"
    }
  }
}
