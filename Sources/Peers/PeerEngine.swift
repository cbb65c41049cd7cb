import Constraints
package import LayoutBenchTiming
package import LayoutModel
import SLL
import Synchronization

/// An engine of other authors, in a process of its own.
package struct PeerEngine: LayoutEngine {
  /// `peer:kiwi`.
  package let traits: EngineTraits
  /// Its executable.
  package let peer: FoundPeer
  private let process: PeerProcess

  /// An engine that is started at the first request.
  package init(_ peer: FoundPeer) {
    self.init(peer, PeerProcess.of(peer))
  }

  init(_ peer: FoundPeer, _ process: PeerProcess) {
    self.peer = peer
    self.process = process
    var traits = EngineTraits(
      name: EngineName("peer", variant: peer.name),
      summary: "in a process of its own: \(peer.path)",
      dialects: [.constraints, .css, .sll])
    // Peers need not compute with doubles in the same order; their grids are known once they run.
    traits.exactness = .within(0.001)
    // They know no numbers that statements name.
    traits.follows = Set(Change.Kind.allCases).subtracting([.constant])
    // A peer keeps objects.
    traits.forms = [.program]
    traits.onlyWhereNamed = true
    traits.isPeer = true
    self.traits = traits
  }

  /// The engine itself: peers keep objects.
  package func program() -> (any LayoutEngine)? { self }

  /// CSS, constraints, or rules as constraints, whichever the peer prefers of what the scene has,
  /// for scenes without absent views or conditional entries.
  ///
  /// Texts are measured by the peer, if it reports that it can; no constraint contains their
  /// heights.
  package func dialects(of scene: Scene) -> [DialectName] {
    // A peer that does not report what it reads causes an error when a plan is requested.
    let hello = try? process.hello()
    let isWhole = scene.absent.isEmpty
    let dialect = (hello?.dialects ?? [.constraints]).first { dialect in
      let canMeasure = dialect == .css && hello?.follows?.contains("text") ?? false
      return isWhole && scene.layouts[dialect] != nil && scene.variations[dialect] == nil
        && (scene.tree.texts.isEmpty || canMeasure)
    }
    return dialect.map { [$0] } ?? []
  }

  /// Reads the layout; the peer reads it when the first plan is made.
  ///
  /// - Throws: `SceneError`.
  package func resolve(
    _ scene: Scene, dialect: DialectName
  ) throws(SceneError) -> any ResolvedLayout {
    do {
      return PeerLayout(process, scene.name, .success(try PeerScene(scene, dialect)))
    } catch let error as SceneError {
      throw error
    } catch let error as LayoutError where dialect == .sll {
      // The rules may be right: no constraints state them.
      guard case .notLinear(let view, let rule, _, let reason) = error else {
        return PeerLayout(process, scene.name, .failure(error))
      }
      let words = "rule \"\(rule.shortened(to: 120))\" of view \(view) as constraints: \(reason)"
      return PeerLayout(process, scene.name, .failure(.cannotState(words)))
    } catch {
      throw SceneError(
        file: scene.file, position: nil, mistake: CannotState("\(scene.name) to a peer: \(error)"))
    }
  }

  /// The kinds of changes for which it makes new objects, by its own account; none where it says
  /// nothing of changes, or does not run.
  package var rebuilt: Set<Change.Kind> {
    guard let follows = (try? process.hello())?.follows else { return [] }
    let words: [String: Change.Kind] = [
      "resize": .resize, "content": .content, "constant": .constant, "take": .removal,
      "put": .addition,
    ]
    return Set(words.values).subtracting(follows.compactMap { words[$0] })
  }

  /// Returns the description that the peer gives of itself.
  ///
  /// - Returns: its name, version, purpose and licence, the layouts that it reads and the grid that
  ///   it rounds to.
  /// - Throws: `LayoutError`.
  package func described() throws(LayoutError) -> Run.PeerRecord {
    let hello = try process.hello()
    return Run.PeerRecord(
      name: traits.name.description, version: hello.version, about: hello.about,
      license: hello.license, reads: hello.reads, grid: hello.grid)
  }
}

/// A scene that a peer lays out.
final class PeerLayout: TimedElsewhere {
  private let process: PeerProcess
  private let name: String
  /// The scene as it is sent, or the reason why it cannot be.
  private let scene: Result<PeerScene, LayoutError>
  /// The number of the scene in a process.
  private let loaded = Mutex<(generation: Int, number: Int, grid: Double)?>(nil)

  init(_ process: PeerProcess, _ name: String, _ scene: Result<PeerScene, LayoutError>) {
    self.process = process
    self.name = name
    self.scene = scene
  }

  var grid: Double { loaded.withLock { $0?.grid ?? 0 } }

  /// The scene's number in the process that runs.
  private func load() throws(LayoutError) -> (generation: Int, number: Int) {
    let hello = try process.hello()
    let generation = process.generation
    if let known = loaded.withLock({ $0 }), known.generation == generation {
      return (generation, known.number)
    }
    let number = try send(nil, [])
    let grid = hello.grid ?? 0
    loaded.withLock { $0 = (generation, number, grid) }
    return (generation, number)
  }

  /// Sends the scene to the peer, with the script of a phase.
  private func send(
    _ phase: String?, _ steps: [[Change]], _ views: [Int] = []
  ) throws(LayoutError) -> Int {
    let number = process.nextScene()
    let scene = try scene.get()
    var request = PeerRequest(do: "load", scene: number, as: scene)
    if let phase {
      request.scripts = [phase: steps.map { $0.compactMap { PeerChange($0, of: scene) } }]
      request.probes = [phase: views]
    }
    let answer = try process.ask(request, within: process.limits.load, "reading \(name)")
    guard answer.loaded == number else {
      throw .crashed("\(process.name) did not confirm that it has read \(name)")
    }
    if let phase, let reason = answer.cannot?[phase] { throw .cannotState(reason) }
    return number
  }

