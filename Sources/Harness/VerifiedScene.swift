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
  let sizes: [Size]
  /// Each participant's layout, by label.
  private(set) var layouts: [String: any ResolvedLayout] = [:]
  /// What came of the scene itself, all its steps included; frames of the first layout.
  private(set) var standings: [String: Standing] = [:]
  /// What came of the cycle of root sizes.
  private(set) var cycleStandings: [String: Standing] = [:]
  private(set) var participants: [Participant] = []
  /// Labels of those that took too long.
  private(set) var slow: Set<String> = []

  /// Verifies a scene, and then over a cycle of root sizes.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - cycle: how many root sizes.
  ///   - among: who takes part.
  ///   - slow: labels of those that were too slow for a smaller scene of the kind.
  /// - Throws: `SceneError` for what is wrong with the text of a dialect.
  init(
    _ scene: Scene, cycle: Int, among candidates: [Participant], slow: Set<String> = []
  ) throws(SceneError) {
    self.scene = scene
    self.slow = slow
    sizes = ResizeCycle.sizes(of: scene, length: cycle)
    var taking: [Participant] = []
    for participant in candidates {
      guard try cutOff(participant) else {
        taking.append(participant)
        continue
      }
      let standing = Standing.cutOff(
        slow.contains(participant.label)
          ? "a smaller scene of the kind took more than 2 s" : "the first pass takes more than 2 s")
      participants.append(participant)
      standings[participant.label] = standing
      cycleStandings[participant.label] = standing
    }
    let check = try CrossCheck(scene, participants: taking)
    var solved: [(label: String, frames: [[Rect]])] = []
    // The second time round, so that a plan that remembers shows it.
    let changes = (sizes + sizes).map { Change.resize($0) }
    for (participant, verdict) in check.verdicts {
      let label = participant.label
      participants.append(participant)
      let layout = try participant.engine.resolve(scene, dialect: participant.dialect)
      layouts[label] = layout
      switch verdict {
      case .agrees: break
      case .differs(let difference): standings[label] = .wrong(Self.text(of: difference))
      case .leftOut(let reason):
        standings[label] = .unsupported(reason.message(file: scene.file))
      case .noLayout(let failure):
        standings[label] = .noSolution(failure.reason.message(file: scene.file, step: failure.step))
      }
      if scene.tree.count == 1 { standings[label] = .unsupported("the scene has no views") }
      if let standing = standings[label] {
        cycleStandings[label] = standing
        continue
      }
      do throws(SolvedScene.Failure) {
        let first = try SolvedScene(
          scene, by: participant, layout: layout, changes: [], withFindings: false
        ).states
        standings[label] = .right(first.map(\.frames))
      } catch {
        standings[label] = .noSolution(error.reason.message(file: scene.file))
      }
      do throws(SolvedScene.Failure) {
        let states = try SolvedScene(
          scene, by: participant, layout: layout, changes: changes, withFindings: false
        ).states.suffix(sizes.count).map(\.frames)
        solved.append((label, Array(states)))
        cycleStandings[label] = .right(Array(states))
      } catch {
        let size = error.step.map { sizes[($0 - 1) % sizes.count] } ?? scene.tree.rootSize
        cycleStandings[label] = .noSolution(
          "root \(NumberText.write(size)), \(Self.cycleHint): "
            + error.reason.message(file: scene.file))
      }
    }
    judge(solved)
    addReplay()
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

  /// Where sizes come from that the scene does not name.
  private static let cycleHint =
    "one of the sizes that bench goes through ('resize' steps in the scene say which it holds at)"

  /// Holds the frames of the cycle against each other: who stands against the majority is wrong; where
  /// there is none, all are.
  private mutating func judge(_ solved: [(label: String, frames: [[Rect]])]) {
    for state in sizes.indices {
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
          guard case .right = cycleStandings[label],
            let view = difference(other[0].frames, frames)
          else { continue }
          cycleStandings[label] = .wrong(
            "root \(NumberText.write(sizes[state])), \(Self.cycleHint): view "
              + "\(scene.tree.names[view]) is \(NumberText.write(frames[view])), "
              + "\(other[0].label) has \(NumberText.write(other[0].frames[view]))")
        }
      }
    }
  }

  private func difference(_ first: [Rect], _ second: [Rect]) -> Int? {
    first.indices.first { !first[$0].isClose(to: second[$0], within: CrossCheck.tolerance) }
  }

  /// The yardstick of a scene that nobody wrote by hand.
  private mutating func addReplay() {
    if case .right = standings["manual"] { return }
    func frames(_ standings: [String: Standing]) -> [[Rect]]? {
      for participant in participants {
        if case .right(let frames)? = standings[participant.label] { return frames }
      }
      return nil
    }
    guard let first = frames(standings)?.first else { return }
    let label = "replay (manual)"
    standings[label] = .right([first])
    var states = [(root: scene.tree.rootSize, frames: first)]
    if let cycle = frames(cycleStandings) {
      // The scene's own size is the last of the cycle, and the first to be laid out.
      states = [(sizes[sizes.count - 1], cycle[cycle.count - 1])]
      states += zip(sizes, cycle).dropLast().map { (root: $0, frames: $1) }
      cycleStandings[label] = .right(cycle)
    } else {
      cycleStandings[label] = .noSolution("no engine's frames could be verified to replay")
    }
    let engine = ReplayEngine(states: states)
    participants.append(Participant(engine: engine, dialect: .manual))
    layouts[label] = ReplayLayout(states: states)
  }

  /// What came of a participant for a phase.
  func standing(of label: String, in phase: Phase) -> Standing? {
    phase == .resize ? cycleStandings[label] : standings[label]
  }

  static func text(of difference: CrossCheck.Difference) -> String {
    let step = difference.step.map { "step \($0): " } ?? ""
    return "\(step)view \(difference.view) is \(NumberText.write(difference.found)), "
      + "\(difference.reference) has \(NumberText.write(difference.expected))"
  }
}
