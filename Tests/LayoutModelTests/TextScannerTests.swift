import LayoutBenchTiming
import LayoutModel
import Testing

@Suite("Reading numbers from bytes")
struct TextScannerTests {
  private static func digits(fewerThan count: Int, _ dice: inout SplitMix64) -> String {
    let length = Int.random(in: 0..<count, using: &dice)
    return (0..<length).map { _ in String(Int.random(in: 0..<10, using: &dice)) }.joined()
  }

  @Test("a short number is the nearest Double, as any reader has it", arguments: 0..<UInt64(200))
  func nearest(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let whole = Self.digits(fewerThan: 9, &dice)
      let part = Self.digits(fewerThan: 7, &dice)
      guard !(whole + part).isEmpty else { continue }
      let sign = ["", "-", "+"][Int.random(in: 0..<3, using: &dice)]
      let text = sign + whole + (part.isEmpty ? "" : "." + part)
      var scanner = TextScanner(text + ")")
      let number = scanner.shortNumber()
      #expect(number?.bitPattern == Double(text)?.bitPattern, "\(text)")
      #expect(scanner.index == text.utf8.count)
    }
  }

  @Test(
    "others are left to the general reader",
    arguments: [
      "", "-", ".", "5.", "5e3", "5.5E-3", "1.2.3", "0.1234567890123456", "1000000001", "nan", "a",
      "2000000000.5",
    ])
  func left(text: String) {
    var scanner = TextScanner(text)
    let number = scanner.shortNumber()
    #expect(number == nil)
    #expect(scanner.index == 0)
  }
}
