import Foundation
import LayoutBenchTiming

/// The functions that a cell's script spends its time in, with their callers.
package struct Profile: Sendable {
  /// The tool that counted.
  package let tool: Tool
  /// Calls from the outermost function inwards, with the samples or instructions of the innermost.
  package let stacks: [(calls: [String], count: Double)]

  /// A tool that watches a child.
  package enum Tool: String, Sendable, CaseIterable {
    /// Samples of Linux's perf: what time goes to.
    case perf
    /// Instructions of valgrind's callgrind: the same in every run.
    case callgrind

    /// The unit of its counts.
    package var unit: String { self == .perf ? "samples" : "instructions" }

    /// The reason why it cannot be used here; `nil` where it can.
    package var obstacle: String? {
      guard self == .perf else { return Instructions.obstacle }
      let file = Profile.temporaryFolder().appendingPathComponent("try")
      try? FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
      let words = ["perf", "record", "--quiet", "--all-user", "-g", "-o", file.path, "--", "true"]
      guard let outcome = OtherProgram.run(words, within: 600), outcome.status != 127 else {
        return "perf is not installed"
      }
      return outcome.status == 0
        ? nil : "the kernel does not grant it (kernel.perf_event_paranoid, or a container's limits)"
    }
  }

  fileprivate static func temporaryFolder() -> URL {
    FileManager.default.temporaryDirectory
      .appendingPathComponent("layoutbench-\(UInt64.random(in: 0 ... .max))")
  }
}

/// The two named pipes by which a child tells `perf record` when to watch.
struct ProfilerControl: Codable, Sendable {
  /// The pipe for commands.
  let commands: String
  /// The pipe for their acknowledgements.
  let answers: String
  /// The time to watch, seconds.
  let seconds: Double

  /// Both pipes, open.
  final class Channel {
    private let commands: FileHandle
    private let answers: FileHandle

    fileprivate init(commands: FileHandle, answers: FileHandle) {
      (self.commands, self.answers) = (commands, answers)
    }

    /// Switches the profiler on or off, and waits until it is.
    func watch(_ isOn: Bool) {
      try? commands.write(contentsOf: Data((isOn ? "enable\n" : "disable\n").utf8))
      _ = try? answers.read(upToCount: 5)
    }
  }

  /// Opens the pipes, whose other ends perf holds.
  func open() throws -> Channel {
    Channel(
      commands: try FileHandle(forWritingTo: URL(fileURLWithPath: commands)),
      answers: try FileHandle(forReadingFrom: URL(fileURLWithPath: answers)))
  }
}

extension Benchmark {
  /// Watches a cell in a child.
  ///
  /// - Parameters:
  ///   - index: the cell's place in the Run.
  ///   - tool: the tool.
  ///   - seconds: how long perf watches.
  /// - Returns: the calls, with their counts.
  /// - Throws: `ChildProcessFailure` where the child or the tool fails, or nothing was seen.
  package mutating func profile(
    cell index: Int, by tool: Profile.Tool, seconds: Double
  ) throws -> Profile {
    let folder = Profile.temporaryFolder()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    guard
      var request = request(
        .profile, sceneOfCell[index], child: 0, only: [CellName(run.cells[index])])
    else { throw ChildProcessFailure(description: "the cell is not timed") }
    // Batches so long that switching the profiler on and off does not matter.
    request.batchTarget = 20_000_000
    let stacks: [(calls: [String], count: Double)]
    let answers: [ChildAnswer]
    switch tool {
    case .perf:
      let pipes = ["commands", "answers"].map { folder.appendingPathComponent($0).path }
      guard pipes.allSatisfy({ mkfifo($0, 0o600) == 0 }) else {
        throw ChildProcessFailure(description: "named pipes cannot be made in \(folder.path)")
      }
      request.profiler = ProfilerControl(
        commands: pipes[0], answers: pipes[1], seconds: seconds)
      let data = folder.appendingPathComponent("data").path
      answers = try ChildProcess(executable: try program(nil).path, patience: 600).run(
        request,
        under: [
          "perf", "record", "--quiet", "--all-user", "--call-graph", "fp", "-F", "2999",
          "--delay=-1", "--control=fifo:\(pipes.joined(separator: ","))", "-o", data, "--",
        ])
      guard
        let text = OtherProgram.run(["perf", "script", "-i", data, "-F", "ip,sym"], within: 600),
        text.status == 0
      else { throw ChildProcessFailure(description: "'perf script' failed") }
      stacks = CallStacks.ofPerf(String(decoding: text.output, as: UTF8.self))
    case .callgrind:
      answers = try countUnderValgrind(
        request, in: folder, ["--separate-callers=\(CallStacks.mostCallers)"])
      stacks = CallStacks.ofCallgrind(in: folder.path)
    }
    for case .refused(_, _, let reason) in answers {
      throw ChildProcessFailure(description: "the cell cannot be profiled: \(reason)")
    }
    for case .drifted(_, let reason) in answers {
      throw ChildProcessFailure(description: "the cell cannot be profiled: \(reason)")
    }
    guard !stacks.isEmpty else {
      throw ChildProcessFailure(description: "\(tool.rawValue) saw nothing of the cell")
    }
    return Profile(tool: tool, stacks: CallStacks.joined(CallStacks.demangled(stacks)))
  }
}

