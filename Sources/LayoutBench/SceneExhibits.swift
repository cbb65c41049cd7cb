import LayoutBenchHarness
import LayoutModel
import LayoutBenchReports
import Scenes
import LayoutBenchSuite
import LayoutBenchTiming

/// The drawings and sources of a Run's scenes, laid out again for its report.
struct SceneExhibits {
  /// Scenes of more views than this are not drawn.
  private static let mostDrawn = 300
  /// The maximum number of views drawn in one report, so that it opens at once.
  private static let mostInReport = 8000
  /// The maximum number of entries of a source that are shown; of longer ones the first, with the
  /// command for the whole.
  private static let mostEntries = 36
  /// The maximum length of a source that is shown, in characters.
  private static let mostCharacters = 800

  private let run: Run
  private var budget = SceneExhibits.mostInReport

  /// The exhibits of a Run's scenes; those that cannot be read or generated have none.
  static func all(of run: Run) -> [SceneExhibit] {
    var exhibits = SceneExhibits(run: run)
    return run.sceneNames.compactMap { exhibits.exhibit(of: $0) }
  }

  private init(run: Run) { self.run = run }

  /// The meaning of each phase, for reports.
  static var phases: [String: String] {
    Dictionary(uniqueKeysWithValues: Phase.allCases.map { ($0.rawValue, $0.summary) })
  }

  private mutating func exhibit(of name: String) -> SceneExhibit? {
    guard let views = run.cells.first(where: { $0.scene == name })?.views, views > 0 else {
      return nil
    }
    let record = run.scenes?.first { $0.name == name }
    // Larger sizes of a scene that was shown look the same.
    guard !run.hasSmallerSize(of: name) else { return nil }
    let source =
      record.map { SceneSource(file: $0.file, text: $0.text) } ?? Self.builtIn(named: name)
    guard let source, let scene = try? source.scene(), scene.name == name else { return nil }
    var exhibit = SceneExhibit(name: name, summary: scene.summary, views: scene.tree.count - 1)
    exhibit.sources = sources(of: scene, whole: wholeCommand(record, source))
    exhibit.isBorrowed = record == nil
    draw(scene, into: &exhibit)
    return exhibit
  }

  private static func builtIn(named name: String) -> SceneSource? {
    SceneSource.file(named: name)
      ?? (SceneGenerator.generator(ofScene: name) == nil ? nil : SceneSource(file: name))
  }

  private func wholeCommand(_ record: Run.SceneRecord?, _ source: SceneSource) -> String {
    guard source.text != nil else { return "layoutbench scene \(Escaping.shell(source.file))" }
    return record == nil
      ? "layoutbench scene \(Escaping.shell(source.file))" : "cat \(Escaping.shell(source.file))"
  }

  private func sources(of scene: Scene, whole: String) -> [SceneExhibit.Source] {
    Registry.current.dialects.compactMap { dialect in
      // Dialects that only peers read are shown where one of them was timed.
      let isForPeers = !Engines.everyone.contains {
        !$0.traits.isPeer && $0.traits.dialects.contains(dialect.name)
      }
      let isRead = run.cells.contains { $0.dialect == dialect.name.text }
      guard !isForPeers || isRead, let layout = scene.written(in: dialect.name) else { return nil }
      let entries = dialect.text(layout)
      let text = entries.joined(separator: "\n")
      guard entries.count > Self.mostEntries || text.count > Self.mostCharacters else {
        return SceneExhibit.Source(dialect: dialect.name.text, text: text)
      }
      let shown = entries.prefix(Self.mostEntries / 3)
      let left = entries.count - shown.count
      return SceneExhibit.Source(
        dialect: dialect.name.text,
        text: shown.joined(separator: "\n").prefix(Self.mostCharacters) + "\n…"
          + (left > 0 ? " and \(left) more entries" : ""), whole: whole)
    }
  }

  private mutating func draw(_ scene: Scene, into exhibit: inout SceneExhibit) {
    guard exhibit.views <= Self.mostDrawn, exhibit.views <= budget else {
      exhibit.notes.append(
        "Its \(exhibit.views) views are not drawn here; layoutbench render \(Escaping.shell(scene.file)) draws them."
      )
      return
    }
    var groups: [(labels: [String], frames: [Rect])] = []
    for participant in participants(of: scene) {
      let traced = Participant(
        engine: participant.engine.traced() ?? participant.engine, dialect: participant.dialect,
        form: participant.form)
      guard let solved = try? SolvedScene(scene, by: traced), let state = solved.states.first
      else { continue }
      if !state.stages.isEmpty {
        let stages = state.stages.map { "\($0.name): \($0.outcome)" }
        exhibit.notes.append(
          "Stages of \(participant.label) at the first layout: \(stages.joined(separator: "; ")).")
      }
      let place = groups.firstIndex { Agreement.holds($0.frames, state.frames) }
      if let place {
        groups[place].labels.append(participant.label)
      } else {
        groups.append(([participant.label], state.frames))
      }
    }
    guard let first = groups.first else { return }
    for group in groups {
      let differs = !Agreement.holds(first.frames, group.frames)
      var layers = [SceneDrawing.Layer(label: group.labels[0], frames: group.frames)]
      if differs {
        layers.insert(.init(label: first.labels[0], frames: first.frames), at: 0)
      }
      budget -= exhibit.views
      let drawing = SceneDrawing(scene: scene, root: scene.tree.rootSize, layers: layers)
      exhibit.drawings.append(
        SceneExhibit.Drawing(
          label: group.labels.joined(separator: ", "), svg: drawing.svg(isEmbedded: true),
          differs: differs))
    }
  }

  /// The engines of the Run, those whose frames were right before the others.
  private func participants(of scene: Scene) -> [Participant] {
    let cells = run.cells.filter { $0.scene == scene.name }
    let known = Set(cells.map(\.engine))
    let right = Set(cells.filter { $0.outcome == .timed }.map(\.engine))
    let all = Participant.preferred(
      of: scene, among: Engines.everyone.filter { known.contains($0.name) })
    return all.filter { right.contains($0.engine.name) }
      + all.filter { !right.contains($0.engine.name) }
  }
}
