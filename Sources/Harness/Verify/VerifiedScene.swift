import LayoutBenchTiming
import LayoutModel

/// A scene's layouts, run through every state that will be timed and held against each other: no
/// engine is timed on a scene that it gets wrong.
struct VerifiedScene {
  /// What came of an engine, with its frames in each state where it is right.
  struct Standing {
    let verdict: Verdict
    var states: [[Rect]] = []
  }

  /// How long a first layout may take, seconds; one that takes longer is cut off.
  static let longestPass = 2.0

  let scene: Scene
  /// The changes of each phase that has any.
  let cycles: [Phase: Cycle]
  private(set) var participants: [Participant] = []
  /// Labels of those that took too long.
  private(set) var slow: Set<String> = []
  /// Each participant's layout, by label.
  private var layouts: [String: any ResolvedLayout] = [:]
  /// What came of the scene itself, all its steps included; frames of the first layout.
  private var standings: [String: Standing] = [:]
  /// What came of the changes of a phase.
  private var cycleStandings: [Phase: [String: Standing]] = [:]
  /// The view that comes and goes in `churn`, where there is one that can.
  private(set) var churn: Churn?
  /// Layouts without that view, by label.
  private var layoutsWithout: [String: any ResolvedLayout] = [:]
  /// The yardstick of a scene that nobody wrote by hand, for each phase.
  private var replays: [Phase: any ResolvedLayout] = [:]

  /// Verifies a scene, and then over the changes of some phases.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - phases: the phases that will be timed.
  ///   - cycle: how many changes a phase goes through.
  ///   - candidates: who takes part.
  ///   - churned: the view that comes and goes; `nil` where one is to be found.
  ///   - slow: labels of those that were too slow for a smaller scene of the kind; `nil` where nobody
  ///     here is too slow, which the parent has found out.
  /// - Throws: `SceneError` for what is wrong with the text of a dialect.
  init(
    _ scene: Scene, phases: [Phase], cycle: Int, among candidates: [Participant],
    churned: String? = nil, slow: Set<String>? = nil
  ) throws(SceneError) {
    self.scene = scene
    self.slow = slow ?? []
    var cycles: [Phase: Cycle] = [:]
    for phase in phases { cycles[phase] = Cycle.of(phase, scene, length: cycle) }
    self.cycles = cycles
    var taking: [Participant] = []
    for participant in candidates {
      guard let slow, try cutOff(participant) else {
        taking.append(participant)
        continue
      }
      participants.append(participant)
      standings[participant.label] = Standing(
        verdict: .cutOff(
          slow.contains(participant.label)
            ? "a smaller scene of the kind took more than 2 s"
            : "the first pass takes more than 2 s"
        ))
    }
    let check = try CrossCheck(scene, participants: taking)
    layouts = check.layouts
    for (participant, verdict) in check.verdicts {
      participants.append(participant)
      standings[participant.label] = Standing(
        verdict: scene.tree.count == 1 ? .nothingToDo("the scene has no views") : verdict,
        states: check.solved[participant.label].map { [$0.states[0].frames] } ?? [])
    }
    for (phase, cycle) in cycles { run(cycle, of: phase) }
    if phases.contains(.churn) { try addChurn(churned) }
    addReplay()
  }

  /// Whether a phase changes what the scene has.
  func offers(_ phase: Phase) -> Bool {
    switch phase {
    case .build, .layout: true
    case .resize, .edit: cycles[phase] != nil
    case .churn: churn != nil
    }
  }

  /// Whether a participant has a place in a phase: of several yardsticks only one has.
  func isPresent(_ participant: Participant, in phase: Phase) -> Bool {
    guard participant.engine.traits.isYardstick else { return true }
    let isWritten = participants.contains { other in
      other.engine.traits.isYardstick && !Self.isReplay(other) && isRight(other.label, in: phase)
    }
    return Self.isReplay(participant) ? !isWritten : phase != .churn || isWritten
  }

  private static func isReplay(_ participant: Participant) -> Bool {
    Registry.isCopier(participant.engine)
  }

  private func isRight(_ label: String, in phase: Phase) -> Bool {
    standing(of: label, in: phase)?.verdict.isRight == true
  }

  /// How far a participant's frames lie from those expected and those of the others, points.
  func deviation(of label: String, in phase: Phase) -> Double? {
    guard case .agrees(let own)? = standings[label]?.verdict else { return nil }
    guard case .agrees(let later)? = cycleStandings[phase]?[label]?.verdict else { return own }
    return max(own, later)
  }

  /// Takes a view out, and everybody who is right so far through what is left.
  private mutating func addChurn(_ view: String?) throws(SceneError) {
    let taking = participants.filter { standings[$0.label]?.verdict.isRight == true }
    guard let frames = right(in: standings)?.first else { return }
    if let view {
      churn = try Churn(view, of: scene, frames: frames)
    } else {
      churn = try Churn.first(of: scene, frames: frames, among: taking)
    }
    guard let churn else { return }
    var found: [String: Standing] = [:]
    for participant in taking {
      let label = participant.label
      var standing = churn.standing(of: participant)
      if standing.verdict.isRight, let whole = standings[label]?.states.first {
        layoutsWithout[label] = try participant.resolve(churn.without)
        standing.states.append(whole)
      }
      found[label] = standing
    }
    cycleStandings[.churn] = found
  }

