import LayoutModel

extension SceneGenerator {
  /// Seed 002's keys as a whole keyboard: the first decides how large all are.
  static let keyboard = SceneGenerator(
    name: "keyboard", summary: "rows of ten keys, all as large as the first", step: 10
  ) { count, scene in
    var firsts: [String] = []
    for row in 0..<count / 10 {
      let keys = (1...10).map { "key\(10 * row + $0)" }
      let first = keys[0]
      let inset = 4 + row % 3 * 6
      for key in keys { scene.view(key) }
      if row == 0 {
        scene.rule(first, "ll = \(inset), tt = 6, w = 9%, h = 30")
        scene.constraints(
          "\(first).width == 0.09 * superview.width", "\(first).height == 30",
          "\(first).top == superview.top + 6")
        scene.call(.size([first], "make.w * 0.09", "30"))
        scene.call(.mapping([("yPlace", .list(["6", first]))]))
      } else {
        let above = firsts[row - 1]
        scene.rule(
          first, "ll = \(inset), tt = %bt + 6, w = %w, h = %h", above, "key1", "key1")
        scene.constraints(
          "\(first).width == key1.width", "\(first).height == key1.height",
          "\(first).top == \(above).bottom + 6")
        scene.call(.size([first], "key1.width", "key1.height"))
        scene.call(
          .mapping([
            (
              "yPlace",
              .mapping([("fixedFirst", .text(above)), ("items", .list(["6", first]))])
            )
          ]))
      }
      firsts.append(first)
      scene.constraints("\(first).left == superview.left + \(inset)")
      for (before, key) in zip(keys, keys.dropFirst()) {
        scene.rule(
          key, "tt = %tt, w = %w, h = %h, ll = %rl + .5", first, "key1", "key1", before)
        scene.constraints(
          "\(key).top == \(first).top", "\(key).width == key1.width",
          "\(key).height == key1.height", "\(key).left == \(before).right + 0.5")
      }
      scene.call(.size(Array(keys.dropFirst()), "key1.width", "key1.height"))
      scene.call(
        .mapping([
          ("xPlace", .list(["\(inset)"] + keys.flatMap { $0 == first ? [$0] : ["0.5", $0] }))
        ]))
      scene.call(.mapping([("ref", .text(first)), ("yTop", .list(Array(keys.dropFirst())))]))
    }
  }

  /// Stacks in a stack: what is left of a row is two spaces that are equal, views of their own.
  static let stack = SceneGenerator(
    name: "stack", summary: "rows with a note amid two equal spaces, which are views, stacked",
    step: 6
  ) { count, scene in
    for row in 1...count / 6 {
      func part(_ name: String) -> String { "\(name)\(row)" }
      let (box, icon, note, button) = (part("box"), part("icon"), part("note"), part("button"))
      let (before, after) = (part("before"), part("after"))
      let container = scene.view(box)
      scene.view(icon, in: container)
      scene.view(before, in: container)
      scene.view(note, in: container, content: IntrinsicSize(Double(30 + row * 11 % 70), 16))
      scene.view(after, in: container)
      scene.view(button, in: container)
      let below = row == 1 ? "tt = 0" : "tt = %bt + 2"
      let above = row == 1 ? [] : ["box\(row - 1)"]
      scene.rule(box, "ll = rr = 0, h = 40, \(below)", arguments: above)
      scene.rule(icon, "ll = 8, ct = 50%, w = h = 20")
      // Views wait for views: the note cannot stand beside a space that is what it leaves.
      scene.rule(note, "cl = 50% - 10, ct = 50%")
      scene.rule(before, "ll = %rl, ct = 50%, h = 1, w = %ll - 28", icon, note)
      scene.rule(after, "ll = %rl, ct = 50%, h = 1, w = %w", note, before)
      scene.rule(button, "rr = 8, ct = 50%, w = 40, h = 24")
      scene.constraints(
        "\(box).left == superview.left", "\(box).right == superview.right", "\(box).height == 40",
        "\(box).top == " + (row == 1 ? "superview.top" : "box\(row - 1).bottom + 2"),
        "\(icon).left == superview.left + 8", "\(icon).width == 20", "\(icon).height == 20",
        "\(before).left == \(icon).right", "\(note).left == \(before).right",
        "\(after).left == \(note).right", "\(after).right == \(button).left",
        "\(after).width == \(before).width", "\(before).height == 1", "\(after).height == 1",
        "\(button).right == superview.right - 8", "\(button).width == 40",
        "\(button).height == 24")
      for view in [icon, before, note, after, button] {
        scene.constraints("\(view).centerY == superview.centerY")
      }
      scene.call(.size([box], "make.w", "40"))
      scene.call(.mapping([("xLeft", .list([box]))]))
      scene.call(
        row == 1
          ? .mapping([("yTop", .list([box]))])
          : .mapping([
            (
              "yPlace",
              .mapping([
                ("fixedFirst", .text("box\(row - 1)")), ("items", .list(["2", box])),
              ])
            )
          ]))
      let steps: [SourceNode] = [
        .size([icon], "20", "20"), .mapping([("sizeToFit", .list([note]))]),
        .size([button], "40", "24"), .size([before, after], "0", "1"),
        .mapping([
          (
            "width",
            .mapping([
              ("views", .list([before, after])),
              ("to", .list(["flexible", "flexible", "76", note])),
            ])
          )
        ]),
        .mapping([("xPlace", .list(["8", icon, before, note, after, button]))]),
        .mapping([("yCenter", .list([icon, before, note, after, button]))]),
      ]
      scene.call(.mapping([("layout", .text(box)), ("steps", .list(steps))]))
    }
    scene.steps = [
      .resize(Size(width: 414, height: 736)),
      .intrinsic(ViewID((count / 12) * 6 + 4 - (count < 12 ? 0 : 6)), IntrinsicSize(110, 16)),
    ]
  }

