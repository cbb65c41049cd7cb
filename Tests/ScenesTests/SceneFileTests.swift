import Foundation
import LayoutBenchFixtures
import LayoutModel
import Scenes
import Testing

@Suite("Scene files")
struct SceneFileTests {
  static let head = "layoutbench: 1\nname: s\nroot: { size: [9, 8] }\n"
  static let layouts = "layouts: { sll: [] }\n"

  @Test("every key of the format is read")
  func everything() throws {
    let scene = try SceneFile.scene(
      from: """
        layoutbench: 1
        name: all.keys-1_x
        summary: what it is
        root: { size: [320, 44.5], direction: rtl, margins: [1, 2, 3, 4] }
        views:
          - id: a
            intrinsic: [~, 17]
            hugging: [251, 250.5]
            compression: [1000, 1]
            frame: [1, -2, 3, 4]
            baseline: [13, 4]
            margins: [5, 6, 7, 8]
            children:
              - { id: _b-1 }
          - id: c
        layouts:
          sll: [ { a: ll = 5 } ]
          constraints: [ a.left == superview.left ]
          layoutkit: [ { xLeft: a } ]
        expect: { a: [0, 0, 3, 4], _b-1: [.5, 1e1, 0, 0] }
        steps:
          - resize: [480, 44]
          - { view: a, intrinsic: [~, 20], expect: { root: [0, 0, 480, 44] } }
        """, file: "all.yaml")
    #expect(scene.name == "all.keys-1_x")
    #expect(scene.summary == "what it is")
    #expect(scene.tree.rootSize == Size(width: 320, height: 44.5))
    #expect(scene.tree.direction == .rightToLeft)
    #expect(scene.tree[.root].margins == EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
    #expect(scene.tree.names == ["root", "a", "_b-1", "c"])
    let a = scene.tree[ViewID(1)]
    #expect(a.intrinsic == IntrinsicSize(nil, 17))
    #expect(a.hugging == AxisPair(251, 250.5))
    #expect(a.compression == AxisPair(1000, 1))
    #expect(a.givenFrame == Rect(x: 1, y: -2, width: 3, height: 4))
    #expect(a.firstBaseline == 13 && a.lastBaseline == 4)
    #expect(a.margins == EdgeInsets(top: 5, left: 6, bottom: 7, right: 8))
    #expect(scene.tree.superview(of: ViewID(2)) == ViewID(1))
    #expect(Set(scene.layouts.keys) == ["sll", "constraints", "layoutkit"])
    #expect(scene.expected.frames.map(\.frame.x) == [0, 0.5])
    #expect(
      scene.steps.map(\.change) == [
        .resize(Size(width: 480, height: 44)), .intrinsic(ViewID(1), IntrinsicSize(nil, 20)),
      ])
  }

  @Test("views may stand in a flat list; they are numbered in document order all the same")
  func flat() throws {
    let text = """
      layoutbench: 2
      name: flat
      root: { size: [9, 8] }
      views:
        - { id: a }
        - { id: b, children: [ { id: b1 } ] }
        - { id: a1, parent: a }
        - { id: b2, parent: b }
        - { id: a11, parent: a1 }
        - { id: c, parent: root }
      layouts: { sll: [] }
      """
    let scene = try SceneFile.scene(from: text, file: "flat.yaml")
    #expect(scene.tree.names == ["root", "a", "a1", "a11", "b", "b1", "b2", "c"])
    #expect(scene.tree.depths == [0, 1, 2, 3, 1, 2, 2, 1])
    for (old, new, message) in [
      ("layoutbench: 2", "layoutbench: 1", "7:23: error: 'parent' needs 'layoutbench: 2'"),
      (
        "{ id: a1, parent: a }", "{ id: a1, parent: a11 }",
        "7:23: error: no view 'a11' before this one; a view comes after its parent"
      ),
      (
        "{ id: b1 }", "{ id: b1, parent: a }",
        "6:44: error: 'parent' is for views in the flat list; this one is among the 'children' of its "
          + "parent"
      ),
    ] {
      #expect {
        try SceneFile.scene(from: text.replacing(old, with: new), file: "flat.yaml")
      } throws: { error in
        "\(error)" == "flat.yaml:\(message)"
      }
    }
  }

  private static let varying = """
    layoutbench: 2
    name: varying
    root: { size: [9, 8] }
    views: [ { id: a, intrinsic: [4, 5] } ]
    layouts:
      sll:
        - { name: wide, active: no, when: { width: [5, ~], height: [0, 7] }, a: ll = 5 }
        - a: tt = 1
      constraints:
        - { name: wide, is: a.left == superview.left }
    steps:
      - activate: wide
      - deactivate: wide
      - priority: [wide, 400]
      - { view: a, intrinsic: [~, 6] }
      - { view: a, intrinsic: [none, ~] }
      - remove: a
      - add: a

    """

  @Test("entries have names and sizes at which they hold, and steps speak of them")
  func variations() throws {
    let scene = try SceneFile.scene(from: Self.varying, file: "varying.yaml")
    #expect(scene.layouts["sll"]?.items?.count == 1)
    let rules = try #require(scene.variations["sll"])
    var switches = Variations.Switches()
    #expect(rules.holding(at: Size(width: 9, height: 8), switches) == [1])
    switches.active["wide"] = true
    #expect(rules.holding(at: Size(width: 9, height: 8), switches) == [1])
    #expect(rules.holding(at: Size(width: 9, height: 6.5), switches) == [0, 1])
    #expect(rules.holding(at: Size(width: 4.5, height: 6), switches) == [1])
    #expect(
      scene.steps.map(\.change) == [
        .activation("wide", true), .activation("wide", false), .priority("wide", 400),
        .intrinsic(ViewID(1), IntrinsicSize(4, 6)), .intrinsic(ViewID(1), IntrinsicSize(nil, 6)),
        .removal(ViewID(1)), .addition(ViewID(1)),
      ])
    // The written text reads back as the same scene.
    let dialects: [any Dialect] = ["sll", "constraints"].map { PlainDialect(name: $0) }
    let text = SceneWriter.text(of: scene, dialects: dialects)
    let again = try SceneFile.scene(from: text, file: "varying.yaml")
    #expect(SceneWriter.text(of: again, dialects: dialects) == text)
    #expect(again.steps.map(\.change) == scene.steps.map(\.change))
    #expect(again.variations["sll"]?.entries.map(\.condition) == rules.entries.map(\.condition))
  }

  @Test(
    "mistakes in what holds when are told with their places",
    arguments: [
      ("layoutbench: 2", "layoutbench: 1", "7:15: error: 'name' needs 'layoutbench: 2'"),
      (
        "[5, ~]", "[5, 5]",
        "7:48: error: a range goes from one number up to a larger one; '~' is no bound"
      ),
      ("active: no", "active: maybe", "7:29: error: 'maybe' is not one of yes, no"),
      ("{ width:", "{ widht:", "7:41: error: unknown key 'widht' in 'when'; did you mean 'width'?"),
      (
        "activate: wide", "activate: wied",
        "12:15: error: no entry is named 'wied'; did you mean 'wide'?"
      ),
      ("[wide, 400]", "[wide, 0]", "14:22: error: a priority is above 0 and at most 1000, found 0"),
      (
        "  - remove: a\n", "",
        "17:10: error: 'a' is not out; 'add' returns a removed view or adds a new one"
      ),
      ("  - add: a", "  - remove: a", "18:13: error: 'a' is already out"),
      ("  - add: a", "  - { add: a, remove: a }", "18:5: error: a step is one change"),
    ])
  func varyingMistakes(_ old: String, _ new: String, _ message: String) {
    let text = Self.varying.replacing(old, with: new)
    #expect(text != Self.varying)
    #expect {
      try SceneFile.scene(from: text, file: "varying.yaml")
    } throws: { error in
      "\(error)".hasPrefix("varying.yaml:\(message)")
    }
  }

  private static let adding = """
    layoutbench: 2
    name: adding
    root: { size: [9, 8] }
    views:
      - id: a
        children: [{ id: b }, { id: c, out: yes }]
      - { id: d }
    layouts:
      sll: [{ a: "w = 1" }]
      constraints: []
    steps:
      - add: { id: e, to: a, intrinsic: [1, 2], children: [{ id: f }], layouts: { sll: [{ e: "w = 2" }] } }
      - { remove: e, expect: { a: [0, 0, 1, 1] } }
      - add: c
      - add: e
    """

  @Test("a step brings a view along, with its own views and entries; it is out until then")
  func addedViews() throws {
    let scene = try SceneFile.scene(from: Self.adding, file: "adding.yaml")
    #expect(scene.tree.names == ["root", "a", "b", "c", "e", "f", "d"])
    #expect(scene.absent == [ViewID(3), ViewID(4)])
    #expect(scene.layouts["sll"]?.items?.count == 2 && scene.layouts["constraints"]?.items == [])
    #expect(
      scene.steps.map(\.change) == [
        .addition(ViewID(4)), .removal(ViewID(4)), .addition(ViewID(3)), .addition(ViewID(4)),
      ])
    let dialects: [any Dialect] = ["sll", "constraints"].map { PlainDialect(name: $0) }
    let start = try scene.beginning(dialects: dialects)
    #expect(start.tree.names == ["root", "a", "b", "d"] && start.absent.isEmpty)
    #expect(start.layouts["sll"]?.items?.count == 1)
    let text = SceneWriter.text(of: scene, dialects: dialects)
    let again = try SceneFile.scene(from: text, file: "adding.yaml")
    #expect(again.absent == scene.absent && again.tree == scene.tree)
    #expect(again.steps.map(\.change) == scene.steps.map(\.change))
    #expect(SceneWriter.text(of: again, dialects: dialects) == text)
  }

  @Test(
    "mistakes in what a step brings along are told with their places",
    arguments: [
      ("layoutbench: 2", "layoutbench: 1", "6:41: error: 'out' needs 'layoutbench: 2'"),
      (
        "to: a", "to: nobody",
        "12:23: error: no view 'nobody' before this one; a view comes after its parent"
      ),
      ("to: a, ", "", "12:10: error: 'add' needs the key 'to'"),
      ("{ id: e,", "{ id: b,", "12:16: error: a second view 'b'; the first is at 6:22"),
      ("sll: [{ e:", "vfl: [{ e:", "12:79: error: unknown key 'vfl' in 'layouts' of 'add'"),
      ("out: yes", "out: perhaps", "6:41: error: 'perhaps' is not one of yes, no"),
      ("- add: c", "- add: d", "14:10: error: 'd' is not out"),
      ("intrinsic: [1, 2]", "parent: a", "12:26: error: unknown key 'parent' in 'add'"),
    ])
  func addingMistakes(_ old: String, _ new: String, _ message: String) {
    let text = Self.adding.replacing(old, with: new)
    #expect(text != Self.adding)
    do {
      _ = try SceneFile.scene(from: text, file: "adding.yaml")
      Issue.record("read")
    } catch {
      #expect("\(error)".hasPrefix("adding.yaml:\(message)"), "\(error)")
    }
  }

  /// A dialect that only writes.
  private struct PlainDialect: Dialect {
    let name: DialectName
    let summary = ""
    func read(_ scene: Scene) throws(SceneError) {}
  }

  @Test("views that stand deep in each other are written as a flat list, and read back")
  func deep() throws {
    var tree = ViewTree(rootSize: Size(width: 9, height: 8))
    var superview = ViewID.root
    for number in 1...2000 { superview = tree.add("v\(number)", to: superview) ?? .root }
    tree.add("last")
    let scene = Scene(file: "deep", name: "deep", tree: tree)
    let text = SceneWriter.text(of: scene, layouts: [("sll", [])])
    #expect(text.hasPrefix("layoutbench: 2\n") && text.utf8.count < 60 * tree.count)
    #expect(try SceneFile.scene(from: text, file: "deep").tree == tree)
  }

  @Test("JSON is read too")
  func json() throws {
    let scene = try SceneFile.scene(
      from: """
        {"layoutbench": 1, "name": "j", "root": {"size": [1, 2]},
         "views": [{"id": "a", "intrinsic": [null, 3]}],
         "layouts": {"sll": [{"a": "ll = 1"}]}}
        """, file: "j.json")
    #expect(scene.tree.names == ["root", "a"])
    #expect(scene.tree[ViewID(1)].intrinsic == IntrinsicSize(nil, 3))
  }

  @Test("places of texts in the file are found, quoted or plain")
  func positions() throws {
    let scene = try SceneFile.scene(
      from: Self.head
        + "views: []\nlayouts:\n  sll:\n    - ä: \"abc\"\n    - x: abc\n    - x: 'a\\n'\n",
      file: "p.yaml")
    let items = try #require(scene.layouts["sll"]?.items)
    let places = items.compactMap { $0.entries?.first?.value.position(ofColumn: 3) }
    #expect(places.map(\.description) == ["7:13", "8:12", "9:13"])
  }

  /// A scene with one thing wrong, and the message for it.
  @Test(
    "a mistake is told with its place",
    arguments: [
      (
        "views: []\n" + layouts, "name: s", "name: 's s'",
        "2:7: error: 's s' cannot be a scene's name: letters, digits, '-', '_' and '.'"
      ),
      (
        "views: []\n" + layouts, "layoutbench: 1", "layoutbench: 3",
        "1:14: error: this program reads formats 1 and 2, the file has '3'"
      ),
      ("views: []\n" + layouts, "name: s\n", "", "1:1: error: the scene needs the key 'name'"),
      (
        "views: []\n" + layouts, "views", "veiws",
        "4:1: error: unknown key 'veiws' in the scene; did you mean 'views'?"
      ),
      ("views: []\n" + layouts, "[9, 8]", "[9]", "3:15: error: root.size takes 2 numbers, found 1"),
      ("views: []\n" + layouts, "[9, 8]", "[9, no]", "3:19: error: 'no' is not a number"),
      (
        "views: []\n" + layouts, "[9, 8]", "[9, .nan]", "3:19: error: '.nan' is not a finite number"
      ),
      (
        "views: []\n" + layouts, "[9, 8]", "[9, 1e999]",
        "3:19: error: '1e999' is not a finite number"
      ),
      (
        "views: []\n" + layouts, "[9, 8]", "[9, 1e12]",
        "3:19: error: '1e12' is beyond the limit of 1e9 points"
      ),
      (
        "views: []\n" + layouts, "[9, 8]", "[9, -1]",
        "3:19: error: a height must not be negative, found -1"
      ),
      (
        "views: []\n" + layouts, "size: [9, 8]", "size: [9, 8], direction: up",
        "3:34: error: 'up' is not one of ltr, rtl"
      ),
      (
        "views: [{ id: a }, { id: a }]\n" + layouts, "", "",
        "4:26: error: a second view 'a'; the first is at 4:15"
      ),
      (
        "views: [{ id: 1a }]\n" + layouts, "", "",
        "4:15: error: '1a' cannot be an id: a letter or '_', then letters, digits, '_' and '-'"
      ),
      (
        "views: [{ id: root }]\n" + layouts, "", "",
        "4:15: error: 'root' is reserved; give the view another id"
      ),
      (
        "views: [{ id: a, huging: [1, 2] }]\n" + layouts, "", "",
        "4:18: error: unknown key 'huging' in a view; did you mean 'hugging'?"
      ),
      (
        "views: [{ id: a, hugging: [0, 2] }]\n" + layouts, "", "",
        "4:28: error: a priority is above 0 and at most 1000, found 0"
      ),
      (
        "views: [{ id: a, intrinsic: [-1, 2] }]\n" + layouts, "", "",
        "4:30: error: an intrinsic size must not be negative, found -1"
      ),
      (
        "views: [{ id: avatar }]\n" + layouts + "expect: { avatr: [0, 0, 0, 0] }\n", "", "",
        "6:11: error: no view 'avatr' in this scene; did you mean 'avatar'?"
      ),
      (
        "views: [{ id: a }]\n" + layouts + "steps: [{ view: a }]\n", "", "",
        "6:9: error: a step is one change: 'resize: [width, height]', 'view:' with 'intrinsic:', or with "
          + "'layoutbench: 2' 'view:' with 'text:', 'activate:', 'deactivate:', 'priority: [name, priority]', "
          + "'remove:', 'add:', 'number: [name, value]' or 'fit: width'"
      ),
      (
        "views: []\nlayouts: {}\n", "", "",
        "5:10: error: a scene needs at least one layout: sll, constraints or layoutkit"
      ),
      ("views: []\nlayouts: { yoga: [] }\n", "", "", "5:12: error: unknown key 'yoga' in layouts"),
      (
        "views: &v []\n" + layouts, "", "",
        "4:8: error: anchors and aliases are refused ('&v'); write the value out"
      ),
      (
        "views: []\nviews: []\n" + layouts, "", "",
        "5:1: error: the key 'views' occurs twice in this mapping; the first is at 4:1"
      ),
      ("views: [}\n", "", "", "4:9: error: not YAML: did not find expected node content"),
    ] as [(String, String, String, String)])
  func mistakes(_ body: String, _ old: String, _ new: String, _ message: String) throws {
    var text = Self.head + body
    if !old.isEmpty { text = text.replacing(old, with: new, maxReplacements: 1) }
    let error = try #require(throws: SceneError.self) {
      try SceneFile.scene(
        from: text, file: "s.yaml", dialects: ["sll", "constraints", "layoutkit"])
    }
    #expect(error.description == "s.yaml:\(message)")
  }

  @Test(
    "texts that cannot be laid out are refused with their place",
    arguments: [
      (
        #"text: { string: "a\u0007b" }"#,
        "4:34: error: a text has no control characters except line breaks; found U+0007"
      ),
      (
        #"text: { string: "a", advance: 0 }"#, "4:48: error: an advance is above 0, found 0"
      ),
      (
        #"text: { string: "a", line: -1 }"#, "4:45: error: a line's height is above 0, found -1"
      ),
      (
        #"text: { string: "a", line: 10, ascent: 11 }"#,
        "4:57: error: 'ascent' is at most the line's height of 10, found 11"
      ),
      (
        #"text: { string: "a" }, intrinsic: [1, 2]"#,
        "4:52: error: a view with a text has the text's size and baselines; leave out 'intrinsic'"
      ),
      (
        #"text: { string: "a", lines: -1 }"#,
        "4:46: error: 'lines' is a whole number from 0 to 1000000, found -1"
      ),
      (
        #"intrinsic: [1, 2] }], steps: [{ view: b, text: "x" }"#,
        "4:65: error: 'b' shows no text; change its content with 'intrinsic'"
      ),
      (
        #"text: { string: "a", advance: 1e8 } }], steps: [{ view: b, text: "of 15 characters" }"#,
        "4:83: error: '1600000000' is beyond the limit of 1e9 points"
      ),
      (
        #"text: { string: "a" } }], steps: [{ view: b, intrinsic: [3, 4] }"#,
        "4:74: error: 'b' shows a text; change it with 'text'"
      ),
    ])
  func texts(_ keys: String, _ message: String) {
    // JSON is YAML: a scene on few lines.
    let parts = keys.components(separatedBy: " }], ")
    let text =
      "{ layoutbench: 2,\nname: a,\nroot: { size: [9, 9] },\nviews: [{ id: b, \(parts[0]) }]"
      + (parts.count > 1 ? ", \(parts[1])]" : "") + ",\nlayouts: { constraints: [] } }\n"
    let error = #expect(throws: SceneError.self) {
      try SceneFile.scene(from: text, file: "s.yaml", dialects: ["constraints"])
    }
    #expect(error?.description == "s.yaml:\(message)")
  }

  @Test("nesting without end and aliases that explode are refused")
  func bombs() {
    let nested = Self.head + "views: " + String(repeating: "[", count: 100_000)
    var aliases = "a0: &a0 [x, x]\n"
    for level in 1..<60 { aliases += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
    for text in [nested, aliases, String(repeating: "{a: ", count: 5000), "\u{0}\u{1}", "", "- 1"] {
      #expect(throws: SceneError.self) { try SceneFile.scene(from: text, file: "bomb.yaml") }
    }
  }

  @Test("files that are not there, or no files, are told")
  func files() {
    #expect(throws: SceneFileError.notFound("/no/such.yaml")) {
      try SceneFile.read("/no/such.yaml")
    }
    #expect(throws: SceneFileError.isDirectory("/")) { try SceneFile.read("/") }
    #expect(throws: SceneFileError.notFound("/nowhere")) { try SceneFile.files(at: ["/nowhere"]) }
    #expect(throws: SceneError.self) { try SceneFile.read("/bin/true") }
  }
}
