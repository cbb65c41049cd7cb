import LayoutBenchTiming
import LayoutModel

/// A scene with the scripts of its phases, and the frames that they must give.
///
/// Every engine was run through every state that will be timed, and the frames were compared with
/// each other: no engine is timed on a scene that it gets wrong.
struct VerifiedScene {
  /// The maximum time of a first layout, seconds; a longer one is cut off.
  static let longestPass = 2.0
  /// Scripts are shortened, for all engines alike, until the slowest takes no longer than this,
  /// seconds.
  ///
  /// Ten times the longest of the suite: the length should be that of the scene, and not
  /// of the speed of a machine or of the order in which engines were tried.
  static let longestScript = 1.0
  /// The lengths that scripts may have, in steps.
  static let lengths = [64, 16, 4]
  /// Scenes with more views have no programs but for their first layout.
  static let mostProgramViews = 1000

  /// A script with the frames that it must give.
  struct Verified {
    let script: Script
    /// The frames after each step, those of the scene itself first.
    let states: [[Rect]]
    /// The steps that change a frame, and how many frames they change on average.
    let moved: (steps: Int, frames: Double)
    /// The range within which sizes lie around the scene's own.
    let reach: ScriptDraft.Reach
    /// The length that was requested, one of `lengths`.
    let length: Int
    /// The number of times that steps were drawn again, because too few frames changed.
    let draw: Int
    /// The set of scripts that it belongs to, from 0: each has random numbers of its own.
    let set: Int
  }

  /// Views that come and go.
  struct Removals {
    /// The views, in a drawn order.
    var views: [ViewID] = []
    /// Those that are out in the passes of `churn`, one after the other: all of them, then halves,
    /// no half twice.
    var absences: [[ViewID]] = []
  }

  let scene: Scene
  private(set) var participants: [Participant] = []
  /// Labels of the participants that took too long.
  private(set) var slow: Set<String> = []
  /// The scripts of phases in which frames change, one for each set; a set is left out whose script
  /// would have another length, or that no engine lays out.
  private(set) var scriptSets: [Phase: [Verified]] = [:]
  /// The frames of the scene itself; `nil` where no engine is right.
  private(set) var frames: [Rect]?
  /// Views whose absence leaves every other view at a position on which the engines agree.
  private(set) var removals = Removals()
  /// The number of attributes that an engine which detects it finds ambiguous in the first layout,
  /// by label.
  private(set) var ambiguous: [String: Int] = [:]
  /// Each participant's layout, by label.
  private var layouts: [String: any ResolvedLayout] = [:]
  /// The result on the scene itself, all its steps included.
  private var standings: [String: Verdict] = [:]
  /// The phases in whose scripts no step moves a frame: nothing is timed in them.
  private(set) var still: [Phase] = []
  /// The result on the script of a phase.
  private var scriptStandings: [Phase: [String: Verdict]] = [:]

  /// Verifies a scene, and then the scripts of some phases.
  ///
  /// - Parameters:
  ///   - scene: the scene; its views are all there.
  ///   - phases: the phases that will be timed.
  ///   - seed: the seed that scripts are drawn from.
  ///   - candidates: the participants.
  ///   - slow: labels of the participants that were too slow for a smaller scene of the kind.
  ///   - sets: the number of scripts of each phase.
  ///   - known: the scripts of another Run, whose lengths and reaches are taken.
  /// - Throws: `SceneError` for a mistake in the text of a dialect.
  init(
    _ scene: Scene, phases: [Phase], seed: UInt64, among candidates: [Participant],
    slow: Set<String> = [], sets: Int = 1, known: [Run.ScriptRecord]? = nil
  ) throws(SceneError) {
    self.scene = scene
    self.slow = slow
    var taking: [Participant] = []
    for participant in candidates {
      guard try cutOff(participant) else {
        taking.append(participant)
        continue
      }
      participants.append(participant)
      standings[participant.label] = .cutOff(
        slow.contains(participant.label)
          ? "a smaller scene of the same kind took more than 2 s"
          : "the first pass takes more than 2 s")
    }
    let check = try CrossCheck(scene, participants: taking)
    layouts = check.layouts
    for (participant, verdict) in check.verdicts {
      participants.append(participant)
      standings[participant.label] =
        scene.tree.count == 1 ? .nothingToDo("the scene has no views") : verdict
    }
    let first = participants.first {
      standings[$0.label]?.isRight == true && !$0.engine.traits.isPeer
    }
    frames = first.flatMap { check.solved[$0.label]?.states[0].frames }
    guard frames != nil else { return }
    findAmbiguous()
    if phases.contains(.churn) || phases.contains(.session) { findRemovable(seed) }
    for phase in phases where phase.isScript { verify(phase, seed, sets, known ?? []) }
  }

