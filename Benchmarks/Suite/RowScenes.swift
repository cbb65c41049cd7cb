import LayoutBenchManual
import LayoutModel

extension SceneGenerator {
  /// Equal widths with gaps of 2 that fill a row.
  static let equal = SceneGenerator(
    name: "equal", summary: "equal widths with gaps fill a row: views that depend on each other"
  ) { count, scene in
    scene.tree.rootSize.width = Double(22 * count + 2)
    let names = (1...count).map { "v\($0)" }
    var place = ["2"]
    var heights: [String] = []
    for (index, name) in names.enumerated() {
      scene.view(name)
      let named = scene.number("height", of: index + 1, among: count, 20)
      heights.append(named ?? "20")
      let width =
        "w = (100% - \(2 * (count + 1))) / \(count), h = \(named == nil ? "20" : "%^f"), ct = 50%"
      scene.constraints(
        "\(name).height == \(named ?? "20")", "\(name).centerY == superview.centerY")
      place += [name, "2"]
      guard index > 0 else {
        scene.rule(name, "ll = 2, \(width)")
        scene.constraints("\(name).left == superview.left + 2")
        continue
      }
      let before = names[index - 1]
      scene.rule(name, "ll = %rl + 2, \(width)", arguments: [before] + (named.map { [$0] } ?? []))
      scene.constraints(
        "\(name).left == \(before).right + 2", "\(name).width == \(before).width")
    }
    scene.constraints("\(names[count - 1]).right == superview.right - 2")
    let shares = Array(repeating: "flexible", count: count) + ["\(2 * (count + 1))"]
    scene.call(
      .mapping([("width", .mapping([("views", .list(names)), ("to", .list(shares))]))]))
    scene.call(
      .mapping([("height", .mapping([("views", .list(names)), ("to", .list(heights))]))]))
    scene.call(.mapping([("xPlace", .list(place))]))
    scene.call(.mapping([("yCenter", .list(names))]))
  }.byHand(EqualFrames.self).inCSS(SceneBoxes.equal)

