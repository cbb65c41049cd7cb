import Foundation
import LayoutBenchReports
import Testing
import LayoutBenchTiming

@Suite(
  "The page in a browser", .serialized, .timeLimit(.minutes(8)),
  .enabled(if: Browser.path != nil, "there is no Chromium here; .ci/install-chromium installs it"))
struct BrowserTests {
  /// The luminance of a colour, from 0 to 1, as WCAG defines it.
  static func luminance(_ colour: [Double]) -> Double {
    let linear = colour.map { value -> Double in
      let share = value / 255
      return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  static func contrast(_ one: [Double], _ other: [Double]) -> Double {
    let (a, b) = (luminance(one), luminance(other))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  static let pages: [String] = [
    PageTests.page([SampleRun.small()]),
    PageTests.page([SampleRun.sizes(["chain", "nest"], exponents: ["manual": 1, "glpk": 2])]),
    PageTests.page([SampleRun.small(), SampleRun.small(seed: 9)]),
  ]

  @Test(
    "is drawn and sorts, without an error, on screens of any width", arguments: [360, 800, 1600])
  func widths(_ width: Int) throws {
    for page in Self.pages {
      let answer = try Browser.ask(page, width: width)
      #expect(answer.errors.isEmpty, "\(answer.errors)")
      #expect(answer.requests == 0)
      #expect(answer.window == Double(width))
      #expect(answer.page <= answer.window, "\(answer.page) wide")
      #expect(answer.charts.count >= 4, "\(answer.charts)")
      #expect(answer.charts.allSatisfy { $0[0] > 300 && $0[1] > 60 }, "\(answer.charts)")
      #expect(answer.textHeight > 9, "\(answer.textHeight)")
      #expect(answer.before.count > 5)
      #expect(answer.rising == answer.before.sorted())
      #expect(answer.falling == answer.before.sorted(by: >))
      #expect(answer.sorted == "descending")
    }
  }

  @Test("the matrix shows what its address asks for, and the address what was chosen")
  func matrix() throws {
    let page = Self.pages[0]
    let plain = try Browser.matrix(page, at: "")
    #expect(plain.errors.isEmpty, "\(plain.errors)")
    #expect(plain.caption == "build, times as long as the yardstick")
    #expect(plain.rows[0][2] == "1.00")
    #expect(plain.head == ["scene", "glpk", "manual", "sll", "layoutkit"])
    #expect(plain.rows.map { $0[0] } == ["one", "two"])
    #expect(plain.address == "#matrix?as=time")
    #expect(plain.times[0][2].hasSuffix(" ns"))
    let asked = try Browser.matrix(
      page, at: "#matrix?part=resize&to=manual&scenes=two&engines=sll,man,layout")
    #expect(asked.caption == "resize, times as long as manual")
    #expect(asked.head == ["scene", "manual", "sll", "layoutkit"])
    #expect(asked.rows.map { $0[0] } == ["two"] && asked.rows[0][1] == "1.00")
    #expect(asked.rows[0][3] == "wrong")
    #expect(asked.address.contains("part=resize") && asked.address.contains("as=time"))
    // An address with unknown parts shows the page's initial state.
    let odd = try Browser.matrix(page, at: "#matrix?part=nothing&to=nobody")
    #expect(odd.errors.isEmpty && odd.caption == plain.caption)
  }

  @Test(
    "axe finds nothing, at any width, in light and in dark",
    .enabled(if: Browser.axe != nil, "axe is not here; .ci/install-axe brings it"),
    arguments: [(360, false), (1000, true), (1600, false)])
  func accessible(_ width: Int, _ isDark: Bool) throws {
    for page in Self.pages {
      let found = try Browser.violations(of: page, width: width, isDark: isDark)
      #expect(found.isEmpty, "\(found)")
    }
  }

  @Test("can be read in light and in dark", arguments: [false, true])
  func colours(_ isDark: Bool) throws {
    let answer = try Browser.ask(Self.pages[0], width: 1000, isDark: isDark)
    #expect((Self.luminance(answer.ground) < 0.05) == isDark)
    #expect(Self.contrast(answer.ground, answer.ink) > 7)
    #expect(Self.contrast(answer.ground, answer.chartInk) > 4.5)
  }
}
