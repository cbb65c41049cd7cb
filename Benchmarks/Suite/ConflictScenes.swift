import LayoutBenchManual
import LayoutModel

extension SceneGenerator {
  /// Rows in which two views ask for more than the available width, at many priorities: the lower
  /// ones yield.
  static let conflict = SceneGenerator(
    name: "conflict", summary: "rows of two views that cannot both have what they want", step: 2
  ) { count, scene in
    for row in 1...count / 2 {
      let (first, second) = ("first\(row)", "second\(row)")
      let width = 120 + row * 13 % 50
      let top = (row - 1) * 24
      for view in [first, second] { scene.view(view) }
      let named = scene.number("width", of: row, among: count / 2, Double(width))
      let wanted = named ?? "\(width)"
      scene.rule(
        first, "ll = 8, tt = \(top), w = \(named == nil ? wanted : "%^f"), h = 20",
        arguments: named.map { [$0] } ?? [])
      scene.rule(second, "ll = %rl + 8, rr = 8, tt = \(top), h = 20", first)
      scene.constraints(
        "\(first).left == superview.left + 8", "\(first).top == superview.top + \(top)",
        "\(first).height == 20", "\(second).left == \(first).right + 8",
        "\(second).right == superview.right - 8", "\(second).top == \(first).top",
        "\(second).height == 20", "\(first).width == \(wanted) @\(600 + row % 5)",
        "\(second).width == \(400 + row % 9) @\(500 + row % 7)",
        "\(first).width == 90 @\(300 + row % 3)", "\(first).width >= 60")
      scene.call(.size([first], wanted, "20"))
      scene.call(
        .size([second], "make.w - \(named.map { "\($0) - 24" } ?? "\(width + 24)")", "20"))
      scene.call(.mapping([("xPlace", .list(["8", first, "8", second]))]))
      scene.call(.mapping([("yPlace", .list(["\(top)", first]))]))
      scene.call(.mapping([("ref", .text(first)), ("yTop", .list([second]))]))
    }
  }.byHand(ConflictFrames.self)

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
      let named = scene.number("width", of: group, among: count / 3, Double(width))
      let wanted = named ?? "\(width)"
      scene.rule(
        label, "ll = 5, ct = 50%, w = \(named == nil ? wanted : "%^f"), h = 12",
        arguments: named.map { [$0] } ?? [])
      let place =
        group == 1 ? "label1.right + 60" : "value\(above).left + box\(above).left - \(box).left"
      scene.call(.size([box], "make.w - \(2 * inset)", "30"))
      scene.call(.call("xPlace", "\(inset)", box))
      scene.call(.call("yPlace", "\(4 + 34 * above)", box))
      let steps: [SourceNode] = [
        .size([label], wanted, "12"), .call("xPlace", "5", label),
        .size([value], "make.w - 6 - (\(place))", "20"), .call("xPlace", place, value),
        .call("yCenter", label, value),
      ]
      scene.call(.mapping([("layout", .text(box)), ("steps", .list(steps))]))
      scene.constraints(
        "\(box).left == superview.left + \(inset)", "\(box).right == superview.right - \(inset)",
        "\(box).height == 30", "\(label).left == superview.left + 5",
        "\(label).centerY == superview.centerY", "\(label).width == \(wanted)",
        "\(label).height == 12", "\(value).centerY == \(label).centerY",
        "\(value).right == superview.right - 6", "\(value).height == 20")
    }
  }.byHand(CrosstalkFrames.self)

  /// Positions and sizes that all depend on others, many of which are impossible: only a linear
  /// program decides.
  static let web = SceneGenerator(
    name: "web",
    summary: "optional constraints between views all over the place, many of which yield"
  ) { count, scene in
    let names = (1...count).map { "v\($0)" }
    for name in names { scene.view(name) }
    // A number from 0 to limit - 1 that is different for every use.
    func scatter(_ index: Int, _ use: Int, _ limit: Int) -> Int {
      var hash = UInt64(index) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(use) &* 0xBF58_476D_1CE4_E5B9
      hash = (hash ^ hash &>> 31) &* 0x94D0_49BB_1331_11EB
      return Int((hash ^ hash &>> 29) % UInt64(limit))
    }
    for (index, name) in names.enumerated() {
      for (use, places) in [("left", "right", "centerX"), ("top", "bottom", "centerY")].enumerated()
      {
        for turn in 0..<2 {
          let key = 4 * use + turn
          let other = names[scatter(index, key, count)]
          let priority = [250, 500, 750][scatter(index, key + 20, 3)]
          let gap = scatter(index, key + 40, 400) - 200
          guard other != name else { continue }
          scene.constraints(
            "\(name).\(places.0) == \(other).\(places.1) \(gap < 0 ? "-" : "+") \(abs(gap))"
              + " @\(priority)")
        }
        let size = 20 + scatter(index, 70 + use, 50)
        let named =
          use == 0 ? scene.number("width", of: index + 1, among: count, Double(size)) : nil
        scene.constraints(
          "\(name).\(places.0) >= superview.\(places.0)",
          "\(name).\(places.2) == superview.\(places.2) + \(scatter(index, 60 + use, 800)) @1",
          "\(name).\(["width", "height"][use]) == \(named ?? "\(size)")")
      }
    }
  }
}

