import LayoutBenchManual
import LayoutModel

extension SceneGenerator {
  /// Stacks in a stack: two equal spaces, which are views, fill the rest of each row.
  static let stack = SceneGenerator(
    name: "stack", summary: "rows with a note amid two equal spaces, which are views, stacked",
    step: 6
  ) { count, scene in
    scene.isList = true
    for row in 1...count / 6 {
      func part(_ name: String) -> String { "\(name)\(row)" }
      let (box, icon, note, button) = (part("box"), part("icon"), part("note"), part("button"))
      let (before, after) = (part("before"), part("after"))
      let container = scene.box(row)
      scene.view(icon, in: container)
      scene.view(before, in: container)
      scene.view(note, in: container, content: IntrinsicSize(Double(30 + row * 11 % 70), 16))
      scene.view(after, in: container)
      scene.view(button, in: container)
      scene.rule(icon, "ll = 8, ct = 50%, w = h = 20")
      // Each view waits for the views that its rules name: the note's rule cannot name a space
      // whose size depends on the note.
      scene.rule(note, "cl = 50% - 10, ct = 50%")
      scene.rule(before, "ll = %rl, ct = 50%, h = 1, w = %ll - 28", icon, note)
      scene.rule(after, "ll = %rl, ct = 50%, h = 1, w = %w", note, before)
      scene.rule(button, "rr = 8, ct = 50%, w = 40, h = 24")
      scene.constraints(
        "\(icon).left == superview.left + 8", "\(icon).width == 20", "\(icon).height == 20",
        "\(before).left == \(icon).right", "\(note).left == \(before).right",
        "\(after).left == \(note).right", "\(after).right == \(button).left",
        "\(after).width == \(before).width", "\(before).height == 1", "\(after).height == 1",
        "\(button).right == superview.right - 8", "\(button).width == 40",
        "\(button).height == 24")
      for view in [icon, before, note, after, button] {
        scene.constraints("\(view).centerY == superview.centerY")
      }
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
  }.byHand(StackFrames.self).inCSS(SceneBoxes.stack)

  /// The rows of `stack` without the views that are spaces: the same frames, two views fewer per
  /// row.
  static let unspaced = SceneGenerator(
    name: "unspaced", summary: "the rows of stack, where the spaces beside the note are no views",
    step: 4
  ) { count, scene in
    scene.isList = true
    for row in 1...count / 4 {
      func part(_ name: String) -> String { "\(name)\(row)" }
      let (box, icon, note, button) = (part("box"), part("icon"), part("note"), part("button"))
      let container = scene.box(row)
      scene.view(icon, in: container)
      scene.view(note, in: container, content: IntrinsicSize(Double(30 + row * 11 % 70), 16))
      scene.view(button, in: container)
      scene.rule(icon, "ll = 8, ct = 50%, w = h = 20")
      // In the middle of the room beside the icon and the button, which are 28 and 48 wide with
      // their margins.
      scene.rule(note, "cl = 50% - 10, ct = 50%")
      scene.rule(button, "rr = 8, ct = 50%, w = 40, h = 24")
      scene.constraints(
        "\(icon).left == superview.left + 8", "\(icon).width == 20", "\(icon).height == 20",
        "\(note).centerX == superview.centerX - 10", "\(button).right == superview.right - 8",
        "\(button).width == 40", "\(button).height == 24")
      for view in [icon, note, button] {
        scene.constraints("\(view).centerY == superview.centerY")
      }
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
  }.byHand(UnspacedFrames.self).inCSS(SceneBoxes.unspaced)
}

extension SceneDraft {
  /// A box as wide as the screen, below the previous one.
  fileprivate mutating func box(_ row: Int) -> ViewID {
    let box = "box\(row)"
    let container = view(box)
    let above = row == 1 ? nil : "box\(row - 1)"
    if let above {
      rule(box, "ll = rr = 0, h = 40, tt = %bt + 2", above)
    } else {
      rule(box, "ll = rr = 0, h = 40, tt = 0")
    }
    constraints(
      "\(box).left == superview.left", "\(box).right == superview.right", "\(box).height == 40",
      "\(box).top == " + (above.map { "\($0).bottom + 2" } ?? "superview.top"))
    call(.size([box], "make.w", "40"))
    call(.mapping([("xLeft", .list([box]))]))
    if let above {
      let items: SourceNode = .mapping([
        ("fixedFirst", .text(above)), ("items", .list(["2", box])),
      ])
      call(.mapping([("yPlace", items)]))
    } else {
      call(.mapping([("yTop", .list([box]))]))
    }
    return container
  }
}

/// The frames of `stack` by hand.
private enum StackFrames: HandWrittenCode {
  static func name(of view: Int) -> String {
    "\(["box", "icon", "before", "note", "after", "button"][(view - 1) % 6])\((view + 5) / 6)"
  }

  static func container(of view: Int) -> Int { (view - 1) / 6 * 6 + 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    var y = 0.0
    for box in stride(from: 1, to: frames.count, by: 6) {
      frames[box] = Rect(x: 0, y: y, width: root.width, height: 40)
      y += 42
      layOut(container: box, root, content, frames)
    }
  }

  @inline(__always)
  static func layOut(
    container box: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    let note = content[box + 3]
    let space = (root.width - 76 - note.width) / 2
    frames[box + 1] = Rect(x: 8, y: 10, width: 20, height: 20)
    frames[box + 2] = Rect(x: 28, y: 19.5, width: space, height: 1)
    frames[box + 3] = Rect(
      x: 28 + space, y: 20 - note.height / 2, width: note.width, height: note.height)
    frames[box + 4] = Rect(x: 28 + space + note.width, y: 19.5, width: space, height: 1)
    frames[box + 5] = Rect(x: root.width - 48, y: 8, width: 40, height: 24)
  }
}

/// The frames of `unspaced` by hand.
private enum UnspacedFrames: HandWrittenCode {
  static func name(of view: Int) -> String {
    "\(["box", "icon", "note", "button"][(view - 1) % 4])\((view + 3) / 4)"
  }

  static func container(of view: Int) -> Int { (view - 1) / 4 * 4 + 1 }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    var y = 0.0
    for box in stride(from: 1, to: frames.count, by: 4) {
      frames[box] = Rect(x: 0, y: y, width: root.width, height: 40)
      y += 42
      layOut(container: box, root, content, frames)
    }
  }

  @inline(__always)
  static func layOut(
    container box: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    let note = content[box + 2]
    frames[box + 1] = Rect(x: 8, y: 10, width: 20, height: 20)
    frames[box + 2] = Rect(
      x: 28 + (root.width - 76 - note.width) / 2, y: 20 - note.height / 2, width: note.width,
      height: note.height)
    frames[box + 3] = Rect(x: root.width - 48, y: 8, width: 40, height: 24)
  }
}
