internal import LayoutBenchCTiming

/// The monotonic clock, and other readings of the system that concern a measurement.
package enum Clock {
  /// Nanoseconds since some fixed time.
  package static var now: UInt64 { lb_now() }

  /// Nanoseconds of processor time that this thread has used, without that of other threads on its
  /// core.
  package static var threadTime: UInt64 { lb_thread_time() }

  /// The clock's step, nanoseconds.
  package static var resolution: UInt64 { lb_clock_resolution() }

  /// The number of times that this thread was switched out against its will, where the system
  /// reports it.
  package static var involuntarySwitches: Int? {
    let count = lb_involuntary_switches()
    return count < 0 ? nil : Int(count)
  }

  /// Bytes of the heap in use, where the system reports them.
  package static var heapBytes: Int? {
    let bytes = lb_heap_bytes()
    return bytes < 0 ? nil : Int(bytes)
  }

  /// Keeps freed memory in the process from now on, where the system supports it.
  ///
  /// A batch that allocates again does not pay for pages that the batch before has returned.
  package static func keepHeap() { lb_keep_heap() }

  /// Consumes a number out of the optimiser's sight, so that its computation is not removed.
  package static func sink(_ value: Double) { lb_sink(value) }
}

/// Counts Control-C instead of ending the process.
///
/// The first is checked between processes of children. The second ends the running child, or this
/// process where no child runs. The third ends this process in any case. SIGTERM, and SIGHUP where it is
/// not ignored, count as two, and a second one ends this process.
package enum Interrupts {
  /// Sets the child that a second Control-C, or SIGTERM, ends; 0 for none.
  package static func watch(child: Int32) { lb_watch_child(child) }

  /// Counts Control-C from now on.
  package static func count() { lb_count_interrupts() }

  /// Ignores Control-C in this process from now on.
  package static func ignore() { lb_ignore_interrupts() }

  /// Makes writing to a pipe without a reader fail from now on, instead of ending this process.
  package static func ignoreClosedPipes() { lb_ignore_closed_pipes() }

  /// Ends this process when its parent ends, where the system supports it.
  ///
  /// - Parameter parent: the parent's process number.
  package static func endWithParent(_ parent: Int32) { lb_end_with_parent(parent) }

  /// Makes allocations fail beyond a limit, where the system supports it.
  ///
  /// - Parameter bytes: the bytes that this process may allocate.
  package static func limitMemory(to bytes: UInt64) { lb_limit_memory(bytes) }

  /// True if Control-C or SIGTERM has been received.
  package static var came: Bool { lb_interrupts() > 0 }
}
