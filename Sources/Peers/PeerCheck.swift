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

  /// The rules that were tried, in order; if the first one is broken, no others are tried.
  package private(set) var rules: [Rule] = []
  private let peer: FoundPeer
  private let process: PeerProcess

  /// Tries a peer.
  ///
  /// - Parameters:
  ///   - peer: the executable.
  ///   - scenes: scenes with their right frames.
  package init(_ peer: FoundPeer, on scenes: [(scene: Scene, frames: [Rect])]) {
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
      do {
        _ = try process.ask(
          PeerRequest(do: "plan", scene: 4_000_000), within: 10, "making a plan of nothing")
      } catch LayoutError.solverFailed {
        return
      }
      throw Fault("it makes one")
    }
    rules += [stranger, lost]
    for (scene, frames) in scenes { rules += rules(of: scene, frames) }
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

  private func rules(of scene: Scene, _ right: [Rect]) -> [Rule] {
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
      let own = try frames([])
      let far = own.indices.dropFirst().first { view in
        let distance = zip(own[view].numbers, right[view].numbers).map { abs($0 - $1) }.max() ?? 0
        return distance > max(layout.grid, 1e-6 * max(1, abs(right[view].width)))
      }
      if let far {
        throw Fault(
          "view \(scene.tree.names[far]) is \(NumberText.write(own[far])), not "
            + NumberText.write(right[far]))
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
        $0 + $1.x + 2 * $1.y + 4 * $1.width + 8 * $1.height
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
      // Another process that uses the processor spoils a reading, but not all five.
      var ratios: [Double] = []
      for _ in 0..<5 {
        ratios.append(try least(2 * plans) / least(plans))
        if let last = ratios.last, last > 1.5, last < 3 { return }
      }
      throw Fault(
        "\(ratios.map { NumberText.write(($0 * 100).rounded() / 100) }.joined(separator: ", ")) times"
      )
    }
    return [agrees, apart, timed]
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