  /// Takes everybody who is right so far through the changes of a phase.
  private mutating func run(_ cycle: Cycle, of phase: Phase) {
    var found: [String: Standing] = [:]
    var entries: [Agreement.Entry] = []
    // The second time round, so that a plan that remembers shows it.
    let changes = cycle.changes + cycle.changes
    for participant in participants {
      let label = participant.label
      guard standings[label]?.verdict.isRight == true, let layout = layouts[label] else { continue }
      do throws(SolvedScene.Failure) {
        let states = try SolvedScene(
          scene, by: participant, layout: layout, changes: changes, withFindings: false
        ).states.suffix(cycle.changes.count).map(\.frames)
        entries.append(
          Agreement.Entry(label: label, dialect: participant.dialect, states: Array(states)))
      } catch {
        let change = error.step.map { changes[$0 - 1] } ?? .resize(scene.tree.rootSize)
        found[label] = Standing(
          verdict: .noLayoutLater(
            "\(text(of: change)), \(cycle.hint): " + error.reason.message(file: scene.file)))
      }
    }
    let agreement = Agreement(entries)
    let (dissents, deviations) = (agreement.dissents, agreement.deviations)
    for (index, entry) in entries.enumerated() {
      guard let dissent = dissents[index] else {
        found[entry.label] = Standing(
          verdict: .agrees(deviation: deviations[index]), states: entry.states)
        continue
      }
      let difference = Difference(
        step: nil, view: scene.tree.names[dissent.view], reference: dissent.judge,
        expected: dissent.expected, found: dissent.found)
      found[entry.label] = Standing(
        verdict: .differsLater(
          "\(text(of: cycle.changes[dissent.state])), \(cycle.hint): \(difference.text)"))
    }
    cycleStandings[phase] = found
  }

  /// Whether a participant's first layout takes too long to go on with it.
  private mutating func cutOff(_ participant: Participant) throws(SceneError) -> Bool {
    guard !slow.contains(participant.label) else { return true }
    let layout: any ResolvedLayout
    do throws(SceneError) {
      layout = try participant.resolve(scene)
    } catch {
      guard error.mistake is CannotState else { throw error }
      return false
    }
    let start = Clock.now
    do throws(LayoutError) {
      var session = try LayoutSession(layout, tree: scene.tree)
      try session.layOut()
    } catch {
      return false
    }
    guard Double(Clock.now - start) / 1e9 > Self.longestPass else { return false }
    slow.insert(participant.label)
    return true
  }

  /// The yardstick of a scene that nobody wrote by hand, and of phases in which that cannot be.
  private mutating func addReplay() {
    guard let first = right(in: standings)?.first else { return }
    let copier = Participant(
      engine: Registry.copier(of: [first]), dialect: Registry.copier.dialects[0])
    let label = copier.label
    let standing = Standing(verdict: .agrees(deviation: 0), states: [first])
    let isWritten = participants.contains {
      $0.engine.traits.isYardstick && standings[$0.label]?.verdict.isRight == true
    }
    if !isWritten {
      standings[label] = standing
      for phase in cycles.keys {
        guard let cycle = right(in: cycleStandings[phase] ?? [:]) else {
          cycleStandings[phase]?[label] = Standing(
            verdict: .noLayoutLater("no engine's frames could be verified"))
          continue
        }
        // The last state of the cycle is the scene's own, and the first to be laid out.
        replays[phase] = Registry.copies(of: [cycle[cycle.count - 1]] + cycle.dropLast())
        cycleStandings[phase]?[label] = Standing(verdict: .agrees(deviation: 0), states: cycle)
      }
    }
    if let states = right(in: cycleStandings[.churn] ?? [:]) {
      standings[label] = standing
      replays[.churn] = Registry.copies(of: [states[1]])
      layoutsWithout[label] = Registry.copies(of: [states[0]])
      cycleStandings[.churn]?[label] = Standing(verdict: .agrees(deviation: 0), states: states)
    }
    guard standings[label] != nil else { return }
    participants.append(copier)
    layouts[label] = Registry.copies(of: [first])
  }

  /// The frames of the first participant that is right.
  private func right(in standings: [String: Standing]) -> [[Rect]]? {
    for participant in participants {
      if let standing = standings[participant.label], standing.verdict.isRight {
        return standing.states
      }
    }
    return nil
  }

  /// What came of a participant for a phase.
  func standing(of label: String, in phase: Phase) -> Standing? {
    guard phase.isCycle, standings[label]?.verdict.isRight == true else { return standings[label] }
    return cycleStandings[phase]?[label]
  }

  /// A participant's layout, as it is timed in a phase.
  func layout(of participant: Participant, in phase: Phase) -> (any ResolvedLayout)? {
    if Self.isReplay(participant), let table = replays[phase] { return table }
    return layouts[participant.label]
  }

  /// A participant's layout without the view that comes and goes.
  func layoutWithoutView(of label: String) -> (any ResolvedLayout)? { layoutsWithout[label] }

  private func text(of change: Change) -> String {
    switch change {
    case .resize(let size): "root \(NumberText.write(size))"
    case .intrinsic(let view, let size):
      "view \(scene.tree.name(of: view)) with a content of \(NumberText.write(size))"
    }
  }
}
