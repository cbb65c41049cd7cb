import LayoutBenchTiming

/// Random views that only differences of their edges hold together, most of them optional: what is
/// solved as a flow; in every fourth scene, some constraint that no flow can state, and in another one
/// the cells of a table, whose columns required equalities hold together.
package struct RandomDifferences: RandomScene {
  private var views: [(name: String, fields: [String])] = []
  private var entries: [String] = []
  private var steps: [(text: String, view: String)] = []

  package init(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    // Round constants meet in many points at once.
    let unit = [1, 10, 50].randomElement(using: &dice) ?? 10
    let hasOthers = seed % 4 == 3
    let isTable = seed % 4 == 1
    if isTable { addTable(unit, &dice) }
    let count = isTable ? views.count : Int.random(in: 2...(seed % 8 == 0 ? 40 : 9), using: &dice)
    for index in views.count..<count {
      let name = "v\(index)"
      var fields: [String] = []
      let sizes = (0..<2).map { _ in Int.random(in: 1...8, using: &dice) * 10 }
      if Int.random(in: 0..<3, using: &dice) == 0 {
        fields.append("intrinsic: [\(sizes[0]), \(sizes[1])]")
        fields.append("hugging: [1000, 1000]")
        fields.append("compression: [1000, 1000]")
      } else {
        let isOpen = hasOthers && Int.random(in: 0..<3, using: &dice) == 0
        if !isOpen { add("\(name).width == \(sizes[0])") }
        add("\(name).height == \(sizes[1])")
      }
      views.append((name, fields))
    }
    // Every other pair of seeds pins every view, whatever the other constraints leave open.
    if seed / 2 % 2 == 0 {
      for view in views.map(\.name) {
        add("\(view).left == superview.left + 7 @0.5")
        add("\(view).top == superview.top + 7 @0.5")
        add("\(view).width == 30 @0.25")
      }
    }
    for _ in 0..<Int.random(in: count...(4 * count), using: &dice) {
      let isAcross = Int.random(in: 0..<3, using: &dice) > 0
      func edge() -> String {
        (isAcross ? ["left", "right"] : ["top", "bottom"]).randomElement(using: &dice) ?? ""
      }
      let first = Int.random(in: 0..<count, using: &dice)
      let other = Int.random(in: -count / 2..<count, using: &dice)
      let relation = ["==", ">=", "<="].randomElement(using: &dice) ?? "=="
      let multiplier =
        hasOthers && Int.random(in: 0..<6, using: &dice) == 0
        ? [" * 2", " * 0.5", " * -1"].randomElement(using: &dice) ?? "" : ""
      let constant = Int.random(in: -8...20, using: &dice) * unit
      // Required equalities are substituted; of required inequalities some conflict.
      let isRequired = relation != "==" && Int.random(in: 0..<5, using: &dice) == 0
      let priority = [1, 250, 500, 500, 750].randomElement(using: &dice) ?? 500
      add(
        "v\(first).\(edge()) \(relation) \(other < 0 ? "superview" : "v\(other)").\(edge())"
          + "\(multiplier) \(constant < 0 ? "-" : "+") \(abs(constant))"
          + (isRequired ? "" : " @\(priority)"))
    }
    entries.shuffle(using: &dice)
    for _ in 0..<Int.random(in: 1...4, using: &dice) {
      let sides = (0..<2).map { _ in Int.random(in: 0...40, using: &dice) * 10 }
      steps.append(("resize: [\(sides[0]), \(sides[1])]", ""))
      let sized = views.filter { !$0.fields.isEmpty }.randomElement(using: &dice)
      if let sized {
        let width = Int.random(in: 0...9, using: &dice) * 10
        steps.append(("{ view: \(sized.name), intrinsic: [\(width), 20] }", sized.name))
      }
    }
  }

  private mutating func add(_ text: String) { entries.append(text) }

  /// Adds rows of cells that follow each other, each as wide as that of the first row in its column,
  /// but for the last one.
  private mutating func addTable(_ unit: Int, _ dice: inout SplitMix64) {
    let rows = Int.random(in: 2...5, using: &dice)
    let columns = Int.random(in: 2...4, using: &dice)
    func distance() -> Int { Int.random(in: 0...2, using: &dice) * unit }
    for row in 0..<rows {
      var edge = "superview.left + \(distance())"
      for column in 0..<columns {
        let name = "v\(views.count)"
        let isLast = column == columns - 1
        let width = Int.random(in: 1...12, using: &dice) * 10
        views.append(
          (name, ["intrinsic: [\(width), 20]", "hugging: [\(isLast ? 200 : 250), 250]"]))
        add("\(name).left == \(edge)")
        add("\(name).top == superview.top + \(30 * row)")
        if row > 0, !isLast { add("\(name).width == v\(column).width") }
        if isLast { add("\(name).right == superview.right - \(distance()) @600") }
        edge = "\(name).right + \(distance())"
      }
    }
  }

  /// The scene file.
  package var text: String {
    var lines = ["layoutbench: 2", "name: random", "root: { size: [320, 200] }", "views:"]
    for view in views {
      lines.append("  - id: \(view.name)")
      lines += view.fields.map { "    \($0)" }
    }
    lines += ["layouts:", "  constraints:" + (entries.isEmpty ? " []" : "")]
    lines += entries.map { "    - \"\($0)\"" }
    if !steps.isEmpty { lines += ["steps:"] + steps.map { "  - \($0.text)" } }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Every scene that is smaller by one part.
  package var smaller: [RandomDifferences] {
    var all: [RandomDifferences] = []
    func add(_ change: (inout RandomDifferences) -> Void) { all.append(changed(change)) }
    // Without a view, and all that names it.
    for view in views where views.count > 1 {
      add { other in
        other.views.removeAll { $0.name == view.name }
        other.entries.removeAll { $0.contains("\(view.name).") }
        other.steps.removeAll { $0.view == view.name }
      }
    }
    for index in entries.indices { add { $0.entries.remove(at: index) } }
    for index in steps.indices { add { $0.steps.remove(at: index) } }
    return all
  }
}
