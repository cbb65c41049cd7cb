import LayoutModel
import SLL
import Testing

@Suite("Rules that SLL refuses")
struct RefusalTests {
  @Test(
    "a mistake is told with its column and reason",
    arguments: [
      ("ll = foo", 6, "unknown attribute 'foo'"),
      ("lll = 5", 1, "unknown attribute 'lll'; did you mean 'll'?"),
      ("ll = %xx", 6, "unknown specifier '%xx'"),
      ("ll = $5", 6, "the character '$' has no meaning here"),
      ("ll = 5 % 3", 8, "'%' must directly follow a number or precede a specifier's name"),
      ("ll = H:5", 6, "'H:' must directly precede a percentage, such as H:50% or H:%p"),
      ("ll = H:%f", 6, "'H:' must directly precede a percentage, such as H:50% or H:%p"),
      (
        "ll =", 5,
        "a value is missing before the end: a number, a percentage, a specifier or an attribute"
      ),
      (
        "ll = 3 + * 4", 10,
        "a value is missing before '*': a number, a percentage, a specifier or an attribute"
      ),
      ("ll = 3 4", 8, "an operator or a comma is missing before '4'"),
      ("ll = (3", 8, "')' is missing before the end"),
      ("ll = (3, 4)", 8, "')' is missing before ','"),
      ("ll = 3)", 7, "')' has no matching '('"),
      ("ll = ()", 7, "a value is missing between '(' and ')'"),
      (
        "5 = ll", 3,
        "only a bare attribute can be assigned to; inside an expression, put the assignment in "
          + "parentheses"
      ),
      (
        "tt = 3 + ll = 5", 13,
        "only a bare attribute can be assigned to; inside an expression, put the assignment in "
          + "parentheses"
      ),
      (
        "ll = - 5", 6,
        "a value is missing before '-': a number, a percentage, a specifier or an attribute"
      ),
    ] as [(String, Int, String)])
  func mistakes(_ rule: String, _ column: Int, _ reason: String) throws {
    let error = try #require(throws: SceneError.self) {
      try WorkedExampleTests.frames([("a", rule, [])])
    }
    let mistake = try #require(error.mistake as? RuleMistake)
    #expect(mistake.column == column)
    #expect(mistake.description == "view a, rule \"\(rule)\", column \(column): \(reason)")
  }

  @Test("a number beyond all numbers and parentheses beyond all depth are refused")
  func limits() throws {
    for rule in [
      "ll = " + String(repeating: "9", count: 400),
      "ll = " + String(repeating: "(", count: 201) + "1" + String(repeating: ")", count: 201),
    ] {
      let error = try #require(throws: SceneError.self) {
        try WorkedExampleTests.frames([("a", rule, [])])
      }
      #expect(error.mistake is RuleMistake)
    }
  }

  @Test(
    "arguments are checked in number and kind",
    arguments: [
      ("ll = %rl", [], 6, "%rl has no argument: the rule takes 1, found 0"),
      ("ll = 5", ["b"], nil, "too many arguments: the rule takes 0, found 1"),
      ("ll = %rl", ["5"], 6, "%rl takes a view, found '5'"),
      ("ll = %rl", ["c"], 6, "%rl takes a view; no view 'c'; did you mean 'a'?"),
      ("ll = 3 + %f", ["b"], 10, "%f takes a number, found 'b'"),
      ("ll = H:%p", ["1e999"], 6, "H:%p takes a finite number, found '1e999'"),
    ] as [(String, [String], Int?, String)])
  func arguments(
    _ rule: String, _ arguments: [String], _ column: Int?, _ reason: String
  ) throws {
    let error = try #require(throws: SceneError.self) {
      try WorkedExampleTests.frames([("a", rule, arguments)])
    }
    let mistake = try #require(error.mistake as? RuleMistake)
    #expect(mistake.column == column)
    #expect(mistake.description.hasSuffix(": \(reason)"))
  }

  @Test("views that wait for each other are named with the rules that make them wait")
  func cycles() throws {
    let error = try #require(throws: LayoutError.self) {
      try WorkedExampleTests.frames([("a", "ll = %rl", ["b"]), ("b", "tt = %bt", ["a"])])
    }
    #expect(
      error
        == .dependencyCycle([
          .init(view: "a", dependsOn: "b", reason: "\"ll = %rl\""),
          .init(view: "b", dependsOn: "a", reason: "\"tt = %bt\""),
        ]))
    let own = try #require(throws: LayoutError.self) {
      try WorkedExampleTests.frames([("b", "w = %rl + 20", ["n"])])
    }
    #expect(
      own == .dependencyCycle([.init(view: "b", dependsOn: "b", reason: "\"w = %rl + 20\"")]))
  }

  @Test("a division by zero and a value that is not finite are told while laying out")
  func arithmetic() throws {
    let division = try #require(throws: LayoutError.self) {
      try WorkedExampleTests.frames([("a", "ll = 5 / (50% - 100)", [])])
    }
    #expect(division == .divisionByZero(view: "a", rule: "ll = 5 / (50% - 100)", column: 8))
    let huge = "1" + String(repeating: "0", count: 300)
    let rule = "maxw = \(huge) * \(huge), w = 5"
    let overflow = try #require(throws: LayoutError.self) {
      try WorkedExampleTests.frames([("a", rule, [])])
    }
    #expect(overflow == .notFinite(view: "a", rule: rule))
    // A size of minus infinity is told, too, though sizes below 0 count as 0.
    for rule in ["w = 0 - \(huge) * \(huge)", "ll = \(huge) * \(huge), rl = 5"] {
      let hidden = try #require(throws: LayoutError.self) {
        try WorkedExampleTests.frames([("a", rule, [])])
      }
      #expect(hidden == .notFinite(view: "a", rule: rule))
    }
    let far = "1" + String(repeating: "0", count: 308)
    let difference = "ll = \(far), rl = 0 - \(far)"
    let crossed = try #require(throws: LayoutError.self) {
      try WorkedExampleTests.frames([("a", difference, [])])
    }
    #expect(crossed == .notFinite(view: "a", rule: difference))
    // A view before it, with two lines and a bound, is not blamed.
    let second = try #require(throws: LayoutError.self) {
      try WorkedExampleTests.frames([("a", "ll = 0, rl = 10, minw = 5", []), ("b", rule, [])])
    }
    #expect(second == .notFinite(view: "b", rule: rule))
    // A size rule without effect is not evaluated.
    let unused = try WorkedExampleTests.frames([("a", "ll = 1, rl = 5, w = 1 / 0", [])])
    #expect(unused["a"] == Rect([1, 4, 4, 10]))
  }
}
