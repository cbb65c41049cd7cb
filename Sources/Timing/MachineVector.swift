internal import LayoutBenchCTiming

/// The time that a machine takes for a step of each of six kernels: two hosts of one name may
/// differ, and one host may change while a Run goes on.
package struct MachineVector: Codable, Equatable, Sendable {
  /// Dependent additions and multiplications of integers, nanoseconds per step.
  package var integer: Double
  /// The same for doubles, nanoseconds per step.
  package var double: Double
  /// Loads in the first cache, nanoseconds per load.
  package var load: Double
  /// Stores to the first cache, nanoseconds per store.
  package var store: Double
  /// Blocks of memory allocated and freed, nanoseconds per pair.
  package var allocate: Double
  /// Pointers followed through 4 MiB, nanoseconds per pointer.
  package var chase: Double

  /// This machine now: the best of 15 readings of each kernel; takes about 40 ms.
  package static var now: MachineVector {
    func best(_ kernel: Int32) -> Double {
      (0..<15).reduce(Double.infinity) { least, _ in min(least, lb_kernel(kernel)) }
    }
    return MachineVector(
      integer: best(0), double: best(1), load: best(2), store: best(3), allocate: best(4),
      chase: best(5))
  }

  private var kernels: [(name: String, value: Double, tolerance: Double)] {
    [
      ("integer", integer, 0.03), ("double", double, 0.03), ("load", load, 0.1),
      ("store", store, 0.1), ("allocate", allocate, 0.1), ("chase", chase, 0.1),
    ]
  }

  /// The kernels whose times changed too much between readings of one Run; `nil` where none did.
  package static func change(_ vectors: [MachineVector]) -> String? {
    let changes = (0..<6).compactMap { kernel -> String? in
      let values = vectors.map { $0.kernels[kernel].value }
      guard let least = values.min(), let most = values.max() else { return nil }
      let (name, _, tolerance) = vectors[0].kernels[kernel]
      guard most > (1 + tolerance) * least else { return nil }
      let (low, high) = ((least * 100).rounded() / 100, (most * 100).rounded() / 100)
      return "'\(name)' \(low) to \(high) ns"
    }
    guard !changes.isEmpty else { return nil }
    return "one step of a kernel took: " + changes.joined(separator: ", ")
  }

  /// Returns true if two Runs were taken on hosts of different speed: of the kernels, only those of
  /// arithmetic and of loads from the nearest cache do not depend on what else a host does.
  package static func areOfDifferentHosts(
    _ base: [MachineVector], _ head: [MachineVector]
  ) -> Bool {
    difference(base, head, kernels: 0..<3) != nil
  }

  /// The kernel in which two machines differ too much for their times to be compared, with both
  /// times; `nil` where they agree, or one of them was not measured.
  ///
  /// - Parameters:
  ///   - base: the readings of one Run; the least of each kernel counts.
  ///   - head: those of the other.
  /// - Returns: `integer 0.98 ns there, 1.12 here`.
  package static func difference(_ base: [MachineVector], _ head: [MachineVector]) -> String? {
    difference(base, head, kernels: 0..<6)
  }

  private static func difference(
    _ base: [MachineVector], _ head: [MachineVector], kernels: Range<Int>
  ) -> String? {
    func least(_ vectors: [MachineVector], _ kernel: Int) -> Double? {
      vectors.map { $0.kernels[kernel].value }.min()
    }
    for kernel in kernels {
      guard let before = least(base, kernel), let now = least(head, kernel) else { return nil }
      let (name, _, tolerance) = head[0].kernels[kernel]
      guard max(before, now) > (1 + tolerance) * min(before, now) else { continue }
      func text(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
      return "\(name) \(text(before)) ns there, \(text(now)) here"
    }
    return nil
  }
}
