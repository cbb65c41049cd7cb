import Foundation
import LayoutBenchTiming
import LayoutModel
import Synchronization

/// The process of a peer: started at the first request, one for each process of LayoutBench.
final class PeerProcess: Sendable {
  /// The times that a peer may take, seconds.
  struct Limits: Sendable {
    var hello = 30.0
    var load = 10.0
    var plan = 10.0
  }

  /// A process that runs.
  private final class Running {
    let process = Process()
    let end: DispatchSemaphore
    let input: FileHandle
    /// Stays open as long as its lines are read.
    private let output: FileHandle
    private let lines: LineReader
    let messages = LastLines()
    var hello: PeerHello?

    init(_ path: String) throws {
      let (input, output, messages) = (Pipe(), Pipe(), Pipe())
      process.executableURL = URL(fileURLWithPath: path)
      process.standardInput = input
      process.standardOutput = output
      process.standardError = messages
      (self.input, self.output) = (input.fileHandleForWriting, output.fileHandleForReading)
      // An answer may be as long as a gigabyte.
      lines = LineReader(self.output.fileDescriptor, mostBytes: 1 << 30)
      let end = DispatchSemaphore(value: 0)
      self.end = end
      process.terminationHandler = { _ in end.signal() }
      try Supervision.start(process, memory: Supervision.mostMemory)
      // A thread of its own: libdispatch's sources on pipes whose other end closes have ended this
      // process by a segmentation fault, once in 25 times.
      let (last, words) = (self.messages, messages.fileHandleForReading)
      Thread {
        while let data = words.next, !data.isEmpty { last.append(data) }
        last.end()
      }.start()
    }

    /// The next line before a deadline; `nil` where the time is up, the process has ended or the
    /// line is too long.
    func line(until deadline: UInt64) -> Data? { try? lines.line(until: deadline).get() }

    /// True if it has sent output that was not requested.
    var isAhead: Bool { lines.isAhead }

    /// Writes a request before a deadline, so that a peer that does not read blocks nobody.
    func write(_ data: Data, until deadline: UInt64) -> Bool {
      LineReader.write(data, to: input.fileDescriptor, until: deadline)
    }

    /// Ends the process: by the end of its input, and 2 s later by force.
    ///
    /// - Returns: how it ended.
    func stop(atOnce: Bool) -> String {
      try? input.close()
      if atOnce || end.wait(timeout: .now() + 2) == .timedOut {
        // With the processes that it has started: one that keeps its pipes open delays its end.
        kill(-process.processIdentifier, SIGKILL)
        kill(process.processIdentifier, SIGKILL)
        guard end.wait(timeout: .now() + 2) == .success else { return "did not end" }
      }
      messages.wait()
      return process.terminationReason == .uncaughtSignal
        ? "ended by signal \(process.terminationStatus)"
        : "ended with status \(process.terminationStatus)"
    }
  }

  private struct State {
    var running: Running?
    /// The number of starts: a new process does not have the scenes and plans of an earlier one.
    var generation = 0
    var scenes = 0
    /// The error of its failed start, after which it is not started again.
    var refusal: LayoutError?
  }

  let peer: FoundPeer
  let limits: Limits
  private let state = Mutex(UncheckedBox(State()))

  private static let known = Mutex<[String: PeerProcess]>([:])

  /// The process for a peer.
  static func of(_ peer: FoundPeer) -> PeerProcess {
    known.withLock { known in
      if let process = known[peer.path] { return process }
      if known.isEmpty { atexit { PeerProcess.stopAll() } }
      let process = PeerProcess(peer)
      known[peer.path] = process
      return process
    }
  }

  /// Ends all peers, at the end of this process.
  private static func stopAll() {
    let all = known.withLock { Array($0.values) }
    for process in all { process.stop() }
  }

  /// A process of its own, for tests and for `peer check`.
  init(_ peer: FoundPeer, limits: Limits = Limits()) {
    self.peer = peer
    self.limits = limits
  }

  deinit { _ = state.withLock { $0.value.running?.stop(atOnce: false) } }

  /// Ends the process.
  ///
  /// - Returns: how it ended; `nil` where none ran.
  @discardableResult
  func stop() -> String? {
    state.withLock { box in box.value.running.take()?.stop(atOnce: false) }
  }

  /// The number of starts.
  var generation: Int { state.withLock { $0.value.generation } }

  /// A number that no scene of this process has yet.
  func nextScene() -> Int {
    state.withLock { box in
      box.value.scenes += 1
      return box.value.scenes
    }
  }

  /// Starts the process, unless it runs.
  ///
  /// - Returns: its description of itself.
  /// - Throws: `LayoutError.crashed`, `LayoutError.outOfTime`.
  @discardableResult
  func hello() throws(LayoutError) -> PeerHello {
    try locked { state throws(LayoutError) in try self.started(&state).hello.unsafelyUnwrapped }
  }

  /// Sends a request, and waits for the answer.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - generation: the generation of the process that it is meant for; `nil` for any.
  ///   - seconds: the time that it may take.
  ///   - what: the peer's activity meanwhile, for messages: `laying out chain-100`.
  /// - Returns: the answer, which is no refusal.
  /// - Throws: `LayoutError`.
  func ask(
    _ request: PeerRequest, of generation: Int? = nil, within seconds: Double, _ what: String
  ) throws(LayoutError) -> PeerAnswer {
    let answer = try answer(to: request, of: generation, within: seconds, what)
    if let word = answer.unknown {
      throw .cannotState("'\(word)' to \(name), which does not know this request")
    }
    if let reason = answer.unsupported { throw .cannotState("the scene: \(reason)") }
    if let reason = answer.noLayout { throw .badConstraint("\(name): \(reason)") }
    if let reason = answer.error { throw .crashed("\(name) reports: \(reason)") }
    return answer
  }

