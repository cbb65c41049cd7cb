import ArgumentParser
import Foundation
import LayoutBenchReports
import LayoutBenchTiming

/// Standard output for results, standard error for everything else.
enum Console {
  /// Writes a result.
  ///
  /// - Throws: `OutputError` where standard output takes no more.
  static func print(_ text: String) throws { try write(text + "\n", to: nil) }

  /// Writes a message; where nobody can be told, nobody is.
  static func error(_ text: String) { messages(Escaping.terminal(text) + "\n") }

  /// Writes to standard error as it is.
  static func messages(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Writes text to a file, or to standard output, where control characters are made visible.
  ///
  /// A file is written under another name and renamed, never one that was read; a device or a pipe is written through.
  ///
  /// - Throws: `OutputError`.
  static func write(_ text: String, to path: String?) throws {
    try write(Data((path == nil ? Escaping.terminal(text) : text).utf8), to: path)
  }

  /// Writes bytes as `write` writes text.
  ///
  /// - Throws: `OutputError`.
  static func write(_ data: Data, to path: String?) throws {
    // Where nobody reads on, that is told as an error, not by the end of this process.
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
      // 'head' has read enough: as a process that a broken pipe ends, in silence.
      if path == nil, isBrokenPipe(error) { throw ExitCode.closedPipe }
      throw OutputError(path: path ?? "standard output", reason: WholeFile.words(of: error))
    }
  }

  /// Detects that nobody reads on.
  private static func isBrokenPipe(_ error: any Error) -> Bool {
    let error = error as NSError
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    return cause.domain == NSPOSIXErrorDomain && cause.code == Int(EPIPE)
  }

  /// Detects a path at which nothing stands, or a file, or a link to one; no device and no pipe.
  static func isPlainFile(_ path: String) -> Bool {
    let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let kind = try? FileManager.default.attributesOfItem(atPath: place)[.type] as? FileAttributeType
    return kind == nil || kind == .typeRegular
  }
}

extension Console {
  /// Whether words are coloured.
  enum Color: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never

    /// On a terminal that can, unless somebody wants none.
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
      Console.messages("\r\u{1B}[K\(Escaping.terminal(text).prefix(79))")
      hasLine = true
    } else {
      Console.error(text)
    }
  }

  /// Takes the line away.
  mutating func clear() {
    guard hasLine else { return }
    Console.messages("\r\u{1B}[K")
    hasLine = false
  }
}