/// The frames of `conflict` by hand.
private enum ConflictFrames: HandWrittenCode {
  /// The distance between the rows that have a number.
  private static func step(_ count: Int) -> Int {
    SceneDraft.step(ofNumbersAmong: (count - 1) / 2)
  }

  static func name(of view: Int) -> String {
    "\(view % 2 == 1 ? "first" : "second")\((view + 1) / 2)"
  }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    var y = 0.0
    for first in stride(from: 1, to: frames.count, by: 2) {
      place(first, Double(120 + (first + 1) / 2 * 13 % 50), y, root, frames)
      y += 24
    }
    let step = 2 * step(frames.count)
    for first in stride(from: step - 1, to: frames.count, by: step) {
      layOut(container: first, root, content, frames)
    }
  }

  /// Only the second views' widths follow the root.
  @inline(__always)
  static func layOut(
    resizedTo root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let right = root.width - 8
    for second in stride(from: 2, to: frames.count, by: 2) {
      frames[second].width = right - frames[second].x
    }
  }

  static func numberCount(of count: Int) -> Int { SceneDraft.numberCount(among: (count - 1) / 2) }

  static func container(ofNumber number: Int, count: Int) -> Int {
    2 * (number + 1) * step(count) - 1
  }

  @inline(__always)
  static func layOut(
    container first: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    let number = (first + 1) / 2 / step(frames.count) - 1
    place(first, content.number(number), frames[first].y, root, frames)
  }

  /// Writes the frames of a row, given the width of its first view and its top, points.
  @inline(__always)
  private static func place(
    _ first: Int, _ width: Double, _ y: Double, _ root: Size, _ frames: some HandWrittenFrames
  ) {
    frames[first] = Rect(x: 8, y: y, width: width, height: 20)
    frames[first + 1] = Rect(x: width + 16, y: y, width: root.width - width - 24, height: 20)
  }
}

/// The frames of `crosstalk` by hand.
private enum CrosstalkFrames: HandWrittenCode {
  static func name(of view: Int) -> String {
    "\(["box", "label", "value"][(view - 1) % 3])\((view + 2) / 3)"
  }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    // The position of all values, in the root.
    let edge = 4.0 + 3 + 5 + Double(40 + 17) + 60
    var y = 4.0
    for box in stride(from: 1, to: frames.count, by: 3) {
      let group = (box + 2) / 3
      let inset = Double(4 + group * 3 % 11)
      let width = root.width - 2 * inset
      frames[box] = Rect(x: inset, y: y, width: width, height: 30)
      frames[box + 1] = Rect(x: 5, y: 9, width: Double(40 + group * 17 % 30), height: 12)
      let left = edge - inset
      frames[box + 2] = Rect(x: left, y: 5, width: width - 6 - left, height: 20)
      y += 34
    }
    let step = step(frames.count)
    for label in stride(from: 3 * step - 1, to: frames.count, by: 3 * step) {
      layOut(container: label, root, content, frames)
    }
  }

  /// The boxes' widths follow the root, and those of the values, which end 6 points before.
  @inline(__always)
  static func layOut(
    resizedTo root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    for box in stride(from: 1, to: frames.count, by: 3) {
      let width = root.width - 2 * frames[box].x
      frames[box].width = width
      frames[box + 2].width = width - 6 - frames[box + 2].x
    }
  }

  /// The distance between the groups that have a number.
  private static func step(_ count: Int) -> Int {
    SceneDraft.step(ofNumbersAmong: (count - 1) / 3)
  }

  static func numberCount(of count: Int) -> Int { SceneDraft.numberCount(among: (count - 1) / 3) }

  static func container(ofNumber number: Int, count: Int) -> Int {
    3 * (number + 1) * step(count) - 1
  }

  @inline(__always)
  static func layOut(
    container label: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    frames[label].width = content.number((label + 1) / 3 / step(frames.count) - 1)
  }
}