  /// Sends a request, and waits for the answer, whatever it is; see above.
  ///
  /// - Returns: the answer, a refusal too.
  /// - Throws: `LayoutError` where there is none.
  func answer(
    to request: PeerRequest, of generation: Int? = nil, within seconds: Double, _ what: String
  ) throws(LayoutError) -> PeerAnswer {
    guard var line = try? JSONEncoder().encode(request) else {
      throw .solverFailed("\(name) cannot be asked: a number is not finite")
    }
    line.append(0x0A)
    let request = line
    return try locked { state throws(LayoutError) in
      let running = try self.started(&state)
      guard generation == nil || generation == state.generation else {
        throw .crashed("\(self.name) was restarted meanwhile")
      }
      guard !running.isAhead else {
        _ = state.running.take()?.stop(atOnce: true)
        throw .crashed("\(self.name) sent an answer without a request, before \(what)")
      }
      let deadline = Clock.now + UInt64(min(600, seconds) * 1e9)
      guard running.write(request, until: deadline), let text = running.line(until: deadline) else {
        throw self.failure(&state, isLate: Clock.now >= deadline, seconds, what)
      }
      guard let answer = try? JSONDecoder().decode(PeerAnswer.self, from: text) else {
        _ = state.running.take()?.stop(atOnce: true)
        throw .crashed(
          "\(self.name) gave an invalid answer, \(what): \(String(decoding: text.prefix(80), as: UTF8.self))"
        )
      }
      return answer
    }
  }

  var name: String { "peer:\(peer.name)" }

  private func locked<Result>(
    _ body: (inout State) throws(LayoutError) -> Result
  ) throws(LayoutError) -> Result {
    let outcome: Swift.Result<Result, LayoutError> = state.withLock { box in
      do throws(LayoutError) {
        return UncheckedBox(Swift.Result<Result, LayoutError>.success(try body(&box.value)))
      } catch {
        return UncheckedBox(.failure(error))
      }
    }.value
    return try outcome.get()
  }

  private func started(_ state: inout State) throws(LayoutError) -> Running {
    if let running = state.running { return running }
    if let refusal = state.refusal { throw refusal }
    do throws(LayoutError) {
      return try greeted(&state)
    } catch {
      state.refusal = error
      throw error
    }
  }

  private func greeted(_ state: inout State) throws(LayoutError) -> Running {
    // A peer that ends without reading is detected by its status.
    signal(SIGPIPE, SIG_IGN)
    let running: Running
    do {
      running = try Running(peer.path)
    } catch {
      throw .crashed("\(name) cannot be started: \(WholeFile.words(of: error))")
    }
    state.running = running
    state.generation += 1
    let deadline = Clock.now + UInt64(limits.hello * 1e9)
    guard let line = running.line(until: deadline) else {
      throw failure(&state, isLate: Clock.now >= deadline, limits.hello, "describing itself")
    }
    guard let hello = try? JSONDecoder().decode(PeerHello.self, from: line) else {
      _ = state.running.take()?.stop(atOnce: true)
      throw .crashed(
        "\(name) does not describe itself: \(String(decoding: line.prefix(80), as: UTF8.self))")
    }
    guard hello.layoutbenchPeer == PeerHello.version else {
      _ = state.running.take()?.stop(atOnce: true)
      throw .crashed(
        "\(name) uses version \(hello.layoutbenchPeer) of the protocol, this program uses \(PeerHello.version)"
      )
    }
    let known = ["linear", "items", "css"]
    guard hello.reads.contains(where: known.contains) else {
      _ = state.running.take()?.stop(atOnce: true)
      throw .crashed(
        "\(name) reads \(hello.reads.joined(separator: ", ")); this program sends "
          + known.joined(separator: ", "))
    }
    guard hello.grid.map({ $0 > 0 && $0 <= 1 }) ?? true else {
      _ = state.running.take()?.stop(atOnce: true)
      throw .crashed("\(name) rounds to \(hello.grid ?? 0) points; a grid is above 0 and at most 1")
    }
    running.hello = hello
    return running
  }

  /// Ends the process, and returns the error.
  private func failure(
    _ state: inout State, isLate: Bool, _ seconds: Double, _ what: String
  ) -> LayoutError {
    guard let running = state.running.take() else { return .crashed("\(name) has ended, \(what)") }
    let end = running.stop(atOnce: isLate)
    let said = running.messages.text
    let tail = said.isEmpty ? "" : "\n" + said
    return isLate
      ? .outOfTime("\(name) gave no answer in \(NumberText.write(seconds)) s, \(what)\(tail)")
      : .crashed("\(name) \(end), \(what)\(tail)")
  }
}

/// A value that a lock guards, whichever thread uses it.
private struct UncheckedBox<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) { self.value = value }
}

/// The last lines of a process's messages, for the report of its failure.
private final class LastLines: Sendable {
  private static let most = 20
  private let bytes = Mutex(Data())
  private let ended = DispatchSemaphore(value: 0)

  func end() { ended.signal() }

  /// Waits a moment for the last of them.
  func wait() { _ = ended.wait(timeout: .now() + 0.2) }

  func append(_ data: Data) {
    bytes.withLock { bytes in
      bytes.append(data)
      if bytes.count > 1 << 16 { bytes.removeFirst(bytes.count - 1 << 15) }
    }
  }

  var text: String {
    bytes.withLock { bytes in
      String(decoding: bytes, as: UTF8.self).split(separator: "\n").suffix(Self.most)
        .map { "    \($0)" }.joined(separator: "\n")
    }
  }
}
