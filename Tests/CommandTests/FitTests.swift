import Foundation
import Testing

@Suite("layoutbench fit", .timeLimit(.minutes(8)))
struct FitTests {
  private static let cell = """
    layoutbench: 2
    name: message
    root: { size: [320, 100] }
    views:
      - { id: avatar, intrinsic: [40, 40], hugging: [900, 900], compression: [1000, 1000] }
      - { id: body, text: "Words that wrap, and a second sentence that is a little longer." }
      - { id: time, text: { string: "12:30", advance: 6, line: 14, ascent: 10 } }
    layouts:
      constraints:
        - H:|-10-[avatar]-10-[body]-10-|
        - V:|-10-[avatar]
        - V:|-10-[body]-4-[time]
        - { when: { width: [~, 150] }, is: "time.bottom == superview.bottom - 20" }
        - { when: { width: [150, ~] }, is: "time.bottom == superview.bottom - 10" }
        - avatar.bottom <= superview.bottom - 10
        - time.left == body.left
    """

  private static func fit(_ text: String, _ arguments: String...) throws -> Command.Answer {
    try Command.inFolder { folder in
      try text.write(
        to: folder.appendingPathComponent("scene.yaml"), atomically: true, encoding: .utf8)
      return try Command.run(["fit", "scene.yaml"] + arguments, in: folder)
    }
  }

  @Test("the least height at each width is told, by the entries that hold there")
  func heights() throws {
    let answer = try Self.fit(Self.cell, "--width", "320", "--width", "200", "--width", "100")
    #expect(answer.status == 0)
    #expect(
      answer.output == """
        message: glpk, 320 × 98
        message: glpk, 200 × 118
        message: glpk, 100 × 488

        """)
    let json = try Self.fit(Self.cell, "--width", "320", "--format", "json")
    let value = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(value["sizes"] as? [[Double]] == [[320, 98]])
  }

  @Test("what has no such height says why")
  func refusals() throws {
    let loose = Self.cell.replacing(
      "time.bottom == superview.bottom", with: "time.bottom == time.top"
    )
    .replacing("- 20\"", with: "+ 14\"").replacing("- 10\" }", with: "+ 14\" }")
    .replacing("avatar.bottom <= superview.bottom - 10", with: "avatar.top == superview.top + 10")
    let open = try Self.fit(loose, "--width", "320")
    #expect(open.status == 2 && open.output.isEmpty)
    #expect(open.messages.contains("its constraints allow a height of 0"))
    let high = try Self.fit(
      Self.cell.replacing("when: { width: [~, 150] }", with: "when: { height: [~, 150] }"),
      "--width", "320")
    #expect(high.status == 2)
    #expect(high.messages.contains("scene.yaml:13:"))
    let misspelt = try Self.fit(
      Self.cell.replacing("time.left ==", with: "time.lfet =="), "--width", "9")
    #expect(misspelt.status == 65 && misspelt.messages.contains("unknown attribute 'lfet'"))
    #expect(try Self.fit(Self.cell, "--width", "-5").status == 64)
  }

  @Test("a height beyond the promised precision is told with a warning")
  func beyondPrecision() throws {
    let answer = try Self.fit(
      Self.cell.replacing("V:|-10-[body]", with: "V:|-3000000-[body]"), "--width", "320")
    #expect(answer.status == 0 && answer.output.contains("glpk, 320 ×"))
    #expect(answer.messages.contains("warning: scene.yaml: frames beyond 1000000 points"))
  }
}
