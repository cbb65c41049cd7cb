import Foundation
import LayoutBenchTiming
package import LayoutModel

extension Conformance {
  /// The instructions of an engine on a scene.
  package struct PlanInstructions: Sendable {
    /// Those of the first plan, with its first pass.
    package var first: Double
    /// Those of the last ones, in the median.
    package var last: Double
    /// Those of `resolve`, and of reading the statements alone; 0 where no dialect reads them.
    package var (resolve, read) = (0.0, 0.0)

    /// Counts of plans alone.
    package init(first: Double, last: Double) { (self.first, self.last) = (first, last) }
  }

  /// Makes and runs 64 plans, the first and the last three counted, in a process under valgrind.
  ///
  /// - Parameters:
  ///   - engine: the engine.
  ///   - form: the form of its plans.
  ///   - scene: one that it reads.
  ///   - scenes: others: the process lays out some before, so that work that it does only once is
  ///     done. Their texts are others, and what an engine keeps of them is of no use.
  /// - Throws: `SceneError`, `LayoutError`.
  package static func count(
    _ engine: any LayoutEngine, as form: Form, on scene: Scene, among scenes: [Scene]
  ) throws {
    guard let engine = Registry.current.engine(engine, in: form),
      let dialect = engine.dialects(of: scene).first
    else { return }
    func participant(_ dialect: DialectName) -> Participant {
      Participant(engine: engine, dialect: dialect, form: form)
    }
    // Valgrind is slow; larger scenes reach more code.
    let others = scenes.filter { $0.tree.count <= 61 && !engine.dialects(of: $0).isEmpty }
      .sorted { $0.tree.count > $1.tree.count }.prefix(4)
    // Where there is no other scene, the same with another root.
    var other = scene
    other.tree.rootSize = Size(
      width: scene.tree.rootSize.width + 1, height: scene.tree.rootSize.height + 1)
    let before = (others.isEmpty ? [other] : Array(others)).compactMap { other in
      engine.dialects(of: other).first.flatMap { dialect in
        try? makePlans(2, of: participant(dialect).resolve(other), other)
      }
    }
    let counted = try makePlans(64, of: participant(dialect).resolve(scene), scene)
    try countReading(engine, dialect, scene)
    withExtendedLifetime((before, counted)) {}
  }

  /// Counts what `resolve` does, and what reading the statements takes.
  private static func countReading(
    _ engine: any LayoutEngine, _ dialect: DialectName, _ scene: Scene
  ) throws(SceneError) {
    guard let known = Registry.current.dialect(dialect) else { return }
    func read(_ dialect: some Dialect) throws(SceneError) -> Any { try dialect.read(scene) }
    // Both have run before: `resolve` reads.
    Instructions.begin()
    let layout = try engine.resolve(scene, dialect: dialect)
    Instructions.end("resolve")
    Instructions.begin()
    let statements = try read(known)
    Instructions.end("read")
    withExtendedLifetime((layout, statements)) {}
  }

  /// Makes and runs plans, the first and the last three counted; a later count under a name replaces an
  /// earlier.
  private static func makePlans(
    _ count: Int, of layout: any ResolvedLayout, _ scene: Scene
  ) throws(LayoutError) -> Plans {
    // All stay alive, as in a batch: memory that an earlier plan frees would make a later one
    // cheaper.
    let plans = Plans(capacity: count)
    for number in 1...count {
      let isCounted = number == 1 || number > count - 3
      let name = number == 1 ? "first" : "\(count - number)"
      if isCounted { Instructions.begin() }
      plans.append(try layout.plan())
      if isCounted { Instructions.end("plan \(name)") }
      var frames = [Rect](repeating: .unknown, count: scene.tree.count)
      if isCounted { Instructions.begin() }
      var span = frames.mutableSpan
      try plans.base[number - 1].pass(into: &span)
      if isCounted { Instructions.end("pass \(name)") }
    }
    return plans
  }

  /// Counts instructions in a new process of this program under valgrind.
  ///
  /// - Parameters:
  ///   - executable: this program.
  ///   - arguments: the arguments with which that process calls `count`.
  /// - Returns: the instructions; `nil` where they cannot be counted.
  package static func instructions(
    _ executable: String, _ arguments: [String]
  ) -> PlanInstructions? {
    guard Instructions.obstacle == nil else { return nil }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("layoutbench-\(UInt64.random(in: 0 ... .max))")
    guard
      (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true))
        != nil
    else { return nil }
    defer { try? FileManager.default.removeItem(at: folder) }
    let bare = folder.appendingPathComponent("program").path
    let isBare = OtherProgram.output(["strip", "--strip-debug", "-o", bare, executable]) != nil
    _ = OtherProgram.output(
      Instructions.command(writingTo: folder.path) + [isBare ? bare : executable] + arguments)
    // Swift's library prepares types, and the loader finds functions, when code first needs them. The
    // heap has a free block at hand for one plan and not for another.
    let counts = try? Instructions.counts(
      in: folder.path, without: ["libswiftCore", "ld-linux", "libc.so"])
    guard let counts else { return nil }
    func sum(_ name: String) -> Double? {
      counts["plan \(name)"].flatMap { plan in counts["pass \(name)"].map { plan + $0 } }
    }
    // Now and then the heap joins its free blocks, at the cost of one plan.
    let last = ["0", "1", "2"].compactMap(sum).sorted()
    guard let first = sum("first"), last.count == 3 else { return nil }
    var found = PlanInstructions(first: first, last: last[1])
    (found.resolve, found.read) = (counts["resolve"] ?? 0, counts["read"] ?? 0)
    return found
  }
}
