import Foundation
import Testing

/// Small expectations that hurt where they fail.
@Suite("Small things", .timeLimit(.minutes(4)))
struct SmallTests {
  @Test(
    "a file of claims that is not there is told, whatever is printed", arguments: ["table", "html"])
  func claims(_ format: String) throws {
    let answer = try Command.run(
      "report", "Results/reference.json", "--claims", "nowhere.json", "--format", format)
    #expect(answer.status == 66 && answer.output.isEmpty)
    #expect(answer.messages.contains("nowhere.json: error: no such file"))
  }

  @Test("the scenes of a suite are listed")
  func suites() throws {
    let quick = try Command.run("list", "--suite", "quick")
    #expect(quick.status == 0)
    let lines = quick.output.split(separator: "\n").dropFirst()
    #expect(lines.count == 7)
    #expect(lines.contains { $0.contains("chain-100") })
    #expect(try Command.run("list", "--suite", "quik").messages.contains("did you mean 'quick'"))
    #expect(try Command.run("list", "engines", "--suite", "quick").status == 64)
  }

  @Test("a picture shows what lies outside the root")
  func outside() throws {
    try Command.inFolder { folder in
      let scene = """
        layoutbench: 1
        name: outside
        root: { size: [100, 50] }
        views: [ { id: left }, { id: far } ]
        layouts:
          sll: [ { left: "ll = -30, tt = 10, w = h = 20" }, { far: "ll = 5000, tt = 40, w = h = 20" } ]
        """
      try scene.write(
        to: folder.appendingPathComponent("outside.yaml"), atomically: true, encoding: .utf8)
      let picture = try Command.run("render", "outside.yaml", in: folder)
      #expect(picture.status == 0, "\(picture.messages)")
      let box = try #require(
        picture.output.components(separatedBy: "viewBox=\"").last?.split(separator: "\"").first)
      let numbers = box.split(separator: " ").compactMap { Double($0) }
      // From the left view to the same distance beyond the right edge; down to the lower edge of
      // 'far'.
      #expect(numbers.count == 4 && numbers[0] < -30 && numbers[0] > -32)
      #expect(numbers[2] > 230 && numbers[2] < 234 && numbers[3] > 60 && numbers[3] < 64)
    }
  }
}
