internal import LayoutBenchCTiming
import Foundation

/// Instructions as valgrind's callgrind counts them: the same in every run, whatever the speed of
/// the machine.
package enum Instructions {
  /// The tool that counts.
  package static let tool = "valgrind"

  /// The reason why instructions cannot be counted here; `nil` where they can.
  package static var obstacle: String? {
    guard lb_can_count_instructions() != 0 else {
      return "this program was built without valgrind's headers; install valgrind and build again"
    }
    let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    guard paths.contains(where: { FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)") })
    else { return "valgrind is not installed" }
    return nil
  }

  /// True if this process's instructions are counted.
  package static var areCounted: Bool { lb_counts_instructions() != 0 }

  /// Begins to count from 0.
  package static func begin() { lb_count_instructions() }

  /// Ends counting; the count is written under a name.
  package static func end(_ name: String) { lb_counted_instructions(name) }

  /// The command that starts a program so that its instructions can be counted.
  ///
  /// - Parameter folder: the folder where the counts are written.
  /// - Returns: the words before the program.
  package static func command(writingTo folder: String) -> [String] {
    [
      tool, "--tool=callgrind", "--instr-atstart=no", "--collect-atstart=no", "--quiet",
      "--callgrind-out-file=\(folder)/counts",
    ]
  }

  /// The counts that were written, by name; of several under one name the last.
  ///
  /// - Parameter folder: the folder where they were written.
  /// - Returns: instructions by name.
  package static func counts(in folder: String) -> [String: Double] {
    let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .compactMap { name in
        name.split(separator: ".").last.flatMap { Int($0) }.map { (number: $0, name: name) }
      }.sorted { $0.number < $1.number }
    var counts: [String: Double] = [:]
    for file in files {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(file.name)") else {
        continue
      }
      var (name, total): (String?, Double?)
      for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
        if let range = line.range(of: "desc: Trigger: Client Request: ") {
          name = String(line[range.upperBound...])
        } else if line.hasPrefix("totals: ") {
          total = Double(line.dropFirst(8).prefix { $0 != " " })
        }
      }
      if let name, let total { counts[name] = total }
    }
    return counts
  }
}