  /// Finds ambiguous attributes, by engines that can detect them.
  private mutating func findAmbiguous() {
    guard scene.tree.count <= Self.mostProgramViews else { return }
    for participant in right where participant.form == .plan && participant.engine.traits.explains {
      guard let layout = layouts[participant.label],
        var session = try? LayoutSession(layout, tree: scene.tree),
        (try? session.layOut()) != nil, let findings = try? session.findings()
      else { continue }
      ambiguous[participant.label] = findings.ambiguous.count
    }
  }

  // MARK: - Results

  /// The scripts of the first set, which counts and batch sizes are of.
  var scripts: [Phase: Verified] { scripts(ofSet: 0) }

  /// The number of sets of scripts.
  var setCount: Int { scriptSets.values.map(\.count).max() ?? 1 }

  /// The scripts of a set; those of another one in phases that have fewer.
  func scripts(ofSet set: Int) -> [Phase: Verified] { scriptSets.mapValues { $0[set % $0.count] } }

  /// The result of a participant in a phase.
  func standing(of label: String, in phase: Phase) -> Verdict? {
    // A peer's process cannot be timed in its first work.
    let isPeer = participants.contains { $0.label == label && $0.engine.traits.isPeer }
    if isPeer, phase == .cold { return nil }
    guard phase.isScript, standings[label]?.isRight == true else { return standings[label] }
    if let verdict = scriptStandings[phase]?[label] { return verdict }
    guard phase == .fit, !isPeer, scriptSets[phase] != nil,
      let participant = participants.first(where: { $0.label == label }), isSmallEnough(participant)
    else { return nil }
    // Others tell it: that this engine does not is a finding.
    return .cannotState(.cannotState("the least height at a width"))
  }

  /// The largest difference of a participant's frames from those expected and those of the others,
  /// points.
  func deviation(of label: String, in phase: Phase) -> Double? {
    guard case .agrees(let own)? = standings[label] else { return nil }
    guard case .agrees(let later)? = scriptStandings[phase]?[label] else { return own }
    return max(own, later)
  }

  /// The sum over the verified frames of all states of a phase.
  func checksum(of phase: Phase) -> Double? {
    let states =
      phase.isScript ? scriptSets[phase].map { $0.flatMap(\.states) } : frames.map { [$0] }
    return states?.reduce(0) { sum, state in
      (phase == .fit ? state.prefix(1) : state.dropFirst()).reduce(sum) {
        $1.x.isNaN ? $0 : $0 + Stopwatch.share(of: $1)
      }
    }
  }

  /// A participant's layout.
  func layout(of label: String) -> (any ResolvedLayout)? { layouts[label] }

  /// True if a phase has a script or verdicts.
  func offers(_ phase: Phase) -> Bool {
    phase.isScript
      ? scriptSets[phase] != nil || scriptStandings[phase] != nil
      : frames != nil || !standings.isEmpty
  }

  // MARK: - Scripts

  private var right: [Participant] {
    participants.filter { standings[$0.label]?.isRight == true }
  }

