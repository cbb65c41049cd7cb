import Foundation
import LayoutBenchTiming

/// The failure of a child process to answer.
package struct ChildProcessFailure: Error, CustomStringConvertible {
  /// The message.
  package let description: String
  /// True if the child was never started: it may be tried again.
  var isBeforeStart = false
}

/// Starts children of this executable, one at a time, and ensures that they end.
struct ChildProcess {
  let executable: String
  /// The file that the child must run; `nil` where another program runs it.
  var identity: FileIdentity?
  /// The maximum of a child's silence, seconds: it answers after each cell, or each round of
  /// samples.
  var patience = Self.usualPatience

  /// The maximum silence of a child without a known duration, seconds.
  static let usualPatience = 600.0
  /// The maximum time from a child's last answer to its end, seconds.
  private static let longestEnd = 60.0
  /// The maximum size of all answers of a child, bytes.
  private static let mostBytes = 1 << 28
  /// The number of attempts to start a child.
  private static let mostAttempts = 3

  /// Runs a child to its end.
  ///
  /// Address randomisation stays on, and a variable of random length moves the stack and the heap's
  /// blocks: each process is one draw.
  ///
  /// - Throws: `ChildProcessFailure` where the child could not be started or did not finish.
  ///
  /// - Parameters:
  ///   - request: the task of the child.
  ///   - tool: words in front of the program, where another one runs it.
  /// - Returns: all its answers.
  func run(_ request: ChildRequest, under tool: [String] = []) throws -> [ChildAnswer] {
    // Now and then the system refuses for a transient reason; nothing has run then.
    for _ in 1..<Self.mostAttempts {
      do {
        return try attemptToRun(request, under: tool)
      } catch let failure as ChildProcessFailure where failure.isBeforeStart {}
    }
    return try attemptToRun(request, under: tool)
  }

  private func attemptToRun(
    _ request: ChildRequest, under tool: [String]
  ) throws -> [ChildAnswer] {
    let data = try JSONEncoder().encode(request)
    let process = makeProcess(request, under: tool)
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    // An ended process keeps its pipes open, and a Run starts thousands.
    defer { for pipe in [input, output] { pipe.closeBothEnds() } }
    // A child that ends without reading is detected by its status, not by a signal that ends this
    // process.
    Interrupts.ignoreClosedPipes()
    let end = ProcessEnd(of: process)
    do {
      try Supervision.start(process)
    } catch {
      throw ChildProcessFailure(
        description: "\(executable): cannot be started: \(WholeFile.words(of: error))",
        isBeforeStart: true)
    }
    Interrupts.watch(child: process.processIdentifier)
    defer { Interrupts.watch(child: 0) }
    _ = LineReader.write(data, to: input.fileHandleForWriting.fileDescriptor, until: deadline)
    try? input.fileHandleForWriting.close()
    let outcome = answers(of: output.fileHandleForReading)
    // A child that has closed its output has nothing left to do.
    if outcome.end != .closed || !end.wait(seconds: Self.longestEnd) {
      kill(process.processIdentifier, SIGKILL)
      end.wait()
    }
    try check(outcome, process)
    if let objection = request.objection(to: outcome.answers) {
      throw ChildProcessFailure(description: "a child \(objection)")
    }
    return outcome.answers
  }

  private var deadline: UInt64 { Clock.now + UInt64(patience * 1e9) }

  private func makeProcess(_ request: ChildRequest, under tool: [String]) -> Process {
    var random = SplitMix64(seed: request.seed, child: request.child, round: -1)
    let process = Process()
    if tool.isEmpty {
      process.executableURL = URL(fileURLWithPath: executable)
      process.arguments = ["child"]
    } else {
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = tool + [executable, "child"]
    }
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    environment[Child.padding] = String(
      repeating: "x", count: Int.random(in: 0...4095, using: &random))
    // A profiler is the parent of the child that it starts.
    environment[Child.parent] = request.profiler == nil ? "\(getpid())" : nil
    // Freed blocks that wait in a thread's cache would count as used memory. Instructions are
    // counted as they are timed: with that cache.
    if request.task == .count, tool.isEmpty {
      environment["GLIBC_TUNABLES"] = "glibc.malloc.tcache_count=0"
    }
    process.environment = environment
    return process
  }

  /// All answers of a child, and the reason why they ended.
  private func answers(of output: FileHandle) -> (answers: [ChildAnswer], end: LineReader.End) {
    let lines = LineReader(output.fileDescriptor, mostBytes: Self.mostBytes)
    let decoder = JSONDecoder()
    var answers: [ChildAnswer] = []
    var bytes = 0
    while true {
      switch lines.line(until: deadline) {
      case .failure(let end): return (answers, end)
      case .success(let line):
        bytes += line.count
        guard bytes < Self.mostBytes else { return (answers, .tooLong) }
        if let answer = try? decoder.decode(ChildAnswer.self, from: line) { answers.append(answer) }
      }
    }
  }

  /// Checks that a child was the right program and has done its work.
  ///
  /// - Throws: `ChildProcessFailure`.
  private func check(
    _ outcome: (answers: [ChildAnswer], end: LineReader.End), _ process: Process
  ) throws(ChildProcessFailure) {
    switch outcome.end {
    case .closed: break
    case .late:
      throw ChildProcessFailure(
        description: "a child was silent for \(Int(patience)) s, and was ended")
    case .tooLong:
      throw ChildProcessFailure(
        description: "a child answered more than \(Self.mostBytes) bytes, and was ended")
    }
    let status = process.terminationStatus
    guard case .hello(let version, let build)? = outcome.answers.first,
      version == ChildRequest.version
    else { throw ChildProcessFailure(description: "a child gave no answer (status \(status))") }
    if let identity, build?.identity != identity {
      throw ChildProcessFailure(
        description: build?.identity == nil
          ? "a child did not say which program it is"
          : "a child ran another program than \(executable)")
    }
    guard status == 0, case .done? = outcome.answers.last else {
      throw ChildProcessFailure(
        description: "a child ended before its work was done (status \(status), "
          + "\(process.terminationReason == .uncaughtSignal ? "by a signal" : "by itself"))")
    }
  }
}
