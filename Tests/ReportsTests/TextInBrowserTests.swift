import Foundation
import LayoutBenchTiming
import LayoutModel
import Testing

/// A browser as the reference for line breaks.
@Suite(
  "Texts in a browser", .serialized, .timeLimit(.minutes(8)),
  .enabled(if: Browser.path != nil, "there is no Chromium here; .ci/install-chromium installs it"))
struct TextInBrowserTests {
  /// Lays each text out in a monospaced font, and returns its lines without the spaces at their
  /// ends.
  private static let page = """
    <!DOCTYPE html><meta charset="utf-8"><pre id="answer"></pre>
    <style>
    #box { position: absolute; left: 0; top: 0; white-space: pre-wrap; overflow-wrap: anywhere;
      font: 16px/20px "DejaVu Sans Mono", monospace; font-kerning: none; font-variant-ligatures: none; }
    </style><div id="box"></div>
    <script>
    const box = document.getElementById("box");
    const width = (text) => {
      box.style.width = "max-content";
      box.textContent = text;
      return box.getBoundingClientRect().width;
    };
    const advance = width("x".repeat(100)) / 100;
    const even = ["a", "W", "i", "é", "\\u00a0"].every((c) => width(c.repeat(100)) / 100 == advance);
    const lines = ([text, characters]) => {
      width(text);
      box.style.width = (characters + 0.5) * advance + "px";
      const found = Array(Math.round(box.getBoundingClientRect().height / 20)).fill("");
      const node = box.firstChild, range = document.createRange();
      for (let i = 0; node && i < text.length; i++) {
        if (text[i] == "\\n") continue;
        range.setStart(node, i);
        range.setEnd(node, i + 1);
        // Of two rectangles at a break the last one is the character's.
        const place = [...range.getClientRects()].pop();
        if (place) found[Math.floor((place.top + place.height / 2) / 20)] += text[i];
      }
      return found.map((line) => line.replace(/ +$/, ""));
    };
    document.getElementById("answer").textContent =
      JSON.stringify(even ? CASES.map(lines) : []);
    </script>
    """

  @Test("Chromium breaks lines where the model does", arguments: 0..<4)
  func lines(_ part: Int) throws {
    var random = SplitMix64(seed: UInt64(1000 + part))
    let letters = Array("abcdefgéW    \n\u{A0}")
    var texts: [Text] = []
    var widths: [Int] = []
    for _ in 0..<500 {
      let length = Int.random(in: 1...60, using: &random)
      var string = String((0..<length).map { _ in letters.randomElement(using: &random) ?? "a" })
      // In CSS a break at the very end begins no line; in the model it does.
      string += "x"
      texts.append(Text(string, advance: 8, line: 20))
      widths.append(Int.random(in: 1...30, using: &random))
    }
    let cases = try JSONEncoder().encode(zip(texts, widths).map { [$0.string, "\($1)"] })
    let page = Self.page.replacing(
      "CASES",
      with:
        "(\(String(decoding: cases, as: UTF8.self))).map(([text, count]) => [text, Number(count)])")
    let told = Data(try Browser.answer(of: page).utf8)
    let answer = try JSONDecoder().decode([[String]].self, from: told)
    try #require(
      answer.count == texts.count, "the font is not one whose characters are all as wide")
    for ((text, width), found) in zip(zip(texts, widths), answer) {
      let own = text.lines(atWidth: 8 * (Double(width) + 0.5)).map { line in
        String(line.reversed().drop { $0 == " " }.reversed())
      }
      #expect(found == own, "'\(text.string)' in \(width) characters")
      let size = text.size(atWidth: 8 * (Double(width) + 0.5))
      #expect(size.height == 20 * Double(found.count))
    }
  }
}
