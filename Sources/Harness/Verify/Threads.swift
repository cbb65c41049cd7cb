import Foundation

/// Work on separate threads.
enum Threads {
  private final class Results<Value>: @unchecked Sendable {
    // Guarded by `lock`.
    var values: [Int: Value] = [:]
    let lock = NSLock()
  }

  /// The results of the work, done once on each thread, in order.
  static func run<Value>(
    _ count: Int, _ work: @escaping @Sendable (Int) -> Value
  ) -> [Value] {
    let results = Results<Value>()
    let group = DispatchGroup()
    for number in 0..<count {
      group.enter()
      let thread = Thread {
        let value = work(number)
        results.lock.withLock { results.values[number] = value }
        group.leave()
      }
      thread.stackSize = 16 << 20
      thread.start()
    }
    group.wait()
    return (0..<count).compactMap { results.values[$0] }
  }
}