  /// Draws the scripts of a phase in the widest reach in which the engines agree, and stores the
  /// result.
  private mutating func verify(
    _ phase: Phase, _ seed: UInt64, _ sets: Int, _ known: [Run.ScriptRecord]
  ) {
    let everybody = participants(in: phase)
    guard !everybody.isEmpty else { return }
    let records = known.filter { record in
      record.phase == phase.rawValue && Self.lengths.contains(record.length)
        && ScriptDraft.Reach(rawValue: record.reach) != nil
    }
    let record = records.first { $0.set == nil }
    let numbers = record == nil ? Array(0..<sets) : records.prefix(sets).map { $0.set ?? 0 }
    let grid = gridSizes(everybody)
    for reach in ScriptDraft.Reach.allCases where record.map({ $0.reach == reach.rawValue }) ?? true
    {
      let isLast = record != nil || reach == ScriptDraft.Reach.allCases.last
      var drawing = Drawing(
        phase: phase, reach: reach, isLast: isLast, grid: grid, everybody: everybody,
        length: record.flatMap { Self.lengths.firstIndex(of: $0.length) } ?? 0)
      var found: [Verified] = []
      var standings: [String: Verdict] = [:]
      var isDisagreed = false
      var isStill = false
      for set in numbers where !isDisagreed {
        let own = records.first { ($0.set ?? 0) == set }
        switch attempt(&drawing, set, seed, draw: own?.draw) {
        case .nothingToChange:
          if set == 0 { return }
        case .unknown(let all):
          guard set > 0 else {
            scriptStandings[phase] = all
            return
          }
        case .disagreement: isDisagreed = set == 0 || !isLast
        case .nothingMoves:
          isStill = set == 0
          isDisagreed = isStill || !isLast
        case .verified(let script, let all):
          let length = found.first?.script.count ?? script.script.count
          guard script.script.count == length else { continue }
          found.append(script)
          // An engine that loses one script is not timed.
          standings.merge(all) { $0.orWorse($1) }
        }
        drawing.isLengthKnown = true
      }
      if isStill, isLast { still.append(phase) }
      guard !isDisagreed, !found.isEmpty else { continue }
      scriptStandings[phase] = standings
      scriptSets[phase] = found
      return
    }
  }

  /// The scripts of a phase while they are drawn.
  private struct Drawing {
    let phase: Phase
    let reach: ScriptDraft.Reach
    /// True if there is no narrower reach to go to.
    let isLast: Bool
    let grid: GridSizes?
    let everybody: [Participant]
    /// The place of their length in the lengths that scripts may have.
    var length: Int
    /// True once a script has determined the length of all.
    var isLengthKnown = false
    /// The labels of participants that take too long for the shortest script.
    var cutOff: Set<String> = []
  }

  /// The result of drawing a script.
  private enum Attempt {
    /// The scene has nothing to change in the phase.
    case nothingToChange
    /// No engine has frames for it.
    case unknown([String: Verdict])
    /// Engines disagree within this reach, or too few steps move a frame.
    case disagreement
    /// Engines agree, and no step moves a frame.
    case nothingMoves
    /// Some engines agree on all its frames.
    case verified(Verified, [String: Verdict])
  }

