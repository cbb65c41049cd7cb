import LayoutBenchManual
import LayoutModel

extension SceneGenerator {
  /// Every view at its own fixed position: Kugler's first experiment with Auto Layout (2013).
  static let flat = SceneGenerator(
    name: "flat", summary: "every view at a fixed place, none depends on another"
  ) { count, scene in
    for index in 0..<count {
      let name = "v\(index + 1)"
      let (left, y) = (index * 37 % 290, index * 53 % 460)
      let (width, height) = (20 + index % 7, 10 + index % 5)
      scene.view(name)
      let named = scene.number("left", of: index + 1, among: count, Double(left))
      let x = named ?? "\(left)"
      let rest = "tt = \(y), w = \(width), h = \(height)"
      if let named {
        scene.rule(name, "ll = %^f, \(rest)", named)
      } else {
        scene.rule(name, "ll = \(left), \(rest)")
      }
      scene.constraints(
        "\(name).left == superview.left + \(x)", "\(name).top == superview.top + \(y)",
        "\(name).width == \(width)", "\(name).height == \(height)")
      scene.call(.size([name], "\(width)", "\(height)"))
      scene.call(.call("xPlace", "\(x)", name))
      scene.call(.call("yPlace", "\(y)", name))
    }
  }.byHand(FlatFrames.self).inCSS(SceneBoxes.flat)

  /// Each view 8 right of the one before and 1 below its top; the first in the root's middle.
  static let chain = SceneGenerator(
    name: "chain", summary: "each view 8 right of and 1 below the one before"
  ) { count, scene in
    let names = (1...count).map { "v\($0)" }
    var horizontal: [String] = []
    var vertical: [String] = []
    for (index, name) in names.enumerated() {
      scene.view(name)
      scene.constraints("\(name).width == 20", "\(name).height == 10")
      guard index > 0 else {
        scene.rule(name, "cl = ct = 50%, w = 20, h = 10")
        scene.constraints(
          "\(name).centerX == superview.centerX", "\(name).centerY == superview.centerY")
        continue
      }
      let before = names[index - 1]
      let named = scene.number("gap", of: index + 1, among: count, 8)
      let gap = named ?? "8"
      let rest = "tt = %tt + 1, w = 20, h = 10"
      if let named {
        scene.rule(name, "ll = %rl + %^f, \(rest)", before, named, before)
      } else {
        scene.rule(name, "ll = %rl + 8, \(rest)", before, before)
      }
      scene.constraints(
        "\(name).left == \(before).right + \(gap)", "\(name).top == \(before).top + 1")
      horizontal += [gap, name]
      vertical += ["-9", name]
    }
    scene.call(.size(names, "20", "10"))
    scene.call(.mapping([("center", .list([names[0]]))]))
    for (call, items) in [("xPlace", horizontal), ("yPlace", vertical)] where count > 1 {
      scene.call(
        .mapping([(call, .mapping([("fixedFirst", .text(names[0])), ("items", .list(items))]))]))
    }
  }.byHand(ChainFrames.self).inCSS(SceneBoxes.chain)

  /// Each view is the only subview of the one before, inset by 1.
  static let nest = SceneGenerator(
    name: "nest", summary: "each view inset by 1 in the one before, as deep as there are views"
  ) { count, scene in
    scene.tree.rootSize = Size(width: Double(320 + 2 * count), height: Double(480 + 2 * count))
    var superview = ViewID.root
    var before = "root"
    for index in 1...count {
      let name = "v\(index)"
      superview = scene.view(name, in: superview)
      let named = scene.number("inset", of: index, among: count, 1)
      let inset = named ?? "1"
      if let named {
        scene.rule(name, "ll = tt = rr = bb = %^f", named)
      } else {
        scene.rule(name, "ll = tt = rr = bb = 1")
      }
      scene.constraints(
        "\(name).left == superview.left + \(inset)",
        "\(name).right == superview.right - \(inset)",
        "\(name).top == superview.top + \(inset)",
        "\(name).bottom == superview.bottom - \(inset)")
      let steps: [SourceNode] = [
        .mapping([("insetBounds", .mapping([("edge", .text(inset))]))]),
        .mapping([("equal", .list([name]))]),
      ]
      scene.call(.mapping([("layout", .text(before)), ("steps", .list(steps))]))
      before = name
    }
  }.byHand(NestFrames.self).inCSS(SceneBoxes.nest)

