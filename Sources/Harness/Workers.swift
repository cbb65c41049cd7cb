import Foundation
import Synchronization

/// Work that is spread over the cores: GLPK's problems belong to a thread, so each worker is one.
package enum Workers {
  /// The usual number of workers: one for each core.
  package static let count = ProcessInfo.processInfo.activeProcessorCount

  /// Does pieces of work until none is left, or until it is stopped.
  ///
  /// - Parameters:
  ///   - next: returns a worker's next piece, one worker at a time; `nil` where there is none left.
  ///   - work: does a piece, several at a time.
  ///   - threads: the number of workers.
  ///   - wait: called about ten times per second by the caller's thread.
  package static func run<Piece: Sendable>(
    next: @escaping @Sendable () -> Piece?, work: @escaping @Sendable (Piece) -> Void,
    threads: Int = Workers.count, wait: () throws -> Void
  ) rethrows {
    let group = DispatchGroup()
    for _ in 0..<threads {
      group.enter()
      let thread = Thread {
        while let piece = next() { work(piece) }
        group.leave()
      }
      // Scenes may be nested a thousand levels deep.
      thread.stackSize = 16 << 20
      thread.start()
    }
    while group.wait(timeout: .now() + .milliseconds(100)) == .timedOut { try wait() }
  }

  /// The results of one piece of work for each number below `count`, in order.
  package static func map<Result: Sendable>(
    count: Int, threads: Int = Workers.count,
    _ work: @escaping @Sendable (Int) -> Result, wait: (_ done: Int) -> Void
  ) -> [Result] {
    let state = Shared(count: count, of: Result.self)
    run(
      next: { state.next() }, work: { state.set($0, to: work($0)) },
      threads: threads, wait: { wait(state.done) })
    return state.results
  }

  private final class Shared<Result: Sendable>: Sendable {
    private struct State {
      var next = 0
      var done = 0
      var results: [Result?]
    }

    private let state: Mutex<State>

    init(count: Int, of: Result.Type) {
      state = Mutex(State(results: Array(repeating: nil, count: count)))
    }

    func next() -> Int? {
      state.withLock { state in
        guard state.next < state.results.count else { return nil }
        defer { state.next += 1 }
        return state.next
      }
    }

    func set(_ index: Int, to result: Result) {
      state.withLock { state in
        state.results[index] = result
        state.done += 1
      }
    }

    var done: Int { state.withLock { $0.done } }
    var results: [Result] { state.withLock { $0.results.compactMap(\.self) } }
  }
}