  /// Draws one script, and runs every engine through it.
  ///
  /// - Parameters:
  ///   - drawing: its phase and reach.
  ///   - set: its number.
  ///   - seed: the seed of the Run.
  ///   - known: the number of times that steps are known to have been drawn again.
  /// - Returns: the result.
  private func attempt(
    _ drawing: inout Drawing, _ set: Int, _ seed: UInt64, draw known: Int?
  ) -> Attempt {
    let (phase, everybody) = (drawing.phase, drawing.everybody)
    // Peers do not decide what is timed.
    let peers = Set(everybody.filter(\.engine.traits.isPeer).map(\.label))
    var random = SplitMix64(seed: seed, child: set, round: -7)
    let seed = set == 0 ? seed : random.next()
    // Steps that move nothing are drawn again, where too few move something.
    var kept: Script?
    for draw in 0...(known ?? Self.mostDraws - 1) {
      // The first draw determines the length, so that a record of the last one suffices.
      if known != nil || draw > 0 { drawing.isLengthKnown = true }
      guard let drawn = script(&drawing, seed, draw, removals.views) else {
        return .nothingToChange
      }
      var script = kept.map { $0.extended(by: drawn) } ?? drawn
      var found = run(script, everybody, cutOff: drawing.cutOff)
      func isAgreed() -> Bool {
        found.standings.allSatisfy { label, verdict in
          verdict.isRight || verdict.isNoFault || peers.contains(label)
        }
      }
      let isLastDraw = draw >= known ?? (Self.mostDraws - 1)
      // With other contents, other views may be those whose absence leaves the rest in place:
      // then others come and go. A draw should not decide which engines a scene has.
      if phase == .session, !removals.views.isEmpty, !isLastDraw,
        !isAgreed() || !isFollowed(script, found.standings, everybody)
      {
        continue
      }
      if phase == .session, !removals.views.isEmpty, !isAgreed() {
        // In the end none come and go.
        guard let calm = self.script(&drawing, seed, draw, []) else { return .nothingToChange }
        (script, found) = (calm, run(calm, everybody, cutOff: drawing.cutOff))
      }
      guard drawing.isLast || isAgreed() else { return .disagreement }
      guard let states = found.states else { return .unknown(found.standings) }
      let moves = Self.moves(script, states)
      let moved = moves.count { $0 > 0 }
      let share = phase == .edit || phase == .type || phase == .bind ? 0.8 : 0
      guard moved > 0, Double(moved) >= share * Double(script.count) else {
        kept = script.keeping { moves[$0] > 0 }
        if isLastDraw, moved == 0 { return .nothingMoves }
        continue
      }
      guard known == nil || draw == known else { continue }
      let verified = Verified(
        script: script, states: states,
        moved: (moved, Double(moves.reduce(0, +)) / Double(max(1, script.count))),
        reach: drawing.reach, length: Self.lengths[drawing.length], draw: draw, set: set)
      return .verified(verified, found.standings)
    }
    return .disagreement
  }

  /// True if no engine of ours that can follow the steps of a script lost its layout by a removal.
  private func isFollowed(
    _ script: Script, _ standings: [String: Verdict], _ everybody: [Participant]
  ) -> Bool {
    everybody.allSatisfy { participant in
      guard !participant.engine.traits.isPeer, participant.canBeTold(script.changes, of: scene)
      else { return true }
      return standings[participant.label]?.isRight ?? true
    }
  }

  /// The number of times that steps are drawn.
  private static let mostDraws = 4

  /// A script that does not take too long; `nil` where the scene has nothing to change.
  private func script(
    _ drawing: inout Drawing, _ seed: UInt64, _ draw: Int, _ removable: [ViewID]
  ) -> Script? {
    while true {
      var draft = ScriptDraft(
        scene, drawing.phase, seed: seed, reach: drawing.reach, draw: draw, removable: removable,
        absences: removals.absences, grid: drawing.grid)
      guard let script = draft.script(drawing.phase, length: Self.lengths[drawing.length]) else {
        return nil
      }
      guard !drawing.isLengthKnown else { return script }
      let slow = slowEngines(script, drawing.everybody)
      guard drawing.length + 1 < Self.lengths.count, !slow.isEmpty else {
        drawing.cutOff = Set(slow.filter { $0.seconds > Self.longestPass }.map(\.label))
        return script
      }
      drawing.length += 1
    }
  }

