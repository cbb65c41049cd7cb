import Foundation
import LayoutBenchTiming

/// Why a child process gave no answer.
package struct ChildProcessFailure: Error, CustomStringConvertible {
  /// What happened.
  package let description: String
  /// Whether the child was never started: it may be tried again.
  var isBeforeStart = false
}

/// Starts children of this executable, one at a time.
struct ChildProcess {
  let executable: String

  /// Runs a child to its end.
  ///
  /// Address randomisation stays on, and a variable of random length moves the stack and the heap's
  /// blocks: each process is one draw.
  ///
  /// - Throws: `ChildProcessFailure` where the child could not be started or did not finish.
  ///
  /// - Parameters:
  ///   - request: what it shall do.
  ///   - tool: words that stand before the program, where another one runs it.
  /// - Returns: all that it answered.
  func run(_ request: ChildRequest, under tool: [String] = []) throws -> [ChildAnswer] {
    // Now and then the system refuses for a reason of the moment; nothing has run then.
    for _ in 1..<Self.mostAttempts {
      do {
        return try attemptToRun(request, under: tool)
      } catch let failure as ChildProcessFailure where failure.isBeforeStart {}
    }
    return try attemptToRun(request, under: tool)
  }

  /// How often a child is started before it is given up.
  private static let mostAttempts = 3

  private func attemptToRun(
    _ request: ChildRequest, under tool: [String]
  ) throws -> [ChildAnswer] {
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
    // Freed blocks that wait in a thread's cache would count as used.
    if request.task == .count {
      environment["GLIBC_TUNABLES"] = "glibc.malloc.tcache_count=0"
    }
    process.environment = environment
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    // A child that ends without reading is told by its status, not by a signal that ends this process.
    Interrupts.ignoreClosedPipes()
    let end = ProcessEnd(of: process)
    do {
      try process.run()
    } catch {
      throw ChildProcessFailure(
        description: "\(executable): cannot be started: \(error.localizedDescription)",
        isBeforeStart: true)
    }
    try? input.fileHandleForWriting.write(contentsOf: JSONEncoder().encode(request))
    try? input.fileHandleForWriting.close()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    end.wait()
    let decoder = JSONDecoder()
    let answers = data.split(separator: 0x0A).compactMap {
      try? decoder.decode(ChildAnswer.self, from: Data($0))
    }
    guard case .hello(let version, _)? = answers.first, version == ChildRequest.version else {
      throw ChildProcessFailure(
        description: "a child gave no answer (status \(process.terminationStatus))")
    }
    guard process.terminationStatus == 0, case .done? = answers.last else {
      throw ChildProcessFailure(
        description: "a child ended before its work was done (status "
          + "\(process.terminationStatus), "
          + "\(process.terminationReason == .uncaughtSignal ? "by a signal" : "by itself"))")
    }
    return answers
  }
}
