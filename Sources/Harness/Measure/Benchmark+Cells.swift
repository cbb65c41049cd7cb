import Foundation
import LayoutBenchTiming
import LayoutModel
import Scenes
import Synchronization

extension Benchmark {
  /// Verifies scenes and adds their cells, in order.
  ///
  /// Scenes are independent of each other, but for the sizes of one generator, so each core verifies
  /// some of them; peers, of which there is one process each, are asked one after the other.
  ///
  /// - Throws: the error of the first scene that has one.
  mutating func add(
    _ all: [(source: SceneSource, scene: Scene)], known: Run?, _ progress: (Int, Int) -> Void
  ) throws {
    let preparation = ScenePreparation(options: options, folder: try folder.made())
    let scripts = Dictionary(
      (known?.scenes ?? []).map { ($0.name, $0.scripts) }, uniquingKeysWith: { first, _ in first })
    // Scenes that follow each other on one thread.
    var series: [[Int]] = []
    var generators: [String: Int] = [:]
    for (number, (source, scene)) in all.enumerated() {
      let generator = ScenePreparation.generator(of: scene, source)
      if let generator, let place = generators[generator] {
        series[place].append(number)
      } else {
        if let generator { generators[generator] = series.count }
        series.append([number])
      }
    }
    let arePeers = Engines.everyone.contains { $0.traits.isPeer && isSelected($0) }
    let done = Counter()
    let prepared = Workers.map(
      count: series.count,
      threads: arePeers ? 1 : Workers.count
    ) { [series] place in
      Result {
        var slow: Set<String> = []
        return try series[place].map { number in
          let (source, scene) = all[number]
          let found = try preparation.prepare(
            scene, source, number: number, known: scripts[scene.name] ?? nil, slow: &slow)
          done.value.withLock { $0 += 1 }
          return (number, found)
        }
      }
    } wait: { _ in
      progress(done.value.withLock { $0 }, all.count)
    }
    let found = try prepared.flatMap { try $0.get() }
    for (_, scene) in found.sorted(by: { $0.0 < $1.0 }) { add(scene) }
  }

  /// The number of scenes that are verified.
  private final class Counter: Sendable {
    let value = Mutex(0)
  }

  private mutating func add(_ scene: PreparedScene) {
    run.scenes = (run.scenes ?? []) + [scene.record]
    durations.verification += scene.seconds
    for entry in scene.cells { append(entry) }
    scenes.append(scene.scene)
  }

  /// Adds the cells of a scene that may be timed, without a look at any frame.
  mutating func list(_ scene: Scene, _ source: SceneSource) {
    run.scenes =
      (run.scenes ?? []) + [Run.SceneRecord(name: scene.name, file: source.file, text: nil)]
    for participant in Participant.preferred(
      of: scene, among: Engines.everyone.filter { isSelected($0) }, forms: options.forms)
    {
      for phase in options.phases {
        append(
          PreparedScene.Entry(
            cell: Cell(
              scene: scene.name, views: scene.tree.count - 1, phase: phase.rawValue,
              form: participant.form.rawValue, engine: participant.engine.name,
              dialect: participant.dialect.text), form: participant.form,
            dialect: participant.dialect, phase: phase))
      }
    }
  }

  static func digest(_ source: SceneSource, _ scene: Scene) -> String {
    Machine.fingerprint(of: [
      source.text ?? SceneWriter.text(of: scene, dialects: Registry.current.dialects)
    ])
  }

  private mutating func append(_ entry: PreparedScene.Entry) {
    requests.append(
      ChildRequest.CellRequest(
        number: run.cells.count, phase: entry.phase, engine: entry.cell.engine, form: entry.form,
        dialect: entry.dialect, plans: 0))
    run.cells.append(entry.cell)
    sceneOfCell.append(scenes.count)
    durations.samples.append(entry.seconds)
  }

  func isSelected(_ engine: any LayoutEngine) -> Bool { options.isSelected(engine) }

  /// The properties of the engines that take part.
  var engineRecords: [Run.EngineRecord] {
    // A place of its own for each engine of the program, whichever take part.
    let engines = Engines.everyone.enumerated().filter { isSelected($1) }.map { place, engine in
      Self.record(of: engine, colour: place)
    }
    return engines + [
      Self.record(of: Registry.copier, [], colour: Engines.everyone.count)
    ]
  }

  /// An engine's declared properties; of a peer, those that it gives when it is asked.
  static func record(of engine: any LayoutEngine, colour: Int) -> Run.EngineRecord {
    record(of: engine.traits, engine.rebuilt, colour: colour)
  }

  private static func record(
    of traits: EngineTraits, _ rebuilt: Set<Change.Kind>, colour: Int
  ) -> Run.EngineRecord {
    Run.EngineRecord(
      name: traits.name.description, summary: traits.summary,
      dialects: traits.dialects.map(\.text), isYardstick: traits.isYardstick,
      follows: traits.follows.subtracting(rebuilt).map(\.rawValue).sorted(),
      libraries: traits.libraries, colour: colour)
  }
}
