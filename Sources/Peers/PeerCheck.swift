import Foundation
import LayoutBenchTiming
package import LayoutModel

/// Checks the contract of peers, rule by rule, for `layoutbench peer check`.
package struct PeerCheck {
  /// A rule, and its violation where there is one.
  package struct Rule: Sendable {
    /// The rule, as a sentence that is true where the peer follows it.
    package let text: String
    /// A description of the violation; `nil` where the peer follows the rule.
    package let fault: String?
  }

  /// A scene, and states that it goes through, each with its right frames.
  package struct Known {
    let scene: Scene
    /// The first state has no changes.
    let states: [(changes: [Change], frames: [Rect])]

    /// A scene whose states follow each other.
    package init(scene: Scene, states: [(changes: [Change], frames: [Rect])]) {
      self.scene = scene
      self.states = states
    }
  }

  /// The rules that were tried, in order; if the first one is broken, no others are tried.
  package private(set) var rules: [Rule] = []
  private let peer: FoundPeer
  private let process: PeerProcess

  /// Tries a peer.
  ///
  /// - Parameters:
  ///   - peer: the executable.
  ///   - scenes: scenes with their right frames.
  package init(_ peer: FoundPeer, on scenes: [Known]) {
    self.peer = peer
    process = PeerProcess(peer)
    rules.append(rule("it describes itself within 30 s") { try process.hello() })
    guard rules[0].fault == nil else { return }
    let stranger = rule("it reports a request that it does not know") {
      let answer = try process.answer(
        to: PeerRequest(do: "dance"), within: 10, "answering 'dance'")
      guard answer.unknown == "dance" else { throw Fault("it gives another answer") }
    }
    let lost = rule("it refuses a plan of a scene that it was never given") {
      let answer = try process.answer(
        to: PeerRequest(do: "plan", scene: 4_000_000), within: 10, "making a plan of nothing")
      guard answer.error != nil else { throw Fault("it answers without an error") }
    }
    rules += [stranger, lost]
    for known in scenes { rules += rules(of: known) }
    let end = rule("it ends when its input does") {
      let start = Clock.now
      guard let end = process.stop() else { throw Fault("it had ended before") }
      guard Double(Clock.now - start) < 2e9, end == "ended with status 0" else {
        throw Fault("it \(end), after \((Clock.now - start) / 1_000_000) ms")
      }
    }
    rules.append(end)
  }

  private struct Fault: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  /// Tries a rule, and returns it with its violation.
  private func rule(_ text: String, _ body: () throws -> Void) -> Rule {
    do {
      try body()
      return Rule(text: text, fault: nil)
    } catch let error as LayoutError {
      return Rule(text: text, fault: error.message(file: peer.name))
    } catch {
      return Rule(text: text, fault: "\(error)")
    }
  }

  private func rules(of known: Known) -> [Rule] {
    let (scene, right) = (known.scene, known.states[0].frames)
    let name = scene.name
    let engine = PeerEngine(peer, process)
    guard let dialect = engine.dialects(of: scene).first,
      let layout = try? engine.resolve(scene, dialect: dialect) as? PeerLayout
    else { return [] }
    do {
      _ = try layout.plan()
    } catch {
      if case .cannotState(let reason) = error {
        return [
          rule("it gives a reason for refusing \(name)") {
            guard !reason.isEmpty else { throw Fault("it gives no reason") }
          }
        ]
      }
    }
    func frames(_ changes: [Change]) throws -> [Rect] {
      var plan = try layout.plan()
      return try Self.frames(of: &plan, changes, count: right.count)
    }
    let agrees = rule("its frames of \(name) are right") {
      try compare(try frames([]), right, scene, layout.grid)
    }
    let follows = rule(
      "its frames of \(name) are right after a size, a content and a view that leaves and returns"
    ) {
      var plan = try layout.plan()
      for state in known.states {
        let own: [Rect]
        do {
          own = try Self.frames(of: &plan, state.changes, count: right.count)
        } catch LayoutError.cannotState {
          // It may refuse a change, with the reason.
          return
        }
        try compare(own, state.frames, scene, layout.grid)
      }
    }
    let apart = rule(
      "plans of \(name) are independent, and a plan returns to its frames with its size"
    ) {
      let size = scene.tree.rootSize
      let other = Size(width: size.width + 37, height: size.height + 11)
      var one = try layout.plan()
      var two = try layout.plan()
      let before = try Self.frames(of: &one, [], count: right.count)
      _ = try Self.frames(of: &one, [.resize(other)], count: right.count)
      let unmoved = try Self.frames(of: &two, [], count: right.count)
      guard unmoved.dropFirst().elementsEqual(before.dropFirst()) else {
        throw Fault("a plan shows the size of another")
      }
      let back = try Self.frames(of: &one, [.resize(size)], count: right.count)
      let distance =
        zip(back, before).dropFirst().map { pair in
          zip(pair.0.numbers, pair.1.numbers).map { abs($0 - $1) }.max() ?? 0
        }.max() ?? 0
      guard distance <= 1e-6 + layout.grid else {
        throw Fault("it is \(distance) points off at the former size")
      }
    }
    let timed = rule(
      "twice the plans of \(name) take about twice as long, and sums are those of its frames"
    ) {
      let sum = try frames([]).dropFirst().reduce(0) {
        $0 + Self.share($1)
      }
      let batches = try layout.batches(of: [], phase: "first", views: [])
      func least(_ plans: Int) throws -> Double {
        var least = Double.infinity
        for _ in 0..<7 {
          let batch = try batches.batch(plans: plans)
          guard abs(batch.sum - sum) <= 0.001 * Double(right.count) else {
            throw Fault("the sum over frames is \(batch.sum), that of its frames \(sum)")
          }
          least = min(least, Double(batch.nanoseconds))
        }
        return least
      }
      // As many plans as take 2 ms.
      var plans = 1
      while plans < 1 << 16, try least(plans) < 2e6 { plans *= 2 }
      // Other processes that use the processor spoil a reading, but not all twelve: later ones are
      // apart.
      var ratios: [Double] = []
      for attempt in 0..<12 {
        if attempt > 3 { usleep(100_000) }
        ratios.append(try least(2 * plans) / least(plans))
        if let last = ratios.last, last > 1.5, last < 3 { return }
      }
      throw Fault(
        "\(ratios.map { NumberText.write(($0 * 100).rounded() / 100) }.joined(separator: ", ")) times"
      )
    }
    let scripts = rule(
      "scripts of \(name) are timed step by step, and sums are those of its frames"
    ) {
      let sizes = (1...4).map { step in
        Size(
          width: scene.tree.rootSize.width + Double(8 * step), height: scene.tree.rootSize.height)
      }
      let steps = sizes.map { [Change.resize($0)] }
      let views = steps.indices.map { 1 + $0 % (right.count - 1) }
      var plan = try layout.plan()
      _ = try Self.frames(of: &plan, [], count: right.count)
      let sum = try zip(steps, views).reduce(0.0) { sum, step in
        sum + Self.share(try Self.frames(of: &plan, step.0, count: right.count)[step.1])
      }
      let batches = try layout.batches(of: steps, phase: "resize", views: views)
      let found = try batches.batch(plans: 3).sum
      guard abs(found - 3 * sum) <= 0.001 * Double(right.count) else {
        throw Fault("the sum of three plans is \(found), that of their frames \(3 * sum)")
      }
      // Steps that happen to take longer and longer do not do so three times.
      var isRising = true
      for _ in 0..<3 {
        let start = Clock.now
        let times = try batches.stepTimes()
        // A clock that is too coarse for single steps has no times.
        guard times.isEmpty || times.count == steps.count else {
          throw Fault("\(times.count) times of \(steps.count) steps")
        }
        guard times.reduce(0, +) <= Double(Clock.now - start) else {
          throw Fault("its steps take longer than the request: a time is that of one step")
        }
        let isSorted = zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
        isRising = isRising && isSorted && (times.last ?? 0) > 3 * (times.first ?? 0)
      }
      guard !isRising else {
        throw Fault("the times of its steps add up; each is that of one step")
      }
      _ = try batches.counts()
    }
    return [agrees, follows, apart, timed, scripts]
  }

  /// Compares frames with the right ones; views that are out have none.
  private func compare(_ own: [Rect], _ right: [Rect], _ scene: Scene, _ grid: Double) throws {
    let far = own.indices.dropFirst().first { view in
      guard !right[view].x.isNaN else { return false }
      let distance = zip(own[view].numbers, right[view].numbers).map { abs($0 - $1) }.max() ?? 0
      return !(distance <= max(grid, 1e-6 * max(1, abs(right[view].width))))
    }
    if let far {
      throw Fault(
        "view \(scene.tree.names[far]) is \(NumberText.write(own[far])), not "
          + NumberText.write(right[far]))
    }
  }

  /// The part of a sum that is a frame's.
  private static func share(_ frame: Rect) -> Double {
    frame.x + 2 * frame.y + 4 * frame.width + 8 * frame.height
  }

  private static func frames(
    of plan: inout any LayoutPlan & ~Copyable, _ changes: [Change], count: Int
  ) throws -> [Rect] {
    var frames = [Rect](repeating: .unknown, count: count)
    for change in changes { plan.apply(change) }
    var span = frames.mutableSpan
    try plan.pass(into: &span)
    return frames
  }
}

extension Rect {
  fileprivate var numbers: [Double] { [x, y, width, height] }
}
