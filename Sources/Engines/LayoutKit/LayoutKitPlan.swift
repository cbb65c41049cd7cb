import LayoutModel

/// Calls that run again from the first in each pass, on the frames that the pass before left.
///
/// A pass neither allocates nor looks anything up. From the second change of a kind in a row on, resizes or
/// edits of one view, frames that are affine functions of what changes are written as such.
struct LayoutKitPlan: LayoutPlan, ~Copyable {
  /// What the plan knows, and right behind it the numbers that its program reckons with: a first pass finds
  /// none of this in the nearest cache, and one place is found sooner than two.
  private let state: UnsafeMutablePointer<CallState>

  /// A plan of compiled calls.
  ///
  /// - Parameters:
  ///   - program: the calls.
  ///   - hasForms: whether frames may be written as functions; otherwise every pass runs the calls.
  init(_ program: CallProgram, hasForms: Bool = true) {
    let place = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<CallState>.stride + MemoryLayout<Double>.stride
        * program.memory.count,
      alignment: MemoryLayout<CallState>.alignment)
    state = place.bindMemory(to: CallState.self, capacity: 1)
    state.initialize(to: CallState(program, hasForms: hasForms))
    let memory = (place + MemoryLayout<CallState>.stride).bindMemory(
      to: Double.self, capacity: program.memory.count)
    program.memory.withUnsafeBufferPointer { numbers in
      guard let first = numbers.baseAddress else { return }
      memory.initialize(from: first, count: numbers.count)
    }
  }

  deinit {
    state.deinitialize(count: 1)
    UnsafeMutableRawPointer(state).deallocate()
  }

  private var memory: UnsafeMutablePointer<Double> {
    @inline(__always) get {
      UnsafeMutableRawPointer(state + 1).assumingMemoryBound(to: Double.self)
    }
  }

  /// Whether the last pass wrote forms.
  var hasWrittenForms: Bool { state.pointee.hasWrittenForms }

  mutating func resize(to size: Size) { state.pointee.resize(to: size, memory) }

  mutating func edit(_ view: ViewID, intrinsic size: IntrinsicSize) {
    state.pointee.edit(view.index, size, memory)
  }

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    let isDone = frames.withUnsafeMutableBufferPointer { frames in
      guard let base = frames.baseAddress else { return true }
      return state.pointee.update(base, memory)
    }
    if !isDone { throw state.pointee.failure(in: frames, memory) }
  }

  mutating func counters() -> [Counter] { state.pointee.counters }
}
