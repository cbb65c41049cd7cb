import Foundation
import LayoutBenchReports
import Testing
import LayoutBenchTiming

@Suite(
  "The page in a browser", .serialized, .timeLimit(.minutes(8)),
  .enabled(if: Browser.path != nil, "there is no Chromium here; .ci/install-chromium installs it"))
struct BrowserTests {
  /// How bright a colour is, 0 to 1, as WCAG has it.
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
      #expect(answer.charts.count >= 4)
      #expect(answer.charts.allSatisfy { $0[0] > 300 && $0[1] > 60 }, "\(answer.charts)")
      #expect(answer.textHeight > 9, "\(answer.textHeight)")
      #expect(answer.before.count > 5)
      #expect(answer.rising == answer.before.sorted())
      #expect(answer.falling == answer.before.sorted(by: >))
      #expect(answer.sorted == "descending")
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
