import ArgumentParser
import Foundation
import LayoutBenchReports
import LayoutBenchTiming

/// Standard output for results, standard error for everything else.
enum Console {
  /// Writes a result.
  ///
  /// - Throws: `OutputError` where standard output cannot be written.
  static func print(_ text: String) throws { try write(text + "\n", to: nil) }

  /// Writes a message; a message that cannot be written is dropped.
  static func error(_ text: String) { messages(Escaping.terminal(text) + "\n") }

  /// Writes to standard error without escaping.
  static func messages(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Writes text to a file, or to standard output, where control characters are made visible.
  ///
  /// A file is written under another name and renamed, and files that were read are never
  /// overwritten; a device or a pipe is written directly.
  ///
  /// - Throws: `OutputError`.
  static func write(_ text: String, to path: String?) throws {
    try write(Data((path == nil ? Escaping.terminal(text) : text).utf8), to: path)
  }

  /// Writes a report, whose control characters are made visible in a file too: people print it.
  ///
  /// - Throws: `OutputError`.
  static func report(_ text: String, to path: String?) throws {
    try write(path == nil ? text : Escaping.visible(text), to: path)
  }

  /// Writes bytes as `write` writes text.
  ///
  /// - Throws: `OutputError`.
  static func write(_ data: Data, to path: String?) throws {
    // Where the reader has closed the pipe, that is an error, not the end of this process.
    signal(SIGPIPE, SIG_IGN)
    do {
      guard let path else { return try FileHandle.standardOutput.write(contentsOf: data) }
      guard isPlainFile(path) else {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        defer { try? handle.close() }
        return try handle.write(contentsOf: data)
      }
      try WholeFile.write(data, to: path)
    } catch let failure as WholeFile.Failure {
      throw OutputError(path: path ?? "standard output", reason: failure.description)
    } catch {
      // 'head' has read enough: ends silently, like a process that a broken pipe ends.
      if path == nil, isBrokenPipe(error) { throw ExitCode.closedPipe }
      throw OutputError(path: path ?? "standard output", reason: WholeFile.words(of: error))
    }
  }

  /// Detects that the reader has closed the pipe.
  private static func isBrokenPipe(_ error: any Error) -> Bool {
    let error = error as NSError
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    return cause.domain == NSPOSIXErrorDomain && cause.code == Int(EPIPE)
  }

  /// Detects a path without a file, with a regular file, or with a link to one; no device and no
  /// pipe.
  static func isPlainFile(_ path: String) -> Bool {
    let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let kind = try? FileManager.default.attributesOfItem(atPath: place)[.type] as? FileAttributeType
    return kind == nil || kind == .typeRegular
  }
}

extension Console {
  /// The setting for coloured words.
  enum Color: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never

    /// True on a terminal with colours, unless they are switched off.
    var isOn: Bool {
      let environment = ProcessInfo.processInfo.environment
      return switch self {
      case .always: true
      case .never: false
      case .auto:
        isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR"]?.isEmpty != false
          && environment["TERM"] != "dumb"
      }
    }
  }
}

/// A progress line on standard error: redrawn on a terminal; elsewhere a new line now and then.
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

  /// Shows the progress; not more often than is pleasant unless `isImportant`.
  mutating func show(_ text: String, isImportant: Bool = false) {
    guard !isQuiet else { return }
    let now = Clock.now
    let pause: UInt64 = isTerminal ? 100_000_000 : 10_000_000_000
    guard isImportant || now - lastWritten >= pause else { return }
    lastWritten = now
    if isTerminal {
      Console.messages("\r\u{1B}[K\(Escaping.terminal(text).prefix(79))")
      hasLine = true
    } else {
      Console.error(text)
    }
  }

  /// Removes the line.
  mutating func clear() {
    guard hasLine else { return }
    Console.messages("\r\u{1B}[K")
    hasLine = false
  }
}
