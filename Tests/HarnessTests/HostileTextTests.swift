import Foundation
import LayoutBenchFixtures
import LayoutBenchFuzzing
import LayoutBenchTiming
import Testing

/// Every reader of text, with texts that a fuzzer starts from, that failed once, and changed ones.
@Suite("Hostile texts")
struct HostileTextTests {
  /// The texts of a kind that changes start from.
  private static func texts(of input: FuzzInput) throws -> [String] {
    let corpus = try Corpus(of: input)
    let files = input == .scenes ? Fixtures.scenes + Fixtures.suite : []
    return corpus.texts + corpus.regressions + files.map(\.text)
  }

  @Test("a third of the corpus and more is used", arguments: FuzzInput.allCases)
  func corpus(_ input: FuzzInput) throws {
    let texts = try Self.texts(of: input)
    var used = 0
    for text in texts {
      switch input.check(text) {
      case .used: used += 1
      case .refused: break
      case .fault(let reason): Issue.record("\(reason): \(text)")
      }
    }
    #expect(used * 3 > texts.count, "\(used) of \(texts.count) texts are used")
  }

  @Test("changed texts are refused or used", arguments: FuzzInput.allCases)
  func changed(_ input: FuzzInput) throws {
    let texts = try Self.texts(of: input)
    let words = try Corpus(of: input).words
    // .ci/run asks for more.
    let environment = ProcessInfo.processInfo.environment["LAYOUTBENCH_FUZZ_COUNT"]
    let count = environment.flatMap(UInt64.init) ?? 300
    var (different, used, refused) = (0, 0, 0)
    for seed in 0..<count {
      let text = texts[Int(seed % UInt64(texts.count))]
      guard text.utf8.count <= input.longest else { continue }
      var mutation = TextMutation(seed: seed, words: words)
      let changed = mutation.change(text)
      different += changed == text ? 0 : 1
      switch input.check(changed) {
      case .used: used += 1
      case .refused: refused += 1
      case .fault(let reason): Issue.record("seed \(seed), \(reason): \(changed)")
      }
    }
    #expect(different > 0 && used > 0 && refused > 0)
  }
}