  /// The sizes that all engines that round can lay out; `nil` where no engine rounds.
  private func gridSizes(_ everybody: [Participant]) -> GridSizes? {
    let distances = everybody.compactMap { (layouts[$0.label] as? any TimedElsewhere)?.grid }
    guard let distance = distances.max(), distance > 0,
      let judge = everybody.first(where: { !$0.engine.traits.isPeer }),
      let layout = layouts[judge.label]
    else { return nil }
    return GridSizes(distance, layout, scene.tree)
  }

  /// The participants that are right and take part in a phase.
  private func participants(in phase: Phase) -> [Participant] {
    right.filter { participant in
      isSmallEnough(participant) && (phase != .fit || tellsLeastHeight(participant))
    }
  }

  /// True unless it is the program of a scene with too many views.
  private func isSmallEnough(_ participant: Participant) -> Bool {
    participant.form == .plan || scene.tree.count - 1 <= Self.mostProgramViews
  }

  /// True if an engine reports a positive least height, without entries that depend on the height.
  private func tellsLeastHeight(_ participant: Participant) -> Bool {
    let entries = scene.variations[participant.dialect]?.entries ?? []
    guard !entries.contains(where: { $0.condition?.heights != nil }),
      let layout = layouts[participant.label],
      var session = try? LayoutSession(layout, tree: scene.tree),
      (try? session.layOut()) != nil,
      let height = try? session.fittingHeight(width: scene.tree.rootSize.width)
    else { return false }
    return height > 0
  }

  /// The engines that take long for a script, each with its time, seconds: estimated from steps of
  /// every kind.
  private func slowEngines(
    _ script: Script, _ everybody: [Participant]
  ) -> [(label: String, seconds: Double)] {
    let sample = script.prefix(script.countOfEveryKind(Self.sampledSteps))
    var slow: [(label: String, seconds: Double)] = []
    for participant in everybody
    where !participant.engine.traits.isPeer && !participant.engine.traits.checksScripts {
      guard let layout = layouts[participant.label] else { continue }
      // What is read once, and then known, is not part of a pass.
      _ = Self.seconds(of: sample, script, layout, scene.tree)
      let seconds = Self.seconds(of: sample, script, layout, scene.tree)
      if seconds > Self.longestScript { slow.append((participant.label, seconds)) }
    }
    return slow
  }

  /// The steps of each kind that the time of a script is estimated from.
  private static let sampledSteps = 3

  /// The time for a script, seconds: of each kind of step as many as there are, at the mean time of
  /// those in a sample.
  private static func seconds(
    of sample: Script, _ script: Script, _ layout: any ResolvedLayout, _ tree: ViewTree
  ) -> Double {
    guard var session = try? LayoutSession(layout, tree: tree), (try? session.layOut()) != nil
    else { return 0 }
    var spent: [Phase: (seconds: Double, count: Int)] = [:]
    var sum = 0.0
    for index in 0..<sample.count where sum < longestScript {
      // Time that other processes use on the core does not shorten scripts.
      let start = Clock.threadTime
      for change in sample.step(index) { session.apply(change) }
      guard (try? session.layOut()) != nil else { break }
      let seconds = Double(Clock.threadTime - start) / 1e9
      sum += seconds
      let before = spent[sample.kinds[index]] ?? (0, 0)
      spent[sample.kinds[index]] = (before.seconds + seconds, before.count + 1)
    }
    return spent.reduce(0) { total, kind in
      let count = script.kinds.count { $0 == kind.key }
      return total + kind.value.seconds * Double(count) / Double(kind.value.count)
    }
  }

