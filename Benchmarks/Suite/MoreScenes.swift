import LayoutModel

extension SceneGenerator {
  /// Every view at a place of its own: Kugler's first experiment with Auto Layout (2013).
  static let flat = SceneGenerator(
    name: "flat", summary: "every view at a fixed place, none depends on another"
  ) { count, scene in
    for index in 0..<count {
      let name = "v\(index + 1)"
      let (x, y) = (index * 37 % 290, index * 53 % 460)
      let (width, height) = (20 + index % 7, 10 + index % 5)
      scene.view(name)
      scene.rule(name, "ll = \(x), tt = \(y), w = \(width), h = \(height)")
      scene.constraints(
        "\(name).left == superview.left + \(x)", "\(name).top == superview.top + \(y)",
        "\(name).width == \(width)", "\(name).height == \(height)")
      scene.call(.size([name], "\(width)", "\(height)"))
      scene.call(.call("xPlace", "\(x)", name))
      scene.call(.call("yPlace", "\(y)", name))
    }
  }

  /// Rows of equal cells that fill the width, the last one as far as there are views.
  static let grid = SceneGenerator(
    name: "grid", summary: "rows of equal cells with gaps that fill the width"
  ) { count, scene in
    let columns = Int(Double(count).squareRoot().rounded(.up))
    scene.tree.rootSize = Size(
      width: Double(60 * columns), height: Double(34 * ((count - 1) / columns + 1) + 4))
    let names = (1...count).map { "v\($0)" }
    let width = "w = (100% - \(4 * (columns + 1))) / \(columns), h = 30"
    let rest = Array(names.dropFirst(columns))
    for (index, name) in names.enumerated() {
      scene.view(name)
      scene.constraints("\(name).height == 30")
      if index % columns == 0 {
        scene.constraints("\(name).left == superview.left + 4")
        scene.rule(name, "ll = 4, tt = \(4 + 34 * (index / columns)), \(width)")
      } else {
        let before = names[index - 1]
        scene.constraints("\(name).left == \(before).right + 4", "\(name).top == \(before).top")
        scene.rule(name, "ll = %rl + 4, tt = %tt, \(width)", before, before)
      }
      if index > 0 { scene.constraints("\(name).width == \(names[max(0, index - columns)]).width") }
      guard index % columns == 0 else { continue }
      scene.constraints(
        index == 0
          ? "\(name).top == superview.top + 4"
          : "\(name).top == \(names[index - columns]).bottom + 4")
    }
    if count >= columns, count > 1 {
      scene.constraints("\(names[columns - 1]).right == superview.right - 4")
    }
    if count == 1 { scene.constraints("v1.right == superview.right - 4") }
    let first = Array(names.prefix(columns))
    let shares = Array(repeating: "flexible", count: columns) + ["\(4 * (columns + 1))"]
    scene.call(.mapping([("width", .mapping([("views", .list(first)), ("to", .list(shares))]))]))
    if !rest.isEmpty {
      scene.call(
        .mapping([("width", .mapping([("views", .list(rest)), ("to", .text("v1.width"))]))]))
    }
    scene.call(.mapping([("height", .mapping([("views", .list(names)), ("to", .text("30"))]))]))
    for start in stride(from: 0, to: count, by: columns) {
      let row = Array(names[start..<min(count, start + columns)])
      scene.call(.mapping([("xPlace", .list(row.flatMap { ["4", $0] }))]))
      scene.call(.mapping([("yPlace", .list(["\(4 + 34 * (start / columns))", row[0]]))]))
      if row.count > 1 {
        scene.call(.mapping([("ref", .text(row[0])), ("yTop", .list(Array(row.dropFirst())))]))
      }
    }
  }

