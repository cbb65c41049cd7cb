import LayoutModel
import SLL
import Scenes
import Testing

/// The worked examples of the language: root 200 × 100; a given [3, 4, 20, 10]; b [50, 20, 60, 40]
/// without rules, in it n [5, 6, 10, 8] and m [0, 0, 10, 10].
@Suite("Worked examples of SLL")
struct WorkedExampleTests {
  static func frames(_ rules: [(view: String, rule: String, arguments: [String])]) throws
    -> [String:
    Rect]
  {
    let entries = rules.map { view, rule, arguments in
      let items = (["\"\(rule)\""] + arguments).joined(separator: ", ")
      return "    - \(view): [\(items)]"
    }
    let text = """
      layoutbench: 1
      name: example
      root: { size: [200, 100] }
      views:
        - { id: a, frame: [3, 4, 20, 10] }
        - id: b
          frame: [50, 20, 60, 40]
          children:
            - { id: n, frame: [5, 6, 10, 8] }
            - { id: m, frame: [0, 0, 10, 10] }
      layouts:
        sll:
      \(entries.joined(separator: "\n"))
      """
    let scene = try SceneFile.scene(from: text, file: "example.yaml")
    let layout = try SLLEngine().resolve(scene, dialect: .sll)
    var plan: any LayoutPlan & ~Copyable = try layout.plan()
    var frames = scene.tree.startFrames
    var span = frames.mutableSpan
    try plan.pass(into: &span)
    return Dictionary(uniqueKeysWithValues: zip(scene.tree.names, frames))
  }

  @Test(
    "rules of a",
    arguments: [
      ("ll = 25", [25, 4, 20, 10]), ("rr = 10, bb = 5", [170, 85, 20, 10]),
      ("cr = 60, tb = 30", [130, 70, 20, 10]), ("cl = ct = 50%", [90, 45, 20, 10]),
      ("tt = 20, ll = bb = rr = 10", [10, 20, 180, 70]), ("w = h = 25%", [3, 4, 50, 25]),
      ("ll = 10, cl = 60, ct = 50, bt = 80", [10, 20, 100, 60]),
      ("ll = 10, rr = 10, maxw = 100", [90, 4, 100, 10]),
      ("ll = rr = 10, maxw = 100", [10, 4, 100, 10]),
      ("w = 90, maxw = 50, rr = 10", [140, 4, 50, 10]), ("minw = 40, maxw = 30", [3, 4, 30, 10]),
      ("maxw = -1, w = 90", [3, 4, 90, 10]), ("ll = 80, rl = 50", [50, 4, 0, 10]),
      ("ll = 5 + 10%, tt = 10% + 5", [25, 15, 20, 10]), ("ll = 10 - 25%", [-40, 4, 20, 10]),
      ("ll = 1 + 2 + 25%, tt = 25% + 1 + 2", [53, 28, 20, 10]),
      ("ll = 10 + 25% + 10%, tt = 25% + 10 + 10%", [80, 45, 20, 10]),
      ("ll = 25% + 10% + 10, tt = 25% + 10% + 10% + 1", [80, 46, 20, 10]),
      ("ll = 20.0f, tt = (2 + 3) × 4", [20, 20, 20, 10]), ("ll = 2--3, tt=10-4", [5, 6, 20, 10]),
      ("ll = 5, cl = 50, rl = 80", [20, 4, 60, 10]),
      ("ll = 10, rl = 60, ll += 0, maxw = 30", [10, 4, 30, 10]),
      ("ll = 10, rl = 60, w = 5", [10, 4, 50, 10]),
      ("ll = 10, rl = 60, cl = nil", [10, 4, 50, 10]),
      ("tt = 5, tb = nil, ll = tt", [0, 4, 20, 10]), ("tb = 30, ll = tt", [70, 70, 20, 10]),
      ("tt = 30, ll = tb", [0, 30, 20, 10]), ("ll = 50%, tt = ll", [100, 50, 20, 10]),
      ("rr = 10%, tt = rl", [160, 190, 20, 10]),
      ("ll = 10, rl = ll + 50, ll = 20", [20, 4, 40, 10]),
      ("ll = 3, ll += ll = 5", [10, 4, 20, 10]), ("ct = 2, ct *= 50%", [3, 95, 20, 10]),
      ("ll = 7 - nil, tt = nil - 7", [7, 7, 20, 10]), ("tt, ll = 4", [4, 0, 20, 10]),
      ("ll = (tt = 5) + 3", [8, 5, 20, 10]),
    ] as [(String, [Double])])
  func plain(_ rule: String, _ frame: [Double]) throws {
    let frames = try Self.frames([("a", rule, [])])
    #expect(frames["a"] == Rect(frame))
  }