  /// Runs every participant through a script, and compares the frames; but for those that take too
  /// long.
  private func run(
    _ script: Script, _ everybody: [Participant], cutOff: Set<String>
  ) -> (standings: [String: Verdict], states: [[Rect]]?) {
    var found: [String: Verdict] = [:]
    var entries: [Agreement.Entry] = []
    var peers: [Agreement.Entry] = []
    let absent = script.absences(in: scene.tree)
    for participant in everybody {
      guard let layout = layouts[participant.label] else { continue }
      guard !cutOff.contains(participant.label) else {
        found[participant.label] = .cutOff("a script of \(script.count) steps takes more than 2 s")
        continue
      }
      guard participant.canBeTold(script.changes, of: scene) else {
        found[participant.label] = .cannotStateLater("steps that change the constraints")
        continue
      }
      do throws(ScriptFailure) {
        let entry = Agreement.Entry(
          label: participant.label, dialect: participant.dialect,
          states: try script.states(of: layout, in: scene.tree, absent))
        if participant.engine.traits.isPeer { peers.append(entry) } else { entries.append(entry) }
      } catch {
        found[participant.label] = failure(error, of: script)
      }
    }
    // Calls and other statements that lost a view may define another layout, which is no fault of
    // the engine: engines that take views out in place decide.
    let following = entries.filter { entry in
      everybody.contains { $0.label == entry.label && $0.followsRemovals }
    }
    if script.kinds.contains(.churn), let judge = following.first,
      Agreement(following).dissents.allSatisfy({ $0 == nil })
    {
      entries.removeAll { entry in
        guard !following.contains(where: { $0.label == entry.label }) else { return false }
        let state = judge.states.indices.first {
          Agreement.difference(judge.states[$0], entry.states[$0]) != nil
        }
        guard let state, state > 0, script.kinds[state - 1] == .churn else { return false }
        found[entry.label] = .cannotStateLater(
          "\(text(ofStep: state - 1, script)): the rest of its \(entry.dialect) gives another layout"
        )
        return true
      }
    }
    let agreement = Agreement(entries)
    let (dissents, deviations) = (agreement.dissents, agreement.deviations)
    var states: [[Rect]]?
    for (index, entry) in entries.enumerated() {
      guard let dissent = dissents[index] else {
        found[entry.label] = .agrees(deviation: deviations[index])
        if states == nil { states = entry.states }
        continue
      }
      let difference = Difference(
        step: nil, view: scene.tree.names[dissent.view], reference: dissent.judge,
        expected: dissent.expected, found: dissent.found)
      let place = dissent.state == 0 ? "first" : text(ofStep: dissent.state - 1, script)
      found[entry.label] = .differsLater("\(place): \(difference.text)")
    }
    for peer in peers {
      found[peer.label] = states.map { verdict(of: peer, against: $0, script) }
    }
    return (found, states)
  }

  /// The verdict on a peer, compared with frames that are right.
  private func verdict(
    of peer: Agreement.Entry, against states: [[Rect]], _ script: Script
  ) -> Verdict {
    let grid = (layouts[peer.label] as? any TimedElsewhere)?.grid ?? 0
    guard let (state, view) = Agreement.difference(from: states, of: peer.states, within: grid)
    else { return .agrees(deviation: Agreement.deviation(states, peer.states)) }
    let difference = Difference(
      step: nil, view: scene.tree.names[view], reference: "verified frames",
      expected: states[state][view], found: peer.states[state][view])
    let place = state == 0 ? "first" : text(ofStep: state - 1, script)
    guard !GridSizes.areRounded(peer.states[state], of: states[state], grid) else {
      return .cannotStateLater("\(place): \(CrossCheck.offGrid(grid))")
    }
    return .differsLater("\(place): \(difference.text)")
  }

  private func failure(_ failure: ScriptFailure, of script: Script) -> Verdict {
    let place = failure.step.map { "\(text(ofStep: $0, script)): " } ?? ""
    let message = place + failure.error.message(file: scene.file)
    switch failure.error {
    case .crashed: return .crashed(message)
    case .outOfTime: return .cutOff(message)
    default: break
    }
    // Calls that lost a view may define nothing any more; that is no fault of the engine.
    let isAbsence = failure.step.map { script.kinds[$0] == .churn } ?? false
    return failure.error.isUnstated || isAbsence
      ? .cannotStateLater(message) : .noLayoutLater(message)
  }

