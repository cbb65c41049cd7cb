package import Foundation
internal import LayoutBenchCTiming
import Synchronization

/// Starts programs of others so that they end with this process, however it ends.
///
/// The programs know nothing of this one: util-linux's `setpriv` asks the system, in their place, for
/// a signal at the parent's death, and its `prlimit` bounds their memory. Where a system has neither
/// tool, a program that does not read its input may outlive a parent that was killed.
package enum Supervision {
  /// The most memory of its own that a child or a process of a peer may use, bytes.
  package static let mostMemory = ProcessInfo.processInfo.physicalMemory / 4 * 3

  private static let tools = ["/usr/bin/setpriv", "/usr/bin/prlimit"]

  /// True if both tools are there and know the options: those of small systems do not.
  private static let haveTools: Bool = {
    guard tools.allSatisfy(FileManager.default.isExecutableFile(atPath:)) else { return false }
    let probe = Process()
    probe.executableURL = URL(fileURLWithPath: tools[0])
    probe.arguments = words(for: "/bin/sh", memory: 1 << 40) + ["-c", "exit 0"]
    (probe.standardInput, probe.standardOutput, probe.standardError) = (
      FileHandle.nullDevice, FileHandle.nullDevice, FileHandle.nullDevice
    )
    guard (try? starter.start(probe)) != nil else { return false }
    probe.waitUntilExit()
    return probe.terminationStatus == 0
  }()

  /// The system ties the signal to the thread that starts a program: this one lives as long as the
  /// process.
  private static let starter = Starter()

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - process: the program, by path, and its arguments.
  ///   - bytes: the most memory of its own that it may use; as much as this process if `nil`.
  /// - Throws: the system's error where it cannot be started.
  package static func start(_ process: Process, memory bytes: UInt64? = nil) throws {
    // The tools take a file that the system cannot execute for a script of the shell.
    if let program = process.executableURL?.path, haveTools, isExecutable(program) {
      process.executableURL = URL(fileURLWithPath: tools[0])
      process.arguments = words(for: program, memory: bytes) + (process.arguments ?? [])
    }
    try starter.start(process)
  }

  /// The arguments of the first tool that start a program.
  private static func words(for program: String, memory bytes: UInt64?) -> [String] {
    let limit = bytes.map { min($0, lb_data_limit()) } ?? .max
    let limiting = limit == .max ? [] : [tools[1], "--data=\(limit):"]
    return ["--pdeathsig", "KILL"] + limiting + [program]
  }

  /// True if a file may be executed, and is a script whose interpreter may be, or a program of this
  /// machine.
  private static func isExecutable(_ path: String) -> Bool {
    guard FileManager.default.isExecutableFile(atPath: path), let head = head(of: path) else {
      return false
    }
    if head.starts(with: "#!".utf8) {
      let line = head.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
      let interpreter = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.first
      return interpreter.map {
        FileManager.default.isExecutableFile(atPath: String(decoding: $0, as: UTF8.self))
      } ?? false
    }
    // The class, byte order and machine of an ELF file.
    guard let own = Self.head(of: "/proc/self/exe"), head.count >= 20, own.count >= 20 else {
      return false
    }
    return head.prefix(6) == own.prefix(6) && head[18..<20] == own[18..<20]
  }

  private static func head(of path: String) -> Data? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    return try? file.read(upToCount: 256)
  }
}

/// A thread that starts processes, and never ends.
private final class Starter: Sendable {
  private let tasks = Mutex<[@Sendable () -> Void]>([])
  private let waiting = DispatchSemaphore(value: 0)

  init() {
    Thread { [self] in run() }.start()
  }

  private func run() -> Never {
    while true {
      waiting.wait()
      tasks.withLock { $0.removeFirst() }()
    }
  }

  func start(_ process: Process) throws {
    let failure = Mutex<(any Error)?>(nil)
    let done = DispatchSemaphore(value: 0)
    tasks.withLock { tasks in
      tasks.append {
        lb_close_beyond_limit()
        do { try process.run() } catch { failure.withLock { $0 = error } }
        done.signal()
      }
    }
    waiting.signal()
    done.wait()
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
