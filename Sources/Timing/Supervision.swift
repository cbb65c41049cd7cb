package import Foundation
internal import LayoutBenchCTiming
import Synchronization

/// Starts programs of others so that they end with this process, however it ends.
///
/// The programs know nothing of this one: util-linux's `setpriv` asks the system, in their place, for
/// a signal at the parent's death, and its `prlimit` bounds their memory. Where a system has neither
/// tool, a program that does not read its input may outlive a parent that was killed.
package enum Supervision {
  private static let tools = ["/usr/bin/setpriv", "/usr/bin/prlimit"]

  /// The system ties the signal to the thread that starts a program: this one lives as long as the
  /// process.
  private static let starter = Starter()

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - process: the program, by path, and its arguments.
  ///   - bytes: the most memory of its own that it may use; its start's limit if `nil`.
  /// - Throws: the system's error where it cannot be started.
  package static func start(_ process: Process, memory bytes: UInt64? = nil) throws {
    let files = FileManager.default
    if let program = process.executableURL?.path, files.isExecutableFile(atPath: program),
      tools.allSatisfy(files.isExecutableFile(atPath:))
    {
      let limit = bytes.map { [tools[1], "--data=\(min($0, lb_data_limit())):"] } ?? []
      process.executableURL = URL(fileURLWithPath: tools[0])
      process.arguments =
        ["--pdeathsig", "KILL"] + limit + [program] + (process.arguments ?? [])
    }
    try starter.start(process)
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
    nonisolated(unsafe) let process = process
    let failure = Mutex<(any Error)?>(nil)
    let done = DispatchSemaphore(value: 0)
    tasks.withLock { tasks in
      tasks.append {
        do { try process.run() } catch { failure.withLock { $0 = error } }
        done.signal()
      }
    }
    waiting.signal()
    done.wait()
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
