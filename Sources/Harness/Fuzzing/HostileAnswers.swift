import LayoutBenchTiming
import LayoutModel

import class Foundation.JSONDecoder
import struct Foundation.Data

/// A check of what children of any kind may answer: a Run that has taken the answers can be read
/// again.
package struct HostileAnswers {
  private let benchmark: Benchmark
  private let request: ChildRequest

  /// A benchmark of one scene that nothing has measured yet; `nil` where there is no such scene.
  ///
  /// - Parameters:
  ///   - scene: the name of a built-in scene.
  ///   - engines: the names of engines: their cells come first.
  package init?(scene: String, engines: [String]) {
    var options = Benchmark.Options(
      scenes: [SceneSource(file: scene, text: nil)], executable: "/dev/null", command: [])
    (options.engines, options.phases, options.forms) = (engines, [.first], [.plan])
    options.rounds = 1
    guard let benchmark = try? Benchmark(options),
      let request = benchmark.request(.measure, 0, child: 1)
    else { return nil }
    (self.benchmark, self.request) = (benchmark, request)
  }

  /// Takes answers, a JSON value per line.
  ///
  /// - Parameter text: the lines.
  /// - Returns: a fault; `nil` where none was found; and whether the answers were used.
  package func check(_ text: String) -> (isUsed: Bool, fault: String?) {
    let decoder = JSONDecoder()
    let answers = text.split(separator: "\n").compactMap {
      try? decoder.decode(ChildAnswer.self, from: Data($0.utf8))
    }
    guard !answers.isEmpty, request.objection(to: answers) == nil else { return (false, nil) }
    var benchmark = benchmark
    benchmark.beginChild(Run.Child(started: "now", load: nil))
    benchmark.apply(answers, child: 0, seconds: 1)
    benchmark.computeEstimates()
    do {
      _ = try RunFile.record(Data(RunFile.text(of: benchmark.run).utf8), named: "run")
      return (true, nil)
    } catch {
      return (true, "the Run cannot be read again: \(error)")
    }
  }
}