  /// Rows of equal cells that fill the width; the last row may be incomplete.
  static let grid = SceneGenerator(
    name: "grid", summary: "rows of equal cells with gaps that fill the width"
  ) { count, scene in
    let columns = Int(Double(count).squareRoot().rounded(.up))
    scene.tree.rootSize = Size(
      width: Double(60 * columns + 4), height: Double(34 * ((count - 1) / columns + 1) + 4))
    let names = (1...count).map { "v\($0)" }
    let width = "w = (100% - \(4 * (columns + 1))) / \(columns), h = 30"
    let rest = Array(names.dropFirst(columns))
    // The left edge of each row.
    var indents: [String] = []
    for (index, name) in names.enumerated() {
      scene.view(name)
      scene.constraints("\(name).height == 30")
      if index % columns == 0 {
        let row = index / columns
        let named = scene.number("indent", of: row + 1, among: (count - 1) / columns + 1, 4)
        indents.append(named ?? "4")
        scene.constraints("\(name).left == superview.left + \(indents[row])")
        scene.rule(
          name, "ll = \(named == nil ? "4" : "%^f"), tt = \(4 + 34 * row), \(width)",
          arguments: named.map { [$0] } ?? [])
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
      scene.call(.length("width", rest, "v1.width"))
    }
    scene.call(.length("height", names, "30"))
    for start in stride(from: 0, to: count, by: columns) {
      let row = Array(names[start..<min(count, start + columns)])
      let gaps = [indents[start / columns]] + Array(repeating: "4", count: row.count - 1)
      scene.call(.mapping([("xPlace", .list(zip(gaps, row).flatMap { [$0, $1] }))]))
      scene.call(.mapping([("yPlace", .list(["\(4 + 34 * (start / columns))", row[0]]))]))
      if row.count > 1 {
        scene.call(.mapping([("ref", .text(row[0])), ("yTop", .list(Array(row.dropFirst())))]))
      }
    }
  }.byHand(GridFrames.self).inCSS(SceneBoxes.grid)

  /// The scene `keys` as a whole keyboard: the first key determines the size of all.
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
        let named = scene.number("gap", of: row + 1, among: count / 10, 6)
        let gap = named ?? "6"
        scene.rule(
          first, "ll = \(inset), tt = %bt + \(named == nil ? "6" : "%^f"), w = %w, h = %h",
          arguments: [above] + (named.map { [$0] } ?? []) + ["key1", "key1"])
        scene.constraints(
          "\(first).width == key1.width", "\(first).height == key1.height",
          "\(first).top == \(above).bottom + \(gap)")
        scene.call(.size([first], "key1.width", "key1.height"))
        scene.call(
          .mapping([
            (
              "yPlace",
              .mapping([("fixedFirst", .text(above)), ("items", .list([gap, first]))])
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
  }.byHand(KeyboardFrames.self)

  /// Rows of a pane with its share of the width and a minimum width, and a view that fills the
  /// rest.
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
      let named = scene.number("least", of: row, among: count / 2, Double(least))
      if let named {
        scene.rule(pane, "ll = 0, tt = \(top), w = 30%, minw = %^f, h = 20", named)
      } else {
        scene.rule(pane, "ll = 0, tt = \(top), w = 30%, minw = \(least), h = 20")
      }
      scene.rule(rest, "ll = %rl + 4, rr = 0, tt = \(top), h = 20", pane)
      scene.constraints(
        "\(pane).left == superview.left", "\(pane).width == 0.3 * superview.width @750",
        "\(pane).width >= \(named ?? "\(least)")", "\(pane).height == 20",
        "\(pane).top == " + (row == 1 ? "superview.top" : "pane\(row - 1).bottom + 4"),
        "\(rest).left == \(pane).right + 4", "\(rest).right == superview.right",
        "\(rest).height == 20", "\(rest).top == \(pane).top")
    }
    scene.steps = [
      .resize(Size(width: 240, height: 480)), .resize(Size(width: 600, height: 480)),
    ]
  }.byHand(SplitFrames.self).inCSS(SceneBoxes.split)

  /// Rows of a label and a field; the labels end at one edge, as far left as the longest allows.
  static let form = SceneGenerator(
    name: "form",
    summary: "labels that end at a common edge, each beside a field that fills the row",
    step: 2
  ) { count, scene in
    for row in 1...count / 2 {
      let (label, field) = ("label\(row)", "field\(row)")
      let size = IntrinsicSize(Double(40 + row * 29 % 61), 17)
      scene.view(label, content: size)
      scene.view(field, content: IntrinsicSize(nil, 22))
      scene.constraints(
        "\(label).left >= superview.left + 20", "\(label).centerY == \(field).centerY",
        "\(field).left == \(label).right + 8", "\(field).right == superview.right - 20")
      guard row > 1 else {
        scene.constraints("\(field).top == superview.top + 20")
        continue
      }
      scene.constraints(
        "\(label).right == label\(row - 1).right", "\(field).top == field\(row - 1).bottom + 8")
    }
    // A translation: a label longer than all others.
    scene.steps = [
      .resize(Size(width: 414, height: 736)),
      .intrinsic(ViewID(2 * ((count / 2 + 1) / 2) - 1), IntrinsicSize(140, 17)),
    ]
  }.byHand(FormFrames.self).inCSS(SceneBoxes.form)
}

/// The frames of `equal` by hand.
private enum EqualFrames: HandWrittenNumbers {
  static func name(of view: Int) -> String { "v\(view)" }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let count = Double(frames.count - 1)
    let width = (root.width - 2 * (count + 1)) / count
    let y = root.height / 2 - 10
    var x = 2.0
    for view in 1..<frames.count {
      frames[view] = Rect(x: x, y: y, width: width, height: 20)
      x += width + 2
    }
    let step = SceneDraft.step(ofNumbersAmong: frames.count - 1)
    for view in stride(from: step, to: frames.count, by: step) {
      layOut(container: view, root, content, frames)
    }
  }

  @inline(__always)
  static func layOut(
    container view: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    let height = content.number(number(of: view, among: frames.count))
    var frame = frames[view]
    frame.y = (root.height - height) / 2
    frame.height = height
    frames[view] = frame
  }
}

/// The frames of `grid` by hand.
private enum GridFrames: HandWrittenCode {
  static func name(of view: Int) -> String { "v\(view)" }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let count = frames.count - 1
    let columns = Int(Double(count).squareRoot().rounded(.up))
    let width = (root.width - Double(4 * (columns + 1))) / Double(columns)
    let step = SceneDraft.step(ofNumbersAmong: (count - 1) / columns + 1)
    var y = 4.0
    var (row, number) = (1, 0)
    for first in stride(from: 1, to: frames.count, by: columns) {
      var x = 4.0
      if row == (number + 1) * step {
        x = content.number(number)
        number += 1
      }
      for view in first..<min(first + columns, frames.count) {
        frames[view] = Rect(x: x, y: y, width: width, height: 30)
        x += width + 4
      }
      y += 34
      row += 1
    }
  }

  static func numberCount(of count: Int) -> Int {
    let columns = Int(Double(count - 1).squareRoot().rounded(.up))
    return SceneDraft.numberCount(among: (count - 2) / columns + 1)
  }

  static func container(ofNumber number: Int, count: Int) -> Int {
    let columns = Int(Double(count - 1).squareRoot().rounded(.up))
    let step = SceneDraft.step(ofNumbersAmong: (count - 2) / columns + 1)
    return ((number + 1) * step - 1) * columns + 1
  }

