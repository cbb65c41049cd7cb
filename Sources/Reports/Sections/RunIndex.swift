package import LayoutBenchTiming

/// A Run with the file that it was read from, its cells indexed by scene, phase and engine.
package struct ReportedRun: Sendable {
  /// The file that it was read from, as the user named it; empty where there is none.
  package let file: String
  /// The Run, with its estimates.
  package let run: Run
  /// The scenes in the order in which they were run.
  let scenes: [String]
  private let byScene: [String: [Int]]
  private let byKey: [Key: Int]

  private struct Key: Hashable {
    let scene: String
    let phase: String
    let engine: String
  }

  /// A Run.
  ///
  /// - Parameters:
  ///   - file: the file that it was read from.
  ///   - run: the Run, its estimates computed.
  package init(file: String = "", _ run: Run) {
    self.file = file
    self.run = run
    var byScene: [String: [Int]] = [:]
    var byKey: [Key: Int] = [:]
    var scenes: [String] = []
    for (index, cell) in run.cells.enumerated() {
      if byScene[cell.scene] == nil { scenes.append(cell.scene) }
      byScene[cell.scene, default: []].append(index)
      let key = Key(scene: cell.scene, phase: cell.part, engine: cell.engine)
      if byKey[key] == nil { byKey[key] = index }
    }
    (self.byScene, self.byKey, self.scenes) = (byScene, byKey, scenes)
  }

  /// The cell of an engine on a scene in a phase.
  func cell(_ scene: String, _ phase: String, _ engine: String) -> Cell? {
    byKey[Key(scene: scene, phase: phase, engine: engine)].map { run.cells[$0] }
  }

  /// All cells of a scene, in the order in which they were run.
  func cells(of scene: String) -> [Cell] { (byScene[scene] ?? []).map { run.cells[$0] } }

  /// The phases in the order in which they were run.
  var phases: [String] { run.phaseNames }
  /// The engines in the order in which they were run.
  var engines: [String] { run.engineNames }

  /// An engine's place in the palette of charts.
  func colour(of engine: String) -> Int {
    run.engine(named: engine)?.colour ?? engines.firstIndex(of: engine) ?? 0
  }

  /// The yardstick that a scene's ratios are relative to.
  func yardstick(of scene: String) -> String {
    cells(of: scene).lazy.compactMap(\.ratio?.to).first ?? "yardstick"
  }

  /// The command that measures this again, fit for a shell.
  var command: String {
    (["layoutbench"] + run.command).map(Escaping.shell).joined(separator: " ")
  }

  /// The date on which it was taken: the beginning of its id.
  var date: String {
    let day = run.id.prefix(10)
    guard run.id.count >= 16, run.id.dropFirst(10).first == "T" else { return String(day) }
    return "\(day) \(run.id.dropFirst(11).prefix(5).replacing("-", with: ":"))"
  }

  /// The machine that it ran on, in a line.
  var machine: String {
    let machine = run.machine
    return "\(machine.cpu), \(machine.cores) \(machine.cores == 1 ? "core" : "cores"), "
      + "\(machine.system), Swift \(machine.swift)"
      + (machine.libraryText.isEmpty ? "" : ", \(machine.libraryText)")
  }
}
