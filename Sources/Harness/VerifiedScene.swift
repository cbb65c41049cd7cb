import LayoutModel

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
  }

  let scene: Scene
  let sizes: [Size]
  /// Each participant's layout and standing, by label.
  private(set) var layouts: [String: any ResolvedLayout] = [:]
  private(set) var standings: [String: Standing] = [:]
  private(set) var participants: [Participant] = []

  /// Verifies a scene over a cycle of root sizes.
  ///
  /// - Throws: `SceneError` for what is wrong with the text of a dialect.
  init(
    _ scene: Scene, cycle: Int, engines: [any LayoutEngine] = Engines.all
  ) throws(SceneError) {
    self.scene = scene
    sizes = ResizeCycle.sizes(from: scene.tree.rootSize, length: cycle)
    let check = try CrossCheck(scene, engines: engines)
    var solved: [(label: String, frames: [[Rect]])] = []
    for (participant, verdict) in check.verdicts {
      let label = participant.label
      participants.append(participant)
      let layout = try participant.engine.resolve(scene, dialect: participant.dialect)
      layouts[label] = layout
      // The second time round, so that a plan that remembers shows it.
      let changes = (sizes + sizes).map { Change.resize($0) }
      do throws(SolvedScene.Failure) {
        let states = try SolvedScene(
          scene, by: participant, layout: layout, changes: changes
        ).states.suffix(sizes.count).map(\.frames)
        solved.append((label, Array(states)))
        standings[label] = .right(Array(states))
      } catch {
        standings[label] = .noSolution(error.reason.message(file: scene.file))
      }
      switch verdict {
      case .agrees: break
      case .differs(let difference): standings[label] = .wrong(Self.text(of: difference))
      case .leftOut(let reason):
        standings[label] = .unsupported(reason.message(file: scene.file))
      case .noLayout(let failure):
        standings[label] = .noSolution(failure.reason.message(file: scene.file, step: failure.step))
      }
    }
    judge(solved)
    addReplay()
  }

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
          guard case .right = standings[label],
            let view = difference(other[0].frames, frames)
          else { continue }
          standings[label] = .wrong(
            "root \(sizes[state].width) × \(sizes[state].height): view "
              + "\(scene.tree.names[view]) is \(Self.text(of: frames[view])), "
              + "\(other[0].label) has \(Self.text(of: other[0].frames[view]))")
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
    var verified: [[Rect]]?
    for participant in participants where verified == nil {
      if case .right(let frames)? = standings[participant.label] { verified = frames }
    }
    guard let frames = verified else { return }
    let states = zip(sizes, frames).map { (root: $0, frames: $1) }
    // The scene's own size is the last of the cycle, and the first to be laid out.
    let engine = ReplayEngine(states: [states[states.count - 1]] + states.dropLast())
    participants.append(Participant(engine: engine, dialect: .manual))
    layouts["replay (manual)"] = ReplayLayout(states: engine.states)
    standings["replay (manual)"] = .right(frames)
  }

  static func text(of difference: CrossCheck.Difference) -> String {
    let step = difference.step.map { "step \($0): " } ?? ""
    return "\(step)view \(difference.view) is \(text(of: difference.found)), "
      + "\(difference.reference) has \(text(of: difference.expected))"
  }

  static func text(of frame: Rect) -> String {
    let sides = [frame.x, frame.y, frame.width, frame.height]
    return "[" + sides.map { NumberText.write($0) }.joined(separator: ", ") + "]"
  }
}