  /// Inequalities that pull to alternating sides: hard for a simplex method.
  static let zigzag = SceneGenerator(
    name: "zigzag", summary: "a chain of inequalities that pull to either side in turn"
  ) { count, scene in
    for index in 0..<count {
      let name = "v\(index + 1)"
      scene.view(name)
      let distance = index * 91 % 500
      let named = scene.number("distance", of: index + 1, among: count, Double(distance))
      scene.constraints(
        "\(name).width == 10", "\(name).height == 10", "\(name).top == superview.top",
        "\(name).centerX == superview.centerX + \(named ?? "\(distance)") @\(100 + index % 3)")
      guard index > 0 else { continue }
      let isRising = index % 2 == 1
      scene.constraints(
        "\(name).left \(isRising ? ">=" : "<=") v\(index).left \(isRising ? "+" : "-") "
          + "\(index * 7 % 13)")
    }
  }
}

/// The frames of `flat` by hand.
private enum FlatFrames: HandWrittenNumbers {
  static func name(of view: Int) -> String { "v\(view)" }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    for view in 1..<frames.count {
      let index = view - 1
      frames[view] = Rect(
        x: Double(index * 37 % 290), y: Double(index * 53 % 460), width: Double(20 + index % 7),
        height: Double(10 + index % 5))
    }
    let step = SceneDraft.step(ofNumbersAmong: frames.count - 1)
    for (number, view) in stride(from: step, to: frames.count, by: step).enumerated() {
      frames[view].x = content.number(number)
    }
  }

  static func layOut(
    container view: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    frames[view].x = content.number(number(of: view, among: frames.count))
  }
}

/// The frames of `chain` by hand.
private enum ChainFrames: HandWrittenNumbers {
  static func name(of view: Int) -> String { "v\(view)" }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    layOut(from: 1, x: root.width / 2 - 10, y: root.height / 2 - 5, content, frames)
  }

  static func layOut(
    container view: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    let before = frames[view - 1]
    layOut(from: view, x: before.x + 28, y: before.y + 1, content, frames)
  }

  /// Writes the frames from a view on.
  ///
  /// - Parameters:
  ///   - first: its number.
  ///   - x: its left if 8 points lie between it and the view before, points.
  ///   - y: its top, points.
  ///   - content: the numbers.
  ///   - frames: the frames.
  @inline(__always)
  private static func layOut(
    from first: Int, x: Double, y: Double, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    let step = SceneDraft.step(ofNumbersAmong: frames.count - 1)
    var (view, x, y) = (first, x, y)
    var number = (first + step - 1) / step - 1
    while view < frames.count {
      // Up to the next view whose gap may change.
      let end = min(frames.count, (number + 1) * step)
      while view < end {
        frames[view] = Rect(x: x, y: y, width: 20, height: 10)
        x += 28
        y += 1
        view += 1
      }
      guard view < frames.count else { return }
      x += content.number(number) - 8
      frames[view] = Rect(x: x, y: y, width: 20, height: 10)
      x += 28
      y += 1
      view += 1
      number += 1
    }
  }
}

/// The frames of `nest` by hand.
private enum NestFrames: HandWrittenNumbers {
  static func name(of view: Int) -> String { "v\(view)" }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    layOut(from: 1, in: root, content, frames)
  }

  static func layOut(
    container view: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    layOut(from: view, in: view == 1 ? root : frames[view - 1].size, content, frames)
  }

  /// Writes the frames from a view on, given the size of its superview, points.
  @inline(__always)
  private static func layOut(
    from first: Int, in superview: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    let step = SceneDraft.step(ofNumbersAmong: frames.count - 1)
    var (view, size) = (first, superview)
    var number = (first + step - 1) / step - 1
    while view < frames.count {
      // Up to the next view whose inset may change.
      let end = min(frames.count, (number + 1) * step)
      // Each from the first, so that none waits for the one before.
      let (outer, first) = (size, view)
      while view < end {
        let inset = Double(2 * (view - first + 1))
        size = Size(width: max(0, outer.width - inset), height: max(0, outer.height - inset))
        frames[view] = Rect(x: 1, y: 1, width: size.width, height: size.height)
        view += 1
      }
      guard view < frames.count else { return }
      let inset = content.number(number)
      size.width = max(0, size.width - 2 * inset)
      size.height = max(0, size.height - 2 * inset)
      frames[view] = Rect(x: inset, y: inset, width: size.width, height: size.height)
      view += 1
      number += 1
    }
  }
}
