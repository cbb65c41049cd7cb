internal import LayoutBenchCTiming

/// The monotonic clock, and what else the system says about a measurement.
package enum Clock {
  /// Nanoseconds since some fixed time.
  package static var now: UInt64 { lb_now() }

  /// Nanoseconds of processor time that this thread has used: others that use the core do not count.
  package static var threadTime: UInt64 { lb_thread_time() }

  /// The clock's step, nanoseconds.
  package static var resolution: UInt64 { lb_clock_resolution() }

  /// How often this thread was switched out against its will, where the system tells.
  package static var involuntarySwitches: Int? {
    let count = lb_involuntary_switches()
    return count < 0 ? nil : Int(count)
  }

  /// Bytes of the heap in use, where the system tells.
  package static var heapBytes: Int? {
    let bytes = lb_heap_bytes()
    return bytes < 0 ? nil : Int(bytes)
  }

  /// From now on memory that is freed stays with the process, where the system can be told so: a batch
  /// that allocates anew does not pay for pages that the one before has given back.
  package static func keepHeap() { lb_keep_heap() }

  /// Takes a number where the optimiser cannot see it.
  package static func sink(_ value: Double) { lb_sink(value) }
}

/// Control-C, counted instead of obeyed: the first is looked for between children, the second ends the child that
/// runs, and where none does, this process, as the third does in any case.
package enum Interrupts {
  /// Names the child that a second Control-C ends; 0 for none.
  package static func watch(child: Int32) { lb_watch_child(child) }

  /// From now on Control-C is counted.
  package static func count() { lb_count_interrupts() }

  /// From now on Control-C has no effect on this process.
  package static func ignore() { lb_ignore_interrupts() }

  /// From now on writing to a pipe that nobody reads fails, and does not end this process.
  package static func ignoreClosedPipes() { lb_ignore_closed_pipes() }

  /// Has this process end when its parent does, where the system can be told so.
  ///
  /// - Parameter parent: the parent's number.
  package static func endWithParent(_ parent: Int32) { lb_end_with_parent(parent) }

  /// Has allocations fail beyond a limit, where the system can be told so.
  ///
  /// - Parameter bytes: the bytes that this process may allocate.
  package static func limitMemory(to bytes: UInt64) { lb_limit_memory(bytes) }

  /// Whether Control-C has come.
  package static var came: Bool { lb_interrupts() > 0 }
}