  private func text(ofStep step: Int, _ script: Script) -> String {
    let words = script.step(step).prefix(2).map { change in
      switch change {
      case .resize(let size): "root \(NumberText.write(size))"
      case .intrinsic(let view, let size):
        "view \(scene.tree.name(of: view)) with a content of \(NumberText.write(size))"
      case .text(let view, let text):
        "view \(scene.tree.name(of: view)) with the text '\(text.string.shortened(to: 40))'"
      case .removal(let view): "without view \(scene.tree.name(of: view))"
      case .addition(let view): "with view \(scene.tree.name(of: view)) again"
      case .activation(let name, let isActive): "'\(name)' \(isActive ? "" : "de")activated"
      case .priority(let name, let priority): "'\(name)' at \(NumberText.write(priority))"
      case .number(let place, let value):
        "\(scene.tree.numbers.names[place]) = \(NumberText.write(value))"
      case .fit(let width): "a width of \(NumberText.write(width))"
      }
    }
    return "\(script.kinds[step].rawValue) step \(step + 1), \(words.joined(separator: ", "))"
  }

  /// The number of frames that each step of a script changes.
  private static func moves(_ script: Script, _ states: [[Rect]]) -> [Int] {
    (0..<script.count).map { index in
      // The answer to a request for the least size is stored as the root's frame.
      let views = script.kinds[index] == .fit ? 0..<1 : 1..<states[index].count
      return views.count { !states[index][$0].isSame(as: states[index + 1][$0]) }
    }
  }

  // MARK: - Views that come and go

  /// Finds views whose absence leaves every other view determined: all engines agree on its
  /// position.
  private mutating func findRemovable(_ seed: UInt64) {
    var random = SplitMix64(seed: seed, child: scene.tree.count, round: -3)
    let tree = scene.tree
    // The number of views in each: superviews stand before their subviews.
    var sizes = Array(repeating: 1, count: tree.count)
    for view in tree.views.dropFirst().reversed() {
      sizes[(tree.superview(of: view) ?? .root).index] += sizes[view.index]
    }
    // A removal costs by the views that go and those that stay beside them. By name, so that the order in
    // which a file has them does not matter.
    let ranked = tree.views.dropFirst().map { view in
      let beside = sizes[(tree.superview(of: view) ?? .root).index]
      return (view: view, rank: (sizes[view.index], beside, tree.name(of: view)))
    }.sorted { $0.rank < $1.rank }
    var places = EvenNumbers.places(&random)
    let candidates = places.order(of: ranked.map(\.view), atMost: 32)
    let everybody = participants(in: .churn).filter { !$0.engine.traits.isPeer }
    // Engines that remove in place decide; those that make a new plan are compared with them later.
    let following = everybody.filter(\.followsRemovals)
    guard following.contains(where: { !$0.engine.traits.isYardstick }) else { return }
    // Where enough views are such that all engines can do without, no engine loses its cell.
    var judges = everybody
    var views = removable(among: candidates, by: everybody)
    if views.count < Self.leastRemovable {
      judges = following
      views = removable(among: candidates, by: following)
    }
    removals.views = views
    guard views.count >= Self.leastRemovable else { return }
    removals.absences = [views]
    for _ in 0..<2 * Self.mostHalves where removals.absences.count <= Self.mostHalves {
      let drawn = Set(views.shuffled(using: &random).prefix(views.count / 2))
      let half = views.filter { drawn.contains($0) }
      guard !removals.absences.contains(half), isRemovable(half, judges) else { continue }
      removals.absences.append(half)
    }
  }

  /// The number of views that a script of removals needs.
  private static let leastRemovable = 4
  /// The number of passes of `churn` in which other views come than those that went.
  private static let mostHalves = 6