  /// Rows in which two views want more than there is, at many priorities: the lower ones yield.
  static let conflict = SceneGenerator(
    name: "conflict", summary: "rows of two views that cannot both have what they want", step: 2
  ) { count, scene in
    for row in 1...count / 2 {
      let (first, second) = ("first\(row)", "second\(row)")
      let width = 120 + row * 13 % 50
      let top = (row - 1) * 24
      for view in [first, second] { scene.view(view) }
      scene.rule(first, "ll = 8, tt = \(top), w = \(width), h = 20")
      scene.rule(second, "ll = %rl + 8, rr = 8, tt = \(top), h = 20", first)
      scene.constraints(
        "\(first).left == superview.left + 8", "\(first).top == superview.top + \(top)",
        "\(first).height == 20", "\(second).left == \(first).right + 8",
        "\(second).right == superview.right - 8", "\(second).top == \(first).top",
        "\(second).height == 20", "\(first).width == \(width) @\(600 + row % 5)",
        "\(second).width == \(400 + row % 9) @\(500 + row % 7)",
        "\(first).width == 90 @\(300 + row % 3)", "\(first).width >= 60")
      scene.call(.size([first], "\(width)", "20"))
      scene.call(.size([second], "make.w - \(width + 24)", "20"))
      scene.call(.mapping([("xPlace", .list(["8", first, "8", second]))]))
      scene.call(.mapping([("yPlace", .list(["\(top)", first]))]))
      scene.call(.mapping([("ref", .text(first)), ("yTop", .list([second]))]))
    }
  }

  /// Cells of a list with texts that change, as they do when a list reuses its cells.
  static let cells = SceneGenerator(
    name: "cells", summary: "cells of a list, each with texts that change as they are used again",
    step: 4
  ) { count, scene in
    for row in 1...count / 4 {
      let (cell, icon, title, time) = ("cell\(row)", "icon\(row)", "title\(row)", "time\(row)")
      let container = scene.view(cell)
      scene.view(icon, in: container)
      scene.view(title, in: container, content: IntrinsicSize(Double(50 + row * 17 % 90), 18))
      scene.view(time, in: container, content: IntrinsicSize(Double(20 + row * 7 % 20), 14))
      let above = row == 1 ? [] : ["cell\(row - 1)"]
      scene.rule(
        cell, row == 1 ? "ll = rr = tt = 0, h = 44" : "ll = rr = 0, tt = %bt, h = 44",
        arguments: above)
      scene.rule(icon, "ll = 8, ct = 50%, w = h = 28")
      scene.rule(title, "ll = %rl + 8, ct = 50%", icon)
      scene.rule(time, "rr = 8, ct = 50%")
      scene.constraints(
        "\(cell).left == superview.left", "\(cell).right == superview.right",
        "\(cell).height == 44",
        "\(cell).top == " + (row == 1 ? "superview.top" : "cell\(row - 1).bottom"),
        "\(icon).left == superview.left + 8", "\(icon).centerY == superview.centerY",
        "\(icon).width == 28", "\(icon).height == 28", "\(title).left == \(icon).right + 8",
        "\(title).centerY == superview.centerY", "\(time).right == superview.right - 8",
        "\(time).centerY == superview.centerY", "\(time).left >= \(title).right + 8 @900")
      scene.call(.size([cell], "make.w", "44"))
      scene.call(.mapping([("xLeft", .list([cell]))]))
      scene.call(
        row == 1
          ? .mapping([("yTop", .list([cell]))])
          : .mapping([
            (
              "yPlace",
              .mapping([("fixedFirst", .text("cell\(row - 1)")), ("items", .list([cell]))])
            )
          ]))
      let steps: [SourceNode] = [
        .size([icon], "28", "28"), .mapping([("sizeToFit", .list([title, time]))]),
        .mapping([("xPlace", .list(["8", icon, "8", title, "flexible", time, "8"]))]),
        .mapping([("yCenter", .list([icon, title, time]))]),
      ]
      scene.call(.mapping([("layout", .text(cell)), ("steps", .list(steps))]))
    }
    let rows = count / 4
    scene.steps = (0..<3).flatMap { turn -> [Change] in
      let row = (turn * 7 + rows / 2) % rows
      return [
        .intrinsic(ViewID(4 * row + 3), IntrinsicSize(Double(70 + 20 * turn), 18)),
        .intrinsic(ViewID(4 * row + 4), IntrinsicSize(Double(25 + 5 * turn), 14)),
      ]
    }
  }
}
