import Foundation
import Testing
import LayoutBenchTiming

@Suite("Shards from the command line", .timeLimit(.minutes(8)))
struct ShardCommandTests {
  private static func bench(_ arguments: String, in folder: URL) throws -> Command.Answer {
    try Command.run(
      ["bench"] + arguments.split(separator: " ").map(String.init) + ["--allow-debug", "--quiet"],
      in: folder)
  }

  @Test("shards of a plan are joined into the Run that was never divided")
  func whole() throws {
    try Command.inFolder { folder in
      func read(_ name: String) throws -> Run {
        try RunFile.read(folder.appendingPathComponent(name).path)
      }
      let what = "chain equal post --sizes 10 --phases first,resize --engines sll,glpk"
      let planned = try Self.bench(
        what + " --children 2 --rounds 3 --plan-only -o plan.json", in: folder)
      #expect(planned.status == 0, "\(planned.messages)")
      let plan = try read("plan.json")
      #expect(plan.children.isEmpty && plan.planned == 2)
      for number in 1...2 {
        let answer = try Self.bench(
          "--plan plan.json --shard \(number)/2 -o shard-\(number).json", in: folder)
        #expect(answer.status == 0, "\(answer.messages)")
      }
      let one = try Command.run("merge", "shard-1.json", "-o", "run.json", in: folder)
      #expect(one.status == 1)
      #expect(
        one.messages.contains(
          "shard 2 of 2 is missing; to measure it: layoutbench bench --plan plan.json"))
      #expect(
        !FileManager.default.fileExists(atPath: folder.appendingPathComponent("run.json").path))
      let all = try Command.run(
        "merge", "shard-2.json", "shard-1.json", "-o", "run.json", in: folder)
      #expect(all.status == 0, "\(all.messages)")
      let merged = try read("run.json")
      #expect(merged.cells.map { CellName($0) } == plan.cells.map { CellName($0) })
      #expect(merged.cells.map(\.outcome) == plan.cells.map(\.outcome))
      #expect(merged.scenes == plan.scenes && merged.seed == plan.seed)
      #expect(merged.revision == plan.revision && merged.executable == plan.executable)
      for cell in merged.cells where cell.outcome == .timed {
        #expect(cell.samples.map(\.count) == [3, 3])
        #expect((cell.plans ?? 0) > 0)
      }
      #expect(try Command.run("check", "run.json", in: folder).status == 0)
      #expect(try Command.run("merge", "plan.json", "-o", "other.json", in: folder).status == 1)
      // Batches and scripts are those of the plan.
      for shard in [try read("shard-1.json"), try read("shard-2.json")] {
        for cell in shard.cells where cell.outcome == .timed {
          #expect(cell.plans == plan.cells.first { CellName($0) == CellName(cell) }?.plans)
        }
      }
    }
  }

  @Test(
    "shards that could not be joined are not measured",
    arguments: [
      ("post --shard 1/2", "--shard needs --plan, or --seed"),
      ("post --seed 1 --shard 3/2", "'3/2' is invalid"),
      ("post --plan plan.json", "--plan determines what is measured"),
      ("--plan-only --list", "--plan-only excludes"),
    ])
  func mistakes(_ arguments: String, _ message: String) throws {
    try Command.inFolder { folder in
      let answer = try Self.bench(arguments, in: folder)
      #expect(answer.status == 64)
      #expect(answer.messages.contains(message), "\(answer.messages)")
    }
  }

  @Test("'verify' and 'fuzz' share their scenes out")
  func others() throws {
    let names = ["post", "cell", "keys"]
    let parts = try (1...2).map { number in
      try Command.run(["verify"] + names + ["--shard", "\(number)/2", "--format", "json"])
    }
    let found = parts.flatMap { part in
      names.filter {
        part.output.contains("\"scene\": \"\($0)\"")
          || part.output.contains("\"scene\" : \"\($0)\"")
      }
    }
    #expect(parts.allSatisfy { $0.status == 0 })
    #expect(found.sorted() == names.sorted())
    let fuzzed = try (1...3).map { number in
      try Command.run("fuzz", "--count", "10", "--shard", "\(number)/3", "--quiet").output
    }
    #expect(
      zip(fuzzed, ["4 random", "3 random", "3 random"]).allSatisfy { $0.hasPrefix($1) },
      "\(fuzzed)")
  }
}