  /// The first views, at most 16, whose absence leaves every other one where engines agree.
  private func removable(
    among candidates: some Sequence<ViewID>, by engines: [Participant]
  ) -> [ViewID] {
    var found: [ViewID] = []
    for view in candidates where found.count < 16 {
      let isInside = found.contains {
        scene.tree.contains($0, view) || scene.tree.contains(view, $0)
      }
      guard !isInside else { continue }
      // A session takes out this one alone, and `churn` all of them at once, and halves.
      guard isRemovable([view], engines), found.isEmpty || isRemovable(found + [view], engines)
      else { continue }
      found.append(view)
    }
    return found
  }

  /// True if all agree on every other frame while views are out, and when they are back.
  private func isRemovable(_ views: [ViewID], _ everybody: [Participant]) -> Bool {
    var script = Script()
    script.append(views.map { .removal($0) }, .churn)
    script.append(views.reversed().map { .addition($0) }, .churn)
    let result = run(script, everybody, cutOff: [])
    guard result.standings.values.allSatisfy(\.isRight), let states = result.states else {
      return false
    }
    return isDetermined(
      without: views, states,
      by: Set(everybody.filter { !$0.engine.traits.isYardstick }.map(\.dialect)))
  }

  /// True if all other frames are determined without some views.
  private func isDetermined(
    without views: [ViewID], _ states: [[Rect]], by dialects: Set<DialectName>
  ) -> Bool {
    let gone = Set(views.flatMap { scene.tree.indices(in: $0) })
    // With a single dialect no other engine can contradict it, and code written by hand leaves the
    // others in place: then no frame may change.
    let isWritten = right.contains(where: \.engine.traits.isYardstick)
    guard dialects.count > 1, !isWritten else {
      return scene.tree.views.allSatisfy {
        gone.contains($0.index) || states[0][$0.index].isSame(as: states[1][$0.index])
      }
    }
    return states[1].indices.allSatisfy { gone.contains($0) || states[1][$0].isFinite }
  }

  // MARK: - Time limits

  /// True if a participant's first layout takes too long to go on with it.
  private mutating func cutOff(_ participant: Participant) throws(SceneError) -> Bool {
    guard !slow.contains(participant.label) else { return true }
    let layout: any ResolvedLayout
    do throws(SceneError) {
      layout = try participant.resolve(scene)
    } catch {
      guard error.mistake is CannotState else { throw error }
      return false
    }
    // Starting a process and having it read the scene is not part of the first pass.
    if participant.engine.traits.isPeer, (try? layout.plan()) == nil { return false }
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
}

/// The error for a script that an engine cannot complete.
struct ScriptFailure: Error {
  /// The step, from 0; `nil` for the first layout.
  let step: Int?
  let error: LayoutError
}

extension Script {
  /// The frames after each step, those of the first layout first; NaN for views that are out.
  ///
  /// - Throws: `ScriptFailure`.
  func states(
    of layout: any ResolvedLayout, in tree: ViewTree, _ absent: [Set<Int>]
  ) throws(ScriptFailure) -> [[Rect]] {
    var states: [[Rect]] = []
    states.reserveCapacity(count + 1)
    var step: Int?
    do throws(LayoutError) {
      var session = try LayoutSession(layout, tree: tree)
      try session.layOut()
      states.append(session.frames)
      for index in 0..<count {
        step = index
        for change in self.step(index) { session.apply(change) }
        try session.layOut()
        var frames = session.frames
        for view in absent[index] { frames[view] = .unknown }
        states.append(frames)
      }
    } catch {
      throw ScriptFailure(step: step, error: error)
    }
    return states
  }
}

extension Rect {
  /// True if it is the same rectangle; unknown ones are equal.
  func isSame(as other: Rect) -> Bool { self == other || (x.isNaN && other.x.isNaN) }
}

extension Verdict {
  /// True if an engine that is not right has made no mistake.
  var isNoFault: Bool { [.cannotState, .unsupported, .cutOff].contains(outcome) }
}