  func plan() throws(LayoutError) -> any LayoutPlan & ~Copyable {
    let (generation, number) = try load()
    let answer = try process.ask(
      PeerRequest(do: "plan", scene: number), of: generation, within: process.limits.plan,
      "making a plan of \(name)")
    guard let plan = answer.plan else {
      throw .crashed("\(process.name) gave no plan of \(name)")
    }
    return PeerPlan(process, generation, plan, try scene.get())
  }

  func batches(
    of steps: [[Change]], phase: String, views: [Int]
  ) throws(LayoutError) -> any BatchesElsewhere {
    _ = try load()
    let number = try send(phase, steps, views)
    return PeerBatches(process, process.generation, scene: number, named: name, phase)
  }
}

/// A plan in a peer.
private struct PeerPlan: LayoutPlan, ~Copyable {
  private let process: PeerProcess
  private let generation: Int
  private let number: Int
  private let scene: PeerScene
  private var changes: [PeerChange] = []
  private var root: Size?

  init(_ process: PeerProcess, _ generation: Int, _ number: Int, _ scene: PeerScene) {
    self.process = process
    self.generation = generation
    self.number = number
    self.scene = scene
  }

  deinit {
    guard process.generation == generation else { return }
    _ = try? process.ask(
      PeerRequest(do: "drop", plan: number), of: generation, within: process.limits.plan, "freeing")
  }

  mutating func pass(into frames: inout MutableSpan<Rect>) throws(LayoutError) {
    let request = PeerRequest(do: "pass", plan: number, changes: changes)
    changes = []
    let answer = try process.ask(
      request, of: generation, within: process.limits.plan, "laying out \(scene.name)")
    guard let numbers = answer.frames, numbers.count == 4 * (frames.count - 1) else {
      throw .crashed(
        "\(process.name) gave \(answer.frames?.count ?? 0) numbers, not \(4 * (frames.count - 1)), laying "
          + "out \(scene.name)")
    }
    if let root { frames[0] = Rect(x: 0, y: 0, width: root.width, height: root.height) }
    for view in 1..<frames.count {
      let place = 4 * (view - 1)
      frames[view] = Rect(
        x: numbers[place], y: numbers[place + 1], width: numbers[place + 2],
        height: numbers[place + 3])
    }
  }

  private mutating func note(_ change: Change) {
    if let change = PeerChange(change, of: scene) { changes.append(change) }
  }

  mutating func resize(to size: Size) {
    root = size
    note(.resize(size))
  }

  mutating func edit(_ view: ViewID, intrinsic: IntrinsicSize) { note(.intrinsic(view, intrinsic)) }

  mutating func edit(_ view: ViewID, text: Text) { note(.text(view, text)) }

  mutating func remove(_ view: ViewID) { note(.removal(view)) }

  mutating func restore(_ view: ViewID) { note(.addition(view)) }
}

/// Batches that a peer times.
private final class PeerBatches: BatchesElsewhere {
  private let process: PeerProcess
  private let generation: Int
  private let scene: Int
  private let name: String
  private let phase: String
  /// The seconds that a plan of the last batch took; `nil` before the first batch.
  private var secondsAPlan: Double?

  init(
    _ process: PeerProcess, _ generation: Int, scene: Int, named name: String, _ phase: String
  ) {
    self.process = process
    self.generation = generation
    self.scene = scene
    self.name = name
    self.phase = phase
  }

  func batch(
    plans: Int
  ) throws(LayoutError) -> (nanoseconds: UInt64, sum: Double, wasSwitched: Bool) {
    let request = PeerRequest(do: "time", scene: scene, plans: plans, phase: phase)
    let start = Clock.now
    let answer = try process.ask(
      request, of: generation, within: secondsAPlan.map { 5 + 10 * $0 * Double(plans) } ?? 60,
      "timing \(phase) of \(name)")
    let whole = Double(Clock.now - start)
    guard case .one(let nanoseconds)? = answer.ns, let sum = answer.sum,
      nanoseconds.isFinite, nanoseconds >= 1
    else { throw .crashed("\(process.name) gave no time, timing \(phase) of \(name)") }
    guard nanoseconds <= whole else {
      throw .badClock(
        "\(process.name) reports \(NumberText.write(nanoseconds)) ns within \(NumberText.write(whole))"
      )
    }
    secondsAPlan = max(1e-3, whole / 1e9 / Double(plans))
    return (UInt64(nanoseconds), sum, answer.switched ?? false)
  }

  func stepTimes() throws(LayoutError) -> [Double] {
    let answer = try process.ask(
      PeerRequest(do: "steps", scene: scene, phase: phase), of: generation,
      within: secondsAPlan.map { 5 + 10 * $0 } ?? 60, "timing the steps of \(name)")
    guard case .several(let times)? = answer.ns,
      times.allSatisfy({ $0 >= 0 && $0.isFinite })
    else { return [] }
    return times
  }

  func counts() throws(LayoutError) -> [String: Double] {
    let answer = try process.ask(
      PeerRequest(do: "count", scene: scene), of: generation, within: process.limits.plan,
      "counting \(name)")
    return (answer.counters ?? [:]).filter { $0.value.isFinite }
  }
}
