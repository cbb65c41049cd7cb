import LayoutModel

extension SceneGenerator {
  /// What `stack` shows, without the views that are spaces: the same frames, two views fewer in a row.
  static let unspaced = SceneGenerator(
    name: "unspaced", summary: "the rows of stack, where the spaces beside the note are no views",
    step: 4
  ) { count, scene in
    for row in 1...count / 4 {
      func part(_ name: String) -> String { "\(name)\(row)" }
      let (box, icon, note, button) = (part("box"), part("icon"), part("note"), part("button"))
      let container = scene.view(box)
      scene.view(icon, in: container)
      scene.view(note, in: container, content: IntrinsicSize(Double(30 + row * 11 % 70), 16))
      scene.view(button, in: container)
      let below = row == 1 ? "tt = 0" : "tt = %bt + 2"
      scene.rule(
        box, "ll = rr = 0, h = 40, \(below)", arguments: row == 1 ? [] : ["box\(row - 1)"])
      scene.rule(icon, "ll = 8, ct = 50%, w = h = 20")
      // Amid what the icon and the button leave, which are 28 and 48 wide with their margins.
      scene.rule(note, "cl = 50% - 10, ct = 50%")
      scene.rule(button, "rr = 8, ct = 50%, w = 40, h = 24")
      scene.constraints(
        "\(box).left == superview.left", "\(box).right == superview.right", "\(box).height == 40",
        "\(box).top == " + (row == 1 ? "superview.top" : "box\(row - 1).bottom + 2"),
        "\(icon).left == superview.left + 8", "\(icon).width == 20", "\(icon).height == 20",
        "\(note).centerX == superview.centerX - 10", "\(button).right == superview.right - 8",
        "\(button).width == 40", "\(button).height == 24")
      for view in [icon, note, button] {
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
        .size([button], "40", "24"),
        .mapping([("xPlace", .list(["8", icon, "flexible", note, "flexible", button, "8"]))]),
        .mapping([("yCenter", .list([icon, note, button]))]),
      ]
      scene.call(.mapping([("layout", .text(box)), ("steps", .list(steps))]))
    }
    scene.steps = [
      .resize(Size(width: 414, height: 736)),
      .intrinsic(ViewID((max(1, count / 8) - 1) * 4 + 3), IntrinsicSize(110, 16)),
    ]
  }
}
