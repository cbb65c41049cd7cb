import Foundation
import Timing

/// Standard output for results, standard error for everything else.
enum Console {
  /// Writes a result.
  static func print(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }

  /// Writes a message.
  static func error(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  /// Writes text to a file, or to standard output where there is none.
  ///
  /// - Throws: `OutputError`.
  static func write(_ text: String, to path: String?) throws {
    guard let path else { return FileHandle.standardOutput.write(Data(text.utf8)) }
    do {
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw OutputError(path: path, reason: error.localizedDescription)
    }
  }
}

/// A line of progress on standard error: redrawn on a terminal, now and then a new line elsewhere.
struct ProgressLine {
  private let isTerminal: Bool
  private let isQuiet: Bool
  private var lastWritten: UInt64 = 0
  private var hasLine = false

  /// A line that writes nothing where `isQuiet`.
  init(isQuiet: Bool) {
    self.isQuiet = isQuiet
    let environment = ProcessInfo.processInfo.environment
    isTerminal =
      isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb" && environment["CI"] == nil
  }

  /// Shows where the work stands; not more often than is pleasant unless `isImportant`.
  mutating func show(_ text: String, isImportant: Bool = false) {
    guard !isQuiet else { return }
    let now = Clock.now
    let pause: UInt64 = isTerminal ? 100_000_000 : 10_000_000_000
    guard isImportant || now - lastWritten >= pause else { return }
    lastWritten = now
    if isTerminal {
      FileHandle.standardError.write(Data("\r\u{1B}[K\(text.prefix(79))".utf8))
      hasLine = true
    } else {
      Console.error(text)
    }
  }

  /// Takes the line away.
  mutating func clear() {
    guard hasLine else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
    hasLine = false
  }
}
