import Foundation

/// Other programs that tell something about this one.
enum Tool {
  /// What a program writes to standard output, without white space at its ends.
  ///
  /// - Parameter command: the program's name and its arguments.
  /// - Returns: `nil` where there is no such program or it fails.
  static func output(_ command: [String]) -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    let end = ProcessEnd(of: process)
    guard (try? process.run()) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    end.wait()
    guard process.terminationStatus == 0 else { return nil }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// The end of a process, known at once: `waitUntilExit` looks for it every 50 ms, which is longer than
/// many a child takes.
struct ProcessEnd {
  private let ended = DispatchSemaphore(value: 0)

  /// Watches a process that was not started yet.
  init(of process: Process) {
    process.terminationHandler = { [ended] _ in ended.signal() }
  }

  /// Returns when the process, which was started, has ended.
  func wait() { ended.wait() }
}

/// What tells one file from another.
enum FileDigest {
  /// The SHA-256 of a file in hexadecimal digits, where the system has a tool for it.
  static func sha256(of path: String) -> String? {
    for tool in [["sha256sum"], ["shasum", "-a", "256"]] {
      if let line = Tool.output(tool + [path]), let digest = line.split(separator: " ").first {
        return String(digest)
      }
    }
    return nil
  }
}
