package import Foundation
import LayoutBenchTiming
import LayoutModel
import Synchronization

/// Other programs.
package enum OtherProgram {
  /// The outcome of a program that was run.
  package struct Outcome {
    /// Its status; 127 where there is no such program.
    package let status: Int32
    /// The bytes of its standard output.
    package let output: Data
    /// The text of its standard error.
    package let messages: String
  }

  /// The most bytes that are read of what a program writes; one that writes more is ended.
  private static let mostBytes = 256 << 20

  private enum State {
    case runs, cutOff, ended
  }

  /// Runs a program to its end, or to that of its time.
  ///
  /// - Parameters:
  ///   - command: the program's name and its arguments.
  ///   - seconds: the time after which it is ended, with its own children and with a message that
  ///     says so; none if `nil`.
  /// - Returns: the outcome; `nil` where it cannot be started.
  package static func run(_ command: [String], within seconds: Double? = nil) -> Outcome? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let (output, messages) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = messages
    process.standardInput = FileHandle.nullDevice
    let ending = ProcessEnd(of: process)
    defer { for pipe in [output, messages] { pipe.closeBothEnds() } }
    guard (try? Supervision.start(process)) != nil else { return nil }
    let number = process.processIdentifier
    // The program's own children hold its pipes.
    @Sendable func end() {
      kill(getpgid(number) == number ? -number : number, SIGKILL)
    }
    @Sendable func read(_ pipe: Pipe) -> Data {
      let data = pipe.fileHandleForReading.rest(atMost: Self.mostBytes)
      if data.count > Self.mostBytes { end() }
      return data
    }
    Interrupts.watch(child: number)
    defer { Interrupts.watch(child: 0) }
    let state = Mutex(State.runs)
    let timer = DispatchSource.makeTimerSource()
    timer.setEventHandler {
      state.withLock { state in
        guard state == .runs else { return }
        state = .cutOff
        end()
      }
    }
    if let seconds { timer.schedule(deadline: .now() + seconds) }
    timer.resume()
    defer { timer.cancel() }
    // Both are read at once: a program that fills one pipe waits, and never closes the other.
    let words = Mutex(Data())
    let reading = DispatchSemaphore(value: 0)
    let thread = Thread {
      let data = read(messages)
      words.withLock { $0 = data }
      reading.signal()
    }
    thread.start()
    let data = read(output)
    reading.wait()
    ending.wait()
    let isCutOff = state.withLock { state in
      defer { state = .ended }
      return state == .cutOff
    }
    if isCutOff, let seconds {
      let limit = NumberText.write(seconds)
      let text = words.withLock { String(decoding: $0, as: UTF8.self) }
      return Outcome(
        status: -1, output: Data(),
        messages: "\(text)'\(command.first ?? "")' took more than \(limit) s and was ended")
    }
    return Outcome(
      status: process.terminationReason == .exit ? process.terminationStatus : -1, output: data,
      messages: words.withLock { String(decoding: $0, as: UTF8.self) })
  }

  /// The text that a program writes to standard output, without white space at its ends.
  ///
  /// - Parameter command: the program's name and its arguments.
  /// - Returns: `nil` where there is no such program or it fails.
  static func output(_ command: [String]) -> String? {
    guard let outcome = run(command, within: 600), outcome.status == 0 else { return nil }
    return String(decoding: outcome.output, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

extension Pipe {
  /// Closes what is still open of it.
  func closeBothEnds() {
    try? fileHandleForReading.close()
    try? fileHandleForWriting.close()
  }
}

/// Signals the end of a process at once: `waitUntilExit` polls every 50 ms, longer than many
/// children take.
struct ProcessEnd {
  private let ended = DispatchSemaphore(value: 0)

  /// Watches a process that was not started yet.
  init(of process: Process) {
    process.terminationHandler = { [ended] _ in ended.signal() }
  }

  /// Returns when the process, which was started, has ended.
  func wait() { ended.wait() }

  /// Waits for the end of the process, which was started, up to a time.
  ///
  /// - Parameter seconds: the time.
  /// - Returns: true if it has ended.
  func wait(seconds: Double) -> Bool { ended.wait(timeout: .now() + seconds) == .success }
}

/// The digest that distinguishes files.
enum FileDigest {
  /// The SHA-256 of a file in hexadecimal digits, where the system has a tool for it.
  static func sha256(of path: String) -> String? {
    for tool in [["sha256sum"], ["shasum", "-a", "256"]] {
      if let line = OtherProgram.output(tool + [path]),
        let digest = line.split(separator: " ").first
      {
        return String(digest)
      }
    }
    return nil
  }
}