  /// Moves the row on whose first cell it is.
  static func layOut(
    container first: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    let count = frames.count - 1
    let columns = Int(Double(count).squareRoot().rounded(.up))
    let step = SceneDraft.step(ofNumbersAmong: (count - 1) / columns + 1)
    let width = frames[first].width
    var x = content.number(((first - 1) / columns + 1) / step - 1)
    for view in first..<min(first + columns, frames.count) {
      frames[view].x = x
      x += width + 4
    }
  }
}

/// The frames of `keyboard` by hand.
private enum KeyboardFrames: HandWrittenCode {
  static func name(of view: Int) -> String { "key\(view)" }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let width = 0.09 * root.width
    let step = SceneDraft.step(ofNumbersAmong: (frames.count - 1) / 10)
    var (y, row, number) = (6.0, 1, 0)
    for first in stride(from: 1, to: frames.count, by: 10) {
      if row == (number + 1) * step {
        y += content.number(number) - 6
        number += 1
      }
      var x = Double(4 + (first / 10) % 3 * 6)
      for key in first..<first + 10 {
        frames[key] = Rect(x: x, y: y, width: width, height: 30)
        x += width + 0.5
      }
      y += 36
      row += 1
    }
  }

  static func numberCount(of count: Int) -> Int {
    SceneDraft.numberCount(among: (count - 1) / 10)
  }

  static func container(ofNumber number: Int, count: Int) -> Int {
    ((number + 1) * SceneDraft.step(ofNumbersAmong: (count - 1) / 10) - 1) * 10 + 1
  }

  /// Moves the rows from the one on whose first key it is.
  static func layOut(
    container first: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    let step = SceneDraft.step(ofNumbersAmong: (frames.count - 1) / 10)
    let gap = content.number((first / 10 + 1) / step - 1)
    let distance = frames[first - 10].y + 30 + gap - frames[first].y
    for key in first..<frames.count { frames[key].y += distance }
  }
}

/// The frames of `split` by hand.
private enum SplitFrames: HandWrittenCode {
  static func name(of view: Int) -> String { "\(view % 2 == 1 ? "pane" : "rest")\((view + 1) / 2)" }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    let share = 0.3 * root.width
    var y = 0.0
    for pane in stride(from: 1, to: frames.count, by: 2) {
      let width = max(share, Double(80 + (pane + 1) / 2 * 7 % 60))
      frames[pane] = Rect(x: 0, y: y, width: width, height: 20)
      frames[pane + 1] = Rect(x: width + 4, y: y, width: root.width - width - 4, height: 20)
      y += 24
    }
    let step = 2 * SceneDraft.step(ofNumbersAmong: (frames.count - 1) / 2)
    for pane in stride(from: step - 1, to: frames.count, by: step) {
      layOut(container: pane, root, content, frames)
    }
  }

  static func numberCount(of count: Int) -> Int { SceneDraft.numberCount(among: (count - 1) / 2) }

  static func container(ofNumber number: Int, count: Int) -> Int {
    2 * (number + 1) * SceneDraft.step(ofNumbersAmong: (count - 1) / 2) - 1
  }

  @inline(__always)
  static func layOut(
    container pane: Int, _ root: Size, _ content: some HandWrittenContents,
    _ frames: some HandWrittenFrames
  ) {
    let step = SceneDraft.step(ofNumbersAmong: (frames.count - 1) / 2)
    let width = max(0.3 * root.width, content.number((pane + 1) / 2 / step - 1))
    let y = frames[pane].y
    frames[pane] = Rect(x: 0, y: y, width: width, height: 20)
    frames[pane + 1] = Rect(x: width + 4, y: y, width: root.width - width - 4, height: 20)
  }
}

/// The frames of `form` by hand.
private enum FormFrames: HandWrittenCode {
  static func name(of view: Int) -> String {
    "\(view % 2 == 1 ? "label" : "field")\((view + 1) / 2)"
  }

  static func layOut(
    _ root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    var edge = 0.0
    for label in stride(from: 1, to: frames.count, by: 2) { edge = max(edge, content[label].width) }
    edge += 20
    let left = edge + 8
    let width = root.width - 20 - left
    var y = 20.0
    for label in stride(from: 1, to: frames.count, by: 2) {
      let (text, height) = (content[label], content[label + 1].height)
      frames[label] = Rect(
        x: edge - text.width, y: y + (height - text.height) / 2, width: text.width,
        height: text.height)
      frames[label + 1] = Rect(x: left, y: y, width: width, height: height)
      y += height + 8
    }
  }

  /// Only the fields' widths follow the root, and all are equal.
  @inline(__always)
  static func layOut(
    resizedTo root: Size, _ content: some HandWrittenContents, _ frames: some HandWrittenFrames
  ) {
    guard frames.count > 2 else { return }
    let width = root.width - 20 - frames[2].x
    for field in stride(from: 2, to: frames.count, by: 2) { frames[field].width = width }
  }
}