/// Call stacks as profilers write them.
package enum CallStacks {
  /// The callers that callgrind tells apart.
  static let mostCallers = 24

  /// The stacks in what `perf script -F ip,sym` prints: innermost call first, an empty line between samples.
  package static func ofPerf(_ text: String) -> [(calls: [String], count: Double)] {
    var stacks: [(calls: [String], count: Double)] = []
    var calls: [String] = []
    func end() {
      if !calls.isEmpty { stacks.append((calls.reversed(), 1)) }
      calls = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.drop(while: \.isWhitespace).split(separator: " ", maxSplits: 1)
      guard words.count == 2, words[0].allSatisfy(\.isHexDigit) else {
        end()
        continue
      }
      calls.append(words[1].trimmingCharacters(in: .whitespaces))
    }
    end()
    return stacks
  }

  /// The stacks in callgrind's files of a folder, functions written with their callers.
  static func ofCallgrind(in folder: String) -> [(calls: [String], count: Double)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix("counts") }.flatMap { name in
      FileManager.default.contents(atPath: "\(folder)/\(name)").map {
        ofCallgrind(String(decoding: $0, as: UTF8.self))
      } ?? []
    }
  }

  /// The stacks in a file of callgrind: `fn=(3) inner'caller'outer`, then lines of costs.
  package static func ofCallgrind(_ text: String) -> [(calls: [String], count: Double)] {
    // What was counted before the script is in files of other triggers.
    guard text.contains("desc: Trigger: Client Request: ") else { return [] }
    var names: [Substring: Substring] = [:]
    var counts: [(name: Substring, count: Double)] = []
    var isOfCall = false
    /// A name, or the number of one that was given before.
    func name(_ text: Substring) -> Substring {
      guard text.hasPrefix("("), let end = text.firstIndex(of: ")") else { return text }
      let number = text[...end]
      let rest = text[text.index(after: end)...].drop { $0 == " " }
      if !rest.isEmpty { names[number] = rest }
      return names[number] ?? number
    }
    for line in text.split(separator: "\n") {
      if line.hasPrefix("fn=") {
        counts.append((name(line.dropFirst(3)), 0))
      } else if line.hasPrefix("cfn=") {
        _ = name(line.dropFirst(4))
      } else if line.hasPrefix("calls=") {
        isOfCall = true
      } else if let first = line.first, first.isNumber || "+-*".contains(first) {
        // A line behind 'calls=' is what the called function costs, which is counted there.
        if !isOfCall, !counts.isEmpty, let count = line.split(separator: " ").dropFirst().first {
          counts[counts.count - 1].count += Double(count) ?? 0
        }
        isOfCall = false
      }
    }
    return counts.filter { $0.count > 0 }.map { name, count in
      // Numbers tell levels of recursion.
      let calls = name.split(separator: "'").filter { !$0.allSatisfy(\.isNumber) }
      return (calls.reversed().map(String.init), count)
    }
  }

  /// Names of Swift as they stand in the source, where the toolchain is there.
  static func demangled(
    _ stacks: [(calls: [String], count: Double)]
  ) -> [(calls: [String], count: Double)] {
    let names = Array(
      Set(stacks.flatMap(\.calls).filter { $0.hasPrefix("$s") || $0.hasPrefix("_$s") }))
    var known: [String: String] = [:]
    for start in stride(from: 0, to: names.count, by: 400) {
      let part = Array(names[start..<min(start + 400, names.count)])
      guard
        let outcome = OtherProgram.run(
          ["swift", "demangle", "--compact", "--simplified"] + part, within: 600),
        outcome.status == 0
      else { break }
      let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
      guard lines.count == part.count else { break }
      for (name, line) in zip(part, lines) { known[name] = String(line) }
    }
    return stacks.map { ($0.calls.map { known[$0] ?? $0 }, $0.count) }
  }

  /// Adds up equal stacks, and leaves out the calls outside of the cell's work: those that nearly all
  /// stacks begin with.
  package static func joined(
    _ stacks: [(calls: [String], count: Double)]
  ) -> [(calls: [String], count: Double)] {
    let whole = stacks.reduce(0) { $0 + $1.count }
    var path: [String] = []
    var inside = stacks
    while true {
      let depth = path.count
      var shares: [String: Double] = [:]
      for stack in inside where stack.calls.count > depth + 1 {
        shares[stack.calls[depth], default: 0] += stack.count
      }
      // Stacks whose beginning is lost are few.
      guard let most = shares.max(by: { $0.value < $1.value }), most.value >= 0.97 * whole else {
        break
      }
      path.append(most.key)
      inside = inside.filter { $0.calls.count > depth + 1 && $0.calls[depth] == most.key }
    }
    // The innermost of these calls stays: all is in it.
    let outer = max(0, path.count - 1)
    var counts: [[String]: Double] = [:]
    for stack in stacks {
      let isInside = stack.calls.count > path.count && stack.calls.starts(with: path)
      counts[isInside ? Array(stack.calls.dropFirst(outer)) : stack.calls, default: 0] +=
        stack.count
    }
    return counts.map { ($0.key, $0.value) }.sorted { one, other in
      one.count != other.count
        ? one.count > other.count : one.calls.lexicographicallyPrecedes(other.calls)
    }
  }
}