  @Test(
    "rules with arguments",
    arguments: [
      ("a", "ll = %rl+10, tt = %tt", ["b", "b"], [120, 20, 20, 10]),
      ("a", "ll = %rr, tt = %cb", ["b", "b"], [90, 60, 20, 10]),
      ("a", "ll = V:%p, tt = %f / 4", ["10", "6"], [10, 1.5, 20, 10]),
      ("a", "ll = %rl, tt = %bt", ["n", "n"], [65, 34, 20, 10]),
      ("a", "ll = %rr, tt = %bb", ["n", "n"], [135, 66, 20, 10]),
      ("a", "w = %w, rr = %rr", ["root", "root"], [0, 4, 200, 10]),
      ("m", "ll = %ll, bb = %bb", ["a", "root"], [-47, 70, 10, 10]),
      ("m", "ll = %rr", ["a"], [87, 0, 10, 10]), ("b", "w = %w + 20", ["n"], [50, 20, 30, 40]),
      ("a", "ll = %^f, tt = %@p", ["7", "20"], [7, 20, 20, 10]),
    ] as [(String, String, [String], [Double])])
  func arguments(
    _ view: String, _ rule: String, _ arguments: [String], _ frame: [Double]
  ) throws {
    let frames = try Self.frames([(view, rule, arguments)])
    #expect(frames[view] == Rect(frame))
  }

  @Test("multiples and shares of a size are those of the expression as written, to the last bit")
  func multiples() throws {
    let rules: [(rule: String, width: (Double) -> Double)] = [
      ("w = (100% - 22) / 10", { ($0 - 22) / 10 }), ("w = 100% / 3", { $0 / 3 }),
      ("w = (7 + 100%) / 0.7", { (7 + $0) / 0.7 }), ("w = (50% - 1) * 0.3", { ($0 / 2 - 1) * 0.3 }),
      ("w = 0.3 * (100% + 0.1)", { 0.3 * ($0 + 0.1) }), ("w = 100% * 0", { $0 * 0 }),
      ("w = (100% - 22 - 1) / 7", { ($0 - 22 - 1) / 7 }), ("w = 21 / 100%", { 21 / $0 }),
      ("w = (100% - 2 * 11) / 10", { ($0 - 22) / 10 }), ("w = (7 + 50%) / 4", { (7 + $0 / 2) / 4 }),
      ("w = 2 * (100% - 3)", { 2 * ($0 - 3) }), ("w = (100% + 100%) * 0.7", { ($0 + $0) * 0.7 }),
      ("w = 100% * 0.3 + 1", { $0 * 0.3 + 1 }), ("w = 0.1 * 0.7 * 100%", { 0.1 * 0.7 * $0 }),
    ]
    let views = rules.indices.map { "{ id: v\($0) }" }.joined(separator: ", ")
    let entries = rules.enumerated().map { "    - v\($0): \"\($1.rule)\"" }.joined(separator: "\n")
    let text = """
      layoutbench: 1
      name: multiples
      root: { size: [200, 100] }
      views: [\(views)]
      layouts:
        sll:
      \(entries)
      """
    let scene = try SceneFile.scene(from: text, file: "multiples.yaml")
    for engine in [SLLEngine(), SLLEngine(isIncremental: true)] {
      var plan: any LayoutPlan & ~Copyable = try engine.resolve(scene, dialect: .sll).plan()
      var frames = scene.tree.startFrames
      for width in [200, 333.3, 0.1, 1e6 / 7] {
        plan.resize(to: Size(width: width, height: 100))
        var span = frames.mutableSpan
        try plan.pass(into: &span)
        for (place, rule) in rules.enumerated() {
          let expected = max(0, rule.width(width))
          #expect(frames[1 + place].width == expected, "\(rule.rule) at \(width)")
        }
      }
    }
  }

  @Test("a rule added later replaces what it assigns, as if it had been there from the start")
  func replacing() throws {
    let frames = try Self.frames([("a", "ll = 5, w = 50", []), ("a", "ll = 9, w = nil", [])])
    #expect(frames["a"] == Rect([9, 4, 20, 10]))
  }

  @Test("a shared value costs once for each use, not twice for each doubling")
  func sharing() throws {
    let rule = "ll = 1" + String(repeating: ", ll += ll", count: 60)
    let frames = try Self.frames([("a", rule, [])])
    #expect(frames["a"]?.x == 0x1p60)
    let views = "ll = %ll" + String(repeating: ", ll += ll", count: 60)
    #expect(try Self.frames([("a", views, ["b"])])["a"]?.x == 50 * 0x1p60)
    let products = "ll = 1%" + String(repeating: ", ll *= 1 + 0 * ll", count: 1000)
    #expect(try Self.frames([("a", products, [])])["a"]?.x == 2)
  }

  @Test("long chains and long sums are laid out, none recurses with its length")
  func length() throws {
    let chain = String(repeating: "ll = ", count: 20_000) + "7"
    #expect(try Self.frames([("a", chain, [])])["a"]?.x == 7)
    let sum = "ll = 0" + String(repeating: " + 1%", count: 20_000)
    #expect(try Self.frames([("a", sum, [])])["a"]?.x == 40_000)
    let nested =
      "ll = " + String(repeating: "(", count: 200) + "7"
      + String(repeating: ")", count: 200)
    #expect(try Self.frames([("a", nested, [])])["a"]?.x == 7)
  }
}

extension Rect {
  init(_ sides: [Double]) {
    self.init(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
  }
}