  /// Rows of a pane with its share of the width, but never narrower than it can bear, and what is left.
  static let split = SceneGenerator(
    name: "split", summary: "panes with a share of the width and a least one, and what they leave",
    step: 2
  ) { count, scene in
    for row in 1...count / 2 {
      let (pane, rest) = ("pane\(row)", "rest\(row)")
      let least = 80 + row * 7 % 60
      let top = (row - 1) * 24
      scene.view(pane)
      scene.view(rest)
      scene.rule(pane, "ll = 0, tt = \(top), w = 30%, minw = \(least), h = 20")
      scene.rule(rest, "ll = %rl + 4, rr = 0, tt = \(top), h = 20", pane)
      scene.constraints(
        "\(pane).left == superview.left", "\(pane).width == 0.3 * superview.width @750",
        "\(pane).width >= \(least)", "\(pane).height == 20",
        "\(pane).top == " + (row == 1 ? "superview.top" : "pane\(row - 1).bottom + 4"),
        "\(rest).left == \(pane).right + 4", "\(rest).right == superview.right",
        "\(rest).height == 20", "\(rest).top == \(pane).top")
    }
    scene.steps = [
      .resize(Size(width: 240, height: 480)), .resize(Size(width: 600, height: 480)),
    ]
  }

  /// Containers whose contents line up with those of the container above.
  static let crosstalk = SceneGenerator(
    name: "crosstalk", summary: "containers whose contents line up with those of the one above",
    step: 3
  ) { count, scene in
    for group in 1...count / 3 {
      let (box, label, value) = ("box\(group)", "label\(group)", "value\(group)")
      let inset = 4 + group * 3 % 11
      let above = group - 1
      let container = scene.view(box)
      scene.view(label, in: container)
      scene.view(value, in: container)
      let width = 40 + group * 17 % 30
      if group == 1 {
        scene.rule(box, "ll = rr = \(inset), tt = 4, h = 30")
        scene.rule(value, "ll = %rl + 60, ct = %ct, rr = 6, h = 20", label, label)
        scene.constraints(
          "\(box).top == superview.top + 4", "\(value).left == \(label).right + 60")
      } else {
        scene.rule(box, "ll = rr = \(inset), tt = %bt + 4, h = 30", "box\(above)")
        scene.rule(value, "ll = %ll, ct = %ct, rr = 6, h = 20", "value\(above)", label)
        scene.constraints(
          "\(box).top == box\(above).bottom + 4", "\(value).left == value\(above).left")
      }
      scene.rule(label, "ll = 5, ct = 50%, w = \(width), h = 12")
      let place =
        group == 1 ? "label1.right + 60" : "value\(above).left + box\(above).left - \(box).left"
      scene.call(.size([box], "make.w - \(2 * inset)", "30"))
      scene.call(.call("xPlace", "\(inset)", box))
      scene.call(.call("yPlace", "\(4 + 34 * above)", box))
      let steps: [SourceNode] = [
        .size([label], "\(width)", "12"), .call("xPlace", "5", label),
        .size([value], "make.w - 6 - (\(place))", "20"), .call("xPlace", place, value),
        .call("yCenter", label, value),
      ]
      scene.call(.mapping([("layout", .text(box)), ("steps", .list(steps))]))
      scene.constraints(
        "\(box).left == superview.left + \(inset)", "\(box).right == superview.right - \(inset)",
        "\(box).height == 30", "\(label).left == superview.left + 5",
        "\(label).centerY == superview.centerY", "\(label).width == \(width)",
        "\(label).height == 12", "\(value).centerY == \(label).centerY",
        "\(value).right == superview.right - 6", "\(value).height == 20")
    }
  }

  /// Inequalities that pull to either side in turn: hard for a simplex method.
  static let zigzag = SceneGenerator(
    name: "zigzag", summary: "a chain of inequalities that pull to either side in turn"
  ) { count, scene in
    for index in 0..<count {
      let name = "v\(index + 1)"
      scene.view(name)
      scene.constraints(
        "\(name).width == 10", "\(name).height == 10", "\(name).top == superview.top",
        "\(name).centerX == superview.centerX + \(index * 91 % 500) @\(100 + index % 3)")
      guard index > 0 else { continue }
      let isRising = index % 2 == 1
      scene.constraints(
        "\(name).left \(isRising ? ">=" : "<=") v\(index).left \(isRising ? "+" : "-") "
          + "\(index * 7 % 13)")
    }
  }
}
