import Foundation
import LayoutBenchTiming
import Testing

@Suite("Files of callgrind")
struct InstructionsTests {
  @Test("counts are told by name, the last of several, without what a library did itself")
  func counts() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("counts-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ number: Int, _ name: String, program: Int) throws {
      try """
      version: 1
      part: \(number)
      desc: Trigger: Client Request: \(name)
      positions: line
      events: Ir
      ob=(1) /usr/bin/program
      fn=(1) main
      10 \(program)
      cob=(2) /usr/lib/libswiftCore.so
      cfn=(2) swift_retain
      calls=3 0
      +1 30

      ob=(2)
      fn=(2)
      0 25
      +2 5

      ob=(1)
      fn=(3) other
      * 7

      totals: \(program + 37)
      """.write(
        to: folder.appendingPathComponent("counts.\(number)"), atomically: true, encoding: .utf8)
    }
    try write(2, "plan", program: 100)
    try write(10, "plan", program: 200)
    try write(3, "pass", program: 1)
    #expect(try Instructions.counts(in: folder.path) == ["plan": 237, "pass": 38])
    #expect(
      try Instructions.counts(in: folder.path, without: ["libswiftCore"])
        == ["plan": 207, "pass": 8])
    // One that cannot be read would leave an earlier count in place of a later.
    let last = folder.appendingPathComponent("counts.10")
    try FileManager.default.removeItem(at: last)
    try FileManager.default.createDirectory(at: last, withIntermediateDirectories: false)
    #expect(throws: (any Error).self) { try Instructions.counts(in: folder.path) }
  }
}
