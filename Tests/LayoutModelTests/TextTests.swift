import LayoutModel
import Testing

@Suite("Numbers and names in text")
struct TextTests {
  @Test(
    "what has the form of a number is read as written",
    arguments: [
      ("5", 5), ("-5.25", -5.25), (".5", 0.5), ("5.", 5), ("1e2", 100), ("+3", 3), ("012", 12),
      ("1.5E-3", 0.0015),
    ] as [(String, Double)])
  func numbers(_ text: String, _ value: Double) throws {
    #expect(try NumberText.parse(text) == value)
  }

  @Test(
    "anything else is refused, with the reason",
    arguments: [
      ("", .form), ("no", .form), ("12:30", .form), ("1_000", .form), ("0x10", .form),
      ("1e", .form),
      (".", .form), ("5 ", .form), ("--5", .form), (".nan", .notFinite), (".inf", .notFinite),
      ("1e999", .notFinite), ("nan", .notFinite), ("1e12", .absurd), ("-2e9", .absurd),
    ] as [(String, NumberText.Failure)])
  func nonsense(_ text: String, _ failure: NumberText.Failure) {
    #expect(throws: failure) { try NumberText.parse(text) }
  }

  @Test(
    "whole numbers are written without a fraction",
    arguments: [(5, "5"), (-0.0, "0"), (0.5, "0.5"), (-12.25, "-12.25")] as [(Double, String)])
  func writing(_ number: Double, _ text: String) {
    #expect(NumberText.write(number) == text)
  }

  @Test("the nearest name is found where it takes few edits, else none")
  func spelling() {
    let names = ["avatar", "nickname", "title", "a", "b"]
    #expect(Spelling.nearest(to: "avatr", among: names) == "avatar")
    #expect(Spelling.nearest(to: "nickmane", among: names) == "nickname")
    #expect(Spelling.nearest(to: "tilte", among: names) == "title")
    #expect(Spelling.nearest(to: "keyboard", among: names) == nil)
    #expect(Spelling.nearest(to: "", among: []) == nil)
  }

  @Test("a caret stands under the character it means, however long the text")
  func carets() {
    #expect(caretExcerpt("ll = foo", column: 6) == "ll = foo\n     ^")
    #expect(caretExcerpt("ll", column: 3) == "ll\n  ^")
    let long = String(repeating: "x", count: 500) + "!" + String(repeating: "y", count: 500)
    let lines = caretExcerpt(long, column: 501).split(separator: "\n").map(Array.init)
    #expect(lines.count == 2)
    #expect(lines[0][lines[1].count - 1] == "!")
    #expect(lines[0].count < 130)
  }
}
