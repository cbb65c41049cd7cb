import LayoutModel
import Timing

/// A scene's layouts, run through every state that will be timed and held against each other: no
/// engine is timed on a scene that it gets wrong.
struct VerifiedScene {
  /// An engine's frames, or why it is not timed.
  enum Standing {
    /// Its frames in every state of the cycle, the second time round.
    case right([[Rect]])
    case wrong(String)
    case noSolution(String)
    case unsupported(String)
    case cutOff(String)
  }

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
  /// How far each participant's frames lie from the others' in a phase, or with no phase in the scene
  /// itself, points.
  private var deviations: [Phase?: [String: Double]] = [:]
  /// The view that comes and goes in `churn`, where there is one that can.
  private(set) var churn: Churn?
  /// Layouts without that view, by label.
  private var layoutsWithout: [String: any ResolvedLayout] = [:]
  /// The yardstick of a scene that nobody wrote by hand, for each phase.
  private var replays: [Phase: ReplayLayout] = [:]

  /// The label of that yardstick.
  private static let replay = "replay (manual)"

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
      standings[participant.label] = .cutOff(
        slow.contains(participant.label)
          ? "a smaller scene of the kind took more than 2 s" : "the first pass takes more than 2 s")
    }
    let check = try CrossCheck(scene, participants: taking)
    for (participant, verdict) in check.verdicts {
      participants.append(participant)
      layouts[participant.label] = try participant.engine.resolve(
        scene, dialect: participant.dialect)
      standings[participant.label] = standing(verdict, check.solved[participant.label])
      if case .agrees(let deviation) = verdict {
        deviations[nil, default: [:]][participant.label] = deviation
      }
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

  /// Whether a participant has a place in a phase: of the two yardsticks only one has.
  func isPresent(_ participant: Participant, in phase: Phase) -> Bool {
    let isManual = if case .right? = standing(of: "manual", in: phase) { true } else { false }
    return switch participant.engine.name {
    case "replay": !isManual
    case "manual": phase != .churn || isManual
    default: true
    }
  }

  /// How far a participant's frames lie from those expected and those of the others, points.
  func deviation(of label: String, in phase: Phase) -> Double? {
    guard let own = deviations[nil]?[label] else { return nil }
    return max(own, deviations[phase]?[label] ?? 0)
  }

  /// Takes a view out, and everybody who is right so far through what is left.
  private mutating func addChurn(_ view: String?) throws(SceneError) {
    let taking = participants.filter {
      if case .right? = standings[$0.label] { true } else { false }
    }
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
      switch churn.standing(of: participant) {
      case .right(let without):
        guard case .right(let whole)? = standings[label] else { continue }
        layoutsWithout[label] = try participant.engine.resolve(
          churn.without, dialect: participant.dialect)
        found[label] = .right([without, whole[0]])
      case .wrong(let reason): found[label] = .wrong("without view \(churn.view): \(reason)")
      case .unsupported:
        found[label] = .unsupported(
          "\(label) cannot lay the scene out without view \(churn.view)")
      }
    }
    cycleStandings[.churn] = found
  }

  /// What came of the scene itself.
  private func standing(
    _ verdict: CrossCheck.Verdict, _ solved: SolvedScene?
  ) -> Standing {
    if scene.tree.count == 1 { return .unsupported("the scene has no views") }
    switch verdict {
    case .agrees: return .right(solved.map { [$0.states[0].frames] } ?? [])
    case .differs(let difference): return .wrong(Self.text(of: difference))
    case .leftOut(let reason): return .unsupported(reason.message(file: scene.file))
    case .noLayout(let failure):
      return .noSolution(failure.reason.message(file: scene.file, step: failure.step))
    }
  }

  /// Takes everybody who is right so far through the changes of a phase.
  private mutating func run(_ cycle: Cycle, of phase: Phase) {
    var found: [String: Standing] = [:]
    var solved: [(label: String, frames: [[Rect]])] = []
    // The second time round, so that a plan that remembers shows it.
    let changes = cycle.changes + cycle.changes
    for participant in participants {
      let label = participant.label
      guard case .right? = standings[label], let layout = layouts[label] else { continue }
      do throws(SolvedScene.Failure) {
        let states = try SolvedScene(
          scene, by: participant, layout: layout, changes: changes, withFindings: false
        ).states.suffix(cycle.changes.count).map(\.frames)
        solved.append((label, Array(states)))
        found[label] = .right(Array(states))
      } catch {
        let change = error.step.map { changes[$0 - 1] } ?? .resize(scene.tree.rootSize)
        found[label] = .noSolution(
          "\(text(of: change)), \(cycle.hint): " + error.reason.message(file: scene.file))
      }
    }
    judge(solved, cycle, &found)
    cycleStandings[phase] = found
    if let first = solved.first(where: { if case .right? = found[$0.label] { true } else { false } }
    ) {
      for (label, frames) in solved {
        deviations[phase, default: [:]][label] = zip(frames, first.frames).reduce(0) {
          zip($1.0, $1.1).reduce($0) { max($0, $1.0.deviation(from: $1.1)) }
        }
      }
    }
  }

  /// Whether a participant's first layout takes too long to go on with it.
  private mutating func cutOff(_ participant: Participant) throws(SceneError) -> Bool {
    guard !slow.contains(participant.label) else { return true }
    let layout = try participant.engine.resolve(scene, dialect: participant.dialect)
    let start = Clock.now
    do throws(LayoutError) {
      var session = try LayoutSession(layout, tree: scene.tree)
      try session.layOut()
    } catch {
      return false
    }
    guard Double(Clock.now - start) > Child.longestPass else { return false }
    slow.insert(participant.label)
    return true
  }

  /// Holds the frames of a cycle against each other: who stands against the majority is wrong; where
  /// there is none, all are.
  private func judge(
    _ solved: [(label: String, frames: [[Rect]])], _ cycle: Cycle,
    _ found: inout [String: Standing]
  ) {
    for state in cycle.changes.indices {
      var groups: [[(label: String, frames: [Rect])]] = []
      for (label, frames) in solved {
        let own = (label: label, frames: frames[state])
        if let index = groups.firstIndex(where: { difference($0[0].frames, own.frames) == nil }) {
          groups[index].append(own)
        } else {
          groups.append([own])
        }
      }
      guard groups.count > 1 else { continue }
      let right = CrossCheck.majority(
        of: groups.map { group in
          group.compactMap { entry in participants.first { $0.label == entry.label }?.dialect }
        })
      for (number, group) in groups.enumerated() where number != right {
        let judges = right.map { groups[$0] } ?? groups.first { $0[0].label != group[0].label }
        guard let other = judges else { continue }
        for (label, frames) in group {
          guard case .right? = found[label], let view = difference(other[0].frames, frames)
          else { continue }
          found[label] = .wrong(
            "\(text(of: cycle.changes[state])), \(cycle.hint): view "
              + "\(scene.tree.names[view]) is \(NumberText.write(frames[view])), "
              + "\(other[0].label) has \(NumberText.write(other[0].frames[view]))")
        }
      }
    }
  }

  private func difference(_ first: [Rect], _ second: [Rect]) -> Int? {
    first.indices.first { !first[$0].isClose(to: second[$0], within: CrossCheck.tolerance) }
  }

  /// The yardstick of a scene that nobody wrote by hand, and of phases in which that cannot be.
  private mutating func addReplay() {
    guard let first = right(in: standings)?.first else { return }
    let isWritten = if case .right? = standings["manual"] { true } else { false }
    if !isWritten {
      standings[Self.replay] = .right([first])
      for phase in cycles.keys {
        guard let cycle = right(in: cycleStandings[phase] ?? [:]) else {
          cycleStandings[phase]?[Self.replay] = .noSolution(
            "no engine's frames could be verified to replay")
          continue
        }
        // The last state of the cycle is the scene's own, and the first to be laid out.
        replays[phase] = ReplayLayout(states: [cycle[cycle.count - 1]] + cycle.dropLast())
        cycleStandings[phase]?[Self.replay] = .right(cycle)
      }
    }
    if let states = right(in: cycleStandings[.churn] ?? [:]) {
      standings[Self.replay] = .right([first])
      replays[.churn] = ReplayLayout(states: [states[1]])
      layoutsWithout[Self.replay] = ReplayLayout(states: [states[0]])
      cycleStandings[.churn]?[Self.replay] = .right(states)
    }
    guard standings[Self.replay] != nil else { return }
    participants.append(
      Participant(engine: ReplayEngine(states: [first]), dialect: .manual))
    layouts[Self.replay] = ReplayLayout(states: [first])
  }

  /// The frames of the first participant that is right.
  private func right(in standings: [String: Standing]) -> [[Rect]]? {
    for participant in participants {
      if case .right(let frames)? = standings[participant.label] { return frames }
    }
    return nil
  }

  /// What came of a participant for a phase.
  func standing(of label: String, in phase: Phase) -> Standing? {
    guard phase.isCycle else { return standings[label] }
    if case .right? = standings[label] { return cycleStandings[phase]?[label] }
    return standings[label]
  }

  /// A participant's layout, as it is timed in a phase.
  func layout(of label: String, in phase: Phase) -> (any ResolvedLayout)? {
    if label == Self.replay, let replay = replays[phase] { return replay }
    return layouts[label]
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

  /// What a message says of a difference.
  static func text(of difference: CrossCheck.Difference) -> String {
    let step = difference.step.map { "step \($0): " } ?? ""
    return "\(step)view \(difference.view) is \(NumberText.write(difference.found)), "
      + "\(difference.reference) has \(NumberText.write(difference.expected))"
  }
}
