import LayoutBenchTiming
import Testing

@Suite("Shards")
struct ShardTests {
  private static let names = ["one", "two"]

  /// The shards of the Run of `RunTests`, one scene each.
  private static func shards() throws -> (whole: Run, shards: [(path: String, run: Run)]) {
    var whole = RunTests.run()
    whole.children = (0..<9).map { Run.Child(started: "\($0)", load: nil) }
    (whole.planned, whole.links) = (9, 3)
    whole.executable.sha256 = "0"
    whole.command = ["bench", "--plan", "the plan.json", "--shard", "1/2", "-o", "one.json"]
    whole.scenes = names.map { .init(name: $0, file: $0, text: nil, digest: $0) }
    // In the order of the scenes, as they are measured.
    whole.cells = names.flatMap { name in whole.cells.filter { $0.scene == name } }
    whole.computeEstimates()
    let shards = try names.enumerated().map { number, name in
      var run = whole
      run.id = name
      var shard = try #require(Run.Shard(number: number + 1, of: 2))
      shard.scenes = names
      run.shard = shard
      run.cells.removeAll { $0.scene != name }
      run.scenes?.removeAll { $0.name != name }
      run.warnings = [.init(code: "load", text: name), .init(code: "links", text: "always")]
      run.computeEstimates()
      return (path: "\(name).json", run: run)
    }
    return (whole, shards)
  }

  @Test("each piece of work is dealt to one shard, and shards have equally many")
  func dealing() throws {
    for (count, shards) in [(1, 1), (7, 3), (30, 4), (3, 8)] {
      let names = (0..<count).map { "scene \($0)" }
      var held: [Set<String>] = []
      for number in 1...shards {
        let shard = try #require(Run.Shard("\(number)/\(shards)"))
        held.append(shard.dealt(names, seed: 42))
        #expect((0..<count).count(where: shard.holds) == held[number - 1].count)
      }
      #expect(held.reduce(0) { $0 + $1.count } == count)
      #expect(held.reduce(into: Set()) { $0.formUnion($1) } == Set(names))
      let sizes = held.map(\.count)
      #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
    }
    let shard = try #require(Run.Shard("1/2"))
    let names = (0..<40).map(String.init)
    #expect(shard.dealt(names, seed: 1) != shard.dealt(names, seed: 2))
  }

  @Test(
    "a shard is a number of so many",
    arguments: ["", "1", "0/2", "3/2", "-1/2", "1/0", "a/b", "1/2/3", "1/99999"])
  func mistakes(_ text: String) { #expect(Run.Shard(text) == nil) }

  @Test("shards, in any order, are the whole")
  func joining() throws {
    let (whole, shards) = try Self.shards()
    for order in [shards, shards.reversed()] {
      let joined = try Run.joined(order, id: "whole")
      #expect(joined.cells == whole.cells)
      #expect(joined.scenes == whole.scenes)
      #expect(joined.children == whole.children)
      #expect(joined.geometricMeans == whole.geometricMeans)
      #expect(joined.shard == nil && joined.machines == nil)
      #expect(joined.command == ["bench", "--plan", "the plan.json"])
      // The first of each doubt; those of other shards appear only where they differ.
      #expect(joined.warnings.map(\.text) == ["one (and in 1 more shard)", "always"])
    }
  }

  @Test("a missing shard is named with the command that measures it")
  func missing() throws {
    let shards = try Self.shards().shards
    let failure = Run.ShardFailure.missing(
      [2], of: 2, command: "bench --plan 'the plan.json' --shard 2/2 -o FILE")
    #expect(throws: failure) { try Run.joined([shards[0]], id: "whole") }
    #expect(
      failure.description
        == "shard 2 of 2 is missing; to measure it: layoutbench bench --plan 'the plan.json' --shard 2/2 -o FILE"
    )
  }

  @Test("what is not of one benchmark is not joined")
  func differences() throws {
    let (whole, shards) = try Self.shards()
    func failure(_ change: (inout Run) -> Void) -> Run.ShardFailure? {
      var other = shards[1]
      change(&other.run)
      do throws(Run.ShardFailure) {
        _ = try Run.joined([shards[0], other], id: "whole")
        return nil
      } catch {
        return error
      }
    }
    #expect(failure { _ in } == nil)
    let others: [(inout Run) -> Void] = [
      { $0.executable.sha256 = "1" }, { $0.executable.sha256 = nil }, { $0.seed += 1 },
      { $0.rounds += 1 }, { $0.links = 1 },
      { $0.revision = .init(commit: "0", dirty: false) }, { $0.shard?.scenes = ["one"] },
      { $0.shard?.of = 3 }, { $0.shard?.digest = "0" }, { $0.engines = [] },
    ]
    for change in others {
      guard case .other = failure(change) else {
        Issue.record("joined")
        continue
      }
    }
    #expect(failure { $0.scenes = [] } == .lost("two"))
    #expect(failure { $0.interrupted = true } == .unfinished("two.json"))
    #expect(failure { $0.children.removeLast() } == .unfinished("two.json"))
    #expect(failure { $0 = whole } == .whole("two.json"))
    #expect(
      failure { $0.shard?.number = 1 }
        == .twice(try #require(shards[0].run.shard), "one.json", "two.json"))
  }

  @Test("of several machines there are ratios, and neither times nor means")
  func machines() throws {
    var (whole, shards) = try Self.shards()
    shards[1].run.machine.fingerprint = "other"
    shards[1].run.machine.cpu = "Other"
    let joined = try Run.joined(shards, id: "whole")
    #expect(joined.machines?.count == 2)
    #expect(joined.cells.map(\.ratio) == whole.cells.map(\.ratio))
    #expect(joined.cells.allSatisfy { $0.time == nil })
    #expect(joined.geometricMeans.isEmpty && joined.growth == nil)
    #expect(joined.baselineRefusal == "its cells were measured on several machines")
    #expect(joined.refusal(asBaselineFor: whole) != nil)
    #expect(joined.difference(from: whole) != nil && whole.difference(from: joined) != nil)
    #expect(joined.processor(ofScene: "two") == "Other")
    #expect(joined.warnings.contains { $0.code == "machines" })
    whole = joined
    whole.computeEstimates()
    #expect(whole == joined)
  }
}
