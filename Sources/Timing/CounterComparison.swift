/// Decides which counts of two Runs can be compared, and finds those that differ.
///
/// An engine's own counts depend on the scene and the libraries that it links, those of memory on
/// the versions of Swift and the C library too, those of instructions also on the processor.
package struct CounterComparison {
  /// Counts of memory: the same with the same Swift and C library.
  static let memory: Set = ["allocations", "bytes allocated", "peak bytes", "retained bytes"]
  /// Instructions as valgrind counts them: the same but for the functions that the C library
  /// chooses by processor.
  package static let instructions = "instructions"
  /// Instructions of reading a scene's statements, which stand in for compiled code: the work that
  /// an engine does there is outside the clock.
  package static let outside = "instructions outside the clock"
  /// The counts that are there only where valgrind is.
  static let valgrind: Set = [instructions, outside]
  /// The relative difference that instructions may have between children of one Run.
  static let instructionTolerance = 0.002

  /// The relative difference that a counter other than instructions may have without a change of
  /// the program: 1 % for bytes, none for all others.
  static func tolerance(of name: String) -> Double { name.contains("bytes") ? 0.01 : 0 }

  /// Returns true if two values of a counter are the same to the gate.
  private func areSame(_ name: String, _ base: Double, _ head: Double) -> Bool {
    if let tolerance = tolerances[name] { return abs(head - base) <= tolerance * base }
    return Self.valgrind.contains(name)
      ? Self.areAlike(base, head) : abs(head - base) <= Self.tolerance(of: name) * base
  }

  /// Returns true if two numbers of instructions are equal but for the tolerance: an array at
  /// another address is copied by some instructions more or fewer.
  package static func areSame(_ one: Double, _ other: Double) -> Bool {
    abs(one - other) <= max(instructionTolerance * one, 20)
  }

  /// Returns true if the instructions of two Runs are equal but for 1.5 %.
  ///
  /// Children of one Run happen to agree where those of another differ: seven Runs of one program gave
  /// counts of a first layout that were up to 1.2 % apart.
  static func areAlike(_ base: Double, _ head: Double) -> Bool {
    abs(base - head) <= max(0.015 * base, 100)
  }

  /// True if engines' own counts are judged; where they are not, no count is.
  let isEngineJudged: Bool
  private let tolerances: [String: Double]
  private let isMemoryJudged: Bool
  private let areInstructionsJudged: Bool

  /// A comparison of two Runs.
  ///
  /// - Parameters:
  ///   - base: the Run that is compared with.
  ///   - head: the Run that is judged.
  ///   - tolerances: relative differences that counters may have, other than the method's.
  init(_ base: Run, _ head: Run, tolerances: [String: Double] = [:]) {
    self.tolerances = tolerances
    isEngineJudged = base.machine.libraries == head.machine.libraries
    isMemoryJudged =
      isEngineJudged && base.machine.swift == head.machine.swift
      && base.machine.libc == head.machine.libc
      && base.executable.configuration == head.executable.configuration
    areInstructionsJudged = isMemoryJudged && base.machine.cpu == head.machine.cpu
  }

  /// The reason why counts of engines or of memory are not judged; `nil` where they are.
  func reason(_ base: Run, _ head: Run) -> String? {
    if !isEngineJudged {
      return "counts are not judged: \(base.machine.libraryText) there, "
        + "\(head.machine.libraryText) here"
    }
    if !isMemoryJudged {
      func text(_ run: Run) -> String {
        "Swift \(run.machine.swift), \(run.machine.libc ?? "another C library"), "
          + run.executable.configuration
      }
      return "counts of memory are not judged: \(text(base)) there, \(text(head)) here"
    }
    return nil
  }

  /// Counts that the base has and the head lacks.
  static func vanished(from base: Cell, to head: Cell) -> Set<String> {
    Set((base.counters ?? [:]).keys).subtracting((head.counters ?? [:]).keys)
  }

  /// The counts that differ between two cells.
  func changes(from base: Cell, to head: Cell) -> [CounterChange] {
    guard let old = base.counters, let new = head.counters else { return [] }
    let unsteady = Set(base.unsteady ?? []).union(head.unsteady ?? [])
    return Set(old.keys).intersection(new.keys).sorted().compactMap { name in
      guard let before = old[name], let after = new[name], before != after else { return nil }
      guard !areSame(name, before, after) else { return nil }
      let isJudged =
        !unsteady.contains(name)
        && (Self.valgrind.contains(name)
          ? areInstructionsJudged
          : Self.memory.contains(name) ? isMemoryJudged : isEngineJudged)
      return CounterChange(name: name, base: before, head: after, isJudged: isJudged)
    }
  }
}
