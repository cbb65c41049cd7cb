import LayoutBenchReports
import Testing

@Suite("Text from anywhere")
struct EscapingTests {
  @Test("markup has no tag, whatever marks are combined with it")
  func markup() {
    #expect(Escaping.markup("<script>&\"'") == "&lt;script&gt;&amp;&quot;&#39;")
    let hostile = Escaping.markup("<\u{338}script>\u{0}a")
    #expect(!hostile.unicodeScalars.contains("<") && !hostile.unicodeScalars.contains("\u{0}"))
    #expect(Escaping.markup("中文 ÷ ×") == "中文 ÷ ×")
  }

  @Test("Markdown keeps a name in its place of a table")
  func markdown() {
    #expect(Escaping.markdown("a|b") == "a\\|b")
    #expect(Escaping.markdown("<b>*x*\n# y") == "&lt;b&gt;\\*x\\* # y")
    #expect(Escaping.markdownCode("a`|b") == "`a'\\|b`")
  }

  @Test("CSV keeps a field in one place, and no spreadsheet runs it")
  func csv() {
    #expect(Escaping.csv("a,\"b\"\n") == "\"a,\"\"b\"\"\n\"")
    #expect(Escaping.csv("=1+2") == "'=1+2")
    #expect(Escaping.csv("-1.5e-3") == "-1.5e-3")
  }

  @Test("names of files and words of commands")
  func names() {
    #expect(Escaping.fileName("../a b/中") == "..-a-b--")
    #expect(Escaping.fileName("..") == "-")
    // File systems take 255 bytes; two long names with one beginning stay two.
    let long = ["a", "b"].map { Escaping.fileName(String(repeating: "x", count: 300) + $0) }
    #expect(long.allSatisfy { $0.utf8.count <= 200 } && long[0] != long[1])
    #expect(Escaping.shell("post,c*") == "'post,c*'")
    #expect(Escaping.shell("it's") == "'it'\\''s'")
    #expect(Escaping.shell("") == "''")
  }
}
