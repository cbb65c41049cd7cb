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
  /// - Parameters:
  ///   - folder: the folder where they were written.
  ///   - libraries: words in the paths of libraries whose own instructions do not count.
  /// - Returns: instructions by name.
  /// - Throws: an error where a file cannot be read: without it an earlier count would stand for a
  ///   later one.
  package static func counts(
    in folder: String, without libraries: [String] = []
  ) throws -> [String: Double] {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      .compactMap { name in
        name.split(separator: ".").last.flatMap { Int($0) }.map { (number: $0, name: name) }
      }.sorted { $0.number < $1.number }
    var counts: [String: Double] = [:]
    for file in files {
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file.name)"))
      var (name, total): (String?, Double?)
      let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
      for line in lines {
        if let range = line.range(of: "desc: Trigger: Client Request: ") {
          name = String(line[range.upperBound...])
        } else if line.hasPrefix("totals: ") {
          total = Double(line.dropFirst(8).prefix { $0 != " " })
        }
      }
      guard let name, let total else { continue }
      counts[name] = total - (libraries.isEmpty ? 0 : own(of: libraries, lines))
    }
    return counts
  }

  /// The instructions of libraries themselves, by callgrind's format: a line "ob=(ID) PATH", later
  /// "ob=(ID)", and behind it lines with a position and a count; the line after "calls=" has what was
  /// called.
  private static func own(of libraries: [String], _ lines: [Substring]) -> Double {
    var ids: Set<Substring> = []
    var (isInside, isCall) = (false, false)
    var sum = 0.0
    for line in lines {
      if line.hasPrefix("ob=") || line.hasPrefix("cob=") {
        let (id, path) = (line.drop { $0 != "(" }.prefix { $0 != ")" }, line.drop { $0 != ")" })
        if libraries.contains(where: { path.contains($0) }) { ids.insert(id) }
        if line.hasPrefix("ob=") { isInside = ids.contains(id) }
      } else if line.hasPrefix("calls=") {
        isCall = true
      } else if let first = line.first, first.isNumber || "+-*".contains(first) {
        if isInside, !isCall { sum += line.split(separator: " ").last.flatMap { Double($0) } ?? 0 }
        isCall = false
      }
    }
    return sum
  }
}
